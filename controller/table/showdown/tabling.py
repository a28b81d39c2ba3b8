"""Follows hands turned up at the showdown: whole, in part, thrown away, killed, let go."""

from __future__ import annotations

from typing import Final

from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.lasting import lasted
from controller.table.pots.pots import Showdown
from controller.table.pots.ranking import high, sure_strength
from controller.table.showdown.showdown import Showing

NEXT_CARD_S: Final = 2.0
"""A hand of which some cards are up is told when no further one has been turned for this long."""

READ_S: Final = 2.0
"""A hand that its player turns down again before this has passed could not be read."""


class Tabling:
    """The hands of one showdown as they lie."""

    def __init__(self, hand: Hand, showing: Showing) -> None:
        self.hand = hand
        self.showing = showing
        self.may_return: set[int] = set()
        """Seats whose hand plays again once it is turned up, though it was thrown away."""
        self._face_down = False
        """Whether it was told that a hand stays down where all have to show."""
        self.half: dict[int, float] = {}
        """Hands of which some cards are up, and when the last of these was turned."""
        self._whole: dict[int, float] = {}
        """When a hand was first seen whole."""
        self._thrown: set[int] = set()
        self._lifted: set[int] = set()

    def time(self) -> None:
        """Tell what lies half tabled or loose once the betting is over."""
        if self.hand.round is None:
            return
        if self.half:
            self._half_tabled()
        if self.hand.tracker.lifted_for(NEXT_CARD_S, self.hand.t):
            self._loose_hands()

    # Hands turned up, and down again ----------------------------------------------------------------

    def turned_up(self, seat: int, line: int) -> None:
        """A player turned cards up: before the betting is over an exposure, then the tabling of his hand."""
        self.showing.exposed(seat, line)
        hand = self.hand
        self.half.pop(seat, None)
        if hand.half_tabled(seat):
            self.half[seat] = hand.t
        if not hand.tabled(seat):
            return
        if seat in self._whole:
            return
        self._whole[seat] = hand.t
        if seat in self.may_return:
            hand.mucked.discard(seat)
        self._too_early(seat, line)

    def _too_early(self, seat: int, line: int) -> None:
        """A hand that is in for the main pot alone waits until the side pots are settled."""
        pots = self.showing.pots()
        side = sorted({other for pot in pots[1:] for other in pot.seats})
        if not side or seat in side or not self.hand.players[seat].live or self.hand.awards:
            return
        if not all(self.hand.tabled(other) for other in side):
            self.hand.advise(
                Irregularity("showdown.wait", seat, facts={"seats": side}, lines=[line], about=side)
            )

    def turned_down(self, seat: int, tag: str | None) -> None:
        """A player turned cards down again: not tabled, where they were not up long enough to be read."""
        hand = self.hand
        player = hand.players.get(seat)
        if player is None or not player.tabled or hand.awards:
            return
        if seat in self._whole and hand.t - self._whole[seat] >= READ_S:
            return
        self._whole.pop(seat, None)
        up = frozenset() if tag is None else player.tabled - {tag}
        hand.seat(seat, tabled=up)
        self.half.pop(seat, None)
        if up:
            self.half[seat] = hand.t

    def _half_tabled(self) -> None:
        """A hand of which one card would already win, or that plays the board, has to be tabled whole."""
        for seat, turned in list(self.half.items()):
            if not self.showing.begun or self.hand.awards or not lasted(turned, NEXT_CARD_S, self.hand.t):
                continue
            del self.half[seat]
            case = self._sure_case(seat)
            if case in self.showing.cases("showdown.partly_tabled"):
                self._partly(seat, (case,), self.hand.line)

    def _partly(self, seat: int, cases: tuple[str, ...], line: int) -> None:
        if not any(f.kind == "showdown.partly_tabled" and f.seat == seat for f in self.hand.judge.findings):
            self.hand.tell(Irregularity("showdown.partly_tabled", seat, cases, lines=[line]))

    def _sure_case(self, seat: int) -> str:
        """Say what the cards that are up are sure of against the hands tabled: to win, or by the board alone."""
        known = self.showing.known()
        others = [s for s in self.showing.still_in() if s != seat]
        if not others or known.form.wins != "high" or any(s not in known.hands for s in others):
            return ""
        up = known.up.get(seat, [])
        if not known.readable([up, *(known.hands[s] for s in others)]):
            return ""
        sure = sure_strength(up, known.board, self.hand.deal.per_seat)
        if sure > min(high(known.hands[s] + known.board) for s in others):
            return ""
        return "play_board" if self._plays_board(known, up) else "one_winning_card"

    def _plays_board(self, known: Showdown, up: list[str]) -> bool:
        if not up or not known.readable([up]) or self.hand.deal.per_seat != 2:
            return False
        return sure_strength(up, known.board, 2) == sure_strength([], known.board, 2)

    def _loose_hands(self) -> None:
        """A hand let go face down that is not in the muck is not lost yet."""
        if not self.showing.begun or self.hand.awards:
            return
        gone = self.hand.tracker.gone_at
        for seat in self.showing.still_in():
            cards = self.hand.cards[seat]
            if seat in self._lifted or self.hand.players[seat].tabled or not cards:
                continue
            if all(tag in gone and lasted(gone[tag], NEXT_CARD_S, self.hand.t) for tag in cards):
                self._lifted.add(seat)
                self.hand.advise(Irregularity("showdown.live_cards", seat, lines=[self.hand.line]))

    # Hands that stay down --------------------------------------------------------------------------

    def next_card_or_award(self) -> None:
        """With somebody all-in and the betting over, every hand is tabled before play goes on."""
        if self._face_down or self.hand.all_in_down or not self.showing.all_in_and_closed():
            return
        seat = next((seat for seat in self.showing.still_in() if not self.hand.players[seat].tabled), None)
        if seat is not None:
            self._face_down = True
            self._not_tabled(seat, ())

    def thrown_away(self, seat: int, line: int) -> None:
        """A live hand reached the muck after the betting. What was tabled is known and still plays."""
        hand = self.hand
        if seat in self._thrown:
            return
        self._thrown.add(seat)
        self.half.pop(seat, None)
        if not hand.kit.awards and self._is_gathered(seat):
            return
        if hand.tabled(seat):
            if seat in self.showing.tabled_winners() and not any(award.seat == seat for award in hand.awards):
                hand.tell(Irregularity("showdown.winner_killed", seat, ("mucked",), lines=[line]))
            return
        if hand.players[seat].tabled and not hand.half_tabled(seat):
            return  # all that was read of it lay face up: what it holds is not known, nor that it was let go
        if not (hand.kit.faces or hand.kit.awards):
            return  # it may have been tabled, and the pot may be gone
        self._thrown_untabled(seat, line)
        hand.mucked.add(seat)

    def _is_gathered(self, seat: int) -> bool:
        """Whether the pot may have gone unseen and the cards at ``seat`` are only gathered, in any order."""
        return not self.hand.kit.faces or self.hand.tabled(seat) or self.showing.still_in() == [seat]

    def _thrown_untabled(self, seat: int, line: int) -> None:
        shown = bool(self.hand.players[seat].tabled)
        if self.showing.all_in_and_closed():
            self.may_return.add(seat)
            if not shown:
                self._not_tabled(seat, ())
        elif self.showing.all_show():
            if not shown:
                self._not_tabled(seat, ("checked",))
        elif not shown and "in_turn" in self.showing.cases("showdown.not_tabled"):
            self._not_tabled(seat, ("in_turn",))
        if shown and "mucked" in self.showing.cases("showdown.partly_tabled"):
            self._partly(seat, ("mucked",), line)

    def _not_tabled(self, seat: int, cases: tuple[str, ...]) -> None:
        """Tell that a hand is not up; thrown away after it was told to lie face down it is told in place of that."""
        hand = self.hand
        if hand.all_in_down:
            return
        down = [f.id for f in hand.judge.findings if f.kind == "showdown.not_tabled" and f.seat == seat]
        facts: dict[str, object] = {"replaces": down[-1]} if down else {}
        hand.tell(Irregularity("showdown.not_tabled", seat, cases, facts, [hand.line]))

    def claimed(self, seat: int, line: int) -> None:
        """Chips were pushed to ``seat``: it must have tabled all its cards where the pot was contested.

        Who shows nothing at a showdown is told while another hand still lies at its seat: else that may have been let go.
        """
        hand = self.hand
        player = hand.players.get(seat)
        if player is None or not hand.contested or len(self.showing.still_in()) < 2:
            return
        if hand.half_tabled(seat):
            known = self.showing.known()
            board = self._plays_board(known, known.up.get(seat, []))
            case = "play_board" if board else self._sure_case(seat)
            self._partly(seat, (case,) if case else (), line)
        elif seat in self.showing.still_in() and not player.tabled and hand.identifiable(seat):
            others = [other for other in self.showing.still_in() if other != seat and self.lies(other)]
            # a hand in an all-in pot is told of its own
            if others and self.showing.begun and not self.showing.all_in_and_closed():
                self._partly(seat, (), line)

    def lies(self, seat: int) -> bool:
        """Whether an antenna sees a card of the hand at its seat."""
        tracker, zone = self.hand.tracker, f"seat:{seat}"
        return any(tracker.place.get(t) == zone and t not in tracker.gone_at for t in self.hand.cards[seat])
