"""What dealer and floor hear and see, at any moment after it began."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hw.signals import SIGNALS, ends_s, lamp_lit, note_at, outranks


def heard(signal: str) -> list[tuple[int, float]]:
    """Return the tones of a signal in order, each with its loudness, sampled every 10 ms for 3 s."""
    notes, before = [], None
    for step in range(300):
        note = note_at(signal, step / 100)
        if note is not None and note is not before:
            notes.append((note.hz, note.loudness))
        before = note
    return notes


def test_a_floor_call_is_three_rising_notes_once():
    tones = [hz for hz, _ in heard("floor")]
    assert len(tones) == 3
    assert tones == sorted(set(tones))


def test_the_dealers_two_notes_are_softer_and_come_a_second_late():
    assert note_at("dealer", 0.99) is None
    assert note_at("dealer", 1.0) is not None
    assert len(heard("dealer")) == 2
    assert max(loud for _, loud in heard("dealer")) < min(loud for _, loud in heard("floor"))


def test_blindness_is_one_note():
    assert len(heard("blind")) == 1


@pytest.mark.parametrize("signal", list(SIGNALS))
def test_every_tone_is_one_that_an_ear_finds_and_the_signal_ends(signal):
    assert all(150 <= hz <= 1000 for hz, _ in heard(signal))
    assert note_at(signal, ends_s(signal)) is None
    assert note_at(signal, 3600.0) is None


def test_the_worst_level_sounds_first():
    assert outranks("floor", "dealer")
    assert outranks("dealer", "blind")
    assert not outranks("dealer", "floor")
    assert not outranks("floor", "floor")


def test_the_lamp_blinks_until_answered_then_stands_until_ruled():
    lit = [lamp_lit("blink", step / 100) for step in range(200)]
    changes = sum(1 for before, after in pairwise(lit) if before != after)
    assert lit[0]
    assert changes == 7, "two blinks a second for two seconds"
    assert all(lamp_lit("steady", step / 100) for step in range(200))
    assert not any(lamp_lit("off", step / 100) for step in range(200))
