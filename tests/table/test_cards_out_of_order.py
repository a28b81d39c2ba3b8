"""Cards that come once in a season out of order, unread or one too many."""

from __future__ import annotations

from controller.testkit.scene import Scene
from tests.table.houses import every_house, in_houses


def called(house: str) -> Scene:
    """Everybody called, the bets are in, and no card of the flop has come."""
    return Scene(house).deal().calls(3, 4, 5, 6, 1).taps(2).sweep()


@every_house()
def test_a_flop_of_three_draws_has_no_burn_whichever_of_them_was_not_seen(house):
    scene = called(house).card(None).card("board").card("board").wait(2).taps(1)
    assert "board.missing_burn" in [f.kind for f in scene.findings()]
    assert scene.engine.view().to_act == 2
    assert len(scene.engine.view().board) == 3


@every_house()
def test_a_card_too_many_after_the_river_is_told(house):
    scene = called(house).flop().check_round().street().check_round().street().check_round()
    scene.card("board").wait(2)
    told = scene.found("board.too_many_cards")
    assert (told.facts["cards"], told.facts["street"]) == (6, "river")


@every_house()
def test_a_flop_that_came_early_and_was_left_there_is_played_once_it_is_acted_on(house):
    scene = Scene(house).deal().calls(3, 4, 5).flop()
    assert scene.found("board.premature").facts["street"] == "flop"
    scene.calls(6, 1).taps(2).sweep().wait(1).taps(1)
    assert scene.engine.view().street == "flop"
    assert len(scene.engine.view().board) == 3
    assert scene.engine.view().to_act == 2


@every_house()
def test_a_flop_that_came_early_and_was_taken_back_is_not_played(house):
    scene = Scene(house).deal().calls(3, 4, 5).flop()
    for tag in scene.board:
        scene.move(tag, "board", "stub")
    scene.calls(6, 1).taps(2).sweep().wait(3)
    assert scene.engine.view().board == []
    assert scene.engine.view().street == "preflop"


@in_houses(invitational="9.6(h); 9.6", upt="3 Misdeals 2(e); 3 Misdeals 2(f); 3 Misdeals 2")
def test_a_player_who_sits_there_is_not_left_out_as_one_who_is_away(house, cites):
    scene = Scene(house).deal([1, 2, 4, 5, 6] * 2).event("deal.end")
    told = scene.found("misdeal.seat_dealt_out")
    assert (told.seat, told.cites, told.facts["state"]) == (3, cites, "in")


@every_house()
def test_seats_that_the_dealer_never_reached_were_left_out(house):
    scene = Scene(house).deal([1, 2, 3, 4] * 2).event("deal.end")
    assert {f.seat for f in scene.findings() if f.kind == "misdeal.seat_dealt_out"} == {5, 6}


@every_house()
def test_a_card_taken_for_the_burn_and_read_on_the_board_after_all_was_no_burn(house):
    scene = called(house)
    tag = scene.cards[-1]
    scene.card(None).wait(1.2).card("board").card("board")
    scene.event("card.seen", tag=tag, zone="board").wait(1)
    assert "board.missing_burn" in [f.kind for f in scene.findings()]
    assert scene.engine.view().board[0] == tag
    assert scene.engine.view().to_act == 1


@every_house()
def test_a_burn_that_was_read_late_is_one_burn(house):
    scene = called(house)
    tag = scene.cards[-1]
    scene.card(None).wait(1.2)
    scene.event("card.seen", tag=tag, zone="burn").card("board").card("board").card("board").wait(1).taps(1)
    assert scene.findings() == []


@every_house()
def test_a_hole_card_that_was_read_late_belongs_to_its_hand(house):
    scene = Scene(house)
    for seat in scene.entitled() + scene.entitled()[:5]:
        scene.card(f"seat:{seat}")
    tag = scene.cards[-1]
    scene.card(None).wait(1.2).event("card.seen", tag=tag, zone="seat:6")
    scene.calls(3, 4, 5).event("card.gone", tag=tag, zone="seat:6").event("card.seen", tag=tag, zone="muck")
    scene.says(1, "call")
    assert (6, "fold", 0) in scene.actions()


@in_houses(deltin="35A(1); 35A", tda_2024="35A(1); 35A")
def test_the_boxed_card_that_makes_the_misdeal_is_of_the_seat_it_was_due_at(house, cites):
    told = Scene(house).deal(boxed=[4, 11]).found("misdeal.boxed_cards")
    assert (told.seat, told.facts["draws"], told.cites) == (5, [4, 11], cites)


@every_house()
def test_an_exposed_card_shows_its_draw_and_the_moment_it_was_seen(house):
    scene = Scene(house).deal(shown=[5])
    drawn = [line for line, event in enumerate(scene.log, 2) if event["type"] == "card.draw"][4]
    (turned,) = (line for line, event in enumerate(scene.log, 2) if event["type"] == "card.face")
    told = next(f for f in scene.findings() if f.kind.endswith("exposed_card") or f.kind == "misdeal.exposed")
    assert {drawn, turned} <= {*told.evidence}
