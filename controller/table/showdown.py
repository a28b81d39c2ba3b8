"""The showdown: who tables first, hands that stay down or half down, winners that go to the muck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.table.betting import Betting
from controller.table.claims import Claim
from controller.table.ending import sure_strength
from controller.table.hand import Hand
from controller.table.outputs import Pot
from controller.table.players import clockwise
from controller.table.pots import Showdown, layers, uncalled

NEXT_CARD_S = 2.0
"""A hand of which some cards are up is told when no further one has been turned for this long."""

READ_S = 2.0
"""A hand that its player turns down again before this has passed could not be read."""


@dataclass(slots=True)
class Showing:
    """Watches one hand from the end of its betting to its award. ``known`` builds what can be ranked."""

    hand: Hand
    betting: Betting
    known: Callable[[], Showdown]
    may_return: set[int] = field(default_factory=set)
    """Seats whose hand plays again once it is turned up, though it was thrown away."""
    _ordered: bool = False
    _face_down: bool = False
    _half: dict[int, float] = field(default_factory=dict)
    """Hands of which some cards are up, and when the last of these was turned."""
    _whole: dict[int, float] = field(default_factory=dict)
    """When a hand was first seen whole."""
    _thrown: set[int] = field(default_factory=set)
    _lifted: set[int] = field(default_factory=set)

    # Who shows, and in what order ------------------------------------------------------------------

    def time(self) -> None:
        """Say who tables first, and what lies half tabled or loose, once the betting is over."""
        if self.hand.round is None:
            return
        if not self._ordered:
            self._say_order()
        if self._half:
            self._half_tabled()
        if self.hand.tracker.lifted_for(NEXT_CARD_S, self.hand.t):
            self._loose_hands()

    def _say_order(self) -> None:
        """Say who tables first, once the river's betting is closed and nobody is all-in."""
        hand = self.hand
        if hand.street != 3 or not self.begun:
            return
        self._ordered = True
        if any(hand.players[seat].behind == 0 for seat in self.still_in()):
            return
        order = self.order()
        if order:
            facts = {"seat": order[0], "order": order}
            hand.tell(Claim("showdown.order", order[0], facts=facts, lines=[hand.line]))

    def order(self) -> list[int]:
        """Return the seats in the order of showing; empty where the house has all show at once.

        The seats of the last side pot come first, those of the main pot alone last.
        """
        hand, figures = self.hand, self.hand.round
        still = self.still_in()
        if figures is None:
            return []
        with self.betting.tried(self.betting.provisional()):
            first = figures.aggressor if hand.street == 3 else None
            pots = self.pots()
        if first is None and "checked" in self._cases("showdown.not_tabled"):
            return []
        seats = clockwise(still, hand.blinds.button)
        if first in seats:
            start = seats.index(first)
            seats = seats[start:] + seats[:start]
        depth = {seat: n for n, pot in enumerate(pots) for seat in pot.seats}
        return sorted(seats, key=lambda seat: -depth.get(seat, 0))

    def to_table(self) -> list[int]:
        """Return the seats that have to table now: all where somebody is all-in, or all must show."""
        must = self.all_in_and_closed() or self._all_show()
        return [seat for seat in self.still_in() if must and not self.hand.tabled(seat)]

    def still_in(self) -> list[int]:
        """Return the live seats that have not thrown their hand away."""
        hand = self.hand
        with self.betting.tried(self.betting.provisional()):
            return [seat for seat in hand.live if seat not in hand.mucked]

    def pots(self) -> list[Pot]:
        """Return the pots as they stand, the main pot first."""
        return layers(self.hand.players, uncalled(self.hand.players))

    @property
    def begun(self) -> bool:
        """Whether all betting is over and two hands or more were left."""
        hand = self.hand
        if hand.round is None or self.betting.due() is not None or not hand.contested:
            return False
        with self.betting.tried(self.betting.provisional()):
            contested = len(hand.live) > 1
        return contested and (hand.street == 3 or self.all_in_and_closed())

    def _cases(self, kind: str) -> dict[str, object]:
        rule = self.hand.book.kinds.get(kind)
        return {} if rule is None else dict(rule.cases)

    def exposed(self, seat: int, line: int) -> None:
        """A player showed cards; with action pending that is an exposure."""
        hand = self.hand
        player = hand.players[seat]
        if hand.round is None or not player.live or self.betting.due() is None or hand.awards:
            return
        whole = len(player.tabled) >= len(player.cards)
        told = [f for f in hand.judge.findings if f.kind == "hand.exposed_by_player" and f.seat == seat]
        if told and (not whole or told[-1].facts.get("cards") == len(player.cards)):
            return
        facts = {"cards": len(player.tabled)}
        claim = Claim("hand.exposed_by_player", seat, () if whole else ("one_card",), facts, [line])
        claim.replaces = "hand.exposed_by_player" if told else None
        if told and told[-1].remedy == "penalty":
            return
        found = hand.tell(claim)
        if found.remedy == "kill_hand":
            self.betting.kill(seat, found.cites)

    # Hands turned up, and down again ----------------------------------------------------------------

    def turned_up(self, seat: int, line: int) -> None:
        """A player turned cards up: before the betting is over an exposure, then the tabling of his hand."""
        self.exposed(seat, line)
        hand = self.hand
        self._half.pop(seat, None)
        if hand.half_tabled(seat):
            self._half[seat] = hand.t
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
        pots = self.pots()
        side = [other for pot in pots[1:] for other in pot.seats]
        if not side or seat in side or not self.hand.players[seat].live or self.hand.awards:
            return
        if not all(self.hand.tabled(other) for other in side):
            self.hand.advise(Claim("showdown.wait", seat, facts={"seats": side}, lines=[line]))

    def turned_down(self, seat: int, tag: str | None) -> None:
        """A player turned cards down again: not tabled, where they were not up long enough to be read."""
        hand = self.hand
        player = hand.players.get(seat)
        if player is None or not player.tabled or hand.awards:
            return
        if seat in self._whole and hand.t - self._whole[seat] >= READ_S:
            return
        self._whole.pop(seat, None)
        player.tabled.difference_update([tag] if tag is not None else list(player.tabled))
        self._half.pop(seat, None)
        if player.tabled:
            self._half[seat] = hand.t

    def _half_tabled(self) -> None:
        """A hand of which one card would already win, or that plays the board, has to be tabled whole."""
        for seat, turned in list(self._half.items()):
            if self.hand.t - turned < NEXT_CARD_S or not self.begun or self.hand.awards:
                continue
            del self._half[seat]
            case = self._sure_case(seat)
            if case in self._cases("showdown.partly_tabled"):
                self._partly(seat, (case,), self.hand.line)

    def _partly(self, seat: int, cases: tuple[str, ...], line: int) -> None:
        if not any(f.kind == "showdown.partly_tabled" and f.seat == seat for f in self.hand.judge.findings):
            self.hand.tell(Claim("showdown.partly_tabled", seat, cases, lines=[line]))

    def _sure_case(self, seat: int) -> str:
        """Say what the cards that are up are sure of against the hands tabled: to win, or by the board alone."""
        known = self.known()
        others = [s for s in self.still_in() if s != seat]
        if not others or any(s not in known.hands for s in others):
            return ""
        up = known.up.get(seat, [])
        if not known.readable([up, *(known.hands[s] for s in others)]):
            return ""
        sure = sure_strength(up, known.board, self.hand.deal.per_seat)
        if sure > min(known.rank(known.hands[s] + known.board) for s in others):
            return ""
        return "play_board" if self._plays_board(known, up) else "one_winning_card"

    def _plays_board(self, known: Showdown, up: list[str]) -> bool:
        if not up or not known.readable([up]) or self.hand.deal.per_seat != 2:
            return False
        return sure_strength(up, known.board, 2) == sure_strength([], known.board, 2)

    def _loose_hands(self) -> None:
        """A hand let go face down that is not in the muck is not lost yet."""
        if not self.begun or self.hand.awards:
            return
        gone = self.hand.tracker.gone_at
        for seat in self.still_in():
            player = self.hand.players[seat]
            if seat in self._lifted or player.tabled or not player.cards:
                continue
            if all(self.hand.t - gone.get(tag, self.hand.t) >= NEXT_CARD_S for tag in player.cards):
                self._lifted.add(seat)
                self.hand.advise(Claim("showdown.live_cards", seat, lines=[self.hand.line]))

    # Hands that stay down --------------------------------------------------------------------------

    def next_card_or_award(self) -> None:
        """With somebody all-in and the betting over, every hand is tabled before play goes on."""
        if not self.all_in_and_closed():
            return
        for seat in self.still_in():
            if not self.hand.players[seat].tabled:
                self._not_tabled(seat, ())

    def thrown_away(self, seat: int, line: int) -> None:
        """A live hand reached the muck after the betting. What was tabled is known and still plays."""
        hand = self.hand
        if seat in self._thrown:
            return
        self._thrown.add(seat)
        self._half.pop(seat, None)
        if hand.tabled(seat):
            if seat in self.tabled_winners() and not any(award.seat == seat for award in hand.awards):
                hand.tell(Claim("showdown.winner_killed", seat, ("mucked",), lines=[line]))
            return
        if hand.players[seat].tabled and not hand.half_tabled(seat):
            return  # all that was read of it lay face up: what it holds is not known, nor that it was let go
        self._thrown_untabled(seat, line)
        hand.mucked.add(seat)

    def _thrown_untabled(self, seat: int, line: int) -> None:
        shown = bool(self.hand.players[seat].tabled)
        if self.all_in_and_closed():
            self.may_return.add(seat)
            if not shown:
                self._not_tabled(seat, ())
        elif self._all_show():
            if not shown:
                self._not_tabled(seat, ("checked",))
        elif not shown and "in_turn" in self._cases("showdown.not_tabled"):
            self._not_tabled(seat, ("in_turn",))
        if shown and "mucked" in self._cases("showdown.partly_tabled"):
            self._partly(seat, ("mucked",), line)

    def _not_tabled(self, seat: int, cases: tuple[str, ...]) -> None:
        if not self._face_down and not self.hand.all_in_down:
            self._face_down = True
            self.hand.tell(Claim("showdown.not_tabled", seat, cases, lines=[self.hand.line]))

    def all_in_and_closed(self) -> bool:
        """Whether somebody is all-in and called, and no more bets can be made."""
        hand = self.hand
        if hand.round is None or not hand.contested or self.betting.due() is not None:
            return False
        with self.betting.tried(self.betting.provisional()):
            live = [hand.players[seat] for seat in hand.live]
            if len(live) < 2 or not any(player.behind == 0 for player in live):
                return False
            return hand.street == 3 or sum(player.can_act for player in live) < 2

    def _all_show(self) -> bool:
        """Whether the house has every hand shown, as nobody bet on the river."""
        hand = self.hand
        if "checked" not in self._cases("showdown.not_tabled") or hand.street != 3 or hand.round is None:
            return False
        return self.begun and not hand.round.wagers

    # The winners -----------------------------------------------------------------------------------

    def tabled_winners(self) -> set[int]:
        """Return the tabled hands that win a pot by the cards, none where an unseen hand could win it."""
        known = self.known()
        if len(known.board) != 5:
            return set()
        won = {seat for pot in known.winners(self.pots()) or [] for seat in pot.shares}
        return won & set(known.hands)

    def claims(self, seat: int, line: int) -> None:
        """Chips were pushed to ``seat``: it must have tabled all its cards where the pot was contested."""
        hand = self.hand
        player = hand.players.get(seat)
        if player is None or not hand.contested or len(self.still_in()) < 2:
            return
        if hand.half_tabled(seat):
            known = self.known()
            board = self._plays_board(known, known.up.get(seat, []))
            case = "play_board" if board else self._sure_case(seat)
            self._partly(seat, (case,) if case else (), line)
