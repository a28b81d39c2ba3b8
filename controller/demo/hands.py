"""Reads the real hands that ship with the demo, as steps. Each file names its source in its header."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from controller.demo.steps import Sense
from controller.table.events import Equipment, Game, LogHeader


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A real hand, of ``game``. ``seating`` is who sits with what and for which blinds; ``steps`` are from the riffle on."""

    name: str
    source: str
    game: Game
    seating: tuple[Sense, ...]
    steps: tuple[Sense, ...]

    @property
    def denominations(self) -> list[int]:
        """The chips in play, smallest first, in chip units."""
        return sorted(self.seating[0].event.get("denominations", []))

    def header(self, rulebook: str, equipment: Iterable[Equipment]) -> LogHeader:
        """Return the header of a log of this hand under a house's book, at a table that has ``equipment``."""
        return LogHeader(
            version=1,
            table="demo",
            started="2026-01-01T00:00:00Z",
            rulebook=rulebook,
            game=self.game,
            equipment=list(equipment),
        )


def load_hands() -> list[Hand]:
    """Return the hands that ship with the project, in order of their names."""
    return hands_in(resources.files("controller.demo") / "hands")


def hands_in(folder: Traversable) -> list[Hand]:
    """Return the hands of a folder's logs, in order of their names."""
    files = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".jsonl")), key=lambda f: f.name
    )
    return [_hand(file.name.removesuffix(".jsonl"), file.read_text(encoding="utf-8")) for file in files]


def _hand(name: str, text: str) -> Hand:
    header, *events = [json.loads(line) for line in text.splitlines()]
    steps = list(_steps(events))
    in_play = steps[0].event.get("denominations", [])
    for step in steps:
        if step.type == "level":
            step.event["denominations"] = in_play
    riffle = next(i for i, step in enumerate(steps) if step.type == "hand.start")
    return Hand(
        name=name,
        source=header.get("source", ""),
        game=header.get("game", "nlhe"),
        seating=tuple(steps[:riffle]),
        steps=(Sense(wait_s=1.0, event=steps[riffle].event), *steps[riffle + 1 :]),
    )


def _steps(events: list[dict[str, Any]]) -> list[Sense]:
    """Turn the log's times into waits; live, each device has a clock of its own."""
    steps, before = [], 0.0
    for event in events:
        fields = dict(event)
        t, started = fields.pop("t"), fields.pop("started", None)
        if fields["type"] == "table":
            fields["seats"] = {n: seat for n, seat in fields["seats"].items() if seat.get("state") != "empty"}
        began_s = None if started is None else round(t - started, 6)
        wait_s, is_rest = round(t - before, 6), fields["type"] == "tick"
        steps.append(Sense(wait_s=wait_s, event=fields, exact=is_rest, began_s=began_s))
        before = t
    return [replace(step, kept=_keeps_cards(step, steps[n:])) for n, step in enumerate(steps)]


def _keeps_cards(fold: Sense, after: Iterable[Sense]) -> bool:
    """Whether a seat says "fold" and no card of it goes away later."""
    if fold.type != "declare" or fold.event["action"] != "fold":
        return False
    place = f"seat:{fold.seat}"
    return not any(step.type == "card.gone" and step.event["zone"] == place for step in after)
