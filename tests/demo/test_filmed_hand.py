"""The hand of the virtual table whose chips a camera counts from a film."""

from __future__ import annotations

from controller.demo.filmed import FASTEST, FILM, HAND, can_film, load_clips
from controller.demo.hands import load_hands

CLIPS = load_clips()


def test_the_film_shows_the_hands_pushes_and_its_sweep_in_their_order():
    (hand,) = (hand for hand in load_hands() if hand.name == HAND)
    left = list(CLIPS)
    for step in hand.steps:
        if left and left[0].shows(step.event):
            left.pop(0)
    assert left == []
    assert [clip.seat for clip in CLIPS] == [8, 9, 8, 9, None]


def test_the_film_is_small():
    assert sum(file.stat().st_size for file in FILM.iterdir()) < 10_000_000


def test_a_demo_faster_than_its_film_does_without():
    assert (can_film(1.0), can_film(FASTEST), can_film(FASTEST + 1)) == (True, True, False)


def test_the_chips_of_the_first_hand_that_goes_well_are_counted_from_pictures(start_demo):
    demo = start_demo("--speed", "3", "--patience", "0", "--hands", "2")
    assert demo.process.wait(240) == 0, demo.said
    counted = [line.strip() for line in demo.said if "the camera counts" in line]
    assert counted == [
        f"the camera counts what seat {seat} pushes: {worth}"
        for seat, worth in ((8, 50), (9, 100), (8, 150), (9, 100))
    ]
