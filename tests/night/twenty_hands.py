"""The twenty hands of the first power-on: two people deal and play, and the dealer keys their words at the panel.

Known mistakes are among the hands; every key of the panel is pressed at least once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle
from typing import TYPE_CHECKING, Any, Final

from controller.demo.felt import TAGS
from controller.table.ranks import NEW_DECK_ORDER
from hw.keys import Key
from tests.night.pins import Finger

if TYPE_CHECKING:
    from tests.night.walk import Walk

HANDS: Final = 20
SEATS: Final = (2, 5, 9)
BIG: Final = 100
SHOWS_IN_S: Final = 60.0

Hand = Callable[[], Awaitable[None]]


class Astray(Exception):
    """The table did not follow a hand; the message says what was waited for, and what the display has."""


class TwentyHands:
    """The people at the felt. ``due`` are the kinds that dealer or floor should be called for, hand by hand."""

    def __init__(self, walk: Walk, finger: Finger, first: str) -> None:
        self._walk, self._finger = walk, finger
        self._first: str | None = first
        self._deck: Iterator[str] = iter(())
        self._order: tuple[int, ...] = ()
        self._lie: dict[int, list[str]] = {}
        self.due: list[list[str]] = []

    async def play(self, button: int) -> None:
        """Play twenty hands, the first with the button at ``button`` and its first card drawn."""
        raises = ((3, 2, 5), (6, 7, 5), (1, 9, "00"), (4, 5, 0))
        hands: list[Hand] = [
            *(self._raised(*map(Key, map(str, digits))) for digits in raises),
            self._nobody_wants_it, self._boxed, self._limped, self._checked_down, self._seat_named,
            self._all_in, self._amount_alone, self._keyed_in_error, self._four_card_flop, self._clock,
            *(self._nobody_wants_it, self._limped, self._checked_down) * 2,
        ]  # fmt: skip
        assert len(hands) == HANDS
        seats = cycle(SEATS)
        while next(seats) != button:
            pass
        for hand in hands:
            if self.due:
                self._walk.felt.clear()
                self._walk.felt.lay_button(button)
                await asyncio.sleep(1.0)  # a button that has moved rests before the first card
            at = SEATS.index(button)
            self._order = (*SEATS[at + 1 :], *SEATS[: at + 1])
            self.due.append([])
            await hand()
            button = next(seats)

    def called(self, findings: list[dict[str, Any]]) -> list[list[str]]:
        """Return what dealer and floor were called for in each of the hands, by the night's findings."""
        first, calls = 2, [found for found in findings if found["level"] != "info"]
        of = [[found["kind"] for found in calls if found["hand"] == first + n] for n in range(len(self.due))]
        of[0] = [kind for kind in of[0] if kind != "sensing.device"]  # the shoe is back from its trial
        return of

    async def floor(self) -> None:
        """Call the floor at the panel: its lamp lights and its buzzer sounds."""
        await self._finger.press(Key.FLOOR)
        if not await self._finger.seen("buzzer", SHOWS_IN_S) or not await self._finger.seen(
            "lamp", SHOWS_IN_S
        ):
            raise Astray("lamp or buzzer does nothing")

    @property
    def every_key(self) -> bool:
        """Whether every key of the panel was pressed."""
        return self._finger.pressed == set(Key)

    # --- the hands ---

    def _raised(self, *digits: Key) -> Hand:
        async def hand() -> None:
            small, big, first = await self._deal()
            await self._says(first, Key.RAISE, *digits, Key.ENTER)
            await self._folds(small, big)

        return hand

    async def _nobody_wants_it(self) -> None:
        small, _, first = await self._deal()
        await self._folds(first, small)

    async def _limped(self) -> None:
        small, big, first = await self._deal()
        await self._limp(small, big, first)
        await self._street(3)
        await self._says(small, Key.BET, Key.EIGHT, Key.ZERO, Key.ZERO, Key.ENTER)
        await self._folds(big, first)

    async def _checked_down(self) -> None:
        small, big, first = await self._deal()
        await self._limp(small, big, first)
        for cards in (3, 1, 1):
            await self._street(cards)
            for seat in (small, big, first):
                await self._to_act(seat)
                self._walk.seats.tap(seat)
        await self._shows("the river is checked", lambda view: view["to_act"] is None)
        await self._pot_to(big, 3 * BIG)

    async def _boxed(self) -> None:
        """The fourth card lies face up in the deck; the house leaves it to the floor, who lets it play."""
        small, _, first = await self._deal(boxed=4)
        await self._rules("deal.boxed_card", "no_action")
        await self._folds(first, small)

    async def _seat_named(self) -> None:
        """The dealer names the seat that spoke, though its turn it is."""
        small, big, first = await self._deal()
        await self._says(first, Key.SEAT, Key(str(first)), Key.CALL)
        await self._says(small, Key.SEAT, Key(str(small)), Key.CALL)
        await self._says(big, Key.CHECK)
        await self._street(3)
        await self._says(small, Key.BET, Key.THREE, Key.DOUBLE_ZERO, Key.ENTER)
        await self._folds(big, first)

    async def _all_in(self) -> None:
        small, big, first = await self._deal()
        await self._says(first, Key.ALL_IN)
        await self._folds(small, big)

    async def _amount_alone(self) -> None:
        small, big, first = await self._deal()
        await self._says(first, Key.AMOUNT, Key.EIGHT, Key.FIVE, Key.ZERO, Key.ENTER)
        await self._folds(small, big)

    async def _keyed_in_error(self) -> None:
        small, big, first = await self._deal()
        await self._says(first, Key.CALL)
        await self._finger.press(Key.CANCEL)
        await self._says(first, Key.FOLD)
        await self._folds(first)
        await self._says(small, Key.CALL)
        await self._says(big, Key.RAISE, Key.FOUR, Key.DOUBLE_ZERO, Key.ENTER)
        await self._folds(small)

    async def _four_card_flop(self) -> None:
        """Of four cards the floor draws one, which is the turn's burn."""
        small, big, first = await self._deal()
        await self._limp(small, big, first)
        await self._street(4)
        await self._rules("board.four_card_flop", "scramble_flop")
        self._walk.felt.happens("antennas", {"type": "card.seen", "tag": self._fourth, "zone": "burn"})
        await asyncio.sleep(1.0)
        await self._says(small, Key.BET, Key.FIVE, Key.DOUBLE_ZERO, Key.ENTER)
        await self._folds(big, first)

    async def _clock(self) -> None:
        small, _, first = await self._deal()
        await self._to_act(first)
        await self._finger.press(Key.CLOCK)
        await self._shows("the clock runs", lambda view: view["clock"] is not None)
        self.due[-1].append("clock.started")
        await self._folds(first, small)

    # --- what hands do ---

    async def _deal(self, boxed: int = 0) -> tuple[int, int, int]:
        """Deal two cards round; return small blind, big blind and who is first to act."""
        self._deck = iter([card for card in NEW_DECK_ORDER if card != self._first])
        self._lie = {seat: [] for seat in SEATS}
        for number, seat in enumerate(self._order * 2, start=1):
            card, self._first = self._first or self._draw(up=number == boxed), None
            await asyncio.sleep(0.12)
            await self._lay(card, f"seat:{seat}")
            self._lie[seat].append(card)
        small, big, first = self._order
        await self._shows(
            "the deal", lambda view: [s["cards"] for s in view["seats"] if s["seat"] in SEATS] == [2] * 3
        )
        return small, big, first

    def _draw(self, *, up: bool = False) -> str:
        card = next(self._deck)
        self._walk.shoe.draw(TAGS[card], up=up)
        return card

    async def _lay(self, card: str, zone: str) -> None:
        self._walk.felt.happens("antennas", {"type": "card.seen", "tag": card, "zone": zone})
        await asyncio.sleep(0.12)

    async def _street(self, cards: int) -> None:
        """Burn, and lay cards on the board."""
        await self._shows("betting is over", lambda view: view["to_act"] is None)
        before = len(self._walk.view["board"])
        for zone in ("burn", *("board",) * cards):
            self._fourth = self._draw()
            await asyncio.sleep(0.12)
            await self._lay(self._fourth, zone)
        await self._shows("the street", lambda view: len(view["board"]) == before + cards)

    async def _limp(self, small: int, big: int, first: int) -> None:
        await self._says(first, Key.CALL)
        await self._says(small, Key.CALL)
        await self._says(big, Key.CHECK)

    async def _says(self, seat: int, *keys: Key) -> None:
        """The seat whose turn it is speaks."""
        await self._to_act(seat)
        await self._finger.press(*keys)
        await self._shows(f"seat {seat} has spoken", lambda view: view["to_act"] != seat)

    async def _folds(self, *seats: int) -> None:
        for seat in seats:
            for card in self._lie[seat]:
                await self._lay(card, "muck")
            await self._shows(
                f"seat {seat} has folded", lambda view, seat=seat: _of(view, seat)["mark"] == "folded"
            )

    async def _pot_to(self, seat: int, amount: int) -> None:
        await self._walk.display.post("/key", {"type": "chips.award", "seat": seat, "amount": amount})

    async def _rules(self, kind: str, decision: str) -> None:
        alert = await self._called(kind)
        ruling = {
            "type": "ruling",
            "finding": alert,
            "decision": decision,
            "by": "first power-on",
            "note": "as a trial",
        }
        await self._walk.display.post("/key", ruling)

    # --- what one sees ---

    async def _called(self, kind: str) -> str:
        """Wait until dealer or floor are called for ``kind`` in this hand; return the finding's id."""
        self.due[-1].append(kind)
        hand = self._walk.view["hand"]

        def right(alert: dict[str, Any]) -> bool:
            return bool(alert["id"].startswith(f"{hand}:{kind}:"))

        alert = await self._walk.display.see(right, SHOWS_IN_S)
        if alert is None:
            raise Astray(f"nobody is called for {kind}; the alerts are {self._walk.display.alerts}")
        return str(alert["id"])

    async def _to_act(self, seat: int) -> None:
        await self._shows(f"seat {seat} is to act", lambda view: view["to_act"] == seat)

    async def _shows(self, what: str, right: Callable[[dict[str, Any]], bool]) -> None:
        if not await self._walk.display.shows(lambda: right(self._walk.view), SHOWS_IN_S):
            raise Astray(f"hand {len(self.due)}: {what}; the display has {self._walk.view}")


def _of(view: dict[str, Any], seat: int) -> dict[str, Any]:
    return next(one for one in view["seats"] if one["seat"] == seat)
