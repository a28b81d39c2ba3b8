"""What holds of every deal: a clean one is silent, whatever the antennas do; nothing crashes the referee."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rulebooks import load
from controller.table.engine import Engine
from controller.table.events import AnyEvent, LogHeader
from controller.table.outputs import Finding, HandLine, Output
from controller.table.ranks import FULL_DECK

HOUSES = ("deltin", "english-arabic", "dpc", "invitational", "upt", "tda-2024")
DECODE = msgspec.json.Decoder(AnyEvent)
CARDS = sorted(FULL_DECK)

Log = list[dict[str, Any]]


def engine(book: str, game: str = "nlhe") -> Engine:
    """A referee before anything happened."""
    header = LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=book, game=game)  # type: ignore[arg-type]
    return Engine(load(book), header)


def outputs(book: str, log: Iterable[dict[str, Any]], game: str = "nlhe") -> list[Output]:
    """What the table makes of a log; the events come in order of t."""
    table = engine(book, game)
    out: list[Output] = []
    for line, raw in enumerate(log, 2):
        out += table.feed(line, DECODE.decode(msgspec.json.encode(raw)))
    return out


def in_order(log: Log) -> Log:
    """The log as the reorder window hands it on."""
    return sorted(log, key=lambda raw: raw["t"])


# A clean deal under noise -------------------------------------------------------------------------


class Shoe:
    """Draws cards and has them seen, well or badly, as a table's antennas do."""

    def __init__(self, draw: st.DrawFn, log: Log, t: float) -> None:
        self.choose, self.log, self.t = draw, log, t
        self.cards = list(draw(st.permutations(CARDS)))

    def event(self, t: float, type: str, **fields: Any) -> None:
        self.log.append({"t": round(t, 6), "type": type, **fields})

    def card(self, zone: str, ghosts: list[str]) -> str:
        """One card comes to ``zone``; ``ghosts`` are zones whose antennas may see it for a moment."""
        tag = self.cards.pop()
        self.t += self.choose(st.floats(0.3, 0.9))
        noise = self.choose(st.sampled_from(["none", "none", "double", "flicker", "ghost", "late", "unread"]))
        self.event(self.t, "card.draw", tag=None if noise == "unread" else tag, face="down")
        seen = self.t + (0.45 if noise == "late" else 0.15)
        self.event(seen, "card.seen", tag=tag, zone=zone)
        if noise == "double":
            self.event(seen + 0.05, "card.seen", tag=tag, zone=zone)
        if noise == "flicker":
            self.event(seen + 0.4, "card.gone", tag=tag, zone=zone)
            self.event(seen + 0.7, "card.seen", tag=tag, zone=zone)
        if noise == "ghost":
            ghost = self.choose(st.sampled_from(ghosts))
            self.event(seen + 0.02, "card.seen", tag=tag, zone=ghost)
            self.event(seen + 0.15, "card.gone", tag=tag, zone=ghost)
        return tag


@st.composite
def clean_deals(draw: st.DrawFn) -> tuple[Log, str]:
    """A deal without a fault, at any table, sensed as badly as the contract allows; then everybody folds."""
    seats = sorted(draw(st.sets(st.integers(1, 10), min_size=2, max_size=10)))
    button = draw(st.sampled_from(seats))
    game = draw(st.sampled_from(["nlhe", "plo"]))
    order = sorted(seats, key=lambda seat: (seat - button - 1) % 10)
    log: Log = [
        {"t": 0.0, "type": "table", "seats": {str(s): {"stack": 5000} for s in seats}, "denominations": [25]},
        {"t": 0.1, "type": "level", "small": 50, "big": 100, "ante": draw(st.sampled_from([0, 25]))},
        {"t": 1.0, "type": "hand.start", "button": button},
    ]
    shoe = Shoe(draw, log, 2.0)
    for seat in order * (4 if game == "plo" else 2):
        shoe.card(f"seat:{seat}", [f"seat:{s}" for s in range(1, 11) if s != seat])
    shoe.event(shoe.t + 2, "deal.end")
    return in_order(log), game


@settings(max_examples=60)
@given(clean_deals(), st.sampled_from(HOUSES))
def test_a_clean_deal_calls_nobody(deal: tuple[Log, str], book: str) -> None:
    log, game = deal
    called = [o for o in outputs(book, log, game) if isinstance(o, Finding) and o.level != "info"]
    assert called == []


@st.composite
def clean_boards(draw: st.DrawFn) -> Log:
    """Six-handed, dealt cleanly, called and checked along to the river; the board's cards are sensed badly."""
    seats = [1, 2, 3, 4, 5, 6]
    log: Log = [
        {"t": 0.0, "type": "table", "seats": {str(s): {"stack": 5000} for s in seats}, "denominations": [25]},
        {"t": 0.1, "type": "level", "small": 50, "big": 100},
        {"t": 1.0, "type": "hand.start", "button": 6},
    ]
    shoe = Shoe(draw, log, 2.0)
    for seat in seats * 2:
        shoe.card(f"seat:{seat}", ["board", "burn"])
    acts = [(s, "call") for s in (3, 4, 5, 6, 1)] + [(2, "check")]
    for cards in (3, 1, 1):
        shoe.t += 2.0
        for seat, act in acts:
            shoe.t += 1.0
            shoe.event(shoe.t, "declare", seat=seat, action=act)
        shoe.t += 1.0
        shoe.event(shoe.t, "chips.swept")
        shoe.card("burn", ["seat:1", "muck"])
        for _ in range(cards):
            shoe.card("board", ["seat:1", "seat:6", "burn"])
        acts = [(s, "check") for s in seats]
    shoe.event(shoe.t + 3, "tick")
    return in_order(log)


@settings(max_examples=40)
@given(clean_boards(), st.sampled_from(HOUSES))
def test_a_clean_board_calls_nobody(log: Log, book: str) -> None:
    called = [o for o in outputs(book, log) if isinstance(o, Finding) and o.level != "info"]
    assert called == []


# Anything at all ----------------------------------------------------------------------------------

TAGS = ["As", "Ad", "Kc", "2h", "Jk", "T1", "T2"]
SEATS = st.integers(1, 10)
ZONES = st.sampled_from(
    ["shoe", "board", "burn", "muck", "stub", "pot", *(f"seat:{n}" for n in range(1, 7)), "bet:2"]
)
CHIPS = st.dictionaries(st.sampled_from(["25", "100", "500"]), st.integers(0, 5), max_size=2)
FACES = st.sampled_from(["up", "down", "unknown"])
AMOUNTS = st.integers(0, 3000)
VERBS = st.sampled_from(["bet", "raise", "call", "check", "fold", "all_in", "pot"])
STATES = st.sampled_from(["in", "absent", "penalty", "out", "late", "empty"])
DECISIONS = st.sampled_from(
    [
        "misdeal",
        "redeal",
        "play_on",
        "kill_hand",
        "restore",
        "penalty",
        "bet",
        "no_action",
        "withdraw",
        "full_call",
    ]
)


def event(type: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A valid event of a type."""
    return st.fixed_dictionaries({"type": st.just(type), **fields})


SEAT_SETUPS = st.dictionaries(
    SEATS.map(str), st.fixed_dictionaries({"stack": st.none() | AMOUNTS, "state": STATES}), max_size=6
)
ANYTHING = st.one_of(
    event("table", seats=SEAT_SETUPS, denominations=st.just([25, 100])),
    event("seat", seat=SEATS, state=STATES, stack=AMOUNTS),
    event("level", small=AMOUNTS, big=st.integers(1, 500), ante=AMOUNTS, big_blind_ante=AMOUNTS),
    event("deck", id=st.just("D"), back=st.just("red"), cards=st.just({"T1": "9c", "T2": "9c", "As": "As"})),
    event("hand.start", button=SEATS, redeal=st.booleans()),
    event("hand.start", button=SEATS, small_blind=st.none() | SEATS, big_blind=SEATS),
    event("deal.end"),
    event("hand.end"),
    event(
        "card.draw", tag=st.none() | st.sampled_from(TAGS), face=FACES, back=st.sampled_from(["red", "blue"])
    ),
    event("card.seen", tag=st.sampled_from(TAGS), zone=ZONES, face=FACES),
    event("card.gone", tag=st.sampled_from(TAGS), zone=ZONES),
    event("card.face", zone=ZONES, face=FACES, by=st.sampled_from(["dealer", "player", "unknown"])),
    event("chips.push", seat=SEATS, chips=st.none() | CHIPS),
    event("chips.pull", seat=SEATS, chips=CHIPS),
    event("chips.bet", seat=SEATS, amount=AMOUNTS),
    event("chips.stack", seat=SEATS, amount=AMOUNTS),
    event("chips.swept"),
    event("chips.change", seat=SEATS, chips=CHIPS),
    event("chips.award", seat=SEATS, amount=AMOUNTS),
    event("chips.found", seat=SEATS, chips=CHIPS),
    event("declare", seat=SEATS, action=VERBS, amount=st.none() | AMOUNTS, unclear=st.booleans()),
    event("declare", seat=SEATS, action=st.just("amount"), amount=AMOUNTS, conditional=st.booleans()),
    event("declare.cancel", seat=SEATS),
    event("tap", seat=SEATS),
    event("seat.speaks", seat=SEATS),
    event("floor.call"),
    event("pot.quoted", amount=AMOUNTS),
    event(
        "request", seat=SEATS, what=st.sampled_from(["see_hand", "count", "dispute"]), of=st.none() | SEATS
    ),
    event("stub", state=st.sampled_from(["reshuffled", "dropped"])),
    event("clock.call", seat=SEATS, seconds=st.none() | st.integers(0, 30)),
    event("clock.cancel", seat=SEATS),
    event("button.moved", seat=SEATS),
    event(
        "device",
        device=st.just("shoe"),
        state=st.sampled_from(["up", "down", "degraded"]),
        lost=st.none() | AMOUNTS,
    ),
    event(
        "ruling", decision=DECISIONS, seat=st.none() | SEATS, amount=st.none() | AMOUNTS, finding=st.none()
    ),
    event("tick"),
)


@st.composite
def anything(draw: st.DrawFn) -> Log:
    """Any valid events at any times, after a hand has begun."""
    log: Log = [
        {
            "t": 0.0,
            "type": "table",
            "seats": {str(s): {"stack": 1000} for s in range(1, 7)},
            "denominations": [25],
        },
        {"t": 0.0, "type": "level", "small": 50, "big": 100},
        {"t": 0.0, "type": "hand.start", "button": 6},
    ]
    for n in range(draw(st.integers(0, 12))):
        log.append({"t": 0.0, "type": "card.draw", "tag": CARDS[n], "face": "down"})
        log.append({"t": 0.0, "type": "card.seen", "tag": CARDS[n], "zone": f"seat:{n % 6 + 1}"})
    log += draw(st.lists(ANYTHING, max_size=40))
    t = 0.0
    for raw in log:
        t += draw(st.sampled_from([0.0, 0.1, 0.3, 0.5, 2.5]))
        raw["t"] = round(t, 6)
    return log


@settings(max_examples=150)
@given(anything(), st.sampled_from(HOUSES), st.sampled_from(["nlhe", "plo", "flhe", "plhe"]))
def test_no_run_of_events_stops_the_referee(log: Log, book: str, game: str) -> None:
    table = engine(book, game)
    for line, raw in enumerate(log, 2):
        for output in table.feed(line, DECODE.decode(msgspec.json.encode(raw))):
            assert msgspec.json.encode(output)
        table.view()


@settings(max_examples=60)
@given(anything(), st.sampled_from(HOUSES), st.data())
def test_what_was_said_is_not_unsaid_by_what_comes_later(log: Log, book: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(log)))
    whole, begun = outputs(book, log), outputs(book, log[:cut])
    assert whole[: len(begun)] == begun


@settings(max_examples=60)
@given(anything(), st.sampled_from(HOUSES))
def test_findings_are_counted_by_kind_within_the_hand_and_point_into_the_log(log: Log, book: str) -> None:
    seen: dict[tuple[int, str], int] = {}
    for output in outputs(book, log):
        if isinstance(output, Finding):
            k = seen[output.hand, output.kind] = seen.get((output.hand, output.kind), 0) + 1
            assert output.id == f"{output.hand}:{output.kind}:{k}"
            assert output.evidence == sorted(set(output.evidence))
            assert all(2 <= line <= len(log) + 1 for line in output.evidence)
            assert (output.remedy == "floor") <= (output.level == "floor")
    hands = [o.hand for o in outputs(book, log) if isinstance(o, HandLine)]
    assert all(second == first + 1 for first, second in pairwise(hands))
