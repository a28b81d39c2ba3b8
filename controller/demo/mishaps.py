"""Lists what can go wrong at the virtual table: each mishap makes stories of a hand, most telling first.

A mishap knows no house. ``tell`` rehearses its stories under the house's book and takes the first in
which the referee says what the story is about, and nothing else that calls the dealer or the floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from controller.demo.deals import boxed_cards, four_card_flop, seat_dealt_out
from controller.demo.hands import Hand
from controller.demo.rehearsal import House, Rehearsal
from controller.demo.steps import Story
from controller.demo.wagers import call_out_of_turn, string_bet, undercall

Mishap = Callable[[Hand, House], Iterator[Story]]

MISHAPS: Final[dict[str, Mishap]] = {
    "undercall": undercall,
    "boxed-cards": boxed_cards,
    "string-bet": string_bet,
    "four-card-flop": four_card_flop,
    "call-out-of-turn": call_out_of_turn,
    "seat-dealt-out": seat_dealt_out,
}
"""By the name that the command line takes, in the order of an evening."""


def as_played(hand: Hand) -> Story:
    """Return the hand without a mishap."""
    return Story(hand=hand.name, tells="as it was played", steps=hand.steps)


def tell(mishap: Mishap, hand: Hand, house: House) -> Story | None:
    """Return the story that this mishap makes of this hand in this house; None where it makes none."""
    return next((story for story in mishap(hand, house) if _is_ruled(story, hand, house)), None)


def _is_ruled(story: Story, hand: Hand, house: House) -> bool:
    """Whether the referee says what the story is about and nothing else; the first other word ends the rehearsal."""
    table = Rehearsal(hand, house)
    for step in story.steps:
        table.play(step)
        kinds = tuple(finding.kind for finding in table.findings)
        if kinds != story.kinds[: len(kinds)]:
            return False
    table.play_all(())
    findings = table.findings
    return tuple(f.kind for f in findings) == story.kinds and story.remedy in {f.remedy for f in findings}


def said(story: Story, hand: Hand, house: House, *, speed: float = 1.0) -> list[tuple[str, str]]:
    """Return kind and remedy of all that the story calls dealer or floor for, in order."""
    table = Rehearsal(hand, house, speed=speed)
    table.play_all(story.steps)
    return [(finding.kind, finding.remedy) for finding in table.findings]
