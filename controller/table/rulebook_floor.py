"""Types what a house's book says of the floor's own work: seats, penalties, chips leaving play, knock-outs.

Each table is one of ``[floor.*]`` in the book's file and names its clauses in ``cites``. A table that the
book does not have is one on which the house is silent.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1)]
Cites = list[str]


class EntryRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a newcomer gets no cards yet: late, moved from a broken table, or for balance."""

    waits: Literal["between", "button_to_small"]
    """Strictly ``between`` button and small blind; or also on those two places themselves."""
    cites: Cites
    our_reading: bool = False


class ChangeRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player who changes his seat at the table."""

    nearer: Cites
    """Nearer to the big blind: dealt in at once."""
    away: Cites
    """Away from it: one hand is waited for each active position, or a big blind is posted."""


class BalanceRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Players moved so that tables are level."""

    cites: Cites
    """Who moves, and to where."""
    to: Literal["worst", "soonest"]
    """The worst open position, never the small blind; or the one that has the big blind soonest."""
    last_opened_at_stud: bool = False
    """Stud alone: the seat that opened last is filled."""
    keeps_position: bool = False
    """The place as far from the big blind as before may be proposed too."""
    may_wait: bool = False
    """The move waits until the big blind reaches the empty seat."""
    apart: Count | None = None
    """Sizes that differ by this much are uneven; None where the book names no measure."""
    and_outside: list[int] = []
    """... and only if a table has fewer players than the first or more than the second of these."""
    many_tables: Count | None = None
    """With more tables than this, sizes may differ by one more."""
    apart_cites: Cites = []
    our_reading: bool = False


class HaltRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table that waits because it is short of players."""

    short_by: Count
    cites: Cites
    other_formats: Literal["floor"] | None = None
    """What decides at other than full tables; None where the book does not say."""
    big_blind_on_empty_seat: bool = False
    """It halts only once its big blind would fall on an empty seat."""


class FinalTableRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seats at the final table, by how many a full table of the event has."""

    cites: Cites
    sizes: dict[str, Count] = {}
    one_more: bool = False
    """One more than a full table, for those that ``sizes`` does not name."""
    most: Count = 10
    heads_up: bool = True
    """Whether heads-up events have one at all."""
    tables_of: dict[str, Count] = {}
    """Two tables of this many merge once one more player is out."""


class BreakRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a table is broken up."""

    cites: Cites
    fits: Count | None = None
    """Tables merge as soon as all fit at one table of this many; None: in an order fixed beforehand."""


class RedrawRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seats are drawn anew when this many tables are left."""

    at_tables: list[Count]
    cites: Cites
    optional_at: Count | None = None
    optional_from: list[Count] = []
    """With that many tables at the start it may be left out at ``optional_at``."""


class DrawRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How seats are drawn for the players of a broken table."""

    cites: Cites
    steps: Annotated[int, Meta(ge=1, le=2)] = 1
    """Two: a card each settles who draws first, then seat cards are drawn."""


class KnockoutRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who finishes higher of several knocked out on one hand."""

    first: Literal["hand", "stack"]
    equal: Literal["stack", "share"]
    """What parts those alike: the larger starting stack, or they share and the best hand takes the rest."""
    cites: Cites


class LateRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When the chips of a player who never came may be taken off: a new level or so long, the earlier."""

    after_minutes: Count
    cites: Cites


class MissedRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Blinds that a late player missed are charged when he sits down."""

    cites: Cites


class PenaltyRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Missed rounds: the players at the table when it is given, times the rounds."""

    cites: Cites
    most_rounds: Count | None = None


class PresenceRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long a player with a live hand has to stay."""

    until: Literal["showdown", "betting"]
    cites: Cites


class EtiquetteRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Acts out of turn, and pots splashed, that are counted for the floor."""

    counted: Literal["level", "sitting"]
    cites: Cites
    told_from: Count = 2
    in_hand_from: Count | None = None
    in_hand_cites: Cites = []
    splash_cites: Cites = []
    """The clauses on splashing the pot; empty where the house has no word on it."""
    splash_from: Count = 2
    our_reading: bool = False
    """The clause names no number and no span; those are ours."""


class NutsRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The exclusive nuts checked by the last to act on the river: noted, no penalty by itself."""

    cites: Cites


class RaceRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chip race. It always begins in seat 1."""

    cites: Cites
    most_each: Count | None = 1
    """Chips that one player may win; None where the book sets no limit."""
    broke: Literal["after", "first"] = "after"
    """Whoever would be left without a chip gets one: after the race, or before anybody is awarded one."""
    remainder: Literal["half"] | None = None
    """Odd chips that make half a new one or more earn one; None where the book does not say."""
    when_not_needed: bool = False
    """The lowest chip leaves as soon as blinds and antes do not need it."""
    leftover_cites: Cites = []
    our_reading: bool = False


class RebuyRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rebuys."""

    cites: Cites
    behind: bool = False
    """One that is announced before a hand plays at once, as chips behind, and is owed."""
    most: Count | None = None
    until_minutes: Count | None = None


class StackRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The stack that every paid seat begins with; ``amount`` None: each event sets its own."""

    cites: Cites
    amount: Count | None = None


class FloorRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The book on the floor's work; None where the house is silent."""

    entry: EntryRules | None = None
    change: ChangeRules | None = None
    balance: BalanceRules | None = None
    halt: HaltRules | None = None
    final_table: FinalTableRules | None = None
    breaking: BreakRules | None = None
    redraw: RedrawRules | None = None
    draw: DrawRules | None = None
    knockouts: KnockoutRules | None = None
    late: LateRules | None = None
    missed_blinds: MissedRules | None = None
    penalties: PenaltyRules | None = None
    presence: PresenceRules | None = None
    etiquette: EtiquetteRules | None = None
    nuts_check: NutsRules | None = None
    race: RaceRules | None = None
    rebuys: RebuyRules | None = None
    stacks: StackRules | None = None
