"""The floor's reminders in words: short, with the clause, never with a blank left open."""

from __future__ import annotations

from typing import Any

import pytest

from controller import rulebooks
from controller.languages import LANGUAGES
from controller.ruling_cards import reminder_of
from controller.ruling_cards.notes import LINE
from controller.ruling_cards.words import letters
from controller.table.view import Note
from controller.web.parts import DEALERS_LINE

UNSEEN = dict.fromkeys(range(0x2066, 0x206A))
"""The isolates round figures."""
SAID: list[tuple[str, dict[str, Any], str]] = [
    ("penalty.missed_rounds", {"hands": 18, "left": 17, "rounds": 2, "nth": 1}, "17 of 18 hands left"),
    ("penalty.missed_rounds", {"hands": 2, "left": 1, "rounds": None, "nth": 3}, "Penalty no. 3: 1 of 2"),
    ("penalty.missed_rounds", {"hands": 1, "left": 1, "rounds": None, "nth": None}, "1 of 1 hand left"),
    ("penalty.missed_rounds", {"refused": 5, "most": 4}, "5 rounds refused: the scale ends at 4"),
    ("penalty.etiquette_counter", {"count": 3, "per": "level"}, "3 times this level"),
    ("penalty.left_table", {}, "it stays live"),
    ("penalty.nuts_check", {}, "no penalty by itself"),
    ("seat.entry_position", {}, "until the button has passed"),
    ("seat.absent_killed", {}, "OUT"),
    ("seat.late", {"minutes": 30}, "may be taken off"),
    ("seat.elimination_order", {"places": [[5], [2]], "award": None, "unknown": False}, "seat 5 before 2"),
    ("seat.elimination_order", {"places": [[2, 5]], "award": 5, "unknown": False}, "seat 5 takes the trophy"),
    ("seat.elimination_order", {"places": [[2, 5]], "award": None, "unknown": False}, "2 and 5 share"),
    ("seat.elimination_order", {"places": [[2, 5]], "award": None, "unknown": True}, "hands not seen"),
    ("chips.rebuy_behind", {"owed": 20_000}, "20,000 behind"),
    ("chips.race", {"chips": [25, 100]}, "25 and 100"),
    ("deal.cut", {}, "Cuts"),
    ("deal.who_deals", {}, "Deals"),
    ("deal.shuffle", {}, "not shuffled"),
    ("deal.exposed_single", {}, "Replace the shown card"),
    ("deck.reshuffle", {}, "stub shows"),
    ("deck.fouled", {"cards": 2}, "again: 2"),
    ("board.rabbit_hunt", {"cards": 1}, "no more cards"),
    ("misdeal.other", {"actions_left": 2}, "2 more actions"),
    ("misdeal.other", {"actions_left": None}, "may be declared"),
    ("misdeal.barred_after_sa", {}, "No misdeal"),
    ("button.correct_previous", {"played": 6, "small_blind": 6, "big_blind": 1}, "at seat 6"),
    ("button.dodged_blind", {"blind": "big"}, "on purpose"),
    ("button.move", {"missing": ["small"]}, "every place"),
    ("hand.in_view", {"seconds": 6}, "not visible"),
    ("hand.fouled", {"cards": 1, "identifiable": True}, "all are known apart"),
    ("hand.fouled", {"cards": 1, "identifiable": False}, "not all"),
    ("turn.wait_for_amount", {}, "wait for it"),
    ("bet.prior_chips", {"lying": 400}, "400 of the bet before"),
    ("bet.allin_button", {}, "all-in button"),
    ("blind.structure", {"small": 75, "big": 100}, "75 is not"),
    ("hand.retrieve", {"announced": 2000, "pushed": 200, "identifiable": True}, "2,000, counted 200"),
]

WHICH: list[tuple[str, str, dict[str, Any], str]] = [
    ("deck.change", "level", {}, "New level"),
    ("deck.change", "in_hand", {}, "inside the hand"),
    ("deck.change", "why", {"options": ["damaged_card"]}, "Why"),
    ("button.draw", "draw", {"seats": [1, 2]}, "Draw for"),
    ("button.draw", "again", {"seats": [2, 7]}, "2 and 7 draw again"),
    ("button.draw", "drawn", {}, "Has the button"),
    ("level.hand_for_hand", "cards_down", {}, "stay down"),
    ("bet.announce", "all_in", {}, "when asked"),
    ("bet.announce", "bet", {"amount": 1900}, "Announce 1,900"),
    ("bet.declaration_binding", "ask", {}, "ask and key it"),
    ("level.hand_for_hand", "card_too_early", {}, "before the floor"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "facts", "said"), SAID, ids=[said for _, _, said in SAID])
def test_a_reminder_is_a_line_with_its_clause(
    kind: str, facts: dict[str, Any], said: str, language: str
) -> None:
    note = Note(kind=kind, seat=10, cites=["71A", "70"], facts=facts)
    reminder = reminder_of(note, rulebooks.load("deltin"), language=language)
    assert said in reminder.text or language != "en"
    assert reminder.text
    assert letters(reminder.text) <= LINE
    assert "{" not in reminder.text
    assert "10" in reminder.place
    assert reminder.cite == "Deltin 71A"


@pytest.mark.parametrize(("kind", "what", "facts", "said"), WHICH, ids=[said for *_, said in WHICH])
def test_a_kind_says_which_of_its_things_it_reminds_of(
    kind: str, what: str, facts: dict[str, Any], said: str
) -> None:
    note = Note(kind=kind, what=what, seat=None, cites=["26"], facts=facts)
    text = reminder_of(note, rulebooks.load("deltin")).text
    assert said in text
    assert len(text) <= LINE
    assert "{" not in text


DEALERS: list[tuple[str, str, dict[str, Any]]] = [
    ("deal.cut", "", {}),
    ("deal.who_deals", "last_out", {}),
    ("deal.exposed_single", "", {}),
    ("deck.change", "level", {}),
    ("deck.change", "dealer_push", {}),
    ("deck.change", "why", {"options": ["damaged_card"]}),
    ("board.rabbit_hunt", "", {"cards": 1}),
    ("button.draw", "draw", {"seats": [1, 2, 3]}),
    ("button.draw", "again", {"seats": [2, 7]}),
    ("button.draw", "drawn", {}),
    ("button.correct_previous", "", {"played": 10, "small_blind": 10, "big_blind": 1}),
    ("hand.in_view", "", {"seconds": 12}),
    ("bet.prior_chips", "", {"lying": 125_000}),
    ("bet.declaration_binding", "ask", {}),
    ("bet.allin_button", "", {}),
    ("bet.announce", "bet", {"amount": 125_000}),
    ("bet.announce", "all_in", {}),
    ("turn.wait_for_amount", "", {}),
    ("level.dealer_push", "", {"small": 100_000, "big": 200_000, "ante": 0, "seats": [7], "left": {7: 5}}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "what", "facts"), DEALERS, ids=[f"{kind} {what}" for kind, what, _ in DEALERS]
)
def test_the_dealers_reminders_fit_their_line(
    kind: str, what: str, facts: dict[str, Any], language: str
) -> None:
    note = Note(kind=kind, what=what, seat=10, cites=["26"], facts=facts)
    reminder = reminder_of(note, rulebooks.load("deltin"), language=language, most=DEALERS_LINE)
    assert 0 < letters(reminder.text) <= DEALERS_LINE
    assert "{" not in reminder.text


def test_a_reading_of_ours_is_marked() -> None:
    note = Note(kind="seat.entry_position", seat=2, cites=["8"], our_reading=True)
    assert reminder_of(note, rulebooks.load("english-arabic")).cite.endswith("8 · our reading")


@pytest.mark.parametrize(
    ("language", "hands", "says"),
    [("hr", 3, "od 3 ruke"), ("hr", 5, "od 5 ruku"), ("ar", 9, "أيد"), ("ar", 18, "يدا")],
)
def test_hands_to_miss_are_counted_as_the_language_counts(language: str, hands: int, says: str) -> None:
    facts = {"hands": hands, "left": 1, "rounds": None, "nth": None}
    note = Note(kind="penalty.missed_rounds", seat=5, cites=["71A"], facts=facts)
    assert says in reminder_of(note, rulebooks.load("deltin"), language=language).text.translate(UNSEEN)
