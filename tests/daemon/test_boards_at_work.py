"""What the boards' own sensors say of a hand: the deck goes in, the button lies, a knuckle falls."""

from __future__ import annotations


def test_the_deck_goes_in_and_the_hand_begins_where_the_button_lies(running, hand) -> None:
    running.play([hand.deck(), *hand.events(6)])
    running.play([{"type": "button.moved", "seat": 1}])
    running.devices["shoe"].sense({"type": "hand.start"})
    running.wait_safe()
    view = hand.wait_for(
        lambda: (v := running.state()["view"])["hand"] == 2 and v["button"] == 1 and v, "the second hand"
    )
    assert (view["small_blind"], view["big_blind"]) == (2, 3)


def test_a_knock_is_a_check(running, hand) -> None:
    events = hand.events(6)
    option = next(n for n, event in enumerate(events) if event["type"] == "tap")
    running.play([hand.deck(), *events[:option]])
    assert running.state()["view"]["to_act"] == 2
    running.devices["antennas"].sense({"type": "tap", "seat": 2})
    hand.wait_for(lambda: running.state()["view"]["to_act"] is None, "the big blind to have checked")
