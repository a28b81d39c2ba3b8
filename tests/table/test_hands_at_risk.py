"""Hands that are shown, mixed up, swept up or thrown among others: dead, alive, or for the floor."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import clauses, did, every_house, in_houses, ten


def notes(scene: Scene, kind: str) -> list:
    """The notes of a kind that stand now."""
    return [note for note in scene.engine.view().notes if note.kind == kind]


def shows(scene: Scene, seat: int, cards: int) -> Scene:
    """A player turns cards of his hand up."""
    for tag in scene.hole[seat][:cards]:
        scene.event("card.face", zone=f"seat:{seat}", face="up", by="player", tag=tag)
    return scene.wait(0.6)


def moved(scene: Scene, seat: int, zone: str, *tags: str) -> Scene:
    """Cards of a seat are seen in another place."""
    for tag in tags or scene.hole[seat]:
        scene.move(tag, f"seat:{seat}", zone)
    return scene.wait(0.5)


# Shown with action pending -------------------------------------------------------------------------


@in_houses(deltin="68", dpc="Etiquette 68", tda_2024="68")
def test_a_card_shown_with_action_pending_may_cost_a_penalty_and_kills_nothing(house, cites):
    """Also of the last to act, before he calls."""
    for seat, acts in ((5, ()), (6, (2, 3, 4, 5))):
        scene = shows(facing(house, 1000).calls(*acts), seat, 1)
        told = scene.found("hand.exposed_by_player")
        assert (told.seat, told.remedy, told.cites[0]) == (seat, "penalty", cites[0])
        assert scene.engine.view().seats[seat - 1].in_hand
        scene.calls(*[s for s in (2, 3, 4, 5, 6) if s not in acts]).sweep()
        assert did(scene, seat) == ("call", 1000)


@clauses("english-arabic 38")
def test_at_one_house_a_hand_shown_with_action_pending_is_dead():
    scene = shows(facing("english-arabic", 1000), 5, 1)
    assert [(f.remedy, f.facts["options"]) for f in scene.findings()] == [("floor", ["kill_hand", "penalty"])]
    shows(scene, 5, 2)
    whole = scene.found("hand.exposed_by_player", 2)
    assert (whole.remedy, whole.cites[0]) == ("kill_hand", "38")
    assert did(scene, 5) == ("dead", 0)


def test_two_cards_turned_up_together_are_one_thing():
    scene = shows(facing("english-arabic", 1000), 5, 2)
    assert [(f.kind, f.remedy) for f in scene.findings()] == [("hand.exposed_by_player", "kill_hand")]


@clauses("tda-2024 68")
def test_a_fold_with_a_card_turned_up_stands():
    scene = shows(facing("tda-2024", 1000), 2, 1).folds(2).calls(3)
    assert scene.found("hand.exposed_by_player").remedy == "penalty"
    assert did(scene, 2) == ("fold", 0)


@in_houses(deltin="68", dpc="Etiquette 68", english_arabic="38", tda_2024="68")
def test_a_hand_shown_before_the_first_player_has_acted_is_shown_with_action_pending(house, cites):
    scene = shows(Scene(house).deal(), 5, 2)
    found = scene.found("hand.exposed_by_player")
    assert (found.seat, found.facts["cards"], found.cites[0]) == (5, 2, cites[0])
    assert found.remedy == ("kill_hand" if house == "english-arabic" else "penalty")
    assert scene.calls(3, 4).kinds() == ["hand.exposed_by_player"]


@every_house()
def test_a_card_that_its_player_shows_while_cards_still_come_is_none(house):
    scene = Scene(house).deal(shown=[5, 11], by="player").wait(1)
    assert scene.kinds() == []


# Mixed with another hand ---------------------------------------------------------------------------


@in_houses(deltin="65B", dpc="Other 3B", tda_2024="65B")
def test_another_hands_discard_among_the_cards_leaves_a_hand_that_is_known_apart_in_play(house, cites):
    scene = facing(house, 1000).says(2, "fold")
    moved(scene, 2, "seat:4")
    (note,) = notes(scene, "hand.fouled")
    assert (note.seat, note.cites) == (4, cites)
    assert note.facts == {"cards": 2, "identifiable": True}
    scene.folds(3).calls(4).folds(5, 6)
    assert scene.engine.view().seats[3].in_hand
    for tag in scene.hole[2]:
        scene.move(tag, "seat:4", "muck")
    assert notes(scene, "hand.fouled") == []
    assert did(scene, 4) == ("call", 1000)
    scene.sweep().street().taps(1).says(4, "bet", 1000).says(1, "fold")
    assert scene.end().hands()[0].stacks[4] > 100_000


@every_house("invitational")
def test_a_card_that_is_shown_and_turned_down_at_once_is_one_card(house):
    scene = facing(house, 1000)
    for face in ("up", "down"):
        scene.event("card.face", after=0.2, zone="seat:4", face=face, by="player")
    assert scene.wait(1).found("hand.exposed_by_player").facts["cards"] == 1


@clauses("upt 3 Dead hands 3")
def test_at_the_tour_cards_thrown_into_another_hand_are_dead():
    scene = moved(facing("upt", 1000).calls(2, 3), 4, "seat:5").wait(3)
    told = scene.found("hand.mucked_live")
    assert (told.seat, told.remedy, told.cites) == (4, "kill_hand", ["3 Dead hands 3"])
    assert did(scene, 4) == ("dead", 0)
    scene.calls(5, 6).sweep()
    assert (did(scene, 5), did(scene, 6)) == (("call", 1000), ("call", 1000))
    assert scene.engine.view().seats[4].in_hand


def test_elsewhere_no_book_says_that_such_cards_are_dead():
    for house in ("deltin", "english-arabic", "dpc", "tda-2024", "invitational"):
        scene = moved(facing(house, 1000).calls(2, 3), 4, "seat:5").wait(3)
        assert scene.findings() == []


def test_cards_that_two_antennas_see_were_not_thrown_anywhere():
    scene = facing("upt", 1000).calls(2, 3)
    for tag in scene.hole[4]:
        scene.event("card.seen", tag=tag, zone="seat:5")
    scene.wait(5)
    assert (scene.findings(), notes(scene, "hand.fouled")) == ([], [])


@every_house()
def test_each_all_in_hand_that_is_swept_up_is_told(house):
    """Two are all-in before the flop, the others have still to act."""
    scene = Scene(house, stacks=ten(3, 1500)).deal()
    scene.says(3, "all_in").pushes(3, 1000, 500).says(4, "all_in").pushes(4, 5000, 5000)
    scene.wait(1).mucks(3).wait(1).mucks(4).wait(1)
    assert [(f.kind, f.seat) for f in scene.findings()] == [("hand.mucked_live", 3), ("hand.mucked_live", 4)]


@every_house()
@pytest.mark.parametrize("restored", [True, False])
def test_a_hand_that_the_floor_gave_back_is_told_again_when_it_is_swept_up_again(house, restored):
    scene = Scene(house, stacks=ten(3, 1500)).deal().says(3, "all_in").pushes(3, 1000, 500).wait(1)
    cards = scene.hole[3]
    scene.mucks(3).wait(1)
    if restored:
        scene.rules("restore", finding=scene.found("hand.mucked_live").id)
    for tag in cards:
        scene.move(tag, "muck", "seat:3")
    scene.hole[3] = cards
    scene.mucks(3).wait(1)
    assert len(scene.findings()) == (2 if restored else 1)


# In the muck though it was no fold -----------------------------------------------------------------


def swept_up(house: str, *, unread: bool = False) -> Scene:
    """Seat 4 is all-in for a call of 1000; the dealer sweeps its cards into the muck, two seats to act."""
    scene = Scene(house, blinds=(200, 400), stacks=ten(4, 1400) | {6: 10_000})
    if unread:
        scene.deal([1, 2, 3]).event("card.draw", tag=None, face="down").deal([5, 6, 1, 2, 3, 4, 5, 6])
    else:
        scene.deal()
    scene.limp_to_flop().says(1, "bet", 1000).calls(2, 3).says(4, "all_in")
    return scene.mucks(4).wait(1)


@in_houses(deltin="65A", dpc="Other 3A", tda_2024="65A")
def test_a_called_bet_of_a_hand_that_the_dealer_swept_up_stays_in_the_pot(house, cites):
    scene = swept_up(house)
    told = scene.found("hand.mucked_live")
    assert (told.seat, told.remedy, told.facts["identifiable"]) == (4, "retrieve_if_identifiable", True)
    assert cites[0] in told.cites
    scene.rules("kill_hand", finding=told.id).folds(5, 6).sweep()
    scene.street().taps(1, 2, 3).street().taps(1, 2, 3).award(1, 2400 + 4000).end()
    hand = scene.hands()[0]
    assert (hand.stacks[4], hand.returned) == (0, {})
    assert 4 not in hand.pots[0].seats


@in_houses(deltin="65A", dpc="Other 3A", tda_2024="65A")
def test_a_bet_that_nobody_had_called_goes_back(house, cites):
    scene = flop(house).taps(1, 2, 3).says(4, "bet", 1000).mucks(4).wait(1)
    told = scene.findings("floor")[-1]
    assert told.seat == 4
    scene.rules("kill_hand", finding=told.id, seat=4)
    view = scene.engine.view()
    assert (view.to_act, view.to_call) == (5, 0)
    scene.taps(5, 6).sweep().street().taps(1, 2, 3, 5, 6).street().taps(1, 2, 3, 5, 6).award(1, 2400).end()
    hand = scene.hands()[0]
    assert hand.returned == {4: 1000}
    assert hand.stacks[4] == 100_000 - 400
    assert sum(hand.stacks.values()) == 600_000


@clauses("english-arabic M14 s2", "english-arabic M20")
def test_at_one_house_the_floor_may_let_a_hand_swept_up_by_accident_play():
    scene = swept_up("english-arabic")
    told = scene.found("hand.mucked_live")
    assert (told.remedy, told.cites, told.facts["options"]) == (
        "floor",
        ["M20", "M14"],
        ["restore", "kill_hand"],
    )
    assert told.facts["identifiable"] is True
    scene.rules("restore", finding=told.id)
    assert scene.engine.view().seats[3].in_hand
    own = facing("english-arabic", 1000).folds(2).calls(3)
    assert [f.kind for f in own.findings()] == []
    assert did(own, 2) == ("fold", 0)


@clauses("upt 3 Irregularities 2", "upt 3 Dead hands 2 s1-2")
def test_at_the_tour_the_director_is_told_whether_the_hand_is_known():
    told = swept_up("upt").found("hand.mucked_live")
    assert (told.seat, told.remedy, told.cites) == (4, "floor", ["3 Dead hands 2"])
    assert (told.facts["identifiable"], told.facts["options"]) == (True, ["restore", "kill_hand"])
    unread = swept_up("upt", unread=True).found("hand.mucked_live")
    assert (unread.facts["identifiable"], unread.facts["options"]) == (False, ["kill_hand"])


@clauses("upt 3 Dead hands 2 s3")
def test_a_fold_to_an_amount_that_was_told_wrongly_is_shown_to_the_director():
    """The dealer announced 2000 where 200 lay there."""
    scene = flop("upt").says(1, "bet").pushes(1, 100, 100, 100, 100)
    scene.event("chips.bet", seat=1, amount=2000, by="dealer").folds(2).calls(3)
    (note,) = notes(scene, "hand.retrieve")
    assert (note.seat, note.cites, note.level) == (2, ["3 Dead hands 2"], "floor")
    assert note.facts == {"announced": 2000, "pushed": 400, "identifiable": True}
    assert notes(facing("upt", 400).folds(2).calls(3), "hand.retrieve") == []


# Dead, or asked about -------------------------------------------------------------------------------


@clauses("upt 3 Dead hands 1(b)", "upt 3 Dead hands 1")
def test_at_the_tour_a_hand_thrown_forward_is_dead_once_a_player_behind_acts_on_it():
    scene = flop("upt").taps(1, 2, 3).mucks(4).wait(1)
    told = scene.found("turn.nonstandard_fold")
    assert (told.seat, told.remedy, told.cites[0]) == (4, "floor", "3 Dead hands 1(b)")
    assert not [act for act in scene.actions("flop") if act[0] == 4]
    scene.says(5, "bet", 400)
    assert did(scene, 4) == ("fold", 0)
    assert not scene.engine.view().seats[3].in_hand
    kept = flop("upt").taps(1, 2, 3, 4, 5, 6)
    assert all(seat.in_hand for seat in kept.engine.view().seats[:6])


@clauses("upt 3 Misdeals 1 s2", "upt 3 Dead hands 1(c)")
def test_at_the_tour_a_fouled_hand_found_late_is_dead_and_its_chips_stay():
    scene = Scene("upt").deal().calls(3, 4, 5, 6, 1).card("seat:6").wait(1)
    told = scene.found("misdeal.card_count")
    assert (told.seat, told.remedy, told.cites[0]) == (6, "kill_hand", "3 Dead hands 1(c)")
    scene.taps(2).sweep().flop().taps(1, 2, 3, 4).says(5, "bet", 400)
    hand = scene.folds(1, 2, 3, 4).end().hands()[0]
    assert (hand.stacks[6], hand.returned) == (9_900, {5: 400})
    assert hand.stacks[5] == 10_500


@clauses("upt 2 Decision-making 9")
def test_before_acting_a_player_is_told_who_lives_and_whether_the_bet_reopens():
    scene = flop("upt", seats=4, stacks={1: 10_000, 2: 10_000, 3: 10_000, 4: 900}, blinds=(100, 200))
    scene.says(1, "bet", 200).pushes(1, 100, 100).folds(2).calls(3).says(4, "all_in", 700).wait(1)
    view = scene.engine.view()
    assert (view.to_act, view.may_raise, view.call_or_fold) == (1, True, [])
    assert [seat.in_hand for seat in view.seats[:4]] == [True, False, True, True]
    short = flop("upt", seats=4, stacks={1: 10_000, 2: 10_000, 3: 10_000, 4: 450}, blinds=(100, 200))
    short.says(1, "bet", 200).pushes(1, 100, 100).calls(2, 3).says(4, "all_in", 250).wait(1)
    view = short.engine.view()
    assert (view.to_act, view.may_raise, view.call_or_fold) == (1, False, [1, 2, 3])


@clauses("upt 3 Irregularities 5")
def test_who_knew_of_the_bad_deck_leaves_his_chips_for_the_next_deal():
    cards = {f"E0{rank}{suit}": f"{rank}{suit}" for rank in "AKQJT" for suit in "cdhs"}
    scene = Scene("upt", deck=cards | {"F1": "9c", "F2": "9c"})
    scene.cards = [tag for tag in scene.cards if tag.startswith("E0")]
    scene.deal([1]).card("seat:2", tag="F1").deal([3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    scene.says(3, "raise", 600).folds(4, 5, 6, 1).calls(2).sweep().burn().card("board", tag="F2").wait(1)
    told = scene.found("deck.duplicate")
    assert told.remedy == "void_hand"
    scene.rules("hold_chips", finding=told.id, seat=2).rules("void_hand", finding=told.id).end()
    hand = scene.hands()[0]
    assert (hand.void, hand.returned, hand.unawarded) == (True, {1: 50, 3: 600}, 600)
    assert (hand.stacks[2], hand.stacks[3]) == (9_400, 10_000)


@every_house()
@pytest.mark.parametrize("last", ["words", "chips"])
def test_hands_tabled_at_once_behind_an_all_in_that_was_called_out_of_turn_are_no_exposure(house, last):
    """Seat 1 is all-in, 3 calls before 2, who calls too; all three turn their hands up at once."""
    scene = Scene(house, seats=3, button=3, stacks=1_000).deal().limp_to_flop()
    scene.says(1, "all_in").pushes(1, 500, 100, 100, 100, 100).says(3, "call").pushes(
        3, 500, 100, 100, 100, 100
    )
    scene.wait(2.5)
    if last == "words":
        scene.says(2, "call")
    scene.pushes(2, 500, 100, 100, 100, 100)
    for seat in (1, 2, 3):
        scene.tables(seat)
    scene.sweep().street().street().wait(1)
    assert [found.kind for found in scene.findings("floor", "dealer")] == ["turn.out_of_turn"] * 2
    assert scene.engine.view().pots_due[0].shares
