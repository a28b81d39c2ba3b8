"""Says what may follow of an act out of turn. Who follows the act in hand carries the steps out, in their order."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from controller.table.betting.round import Round
from controller.table.betting.turn import Turn
from controller.table.outputs import ActionName, Finding, Street


@dataclass(slots=True)
class EarlyAct:
    """An act out of turn. ``jumped`` are the seats that were due before.

    ``posted``: its chips count already, cut to the minimum or behind a skipped seat; its line comes later.
    ``bound``: substantial action has passed a skipped seat, so the act counts whatever that seat does.
    ``unheard``: the seat that was due may have checked, and checks are not all heard here.
    ``ruled``: a call of what had no amount yet, and the floor ruled that it counts whatever that is.
    ``behind``: what was told of its hand that was thrown in since; it is folded once the act is settled.
    ``street``: the one on which it came. ``rounds``: the betting before its chips counted, and with them.
    """

    turn: Turn
    jumped: list[int]
    street: Street
    finding: str = ""
    fold: bool = False
    action: ActionName | None = None
    figures: dict[str, int] = field(default_factory=dict)
    """What was pushed, what was owed and the total, as far as there is an amount."""
    faced: int = 0
    """What its seat had to match when it acted."""
    posted: int | None = None
    rounds: tuple[Round, Round] | None = None
    bound: bool = False
    unheard: bool = False
    ruled: bool = False
    behind: Finding | None = None
    cites: list[str] = field(default_factory=list)


class Final(Struct, frozen=True):
    """The act in hand is final."""


class Posted(Struct, frozen=True):
    """The house cuts a wager out of turn to the minimum; it lies there and is faced."""

    early: EarlyAct


class Skips(Struct, frozen=True):
    """Early acts have become more: a seat that they passed may have been skipped."""


class Counts(Struct, frozen=True):
    """Acts behind a skipped seat count whatever that seat does: their chips are in."""

    acts: list[EarlyAct]


class Binds(Struct, frozen=True):
    """The seat's turn has come and it faces what it faced then: its act binds."""

    early: EarlyAct


class Released(Struct, frozen=True):
    """What the offender faces has changed: the act does not bind and its chips go back."""

    early: EarlyAct


class Passed(Struct, frozen=True):
    """Play goes on after the last of the acts that count: the skipped seats have lost their turn."""

    acts: list[EarlyAct]


class FoldPrinted(Struct, frozen=True):
    """The turn of a seat has come that folded out of turn."""

    early: EarlyAct


Step = Final | Posted | Skips | Counts | Binds | Released | Passed | FoldPrinted
