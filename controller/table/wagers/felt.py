"""Watches chips on the felt that a house has its dealer look after: swept bets, change, chips not in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.table.chips import doubt_of, value_of
from controller.table.events import BetsSwept, ChipsCounted, ChipsPulled, ChipsPushed
from controller.table.irregularities import Irregularity
from controller.table.wagers.acting import Acting
from controller.table.wagers.passing import bets_are_swept, no_change_was_given

ONE_REACH_S: Final = 2.0
"""Chips that leave one betting zone and reach another within this time were taken over."""


class Felt:
    """The betting zones of one hand. ``denominations`` are the chips in play."""

    def __init__(self, acting: Acting, denominations: Sequence[int]) -> None:
        self.hand, self.standing = acting.hand, acting.standing
        self.acting = acting
        self.denominations = denominations
        self._left: tuple[int, int, float] | None = None
        """The seat whose zone lost chips last, how much, and when."""

    def pushed(self, event: ChipsPushed, line: int) -> None:
        """Chips came into a betting zone."""
        chips = event.chips or {}
        foreign = [d for d, n in chips.items() if n and d not in self.denominations]
        if self.denominations and foreign:
            facts = {"denominations": sorted(foreign)}
            self.hand.advise(Irregularity("chips.foreign", event.seat, facts=facts, lines=[line]))
        self._may_be_off(event)
        self._came(event.seat, value_of(chips), line)

    def _may_be_off(self, event: ChipsPushed) -> None:
        """Keep by how much the push may have been told wrong."""
        hand = self.hand
        doubt = doubt_of(event.chips, event.alternatives, self.denominations)
        hand.off_by |= {*(event.chips or ()), *map(abs, doubt)}
        player = hand.players.get(event.seat)
        if doubt and player is not None:
            hand.seat(event.seat, doubt=player.doubt | doubt)

    def pulled(self, event: ChipsPulled) -> None:
        """Chips left a betting zone; what is none of a bet may lie in another one next."""
        player, figures, value = self.hand.players.get(event.seat), self.hand.round, value_of(event.chips)
        if player is None or figures is None:
            return
        besides = player.given_back + max(0, player.zone - figures.bet(event.seat))
        if value > besides:
            self._left = (event.seat, value, self.hand.t)

    def counted(self, event: ChipsCounted, line: int) -> None:
        """A zone was counted: what it lost may lie in another, or in nobody's."""
        player = self.hand.players.get(event.seat)
        amount = event.amount if event.chips is None else value_of(event.chips)
        if player is None or amount is None or self.hand.round is None:
            return
        if amount < player.zone:
            self._left = (event.seat, player.zone - amount, self.hand.t)
            if not amount and self.standing.due() is not None:
                self._collect(event.seat, "gone", {"amount": player.zone}, line)
        else:
            self._came(event.seat, amount - player.zone, line)

    def _came(self, seat: int, value: int, line: int) -> None:
        if self._left is None or not value or self.hand.t - self._left[2] > ONE_REACH_S:
            return
        other, lost, _ = self._left
        if other != seat and lost == value:
            facts = {"of": other, "amount": value}
            self.hand.advise(Irregularity("pot.change", seat, facts=facts, lines=[line]))
            self._left = None

    def swept(self, event: BetsSwept, line: int) -> None:
        """Bets are pulled in while somebody has still to act."""
        bets_are_swept(self.acting)
        due = self.standing.due()
        if due is not None:
            self.hand.swept_early += 1
            self._collect(due, "early", {"due": due}, line)

    def amounts_swept(self, event: BetsSwept, line: int) -> None:
        """Bets are pulled in though one is short of the call, or more lies there than was bet."""
        hand, figures = self.hand, self.hand.round
        no_change_was_given(self.acting)
        if figures is None or hand.counts_wait():
            return
        for seat in event.seats or hand.live:
            player = hand.players.get(seat)
            if player is None or not player.live:
                continue
            bet = figures.bet(seat)
            outbid = any(figures.bet(other) > bet for other in hand.players)  # an all-in blind may be no call
            called = figures.acted.get(seat) == figures.to_match
            if called and bet < figures.to_match and player.behind and outbid:
                self._collect(seat, "short", {"short": figures.to_match - bet}, line)
            elif player.zone > bet:
                self._collect(seat, "change", {"change": player.zone - bet}, line)
                if hand.closed:
                    hand.seat(seat, swept_along=player.swept_along + player.zone - bet)

    def _collect(self, seat: int, case: str, facts: dict[str, object], line: int) -> None:
        cases = (f"{case}_{self.hand.street_name}", case)
        self.hand.advise(Irregularity("pot.collect", seat, cases, facts, [line]))
