"""The form of what the referee says: every line of every story told in these tests is held against it."""

from __future__ import annotations

from typing import Any

import msgspec

from controller.table.kinds import KINDS
from controller.table.outputs import Finding, Output

_ENCODER = msgspec.json.Encoder()
_DECODERS: dict[type, msgspec.json.Decoder[Output]] = {}


def check(said: Output, log: dict[int, dict[str, Any]]) -> None:
    """Hold one line against its form; ``log`` is the log so far, by the numbers of its lines."""
    decoder = _DECODERS.get(type(said))
    if decoder is None:
        decoder = _DECODERS[type(said)] = msgspec.json.Decoder(type(said))
    decoder.decode(_ENCODER.encode(said))
    if isinstance(said, Finding):
        _check_remedy(said)
        assert (amiss := KINDS[said.kind].amiss(said.facts)) is None, (amiss, said)
        _check_evidence(said, log)


def _check_remedy(said: Finding) -> None:
    assert said.remedy in (*KINDS[said.kind].remedies, "floor"), said
    assert said.level == "floor" or said.remedy != "floor", said


def _check_evidence(said: Finding, log: dict[int, dict[str, Any]]) -> None:
    """What is told of cards shows the draw that proves it, a wager's something that its player did."""
    assert said.evidence, said
    events = [log[line] for line in said.evidence]
    own_act = said.kind.startswith("bet.") and said.kind != "bet.undercall_sequence"
    if own_act or said.kind == "turn.out_of_turn":
        assert any(event.get("seat") == said.seat for event in events), said
    told = said.facts.get("draws", [said.facts["draw"]] if "draw" in said.facts else [])
    assert not told or _draws(log)[told[-1] - 1] in said.evidence, said


def _draws(log: dict[int, dict[str, Any]]) -> list[int]:
    """Return the lines of the hand's draws."""
    lines: list[int] = []
    for line, event in log.items():
        if event["type"] == "hand.start":
            lines = []
        elif event["type"] == "card.draw":
            lines.append(line)
    return lines
