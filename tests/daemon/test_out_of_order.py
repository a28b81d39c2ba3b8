"""Reports that come late, early or twice: what is shown follows at once, what is ruled waits its quarter second."""

from __future__ import annotations

import asyncio
import time

import msgspec
import pytest

from controller import rulebooks
from controller.daemon.gate import PATIENCE_S, StartGate
from controller.daemon.intake import Unfit, keyed, stamp
from controller.daemon.live import Listener, LiveTable
from controller.daemon.ticking import Ticking
from controller.privacy import HiddenCards, redact
from controller.table.copying import freeze, thaw
from controller.table.events import AnyEvent, LogHeader
from controller.table.kinds.sensors import blind_kinds
from controller.table.outputs import Output

HEADER = LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook="deltin")


class Heard(Listener):
    """What a live table settles and refuses."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.turned_away: list[int] = []

    def settled(self, line: int, event: AnyEvent, outputs: list[Output]) -> None:
        self.lines.append((line, tag(event)))

    def refused(self, line: int, event: AnyEvent) -> None:
        self.turned_away.append(line)


class Table:
    """A live table without devices: events are handed to it as they arrive, durable at once or not."""

    def __init__(self) -> None:
        heard = Heard()
        self.live = LiveTable(rulebooks.load("deltin"), HEADER, heard)
        self.settled, self.refused = heard.lines, heard.turned_away
        self.line = 1

    def hear(self, t: float, durable: bool = True, **fields: object) -> AnyEvent:
        event = msgspec.convert({"t": t, **fields}, AnyEvent, str_keys=True)
        self.line += 1
        self.live.arrived(self.line, event)
        if durable:
            self.live.durable(self.line, event)
        return event


def tag(event: AnyEvent) -> str:
    return str(event.__struct_config__.tag)


@pytest.fixture
def live() -> Table:
    made = Table()
    seats = {str(seat): {"stack": 1000} for seat in (1, 2, 3)}
    made.hear(0.1, type="table", seats=seats, denominations=[25])
    made.hear(0.2, type="level", small=25, big=50)
    made.hear(1.0, type="hand.start", button=1)
    made.live.close_before(1.5)
    made.settled.clear()
    return made


def test_a_late_arrival_is_shown_as_if_it_had_come_in_time(live) -> None:
    in_time, late = Table(), Table()
    for table, order in ((in_time, (0, 1, 2, 3)), (late, (0, 2, 1, 3))):
        seats = {str(seat): {"stack": 1000} for seat in (1, 2, 3)}
        table.hear(0.1, type="table", seats=seats, denominations=[25])
        table.hear(0.2, type="level", small=25, big=50)
        table.hear(1.0, type="hand.start", button=1)
        deal = [
            (2.0, {"type": "card.draw", "tag": "As"}),
            (2.1, {"type": "card.seen", "tag": "As", "zone": "seat:2"}),
            (2.2, {"type": "card.draw", "tag": "Kd"}),
            (2.3, {"type": "card.seen", "tag": "Kd", "zone": "seat:3"}),
        ]
        for place in order:
            table.hear(deal[place][0], **deal[place][1])
        assert [seat.cards for seat in table.live.view().seats[:3]] == [0, 1, 1]
        table.hear(3.0, type="tick")
        table.live.close_before(9.0)
        assert table.live.settled_view() == table.live.view()


def test_what_is_shown_does_not_wait_for_the_disk(live) -> None:
    live.hear(2.0, durable=False, type="card.draw", tag="As")
    live.hear(2.1, durable=False, type="card.seen", tag="As", zone="seat:2")
    assert live.live.view().seats[1].cards == 1
    assert live.live.settled_view().seats[1].cards == 0
    assert live.settled == []


def test_what_is_ruled_waits_for_what_may_still_come(live) -> None:
    live.hear(2.0, type="tick")
    live.hear(2.25, type="tick")
    assert live.settled == []
    live.hear(2.3, type="tick")
    assert [line for line, _ in live.settled] == [5]
    live.live.close_before(2.3)
    assert [line for line, _ in live.settled] == [5, 6]
    assert live.live.next_due() == 2.3


def test_a_table_event_inside_a_hand_does_not_count(live) -> None:
    live.hear(2.0, type="table", seats={"1": {"stack": 5}}, denominations=[])
    live.live.close_before(3.0)
    assert live.refused == [5]
    assert live.live.view().hand == 1


def test_a_line_too_far_back_is_refused_and_the_rest_goes_on(live) -> None:
    live.hear(5.0, type="tick")
    live.hear(4.0, type="tick")
    assert live.refused == [6]
    live.live.close_before(6.0)
    assert live.live.pending == []


def test_the_state_goes_through_a_checkpoint(live) -> None:
    live.hear(2.0, type="card.draw", tag="As")
    live.live.close_before(3.0)
    again = Table()
    frozen = freeze(live.live.state())
    assert len(frozen) < 20_000, "the book is not in it"
    again.live.restore(thaw(frozen, again.live.book))
    assert again.live.view() == live.live.view()
    for table in (live, again):
        table.hear(4.0, type="card.seen", tag="As", zone="seat:2")
        table.live.close_before(5.0)
    assert again.live.settled_view() == live.live.settled_view()


def test_the_gate_sorts_what_the_devices_kept_and_keeps_each_ones_order() -> None:
    gate, told = StartGate(100.0, 2), []
    for device, at_s, name in (
        ("shoe", 90.0, "a"),
        ("shoe", 95.0, "c"),
        ("panel", 92.0, "b"),
        ("panel", 91.0, "b2"),
    ):
        gate.take(device, at_s, lambda n=name: told.append(n))
    assert not gate.look(100.1, [100.05, None])
    assert told == []
    assert gate.look(100.2, [100.1, 100.1])
    assert told == ["a", "b", "b2", "c"]
    gate.take("shoe", 1.0, lambda: told.append("at once"))
    assert told[-1] == "at once"


def test_the_gate_does_not_wait_for_ever() -> None:
    gate = StartGate(100.0, 1)
    assert not gate.look(100.0 + PATIENCE_S - 0.1, [None])
    assert gate.look(100.0 + PATIENCE_S, [None])
    assert StartGate(100.0, 0).is_open


def ticks(live: Table, until: float) -> list[float]:
    """Return when the table wants ticks while nothing else happens, and give it them."""
    due = []
    while (t := live.live.next_wake()) is not None and t <= until:
        due.append(round(t, 2))
        live.hear(t, type="tick")
    return due


def test_a_table_wants_to_hear_of_the_time_when_something_has_lasted(live) -> None:
    assert ticks(live, 60.0) == []
    live.hear(60.0, type="card.draw", tag="As")
    live.hear(60.1, type="card.seen", tag="As", zone="seat:2")
    assert ticks(live, 90.0) == [60.25]
    live.hear(90.0, type="card.draw", tag=None)
    assert ticks(live, 120.0) == [91.0]


def test_a_players_clock_is_shown_second_by_second(live) -> None:
    for n, seat in enumerate((2, 3, 1, 2, 3, 1)):
        live.hear(10.0 + n, type="card.draw", tag=f"{n + 2}c")
        live.hear(10.1 + n, type="card.seen", tag=f"{n + 2}c", zone=f"seat:{seat}")
    ticks(live, 20.0)
    live.hear(20.0, type="clock.call", seat=1, seconds=3, countdown=0)
    assert ticks(live, 30.0) == [21.0, 22.0, 23.0]
    live.hear(30.0, type="hand.end")
    live.live.close_before(31.0)
    assert ticks(live, 90.0) == []


def test_the_table_is_asked_for_its_next_tick_once_it_is_quiet() -> None:
    async def table() -> list[str]:
        told: list[str] = []
        ticked = asyncio.Event()
        ticking = Ticking(lambda: told.append("asked") or time.monotonic(), ticked.set)
        for _ in range(3):
            told.append("heard")
            ticking.heard()
        await asyncio.wait_for(ticked.wait(), 60)
        ticking.stop()
        return told

    assert asyncio.run(table()) == ["heard", "heard", "heard", "asked"]


def test_an_event_keeps_its_bytes_and_gets_its_time() -> None:
    raw = b'{"type":"tap", "seat": 3, "pad":"\xc3\xa4"}'
    sensed = stamp(raw, msgspec.json.decode(raw), 1.23456789)
    assert sensed.raw == b'{"t":1.234568,' + raw[1:]
    assert sensed.event.t == 1.234568


def test_a_time_of_the_devices_own_gives_way() -> None:
    raw = b'{"type":"tap","t":99,"seat":3}'
    assert msgspec.json.decode(stamp(raw, msgspec.json.decode(raw), 2.0).raw)["t"] == 2.0


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"type": "sing"}, "type"),
        ({"type": "tap"}, "seat"),
        ({"type": "tap", "seat": "3"}, "seat"),
        (
            {"type": "log", "version": 1, "table": "1", "started": "2026-11-20T19:30:00Z", "rulebook": ""},
            "type",
        ),
        ({"type": "card.seen", "tag": "AB", "zone": "seat:11"}, "zone"),
        ({"type": "tap", "seat": {1, 2}}, "seat"),
        ({"type": "tap", "seat": object()}, "key"),
    ],
)
def test_what_is_no_event_is_refused_by_its_field(fields, place) -> None:
    with pytest.raises(Unfit) as refused:
        keyed(fields, 1.0)
    assert place in (refused.value.place, str(refused.value))


def test_rules_go_blind_with_the_sensors_that_they_need() -> None:
    book = rulebooks.load("deltin")
    assert blind_kinds(book, ["shoe", "antennas", "chips", "panel"]) == []
    assert "bet.string" in blind_kinds(book, ["shoe", "antennas"])
    assert "misdeal.boxed_cards" not in blind_kinds(book, ["shoe"])
    assert "board.four_card_flop" in blind_kinds(book, ["shoe", "chips"])


def test_rules_rest_on_what_the_table_is_equipped_with() -> None:
    book = rulebooks.load("deltin")
    devices = ["shoe", "antennas", "chips", "panel"]
    everything = ["shoe", "antennas", "camera", "faces", "taps", "words", "awards", "hands"]
    assert blind_kinds(book, devices, everything) == []
    wordless = blind_kinds(book, devices, [part for part in everything if part != "words"])
    assert "bet.string" in wordless
    assert "board.four_card_flop" not in wordless
    assert "turn.out_of_turn" in blind_kinds(book, devices, [part for part in everything if part != "taps"])
    assert "pot.award_wrong" in blind_kinds(book, devices, [part for part in everything if part != "awards"])


def test_the_gate_of_privacy_hides_tags_and_cards_wherever_they_stand() -> None:
    secrets = HiddenCards()
    secrets.learn(["E004015000000001", "As"])
    secrets.show(["Td"])
    value = {
        "E004015000000001": ["Ks", "Td"], "text": "Ks and Td; tag=E004015000000001, x:E004015000000001",
        "n": [1, 2.5, None, True], "deep": ({"card": "As"},), "raw": b"Qh E004015000000001",
    }  # fmt: skip
    assert redact(value, secrets) == {
        "(tag)": ["??", "Td"],
        "text": "?? and Td; tag=(tag), x:(tag)",
        "n": [1, 2.5, None, True],
        "deep": [{"card": "??"}],
        "raw": "?? (tag)",
    }
    secrets.show([])
    assert redact(["Td"], secrets) == ["??"]


def test_a_card_of_the_flop_that_comes_before_the_deal_is_settled_is_named_once_it_is(live) -> None:
    held = iter(("2c", "3c", "4c", "5c", "6c", "7c"))
    for step in range(6):
        tag, t = next(held), 2.0 + step / 100
        live.hear(t, type="card.draw", tag=tag, face="down")
        live.hear(t + 0.004, type="card.seen", tag=tag, zone=f"seat:{(2, 3, 1)[step % 3]}")
    live.hear(2.07, type="deal.end")
    live.hear(2.08, type="card.draw", tag="8c", face="down")
    live.hear(2.084, type="card.seen", tag="8c", zone="burn")
    for step, card in enumerate(("9c", "Tc", "Jc")):
        live.hear(2.09 + step / 100, type="card.draw", tag=card, face="down")
        live.hear(2.094 + step / 100, type="card.seen", tag=card, zone="board")
    board = live.live.view().board
    assert board == ["9c", "Tc", "Jc"]
    assert not live.live.public.shown(board, 2.12), "it may still be the deal: one of them may be a hole card"
    live.live.close_before(2.115)
    assert live.live.public.shown(board, 2.12) == {"9c", "Tc", "Jc"}
