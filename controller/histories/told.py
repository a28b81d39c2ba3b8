"""Holds a hand as it is told to others: who sat with what, who did what, the cards that everybody saw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from controller.histories.read_phh import UNKNOWN
from controller.replay.book_replay import BookReplay
from controller.sensorlog.reader import Entry, begins_log
from controller.table.events import LevelSet, LogHeader
from controller.table.hand import Hand
from controller.table.outputs import Action, Finding, HandLine, Output
from controller.table.pots.pots import Award
from controller.table.ranks import FULL_DECK

STREETS: Final = ("preflop", "flop", "turn", "river")
BOARD_AT: Final = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
"""A street and how many board cards lie while it is bet on."""


class ToldSeat(Struct, frozen=True, kw_only=True):
    """A seat that was dealt in. ``ante`` and ``posted`` are what it put up in chip units.

    ``blind`` is what it posted too, or the whole blind where its stack fell short of it.
    ``cards`` are those that lay face up in the end, as far as they were read; ``dealt`` are those, and where an auditor opened the hand all that it was dealt.
    """

    seat: int
    stack: int | None
    ante: int
    blind: int
    posted: int
    cards: list[str]
    dealt: list[str]
    up: list[str] = []
    """Cards that were dealt face up, at stud, in order; ``??`` for one that was not read."""


class ToldHand(Struct, frozen=True, kw_only=True):
    """One hand. ``seats`` stand in the order in which they are dealt to; ``t`` is its start, seconds of the log."""

    header: LogHeader
    level: LevelSet
    denominations: list[int]
    button: int
    t: float
    seats: list[ToldSeat]
    actions: list[Action]
    line: HandLine
    found: list[Finding]
    awards: list[Award]
    """What was pushed to whom, in order."""

    def seat(self, number: int) -> ToldSeat:
        """Return a seat of the hand. Raise KeyError for one that was not dealt in."""
        for seat in self.seats:
            if seat.seat == number:
                return seat
        raise KeyError(number)


class HandTeller:
    """Listens to a replay and tells each hand when it ends; ``opened``: an auditor opened its cards."""

    def __init__(self, replay: BookReplay, opened: bool = False) -> None:
        self._replay = replay
        self._opened = opened
        self._hand: Hand | None = None
        self._started = 0.0
        self._actions: list[Action] = []
        self._found: list[Finding] = []

    def take(self, line: int, entry: Entry) -> Iterator[ToldHand]:
        """Play one entry of the log; yield the hand that it ends, if it ends one."""
        self._note()
        if begins_log(entry):
            yield from self._told(self._replay.finish())
            self._forget()
        yield from self._told(self._replay.take(line, entry))

    def end(self) -> Iterator[ToldHand]:
        """The log is over."""
        self._note()
        yield from self._told(self._replay.end())

    def _note(self) -> None:
        """Keep hold of the hand in play: what it knows of its cards is asked for when it has ended."""
        hand = self._replay.hand
        if hand is not None and hand is not self._hand:
            if self._hand is None or hand.n != self._hand.n:
                self._started = hand.t
            self._hand = hand

    def _told(self, outputs: list[Output]) -> Iterator[ToldHand]:
        for output in outputs:
            if isinstance(output, Action):
                self._actions.append(output)
            elif isinstance(output, HandLine):
                yield self._whole(output)
                self._forget()
            elif type(output) is Finding:
                self._found.append(output)

    def _forget(self) -> None:
        """A hand is over, or its log stopped inside it: the next one has nothing of it."""
        self._actions, self._found, self._hand = [], [], None

    def _whole(self, line: HandLine) -> ToldHand:
        hand, header = self._hand, self._replay.header
        assert hand is not None
        assert header is not None
        assert hand.n == line.hand
        posts = {action.seat: action for action in self._actions if action.action == "post"}
        blinds = {hand.blinds.small: hand.level.small, hand.blinds.big: hand.level.big}
        found = [finding for finding in self._found if finding.hand == line.hand]
        seats = []
        for number in hand.order:
            player, post = hand.players[number], posts.get(number)
            short = post is not None and post.all_in is True
            posted = 0 if post is None else post.to
            known = {tag: self._read(tag) for tag in hand.cards[number]}
            read = {tag: card for tag, card in known.items() if card != UNKNOWN}
            tabled = [card for tag, card in read.items() if tag in player.shown]
            seats.append(
                ToldSeat(
                    seat=number,
                    stack=player.stack,
                    ante=player.ante,
                    blind=max(posted, blinds.get(number, 0)) if short else posted,
                    posted=posted,
                    cards=tabled,
                    dealt=[*read.values()] if self._opened else tabled,
                    up=[self._read(tag) for tag in player.up],
                )
            )
        return ToldHand(
            header=header,
            level=hand.level,
            denominations=sorted(hand.denominations),
            button=line.button or 0,
            t=self._started,
            seats=seats,
            actions=_as_done([action for action in self._actions if action.action != "post"], found),
            line=line,
            found=found,
            awards=hand.awards,
        )

    def _read(self, tag: str) -> str:
        """Return the card of a tag; ``??`` for a stranger, and for one that the log keeps sealed."""
        card = self._replay.card(tag)
        return card if card in FULL_DECK else UNKNOWN


def _as_done(actions: list[Action], found: list[Finding]) -> list[Action]:
    """Return the actions as they were done: chips that were told only after somebody had folded behind them come first.

    An act out of turn stands behind those that it jumped.
    """
    early = {(finding.street, finding.seat) for finding in found if finding.kind == "turn.out_of_turn"}
    done: list[Action] = []
    for action in actions:
        place = len(done)
        while place and action.action != "fold" and (action.street, action.seat) not in early:
            before = done[place - 1]
            if before.action != "fold" or before.street != action.street or before.t <= action.t:
                break
            place -= 1
        done.insert(place, action)
    return done
