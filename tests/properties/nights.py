"""Hands by chance, sensed through noise, as one hand's reports or as the bytes of a log."""

from __future__ import annotations

from random import Random

import msgspec

from controller import rulebooks
from controller.sensorlog.writer import encode_event
from controller.table import events as ev
from controller.testkit.chances import Noise
from controller.testkit.noise import disturb
from tests.oracle.hand import Played, play
from tests.oracle.told import events_of


def played(house: str, seed: int) -> Played:
    """Return hand number ``seed`` of a house."""
    return play(seed, rulebooks.load(house))


def reports(hand: Played, noise: Noise | None = None) -> list[ev.Event]:
    """Return what the devices report of a hand, in the order of arrival."""
    events = events_of(hand)
    return disturb(events, Random(hand.dealt.name), noise) if noise is not None else events


def header(hand: Played, house: str) -> ev.LogHeader:
    """Return the header of a log of the hand."""
    return ev.LogHeader(
        version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=house, game=hand.dealt.game
    )


def log_of(hand: Played, house: str, noise: Noise | None = None) -> bytes:
    """Return the hand's log as it lies in a file."""
    lines = [encode_event(event).rstrip(b"\n") for event in reports(hand, noise)]
    return b"\n".join([msgspec.json.encode(header(hand, house)), *lines]) + b"\n"
