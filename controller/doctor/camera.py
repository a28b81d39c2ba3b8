"""Looks at the cameras over the betting zones: what each is to look by, and what it sees now.

A camera is named by a file NAME.camera beside the configuration, as its unit reads it:
``CAMERA="DEVICE --profile FILE ..."``.
"""

from __future__ import annotations

import contextlib
import importlib.util
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.camera.mistakes import placed
from controller.doctor.check import Check, mend

if TYPE_CHECKING:
    from vision.geometry.camera import Lens, Picture, Pose
    from vision.geometry.zones import Beyond
    from vision.profile import Profile

LOOKS: Final = 6
"""Each takes half a second at most."""
USUAL_PROFILE: Final = "camera.toml"
_FLAGS: Final = ("--json", "--live")
"""The options of ``floorcall chips`` that take no value."""


def everything(folder: Path) -> Iterator[Check]:
    """Yield the checks of every camera that a file in ``folder`` names."""
    named = sorted(folder.glob("*.camera"))
    if named and any(importlib.util.find_spec(name) is None for name in ("cv2", "numpy")):
        yield Check(
            part="camera", state="bad", how="its packages are not here", do="pip install 'floorcall[vision]'"
        )
        return
    for file in named:
        yield from _camera(file)


def _camera(file: Path) -> Iterator[Check]:
    from vision import profile as profiles
    from vision.settings import BadFile

    part = f"camera {file.stem}"
    given = _given(file)
    if given is None:
        yield Check(
            part=part, state="bad", how=f"{file}: names no camera", do='CAMERA="DEVICE --profile FILE"'
        )
        return
    device, path = given
    try:
        profile = profiles.load(path)
    except BadFile as mistake:
        yield Check(part=part, state="bad", how=placed(mistake), do=mend(path, "calibrate the camera anew"))
        return
    yield _profile(part, path, profile)
    yield from _cards(part, profile)
    yield from _edges(part, profile)
    yield from _sees(part, device, profile)


def _given(file: Path) -> tuple[str, Path] | None:
    """Return the device and the profile that a camera's file names."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        value = next(line.split("=", 1)[1] for line in lines if line.strip().startswith("CAMERA="))
        words = shlex.split(" ".join(shlex.split(value)))
    except (OSError, UnicodeDecodeError, StopIteration, ValueError):
        return None
    profile, device, rest = USUAL_PROFILE, None, iter(words)
    for word in rest:
        name, is_whole, value = word.partition("=")
        if word in _FLAGS:
            continue
        if not word.startswith("--"):
            device = device or word
        elif not is_whole:
            value = next(rest, "")
        if name == "--profile":
            profile = value
    return None if device is None else (device, file.parent / profile)


def _profile(part: str, path: Path, profile: Profile) -> Check:
    seats = ", ".join(str(zone.seat) for zone in profile.zones) or "none"
    how = f"{path}: {len(profile.markers)} markers, zones of seats {seats}"
    if not profile.zones:
        return Check(part=part, state="look", how=how, do="floorcall calibrate camera ... --seats")
    if profile.empty is None:
        do = "floorcall calibrate camera keeps a picture of the bare felt; without it nothing is counted"
        return Check(part=part, state="bad", how=f"{how}; no picture of the bare felt", do=do)
    if profile.chips is None:
        do = "floorcall calibrate chips, then [chips] set in the profile"
        return Check(part=part, state="look", how=f"{how}; no chip set, so it does not count", do=do)
    return _chips(part, how, profile.chips)


def _chips(part: str, how: str, file: Path) -> Check:
    """Say whether the chips of the set in ``file`` can be told apart."""
    from vision.counting import chip_set
    from vision.counting.twins import twins
    from vision.settings import BadFile

    try:
        alike = twins(chip_set.load(file))
    except BadFile as mistake:
        return Check(part=part, state="bad", how=placed(mistake), do=mend(file, "enrol the chips anew"))
    if alike:
        named, _, do = alike[0].partition(": ")
        return Check(part=part, state="look", how=f"{how}; {named}", do=do)
    return Check(part=part, state="well", how=how)


def _cards(part: str, profile: Profile) -> Iterator[Check]:
    """Say whether the camera tells cards that are turned, where the profile names a deck or places for cards."""
    from vision.cameras import tells_cards
    from vision.cards import deck
    from vision.geometry.camera import VisionError
    from vision.settings import BadFile

    if profile.deck is None and not profile.places:
        return
    if not tells_cards(profile):
        lacks = "no deck" if profile.deck is None else "no place" if not profile.places else "no bare felt"
        how = f"{lacks} in the profile, so no card is told: it takes the bare felt, a deck and places"
        yield Check(part=part, state="look", how=how, do="floorcall calibrate camera ... --place --cards")
        return
    assert profile.deck is not None
    try:
        held = deck.load(profile.deck)
    except VisionError as mistake:
        do = mend(profile.deck, "enrol the backs anew: floorcall calibrate cards")
        how = placed(mistake) if isinstance(mistake, BadFile) else str(mistake)
        yield Check(part=part, state="bad", how=how, do=do)
        return
    where = ", ".join(place.zone for place in profile.places)
    backs = "1 back" if len(held.backs) == 1 else f"{len(held.backs)} backs"
    yield Check(part=part, state="well", how=f"cards at {where}, by {profile.deck}: {backs}")


def _edges(part: str, profile: Profile) -> Iterator[Check]:
    """Say how many pixels a chip's edge has in each zone, from where the camera was calibrated."""
    from vision.calibrate import told_of_places
    from vision.felt_view import felt_view
    from vision.geometry import sharpness
    from vision.geometry.camera import BadPicture
    from vision.geometry.zones import beyond

    try:
        felt = felt_view(profile)
    except BadPicture as problem:
        yield Check(part=part, state="bad", how=str(problem), do="take the picture of the bare felt again")
        return
    if felt is None:
        return
    for line in told_of_places(profile, felt.fit.pose):
        how, _, do = line.partition("; ")
        yield Check(part=part, state="bad", how=how, do=do)
    for zone in profile.zones:
        if (out := beyond(zone, profile.lens, felt.fit.pose)) is not None:
            do = "turn the camera, or draw the zone smaller; nothing is told of it"
            yield Check(part=part, state="bad", how=f"seat {zone.seat}: {out}", do=do)
            continue
        edge = sharpness.of_zone(profile.lens, felt.fit.pose, zone)
        how, _, do = sharpness.advice(edge, profile.lens).partition("; ")
        yield Check(part=part, state="well" if edge.counts else "look", how=how, do="" if edge.counts else do)


def _sees(part: str, device: str, profile: Profile) -> Iterator[Check]:
    """Open the camera and say what one picture shows."""
    from vision.frames.frame import End, Fault, Frame, Gone
    from vision.frames.sources import open_source
    from vision.frames.v4l import SHUT
    from vision.geometry.camera import VisionError

    problem = f"{device}: gives no picture"
    try:
        source = open_source(device, profile.lens.size)
        try:
            for _ in range(LOOKS):
                outcome = source.read()
                if isinstance(outcome, Frame):
                    yield from _picture(part, device, outcome.full(), profile)
                    return
                if isinstance(outcome, Fault | Gone):
                    problem = outcome.detail
                if isinstance(outcome, End | Gone):
                    break
        finally:
            source.close()
    except VisionError as error:
        problem = str(error)
    if "in use" in problem:
        yield Check(part=part, state="well", how=f"{device} is in use; by its own service, if that runs")
        return
    do = "plug it in; ls /dev/v4l/by-id names cameras for good"
    if SHUT in problem:
        do = "ask with sudo, or add this account to the group `video`"
    yield Check(part=part, state="bad", how=problem, do=do)


def _picture(part: str, device: str, picture: Picture, profile: Profile) -> Iterator[Check]:
    from vision.frames.blindness import light_of
    from vision.geometry import markers
    from vision.geometry.camera import BadPicture, size_of
    from vision.geometry.pose import NoPose, fit, named

    trouble, detail = light_of(picture)
    if trouble is not None:
        do = "uncover the lens, see to the light, or set the camera's exposure"
        yield Check(part=part, state="bad", how=f"{device}: {trouble.value}: {detail}", do=do)
        return
    try:
        lens = profile.lens.sized(size_of(picture))
        known = fit(markers.find(picture), profile.markers, lens)
    except BadPicture as problem:
        yield Check(
            part=part, state="bad", how=str(problem), do="calibrate at the size that the camera gives"
        )
    except NoPose as problem:
        yield Check(
            part=part, state="bad", how=str(problem), do="clear the markers, or calibrate the camera anew"
        )
    else:
        how = f"{device}: the light is good; {named(known.used)} seen, {known.error_px:.1f} px off"
        do = f"clear {named(known.missing)}" if known.missing else ""
        yield Check(part=part, state="look" if known.missing else "well", how=how, do=do)
        for what, out in _lost(profile, lens, known.pose):
            do = "turn the camera back, or calibrate it anew; nothing is told of it"
            yield Check(part=part, state="bad", how=f"{what}, as it stands now: {out}", do=do)


def _lost(profile: Profile, lens: Lens, pose: Pose) -> Iterator[tuple[str, Beyond]]:
    """Yield the zones and places that reach out of the picture now, and did not when the camera was calibrated."""
    from vision.felt_view import felt_view
    from vision.geometry.camera import BadPicture
    from vision.geometry.zones import beyond

    felt = None
    with contextlib.suppress(BadPicture):
        felt = felt_view(profile)
    seats = ((f"seat {zone.seat}", zone) for zone in profile.zones)
    cards = ((f"cards, {place.zone}", place.felt) for place in profile.places)
    for what, zone in (*seats, *cards):
        out = beyond(zone, lens, pose)
        if out is not None and (felt is None or zone.in_view(felt.lens, felt.fit.pose)):
            yield what, out
