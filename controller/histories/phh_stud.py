"""Tells a hand of seven-card stud in the words of the Poker Hand History format: the bring-in, card by card, by streets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.histories.not_tellable import NotTellable
from controller.histories.paid import paid_as_told
from controller.histories.read_phh import UNKNOWN
from controller.histories.told import ToldHand, ToldSeat
from controller.table.events import LevelSet
from controller.table.game import STUD_STREETS
from controller.table.outputs import Action

VARIANTS: Final = {"stud": "F7S", "stud8": "F7S/8", "razz": "FR"}
THIRD: Final = 3
LAST: Final = len(STUD_STREETS) - 1
SEVEN: Final = 7


def stud_fields(hand: ToldHand) -> dict[str, int]:
    """Return what a hand of stud is played for. Raise NotTellable where nobody brought it in."""
    level = hand.level
    brought = max(seat.blind for seat in hand.seats)
    if not brought:
        raise NotTellable("nobody brought it in")
    bring_in = level.bring_in or level.small or brought
    return {"bring_in": bring_in, **limit_bets(level)}


def limit_bets(level: LevelSet) -> dict[str, int]:
    """Return the bets of ``level`` at limit: where it names none, the small one is the big blind, the other twice that."""
    small = level.small_bet or level.big
    return {"small_bet": small, "big_bet": level.big_bet or 2 * small}


def cards_of(hand: ToldHand, seat: ToldSeat) -> list[str]:
    """Return the seven cards of a seat as they are known: its up cards, and all of a hand that was tabled or opened."""
    if len(seat.dealt) == SEVEN:
        return seat.dealt
    return [UNKNOWN, UNKNOWN, *seat.up, *[UNKNOWN] * (SEVEN - 2 - len(seat.up))]


class StudStory:
    """Tells the actions of a hand of stud in the format's order."""

    def __init__(self, hand: ToldHand) -> None:
        self._hand = hand
        self._place = {seat.seat: place for place, seat in enumerate(hand.seats, start=1)}
        self._cards = {seat.seat: cards_of(hand, seat) for seat in hand.seats}
        self._live = [seat.seat for seat in hand.seats]
        self._behind = {seat.seat: (seat.stack or 0) - seat.ante for seat in hand.seats}
        self._in_front = {seat.seat: 0 for seat in hand.seats}
        self._street = 0
        self._shown = False
        self._showing: set[int] = set()

    def actions(self) -> Iterator[str]:
        """Yield the format's actions. Raise NotTellable for what it has no words for."""
        yield from self._dealt(0, THIRD)
        yield from self._brought_in()
        for action in self._hand.actions:
            yield from self._up_to(_number(action.street))
            yield self._act(action)
        if len(self._live) > 1:
            if self._nobody_bets():
                yield from self._up_to(LAST)
            if self._street < LAST:
                raise NotTellable(f"the betting stops on {STUD_STREETS[self._street]} street")
            yield from self._showdown()
        paid_as_told(self._hand, self._behind, self._live, self._showing)

    def _brought_in(self) -> Iterator[str]:
        """Yield the bring-in, where its seat did not make it the whole bet at once."""
        by = max(self._hand.seats, key=lambda seat: seat.blind)
        first = next((act for act in self._hand.actions if act.street in ("deal", "third")), None)
        if first is not None and first.seat == by.seat and first.action in ("bet", "raise"):
            return
        self._pays(by.seat, by.blind)
        yield f"p{self._place[by.seat]} pb"

    def _pays(self, seat: int, to: int) -> None:
        self._behind[seat] -= to - self._in_front[seat]
        self._in_front[seat] = to

    def _act(self, action: Action) -> str:
        place = f"p{self._place[action.seat]}"
        owes = self._in_front[action.seat] < max(self._in_front.values())
        if action.action == "dead" or (action.action == "fold" and not owes):
            raise NotTellable(f"the hand of seat {action.seat} is dead and faces no bet")
        if action.action == "fold":
            self._live.remove(action.seat)
            return f"{place} f"
        self._pays(action.seat, action.to)
        return f"{place} cc" if action.action in ("check", "call") else f"{place} cbr {action.to}"

    def _up_to(self, street: int) -> Iterator[str]:
        """Yield the cards of the streets that come before ``street`` is bet on."""
        while self._street < street:
            if self._nobody_bets() and all(map(self._is_shown, self._live)):
                yield from self._showdown()
            self._street += 1
            self._in_front = dict.fromkeys(self._in_front, 0)
            yield from self._dealt(self._street + THIRD - 1, self._street + THIRD)
        self._shown = self._shown and self._street < LAST  # the last card lies down, also then

    def _nobody_bets(self) -> bool:
        return sum(self._behind[seat] > 0 for seat in self._live) < 2

    def _is_shown(self, seat: int) -> bool:
        return len(self._hand.seat(seat).cards) == SEVEN

    def _dealt(self, first: int, last: int) -> Iterator[str]:
        for seat in self._live:
            cards = self._cards[seat][first:last]
            if UNKNOWN in cards[2 - first if first < 2 else 0 :] and last < SEVEN:
                raise NotTellable(f"an up card of seat {seat} was not read")
            yield f"d dh p{self._place[seat]} {''.join(cards)}"

    def _showdown(self) -> Iterator[str]:
        """Yield what was shown, once: with the cards that lie there by then."""
        if self._shown:
            return
        self._shown = True
        for seat in self._live:
            held = self._cards[seat][: self._street + THIRD]
            if self._is_shown(seat):
                self._showing.add(seat)
                yield f"p{self._place[seat]} sm {''.join(held)}"
            else:
                yield f"p{self._place[seat]} sm"


def _number(street: str) -> int:
    """Return the number of a street; what comes before the first belongs to it, what comes after the last to that."""
    return STUD_STREETS.index(street) if street in STUD_STREETS else 0 if street == "deal" else LAST
