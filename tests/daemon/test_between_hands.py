"""An update waits for the hand's end: the package's scripts ask the daemon that runs."""

from __future__ import annotations

from controller.doctor.between_hands import main


def test_in_a_hand_it_is_told_at_which_table_and_after_it_nothing_stands_in_the_way(running, hand, capsys):
    config = str(running.config)
    assert main([config]) == 0
    running.play([hand.deck(), *hand.events(6, to="deal")])
    hand.wait_for(lambda: running.state()["view"]["hand"] == 1, "the hand to be on")
    assert main([config]) == 75
    assert "a hand is being played at table 7; update when it is over" in capsys.readouterr().err
    assert running.stop() == 0
    assert main([config]) == 0
