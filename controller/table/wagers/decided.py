"""Carries out a remedy that the floor chose for a wager or a turn, where the house leaves the choice to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from controller.table.betting.act import Act
from controller.table.betting.spot import Spot
from controller.table.betting.turn import Turn
from controller.table.events import Declared, Verb
from controller.table.figures import Spoken
from controller.table.hand import Hand
from controller.table.outputs import Finding
from controller.table.wagers.standing import ruled
from controller.table.wagers.wager import rule
from controller.table.wagers.wagering import Wagering

TO_THE_CALL: Final = frozenset({"call", "full_call"})
TO_THE_MINIMUM: Final = frozenset({"min_raise", "min_bet"})
AS_TOLD: Final = frozenset({"correct_amount", "first_motion_stands", "verbal_stands"})
"""What the act comes to by the house's parameters."""
WORDS_BIND: Final[Mapping[str, Mapping[str, Verb]]] = {
    "bet.nonchip_item": {"call": "call", "all_in": "all_in"},
    "bet.premature_call": {"full_call": "call"},
}
"""Decisions by which a player has said what he did not say, or too soon."""


def bet(wagering: Wagering, seat: int, to: int, found: Finding | None) -> None:
    """The floor named an amount: of what ``found`` is about, else of the act of a seat that is to act."""
    last = found is not None and found.seat == seat and _act_of(wagering, seat, found) is not None
    make_it(wagering, seat, to, its_act=not last)


def decide(wagering: Wagering, decision: str, seat: int, found: Finding | None) -> None:
    """Carry out ``decision`` on ``found``, which is about ``seat``; one that fits no finding changes nothing."""
    hand, standing = wagering.hand, wagering.standing
    if hand.round is None or not hand.players[seat].live:
        return
    if found is not None and (done := _act_of(wagering, seat, found)) is not None:
        to = _amount(decision, *done)
        if to is not None:
            make_it(wagering, seat, to)
    elif found is not None and found.street != hand.street_name:
        return  # too late: that street is over
    elif found is not None and (said := _said(hand, decision, seat, found)) is not None:
        if wagering.may_act(seat):
            _says(wagering, said, found)
    elif decision == "check":
        if standing.due() == seat and not standing.facing(seat).facing:
            wagering.acting.check_for(seat, [] if found is None else found.cites)
    elif decision == "fold_stands":
        _fold_stands(wagering, seat, found)
    elif found is not None and found.kind == "turn.skipped":
        _had_time(wagering, seat, found, decision)
    elif decision == "not_binding":
        if found is not None and found.kind == "turn.out_of_turn":
            _lets_off(wagering, seat, found)
    elif decision == "house_minimum":
        if found is not None and found.kind == "turn.out_of_turn":
            _cut(wagering, seat)
    elif decision == "full_call":
        make_it(wagering, seat, hand.round.to_match)


def _said(hand: Hand, decision: str, seat: int, found: Finding) -> Declared | None:
    """Return the words by which ``seat`` is bound; None where the decision is about none."""
    verb, amount = WORDS_BIND.get(found.kind, {}).get(decision), None
    if found.kind == "bet.conditional" and decision == "binding":
        spoken = hand.judge.figures(found, Spoken)
        verb, amount = (None, None) if spoken is None else (spoken.action, spoken.amount)
    return None if verb is None else Declared(t=hand.t, seat=seat, action=verb, amount=amount)


def _says(wagering: Wagering, said: Declared, found: Finding) -> None:
    """A seat is bound by its words: at once, or as soon as what it called has an amount."""
    standing = wagering.standing
    if not standing.unnamed():
        if standing.due() == said.seat:
            wagering.declared(said, found.evidence[-1])
    elif found.kind == "bet.premature_call":
        wagering.acting.early.calls_whatever_comes(replace(said, t=found.t), found)


def _act_of(wagering: Wagering, seat: int, found: Finding) -> tuple[Act, Spot] | None:
    """Return the act of ``seat`` that ``found`` is about, with what it faced; None where the seat has acted again since."""
    hand, turn = wagering.hand, wagering.standing.pending
    if turn is not None and turn.seat == seat:
        its_own = turn.finding is not None and turn.finding.id == found.id
        return (turn.act, wagering.standing.faced(turn.act)) if its_own else None
    turn, spot, street = wagering.acting.final.get(seat, (None, None, None))
    if turn is None or spot is None or turn.finding is None or turn.finding.id != found.id:
        return None
    last = next((action.t for action in reversed(hand.actions) if action.seat == seat), None)
    return (turn.act, spot) if street == hand.street and last == turn.act.t else None


def _amount(decision: str, act: Act, spot: Spot) -> int | None:
    """Return the whole bet on the street that a decision on ``act`` comes to; None where it is about no amount."""
    if decision in TO_THE_CALL:
        return spot.to_match
    if decision in TO_THE_MINIMUM:
        return spot.min_to
    if decision == "chips_stand":
        return spot.lying + act.pushed
    if (decision not in AS_TOLD and decision != "raise") or not (act.words or act.pushes):
        return None
    ruling = rule(replace(act, ruled_to=None, fold=False), spot, settled=True)
    return ruling.lies if decision == "raise" else ruling.to


def _fold_stands(wagering: Wagering, seat: int, found: Finding | None) -> None:
    """A fold out of turn that the house leaves open is one."""
    if wagering.standing.due() == seat:
        _forfeit(wagering, seat, [])
    elif found is not None and found.kind == "turn.out_of_turn_fold":
        wagering.acting.early.fold_stands(seat, found)


def _had_time(wagering: Wagering, skipped: int, found: Finding, decision: str) -> None:
    """What was done behind a seat that may have had no time to speak up binds, or it does not."""
    early = wagering.acting.early
    if decision == "binding":
        early.skipped.binds(skipped, early.acts)
        wagering.acting.settle_early()
    elif decision == "not_binding":
        early.skipped.speaks(skipped)
        for seat in [act.turn.seat for act in early.acts if skipped in act.jumped and not act.bound]:
            _lets_off(wagering, seat, found)


def _cut(wagering: Wagering, seat: int) -> None:
    """A wager out of turn is cut to the least that it could have been, where the house has not done so already."""
    hand, standing, acting = wagering.hand, wagering.standing, wagering.acting
    if hand.round is None or hand.book.turns.wager_cut_to_minimum:
        return
    turn = standing.pending
    if turn is not None and turn.seat == seat:
        spot, to = standing.faced(turn.act), standing.ruling(turn, settled=True).to
    elif (early := acting.early.waits(seat)) is not None:
        after = standing.after()
        spot, to = after.facing(seat, early.act), ruled(after, early.act, settled=True).to
    else:
        _, made, street = acting.final.get(seat, (None, None, None))
        if made is None or street != hand.street:
            return
        spot, to = made, hand.round.bet(seat)
    if spot.capped(spot.min_to) < to:
        make_it(wagering, seat, spot.capped(spot.min_to))


def _lets_off(wagering: Wagering, seat: int, found: Finding) -> None:
    """An act out of turn does not bind: what was said is not, and the chips go back."""
    hand, acting, turn = wagering.hand, wagering.acting, wagering.standing.pending
    if turn is not None and turn.seat == seat:
        settled = hand.judge.says(found).settles  # by what the seat does in its turn, which is no part of it
        if turn.act.t > found.t or (settled and turn.act.t == found.t):
            return
        _undone(wagering, turn)
    elif acting.early.forgets(seat):
        _goes_back(hand, seat)


def _undone(wagering: Wagering, turn: Turn) -> None:
    """An act is none: its words are taken back, and its chips go back."""
    wagering.acting.uncount(turn)
    _goes_back(wagering.hand, turn.seat)


def _goes_back(hand: Hand, seat: int) -> None:
    bet = 0 if hand.round is None else hand.round.bet(seat)
    hand.betting = hand.betting.seated(hand.players[seat].gives_back(bet))


def restore(wagering: Wagering, seat: int) -> None:
    """A hand that was killed, folded or thrown away is live again; a fold of it that is not printed was none."""
    hand, turn = wagering.hand, wagering.standing.pending
    if turn is not None and turn.seat == seat and wagering.is_folding(seat):
        wagering.acting.uncount(turn)
    wagering.acting.early.unfolds(seat)
    hand.seat(seat, dead=False, folded=False)
    hand.mucked.discard(seat)


def withdraw(wagering: Wagering, seat: int, cites: list[str], meant: int | None) -> None:
    """Who did not know what was wagered is let off: he takes his chips back and acts anew, or forfeits them and folds.

    Of a chip larger than the bet that was ``meant`` only that is forfeited. Once somebody has acted behind him he folds.
    """
    turn = wagering.standing.pending
    if wagering.hand.book.bets.withdrawn == "acts_anew" and turn is not None and turn.seat == seat:
        _undone(wagering, turn)
    else:
        _forfeit(wagering, seat, cites, meant)


def _forfeit(wagering: Wagering, seat: int, cites: list[str], meant: int | None = None) -> None:
    """A seat folds, and what lies there of it stays."""
    hand, turn = wagering.hand, wagering.standing.pending
    if turn is not None and turn.seat == seat:
        bet = wagering.standing.spot(seat).bet
        lies = bet + turn.act.pushed
        turn.ruled(lies if meant is None else max(bet, min(meant, lies)), fold=True)
    elif hand.round is not None and hand.players[seat].live:
        wagering.acting.apply(seat, "fold", hand.round.bet(seat), hand.t, cites)


def make_it(wagering: Wagering, seat: int, to: int, *, its_act: bool = False) -> None:
    """The floor fixed the amount that ``seat`` has in on this street; ``its_act``: of the act that it has yet to make."""
    hand = wagering.hand
    player, figures = hand.players[seat], hand.round
    if figures is None or not player.live:
        return
    standing = wagering.standing
    turn = standing.pending
    if turn is None or turn.seat != seat:
        turn = wagering.acting.early.waits(seat)
    if turn is None:
        its_act = its_act and standing.due() == seat and not standing.unnamed()
        turn = wagering.ruled_act(seat) if its_act else None
    if turn is not None:
        turn.ruled(to)
        turn.good_to = to
        return
    bet = figures.bet(seat)
    to = min(to, bet + player.behind)
    cut = to < bet == figures.to_match and figures.aggressor == seat
    hand.betting = hand.betting.paid(seat, to)
    hand.now_is(round=figures.amend(seat, to) if cut or to > bet else figures.make_good(seat, to))
    if cut:  # who has called it has the difference back
        hand.betting = hand.betting.let_stand(to)
