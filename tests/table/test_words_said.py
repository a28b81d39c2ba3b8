"""What players say: amounts, unclear numbers, conditions, calls that come too soon, words against chips."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import clauses, did, every_house, in_houses, only_finding, settled, ten

# Three forms ---------------------------------------------------------------------------------------------


@clauses("deltin 40B", "dpc Bets 1B", "tda-2024 40B")
@every_house()
def test_an_action_an_amount_or_both_may_be_said(house):
    action = settled(facing(house, 1000).says(2, "call"), 3)
    amount = settled(facing(house, 1000).says(2, "amount", 1000), 3)
    both = settled(facing(house, 1000).says(2, "raise", 2500), 3)
    assert [did(scene, 2) for scene in (action, amount, both)] == [
        ("call", 1000),
        ("call", 1000),
        ("raise", 2500),
    ]
    assert [scene.findings() for scene in (action, amount, both)] == [[], [], []]


@clauses("deltin 3", "english-arabic 2", "tda-2024 3")
@pytest.mark.parametrize("house", ["deltin", "english-arabic", "tda-2024"])
def test_words_that_are_no_action_of_the_game_are_handed_to_their_rule(house):
    scene = settled(flop(house).says(1, "pot"), 2)
    assert only_finding(scene).kind == "bet.pot_declared"
    assert did(scene, 1) == ("bet", 400)


@clauses("invitational 5.5 s1-2")
def test_invitational_a_fold_said_in_turn_stands_with_no_bet_to_face_too():
    scene = flop("invitational").says(1, "fold").taps(2)
    assert (only_finding(scene).remedy, did(scene, 1)) == ("fold_stands", ("fold", 0))


@clauses("invitational 4 s1", "upt 14 Intro s3-4")
@pytest.mark.parametrize("house", ["invitational", "upt"])
def test_more_than_the_player_has_is_all_he_has(house):
    scene = settled(flop(house, stacks=ten(1, 3600)).says(1, "bet", 5000), 2)
    assert (scene.findings(), did(scene, 1)) == ([], ("bet", 3200))


@clauses("invitational 4 s3")
def test_invitational_a_bet_under_the_bring_in_is_told_last_chips_are_not():
    scene = settled(flop("invitational", blinds=(50, 100)).says(1, "bet", 60), 2)
    assert (only_finding(scene).kind, only_finding(scene).cites) == ("bet.underbet", ["4"])
    last = settled(flop("invitational", blinds=(50, 100), stacks=ten(1, 160)).says(1, "bet", 60), 2)
    assert (last.findings(), did(last, 1)) == ([], ("bet", 60))


@clauses("invitational 5.6 s3-4")
def test_invitational_the_right_amount_in_one_motion_is_a_raise_and_two_motions_are_for_the_floor():
    good = settled(facing("invitational", 200).pushes(2, 100, 100, 100, 100), 3)
    assert (good.findings(), did(good, 2)) == ([], ("raise", 400))
    two = (
        facing("invitational", 200)
        .says(2, "raise")
        .pushes(2, 100, 100)
        .pushes(2, 100, 100, 100, 100, after=1.0)
    )
    settled(two, 3)
    assert (two.found("bet.string").remedy, two.found("bet.string").cites) == ("floor", ["5.6"])
    assert did(two, 2)[0] == "raise"


@every_house()
def test_an_amount_said_by_who_has_less_than_the_call_is_an_all_in_call(house):
    scene = settled(facing(house, 600, stacks=ten(2, 900)).says(2, "amount", 2000), 3)
    assert (scene.findings(), did(scene, 2)) == ([], ("call", 500))


@every_house()
def test_more_chips_than_the_stack_was_counted_at_put_in_no_more_than_the_stack(house):
    scene = settled(facing(house, 600, stacks=ten(2, 460)).pushes(2, 100, 100), 3).sweep()
    assert did(scene, 2) == ("call", 60)
    assert scene.engine.hand.players[2].behind == 0


@every_house()
def test_chips_that_fit_the_words_are_no_quarrel_where_the_stack_was_counted_too_small(house):
    scene = facing(house, 200, stacks=ten(2, 360)).says(2, "raise", 500).pushes(2, *[100] * 5)
    assert "bet.verbal_vs_chips" not in settled(scene, 3).sweep().kinds()


# Unclear numbers -------------------------------------------------------------------------------------------


def unclear_five(house: str, pot: int, said: int = 5) -> Scene:
    """``said`` is keyed as unclear on the flop with ``pot`` in it; blinds 200 and 400."""
    scene = Scene(house, blinds=(200, 400), stacks=100_000, big_blind_ante=pot - 2400)
    return settled(scene.deal().limp_to_flop().says(1, "bet", said, unclear=True), 2)


FIVE = {
    "deltin": {4900: 500, 5000: 500, 5100: 5000},
    "english-arabic": {4900: 500, 5000: 500, 5100: 500},
    "dpc": {4900: 500, 5000: 5000, 5100: 5000},
    "tda-2024": {4900: 500, 5000: 5000, 5100: 5000},
}
"""What "five" is with so much in the pot."""


@in_houses(deltin="57", dpc="Bets 18", tda_2024="57", english_arabic="M13")
@pytest.mark.parametrize("pot", [4900, 5000, 5100])
def test_five_is_five_hundred_or_five_thousand_by_the_houses_rule(house, cites, pot):
    scene = unclear_five(house, pot)
    finding, to = only_finding(scene), FIVE[house][pot]
    assert (finding.kind, finding.remedy, finding.cites) == ("bet.unclear_amount", "bet", cites)
    assert (finding.facts["said"], finding.facts["to"]) == (5, to)
    assert did(scene, 1) == ("bet", to)


@in_houses(deltin="40A", dpc="Bets 1A", tda_2024="40A")
def test_chips_put_out_with_an_unclear_number_are_the_bet(house, cites):
    """ "Five" and one chip of 5000 at once, with 2400 in the pot."""
    scene = Scene(house, blinds=(200, 400), stacks=100_000).deal().limp_to_flop()
    scene = settled(scene.pushes(1, 5000).says(1, "amount", 5, unclear=True, after=0.2), 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.remedy, finding.cites) == ("bet.verbal_vs_chips", "chips_stand", cites)
    assert (finding.facts["said"], finding.facts["to"]) == (5, 5000)
    assert did(scene, 1) == ("bet", 5000)


@every_house()
def test_an_unclear_number_behind_chips_is_nothing_to_be_made_clear(house):
    """One chip of 500 lies there silently, a call of 100; "five" comes a second later."""
    scene = settled(Scene(house).deal().pushes(3, 500).says(3, "amount", 5, unclear=True, after=1.0), 4)
    assert only_finding(scene).kind == "bet.overchip"
    assert did(scene, 3, "preflop") == ("call", 100)


@in_houses(dpc="Bets 18", tda_2024="57")
def test_the_pot_counts_bets_that_still_lie_in_front_of_players(house, cites):
    scene = Scene(house, blinds=(200, 400), stacks=100_000, big_blind_ante=1600).deal().limp_to_flop()
    scene = settled(bets(scene, 1, "bet", 600).says(2, "call").says(3, "raise", 5, unclear=True), 4)
    assert scene.found("bet.unclear_amount").facts["to"] == 5000
    assert did(scene, 3) == ("raise", 5000)


@every_house("deltin", "dpc", "tda-2024", "english-arabic")
def test_where_the_book_does_not_say_the_floor_does(house):
    scene = unclear_five(house, 4900)
    assert (only_finding(scene).level, only_finding(scene).facts["silent"]) == ("floor", True)


# Words and chips -------------------------------------------------------------------------------------------


@in_houses(deltin="40A", dpc="Bets 1A", tda_2024="40A")
def test_what_comes_first_fixes_the_bet(house, cites):
    words = settled(facing(house, 1000).says(2, "raise", 2000).pushes(2, 1000, 500, after=2.0), 3)
    assert (words.found("bet.verbal_vs_chips").remedy, did(words, 2)) == ("verbal_stands", ("raise", 2000))
    assert words.found("bet.verbal_vs_chips").cites == cites
    chips = settled(flop(house).pushes(1, 500, 100).says(1, "raise", 1200), 2)
    assert (chips.found("bet.verbal_vs_chips").remedy, did(chips, 1)) == ("chips_stand", ("bet", 600))


@in_houses(deltin="40A", dpc="Bets 1A", tda_2024="40A")
def test_together_clear_words_win_over_chips(house, cites):
    scene = flop(house).says(1, "bet", 1000).pushes(1, 5000, after=0.3, started=None)
    settled(scene, 2)
    assert did(scene, 1) == ("bet", 1000)


@clauses("upt 14-8")
@pytest.mark.parametrize("pushed", [[500, 100, 100], [100, 100, 100, 100]])
def test_upt_14_8_the_bet_is_corrected_to_the_spoken_amount(pushed):
    scene = settled(flop("upt", blinds=(50, 100)).says(1, "bet", 500).pushes(1, *pushed, after=1.0), 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.remedy, finding.cites[0]) == (
        "bet.verbal_vs_chips",
        "verbal_stands",
        "14-8",
    )
    assert did(scene, 1) == ("bet", 500)


@clauses("upt 3 Betting 7")
def test_upt_3_betting_7_raise_to_1200_with_400_put_in_is_1200():
    scene = settled(facing("upt", 400).says(2, "raise", 1200).pushes(2, *[100] * 4, after=1.0), 3)
    assert did(scene, 2) == ("raise", 1200)


# Too soon, on a condition ------------------------------------------------------------------------------------


@in_houses(deltin="59B", dpc="Bets 20B", tda_2024="59B")
@pytest.mark.parametrize("verb", ["raise", "bet"])
def test_a_call_before_the_amount_is_for_the_floor(house, cites, verb):
    scene = facing(house, 400, seats=6) if verb == "raise" else flop(house)
    who = 2 if verb == "raise" else 1
    scene.says(who, verb).says(who + 1, "call")
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.premature_call", who + 1, "floor")
    assert (finding.cites, finding.facts["options"]) == (cites, ["full_call"])
    settled(scene.pushes(who, 5000, 5000, 5000, 5000), who + 1)
    assert did(scene, who)[1] == 20_000


@pytest.mark.parametrize("house", ["english-arabic", "invitational", "upt"])
def test_where_the_book_has_no_word_on_a_call_before_the_amount_the_floor_decides(house):
    """It is told as what it is, and binds nobody: the seat acts once there is an amount."""
    scene = flop(house).says(1, "bet").says(2, "call").pushes(1, 500).folds(2).says(3, "call")
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy) == ("bet.premature_call", 2, "floor")
    assert (finding.cites, finding.facts["silent"]) == ([], True)
    assert did(scene, 2) == ("fold", 0)


@in_houses(deltin="59A", dpc="Bets 20A", english_arabic="M15", tda_2024="59A")
def test_an_if_then_declaration_is_for_the_floor_and_binds_nobody_yet(house, cites):
    scene = flop(house).says(3, "raise", 2000, conditional=True)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level, finding.cites) == (
        "bet.conditional",
        3,
        "floor",
        cites,
    )
    assert set(finding.facts["options"]) == {"binding", "not_binding", "penalty"}
    scene.taps(1, 2, 3, 4)
    assert did(scene, 3) == ("check", 0)


@every_house("deltin", "dpc", "english-arabic", "tda-2024")
def test_a_house_without_the_rule_on_conditions_leaves_it_to_the_floor(house):
    finding = only_finding(flop(house).says(3, "raise", 2000, conditional=True))
    assert (finding.level, finding.facts["silent"]) == ("floor", True)


@in_houses(deltin="41B", dpc="Bets 11B", english_arabic="M1B", tda_2024="50B")
def test_the_display_says_to_wait_for_the_amount(house, cites):
    scene = facing(house, 400).says(2, "raise")
    (note,) = [note for note in scene.engine.view().notes if note.kind == "turn.wait_for_amount"]
    assert (note.seat, note.cites) == (2, cites)
    settled(scene.pushes(2, 1000))
    assert not [note for note in scene.engine.view().notes if note.kind == "turn.wait_for_amount"]


# A count that was wrong ------------------------------------------------------------------------------------


@in_houses(deltin="52", english_arabic="M10", dpc="Bets 10", tda_2024="49")
def test_who_calls_a_miscounted_all_in_owes_all_of_it(house, cites):
    scene = bets(
        facing(house, 1000, stacks={**dict.fromkeys(range(1, 7), 50_000), 2: 14_900}), 2, "raise", 14_500
    )
    scene.event("request", seat=3, what="count", of=2)
    settled(scene.pushes(3, 5000, 5000, 1000, 1000))
    finding = scene.found("bet.undercall")
    assert (finding.seat, finding.level, finding.remedy) == (3, "dealer", "full_call")
    assert finding.cites[0] == cites[0]
    scene.says(4, "fold")
    assert did(scene, 3) == ("call", 14_500)


@clauses("dpc Bets 10", "tda-2024 49")
@pytest.mark.parametrize("house", ["dpc", "tda-2024"])
def test_who_only_says_call_owes_all_of_it_too(house):
    scene = facing(house, 1000, stacks={**dict.fromkeys(range(1, 7), 50_000), 2: 14_900}).says(2, "all_in")
    settled(scene.says(3, "call"), 4)
    assert did(scene, 3) == ("call", 14_500)


@in_houses(deltin="62", dpc="Bets 23", english_arabic="M18", tda_2024="62")
def test_a_chip_found_behind_an_all_in_is_for_the_floor_and_is_not_paid_for(house, cites):
    scene = (
        Scene(house, seats=2, button=2, stacks={1: 9000, 2: 20_000}).deal().says(2, "all_in").says(1, "call")
    )
    scene.event("chips.found", seat=1, chips={"1000": 1})
    finding = scene.found("bet.chips_found")
    assert (finding.seat, finding.level, finding.cites) == (1, "floor", cites)
    assert (finding.facts["found"], "accepted_action" in finding.facts["options"]) == (1000, True)
    scene.sweep().end()
    assert sum(pot.amount for pot in scene.hands()[0].pots) == 18_000


@every_house()
def test_a_condition_of_who_has_folded_is_none(house):
    scene = facing(house, 1000).folds(2).says(3, "call")
    scene.says(2, "call", conditional=True)
    assert scene.kinds() == []


# Asked how much it is ------------------------------------------------------------------------------------


@every_house()
@pytest.mark.parametrize("verb", ["amount", "raise"])
@pytest.mark.parametrize("game", ["nlhe", "plo", "flhe"])
def test_who_names_his_bet_once_more_after_others_have_acted_does_nothing(house, verb, game):
    """Seat 3 has called the raise to 800; seat 4 asks seat 2 how much it is."""
    scene = facing(house, 400, game=game).says(2, "raise", 800).says(3, "call").says(2, verb, 800)
    settled(scene.says(4, "call"), 5)
    assert [did(scene, seat) for seat in (2, 3, 4)] == [("raise", 800), ("call", 800), ("call", 800)]
    assert scene.findings() == []


@every_house()
def test_who_names_another_amount_than_his_bet_is_out_of_turn(house):
    scene = facing(house, 400).says(2, "raise", 800).says(3, "call").says(2, "raise", 2000)
    assert scene.wait(3).kinds() == ["turn.out_of_turn"]


@every_house()
def test_who_says_check_while_he_puts_the_call_out_has_called(house):
    scene = Scene(house).deal().pushes(3, 100).says(3, "check", after=0.2)
    scene.wait(3).calls(4).folds(5, 6, 1).taps(2).sweep()
    assert only_finding(scene).kind == "bet.invalid_declaration"
    assert [did(scene, seat, "preflop") for seat in (3, 4, 2)] == [
        ("call", 100),
        ("call", 100),
        ("check", 100),
    ]
