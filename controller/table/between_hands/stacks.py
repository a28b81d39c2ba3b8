"""Works out every seat's stack after a hand, as far as it is known: between two bounds where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from controller.table.between_hands.due import pots_due
from controller.table.pots.pots import awarded
from controller.table.wagers.all_in_unsaid import pots_unknown

if TYPE_CHECKING:
    from controller.table.events import StackCounted
    from controller.table.hand import Hand
    from controller.table.outputs import HandLine
    from controller.table.play import Play
    from controller.table.players.player import Player


class Chips(NamedTuple):
    """Chips of a seat. ``stack`` is None where nobody knows it: then it is from ``least`` to ``most``.

    ``most`` is None where nothing bounds it.
    """

    stack: int | None
    least: int = 0
    most: int | None = None

    def more(self, amount: int, at_most: int | None = None) -> Chips:
        """Return these chips with ``amount`` added; between ``amount`` and ``at_most``, where that is given."""
        high = amount if at_most is None else at_most
        most = self.most if self.stack is None else self.stack
        low = self.least if self.stack is None else self.stack
        most = None if most is None else max(0, most + high)
        low = max(0, low + amount)
        known = self.stack is not None and high == amount
        return Chips(low, low, low) if known else Chips(None, low, most)


def still_behind(play: Play, counted: StackCounted) -> bool:
    """Whether a seat has just what it has left in a hand that is over only if checks were not seen: its pot lies there."""
    player = play.hand.players[counted.seat]
    known = player.stack is not None and not player.maybe_all_in
    return known and play.standing.due() is not None and play.counting.stack(counted)


def stacks_after(play: Play, line: HandLine) -> dict[int, Chips]:
    """Return what each seat has for the next hand after a hand that ended with ``line``.

    A pot that the cards decide and that nobody was seen to push went where it was due. Where they do not, it
    went to one of those who could win it: their stacks are unknown.
    """
    hand = play.hand
    after = {seat: _held(play, line, seat) for seat in hand.players}
    if line.void:
        return after
    lost = (line.unawarded or 0) - hand.held
    if lost <= 0:
        return after
    for pot in pots_due(play):
        lost -= pot.amount
        for seat in pot.seats if pot.shares is None else pot.shares:
            if pot.shares is not None:
                after[seat] = after[seat].more(pot.shares[seat])
            elif seat not in hand.mucked:
                after[seat] = after[seat].more(0, pot.amount)
    if lost > 0:  # what was pushed does not fit the pots, or the hand was broken off
        after |= {seat: after[seat].more(0, lost) for seat in hand.live}
    return after


def may_have_lost_all(play: Play, after: dict[int, Chips]) -> set[int]:
    """Return the seats that may have no chips ``after`` the hand: all-in as far as is known, and nobody knows who won."""
    players = play.hand.players
    paid = {award.seat for award in play.hand.awards if not award.assumed or after[award.seat] != Chips(None)}
    return {
        seat
        for seat, chips in after.items()
        if chips.stack is None
        and not chips.least
        and seat not in paid
        and _may_be_all_in(players[seat], play.hand, uncounted=chips == Chips(None))
    }


def _may_be_all_in(player: Player, hand: Hand, *, uncounted: bool) -> bool:
    """Whether a seat may have put in all that it had: who was seen to fold had chips left.

    ``uncounted``: nobody knows what it put in. Its cards may then have been gathered after the showdown.
    """
    if player.all_in or player.maybe_all_in:
        return True
    kit = hand.kit
    wagered = player.put_in > player.ante + player.blind
    stayed = player.live or (wagered and not kit.antennas) or (uncounted and _folded_last(hand, player.seat))
    return kit.parts_hands and stayed and (uncounted or player.may_be_all_in)


def _folded_last(hand: Hand, seat: int) -> bool:
    """Whether the cards of a seat went to the muck when the last card of the board lay there."""
    last = hand.board.cards[-1] if hand.all_dealt and hand.board.cards else None
    folds = (action.t for action in hand.actions if action.seat == seat and action.action == "fold")
    return last is not None and any(t > last.t for t in folds)


def as_known(play: Play, line: HandLine) -> HandLine:
    """Return the hand's line with the stacks that can be known: where no award is sensed, a pot may be anybody's."""
    unknown = {seat for seat, player in play.hand.players.items() if player.maybe_all_in}
    unknown |= _uncounted(play, line)
    if line.unawarded and not play.hand.kit.awards:
        unknown |= {seat for seat, chips in stacks_after(play, line).items() if chips.stack is None}
    if pots_unknown(play.hand):
        unknown |= {seat for pot in line.winners or [] for seat in pot.shares} | {*line.returned}
    if not unknown:
        return line
    stacks = {seat: None if seat in unknown else stack for seat, stack in line.stacks.items()}
    return msgspec.structs.replace(line, stacks=stacks)


def _uncounted(play: Play, line: HandLine) -> set[int]:
    """Return the seats that may have put in chips which nobody saw or keyed.

    Where the pot that was pushed is what was followed, nobody has. Where no antenna sees cards and nobody signals
    hands, nobody knows which hand chips were put in for.
    """
    hand = play.hand
    if hand.round is None:
        return set() if hand.kit.shoe or hand.kit.antennas else {*hand.players}
    pots, back = sum(pot.amount for pot in line.pots), sum(line.returned.values())
    pushed = sum(award.amount for award in hand.awards if not award.assumed)
    looked = hand.kit.camera and hand.kit.parts_hands
    seen = looked and (hand.uncounted is None or not hand.contested)
    if seen or line.void or (pushed and pushed in (pots, pots + back) and not hand.guessed):
        return set()
    return {
        seat for seat, player in hand.players.items() if player.live or player.stack is None or not looked
    }


def _held(play: Play, line: HandLine, seat: int) -> Chips:
    """Return what ``seat`` has by the hand's line; where that has none, of what it brought."""
    player, stack = play.hand.players[seat], line.stacks[seat]
    if stack is None and seat in _uncounted(play, line):
        return Chips(None)
    if stack is not None:
        return Chips(stack)
    brought = Chips(None if player.maybe_all_in else player.stack, player.least, player.most)
    if line.void:
        return brought
    got = awarded(play.hand.awards, line.returned, sum(pot.amount for pot in line.pots), play.hand.players)
    if not play.hand.awards and not line.unawarded:
        got = _shared(line)
    back = line.returned.get(seat, 0) - play.hand.given_back.get(seat, 0)
    return brought.more(back + got.get(seat, 0) - player.put_in)


def _shared(line: HandLine) -> dict[int, int]:
    got: dict[int, int] = {}
    for winner in line.winners or []:
        for seat, share in winner.shares.items():
            got[seat] = got.get(seat, 0) + share
    return got
