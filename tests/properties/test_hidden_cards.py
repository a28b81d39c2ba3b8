"""Nothing that leaves the table depends on a card that nobody may see: not its words, its order, its size, its moment."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import inf
from random import Random

import msgspec
import pytest

from controller import rulebooks
from controller.daemon.live import Listener, LiveTable
from controller.privacy import HiddenCards, redact
from controller.sensorlog.window import WINDOW_S
from controller.table import events as ev
from controller.table.deal.cards import GHOST_S
from controller.table.outputs import Output
from controller.table.ranks import FULL_DECK
from controller.testkit.chances import Noise
from controller.testkit.noise import STRENGTHS
from controller.testkit.scene import EQUIPMENT
from tests.noise.fault import inject
from tests.noise.score import FAULTS
from tests.properties.nights import header, played, reports
from tests.real_hands.course import Course

PAIRS_OF_A_HOUSE = int(os.environ.get("PAIRS_OF_A_HOUSE", "4"))
"""Pairs of hands for each house and way of sensing in a long proof; ``make pairs`` runs a thousand in all."""
SENSED = {
    "clean": STRENGTHS["none"],
    "strong noise": STRENGTHS["strong"],
    "cards missed": Noise(missed=0.3, unread=0.1, ghost=0.3),
    "no antennas": Noise(unread=0.1),
}
"""How the table senses its hands: at the last kinds of table board cards lie there that no antenna ever saw."""
NO_ANTENNAS = [part for part in EQUIPMENT if part != "antennas"]
SHARES = (12, 3)
"""Each house sees one fault of so many, of fewer in a long proof, in which between them they see all."""
Told = list[tuple[int, float, bytes]]
"""What left, with the line that brought it and the time of the log."""


class Screens(Listener):
    """A live table whose view and findings go through the gate of privacy, as the daemon's pages get them."""

    def __init__(self, begun: ev.LogHeader) -> None:
        self.live = LiveTable(rulebooks.load(begun.rulebook), begun, self)
        self.secrets = HiddenCards()
        self.told: Told = []
        self.public: set[str] = set()
        self.work: list[int] = []
        """How many functions were called for each event: how long it takes, told without a clock."""
        self._now = 0.0

    def settled(self, line: int, event: ev.AnyEvent, outputs: list[Output]) -> None:
        self._tell(line, [msgspec.to_builtins(output, str_keys=True) for output in outputs])

    def _tell(self, line: int, content: object) -> None:
        shown = self.live.public.shown(self.live.view().board, self._now)
        self.public |= shown
        self.secrets.show(shown)
        self.told.append((line, self._now, msgspec.json.encode(redact(content, self.secrets))))

    def see(self, events: Iterable[ev.Event]) -> Screens:
        """Let ``events`` arrive, each safe on disk at once."""
        for line, event in enumerate(events, 2):
            self._now = max(self._now, event.t)
            with counted(self.work):
                self.live.arrived(line, event)  # type: ignore[arg-type]
                self._tell(line, self.live.view())
                self.live.durable(line, event)  # type: ignore[arg-type]
                self.live.close_before(self._now - WINDOW_S)
        self.live.close_before(self._now + 60.0)
        return self


@contextlib.contextmanager
def counted(work: list[int]) -> Iterator[None]:
    """Add to ``work`` how many functions are called inside."""
    calls = 0

    def heard(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(heard)
    try:
        yield
    finally:
        sys.setprofile(None)
        work.append(calls)


def same_class(mine: int, other: int) -> bool:
    """Whether two moments cannot be told apart by how long they take: well under twice as long."""
    return max(mine, other) <= 1.5 * min(mine, other) + 200


def permuted(events: Iterable[ev.Event], public: set[str], chance: Random) -> list[ev.Event]:
    """Return ``events`` with the cards that nobody saw changed among themselves."""
    hidden = [card for card in sorted(FULL_DECK) if card not in public]
    other = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    return [msgspec.convert(_renamed(msgspec.to_builtins(event), other), type(event)) for event in events]


def turned_up(events: Iterable[ev.Event]) -> set[str]:
    """Return the cards that were turned up before seats: whatever the table makes of it, everybody saw them."""
    cards: dict[str, str] = {}
    seen = set()
    for event in events:
        if isinstance(event, ev.DeckLoaded):
            cards = event.cards
        elif isinstance(event, ev.CardSeen) and event.face == "up":
            seen.add(cards.get(event.tag, event.tag))
    return seen


def lay_on_board(events: Iterable[ev.Event]) -> set[str]:
    """Return the cards that an antenna saw on the board, and not only as they passed over it."""
    cards: dict[str, str] = {}
    gone: dict[str, float] = {}
    lay = set()
    for event in reversed([*events]):
        if isinstance(event, ev.DeckLoaded):
            cards = event.cards
        elif isinstance(event, ev.CardGone) and event.zone == "board":
            gone[event.tag] = event.t
        elif isinstance(event, ev.CardSeen) and event.zone == "board":
            lay |= {event.tag} if gone.get(event.tag, inf) - event.t >= GHOST_S else set()
    return {cards.get(tag, tag) for tag in lay}


def _renamed(value: object, other: dict[str, str]) -> object:
    if isinstance(value, dict):
        return {key: _renamed(item, other) for key, item in value.items()}
    return other.get(value, value) if isinstance(value, str) else value


def alike(begun: ev.LogHeader, course: Course, events: list[ev.Event]) -> int:
    """Hold what leaves a table against what leaves it with other hidden cards; return how many those were."""
    first = Screens(begun).see(events)
    shown = {*chain.from_iterable(hand.cards for hand in course.shown)} | turned_up(events)
    assert first.public <= shown | lay_on_board(events) | {*course.board}
    face_up = first.public | shown
    again = Screens(begun).see(permuted(events, face_up, Random(course.history.name)))
    for mine, other in zip(first.told, again.told, strict=True):
        assert mine == other
    # What is loaded once, is loaded at a first event: the first pair of a process tells nothing of time there.
    for line, (took, other) in enumerate(zip(first.work, again.work, strict=True)):
        assert not line or same_class(took, other), (line, took, other)
    return len(FULL_DECK) - len(face_up)


@pytest.mark.matrix(("how", SENSED), ("house", rulebooks.ids()), part=3)
def test_other_hidden_cards_change_no_byte_that_leaves_the_table(
    house: str, how: str, long_proof: Callable[[int, int], int]
) -> None:
    """Nor their order, their size, the moment of the log, or how long the table thinks."""
    hands = [played(house, seed) for seed in range(long_proof(1, PAIRS_OF_A_HOUSE))]
    begun = [header(hand, house) for hand in hands]
    events = [reports(hand, SENSED[how]) for hand in hands]
    if how == "no antennas":
        begun = [msgspec.structs.replace(header, equipment=NO_ANTENNAS) for header in begun]
        events = [[*filter(seen_without_antennas, hand)] for hand in events]
    hidden = [alike(head, hand.course, told) for head, hand, told in zip(begun, hands, events, strict=True)]
    assert sum(hidden) > 10 * len(hands)


def seen_without_antennas(event: ev.Event) -> bool:
    """Whether a table that has no antennas tells of ``event``: of cards that a camera saw turned up it does."""
    if isinstance(event, ev.CardSeen):
        return event.face is not None and event.zone != "board"
    return not isinstance(event, ev.CardGone)


@pytest.mark.soak
@pytest.mark.parametrize("house", rulebooks.ids())
def test_nor_does_it_where_something_goes_wrong(
    house: str, courses: list[Course], long_proof: Callable[[int, int], int]
) -> None:
    shares = long_proof(*SHARES)
    begun = ev.LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=house)
    mine = FAULTS[rulebooks.ids().index(house) % shares :: shares]
    hidden = []
    for fault in mine:
        could = ((course, inject(fault, course, Random(course.history.name))) for course in courses)
        course, faulty = next((course, faulty) for course, faulty in could if faulty is not None)
        hidden.append(alike(begun, course, list(faulty.events)))
    assert min(hidden) > 20
