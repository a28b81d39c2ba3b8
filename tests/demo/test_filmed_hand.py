"""The hands of the virtual table whose chips a camera counts, and whose open hands it sees, in a film."""

from __future__ import annotations

import asyncio

import pytest

from controller import rulebooks
from controller.demo.filmed import FASTEST, FILM, HANDS, Filmed, can_film, load_clips
from controller.demo.hands import Hand, load_hands
from controller.demo.mishaps import as_played
from controller.demo.processes import Camera
from controller.demo.programme import programme
from controller.demo.rehearsal import House
from controller.demo.senses import EQUIPMENT

BY_NAME = {hand.name: hand for hand in load_hands()}


@pytest.mark.parametrize("name", HANDS)
def test_a_film_shows_the_hands_pushes_sweeps_and_showdown_in_their_order(name):
    left = load_clips(name)
    filmed = {clip.seat for clip in left}
    pushed = [step for step in BY_NAME[name].steps if step.type == "chips.push" and step.seat in filmed]
    assert [clip.seat for clip in left if clip.chips] == [step.seat for step in pushed]
    faces = {step.event["tag"] for step in BY_NAME[name].steps if step.event.get("face") == "up"}
    assert {card for clip in left for card in clip.cards} <= faces
    for step in BY_NAME[name].steps:
        if left and left[0].shows(step.event):
            left.pop(0)
    assert left == []


def test_the_films_are_small():
    assert sum(file.stat().st_size for file in FILM.iterdir()) < 10_000_000


def test_a_demo_faster_than_its_film_does_without():
    assert (can_film(1.0), can_film(FASTEST), can_film(FASTEST + 1)) == (True, True, False)


@pytest.mark.soak
def test_one_hand_in_three_is_filmed(long_proof):
    hands = long_proof(12, 30)
    evening = programme(list(BY_NAME.values()), House(rulebooks.load("deltin"), EQUIPMENT))
    played = [next(evening) for _ in range(hands)]
    filmed = [story for story, hand in played if hand.name in HANDS and story.steps == hand.steps]
    assert len(filmed) == hands // 3


async def seen_by_the_camera(hand: Hand, clips: int) -> list[str]:
    """Play a hand's film to the demo's camera alone, so many clips of it; return what the demo says of each."""
    camera = Camera(FILM)
    filmed = Filmed(camera)
    await camera.start()
    try:
        filmed.begin(as_played(hand), hand)
        said: list[str] = []
        for step in hand.steps:
            clip = await filmed.plays(step)
            said += [clip.words] if clip is not None and clip.words else []
            if len(said) == clips:
                break
    finally:
        await camera.stop()
    return said


@pytest.mark.soak
def test_the_camera_counts_each_push_of_a_film_and_sees_the_hand_laid_open(long_proof):
    clips = long_proof(2, 5)
    due = [
        "the camera counts what seat 8 pushes: 50",
        "the camera counts what seat 9 pushes: 100",
        "the camera counts what seat 8 pushes: 150",
        "the camera counts what seat 9 pushes: 100",
        "the camera sees 2 cards face up before seat 8",
    ]
    assert asyncio.run(seen_by_the_camera(BY_NAME["pluribus-41-92"], clips)) == due[:clips]


@pytest.mark.soak(alone=True)
def test_the_first_hand_that_goes_well_is_followed_from_pictures(start_demo):
    demo = start_demo("--speed", "3", "--patience", "0", "--hands", "2", "--seed", "7")
    assert demo.process.wait(240) == 0, demo.said
    pushed = ((7, 50), (8, 100), (9, 250), (7, 200), (8, 1200), (9, 1050), (8, 1125), (9, 1125))
    seen = [line.strip() for line in demo.said if "the camera " in line]
    assert seen == [
        *(f"the camera counts what seat {seat} pushes: {worth:,}" for seat, worth in pushed),
        *(f"the camera sees 2 cards face up before seat {seat}" for seat in (8, 9)),
    ]
