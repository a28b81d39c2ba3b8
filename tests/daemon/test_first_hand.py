"""The whole way once: a device writes on its pty, the page shows it, the journal has it."""

from __future__ import annotations


def test_a_hand_is_followed_from_the_shoe_to_the_page(running, hand) -> None:
    running.play([hand.deck(), *hand.events(to="flop")])
    view = hand.wait_for(
        lambda: (state := running.state())["view"]["street"] == "flop" and state["view"],
        "the flop on the page",
    )
    assert view["board"] == hand.cards[13:16]
    assert view["hand"] == 1
    running.wait_safe()
    assert running.state()["alerts"] == []
