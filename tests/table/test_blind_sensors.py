"""A sensor goes away in the middle of a hand: no ruling rests on what it did not see."""

from __future__ import annotations

import pytest

from controller.table.kinds.unseen import Unseen
from controller.testkit.scene import Scene
from controller.testkit.spots import facing
from tests.table.houses import every_house, settled


def away(scene: Scene, kind: str, state: str = "down", **fields: object) -> Scene:
    return scene.event("device", device=kind, kind=kind, state=state, **fields)


@every_house()
def test_a_short_push_before_the_camera_went_away_is_no_undercall(house):
    scene = settled(away(facing(house, 400).pushes(2, 100, 100), "chips"), 3)
    assert [finding.kind for finding in scene.findings("floor", "dealer")] == ["sensing.device"]
    gap = scene.found("sensing.gap")
    assert (gap.seat, gap.remedy, gap.level) == (2, "look", "info")
    assert gap.facts["about"] == "bet.undercall"
    assert gap.facts["blind"] == ["chips"]


def test_a_camera_that_is_down_at_seats_8_to_10_leaves_a_string_bet_at_seat_2_a_string_bet():
    scene = away(facing("deltin", 400), "chips", zones=["bet:8", "bet:9", "bet:10"])
    settled(scene.pushes(2, *[100] * 4).pushes(2, 500, after=1.0), 3)
    assert scene.found("bet.string").seat == 2
    assert "sensing.gap" not in scene.kinds()


def test_what_a_seat_did_where_its_own_camera_is_down_is_a_look():
    scene = away(facing("deltin", 400), "chips", zones=["seat:1", "seat:2", "seat:3"])
    settled(scene.pushes(2, 100, 100), 3)
    assert "bet.undercall" not in scene.kinds()
    assert scene.found("sensing.gap").facts["blind"] == ["chips"]


def test_who_acts_while_the_due_seats_camera_is_down_may_be_in_turn():
    scene = away(facing("deltin", 400), "chips", zones=["bet:2"]).pushes(3, *[100] * 4)
    settled(scene, 4)
    assert not scene.findings("floor")
    assert "turn.out_of_turn" not in scene.kinds()


def test_an_antenna_that_is_dead_over_one_seat_hides_that_seats_cards_and_no_others():
    scene = away(Scene("deltin"), "antennas", "degraded", zones=["seat:4"]).deal()
    cards = {seat.seat: seat.cards for seat in scene.engine.view().seats if seat.in_hand}
    assert cards.pop(4) is None
    assert None not in cards.values()


def test_what_a_device_did_not_see_is_named_until_the_hand_is_over_and_then_forgotten():
    scene = away(away(facing("deltin", 400), "chips", zones=["bet:9"]), "chips", "up")
    assert scene.findings()[-1].facts["zones"] == ["bet:9"]
    assert scene.engine.view().unseen == {"chips": ["bet:9"]}
    scene.end()
    assert scene.engine.view().unseen == {}
    scene.shuffle()
    scene.start(button=1)
    assert scene.engine.view().unseen == {}


def test_the_muck_is_seen_by_the_antenna_under_it():
    unseen = Unseen()
    unseen.add("antennas", ["seat:8", "muck"])
    assert unseen.hides("hand.mucked_live", [2]) == ["antennas"]
    assert unseen.hides("hand.absent", [2]) == []
    assert unseen.hides("board.four_card_flop") == []
    unseen.add("antennas")
    assert unseen.hides("board.four_card_flop") == ["antennas"]


@every_house()
@pytest.mark.parametrize("zones", [None, ["seat:4", "muck"]])
def test_a_fold_that_no_antenna_saw_puts_nobody_out_of_turn(house, zones):
    scene = Scene(house).deal().says(3, "call").pushes(3, 100, after=0.5)
    away(scene, "antennas", **({} if zones is None else {"zones": zones}))
    settled(scene.says(5, "call").pushes(5, 100, after=0.5))
    assert {finding.kind for finding in scene.findings("floor", "dealer")} == {"sensing.device"}


@every_house()
def test_play_goes_on_past_folds_while_the_antennas_are_away(house):
    scene = away(Scene(house).deal(), "antennas").calls(3, 5, 6, 1).taps(2).sweep()
    assert scene.actions() == [
        (3, "call", 100),
        (4, "fold", 0),
        (5, "call", 100),
        (6, "call", 100),
        (1, "call", 100),
        (2, "check", 100),
    ]
    assert scene.kinds() == ["sensing.device"]


@every_house()
def test_a_flop_that_the_shoe_did_not_count_is_the_flop_where_the_antennas_see_it(house):
    scene = away(Scene(house).deal().calls(3, 4, 5, 6, 1).taps(2).sweep(), "shoe")
    for zone in ("burn", "board", "board", "board"):
        scene.event("card.seen", tag=scene.cards.pop(), zone=zone)
    settled(scene.says(1, "bet", 400).pushes(1, 100, 100, 100, 100, after=0.5), 2)
    assert scene.actions("flop") == [(1, "bet", 400)]
    assert scene.engine.view().to_act == 3
    assert scene.kinds() == ["sensing.device"]


@every_house()
@pytest.mark.parametrize("pot", [800, 1000])
def test_what_may_have_gone_in_unseen_makes_stacks_unknown_unless_the_pot_is_as_it_was_followed(house, pot):
    scene = away(Scene(house).deal().says(3, "raise", 400).pushes(3, 100, 100, 100, 100, after=0.5), "chips")
    scene.folds(4, 5, 6, 1).says(2, "call").sweep().award(3, pot + 50).end()
    stacks = scene.hands()[0].stacks
    assert stacks[3] == (10_450 if pot == 800 else None)
    assert stacks[2] == (9600 if pot == 800 else None)


def test_what_needs_no_camera_is_still_ruled():
    scene = away(Scene("deltin", start=False), "chips").start().deal(boxed=[1, 2])
    assert scene.found("misdeal.boxed_cards").remedy == "redeal"


def test_boxed_cards_are_not_ruled_on_after_the_shoe_was_away():
    scene = away(Scene("deltin").deal([1, 2]), "shoe").deal([3, 4], boxed=[1, 2])
    assert "misdeal.boxed_cards" not in scene.kinds()
    assert scene.found("sensing.gap").facts["about"] in ("misdeal.boxed_cards", "deal.boxed_card")


def test_a_camera_that_lost_something_is_believed_again_in_the_next_hand():
    scene = away(facing("deltin", 400), "chips", "degraded", lost=2).pushes(2, 100, 100)
    settled(scene, 3)
    assert "bet.undercall" not in scene.kinds()
    scene.end().event("chips.stack", seat=4, amount=100_000).shuffle()
    settled(scene.start(button=1).deal().pushes(4, 25, 25), 5)
    assert "bet.undercall" in scene.kinds()


def test_a_device_that_is_down_is_blind_in_the_next_hand_too_until_it_is_back():
    scene = away(Scene("deltin", start=False), "chips").start().deal().pushes(3, 25, 25)
    settled(scene, 4)
    assert "bet.undercall" not in scene.kinds()
    away(scene.end(), "chips", "up").event("chips.stack", seat=4, amount=10_000).shuffle()
    settled(scene.start(button=1).deal().pushes(4, 25, 25), 5)
    assert "bet.undercall" in scene.kinds()


def test_a_device_that_comes_back_is_told_once():
    scene = away(away(away(Scene("deltin"), "shoe"), "shoe", "starting"), "shoe", "up")
    away(scene, "shoe", "up")
    told = [finding.facts["state"] for finding in scene.findings() if finding.kind == "sensing.device"]
    assert told == ["down", "up"]
    assert scene.findings()[-1].facts["back"] is True


@every_house()
def test_a_device_that_says_no_kind_is_what_its_name_says(house):
    scene = facing(house, 400).event("device", device="camera", state="down").says(3, "call")
    scene.pushes(3, *[100] * 4, after=0.5)
    settled(scene, 4)
    assert {finding.kind for finding in scene.findings("floor", "dealer")} == {"sensing.device"}
    assert scene.engine.view().unseen == {"chips": []}


@every_house()
def test_a_camera_that_says_its_kind_as_the_equipment_is_called_is_one(house):
    scene = facing(house, 400).pushes(2, 100, 100)
    scene.event("device", device="C920", kind="camera", state="down")
    assert "bet.undercall" not in settled(scene, 3).kinds()
    assert scene.engine.view().unseen == {"chips": []}


@pytest.mark.parametrize(("device", "kind"), [("shoe", "shoe"), ("antennas", "antennas"), ("chips", "chips")])
def test_events_that_a_device_lost_are_not_seen_though_it_says_no_kind(device, kind):
    scene = Scene("deltin").deal([1, 2]).event("device", device=device, state="degraded", lost=3)
    assert scene.engine.view().unseen == {kind: []}


@pytest.mark.parametrize("device", ["antennas-2", "north camera"])
def test_a_device_of_unknown_kind_hinders_no_ruling(device):
    scene = facing("deltin", 400).pushes(2, 100, 100).event("device", device=device, state="down")
    assert "bet.undercall" in settled(scene, 3).kinds()


@every_house()
@pytest.mark.parametrize("back", ["up", "degraded"])
def test_a_shoe_that_was_away_for_a_moment_counts_each_card_once_where_nobody_signals_hands(house, back):
    scene = away(away(Scene(house, without=["hands"]).deal(), "shoe"), "shoe", back).limp_to_flop()
    view = settled(scene).engine.view()
    assert (view.hand, view.street, view.board, view.burns) == (1, "flop", scene.board, 1)
    view = settled(scene.check_round().street().check_round().street()).engine.view()
    assert (view.hand, view.street, view.board, view.burns) == (1, "river", scene.board, 3)
    assert {finding.kind for finding in scene.findings("floor", "dealer")} == {"sensing.device"}


@pytest.mark.parametrize("missing", [[], ["hands"]])
def test_a_card_that_an_antenna_saw_just_before_a_shoe_that_is_back_counted_it_is_one(missing):
    scene = away(away(Scene("deltin", without=missing).deal(), "shoe"), "shoe", "up")
    scene.calls(3, 4, 5, 6, 1).taps(2).sweep().burn()
    board = [scene.cards.pop() for _ in range(3)]
    for tag in board:
        scene.event("card.seen", tag=tag, zone="board").event("card.draw", tag=tag, face="down", after=0.1)
    assert settled(scene).engine.view().board == board


@pytest.mark.parametrize("unread", [(), (0,), (2,), (1, 2), (0, 1, 2, 3)])
@pytest.mark.parametrize("missing", [[], ["hands"]])
def test_what_a_shoe_that_was_away_kept_is_told_late_and_counted_once(missing, unread):
    """Its cable hung for the flop: the antennas saw the cards, and their draws, some not read, came when the turn was due."""
    scene = away(Scene("deltin", without=missing).deal(), "shoe").calls(3, 4, 5, 6, 1).taps(2).sweep()
    burn, *board = [scene.cards.pop() for _ in range(4)]
    for tag, zone in ((burn, "burn"), *((tag, "board") for tag in board)):
        scene.event("card.seen", tag=tag, zone=zone)
    settled(scene)
    away(scene, "shoe", "up")
    for n, tag in enumerate((burn, *board)):
        scene.event("card.draw", after=0.01, tag=None if n in unread else tag, face="down")
    view = settled(scene).engine.view()
    assert (view.hand, view.street, view.board, view.burns, view.to_act) == (1, "flop", board, 1, 1)
    view = settled(scene.check_round().street()).engine.view()
    assert (view.hand, view.street, view.board, view.burns) == (1, "turn", [*board, *scene.board], 2)


def test_draws_that_come_late_begin_no_hand():
    """The river is over before the shoe is back with its card."""
    scene = Scene("deltin", without=["hands"], seats=3, button=3).deal().limp_to_flop().check_round().street()
    away(scene.check_round(), "shoe")
    burn, river = scene.cards.pop(), scene.cards.pop()
    scene.event("card.seen", tag=burn, zone="burn").event("card.seen", tag=river, zone="board")
    settled(scene.check_round().tables(1).tables(2).tables(3))
    for tag in (burn, river):
        away(scene, "shoe", "up").event("card.draw", tag=tag, face="down")
    view = settled(scene).engine.view()
    assert (scene.engine.hands, view.hand, view.board) == (1, 1, [*scene.board, river])


@pytest.mark.parametrize("missing", [[], ["hands"]])
def test_a_card_that_a_shoe_which_is_back_did_not_read_is_drawn_once(missing):
    scene = away(away(Scene("deltin", without=missing).deal(), "shoe"), "shoe", "up")
    scene.calls(3, 4, 5, 6, 1).taps(2).sweep()
    burn, *board = [scene.cards.pop() for _ in range(4)]
    for tag, zone in ((burn, "burn"), *((tag, "board") for tag in board)):
        scene.event("card.draw", tag=tag if zone == "burn" else None, face="down")
        scene.event("card.seen", tag=tag, zone=zone, after=0.1)
    view = settled(scene).engine.view()
    assert (view.street, view.board, view.burns) == ("flop", board, 1)
