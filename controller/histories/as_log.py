"""Tells hand histories as a sensor log: what a table would have recorded whose dealer keys every word.

A history has no times, no burns and no chips: the hand goes at an even pace, a card that the history does not know
is one that the throat counted and no antenna read, and what is put in is the fewest chips of common denominations.
The pots go by the cards that were shown (the log's equipment has no ``awards``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.histories.read_phh import UNKNOWN, BoardCards, History, HistoryError, HoleCards, Move, Shown
from controller.table import events as ev

EQUIPMENT: Final[list[ev.Equipment]] = ["shoe", "antennas", "camera", "faces", "taps", "words", "hands"]
DENOMINATIONS: Final = (1, 5, 25, 100, 500, 1000, 5000, 25000, 100_000, 500_000, 1_000_000)
"""Chips of common denominations; what is put in is told in the fewest of them."""
_PACE_S: Final = 0.5
_BETWEEN_S: Final = 10.0


class Retelling:
    """Tells one hand after the other into one log's time."""

    def __init__(self) -> None:
        self.t = 0.0

    def hand(self, history: History) -> Iterator[ev.Event]:
        """Yield the events of a hand. Raise HistoryError for what no table can have seen."""
        return _Hand(self, history).events()

    def later(self, seconds: float = _PACE_S) -> float:
        """Let time pass; return the log's ``t``."""
        self.t = round(self.t + seconds, 3)
        return self.t


class _Hand:
    def __init__(self, night: Retelling, history: History) -> None:
        self._later = night.later
        self._history = history
        self._seats = history.seats or list(range(1, history.players + 1))
        self._holes: dict[int, tuple[str, ...]] = {}
        self._behind = [
            stack - ante - blind
            for stack, ante, blind in zip(history.stacks, history.antes, history.blinds, strict=True)
        ]
        self._bets = list(history.blinds)

    def events(self) -> Iterator[ev.Event]:
        history = self._history
        posts = [(seat, blind) for seat, blind in zip(self._seats, history.blinds, strict=True) if blind]
        if not 1 <= len(posts) <= 2:
            raise HistoryError(
                f"{history.name}: {len(posts)} blinds; a straddle has no place in the books here"
            )
        if not all(history.pays_its_ante(player) for player in range(history.players)):
            raise HistoryError(f"{history.name}: antes of {history.antes}; no level here asks for them")
        stacks = zip(self._seats, history.stacks, strict=True)
        seats = {seat: ev.SeatSetup(stack=stack) for seat, stack in stacks}
        yield ev.TableSet(
            t=self._later(_BETWEEN_S), seats=seats, denominations=history.denominations or list(DENOMINATIONS)
        )
        yield ev.LevelSet(
            t=self._later(), small=history.small if len(posts) == 2 else history.big // 2, big=history.big,
            ante=history.ante, big_blind_ante=history.big_blind_ante,
        )  # fmt: skip
        small = min(posts, key=lambda post: post[1])[0] if len(posts) == 2 else None
        yield ev.HandStarted(
            t=self._later(2.0), button=self._seats[-1], small_blind=small,
            big_blind=max(posts, key=lambda post: post[1])[0],
        )  # fmt: skip
        yield from self._deal()
        for step in history.steps:
            match step:
                case BoardCards():
                    yield from self._street(step.cards)
                case Move():
                    yield from self._act(step)
                case Shown():
                    yield from self._shown(step)
        yield from self._pushed()
        yield ev.HandEnded(t=self._later(3.0))

    def _deal(self) -> Iterator[ev.Event]:
        self._holes = {step.player: step.cards for step in self._history.steps if isinstance(step, HoleCards)}
        for place in range(2):
            for player, seat in enumerate(self._seats):
                card = self._holes.get(player, (UNKNOWN, UNKNOWN))[place]
                yield from self._card(card, f"seat:{seat}", "down")

    def _card(self, card: str, zone: str, face: str) -> Iterator[ev.Event]:
        tag = None if card == UNKNOWN else card
        yield ev.CardDrawn(t=self._later(), tag=tag, face="down")
        if tag is not None:
            yield ev.CardSeen(t=self._later(0.2), tag=tag, zone=zone, face="up" if face == "up" else None)

    def _street(self, cards: tuple[str, ...]) -> Iterator[ev.Event]:
        if any(self._bets):
            yield ev.BetsSwept(t=self._later(1.0))
        self._bets = [0] * self._history.players
        yield ev.CardDrawn(t=self._later(2.0), tag=None, face="down")
        for card in cards:
            yield from self._card(card, "board", "up")

    def _act(self, move: Move) -> Iterator[ev.Event]:
        player, seat = move.player, self._seats[move.player]
        faced = max(self._bets)
        if move.verb == "f":
            yield ev.Declared(t=self._later(2.0), seat=seat, action="fold")
            return
        added = move.to - self._bets[player]
        verb: ev.Verb = "raise" if faced else "bet"
        if move.verb == "cc":
            added, verb = min(faced - self._bets[player], self._behind[player]), "call"
        if not added:
            yield ev.Tapped(t=self._later(2.0), seat=seat)
            return
        self._put_in(player, added)
        if verb != "call" and not self._behind[player]:
            verb = "all_in"
        amount = move.to if verb in ("bet", "raise") else None
        yield ev.Declared(t=self._later(2.0), seat=seat, action=verb, amount=amount)
        yield ev.ChipsPushed(t=self._later(1.0), seat=seat, chips=_chips(added))

    def _put_in(self, player: int, added: int) -> None:
        if not 0 < added <= self._behind[player]:
            raise HistoryError(
                f"{self._history.name}: player {player + 1} puts in {added} of {self._behind[player]}"
            )
        self._bets[player] += added
        self._behind[player] -= added

    def _shown(self, shown: Shown) -> Iterator[ev.Event]:
        zone = f"seat:{self._seats[shown.player]}"
        held = self._holes.get(shown.player, ())
        for card in shown.cards:
            if card in held:
                yield ev.CardSeen(t=self._later(0.2), tag=card, zone=zone, face="up")
        if not shown.cards:
            for card in held:
                if card != UNKNOWN:
                    yield ev.CardGone(t=self._later(0.1), tag=card, zone=zone)
                    yield ev.CardSeen(t=self._later(0.2), tag=card, zone="muck")

    def _pushed(self) -> Iterator[ev.Event]:
        """Yield the pots as they went, where a hand was mucked that nobody knows: the cards alone do not tell then."""
        history = self._history
        mucked = [step.player for step in history.steps if isinstance(step, Shown) and not step.cards]
        if history.finishing is None or not any(
            UNKNOWN in self._holes.get(one, (UNKNOWN,)) for one in mucked
        ):
            return
        for seat, behind, after in zip(self._seats, self._behind, history.finishing, strict=True):
            won = after - max(0, behind)
            if won > 0 and won.denominator == 1:
                yield ev.PotAwarded(t=self._later(1.0), seat=seat, amount=int(won))


def _chips(amount: int) -> dict[int, int]:
    """Return the fewest chips that are ``amount``."""
    chips: dict[int, int] = {}
    for denomination in reversed(DENOMINATIONS):
        count, amount = divmod(amount, denomination)
        if count:
            chips[denomination] = count
    return chips
