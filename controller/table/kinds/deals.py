"""Lists the kinds of findings about the deal, the board and the deck: one row each."""

from __future__ import annotations

from typing import Final

from controller.table.kinds.kind import Kind, row

CARDS: Final = "shoe antennas"
CARDS_AND_CHIPS: Final = "shoe antennas chips"
"""Where the camera is needed besides: it sees that a card was turned, or who has acted."""

_BURN_ENDS: Final = "use_first_as_burn return_burn scramble_flop reshuffle_flop play_on floor"
_BURN_CASES: Final = (
    "flop turn river flop_acted turn_acted river_acted flop_unseen fourth fifth sixth seventh"
)

DEALS: Final[dict[str, Kind]] = {
    # The deal.
    "misdeal.boxed_cards": row("floor", "redeal play_on", "past_cutoff", facts="draws:draws", needs="shoe"),
    "deal.boxed_card": row("dealer", "replace_card floor", "past_cutoff", facts="draw:draw", needs="shoe"),
    "misdeal.wrong_first_seat": row(
        "floor", "redeal play_on", "past_cutoff", facts="expected:seat", needs=CARDS
    ),
    "misdeal.seat_not_entitled": row(
        "floor", "redeal play_on", "past_cutoff carried", facts="draw:draw state:seat_state", needs=CARDS
    ),
    "misdeal.seat_dealt_out": row(
        "floor",
        "redeal play_on",
        "past_cutoff absent",
        facts="state?:seat_state expected?:seat seats?:seats",
        needs=CARDS,
    ),
    "misdeal.exposed": row(
        "floor",
        "redeal play_on",
        "past_cutoff first several stud",
        facts="draws:draws",
        needs=CARDS_AND_CHIPS,
        never_without="faces",
    ),
    "deal.exposed_card": row(
        "dealer",
        "replace_with_burn plays_up floor",
        "past_cutoff stud seventh",
        facts="draw:draw seventh?:yes",
        needs=CARDS_AND_CHIPS,
        never_without="faces",
    ),
    "misdeal.extra_cards": row(
        "floor", "redeal", "past_cutoff", facts="count:count draws:draws", needs=CARDS
    ),
    "deal.extra_card": row("dealer", "use_as_burn floor", "past_cutoff dead", facts="draw:draw", needs=CARDS),
    "misdeal.card_count": row(
        "floor",
        "redeal kill_hand floor",
        "past_cutoff extra",
        facts="cards:count due:count seats?:seats",
        needs=CARDS,
    ),
    "deal.button_short": row(
        "dealer", "deal_missing kill_hand", "past_cutoff acted", facts="cards:count due:count", needs=CARDS
    ),
    "misdeal.sequence": row(
        "floor",
        "redeal play_on floor",
        "past_cutoff",
        facts="draw?:draw expected:seat seats?:seats",
        needs=CARDS,
    ),
    "misdeal.barred": row("floor", "play_on", facts="of:finding of_kind:kind", needs=CARDS_AND_CHIPS),
    "misdeal.button_position": row(
        "floor",
        "redeal correct_button play_on floor",
        "past_cutoff heads_up down_to_two blinds",
        facts="button:seat expected:seat small_blind?:seat|none big_blind?:seat|none seats?:seats",
        needs="antennas",
    ),
    # The board and the deck.
    "board.four_card_flop": row(
        "floor", "scramble_flop redeal_flop floor", "acted", facts="cards:count", needs=CARDS
    ),
    "board.too_many_cards": row(
        "floor",
        "redeal_flop floor",
        "flop turn river flop_acted",
        facts="cards:count street:street",
        needs=CARDS,
    ),
    "board.premature": row(
        "floor",
        "redeal_flop replace_turn redeal_turn reshuffle_river floor",
        "flop turn river stud",
        facts="street:street cards:count waiting:seats",
        needs=CARDS_AND_CHIPS,
    ),
    "board.missing_burn": row("floor", _BURN_ENDS, _BURN_CASES, facts="street:street", needs=CARDS),
    "board.extra_burn": row("floor", _BURN_ENDS, _BURN_CASES, facts="street:street burns:count", needs=CARDS),
    "board.rabbit_hunt": row("info", "stop", needs=CARDS),
    "deck.duplicate": row("floor", "void_hand play_on floor", "stub", facts="zone:zone", needs=CARDS),
    "deck.foreign_back": row(
        "floor", "void_hand play_on floor", "stub", facts="zone:zone back:text", needs="shoe", any_hand=True
    ),
    "deck.foreign_tag": row(
        "floor", "void_hand play_on floor", "stub", facts="zone:zone", needs="shoe", any_hand=True
    ),
    "deck.joker": row(
        "dealer",
        "redeal replace_card kill_hand play_on floor",
        "before_cutoff acted",
        facts="zone:zone",
        needs="shoe",
        any_hand=True,
    ),
    "deck.missing": row(
        "info", "redeal replace_card kill_hand play_on floor", facts="cards:count", needs="shoe"
    ),
    "deck.stub_fouled": row("floor", "play_on floor", facts="stub?:count dead?:count"),
}
