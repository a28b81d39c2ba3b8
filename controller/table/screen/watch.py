"""Watches a table from event to event for what its people should be reminded of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from controller.table import events as ev
from controller.table.figures import Miscount
from controller.table.outputs import Action, HandLine, Output
from controller.table.players.players import clockwise
from controller.table.ranks import FULL_DECK
from controller.table.screen.attention import of_hand
from controller.table.screen.reminders import Reminders
from controller.table.seating.button_draw import highest
from controller.table.state import Table
from controller.table.view import Note

if TYPE_CHECKING:
    from controller.table.hand import Hand

SAME_CARDS: Final = 6
"""So many first cards in the order of the last hand's were not shuffled."""


@dataclass(slots=True)
class Watch:
    """What one table has to be reminded of, between hands and in them."""

    reminders: Reminders
    hand_for_hand: bool = False
    gone: list[int] = field(default_factory=list)
    """Seats whose players went out, in that order."""
    _level: ev.LevelSet | None = None
    _deck: str | None = None
    _cards: int = 0
    """Cards of this hand that were drawn, up to ``SAME_CARDS``."""
    _order: int | None = 0
    _before: int | None = None
    """A fingerprint of the first cards in their order, of this hand and the last; None: not all were read, or too
    few. It says nothing outside the process that made it, so a state that is kept tells no hand."""
    _drawn: dict[int, list[str]] = field(default_factory=dict)
    _asked: bool = False

    def told(self, out: list[Output], table: Table) -> None:
        """Take what an event has brought."""
        for line in out:
            if type(line) is HandLine:
                self._hand_over(line, table)
            elif type(line) is Action and line.action == "fold":
                self._folded(line, table)

    def standing(self, table: Table) -> list[Note]:
        """Return the reminders that stand now."""
        standing = self.reminders.standing()
        if table.play is not None:
            asked = self._misdeal_asked(table.play.hand)
            return [*standing, *of_hand(table.play, self.reminders), *([asked] if asked else [])]
        made = [self._to_draw(table), self._set_right(table)]
        return [*standing, *(note for note in made if note is not None)]

    # Hands -----------------------------------------------------------------------------------------

    def _card_turned(self, event: ev.CardFace, table: Table) -> None:
        if event.zone == "stub" and event.face == "up" and table.hand is not None:
            self.reminders.note("hand", "deck.reshuffle", level="floor")

    def _floor_called(self, event: ev.FloorCalled, table: Table) -> None:
        self._asked = True

    def _table_set(self, event: ev.TableSet, table: Table) -> None:
        self._drawn, self.gone = {}, []

    def _hand_started(self, event: ev.HandStarted, table: Table) -> None:
        hand, notes = table.hand, self.reminders
        if hand is None:
            return
        notes.drop("hand")
        self._before = self._order if self._cards == SAME_CARDS else None
        self._cards, self._order, self._asked = 0, 0, False
        hand.all_in_down = self.hand_for_hand and hand.book.level.hand_for_hand_down
        order = clockwise({*hand.players, hand.blinds.button}, hand.blinds.button)
        cuts = next((seat for seat in reversed(order[:-1]) if seat in hand.players), None)
        notes.note("cards", "deal.cut", "", cuts)
        self._who_deals(hand)
        positions = table.positions
        for seat in [seat for seat in positions.missed if seat in hand.players]:
            blind = positions.missed.pop(seat)
            notes.note("hand", "button.dodged_blind", "", seat, "floor", blind=blind)
        for seat, places in positions.short.items():
            notes.note("hand", "button.move", "", seat, "floor", missing=places)

    def _who_deals(self, hand: Hand) -> None:
        if hand.book.deal.dealt_by == "last_out" and self.gone:
            self.reminders.note("cards", "deal.who_deals", "last_out", self.gone[-1], "info")
        elif hand.book.deal.dealt_by is not None:
            self.reminders.note("cards", "deal.who_deals", "button", hand.blinds.button, "info")

    def _hand_over(self, line: HandLine, table: Table) -> None:
        last = table.positions.last
        if line.void or line.unawarded or last is None:
            return
        brought = last.stacks
        out = [seat for seat, stack in line.stacks.items() if stack == 0 and brought.get(seat)]
        self.gone += sorted(out, key=lambda seat: brought[seat] or 0)

    def _folded(self, line: Action, table: Table) -> None:
        """A hand was folded to an amount that the dealer had told wrongly."""
        hand = table.hand
        wrong = None if hand is None else hand.judge.latest("bet.count_mismatch")
        if hand is None or wrong is None or wrong.street != line.street or wrong.seat == line.seat:
            return
        amiss = hand.judge.figures(wrong, Miscount)
        if amiss is None:
            return
        facts = {"announced": amiss.counted, "pushed": amiss.pushed}
        known = hand.identifiable(line.seat)
        self.reminders.note("hand", "hand.retrieve", "", line.seat, "floor", identifiable=known, **facts)

    def _misdeal_asked(self, hand: Hand) -> Note | None:
        """The dealer called the floor with no misdeal told: one may be declared, or no longer."""
        if not self._asked or hand.judge.open_misdeals or hand.street:
            return None
        if hand.judge.cutoff.passed:
            return self.reminders.make("misdeal.barred_after_sa", level="floor")
        left = hand.judge.cutoff.left
        return self.reminders.make("misdeal.other", level="floor", actions_left=left)

    # Cards and decks -------------------------------------------------------------------------------

    def _card_drawn(self, event: ev.CardDrawn, table: Table) -> None:
        hand = table.hand
        if hand is None:
            return
        if len(hand.draws) == 1:
            self.reminders.drop("cards", "deck")
        if self._cards < SAME_CARDS:
            self._cards += 1
            self._order = None if None in (self._order, event.tag) else hash((self._order, event.tag))
            if self._cards == SAME_CARDS and self._order is not None and self._order == self._before:
                self.reminders.note("hand", "deal.shuffle", level="floor")
        if hand.all_in_down and table.play is not None and table.play.showing.all_in_and_closed():
            self.reminders.note("hand", "level.hand_for_hand", "card_too_early", level="floor")

    def _card_seen(self, event: ev.CardSeen, table: Table) -> None:
        if not table.hands and event.zone in ev.SEAT_ZONES:
            card = table.deck.card(event.tag)
            drawn = self._drawn.setdefault(ev.SEAT_ZONES[event.zone], [])
            if card in FULL_DECK and card not in drawn:
                drawn.append(card)
        elif event.zone == "stub" and event.face == "up" and table.hand is not None:
            self.reminders.note("hand", "deck.reshuffle", level="floor")

    def _level_set(self, event: ev.LevelSet, table: Table) -> None:
        before, self._level = self._level, event
        if before is None or (before.small, before.big) == (event.small, event.big):
            return
        if "level" in table.book.deck.change_at:
            self.reminders.note("deck", "deck.change", "level")

    def _deck_loaded(self, event: ev.DeckLoaded, table: Table) -> None:
        before, self._deck = self._deck, event.id
        if before in (None, event.id):
            return
        self.reminders.drop("deck")
        if table.hand is not None and table.hand.draws:
            self.reminders.note("hand", "deck.change", "in_hand", level="floor")
        elif "level" not in table.book.deck.change_at:
            why = [*table.book.deck.change_at, "damaged_card"]
            self.reminders.note("cards", "deck.change", "why", level="info", options=why)

    # Between hands ---------------------------------------------------------------------------------

    def _to_draw(self, table: Table) -> Note | None:
        """Before the first hand: who is still to draw for the button, or who has it."""
        how = table.book.button.draw
        seats = table.positions.entitled()
        if how is None or table.hands or len(seats) < 2:
            return None
        waiting = [seat for seat in seats if not self._drawn.get(seat)]
        if waiting:
            return self.reminders.make("button.draw", "draw", None, seats=waiting)
        best = highest({seat: self._drawn[seat] for seat in seats}, how)
        if len(best) > 1:
            return self.reminders.make("button.draw", "again", None, seats=best)
        return self.reminders.make("button.draw", "drawn", best[0])

    def _set_right(self, table: Table) -> Note | None:
        """The last hand's button was wrong and stayed so; the next hand sets it right."""
        last, due = table.positions.last, table.upcoming
        if last is None or last.proper is None or due is None or due.button != last.proper.button:
            return None
        if last.void or not table.book.button.correct_previous:
            return None
        facts = {"played": last.blinds.button, "small_blind": due.small, "big_blind": due.big}
        return self.reminders.make("button.correct_previous", "", due.button, "dealer", **facts)

    def _ruled(self, event: ev.Ruled, table: Table) -> None:
        if event.decision == "dealer_push":
            self._dealer_push(table)
        if event.decision in ("hand_for_hand", "normal_play"):
            self.hand_for_hand = event.decision == "hand_for_hand"
        if table.hand is not None and event.decision in ("hand_for_hand", "normal_play", "release"):
            down = event.decision == "hand_for_hand" and table.book.level.hand_for_hand_down
            table.hand.all_in_down = down

    def _dealer_push(self, table: Table) -> None:
        """The dealer leaves: another deck comes in, and the next one is told what matters."""
        if "dealer_push" in table.book.deck.change_at:
            self.reminders.note("deck", "deck.change", "dealer_push")
        level, serving = table.level, table.notebook.penalties.serving
        left = {seat: penalty.hands - penalty.served for seat, penalty in serving.items()}
        self.reminders.note(
            "deck",
            "level.dealer_push",
            small=level.small,
            big=level.big,
            ante=level.ante + level.big_blind_ante,
            seats=sorted(left),
            left=left,
        )


REMINDING: Final[dict[type, Callable[[Watch, Any, Table], None]]] = {
    ev.HandStarted: Watch._hand_started,
    ev.LevelSet: Watch._level_set,
    ev.DeckLoaded: Watch._deck_loaded,
    ev.CardDrawn: Watch._card_drawn,
    ev.CardSeen: Watch._card_seen,
    ev.CardFace: Watch._card_turned,
    ev.FloorCalled: Watch._floor_called,
    ev.Ruled: Watch._ruled,
    ev.TableSet: Watch._table_set,
}
"""What an event reminds of that the table has taken, besides what it has brought."""
