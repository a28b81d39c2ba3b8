"""Lists the kinds of findings about wagers, blinds and what players ask for: one row each.

``pushed`` is what was put out in this act, ``owed`` what was owed to call, ``total`` the whole bet on the street
with it. ``to`` is the whole bet that it is ruled to be.
"""

from __future__ import annotations

from typing import Final

from controller.table.kinds.kind import Kind, row

_WAGER: Final = "pushed:amount owed:amount total:amount"

WAGERS: Final[dict[str, Kind]] = {
    # Wagers.
    "bet.undercall": row(
        "dealer",
        "full_call correct_amount floor",
        "counted misunderstood heads_up opening_bet",
        facts=_WAGER + " to:amount short:amount added?:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.undercall_sequence": row(
        "floor", "back_up", facts="to:amount seats:seats", needs="chips", in_part_without="words"
    ),
    "bet.string": row(
        "dealer",
        "first_motion_stands",
        "raise_said",
        facts="first:amount added:amount after_s:seconds stands:action to:amount asks?:question",
        needs="chips",
        in_part_without="words",
    ),
    "bet.short_raise": row(
        "dealer",
        "min_raise call",
        "raised_up below raise_said two_motions all_in",
        facts=_WAGER + " min_raise_to:amount to:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.overchip": row(
        "info",
        "call",
        "all_in",
        facts=_WAGER + " to:amount change:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.multichip": row(
        "info",
        "call",
        "all_in",
        facts=_WAGER + " to:amount change:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.underbet": row(
        "dealer",
        "min_bet correct_amount play_on",
        "later too_late pot_low pot_too_late small_chip rounding",
        facts="pushed:amount total:amount owed?:amount to:amount quoted?:amount smallest?:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.unclear_amount": row("dealer", "bet", facts="said:amount to:amount", in_part_without="words"),
    "bet.verbal_vs_chips": row(
        "dealer",
        "verbal_stands chips_stand floor",
        "words_first chips_first together together_unclear contradictory misunderstood",
        facts="said:amount|verb|none pushed:amount owed:amount total:amount to:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.tiny_chip": row("floor", "floor", facts=_WAGER, needs="chips", in_part_without="words"),
    "bet.prior_chips": row(
        "dealer",
        "call min_raise raise floor",
        "overchip short_needed short_below short_reaches combined_below combined_reaches",
        facts=_WAGER + " lying:amount drawn_back:amount to:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.pulled_back": row("dealer", "call_or_raise", facts="owed:amount drawn_back:amount", needs="chips"),
    "bet.invalid_declaration": row(
        "dealer",
        "check min_bet call_or_fold call",
        "call_no_bet raise_no_bet check_facing_bet",
        facts="said:verb owed?:amount to?:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.pot_declared": row(
        "dealer", "min_bet min_raise", "facing_bet no_bet", facts="to:amount", in_part_without="words"
    ),
    "bet.premature_call": row(
        "floor", "floor", facts="action:verb amount:amount|none", needs="chips", in_part_without="words"
    ),
    "bet.chips_found": row(
        "floor",
        "floor",
        "before_next_deal after_next_deal uncovered",
        facts="found:amount covered?:yes",
        needs="chips",
    ),
    "bet.conditional": row("floor", "floor", facts="action:verb amount:amount|none", in_part_without="words"),
    "bet.nonchip_item": row("info", "floor", needs="chips", advice=True),
    "bet.not_reopened": row(
        "dealer",
        "call_or_fold call",
        "after_correction limit",
        facts=_WAGER + " to:amount",
        needs="chips",
        in_part_without="words",
    ),
    "bet.over_limit": row(
        "dealer",
        "correct_amount",
        "preflop postflop limit cap",
        facts=_WAGER + " to:amount quoted?:amount",
        needs="chips",
    ),
    "bet.count_mismatch": row(
        "info", "recount", facts="counted:amount pushed:amount", needs="chips", by_house=False
    ),
    "blind.missing": row(
        "dealer",
        "post_blind floor",
        "old_level",
        facts="owed:amount pushed:amount",
        needs="chips",
        everywhere=True,
    ),
    "request.refused": row(
        "info",
        "no_action",
        "see_hand count dispute discretion straddle",
        facts="what:asked_for of?:seat|none amount?:amount|none",
    ),
    "request.granted": row(
        "info",
        "show_count show_hand table_hands hear_dispute",
        "see_hand aggressor count dispute",
        facts="what:asked_for of:seat|none seat?:seat amount?:amount|none asked?:count",
        advice=True,
    ),
}
