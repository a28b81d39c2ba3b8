"""The kinds of findings: how loud each is and how each can end."""

from __future__ import annotations

import pytest

from controller.table.kinds import KINDS

CALLS_THE_FLOOR = """
misdeal.boxed_cards misdeal.wrong_first_seat misdeal.seat_not_entitled misdeal.seat_dealt_out
misdeal.exposed misdeal.extra_cards misdeal.card_count misdeal.sequence misdeal.barred
misdeal.button_position board.four_card_flop board.too_many_cards board.premature board.missing_burn
board.extra_burn deck.duplicate deck.foreign_back deck.foreign_tag deck.stub_fouled
bet.undercall_sequence bet.tiny_chip bet.premature_call bet.chips_found bet.conditional turn.skipped
hand.mucked_live showdown.premature_discard showdown.winner_killed pot.award_wrong
"""

ONLY_INFORMS = """
pot.splash clock.asked bet.nonchip_item board.rabbit_hunt deck.missing bet.overchip bet.multichip request.refused bet.count_mismatch clock.refused
showdown.order button.dead seat.penalty_hand sensing.gap log.bad_line log.truncated
request.granted clock.absence showdown.live_cards showdown.wait showdown.kill_losers pot.side_order
pot.collect pot.change pot.count chips.foreign dispute.timing
"""

ENDS = {
    "misdeal.boxed_cards": "redeal play_on",
    "misdeal.card_count": "redeal kill_hand floor",
    "deal.button_short": "deal_missing kill_hand",
    "deal.exposed_card": "replace_with_burn plays_up floor",
    "board.four_card_flop": "scramble_flop redeal_flop floor",
    "board.premature": "redeal_flop replace_turn redeal_turn reshuffle_river floor",
    "deck.joker": "redeal replace_card kill_hand play_on floor",
    "bet.undercall": "full_call correct_amount floor",
    "bet.string": "first_motion_stands",
    "bet.short_raise": "min_raise call",
    "bet.not_reopened": "call_or_fold call",
    "turn.out_of_turn": "back_up binding not_binding house_minimum",
    "turn.out_of_turn_fold": "fold_stands",
    "clock.expired": "kill_hand check",
    "pot.award_wrong": "correct_award",
}


def test_who_is_called() -> None:
    floor = {kind for kind, told in KINDS.items() if told.level == "floor"}
    info = {kind for kind, told in KINDS.items() if told.level == "info"}
    assert floor == set(CALLS_THE_FLOOR.split())
    assert info == set(ONLY_INFORMS.split())


@pytest.mark.parametrize(("kind", "remedies"), ENDS.items())
def test_how_it_can_end(kind: str, remedies: str) -> None:
    assert set(KINDS[kind].remedies) == set(remedies.split())


def test_the_floor_may_decide_anything_and_nothing_else_is_added() -> None:
    assert all(kind.allows("floor") for kind in KINDS.values())
    assert not KINDS["bet.string"].allows("redeal")


def test_what_the_table_finds_out_about_itself_is_no_houses_matter() -> None:
    own = {name for name, kind in KINDS.items() if not kind.by_house}
    assert own == {"sensing.gap", "sensing.device", "log.bad_line", "log.truncated", "bet.count_mismatch"}
