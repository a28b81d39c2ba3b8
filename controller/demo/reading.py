"""Works out what a hand's steps mean: which cards went to whom, who acted where, what a bet can be made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from controller.demo.steps import Sense, Step
from controller.table.ranks import NEW_DECK_ORDER


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one seat did without a break: steps ``start`` to ``stop`` (not included)."""

    seat: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A card drawn and where it came to lie; the indices of both steps."""

    tag: str
    zone: str
    drawn: int
    lay: int


def turns(steps: Sequence[Sense]) -> list[Turn]:
    """Return the hand's turns in order; a fold by cards counts as what its seat did."""
    owner: dict[str, int] = {}
    found: list[Turn] = []
    for index, step in enumerate(steps):
        seat = _actor(step, owner)
        if seat is None:
            continue
        if found and found[-1].seat == seat and found[-1].stop == index:
            found[-1] = Turn(seat=seat, start=found[-1].start, stop=index + 1)
        else:
            found.append(Turn(seat=seat, start=index, stop=index + 1))
    return found


def _actor(step: Sense, owner: dict[str, int]) -> int | None:
    event = step.event
    if step.type in ("chips.push", "declare", "tap"):
        return step.seat
    if step.type == "card.seen" and event["zone"].startswith("seat:"):
        owner[event["tag"]] = int(event["zone"].removeprefix("seat:"))
    elif step.type == "card.gone" or (step.type == "card.seen" and event["zone"] == "muck"):
        return owner.get(event["tag"])
    return None


def cards(steps: Sequence[Step]) -> list[Dealt]:
    """Return every card drawn, in order, with the zone where it was first seen."""
    drawn: dict[str, int] = {}
    dealt: list[Dealt] = []
    for index, step in enumerate(steps):
        if not isinstance(step, Sense):
            continue
        if step.type == "card.draw":
            drawn[step.event["tag"]] = index
        elif step.type == "card.seen" and step.event["tag"] in drawn:
            tag = step.event["tag"]
            dealt.append(Dealt(tag=tag, zone=step.event["zone"], drawn=drawn.pop(tag), lay=index))
    return dealt


def initial_deal(steps: Sequence[Sense]) -> list[Dealt]:
    """Return the cards dealt to seats, in order."""
    return [card for card in cards(steps) if card.zone.startswith("seat:")]


def drawn(steps: Sequence[Sense]) -> list[str]:
    """Return the tags of the hand's cards in the order of the deck."""
    return [step.event["tag"] for step in steps if step.type == "card.draw"]


def unused(steps: Sequence[Sense]) -> list[str]:
    """Return the cards that the hand never came to; a card's tag is its name here."""
    seen = set(drawn(steps))
    return [card for card in NEW_DECK_ORDER if card not in seen]


def worth(chips: dict[str, int]) -> int:
    """Return what chips are worth, in chip units."""
    return sum(int(denomination) * count for denomination, count in chips.items())


def chips_for(amount: int, denominations: Sequence[int]) -> dict[str, int] | None:
    """Return the fewest chips that make ``amount``, or None where the chips in play cannot."""
    chips: dict[str, int] = {}
    for denomination in sorted(denominations, reverse=True):
        count, amount = divmod(amount, denomination)
        if count:
            chips[str(denomination)] = count
    return chips if amount == 0 else None


def push(wait_s: float, seat: int, chips: dict[str, Any], *, exact: bool = False) -> Sense:
    """Return a step in which a seat pushes chips forward."""
    return Sense(wait_s=wait_s, event={"type": "chips.push", "seat": seat, "chips": chips}, exact=exact)


def deal(wait_s: float, tag: str, zone: str, **seen: str) -> list[Sense]:
    """Return the two steps of a card drawn and laid in a zone."""
    return [
        Sense(wait_s=wait_s, event={"type": "card.draw", "tag": tag, "face": "down"}),
        Sense(wait_s=0.15, event={"type": "card.seen", "tag": tag, "zone": zone, **seen}),
    ]


def move(wait_s: float, tag: str, source: str, target: str) -> list[Sense]:
    """Return the two steps of a card taken from one zone to another."""
    return [
        Sense(wait_s=wait_s, event={"type": "card.gone", "tag": tag, "zone": source}),
        Sense(wait_s=0.25, event={"type": "card.seen", "tag": tag, "zone": target}),
    ]
