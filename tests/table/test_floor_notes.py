"""What follows from a hand for the floor: who left, who is out before whom, chips behind, chips to take off."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house, in_houses

BOARD = ["2c", "7d", "9h", "Jc", "3s"]
stays = in_houses(deltin="31", dpc="Player Present 2", tda_2024="31")


def dealt(scene: Scene, *, board: list[str] = BOARD, **hands: str) -> Scene:
    """Deal the hands named by seat (``s2="AhAd"``), cards nobody needs to the others."""
    hole = {int(seat[1:]): [cards[:2], cards[2:]] for seat, cards in hands.items()}
    taken = {*board, *(card for cards in hole.values() for card in cards)}
    rest = [card for card in scene.cards if card not in taken]
    for turn in range(2):
        for seat in scene.entitled():
            scene.card(f"seat:{seat}", tag=hole[seat][turn] if seat in hole else rest.pop())
    scene.cards = rest
    return scene


def run_out(scene: Scene) -> Scene:
    """The whole board of ``BOARD``, nobody betting any more."""
    for street in (BOARD[:3], BOARD[3:4], BOARD[4:]):
        scene.burn()
        for card in street:
            scene.card("board", tag=card)
    return scene


# Leaving with a live hand ----------------------------------------------------------------------------


@stays
def test_who_leaves_with_a_live_hand_before_the_showdown_is_noted_and_keeps_his_hand(
    house: str, cites: list[str]
) -> None:
    scene = Scene(house, stacks={**dict.fromkeys(range(1, 7), 10_000), 3: 2_000}).deal()
    scene.says(3, "all_in").folds(4, 5, 6, 1).calls(2).tables(2).tables(3)
    scene.event("seat", seat=3, state="absent").burn().card("board").card("board").card("board")
    (note,) = scene.notes("penalty.left_table")
    assert (note.seat, note.cites) == (3, cites)
    assert scene.engine.hand is not None
    assert 3 in scene.engine.hand.live
    assert scene.findings("floor") == []


@stays
def test_who_has_folded_may_go(house: str, cites: list[str]) -> None:
    scene = Scene(house).deal().folds(3).calls(4).event("seat", seat=3, state="absent")
    assert scene.notes("penalty.left_table") == []


@clauses("english-arabic 29")
def test_the_english_arabic_house_wants_him_there_as_long_as_anybody_may_bet() -> None:
    scene = Scene("english-arabic").deal().limp_to_flop().check_round().sweep().street()
    scene.event("seat", seat=3, state="absent")
    assert [(n.seat, n.cites) for n in scene.notes("penalty.left_table")] == [(3, ["29"])]
    over = Scene("english-arabic").deal().limp_to_flop().check_round().sweep().street().check_round()
    over.sweep().street().check_round().sweep().event("seat", seat=3, state="absent")
    assert over.notes("penalty.left_table") == []
    assert over.findings("floor") == []


def test_a_note_goes_when_the_next_hand_is_over() -> None:
    scene = Scene("deltin").deal().calls(3).event("seat", seat=3, state="absent").folds(4, 5, 6, 1).taps(2)
    scene.end()
    assert len(scene.notes("penalty.left_table")) == 1
    scene.event("seat", seat=3, state="in").start(1).deal().folds(4, 5, 6, 1, 2).end()
    assert scene.notes("penalty.left_table") == []


# The nuts checked on the river -----------------------------------------------------------------------

nuts = in_houses(deltin="71B s3", dpc="Etiquette 71B s3", tda_2024="71B s3")


def checked_down(house: str, hand: str, board: list[str]) -> Scene:
    """Everybody checks to the end; seat 3, on the button, is the last to act."""
    scene = dealt(Scene(house, seats=3, button=3), board=board, s3=hand)
    scene.calls(3, 1).taps(2).sweep()
    for street in (board[:3], board[3:4], board[4:]):
        scene.burn()
        for card in street:
            scene.card("board", tag=card)
        scene.taps(1, 2, 3)
    return scene


@nuts
def test_the_last_to_act_who_checks_the_nuts_is_noted_after_the_showdown_and_not_penalised(
    house: str, cites: list[str]
) -> None:
    scene = checked_down(house, "5c4c", ["Ac", "2c", "3c", "Kd", "9h"])
    assert scene.notes("penalty.nuts_check") == []
    scene.tables(3).award(3, 300).end()
    assert [(n.seat, n.cites) for n in scene.notes("penalty.nuts_check")] == [(3, cites)]
    assert scene.findings("floor", "dealer") == []


@pytest.mark.parametrize("hand", ["ThTs", "Th8h", "JhJs"])
def test_a_hand_that_another_could_tie_or_beat_is_not_noted(hand: str) -> None:
    """On 2-7-9-J-3 a ten and an eight make the best hand, and two players may hold it."""
    scene = checked_down("deltin", hand, BOARD).tables(3).award(3, 300).end()
    assert scene.notes("penalty.nuts_check") == []


def test_the_nuts_that_nobody_saw_are_nobodys_business() -> None:
    scene = checked_down("deltin", "5c4c", ["Ac", "2c", "3c", "Kd", "9h"]).award(1, 300).end()
    assert scene.notes("penalty.nuts_check") == []


def test_hands_that_stay_sealed_in_a_log_are_tabled_and_the_night_goes_on() -> None:
    """As `journal export` writes them without the key: the camera saw them turned up, and no name goes out."""
    scene = checked_down("deltin", "~1~2", ["Ac", "2c", "3c", "Kd", "9h"]).tables(3).award(3, 300).end()
    assert scene.notes("penalty.nuts_check") == []
    assert scene.hands()[0].stacks[3] == 10_200


# Knocked out together --------------------------------------------------------------------------------


def two_out(house: str, stacks: dict[int, int], **hands: str) -> Scene:
    """Seats 2 and 3 are all-in against seat 1, which has both covered and wins."""
    scene = dealt(Scene(house, seats=3, button=3, stacks=stacks), s1="AhAd", **hands)
    scene.says(3, "all_in").says(1, "all_in").says(2, "all_in").tables(1).tables(2).tables(3)
    return run_out(scene).award(1, sum(stacks.values())).end()


@clauses("invitational 10.1")
@pytest.mark.parametrize(
    ("stacks", "hands", "places"),
    [
        ({1: 9_000, 2: 3_000, 3: 1_000}, {"s2": "QhQd", "s3": "KhKd"}, [[3], [2]]),
        ({1: 9_000, 2: 3_000, 3: 1_000}, {"s2": "KhQd", "s3": "KdQh"}, [[2], [3]]),
        ({1: 9_000, 2: 1_000, 3: 1_000}, {"s2": "KhQd", "s3": "KdQh"}, [[2, 3]]),
    ],
)
def test_at_the_home_tournament_the_better_hand_finishes_higher(
    stacks: dict[int, int], hands: dict[str, str], places: list[list[int]]
) -> None:
    (note,) = two_out("invitational", stacks, **hands).notes("seat.elimination_order")
    assert (note.cites, note.facts["places"]) == (["10.1"], places)


@clauses("upt 15-35")
@pytest.mark.parametrize(
    ("stacks", "places", "award"),
    [({1: 9_000, 2: 3_000, 3: 1_000}, [[2], [3]], None), ({1: 9_000, 2: 2_000, 3: 2_000}, [[2, 3]], 3)],
)
def test_on_the_tour_the_larger_stack_finishes_higher_and_equal_ones_share(
    stacks: dict[int, int], places: list[list[int]], award: int | None
) -> None:
    (note,) = two_out("upt", stacks, s2="QhQd", s3="KhKd").notes("seat.elimination_order")
    assert (note.cites, note.facts["places"], note.facts["award"]) == (["15-35"], places, award)


def test_a_hand_that_nobody_saw_is_left_to_the_floor() -> None:
    scene = dealt(Scene("invitational", seats=3, button=3, stacks={1: 9_000, 2: 3_000, 3: 1_000}), s1="AhAd")
    scene.says(3, "all_in").says(1, "all_in").says(2, "all_in").tables(1)
    run_out(scene).award(1, 13_000).end()
    (note,) = scene.notes("seat.elimination_order")
    assert note.facts == {"places": [[2, 3]], "award": None, "unknown": True}


def test_one_alone_and_a_silent_house_have_no_order() -> None:
    scene = dealt(Scene("invitational", seats=3, button=3, stacks={1: 9_000, 2: 9_000, 3: 1_000}), s1="AhAd")
    run_out(scene.says(3, "all_in").calls(1).folds(2).tables(1).tables(3)).award(1, 2_100).end()
    assert scene.hands()[0].stacks[3] == 0
    assert scene.notes("seat.elimination_order") == []
    silent = two_out("deltin", {1: 9_000, 2: 3_000, 3: 1_000}, s2="QhQd", s3="KhKd")
    assert silent.notes("seat.elimination_order") == []


# Rebuys, late players, chips that may leave -----------------------------------------------------------


@in_houses(deltin="27", dpc="General Procedures 5", english_arabic="25", tda_2024="27", upt="15-33")
def test_a_rebuy_announced_before_the_hand_plays_at_once_and_is_owed(house: str, cites: list[str]) -> None:
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 4: 0}
    scene = Scene(house, stacks=stacks, start=False).rules("rebuy", seat=4, amount=2_000)
    (note,) = scene.notes("chips.rebuy_behind")
    assert (note.seat, note.cites, note.facts) == (4, cites, {"owed": 2_000})
    scene.start().deal().calls(3).says(4, "raise", 2_000).pushes(4, 500, 500, 500, 500).folds(
        5, 6, 1, 2, 3
    ).end()
    assert scene.findings("floor", "dealer") == []
    assert scene.hands()[0].stacks[4] == 2_250
    assert len(scene.notes("chips.rebuy_behind")) == 1
    scene.rules("rebuy_paid", seat=4)
    assert scene.notes("chips.rebuy_behind") == []


@clauses("upt 15-33")
def test_a_rebuy_that_is_lost_before_it_was_bought_counts_as_in_play_and_is_owed() -> None:
    stacks = {1: 10_000, 2: 10_000, 3: 0}
    scene = Scene("upt", seats=3, button=3, stacks=stacks, start=False).rules("rebuy", seat=3, amount=2_000)
    dealt(scene.start(), s1="AhAd", s3="KhKd").says(3, "all_in").calls(1).folds(2).tables(1).tables(3)
    run_out(scene).award(1, 4_100).end()
    assert scene.hands()[0].stacks == {1: 12_100, 2: 9_900, 3: 0}
    assert [note.facts for note in scene.notes("chips.rebuy_behind")] == [{"owed": 2_000}]


def test_a_rebuy_announced_in_a_hand_plays_from_the_next_one_on() -> None:
    scene = Scene("deltin").deal().calls(3).rules("rebuy", seat=4, amount=2_000).folds(4, 5, 6, 1).taps(2)
    scene.end()
    assert scene.hands()[0].stacks[4] == 10_000
    scene.start(1).deal().folds(4, 5, 6, 1, 2).end()
    assert scene.hands()[1].stacks[4] == 12_000


@pytest.mark.parametrize("house", ["deltin", "invitational"])
def test_a_rebuy_that_two_floors_note_before_the_same_hand_is_one(house: str) -> None:
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 4: 0}
    scene = Scene(house, stacks=stacks, start=False).rules("rebuy", seat=4, amount=2_000, by="Mara")
    scene.rules("rebuy", seat=4, amount=2_000, by="Ivo").start().rules("rebuy", seat=4, amount=2_000)
    scene.deal().folds(3, 4, 5, 6, 1).end()
    assert scene.hands()[0].stacks[4] == 2_000
    assert [note.facts for note in scene.notes("chips.rebuy_behind")] in ([], [{"owed": 2_000}])


def test_who_loses_his_rebuy_may_announce_another_before_the_hand_is_closed() -> None:
    """It plays from the next hand on, however often it is noted; other chips than those are other chips."""
    stacks = {1: 10_000, 2: 10_000, 3: 0}
    scene = Scene("upt", seats=3, button=3, stacks=stacks, start=False).rules("rebuy", seat=3, amount=2_000)
    dealt(scene.start(), s1="AhAd", s3="KhKd").says(3, "all_in").calls(1).folds(2).tables(1).tables(3)
    run_out(scene).award(1, 4_100).rules("rebuy", seat=3, amount=2_000).end()
    scene.rules("rebuy", seat=3, amount=2_000).start(1)
    assert scene.engine.seats[3].stack == 2_000
    assert [note.facts for note in scene.notes("chips.rebuy_behind")] == [{"owed": 4_000}]
    assert scene.rules("rebuy", seat=3, amount=500).engine.seats[3].stack == 2_500


def test_a_rebuy_that_was_bought_may_be_followed_by_another_of_the_same_chips() -> None:
    scene = Scene("deltin", start=False).rules("rebuy", seat=4, amount=2_000).rules("rebuy_paid", seat=4)
    assert scene.rules("rebuy", seat=4, amount=2_000).engine.seats[4].stack == 14_000


def test_the_home_tournament_knows_no_chips_behind_a_rebuy_is_bought() -> None:
    scene = Scene("invitational", start=False).rules("rebuy", seat=4, amount=2_000)
    assert scene.notes("chips.rebuy_behind") == []
    assert scene.engine.seats[4].stack == 12_000


@clauses("upt 15-5 s3")
@pytest.mark.parametrize(("level_min", "from_min"), [(20, 20), (40, 30)])
@pytest.mark.parametrize("away", ["absent", "late"])
def test_the_chips_of_who_never_came_may_go_at_a_new_level_or_after_half_an_hour(
    level_min: int, from_min: int, away: str
) -> None:
    scene = Scene("upt", states={4: away, 5: away}).deal().folds(3, 5, 6, 1).end()
    scene.event("seat", seat=5, state="in")
    for minute in range(1, from_min + 1):
        assert scene.notes("seat.late") == []
        scene.wait(60 * minute - scene.t + 0.4)
        if minute == level_min:
            scene.event("level", small=100, big=200)
    (note,) = scene.notes("seat.late")
    assert (note.seat, note.cites, note.facts) == (4, ["15-5"], {"minutes": from_min})


@in_houses(invitational="2.4 s1", upt="15-11 s1")
def test_chips_that_no_blind_needs_any_more_may_leave(house: str, cites: list[str]) -> None:
    scene = Scene(house, start=False)
    scene.event("table", seats={str(s): {"stack": 2_000} for s in range(1, 7)}, denominations=[25, 100, 500])
    scene.event("level", small=75, big=150)
    assert scene.notes("chips.race") == []
    scene.event("level", small=100, big=200, ante=25)
    assert scene.notes("chips.race") == []
    scene.event("level", small=100, big=200)
    (note,) = scene.notes("chips.race")
    assert (note.cites, note.facts) == (cites, {"chips": [25]})


# Blinds that pass a late player ------------------------------------------------------------------------


def late_player(house: str) -> Scene:
    """Seat 4's player is late and brings his chips; the blinds, at 2 and 3, pass his seat."""
    stacks = {seat: 0 if seat == 4 else 10_000 for seat in range(1, 7)}
    scene = Scene(house, states={4: "late"}, stacks=stacks, button=1).deal().end()
    scene.start(2).deal().end()
    return scene.start(3).deal().end()


@clauses("invitational 2.6 s1-2")
def test_a_late_player_owes_the_blinds_that_passed_his_seat():
    scene = late_player("invitational")
    assert scene.findings() == []
    assert scene.notes("blind.missed") == []
    scene.event("seat", seat=4, state="in", stack=2000)
    (note,) = scene.notes("blind.missed")
    assert (note.seat, note.cites, note.facts) == (4, ["2.6"], {"owed": 150, "left": 1850})


@every_house("invitational")
def test_elsewhere_nothing_is_said_of_missed_blinds(house):
    scene = late_player(house).event("seat", seat=4, state="in", stack=2000)
    assert scene.notes("blind.missed") == []


@clauses("invitational 2.6 s1-2")
def test_a_late_player_whose_stack_is_put_down_is_blinded_and_owes_nothing_besides():
    scene = Scene("invitational", states={4: "late"}, button=1).deal().end()
    for button in (2, 3):
        scene.start(button).deal()
        assert 4 in scene.engine.hand.players
        scene.end()
    assert [
        (post.seat, post.to) for post in scene.out if getattr(post, "action", "") == "post" and post.seat == 4
    ] == [(4, 100), (4, 50)]
    scene.event("seat", seat=4, state="in")
    assert scene.notes("blind.missed") == []


@every_house()
def test_a_late_player_whose_chips_are_not_there_gets_no_cards_until_he_is(house):
    scene = late_player(house)
    assert 4 not in [seat for hand in scene.hands() for seat in hand.stacks]
    scene.event("seat", seat=4, state="in", stack=2000)
    scene.states.pop(4)
    scene.start(scene.engine.upcoming.button)
    assert 4 in scene.engine.hand.players
