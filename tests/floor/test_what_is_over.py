"""What nobody says is over: a table that is lost together with its broker leaves no last will, a log that ends closes no call."""

from __future__ import annotations

import json
import time

import pytest

from controller.floor.house import House
from controller.floor.tables import MISSED_S, TWINS_S
from tests.floor.test_a_table_that_says_anything import SAID

HEALTH = b'{"state":"up","journal":"night"}'
SAYS = {"state": b'{"hand":3}', "health": HEALTH, "action": json.dumps({"n": 1}).encode()}


def says(house: House, what: str, payload: bytes, *, retained: bool = False) -> None:
    house.take(f"floorcall/zagreb/7/{what}", payload, time.time(), retained=retained)


@pytest.fixture
def began() -> float:
    """When the broker came."""
    return time.monotonic()


@pytest.fixture
def house(began: float) -> House:
    """A floor that has heard that table 7 is up."""
    made = House()
    says(made, "health", HEALTH)
    return made


def silent(house: House) -> bool:
    return house.tables["zagreb/7"].is_silent


def test_a_table_that_says_nothing_for_a_minute_is_silent(house: House, began: float) -> None:
    house.miss(began, began + MISSED_S - 5)
    assert not silent(house)
    version = house.version
    house.miss(began, time.monotonic() + MISSED_S + 1)
    assert silent(house)
    assert house.version > version, "the page is told so"
    (trouble,) = house.tables["zagreb/7"].troubles(time.time())
    assert trouble.what == "silent"


@pytest.mark.parametrize("what", SAYS)
def test_whatever_it_says_next_it_is_there_again(house: House, began: float, what: str) -> None:
    house.miss(began, time.monotonic() + MISSED_S + 1)
    says(house, what, SAYS[what])
    assert not silent(house)


def test_what_the_broker_has_kept_of_it_is_no_sign_of_life(house: House, began: float) -> None:
    house.miss(began, time.monotonic() + MISSED_S + 1)
    says(house, "health", HEALTH, retained=True)
    assert silent(house)


def test_nobody_is_missed_before_the_broker_was_there_for_a_minute(house: House) -> None:
    later = time.monotonic() + 3600
    house.miss(later - 5, later)
    assert not silent(house)


def speaks(house: House, journal: str, now: float) -> None:
    house.take("floorcall/zagreb/7/health", json.dumps({"state": "up", "journal": journal}).encode(), now)


@pytest.fixture
def calling() -> House:
    """A floor that has heard a call out of the first log of a table's journal, at second 0."""
    made = House()
    speaks(made, "first", 0.0)
    made.take("floorcall/zagreb/7/alert", json.dumps({**SAID["alert"], "state": "new"}).encode(), 0.0)
    assert open_calls(made) == 1
    return made


def open_calls(house: House) -> int:
    return sum(alert.is_open for alert in house.alerts.values())


def test_a_call_stays_as_long_as_its_journal_may_speak_again(calling: House) -> None:
    for now in (20.0, 60.0, 100.0):
        speaks(calling, "second", now)
        speaks(calling, "first", now + 1)
        calling.leave(now + 2)
        assert open_calls(calling) == 1, "two tables of one name: both are heard"
    calling.leave(1e6)
    assert open_calls(calling) == 1, "it is silent, and nobody has taken its place"


def test_a_call_is_closed_once_another_journal_has_taken_the_place_of_its_own(calling: House) -> None:
    speaks(calling, "second", 20.0)
    calling.leave(30.0)
    assert open_calls(calling) == 1
    calling.leave(TWINS_S + 1)
    assert open_calls(calling) == 0
    assert [alert.body["state"] for alert in calling.drain()[2]] == ["closed"]


def test_a_call_is_closed_once_its_journal_has_a_later_log(calling: House) -> None:
    n = SAID["alert"]["n"] + 1
    calling.take("floorcall/zagreb/7/action", json.dumps({"n": n, "log": 2, "hand": 1}).encode(), 5.0)
    calling.leave(6.0)
    assert open_calls(calling) == 0
