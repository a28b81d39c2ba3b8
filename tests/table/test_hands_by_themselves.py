"""Hands that nobody signals: the next one's first card ends the last one and begins the next."""

from __future__ import annotations

from tests.table.scene import Scene


def evening(**table: object) -> Scene:
    """A table where nobody signals hands; the first one has begun at the button's key, seat 6."""
    return Scene(without=["hands"], **table)  # type: ignore[arg-type]


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
