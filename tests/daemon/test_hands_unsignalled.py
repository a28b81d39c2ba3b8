"""A table whose dealer only deals: the daemon records the hands' starts, ends and awards that it has worked out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests import warm

NOT_SENSED = ("hand.start", "hand.end", "chips.award")
OWN = ["hand.start", "deal.end", "chips.award", "hand.end"]


@pytest.fixture
def dealt(table: Any) -> Any:
    """A running table at which nobody keys hands or awards."""
    text = table.config.read_text()
    table.config.write_text(text.replace('"faces", "awards", "hands"', '"faces"'))
    table.plug_all()
    table.start()
    table.wait_up()
    return table


def sensed(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what the devices of this table report of a hand."""
    return [event for event in events if event["type"] not in NOT_SENSED]


def log_of(table: Any) -> list[dict[str, Any]]:
    """Return the journal's log, opened with the key, as far as its hands are over."""
    out = table.folder / "night.jsonl"
    warm.run(
        "controller.cli", "journal", "export", table.journal, "-o", out, "--key", table.key_file, check=True
    )
    return [msgspec.json.decode(line) for line in out.read_bytes().splitlines()]


def hands_of(table: Any) -> list[dict[str, Any]]:
    """Return the hands that a replay of the exported log gives."""
    told = warm.run(
        "controller.cli", "replay", table.folder / "night.jsonl", "--json", check=True
    ).stdout.splitlines()
    return [line for line in map(msgspec.json.decode, told) if line["type"] == "hand"]


def own(lines: list[dict[str, Any]]) -> list[str]:
    """Return the types of the lines that the table worked out."""
    return [line["type"] for line in lines if line.get("by") == "table"]


def test_the_dealer_deals_and_the_log_has_the_hands(dealt: Any, hand: Any) -> None:
    assert dealt.post("/key", {"type": "button.moved", "seat": 6})[0] == 202
    dealt.play([hand.deck(), *sensed(hand.events(6))])
    dealt.play(sensed(hand.events(1, to="deal", shift=20)))
    view = hand.wait_for(lambda: (v := dealt.state()["view"])["hand"] == 2 and v, "the second hand")
    assert (view["button"], view["big_blind"]) == (1, 3)
    dealt.stop()
    lines = log_of(dealt)
    assert own(lines) == OWN
    assert all(line["why"] for line in lines if line.get("by") == "table")
    (number,) = (number for number, line in enumerate(lines) if line["type"] == "hand.start")
    card = next(line for line in lines[number:] if line["type"] == "card.draw")
    assert card["t"] == lines[number]["t"]
    (first,) = hands_of(dealt)
    assert (first["stacks"]["2"], first["assumed"]) == (10_150, True)


@pytest.mark.matrix(("cut", [30, 60, 75, 90]), part=1)
def test_after_a_power_cut_in_an_unsignalled_night_the_same_hands_are_on_record(
    dealt: Any, hand: Any, cut: int
) -> None:
    events = [hand.deck(), *sensed(hand.events(6)), *sensed(hand.events(1, to="deal", shift=20))]
    assert dealt.post("/key", {"type": "button.moved", "seat": 6})[0] == 202
    dealt.play(events[:cut])
    dealt.kill()
    dealt.start()
    dealt.wait_up()
    dealt.play(events[cut:])
    hand.wait_for(lambda: dealt.state()["view"]["hand"] == 2, "the second hand")
    dealt.stop()
    assert own(log_of(dealt)) == OWN
    assert [first["stacks"]["2"] for first in hands_of(dealt)] == [10_150]
