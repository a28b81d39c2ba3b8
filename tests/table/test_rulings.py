"""What the floor rules is carried out and never questioned."""

from __future__ import annotations

import pytest

from controller.table.ranks import FULL_DECK
from controller.testkit.scene import Scene
from controller.testkit.spots import bets, chips, facing, facing_raise, flop
from tests.table.houses import action_of, clauses, did, every_house, settled


def undercalled(house: str = "deltin") -> Scene:
    """Three or more live, seat 3 put 400 in facing a raise to 1200: the floor is called."""
    return settled(facing_raise(house, 400, 1200).pushes(3, 100, 100, 100, 100))


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024", "english-arabic"])
def test_the_floor_makes_an_undercall_a_full_call(house):
    scene = undercalled(house)
    (finding,) = scene.findings()
    scene.rules("full_call", finding=finding.id).pushes(3, 500, 100, 100, 100)
    scene.says(4, "fold").folds(5, 6).says(1, "fold").sweep().street().taps(2, 3)
    assert [f.kind for f in scene.findings("floor", "dealer")] == ["bet.undercall"]
    assert did(scene, 3) == ("call", 1200)
    assert action_of(scene, 3).cites == scene.found("bet.undercall").cites
    scene.end()
    assert scene.hands()[0].pots[0].amount == 6 * 400 + 400 + 2 * 1200
    assert scene.hands()[0].stacks[3] == 100_000 - 1600


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_the_floor_lets_him_forfeit_and_fold(house):
    scene = undercalled(house)
    scene.rules("withdraw", finding=scene.findings()[0].id).says(4, "fold").folds(5, 6).says(1, "fold").end()
    assert [action for action in scene.actions("flop") if action[0] == 3] == [(3, "fold", 400)]
    (hand,) = scene.hands()
    assert hand.stacks[3] == 100_000 - 800
    assert sum(hand.stacks.values()) == 600_000


@clauses("tda-2024 51B")
@pytest.mark.parametrize(("amount", "left"), [(800, 98_600), (None, 98_400), (5_000, 98_400)])
def test_of_a_chip_larger_than_the_bet_that_was_meant_only_that_bet_is_forfeited(amount, left):
    """Seat 3 pushes a silent 1,000 for the 800 that were bet; seat 2 had made it 2,600."""
    scene = flop("tda-2024", blinds=(300, 600), seats=4).says(1, "bet", 800).pushes(1, *chips(800), after=1.0)
    bets(scene, 2, "raise", 2600).pushes(3, 1000).wait(2.5)
    amounts = {} if amount is None else {"amount": amount}
    scene.rules("withdraw", finding=scene.found("bet.undercall").id, **amounts).mucks(3)
    scene.folds(4, 1).sweep().end()
    assert did(scene, 3) == ("fold", min(amount or 1000, 1000))
    assert scene.hands()[0].stacks[3] == left


@every_house()
def test_the_floor_kills_a_hand(house):
    scene = facing(house, 400).rules("kill_hand", seat=2).says(3, "call").says(4, "fold")
    assert did(scene, 2) == ("dead", 0)
    assert scene.findings() == []


@every_house()
def test_the_floor_kills_a_hand_whose_turn_it_was_not(house):
    scene = facing(house, 400).rules("kill_hand", seat=5).says(2, "call").folds(3, 4).says(6, "call")
    scene.sweep()
    assert did(scene, 5) == ("dead", 0)
    assert scene.findings() == []
    assert did(scene, 6) == ("call", 400)


@every_house()
def test_a_killed_hand_is_restored_and_plays_on(house):
    scene = facing(house, 400).rules("kill_hand", seat=2).rules("restore", seat=2).says(2, "call")
    settled(scene, 3)
    assert did(scene, 2) == ("call", 400)
    assert scene.findings() == []


@every_house()
def test_the_floor_fixes_the_amount_of_a_bet(house):
    scene = bets(flop(house), 1, "bet", 1000).rules("bet", seat=1, amount=2000)
    settled(scene.says(2, "call"), 3)
    assert [did(scene, 1), did(scene, 2)] == [("bet", 2000), ("call", 2000)]
    assert scene.findings() == []


@every_house()
def test_a_misdeal_by_the_floor_gives_every_bet_back(house):
    scene = facing(house, 400).says(2, "call").rules("misdeal").end()
    (hand,) = scene.hands()
    assert (hand.void, hand.winners) == (True, None)
    assert hand.stacks == dict.fromkeys(range(1, 7), 100_000)
    assert sum(hand.returned.values()) == 6 * 400 + 800


@every_house()
def test_no_action_changes_nothing(house):
    scene = undercalled(house)
    before = scene.engine.play.hand.round.bet(2)
    scene.rules("no_action", finding=scene.findings()[0].id)
    settled(scene, 4)
    assert scene.engine.play.hand.round.bet(2) == before
    assert len(scene.findings()) == 1


@every_house()
def test_a_ruling_about_a_finding_nobody_gave_is_followed_where_it_names_a_seat(house):
    scene = facing(house, 400).rules("kill_hand", finding="1:bet.string:9", seat=2)
    assert action_of(scene, 2).action == "dead"


@every_house()
def test_chips_taken_back_after_a_ruling_are_no_finding(house):
    scene = bets(facing(house, 400), 3, "raise", 1200)
    bets(scene, 2, "raise", 1000)
    told = len(scene.findings())
    scene.pulls(3, 1000, 100, 100).wait(3)
    assert len(scene.findings()) == told


@every_house()
def test_chips_pulled_to_make_change_are_no_finding(house):
    scene = facing(house, 400).says(2, "call").pushes(2, 1000, after=0.5).pulls(2, 500, 100)
    settled(scene, 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_change_given_by_the_dealer_is_no_finding(house):
    scene = facing(house, 400).pushes(2, 1000)
    scene.event("chips.change", seat=2, chips={"100": 4})
    settled(scene, 3)
    assert scene.kinds() == []
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_a_ruling_after_the_act_was_final_still_moves_the_chips(house):
    scene = bets(flop(house), 1, "bet", 1000).says(2, "call").rules("bet", seat=1, amount=2000)
    settled(scene.rules("full_call", seat=2).says(3, "call"), 4)
    assert did(scene, 3) == ("call", 2000)
    scene.folds(4, 5, 6).sweep().end()
    assert scene.hands()[0].pots[0].amount == 6 * 400 + 3 * 2000


@every_house()
def test_play_goes_on_after_a_hand_is_killed_in_the_middle_of_its_act(house):
    scene = facing(house, 1000).says(2, "call").rules("kill_hand", seat=2).says(3, "call").says(4, "fold")
    assert did(scene, 2)[0] == "dead"
    assert did(scene, 3) == ("call", 1000)


def boxed_twice(house: str = "deltin") -> Scene:
    """Two cards of the deal lay face up: the floor calls a misdeal, and the hand is over."""
    scene = Scene(house).deal(to=[1, 2], boxed=[1, 2])
    return scene.rules("redeal", finding="1:misdeal.boxed_cards:1", by="Ana").end()


def test_what_is_ruled_of_the_last_hand_leaves_the_one_being_played_alone():
    scene = boxed_twice()
    scene.shuffle()
    scene.start(6).deal().says(3, "raise", 5000).pushes(3, 5000).folds(4)
    scene.rules("redeal", finding="1:misdeal.boxed_cards:1", by="Ana", note="said once more")
    assert scene.engine.view().redeal is None
    scene.rules("kill_hand", finding="1:deal.boxed_card:1", seat=3)
    scene.rules("bet", finding="1:misdeal.boxed_cards:1", seat=3, amount=9000)
    scene.folds(5, 6, 1, 2).award(3, 5150).end()
    first, second = scene.hands()
    assert (first.void, second.void) == (True, False)
    assert (second.winners[0].shares, second.stacks[3]) == ({3: 250}, 10_150)
    assert did(scene, 3, "preflop") == ("raise", 5000)


def test_a_misdeal_ruled_before_the_next_hand_begins_is_dealt_again_as_ever():
    scene = Scene("deltin").deal(to=[1, 2], boxed=[1, 2]).end()
    scene.rules("redeal", finding="1:misdeal.boxed_cards:1")
    assert scene.engine.view().redeal is not None


def test_a_deck_found_short_between_hands_voids_the_hand_that_was_begun_with_it():
    short = {card: card for card in sorted(FULL_DECK)[1:]}
    scene = Scene("deltin").deal().folds(3, 4, 5, 6, 1).end()
    scene.event("deck", id="D2", back="blue", cards=short)
    scene.shuffle(list(short))
    scene.start(1).deal().rules("void_hand", finding=scene.found("deck.missing").id)
    assert scene.end().hands()[1].void


def test_what_came_before_the_first_hand_belongs_to_none_and_can_be_ruled_in_it():
    short = {card: card for card in sorted(FULL_DECK)[1:]}
    scene = Scene("deltin", deck=short)
    assert scene.deal().rules("void_hand", finding=scene.found("deck.missing").id).end().hands()[0].void


def test_a_call_of_the_last_hand_that_is_ruled_late_leaves_the_new_hand_alone():
    scene = Scene("deltin").deal().event("floor.call", by="dealer")
    call = scene.line
    scene.folds(3, 4, 5, 6, 1).end().shuffle()
    scene.start(1).deal().rules("misdeal", call=call).rules("kill_hand", call=call, seat=4)
    assert scene.engine.view().redeal is None
    scene.folds(4, 5, 6, 1, 2).end()
    assert not scene.hands()[1].void
    assert did(scene, 4, "preflop") == ("fold", 0)


def test_a_call_between_two_hands_can_be_ruled_in_the_next():
    scene = Scene("deltin").deal().folds(3, 4, 5, 6, 1).end().event("floor.call", by="dealer")
    call = scene.line
    scene.shuffle()
    assert scene.start(1).deal().rules("misdeal", call=call).end().hands()[1].void


@every_house()
@pytest.mark.parametrize(
    ("faced", "amount", "act"), [(0, 600, "bet"), (400, 1200, "raise"), (400, 400, "call")]
)
def test_an_amount_that_the_floor_names_is_the_act_of_who_is_to_act(house, faced, amount, act):
    """Nobody saw what he did: the floor says what it was, and play goes on behind him."""
    scene = facing(house, faced) if faced else flop(house)
    seat = 2 if faced else 1
    scene.rules("bet", seat=seat, amount=amount).calls(seat + 1)
    settled(scene, seat + 2)
    assert (did(scene, seat), did(scene, seat + 1)) == ((act, amount), ("call", amount))
    assert scene.findings() == []


@every_house()
def test_a_raise_that_the_floor_cuts_after_others_have_acted_is_what_they_face(house):
    scene = facing_raise(house, 400, 1200).calls(3).says(4, "fold")
    scene.rules("bet", seat=2, amount=800).calls(5).folds(6).calls(1).sweep().end()
    assert (did(scene, 5), did(scene, 1)) == (("call", 800), ("call", 800))
    (hand,) = scene.hands()
    assert hand.pots[0].amount == 6 * 400 + 4 * 800
    assert [hand.stacks[seat] for seat in (1, 2, 3, 5)] == [98_800] * 4


@every_house()
def test_chips_that_go_back_after_the_floor_named_an_amount_are_held_against_no_words(house):
    scene = facing(house, 400).says(2, "raise", 1600).pushes(2, 500, 500, 500, 100, after=1.0)
    scene.rules("bet", seat=2, amount=800).pulls(2, 500, 500).pushes(2, 100, 100).calls(3)
    settled(scene, 4)
    assert (did(scene, 2), did(scene, 3), scene.findings()) == (("raise", 800), ("call", 800), [])


@every_house()
def test_the_least_raise_over_one_that_the_floor_made_larger_goes_by_it(house):
    scene = facing_raise(house, 400, 1200).says(3, "fold").rules("bet", seat=2, amount=2000)
    least = 4000 if house == "upt" else 3600
    settled(bets(scene, 4, "raise", least), 5)
    assert (did(scene, 4), scene.findings()) == (("raise", least), [])


@every_house()
def test_the_floor_may_kill_every_hand_that_is_left(house):
    """The board is whole and the cards are shown: nobody is left to win, and the chips wait for the floor."""
    scene = Scene(house, seats=2, button=2).deal().limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    scene.check_round().sweep().tables(1).tables(2)
    (hand,) = scene.rules("kill_hand", seat=1).rules("kill_hand", seat=2).end().hands()
    assert (hand.winners, hand.unawarded, hand.stacks) == (None, 200, {1: 9900, 2: 9900})


# The last ruling stands ----------------------------------------------------------------------------------


@every_house()
@pytest.mark.parametrize("changed", ["play_on", "no_action"])
def test_a_misdeal_that_the_floor_takes_back_is_none(house, changed):
    scene = Scene(house).deal(shown=[1])
    found = scene.found("misdeal.exposed").id
    scene.rules("misdeal", finding=found).rules(changed, finding=found)
    (hand,) = scene.folds(3, 4, 5, 6, 1).award(2, 150).end().hands()
    assert (hand.void, hand.stacks[2]) == (False, 10_050)


@every_house()
def test_an_answer_to_another_call_leaves_a_misdeal_as_it_was_ruled(house):
    scene = Scene(house).deal().event("floor.call")
    scene.rules("misdeal", call=scene.line).event("floor.call")
    (hand,) = scene.rules("no_action", call=scene.line).end().hands()
    assert hand.void


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
@pytest.mark.parametrize(
    ("decisions", "ruled"),
    [(("withdraw", "full_call"), ("call", 1200)), (("full_call", "withdraw"), ("fold", 400))],
)
def test_of_two_rulings_on_an_undercall_the_last_one_counts(house, decisions, ruled):
    scene = undercalled(house)
    for decision in decisions:
        scene.rules(decision, finding=scene.found("bet.undercall").id)
    settled(scene, 4)
    assert did(scene, 3) == ruled


@every_house()
def test_what_a_seat_does_in_its_turn_counts_though_its_act_before_it_did_not_bind(house):
    """The floor says so once more when the seat has acted again."""
    scene = flop(house).taps(2).pushes(1, 100, 100, 100, 100).pushes(2, 100, 100, 100, 100, after=1.0)
    settling = scene.findings()[-1]
    assert settling.facts["binding"] is False
    scene.rules("not_binding", finding=settling.id).says(3, "fold")
    assert did(scene, 2) == ("call", 400)


@every_house()
@pytest.mark.parametrize("early", [True, False])
def test_a_raise_that_still_lacks_its_amount_waits_for_it_though_the_next_hand_is_killed(house, early):
    """Seat 2 says raise; seat 3, who called too soon or did something else, is killed before 5000 is said."""
    scene = facing(house, 400).says(2, "raise")
    if early:
        scene.says(3, "call")
    scene.rules("kill_hand", seat=3).says(2, "amount", 5000).folds(4)
    assert [act for act in scene.actions("flop") if act[0] in (2, 3)] == [(3, "dead", 0), (2, "raise", 5000)]
    assert "turn.out_of_turn" not in scene.kinds()


NOT_CUT = every_house("upt")
"""Houses that do not cut a wager out of turn to the minimum by themselves."""


@NOT_CUT
@pytest.mark.parametrize("ruling", [{"decision": "house_minimum"}, {"decision": "bet", "amount": 800}])
@pytest.mark.parametrize("told", [1, 2])
def test_the_floor_may_cut_a_raise_out_of_turn_before_it_is_settled_and_after(house, ruling, told):
    """Seat 3 raises to 1600 before seat 2, who calls."""
    scene = facing(house, 400, seats=4).says(3, "raise", 1600).pushes(3, 500, 500, 500, 100, after=1.0)
    for k in (1, 2):
        if k == told:
            scene.rules(finding=scene.found("turn.out_of_turn", k).id, **ruling)
        if k == 1:
            scene.says(2, "call").wait(3)
    scene.pulls(3, 500, 500, 500, 100).pushes(3, 500, 100, 100, 100).says(4, "call").says(1, "call").says(
        2, "call"
    ).sweep()
    assert scene.kinds() == ["turn.out_of_turn"] * 2
    assert [act for act in scene.actions("flop") if act[0] in (3, 4)] == [(3, "raise", 800), (4, "call", 800)]


@NOT_CUT
def test_a_raise_out_of_turn_that_others_have_met_is_cut_for_them_too(house):
    scene = bets(facing(house, 400, seats=4), 3, "raise", 1600).calls(2, 4).says(1, "fold")
    scene.rules("house_minimum", finding=scene.found("turn.out_of_turn", 2).id).says(2, "call").sweep()
    assert {seat: scene.engine.hand.players[seat].put_in for seat in (2, 3, 4)} == dict.fromkeys(
        (2, 3, 4), 1200
    )


@every_house()
def test_a_call_out_of_turn_has_nothing_that_could_be_cut(house):
    scene = facing(house, 400, seats=4).says(3, "call")
    scene.rules("house_minimum", finding=scene.found("turn.out_of_turn").id).says(2, "fold").says(4, "fold")
    assert did(scene, 3) == ("call", 400)


def played_all_the_same(scene: Scene, kind: str, decision: str, *folds: int) -> Scene:
    """The floor has a hand played that could be dealt again, and all but one fold."""
    scene.rules(decision, finding=scene.found(kind).id)
    for seat in folds:
        scene.says(seat, "fold")
    return scene.end()


@every_house("deltin", "dpc", "english-arabic")
def test_a_hand_that_was_killed_for_its_count_is_no_misdeal_of_the_others(house):
    scene = Scene(house).deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 5, 6]).event("deal.end")
    played_all_the_same(scene, "misdeal.card_count", "kill_hand", 3, 5, 6, 1)
    assert scene.kinds() == ["misdeal.card_count"]
    (hand,) = scene.hands()
    assert (hand.void, hand.stacks[1], hand.stacks[2]) == (False, 9_950, 10_050)


@every_house("deltin", "dpc", "english-arabic")
def test_a_button_that_was_put_where_it_belongs_makes_no_misdeal(house):
    """The next hand has its button where it belongs after that, and nothing is said of it."""
    scene = Scene(house).deal()
    for seat in (3, 4, 5, 6, 1):
        scene.says(seat, "fold")
    scene.end().shuffle()
    scene.start(button=2).rules("correct_button", finding=scene.found("misdeal.button_position").id)
    scene.event("button.moved", seat=1).button = 1
    scene.deal()
    for seat in (4, 5, 6, 1, 2):
        scene.says(seat, "fold")
    scene.end().start(button=2)
    assert scene.kinds() == ["misdeal.button_position"]
    assert (scene.hands()[1].void, scene.hands()[1].stacks[3]) == (False, 10_050)


@every_house()
def test_a_shown_card_that_the_floor_has_replaced_makes_no_misdeal(house):
    scene = Scene(house).deal(shown=[1])
    played_all_the_same(scene, "misdeal.exposed", "replace_with_burn", 3, 4, 5, 6, 1)
    assert scene.kinds() == ["misdeal.exposed"]
    assert not scene.hands()[0].void
