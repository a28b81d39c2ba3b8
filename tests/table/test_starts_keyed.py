"""The key for a new hand is touched twice, or when the first cards are out already: it is one hand, and all of it."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house
from tests.table.stud_table import Stud
from tests.table.test_stud import HANDS

late = pytest.mark.parametrize("cards", [1, 3, 6, 12])


def keyed_after(house: str, cards: int, to: list[int] | None = None, **table: object) -> Scene:
    """The blinds are posted and so many cards dealt when the dealer touches the key; he deals on."""
    scene = Scene(house, start=False, **table).post(1, 25, 25).post(2, 100)  # type: ignore[arg-type]
    order = to or scene.entitled() * scene.per_seat
    scene.deal(order[:cards]).event("hand.start", after=0.1, button=6)
    return scene.deal(order[cards:])


def posts(scene: Scene) -> list[tuple[int, int]]:
    return [(o.seat, o.to) for o in scene.out if getattr(o, "action", "") == "post"]


@every_house()
@late
def test_a_hand_that_is_signalled_with_cards_out_already_is_dealt_as_it_was(house, cards):
    scene = keyed_after(house, cards).limp_to_flop().check_round().sweep().street().check_round()
    assert scene.findings() == []
    assert posts(scene) == [(1, 50), (2, 100)]
    assert len(scene.actions("preflop")) == 6


@every_house()
def test_so_it_is_where_the_first_card_has_not_come_to_its_seat_yet(house):
    scene = Scene(house, start=False)
    first = scene.cards.pop()
    scene.event("card.draw", tag=first, face="down").event("hand.start", after=0.1, button=6)
    scene.event("card.seen", after=0.1, tag=first, zone="seat:1").hole[1] = [first]
    scene.deal((scene.entitled() * 2)[1:]).limp_to_flop().check_round()
    assert scene.findings() == []


@every_house()
def test_so_it_is_after_another_hand(house):
    scene = Scene(house).deal().folds(3, 4, 5, 6, 1).award(2, 150).end()
    scene.shuffle()
    scene.button, scene.hole = 1, {}
    scene.wait(20).post(2, 25, 25).post(3, 100)
    order = scene.entitled() * 2
    scene.deal(order[:4]).event("hand.start", after=0.1, button=1).deal(order[4:])
    scene.folds(4, 5, 6, 1, 2).award(3, 150).end()
    assert scene.findings() == []
    assert scene.hands()[1].stacks == {1: 9_950, 2: 10_000, 3: 10_050, 4: 10_000, 5: 10_000, 6: 10_000}


@every_house()
def test_acts_that_came_before_the_key_count_too(house):
    scene = Scene(house, start=False).deal(list(range(1, 7)) * 2).says(3, "raise", 300)
    scene.event("hand.start", after=0.5, button=6).folds(4, 5, 6, 1, 2)
    assert scene.findings() == []
    assert scene.actions("preflop")[0] == (3, "raise", 300)


@every_house()
def test_cards_dealt_wrong_before_the_key_are_told(house):
    scene = keyed_after(house, 4, [2, 3, 4, 5, 6, 1] * 2)
    assert scene.found("misdeal.wrong_first_seat").seat == 2


@every_house()
def test_a_card_of_the_stub_that_was_shown_is_none_of_the_next_hand(house):
    scene = Scene(house).deal().folds(3, 4, 5, 6, 1).award(2, 150).end().card("board")
    scene.shuffle()
    scene.start(button=1).deal().folds(4, 5, 6, 1, 2)
    assert [f.kind for f in scene.findings() if f.hand == 2] == []


def test_a_stud_hand_that_is_signalled_late_is_dealt_as_it_was():
    scene = Stud("tda-2024", HANDS)
    late = Scene("tda-2024", seats=3, game="stud", start=False, ante=10)
    late.event("level", small=0, big=100, ante=10, bring_in=20, small_bet=100, big_bet=200)
    for number in range(9):
        seat = number % 3 + 1
        late.card(f"seat:{seat}", tag=scene.comes(seat))
        if number == 4:
            late.event("hand.start", after=0.1, button=None)
    late.pushes(1, 5, 5, 5, 5).calls(2, 3)
    assert late.findings() == []


@every_house()
@pytest.mark.parametrize("cards", [1, 3])
def test_a_start_that_is_keyed_twice_begins_one_hand(house, cards):
    scene = Scene(house).event("chips.push", after=0.1, seat=1, chips={"25": 2})
    scene.event("chips.push", after=0.1, seat=2, chips={"100": 1})
    order = scene.entitled() * 2
    scene.deal(order[:cards]).event("hand.start", after=0.05, button=6).deal(order[cards:])
    scene.folds(3, 4, 5, 6, 1)
    assert scene.end().findings("dealer", "floor") == []
    assert [hand.hand for hand in scene.hands()] == [1]
