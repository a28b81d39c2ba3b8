"""Cards that the shoe or an antenna did not read, or late, and cards that went back: the table follows them."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house

ROUND = [1, 2, 3, 4, 5, 6]


def called(house: str) -> Scene:
    """Everybody called, the bets are in, and no card of the flop has come."""
    return Scene(house).deal().calls(3, 4, 5, 6, 1).taps(2).sweep()


def drawn(scene: Scene, **fields: float) -> Scene:
    """A card leaves the shoe, whose antenna does not read it."""
    return scene.event("card.draw", tag=None, face="down", **{"after": 0.1, **fields})


def read(scene: Scene, tag: str, zone: str, **fields: float) -> Scene:
    """An antenna reads a card in its zone."""
    up = {"face": "up"} if zone == "board" else {}
    return scene.event("card.seen", tag=tag, zone=zone, **up, **{"after": 0.3, **fields})


def blinds_all_in(house: str) -> Scene:
    """Two players who are all-in by their blinds get their cards: nobody will act."""
    return Scene(house, seats=2, button=2, stacks={1: 100, 2: 50}).deal()


# Read by one antenna only, or late ------------------------------------------------------------------------


@every_house()
def test_of_two_cards_that_the_shoe_did_not_read_each_is_the_one_its_seat_was_due(house):
    scene = drawn(drawn(Scene(house)))
    read(read(scene, "x1", "seat:2", after=0.1), "x2", "seat:1", after=0.05)
    assert scene.wait(1).deal([3, 4, 5, 6, *ROUND]).event("deal.end").findings() == []


@every_house()
def test_of_two_hole_cards_that_nobody_read_the_one_read_late_is_that_seat_s(house):
    scene = Scene(house).deal([*ROUND, 1, 2, 3, 4])
    read(drawn(drawn(scene), after=0.4).wait(1.5), "x1", "seat:6").calls(3, 4, 5)
    scene.move("x1", "seat:6", "muck").says(1, "call")
    assert (6, "fold", 0) in scene.actions()


@every_house()
def test_of_burn_and_board_card_unread_by_the_shoe_the_newer_lies_on_the_board(house):
    scene = drawn(drawn(called(house)), after=0.5)
    read(scene, "x1", "board", after=0.2).card("board").card("board").wait(2).taps(1)
    assert scene.findings() == []
    assert scene.engine.view().board[0] == "x1"


@every_house()
def test_of_burn_and_board_card_unread_by_the_shoe_the_older_was_burned(house):
    scene = read(drawn(drawn(called(house)), after=0.4), "x1", "burn", after=0.1)
    read(scene, "x2", "board").card("board").card("board").wait(2).taps(1)
    assert scene.findings() == []
    assert scene.engine.view().board[0] == "x2"


@every_house()
def test_a_turn_that_was_read_late_is_the_turn(house):
    scene = drawn(called(house).flop().check_round().burn()).wait(1.5)
    assert scene.engine.view().board[3] is not None
    read(scene, "x1", "board").wait(1)
    assert scene.engine.view().board[3:] == ["x1"]
    assert scene.taps(1).findings() == []


@every_house()
def test_a_board_card_read_late_whose_tag_the_shoe_knew_is_one_card(house):
    scene = called(house).flop().check_round().burn()
    tag = scene.cards[-1]
    read(scene.card(None).wait(1.5), tag, "board").wait(1)
    assert scene.engine.view().board[3:] == [tag]
    assert scene.engine.view().street == "turn"
    assert scene.taps(1).findings() == []


@every_house()
def test_a_card_drawn_after_the_river_and_seen_nowhere_is_no_board_card(house):
    scene = called(house).flop().check_round().street().check_round().street().wait(1)
    board = scene.engine.view().board
    scene.card(None).wait(1.5).check_round()
    assert scene.engine.view().board == board


@every_house()
def test_a_tap_while_the_flop_is_being_dealt_makes_no_board_card_of_its_burn(house):
    scene = called(house).card(None).card("board").card("board").event("tap", after=0.6, seat=6)
    scene.card("board").wait(1)
    assert "board.missing_burn" not in scene.kinds()
    assert len(scene.engine.view().board) == 3


@every_house()
def test_a_card_that_may_be_an_early_burn_or_not_is_to_be_looked_for(house):
    scene = Scene(house).deal().calls(3).card(None).wait(1.5)
    told = scene.found("sensing.gap")
    assert (told.remedy, told.facts["look"], told.facts["draw"]) == ("look", "burn", 13)


@every_house()
def test_a_board_card_unread_by_the_shoe_is_read_while_the_next_one_is_drawn(house):
    scene = drawn(called(house).burn(), after=0.4).event("card.draw", after=0.1, tag="x2", face="down")
    read(read(scene, "x1", "board", after=0.1), "x2", "board", after=0.1).card("board").wait(1)
    assert scene.engine.view().board == ["x1", "x2", scene.board[-1]]
    assert scene.taps(1).findings() == []


@every_house()
def test_hole_cards_that_the_shoe_did_not_read_are_no_stub_that_fell_when_they_are_mucked(house):
    scene = Scene(house)
    for n, seat in enumerate(ROUND * 2, 1):
        scene = read(drawn(scene, after=0.4), f"x{n}", f"seat:{seat}")
    for n in (3, 9, 4, 10):
        scene.move(f"x{n}", f"seat:{3 if n in (3, 9) else 4}", "muck")
    assert scene.says(5, "call").wait(2).findings() == []
    assert scene.actions()[:2] == [(3, "fold", 0), (4, "fold", 0)]


@every_house()
def test_a_fold_read_in_the_muck_a_moment_before_the_next_seat_acts_came_before_it(house):
    scene = Scene(house).deal().calls(3)
    for tag in scene.hole[4]:
        scene.event("card.seen", after=0.02, tag=tag, zone="muck")
    assert scene.says(5, "call", after=0.05).wait(2).says(6, "call").findings() == []
    assert scene.actions()[1:3] == [(4, "fold", 0), (5, "call", 100)]


@every_house()
def test_a_hand_whose_card_was_read_late_is_tabled_whole_with_its_two_cards(house):
    scene = Scene(house).deal([*ROUND, *ROUND[:5]])
    tag = scene.cards[-1]
    read(scene.card(None).wait(1.2), tag, "seat:6").limp_to_flop().check_round().street().check_round()
    scene.street().check_round()
    for seat in ROUND:
        scene.event("card.face", zone=f"seat:{seat}", face="up", by="player", count=2)
    view = scene.engine.view().showdown
    assert view is not None
    assert len(view.fives) == 6


@every_house()
def test_a_folded_card_that_crosses_the_board_is_no_board_card(house):
    scene = called(house).flop().says(1, "bet", 500).says(2, "fold")
    tag = scene.hole[2][0]
    scene.move(tag, "seat:2", "board").wait(0.5)
    assert tag not in scene.engine.view().board
    assert scene.findings() == []


# Burns ------------------------------------------------------------------------------------------------------


@every_house()
def test_a_second_burn_is_told_two_seconds_after_it_lay_there(house):
    scene = called(house).burn().event("card.draw", tag="x9", face="down")
    scene.event("card.seen", after=0.8, tag="x9", zone="burn").wait(1.9)
    assert "board.extra_burn" not in scene.kinds()
    assert "board.extra_burn" in scene.wait(0.5).kinds()


@every_house()
def test_a_folded_card_among_the_burns_is_told_by_the_line_that_showed_it_there(house):
    scene = Scene(house).deal().calls(3, 4).folds(5).calls(6, 1).taps(2).sweep().burn()
    tag = next(event["tag"] for event in scene.log if event.get("zone") == "seat:5")
    scene.move(tag, "muck", "burn")
    shown = scene.line
    assert scene.wait(3).found("board.extra_burn").evidence == [shown]


@every_house()
def test_a_burn_that_went_back_and_comes_again_is_one_burn(house):
    scene = called(house).burn()
    tag = str(scene.log[-1]["tag"])
    scene.event("card.gone", tag=tag, zone="burn").card("burn", tag=tag).flop(burn=False).wait(1).taps(1)
    assert scene.findings() == []


@every_house()
def test_a_burn_put_back_on_the_stub_is_no_burn_any_more(house):
    scene = called(house).burn()
    tag = str(scene.log[-1]["tag"])
    scene.move(tag, "burn", "stub").flop(burn=False).wait(1)
    assert "board.missing_burn" in scene.kinds()


@every_house()
def test_a_burn_moved_to_the_muck_after_the_pot_was_pushed_says_nothing(house):
    scene = called(house).flop()
    burned = next(str(event["tag"]) for event in scene.log if event.get("zone") == "burn")
    scene.says(1, "bet", 500).folds(2, 3, 4, 5, 6).award(1, 600).move(burned, "burn", "muck").mucks(1).end()
    assert scene.findings() == []
    assert (1, "fold", 0) not in scene.actions()


@every_house()
def test_after_the_stub_fell_its_burned_cards_may_come_again(house):
    scene = called(house).burn()
    tag = str(scene.log[-1]["tag"])
    scene.event("stub", state="dropped").card("board", tag=tag).card("board").card("board").wait(1)
    assert [kind for kind in scene.kinds() if kind.startswith(("deck.dup", "board."))] == []
    assert scene.engine.view().board[0] == tag


@every_house()
def test_a_board_card_lifted_for_a_while_makes_way_for_the_next(house):
    scene = called(house).flop()
    lifted = scene.board[2]
    scene.event("card.gone", tag=lifted, zone="board").wait(1.5).card("board").wait(1)
    assert lifted not in scene.engine.view().board
    assert "board.four_card_flop" not in scene.kinds()


@every_house()
@pytest.mark.parametrize("lost", [[0], [2], [0, 1, 2]])
def test_a_board_card_that_the_antenna_loses_lies_there_still(house, lost):
    scene = called(house).flop()
    for n in lost:
        scene.event("card.gone", tag=scene.board[n], zone="board")
    scene.wait(3).check_round().sweep().street().check_round().sweep().street().check_round().sweep()
    assert len(scene.actions("river")) == 6
    assert scene.kinds() == []
    assert scene.end().hands()[-1].board == scene.board


@every_house()
def test_a_turn_that_comes_too_soon_is_told_though_the_antenna_has_lost_a_card_of_the_flop(house):
    scene = called(house).flop()
    scene.event("card.gone", tag=scene.board[1], zone="board").wait(3).taps(1, 2).street().wait(1)
    assert scene.kinds() == ["board.premature"]


@every_house()
def test_a_burn_put_back_into_the_shoe_may_be_drawn_again(house):
    scene = called(house).burn()
    tag = str(scene.log[-1]["tag"])
    scene.move(tag, "burn", "shoe").wait(1).card("burn", tag=tag).flop(burn=False).wait(1).taps(1)
    assert scene.findings() == []


@every_house()
def test_after_the_stub_was_seen_to_fall_into_the_muck_its_cards_may_come_again(house):
    scene = Scene(house).deal().folds(3).calls(4, 5, 6, 1).taps(2).sweep()
    dead = next(str(event["tag"]) for event in scene.log if event.get("zone") == "muck")
    for tag in scene.cards[:4]:
        scene.event("card.seen", after=0.1, tag=tag, zone="muck")
    scene.wait(2).card("burn", tag=dead).flop(burn=False).wait(1)
    assert [f.kind for f in scene.findings()] == ["deck.stub_fouled"]


@every_house()
def test_a_boxed_burn_is_told_with_its_draw(house):
    scene = called(house).event("card.draw", tag="x1", face="up")
    assert scene.found("deal.boxed_card").evidence == [scene.line]


@every_house("invitational")
def test_a_card_too_many_that_went_to_the_burns_is_of_no_hand(house):
    scene = Scene(house).deal([*ROUND, *ROUND]).wait(0.5).card("seat:5").wait(0.5)
    tag = scene.hole[5][2]
    scene.move(tag, "seat:5", "burn").calls(3, 4).move(tag, "burn", "muck").wait(1).says(6, "call")
    assert (5, "fold", 0) not in scene.actions()


# Nobody can bet ----------------------------------------------------------------------------------------------


@every_house()
@pytest.mark.parametrize("burn", ["burn", None])
def test_a_flop_ends_a_deal_after_which_nobody_acts(house, burn):
    scene = blinds_all_in(house).card(burn).card("board").card("board").card("board").wait(1.5)
    assert scene.kinds() == ["showdown.not_tabled"]
    assert len(scene.engine.view().board) == 3


@every_house()
def test_a_flop_without_a_burn_ends_such_a_deal_too(house):
    scene = blinds_all_in(house).flop(burn=False).wait(1.5)
    assert scene.kinds() == ["showdown.not_tabled", "board.missing_burn"]
    assert len(scene.engine.view().board) == 3


@every_house()
def test_hands_turned_up_after_such_a_deal_are_tabled_though_a_card_is_still_unread(house):
    scene = Scene(house, seats=2, button=2, stacks={1: 100, 2: 50}).deal([1, 2, 1]).card(None)
    for seat in (1, 2):
        scene.event("card.face", after=0.1, zone=f"seat:{seat}", face="up", by="unknown", count=2)
    assert scene.kinds() == []


@every_house()
def test_a_card_shown_in_such_a_deal_that_is_not_out_was_exposed(house):
    scene = Scene(house, seats=2, button=2, stacks={1: 100, 2: 50}).deal([1, 2])
    scene.event("card.face", after=0.1, zone="seat:2", face="up", by="unknown", count=1)
    assert [f.kind.endswith(("exposed", "exposed_card")) for f in scene.findings()] == [True]


def test_upt_a_boxed_burn_is_laid_aside_where_nobody_can_bet_too():
    scene = blinds_all_in("upt").card("burn", face="up").burn().flop(burn=False).wait(1.5)
    assert scene.kinds() == ["showdown.not_tabled", "deal.boxed_card"]
