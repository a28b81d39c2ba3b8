"""Rules what others did behind an all-in that was counted only after they had met it, by what it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from controller.table.betting.betting import Betting
from controller.table.outputs import Action, ActionName
from controller.table.wagers.counting import counted_in

if TYPE_CHECKING:
    from controller.table.events import ChipsCounted
    from controller.table.hand import Hand
    from controller.table.wagers.standing import Standing


def counted_late(standing: Standing, event: ChipsCounted) -> bool:
    """Take a count of an all-in that nobody had counted, and tell what it was and what was done behind it.

    Return whether it was that. Where somebody has raised behind it nobody knows what he made it, and it stays unknown.
    """
    hand = standing.hand
    if hand.met is None or not hand.counts_wait() or hand.round is None:
        return False
    before, made = hand.met, hand.behind
    to = counted_in(event)
    assert before.round is not None
    if (
        event.seat != made[0].seat
        or not hand.players[event.seat].maybe_all_in
        or to <= before.round.bet(event.seat)
    ):
        return False
    if any(act.action not in ("call", "fold") for act in made[1:]):
        return True
    hand.uncounted = hand.met = None
    hand.behind = []
    hand.betting = _as_it_lies(before, hand.betting)
    for act in made:
        _again(hand, act, to if act is made[0] else None)
    _met_nothing(standing)
    return True


def street_ends(standing: Standing) -> None:
    """The street is over, and nobody keyed chips that could not be told.

    Facing a bet they were the call, as all that came behind was ruled. A bet that all others folded to goes back.
    """
    hand, now = standing.hand, standing.hand.betting
    if hand.met is None or not hand.counts_wait() or not hand.closed:
        return
    first, *others = hand.behind
    if now.players[first.seat].maybe_all_in or any(act.action == "dead" for act in others):
        return
    if first.action == "call":
        before, hand.uncounted, hand.met, hand.behind = hand.met, None, None, []
        hand.betting = _as_it_lies(before, now)
        for act in (first, *others):
            _put(hand, act, act.action, hand.betting.facing(act.seat).capped(act.to))
        _folds_to_a_raise(hand, first, others)
    elif not hand.contested and all(act.action == "fold" for act in others):
        hand.betting, hand.met = _as_it_lies(hand.met, now), None
        for act in others:
            _put(hand, act, act.action, act.to)


def _folds_to_a_raise(hand: Hand, first: Action, others: list[Action]) -> None:
    """Who folds chips that nobody could tell to a raise, before anybody called them, may have raised with them."""
    raised = next((act.action for act in others if act.action != "fold"), None) == "raise"
    if raised and any(act.seat == first.seat and act.action == "fold" for act in others):
        player = hand.players[first.seat]
        hand.betting = hand.betting.seated(replace(player.put_in_unseen(), put_in_untold=True))


def _met_nothing(standing: Standing) -> None:
    """Whoever has just said "call" to an all-in that was no more than his own bet said nothing, or that he checks."""
    turn = standing.pending
    if turn is None or turn.act.pushes or not turn.act.words or turn.act.verb() != "call":
        return
    if standing.spot(turn.seat).facing:
        return
    if standing.hand.betting.due() == turn.seat:
        turn.act = replace(turn.act, words=tuple(replace(word, verb="check") for word in turn.act.words))
    else:
        standing.pending = None


def _as_it_lies(before: Betting, now: Betting) -> Betting:
    """Return the betting as it was, with the chips and cards that lie before its seats now, and who sits there."""
    seats = {
        seat: replace(
            player,
            zone=lies.zone,
            ante_lying=lies.ante_lying,
            tabled=lies.tabled,
            up=lies.up,
            state=lies.state,
            out=lies.out,
        )
        for seat, player in before.players.items()
        if (lies := now.players[seat])
    }
    return replace(before, players=seats)


def _again(hand: Hand, act: Action, all_in: int | None) -> None:
    """Put an act into the hand by what is known now."""
    assert hand.round is not None
    spot = hand.betting.facing(act.seat)
    action: ActionName = act.action
    to = spot.bet if action == "fold" else spot.capped(spot.to_match)
    if action == "call" and all_in is None and not spot.facing:
        if hand.betting.due() != act.seat:
            return
        action = "check"
    if all_in is not None:
        action = "call" if all_in <= spot.to_match else "raise" if spot.to_match else "bet"
        to = all_in
        player = hand.players[act.seat]
        hand.betting = hand.betting.seated(player.all_there(player.put_in + to - spot.bet))
    _put(hand, act, action, to)


def _put(hand: Hand, act: Action, action: ActionName, to: int) -> None:
    """Put an act into the hand and tell it; a fold was told when it came, if nothing of its seat had to be told first."""
    hand.betting = hand.betting.after(act.seat, action, to)
    if action != "fold" or act in hand.folds_untold:
        hand.folds_untold = tuple(fold for fold in hand.folds_untold if fold is not act)
        hand.acted_at.remove(act.t)
        hand.act(act.seat, action, to, t=act.t, cites=act.cites, street=act.street)
