"""Where button and blinds go from hand to hand: the dead button, heads-up, the draw, a button that was wrong."""

from __future__ import annotations

import msgspec
import pytest

from controller.rulebooks import load
from controller.table.events import LevelSet
from controller.table.players.players import Blinds, Seat
from controller.table.seating.positions import LastHand, Positions
from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house, in_houses


def played(scene: Scene, button: int) -> Scene:
    """A hand with its button there: dealt, and everybody folds to the last seat."""
    scene.shuffle()
    scene.start(button).deal()
    first = scene.engine.view().to_act
    order = sorted(scene.entitled(), key=lambda seat: (seat - (first or 0)) % 10)
    for seat in order[:-1]:
        scene.says(seat, "fold")
    return scene.end()


def leaves(scene: Scene, *seats: int, state: str = "empty") -> Scene:
    """Players go out, or away."""
    for seat in seats:
        scene.states[seat] = state
        scene.event("seat", seat=seat, state=state)
    return scene


def comes(scene: Scene, seat: int) -> Scene:
    """A player comes, or comes back."""
    scene.states[seat] = "in"
    if seat not in scene.seats:
        scene.seats.append(seat)
    return scene.event("seat", seat=seat, state="in", stack=10_000)


def places(scene: Scene) -> tuple[int | None, int | None, int | None]:
    """Where button, small and big blind belong in the next hand, as the display shows it."""
    view = scene.engine.view()
    return view.button, view.small_blind, view.big_blind


def after_a_hand(house: str, button: int, seats: int = 6) -> Scene:
    """One hand was played with the button at ``button``."""
    return played(Scene(house, seats=seats, start=False), button)


# The dead button ----------------------------------------------------------------------------------

DEAD = in_houses(
    deltin="32",
    dpc="Button 1",
    english_arabic="30",
    invitational="3.2",
    tda_2024="32",
    upt="15-30; 4 Blinds 2(b)",
)


@DEAD
def test_the_small_blind_goes_out_and_the_button_stands_on_the_empty_seat(house, cites):
    scene = leaves(after_a_hand(house, 2), 3)
    assert places(scene) == (3, 4, 5)
    told = scene.start(3).found("button.dead")
    assert (told.level, told.cites[0]) == ("info", cites[0])
    assert (told.facts["button_dead"], told.facts["small_blind_dead"]) == (True, False)


@in_houses(
    deltin="32",
    dpc="Button 1",
    english_arabic="30",
    invitational="3.3",
    tda_2024="32",
    upt="15-30; 4 Blinds 2(b)",
)
def test_the_big_blind_goes_out_and_nobody_has_the_small_one(house, cites):
    scene = leaves(after_a_hand(house, 2), 4)
    assert places(scene) == (3, None, 5)
    told = scene.start(3).found("button.dead")
    assert (told.cites[0], told.facts["small_blind_dead"]) == (cites[0], True)
    assert places(scene.end()) == (4, 5, 6)


@in_houses(invitational="3.4", upt="15-30")
def test_both_blinds_go_out_and_the_button_takes_both_empty_seats_in_turn(house, cites):
    scene = leaves(after_a_hand(house, 1), 2, 3)
    assert places(scene) == (2, None, 4)
    told = scene.start(2).found("button.dead")
    assert (told.cites[0], told.facts["button_dead"], told.facts["small_blind_dead"]) == (
        cites[0],
        True,
        True,
    )
    assert places(scene.end()) == (3, 4, 5)


@clauses("tda-2024 32")
def test_nine_seats_go_round_past_the_last_one():
    assert places(leaves(after_a_hand("tda-2024", 7, seats=9), 8)) == (8, 9, 1)
    assert places(leaves(after_a_hand("tda-2024", 7, seats=9), 9)) == (8, None, 1)


@clauses("upt 4 Intro s4")
def test_after_each_deal_the_button_moves_by_one_seat():
    scene = after_a_hand("upt", 4)
    assert places(scene) == (5, 6, 1)
    assert played(scene, 5).kinds() == []
    assert places(scene) == (6, 1, 2)


@clauses("upt 4 Blinds 2(a)", "upt 4 Blinds 2")
def test_where_the_house_moves_the_button_it_goes_to_the_next_player():
    positions = small_blind_leaves("moving")
    assert positions.next() == Blinds(3, 4, 5, place=4)


@clauses("upt 4 Blinds 2(a)", "upt 4 Blinds 2")
@pytest.mark.parametrize(
    ("method", "blinds"), [("moving", Blinds(1, 3, 4, place=3)), ("dead", Blinds(1, None, 3, place=2))]
)
def test_as_a_hand_is_dealt_again_blinds_follow_a_button_that_moves_and_a_dead_one_leaves_the_small_dead(
    method, blinds
):
    positions = small_blind_leaves(method, void=True)
    assert (positions.again(), positions.next()) == (blinds, blinds)


def small_blind_leaves(method: str, *, void: bool = False) -> Positions:
    """Button 1, blinds 2 and 3 in the last hand; then seat 2 leaves a table of five."""
    upt = load("upt")
    button = msgspec.structs.replace(upt.button, method=method)
    seats = {seat: Seat("in", 500) for seat in (1, 2, 3, 4, 5)}
    positions = Positions(msgspec.structs.replace(upt, button=button), seats)
    states = {seat: held.state for seat, held in seats.items()}
    positions.last = LastHand(Blinds(1, 2, 3, place=2), LevelSet(t=0, small=50, big=100), void, states)
    seats[2].state = "empty"
    return positions


# Heads-up -----------------------------------------------------------------------------------------


@in_houses(
    deltin="34",
    dpc="Button 3",
    english_arabic="32",
    invitational="3.5 s4",
    tda_2024="34B",
    upt="4 Blinds 3; 15-31",
)
def test_coming_down_to_two_nobody_has_the_big_blind_twice(house, cites):
    """Three-handed seat 5 had the big blind; seat 2 is left with it."""
    scene = played(Scene(house, seats=[2, 3, 5], start=False), 2)
    leaves(scene, 3)
    assert places(scene) == (5, 5, 2)
    assert played(scene, 5).kinds() == []
    assert places(scene) == (2, 2, 5)


@in_houses(deltin="34", dpc="Button 3", english_arabic="32")
def test_coming_down_to_two_with_the_big_blind_where_it_was_is_for_the_floor(house, cites):
    scene = leaves(played(Scene(house, seats=[2, 3, 5], start=False), 2), 3).start(2)
    told = scene.found("misdeal.button_position")
    assert (told.remedy, told.cites, told.facts["expected"]) == ("floor", cites, 5)
    assert told.facts["options"] == ["correct_button", "play_on"]


@in_houses(
    deltin="34",
    dpc="Button 3",
    english_arabic="32",
    invitational="3.5 s1",
    tda_2024="34B",
    upt="4 Blinds 3; 15-31",
)
def test_heads_up_the_small_blind_is_the_buttons(house, cites):
    scene = Scene(house, seats=[2, 7], button=7, start=False).start(7, small_blind=2, big_blind=7)
    told = scene.found("misdeal.button_position")
    assert (told.seat, told.remedy, told.cites) == (2, "correct_button", cites)
    assert told.facts["expected"] == 7
    crossed = Scene(house, seats=[2, 7], button=7).post(2, 25, 25).post(7, 100).deal()
    assert crossed.found("misdeal.button_position").cites == cites
    assert "blind.missing" not in crossed.kinds()  # the blinds lie there, crossed
    right = Scene(house, seats=[2, 7], button=7).post(7, 25, 25).post(2, 100).deal()
    assert right.findings() == []


@clauses("invitational 3.5 s2")
def test_heads_up_the_button_acts_last_after_the_flop():
    scene = Scene("invitational", seats=[2, 7], button=7).deal().calls(7).taps(2).sweep().flop().wait(1)
    assert scene.engine.view().to_act == 2
    told = scene.taps(7).found("turn.out_of_turn")
    assert (told.seat, told.facts["due"]) == (7, 2)


@clauses("invitational 3.5 s3")
def test_heads_up_the_big_blind_may_not_act_before_the_button():
    scene = Scene("invitational", seats=[2, 7], button=7).deal()
    assert scene.engine.view().to_act == 7
    told = scene.says(2, "raise", 300).found("turn.out_of_turn")
    assert (told.seat, told.facts["due"]) == (2, 7)


# A button that was wrong --------------------------------------------------------------------------


@in_houses(invitational="9.6(f)", upt="3 Misdeals 2(g)")
def test_a_button_one_seat_too_far_is_a_misdeal_and_the_re_deal_has_it_right(house, cites):
    scene = after_a_hand(house, 4)
    scene.shuffle()
    scene.start(6).deal().says(3, "call")
    told = scene.found("misdeal.button_position")
    assert (told.remedy, told.cites[0], told.facts["misdeal"]) == ("redeal", cites[0], "open")
    assert (told.facts["button"], told.facts["expected"]) == (6, 5)
    redeal = scene.engine.view().redeal
    assert redeal is not None
    assert (redeal.button, redeal.small_blind, redeal.big_blind) == (5, 6, 1)
    scene.rules("misdeal").shuffle()
    scene.start(5, redeal=True).deal().end()
    assert scene.kinds() == ["misdeal.button_position"]
    assert scene.hands()[-1].button == 5


@clauses("upt 3 Irregularities 1", "upt 3 Misdeals 2(g)")
def test_at_the_tour_a_wrong_button_found_late_is_set_right_for_the_next_hand():
    """Seat 5 was jumped: it gets its turn, and then the round goes on past what was played too early."""
    scene = played(after_a_hand("upt", 4), 6)
    assert "misdeal.barred" in scene.kinds()
    (reminder,) = [r for r in scene.engine.view().notes if r.kind == "button.correct_previous"]
    assert (reminder.seat, reminder.facts["played"], reminder.cites) == (5, 6, ["3 Irregularities 1"])
    assert places(scene) == (5, 6, 1)
    played(scene, 5)
    assert places(scene) == (1, 2, 3)
    played(scene, 1)
    assert places(scene) == (2, 3, 4)
    assert scene.kinds().count("misdeal.button_position") == 1


@clauses("tda-2024 34A")
def test_in_the_newest_book_a_wrong_button_that_stood_is_not_taken_back():
    """From 3 to 5, found after a raise and a call; the next button is 6, not 4."""
    scene = after_a_hand("tda-2024", 3)
    scene.shuffle()
    scene.start(5).deal()
    told = scene.found("misdeal.button_position")
    assert (told.remedy, told.facts["expected"]) == ("correct_button", 4)
    scene.says(2, "raise", 300).calls(3).folds(4, 5, 6, 1).end()
    assert scene.hands()[-1].button == 5
    assert places(scene) == (6, 1, 2)


@clauses("tda-2024 34A")
def test_in_the_newest_book_a_wrong_button_is_put_right_after_one_fold():
    scene = after_a_hand("tda-2024", 3)
    scene.shuffle()
    scene.start(5).deal().says(2, "fold").event("button.moved", seat=4)
    view = scene.engine.view()
    assert (view.button, view.small_blind, view.big_blind, view.to_act) == (4, 5, 6, 1)
    scene.folds(1, 3, 4, 5).end()
    hand = scene.hands()[-1]
    assert (hand.button, hand.stacks[1] - scene.hands()[0].stacks[1]) == (4, 0)
    assert hand.stacks[6] - scene.hands()[0].stacks[6] == 50
    assert places(scene) == (5, 6, 1)


@every_house("upt", "invitational", "tda-2024")
def test_where_the_book_is_silent_the_button_goes_on_from_where_it_was(house):
    scene = played(after_a_hand(house, 4), 6)
    assert scene.found("misdeal.button_position").facts["silent"] is True
    assert places(scene) == (1, 2, 3)


@clauses("upt 4 Blinds 2")
def test_after_a_round_who_missed_a_place_is_named():
    """The button was put two seats on, twice too far, and nobody took it back."""
    scene = after_a_hand("upt", 1)
    for button in (3, 4, 5, 6):
        played(scene, button)
    scene.start(1)
    missing = {r.seat: r.facts["missing"] for r in scene.engine.view().notes if r.kind == "button.move"}
    assert missing == {2: ["button"], 3: ["small"], 4: ["big"]}
    regular = after_a_hand("upt", 1)
    for button in (2, 3, 4, 5, 6):
        played(regular, button)
    assert [r for r in regular.start(1).engine.view().notes if r.kind == "button.move"] == []


# Blinds that were missed, the draw, mixed games ---------------------------------------------------


@in_houses(deltin="33", dpc="Button 2", english_arabic="31", tda_2024="33")
def test_who_is_away_for_the_hand_of_his_big_blind_is_asked_about(house, cites):
    scene = leaves(after_a_hand(house, 1), 4, state="out")
    played(scene, 2)
    comes(scene, 4).start(3)
    (reminder,) = [r for r in scene.engine.view().notes if r.kind == "button.dodged_blind"]
    assert (reminder.seat, reminder.level, reminder.cites) == (4, "floor", cites)
    assert reminder.facts == {"blind": "big"}
    scene.deal().end().start(4)
    assert [r for r in scene.engine.view().notes if r.kind == "button.dodged_blind"] == []


@every_house()
def test_who_was_never_due_has_missed_no_blind(house):
    scene = leaves(after_a_hand(house, 1), 6, state="out")
    played(scene, 2)
    comes(scene, 6).start(3)
    assert [r for r in scene.engine.view().notes if r.kind == "button.dodged_blind"] == []


def draw(house: str, *cards: tuple[int, str]) -> Scene:
    """Before the first hand each player is dealt a card, face up."""
    scene = Scene(house, seats=sorted({seat for seat, _ in cards}), start=False)
    for seat, card in cards:
        scene.event("card.draw", tag=card, face="down").event(
            "card.seen", tag=card, zone=f"seat:{seat}", face="up"
        )
    return scene


def drawn(scene: Scene):
    """The reminder about the draw for the button."""
    (reminder,) = [r for r in scene.engine.view().notes if r.kind == "button.draw"]
    return reminder


@in_houses(invitational="1.7", upt="15-8; 2 Seating 4 s1")
def test_before_the_first_hand_everybody_draws_for_the_button(house, cites):
    scene = Scene(house, seats=9, start=False)
    assert (drawn(scene).what, drawn(scene).facts["seats"]) == ("draw", list(range(1, 10)))
    assert set(cites) <= set(drawn(scene).cites)
    scene.event("card.draw", tag="9c", face="down").event("card.seen", tag="9c", zone="seat:4")
    assert drawn(scene).facts["seats"] == [1, 2, 3, 5, 6, 7, 8, 9]
    assert [r for r in scene.start(1).engine.view().notes if r.kind == "button.draw"] == []


@pytest.mark.parametrize(
    ("cards", "seat"),
    [(((1, "9c"), (2, "Ks"), (5, "Kh")), 2), (((1, "Kd"), (3, "2s"), (7, "Kc")), 1)],
)
@clauses("invitational 1.7")
def test_at_the_home_tournament_suits_tell_equal_cards_apart(cards, seat):
    assert (drawn(draw("invitational", *cards)).what, drawn(draw("invitational", *cards)).seat) == (
        "drawn",
        seat,
    )


@clauses("upt 2 Seating 4 s2")
def test_at_the_tour_the_highest_card_has_it_and_equal_cards_draw_again():
    assert drawn(draw("upt", (1, "Ks"), (3, "Ah"), (7, "Qd"))).seat == 3
    scene = draw("upt", (2, "As"), (4, "Kd"), (7, "Ah"))
    assert (drawn(scene).what, drawn(scene).facts["seats"]) == ("again", [2, 7])
    for seat, card in ((2, "5c"), (7, "Jd")):
        scene.event("card.draw", tag=card, face="down").event("card.seen", tag=card, zone=f"seat:{seat}")
    assert (drawn(scene).what, drawn(scene).seat) == ("drawn", 7)


@in_houses(english_arabic="9B", tda_2024="11B")
def test_while_stud_is_played_the_button_waits_where_hold_em_would_have_it(house, cites):
    """The last hold'em hand had button 4. Whoever would be the big blind is the one to be moved."""
    scene = after_a_hand(house, 4, seats=7)
    assert places(scene) == (5, 6, 7)
    leaves(scene, 6)
    assert places(scene)[0] == 5
    comes(scene, 6)
    assert played(scene, 5).kinds() == []


def test_a_joker_or_an_unknown_tag_draws_no_button():
    scene = draw("invitational", (1, "Jk"), (2, "2F77"), (5, "Kh"))
    assert (drawn(scene).what, drawn(scene).facts["seats"]) == ("draw", [1, 2])


# Nobody signals the hands --------------------------------------------------------------------------------


def mucked_heads_up(house: str, *, muck_seen: bool, without: list[str]) -> Scene:
    """Two players; three times the button throws his cards in without a word, and the button moves on."""
    scene = Scene(house, seats=[4, 10], start=False, without=without)
    for button, big in ((4, 10), (10, 4), (4, 10)):
        scene.shuffle()
        scene.button, scene.hole, scene.board = button, {}, []
        scene.event("button.moved", after=7, seat=button).post(button, 25, 25).post(big, 100)
        scene.deal().wait(3)
        for tag in scene.hole[button]:
            scene.event("card.gone", after=0.03, tag=tag, zone=f"seat:{button}")
        for tag in scene.hole[button] if muck_seen else ():
            scene.event("card.seen", after=0.03, tag=tag, zone="muck")
    return scene


@every_house()
@pytest.mark.parametrize("lacks", [[], ["awards"], ["words", "taps"]])
def test_heads_up_a_button_that_mucks_silently_has_folded_when_it_moves_on(house, lacks):
    scene = mucked_heads_up(house, muck_seen=True, without=["hands", *lacks])
    assert scene.findings() == []
    assert [act[:2] for act in scene.actions()][:2] == [(4, "fold"), (10, "fold")]
    assert [(hand.button, hand.stacks) for hand in scene.hands()] == [
        (4, {4: 9_950, 10: 10_050}),
        (10, {4: 10_000, 10: 10_000}),
    ]


def test_nor_is_the_hand_begun_again_where_the_muck_read_neither_card():
    scene = mucked_heads_up("tda-2024", muck_seen=False, without=["hands"])
    assert scene.findings("floor") == []
    assert [hand.stacks for hand in scene.hands()] == [{4: 9_950, 10: 10_050}, {4: 10_000, 10: 10_000}]
