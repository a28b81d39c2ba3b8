"""A camera that is not sure says what the chips may be: the betting asks whether it is the call, and mostly it is told."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene, counted
from tests.table.houses import every_house
from tests.table.test_counts import counting

MayBe = tuple[float, tuple[int, ...]]


def pushes(scene: Scene, seat: int, *may_be: MayBe) -> Scene:
    """A push whose chips the camera is not sure of."""
    return scene.event("chips.push", seat=seat, chips=None, alternatives=guesses(may_be))


def counts(scene: Scene, seat: int, *may_be: MayBe) -> Scene:
    """A settled zone that the camera is not sure of."""
    return scene.event("chips.bet", after=0.5, seat=seat, alternatives=guesses(may_be))


def guesses(may_be: tuple[MayBe, ...]) -> list[dict[str, object]]:
    return [{"chips": counted(chips), "p": p} for p, chips in may_be]


def raised() -> Scene:
    return counting().says(3, "raise", 400).pushes(3, 100, 100, 100, 100)


def tells(scene: Scene, seat: int, likely: float, *chips: int) -> Scene:
    """A push and its settled zone, both told, of chips that the camera finds so likely."""
    held = guesses(((likely, chips),))
    scene.event("chips.push", seat=seat, chips=counted(chips), alternatives=held)
    return scene.event("chips.bet", after=0.5, seat=seat, chips=counted(chips), alternatives=held)


def keys(scene: Scene, seat: int, amount: int) -> Scene:
    """The dealer counts what lies before a seat."""
    return scene.event("chips.bet", seat=seat, amount=amount, by="dealer")


def looks(scene: Scene) -> list[int | None]:
    """The seats at which the table asks for a look."""
    return [finding.seat for finding in scene.findings() if finding.kind == "sensing.gap"]


FOUR, THREE, FIVE = (100,) * 4, (100,) * 3, (100,) * 5


def lies(scene: Scene, seat: int, *chips: int) -> Scene:
    """A settled zone that the camera is sure of."""
    return scene.event("chips.bet", after=0.5, seat=seat, chips=counted(chips))


@every_house()
def test_chips_that_nobody_could_tell_and_that_are_gone_again_are_no_wager(house):
    scene = pushes(counting(house), 3, (0.7, FOUR), (0.2, FIVE))
    lies(scene, 3).says(3, "raise", 400).pushes(3, 100, 100, 100, 100).folds(4)
    assert scene.actions() == [(3, "raise", 400)]
    assert [found.kind for found in scene.findings()] == ["sensing.gap"]


def test_a_hand_over_a_bet_that_leaves_nothing_is_no_second_motion():
    scene = lies(raised(), 3, 100, 100, 100, 100)
    lies(scene.event("chips.push", seat=3, chips=None), 3, 100, 100, 100, 100).folds(4)
    assert scene.actions() == [(3, "raise", 400)]
    assert [found.kind for found in scene.findings()] == ["sensing.gap"]


@every_house()
def test_chips_that_are_most_likely_the_call_are_the_call(house):
    scene = counting(house).says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    pushes(scene, 4, (0.8, FOUR), (0.1, FIVE), (0.06, THREE)).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert scene.findings() == []


def test_chips_that_may_be_a_raise_as_well_are_asked_for():
    scene = pushes(raised(), 4, (0.5, (100,) * 7), (0.4, FOUR)).wait(0.1)
    assert looks(scene) == [4]


def test_a_likely_undercall_is_never_taken_for_the_call():
    scene = pushes(raised(), 4, (0.7, THREE), (0.25, FOUR)).wait(0.1)
    assert looks(scene) == [4]
    assert len(scene.actions()) == 1


def test_the_raise_that_was_said_is_what_lies_there():
    scene = counting().says(3, "raise", 700)
    pushes(scene, 3, (0.75, (500, 100, 100)), (0.15, (500, 100)), (0.05, (500, 100, 100, 100))).folds(4)
    assert scene.actions() == [(3, "raise", 700)]
    assert scene.findings() == []


def test_more_than_the_seat_has_is_not_asked_about():
    scene = counting(stacks={1: 10_000, 2: 10_000, 3: 10_000, 4: 900, 5: 10_000, 6: 10_000})
    scene.says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    pushes(scene, 4, (0.55, (500, 100, 100, 100, 100)), (0.43, (1000, 100, 100, 100, 100))).folds(5)
    assert scene.actions()[1] == (4, "raise", 900)
    assert looks(scene) == []


def test_no_chip_that_is_not_in_play_makes_an_amount():
    scene = counting(denominations=(25, 100, 500))
    pushes(scene, 3, (0.55, (100, 100, 100, 100)), (0.43, (5000,))).folds(4)
    assert scene.actions() == [(3, "raise", 400)]


@pytest.mark.parametrize("likely", [0.9, 0.5])
def test_a_count_that_finds_the_pushed_chips_likely_bears_them_out(likely):
    scene = counts(raised(), 3, (likely, FOUR), (0.08, THREE)).folds(4)
    assert scene.actions() == [(3, "raise", 400)]
    assert scene.findings() == []


def test_a_count_that_is_sure_of_nothing_changes_nothing():
    scene = counts(raised(), 3, (0.2, FOUR), (0.15, THREE)).folds(4)
    assert (scene.actions(), scene.findings()) == ([(3, "raise", 400)], [])


def test_a_count_that_cannot_be_what_was_pushed_is_a_look_and_no_call():
    scene = counts(raised(), 3, (0.9, (100,) * 6), (0.08, (100,) * 7)).folds(4)
    assert looks(scene) == [3]
    assert [finding.level for finding in scene.findings()] == ["info"]


def test_what_lies_there_once_the_hand_is_gone_tells_what_was_pushed():
    scene = raised().event("chips.push", seat=4, chips=None)
    counts(scene, 4, (0.85, FOUR), (0.1, FIVE)).folds(5)
    assert scene.actions()[1] == (4, "call", 400)


def test_chips_on_top_of_a_bet_are_what_the_zone_holds_more():
    scene = raised().says(4, "raise", 900).pushes(4, 500, 100, 100, 100, 100)
    scene.folds(5).folds(6).folds(1).folds(2).event("chips.push", seat=3, chips=None)
    counts(scene, 3, (0.85, (*FOUR, 500)), (0.1, (*FOUR, 500, 100))).burn()
    assert scene.actions()[-1] == (3, "call", 900)


def test_a_blind_that_may_be_something_else_is_the_blind():
    scene = Scene("deltin").post(1, 25, 25)
    pushes(scene, 2, (0.7, (100,)), (0.2, (100, 100)))
    scene.deal().folds(3)
    assert scene.kinds() == []


@pytest.mark.parametrize("seat", [1, 2])
def test_a_blind_whose_chips_nobody_could_tell_is_taken_for_one(seat):
    scene = blinds(but=seat).event("chips.push", seat=seat, chips=None).deal().folds(3)
    assert scene.kinds() == []


def test_such_a_blind_that_is_counted_short_is_called_where_the_camera_is_next_to_certain():
    scene = blinds(but=2).event("chips.push", seat=2, chips=None).deal()
    scene.event("chips.bet", seat=2, chips={"25": 3}, alternatives=guesses(((0.99, (25, 25, 25)),)))
    assert [(f.kind, f.seat) for f in scene.findings()] == [("blind.missing", 2)]


def test_a_blind_that_the_camera_finds_short_is_looked_at_and_called_once_the_dealer_has_counted_it():
    scene = tells(blinds(but=2), 2, 0.9, 25, 25, 25).deal()
    scene.event("chips.bet", seat=2, chips={"25": 3}, alternatives=guesses(((0.9, (25, 25, 25)),)))
    assert looks(scene) == [2]
    assert "blind.missing" not in scene.kinds()
    assert "blind.missing" in keys(scene, 2, 75).kinds()


def test_a_blind_that_the_camera_finds_short_and_the_dealer_whole_is_whole():
    scene = tells(blinds(but=2), 2, 0.9, 25, 25, 25).deal()
    scene.event("chips.bet", seat=2, chips={"25": 3}, alternatives=guesses(((0.9, (25, 25, 25)),)))
    keys(scene, 2, 100).folds(3)
    assert scene.kinds() == []


@every_house()
def test_an_undercall_that_the_camera_is_next_to_certain_of_is_called_at_once(house):
    scene = counting(house).says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    assert "bet.undercall" in tells(scene, 4, 0.99, *THREE).folds(5).kinds()


def test_an_undercall_that_the_camera_may_have_misread_is_looked_at_first():
    scene = tells(raised(), 4, 0.98, *THREE)
    assert looks(scene) == [4]
    assert "bet.undercall" not in scene.kinds()
    assert "bet.undercall" in keys(scene, 4, 300).folds(5).kinds()


def test_a_call_that_the_camera_misread_is_a_call_once_the_dealer_has_counted_it():
    scene = keys(tells(raised(), 4, 0.98, *THREE), 4, 400).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert scene.kinds() == []


def raised_and_called(told: tuple[int, ...], may_be: MayBe, award: int, *, likely: float = 0.88) -> Scene:
    """A raise that the camera tells as ``told`` and finds may be something else as well, called; the pot goes to the caller."""
    held = guesses(((likely, told), may_be))
    scene = counting().says(3, "raise").event("chips.push", seat=3, chips=counted(told), alternatives=held)
    scene.says(4, "call").pushes(4, *told).folds(5, 6, 1, 2).sweep().flop().taps(3)
    return scene.says(4, "bet", 200).folds(3).award(4, award).end()


@pytest.mark.parametrize(("likely", "award"), [(0.09, 760), (0.02, 570)])
def test_a_pot_that_differs_by_what_a_raise_may_have_been_as_well_asks_for_a_look(likely, award):
    """A 5 in the place of a 25, in raise and call; or the same and a 5 in the place of a 100."""
    other = (100, 100, 100, 5) if likely == 0.09 else (100, 100, 5, 5)
    (gap,) = raised_and_called((100, 100, 100, 25), (likely, other), award).findings()
    assert (gap.kind, gap.seat, gap.facts["look"]) == ("sensing.gap", None, "pot")


def test_a_pot_that_no_likely_raise_explains_is_wrong():
    less = (0.0004, (100, 100, 100, 5))
    assert raised_and_called((100, 100, 100, 25), less, 760, likely=0.99).kinds() == ["pot.award_wrong"]


def test_a_pot_that_differs_by_a_chip_taken_for_another_asks_for_a_look_where_the_raise_was_hardly_sure():
    (gap,) = raised_and_called((100, 100, 100, 25), (0.0004, (100, 100, 100, 5)), 760).findings()
    assert (gap.kind, gap.seat, gap.facts["look"]) == ("sensing.gap", None, "pot")


def raised_in_doubt(*may_be: int) -> Scene:
    """A raise to 400 that the camera tells, and finds may be something else as well, once in a hundred times."""
    held = guesses(((0.95, FOUR), (0.01, may_be)))
    return counting().says(3, "raise").event("chips.push", seat=3, chips=counted(FOUR), alternatives=held)


def test_who_meets_what_a_raise_may_be_as_well_has_called_and_that_raise_is_looked_at():
    scene = raised_in_doubt(*THREE).pushes(4, *THREE).folds(5)
    assert looks(scene) == [3]
    assert scene.actions()[1] == (4, "call", 400)
    assert "bet.undercall" not in keys(scene, 3, 300).folds(6, 1, 2).kinds()


def test_who_met_what_a_raise_may_have_been_has_undercalled_once_the_dealer_has_counted_it_whole():
    scene = keys(lies(raised_in_doubt(*THREE).pushes(4, *THREE), 4, *THREE).wait(4), 3, 400).folds(5)
    assert looks(scene) == [3]
    assert "bet.undercall" in scene.kinds()


def test_a_raise_that_the_dealer_has_counted_is_in_doubt_no_more():
    scene = keys(raised_in_doubt(*THREE), 3, 400).pushes(4, *THREE).folds(5)
    assert "bet.undercall" in scene.kinds()
    assert looks(scene) == []


def test_who_puts_out_less_than_a_raise_can_be_has_undercalled():
    scene = raised_in_doubt(*THREE).pushes(4, 100, 100).folds(5)
    assert "bet.undercall" in scene.kinds()
    assert looks(scene) == []


@pytest.mark.parametrize("said", [[], ["call"]])
def test_who_puts_out_a_little_more_than_a_raise_and_just_what_it_may_be_has_called_it(said):
    scene = raised_in_doubt(*FOUR, 5, 5)
    for word in said:
        scene.says(4, word)
    scene.pushes(4, *FOUR, 5, 5).folds(5)
    assert looks(scene) == [3]
    assert scene.actions()[1] == (4, "call", 400)


def raised_at(likely: float) -> Scene:
    """A raise to 400 that the camera tells, ``likely`` by itself, and says of nothing else that it may be."""
    held = guesses(((likely, FOUR),))
    return counting().says(3, "raise").event("chips.push", seat=3, chips=counted(FOUR), alternatives=held)


@pytest.mark.parametrize("met", [THREE, (100, 100, 100, 25), (*FOUR[:-1], 100, 100)])
def test_who_meets_a_raise_but_for_a_chip_has_called_where_the_camera_was_not_next_to_certain_of_it(met):
    scene = raised_at(0.97).pushes(4, *met).folds(5)
    assert looks(scene) == [3]
    assert scene.actions()[1] == (4, "call", 400)


def test_who_met_a_raise_but_for_a_chip_has_undercalled_once_the_dealer_has_counted_it():
    scene = keys(lies(raised_at(0.97).pushes(4, *THREE), 4, *THREE).wait(4), 3, 400).folds(5)
    assert looks(scene) == [3]
    assert "bet.undercall" in scene.kinds()


def test_a_camera_that_is_next_to_certain_of_a_raise_is_believed_by_who_meets_it_but_for_a_chip():
    scene = raised_at(0.99).pushes(4, *THREE).folds(5)
    assert "bet.undercall" in scene.kinds()
    assert looks(scene) == []


def test_two_chips_less_than_a_raise_are_an_undercall_however_sure_the_camera_was_of_it():
    scene = raised_at(0.97).pushes(4, 100, 100).folds(5)
    assert "bet.undercall" in scene.kinds()
    assert looks(scene) == []


def test_what_lay_there_on_an_earlier_street_is_in_doubt_no_more():
    scene = raised_in_doubt(*THREE).pushes(4, *FOUR).folds(5, 6, 1, 2).sweep().flop()
    scene.says(3, "bet").pushes(3, *FOUR).pushes(4, *THREE).street()
    assert "bet.undercall" in scene.kinds()
    assert looks(scene) == []


def test_the_dealers_count_stands_against_a_camera_that_goes_on_misreading():
    scene = keys(tells(raised(), 4, 0.95, *THREE), 4, 400)
    scene.event("chips.bet", seat=4, chips={"100": 3}, alternatives=guesses(((0.95, THREE),))).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert scene.kinds() == []


def test_chips_that_are_likely_the_call_are_not_what_was_said_as_a_raise():
    scene = raised().says(4, "raise", 900)
    assert looks(pushes(scene, 4, (0.87, FOUR), (0.02, FIVE)).wait(0.1)) == [4]


def test_motions_that_nobody_could_tell_and_one_count_of_them_all_are_no_string():
    scene = raised()
    for _ in range(2):
        scene.event("chips.push", after=0.9, seat=4, chips=None)
    keys(scene, 4, 400).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert "bet.string" not in scene.kinds()


def test_a_call_in_two_motions_of_which_nobody_could_tell_the_second_waits_for_its_count():
    scene = raised().pushes(4, 100, 100, 100).event("chips.push", after=0.9, seat=4, chips=None).wait(3.0)
    assert scene.kinds() == []
    keys(scene, 4, 400).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert scene.kinds() == []


def blinds(but: int) -> Scene:
    """A hand whose blinds are posted, and seen, but for one seat's."""
    scene = Scene("deltin").event("chips.bet", seat=3, chips={})
    return scene.post(1, 25, 25) if but == 2 else scene.post(2, 100)
