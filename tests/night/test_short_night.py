"""A few hands of a night, as ``make night`` plays an hour of them."""

from __future__ import annotations

import asyncio

import pytest

from tests.conftest import LongProof
from tests.night.night import MICROPYTHON, play


@pytest.mark.soak
def test_hands_that_nobody_keys_are_followed_whenever_the_power_is_cut_and_their_mishaps_ruled(
    long_proof: LongProof,
):
    hands, kills = long_proof(1, 5), long_proof(1, 5)
    account = asyncio.run(play(hands, speed=8, kills=kills, seed=11, mishaps=["boxed-cards"]))
    assert account.wrong_stacks() == []
    assert account.false_calls() == []
    assert all(played.touches <= 1 for played in account.played if played.clean)
    assert all(played.touches == 0 for played in account.played if played.clean and not played.showdown)


@pytest.mark.soak(alone=True)
def test_hands_with_the_firmware_on_its_own_micropython_and_a_dealer_at_the_display():
    account = asyncio.run(play(6, speed=5, seed=5, board=MICROPYTHON, browser=True, mishaps=["boxed-cards"]))
    assert account.wrong_stacks() == []
    assert account.false_calls() == []
    assert account.in_browser >= 1
