"""Tells acts out of turn at once, holds them back, and settles them when the jumped seats have acted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final as Constant

from msgspec.structs import replace

from controller.table.betting.act import Act
from controller.table.betting.spot import Ruling, Spot
from controller.table.betting.turn import Turn
from controller.table.events import Declared
from controller.table.irregularities import Irregularity
from controller.table.outputs import Finding
from controller.table.players.players import clockwise
from controller.table.wagers.early import Binds, EarlyAct, Final, FoldPrinted, Posted, Released, Skips, Step
from controller.table.wagers.skipped import Skipped
from controller.table.wagers.standing import Standing, ruled
from controller.table.wagers.wager import motion_over, rule

WAGERS: Constant = ("bet", "raise")


class OutOfTurn:
    """The acts of a street that came before their turn."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.hand = standing.hand
        self.acts: list[EarlyAct] = []
        self.skipped = Skipped(standing)
        self._folds_told: dict[int, Finding] = {}
        """What was told of folds out of turn on this street, by seat."""

    def act_of(self, seat: int, due: int, t: float) -> Turn:
        """Return the early act of ``seat``, beginning one that jumps the seats from ``due`` on."""
        for early in self.acts:
            if early.turn.seat == seat:
                return early.turn
        hand = self.hand
        order = clockwise(hand.players, seat)
        acted = {e.turn.seat for e in self.acts}
        jumped = [s for s in order[order.index(due) : -1] if hand.players[s].can_act and s not in acted] or [
            due
        ]
        turn = Turn(Act(seat, t))
        self.acts.append(EarlyAct(turn, jumped, hand.street_name))
        return turn

    def calls_whatever_comes(self, said: Declared, found: Finding) -> None:
        """The floor lets a call count that was said before there was an amount: it is made once there is one."""
        assert self.standing.pending is not None
        turn = self.act_of(said.seat, self.standing.pending.seat, said.t)
        turn.say(said, found.evidence[-1])
        early = next(early for early in self.acts if early.turn is turn)
        early.finding, early.action, early.ruled = found.id, "call", True

    def heard(self, turn: Turn) -> list[Step]:
        """Tell an early act at its first word, push or fold; return what follows."""
        early = next((e for e in self.acts if e.turn is turn), None)
        if early is None or early.finding:
            return []
        spot = self._spot(turn.act)
        ruling = rule(turn.act, spot, settled=False)
        if self._adds_to_its_call(turn, ruling, spot):
            self.acts.remove(early)
            return []
        if ruling.action == "fold":
            found = self._tell_fold(early, spot)
            if found.remedy == "fold_stands" or turn.act.fold:
                self.hand.seat(turn.seat, folded=True)
            else:
                self.acts.remove(early)
        elif self._tell_act(early, ruling, spot):
            return [Final(), Posted(early), Skips()]
        return [Skips()]

    def _adds_to_its_call(self, turn: Turn, ruling: Ruling, spot: Spot) -> bool:
        """Whether a seat that has acted, and faces nothing, puts out too few chips for a raise: they go back to it."""
        seat, figures = turn.seat, self.hand.round
        if figures is None or seat not in figures.acted or ruling.action != "call":
            return False
        return not (turn.act.words or spot.facing) and self.hand.players[seat].zone < spot.min_to

    def _spot(self, act: Act) -> Spot:
        """Return what an early act faces: the act in hand, and early acts of seats before it."""
        betting = self.standing.after()
        for early in self._before(act.seat):
            ruling = ruled(betting, early.turn.act, settled=True)
            betting = betting.after(early.turn.seat, ruling.action, ruling.to)
        return betting.facing(act.seat, act)

    def _before(self, seat: int) -> Iterator[EarlyAct]:
        """Yield the early acts that are not in the figures yet, of seats from the due one up to ``seat``."""
        order = clockwise(self.hand.players, seat)[:-1]
        waiting = {e.turn.seat: e for e in self.acts if e.posted is None and not e.fold}
        due = next((e.jumped[0] for e in self.acts if e.turn.seat == seat), None)
        for other in order[order.index(due) :] if due in order else ():
            if other in waiting:
                yield waiting[other]

    def _say(self, early: EarlyAct, irregularity: Irregularity) -> Finding:
        """Tell what is due of an early act; one past a seat that may have checked unheard is not judged."""
        hand = self.hand
        if not early.finding and not hand.kit.checks:
            early.unheard = not self.standing.facing(early.jumped[0]).facing
        return hand.unspoken(irregularity) if early.unheard else hand.tell(irregularity)

    def throws_in(self, seat: int, t: float, line: int) -> bool:
        """The cards of ``seat`` go to the muck: it folds behind its early act once that is settled. Return whether it had one."""
        early = next((e for e in self.acts if e.turn.seat == seat and e.finding and not e.fold), None)
        if early is None:
            return False
        fold = EarlyAct(Turn(Act(seat, t, fold=True), [line]), early.jumped, early.street)
        early.behind = early.behind or self._tell_fold(fold, self._spot(fold.turn.act))
        return True

    def _tell_fold(self, early: EarlyAct, spot: Spot) -> Finding:
        turn = early.turn
        cases = (("facing_bet",) if spot.facing else ()) + (() if turn.act.fold else ("declared",))
        cases += ("after_motion",) if self.standing.motion == early.jumped[0] else ()
        facts: dict[str, object] = {"due": early.jumped[0]}
        irregularity = Irregularity(
            "turn.out_of_turn_fold", turn.seat, cases[::-1], facts, turn.lines, about=early.jumped[:1]
        )
        found = self._said_before(turn.seat, irregularity)
        if found is None:
            if turn.seat in self._folds_told:
                facts["replaces"] = self._folds_told[turn.seat].id
            found = self._say(early, irregularity)
        self._folds_told[turn.seat] = found
        early.finding, early.fold = found.id, True
        return found

    def fold_stands(self, seat: int, found: Finding) -> None:
        """The floor lets a fold stand that the house left open: it is printed when its turn comes."""
        due = self.standing.due()
        if due is None or any(early.turn.seat == seat for early in self.acts):
            return
        self.act_of(seat, due, found.t)
        early = self.acts[-1]
        early.finding, early.fold = found.id, True
        self.hand.seat(seat, folded=True)

    def folds_behind(self, seat: int, found: Finding) -> None:
        """The early act of ``seat`` is settled or was none: the fold that was told of it since comes in its turn, or now."""
        if self.standing.due() is not None:
            self.fold_stands(seat, found)
        elif self.hand.round is not None:
            self.hand.seat(seat, folded=True)
            self.hand.act(seat, "fold", self.hand.round.bet(seat), t=found.t, street=found.street)

    def unfolds(self, seat: int) -> None:
        """Drop a fold out of turn of ``seat`` whose turn has not come: it was none."""
        self._folds_told.pop(seat, None)
        for early in [early for early in self.acts if early.turn.seat == seat]:
            early.behind = None
            if early.fold:
                self.acts.remove(early)

    def forgets(self, seat: int) -> bool:
        """Drop an early act of ``seat`` that does not count yet, or on which nobody has acted; return whether there was one."""
        acts = [
            early
            for early in self.acts
            if early.turn.seat == seat and not early.fold and (early.posted is None or self._unpost(early))
        ]
        for early in acts:
            self.acts.remove(early)
        return bool(acts)

    def lying_past(self, seat: int) -> list[EarlyAct]:
        """Return the early acts past ``seat`` whose chips count already."""
        return [early for early in self.acts if early.posted is not None and seat in early.jumped]

    def lifts(self, seat: int) -> bool:
        """Have the chips of early acts past ``seat`` count when its act is known; False where more was done on them."""
        for early in reversed(self.lying_past(seat)):
            if not self._unpost(early):
                return False
            early.posted = None
        return True

    def waits(self, seat: int) -> Turn | None:
        """Return the early act of ``seat`` of which play has still to tell whether it binds; None where there is none."""
        acts = (early for early in self.acts if not early.fold and early.posted is None)
        return next((early.turn for early in acts if early.turn.seat == seat), None)

    def _unpost(self, early: EarlyAct) -> bool:
        """Give back the chips of an early act that lies there, if the betting is as it was with them."""
        hand, seat = self.hand, early.turn.seat
        if early.rounds is None or hand.round is not early.rounds[1]:
            return False
        before = early.rounds[0]
        hand.betting = hand.betting.paid(seat, before.bet(seat))
        hand.now_is(round=before)
        return True

    def _said_before(self, seat: int, irregularity: Irregularity) -> Finding | None:
        """Return what was told of a fold that was said, where its cards that follow change nothing of it."""
        told = self._folds_told.get(seat)
        rule = self.hand.book.rule(irregularity.kind, *irregularity.cases)
        return told if told is not None and rule is not None and rule.remedy == told.remedy else None

    def _tell_act(self, early: EarlyAct, ruling: Ruling, spot: Spot) -> bool:
        """Tell an early act that is no fold; return whether the house cuts it to the minimum and lets it lie."""
        hand, turn = self.hand, early.turn
        wager = ruling.action in WAGERS
        early.figures = {} if ruling.open or ruling.to <= spot.bet else spot.figures(ruling.to)
        facts: dict[str, object] = {"due": early.jumped[0], "action": ruling.action, **early.figures}
        cut = wager and hand.book.turns.wager_cut_to_minimum
        if cut:
            facts["to"] = spot.capped(spot.min_to)
        cases: tuple[str, ...] = ("wager" if wager else str(ruling.action),)
        if self.standing.motion == early.jumped[0]:
            cases = ("after_motion", *cases)
        remedy = "house_minimum" if cut else "back_up"
        about = early.jumped[:1]
        irregularity = Irregularity(
            "turn.out_of_turn", turn.seat, cases, facts, turn.lines, remedy, about=about
        )
        found = self._say(early, irregularity)
        early.finding, early.action, early.faced = found.id, ruling.action, spot.to_match
        return cut and not early.unheard

    def post(self, early: EarlyAct) -> None:
        """The house cuts a wager out of turn to the minimum; it lies there and is faced."""
        hand, seat = self.hand, early.turn.seat
        spot = hand.betting.facing(seat)
        figures = hand.round
        assert figures is not None
        early.posted = spot.capped(spot.min_to)
        hand.betting = hand.betting.paid(seat, early.posted)
        lies = replace(figures.after(seat, early.posted), last=figures.last)
        hand.now_is(round=lies)
        early.rounds = (figures, lies)

    def unsaid(self, seat: int, of: int | None) -> None:
        """Words of an early act were keyed in error: those of line ``of``, else its last."""
        self._folds_told.pop(seat, None)
        for early in list(self.acts):
            said = early.turn.seat == seat and early.posted is None and early.turn.says(of)
            if said and not early.turn.unsay(of):
                self.acts.remove(early)
                if early.fold:
                    self.hand.seat(seat, folded=False)
                if early.behind is not None:
                    self.folds_behind(seat, early.behind)

    def clear(self) -> None:
        """The street is over."""
        self.acts.clear()
        self._folds_told.clear()
        self.skipped = Skipped(self.standing)

    def folded(self, seat: int) -> bool:
        """Whether ``seat`` has already folded out of turn; its cards only follow."""
        return any((early.fold or early.behind) and early.turn.seat == seat for early in self.acts)

    def next_step(self, by: int | None = None, *, final: bool = False) -> list[Step]:
        """Return what follows of what is known: the action changed for an offender, or all that it jumped have acted.

        ``by``: the seat that acts now, which makes the act of another one final; ``final``: it is, whoever acts.
        """
        acts = [early for early in self.acts if not early.fold and early.finding]
        if not acts:
            return []
        standing = self.standing
        pending = standing.pending
        ruling = None if pending is None else standing.ruling(pending, settled=True)
        if pending is not None and ruling is not None:
            if not self._known(pending, ruling, final=final or by not in (None, pending.seat)):
                return []
            raised = ruling.action in WAGERS and ruling.to > standing.spot(pending.seat).to_match
            for early in acts:
                if pending.seat in early.jumped and raised and not (early.bound or early.ruled):
                    return [Released(early)]
        return self._bind_next(acts)

    def _known(self, turn: Turn, ruling: Ruling, *, final: bool) -> bool:
        if ruling.open or ruling.stalled:
            return False
        return final or turn.act.fold or turn.act.words_first() or motion_over(turn.act, self.hand.t)

    def _bind_next(self, acts: list[EarlyAct]) -> list[Step]:
        """The seat whose turn has come acted early and faces what it faced then: its act binds."""
        due = self.standing.due()
        for early in acts:
            if early.posted is None and due != early.turn.seat:
                continue
            if early.posted is not None and due in early.jumped:
                continue
            return [Final(), Released(early) if self._faces_more(early) else Binds(early)]
        return []

    def _faces_more(self, early: EarlyAct) -> bool:
        """Whether a wager that another seat made out of turn behind ``early`` lies there by now and is faced."""
        if early.posted is not None or early.bound or early.ruled:
            return False
        lies = any(other.posted is not None and not other.bound for other in self.acts)
        return lies and self.standing.facing(early.turn.seat).to_match > early.faced

    def bind(self, early: EarlyAct) -> None:
        """An early act binds; one whose chips count already is printed."""
        self.acts.remove(early)
        if not (early.bound or early.ruled):
            self._tell_settled(early, binding=True)
        if early.posted is not None:
            self._print_posted(early)

    def count(self, early: EarlyAct, ruling: Ruling) -> None:
        """An act behind a skipped seat counts, as it was ruled."""
        early.action, early.posted, early.cites = ruling.action, ruling.to, ruling.cites
        self._tell_settled(early, binding=True, skipped=True)

    def pass_over(self, acts: list[EarlyAct]) -> None:
        """Play goes on after the last of ``acts``, which count already."""
        assert self.hand.round is not None
        self.hand.now_is(round=replace(self.hand.round, last=acts[-1].turn.seat))
        for early in acts:
            self.acts.remove(early)
            self._print_posted(early)

    def release(self, early: EarlyAct) -> None:
        """What the offender faces has changed: the act does not bind and its chips go back."""
        hand = self.hand
        seat = early.turn.seat
        self.acts.remove(early)
        for other in self.acts:
            if other.posted is not None and not other.bound and seat not in other.jumped:
                other.jumped.append(seat)
        passive = early.posted is None and not early.turn.act.fold
        self._tell_settled(early, binding=False)
        assert hand.round is not None
        if early.posted is not None:
            self._print_posted(early)
        if passive and hand.book.turns.passive_may_not_raise:
            hand.now_is(round=hand.round.no_raise(seat, None))
        bet, player = hand.round.bet(seat), hand.players[seat]
        kept = min(player.drawn_back, max(0, bet - player.zone))
        hand.betting = hand.betting.seated(replace(player.gives_back(bet), drawn_back=kept))

    def _print_posted(self, early: EarlyAct) -> None:
        """Print an early act whose chips count already."""
        assert early.posted is not None
        assert early.action is not None
        seat, t = early.turn.seat, early.turn.act.t
        self.hand.act(seat, early.action, early.posted, t=t, cites=early.cites, street=early.street)

    def _tell_settled(self, early: EarlyAct, *, binding: bool, skipped: bool = False) -> None:
        """Say whether an early act binds; ``skipped``: it does since a seat let others act behind it."""
        hand, turn = self.hand, early.turn
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
        about = early.jumped[:1]
        irregularity = Irregularity("turn.out_of_turn", turn.seat, cases, facts, lines, remedy, about=about)
        irregularity.settles = True
        self._say(early, irregularity)

    def _called(self, early: EarlyAct) -> bool:
        """Whether a seat that was jumped called."""
        round_ = self.hand.round
        return round_ is not None and any(round_.did.get(seat) == "call" for seat in early.jumped)

    def folds_due(self, after: int | None = None) -> list[Step]:
        """Return the folds out of turn whose turn has come; all of them where the street is over."""
        folds = [early for early in self.acts if early.fold]
        due = self.standing.due() if folds else None
        return [
            FoldPrinted(early)
            for early in folds
            if after is None or not (due in early.jumped or any(self._before(early.turn.seat)))
        ]

    def print_fold(self, early: EarlyAct) -> None:
        """Print a fold out of turn whose turn has come."""
        assert self.hand.round is not None
        self.acts.remove(early)
        seat = early.turn.seat
        self.hand.act(seat, "fold", self.hand.round.bet(seat), t=early.turn.act.t, street=early.street)
