"""Finds the clause that a cite means."""

from __future__ import annotations

from typing import Final

from controller.table.rulebook import Clause, Rulebook, cite_of

ABOUT: Final[dict[str, tuple[str, ...]]] = {
    "misdeal.seat_not_entitled": ("misdeal.seat_not_entitled", "pot.forfeit"),
    "misdeal.barred": ("misdeal.barred_after_sa",),
    "deal.boxed_card": ("deal.boxed_single",),
    "deal.exposed_card": ("deal.exposed_single",),
    "board.too_many_cards": ("board.four_card_flop",),
    "board.extra_burn": ("board.extra_burn", "board.missing_burn", "board.burn_after_sa"),
    "deck.duplicate": ("deck.duplicate", "deck.fouled"),
    "deck.foreign_back": ("deck.foreign_back", "deck.fouled"),
    "deck.foreign_tag": ("deck.fouled",),
    "deck.stub_fouled": ("deck.fouled", "deck.stub_disordered"),
    "bet.not_reopened": ("bet.reopen",),
    "bet.pulled_back": ("bet.prior_chips_pullback",),
    "bet.chips_found": ("bet.chips_behind", "chips.hidden_allin"),
    "bet.over_limit": ("bet.pot_miscount", "pot.pot_limit_max", "bet.max"),
    "bet.underbet": ("bet.underbet", "bet.undercall", "bet.min_bet"),
    "turn.out_of_turn_fold": ("turn.oot_fold", "hand.dead", "hand.mucked_live", "turn.nonstandard_fold"),
    "turn.nonstandard_fold": ("turn.nonstandard_fold", "hand.dead"),
    "hand.absent": ("seat.absent_at_deal", "seat.absent_killed", "misdeal.redeal"),
    "hand.mucked_live": ("hand.mucked_live", "hand.fouled", "hand.killed_by_mistake"),
    "clock.started": ("clock.call", "clock.expire"),
    "clock.asked": ("clock.call",),
    "clock.expired": ("clock.expire", "clock.call", "hand.dead"),
    "clock.refused": ("clock.eligibility",),
    "seat.penalty_hand": ("penalty.seat_dealt_in",),
    "showdown.not_tabled": ("showdown.allin_face_up", "showdown.must_show"),
    "showdown.partly_tabled": ("showdown.tabling", "showdown.one_card_tabled", "showdown.play_board"),
    "pot.award_wrong": ("pot.odd_chip", "pot.side_order", "pot.side_pots", "pot.split", "pot.award"),
}
"""Kind of finding -> the clause kinds that treat it, where a clause goes by another name."""


def clauses_for(book: Rulebook, cite: str, kind: str = "") -> list[Clause]:
    """Return the clauses that ``cite`` means, in the book's order.

    One clause may stand in several entries, a sentence each. With ``kind`` only those about that kind
    of finding come, where there are any.
    """
    cited = [clause for clause in book.clauses.values() if cite_of(clause.ref) == cite]
    about = ABOUT.get(kind, (kind,))
    return [clause for clause in cited if clause.kind in about] or cited
