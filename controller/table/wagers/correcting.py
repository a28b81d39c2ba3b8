"""Puts a wrong button or level right while that is still possible: blinds go back and are posted as they are due."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from controller.table.figures import ButtonSeen
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.players.players import Blinds, blinds_from, clockwise, post_blinds
from controller.table.wagers.posting import first_round


def button_moved(hand: Hand, finish: Callable[[], None], seat: int, line: int) -> None:
    """The button was seen at ``seat``: put right, or in the wrong place; ``finish`` makes the act in hand final.

    Until a card is out nothing was dealt by a button, and the hand is played by the place where it lies. At stud there
    is none: it waits for the next game that has one.
    """
    if hand.form.stud:
        return
    wrong = hand.judge.latest("misdeal.button_position")
    seen = None if wrong is None else hand.judge.figures(wrong, ButtonSeen)
    if wrong is None or seen is None or seen.expected != seat or seen.button == seat:
        if seat != hand.blinds.button:
            _lies_wrong(hand, seat, line)
    elif not hand.draws:
        hand.judge.settle_misdeal(wrong.id)
        button_ruled(hand, finish)
    elif wrong.remedy == "correct_button" and not hand.judge.cutoff.passed:
        if hand.round is not None:
            finish()
        correct_button(hand)


def _lies_wrong(hand: Hand, seat: int, line: int) -> None:
    due = hand.blinds if hand.belongs is None else hand.belongs
    here = ButtonSeen(seat, due.button)
    found = hand.tell(Irregularity("misdeal.button_position", facts=here, lines=[line]))
    if not hand.draws:
        hand.belongs, hand.proper = due, due if found.cites else None
        _moves(hand, blinds_from(seat, [*hand.players]))


def _moves(hand: Hand, to: Blinds) -> None:
    hand.by(blinds=to)
    hand.deal.order = clockwise(hand.deal.order, to.button)


def correct_button(hand: Hand) -> None:
    """Move button and blinds of ``hand`` to where they belong; who folded or called before it has done so."""
    if hand.proper is None or hand.street or (hand.round is not None and hand.round.wagers):
        return
    old = hand.blinds
    if hand.round is None:
        _moves(hand, hand.proper)
    else:
        hand.by(blinds=hand.proper)
        _post_again(hand, old)
    hand.proper = None


def button_ruled(hand: Hand, finish: Callable[[], None]) -> None:
    """The floor has button and blinds put where they belong; ``finish`` makes the act in hand final."""
    hand.proper, hand.belongs = hand.proper or hand.belongs, None
    if hand.round is not None:
        finish()
    correct_button(hand)


def correct_level(hand: Hand) -> None:
    """Blinds were posted at the level before and nobody has wagered: they are made those of the new one."""
    if hand.due_level is None or hand.street or hand.round is None or hand.round.wagers:
        return
    hand.by(level=hand.due_level)
    hand.due_level = None
    _post_again(hand, hand.blinds)


def _post_again(hand: Hand, old: Blinds) -> None:
    """The blinds of ``old`` go back and those of the hand are posted; who has acted has acted."""
    before, was = hand.round, hand.players
    assert before is not None
    acted = {seat: to for seat, to in before.acted.items() if seat in hand.players}
    for seat in (old.small, old.big):
        if seat is not None and seat in hand.players and seat not in acted:
            hand.betting = hand.betting.paid(seat, 0)
    back = {
        seat: replace(player, put_in=player.put_in - player.ante, table_ante=0)
        for seat, player in hand.players.items()
    }
    first = hand.book.blinds.blind_before_ante
    players, posted = post_blinds(back, hand.blinds, hand.level, blind_first=first)
    figures = first_round(hand, posted)
    for seat in acted:
        figures = figures.make_good(seat, max(before.bet(seat), figures.bet(seat)))
    hand.now_is(players=players, round=replace(figures, acted=acted, did=before.did))
    seen = any(player.posts_seen for player in was.values())
    for seat in players:
        if seat not in acted and (seen or seat in {*posted, old.small, old.big}):
            blind = posted.get(seat, 0)
            hand.betting = hand.betting.seated(players[seat].posts_again(blind, seen=seen))
    for seat, amount in posted.items():
        hand.act(seat, "post", amount, t=hand.t)
