"""Types what the referee says: findings, actions and hands, as the replay prints them.

A finding's facts are for its card and its readers: what each kind has, and of what type, stands in its row
(``controller.table.kinds``; as a page in ``docs/findings.md``). Amounts in facts are the seat's whole bet on the
street, as ``to`` is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, final

import msgspec
from msgspec import Struct

Level = Literal["floor", "dealer", "info"]
ActionName = Literal["post", "check", "call", "bet", "raise", "fold", "dead"]
Street = Literal[
    "deal", "preflop", "flop", "turn", "river", "third", "fourth", "fifth", "sixth", "seventh", "showdown"
]  # fmt: skip


class Finding(Struct, frozen=True, kw_only=True, gc=False, tag="finding", tag_field="type"):
    """An irregularity. ``id`` is ``<hand>:<kind>:<k>``; ``evidence`` holds line numbers of the log."""

    id: str
    t: float
    hand: int
    street: Street
    kind: str
    seat: int | None
    level: Level
    remedy: str
    cites: list[str]
    facts: dict[str, Any]
    evidence: list[int]


class Advice(Finding, frozen=True, kw_only=True, gc=False, tag="advice", tag_field="type"):
    """What helps and is no irregularity: whom to pay first, who may see a hand. Screens and text show it."""


@final
class Action(Struct, frozen=True, kw_only=True, gc=False, tag="action", tag_field="type"):
    """A player's move as it was ruled; ``to`` is the seat's whole bet on this street."""

    t: float
    hand: int
    street: Street
    seat: int
    action: ActionName
    to: int
    cites: list[str] = []
    all_in: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def move(self) -> tuple[Street, int, ActionName, int]:
        """What was done: two actions with the same are one."""
        return self.street, self.seat, self.action, self.to


class Pot(Struct, frozen=True, kw_only=True, gc=False):
    """A main or side pot and the seats that can win it."""

    amount: int
    seats: list[int]


class PotWinners(Struct, frozen=True, kw_only=True, gc=False):
    """Who won pot number ``pot``, and how much each got."""

    pot: int
    shares: dict[int, int]


@final
class HandLine(Struct, frozen=True, kw_only=True, gc=False, tag="hand", tag_field="type"):
    """A hand when it ended. ``unawarded`` is written only where chips are left over.

    A stack is None where it cannot be known; ``assumed`` is written where nobody saw or confirmed the award.
    """

    hand: int
    button: int | None
    board: list[str]
    pots: list[Pot]
    winners: list[PotWinners] | None
    returned: dict[int, int]
    stacks: dict[int, int | None]
    void: bool = False
    assumed: bool | msgspec.UnsetType = msgspec.UNSET
    unawarded: int | msgspec.UnsetType = msgspec.UNSET

    def shown(self, public: Iterable[str]) -> HandLine:
        """Return the line with those cards of its board that are ``public``; others are left out."""
        seen = set(public)
        return msgspec.structs.replace(self, board=[card for card in self.board if card in seen])


Output = Finding | Action | HandLine
