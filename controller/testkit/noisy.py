"""Replays a recorded log as a worse table would have sensed it, and says whom it then calls who is not to be called."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from random import Random

from controller.sensorlog.reader import LogReader, Problem
from controller.sensorlog.source import Source, open_log
from controller.sensorlog.writer import encode_event, encode_header
from controller.table.events import Event, HandStarted, LogHeader
from controller.testkit.noise import STRENGTHS, disturb
from controller.testkit.recorded import Told, play

Call = tuple[int, str, int | None]
"""A finding for dealer or floor: hand, kind, seat."""


def calls(lines: list[Told]) -> Counter[Call]:
    """Return whom the lines call, and for what."""
    return Counter(
        (told.get("hand", 0), told["kind"], told.get("seat"))
        for told in lines
        if told["type"] == "finding" and told.get("level") != "info"
    )


def disturbed(log: Path, strength: str, seed: int) -> bytes:
    """Return the log with one strength's noise in each hand; bad lines are left out."""
    out, hand, rng = io.BytesIO(), list[Event](), Random(seed)

    def close() -> None:
        for event in disturb(hand, rng, STRENGTHS[strength]):
            out.write(encode_event(event))
        hand.clear()

    with open_log(str(log)) as source:
        for _, entry in LogReader(source):
            if isinstance(entry, LogHeader):
                close()
                out.write(encode_header(entry))
            elif not isinstance(entry, Problem):
                if isinstance(entry, HandStarted):
                    close()
                hand.append(entry)
    close()
    return out.getvalue()


def false_calls(log: Path, book: str | None, expected: Counter[Call], strength: str, seeds: int) -> list[str]:
    """Return, in words, every call under noise that is not expected of the log as it was recorded."""
    found = []
    for seed in range(1, seeds + 1):
        came = calls(play(Source(log.name, io.BytesIO(disturbed(log, strength, seed))), book))
        found += [
            f"hand {hand}: {kind}{'' if seat is None else f' at seat {seat}'}: called under {strength} noise, seed {seed}"
            for hand, kind, seat in (came - expected).elements()
        ]
    return found
