"""Every kind of finding: its usual level, the remedies it can have, and the cases a house may tell apart.

The remedy ``floor`` is open to every kind: a house that leaves a matter to its director says so, and
a house that is silent says nothing at all. A finding whose remedy is ``floor`` has level ``floor``.

Cases are the moments that a book may rule differently. The engine names those that apply, most telling
first, and takes the first that the book knows (``Rulebook.rule``):

==============================  =================================================================
case                            the moment
==============================  =================================================================
past_cutoff, before_cutoff      after, or before, the moment from which no misdeal can be declared
first, several                  the exposed card is one of the deal's first, or one of several
carried                         forfeited chips of the hand before stay for the pot
redeal                          away at the first deal; the player is back for the re-deal
absent                          the seat left out is entitled, but nobody sits there now
extra                           the wrong number of cards is one too many
blinds                          blinds lie before the wrong seats at the first card
acted                           the holder of the card or hand, or the street, has been acted on
flop, turn, river               the street; ``_acted`` after any act on it, ``_unseen`` face down
stub                            the card was found in the stub, not in play
heads_up, opening_bet           two live players, or the round's first bet is what is faced
raised_up, below                the amount is made a full raise, or counts as a call
raise_said, two_motions         "raise" was said first; and the first motion was neither call nor raise
all_in                          with the player's last chips
later, too_late                 found later on the street, or after the book's last moment
pot_low, pot_too_late           a bet of the pot counted too low; and substantial action went on behind it
preflop, postflop, limit, cap   over the pot; over the fixed bet; a raise more than the game allows
check, call, wager, fold        what was done out of turn
settled_binding                 the act out of turn binds; ``wager_settled_binding`` for a wager
settled_after_call              the seat that was due called
skipped                         it binds since a seat let substantial action go past it
after_motion                    the due seat had made a forward motion with chips and left none
counted                         the all-in that is faced was counted for somebody
misunderstood                   so little that the player may not have known what was wagered
small_chip, rounding            a chip too small to play; an amount that no chip in play makes
no_time                         the skipped seat had no time to speak up
settled_not_binding             it does not bind; ``wager_settled_not_binding`` for a wager
facing_bet, no_bet              a bet was faced, or none
declared                        said, with the cards still in front of the player
uncovered                       no winner could have matched the chips found behind a lost all-in
aggressor, discretion           a river caller asks for the last aggressor's hand; for any other
checked, in_turn                nobody bet on the river; the house has hands tabled in their turn
one_winning_card, play_board    the cards up are sure to win; the board alone is what they play
mucked, passed_over             the hand lies in the muck; the pot was pushed to a hand that loses
unshown                         the hand that was paid had been thrown away untabled
early, short, change, gone      bets swept before all have acted, a call short, change due; not swept
==============================  =================================================================

The other names stand for themselves.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from controller.table.outputs import Level

ALLOWED: Final = "allowed"
"""What a book says of a case in which it lets the thing be: nothing is told."""


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of finding. ``level`` is what it has unless the book says otherwise.

    ``by_house`` is false for what the table finds out about itself: no book rules on it. ``everywhere`` is what
    is mended in one way also where a book says nothing. ``advice`` is what helps dealer and floor and is no
    irregularity.
    """

    level: Level
    remedies: tuple[str, ...]
    cases: tuple[str, ...] = ()
    by_house: bool = True
    everywhere: bool = False
    advice: bool = False

    def allows(self, remedy: str) -> bool:
        """Whether ``remedy`` may end a finding of this kind."""
        return remedy in ("floor", ALLOWED) or remedy in self.remedies


def _kind(level: Level, remedies: str, cases: str = "", *, by_house: bool = True) -> Kind:
    return Kind(level=level, remedies=tuple(remedies.split()), cases=tuple(cases.split()), by_house=by_house)


def _everywhere(level: Level, remedies: str, cases: str = "") -> Kind:
    return Kind(level=level, remedies=tuple(remedies.split()), cases=tuple(cases.split()), everywhere=True)


def _advice(remedies: str, cases: str = "") -> Kind:
    return Kind(level="info", remedies=tuple(remedies.split()), cases=tuple(cases.split()), advice=True)


_BURN_CASES = "flop turn river flop_acted turn_acted river_acted flop_unseen fourth fifth sixth seventh"
_TURN_CASES = (
    "check call wager fold settled_binding settled_not_binding settled_after_call "
    "wager_settled_binding wager_settled_not_binding skipped after_motion"
)
_PRIOR_CASES = "overchip short_needed short_below short_reaches combined_below combined_reaches"

KINDS: Final[dict[str, Kind]] = {
    # The deal.
    "misdeal.boxed_cards": _kind("floor", "redeal play_on", "past_cutoff"),
    "deal.boxed_card": _kind("dealer", "replace_card floor", "past_cutoff"),
    "misdeal.wrong_first_seat": _kind("floor", "redeal play_on", "past_cutoff"),
    "misdeal.seat_not_entitled": _kind("floor", "redeal play_on", "past_cutoff carried"),
    "misdeal.seat_dealt_out": _kind("floor", "redeal play_on", "past_cutoff absent"),
    "misdeal.exposed": _kind("floor", "redeal play_on", "past_cutoff first several stud"),
    "deal.exposed_card": _kind("dealer", "replace_with_burn plays_up floor", "past_cutoff stud seventh"),
    "misdeal.extra_cards": _kind("floor", "redeal", "past_cutoff"),
    "deal.extra_card": _kind("dealer", "use_as_burn floor", "past_cutoff dead"),
    "misdeal.card_count": _kind("floor", "redeal kill_hand floor", "past_cutoff extra"),
    "deal.button_short": _kind("dealer", "deal_missing kill_hand", "past_cutoff acted"),
    "misdeal.sequence": _kind("floor", "redeal play_on floor", "past_cutoff"),
    "misdeal.barred": _kind("floor", "play_on"),
    "misdeal.button_position": _kind(
        "floor", "redeal correct_button play_on floor", "past_cutoff heads_up blinds"
    ),
    # The board and the deck.
    "board.four_card_flop": _kind("floor", "scramble_flop redeal_flop floor", "acted"),
    "board.too_many_cards": _kind("floor", "redeal_flop floor", "flop turn river flop_acted"),
    "board.premature": _kind(
        "floor", "redeal_flop replace_turn redeal_turn reshuffle_river floor", "flop turn river stud"
    ),
    "board.missing_burn": _kind(
        "floor",
        "use_first_as_burn return_burn scramble_flop reshuffle_flop play_on floor",
        _BURN_CASES,
    ),
    "board.extra_burn": _kind(
        "floor",
        "use_first_as_burn return_burn scramble_flop reshuffle_flop play_on floor",
        _BURN_CASES,
    ),
    "board.rabbit_hunt": _kind("info", "stop"),
    "deck.duplicate": _kind("floor", "void_hand play_on floor", "stub"),
    "deck.foreign_back": _kind("floor", "void_hand play_on floor", "stub"),
    "deck.foreign_tag": _kind("floor", "void_hand play_on floor", "stub"),
    "deck.joker": _kind("dealer", "redeal replace_card kill_hand play_on floor", "before_cutoff acted"),
    "deck.missing": _kind("info", "redeal replace_card kill_hand play_on floor"),
    "deck.stub_fouled": _kind("floor", "play_on floor"),
    # Wagers.
    "bet.undercall": _kind(
        "dealer", "full_call correct_amount floor", "counted misunderstood heads_up opening_bet"
    ),
    "bet.undercall_sequence": _kind("floor", "back_up"),
    "bet.string": _kind("dealer", "first_motion_stands", "raise_said"),
    "bet.short_raise": _kind("dealer", "min_raise call", "raised_up below raise_said two_motions all_in"),
    "bet.overchip": _kind("info", "call", "all_in"),
    "bet.multichip": _kind("info", "call", "all_in"),
    "bet.underbet": _kind(
        "dealer", "min_bet correct_amount play_on", "later too_late pot_low pot_too_late small_chip rounding"
    ),
    "bet.unclear_amount": _kind("dealer", "bet"),
    "bet.verbal_vs_chips": _kind(
        "dealer",
        "verbal_stands chips_stand floor",
        "words_first chips_first together together_unclear contradictory misunderstood",
    ),
    "bet.tiny_chip": _kind("floor", "floor"),
    "bet.prior_chips": _kind("dealer", "call min_raise raise floor", _PRIOR_CASES),
    "bet.pulled_back": _kind("dealer", "call_or_raise"),
    "bet.invalid_declaration": _kind(
        "dealer", "check min_bet call_or_fold call", "call_no_bet raise_no_bet check_facing_bet"
    ),
    "bet.pot_declared": _kind("dealer", "min_bet min_raise", "facing_bet no_bet"),
    "bet.premature_call": _kind("floor", "floor"),
    "bet.chips_found": _kind("floor", "floor", "before_next_deal after_next_deal uncovered"),
    "bet.conditional": _kind("floor", "floor"),
    "bet.nonchip_item": _advice("floor"),
    "bet.not_reopened": _kind("dealer", "call_or_fold call", "after_correction limit"),
    "bet.over_limit": _kind("dealer", "correct_amount", "preflop postflop limit cap"),
    "bet.count_mismatch": _kind("info", "recount", by_house=False),
    "blind.missing": _everywhere("dealer", "post_blind floor", "old_level"),
    "request.refused": _kind("info", "no_action", "see_hand count dispute discretion straddle"),
    "request.granted": _advice(
        "show_count show_hand table_hands hear_dispute", "see_hand aggressor count dispute"
    ),
    # Turns, absence, the clock.
    "turn.out_of_turn": _kind("dealer", "back_up binding not_binding house_minimum", _TURN_CASES),
    "turn.out_of_turn_fold": _kind("dealer", "fold_stands", "facing_bet declared after_motion"),
    "turn.skipped": _kind("floor", "floor", "no_time"),
    "turn.nonstandard_fold": _kind("dealer", "fold_stands"),
    "hand.absent": _kind("dealer", "kill_hand", "redeal"),
    "hand.exposed_by_player": _kind("dealer", "penalty kill_hand", "heads_up one_card"),
    "hand.mucked_live": _kind(
        "floor", "retrieve_if_identifiable kill_hand floor", "unidentified mixed up_cards"
    ),
    "clock.refused": _kind("info", "no_action"),
    "clock.started": _kind("dealer", "kill_hand check", "facing_bet no_bet"),
    "clock.expired": _kind("dealer", "kill_hand check", "facing_bet no_bet"),
    "clock.absence": _advice("remind"),
    "clock.asked": _advice("wait_for_floor"),
    # Showdown, pots, seats.
    "showdown.not_tabled": _kind("dealer", "table_hands", "checked in_turn"),
    "showdown.premature_discard": _kind("floor", "floor"),
    "showdown.order": _kind("info", "table_first"),
    "showdown.winner_killed": _kind("floor", "restore floor", "mucked passed_over"),
    "showdown.partly_tabled": _kind("dealer", "table_all", "one_winning_card play_board mucked"),
    "showdown.live_cards": _advice("may_be_tabled"),
    "showdown.wait": _advice("keep_cards_down"),
    "showdown.kill_losers": _advice("kill_losers"),
    "pot.award_wrong": _kind(
        "floor",
        "correct_award",
        "winner amount odd_chip odd_chip_high_low odd_chip_stud side_pot split unshown",
    ),
    "pot.side_order": _advice("side_pots_first"),
    "pot.collect": _advice("wait_for_action make_good give_change look", "early short change gone"),
    "pot.change": _advice("return_chips"),
    "pot.count": _advice("spread_pot"),
    "pot.splash": _advice("push_back"),
    "chips.foreign": _advice("take_off"),
    "dispute.timing": _advice("tell_floor"),
    # A dead button needs nothing done; it is told so that nobody mends it.
    "button.dead": _kind("info", "no_action", "small_blind_out big_blind_out both_out"),
    "seat.penalty_hand": _kind("info", "kill_hand"),
    # What the table finds out about itself.
    "sensing.gap": _kind("info", "look", by_house=False),
    "sensing.device": _kind("dealer", "look", by_house=False),
    "log.bad_line": _kind("info", "", by_house=False),
    "log.truncated": _kind("info", "", by_house=False),
}
"""Kind of finding -> its level, remedies and cases."""
