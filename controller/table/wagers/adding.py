"""Takes chips that belong to what was bet before: late blinds, a wager made good, chips taken back."""

from __future__ import annotations

from msgspec.structs import replace

from controller.table.betting.turn import Turn
from controller.table.chips import Chips, value_of
from controller.table.events import ChipsPushed
from controller.table.players.player import Player
from controller.table.players.players import owed
from controller.table.wagers.correcting import correct_level
from controller.table.wagers.standing import Standing


def posted_late(standing: Standing, player: Player, value: int | None) -> bool:
    """Take a blind that is owed, or that counted as posted while the cards still come; return whether it is one."""
    hand, figures = standing.hand, standing.hand.round
    assert figures is not None
    if figures.brings_in(player.seat) and value and not _acting(standing, player.seat):
        return _brought_in(standing, player, value, figures.min_bet)
    if value == 0 or hand.street or player.seat in figures.acted:
        return False
    if value is None:
        return _untold(standing, player)
    if _makes_level_good(standing, player.seat, value):
        correct_level(hand)
        return posted_late(standing, hand.players[player.seat], value)
    if player.posts_untold and hand.dealing and value <= player.ante + figures.bet(player.seat):
        return True  # the rest of a post that was taken for whole
    if player.owes:
        late = value <= player.owes and not _acting(standing, player.seat)
    else:
        owed = player.ante + figures.bet(player.seat)
        late = hand.dealing and player.posted + value <= owed
    if late:
        hand.betting = hand.betting.seated(player.post_late(value))
    return late


def _makes_level_good(standing: Standing, seat: int, value: int) -> bool:
    """Whether a blind that was posted at the level before is made that of the new one, before anybody has acted."""
    hand = standing.hand
    if hand.due_level is None or standing.pending is not None or hand.round is None or hand.round.acted:
        return False
    return 0 < value == owed(hand.due_level, hand.blinds, seat) - owed(hand.level, hand.blinds, seat)


def _untold(standing: Standing, player: Player) -> bool:
    """Take chips that nobody could tell for the blind that a seat owes, where it is not its turn, until they are counted."""
    late = bool(player.owes) and standing.due() != player.seat and not _acting(standing, player.seat)
    if late:
        standing.hand.betting = standing.hand.betting.seated(player.post_late(player.owes))
        standing.hand.seat(player.seat, posts_untold=True)
    return late


def _brought_in(standing: Standing, player: Player, value: int, whole_bet: int) -> bool:
    """Take the chips of the bring-in, too many of them too; a whole bet, or all that there is, is no bring-in alone."""
    if not player.owes or (value > player.owes and value >= min(whole_bet, player.owes + player.behind)):
        return False
    standing.hand.betting = standing.hand.betting.seated(player.post_late(value))
    return True


def untold_rest(standing: Standing, player: Player) -> int | None:
    """Return what chips that nobody could tell are until they are counted: what a seat that is not to act still lacks.

    None where it lacks nothing.
    """
    figures, seat = standing.hand.round, player.seat
    if figures is None or not player.live or standing.due() == seat or _acting(standing, seat):
        return None
    due = max(figures.bet(seat), figures.accepted.get(seat, 0))
    return due - player.zone if due > player.zone else None


def makes_good(standing: Standing, player: Player, value: int | None, chips: Chips) -> bool:
    """Whether chips only complete what is already bet, or a short call that lies there for the floor.

    What is added to such a call counts. Who pays what is bet already with too large a chip is due change: he faces
    nothing more, or the chips do not meet it, or it is one that is too large for that too.
    """
    hand, figures, seat = standing.hand, standing.hand.round, player.seat
    assert figures is not None
    if not value or _acting(standing, seat):
        return False
    missing = max(0, figures.bet(seat) - player.zone)
    if value <= missing:
        hand.seat(seat, drawn_back=max(0, player.drawn_back - value))
        return True
    added = value - missing
    faced, lies = standing.facing(seat), player.zone + value
    paid = not faced.facing or lies < faced.to_match or (sum(chips.values()) == 1 and lies > faced.to_match)
    if missing and player.live and standing.due() != seat and paid and not figures.brings_in(seat):
        hand.seat(seat, drawn_back=max(0, player.drawn_back - missing))
        return True
    if standing.due() == seat or added > figures.accepted.get(seat, 0) - figures.bet(seat) or not player.live:
        return False
    to = figures.bet(seat) + added
    hand.betting = hand.betting.paid(seat, to)
    hand.now_is(round=figures.make_good(seat, to))
    return True


def laid(standing: Standing, turn: Turn | None, event: ChipsPushed, value: int | None) -> ChipsPushed:
    """Lay the chips of a motion down; return it with those that were given back, where they are left there for it."""
    hand, player, value = standing.hand, standing.hand.players[event.seat], value or 0
    left = player.given_back
    if left and value and turn is not None and turn is standing.pending and not turn.act.pushes:
        spot = standing.spot(player.seat)
        if value < spot.to_match - spot.bet or spot.bet + value + left == turn.act.amount():
            value, player = value + left, replace(player, given_back=0)
            event = replace(event, chips={**(event.chips or {}), left: (event.chips or {}).get(left, 0) + 1})
    put_back = min(value, player.pulled)
    player = replace(player, zone=player.zone + value, pulled=player.pulled - put_back)
    hand.betting = hand.betting.seated(player)
    return event


def taken_back(standing: Standing, player: Player, chips: Chips) -> None:
    """A player took chips back: change, an uncalled bet, chips that others are to replace, or old ones before he acts."""
    hand, figures, value = standing.hand, standing.hand.round, value_of(chips)
    if not hand.draws:  # of what it posts
        hand.seat(player.seat, posted=max(player.taken, player.posted - value))
        return
    if player.given_back and (value == player.given_back or not _has_pushed(standing, player.seat)):
        back = min(value, player.given_back)
        player = replace(player, given_back=player.given_back - back)
        hand.betting, value = hand.betting.seated(player), value - back
        if not value:
            return
    spare = 0 if figures is None else max(0, player.zone - figures.bet(player.seat))
    hand.seat(player.seat, zone=max(0, player.zone - value))
    due, turn = standing.due(), standing.pending
    if turn is not None and turn.seat == player.seat:
        turn.take_back(chips)
    if due is None:
        after = standing.after().round
        beyond = 0 if after is None else max(0, player.zone - after.bet(player.seat))
        hand.seat(player.seat, pulled=player.pulled + max(0, value - beyond))
    elif due == player.seat or (not _acting(standing, player.seat) and standing.facing(player.seat).facing):
        hand.seat(player.seat, drawn_back=player.drawn_back + max(0, value - spare))


def replaced(standing: Standing, turn: Turn) -> None:
    """Chips of a turn that were taken back have others in their place: they are no bet that went back."""
    player = standing.hand.players[turn.seat]
    if turn.taken and player.pulled:
        standing.hand.seat(turn.seat, pulled=max(0, player.pulled - value_of(turn.taken)))


def _has_pushed(standing: Standing, seat: int) -> bool:
    return _acting(standing, seat) and standing.pending is not None and bool(standing.pending.act.pushes)


def _acting(standing: Standing, seat: int) -> bool:
    return standing.pending is not None and standing.pending.seat == seat
