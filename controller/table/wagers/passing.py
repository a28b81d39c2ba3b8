"""Works out what the seats did that play has passed over, where nothing at the table senses it.

Without sensed checks, or where a check may only be said and nobody keys words, a seat with nothing to call has
checked. Without antennas nobody sees a hand go: a seat that
faces a bet has folded. Without a camera nobody sees silent chips: a seat that faces a bet, and whose cards lie
there, has called. A later act, a burn, a sweep or the showdown passes over it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from controller.table import events as ev
from controller.table.betting.act import Act
from controller.table.betting.spot import Spot
from controller.table.betting.turn import Turn
from controller.table.deal.board import CARDS_AT
from controller.table.deal.unsensed import WorkedOut
from controller.table.equipment import Kit
from controller.table.hand import Hand
from controller.table.outputs import ActionName
from controller.table.stopping import comes_back
from controller.table.wagers.acting import Acting
from controller.table.wagers.missed_acts import called_the_early_bet, lies_as_the_call, skipped_has_acted
from controller.table.wagers.silence import WRONG

AT_ONCE_S: Final = 1.0
"""A card drawn this soon after the street's last is one of the same: nobody has checked between them."""
THE_PACE: Final = 1.5
"""A fourth card is one of the flop where it follows in so many times the longest pause between the flop's own."""


def passed(kit: Kit, spot: Spot) -> ActionName | None:
    """Return what a seat in this spot must have done where play goes on past it; None where that would be sensed."""
    if not spot.facing:
        return None if kit.checks and kit.camera else "check"
    if not kit.words and spot.lying >= spot.to_match:
        return "call"
    if not kit.antennas:
        return "fold"
    return None if kit.camera else "call"


def pass_over(
    acting: Acting, until: int | None = None, *, by: str = "", checks_alone: bool = False
) -> int | None:
    """Play goes on past the seats that are due, up to ``until``; return the one that is due then.

    What nobody senses there they have done; ``by`` says what passed them over. ``checks_alone``: only where they
    have nothing to call.
    """
    hand, due = acting.hand, acting.standing.due()
    if hand.line in hand.passes_nobody:
        return due
    while due is not None and due != until:
        spot = acting.standing.facing(due)
        action = None if checks_alone and spot.facing else passed(hand.kit, spot)
        if action is None:
            break
        acting.finish_act()
        to = spot.capped(spot.to_match) if action == "call" else spot.bet
        acting.count(Turn(Act(due, hand.t), [hand.line]), action)
        acting.apply(due, action, to, hand.t, [])
        acting.passed[due] = hand.line
        if action == "check":
            note = ev.Tapped(t=hand.t, seat=due, by="table", of=hand.line)
            why = f"{by or f'seat {until} acted'}, and no check was sensed"
            hand.unsensed.checks[hand.actions[-1].street, due] = WorkedOut(note, why)
        hand.guessed = hand.guessed or action == "call"
        acting.settle_early()
        due = acting.standing.due()
    return due


def card_comes(acting: Acting) -> None:
    """A card is drawn after the deal: the betting was over, but for a card that follows the street's last at once."""
    hand = acting.hand
    uncounted_is_met(acting)
    skipped_has_acted(acting)
    if hand.kit.whole or hand.round is None:
        return
    if not _follows_at_once(hand):
        by = "a card was drawn after the deal"
        pass_over(acting, by=by, checks_alone=not (hand.street or hand.round.acted or hand.board.burns))
        _bets_must_be_swept(acting, by)


def _follows_at_once(hand: Hand) -> bool:
    """Whether a card that is drawn now comes too soon after the board's last one for anybody to have checked."""
    drawn = [draw.t for draw in hand.board.cards]
    if not drawn or hand.round is None:
        return False
    soon = AT_ONCE_S
    if len(drawn) == CARDS_AT[1] and not (hand.round.acted or hand.board.burned_since):
        soon = max(soon, THE_PACE * max(later - t for t, later in pairwise(drawn)))
    return hand.t - drawn[-1] < soon


def uncounted_is_met(acting: Acting) -> None:
    """Play goes on after an all-in of which nobody knows how much it was: who had to meet it has."""
    hand = acting.hand
    if not hand.counts_wait() or hand.round is None:
        return
    while (due := acting.standing.due()) is not None:
        spot = acting.standing.facing(due)
        acting.apply(due, "call", spot.capped(spot.to_match), hand.t, [])
        hand.betting = hand.betting.seated(hand.players[due].put_in_unseen())
        acting.finish_act()  # what was said before its turn, and is in turn now


def _bets_must_be_swept(acting: Acting, by: str) -> None:
    """The next street's burn comes, and no camera looks: the bets of a betting that is over were pulled in."""
    hand = acting.hand
    lie = hand.round is not None and any(hand.round.bets.values())
    if hand.kit.camera or not lie or hand.street == 3 or not hand.closed or not hand.contested:
        return
    note = ev.BetsSwept(t=hand.t, by="table", of=hand.line)
    hand.unsensed.final.append((hand.street_name, WorkedOut(note, f"{by}, and no camera looks at the bets")))


def bets_are_swept(acting: Acting) -> None:
    """Bets are pulled in: who had nothing to call has checked."""
    uncounted_is_met(acting)
    called_the_early_bet(acting)
    lies_as_the_call(acting)
    if not acting.hand.kit.whole:
        pass_over(acting, by="the bets were swept", checks_alone=True)


def showdown_begins(acting: Acting) -> None:
    """Hands are shown, thrown in or paid on the river: where checks are not sensed, who could has checked."""
    if not acting.hand.kit.checks and acting.hand.street == acting.hand.form.last:
        pass_over(acting, by="the showdown began", checks_alone=True)


def pot_is_pushed(acting: Acting) -> None:
    """The pot goes to somebody: where nobody sees hands go, all who faced a bet have folded."""
    showdown_begins(acting)
    if not acting.hand.kit.antennas:
        pass_over(acting, by="the pot was pushed")


def hand_is_over(acting: Acting) -> None:
    """The hand ends, and whoever had still to act has done so unless the hand was stopped."""
    hand = acting.hand
    showdown_begins(acting)
    if not (hand.kit.antennas or comes_back(hand)) and hand.round is not None and hand.round.acted:
        pass_over(acting, by="the hand ended")


def pot_is_gone(acting: Acting) -> bool:
    """Whether one hand is left that can win where nobody sees the pot go: its cards are only gathered."""
    if acting.hand.kit.awards:
        return False
    return not acting.standing.after().contested


def uncalled_goes_back(acting: Acting, seat: int) -> None:
    """The last wager goes back to its seat: where nobody sees hands go, all who faced it have folded."""
    figures, turn = acting.hand.round, acting.standing.pending
    if acting.hand.kit.antennas or figures is None:
        return
    if seat == (figures.aggressor if turn is None else turn.seat):
        pass_over(acting, by=f"the last bet of seat {seat} went back")


def no_change_was_given(acting: Acting) -> None:
    """Bets were pulled in: a silent call that wanted change would have got it before."""
    hand, figures = acting.hand, acting.hand.round
    if hand.kit.words or figures is None:
        return
    if any(player.zone > figures.bet(player.seat) for player in hand.players.values()):
        hand.strange += WRONG


def change_was_given(acting: Acting, seat: int, lies: int) -> None:
    """A seat got change and ``lies`` there now: where that is less than it has bet here, it made no such wager."""
    hand, figures = acting.hand, acting.standing.after().round
    if seat not in hand.players:
        return
    if not hand.draws:  # change for what it posts
        hand.seat(seat, posted=hand.players[seat].taken + lies)
        return
    _paid_before(acting, seat, lies)
    hand.seat(seat, zone=lies, ante_lying=0)
    if not hand.kit.words and figures is not None and lies < figures.bet(seat):
        hand.strange += WRONG


def _paid_before(acting: Acting, seat: int, lies: int) -> None:
    """Silent chips of a seat in its turn that are changed to what it had bet, and owed, paid that: they are no act."""
    hand, turn = acting.hand, acting.standing.pending
    if turn is None or turn.seat != seat or turn.act.words or turn.finding is not None or hand.round is None:
        return
    if hand.players[seat].zone - turn.act.pushed < hand.round.bet(seat) == lies:
        acting.uncount(turn)


def nothing_to_do(acting: Acting, seat: int) -> None:
    """A seat acts where, as the betting stands in this hypothesis, nobody has anything to do."""
    hand = acting.hand
    if not hand.kit.words and not hand.awards and acting.standing.due() is None:
        hand.strange += WRONG


def checked(acting: Acting, seat: int) -> None:
    """The log says that the table worked out a check of ``seat`` here: it has, unless play told otherwise."""
    hand = acting.hand
    if (
        hand.line in hand.passes_nobody
        or acting.standing.due() != seat
        or acting.standing.facing(seat).facing
    ):
        return
    if acting.standing.pending is not None:
        acting.commit(acting.standing.pending)
    acting.check_for(seat, [])
    if not hand.kit.checks:
        acting.passed[seat] = hand.line


def was_not_passed(acting: Acting, seat: int) -> None:
    """A seat acts though it was passed over, before its turn has come again: it had not done what was inferred."""
    line = acting.passed.get(seat)
    if line is not None and line not in acting.hand.passes_nobody:
        acting.hand.not_passed = line
