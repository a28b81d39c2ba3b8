"""Begins the betting of stud: the bring-in by the door cards, and who acts first by the boards."""

from __future__ import annotations

from controller.table.betting.round import Round
from controller.table.deal.leads import brings_in
from controller.table.events import Declared, Tapped
from controller.table.hand import Hand
from controller.table.players.players import clockwise


def open_third(hand: Hand, acting: int | None = None) -> None:
    """Every door card lies: the seat that brings it in has done so, whether its chips are out yet or not.

    Where a door card was not read it is the seat of the hand that is ``acting`` first; one outside it opens nothing.
    Where the low card is all-in by its ante its left neighbour has to bring it in, or fold.
    """
    figures = hand.round
    if figures is None or figures.order or hand.street:
        return
    doors = {seat: hand.named(player.up[0]) for seat, player in hand.players.items() if player.up}
    known = {seat: card for seat, card in doors.items() if card}
    dealt = [seat for seat, player in hand.players.items() if player.dealt]
    seat = brings_in(known, razz=hand.form.razz) if set(known) == set(dealt) else acting
    if seat not in dealt:
        return
    amount = bring_in_of(hand)
    before = hand.players[seat]
    paid = before.pay(amount)
    bet = paid.put_in - before.put_in
    order = clockwise(hand.players, seat)
    hand.now_is(round=figures.brought(seat, bet, amount, order))
    if bet:
        hand.betting = hand.betting.seated(paid.brings_in(bet))
        hand.unposted = seat, hand.t


def bring_in_of(hand: Hand) -> int:
    """Return the bring-in: as the level names it, else its small blind, else half of the small bet."""
    level = hand.level
    return level.bring_in or level.small or max(1, (level.small_bet or hand.betting.terms.least_bet) // 2)


def post_bring_in(hand: Hand, seat: int | None = None) -> None:
    """Print the bring-in as a post, once: when ``seat`` puts chips out, or as soon as anything else is done."""
    if hand.unposted is None:
        return
    brought, t = hand.unposted
    hand.unposted = None
    hand.act(brought, "post", hand.players[brought].blind, t=hand.t if seat == brought else t)
    if seat != brought and not hand.off_by and not any(player.posted for player in hand.players.values()):
        player = hand.players[brought]  # nobody puts chips where they are seen: what is due lies there
        hand.seat(brought, zone=player.zone + player.blind, posts_seen=False)


def says_bring_in(figures: Round | None, event: Declared | Tapped) -> bool:
    """Whether the seat that brings it in says no more than that."""
    if figures is None or not figures.brings_in(event.seat):
        return False
    if not isinstance(event, Declared) or event.action in ("check", "call"):
        return True
    return event.amount is not None and event.amount <= figures.bring_in
