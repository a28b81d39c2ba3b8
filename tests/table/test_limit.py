"""Limit: one size of bet, half of it reopens, the house's cap on raises."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses, did, in_houses, only_finding, settled, ten

LIMIT = {"english_arabic": "M9", "dpc": "Bets 9", "tda_2024": "48", "upt": "15-23"}
HOUSES = ("english-arabic", "dpc", "tda-2024")
in_limit_houses = pytest.mark.parametrize("house", HOUSES)


def table(house: str, *, stacks: object = 50_000, seats: int = 6, street: int = 1) -> Scene:
    """Limit 600-1200 with blinds of 300 and 600; everybody limped in and checked up to ``street``."""
    scene = Scene(house, game="flhe", blinds=(300, 600), seats=seats, button=seats, stacks=stacks)
    scene.deal().limp_to_flop()
    for _ in range(street - 1):
        scene.check_round().sweep().street()
    return scene


def raised_to_the_cap(house: str, *seats: int, **limit: object) -> Scene:
    """``seats`` bet and raise in turn on the flop, four times in all; the others have folded."""
    scene = table(house, **limit)
    for n, seat in enumerate(seats[i % len(seats)] for i in range(4)):
        scene.says(seat, "raise" if n else "bet")
        if n == 1:
            scene.folds(*[s for s in scene.seats if s not in seats])
    return scene


@in_limit_houses
@pytest.mark.parametrize(("street", "size"), [(1, 600), (2, 1200), (3, 1200)])
def test_bet_and_raise_have_one_size_that_doubles_on_the_turn(house, street, size):
    scene = table(house, street=street).says(1, "bet").says(2, "raise").says(3, "raise")
    settled(scene, 4)
    name = ("preflop", "flop", "turn", "river")[street]
    assert [did(scene, seat, name) for seat in (1, 2, 3)] == [
        ("bet", size),
        ("raise", 2 * size),
        ("raise", 3 * size),
    ]
    assert scene.findings("floor", "dealer") == []


@in_limit_houses
def test_before_the_flop_a_raise_is_to_two_big_blinds(house):
    scene = Scene(house, game="flhe", blinds=(300, 600)).deal().says(3, "raise").says(4, "raise", 1800)
    settled(scene, 5)
    assert [did(scene, seat, "preflop") for seat in (3, 4)] == [("raise", 1200), ("raise", 1800)]
    assert scene.findings() == []


@in_limit_houses
def test_chips_of_the_right_size_are_a_bet_and_a_raise(house):
    scene = settled(table(house).pushes(1, 500, 100).pushes(2, 1000, 100, 100), 3)
    assert [did(scene, seat) for seat in (1, 2)] == [("bet", 600), ("raise", 1200)]
    assert scene.findings() == []


@in_limit_houses
def test_one_chip_larger_than_the_bet_is_the_bet_with_change(house):
    scene = settled(table(house).pushes(1, 1000), 2)
    assert did(scene, 1) == ("bet", 600)
    assert scene.findings() == []


@pytest.mark.parametrize("house", [*HOUSES, "upt"])
def test_more_than_the_bet_is_for_the_floor_since_no_book_says_what_it_is(house):
    scene = settled(table(house).says(1, "bet", 1500))
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level, finding.cites) == ("bet.over_limit", 1, "floor", [])
    assert (finding.facts["silent"], finding.facts["pushed"], finding.facts["to"]) == (True, 1500, 600)


@in_houses(dpc="Bets 13A", tda_2024="52A")
def test_a_bet_under_the_lower_limit_on_the_turn_is_made_the_upper_one(house, cites):
    scene = settled(table(house, street=2).pushes(1, 500, 100), 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.remedy, finding.cites) == ("bet.underbet", "min_bet", cites)
    assert did(scene, 1, "turn") == ("bet", 1200)


@in_houses(**LIMIT)
@pytest.mark.parametrize("how", ["said", "pushed"])
def test_after_one_bet_and_three_raises_a_fifth_is_refused_heads_up_too(house, cites, how):
    scene = raised_to_the_cap(house, 1, 2)
    scene = (
        scene.says(1, "raise")
        if how == "said"
        else scene.pushes(1, 1000, 500, 100, 100, 100).pushes(1, 1000, 100, 100)
    )
    settled(scene).sweep()
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.over_limit", 1, "dealer")
    assert (finding.remedy, finding.cites, finding.facts["our_reading"]) == ("correct_amount", cites, True)
    assert did(scene, 1) == ("call", 2400)


@in_houses(**LIMIT)
def test_with_the_last_two_of_the_event_there_is_no_cap(house, cites):
    scene = raised_to_the_cap(house, 1, 2, seats=2)
    settled(scene.says(1, "raise").says(2, "raise"))
    scene.says(1, "fold").sweep()
    assert scene.findings() == []
    assert [a for a in scene.actions("flop") if a[1] == "raise"][-1] == (2, "raise", 3600)


@in_houses(**LIMIT)
def test_the_big_blind_is_the_first_of_the_four_bets(house, cites):
    scene = Scene(house, game="flhe", blinds=(300, 600), stacks=50_000).deal()
    scene.says(3, "raise").says(4, "raise").says(5, "raise").says(6, "raise")
    settled(scene, 1)
    assert only_finding(scene).seat == 6
    assert did(scene, 6, "preflop") == ("call", 2400)


@clauses("english-arabic M9", "dpc Bets 9", "tda-2024 48", "deltin 51")
@pytest.mark.parametrize(("house", "game"), [("english-arabic", "nlhe"), ("dpc", "nlhe"), ("tda-2024", "plhe"), ("deltin", "plo"), ("deltin", "nlhe")])  # fmt: skip
def test_no_limit_and_pot_limit_have_no_cap(house, game):
    scene = Scene(house, game=game, stacks=10**6).deal().limp_to_flop()
    to = 100
    for n, seat in enumerate((1, 2, 3, 4, 5, 6, 1)):
        scene.says(seat, "raise" if n else "bet", to)
        to *= 2
    settled(scene, 2)
    assert scene.findings() == []
    assert did(scene, 1) == ("raise", 6400)


# A short all-in ------------------------------------------------------------------------------------------


def after_an_all_in(house: str, all_in: int) -> Scene:
    """On the flop seat 1 bets 600, seat 2 is all-in for ``all_in``, the rest fold: seat 1 is to act again."""
    scene = table(house, stacks={**ten(2, all_in + 600)}).says(1, "bet").says(2, "all_in")
    return scene.folds(3, 4, 5, 6)


@in_houses(english_arabic="M5B", tda_2024="47B")
def test_half_a_bet_more_reopens_the_betting(house, cites):
    scene = settled(after_an_all_in(house, 900).says(1, "raise")).sweep()
    assert scene.findings() == []
    assert did(scene, 1) == ("raise", 1500)


@in_houses(english_arabic="M5B", tda_2024="47B")
def test_less_than_half_a_bet_more_does_not(house, cites):
    scene = settled(after_an_all_in(house, 850).says(1, "raise")).sweep()
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.cites) == ("bet.not_reopened", 1, cites)
    assert did(scene, 1) == ("call", 850)


@pytest.mark.parametrize("house", ["dpc", "upt"])
def test_some_speak_of_no_limit_and_pot_limit_alone_so_the_floor_decides(house):
    scene = settled(after_an_all_in(house, 900).says(1, "raise")).sweep()
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.facts["silent"]) == ("bet.not_reopened", "floor", True)


@in_limit_houses
def test_who_has_not_acted_completes_an_all_in_under_half(house):
    scene = table(house, stacks=ten(2, 1450)).says(1, "bet").says(2, "all_in").says(3, "raise")
    settled(scene, 4)
    assert did(scene, 3) == ("raise", 1200)
    assert scene.findings() == []


@in_limit_houses
def test_the_least_raise_on_the_screen_is_the_bet(house):
    view = table(house).says(1, "bet").wait(3).engine.view()
    assert (view.to_call, view.min_to, view.pot) == (600, 1200, None)
    capped = raised_to_the_cap(house, 1, 2).wait(3).engine.view()
    assert (capped.min_to, capped.may_raise) == (None, False)
