"""A card that was drawn for the board and that nobody has seen there: nothing that is said or shown depends on it."""

from __future__ import annotations

import msgspec
import pytest

from controller.table.outputs import HandLine
from controller.testkit.scene import Scene
from tests.table.houses import every_house
from tests.table.showdowns import ACES, BOARD, KINGS, LOW, all_in, dealt, shown

KING, BLANK = "Kc", "6s"
"""With the king the kings win, with the blank the aces."""


def to_turn(house: str, river: str, **table: object) -> Scene:
    """Everybody checks to the turn; its burn was not read either, and ``river`` is next."""
    scene = dealt(house, {1: ACES, 2: KINGS, 3: LOW}, [*BOARD[:4], river], seats=3, button=3, **table)
    return scene.limp_to_flop().check_round().sweep().street().check_round().sweep().card(None)


def outcome(house: str, river: str, awarded: int) -> list[bytes]:
    """Return what comes of a river that no antenna sees, but for the line's board, which the log's reader has anyway.

    It is checked through, both hands are tabled, and the pot is pushed to ``awarded``.
    """
    scene = to_turn(house, river).card(None).wait(2).check_round().wait(2).tables(1).tables(2).tables(3)
    seen = [shown(scene), scene.engine.view().pots_due, shown(scene.award(awarded, 300))]
    said = [
        msgspec.structs.replace(out, board=[]) if isinstance(out, HandLine) else out
        for out in scene.end().said
    ]
    return [msgspec.json.encode(out) for out in [*seen, *said, scene.engine.view().notes]]


@every_house()
@pytest.mark.parametrize("awarded", [1, 2])
def test_who_wins_by_a_river_that_no_antenna_saw_is_not_said_and_no_award_is_held_against_it(house, awarded):
    assert outcome(house, KING, awarded) == outcome(house, BLANK, awarded)


@pytest.mark.parametrize(("river", "winner"), [(KING, 2), (BLANK, 1)])
def test_once_it_is_read_on_the_board_it_counts(river, winner):
    scene = to_turn("deltin", river).card(None).wait(2).check_round().wait(2).tables(1).tables(2).tables(3)
    assert shown(scene).pots[0].winners is None
    scene.event("card.seen", tag=river, zone="board").wait(1)
    assert shown(scene).pots[0].winners == [winner]


@pytest.mark.parametrize(("river", "winner"), [(KING, 2), (BLANK, 1)])
def test_the_one_card_that_was_not_read_counts_once_the_players_have_acted_on_it(river, winner):
    """Everything else was read where it belongs: it lies on the board, and everybody bets on it."""
    scene = dealt("deltin", {1: ACES, 2: KINGS, 3: LOW}, [*BOARD[:4], river], seats=3, button=3)
    scene.limp_to_flop().check_round().sweep().street().check_round().sweep().burn().card(None).wait(2)
    assert scene.engine.hand.board.open_by_play() == []
    scene.check_round().wait(2).tables(1).tables(2).tables(3)
    assert scene.engine.hand.board.open_by_play() == [river]
    assert shown(scene).pots[0].winners == [winner]


@every_house()
def test_one_card_more_than_the_flop_takes_is_named_by_nobody_though_it_alone_was_not_read(house):
    """The shoe counted four, the antenna saw three: where the fourth lies, or whether it was one at all, nobody knows."""
    scene = dealt(house, {1: ACES, 2: KINGS, 3: LOW}, seats=3, button=3).calls(3, 1).taps(2).sweep()
    scene.burn().card("board").card(None, tag=KING).card("board").card("board").check_round().sweep()
    assert scene.engine.hand.board.open_by_play() == []
    scene.street().check_round().sweep().street().check_round().wait(2).tables(1).tables(2).tables(3)
    scene.award(1, 300)
    assert scene.engine.hand.board.open_by_play() == []


def test_a_card_that_lies_face_down_on_the_board_counts_when_it_is_turned_up():
    scene = to_turn("deltin", KING).card(None)
    scene.event("card.seen", tag=KING, zone="board", face="down").wait(2).check_round().wait(2)
    assert shown(scene.tables(1).tables(2).tables(3)).pots[0].winners is None
    scene.event("card.face", zone="board", face="up", by="dealer", tag=KING).wait(1)
    assert shown(scene).pots[0].winners == [2]


def test_the_burn_that_passes_over_the_board_decides_nothing_for_that_moment():
    scene = all_in("deltin", {1: ACES, 2: KINGS}).tables(1).tables(2).street(3).street().wait(2)
    scene.event("card.draw", tag=KING).event("card.seen", after=0.1, tag=KING, zone="board")
    scene.engine.believe()
    assert shown(scene).pots[0].winners is None


@pytest.mark.parametrize(("river", "winner"), [(KING, 2), (BLANK, 1)])
def test_where_nothing_sees_the_board_a_card_counts_once_the_players_have_acted_on_it(river, winner):
    scene = dealt(
        "deltin", {1: ACES, 2: KINGS, 3: LOW}, [*BOARD[:4], river], seats=3, button=3, without=["antennas"]
    )
    scene.calls(3, 1).taps(2).sweep()
    for cards in (3, 1, 1):
        scene.card(None)
        for _ in range(cards):
            scene.card(None)
        scene.wait(2)
        open_before = scene.engine.hand.board.open_by_play()
        assert len(open_before) == {3: 0, 1: len(scene.engine.hand.board.cards) - 1}[cards]
        scene.taps(1, 2, 3).wait(2)
    scene.tables(1).tables(2).tables(3)
    assert shown(scene).pots[0].winners == [winner]
