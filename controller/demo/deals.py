"""Mishaps of the dealer's hands: cards face up in the deck, a seat left out, a card too many on the flop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.demo.hands import Hand
from controller.demo.reading import Dealt, cards, initial_deal, move
from controller.demo.steps import FloorRules, Sense, Step, Story
from controller.table.rulebook import Rulebook


def boxed_cards(hand: Hand, book: Rulebook) -> Iterator[Story]:
    """Two cards come off the deck face up; the deal stops, and the hand is dealt again."""
    dealt = initial_deal(hand.steps)
    for first, second in ((2, 4), (1, 3), (0, 1)):
        steps = list(hand.steps[: dealt[second].lay + 1])
        for card in (dealt[first], dealt[second]):
            steps[card.drawn] = _turned_up(steps[card.drawn])
        for kinds in (("deal.boxed_card", "misdeal.boxed_cards"), ("misdeal.boxed_cards",)):
            yield Story(
                hand=hand.name,
                tells=f"cards {first + 1} and {second + 1} lie face up in the deck",
                steps=_dealt_again(hand, steps, "misdeal.boxed_cards"),
                kinds=kinds,
                remedy="redeal",
            )


def seat_dealt_out(hand: Hand, book: Rulebook) -> Iterator[Story]:
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
            steps=_dealt_again(hand, steps, "misdeal.seat_dealt_out"),
            kinds=("misdeal.seat_dealt_out",),
            remedy="redeal",
        )


def four_card_flop(hand: Hand, book: Rulebook) -> Iterator[Story]:
    """Four cards come as the flop; the one that the floor draws is the turn's burn, the rest the flop.

    It is the card that was the turn's burn as the hand was played, so that the hand goes on as it was.
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
    between = hand.steps[third.lay + 1 : fourth.drawn]
    drawn_by_floor = move(2.0, fourth.tag, "board", "burn")
    yield Story(
        hand=hand.name,
        tells="four cards come as the flop",
        steps=(
            *hand.steps[: third.lay + 1],
            *slip,
            FloorRules(kind="board.four_card_flop", decision="scramble_flop"),
            *drawn_by_floor,
            *between,
            *hand.steps[fourth.lay + 1 :],
        ),
        kinds=("board.four_card_flop",),
        remedy="scramble_flop",
    )


def _turned_up(step: Sense) -> Sense:
    return replace(step, event={**step.event, "face": "up"})


def _deal_to(steps: Sequence[Sense], dealt: Sequence[Dealt], zones: Sequence[str]) -> list[Sense]:
    """Return the same cards dealt round ``zones`` instead, at the pace of the first deal."""
    again: list[Sense] = []
    for number, card in enumerate(dealt):
        lay = steps[card.lay]
        again += [steps[card.drawn], replace(lay, event={**lay.event, "zone": zones[number % len(zones)]})]
    return again


def _dealt_again(hand: Hand, steps: list[Sense], kind: str) -> tuple[Step, ...]:
    """Return the steps with the floor's ruling, the cards collected and the hand dealt again, whole."""
    collected: list[Step] = []
    for card in initial_deal(steps):
        collected += [
            Sense(wait_s=0.05, event={"type": "card.gone", "tag": card.tag, "zone": card.zone}),
        ]
    riffle = hand.steps[0]
    redeal = Sense(wait_s=3.0, event={**riffle.event, "redeal": True})
    ended = Sense(wait_s=1.0, event={"type": "hand.end"})
    ruled = FloorRules(kind=kind, decision="redeal")
    return (*steps, ruled, *collected, ended, redeal, *hand.steps[1:])
