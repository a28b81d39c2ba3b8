"""A table that is lost together with its broker leaves no last will: the floor misses it."""

from __future__ import annotations

import json
import time

import pytest

from controller.floor.house import House
from controller.floor.tables import MISSED_S

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
