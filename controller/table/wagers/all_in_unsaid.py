"""Bounds what seats put in that play goes past and whose stack nobody knows: it may have been all of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.players.player import Player
from controller.table.wagers.standing import Standing

TOO_MANY: Final = frozenset({"board.four_card_flop", "board.too_many_cards"})


def passed_over(standing: Standing, until: int | None = None) -> bool:
    """Play goes on past the seats that are due, up to ``until``: who may have put in everything has.

    Return whether it may. Where it waits for another seat before ``until`` nothing is taken to be so.
    """
    hand, before = standing.hand, standing.hand.betting
    taken = False
    due = standing.due()
    while due is not None and due != until and _may_be_done(standing, due):
        player = hand.players[due]
        hand.betting = hand.betting.seated(player.all_there(player.put_in, maybe=True))
        taken = True
        due = standing.due()
    if due == until or (due is None and until is not None and standing.against_short_blinds(until)):
        return taken
    hand.betting = before
    return until is None and _all_in_before(standing)


def may_be_over(standing: Standing) -> bool:
    """Whether the betting may be over: all that are due may have put in everything."""
    before = standing.hand.betting
    over = passed_over(standing)
    standing.hand.betting = before
    return over


def has_lost(hand: Hand, seat: int, found: Irregularity) -> bool:
    """Whether a "fold" on the last street may be an all-in that has lost.

    So it is where nobody bets, and either nobody has checked or the hands of some who have are shown or thrown in.
    """
    if hand.round is None or hand.street != hand.form.last or found.kind != "turn.nonstandard_fold":
        return False
    checked = {other for other, action in hand.round.did.items() if action != "fold"}
    place = hand.tracker.place
    over = {
        other
        for other in checked
        if hand.players[other].tabled or any(place.get(tag) == "muck" for tag in hand.cards[other])
    }
    bets = any(action not in ("fold", "check") for action in hand.round.did.values())
    return not bets and (over or not checked) and hand.players[seat].may_be_all_in


def _all_in_before(standing: Standing) -> bool:
    """Nobody has acted on this street, and another card comes: those who may have put in everything before have."""
    hand, before = standing.hand, standing.hand.betting
    if not hand.street or hand.round is None or hand.round.acted or standing.pending is not None:
        return False
    for seat, player in hand.players.items():
        if player.can_act and _may_be_done(standing, seat):
            hand.betting = hand.betting.seated(player.all_there(player.put_in, maybe=True))
    if standing.due() is None:
        return True
    hand.betting = before
    return False


def taken_back(hand: Hand, irregularities: Iterable[Irregularity]) -> None:
    """A card that is one too many of its street is not the next street's: it says nothing of anybody's chips."""
    if hand.round is None or hand.round.acted or not any(found.kind in TOO_MANY for found in irregularities):
        return
    for player in hand.players.values():
        if player.maybe_all_in:
            hand.betting = hand.betting.seated(player.acts_again())


def _may_be_done(standing: Standing, seat: int) -> bool:
    """Whether a seat whose stack nobody knows may have put in all of it, with chips that lie there beyond its bet."""
    player, figures = standing.hand.players[seat], standing.hand.round
    if player.stack is not None or not player.put_in or figures is None:
        return False
    spare = max(0, player.zone - figures.bet(seat))
    return player.least <= player.put_in + spare and (player.most is None or player.put_in <= player.most)


def pots_unknown(hand: Hand) -> bool:
    """Whether a seat whose stack nobody knows may have put in less, or more, than it was taken to have."""
    return any(
        player.put_in_untold
        or (
            player.put_in
            and player.stack_unknown
            and (not hand.kit.words or _may_be_short(player) or (player.folded and not hand.kit.antennas))
        )
        for player in hand.players.values()
    )


def may_be_short(hand: Hand) -> set[int]:
    """Return the seats that may have put in less than they were taken to have, so that side pots are without them."""
    return {
        seat
        for seat, player in hand.players.items()
        if player.put_in and player.stack_unknown and _may_be_short(player)
    }


def _may_be_short(player: Player) -> bool:
    return player.maybe_all_in or (player.live and not player.posts_told)
