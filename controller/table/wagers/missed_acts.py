"""Follows play where it goes on past a check or a call that no sensor told, though the table senses them.

A card that comes while somebody has still to act is told as too early, and who acts behind a seat that has not
acted is told as out of turn. Where play then goes on as if that seat had acted, it had: a knock was not heard,
or a hand hid the chips.
"""

from __future__ import annotations

from typing import Final

from controller.table.deal.board import CARDS_AT
from controller.table.deal.streets import Streets
from controller.table.events import ChipsPushed, Declared, Tapped
from controller.table.hand import Hand
from controller.table.lasting import outlasted
from controller.table.players.players import clockwise
from controller.table.wagers.acting import Acting

KEYED_LATE_S: Final = 6.0
"""A check or a call that play had gone on past may still be keyed so long after."""


def skipped_has_acted(acting: Acting) -> None:
    """A card or the showdown comes: a seat that was told as passed over has checked, or called where the bets were pulled in besides.

    The floor knows of it, or where they were pulled in the dealer does, who was told of an act out of turn behind it;
    what was done there came in turn then. So it is where all others have checked behind a seat that had nothing to
    call: the dealer was told of it, and the round went on to its end.
    """
    _check_was_not_heard(acting)
    while (due := acting.standing.due()) is not None:
        called = acting.standing.facing(due).facing
        if called and not acting.hand.swept_early:
            return
        if not (acting.early.skipped.reported.get(due) or (called and _was_jumped(acting, due))):
            return
        _had_acted(acting, due)


def _was_jumped(acting: Acting, seat: int) -> bool:
    """Whether an act out of turn was told that jumped ``seat``."""
    return any(early.finding and seat in early.jumped for early in acting.early.acts)


def hand_is_shown(acting: Acting, seat: int) -> None:
    """A whole hand is shown, where nobody had more to do on the last street than to check, or one had to call and the bets were pulled in: it is the showdown.

    Of one hand shown by itself it is told; where another was told, or the check of somebody behind, they have begun.
    """
    hand = acting.hand
    last = hand.street == hand.form.last
    if last:
        skipped_has_acted(acting)
    shown = {
        f.seat
        for f in hand.judge.findings
        if f.kind == "hand.exposed_by_player" and f.street == hand.street_name
    }
    if not shown - {seat}:
        return
    while last and (due := acting.standing.due()) is not None and not acting.standing.facing(due).facing:
        _has_acted(acting, due)
    due = _only_call_missing(acting)
    if due is not None:
        _has_acted(acting, due)


def _check_was_not_heard(acting: Acting) -> None:
    """All others have acted where the street ends, and checks behind the seat that is due were told as out of turn.

    Who was taken to check on the street before, when this one lay there already, has done so here as well.
    """
    hand, acts = acting.hand, acting.early.acts
    checked = {early.turn.seat for early in acts if early.action == "check"}
    before = [
        act.seat
        for act in hand.actions
        if act.action == "check" and act.street != hand.street_name and act.t > hand.draws[-1].t
    ]
    due = _only_check_missing(acting, checked.union(before))
    if due is None or not len(checked) == len(acts) > 0:
        return
    _had_acted(acting, due)
    for seat in before:
        if acting.standing.due() == seat and not acting.standing.facing(seat).facing:
            _has_acted(acting, seat)


def _only_check_missing(acting: Acting, checked: set[int]) -> int | None:
    """Return the seat that is due and has nothing to call, where all others have acted, those with ``checked``."""
    hand, standing = acting.hand, acting.standing
    due, figures = standing.due(), standing.after().round
    if due is None or figures is None or standing.facing(due).facing:
        return None
    waiting = {seat for seat, player in hand.players.items() if player.can_act}
    return due if waiting - {*figures.acted, *checked} == {due} else None


def _only_call_missing(acting: Acting) -> int | None:
    """Return the seat that is due and faces a bet, where the bets were pulled in and nobody could act after its call."""
    due, after = acting.standing.due(), acting.standing.after()
    if due is None or not acting.hand.swept_early:
        return None
    spot = after.facing(due)
    called = after.after(due, "call", spot.capped(spot.to_match))
    waits = (
        acting.hand.street != acting.hand.form.last and sum(p.can_act for p in called.players.values()) > 1
    )
    return due if spot.facing and called.due() is None and not waits else None


def _came_in_turn(acting: Acting) -> None:
    """What was told as out of turn came in turn: whether it binds is not judged any more."""
    for early in acting.early.acts:
        early.unheard = True


def _had_acted(acting: Acting, seat: int) -> None:
    """A seat that nobody heard had checked, or called where it faces a bet, before what was told as out of turn."""
    _came_in_turn(acting)
    _has_acted(acting, seat)


def says_check(event: Declared | Tapped | ChipsPushed) -> bool:
    """Whether a player checks, by word or by hand."""
    return type(event) is Tapped or (type(event) is Declared and event.action == "check")


def _next_street_lies(hand: Hand) -> bool:
    """Whether the next street lies there whole, though it came early."""
    board = hand.board
    if isinstance(board, Streets):
        return board.dealt > hand.street and not board.waiting()
    return len(board.cards) + len(board.early) >= CARDS_AT[hand.street + 1]


def street_is_played(acting: Acting, seat: int, *, checks: bool) -> bool:
    """Whether ``seat`` acts on a street that came early and lies there whole, so that what was due before is done.

    Who had only to check before has, where the first seat of the street acts; who faced a bet has called, where
    the bets were pulled in besides. The seat that faces it ``checks``: it means the street.
    """
    hand, standing = acting.hand, acting.standing
    due, pending = standing.due(), standing.pending
    if pending is not None and pending.seat == seat and not (checks and pending.act.pushes):
        return False  # it goes on with its act
    if due is None or hand.street == hand.form.last:
        return due is None
    if not _next_street_lies(hand):
        return False
    facing, after = standing.facing(due).facing, standing.after()
    first = next((one for one in hand.order if after.players[one].can_act and not hand.form.stud), None)
    again = hand.swept_early and seat != due and after.round is not None and seat in after.round.acted
    if again and not (facing or after.facing(seat).facing):
        first = seat  # it has nothing left to do on the street before: who is first had checked unheard
    waits = acting.early.waits(seat)
    if waits is not None and waits.act.t < hand.draws[-1].t and pending is not None:
        return not facing
    if seat != first or (facing and not hand.swept_early) or (seat == due and not (facing and checks)):
        return False
    _came_in_turn(acting)
    while (due := standing.due()) is not None:
        _has_acted(acting, due)
    return True


def _has_acted(acting: Acting, seat: int) -> None:
    """A seat that is due has checked, or called where it faces a bet."""
    hand, spot = acting.hand, acting.standing.facing(seat)
    acting.standing.unheard[seat] = ("call" if spot.facing else "check", hand.t)
    if not spot.facing:
        acting.check_for(seat, [])
        return
    acting.finish_act()
    acting.apply(seat, "call", spot.capped(spot.to_match), hand.t, [])
    acting.settle_early()
    hand.guessed = True


def keyed_late(acting: Acting, event: Declared | Tapped | ChipsPushed) -> bool:
    """Whether a check or a call is the one that nobody had heard when play went on past it: it is keyed only now.

    One that may be an act of its own is that, unless its seat wagers before anybody else acts.
    """
    seat = event.seat
    if says_check(event) and _lies_behind(acting, seat):
        return not acting.early.lifts(seat)
    action, since = acting.standing.unheard.get(seat, ("check", float("-inf")))
    if outlasted(since, KEYED_LATE_S, acting.hand.t):
        return False
    said = "check" if says_check(event) else event.action if type(event) is Declared else None
    mine = acting.standing.due() == seat or acting.act_of(seat) is not None
    if said != action:
        if action == "check" and said not in ("call", "fold"):
            _was_keyed_late(acting, seat)
        return False
    if mine and acting.standing.facing(seat).facing is (action == "call"):
        return False
    del acting.standing.unheard[seat]
    return True


def _lies_behind(acting: Acting, seat: int) -> bool:
    """Whether all that ``seat`` faces, whose turn it is, was bet out of turn past it just now: its check came before that."""
    hand, standing = acting.hand, acting.standing
    lying = acting.early.lying_past(seat)
    if not lying or standing.due() != seat or acting.act_of(seat) is not None:
        return False
    spot = standing.spot(seat)
    wagers = [early for early in lying if early.action in ("bet", "raise")]
    theirs = spot.facing and wagers and min(early.faced for early in wagers) <= spot.bet
    return bool(theirs) and not outlasted(wagers[0].turn.act.t, KEYED_LATE_S, hand.t)


def _was_keyed_late(acting: Acting, seat: int) -> None:
    """A seat wagers that has just checked: that check was the one of the street before, keyed late."""
    turn = acting.standing.pending
    if turn is None or turn.seat != seat or turn.act.pushes or turn.act.verb() != "check" or turn.reported:
        return
    acting.uncount(turn)
    del acting.standing.unheard[seat]


def checked_on_this_street(acting: Acting, seat: int) -> None:
    """Play goes on behind the check of a seat that was both the last to act and the first on the street that lay there.

    The street had come early, as it seemed: it was the check before that was not heard, and this one is the street's.
    """
    hand = acting.hand
    due = hand.due()
    if due in (None, seat) or hand.form.stud or hand.round is None or hand.round.acted:
        return
    last = next((act for act in reversed(hand.actions) if act.seat == due), None)
    if last is None or last.action != "check" or last.street == hand.street_name:
        return
    behind = (one for one in clockwise(hand.players, due) if one != due and hand.players[one].can_act)
    if last.t > hand.draws[-1].t and next(behind, None) == seat:
        acting.check_for(due, [])


def went_round(acting: Acting, event: Declared | Tapped | ChipsPushed) -> None:
    """The seat that is due calls, raises or folds, once all others have acted, and some behind a bet: it had checked before.

    A seat whose check is in hand, and that acts again behind such a bet, answers it.
    """
    _answers_early_bet(acting, event)
    hand, standing, seat = acting.hand, acting.standing, event.seat
    if type(event) is not Declared or event.action not in ("call", "fold", "raise") or standing.due() != seat:
        return
    acts = [early for early in acting.early.acts if early.posted is None]
    bets = [n for n, early in enumerate(acts) if early.action in ("bet", "raise")]
    waiting = {one for one, player in hand.players.items() if player.can_act} - {seat}
    behind = bool(bets) and (bets[0] < len(acts) - 1 or len(waiting) == 1)
    answered = behind and waiting <= {early.turn.seat for early in acts}
    if answered and standing.pending is None and not standing.facing(seat).facing:
        _had_acted(acting, seat)


def _answers_early_bet(acting: Acting, event: Declared | Tapped | ChipsPushed) -> None:
    """Commit the check of a seat that acts again behind a bet out of turn: it answers that."""
    turn, acts = acting.standing.pending, acting.early.acts
    if turn is None or turn.seat != event.seat or not turn.act.words or turn.act.pushes or says_check(event):
        return
    if turn.act.verb() == "check" and any(early.action in ("bet", "raise") for early in acts):
        acting.commit(turn)


def called_the_early_bet(acting: Acting) -> None:
    """Bets are pulled in behind chips that just meet a bet out of turn, which nobody answered since: they called it.

    Their seat had checked before it; else its own bet would have been there to answer.
    """
    standing, acts = acting.standing, acting.early.acts
    turn = standing.pending
    if turn is None or not turn.act.pushes:
        return
    spot = standing.faced(turn.act)
    if spot.facing:
        return
    to = spot.stays + turn.act.pushed
    bets = [early for early in acts if early.action in ("bet", "raise") and turn.seat in early.jumped]
    waits = standing.due()
    if not bets or bets[-1].figures.get("total") != to or waits != bets[-1].turn.seat:
        return
    _had_acted(acting, turn.seat)
    acting.finish_act()
    if standing.due() == turn.seat:
        standing.pending = turn


def lies_as_the_call(acting: Acting) -> None:
    """Bets are pulled in, and chips that did not bind just meet the bet that came since: their seat, the last, has called."""
    hand, standing = acting.hand, acting.standing
    due = standing.due()
    if due is None:
        return
    owed = standing.facing(due).figures(0)["owed"]
    if not owed or hand.players[due].given_back != owed:
        return
    acting.finish_act()
    hand.seat(due, given_back=0)
    _has_acted(acting, due)
