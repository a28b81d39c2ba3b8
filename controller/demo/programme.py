"""Chooses which story comes when: something goes wrong in every second hand, each mishap in its turn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count, cycle

from controller.demo import filmed
from controller.demo.hands import Hand
from controller.demo.mishaps import MISHAPS, as_played, tell
from controller.demo.rehearsal import House
from controller.demo.steps import Story


def programme(
    hands: Sequence[Hand], house: House, seed: int | None = None, only: Sequence[str] = ()
) -> Iterator[tuple[Story, Hand]]:
    """Yield stories without end, each with its hand; the first has a mishap. ``seed`` mixes the order.

    ``only`` names the mishaps to show, all where it is empty. A mishap is left out where this house
    makes nothing of it in any of the hands.
    """
    hands, names = list(hands), list(only or MISHAPS)
    if seed is not None:
        mixer = random.Random(seed)
        mixer.shuffle(hands)
        mixer.shuffle(names)
    clean = _clean(hands)
    # Each mishap begins at another hand, so that the evening's first hands differ.
    told = {name: 2 * number for number, name in enumerate(names, start=1)}
    while True:
        if names:
            name = names.pop(0)
            found = find(name, hands, house, told[name])
            if found is None:
                continue
            names.append(name)
            told[name] = hands.index(found[1]) + 1
            yield found
        hand = next(clean)
        yield as_played(hand), hand


def untold(names: Sequence[str], hands: Sequence[Hand], house: House) -> list[str]:
    """Return those of the mishaps that this house, with what its table has, makes nothing of in any hand."""
    return [name for name in names if find(name, hands, house, 0) is None]


def find(name: str, hands: Sequence[Hand], house: House, first: int) -> tuple[Story, Hand] | None:
    """Return the mishap in the next hand, from number ``first`` on, that it fits."""
    for number in range(len(hands)):
        hand = hands[(first + number) % len(hands)]
        story = tell(MISHAPS[name], hand, house)
        if story is not None:
            return story, hand
    return None


def _clean(hands: Sequence[Hand]) -> Iterator[Hand]:
    """Yield hands without end; of three, two have a film, so that the camera counts one hand in three of all."""
    films = cycle([hand for hand in hands if hand.name in filmed.HANDS] or hands)
    others = cycle([hand for hand in hands if hand.name not in filmed.HANDS] or hands)
    for number in count():
        yield next(films if number % 3 < 2 else others)
