"""Tells what one picture says of each betting zone, and what it does not.

A zone's total is given only where every stack in it is sure and nothing else lies there: a wrong count is
worse than none. Without a chip set the stacks are told with their places alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from vision.cards import deck as decks
from vision.cards.reading import CardReader, Lying
from vision.counting.alternatives import Alternative, together
from vision.counting.chip_set import ChipSet
from vision.counting.paper import paper_of
from vision.counting.stack import Counter, StackCount
from vision.felt_view import FeltView, felt_view
from vision.finding.bare import STANDS_OUT, BareFelt
from vision.finding.behind import unseen_mm2
from vision.finding.search import Cylinder
from vision.finding.sides_net import SidesNet
from vision.finding.survey import Box, Strange, Survey, survey
from vision.frames.blindness import light_of
from vision.geometry import markers
from vision.geometry.camera import Picture, size_of
from vision.geometry.pose import LARGEST_ERROR_PX, Fit, NoPose, error_of, fit, named
from vision.geometry.unwrap import Stack
from vision.geometry.zones import Zone, beyond
from vision.profile import Profile
from vision.settings import Colour

USUAL_RADIUS_MM: Final = 19.5
USUAL_THICKNESS_MM: Final = 3.3
IN_SHADOW: Final = 0.6
"""How sure it is that a zone is bare where a shadow lies on it."""
ALL_FOUND: Final = 0.99
"""How often the stacks that were found are all that a zone holds where no chip could lie unseen."""
_HIDES_MM2: Final = 4000.0
_HIDES: Final = 0.3
"""How often chips lie where none is seen: by the mm² of felt that are not seen, three times in ten at most."""
FEWEST_SURE: Final = 2
"""So many markers where they were over the bare felt say that the camera stands as it did, whatever one more says."""
MAY_HIDE: Final = 0.85
_MAY_WELL_HIDE: Final = 0.5
_MUCH_MM2: Final = 200.0
_TOO_MUCH_MM2: Final = 600.0
"""How sure a total can be where a chip could lie unseen, and where it could on more than ``_MUCH_MM2``; on more than ``_TOO_MUCH_MM2`` none
is told."""


@dataclass(frozen=True)
class StackReading:
    """One stack, or something that is none: ``why`` says in a few words why it is not ``sure``.

    ``chips`` are denominations, bottom first; ``stack`` is None where no cylinder was found. ``alternatives`` are
    what it may hold.
    """

    x_mm: float
    y_mm: float
    box: Box
    chips: tuple[int, ...]
    confidence: float
    sure: bool
    why: str = ""
    stack: Stack | None = None
    alternatives: tuple[Alternative, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the stack as ``floorcall chips --json`` prints it."""
        fields = {
            "x_mm": round(self.x_mm, 1),
            "y_mm": round(self.y_mm, 1),
            "box": list(self.box),
            "chips": [str(chip) for chip in self.chips],
            "confidence": self.confidence,
            "sure": self.sure,
        }
        if not self.sure:
            fields["why"] = self.why
        return fields | _alternatives(self.alternatives)


@dataclass(frozen=True)
class ZoneReading:
    """One zone. ``total`` is in chip units; None where it cannot be told. ``alternatives`` are what may lie there.

    ``why`` says why no total is told though every stack may be sure: others could stand unseen.
    """

    seat: int
    total: int | None
    confidence: float
    stacks: tuple[StackReading, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    why: str = ""

    @property
    def strange(self) -> tuple[StackReading, ...]:
        """What lies there and is no stack."""
        return tuple(thing for thing in self.stacks if thing.stack is None)

    def as_json(self) -> dict[str, Any]:
        """Return the zone as ``floorcall chips --json`` prints it."""
        stacks = [stack.as_json() for stack in self.stacks]
        fields = {"seat": self.seat, "total": self.total, "confidence": self.confidence, "stacks": stacks}
        why = {"why": self.why} if self.why else {}
        return fields | why | _alternatives(self.alternatives)


def _in_zone(stacks: tuple[StackReading, ...], unseen_mm2: float) -> tuple[Alternative, ...]:
    """Return what a zone may hold in which ``stacks`` stand, nothing where of one of them nothing can be said."""
    if not all(stack.alternatives for stack in stacks):
        return ()
    all_found = ALL_FOUND * (1 - min(unseen_mm2 / _HIDES_MM2, _HIDES))
    return tuple(replace(held, p=held.p * all_found) for held in together(s.alternatives for s in stacks))


def _alternatives(held: tuple[Alternative, ...]) -> dict[str, Any]:
    return {"alternatives": [each.as_json() for each in held]} if held else {}


@dataclass(frozen=True)
class Reading:
    """One picture. ``fit`` is the pose it was read with; ``said`` tells people why zones are not told.

    ``cards`` are what lies in each place for cards.
    """

    image: str
    zones: tuple[ZoneReading, ...]
    fit: Fit | None
    said: tuple[str, ...] = ()
    t: float | None = None
    cards: Mapping[str, Lying] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the line that ``floorcall chips --json`` prints."""
        line = {"image": self.image, "t": self.t, "zones": [zone.as_json() for zone in self.zones]}
        return line | (
            {"places": [lying.as_json(zone) for zone, lying in self.cards.items()]} if self.cards else {}
        )


@dataclass(frozen=True)
class _Look:
    """A picture, where its camera stands, and what stands on the felt."""

    picture: Picture
    profile: Profile
    known: Fit
    survey: Survey
    paper: Colour | None
    """The colour of the markers' white, where it measures the light."""


class Reader:
    """Reads pictures of one camera. Raise BadPicture where the profile's picture of the felt is unusable."""

    def __init__(self, profile: Profile, chips: ChipSet | None = None) -> None:
        self._profile = profile
        self._radius_mm = chips.diameter_mm / 2 if chips is not None else USUAL_RADIUS_MM
        self._thickness_mm = chips.thickness_mm if chips is not None else USUAL_THICKNESS_MM
        self._counter = Counter(chips) if chips is not None else None
        self._faces = SidesNet()
        self._deck = decks.load(profile.deck) if profile.deck is not None and profile.places else None
        self._felt: FeltView | None = felt_view(profile)
        self._bare: BareFelt | None = None
        if self._felt is not None:
            in_view = tuple(z for z in profile.zones if z.in_view(self._felt.lens, self._felt.fit.pose))
            self._bare = BareFelt(self._felt.picture, self._felt.lens, self._felt.fit.pose, in_view)

    def read(self, name: str, picture: Picture, seat: int | None = None) -> Reading:
        """Return what ``picture`` tells, of one ``seat`` alone or of all. Raise BadPicture where it is not this camera's."""
        zones = tuple(zone for zone in self._profile.zones if seat in (None, zone.seat))
        profile = replace(self._profile.sized(size_of(picture)), zones=zones)
        trouble, detail = light_of(picture)
        if trouble is not None:
            return _blind(name, profile, f"{trouble.value}: {detail}")
        try:
            known, said = self._stands(picture, profile)
        except NoPose as problem:
            return _blind(name, profile, str(problem))
        out = [(zone.seat, beyond(zone, profile.lens, known.pose)) for zone in zones]
        said += [f"seat {seat}: {part}; nothing is told of it" for seat, part in out if part is not None]
        told = self._zones(picture, profile, known)
        cards = self._cards(picture, profile, known) if seat is None else {}
        return Reading(name, told, known, (*said, *self._explained(told)), cards=cards)

    def _cards(self, picture: Picture, profile: Profile, known: Fit) -> dict[str, Lying]:
        """Return what lies in each place for cards, nothing without a deck."""
        if self._deck is None or self._felt is None:
            return {}
        printed = [profile.markers[number] for number in known.used]
        shown = known.shows(profile.markers, profile.lens)
        reader = CardReader(
            profile.places, self._deck, profile.lens, known.pose, self._felt, printed, profile.hand
        )
        return reader.read(picture, paper_of(picture, shown))

    def _stands(self, picture: Picture, profile: Profile) -> tuple[Fit, list[str]]:
        """Return the pose from the picture's own markers, or from the bare felt where too few show."""
        thought = {} if self._felt is None else self._felt.fit.expects(profile.markers, profile.lens)
        found = markers.find(picture, thought)
        try:
            known = fit(found, profile.markers, profile.lens)
        except NoPose as problem:
            return self._from_the_bare_felt(found, profile, problem)
        said = [f"{named(known.missing)} missing"] if known.missing else []
        said += [f"{named(known.displaced)} moved, or half covered"] if known.displaced else []
        return known, said

    def _from_the_bare_felt(
        self, found: markers.Found, profile: Profile, problem: NoPose
    ) -> tuple[Fit, list[str]]:
        """Return the bare felt's pose where too few markers show, or all but one of a few show as they did there."""
        if self._felt is None:
            raise problem
        pose, shown = self._felt.fit.pose, sorted(set(found) & set(profile.markers))
        near = [
            n for n in shown if error_of(found, profile.markers, profile.lens, pose, {n}) <= LARGEST_ERROR_PX
        ]
        spoilt = len(near) >= FEWEST_SURE and len(near) == len(shown) - 1
        if near != shown and not spoilt:
            if problem.missing:
                raise NoPose(f"{problem}; the camera stands elsewhere than over the bare felt") from None
            raise problem
        if not problem.missing and not spoilt:
            raise problem
        return replace(self._felt.fit, used=tuple(near)), [f"{problem}; the pose of the bare felt is used"]

    def _zones(self, picture: Picture, profile: Profile, known: Fit) -> tuple[ZoneReading, ...]:
        told = {zone.seat: ZoneReading(zone.seat, None, 0.0) for zone in profile.zones}
        in_view = [
            zone
            for zone in profile.zones
            if self._bare is not None and self._bare.knows(zone) and zone.in_view(profile.lens, known.pose)
        ]
        if in_view and self._felt is not None:
            printed = [profile.markers[number] for number in known.used]
            seen = survey(
                picture,
                profile.lens,
                known.pose,
                self._felt,
                in_view,
                printed,
                self._radius_mm,
                self._faces,
            )
            shown = known.shows(profile.markers, profile.lens)
            look = _Look(picture, profile, known, seen, paper_of(picture, shown))
            told |= {zone.seat: self._zone(zone, look) for zone in in_view}
        return tuple(told[zone.seat] for zone in profile.zones)

    def _zone(self, zone: Zone, look: _Look) -> ZoneReading:
        standing, strange = look.survey.standing(zone), look.survey.strange(zone)
        if not standing and not strange:
            return self._empty(zone, look)
        cylinders = [held.stack for held in standing]
        unseen = unseen_mm2(zone, cylinders, look.known.pose, self._thickness_mm)
        if unseen:
            strange = [*strange, *look.survey.behind(zone)]
        stacks = tuple(self._stack(cylinder, look) for cylinder in standing)
        alternatives = () if strange else _in_zone(stacks, unseen)
        stacks += tuple(_unknown(thing) for thing in strange)
        why = ""
        if unseen > _TOO_MUCH_MM2:
            why = f"{unseen / 100:.0f} cm² behind its stacks are not seen, another could stand there"
        if why or not all(stack.sure for stack in stacks):
            return ZoneReading(zone.seat, None, 0.0, stacks, alternatives, why)
        total = sum(sum(stack.chips) for stack in stacks)
        confidence = min(stack.confidence for stack in stacks)
        if unseen:
            confidence = min(confidence, _MAY_WELL_HIDE if unseen > _MUCH_MM2 else MAY_HIDE)
        return ZoneReading(zone.seat, total, confidence, stacks, alternatives)

    def _empty(self, zone: Zone, look: _Look) -> ZoneReading:
        assert self._bare is not None
        printed = [look.profile.markers[number] for number in look.known.used]
        lens, pose = look.profile.lens, look.known.pose
        held = self._bare.content(look.picture, zone, lens, pose, self._radius_mm, printed)
        if held.bare:
            return ZoneReading(zone.seat, 0, round(1 - held.strength / STANDS_OUT, 2))
        if look.survey.bare(zone):
            return ZoneReading(zone.seat, 0, IN_SHADOW)
        things = [Strange(thing.x_mm, thing.y_mm, thing.box) for thing in held.things]
        return ZoneReading(zone.seat, None, 0.0, tuple(_unknown(thing) for thing in things))

    def _stack(self, cylinder: Cylinder, look: _Look) -> StackReading:
        stack = cylinder.stack
        others = [other for other in look.survey.solids if other is not stack]
        count = StackCount((), 0, 0, 0.0, False, "no chip set is named")
        if self._counter is not None:
            lens, pose = look.profile.lens, look.known.pose
            count = self._counter.count(look.picture, stack, others, lens, pose, look.paper)
        why = _doubt(cylinder, look.survey, count) or count.why
        sure = count.sure and not why
        confidence = count.confidence if sure else 0.0
        box, told = look.survey.box(stack), count.alternatives
        return StackReading(stack.x_mm, stack.y_mm, box, count.chips, confidence, sure, why, stack, told)

    def _explained(self, zones: tuple[ZoneReading, ...]) -> list[str]:
        """Return a line for each thing that keeps a zone from being told."""
        if self._counter is None:
            return []
        return [line for zone in zones for line in _why_untold(zone)]


def _blind(name: str, profile: Profile, why: str) -> Reading:
    zones = tuple(ZoneReading(zone.seat, None, 0.0) for zone in profile.zones)
    return Reading(name, zones, None, (why,))


def _why_untold(zone: ZoneReading) -> list[str]:
    """Return a line for each stack that is not sure, one for all that is no stack, and one for what is not seen."""
    strange = zone.strange
    unsure = [stack for stack in zone.stacks if stack.stack is not None and not stack.sure]
    lines = [
        f"seat {zone.seat}, ({it.x_mm:.0f}, {it.y_mm:.0f}) mm: {it.why}" for it in [*unsure, *strange[:1]]
    ]
    if len(strange) > 1:  # a hand has many pieces
        lines[-1] = f"seat {zone.seat}, {len(strange)} places: {strange[0].why}"
    return [*lines, f"seat {zone.seat}: {zone.why}"] if zone.why else lines


def _doubt(cylinder: Cylinder, seen: Survey, count: StackCount) -> str:
    """Return why the place and height of ``cylinder`` are not to be trusted, nothing where they are."""
    grounded = cylinder.some_footing and count.grounded
    clear = cylinder.hardly_footing and count.clear
    afloat = count.half_hidden and not cylinder.half_footing
    if afloat or not (cylinder.footing or grounded or clear):
        return f"{100 * (1 - cylinder.footed):.0f} % of its foot is hidden"
    if seen.touched(cylinder) and not count.clear:
        return "something that is no stack stands against it"
    return ""


def _unknown(thing: Strange) -> StackReading:
    return StackReading(
        thing.x_mm, thing.y_mm, thing.box, (), 0.0, False, "no stack: a hand, a card, loose chips?"
    )
