"""Chips of an earlier bet that still lie there when a raise is faced."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, chips, facing, flop
from tests.table.houses import clauses, did, in_houses, only_finding, own_book, settled


def facing_a_raise(house: str, lying: list[int], to: int, *, blinds: tuple[int, int] = (200, 400)) -> Scene:
    """Seat 1's bet of ``lying`` chips lies there, seat 2 raised ``to``, the others folded: seat 1 is to act."""
    scene = flop(house, blinds=blinds, stacks=100_000).says(1, "bet", sum(lying)).pushes(1, *lying, after=1.0)
    return bets(scene, 2, "raise", to).folds(3, 4, 5, 6)


def answered(scene: Scene, *added: int, drawn: list[int] | None = None) -> Scene:
    """Seat 1 draws chips back, adds others without a word, and what it did is settled."""
    if drawn:
        scene.pulls(1, *drawn)
    return settled(scene.pushes(1, *added), 2).sweep()


@in_houses(deltin="50A", english_arabic="M8")
def test_without_a_formula_the_floor_decides_and_it_is_a_call_until_then(house, cites):
    scene = answered(facing_a_raise(house, [100] * 4, 1200), 1000)
    finding = scene.found("bet.prior_chips")
    assert (finding.seat, finding.level, finding.remedy, finding.cites) == (1, "floor", "floor", cites)
    assert finding.facts["options"] == ["call", "min_raise", "raise"]
    assert (finding.facts["lying"], finding.facts["drawn_back"]) == (400, 0)
    assert (finding.facts["pushed"], finding.facts["owed"], finding.facts["total"]) == (1000, 800, 1400)
    assert did(scene, 1) == ("call", 1200)


@in_houses(deltin="50A", english_arabic="M8", dpc="Bets 7A", tda_2024="46A")
def test_call_said_before_chips_are_added_is_a_call(house, cites):
    scene = facing_a_raise(house, [100] * 4, 1200).says(1, "call").pushes(1, 1000, after=1.0)
    settled(scene).sweep()
    assert "bet.prior_chips" not in [f.kind for f in scene.findings()]
    assert did(scene, 1) == ("call", 1200)


@in_houses(dpc="Bets 7A; Bets 7C", tda_2024="46A; 46C")
def test_the_dealer_is_reminded_to_ask_for_words(house, cites):
    view = facing_a_raise(house, [100] * 4, 1200).wait(1).engine.view()
    (note,) = [note for note in view.notes if note.kind == "bet.prior_chips"]
    assert (note.seat, set(cites) <= set(note.cites)) == (1, True)
    fresh = facing(house, 400).wait(1).engine.view()
    assert not [note for note in fresh.notes if note.kind == "bet.prior_chips"]


@in_houses(dpc="Bets 7C(1); Bets 7C", tda_2024="46C(1); 46C")
@pytest.mark.parametrize(
    ("drawn", "added", "action", "to"),
    [
        ([], [1000], "call", 1200),
        ([100] * 4, [5000], "call", 1200),
        ([], [1000, 1000, 1000], "raise", 3400),
    ],
)
def test_old_chips_short_and_whole_one_new_chip_calls_several_go_by_the_half(
    house, cites, drawn, added, action, to
):
    scene = answered(facing_a_raise(house, [100] * 4, 1200), *added, drawn=drawn)
    finding = only_finding(scene)
    assert (finding.kind, finding.cites) == ("bet.prior_chips", cites)
    assert did(scene, 1) == (action, to)


@clauses("dpc Bets 7C(1)")
def test_dpc_every_new_chip_needed_is_a_call_and_the_letters_figure_stands_beside_it():
    scene = answered(facing_a_raise("dpc", [100] * 4, 1200), 1000, 1000, drawn=[100] * 4)
    finding = only_finding(scene)
    assert (finding.remedy, finding.facts["our_reading"]) == ("call", True)
    assert finding.facts["other"] == {"to": 2000}
    assert did(scene, 1) == ("call", 1200)


@clauses("tda-2024 46C(1)")
@pytest.mark.parametrize(
    ("drawn", "added", "action", "to"),
    [
        ([], [5000], "call", 2400),
        ([], [1000, 1000], "call", 2400),
        ([], [1000, 1000, 1000, 500], "raise", 4200),
        ([500, 100], [1000, 1000, 1000], "call", 2400),
    ],
)
def test_tda_2024_46c_1_over_600_raised_to_2400(drawn, added, action, to):
    scene = answered(facing_a_raise("tda-2024", [500, 100], 2400), *added, drawn=drawn)
    assert only_finding(scene).cites[:2] == ["46C(1)", "46C"]
    assert did(scene, 1) == (action, to)


@in_houses(dpc="Bets 7C(2); Bets 7C", tda_2024="46C(2); 46C")
@pytest.mark.parametrize(
    ("lying", "raise_to", "drawn", "added", "action", "to"),
    [
        ([500, 100], 2400, [100], [1000, 1000, 1000], "raise", 4200),
        ([500, 100], 2400, [100], [1000, 1000, 500], "call", 2400),
    ],
)
def test_old_chips_partly_drawn_back_the_total_goes_by_the_half(
    house, cites, lying, raise_to, drawn, added, action, to
):
    scene = answered(facing_a_raise(house, lying, raise_to), *added, drawn=drawn)
    assert only_finding(scene).cites == cites
    assert did(scene, 1) == (action, to)


@in_houses(dpc="Bets 7C(2); Bets 7C", tda_2024="46C(2); 46C")
@pytest.mark.parametrize(
    ("added", "action", "to"), [([1000, 1000], "raise", 2600), ([1000, 500, 100], "call", 1800)]
)
def test_two_500s_out_raised_by_800_to_1800_and_one_drawn_back(house, cites, added, action, to):
    scene = Scene(house, blinds=(100, 200), stacks=100_000).deal()
    scene = bets(scene.says(3, "raise", 1000).pushes(3, 500, 500, after=1.0), 4, "raise", 1800).folds(
        5, 6, 1, 2
    )
    settled(scene.pulls(3, 500).pushes(3, *added), 4).sweep()
    assert only_finding(scene).cites == cites
    assert did(scene, 3, "preflop") == (action, to)


@in_houses(dpc="Bets 7C(2); Bets 7C", tda_2024="46C(2); 46C")
def test_an_old_chip_that_covers_the_raise_counts_with_the_new_one(house, cites):
    scene = flop(house, stacks=100_000).says(1, "bet", 400).pushes(1, *chips(400), after=1.0)
    scene.pushes(2, 5000).says(3, "raise", 1200).folds(4, 5, 6).says(1, "fold")
    settled(scene.pushes(2, 1000), 3).sweep()
    assert scene.found("bet.prior_chips").cites == cites
    assert did(scene, 2) == ("raise", 6000)


@in_houses(deltin="50B", dpc="Bets 7B", tda_2024="46B")
def test_who_draws_old_chips_back_may_not_fold(house, cites):
    scene = facing_a_raise(house, [100] * 4, 1200).pulls(1, *[100] * 4).says(1, "fold")
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.pulled_back", 1, "dealer")
    assert (finding.remedy, finding.cites, finding.facts["drawn_back"]) == ("call_or_raise", cites, 400)
    assert scene.engine.view().to_act == 1
    settled(scene.says(1, "call")).sweep()
    assert did(scene, 1) == ("call", 1200)


@pytest.mark.parametrize("house", ["english-arabic", "invitational", "upt"])
def test_where_the_book_has_no_word_on_old_chips_drawn_back_the_floor_is_told_of_the_fold(house):
    scene = facing_a_raise(house, [100] * 4, 1200).pulls(1, *[100] * 4).says(1, "fold")
    settled(scene).sweep()
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy) == ("bet.pulled_back", 1, "floor")
    assert (finding.cites, finding.facts["silent"]) == ([], True)
    assert did(scene, 1) == ("fold", 400)


def test_a_house_may_go_by_the_letter_of_the_percentage_alone(tmp_path):
    own = own_book(tmp_path, "dpc", 'prior_chips_needed = "percent"')
    scene = answered(facing_a_raise(own, [100] * 4, 1200), 1000, 1000, drawn=[100] * 4)
    assert did(scene, 1) == ("raise", 2000)


def an_old_chip_called(house: str, *, raise_to: int) -> Scene:
    """Seat 2 called 400 with a 5000 that lies there unchanged, seat 3 raised, the others folded: seat 2 is to act."""
    scene = flop(house, stacks=100_000).says(1, "bet", 400).pushes(1, *chips(400), after=1.0)
    scene.pushes(2, 5000)
    return bets(scene, 3, "raise", raise_to).folds(4, 5, 6).says(1, "fold")


EVERY_HOUSE = ["deltin", "english-arabic", "dpc", "invitational", "upt", "tda-2024"]


@pytest.mark.parametrize("house", EVERY_HOUSE)
@pytest.mark.parametrize("added", [[[100]], [[25, 25], [25, 25]]])
def test_chips_that_make_an_old_chip_exactly_the_call_are_a_call(house, added):
    scene = an_old_chip_called(house, raise_to=5100)
    for motion in added:
        scene.pushes(2, *motion, after=1.0)
    settled(scene, 3).sweep()
    assert not [finding.kind for finding in scene.findings() if finding.level != "info"]
    assert did(scene, 2) == ("call", 5100)
    assert did(scene, 3) == ("raise", 5100)


@pytest.mark.parametrize("house", ["invitational", "upt"])
def test_a_house_without_a_word_on_old_chips_leaves_a_chip_beside_one_that_covers_to_the_floor(house):
    scene = settled(an_old_chip_called(house, raise_to=1200).pushes(2, 100), 3).sweep()
    finding = scene.found("bet.prior_chips")
    assert (finding.seat, finding.level, finding.remedy, finding.cites) == (2, "floor", "floor", [])
    assert (finding.facts["silent"], finding.facts["lying"], finding.facts["pushed"]) == (True, 5000, 100)
    assert "bet.undercall" not in [f.kind for f in scene.findings()]
    assert did(scene, 2) == ("call", 1200)
