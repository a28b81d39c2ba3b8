"""Lists the kinds of findings about turns, the clock, the showdown, pots, seats and the table itself: one row each."""

from __future__ import annotations

from typing import Final

from controller.table.kinds.deals import CARDS, CARDS_AND_CHIPS
from controller.table.kinds.kind import Kind, row

_TURN_CASES: Final = (
    "check call wager fold settled_binding settled_not_binding settled_after_call "
    "wager_settled_binding wager_settled_not_binding skipped after_motion"
)

HANDS: Final[dict[str, Kind]] = {
    # Turns, absence, the clock.
    "turn.out_of_turn": row(
        "dealer",
        "back_up binding not_binding house_minimum",
        _TURN_CASES,
        facts="due:seat action:action pushed?:amount owed?:amount total?:amount to?:amount binding?:yes",
        needs="antennas chips",
        never_without="antennas",
        in_part_without="taps words",
    ),
    "turn.out_of_turn_fold": row(
        "dealer",
        "fold_stands",
        "facing_bet declared after_motion",
        facts="due:seat",
        needs="antennas chips",
        never_without="antennas",
        in_part_without="taps words",
    ),
    "turn.skipped": row(
        "floor",
        "floor",
        "no_time",
        facts="seats:seats time_enough:yes",
        needs="antennas chips",
        never_without="antennas",
        in_part_without="taps words",
    ),
    "turn.nonstandard_fold": row(
        "dealer",
        "fold_stands",
        needs="antennas chips",
        never_without="antennas",
        in_part_without="taps words",
    ),
    "hand.absent": row("dealer", "kill_hand", "redeal", facts="redeal?:yes", needs=CARDS),
    "hand.exposed_by_player": row(
        "dealer",
        "penalty kill_hand",
        "heads_up one_card",
        facts="cards:count",
        needs="antennas chips",
        never_without="faces",
        in_part_without="taps words",
    ),
    "hand.mucked_live": row(
        "floor",
        "retrieve_if_identifiable kill_hand floor",
        "unidentified mixed up_cards",
        facts="identifiable:yes up_cards?:yes",
        needs="antennas",
    ),
    "clock.refused": row("info", "no_action", facts="on:seat"),
    "clock.started": row(
        "dealer", "kill_hand check", "facing_bet no_bet", facts="seconds?:seconds countdown?:seconds"
    ),
    "clock.expired": row(
        "dealer", "kill_hand check", "facing_bet no_bet", facts="seconds:seconds countdown:seconds"
    ),
    "clock.absence": row("info", "remind", facts="seconds:seconds", advice=True),
    "clock.asked": row("info", "wait_for_floor", facts="by:seat|text|none", advice=True),
    # Showdown, pots, seats.
    "showdown.not_tabled": row(
        "dealer", "table_hands", "checked in_turn", needs=CARDS_AND_CHIPS, never_without="faces"
    ),
    "showdown.premature_discard": row("floor", "floor", needs=CARDS_AND_CHIPS),
    "showdown.order": row("info", "table_first", facts="seat:seat order:seats", needs="chips"),
    "showdown.winner_killed": row(
        "floor",
        "restore floor",
        "mucked passed_over",
        facts="due?:shares awarded?:shares",
        needs=CARDS_AND_CHIPS,
        never_without="awards faces",
    ),
    "showdown.partly_tabled": row(
        "dealer",
        "table_all",
        "one_winning_card play_board mucked",
        needs=CARDS_AND_CHIPS,
        never_without="faces",
    ),
    "showdown.live_cards": row(
        "info", "may_be_tabled", needs=CARDS_AND_CHIPS, never_without="faces", advice=True
    ),
    "showdown.wait": row(
        "info",
        "keep_cards_down",
        facts="seats:seats",
        needs=CARDS_AND_CHIPS,
        never_without="faces",
        advice=True,
    ),
    "showdown.kill_losers": row(
        "info",
        "kill_losers",
        facts="seats:seats",
        needs=CARDS_AND_CHIPS,
        never_without="awards faces",
        advice=True,
    ),
    "pot.award_wrong": row(
        "floor",
        "correct_award",
        "winner amount odd_chip odd_chip_high_low odd_chip_stud side_pot split unshown",
        facts="due?:shares awarded:shares",
        needs=CARDS_AND_CHIPS,
        never_without="awards",
        in_part_without="faces",
    ),
    "pot.side_order": row(
        "info",
        "side_pots_first",
        facts="pot:pot first:pot",
        needs=CARDS_AND_CHIPS,
        never_without="awards",
        advice=True,
    ),
    "pot.collect": row(
        "info",
        "wait_for_action make_good give_change look",
        "early early_preflop early_flop early_turn short short_preflop short_flop short_turn change gone",
        facts="due?:seat short?:amount change?:amount amount?:amount",
        needs="chips",
        advice=True,
    ),
    "pot.change": row("info", "return_chips", facts="of:seat amount:amount", needs="chips", advice=True),
    "pot.count": row("info", "spread_pot", advice=True),
    "pot.splash": row("info", "push_back", advice=True),
    "chips.foreign": row("info", "take_off", facts="denominations:amounts", needs="chips", advice=True),
    "dispute.timing": row("info", "tell_floor", facts="of:finding since:seconds actions:count", advice=True),
    # A dead button needs nothing done; it is told so that nobody mends it.
    "button.dead": row(
        "info",
        "no_action",
        "small_blind_out big_blind_out both_out",
        facts="button_dead:yes small_blind_dead:yes",
    ),
    "seat.penalty_hand": row("info", "kill_hand", needs=CARDS),
    # What the table finds out about itself.
    "sensing.gap": row(
        "info",
        "look",
        facts="about:about look?:zone seats?:seats draw?:draw blind?:sensors differ?:amounts",
        by_house=False,
    ),
    "sensing.device": row(
        "dealer",
        "look",
        facts="device:text state:device_state lost:count back?:yes zones?:zones",
        by_house=False,
    ),
    "log.bad_line": row("info", "", facts="place:text error:text", by_house=False),
    "log.truncated": row("info", "", facts="place:text error:text", by_house=False),
}
