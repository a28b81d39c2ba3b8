"""Makes mishaps of the dealer's hands: cards face up in the deck, a seat left out, a card too many on the flop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.demo.ending import fold_around
from controller.demo.hands import Hand
from controller.demo.reading import Dealt, cards, deal, initial_deal, move, unused
from controller.demo.rehearsal import House
from controller.demo.steps import ENDED, FloorRules, Sense, Step, Story

_BOXED: Final = (
    (("deal.boxed_card", "misdeal.boxed_cards"), "redeal", "redeal"),
    (("misdeal.boxed_cards",), "redeal", "redeal"),
    # A house that names no number of boxed cards leaves each of them to the floor.
    (("deal.boxed_card", "deal.boxed_card"), "floor", "misdeal"),
)
"""What a house may say of two boxed cards: the findings, the last one's remedy, the floor's decision."""


def boxed_cards(hand: Hand, house: House) -> Iterator[Story]:
    """Two cards come off the deck face up; the deal stops, and the hand is dealt again."""
    dealt = initial_deal(hand.steps)
    for first, second in ((2, 4), (1, 3), (0, 1)):
        steps = list(hand.steps[: dealt[second].lay + 1])
        for card in (dealt[first], dealt[second]):
            steps[card.drawn] = _turned_up(steps[card.drawn])
        tells = f"cards {first + 1} and {second + 1} lie face up in the deck"
        for kinds, remedy, decision in _BOXED:
            yield Story(
                hand=hand.name,
                tells=tells,
                steps=_dealt_again(hand, steps, FloorRules(kind=kinds[-1], decision=decision)),
                kinds=kinds,
                remedy=remedy,
            )


def seat_dealt_out(hand: Hand, house: House) -> Iterator[Story]:
    """The dealer passes a seat over, twice, and the deal ends without it."""
    dealt = initial_deal(hand.steps)
    order = list(dict.fromkeys(card.zone for card in dealt))
    riffle = list(hand.steps[: dealt[0].drawn])
    for victim in (order[2:-1] or order[1:2])[::-1]:
        served = [zone for zone in order if zone != victim]
        steps = riffle + _deal_to(hand.steps, dealt[: 2 * len(served)], served)
        steps.append(Sense(wait_s=1.0, event={"type": "deal.end"}))
        yield Story(
            hand=hand.name,
            tells=f"seat {victim.removeprefix('seat:')} is dealt out",
            steps=_dealt_again(hand, steps, FloorRules(kind="misdeal.seat_dealt_out", decision="redeal")),
            kinds=("misdeal.seat_dealt_out",),
            remedy="redeal",
        )


def four_card_flop(hand: Hand, house: House) -> Iterator[Story]:
    """Four cards come as the flop.

    Where the house scrambles them, the floor draws the one that was the turn's burn as the hand was
    played, so that it goes on as it was. Elsewhere the flop is dealt again, and the hand ends early.
    """
    dealt = cards(hand.steps)
    board = [card for card in dealt if card.zone == "board"]
    burns = [card for card in dealt if card.zone == "burn"]
    if len(board) < 4 or len(burns) < 2:
        return
    third, fourth = board[2], burns[1]
    slip = list(hand.steps[fourth.drawn : fourth.lay + 1])
    slip[0] = replace(slip[0], wait_s=0.3)
    slip[-1] = Sense(wait_s=0.15, event={**slip[-1].event, "zone": "board", "face": "up"})
    slipped = (*hand.steps[: third.lay + 1], *slip)
    drawn_by_floor = move(2.0, fourth.tag, "board", "burn")
    between = hand.steps[third.lay + 1 : fourth.drawn]
    scrambled = (*drawn_by_floor, *between, *hand.steps[fourth.lay + 1 :])
    yield _flop_story(hand, (*slipped, _flop_ruling("scramble_flop"), *scrambled), "scramble_flop")

    for remedy in ("redeal_flop", "floor"):
        steps: tuple[Step, ...] = (
            *slipped,
            _flop_ruling("redeal_flop"),
            *_dealt_flop_again(hand, [*board[:3], fourth]),
        )
        ending = fold_around(hand, steps, house)
        if ending is not None:
            yield _flop_story(hand, (*steps, *ending), remedy)


def _flop_ruling(decision: str) -> FloorRules:
    return FloorRules(kind="board.four_card_flop", decision=decision)


def _flop_story(hand: Hand, steps: tuple[Step, ...], remedy: str) -> Story:
    tells = "four cards come as the flop"
    return Story(hand=hand.name, tells=tells, steps=steps, kinds=("board.four_card_flop",), remedy=remedy)


def _dealt_flop_again(hand: Hand, flop: Sequence[Dealt]) -> list[Sense]:
    """Return the steps in which the flop goes back, the stub is shuffled and three other cards come."""
    steps: list[Sense] = []
    for card in flop:
        steps += move(0.4, card.tag, "board", "stub")
    steps.append(Sense(wait_s=2.0, event={"type": "stub", "state": "reshuffled"}))
    for tag in unused(hand.steps)[:3]:
        steps += deal(0.5, tag, "board", face="up")
    return steps


def _turned_up(step: Sense) -> Sense:
    return replace(step, event={**step.event, "face": "up"})


def _deal_to(steps: Sequence[Sense], dealt: Sequence[Dealt], zones: Sequence[str]) -> list[Sense]:
    """Return the same cards dealt round ``zones`` instead, at the pace of the first deal."""
    again: list[Sense] = []
    for number, card in enumerate(dealt):
        lay = steps[card.lay]
        again += [steps[card.drawn], replace(lay, event={**lay.event, "zone": zones[number % len(zones)]})]
    return again


def _dealt_again(hand: Hand, steps: list[Sense], ruled: FloorRules) -> tuple[Step, ...]:
    """Return the steps with the floor's ruling, the cards collected and the hand dealt again, whole."""
    collected = [
        Sense(wait_s=0.05, event={"type": "card.gone", "tag": card.tag, "zone": card.zone})
        for card in initial_deal(steps)
    ]
    redeal = Sense(wait_s=3.0, event={**hand.steps[0].event, "redeal": True})
    return (*steps, ruled, *collected, ENDED, redeal, *hand.steps[1:])
