"""A card counts as read only if the deck has it, two looks agree, and no other antenna has it."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.emulated.field import Faults, either
from firmware_bridge.readers.confirm import Confirm, is_or_of_two
from firmware_bridge.readers.look import COLLISION, FAILED, INCOMPLETE, Look
from tests.readers.bench import Bench

DECK = {f"E00401{random.Random(9).getrandbits(40) + 7919 * n & 0xFFFFFFFFFF:010X}" for n in range(52)}
A, B = sorted(DECK)[:2]
GHOST = either(A, B)


class Felt:
    """Looks at antennas one after the other, a tenth of a second apart."""

    def __init__(self, deck: set[str] | None = DECK) -> None:
        self.confirm = Confirm(deck)
        self.now_us = 0
        self.told: list[tuple[str, int, bool]] = []

    def look(self, antenna: int, *tags: str, flags: int = 0) -> None:
        self.now_us += 100_000
        for change in self.confirm.looked(Look(antenna, self.now_us, tags, flags)):
            self.told.append((change.tag, change.antenna, change.here))

    def doubts(self) -> list[tuple[str, int, str]]:
        return [(doubt.why, doubt.antenna, doubt.tag) for doubt in self.confirm.take_doubts()]


def test_one_look_is_not_enough_and_two_are() -> None:
    felt = Felt()
    felt.look(1, A)
    assert felt.told == []
    felt.look(1, A)
    assert felt.told == [(A, 1, True)]
    felt.look(1, A)
    assert felt.told == [(A, 1, True)]
    assert felt.confirm.places(A) == [1]


def test_the_time_told_is_that_of_the_first_look() -> None:
    confirm = Confirm(DECK)
    assert confirm.looked(Look(1, 500, (A,))) == []
    assert confirm.settled_us(9_000) == 500
    (change,) = confirm.looked(Look(1, 8_000, (A,)))
    assert change.t_us == 500
    assert confirm.settled_us(9_000) == 8_000


def test_a_card_that_every_second_look_misses_is_seen_once_and_stays() -> None:
    felt = Felt()
    for n in range(20):
        felt.look(1, *([A] if n % 2 else []))
    assert felt.told == [(A, 1, True)]


def test_three_sound_looks_without_it_and_a_card_is_gone() -> None:
    felt = Felt()
    for tags in ([A], [A], [], [], [A], [], [], []):
        felt.look(1, *tags)
    assert felt.told == [(A, 1, True), (A, 1, False)]
    assert felt.confirm.places(A) == []


@pytest.mark.parametrize("flags", [INCOMPLETE, FAILED, COLLISION])
def test_a_look_that_is_not_sound_takes_no_card_away(flags: int) -> None:
    felt = Felt()
    for _ in range(2):
        felt.look(1, A)
    for _ in range(9):
        felt.look(1, flags=flags)
    assert felt.told == [(A, 1, True)]


def test_a_tag_that_two_antennas_have_is_nowhere_until_one_gives_it_up() -> None:
    felt = Felt()
    for _ in range(4):
        felt.look(1, A)
        felt.look(2, A)
    assert felt.told == []
    assert ("two places", 2, A) in felt.doubts()
    for _ in range(3):
        felt.look(1)
        felt.look(2, A)
    assert felt.told == [(A, 2, True)]


def test_a_neighbour_that_sees_a_card_for_a_moment_does_not_take_it() -> None:
    felt = Felt()
    for tags in ([], [], [A], [A], [], []):
        felt.look(1, A)
        felt.look(2, *tags)
    assert felt.told == [(A, 1, True)]


def test_a_card_that_is_moved_is_gone_there_and_then_here() -> None:
    felt = Felt()
    for _ in range(2):
        felt.look(1, A)
    for _ in range(3):
        felt.look(1)
        felt.look(2, A)
    assert felt.told == [(A, 1, True), (A, 1, False), (A, 2, True)]


def test_a_phantom_is_named_and_never_told() -> None:
    felt = Felt()
    for _ in range(9):
        felt.look(1, GHOST)
    assert felt.told == []
    assert felt.doubts() == [("phantom", 1, GHOST)]


def test_a_tag_of_no_deck_is_told_late_so_that_the_table_can_name_a_foreign_card() -> None:
    felt, stranger = Felt(), "E0FFFFFFFFFFFFFF"
    for _ in range(3):
        felt.look(1, stranger)
    assert felt.told == []
    assert felt.doubts() == [("stranger", 1, stranger)]
    felt.look(1, stranger)
    assert felt.told == [(stranger, 1, True)]


def test_a_tag_misread_for_a_while_takes_the_card_beside_it_away_from_nowhere() -> None:
    felt = Felt()
    for _ in range(2):
        felt.look(1, A, B)
    for wrong in ("E0FFFFFFFFFFFFFF", GHOST, "E0EEEEEEEEEEEEEE", GHOST):
        felt.look(1, wrong)
    assert felt.told == [(A, 1, True), (B, 1, True)]


def test_a_collision_is_told_once_while_it_lasts() -> None:
    felt = Felt()
    for _ in range(30):
        felt.look(3, A, B, flags=COLLISION)
    assert felt.told == []
    assert felt.doubts() == [("collision", 3, "")]


def test_without_a_deck_any_tag_may_be_a_card() -> None:
    felt = Felt(deck=None)
    for _ in range(2):
        felt.look(1, "0102030405060708")
    assert felt.told == [("0102030405060708", 1, True)]


def test_what_is_the_or_of_two_tags() -> None:
    assert is_or_of_two(GHOST, DECK)
    assert not is_or_of_two(A, DECK)
    assert not is_or_of_two("no hex", DECK)


FAULTS = [
    ("ghost", 0.3),
    ("shifted", 0.05),
    ("cross", 0.1),
    ("bad_check", 0.2),
    ("torn", 0.5),
    ("missed", 0.2),
]


@pytest.mark.matrix(("fault,share", FAULTS), ("seed", range(3)))
def test_with_any_fault_no_card_is_ever_where_it_is_not(fault: str, share: float, seed: int) -> None:
    bench = Bench("pepper", (1, 2, 3), seed=seed)
    cards = sorted(DECK)[:4]
    lies = {1: cards[:2], 2: [], 3: cards[2:]}
    for antenna, tags in lies.items():
        bench.field.place(antenna, tags)
    bench.field.faults = Faults(**{fault: share})
    confirm = Confirm(DECK)
    bench.run(20_000)
    for look in bench.looks:
        for change in confirm.looked(look):
            assert change.tag in lies[change.antenna], (fault, change.tag, change.antenna)
    assert {tag: confirm.places(tag) for tag in cards} == {
        tag: [antenna] for antenna, tags in lies.items() for tag in tags
    }


@pytest.mark.parametrize(("missed", "told"), [(0.05, 1.0), (0.2, 1.0), (0.5, 0.99)])
def test_a_card_is_told_within_a_second_and_a_half_though_looks_miss_it(missed: float, told: float) -> None:
    chance = random.Random(7)
    in_time = 0
    for _ in range(2_000):
        felt = Felt()
        for _ in range(15):
            felt.look(1, *([A] if chance.random() >= missed else []))
        in_time += (A, 1, True) in felt.told
    assert in_time >= told * 2_000
