"""The showdown: who tables first, hands that stay down, winners that are lost, pots that go wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.table.betting import Betting
from controller.table.claims import Claim
from controller.table.hand import Hand
from controller.table.pots import Showdown, awarded, layers, uncalled


@dataclass(slots=True)
class Showing:
    """Watches one hand from the end of its betting to its award. ``known`` builds what can be ranked."""

    hand: Hand
    betting: Betting
    known: Callable[[], Showdown]
    _ordered: bool = False
    _face_down: bool = False
    _shown: dict[int, set[str]] = field(default_factory=dict)

    def time(self) -> None:
        """Say who tables first, once the river's betting is closed and nobody is all-in."""
        hand = self.hand
        if self._ordered or hand.street != 3 or hand.round is None or self.betting.due() is not None:
            return
        if not hand.contested:
            return
        self._ordered = True
        if any(hand.players[seat].behind == 0 for seat in self._still_in()):
            return
        with self.betting.tried(self.betting.provisional()):
            first = hand.round.aggressor
        if first is None:
            if "checked" in self._cases("showdown.not_tabled"):
                return
            first = next(seat for seat in hand.order if seat in self._still_in())
        hand.tell(Claim("showdown.order", first, facts={"seat": first}, lines=[hand.line]))

    def _still_in(self) -> list[int]:
        hand = self.hand
        with self.betting.tried(self.betting.provisional()):
            return [seat for seat in hand.live if seat not in hand.mucked]

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

    # Hands that stay down --------------------------------------------------------------------------

    def next_card_or_award(self) -> None:
        """With somebody all-in and the betting over, every hand is tabled before play goes on."""
        if not self.all_in_and_closed():
            return
        for seat in self._still_in():
            if not self.hand.players[seat].tabled:
                self._not_tabled(seat, ())

    def mucked(self, seat: int, line: int) -> None:
        """A live hand reached the muck after the betting."""
        hand = self.hand
        player = hand.players[seat]
        if self.all_in_and_closed() and not player.tabled:
            self._not_tabled(seat, ())
            return
        if "checked" in self._cases("showdown.not_tabled") and self._checked() and not player.tabled:
            self._not_tabled(seat, ("checked",))
            return
        winners = self._tabled_winners()
        if seat in winners and not self._won(seat):
            hand.tell(Claim("showdown.winner_killed", seat, lines=[line]))

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

    def _checked(self) -> bool:
        betting = self.hand.round
        return self.hand.street == 3 and betting is not None and not betting.wagers

    # Winners and pots ------------------------------------------------------------------------------

    def _tabled_winners(self) -> set[int]:
        """Return the tabled hands that win a pot by the cards, none where an unseen hand could win it."""
        known = self.known()
        if len(known.board) != 5:
            return set()
        known.mucked = {seat for seat in self.hand.mucked if seat not in known.hands}
        winners = known.winners(layers(self.hand.players, uncalled(self.hand.players)))
        won = {seat for pot in winners or [] for seat in pot.shares}
        return won & set(known.hands)

    def _won(self, seat: int) -> bool:
        return any(award.seat == seat for award in self.hand.awards)

    def awarded(self, seat: int, line: int) -> None:
        """Chips were pushed to ``seat``: it must have tabled all its cards where the pot was contested."""
        hand = self.hand
        player = hand.players.get(seat)
        if player is None or not hand.contested or len(self._still_in()) < 2:
            return
        if 0 < len(player.tabled) < len(player.cards) and not hand.judge.told("showdown.partly_tabled"):
            hand.tell(Claim("showdown.partly_tabled", seat, lines=[line]))

    def check_award(self, line: int, *, ended: bool) -> None:
        """Hold what was pushed against pots, winners and the odd-chip rule, when it is all pushed."""
        hand = self.hand
        if not hand.awards or hand.judge.told("pot.award_wrong") or hand.judge.told("showdown.winner_killed"):
            return
        returned = uncalled(hand.players)
        pots = layers(hand.players, returned)
        total = sum(pot.amount for pot in pots)
        got = awarded(hand.awards, returned, total, hand.players)
        if sum(got.values()) < total and not ended:
            return
        winners = self._winners_of_award(got)
        if winners is None:
            return
        due: dict[int, int] = {}
        for pot in winners:
            for seat, share in pot.items():
                due[seat] = due.get(seat, 0) + share
        if due == {seat: amount for seat, amount in got.items() if amount}:
            return
        self._tell_award(due, got, len(pots), line)

    def _winners_of_award(self, got: dict[int, int]) -> list[dict[int, int]] | None:
        known = self.known()
        known.mucked = {seat for seat in self.hand.mucked if seat not in known.hands}
        winners = known.winners(layers(self.hand.players, uncalled(self.hand.players)))
        return None if winners is None else [dict(pot.shares) for pot in winners]

    def _tell_award(self, due: dict[int, int], got: dict[int, int], pots: int, line: int) -> None:
        hand = self.hand
        lost = [seat for seat in due if not got.get(seat)]
        facts: dict[str, object] = {"due": due, "awarded": got}
        if lost and "showdown.winner_killed" in hand.book.kinds and hand.contested:
            hand.tell(Claim("showdown.winner_killed", lost[0], facts=facts, lines=[line]))
            return
        seat = next((s for s in got if got[s] > due.get(s, 0)), next(iter(got), None))
        hand.tell(Claim("pot.award_wrong", seat, (self._award_case(due, got, pots),), facts, [line]))

    def _award_case(self, due: dict[int, int], got: dict[int, int], pots: int) -> str:
        if set(due) != set(got):
            return "winner"
        off = max(abs(due[seat] - got.get(seat, 0)) for seat in due)
        if len(due) > 1 and off <= self.known().unit:
            return "odd_chip"
        return "side_pot" if pots > 1 else "split"
