"""Describes a kind of finding: its level, how it can end, what it says, and what it takes to be sensed."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from msgspec import Struct

from controller.table.events import ZONES, DeviceState, Equipment, SeatState, Verb
from controller.table.outputs import ActionName, Level, Street

ALLOWED: Final = "allowed"
"""What a book says of a case in which it lets the thing be: nothing is told."""

Sensor = Literal["shoe", "antennas", "chips"]
"""A kind of device that senses. The dealer's keys need none: the display has them too."""


class Held(Struct, frozen=True):
    """What a fact can be: a value of ``types``, a text one of ``words`` where they are named."""

    means: str
    types: tuple[type, ...]
    words: tuple[str, ...] = ()
    items: type | None = None
    """What each item of a list is."""

    def fits(self, value: object) -> bool:
        """Whether ``value`` is one."""
        if type(value) not in self.types or (self.words and value not in self.words):
            return False
        return not isinstance(value, list) or all(type(item) is self.items for item in value)


_WHOLE: Final = (int,)
HELD: Final[dict[str, Held]] = {
    "about": Held("`cards`, `chips`, `words`, or the kind that could not be judged", (str,)),
    "action": Held("an action", (str,), (*get_args(ActionName), *get_args(Verb), "tap")),
    "amount": Held("chips", _WHOLE),
    "amounts": Held("a list of chips", (list,), items=int),
    "asked_for": Held("what was asked for", (str,), ("see_hand", "count", "dispute", "straddle")),
    "count": Held("a number", _WHOLE),
    "device_state": Held("a device's state", (str,), get_args(DeviceState)),
    "draw": Held("a draw of the hand, from 1", _WHOLE),
    "draws": Held("a list of draws of the hand, from 1", (list,), items=int),
    "figures": Held("what another reading gives, by the fact's name", (dict,)),
    "finding": Held("a finding's id", (str,)),
    "kind": Held("a kind of finding", (str,)),
    "misdeal": Held("`open`, `barred` or `none`", (str,), ("open", "barred", "none")),
    "none": Held("null", (type(None),)),
    "pot": Held("a pot, the main one being 0", _WHOLE),
    "question": Held("`words`: what was said?", (str,), ("words",)),
    "remedies": Held("a list of what the house allows", (list,), items=str),
    "seat": Held("a seat", _WHOLE),
    "seat_state": Held("a seat's state", (str,), get_args(SeatState)),
    "seats": Held("a list of seats", (list,), items=int),
    "seconds": Held("seconds", (int, float)),
    "sensors": Held("a list of device kinds", (list,), items=str),
    "shares": Held("chips by seat", (dict,)),
    "street": Held("a street", (str,), get_args(Street)),
    "text": Held("text", (str,)),
    "verb": Held("a word that binds", (str,), get_args(Verb)),
    "yes": Held("true or false", (bool,)),
    "zone": Held("a zone", (str,), ("shoe", *ZONES)),
    "zones": Held("a list of zones", (list,), items=str),
}
"""What facts hold, by the name that rows give it."""


class Fact(Struct, frozen=True):
    """A fact of a finding. ``always``: each finding of the kind has it; else where it is known, or in some cases."""

    name: str
    holds: tuple[str, ...]
    always: bool

    def fits(self, value: object) -> bool:
        """Whether ``value`` is what the fact can hold."""
        return any(HELD[one].fits(value) for one in self.holds)


def facts_of(row: str) -> tuple[Fact, ...]:
    """Return the facts that a row names: ``name:what`` each, ``name?:what`` where it may be missing, ``|`` for or."""
    told = []
    for text in row.split():
        name, _, holds = text.partition(":")
        fact = Fact(name.removesuffix("?"), tuple(holds.split("|")), not name.endswith("?"))
        if not HELD.keys() >= set(fact.holds):
            raise ValueError(f"{text}: nothing that a fact holds; that is one of {', '.join(HELD)}")
        told.append(fact)
    return tuple(told)


ANY: Final = facts_of(
    "misdeal?:misdeal actions_left?:count|none silent?:yes our_reading?:yes other?:figures "
    "options?:remedies replaces?:finding settles?:finding"
)
"""Facts that any finding may carry."""


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of finding. ``level`` is what it has unless the book says otherwise.

    ``needs`` are the devices that must be up to judge it. ``never_without`` is equipment besides without which it
    is never judged, ``in_part_without`` what it takes to judge it in all its cases. ``any_hand``: it does not matter
    to which hand a card belongs. ``by_house`` is false for what the table finds out about itself: no book rules on
    it. ``everywhere`` is what is mended in one way also where a book says nothing. ``advice`` is what helps dealer
    and floor and is no irregularity.
    """

    level: Level
    remedies: tuple[str, ...]
    cases: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    needs: frozenset[str] = frozenset()
    never_without: frozenset[str] = frozenset()
    in_part_without: frozenset[str] = frozenset()
    any_hand: bool = False
    by_house: bool = True
    everywhere: bool = False
    advice: bool = False

    def allows(self, remedy: str) -> bool:
        """Whether ``remedy`` may end a finding of this kind."""
        return remedy in ("floor", ALLOWED) or remedy in self.remedies

    def amiss(self, facts: dict[str, Any]) -> str | None:
        """Return what of ``facts`` is not as the row says, in words; None where all is."""
        known = {fact.name: fact for fact in (*ANY, *self.facts)}
        for fact in self.facts:
            if fact.always and fact.name not in facts:
                return f"{fact.name} is missing"
        for name, value in facts.items():
            if name not in known:
                return f"{name} stands in no row"
            if not known[name].fits(value):
                return f"{name} is {value!r}, not {' or '.join(known[name].holds)}"
        return None


def row(
    level: Level,
    remedies: str,
    cases: str = "",
    *,
    facts: str = "",
    needs: str = "",
    never_without: str = "",
    in_part_without: str = "",
    any_hand: bool = False,
    by_house: bool = True,
    everywhere: bool = False,
    advice: bool = False,
) -> Kind:
    """Return the kind that a row describes; names stand in one text, a space between them. Raise ValueError."""
    _known(needs, get_args(Sensor))
    _known(f"{never_without} {in_part_without}", get_args(Equipment))
    return Kind(
        level=level,
        remedies=tuple(remedies.split()),
        cases=tuple(cases.split()),
        facts=facts_of(facts),
        needs=frozenset(needs.split()),
        never_without=frozenset(never_without.split()),
        in_part_without=frozenset(in_part_without.split()),
        any_hand=any_hand,
        by_house=by_house,
        everywhere=everywhere,
        advice=advice,
    )


def _known(names: str, among: tuple[str, ...]) -> None:
    for name in names.split():
        if name not in among:
            raise ValueError(f"{name}: nothing that senses; that is one of {', '.join(among)}")
