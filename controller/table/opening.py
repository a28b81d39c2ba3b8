"""The start of a hand: who is dealt in, where button and blinds belong after the last hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec

from controller.table.claims import Claim, CutOffCount, Judge
from controller.table.deal import Deal
from controller.table.events import Game, HandStarted, LevelSet, SeatState
from controller.table.hand import Hand
from controller.table.players import Blinds, Player, Seat, blinds_from, clockwise, next_positions
from controller.table.rulebook import Rulebook

HOLE_CARDS = {"plo": 4}
"""Hole cards of a game; two where it is not named."""


@dataclass(slots=True)
class LastHand:
    """What the next hand follows from. ``void``: a misdeal, whose button may stand again.

    ``states`` is who was dealt in, and how: a re-deal is for the same seats.
    """

    blinds: Blinds
    level: LevelSet
    void: bool = False
    states: dict[int, SeatState] = field(default_factory=dict)


@dataclass(slots=True)
class Opening:
    """Opens hands at one table."""

    book: Rulebook
    game: Game
    seats: dict[int, Seat]
    last: LastHand | None = None

    def open(self, n: int, event: HandStarted, line: int, level: LevelSet) -> Hand:
        """Return hand ``n``; a button that does not belong where it is is told at once."""
        entitled = [s for s in self._entitled(event) if self._sat_before(s, event)]
        expected = self._expected(event, entitled)
        blinds = self._blinds(event, entitled, expected)
        if event.redeal and self.last is not None:
            level = self.last.level
        players = {s: Player(s, self._state(s, event), self.seats[s].stack) for s in entitled}
        for s, player in players.items():
            player.out, self.seats[s].new = self.seats[s].out, False
        judge = Judge(self.book, n, CutOffCount(self.book.cutoff))
        deal = self._deal(entitled, event.button)
        hand = Hand(n, self.book, self.game, level, blinds, players, judge, deal, event.t, line)
        if expected is not None and expected.button != event.button:
            facts = {"button": event.button, "expected": expected.button}
            hand.tell(Claim("misdeal.button_position", facts=facts, lines=[line]))
        else:
            self._tell_dead(hand)
        return hand

    def upcoming(self) -> Blinds | None:
        """Return where button and blinds belong in the next hand; None before the first one."""
        if self.last is None or self.last.void:
            return None if self.last is None else self.last.blinds
        return next_positions(self.last.blinds, self._entitled())

    def waiting(self) -> list[int]:
        """Return the newcomers whom the next hand deals no cards, by the place they sit in."""
        return [s for s, seat in self.seats.items() if seat.entitled and self._waits(s)]

    def _entitled(self, event: HandStarted | None = None) -> list[int]:
        """Return the seats of the next hand; a newcomer may have to wait, unless the dealer named him a blind."""
        named = () if event is None else (event.small_blind, event.big_blind)
        return [s for s, seat in self.seats.items() if seat.entitled and (s in named or not self._waits(s))]

    def _waits(self, seat: int) -> bool:
        """Whether ``seat`` is a newcomer where the house deals none in: the button has to pass first."""
        rules, last = self.book.floor.entry, self.last
        if rules is None or last is None or last.blinds.big is None or not self.seats[seat].new:
            return False
        if last.void:
            button, small = last.blinds.button, last.blinds.place
        else:
            button, small = last.blinds.place or last.blinds.button, last.blinds.big
        if small is None or button == small or last.blinds.button == last.blinds.place:
            return False
        place, end = (seat - button) % 10, (small - button) % 10
        return 0 < place < end if rules.waits == "between" else place <= end

    def _sat_before(self, seat: int, event: HandStarted) -> bool:
        """Whether ``seat`` may be dealt to: nobody new sits down for a re-deal."""
        return not event.redeal or self.last is None or seat in self.last.states

    def _state(self, seat: int, event: HandStarted) -> SeatState:
        """Return how ``seat`` is dealt in; who was away at the first deal may be held to it at the re-deal."""
        now = self.seats[seat].state
        if not event.redeal or self.last is None or self.book.deal.redeal_returns:
            return now
        before = self.last.states[seat]
        return now if before == "in" else before

    def _deal(self, entitled: list[int], button: int) -> Deal:
        boxed = self.book.rule("deal.boxed_card")
        return Deal(
            rules=self.book.deal,
            order=clockwise(entitled, button),
            per_seat=HOLE_CARDS.get(self.game, 2),
            states={
                number: "out" if seat.entitled and number not in entitled else seat.state
                for number, seat in self.seats.items()
            },
            boxed_replaced=boxed is not None and boxed.remedy == "replace_card",
        )

    def _blinds(self, event: HandStarted, entitled: list[int], expected: Blinds | None) -> Blinds:
        """Return the blinds that the dealer named, else those that follow."""
        if expected is None or expected.button != event.button:
            blinds = blinds_from(event.button, entitled)
        else:
            blinds = replace(expected)
        if event.small_blind is not msgspec.UNSET:
            blinds.small = event.small_blind
            blinds.place = blinds.place if event.small_blind is None else event.small_blind
        if event.big_blind is not msgspec.UNSET:
            blinds.big = event.big_blind
        return blinds

    def _expected(self, event: HandStarted, entitled: list[int]) -> Blinds | None:
        """Return where button and blinds belong; None where nothing is known before."""
        last = self.last
        if last is None:
            return None
        if event.redeal or (last.void and event.button == last.blinds.button):
            return last.blinds
        return next_positions(last.blinds, entitled)

    def _tell_dead(self, hand: Hand) -> None:
        """Say that the button or the small blind is dead this hand, so that nobody mends it."""
        blinds = hand.blinds
        if len(hand.players) < 3:
            return
        button_dead, small_dead = blinds.button not in hand.players, blinds.small is None
        if not button_dead and not small_dead:
            return
        case = "both_out" if button_dead and small_dead else "big_blind_out"
        if button_dead and not small_dead:
            case = "small_blind_out"
        facts = {"button_dead": button_dead, "small_blind_dead": small_dead}
        hand.tell(Claim("button.dead", None, (case,), facts, [hand.line]))
