"""How the betting stands: the act in hand tried on the round's figures, who is due, what a seat faces."""

from __future__ import annotations

from typing import Final

from controller.table.hand import Hand
from controller.table.wagers.act import Act
from controller.table.wagers.amiss import Amiss
from controller.table.wagers.round import Figures
from controller.table.wagers.spot import Ruling, Spot
from controller.table.wagers.wager import fold, rule

UNKNOWN: Final = -1
"""No seat: it has not been worked out yet."""


class Trial:
    """A ruling put on the figures for the time of a question: ``with standing.tried(act): ...``."""

    __slots__ = ("_act", "_folds", "_hand", "_kept", "_put_in")

    def __init__(self, hand: Hand, act: tuple[int, Ruling] | None) -> None:
        self._hand = hand
        self._act = None if hand.round is None else act
        self._put_in = 0
        self._folds = False
        self._kept: Figures | None = None

    def __enter__(self) -> None:
        betting = self._hand.round
        if self._act is None or betting is None:
            return
        seat, ruling = self._act
        player = self._hand.players[seat]
        self._put_in = player.put_in
        player.put_in += ruling.to - betting.bets.get(seat, 0)
        if ruling.action == "fold" and not player.folded:
            player.folded = self._folds = True
        self._kept = betting.try_out(seat, ruling.to)

    def __exit__(self, *error: object) -> None:
        betting = self._hand.round
        if self._act is None or betting is None or self._kept is None:
            return
        player = self._hand.players[self._act[0]]
        player.put_in = self._put_in
        if self._folds:
            player.folded = False
        betting.restore(self._kept)


class Standing:
    """The final figures of a hand's betting and the one act that is not final yet."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.pending: Act | None = None
        self.amiss: Amiss | None = None
        self._at = -1
        """Up to which change, and of which act, holds what follows."""
        self._of: Act | None = None
        self._due: int | None = UNKNOWN
        self._ruling: Ruling | None = None
        self._spot: Spot | None = None

    def due(self) -> int | None:
        """Return the seat to act once the act in hand is final."""
        self._renew()
        if self._due == UNKNOWN:
            self._due = self._find_due()
        return self._due

    def _renew(self) -> None:
        """What was worked out of the act in hand holds until something changes."""
        if self._at != self.hand.changes or self._of is not self.pending:
            self._at, self._of = self.hand.changes, self.pending
            self._due, self._ruling, self._spot = UNKNOWN, None, None

    def _find_due(self) -> int | None:
        hand, act = self.hand, self.pending
        if hand.round is None or act is None:
            return hand.due()
        ruling = self.ruling(act, settled=True)
        if ruling.stalled:
            return act.seat if hand.contested else None
        with Trial(hand, (act.seat, ruling)):
            return hand.due()

    def provisional(self) -> tuple[int, Ruling] | None:
        """Return the seat whose act is in hand and what it would be ruled if nothing more came."""
        if self.pending is None or self.hand.round is None:
            return None
        return self.pending.seat, self.ruling(self.pending, settled=True)

    def tried(self, act: tuple[int, Ruling] | None) -> Trial:
        """Put a ruling on the figures for the time of a question."""
        return Trial(self.hand, act)

    def spot(self, seat: int, act: Act | None = None) -> Spot:
        """Return what ``seat`` faces; the chips of ``act`` are not old chips."""
        hand, betting = self.hand, self.hand.round
        assert betting is not None
        spot = Spot(hand, betting, hand.players[seat], 0 if act is None else act.pushed)
        if self.amiss is not None:
            spot.lies = self._lies(seat, self.amiss)
        return spot

    def _lies(self, seat: int, amiss: Amiss) -> int | None:
        """Return what ``seat`` sees of a wager that was ruled up and is not mended, where the house corrects it."""
        rule = self.hand.book.kinds.get("bet.underbet")
        corrected = rule is not None and "later" in rule.cases
        open_ = seat in amiss.matched or not amiss.mended(self.hand)
        return amiss.lies if corrected and open_ else None

    def spot_after(self, seat: int) -> Spot:
        """Return what ``seat`` faces once the act in hand is final."""
        with self.tried(self.provisional()):
            return self.spot(seat)

    def ruling(self, act: Act, *, settled: bool) -> Ruling:
        """Return the ruling on ``act`` as far as it is known."""
        if act is not self.pending or not settled:
            return self._rule(act, settled=settled)
        self._renew()
        if self._ruling is None:
            self._ruling = self._rule(act, settled=True)
        return self._ruling

    def _rule(self, act: Act, *, settled: bool) -> Ruling:
        betting = self.hand.round
        assert betting is not None
        if act.fold and act.ruled_to is None:  # whatever it could have bet
            bet = betting.bet(act.seat)
            return fold(bet, facing=betting.to_match > bet)
        return rule(act, self.faced(act), settled=settled)

    def faced(self, act: Act) -> Spot:
        """Return what the seat of ``act`` faces."""
        if act is not self.pending:
            return self.spot(act.seat, act)
        self._renew()
        if self._spot is None:
            self._spot = self.spot(act.seat, act)
        return self._spot
