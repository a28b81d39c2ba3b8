"""Puts a wrong button or level right while that is still possible: blinds go back and are posted as they are due."""

from __future__ import annotations

from collections.abc import Callable

from controller.table.claims import Claim
from controller.table.hand import Hand, preflop_round
from controller.table.seating.players import Blinds, clockwise, post_blinds


def button_moved(hand: Hand, finish: Callable[[], None], seat: int, line: int) -> None:
    """The button was seen at ``seat``: put right, or in the wrong place; ``finish`` makes the act in hand final."""
    if seat == hand.blinds.button:
        return
    wrong = hand.judge.latest("misdeal.button_position")
    if wrong is None or wrong.facts["expected"] != seat:
        facts = {"button": seat, "expected": hand.blinds.button}
        hand.tell(Claim("misdeal.button_position", facts=facts, lines=[line]))
    elif wrong.remedy == "correct_button" and not hand.judge.cutoff.passed:
        if hand.round is not None:
            finish()
        correct_button(hand)


def correct_button(hand: Hand) -> None:
    """Move button and blinds of ``hand`` to where they belong; who folded or called before it has done so."""
    if hand.proper is None or hand.street or (hand.round is not None and hand.round.wagers):
        return
    old, hand.blinds, hand.proper = hand.blinds, hand.proper, None
    before = hand.round
    if before is None:
        hand.deal.order = clockwise(hand.deal.order, hand.blinds.button)
        return
    _post_again(hand, old)


def correct_level(hand: Hand) -> None:
    """Blinds were posted at the level before and nobody has wagered: they are made those of the new one."""
    if hand.due_level is None or hand.street or hand.round is None or hand.round.wagers:
        return
    hand.level, hand.due_level = hand.due_level, None
    _post_again(hand, hand.blinds)


def _post_again(hand: Hand, old: Blinds) -> None:
    """The blinds of ``old`` go back and those of the hand are posted; who has acted has acted."""
    before = hand.round
    assert before is not None
    acted = {seat: to for seat, to in before.acted.items() if seat in hand.players}
    for seat in (old.small, old.big):
        if seat is not None and seat in hand.players and seat not in acted:
            _give_back(hand, seat)
    for player in hand.players.values():
        player.put_in -= player.ante
        player.table_ante = 0
    posted = post_blinds(
        hand.players, hand.blinds, hand.level, blind_first=hand.book.blinds.blind_before_ante
    )
    hand.changes += 1
    hand.round = preflop_round(hand, posted)
    hand.round.acted, hand.round.did = acted, before.did
    for seat in acted:
        hand.round.bets[seat] = max(before.bet(seat), hand.round.bet(seat))
    for seat, amount in posted.items():
        hand.players[seat].zone = amount
        hand.act(seat, "post", amount, t=hand.t)


def _give_back(hand: Hand, seat: int) -> None:
    """The blind of a seat that should not have posted one goes back to it."""
    assert hand.round is not None
    player = hand.players[seat]
    player.put_in -= hand.round.bets.pop(seat, 0)
    player.zone = 0
