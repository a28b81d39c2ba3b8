"""Follows the showdown: when it has begun, who shows in what order, who has to, and who wins by what is tabled."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.table.betting.betting import Betting
from controller.table.figures import Exposed
from controller.table.irregularities import Irregularity
from controller.table.kinds import ALLOWED
from controller.table.lasting import outlasted
from controller.table.outputs import Pot
from controller.table.players.players import can_bet, clockwise
from controller.table.pots.pots import Showdown, layers, uncalled
from controller.table.showdown.ending import known
from controller.table.wagers import all_in_unsaid
from controller.table.wagers.acting import Acting
from controller.table.wagers.all_in_uncounted import may_be_a_call
from controller.table.wagers.missed_acts import hand_is_shown

TOGETHER_S: Final = 0.5
"""Cards of a hand that are turned up within this time were turned up together."""


class Turned(NamedTuple):
    """A hand was shown: when, on which line, and how many of its cards."""

    t: float
    line: int
    cards: int


class Showing:
    """Watches one hand from the end of its betting to its award."""

    def __init__(self, acting: Acting) -> None:
        self.acting, self.standing, self.hand = acting, acting.standing, acting.hand
        self._ordered = False
        self.turning: dict[int, Turned] = {}
        """Hands of which a card was shown with action pending."""
        self.perhaps_over: dict[int, tuple[Turned, int | None]] = {}
        """Hands shown where all who are due may be all-in, of stacks that nobody knows, and who was due."""

    # Who shows, and in what order ------------------------------------------------------------------

    def time(self) -> None:
        """Say who tables first, once the river's betting is closed and nobody is all-in."""
        hand = self.hand
        if self._ordered or hand.street != hand.form.last or not self.begun:
            return
        self._ordered = True
        if any(hand.players[seat].all_in for seat in self.still_in()):
            return
        order = self.order()
        if order:
            facts = {"seat": order[0], "order": order}
            hand.tell(Irregularity("showdown.order", order[0], facts=facts, lines=[hand.line]))

    def order(self) -> list[int]:
        """Return the seats in the order of showing; empty where the house has all show at once.

        The seats of the last side pot come first, those of the main pot alone last.
        """
        hand, figures = self.hand, self.hand.round
        still = self.still_in()
        if figures is None:
            return []
        after = self.standing.after()
        first = after.round.aggressor if hand.street == hand.form.last and after.round is not None else None
        pots = _pots(after)
        if first is None and "checked" in self.cases("showdown.not_tabled"):
            return []
        seats = clockwise(still, hand.blinds.button)
        if hand.form.stud:  # the board that acted first shows first
            seats = [seat for seat in figures.order if seat in still]
        if first in seats:
            start = seats.index(first)
            seats = seats[start:] + seats[:start]
        depth = {seat: n for n, pot in enumerate(pots) for seat in pot.seats}
        return sorted(seats, key=lambda seat: -depth.get(seat, 0))

    def to_table(self) -> list[int]:
        """Return the seats that have to table now: all where somebody is all-in, or all must show."""
        must = self.all_in_and_closed() or self.all_show()
        return [seat for seat in self.still_in() if must and not self.hand.tabled(seat)]

    def still_in(self) -> list[int]:
        """Return the live seats that have not thrown their hand away."""
        return [seat for seat in self.standing.after().live if seat not in self.hand.mucked]

    def known(self) -> Showdown:
        """Return what is known of the hand's cards, once the act in hand is final."""
        return known(self.hand, self.standing.after())

    def pots(self) -> list[Pot]:
        """Return the pots, the main pot first: the last call is in them, though nothing has come since that makes it final."""
        return _pots(self.standing.after())

    @property
    def begun(self) -> bool:
        """Whether all betting is over and two hands or more were left."""
        hand = self.hand
        if hand.round is None or self.standing.due() is not None or not hand.contested:
            return False
        contested = self.standing.after().contested
        return contested and (hand.street == hand.form.last or self.all_in_and_closed())

    def cases(self, kind: str) -> dict[str, object]:
        """Return the cases that the house tells apart of a kind."""
        rule = self.hand.book.kinds.get(kind)
        return {} if rule is None else dict(rule.cases)

    def exposed(self, seat: int, line: int) -> None:
        """A player showed cards; with action pending that is an exposure, told when no other card is coming up."""
        hand = self.hand
        player = hand.players[seat]
        self._settle_early()
        if hand.round is None or not player.live or self.standing.due() is None or hand.awards:
            return
        turned = Turned(hand.t, line, len(player.tabled))
        if len(player.shown) < len(hand.cards[seat]):
            first = self.turning.get(seat, turned)
            self.turning[seat] = first._replace(cards=max(first.cards, turned.cards))
            return
        self.turning.pop(seat, None)
        hand_is_shown(self.acting, seat)
        if self.standing.due() is not None:
            self._exposed(seat, turned)

    def _settle_early(self) -> None:
        """Where the seat that is due acted before its turn, settle that: hands are shown behind the act in hand too."""
        due, pending = self.standing.due(), self.standing.pending
        if due is None or self.acting.act_of(due) is None:
            return
        if pending is None or self.standing.ruling(pending, settled=True).irregularity is None:
            self.acting.settle_early(due)

    def _exposed(self, seat: int, turned: Turned) -> None:
        """Tell it, unless the betting may be over: then somebody's act tells that it was not."""
        if all_in_unsaid.may_be_over(self.standing) or may_be_a_call(self.standing):
            self.perhaps_over[seat] = turned, self.standing.due()
        else:
            self._tell_exposed(seat, turned)

    def _it_was_not_over(self) -> None:
        """Tell the hands that were shown with action pending after all: who was due has acted, and others follow."""
        now = self.standing.due()
        for seat, (turned, due) in list(self.perhaps_over.items()):
            if now != due or not self.hand.players[seat].live:
                del self.perhaps_over[seat]
                if now is not None and self.hand.players[seat].live:
                    self._tell_exposed(seat, turned)

    def tell_exposed(self) -> None:
        """Tell the hands of which one card was shown, and no other with it."""
        self._it_was_not_over()
        for seat, turned in list(self.turning.items()):
            if outlasted(turned.t, TOGETHER_S, self.hand.t):
                del self.turning[seat]
                if self.hand.players[seat].live:
                    self._exposed(seat, turned)

    def _tell_exposed(self, seat: int, turned: Turned) -> None:
        hand = self.hand
        player = hand.players[seat]
        whole = len(player.shown) >= len(hand.cards[seat])
        told = [f for f in hand.judge.findings if f.kind == "hand.exposed_by_player" and f.seat == seat]
        before = hand.judge.figures(told[-1], Exposed) if told else None
        if told and (not whole or (before is not None and before.cards == len(hand.cards[seat]))):
            return
        up = Exposed(turned.cards)
        cases: tuple[str, ...] = ("heads_up",) if self.standing.facing(seat).live == 2 else ()
        cases += () if whole else ("one_card",)
        rule = hand.book.rule("hand.exposed_by_player", *cases)
        if rule is not None and rule.remedy == ALLOWED:
            return
        irregularity = Irregularity("hand.exposed_by_player", seat, cases, up, [turned.line])
        irregularity.replaces = "hand.exposed_by_player" if told else None
        if told and told[-1].remedy == "penalty":
            return
        found = hand.tell(irregularity, turned.t)
        if found.remedy == "kill_hand":
            self.acting.kill(seat, found.cites)

    def all_in_and_closed(self) -> bool:
        """Whether somebody is all-in and called, and no more bets can be made."""
        hand = self.hand
        if self.standing.pending is None and not hand.anyone_all_in():
            return False
        if hand.round is None or not hand.contested or self.standing.due() is not None:
            return False
        live = [player for player in self.standing.after().players.values() if player.live]
        if len(live) < 2 or not any(player.all_in for player in live):
            return False
        return hand.street == hand.form.last or not can_bet(live)

    def all_show(self) -> bool:
        """Whether the house has every hand shown, as nobody bet on the river."""
        hand = self.hand
        if (
            "checked" not in self.cases("showdown.not_tabled")
            or hand.street != hand.form.last
            or hand.round is None
        ):
            return False
        return self.begun and not hand.round.wagers

    # The winners -----------------------------------------------------------------------------------

    def tabled_winners(self) -> set[int]:
        """Return the tabled hands that win a pot by the cards, none where an unseen hand could win it."""
        cards = self.known()
        if len(cards.board) != cards.form.board:
            return set()
        won = {seat for pot in cards.winners(self.pots()) or [] for seat in pot.shares}
        return won & set(cards.hands)


def _pots(betting: Betting) -> list[Pot]:
    """Return the pots where the betting stands so, the main pot first."""
    return layers(betting.players, uncalled(betting.players), betting.carried)
