"""What the dealer keys becomes what the player said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.entry import FORGET_S, PanelEntry
from hw.keys import Key


def keyed(*names: str, gap_s: float = 0.4) -> list[dict[str, object]]:
    """Return the events of keys pressed one after the other."""
    entry, events = PanelEntry(), []
    for number, name in enumerate(names):
        events += entry.press(Key(name), 100.0 + number * gap_s)
    return events


@pytest.mark.parametrize("word", ["check", "call", "fold", "all_in"])
def test_one_key_says_what_needs_no_number(word):
    assert keyed(word) == [{"type": "declare", "action": word}]


def test_a_raise_goes_out_at_once_and_its_number_with_enter():
    assert keyed("raise", "8", "5", "00") == [{"type": "declare", "action": "raise"}]
    assert keyed("raise", "8", "5", "00", "enter") == [
        {"type": "declare", "action": "raise"},
        {"type": "declare", "action": "amount", "amount": 8500},
    ]


def test_a_number_without_a_verb():
    assert keyed("amount", "5", "0", "0", "enter") == [{"type": "declare", "action": "amount", "amount": 500}]


def test_seat_8_raises_out_of_turn():
    assert keyed("seat", "8", "raise", "6", "0", "0", "enter") == [
        {"type": "declare", "action": "raise", "seat": 8},
        {"type": "declare", "action": "amount", "amount": 600, "seat": 8},
    ]


def test_zero_is_seat_10():
    assert keyed("seat", "0", "fold") == [{"type": "declare", "action": "fold", "seat": 10}]


def test_the_next_words_are_again_of_the_seat_to_act():
    assert keyed("seat", "8", "call", "fold")[1] == {"type": "declare", "action": "fold"}


def test_the_clock_and_the_floor():
    assert keyed("clock") == [{"type": "clock.call", "by": "panel"}]
    assert keyed("seat", "3", "clock") == [{"type": "clock.call", "by": "panel", "seat": 3}]
    assert keyed("raise", "5", "floor")[-1] == {"type": "floor.call", "by": "panel"}


def test_cancel_clears_what_is_half_keyed_before_it_takes_a_word_back():
    assert keyed("raise", "8", "cancel") == [{"type": "declare", "action": "raise"}]
    assert keyed("raise", "8", "cancel", "cancel")[1:] == [{"type": "declare.cancel"}]
    assert keyed("call", "cancel")[1:] == [{"type": "declare.cancel"}]
    assert keyed("seat", "4", "cancel") == [{"type": "declare.cancel", "seat": 4}]


def test_enter_without_a_number_says_nothing():
    assert keyed("enter") == keyed("amount", "enter") == keyed("7", "enter") == []


def test_what_is_half_keyed_is_forgotten_after_a_while():
    assert keyed("seat", "8", "call", gap_s=FORGET_S + 1) == [{"type": "declare", "action": "call"}]
    assert keyed("amount", "8", "enter", gap_s=FORGET_S + 1) == []


def test_a_number_stops_growing_at_nine_digits():
    events = keyed("amount", *["9"] * 15, "enter")
    assert events == [{"type": "declare", "action": "amount", "amount": 999_999_999}]


@given(st.lists(st.sampled_from(list(Key)), max_size=60))
def test_whatever_is_keyed_names_a_seat_of_the_table_and_a_whole_amount(keys):
    for event in keyed(*keys):
        assert 1 <= event.get("seat", 1) <= 10
        assert event["type"] in {"declare", "declare.cancel", "clock.call", "floor.call"}
        assert isinstance(event.get("amount", 0), int)
        assert ("amount" in event) == (event.get("action") == "amount")
