"""Holds in figures what a finding tells the rules that come after it. Its facts, for its card, are made of them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from controller.table.events import Verb


class Figures(Struct, frozen=True, gc=False):
    """The figures of one kind of finding; what is UNSET is no fact."""

    def facts(self) -> dict[str, Any]:
        """Return them as facts, in order."""
        told = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in told.items() if value is not UNSET}


class ButtonSeen(Figures, frozen=True, gc=False):
    """The button lies at ``button`` and belongs at ``expected``; blinds or other seats where they are what is wrong."""

    button: int | None
    expected: int | None
    small_blind: int | UnsetType | None = UNSET
    big_blind: int | UnsetType | None = UNSET
    seats: list[int] | UnsetType = UNSET


class Look(Figures, frozen=True, gc=False, kw_only=True):
    """Somebody is to look at a zone: reads are missing, and what happened cannot be told from them."""

    look: str | UnsetType = UNSET
    about: str
    seats: list[int] | UnsetType = UNSET
    draw: int | UnsetType = UNSET
    blind: list[str] | UnsetType = UNSET
    differ: list[int] | UnsetType = UNSET
    """What cameras counted that see the same zone and do not agree."""
    replaces: str | UnsetType = UNSET


class Exposed(Figures, frozen=True, gc=False):
    """So many cards of a hand were shown with action pending."""

    cards: int


class Miscount(Figures, frozen=True, gc=False):
    """The camera's settled count of a betting zone, and what was pushed there."""

    counted: int
    pushed: int


class ChipsBehind(Figures, frozen=True, gc=False):
    """So many chips were found behind a seat, and whether a winner of its all-in could have matched them too."""

    found: int
    covered: bool | UnsetType = UNSET


class Spoken(Figures, frozen=True, gc=False):
    """Words that bind only where the floor says so."""

    action: Verb
    amount: int | None


class Barred(Figures, frozen=True, gc=False):
    """The misdeal that nobody can declare any more: its finding, and of what kind that is."""

    of: str
    of_kind: str


class Says(Struct, frozen=True, kw_only=True):
    """What rules may ask of a finding besides what every finding has.

    ``about`` are seats that it is about besides its own, ``settles`` is true where it settles an act out of turn,
    ``asks`` where it asks what was said.
    """

    figures: Figures | None = None
    about: tuple[int, ...] = ()
    settles: bool = False
    asks: bool = False


NOTHING = Says()
"""What most findings say to other rules."""
