"""Builds the public view of a table: what the dealer's display shows, without a hidden card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.table.betting.betting import Betting
from controller.table.betting.spot import Ruling
from controller.table.chips import bets_of
from controller.table.game import POT_LIMIT
from controller.table.hand import Hand
from controller.table.lasting import lasted
from controller.table.players.player import Player
from controller.table.screen.next_hand_view import next_blinds, next_hand, pots_to_push, to_be_ended
from controller.table.screen.redeal import redeal
from controller.table.screen.showdown_view import showdown_view
from controller.table.screen.watch import Watch
from controller.table.state import Table
from controller.table.view import MisdealView, Note, SeatMark, SeatView, TableView
from controller.table.wagers.all_in_uncounted import all_in_uncounted
from controller.table.wagers.gone import GONE_S

if TYPE_CHECKING:
    from controller.table.play import Play

MARKS: Final[dict[str, SeatMark]] = {
    "check": "checked",
    "call": "called",
    "bet": "bet",
    "raise": "raised",
    "post": "posted",
}


def view_of(table: Table, watch: Watch, between: Table | None) -> TableView:
    """Return the view of the table, with the hand in play if there is one; ``between``: the table before the next one."""
    play = table.play
    hand = None if play is None else play.hand
    due = None if play is None else play.standing.due()
    level = table.level if hand is None else hand.level
    blinds = next_blinds(table) if hand is None else hand.blinds
    to_call, owes, min_to = (0, 0, None) if play is None else _to_act(play, due)
    uncounted = play is not None and all_in_uncounted(play.standing)
    return TableView(
        table=table.header.table,
        rulebook=table.book.id,
        game=table.header.game,
        hand=table.hands,
        street=table.street,
        small=level.small,
        big=level.big,
        ante=level.ante,
        big_blind_ante=level.big_blind_ante,
        **bets_of(level.big, level.small_bet, level.big_bet, level.bring_in),
        button=None if blinds is None else blinds.button or None,
        small_blind=None if blinds is None else blinds.small,
        big_blind=None if blinds is None else blinds.big,
        board=table.board,
        burns=0 if hand is None else hand.board.burns,
        seats=_seats(table, play),
        to_act=due,
        to_call=to_call,
        owes=owes,
        min_to=None if uncounted else min_to,
        may_raise=min_to is not None and not uncounted,
        pot=_pot(table, hand),
        misdeal=_misdeal(hand),
        notes=_notes(table, watch, hand),
        redeal=redeal(table),
        call_or_fold=[] if play is None else _call_or_fold(play),
        max_to=_max_to(play, due),
        clock=None if play is None else play.clocks.shown(),
        showdown=None if play is None else showdown_view(play),
        pots_due=pots_to_push(play),
        to_be_ended=to_be_ended(play),
        next_hand=next_hand(between),
        unseen={} if hand is None else hand.judge.unseen.view(),
        unknown_stacks=[
            number for number, seat in table.seats.items() if seat.entitled and seat.stack is None
        ],
        denominations=list(table.denominations),
        uncounted=uncounted,
        asked=[] if table.hypotheses is None else table.hypotheses.asked(),
    )


def _notes(table: Table, watch: Watch, hand: Hand | None) -> list[Note]:
    """Return the floor's reminders, by seat: what the notebook holds, who waits, who is marked OUT."""
    rules = table.book
    told = table.notebook.notes(table.t, hand) + watch.standing(table)
    if rules.absence is not None and (absent := rules.rule("hand.absent")) is not None:
        players = {} if hand is None else hand.players
        out = {number for number, seat in table.seats.items() if seat.out and number not in players}
        out |= {number for number, player in players.items() if player.out}
        told += [Note(kind="seat.absent_killed", seat=number, cites=absent.cites) for number in out]
    entry = rules.floor.entry
    if entry is not None:
        told += [
            Note(kind="seat.entry_position", seat=number, cites=entry.cites, our_reading=entry.our_reading)
            for number in table.waiting
        ]
    return sorted(told, key=lambda note: (note.seat or 0, note.kind))


def _call_or_fold(play: Play) -> list[int]:
    """Return the seats that have acted and face a wager which has not reopened the betting to them."""
    betting = play.standing.after()
    figures = betting.round
    if figures is None:
        return []
    return [
        seat
        for seat, player in betting.players.items()
        if player.can_act and figures.bet(seat) < figures.to_match and not figures.reopened(seat)
    ]


def _to_act(play: Play, due: int | None) -> tuple[int, int, int | None]:
    """Return what the seat to act would have in by a call, what it owes, and its least bet or raise."""
    if play.hand.round is None or due is None:
        return 0, 0, None
    betting = play.standing.after()
    spot = betting.facing(due)
    matters = _somebody_can_match_more(betting, due, spot.to_match)
    to_call = spot.capped(spot.to_match)
    capped = spot.max_to is not None and spot.max_to <= spot.to_match
    may_raise = matters and spot.may_raise and spot.cap > spot.to_match and not capped
    return to_call, to_call - spot.bet, spot.capped(spot.min_to) if may_raise else None


def _max_to(play: Play | None, due: int | None) -> int | None:
    """Return the most that the seat to act may make it, where the game has a limit on it."""
    if play is None or play.hand.round is None or due is None:
        return None
    spot = play.standing.facing(due)
    return None if spot.max_to is None else spot.capped(spot.max_to)


def _somebody_can_match_more(betting: Betting, due: int, to_match: int) -> bool:
    """Whether another live seat could put in more than ``to_match``: else a raise would only come back."""
    figures = betting.round
    others = (betting.players[seat] for seat in betting.live if seat != due)
    return figures is not None and any(figures.bet(p.seat) + p.behind > to_match for p in others)


def _pot(table: Table, hand: Hand | None) -> int | None:
    """Return the pot where the game needs it: at pot-limit only."""
    if hand is None or table.header.game not in POT_LIMIT:
        return None
    return sum(player.put_in for player in hand.players.values())


def _seats(table: Table, play: Play | None) -> list[SeatView]:
    """Return every seat; a newcomer who has to wait is shown as not entitled to this hand."""
    players = {} if play is None else play.hand.players
    ruling = None if play is None else play.standing.provisional()
    waiting = table.waiting
    return [
        _seat(play, players[number], ruling)
        if play is not None and number in players
        else SeatView(seat=number, state="out" if number in waiting else seat.state)
        for number, seat in table.seats.items()
    ]


def _seat(play: Play, player: Player, ruling: tuple[int, Ruling] | None) -> SeatView:
    hand = play.hand
    bet = hand.round.bet(player.seat) if hand.round is not None else 0
    mark = _mark(hand, player)
    behind = player.behind
    if ruling is not None and ruling[0] == player.seat:
        behind -= ruling[1].to - bet
        bet = ruling[1].to
        mark = "folded" if ruling[1].action == "fold" else MARKS.get(ruling[1].action, "")
    if behind == 0 and player.live and hand.draws:
        mark = "all_in"
    if all_in_uncounted(play.standing):
        mark = "all_in" if ruling is not None and ruling[0] == player.seat and ruling[1].last_chips else mark
        bet = min(bet, player.content)
    return SeatView(
        seat=player.seat,
        state=player.state,
        mark=mark,
        bet=bet,
        cards=_cards(play, player),
        up=[hand.named(tag) or "??" for tag in player.up] if player.live else [],
        in_hand=player.live and mark != "folded",
    )


def _cards(play: Play, player: Player) -> int | None:
    """Return how many cards a seat holds by draws and reads; None for a live hand that nobody can be sure of.

    That is where the antennas are away, where the deal left it open who got a card, and where no antenna has
    seen the hand for a while.
    """
    hand, seat = play.hand, player.seat
    if not player.live:
        return len(hand.cards[seat])
    gone = hand.cards_gone(seat)
    doubted = any(seat in asked.seats for _, asked in hand.judge.looks() if asked.seats)
    if (
        doubted
        or hand.judge.unseen.at("antennas", f"seat:{seat}")
        or (gone is not None and lasted(gone, GONE_S, hand.t))
    ):
        return None
    return max(len(hand.cards[seat]), hand.deal.count(seat) + hand.later.get(seat, 0))


def _mark(hand: Hand, player: Player) -> SeatMark:
    if player.dead:
        return "dead"
    if player.folded:
        return "folded"
    if hand.round is None or player.seat not in hand.round.did:
        return ""
    return MARKS.get(hand.round.did[player.seat], "")


def _misdeal(hand: Hand | None) -> MisdealView:
    if hand is None:
        return MisdealView(state="none")
    state = hand.judge.misdeal
    left = hand.judge.cutoff.left if state == "open" else None
    used = hand.judge.cutoff.actions
    return MisdealView(state=state, actions_left=left, actions_used=used)  # type: ignore[arg-type]
