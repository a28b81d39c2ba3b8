"""A device goes down in the middle of a clean hand, for a while or for good: nobody is called, and no stack is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from controller import rulebooks
from controller.table import events as ev
from controller.table.outputs import Finding, HandLine, Output
from tests.noise.play import play
from tests.properties.nights import played, reports

SEES: Final = {
    "shoe": (ev.CardDrawn,),
    "antennas": (ev.CardSeen, ev.CardGone),
    "chips": (ev.ChipsPushed, ev.ChipsPulled, ev.BetsSwept, ev.ChangeGiven, ev.ChipsCounted),
}


def without(events: list[ev.Event], device: str, since: float, until: float) -> Iterator[ev.Event]:
    """Yield the events of a hand, but for those of a device that is down from one moment to another."""
    told = ["up", "down"]
    for event in events:
        for moment in (since, until):
            if event.t >= moment and len(told) == (2 if moment == since else 1):
                yield ev.DeviceChanged(t=moment, device=device, kind=device, state=told.pop())  # type: ignore[arg-type]
        if not (since <= event.t < until and isinstance(event, SEES[device])):
            yield event


def called(outputs: list[Output]) -> Counter[tuple[str, int | None]]:
    """Return the findings that call somebody, but for that of the device."""
    found = (out for out in outputs if isinstance(out, Finding) and out.level != "info")
    return Counter((out.kind, out.seat) for out in found if out.kind != "sensing.device")


@pytest.mark.parametrize("device", SEES)
@pytest.mark.matrix(("house", rulebooks.ids()), part=3)
def test_what_was_not_seen_calls_nobody_and_makes_no_stack_wrong(house: str, device: str) -> None:
    book = rulebooks.load(house)
    for seed in range(12):
        hand, chance = played(house, seed), Random(f"{seed} {house} {device}")
        events = reports(hand)
        start = next(event.t for event in events if isinstance(event, ev.HandStarted))
        since = chance.uniform(start, events[-1].t)
        until = chance.choice([chance.uniform(since, events[-1].t), events[-1].t + 1])
        clean = play(events, book, game=hand.dealt.game)
        said = play(without(events, device, since, until), book, game=hand.dealt.game)
        assert not called(said) - called(clean), seed
        true = next(out.stacks for out in clean if isinstance(out, HandLine))
        stacks = next(out.stacks for out in said if isinstance(out, HandLine))
        assert not {seat for seat, stack in stacks.items() if stack not in (None, true[seat])}, seed
