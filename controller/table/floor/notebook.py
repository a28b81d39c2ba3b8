"""Remembers for the floor from hand to hand, and says what follows from it.

All of it follows from the table's own events, so a replay of a log writes the same notes. Nothing here
rules on anything but a counted penalty, which the table carries out, and an announced rebuy, which plays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.table import events as ev
from controller.table.floor.breaches import Breaches
from controller.table.floor.colour_up import amounts, not_needed
from controller.table.floor.late import Late
from controller.table.floor.missed_blinds import MissedBlinds
from controller.table.floor.over import knocked_out, nuts_checked
from controller.table.floor.penalties import Penalties
from controller.table.floor.rebuys import Rebuys
from controller.table.hand import Hand
from controller.table.outputs import HandLine
from controller.table.players.players import Seat
from controller.table.pots.pots import Showdown
from controller.table.rulebook import Rulebook
from controller.table.view import Note


@dataclass(slots=True)
class Notebook:
    """The notebook of one table under one book; ``seats`` are the table's own."""

    book: Rulebook
    seats: dict[int, Seat]
    last: int = 0
    """The number of the last hand that began."""
    level: ev.LevelSet | None = None
    levels: int = 0
    """How many levels were set; ``played`` is the number of the one in the last hand that began."""
    played: int = 0
    chips: list[int] = field(default_factory=list)
    """Denominations in play."""
    penalties: Penalties = field(default_factory=Penalties)
    breaches: Breaches = field(default_factory=Breaches)
    rebuys: Rebuys = field(default_factory=Rebuys)
    late: Late = field(default_factory=Late)
    missed: MissedBlinds = field(default_factory=MissedBlinds)
    remarks: list[tuple[int, Note]] = field(default_factory=list)
    """What happened in a hand, with its number: kept until the next one is over."""

    def level_set(self, event: ev.LevelSet) -> None:
        """A level was set: from the next hand on."""
        self.level, self.levels = event, self.levels + 1
        if event.denominations is not None:
            self.chips = sorted(event.denominations)
        if self.last:
            self.late.level_began(event.t)

    def set_up(self, event: ev.TableSet) -> None:
        """The table was set up: whoever is not there any more is forgotten."""
        self.chips = sorted(event.denominations)
        self._forget([number for number, seat in self.seats.items() if seat.state == "empty"])
        self.late.set_up(event.t, self.seats)

    def seat_changed(self, event: ev.SeatChanged, hand: Hand | None) -> None:
        """A player came, went or was seated."""
        if event.state is None:
            return
        if event.state not in ("absent", "late"):
            self.late.seats.discard(event.seat)
        if event.state in ("in", "absent"):
            stack = event.stack if event.stack is not None else self.seats[event.seat].stack
            notes = self.missed.came(event.seat, stack, self.book.floor.missed_blinds)
            self.remarks += [(self.last + 1, note) for note in notes]
        moved = self.penalties.sits_down(event.seat)
        if event.state == "in" and not moved:
            self.penalties.lift(event.seat)
        elif event.state == "empty":
            if event.to is not None:
                self.penalties.move(event.seat, event.to)
            self._forget([event.seat])
        rules = self.book.floor.presence
        if hand is None or rules is None or event.state == "in" or hand.dealing:
            return
        player = hand.players.get(event.seat)
        if player is not None and player.live and (rules.until == "showdown" or not hand.betting_over):
            note = Note(kind="penalty.left_table", seat=event.seat, cites=rules.cites)
            self.remarks.append((hand.n, note))

    def ruled(self, event: ev.Ruled, seat: int | None, hand: Hand | None) -> None:
        """The floor gave ``seat`` a penalty that is counted, or noted a rebuy of it."""
        rules = self.book.floor
        if seat is None:
            return
        if event.decision in ("penalty", "missed_hands") and rules.penalties is not None:
            there = sum(held.state != "empty" and held.stack != 0 for held in self.seats.values())
            self.penalties.ruled(event, seat, rules.penalties, there)
        elif event.decision == "rebuy" and event.amount:
            behind = rules.rebuys is not None and rules.rebuys.behind
            self.rebuys.announced(seat, event.amount, self.seats, hand, last=self.last, owed=behind)
        elif event.decision == "rebuy_paid":
            self.rebuys.bought(seat)

    def begin(self, hand: int) -> None:
        """A hand begins."""
        self.last, self.played = hand, self.levels
        self.penalties.begin(self.seats)

    def end(self, hand: Hand, line: HandLine, known: Callable[[], Showdown]) -> None:
        """A hand is over; ``known`` tells what was seen of its cards."""
        rules = self.book.floor
        self.breaches.end(hand, self.played)
        self.remarks = [remark for remark in self.remarks if remark[0] >= hand.n]
        if not line.void:
            self.penalties.end(hand, self.seats)
        notes = knocked_out(rules.knockouts, hand, line, known) + nuts_checked(rules.nuts_check, hand, known)
        self.remarks += [(hand.n, note) for note in notes]
        self.rebuys.end(self.seats)

    def notes(self, t: float, hand: Hand | None) -> list[Note]:
        """Return what the floor is to be reminded of at ``t``."""
        rules = self.book.floor
        told = self.penalties.notes(rules.penalties)
        level = self.levels if hand is None else self.played
        told += self.breaches.notes(rules.etiquette, hand, self.last, level)
        told += self.rebuys.notes(rules.rebuys)
        told += self.late.notes(rules.late, t)
        told += [note for _, note in self.remarks]
        return told + self._colour_up()

    def _forget(self, seats: list[int]) -> None:
        self.penalties.forget(seats)
        self.breaches.forget(seats)
        self.rebuys.forget(seats)
        self.missed.forget(seats)

    def _colour_up(self) -> list[Note]:
        """Say which chips may leave, where the house takes them off as soon as no blind needs them."""
        rules = self.book.floor.race
        if rules is None or not rules.when_not_needed or self.level is None:
            return []
        spare = not_needed(self.chips, amounts(self.level))
        facts = {"chips": spare}
        return [Note(kind="chips.race", seat=None, cites=rules.cites, facts=facts)] if spare else []
