"""Chips that a house has its dealer look after: swept bets, change, hidden chips, chips that are not in play."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import ALL, clauses, every_house, in_houses
from tests.table.showdowns import ACES, BOARD, KINGS, QUEENS, all_in, dealt, run_out, stack

# Swept bets --------------------------------------------------------------------------------------------------------


@in_houses(tda_2024="RP-2", invitational="8.2(i)")
def test_bets_pulled_in_while_somebody_has_to_act_are_told(house, cites):
    scene = facing(house, 400).says(2, "call").event("chips.swept", seats=[1, 2])
    found = scene.found("pot.collect")
    assert (found.seat, found.level, found.remedy, found.cites[0]) == (3, "info", "wait_for_action", cites[0])
    assert found.facts["due"] == 3


@clauses("invitational 8.2(g)", "invitational 8.2(i)", "invitational 8.2(k)", "invitational 8.2(m)")
@pytest.mark.parametrize(("streets", "clause"), [*enumerate(("8.2(g)", "8.2(i)", "8.2(k)", "8.2(m)"))])
def test_each_round_is_waited_for_by_a_clause_of_its_own(streets, clause):
    scene = Scene("invitational", seats=3, button=3).deal()
    if streets:
        scene.limp_to_flop()
    for _ in range(1, streets):
        scene.taps(1, 2, 3).sweep().street()
    opens = (1, "bet") if streets else (3, "raise")
    found = bets(scene, *opens, 400).sweep().found("pot.collect")
    assert (found.remedy, found.cites) == ("wait_for_action", [clause, "8.2"])


@in_houses(invitational="8.2(i)")
def test_who_has_yet_to_act_when_bets_are_pulled_in_is_not_short(house, cites):
    scene = facing(house, 400).says(2, "call").sweep()
    found = scene.found("pot.collect")
    assert (found.seat, found.remedy, found.cites[0]) == (3, "wait_for_action", cites[0])
    assert [f.seat for f in scene.findings()] == [3]


@every_house()
def test_bets_pulled_in_when_all_have_acted_are_no_finding(house):
    scene = facing(house, 400).calls(2).folds(3, 4, 5, 6).sweep()
    assert [f.kind for f in scene.findings()] == []


@in_houses(invitational="8.2(m); 8.3 s7")
def test_a_pot_swept_with_a_call_short_is_told_before_the_showdown(house, cites):
    scene = flop(house, seats=2)
    for _ in range(2):
        scene.taps(1, 2).sweep().street()
    bets(scene, 1, "bet", 1000).pushes(2, 500, 100, 100, 100).wait(3).rules("no_action").sweep()
    found = scene.found("pot.collect")
    assert (found.seat, found.remedy, found.facts["short"]) == (2, "make_good", 200)
    assert found.cites == ["8.2(m)", "8.2", "8.3"]


@every_house()
def test_a_small_blind_that_meets_an_all_in_big_blind_is_not_short(house):
    scene = Scene(house, seats=2, button=1, stacks={1: 4000, 2: 200}, blinds=(200, 400)).deal().sweep()
    assert [f.kind for f in scene.findings()] == []


@in_houses(invitational="8.3 s7")
def test_change_is_given_before_the_bets_are_swept(house, cites):
    scene = facing(house, 600, blinds=(100, 200)).pushes(2, 1000).folds(3, 4, 5, 6).sweep()
    found = scene.found("pot.collect")
    assert (found.seat, found.remedy, found.cites, found.facts["change"]) == (2, "give_change", cites, 400)
    scene = facing(house, 600, blinds=(100, 200)).pushes(2, 1000)
    scene.event("chips.change", seat=2, chips={"100": 6}).folds(3, 4, 5, 6).sweep()
    assert [f.kind for f in scene.findings() if f.kind == "pot.collect"] == []


@in_houses(invitational="5.2 s3")
def test_bets_that_vanish_before_the_dealer_sweeps_are_told(house, cites):
    scene = facing(house, 400).event("chips.bet", seat=1, amount=0)
    found = scene.found("pot.collect")
    assert (found.seat, found.remedy, found.cites, found.facts["amount"]) == (1, "look", cites, 400)


@in_houses(invitational="8.3 s8")
@pytest.mark.parametrize("counted", [True, False])
def test_change_taken_out_of_anothers_bet_is_told(house, cites, counted):
    scene = facing(house, 600, blinds=(100, 200)).says(2, "call").pushes(2, 1000)
    if counted:
        scene.event("chips.bet", seat=1, amount=200).event("chips.bet", seat=2, amount=1400)
    else:
        scene.event("chips.pull", seat=1, chips={"100": 4}).event("chips.push", seat=2, chips={"100": 4})
    found = scene.found("pot.change")
    assert (found.seat, found.level, found.remedy, found.cites) == (2, "info", "return_chips", cites)
    assert (found.facts["of"], found.facts["amount"]) == (1, 400)


@every_house()
def test_who_changes_his_own_chips_takes_nothing(house):
    scene = facing(house, 400).says(2, "call").pushes(2, 1000, after=0.5).pulls(2, 500, 100)
    assert "pot.change" not in [f.kind for f in scene.says(3, "fold").findings()]


@clauses("invitational 8.3 s8", "invitational 3.5")
def test_blinds_that_were_crossed_and_are_put_right_are_nobodys_change():
    """Heads-up the button posted the big blind: it takes 50 back, and the other seat puts 50 more out."""
    scene = Scene("invitational", seats=2, button=1).post(1, 100).post(2, 25, 25).deal()
    scene.pulls(1, 25, 25).pushes(2, 25, 25, after=1.0).says(1, "call").pushes(1, 25, 25).taps(2).sweep()
    assert [f.kind for f in scene.findings()] == ["misdeal.button_position"]


# Chips that are not in play -------------------------------------------------------------------------------------------


@in_houses(upt="15-25")
def test_a_chip_of_no_denomination_in_play_is_told(house, cites):
    scene = facing(house, 400).event("chips.push", seat=2, chips={"100": 3, "250": 1})
    found = scene.found("chips.foreign")
    assert (found.seat, found.level, found.remedy, found.cites) == (2, "info", "take_off", cites)
    assert found.facts["denominations"] == [250]


@every_house()
def test_chips_in_play_are_no_finding(house):
    scene = facing(house, 400).pushes(2, 100, 100, 100, 100)
    assert [f.kind for f in scene.findings() if f.kind == "chips.foreign"] == []


# Chips found behind an all-in -----------------------------------------------------------------------------------------

NO_BENEFIT = {"invitational": "5.8 s2-3", "upt": "15-20 s1-2"}
BEFORE = {"invitational": "5.8 s4", "upt": "15-20 s3"}
AFTER = {"invitational": "5.8 s5", "upt": "15-20 s4"}


def lost_heads_up(house: str, opponent: int) -> Scene:
    """Seat 2 was all-in for 1000 against seat 1, who had ``opponent``, and lost; seats 3 and 4 watched."""
    scene = Scene(house, seats=4, button=4, stacks={1: opponent, 2: 1000, 3: 5000, 4: 5000}, start=False)
    stack(scene, {1: ACES, 2: KINGS}, [*BOARD[:4], "3c"])
    scene.start().deal().folds(3, 4).says(1, "all_in").says(2, "call").sweep().tables(1).tables(2)
    return run_out(scene).award(1, 2000).end()


@in_houses(**{house: f"{cite}; {BEFORE[house]}" for house, cite in NO_BENEFIT.items()})
def test_chips_found_after_a_lost_all_in_that_was_covered_bring_nothing(house, cites):
    """500 found behind 1000, the winner had 1600: out, and the director may give them to the winner."""
    scene = lost_heads_up(house, 1600).event("chips.found", seat=2, chips={"500": 1})
    found = scene.found("bet.chips_found")
    assert (found.seat, found.level, found.remedy, found.cites) == (2, "floor", "floor", cites)
    assert (found.facts["found"], found.facts["covered"]) == (500, True)
    assert found.facts["options"] == ["give_to_winner", "remove_chips"]
    scene.shuffle()
    scene.seats = [1, 3, 4]
    scene.start(button=1).deal().wait(1)
    assert scene.hands()[0].stacks[2] == 0
    assert "misdeal.seat_dealt_out" not in scene.kinds()


@in_houses(**NO_BENEFIT)
def test_where_the_winner_could_not_have_matched_them_the_floor_decides_the_rest(house, cites):
    scene = lost_heads_up(house, 1200).event("chips.found", seat=2, chips={"500": 1})
    found = scene.found("bet.chips_found")
    assert (found.facts["covered"], found.cites) == (False, cites)
    assert "play_on" in found.facts["options"]


@in_houses(**AFTER)
def test_once_the_next_deal_has_begun_they_leave_play(house, cites):
    scene = lost_heads_up(house, 1600)
    scene.shuffle()
    scene.seats = [1, 3, 4]
    scene.start(button=1).card("seat:3")
    found = scene.event("chips.found", seat=2, chips={"500": 1}).found("bet.chips_found")
    assert (found.remedy, found.cites, found.facts["options"]) == ("floor", cites, ["remove_chips"])
    assert (found.hand, found.facts["covered"]) == (2, True)


@clauses("invitational 5.8 s4", "upt 15-20 s3")
@pytest.mark.parametrize("house", ALL)
def test_chips_found_behind_an_all_in_that_is_still_on_are_of_this_hand(house):
    found = all_in(house, {}).event("chips.found", seat=2, chips={"500": 1}).found("bet.chips_found")
    assert (found.hand, found.level, found.facts["found"], found.facts["covered"]) == (1, "floor", 500, False)


ACCEPTED = in_houses(deltin="62", dpc="Bets 23", english_arabic="M18", tda_2024="62")


def counts_the_chips(scene: Scene) -> Scene:
    """500 are found behind the all-in of seat 1, and the floor counts them to it."""
    found = scene.event("chips.found", seat=1, chips={"500": 1}).found("bet.chips_found")
    return scene.rules("accepted_action", finding=found.id)


@ACCEPTED
def test_who_called_an_all_in_pays_what_was_found_behind_it_where_the_floor_counts_it(house, cites):
    """Found at the showdown: the pot that was called grows by 500 of each, the side pot of later streets stays as it is."""
    hands = {1: KINGS, 2: ACES, 3: QUEENS}
    scene = dealt(house, hands, seats=3, button=3, stacks={1: 500, 2: 5000, 3: 5000})
    scene.calls(3).says(1, "all_in").calls(2, 3).sweep().street(3)
    for _ in range(2):
        scene.taps(2, 3).sweep().street()
    bets(scene, 2, "bet", 800).says(3, "call").sweep().tables(2).tables(3).tables(1)
    counts_the_chips(scene).award(2, 1600).award(1, 3000).end()
    assert scene.kinds() == ["bet.chips_found"]
    (hand,) = scene.hands()
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(3000, [1, 2, 3]), (1600, [2, 3])]
    assert hand.stacks == {1: 3000, 2: 4800, 3: 3200}


@ACCEPTED
def test_who_is_still_to_act_faces_the_all_in_with_what_was_found(house, cites):
    scene = Scene(house, seats=4, button=2, stacks={1: 500, 2: 5000, 3: 700, 4: 5000}).deal()
    counts_the_chips(scene.says(1, "all_in").says(2, "call")).says(3, "call").says(4, "fold").sweep().end()
    assert scene.kinds() == ["bet.chips_found"]
    assert scene.actions()[2:] == [(3, "call", 700), (4, "fold", 100)]
    assert [(pot.amount, pot.seats) for pot in scene.hands()[0].pots] == [(2200, [1, 2, 3]), (600, [1, 2])]


@ACCEPTED
def test_who_has_raised_the_all_in_has_paid_what_was_found_behind_it(house, cites):
    scene = Scene(house, seats=3, button=3, stacks={1: 5000, 2: 5000, 3: 1000}).deal()
    scene.says(3, "all_in").says(1, "raise", 3000).says(2, "call").sweep()
    found = scene.event("chips.found", seat=3, chips={"500": 1}).found("bet.chips_found")
    scene.rules("accepted_action", finding=found.id).end()
    assert [(pot.amount, pot.seats) for pot in scene.hands()[0].pots] == [(4500, [1, 2, 3]), (3000, [1, 2])]


@ACCEPTED
def test_a_call_that_was_short_grows_no_further(house, cites):
    """The all-in was a call for less: what is found behind it is nobody's to pay."""
    scene = (
        Scene(house, seats=2, button=2, stacks={1: 500, 2: 5000})
        .deal()
        .says(2, "raise", 2000)
        .says(1, "call")
    )
    counts_the_chips(scene).sweep().end()
    assert [pot.amount for pot in scene.hands()[0].pots] == [1000]
