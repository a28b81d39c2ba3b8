"""Acts out of turn: told at once, held back, and settled when the seats that were jumped have acted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller.table.claims import Claim
from controller.table.outputs import ActionName, Finding
from controller.table.seating.players import clockwise
from controller.table.wagers.act import Act
from controller.table.wagers.skipped import Skipped
from controller.table.wagers.spot import Ruling, Spot
from controller.table.wagers.standing import ruled
from controller.table.wagers.turn import Turn
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

    turn: Turn
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

    def __init__(self, wagering: Acting) -> None:
        self.wagering = wagering
        self.acts: list[EarlyAct] = []
        self.skipped = Skipped(self)

    def act_of(self, seat: int, due: int, t: float) -> Turn:
        """Return the early act of ``seat``, beginning one that jumps the seats from ``due`` on."""
        for early in self.acts:
            if early.turn.seat == seat:
                return early.turn
        hand = self.wagering.hand
        order = clockwise(hand.players, seat)
        acted = {e.turn.seat for e in self.acts}
        jumped = [s for s in order[order.index(due) : -1] if hand.can_act(s) and s not in acted] or [due]
        turn = Turn(Act(seat, t))
        self.acts.append(EarlyAct(turn, jumped, ""))
        return turn

    def heard(self, turn: Turn) -> None:
        """Tell an early act at its first word, push or fold."""
        early = next((e for e in self.acts if e.turn is turn), None)
        if early is None or early.finding:
            return
        spot = self._spot(turn.act)
        ruling = rule(turn.act, spot, settled=False)
        if ruling.action == "fold":
            self._tell_fold(early, spot)
        else:
            self._tell_act(early, ruling, spot)
        self.skipped.look()

    def _spot(self, act: Act) -> Spot:
        """Return what an early act faces: the act in hand, and early acts of seats before it."""
        betting = self.wagering.standing()
        for early in self._before(act.seat):
            ruling = ruled(betting, early.turn.act, settled=True)
            betting = betting.after(early.turn.seat, ruling.action, ruling.to)
        return betting.facing(act.seat, act)

    def _before(self, seat: int) -> Iterator[EarlyAct]:
        """Yield the early acts that are not in the figures yet, of seats from the due one up to ``seat``."""
        order = clockwise(self.wagering.hand.players, seat)[:-1]
        waiting = {e.turn.seat: e for e in self.acts if e.posted is None and not e.fold}
        due = next((e.jumped[0] for e in self.acts if e.turn.seat == seat), None)
        for other in order[order.index(due) :] if due in order else ():
            if other in waiting:
                yield waiting[other]

    def _say(self, early: EarlyAct, claim: Claim) -> Finding:
        """Tell what is due of an early act; one past a seat that may have checked unheard is not judged."""
        hand = self.wagering.hand
        if not early.finding and not hand.kit.checks:
            early.unheard = not self.wagering.spot_after(early.jumped[0]).facing
        return hand.unspoken(claim) if early.unheard else hand.tell(claim)

    def _tell_fold(self, early: EarlyAct, spot: Spot) -> None:
        hand, turn = self.wagering.hand, early.turn
        cases = (("facing_bet",) if spot.facing else ()) + (() if turn.act.fold else ("declared",))
        cases += ("after_motion",) if self.wagering.motion == early.jumped[0] else ()
        facts = {"due": early.jumped[0]}
        found = self._say(early, Claim("turn.out_of_turn_fold", turn.seat, cases[::-1], facts, turn.lines))
        early.finding, early.fold = found.id, True
        if found.remedy == "fold_stands" or turn.act.fold:
            hand.seat(turn.seat, folded=True)
        else:
            self.acts.remove(early)

    def _tell_act(self, early: EarlyAct, ruling: Ruling, spot: Spot) -> None:
        hand, turn = self.wagering.hand, early.turn
        wager = ruling.action in WAGERS
        early.figures = {} if ruling.open or ruling.to <= spot.bet else spot.figures(ruling.to)
        facts: dict[str, object] = {"due": early.jumped[0], "action": ruling.action, **early.figures}
        cut = wager and hand.book.turns.wager_cut_to_minimum
        if cut:
            facts["to"] = spot.capped(spot.min_to)
        cases: tuple[str, ...] = ("wager" if wager else str(ruling.action),)
        if self.wagering.motion == early.jumped[0]:
            cases = ("after_motion", *cases)
        remedy = "house_minimum" if cut else "back_up"
        found = self._say(early, Claim("turn.out_of_turn", turn.seat, cases, facts, turn.lines, remedy))
        early.finding, early.action = found.id, ruling.action
        if cut and not early.unheard:
            self._post(early)

    def _post(self, early: EarlyAct) -> None:
        """The house cuts a wager out of turn to the minimum; it lies there and is faced."""
        hand, seat = self.wagering.hand, early.turn.seat
        if self.wagering.pending is not None:
            self.wagering.commit(self.wagering.pending)
        spot = self.wagering.spot(seat)
        figures = hand.round
        assert figures is not None
        early.posted = spot.capped(spot.min_to)
        hand.betting = hand.betting.paid(seat, early.posted)
        hand.now_is(round=replace(figures.after(seat, early.posted), last=figures.last))

    def unsaid(self, seat: int, of: int | None) -> None:
        """Words of an early act were keyed in error: those of line ``of``, else its last."""
        for early in list(self.acts):
            said = early.turn.seat == seat and early.posted is None and early.turn.says(of)
            if said and not early.turn.unsay(of):
                self.acts.remove(early)
                if early.fold:
                    self.wagering.hand.seat(seat, folded=False)

    def clear(self) -> None:
        """The street is over."""
        self.acts.clear()
        self.skipped = Skipped(self)

    def folded(self, seat: int) -> bool:
        """Whether ``seat`` has already folded out of turn; its cards only follow."""
        return any(early.fold and early.turn.seat == seat for early in self.acts)

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
        wagering = self.wagering
        pending = wagering.pending
        ruling = None if pending is None else wagering.ruling(pending, settled=True)
        if pending is not None and ruling is not None:
            if not self._known(pending, ruling):
                return False
            raised = ruling.action in WAGERS and ruling.to > wagering.spot(pending.seat).to_match
            for early in acts:
                if pending.seat in early.jumped and raised and not early.bound:
                    self._release(early)
                    return True
        return self._bind_next(acts)

    def _known(self, turn: Turn, ruling: Ruling) -> bool:
        if ruling.open or ruling.stalled:
            return False
        return turn.act.fold or turn.act.words_first() or motion_over(turn.act, self.wagering.hand.t)

    def _bind_next(self, acts: list[EarlyAct]) -> bool:
        """The seat whose turn has come acted early and faces what it faced then: its act binds."""
        wagering = self.wagering
        due = wagering.due()
        for early in acts:
            seat = early.turn.seat
            if early.posted is None and due != seat:
                continue
            if early.posted is not None and due in early.jumped:
                continue
            if wagering.pending is not None:
                wagering.commit(wagering.pending)
            self.acts.remove(early)
            if not early.bound:
                self.tell_settled(early, binding=True)
            if early.posted is None:
                wagering.pending = early.turn
                wagering.judge(early.turn)
            else:
                self.print_posted(early)
            return True
        return False

    def _release(self, early: EarlyAct) -> None:
        """What the offender faces has changed: the act does not bind and its chips go back."""
        hand = self.wagering.hand
        seat = early.turn.seat
        self.acts.remove(early)
        passive = early.posted is None and not early.turn.act.fold
        self.tell_settled(early, binding=False)
        assert hand.round is not None
        if early.posted is not None:
            self.print_posted(early)
        if passive and hand.book.turns.passive_may_not_raise:
            hand.now_is(round=hand.round.no_raise(seat, None))
        hand.seat(seat, zone=min(hand.players[seat].zone, hand.round.bet(seat)))

    def print_posted(self, early: EarlyAct) -> None:
        """Print an early act whose chips count already."""
        assert early.posted is not None
        assert early.action is not None
        self.wagering.hand.act(
            early.turn.seat, early.action, early.posted, t=early.turn.act.t, cites=early.cites
        )

    def tell_settled(self, early: EarlyAct, *, binding: bool, skipped: bool = False) -> None:
        """Say whether an early act binds; ``skipped``: it does since a seat let others act behind it."""
        hand, turn = self.wagering.hand, early.turn
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
        lines = [*turn.lines, hand.line]
        remedy = "binding" if binding else "not_binding"
        self._say(early, Claim("turn.out_of_turn", turn.seat, cases, facts, lines, remedy))

    def _called(self, early: EarlyAct) -> bool:
        """Whether a seat that was jumped called."""
        round_ = self.wagering.hand.round
        return round_ is not None and any(round_.did.get(seat) == "call" for seat in early.jumped)

    def print_folds(self, after: int | None = None) -> None:
        """Print the folds out of turn whose turn has come; all of them where the street is over."""
        folds = [early for early in self.acts if early.fold]
        if not folds:
            return
        hand = self.wagering.hand
        assert hand.round is not None
        due = self.wagering.due()
        for early in folds:
            if after is not None and (due in early.jumped or any(self._before(early.turn.seat))):
                continue
            self.acts.remove(early)
            seat = early.turn.seat
            hand.act(seat, "fold", hand.round.bet(seat), t=early.turn.act.t)
