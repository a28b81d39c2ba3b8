"""Penalties that are served in missed hands, and the acts that lead to them, as the floor is told."""

from __future__ import annotations

import copy

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house, in_houses

missed_rounds = in_houses(deltin="71A", dpc="Etiquette 71A", english_arabic="36B", tda_2024="71A")


def play_hand(scene: Scene, button: int) -> Scene:
    """A hand in which everybody folds to the big blind, penalised seats aside."""
    scene.start(button).deal().wait(1)
    order = scene.entitled()
    assert scene.engine.hand is not None
    playing = [s for s in [*order[2:], *order[:2]] if s in scene.engine.hand.live]
    return scene.folds(*playing[:-1]).end()


@missed_rounds
def test_missed_rounds_are_the_players_at_the_table_times_the_rounds(house: str, cites: list[str]) -> None:
    scene = Scene(house, seats=9, button=9, start=False).rules("penalty", seat=5, amount=2)
    (note,) = scene.notes("penalty.missed_rounds")
    assert (note.seat, note.cites, note.facts["hands"], note.facts["left"]) == (5, cites, 18, 18)
    play_hand(scene, 1)
    assert scene.found("seat.penalty_hand").seat == 5
    assert scene.notes("penalty.missed_rounds")[0].facts["left"] == 17


@missed_rounds
def test_players_who_go_or_come_meanwhile_do_not_change_the_count(house: str, cites: list[str]) -> None:
    scene = Scene(house, seats=7, button=7, start=False).rules("penalty", seat=5, amount=3)
    scene.event("seat", seat=2, state="empty").event("seat", seat=3, state="empty")
    scene.event("seat", seat=9, state="in", stack=5_000)
    assert scene.notes("penalty.missed_rounds")[0].facts["hands"] == 21


@missed_rounds
def test_who_has_served_plays_the_next_hand(house: str, cites: list[str]) -> None:
    scene = Scene(house, seats=4, button=4, start=False).rules("penalty", seat=3, amount=1)
    for button in (1, 2, 3, 4):
        assert len(scene.notes("penalty.missed_rounds")) == 1
        play_hand(scene, button)
    assert [f.seat for f in scene.findings() if f.kind == "seat.penalty_hand"] == [3, 3, 3, 3]
    assert scene.notes("penalty.missed_rounds") == []
    scene.start(1).deal().wait(1)
    assert [f for f in scene.findings() if f.hand == 5] == []


def test_who_rules_again_on_the_same_gives_no_second_penalty() -> None:
    """Two of the floor answer one alert; then one of them mends it, when a hand of it is served."""
    scene = Scene("deltin", seats=4, button=4).deal().says(1, "fold")
    act = scene.found("turn.out_of_turn_fold").id
    scene.rules("penalty", finding=act, seat=1, amount=2).rules("penalty", finding=act, seat=1, amount=2)
    assert scene.notes("penalty.missed_rounds")[0].facts == {"hands": 8, "left": 8, "rounds": 2, "nth": 1}
    scene.folds(3, 4).award(2, 150).end().shuffle()
    play_hand(scene, 1).rules("penalty", finding=act, seat=1, amount=1)
    assert scene.notes("penalty.missed_rounds")[0].facts == {"hands": 4, "left": 3, "rounds": 1, "nth": 1}
    scene.rules("penalty", seat=1, amount=1)
    assert scene.notes("penalty.missed_rounds")[0].facts == {"hands": 4, "left": 4, "rounds": 1, "nth": 2}


def test_hands_are_given_as_hands_and_a_misdeal_does_not_count() -> None:
    scene = Scene("deltin", start=False).rules("missed_hands", seat=4, amount=2)
    assert scene.notes("penalty.missed_rounds")[0].facts == {"hands": 2, "left": 2, "rounds": None, "nth": 1}
    scene.start(6).deal().wait(1).rules("misdeal").end()
    assert scene.notes("penalty.missed_rounds")[0].facts["left"] == 2
    scene.start(6, redeal=True).shuffle()
    scene.deal().wait(1).folds(3, 5, 6, 1).end()
    assert scene.notes("penalty.missed_rounds")[0].facts["left"] == 1


def test_a_penalty_given_in_a_hand_begins_with_the_next_one() -> None:
    scene = Scene("tda-2024").deal().calls(3).rules("penalty", seat=4, amount=1).calls(4).folds(5, 6, 1).end()
    assert (4, "call", 100) in scene.actions()
    assert scene.notes("penalty.missed_rounds")[0].facts["left"] == 6


@missed_rounds
def test_a_second_penalty_is_known_as_one(house: str, cites: list[str]) -> None:
    scene = Scene(house, start=False).rules("missed_hands", seat=4, amount=1)
    play_hand(scene, 1).rules("penalty", seat=4, amount=1)
    assert scene.notes("penalty.missed_rounds")[0].facts["nth"] == 2


def test_a_ruling_on_an_act_is_its_seats_penalty() -> None:
    scene = Scene("deltin").deal().limp_to_flop().taps(5)
    found = scene.found("turn.out_of_turn")
    scene.rules("penalty", finding=found.id, amount=1)
    assert [note.seat for note in scene.notes("penalty.missed_rounds")] == [5]


def test_who_was_away_is_away_again_when_he_has_served() -> None:
    scene = Scene("deltin", states={4: "absent"}, start=False).rules("missed_hands", seat=4, amount=1)
    play_hand(scene, 1).start(2).deal().wait(1)
    assert [(f.hand, f.kind) for f in scene.findings()] == [(1, "seat.penalty_hand"), (2, "hand.absent")]


def test_a_player_whom_the_floor_lets_back_has_no_more_to_serve() -> None:
    scene = Scene("deltin", start=False).rules("penalty", seat=4, amount=1)
    scene.event("seat", seat=4, state="in").start().deal().wait(1)
    assert scene.findings() == []
    assert scene.notes("penalty.missed_rounds") == []


@clauses("english-arabic 36B")
def test_more_rounds_than_the_scale_has_are_refused() -> None:
    scene = Scene("english-arabic", start=False).rules("penalty", seat=4, amount=5)
    (note,) = scene.notes("penalty.missed_rounds")
    assert (note.cites, note.facts) == (["36B"], {"refused": 5, "most": 4})
    assert scene.start().deal().wait(1).findings() == []


@pytest.mark.parametrize("house", ["invitational", "upt"])
def test_a_house_without_missed_rounds_counts_none(house: str) -> None:
    scene = Scene(house, start=False).rules("penalty", seat=4, amount=1).start().deal().wait(1)
    assert scene.findings() == []
    assert scene.notes("penalty.missed_rounds") == []


@every_house()
def test_a_count_is_the_same_in_a_copy_of_the_table_and_in_a_replay(house: str) -> None:
    scene = Scene(house, seats=9, button=9, start=False).rules("penalty", seat=5, amount=2)
    play_hand(scene, 1).start(2).deal().wait(1).taps(9).taps(9)
    again = Scene(house, seats=9, button=9, start=False)
    for raw in scene.log[2:]:
        fields = {name: value for name, value in raw.items() if name not in ("t", "type")}
        again.event(raw["type"], after=raw["t"] - again.t, **fields)
    copied = copy.deepcopy(scene.engine)
    assert copied.view().notes == scene.engine.view().notes == again.engine.view().notes
    assert copied.notebook.seats is copied.seats
    assert copied.notebook.penalties is not scene.engine.notebook.penalties


# Acts out of turn, counted --------------------------------------------------------------------------


def out_of_turn(scene: Scene, seat: int) -> Scene:
    """Everybody limps in; on the flop ``seat`` checks before it is its turn, and all check."""
    scene.shuffle()
    return scene.deal().limp_to_flop().taps(seat, *[s for s in scene.entitled() if s != seat]).end()


@in_houses(deltin="70; 71A", dpc="Etiquette 70; Etiquette 71A", tda_2024="70; 71A", english_arabic="40; 36B")
def test_acts_out_of_turn_are_counted_for_the_floor_by_the_level(house: str, cites: list[str]) -> None:
    scene = out_of_turn(Scene(house), 5)
    assert scene.notes("penalty.etiquette_counter") == []
    out_of_turn(scene.start(1), 5)
    (note,) = scene.notes("penalty.etiquette_counter")
    assert (note.seat, note.cites, note.facts) == (5, cites, {"count": 2, "per": "level"})
    assert note.our_reading
    out_of_turn(scene.start(2), 5)
    out_of_turn(scene.start(3), 5)
    assert scene.notes("penalty.etiquette_counter")[0].facts["count"] == 4
    assert [f.remedy for f in scene.findings() if f.remedy == "penalty"] == []
    scene.event("level", small=100, big=200)
    assert scene.notes("penalty.etiquette_counter") == []


@clauses("upt 1 Etiquette (a)")
def test_the_tour_counts_acts_out_of_turn_by_the_sitting_and_tells_the_third() -> None:
    scene = out_of_turn(Scene("upt"), 5)
    out_of_turn(scene.start(1), 5)
    assert scene.notes("penalty.etiquette_counter") == []
    scene.event("level", small=100, big=200)
    out_of_turn(scene.start(2), 5)
    (note,) = scene.notes("penalty.etiquette_counter")
    assert (note.seat, note.facts) == (5, {"count": 3, "per": "sitting"})
    assert note.cites == ["1 Etiquette (a)", "1 Etiquette"]


@clauses("upt 3 Betting 9 s1")
def test_the_tour_tells_the_floor_of_the_second_one_in_a_hand() -> None:
    scene = Scene("upt").deal().limp_to_flop().taps(5, 1, 2, 3, 4, 6).sweep().street()
    assert scene.notes("penalty.etiquette_counter") == []
    (note,) = scene.taps(5).notes("penalty.etiquette_counter")
    assert (note.seat, note.cites, note.facts) == (5, ["3 Betting 9"], {"count": 2, "per": "hand"})


def test_who_has_left_the_table_takes_no_count_along() -> None:
    scene = out_of_turn(Scene("deltin"), 5)
    out_of_turn(scene.start(1), 5).event("seat", seat=5, state="empty")
    scene.event("seat", seat=5, state="in", stack=5_000)
    assert scene.notes("penalty.etiquette_counter") == []


def test_a_penalty_goes_with_a_player_who_is_moved() -> None:
    scene = Scene("deltin", seats=4, button=4, start=False).rules("missed_hands", seat=3, amount=3)
    play_hand(scene, 1)
    scene.event("seat", seat=3, state="empty", to=8).event("seat", seat=8, state="in", stack=10_000)
    scene.seats = [1, 2, 4, 8]
    (note,) = scene.notes("penalty.missed_rounds")
    assert (note.seat, note.facts["left"]) == (8, 2)
    play_hand(scene, 2)
    assert [f.seat for f in scene.findings() if f.kind == "seat.penalty_hand"] == [3, 8]
    scene.event("seat", seat=8, state="in")
    assert scene.notes("penalty.missed_rounds") == [], "back, and what is left is waived"


def test_a_penalty_of_who_leaves_is_none_of_who_comes() -> None:
    scene = Scene("deltin", seats=4, button=4, start=False).rules("missed_hands", seat=3, amount=3)
    scene.event("seat", seat=3, state="empty").event("seat", seat=3, state="in", stack=10_000)
    assert scene.notes("penalty.missed_rounds") == []
