"""Judges blinds and antes at the first card: posted, short, from the wrong seats, or more than the house knows."""

from __future__ import annotations

from msgspec.structs import replace

from controller.table.betting.round import Round
from controller.table.deal.served import was_served
from controller.table.figures import ButtonSeen
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.players.player import Player
from controller.table.players.players import clockwise, owed, post_blinds
from controller.table.seating.opening import crossed_heads_up, posted_before_level, tell_small_blind


def post(hand: Hand, t: float) -> None:
    """The first card is out: every blind is posted, or told where it lies short or before the wrong seat."""
    crossed = crossed_heads_up(hand)
    if crossed:
        tell_small_blind(hand)
    if posted_before_level(hand):
        _tell_old_level(hand)
    first = hand.book.blinds.blind_before_ante
    brought = {seat: _all_of_it(hand, _as_owed(hand, player)) for seat, player in hand.players.items()}
    players, posted = post_blinds(brought, hand.blinds, hand.level, blind_first=first)
    hand.now_is(players=players, round=first_round(hand, posted))
    for seat, amount in posted.items():
        player = hand.players[seat]
        hand.act(seat, "post", amount, t=t if player.posted_t is None else player.posted_t)
    strangers = [p for p in hand.players.values() if p.seat not in posted and p.posted > p.ante]
    misplaced = _misplaced(hand, strangers)
    pushed = any(p.posted and p.ante + posted.get(p.seat, 0) for p in hand.players.values())
    counts = not (misplaced or pushed)
    lies = {s: player.post_lies(posted.get(s, 0), counts=counts) for s, player in hand.players.items()}
    hand.now_is(players=lies)
    if misplaced:
        _tell_misplaced(hand, strangers)
    if misplaced or crossed:
        return
    hand.posts_open = [seat for seat in hand.order if hand.players[seat].posted or hand.players[seat].owes]
    tell_short(hand)
    for player in strangers:
        _straddle(hand, player)


def _as_owed(hand: Hand, player: Player) -> Player:
    """Take chips that nobody could tell for what the seat owes, until they are counted."""
    if not player.posts_untold:
        return player
    due = min(owed(hand.level, hand.blinds, player.seat), player.behind)
    return replace(player, posted=max(player.posted, due))


def _all_of_it(hand: Hand, player: Player) -> Player:
    """Take a short post of a seat whose stack nobody knows for all that it has, until it acts again."""
    short = 0 < player.posted < owed(hand.level, hand.blinds, player.seat)
    all_of_it = short and player.may_be_all(player.posted)
    return player.all_there(player.posted, maybe=True) if all_of_it else player


def first_round(hand: Hand, posted: dict[int, int]) -> Round:
    """Return the first round: the seat left of the big blind acts first. At stud the door cards tell who does."""
    if hand.form.stud:
        return hand.new_round([])
    first = hand.blinds.big if hand.blinds.big is not None else hand.blinds.button
    result = hand.new_round(clockwise(hand.players, first))
    for seat, amount in posted.items():
        result = result.post(seat, amount, hand.level.big)
    return result


def tell_short(hand: Hand, *, now: bool = False) -> None:
    """Tell the posts that lie short; where a camera counts the zones, once it has: it may be the push.

    ``now``: somebody acts, and no count is waited for any more. A seat that may have lost its last chips owes
    nothing before a card of it was read.
    """
    for seat in list(hand.posts_open):
        player = hand.players[seat]
        if hand.betting.zones_counted and not player.posts_counted and not now:
            continue
        if player.doubtful and not was_served(hand.deal, seat):
            continue
        hand.posts_open.remove(seat)
        due = player.ante + player.blind
        if player.posted < due:
            facts = {"owed": due, "pushed": player.posted}
            lines = list(player.posted_lines) or [hand.draws[0].line if hand.draws else hand.line]
            hand.tell(Irregularity("blind.missing", seat, (), facts, lines, "post_blind"))


def _tell_old_level(hand: Hand) -> None:
    """The hand was begun at the blinds of the level before: they lie there until the floor rules."""
    assert hand.level_before is not None
    facts = {"owed": hand.level.big, "pushed": hand.level_before.big}
    lines = [line for player in hand.players.values() for line in player.posted_lines]
    hand.tell(Irregularity("blind.missing", hand.blinds.big, ("old_level",), facts, lines))
    hand.due_level = hand.level
    hand.by(level=hand.level_before)


def _misplaced(hand: Hand, strangers: list[Player]) -> bool:
    """Whether blinds lie before seats that have none, while a seat that owes one put out nothing, or a dead small one."""
    sizes = (hand.level.small, hand.level.big)
    small, big = hand.blinds.small, hand.blinds.big
    put_out = {p.seat: p.posted - p.ante for p in hand.players.values() if p.seat in (small, big)}
    lacks = any(blind <= 0 for blind in put_out.values())
    dead = small is None and big in put_out and put_out[big] == hand.level.small
    return (lacks or dead) and any(player.posted - player.ante in sizes for player in strangers)


def _tell_misplaced(hand: Hand, strangers: list[Player]) -> None:
    blinds, seats = hand.blinds, [player.seat for player in strangers]
    seen = ButtonSeen(blinds.button, blinds.button, blinds.small, blinds.big, seats)
    lines = [line for player in strangers for line in player.posted_lines]
    hand.tell(Irregularity("misdeal.button_position", strangers[0].seat, ("blinds",), seen, lines))


def _straddle(hand: Hand, player: Player) -> None:
    """Two big blinds or more from a seat that owes none, before any card: where the house has no such bet."""
    amount = player.posted - player.ante
    rule = hand.book.kinds.get("request.refused")
    if hand.form.stud or amount < 2 * hand.level.big or rule is None or "straddle" not in rule.cases:
        return
    facts = {"what": "straddle", "amount": amount}
    hand.tell(Irregularity("request.refused", player.seat, ("straddle",), facts, player.posted_lines))
