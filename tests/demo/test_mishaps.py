"""What goes wrong at the virtual table is what the referee then says, in every house, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from controller import rulebooks
from controller.demo.hands import Hand, load_hands
from controller.demo.mishaps import MISHAPS, said, tell
from controller.demo.programme import programme
from controller.demo.rehearsal import House, Rehearsal
from controller.demo.senses import EQUIPMENT
from controller.demo.steps import DealerMends, FloorRules, Sense, Story
from controller.table.outputs import Action, HandLine

HANDS = load_hands()
HOUSES = rulebooks.ids()
WORDS = (*EQUIPMENT, "words")
"""A dealer who keys every word that binds: what rests on silence can go wrong too."""
HANDS_FREE = ("boxed-cards", "four-card-flop", "call-out-of-turn", "seat-dealt-out")
"""What can go wrong where nobody keys a word."""


def told(name: str, house: str) -> Iterator[tuple[Story, Hand]]:
    """Yield the stories that a mishap makes in a house, hand by hand."""
    book = House(rulebooks.load(house), WORDS)
    for hand in HANDS:
        story = tell(MISHAPS[name], hand, book)
        if story is not None:
            yield story, hand


@cache
def stories(name: str, house: str) -> list[tuple[Story, Hand]]:
    """Return three of them: in every house there is that much variety."""
    return list(islice(told(name, house), 3))


@pytest.mark.matrix(("name", MISHAPS), ("house", HOUSES))
def test_each_house_has_hands_for_each_mishap(name, house):
    assert len(stories(name, house)) >= 2


@pytest.mark.matrix(("name", HANDS_FREE), ("house", HOUSES))
def test_what_words_do_not_decide_goes_wrong_where_nobody_keys_one(name, house):
    book = House(rulebooks.load(house), EQUIPMENT)
    assert any(tell(MISHAPS[name], hand, book) for hand in HANDS)


@pytest.mark.matrix(("name", MISHAPS), ("speed", [1.5, 20.0]))
def test_what_is_found_does_not_depend_on_how_fast_the_demo_runs(name, speed):
    book = House(rulebooks.load("deltin"), WORDS)
    for story, hand in stories(name, "deltin"):
        assert [kind for kind, _ in said(story, hand, book, speed=speed)] == list(story.kinds), hand.name


@pytest.mark.parametrize(
    ("name", "kind", "remedy"),
    [
        ("undercall", "bet.undercall", "full_call"),
        ("boxed-cards", "misdeal.boxed_cards", "redeal"),
        ("string-bet", "bet.string", "first_motion_stands"),
        ("four-card-flop", "board.four_card_flop", "scramble_flop"),
        ("call-out-of-turn", "turn.out_of_turn", "binding"),
        ("seat-dealt-out", "misdeal.seat_dealt_out", "redeal"),
    ],
)
def test_under_deltin_each_mishap_is_ruled_as_its_book_says(name, kind, remedy):
    book = House(rulebooks.load("deltin"), WORDS)
    ruled = [said(story, hand, book) for story, hand in stories(name, "deltin")]
    assert any((kind, remedy) in findings for findings in ruled)


@pytest.mark.parametrize("name", ["undercall", "four-card-flop", "call-out-of-turn"])
def test_a_mishap_that_is_put_right_leaves_the_hand_as_it_was_played(name):
    book = House(rulebooks.load("deltin"), WORDS)
    for story, hand in stories(name, "deltin"):
        ends = []
        for steps in (hand.steps, story.steps):
            (end,) = [line for line in Rehearsal(hand, book).play_all(steps) if isinstance(line, HandLine)]
            ends.append((end.stacks, end.pots, set(end.board)))
        assert ends[0] == ends[1], hand.name


@pytest.mark.parametrize("name", ["boxed-cards", "seat-dealt-out"])
def test_a_misdeal_gives_the_chips_back_and_the_hand_is_dealt_again(name):
    book = House(rulebooks.load("deltin"), WORDS)
    for story, hand in stories(name, "deltin"):
        first, again = [
            line for line in Rehearsal(hand, book).play_all(story.steps) if isinstance(line, HandLine)
        ]
        seats = hand.seating[0].event["seats"]
        assert first.void
        assert first.stacks == {int(seat): setup["stack"] for seat, setup in seats.items()}
        assert not again.void
        assert again.button == first.button


def test_a_string_bet_is_a_call_for_the_first_motion():
    book = House(rulebooks.load("deltin"), WORDS)
    for story, hand in stories("string-bet", "deltin"):
        seat = int(story.tells.split()[1])
        outputs = Rehearsal(hand, book).play_all(story.steps)
        ruled = [line for line in outputs if isinstance(line, Action) and line.seat == seat and line.cites]
        assert [action.action for action in ruled] == ["call"], hand.name


@pytest.mark.parametrize("house", ["deltin", "invitational"])
def test_the_floor_answers_what_calls_the_floor_and_the_dealer_the_rest(house):
    book = House(rulebooks.load(house), WORDS)
    for name in MISHAPS:
        for story, hand in stories(name, house):
            (wait,) = [step for step in story.steps if not isinstance(step, Sense)]
            table = Rehearsal(hand, book)
            table.play_all(story.steps)
            called = any(finding.level == "floor" for finding in table.findings)
            assert isinstance(wait, FloorRules if called else DealerMends), story.tells


def test_every_second_hand_goes_wrong_the_first_of_them_at_once():
    book = House(rulebooks.load("deltin"), WORDS)
    first = list(islice(programme(HANDS, book), 24))
    assert [bool(story.kinds) for story, _ in first] == [True, False] * 12
    assert {story.kinds[-1] for story, _ in first if story.kinds} == {
        "bet.undercall",
        "misdeal.boxed_cards",
        "bet.string",
        "board.four_card_flop",
        "turn.out_of_turn",
        "misdeal.seat_dealt_out",
    }


def test_a_seed_gives_the_same_evening_again_and_another_one_another(long_proof):
    book = House(rulebooks.load("tda-2024"), WORDS)

    def evening(seed: int) -> list[str]:
        hands = islice(programme(HANDS, book, seed), long_proof(6, 12))
        return [f"{hand.name} {story.tells}" for story, hand in hands]

    one = evening(7)
    assert one == evening(7)
    assert one != evening(8)


def test_an_evening_can_show_one_mishap_alone():
    book = House(rulebooks.load("deltin"), WORDS)
    evening = list(islice(programme(HANDS, book, only=["string-bet"]), 8))
    assert [story.kinds for story, _ in evening] == [("bet.string",), ()] * 4
    assert len({hand.name for story, hand in evening if story.kinds}) >= 3
