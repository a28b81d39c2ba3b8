"""Words that nobody keyed in time: one key mends the ruling, also after the next player has acted."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action
from controller.testkit.scene import Scene
from controller.testkit.spots import facing, facing_raise, flop
from tests.table.houses import did, every_house, settled


def printed(scene: Scene) -> list[tuple[int, str, int]]:
    """Every action line of the flop."""
    return [(a.seat, a.action, a.to) for a in scene.said if isinstance(a, Action) and a.street == "flop"]


def he_said(scene: Scene, seat: int, action: str, amount: int | None = None) -> Scene:
    """The dealer touches "He said ..." on the card."""
    return scene.says(seat, action, amount, order="first", after=1.0)


def taken_back(scene: Scene, kind: str) -> bool:
    """Whether a later finding takes the place of the first one of ``kind``."""
    first = scene.found(kind).id
    return any(finding.facts.get("replaces") == first for finding in scene.findings())


@every_house()
def test_he_said_raise_makes_a_large_chip_a_raise(house):
    scene = he_said(facing(house, 400).pushes(2, 1000).wait(3), 2, "raise", 1000)
    assert taken_back(scene, "bet.overchip")
    view = scene.engine.view()
    assert (view.to_act, view.to_call) == (3, 1000)
    scene.folds(3, 4)
    assert printed(scene)[1:3] == [(2, "raise", 1000), (3, "fold", 0)]


@every_house()
def test_he_said_raise_after_the_next_player_has_called_it(house):
    scene = facing(house, 400).pushes(2, 1000).pushes(3, 500, 500).wait(3)
    he_said(scene, 2, "raise", 1000)
    scene.folds(4, 5)
    assert printed(scene)[-3:] == [(2, "raise", 1000), (3, "call", 1000), (4, "fold", 0)]
    assert taken_back(scene, "bet.overchip")
    assert scene.engine.view().to_call == 1000


def test_he_said_raise_where_two_motions_were_a_string():
    scene = facing("deltin", 400).pushes(2, *[100] * 4).pushes(2, 500, 100, after=1.0).wait(3)
    he_said(scene, 2, "raise", 1000)
    assert taken_back(scene, "bet.string")
    scene.folds(3, 4)
    assert printed(scene)[1] == (2, "raise", 1000)


@pytest.mark.parametrize("house", ["dpc", "tda-2024", "upt"])
def test_he_said_raise_where_the_house_knows_no_second_motion_makes_it_the_least_raise(house):
    scene = facing(house, 400).pushes(2, *[100] * 4).pushes(2, 500, 100, after=1.0).wait(3)
    assert scene.found("bet.string").facts["to"] == 400
    he_said(scene, 2, "raise")
    assert taken_back(scene, "bet.string")
    assert (scene.found("bet.string", 2).facts["stands"], scene.found("bet.string", 2).facts["to"]) == (
        "raise",
        800,
    )


def test_he_said_call_where_too_little_lay_there():
    scene = settled(facing("deltin", 400).pushes(2, 100, 100), None)
    he_said(scene, 2, "call").pushes(2, 100, 100).folds(3, 4)
    assert taken_back(scene, "bet.undercall")
    assert printed(scene)[1:3] == [(2, "call", 400), (3, "fold", 0)]


def test_he_said_raise_on_top_of_chips_of_a_prior_bet():
    scene = facing_raise("tda-2024", 400, 1000).folds(3, 4, 5, 6).wait(1)
    scene.pushes(1, 1000).wait(3)
    scene.found("bet.prior_chips")
    he_said(scene, 1, "raise", 1600)
    assert taken_back(scene, "bet.prior_chips")


def test_the_due_seat_had_folded_and_nobody_keyed_it():
    scene = facing("deltin", 400).pushes(3, *[100] * 4).wait(3)
    scene.found("turn.out_of_turn")
    he_said(scene, 2, "fold").folds(4, 5)
    assert taken_back(scene, "turn.out_of_turn")
    assert printed(scene)[1:4] == [(2, "fold", 0), (3, "call", 400), (4, "fold", 0)]


def test_words_for_the_act_in_hand_belong_to_that_one():
    scene = facing("deltin", 400).pushes(2, 1000).folds(3, 4, 5, 6).wait(1).sweep().street()
    scene.pushes(1, 500).pushes(2, 500)
    he_said(scene, 2, "call").wait(1)
    assert not taken_back(scene, "bet.overchip")


@pytest.mark.parametrize("named", [True, False])
def test_he_said_raise_pressed_in_error_can_be_undone(named):
    scene = he_said(facing("deltin", 400).pushes(2, 1000).folds(3), 2, "raise", 1000)
    assert scene.engine.view().to_call == 1000
    scene.event("declare.cancel", seat=2, **({"of": scene.line} if named else {}))
    assert scene.engine.view().to_call == 400
    scene.folds(4, 5)
    assert printed(scene)[1] == (2, "call", 400)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_check_that_the_table_wrote_down_itself_changes_nothing(seat):
    told = flop("deltin", without=["taps"]).pushes(3, 1000).wait(1)
    again = flop("deltin", without=["taps"])
    for checked in range(1, seat + 1):
        again.event("tap", seat=checked, by="table", why="the bet of seat 3 passed it over")
    again.pushes(3, 1000).wait(1)
    assert printed(again) == printed(told)
    assert not again.findings()


@every_house()
@pytest.mark.parametrize("order", ["first", "after", "together"])
def test_words_that_say_what_was_ruled_already_are_no_act_behind_the_next_players(house, order):
    """Seat 2 raised with chips that are a raise by themselves; its word is keyed when two others have acted."""
    scene = facing(house, 400).pushes(2, 500, 500).wait(2.5).calls(3, 4)
    scene.says(2, "raise", 1000, order=order).wait(2.5).folds(5, 6, 1)
    assert scene.kinds() == []
    assert [did(scene, seat) for seat in (2, 3, 4)] == [("raise", 1000), ("call", 1000), ("call", 1000)]
