"""What the floor chooses among a finding's remedies, where the house leaves the choice to it, is carried out."""

from __future__ import annotations

import pytest

from controller.table.outputs import Finding
from controller.table.ranks import FULL_DECK
from controller.testkit.scene import Scene
from controller.testkit.spots import bets, chips, facing, flop
from tests.table.houses import clauses, did, every_house, settled

SILENT_ON_BOXED = ("deltin", "dpc", "english-arabic", "invitational", "tda-2024")
SILENT_ON_SHOWN = ("deltin", "dpc", "english-arabic", "tda-2024")
WITH_JOKER = {**{card: card for card in FULL_DECK}, "04AA": "Jk"}


def chosen(scene: Scene, decision: str) -> Finding:
    """The floor rules on the last thing it was called for; return that."""
    scene.wait(0.5)
    found = scene.findings("floor")[-1]
    scene.rules(decision, finding=found.id)
    return found


def limped(scene: Scene) -> Scene:
    return scene.calls(3, 4, 5, 6, 1).taps(2).sweep()


# Cards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("house", SILENT_ON_BOXED)
@pytest.mark.parametrize("lies", [True, False])
def test_a_boxed_card_that_the_floor_lets_replace_is_in_no_hand(house, lies):
    scene = Scene(house).deal(boxed=[5])
    assert chosen(scene, "replace_card").kind == "deal.boxed_card"
    if not lies:
        scene.move(scene.hole[5][0], "seat:5", "muck")
    limped(scene.card("seat:5")).flop().check_round()
    assert scene.kinds() == ["deal.boxed_card"]
    assert scene.actions("preflop")[2] == (5, "call", 100)


@pytest.mark.parametrize("house", ["deltin", "invitational"])
def test_the_floor_lets_a_boxed_card_be_replaced_in_mid_deal(house):
    scene = Scene(house).deal([1, 2, 3, 4, 5], boxed=[5])
    chosen(scene, "replace_card")
    scene.move(scene.hole[5][0], "seat:5").card("seat:5").deal([6, 1, 2, 3, 4, 5, 6])
    limped(scene).flop().check_round()
    assert scene.kinds() == ["deal.boxed_card"]


@pytest.mark.parametrize("house", SILENT_ON_SHOWN)
def test_a_shown_card_that_the_floor_lets_replace_is_the_flops_burn(house):
    scene = Scene(house).deal(shown=[8])
    assert chosen(scene, "replace_with_burn").kind == "deal.exposed_card"
    scene.move(scene.hole[2][1], "seat:2", "burn").card("seat:2")
    limped(scene).flop(burn=False).check_round()
    assert scene.kinds() == ["deal.exposed_card"]
    assert scene.actions("flop")[1] == (2, "check", 0)


@pytest.mark.parametrize("house", ["deltin", "dpc"])
def test_a_joker_in_a_hand_is_replaced_where_the_floor_says_so(house):
    scene = Scene(house, deck=WITH_JOKER)
    scene.cards.remove("04AA")
    scene.deal([1, 2, 3, 4]).card("seat:5", tag="04AA").deal([6, 1, 2, 3, 4, 5, 6])
    assert chosen(scene, "replace_card").kind == "deck.joker"
    limped(scene.move("04AA", "seat:5").card("seat:5")).flop().check_round()
    assert scene.kinds() == ["deck.joker"]


@clauses("tda-2024 35D s2")
@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
@pytest.mark.parametrize("street", ["flop", "turn"])
def test_a_joker_on_the_board_is_replaced_where_the_floor_says_so(house, street):
    scene = Scene(house, deck=WITH_JOKER)
    scene.cards.remove("04AA")
    limped(scene.deal())
    if street == "turn":
        scene.flop().check_round().sweep()
    scene.burn()
    for _ in range(2 if street == "flop" else 0):
        scene.card("board")
    chosen(scene.card("board", tag="04AA"), "replace_card")
    scene.card("board").check_round().sweep()
    assert scene.kinds() == ["deck.joker"]
    scene.street().end()
    assert scene.hands()[0].board == [card for card in scene.board if card != "04AA"]


@pytest.mark.parametrize("house", ["deltin", "tda-2024"])
def test_a_boxed_burn_is_replaced_where_the_floor_says_so(house):
    scene = limped(Scene(house).deal()).card("burn", face="up")
    chosen(scene, "replace_card")
    scene.flop().check_round().sweep().street().check_round()
    assert scene.kinds() == ["deal.boxed_card"]


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic"])
def test_a_flop_that_came_early_does_not_play_where_the_floor_says_so(house):
    scene = Scene(house).deal().calls(3, 4, 5).flop()
    early = list(scene.board)
    assert chosen(scene, "redeal_flop").kind == "board.premature"
    scene.calls(6, 1).taps(2).sweep().flop(burn=False)
    for card in early:
        scene.event("card.gone", tag=card, zone="board")
    scene.check_round().sweep().end()
    assert scene.kinds() == ["board.premature"]
    assert scene.hands()[0].board == scene.board[3:]


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic"])
def test_button_and_blinds_go_where_they_belong_where_the_floor_says_so(house):
    scene = flop(house).folds(1, 2, 3, 4, 5).award(6, 2400).end()
    scene.shuffle()
    scene.start(button=2)
    assert chosen(scene, "correct_button").kind == "misdeal.button_position"
    scene.button = 1
    scene.deal().calls(4, 5, 6, 1, 2).taps(3).sweep().flop()
    found = [f.kind for f in scene.findings("floor", "dealer") if f.hand == 2]
    assert found == ["misdeal.button_position"]


# Wagers and turns ----------------------------------------------------------------------------------------


@clauses("english-arabic M8")
@pytest.mark.parametrize(("decision", "ruled"), [("call", ("call", 1200)), ("raise", ("raise", 3000)), ("min_raise", ("raise", 2000))])  # fmt: skip
def test_chips_on_a_prior_bet_are_what_the_floor_says(decision, ruled):
    scene = bets(flop("english-arabic"), 1, "bet", 400).folds(2)
    bets(scene, 3, "raise", 1200).folds(4, 5, 6).pushes(1, 1000, 1000, 500, 100)
    assert chosen(scene.wait(2), decision).kind == "bet.prior_chips"
    scene.sweep() if decision == "call" else settled(scene, 3)
    assert did(scene, 1) == ruled


@clauses("deltin 59B", "tda-2024 59B", "dpc Bets 20B")
@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_who_called_too_soon_has_called_whatever_came(house):
    scene = facing(house, 400).says(2, "raise").says(3, "call").pushes(2, *chips(35_000))
    assert chosen(scene, "full_call").kind == "bet.premature_call"
    settled(scene, 4)
    assert (did(scene, 2), did(scene, 3)) == (("raise", 35_000), ("call", 35_000))
    assert scene.kinds() == ["bet.premature_call"]


@clauses("deltin 59B", "dpc Bets 20B", "tda-2024 59B")
@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
@pytest.mark.parametrize("said", [True, False])
def test_who_called_too_soon_has_called_as_soon_as_there_is_an_amount(house, said):
    scene = facing(house, 400).says(2, "raise").says(3, "call")
    chosen(scene, "full_call")
    scene = scene.says(2, "raise", 35_000) if said else scene.pushes(2, *chips(35_000))
    scene.wait(3)
    assert scene.engine.view().to_act == 4
    scene.says(4, "fold")
    assert (did(scene, 2), did(scene, 3)) == (("raise", 35_000), ("call", 35_000))
    assert scene.kinds() == ["bet.premature_call"]


@clauses("tda-2024 RP-22")
@pytest.mark.parametrize(("decision", "ruled"), [("call", ("call", 1500)), ("all_in", ("raise", 99_600))])
def test_a_thing_that_is_no_chip_is_what_the_floor_says(decision, ruled):
    scene = facing("tda-2024", 1500).event("chips.strange", seat=2)
    chosen(scene, decision)
    settled(scene, 3)
    assert did(scene, 2) == ruled
    assert scene.kinds() == ["bet.nonchip_item"]


@clauses("tda-2024 59A")
def test_a_conditional_bet_binds_where_the_floor_says_so():
    scene = flop("tda-2024").says(2, "bet", 2000, conditional=True).taps(1)
    assert chosen(scene, "binding").kind == "bet.conditional"
    settled(scene, 3)
    assert did(scene, 2) == ("bet", 2000)


@clauses("tda-2024 40A")
@pytest.mark.parametrize(("decision", "pot"), [("verbal_stands", 26_000), ("chips_stand", 5000)])
def test_words_and_chips_that_contradict_each_other_come_to_what_the_floor_says(decision, pot):
    scene = facing("tda-2024", 400, seats=3).says(2, "raise", 26_000).pushes(2, 5000, after=0.2)
    scene.wait(3).says(3, "fold")
    assert chosen(scene, decision).kind == "bet.verbal_vs_chips"
    scene.says(1, "call").sweep().end()
    assert scene.hands()[0].pots[0].amount == 3 * 400 + 2 * pot


@clauses("upt 14-16 s3-4", "upt 3 Dead hands 1(d)")
def test_a_clock_that_ran_out_with_no_bet_to_face_is_a_check_where_the_floor_says_so():
    scene = flop("upt").event("clock.call", seat=1, by=3).wait(61).wait(11)
    assert chosen(scene, "check").kind == "clock.expired"
    settled(scene.taps(2), 3)
    assert did(scene, 1) == ("check", 0)
    assert scene.found("clock.expired").cites == ["14-16"]
    assert "turn.out_of_turn" not in scene.kinds()


@clauses("invitational 5.5 s3")
@pytest.mark.parametrize("raised", [True, False])
def test_a_fold_said_out_of_turn_is_one_where_the_floor_says_so(raised):
    scene = facing("invitational", 400).says(3, "fold")
    assert chosen(scene, "fold_stands").kind == "turn.out_of_turn_fold"
    scene = bets(scene, 2, "raise", 1200) if raised else scene.calls(2)
    settled(scene.calls(4), 5)
    assert (did(scene, 3), did(scene, 4)) == (("fold", 0), ("call", 1200 if raised else 400))
    assert scene.kinds() == ["turn.out_of_turn_fold"]


@clauses("upt 3 Betting 9 s5")
@pytest.mark.parametrize(("decision", "ruled"), [("binding", ("call", 200)), ("not_binding", ("fold", 0))])
def test_after_a_call_in_between_the_early_call_binds_or_not_as_the_floor_says(decision, ruled):
    scene = bets(bets(facing("upt", 200), 3, "call", 200), 2, "call", 200).wait(2.5)
    assert chosen(scene, decision).remedy == "floor"
    settled(scene.says(3, "fold") if decision == "not_binding" else scene, 4)
    assert did(scene, 3) == ruled


def test_what_the_floor_confirms_late_changes_no_later_act():
    """The ruling on a short raise is keyed when its player is already at his next one."""
    scene = facing("deltin", 400).says(2, "raise").pushes(2, 500)
    found = settled(scene).found("bet.short_raise")
    scene.folds(3, 4, 5, 6)
    bets(scene, 1, "raise", 2000, has_in=400).says(2, "raise", 5000)
    scene.rules("min_raise", finding=found.id).says(1, "fold")
    assert did(scene, 2) == ("raise", 5000)


# Hands that are live again -------------------------------------------------------------------------------


def lies_again(scene: Scene, seat: int, cards: list[str]) -> None:
    """The floor gives a hand back out of the muck."""
    for card in cards:
        scene.move(card, "muck", f"seat:{seat}")


@every_house()
@pytest.mark.parametrize("decision", ["restore", "not_binding"])
def test_a_fold_out_of_turn_that_is_given_back_was_none(house, decision):
    scene = facing(house, 400, seats=4)
    cards = list(scene.hole[4])
    found = scene.mucks(4).found("turn.out_of_turn_fold")
    lies_again(scene.rules(decision, finding=found.id), 4, cards)
    scene.says(2, "fold").says(3, "call")
    settled(bets(scene, 4, "raise", 1200), 1)
    assert [action for action in scene.actions("flop") if action[0] == 4] == [(4, "raise", 1200)]
    assert scene.kinds() == ["turn.out_of_turn_fold"]


@every_house()
def test_who_mucked_in_his_turn_by_mistake_acts_on_the_hand_that_is_given_back(house):
    scene = facing(house, 400, seats=4)
    cards = list(scene.hole[2])
    lies_again(scene.mucks(2).rules("restore", seat=2), 2, cards)
    scene.calls(2).says(3, "fold").says(4, "fold").sweep().street().taps(1, 2).sweep()
    assert [action for action in scene.actions("flop") if action[0] == 2] == [(2, "call", 400)]
    assert scene.actions("turn") == [(1, "check", 0), (2, "check", 0)]
    assert scene.findings() == []


@clauses("upt 3 Dead hands 1(b)")
@pytest.mark.parametrize(("decision", "acts"), [("fold_stands", 2), ("not_binding", 3)])
def test_a_caller_who_mucks_before_the_next_seat_acts_is_in_or_out_as_the_floor_says(decision, acts):
    scene = bets(facing("upt", 400, seats=3), 2, "call", 400).wait(2.5)
    cards = list(scene.hole[2])
    assert chosen(scene.mucks(2), decision).kind == "turn.out_of_turn_fold"
    if decision == "not_binding":
        lies_again(scene, 2, cards)
    scene.calls(3).sweep().street().check_round().sweep()
    assert len(scene.actions("turn")) == acts
    assert scene.kinds() == ["turn.out_of_turn_fold"]


def test_what_is_ruled_of_a_street_that_is_over_changes_nothing():
    scene = facing("deltin", 400, seats=3).says(2, "call", conditional=True).calls(2, 3).sweep().street()
    found = scene.found("bet.conditional")
    bets(scene, 1, "bet", 400).rules("binding", finding=found.id).says(2, "fold").calls(3)
    assert did(scene, 2, "turn") == ("fold", 0)


@clauses("deltin 58")
def test_a_fold_in_the_muck_that_the_floor_lets_stand_is_one():
    scene = flop("deltin").mucks(1)
    scene.rules("fold_stands", finding=scene.found("turn.nonstandard_fold").id).taps(2)
    assert did(scene, 1) == ("fold", 0)
