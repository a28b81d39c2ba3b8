"""Plays a table for tests: says what happened as a dealer would, and asks the referee what it makes of it.

    scene = Scene("deltin").deal()
    scene.says(3, "raise", 300).pushes(3, 100, 100, 100)
    assert scene.found("bet.string") ...

Six seats with 10,000 each, blinds 50-100, button 6 unless told otherwise: 1 is the small blind, 2 the big
one, 3 acts first. ``without`` is equipment that the table does not have. Time moves on by itself between things that happen, as at a real table.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar, Final, get_args

import msgspec

from controller.rulebooks import load
from controller.sensorlog.line import BadLineError
from controller.sensorlog.parse import parse_line
from controller.sensorlog.writer import encode_header
from controller.table.engine import Engine
from controller.table.events import AnyEvent, Equipment, LogHeader
from controller.table.game import FORMS
from controller.table.outputs import Action, Finding, HandLine, Output, Street
from controller.table.ranks import FULL_DECK
from controller.table.view import Note
from controller.testkit.known import unknown_kind
from controller.typed import hint

__tracebackhide__ = True  # a story that cannot be is shown where it is told

EQUIPMENT: Final[tuple[Equipment, ...]] = get_args(Equipment)
_DECODE = msgspec.json.Decoder(AnyEvent)
Watcher = Callable[[Output, dict[int, dict[str, Any]]], None]
"""Looks at a line that the referee says, with the log so far by line, and raises where it is amiss."""


class StoryError(ValueError):
    """A story tells or asks what cannot be: the message names it, and what would be right."""


def _header(book: str, game: str, without: Iterable[str] | None) -> LogHeader:
    return LogHeader(
        version=1,
        table="7",
        started="2026-11-20T19:30:00Z",
        rulebook=book,
        game=game,  # type: ignore[arg-type]
        equipment=None if without is None else [part for part in EQUIPMENT if part not in without],
    )


class Scene:
    """One table under one house's book. Every method that makes something happen returns the scene."""

    watchers: ClassVar[list[Watcher]] = []

    def __init__(
        self,
        book: str = "deltin",
        *,
        seats: int | Iterable[int] = 6,
        stacks: int | dict[int, int] = 10_000,
        blinds: tuple[int, int] = (50, 100),
        button: int = 6,
        ante: int = 0,
        big_blind_ante: int = 0,
        states: dict[int, str] | None = None,
        deck: dict[str, str] | None = None,
        game: str = "nlhe",
        denominations: Iterable[int] = (1, 5, 25, 100, 500, 1000, 5000, 25000),
        seed: int = 7,
        start: bool = True,
        without: Iterable[str] | None = None,
    ) -> None:
        self.seats = list(range(1, seats + 1)) if isinstance(seats, int) else list(seats)
        self.button, self.blinds, self.ante = button, blinds, ante
        self.states = dict(states or {})
        self.per_seat = FORMS[game].cards  # type: ignore[index]
        self.header = _header(book, game, without)
        self.engine = Engine(load(book), self.header)
        self.t = 0.0
        self.line = 1
        self.said: list[Output] = []
        self.log: list[dict[str, Any]] = []
        self.random = random.Random(seed)
        self.cards: list[str] = []
        self.hole: dict[int, list[str]] = {}
        self.board: list[str] = []
        self.shuffle(list(deck) if deck else None)
        table = {
            str(s): {
                "stack": stacks if isinstance(stacks, int) else stacks[s],
                "state": self.states.get(s, "in"),
            }
            for s in self.seats
        }
        self.event("table", seats=table, denominations=list(denominations))
        self.event("level", small=blinds[0], big=blinds[1], ante=ante, big_blind_ante=big_blind_ante)
        if deck:
            self.event("deck", id="D1", back="red", cards=deck)
        if start:
            self.start()

    # What happens ----------------------------------------------------------------------------------

    def event(self, type: str, after: float = 0.4, **fields: Any) -> Scene:
        """Something was sensed ``after`` seconds."""
        raw = {"t": round(self.t + after, 6), "type": type, **fields}
        event = _event(raw)
        self.t = raw["t"]
        self.line += 1
        self.log.append(raw)
        said = self.engine.feed(self.line, event)
        for output in said:
            for watch in self.watchers:
                watch(output, dict(enumerate(self.log, self.line - len(self.log) + 1)))
        self.said += said
        return self

    def save(self, path: str | Path) -> Scene:
        """Write what has happened so far as a sensor log."""
        lines = (msgspec.json.encode(raw) + b"\n" for raw in self.log)
        Path(path).write_bytes(encode_header(self.header) + b"".join(lines))
        return self

    def event_of(self, type: str, **fields: Any) -> AnyEvent:
        """Return an event that is sensed now, without telling the table of it."""
        return _event({"t": self.t, "type": type, **fields})

    def wait(self, seconds: float) -> Scene:
        """Nothing happens for a while; the clock ticks at its end."""
        return self.event("tick", after=seconds)

    def shuffle(self, tags: list[str] | None = None) -> None:
        """Take a fresh stub."""
        self.cards = sorted(FULL_DECK) if tags is None else list(tags)
        self.random.shuffle(self.cards)

    def start(self, button: int | None = None, **fields: Any) -> Scene:
        """The dealer pushes the button of a new hand."""
        self.button = self.button if button is None else button
        self.hole, self.board = {}, []
        return self.event("hand.start", after=5, button=self.button, **fields)

    def entitled(self) -> list[int]:
        """Seats that are dealt to, first left of the button first."""
        dealt_to = [s for s in self.seats if self.states.get(s, "in") in ("in", "absent", "penalty")]
        late = [s for s in self.seats if self.states.get(s) == "late" and self.engine.seats[s].entitled]
        return sorted([*dealt_to, *late], key=lambda s: (s - self.button - 1) % 10)

    def post(self, seat: int, *chips: int) -> Scene:
        """A blind or ante is put in before the deal."""
        return self.event("chips.push", seat=seat, chips=counted(chips))

    def deal(
        self,
        to: Iterable[int] | None = None,
        *,
        boxed: Iterable[int] = (),
        shown: Iterable[int] = (),
        by: str = "dealer",
    ) -> Scene:
        """Deal card by card: ``to`` names the seats in order; ``boxed`` and ``shown`` count draws from 1."""
        order = list(to) if to is not None else self.entitled() * self.per_seat
        for n, seat in enumerate(order, 1):
            self.card(f"seat:{seat}", face="up" if n in boxed else "down")
            if n in shown:
                self.event("card.face", after=0.05, zone=f"seat:{seat}", face="up", by=by, count=1)
        return self

    def card(self, zone: str | None, *, face: str = "down", tag: str | None = None, **draw: Any) -> Scene:
        """A card leaves the shoe and is seen in ``zone``; None: no antenna sees it."""
        tag = self.cards.pop() if tag is None else tag
        self.event("card.draw", after=0.3, tag=tag, face=face, **draw)
        if zone is None:
            return self
        up = {"face": "up"} if zone == "board" else {}
        self.event("card.seen", after=0.2, tag=tag, zone=zone, **up)
        if zone.startswith("seat:"):
            self.hole.setdefault(int(zone[5:]), []).append(tag)
        if zone == "board":
            self.board.append(tag)
        return self

    def move(self, tag: str, source: str, zone: str | None = None) -> Scene:
        """A card is lifted from one zone and, where ``zone`` is given, put down in another."""
        self.event("card.gone", after=0.5, tag=tag, zone=source)
        return self if zone is None else self.event("card.seen", after=0.3, tag=tag, zone=zone)

    def says(self, seat: int, action: str, amount: int | None = None, **fields: Any) -> Scene:
        """A player speaks."""
        amounts = {} if amount is None else {"amount": amount}
        return self.event("declare", seat=seat, action=action, **{"after": 1.5, **amounts, **fields})

    def pushes(self, seat: int, *chips: int, after: float = 2.0, **fields: Any) -> Scene:
        """One forward motion with these chips."""
        return self.event("chips.push", after=after, seat=seat, chips=counted(chips), **fields)

    def pulls(self, seat: int, *chips: int) -> Scene:
        """A player takes chips back."""
        return self.event("chips.pull", seat=seat, chips=counted(chips))

    def taps(self, *seats: int) -> Scene:
        """Players check, one after the other."""
        for seat in seats:
            self.event("tap", after=1.2, seat=seat)
        return self

    def mucks(self, seat: int) -> Scene:
        """The cards of a seat go into the muck without a word."""
        for tag in self.hole.get(seat, []):
            self.event("card.gone", after=0.05, tag=tag, zone=f"seat:{seat}")
        for tag in self.hole.pop(seat, []):
            self.event("card.seen", after=0.25, tag=tag, zone="muck")
        return self

    def folds(self, *seats: int) -> Scene:
        """Players say fold and throw their cards in."""
        for seat in seats:
            self.says(seat, "fold")
            self.wait(0.5)
            self.mucks(seat)
        return self

    def calls(self, *seats: int) -> Scene:
        """Players say call; their chips follow as the table owes."""
        for seat in seats:
            self.says(seat, "call")
        return self

    def sweep(self) -> Scene:
        """The dealer pulls the bets in."""
        return self.event("chips.swept", after=1.2)

    def burn(self) -> Scene:
        """A card goes to the burns."""
        return self.card("burn")

    def flop(self, cards: int = 3, *, burn: bool = True) -> Scene:
        """Burn and flop."""
        return self.street(cards, burn=burn)

    def street(self, cards: int = 1, *, burn: bool = True) -> Scene:
        """Burn and turn ``cards``."""
        if burn:
            self.burn()
        for _ in range(cards):
            self.card("board")
        return self

    def tables(self, seat: int) -> Scene:
        """A hand is turned up."""
        for tag in self.hole[seat]:
            self.event("card.seen", tag=tag, zone=f"seat:{seat}", face="up")
        return self

    def award(self, seat: int, amount: int, **fields: Any) -> Scene:
        """The dealer pushes chips from the pot."""
        return self.event("chips.award", after=1.0, seat=seat, amount=amount, **fields)

    def rules(self, decision: str, **fields: Any) -> Scene:
        """The floor decides."""
        return self.event("ruling", after=5.0, decision=decision, **fields)

    def limp_to_flop(self) -> Scene:
        """Everybody calls, the big blind checks, bets in, burn and flop."""
        order = self.entitled()
        *callers, big = order[::-1] if len(order) == 2 else [*order[2:], *order[:2]]
        return self.calls(*callers).taps(big).sweep().flop()

    def check_round(self) -> Scene:
        """Everybody checks."""
        return self.taps(*self.entitled())

    def end(self, after: float = 2.0) -> Scene:
        """The dealer closes the hand."""
        return self.event("hand.end", after=after)

    # What the table makes of it --------------------------------------------------------------------

    @property
    def out(self) -> list[Output]:
        """What a log that ends here gives, with words that could still be taken back."""
        if not self.engine.holding:
            return self.said
        return [*self.said, *copy.deepcopy(self.engine).finish()]

    def findings(self, *levels: str) -> list[Finding]:
        """Findings so far, of the named levels."""
        return [o for o in self.out if isinstance(o, Finding) and (not levels or o.level in levels)]

    def kinds(self) -> list[str]:
        """Kinds of the findings that call the dealer or the floor, in order."""
        return [f.kind for f in self.findings("floor", "dealer")]

    def found(self, kind: str, k: int = 1) -> Finding:
        """The ``k``-th finding of a kind."""
        if trouble := unknown_kind(kind):
            raise StoryError(trouble)
        of_kind = [f for f in self.findings() if f.kind == kind]
        assert len(of_kind) >= k, f"{kind} not found among {[f.kind for f in self.findings()]}"
        return of_kind[k - 1]

    def actions(self, street: str | None = None) -> list[tuple[int, str, int]]:
        """Seat, action, to of everything but posts."""
        if street not in (None, *get_args(Street)):
            raise StoryError(f"no street is called {street!r}; {hint(str(street), get_args(Street))}")
        return [
            (o.seat, o.action, o.to)
            for o in self.out
            if isinstance(o, Action) and o.action != "post" and street in (None, o.street)
        ]

    def notes(self, kind: str) -> list[Note]:
        """What the floor is reminded of now, of one kind, with words that could still be taken back."""
        engine = copy.deepcopy(self.engine)
        engine.finish()
        return [note for note in engine.view().notes if note.kind == kind]

    def hands(self) -> list[HandLine]:
        """The hands that have ended."""
        return [o for o in self.out if isinstance(o, HandLine)]


def _event(raw: dict[str, Any]) -> AnyEvent:
    """Return what a sensor would report. Raise StoryError for what none could."""
    line = msgspec.json.encode(raw)
    try:
        event: AnyEvent = _DECODE.decode(line)
    except msgspec.ValidationError:
        try:
            parse_line(line)
        except BadLineError as bad:
            raise StoryError(f"{raw['type']}: {bad.place}: {bad.error}") from None
        raise
    return event


def counted(chips: Iterable[int]) -> dict[str, int]:
    """Chips by denomination, as a sensor reports them."""
    return {str(denomination): count for denomination, count in Counter(chips).items()}
