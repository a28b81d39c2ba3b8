"""Tells how the betting stands with the act in hand: whose turn it is, what that act is ruled, what a seat faces.

What was worked out holds for the betting and the act that it was worked out of, and both never change.
"""

from __future__ import annotations

from controller.table.betting.act import Act
from controller.table.betting.betting import Betting
from controller.table.betting.spot import Ruling, Spot
from controller.table.betting.turn import Turn
from controller.table.hand import Hand
from controller.table.outputs import ActionName
from controller.table.wagers.wager import fold, rule


class Answers:
    """What was worked out of an act in hand and the betting that it comes on; None where nobody asked yet."""

    __slots__ = ("act", "after", "asked_due", "betting", "due", "made", "ruling", "spot")

    def __init__(self, betting: Betting | None, act: Act | None) -> None:
        self.betting = betting
        self.act = act
        self.after: Betting | None = None
        self.made: tuple[int, ActionName, int] | None = None
        """The action by which it is so: its seat, what it is, and the whole bet."""
        self.ruling: Ruling | None = None
        self.spot: Spot | None = None
        self.due: int | None = None
        self.asked_due = False


class Standing:
    """The final figures of a hand's betting and the one act that is not final yet."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.pending: Turn | None = None
        self.motion: int | None = None
        """The due seat, where it made a forward motion with chips and left none."""
        self.unheard: dict[int, tuple[ActionName, float]] = {}
        """Seats of which nobody heard what they must have done: what that is, and when it was taken to be done."""
        self._answers = Answers(None, None)

    def due(self) -> int | None:
        """Return the seat to act once the act in hand is final."""
        answers = self._known()
        if not answers.asked_due:
            answers.due, answers.asked_due = self._find_due(), True
        return answers.due

    def _known(self) -> Answers:
        """Return what was worked out already: of this betting and this act, and of no other."""
        answers, betting, turn = self._answers, self.hand.betting, self.pending
        act = None if turn is None else turn.act
        if answers.betting is not betting or answers.act is not act:
            answers = self._answers = Answers(betting, act)
        return answers

    def _find_due(self) -> int | None:
        turn, betting = self.pending, self.hand.betting
        if turn is None or betting.round is None:
            return betting.due()
        if self.ruling(turn, settled=True).stalled:
            return turn.seat if betting.contested else None
        return self.after().due()

    def after(self) -> Betting:
        """Return the betting as it is once the act in hand is final, if nothing more comes."""
        answers = self._known()
        if answers.after is None:
            answers.after = self._find_after()
        return answers.after

    def _find_after(self) -> Betting:
        act = self.provisional()
        if act is None:
            return self.hand.betting
        seat, ruling = act
        self._answers.made = made = (seat, ruling.action, ruling.to)
        return self.hand.betting.after(*made)

    def acted(self, seat: int, action: ActionName, to: int) -> Betting:
        """Return the betting after ``seat`` has acted; what was worked out of the act in hand is that, as a rule."""
        answers, betting = self._answers, self.hand.betting
        if answers.betting is betting and answers.after is not None and answers.made == (seat, action, to):
            return answers.after
        return betting.after(seat, action, to)

    def provisional(self) -> tuple[int, Ruling] | None:
        """Return the seat whose act is in hand and what it would be ruled if nothing more came."""
        if self.pending is None or self.hand.round is None:
            return None
        return self.pending.seat, self.ruling(self.pending, settled=True)

    def unnamed(self) -> bool:
        """Whether the act in hand is a bet or raise whose amount is not known yet."""
        turn = self.pending
        if turn is None or turn.act.fold or not turn.act.may_lack_amount:
            return False
        return self.ruling(turn, settled=False).open

    def spot(self, seat: int, act: Act | None = None) -> Spot:
        """Return what ``seat`` faces; the chips of ``act`` are not old chips."""
        return self.hand.betting.facing(seat, act)

    def facing(self, seat: int) -> Spot:
        """Return what ``seat`` faces once the act in hand is final."""
        return self.after().facing(seat)

    def against_short_blinds(self, seat: int) -> bool:
        """Whether ``seat`` is due nothing and may complete its blind, once the act in hand is final."""
        after = self.after()
        return after.round is not None and after.round.against_short_blinds(seat, after.players)

    def ruling(self, turn: Turn, *, settled: bool) -> Ruling:
        """Return the ruling on the act of ``turn`` as far as it is known."""
        if turn is not self.pending:
            return ruled(self.hand.betting, turn.act, settled=settled)
        if not settled:
            return self._rule(turn.act, settled=False)
        answers = self._known()
        if answers.ruling is None:
            answers.ruling = self._rule(turn.act, settled=True)
        return answers.ruling

    def _rule(self, act: Act, *, settled: bool) -> Ruling:
        folded = _folded(self.hand.betting, act)
        return rule(act, self.faced(act), settled=settled) if folded is None else folded

    def faced(self, act: Act) -> Spot:
        """Return what the seat of ``act`` faces."""
        if self.pending is None or act is not self.pending.act:
            return self.spot(act.seat, act)
        answers = self._known()
        if answers.spot is None:
            answers.spot = self.spot(act.seat, act)
        return answers.spot


def ruled(betting: Betting, act: Act, *, settled: bool) -> Ruling:
    """Return the ruling on ``act`` where the betting stands so; ``settled``: no further motion is waited for."""
    folded = _folded(betting, act)
    return rule(act, betting.facing(act.seat, act), settled=settled) if folded is None else folded


def _folded(betting: Betting, act: Act) -> Ruling | None:
    """Return the ruling on a hand thrown in, whatever its seat could have bet; None where it was not."""
    if not act.fold or act.ruled_to is not None or betting.round is None:
        return None
    bet = betting.round.bet(act.seat)
    return fold(bet, facing=betting.round.to_match > bet)
