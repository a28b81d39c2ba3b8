"""The wall clock of the floor's machine is set back: what its pages show goes on."""

from __future__ import annotations

import json
import time

import pytest

from controller.floor import board, guesses
from controller.floor import house as rooms
from controller.floor.duties import Duties
from controller.floor.guesses import SHOWN_S, Guesses
from controller.floor.house import House
from controller.floor.rows import Rows
from controller.ruling_cards.words import words_in


class SetClock:
    """The module ``time`` with a wall clock that somebody sets, and seconds that go when they are told to."""

    strftime, localtime = staticmethod(time.strftime), staticmethod(time.localtime)

    def __init__(self) -> None:
        self.wall, self.gone = 1_700_000_000.0, 0.0

    def time(self) -> float:
        return self.wall + self.gone

    def monotonic(self) -> float:
        return self.gone


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    made = SetClock()
    for module in (board, guesses, rooms):
        monkeypatch.setattr(module, "time", made)
    return made


def test_what_is_wrong_is_on_the_page_a_second_later(clock: SetClock):
    wrong: dict[str, str | int] = {}
    house, duties = House(), Duties({})
    shown = board.Board(house, Rows(house, {}, [60, 120], duties), duties, lambda words: wrong)
    assert "pins" not in json.loads(shown.now("en").head)
    wrong["pins"] = "3 wrong PINs"
    clock.wall -= 7200.0
    clock.gone += board.BEAT_S
    assert json.loads(shown.now("en").head)["pins"] == "3 wrong PINs"


def test_a_call_goes_on_to_the_leads_and_to_everybody(clock: SetClock):
    house, duties = House(), Duties({})
    rows = Rows(house, {}, [60, 120], duties)
    finding = {
        "id": "3:bet.string:1", "kind": "bet.string", "level": "floor", "seat": 3, "hand": 3, "cites": [], "facts": {},
    }  # fmt: skip
    body = {"n": 1, "log": 1, "finding": finding, "state": "new"}
    house.take("floorcall/zagreb/7/alert", json.dumps(body).encode(), clock.time())
    (call,) = house.alerts.values()
    stages = []
    clock.wall -= 7200.0
    for _ in range(3):
        stages.append(rows.stage(call, clock.time()))
        clock.gone += 60.0
    assert stages == [0, 1, 2]
    assert rows.past(call, words_in("en")).stage == 0


@pytest.mark.parametrize("set_by", [-7200.0, 7200.0])
def test_wrong_pins_are_told_for_an_hour_whatever_the_clock_says(clock: SetClock, set_by: float):
    wrong = Guesses()
    wrong.wrong("192.0.2.7", 1)
    clock.wall += set_by
    clock.gone += SHOWN_S
    assert "192.0.2.7" in wrong.told("en")
    clock.gone += 1.0
    assert wrong.told("en") == ""
