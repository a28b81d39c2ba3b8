"""Words that leave a choice, or none: "check" facing a bet, "pot", "raise" with no bet, and too few chips."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import clauses, did, every_house, in_houses, only_finding, settled

WORDS = {
    "deltin": "40A",
    "dpc": "Bets 1A",
    "english-arabic": "M1A",
    "invitational": "5.5",
    "tda-2024": "40A",
    "upt": "14-8",
}
CHECK = {"deltin": "55", "dpc": "Bets 16", "tda-2024": "55"}


# "Check" facing a bet ----------------------------------------------------------------------------------


@clauses("deltin 55 s2", "dpc Bets 16 s2", "tda-2024 55 s2")
@pytest.mark.parametrize(("house", "cite"), CHECK.items())
def test_who_said_check_facing_a_bet_cannot_raise_any_more(house, cite):
    scene = facing(house, 400).says(2, "check").wait(3).says(2, "raise", 1500)
    told = scene.found("bet.invalid_declaration", 2)
    assert (told.seat, told.remedy, told.cites, told.facts["said"]) == (2, "call_or_fold", [cite], "raise")
    scene.says(3, "fold")
    assert did(scene, 2) == ("call", 400)


@pytest.mark.parametrize("house", CHECK)
def test_told_so_he_may_still_fold(house):
    scene = facing(house, 400).says(2, "check").says(2, "raise", 1500).says(2, "fold").says(3, "fold")
    assert did(scene, 2) == ("fold", 0)


@pytest.mark.parametrize("house", CHECK)
def test_chips_for_a_raise_after_such_a_check_are_the_call(house):
    scene = facing(house, 400).says(2, "check").pushes(2, 1000, 500).wait(2.5).says(3, "fold")
    assert scene.found("bet.invalid_declaration", 2).remedy == "call"
    assert did(scene, 2) == ("call", 400)


@pytest.mark.parametrize("house", CHECK)
def test_raised_since_he_has_every_choice_at_his_next_turn(house):
    scene = facing(house, 400).says(2, "check").says(2, "call").says(3, "raise", 1200).folds(4, 5, 6, 1)
    scene.says(2, "raise", 3000).says(3, "fold")
    assert did(scene, 2) == ("raise", 3000)


# "Pot", and "raise" with nothing bet -------------------------------------------------------------------


@clauses("deltin 53C", "dpc Bets 15C", "english-arabic M11", "tda-2024 54D")
@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "tda-2024"])
def test_after_pot_with_nothing_bet_the_chips_say_how_much(house):
    scene = flop(house, blinds=(50, 100)).says(1, "pot").pushes(1, 100, 100, 100)
    assert only_finding(scene).kind == "bet.pot_declared"
    scene.says(2, "fold", after=2.5)
    assert did(scene, 1) == ("bet", 300)


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "tda-2024"])
def test_after_pot_an_amount_says_how_much(house):
    scene = flop(house, blinds=(50, 100)).says(1, "pot").says(1, "amount", 250).says(2, "fold")
    assert did(scene, 1) == ("bet", 250)


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "tda-2024"])
def test_after_pot_facing_a_bet_any_full_raise_is_one(house):
    scene = facing(house, 400).says(2, "pot").pushes(2, 1000, 500).says(3, "fold", after=2.5)
    assert did(scene, 2) == ("raise", 1500)


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "tda-2024"])
def test_too_few_chips_after_pot_are_the_smallest_bet(house):
    scene = flop(house, blinds=(50, 100)).says(1, "pot").pushes(1, 25, 25).says(2, "fold", after=2.5)
    assert did(scene, 1) == ("bet", 100)


@clauses("deltin 55B", "dpc Bets 16B", "tda-2024 55B")
@pytest.mark.parametrize(("house", "cite"), [("deltin", "55B"), ("dpc", "Bets 16B"), ("tda-2024", "55B")])
def test_raise_with_nothing_bet_is_told_and_its_chips_are_the_bet(house, cite):
    scene = flop(house, blinds=(50, 100)).says(1, "raise").pushes(1, 100, 100, 100)
    told = only_finding(scene)
    assert (told.kind, told.remedy, told.cites) == ("bet.invalid_declaration", "min_bet", [cite])
    scene.says(2, "fold", after=2.5)
    assert did(scene, 1) == ("bet", 300)


# Chips that do not fit what was said before ------------------------------------------------------------


@every_house()
def test_too_few_chips_after_the_words_are_told_when_the_next_seat_acts(house):
    scene = facing(house, 400).says(2, "raise", 3000).pushes(2, 1000, 1000, 500).says(3, "fold", after=1)
    told = only_finding(scene)
    assert (told.kind, told.seat, told.remedy, told.cites[0]) == (
        "bet.verbal_vs_chips",
        2,
        "verbal_stands",
        WORDS[house],
    )
    assert (told.facts["said"], told.facts["pushed"], told.facts["to"]) == (3000, 2500, 3000)
    scene.says(4, "fold")
    assert did(scene, 2) == ("raise", 3000)


@every_house()
def test_a_raise_that_was_named_may_come_in_as_many_slow_motions_as_it_takes(house):
    scene = facing(house, 1000).says(2, "raise", 3000).pushes(2, 1000)
    scene.pushes(2, 1000, after=2.5).pushes(2, 1000, after=7.0).wait(5).says(3, "fold")
    assert (scene.findings(), did(scene, 2)) == ([], ("raise", 3000))


@every_house()
def test_a_bet_that_was_named_may_come_in_slow_motions(house):
    scene = flop(house).says(1, "bet", 3000).pushes(1, 1000).pushes(1, 1000, 1000, after=3.0).says(2, "fold")
    assert (scene.findings(), did(scene, 1)) == ([], ("bet", 3000))


@pytest.mark.parametrize("end", ["the bets are swept", "the turn is burned for", "the hand ends"])
@every_house()
def test_too_few_chips_for_the_last_call_of_the_street_are_told_when_it_ends(house, end):
    scene = facing(house, 3000, seats=2).says(2, "amount", 3000).pushes(2, 1000).wait(6)
    assert scene.findings() == []
    if end == "the bets are swept":
        scene.sweep()
    elif end == "the turn is burned for":
        scene.burn()
    else:
        scene.end()
    told = only_finding(scene)
    assert (told.kind, told.facts["said"], told.facts["pushed"]) == ("bet.verbal_vs_chips", 3000, 1000)
    assert did(scene, 2) == ("call", 3000)


@pytest.mark.parametrize("said", ["with every word keyed", "with no words keyed"])
@every_house()
def test_who_said_first_what_he_put_out_in_two_motions_has_no_quarrel_with_his_chips(house, said):
    scene = facing(house, 1000, without=["words"] if said == "with no words keyed" else None)
    scene.pushes(2, 1000).pushes(2, 1000, 1000, after=3.0)
    scene.says(2, "raise", 3000, order="first", after=2.0).says(3, "fold")
    assert "bet.verbal_vs_chips" not in [finding.kind for finding in scene.findings()]
    assert did(scene, 2) == ("raise", 3000)


@pytest.mark.parametrize("how", ["the next seat acts", "two seconds pass"])
@every_house()
def test_too_many_chips_after_the_words_are_told(house, how):
    scene = flop(house).says(1, "bet", 500).pushes(1, 500, 100, 100)
    scene = scene.says(2, "fold", after=1) if how == "the next seat acts" else scene.wait(2.1)
    assert (only_finding(scene).kind, only_finding(scene).remedy) == ("bet.verbal_vs_chips", "verbal_stands")
    scene.says(2, "fold").says(3, "fold")
    assert did(scene, 1) == ("bet", 500)


# Words and chips together that say two things ----------------------------------------------------------


@pytest.mark.parametrize(("house", "cite"), [("deltin", "40A"), ("dpc", "Bets 1A"), ("tda-2024", "40A")])
def test_26000_said_with_one_5000_chip_and_acted_on_is_for_the_floor(house, cite):
    scene = flop(house).says(1, "bet", 26_000).pushes(1, 5000, after=0.1).says(2, "call").wait(1)
    told = only_finding(scene)
    assert (told.kind, told.seat, told.level, told.cites) == ("bet.verbal_vs_chips", 1, "floor", [cite])
    assert told.facts["options"] == ["verbal_stands", "chips_stand"]
    scene.says(3, "fold")
    assert (did(scene, 1), did(scene, 2)) == (("bet", 5000), ("call", 5000))


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_2500_put_out_with_3000_said_is_3000(house):
    scene = flop(house).says(1, "bet", 3000).pushes(1, 1000, 1000, 500, after=0.1).says(2, "fold")
    assert only_finding(scene).remedy == "verbal_stands"
    assert did(scene, 1) == ("bet", 3000)


CHECKED = {
    "deltin": "40A",
    "dpc": "Bets 1A",
    "english_arabic": "M1A",
    "invitational": "5.5",
    "tda_2024": "40A",
    "upt": "14-8; 3 Betting 7",
}


@in_houses(**CHECKED)
def test_chips_that_follow_a_seats_own_check_go_back_to_it(house, cites):
    """Seat 1 says check and then puts 400 out: the check stands, and the dealer hands the 400 back."""
    scene = settled(flop(house).says(1, "check").pushes(1, 100, 100, 100, 100))
    found = only_finding(scene)
    assert (found.kind, found.seat, found.level) == ("bet.verbal_vs_chips", 1, "dealer")
    assert (found.remedy, found.cites) == ("verbal_stands", cites)
    assert (found.facts["said"], found.facts["pushed"], found.facts["to"]) == ("check", 400, 0)
    assert did(scene.taps(2), 1) == ("check", 0)
    assert scene.kinds() == ["bet.verbal_vs_chips"]


@every_house()
def test_the_big_blind_who_taps_and_then_raises_has_checked(house):
    scene = Scene(house).deal().calls(3, 4, 5, 6, 1).taps(2).pushes(2, 500).sweep()
    assert scene.kinds() == ["bet.verbal_vs_chips"]
    assert did(scene, 2, "preflop") == ("check", 100)


@every_house()
def test_chips_that_a_seat_takes_back_behind_its_check_are_nobodys_business(house):
    scene = flop(house).taps(1).pushes(1, 100, 100).pulls(1, 100, 100)
    assert settled(scene).taps(2).kinds() == []


@every_house()
def test_the_floor_may_let_chips_behind_a_check_stand_as_the_bet(house):
    scene = settled(flop(house).taps(1).pushes(1, 100, 100, 100, 100))
    scene.rules("chips_stand", finding=only_finding(scene).id, seat=1).says(2, "call").says(3, "fold")
    assert (did(scene, 1), did(scene, 2)) == (("bet", 400), ("call", 400))
