"""Acts out of turn: told at once, held back, and settled when the seats that were jumped have acted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from controller.table.claims import Claim
from controller.table.outputs import ActionName, Finding
from controller.table.seating.players import clockwise
from controller.table.wagers.act import Act
from controller.table.wagers.skipped import Skipped
from controller.table.wagers.spot import Ruling, Spot
from controller.table.wagers.wager import motion_over, rule

if TYPE_CHECKING:
    from controller.table.wagers.acting import Acting

WAGERS: Final = ("bet", "raise")


@dataclass(slots=True)
class EarlyAct:
    """An act out of turn. ``jumped`` are the seats that were due before.

    ``posted``: its chips count already, cut to the minimum or behind a skipped seat; its line comes later.
    ``bound``: substantial action has passed a skipped seat, so the act counts whatever that seat does.
    ``unheard``: the seat that was due may have checked, and checks are not all heard here.
    """

    act: Act
    jumped: list[int]
    finding: str
    fold: bool = False
    action: ActionName | None = None
    figures: dict[str, int] = field(default_factory=dict)
    """What was pushed, what was owed and the total, as far as there is an amount."""
    posted: int | None = None
    bound: bool = False
    unheard: bool = False
    cites: list[str] = field(default_factory=list)


class OutOfTurn:
    """The acts of a street that came before their turn. (No dataclass: its betting is compiled after it.)"""

    def __init__(self, betting: Acting) -> None:
        self.betting = betting
        self.acts: list[EarlyAct] = []
        self.skipped = Skipped(self)

    def act_of(self, seat: int, due: int, t: float) -> Act:
        """Return the early act of ``seat``, beginning one that jumps the seats from ``due`` on."""
        for early in self.acts:
            if early.act.seat == seat:
                return early.act
        hand = self.betting.hand
        order = clockwise(hand.players, seat)
        acted = {e.act.seat for e in self.acts}
        jumped = [s for s in order[order.index(due) : -1] if hand.can_act(s) and s not in acted] or [due]
        act = Act(seat, t)
        self.acts.append(EarlyAct(act, jumped, ""))
        return act

    def heard(self, act: Act) -> None:
        """Tell an early act at its first word, push or fold."""
        early = next((e for e in self.acts if e.act is act), None)
        if early is None or early.finding:
            return
        spot = self._spot(act)
        ruling = rule(act, spot, settled=False)
        if ruling.action == "fold":
            self._tell_fold(early, spot)
        else:
            self._tell_act(early, ruling, spot)
        self.skipped.look()

    def _spot(self, act: Act) -> Spot:
        """Return what an early act faces: the act in hand, and early acts of seats before it."""
        betting = self.betting
        with ExitStack() as tried:
            tried.enter_context(betting.tried(betting.provisional()))
            for early in self._before(act.seat):
                ruling = betting.ruling(early.act, settled=True)
                tried.enter_context(betting.tried((early.act.seat, ruling)))
            return betting.spot(act.seat, act)

    def _before(self, seat: int) -> Iterator[EarlyAct]:
        """Yield the early acts that are not in the figures yet, of seats from the due one up to ``seat``."""
        order = clockwise(self.betting.hand.players, seat)[:-1]
        waiting = {e.act.seat: e for e in self.acts if e.posted is None and not e.fold}
        due = next((e.jumped[0] for e in self.acts if e.act.seat == seat), None)
        for other in order[order.index(due) :] if due in order else ():
            if other in waiting:
                yield waiting[other]

    def _say(self, early: EarlyAct, claim: Claim) -> Finding:
        """Tell what is due of an early act; one past a seat that may have checked unheard is not judged."""
        hand = self.betting.hand
        if not early.finding and not hand.kit.checks:
            early.unheard = not self.betting.spot_after(early.jumped[0]).facing
        return hand.unspoken(claim) if early.unheard else hand.tell(claim)

    def _tell_fold(self, early: EarlyAct, spot: Spot) -> None:
        hand, act = self.betting.hand, early.act
        cases = (("facing_bet",) if spot.facing else ()) + (() if act.fold else ("declared",))
        cases += ("after_motion",) if self.betting.motion == early.jumped[0] else ()
        facts = {"due": early.jumped[0]}
        found = self._say(early, Claim("turn.out_of_turn_fold", act.seat, cases[::-1], facts, act.lines))
        early.finding, early.fold = found.id, True
        if found.remedy == "fold_stands" or act.fold:
            hand.players[act.seat].folded = True
            hand.changes += 1
        else:
            self.acts.remove(early)

    def _tell_act(self, early: EarlyAct, ruling: Ruling, spot: Spot) -> None:
        hand, act = self.betting.hand, early.act
        wager = ruling.action in WAGERS
        early.figures = {} if ruling.open or ruling.to <= spot.bet else spot.figures(ruling.to)
        facts: dict[str, object] = {"due": early.jumped[0], "action": ruling.action, **early.figures}
        cut = wager and hand.book.turns.wager_cut_to_minimum
        if cut:
            facts["to"] = spot.capped(spot.min_to)
        cases: tuple[str, ...] = ("wager" if wager else str(ruling.action),)
        if self.betting.motion == early.jumped[0]:
            cases = ("after_motion", *cases)
        remedy = "house_minimum" if cut else "back_up"
        found = self._say(early, Claim("turn.out_of_turn", act.seat, cases, facts, act.lines, remedy))
        early.finding, early.action = found.id, ruling.action
        if cut and not early.unheard:
            self._post(early)

    def _post(self, early: EarlyAct) -> None:
        """The house cuts a wager out of turn to the minimum; it lies there and is faced."""
        hand, seat = self.betting.hand, early.act.seat
        if self.betting.pending is not None:
            self.betting.commit(self.betting.pending)
        spot = self.betting.spot(seat)
        assert hand.round is not None
        early.posted = spot.capped(spot.min_to)
        hand.players[seat].put_in += early.posted - spot.bet
        last = hand.round.last
        hand.round.apply(seat, early.posted)
        hand.round.last = last
        hand.changes += 1

    def unsaid(self, seat: int, of: int | None) -> None:
        """Words of an early act were keyed in error: those of line ``of``, else its last."""
        for early in list(self.acts):
            said = early.act.seat == seat and early.posted is None and early.act.says(of)
            if said and not early.act.unsay(of):
                self.acts.remove(early)
                if early.fold:
                    self.betting.hand.players[seat].folded = False
                self.betting.hand.changes += 1

    def clear(self) -> None:
        """The street is over."""
        self.acts.clear()
        self.skipped = Skipped(self)

    def folded(self, seat: int) -> bool:
        """Whether ``seat`` has already folded out of turn; its cards only follow."""
        return any(early.fold and early.act.seat == seat for early in self.acts)

    def settle(self, by: int | None = None) -> None:
        """Settle what is known: the action changed for the offender, or all that were jumped have acted.

        ``by``: the seat that goes on acting; its own early act still grows.
        """
        if not self.acts:
            return
        self.skipped.bind(by)
        while self._settle_one():
            pass

    def _settle_one(self) -> bool:
        acts = [early for early in self.acts if not early.fold and early.finding]
        if not acts:
            return False
        betting = self.betting
        pending = betting.pending
        ruling = None if pending is None else betting.ruling(pending, settled=True)
        if pending is not None and ruling is not None:
            if not self._known(pending, ruling):
                return False
            raised = ruling.action in WAGERS and ruling.to > betting.spot(pending.seat).to_match
            for early in acts:
                if pending.seat in early.jumped and raised and not early.bound:
                    self._release(early)
                    return True
        return self._bind_next(acts)

    def _known(self, act: Act, ruling: Ruling) -> bool:
        if ruling.open or ruling.stalled:
            return False
        return act.fold or act.words_first() or motion_over(act, self.betting.hand.t)

    def _bind_next(self, acts: list[EarlyAct]) -> bool:
        """The seat whose turn has come acted early and faces what it faced then: its act binds."""
        betting = self.betting
        due = betting.due()
        for early in acts:
            seat = early.act.seat
            if early.posted is None and due != seat:
                continue
            if early.posted is not None and due in early.jumped:
                continue
            if betting.pending is not None:
                betting.commit(betting.pending)
            self.acts.remove(early)
            if not early.bound:
                self.tell_settled(early, binding=True)
            if early.posted is None:
                betting.pending = early.act
                betting.judge(early.act)
            else:
                self.print_posted(early)
            return True
        return False

    def _release(self, early: EarlyAct) -> None:
        """What the offender faces has changed: the act does not bind and its chips go back."""
        hand = self.betting.hand
        seat = early.act.seat
        self.acts.remove(early)
        passive = early.posted is None and not early.act.fold
        self.tell_settled(early, binding=False)
        assert hand.round is not None
        if early.posted is not None:
            self.print_posted(early)
        if passive and hand.book.turns.passive_may_not_raise:
            hand.round.may_not_raise[seat] = None
        player = hand.players[seat]
        player.zone = min(player.zone, hand.round.bet(seat))
        hand.changes += 1

    def print_posted(self, early: EarlyAct) -> None:
        """Print an early act whose chips count already."""
        assert early.posted is not None
        assert early.action is not None
        self.betting.hand.act(early.act.seat, early.action, early.posted, t=early.act.t, cites=early.cites)

    def tell_settled(self, early: EarlyAct, *, binding: bool, skipped: bool = False) -> None:
        """Say whether an early act binds; ``skipped``: it does since a seat let others act behind it."""
        hand, act = self.betting.hand, early.act
        outcome = "settled_binding" if binding else "settled_not_binding"
        cases: tuple[str, ...] = (f"wager_{outcome}", outcome) if early.action in WAGERS else (outcome,)
        if binding and early.action not in WAGERS and self._called(early):
            cases = ("settled_after_call", *cases)
        if skipped:
            cases = ("skipped", *cases)
        facts: dict[str, object] = {
            "due": early.jumped[0],
            "action": early.action,
            **early.figures,
            "binding": binding,
            "settles": early.finding,
        }
        if early.posted is not None:
            facts["to"] = early.posted
        lines = [*act.lines, hand.line]
        remedy = "binding" if binding else "not_binding"
        self._say(early, Claim("turn.out_of_turn", act.seat, cases, facts, lines, remedy))

    def _called(self, early: EarlyAct) -> bool:
        """Whether a seat that was jumped called."""
        round_ = self.betting.hand.round
        return round_ is not None and any(round_.did.get(seat) == "call" for seat in early.jumped)

    def print_folds(self, after: int | None = None) -> None:
        """Print the folds out of turn whose turn has come; all of them where the street is over."""
        folds = [early for early in self.acts if early.fold]
        if not folds:
            return
        hand = self.betting.hand
        assert hand.round is not None
        due = self.betting.due()
        for early in folds:
            if after is not None and (due in early.jumped or any(self._before(early.act.seat))):
                continue
            self.acts.remove(early)
            seat = early.act.seat
            hand.act(seat, "fold", hand.round.bet(seat), t=early.act.t)
