"""Hands that nobody signals: the next one's first card ends the last one and begins the next."""

from __future__ import annotations

from controller.testkit.scene import Scene
from tests.table.houses import every_house


def evening(house: str = "deltin", **table: object) -> Scene:
    """A table where nobody signals hands; the first one has begun at the button's key, seat 6."""
    return Scene(house, without=["hands"], **table)  # type: ignore[arg-type]


def everybody_folds(scene: Scene) -> Scene:
    """All fold to the big blind."""
    *folding, _ = [*scene.entitled()[2:], *scene.entitled()[:2]]
    return scene.folds(*folding)


def next_deal(scene: Scene, button: int) -> Scene:
    """The deck is shuffled and dealt, the button at ``button``; nobody says so."""
    scene.shuffle()
    scene.button, scene.hole, scene.board = button, {}, []
    return scene.wait(20).deal()


def test_the_first_card_of_the_next_hand_ends_the_last_one():
    scene = everybody_folds(evening().deal())
    assert not scene.hands()
    next_deal(scene, 1)
    (first,) = scene.hands()
    assert (first.hand, first.button, first.stacks[2], first.stacks[1]) == (1, 6, 10_050, 9_950)
    view = scene.engine.view()
    assert (view.hand, view.button, view.small_blind, view.big_blind) == (2, 1, 2, 3)
    assert (scene.kinds(), view.street, view.to_act) == ([], "preflop", 4)


def test_the_last_hands_muck_that_is_gathered_after_the_next_ones_first_card_is_no_fallen_stub():
    """The antennas tell late that those cards are gone; the button is read in its new place after that."""
    scene = everybody_folds(evening().deal())
    mucked = [event["tag"] for event in scene.log if event.get("zone") == "muck"]
    scene.shuffle()
    scene.button = 1
    scene.wait(20).card("seat:2")
    for tag in mucked:
        scene.event("card.gone", after=0.01, tag=tag, zone="muck")
    scene.event("button.moved", after=1, seat=1)
    scene.deal([*scene.entitled()[1:], *scene.entitled()])
    assert (scene.kinds(), scene.engine.view().street, scene.engine.view().to_act) == ([], "preflop", 4)


def test_what_must_stand_before_a_card_is_told_with_its_reason_and_changes_nothing():
    scene = everybody_folds(evening().deal()).wait(20)
    card = scene.engine.before(scene.event_of("card.draw", tag="As"))
    assert [type(made.event).__name__ for made in card] == ["HandEnded", "HandStarted"]
    assert card[1].event.button == 1
    assert card[0].why == "a card was drawn when one hand was left"
    assert (scene.engine.hands, scene.engine.in_hand) == (1, True)


def test_a_start_on_record_is_not_made_twice():
    """The table's own lines stand in the log before the card that they were worked out for."""
    scene = everybody_folds(evening().deal()).wait(20)
    scene.event("hand.end", by="table").event("hand.start", after=0, button=1, by="table")
    scene.shuffle()
    scene.button = 1
    scene.deal()
    assert (len(scene.hands()), scene.engine.hands) == (1, 2)


def test_a_start_on_record_that_somebody_keyed_in_the_same_moment_is_passed_over():
    scene = everybody_folds(evening().deal()).wait(20)
    scene.start(1)
    scene.event("hand.end", by="table").event("hand.start", after=0, button=2, by="table")
    assert (len(scene.hands()), scene.engine.hands, scene.engine.view().button) == (1, 2, 1)


def test_the_button_is_where_it_was_put_between_the_hands():
    """The dealer moves the button by hand, and the antenna reads its tag at seat 3."""
    scene = everybody_folds(evening().deal()).event("button.moved", seat=3)
    next_deal(scene, 3)
    assert scene.engine.view().button == 3


def test_a_hand_that_was_made_void_is_dealt_again_with_the_same_button():
    scene = evening().deal().rules("misdeal")
    next_deal(scene, 6)
    (void,) = scene.hands()
    view = scene.engine.view()
    assert (void.void, view.hand, view.button, view.big_blind) == (True, 2, 6, 2)
    assert scene.kinds() == []


def test_the_table_is_set_up_anew_as_soon_as_the_hand_is_over():
    scene = everybody_folds(evening().deal())
    assert scene.engine.may_be_set
    scene.event("table", seats={"1": {"stack": 500}, "2": {"stack": 500}})
    assert (len(scene.hands()), scene.engine.in_hand) == (1, False)


def test_a_start_without_a_button_has_it_where_it_belongs():
    """The shoe's contact says that the deck went in, and nothing of the button."""
    scene = everybody_folds(Scene().deal()).end().event("hand.start")
    assert (scene.engine.view().button, scene.engine.hands) == (1, 2)


def test_a_table_whose_hands_are_signalled_waits_for_the_signal():
    scene = everybody_folds(Scene().deal()).end()
    scene.shuffle()
    scene.deal()
    assert (scene.engine.hands, scene.engine.in_hand) == (1, False)


def test_where_an_end_was_not_heard_the_table_is_set_up_anew_once_the_pots_are_gone():
    scene = everybody_folds(Scene().deal())
    assert not scene.engine.may_be_set
    scene.award(2, 50)
    assert not scene.engine.may_be_set
    scene.award(2, 100)
    assert scene.engine.may_be_set
    scene.event("table", seats={"1": {"stack": 500}, "2": {"stack": 600}, "3": {"stack": 700}})
    assert [line.stacks[2] for line in scene.hands()] == [10_050]
    scene.seats = [1, 2, 3]
    scene.shuffle()
    scene.start(button=3).deal().folds(3, 1).end()
    assert scene.kinds() == []
    assert scene.hands()[-1].stacks == {1: 450, 2: 650, 3: 700}


# Before the first hand of a night --------------------------------------------------------------------------


def new_night(house: str = "deltin", **table: object) -> Scene:
    """Six seats, nobody has said where the button is."""
    return Scene(house, without=["hands"], start=False, **table)  # type: ignore[arg-type]


def test_the_first_hand_asks_where_the_button_is():
    scene = new_night()
    asked = scene.engine.view().next_hand
    assert (asked.button, asked.how) == (None, "asked")
    told = scene.event("button.moved", seat=4).engine.view().next_hand
    assert (told.button, told.small_blind, told.big_blind, told.how) == (4, 5, 6, "seen")
    scene.button = 4
    view = scene.deal().engine.view()
    assert (view.hand, view.button, view.next_hand) == (1, 4, None)
    assert scene.kinds() == []


@every_house()
def test_a_deal_that_nobody_waited_for_shows_where_the_button_is(house):
    """Seat 6 has it: the first card goes to seat 1, and the seventh says that this is a deal and no draw for it."""
    scene = new_night(house)
    scene.button = 6
    scene.deal(scene.entitled())
    assert (scene.engine.hands, scene.engine.view().next_hand.how) == (0, "asked")
    scene.deal([1])
    assert (scene.engine.hands, scene.engine.view().button) == (1, 6)
    scene.deal([2, 3, 4, 5, 6]).wait(1)
    view = scene.engine.view()
    assert (view.street, view.to_act, [seat.cards for seat in view.seats[:6]]) == ("preflop", 3, [2] * 6)
    assert scene.kinds() == []


def test_its_first_card_was_not_read():
    scene = new_night()
    scene.button = 6
    _, *others = scene.entitled() * 2
    scene.event("card.draw", tag=None).wait(0.3)
    scene.deal(others)
    assert (scene.engine.view().button, scene.kinds()) == (6, [])


def test_the_dealer_touches_the_button_while_he_deals():
    scene = new_night()
    scene.button = 2
    scene.deal([3, 4, 5]).event("button.moved", seat=2)
    assert (scene.engine.hands, scene.engine.view().button) == (1, 2)
    scene.deal([6, 1, 2, 3, 4, 5, 6, 1, 2])
    assert (scene.engine.view().to_act, scene.kinds()) == (5, [])


def test_who_draws_the_highest_card_has_the_button():
    """One card to each seat, face up; then the deck is shuffled and dealt."""
    scene = new_night("invitational")
    cards = {1: "2c", 2: "9h", 3: "Kd", 4: "Qc", 5: "3s", 6: "Th"}
    for seat, card in cards.items():
        scene.card(f"seat:{seat}", tag=card).event(
            "card.seen", after=0.2, tag=card, zone=f"seat:{seat}", face="up"
        )
    assert scene.engine.hands == 0
    told = scene.engine.view().next_hand
    assert (told.button, told.how) == (3, "seen")
    next_deal(scene, 3)
    assert (scene.engine.view().button, scene.engine.hands, scene.kinds()) == (3, 1, [])


def test_a_new_night_whose_cards_no_antenna_sees_waits_for_the_button_and_loses_nothing():
    scene = Scene(without=["hands", "antennas"], start=False)
    for _ in range(12):
        scene.event("card.draw", tag=None)
    scene.folds(3, 4)
    assert scene.engine.hands == 0
    scene.event("button.moved", seat=6)
    view = scene.engine.view()
    assert (view.hand, view.button, view.to_act) == (1, 6, 5)


# Chips before the first card ------------------------------------------------------------------------------------


def test_blinds_pushed_before_the_first_card_are_posts_of_the_next_hand():
    scene = everybody_folds(evening().deal()).award(2, 150)
    scene.wait(10).post(2, 25, 25).post(3, 100)
    next_deal(scene, 1)
    posts = scene.engine.hand.players
    assert (posts[2].posted, posts[3].posted) == (50, 100)
    assert scene.kinds() == []


def test_a_blind_that_lies_short_before_the_first_card_is_told():
    scene = everybody_folds(evening().deal()).award(2, 150)
    scene.wait(10).post(2, 25, 25).post(3, 25, 25)
    next_deal(scene, 1)
    assert scene.found("blind.missing").seat == 3


def test_chips_that_follow_a_call_are_no_posts_of_the_next_hand():
    """Seat 2 says call on the river; it takes him four seconds to put the chips out."""
    scene = evening().deal().folds(3, 4, 5, 6).calls(1).taps(2).sweep().flop()
    for _ in range(2):
        scene.taps(1, 2).street()
    scene.says(1, "bet", 500).pushes(1, 500).says(2, "call").pushes(2, 100, 100, 100, 100, 100, after=4)
    next_deal(scene.sweep().tables(1).award(1, 1_200), 1)
    assert (scene.engine.hand.players[2].posted, scene.kinds()) == (0, [])


# Cards that belong to another hand than they seem to ----------------------------------------------------------


def test_a_fold_that_nobody_saw_and_the_next_deal_comes():
    """Seat 1's cards were never seen in the muck; on the flop the deck is shuffled and dealt to the seats."""
    scene = evening().deal().folds(3, 4, 5, 6).calls(1).taps(2).sweep().flop().says(1, "bet", 300)
    next_deal(scene, 1)
    (first,) = scene.hands()
    assert (first.hand, scene.engine.hands, scene.engine.view().button) == (1, 2, 1)
    assert scene.kinds() == []


def test_a_burn_that_flies_over_a_seat_is_no_new_deal():
    """The antenna of seat 2 sees the burn for a tenth of a second."""
    scene = evening().deal().folds(3, 4, 5, 6).calls(1).taps(2).sweep()
    tag = scene.cards.pop()
    scene.event("card.draw", after=1, tag=tag, face="down").event(
        "card.seen", after=0.1, tag=tag, zone="seat:2"
    )
    scene.event("card.gone", after=0.1, tag=tag, zone="seat:2").event(
        "card.seen", after=0.1, tag=tag, zone="burn"
    )
    scene.street(3, burn=False).taps(1)
    assert (scene.engine.hands, scene.engine.street, scene.kinds()) == (1, "flop", [])


def test_a_stub_that_is_shown_when_the_hand_is_over_begins_no_hand():
    """They want to see the flop that would have come."""
    scene = everybody_folds(evening("invitational").deal())
    scene.burn().street(3, burn=False)
    assert (scene.engine.in_hand, scene.engine.hands) == (False, 1)
    next_deal(scene, 1)
    assert (scene.engine.hands, scene.engine.view().button, scene.engine.view().to_act) == (2, 1, 4)
    assert scene.kinds() == []


def test_a_log_that_stops_while_a_card_is_on_its_way_keeps_it():
    scene = evening().deal().folds(3, 4, 5, 6).calls(1).taps(2).sweep()
    scene.event("card.draw", tag=scene.cards.pop(), face="down")
    scene.engine.finish()
    assert len(scene.engine.hand.draws) == 13


# Misdeals ------------------------------------------------------------------------------------------------------------


def misdealt() -> Scene:
    """The first card went to the wrong seat, and the floor calls it a misdeal by the book."""
    return evening().deal([2, 3, 4, 5, 6, 1] * 2)


def test_a_misdeal_whose_cards_were_gathered_is_dealt_again():
    scene = misdealt()
    assert scene.kinds() == ["misdeal.wrong_first_seat"]
    for seat in range(1, 7):
        scene.mucks(seat)
    next_deal(scene.wait(5), 6)
    (void,) = scene.hands()
    assert (void.void, scene.engine.hands, scene.engine.view().button) == (True, 2, 6)
    assert scene.engine.view().misdeal.state == "none"


def taken_up(scene: Scene, *, but: tuple[int, ...] = ()) -> Scene:
    """The dealer takes the cards of all seats up by hand; no antenna sees them any more."""
    for seat, tags in scene.hole.items():
        for tag in tags if seat not in but else ():
            scene.event("card.gone", after=0.05, tag=tag, zone=f"seat:{seat}")
    return scene


def test_cards_that_the_dealer_takes_up_before_anybody_has_acted_are_dealt_again():
    """Something went wrong that no sensor saw, and nobody keys a misdeal; the button lies where it lay."""
    scene = taken_up(evening().post(1, 25, 25).post(2, 100).deal()).wait(6)
    before = scene.engine.seats[2].stack
    next_deal(scene, 6)
    (void,) = scene.hands()
    assert (void.void, void.returned, void.stacks[2]) == (True, {1: 50, 2: 100}, before)
    assert (scene.engine.hands, scene.engine.view().button) == (2, 6)
    assert scene.kinds() == []


def test_a_hand_in_which_somebody_has_acted_is_not_dealt_in_vain():
    scene = taken_up(everybody_folds(evening().deal()), but=(3, 4, 5, 6, 1)).wait(20)
    next_deal(scene, 1)
    assert [hand.void for hand in scene.hands()] == [False]


def test_cards_that_lie_there_again_were_not_taken_up():
    scene = taken_up(evening().deal())
    for seat, tags in scene.hole.items():
        for tag in tags:
            scene.event("card.seen", after=0.02, tag=tag, zone=f"seat:{seat}")
    everybody_folds(scene.wait(3))
    assert (scene.engine.hands, scene.hands()) == (1, [])
    assert scene.kinds() == []


def test_a_misdeal_whose_deck_comes_out_anew_is_dealt_again_though_no_card_was_seen_to_go():
    scene = misdealt()
    first = scene.hole[2][0]
    scene.shuffle()
    scene.hole = {}
    scene.card("seat:1", tag=first)
    scene.cards.remove(first)
    scene.deal([2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    assert (scene.engine.hands, len(scene.hands()), scene.engine.view().misdeal.state) == (2, 1, "none")


def test_a_misdeal_that_play_goes_on_with_is_no_new_hand():
    scene = (
        misdealt().rules("play_on", finding="1:misdeal.wrong_first_seat:1").folds(3, 4, 5, 6).calls(1).taps(2)
    )
    scene.sweep().flop().taps(1)
    assert (scene.engine.hands, scene.engine.street) == (1, "flop")


# The button corrected ------------------------------------------------------------------------------------------------


def test_the_button_that_the_table_put_wrong_is_corrected_before_anybody_acts():
    """By the rule it is at seat 1; it lies at seat 2, and the dealer touches that seat when the cards are out."""
    scene = next_deal(everybody_folds(evening().deal()), 1)
    scene.event("button.moved", seat=2)
    view = scene.engine.view()
    assert (view.hand, view.button, view.small_blind, view.big_blind, view.to_act) == (2, 2, 3, 4, 5)
    posts = [
        (act.seat, act.to) for act in scene.out if getattr(act, "action", "") == "post" and act.hand == 2
    ]
    assert posts == [(2, 50), (3, 100), (3, 50), (4, 100)]
    scene.button = 2
    everybody_folds(scene)
    next_deal(scene, 3)
    assert scene.hands()[-1].stacks == {1: 9_950, 2: 10_050, 3: 9_950, 4: 10_050, 5: 10_000, 6: 10_000}


def test_a_button_that_moves_on_before_the_hand_is_over_is_the_next_ones():
    """The antenna reads its tag at seat 1 while seat 2 still thinks about the river."""
    scene = evening().deal().folds(3, 4, 5, 6).calls(1).taps(2).sweep().flop()
    scene.taps(1).event("button.moved", seat=1)
    assert scene.kinds() == []
    assert scene.engine.view().button == 6


# The cards gathered ----------------------------------------------------------------------------------------------------


def test_a_hand_ends_when_its_pot_is_pushed_and_its_cards_are_gathered():
    scene = everybody_folds(evening().deal()).award(2, 150)
    assert scene.hands() == []
    scene.mucks(2).wait(0.2).wait(1)
    (hand,) = scene.hands()
    assert (hand.stacks[2], scene.engine.in_hand) == (10_050, False)


def test_a_hand_whose_pot_lies_there_is_not_over_though_its_cards_are_gone():
    scene = everybody_folds(evening().deal()).mucks(2).wait(3)
    assert scene.hands() == []
    scene.award(2, 150).wait(1)
    assert len(scene.hands()) == 1


def test_where_nobody_sees_the_pot_go_the_last_hand_has_it_when_its_cards_are_gathered():
    scene = everybody_folds(Scene(without=["hands", "awards"]).deal()).mucks(2).wait(0.2).wait(1)
    (hand,) = scene.hands()
    assert (hand.stacks[2], hand.assumed) == (10_050, True)


def test_a_board_that_still_lies_there_keeps_the_hand_open():
    scene = (
        evening()
        .deal()
        .folds(3, 4, 5, 6)
        .calls(1)
        .taps(2)
        .sweep()
        .flop()
        .folds(1)
        .award(2, 200)
        .mucks(2)
        .wait(3)
    )
    assert scene.hands() == []
    for tag in scene.board:
        scene.move(tag, "board")
    scene.wait(2.5)
    assert len(scene.hands()) == 1


def test_a_fold_keyed_to_the_wrong_seat_whose_cards_lie_there_ends_nothing():
    scene = evening().deal().folds(3, 4, 5, 6).says(1, "fold").wait(3).award(2, 100).mucks(2).wait(5)
    assert scene.hands() == []


def test_a_winner_who_took_back_what_nobody_called_posts_his_blind_in_the_next_hand():
    """Seat 2 raised; the shuffler is quick, and the blinds come within ten seconds."""
    scene = evening().deal().folds(3, 4, 5, 6).says(1, "call").pushes(1, 50).says(2, "raise", 300)
    scene.pushes(2, 100, 100).folds(1).pulls(2, 100, 100).wait(5)
    scene.event("button.moved", seat=1).post(2, 50).post(3, 100)
    scene.shuffle()
    scene.button, scene.hole = 1, {}
    scene.deal().wait(1)
    assert scene.kinds() == []
    assert scene.hands()[0].stacks[2] == 10_100
    assert scene.folds(4, 5, 6, 1, 2).wait(1).engine.view().seats[1].bet == 50


def test_blinds_after_the_button_has_moved_on_are_no_bets_on_a_river_that_was_checked():
    """Nobody sees checks, faces or pots here; the button's tag is read in its next place."""
    scene = Scene(without=["hands", "taps", "faces", "awards"]).deal().folds(3, 4, 5, 6).calls(1).sweep()
    scene.flop().sweep().street().sweep().street().wait(8)
    scene.event("button.moved", seat=1).post(2, 50).post(3, 100)
    scene.shuffle()
    scene.button, scene.hole = 1, {}
    scene.deal().wait(1)
    assert scene.kinds() == []
    view = scene.engine.view()
    assert (view.hand, view.small_blind, view.big_blind, view.to_act) == (2, 2, 3, 4)
