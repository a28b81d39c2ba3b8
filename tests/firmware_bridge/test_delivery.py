"""Each event once, in order, or the number of those that are lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge import (
    BadEvent,
    ClockJumped,
    Delivered,
    Durable,
    LinkState,
    LinkUp,
    Lost,
    Rebooted,
)
from firmware_bridge.codes import Type
from firmware_bridge.device import Acked, DeviceState
from firmware_bridge.frames import PART_SHIFT, Frame, encode_frame


def deal(bench: Any, card: Callable[[int], Any], numbers: range, every_s: float = 0.05) -> list[Any]:
    """Draw cards, one each ``every_s``; return what should arrive."""
    sent = [card(number) for number in numbers]
    for event in sent:
        bench.sense(event)
        bench.run(every_s)
    return sent


@pytest.mark.matrix(("loss", [0.0, 0.01, 0.05, 0.20]), ("seed", range(4)))
def test_a_lossy_cable_delivers_each_card_once_in_order(
    bench: Any, cable: Any, card: Any, loss: float, seed: int
) -> None:
    bad = cable(loss=loss, twice=loss, flip=loss, least_s=0.0005, most_s=0.0005 if loss == 0 else 0.02)
    table = bench(seed=seed, cable=bad).up()
    sent = deal(table, card, range(400))
    table.run_until(lambda: len(table.owner.events) >= len(sent))
    assert table.owner.events == sent
    assert table.owner.lost == 0
    table.run_until(lambda: table.device.ring.oldest() is None)


def test_at_one_percent_loss_nearly_every_card_is_there_within_a_quarter_second(
    bench: Any, cable: Any, card: Any
) -> None:
    table = bench(seed=5, cable=cable(loss=0.01, twice=0.01)).up()
    sensed_at: dict[str, float] = {}
    waits: list[float] = []
    hear = table._hear

    def timed(news: list[Any]) -> None:
        waits.extend(table.now - sensed_at[one.event["tag"]] for one in news if isinstance(one, Delivered))
        hear(news)

    table._hear = timed
    for number in range(1000):
        event = card(number)
        sensed_at[event["tag"]] = table.now
        table.sense(event)
        table.run(0.03)
    table.run(2)
    assert len(waits) == 1000
    assert sorted(waits)[990] < 0.25


@given(
    seed=st.integers(0, 2**32),
    loss=st.floats(0, 0.2),
    sizes=st.lists(st.integers(0, 3000), min_size=1, max_size=12),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_long_events_arrive_whole_over_any_cable(
    bench: Any, cable: Any, seed: int, loss: float, sizes: list[int]
) -> None:
    table = bench(seed=seed, cable=cable(loss=loss, twice=loss)).up()
    sent = [{"type": "deck", "id": "x" * size} for size in sizes]
    for event in sent:
        table.sense(event)
    table.run_until(lambda: len(table.owner.events) >= len(sent), most_s=120)
    assert table.owner.events == sent


def test_a_deck_of_52_tags_takes_several_frames_and_arrives_as_one_event(bench: Any, card: Any) -> None:
    table = bench().up()
    cards = {f"E00401501234{n:04X}": rank + suit for n, (rank, suit) in enumerate(_deck())}
    table.sense({"type": "deck", "id": "red-7", "back": "red", "cards": cards})
    table.sense(card(1))
    table.run(0.5)
    assert [event["type"] for event in table.owner.events] == ["deck", "card.draw"]
    assert table.owner.events[0]["cards"] == cards
    assert table.host.counters.resends_asked == 0


def _deck() -> list[tuple[str, str]]:
    return [(rank, suit) for rank in "23456789TJQKA" for suit in "cdhs"]


def test_nothing_is_acknowledged_before_it_is_on_disk(bench: Any, owner: Any, card: Any) -> None:
    table = bench(owner=owner(acknowledges=False)).up()
    deal(table, card, range(5))
    table.run(5)
    assert len(table.owner.events) == 5
    assert not [one for one in table.told if isinstance(one, Acked)]
    assert table.device.ring.oldest_seq == 1
    table.ack(3)
    table.run(0.05)
    assert table.device.ring.oldest_seq == 4


def test_what_was_never_handed_on_cannot_be_acknowledged(bench: Any, card: Any) -> None:
    table = bench().up()
    with pytest.raises(ValueError, match="event 9 is acknowledged, but has not been handed on"):
        table.host.ack(0xB001, 9)
    table.host.ack(0xDEAD, 9)  # a boot that is over


def test_a_device_that_reboots_is_told_and_goes_on(bench: Any, card: Any) -> None:
    table = bench().up()
    first = deal(table, card, range(3))
    table.reboot(0xB002)
    table.run_until(lambda: table.owner.of(Rebooted))
    second = deal(table, card, range(10, 13))
    table.run(0.5)
    assert table.owner.events == first + second
    assert table.owner.of(Rebooted) == [Rebooted(old_boot_id=0xB001, new_boot_id=0xB002)]
    assert table.owner.lost == 0


def test_cards_that_died_with_a_boot_are_counted(bench: Any, cable: Any, card: Any) -> None:
    table = bench().up()
    deal(table, card, range(3))
    table.cable.cut = True
    deal(table, card, range(3, 7), every_s=0.01)
    table.cable.cut = False
    # The fifth card reaches the host and shows that two before it are missing; then the power goes.
    table.sense(card(99))
    table.run(0.0006)
    table.reboot(0xB002)
    table.run_until(lambda: table.owner.of(Rebooted))
    assert table.owner.of(Lost) == [Lost(boot_id=0xB001, seq=None, count=5)]
    assert len(table.owner.events) == 3


def test_a_daemon_that_comes_back_gets_nothing_twice_and_nothing_less(
    bench: Any, cable: Any, card: Any
) -> None:
    table = bench(seed=3, cable=cable(loss=0.03)).up()
    sent = []
    for hand in range(12):
        sent += deal(table, card, range(hand * 9, hand * 9 + 9), every_s=0.01)
        before = table.owner.durable.get("SHOE-1", Durable(boot_id=0, seq=0)).seq
        table.restart_host()
        # What was handed over and not yet on disk died with the daemon and must come again.
        table.owner.events = table.owner.events[:before]
    table.run_until(lambda: len(table.owner.events) >= len(sent))
    assert table.owner.events == sent
    assert table.owner.lost == 0
    assert table.owner.of(LinkUp)[-1].resumed


def test_a_cable_pulled_and_plugged_again_costs_nothing(bench: Any, card: Any) -> None:
    table = bench().up()
    sent = deal(table, card, range(3))
    for pull in range(20):
        table.unplug()
        for number in range(10 + pull * 5, 13 + pull * 5):
            sent.append(card(number))
            table.device.sense(sent[-1], table.device_us())
        table.run(0.2)
        table.up()
    table.run_until(lambda: len(table.owner.events) >= len(sent))
    assert table.owner.events == sent
    assert not table.owner.of(Rebooted)


def test_an_event_handed_over_but_not_yet_on_disk_is_not_handed_over_again_after_an_unplug(
    bench: Any, owner: Any, card: Any
) -> None:
    table = bench(owner=owner(disk_s=5.0)).up()
    deal(table, card, range(3))
    table.unplug()
    table.up()
    table.run(1)
    assert [one.seq for one in table.owner.of(Delivered)] == [1, 2, 3]


def test_more_cards_than_the_ring_holds_are_counted_as_lost(bench: Any, card: Any) -> None:
    table = bench()
    table.device.ring = type(table.device.ring)(1, 8)
    table.up()
    deal(table, card, range(2))
    table.unplug()
    for number in range(2, 22):
        table.device.sense(card(number), table.device_us())
    table.up()
    table.run(1)
    assert table.owner.events == [card(n) for n in [0, 1, *range(14, 22)]]
    assert table.owner.of(Lost) == [Lost(boot_id=0xB001, seq=14, count=12)]


def test_a_ring_that_runs_over_while_the_link_is_up_says_so(bench: Any, owner: Any, card: Any) -> None:
    table = bench(owner=owner(acknowledges=False))
    table.device.ring = type(table.device.ring)(1, 4)
    table.up()
    table.cable.cut = True
    for number in range(10):
        table.sense(card(number))
    table.cable.cut = False
    table.run(1)
    assert table.owner.of(Lost) == [Lost(boot_id=0xB001, seq=6, count=6)]
    assert table.owner.events == [card(number) for number in range(6, 10)]
    table.ack(10)
    table.run(0.1)
    assert (table.device.ring.dropped, table.device.ring.oldest()) == (0, None)


def test_numbers_wrap_without_anybody_noticing(bench: Any, cable: Any, card: Any) -> None:
    table = bench(seed=2, cable=cable(loss=0.05, twice=0.05))
    table.reboot(0xB001, first_seq=2**32 - 20)
    table.up()
    sent = deal(table, card, range(40))
    table.run_until(lambda: len(table.owner.events) >= 40)
    assert table.owner.events == sent
    assert [one.seq for one in table.owner.of(Delivered)][18:23] == [2**32 - 2, 2**32 - 1, 0, 1, 2]
    table.restart_host()
    table.sense(card(77))
    table.run(1)
    assert table.owner.events[40:] == [card(77)]


def test_a_boot_id_that_chance_repeats_is_still_a_new_boot(bench: Any, card: Any) -> None:
    table = bench().up()
    deal(table, card, range(5))
    table.reboot(0xB001)
    table.run_until(lambda: table.owner.of(Rebooted))
    deal(table, card, range(50, 53))
    table.run(0.5)
    assert table.owner.events[5:] == [card(50), card(51), card(52)]


def test_a_restarted_daemon_tells_a_repeated_boot_id_by_the_clock(bench: Any, card: Any) -> None:
    table = bench().up()
    deal(table, card, range(5))
    table.run(30)
    table.owner.durable["SHOE-1"] = Durable(boot_id=0xB001, seq=2, device_us=table.device_us())
    table.reboot(0xB001)
    for number in range(60, 65):
        table.device.sense(card(number), table.device_us())
    table.restart_host()
    table.run(1)
    assert table.owner.events[5:] == [card(number) for number in range(60, 65)]
    assert table.owner.of(Rebooted)


def test_a_repeated_boot_id_is_told_by_numbers_that_went_back(bench: Any, card: Any) -> None:
    table = bench()
    table.owner.durable["SHOE-1"] = Durable(boot_id=0xB001, seq=40)
    for number in range(3):
        table.device.sense(card(number), table.device_us())
    table.up()
    table.run(0.5)
    assert table.owner.events == [card(0), card(1), card(2)]
    assert table.owner.of(Rebooted) == [Rebooted(old_boot_id=0xB001, new_boot_id=0xB001)]


def test_an_owner_whose_disk_was_set_back_learns_what_the_device_has_forgotten(bench: Any, card: Any) -> None:
    table = bench().up()
    deal(table, card, range(9))
    table.owner.durable["SHOE-1"] = Durable(boot_id=0xB001, seq=4)
    table.owner.events.clear()
    table.restart_host()
    table.sense(card(50))
    table.run(0.5)
    assert table.owner.of(Lost) == [Lost(boot_id=0xB001, seq=9, count=5)]
    assert table.owner.events == [card(50)]


def test_an_owner_who_knows_nothing_is_told_what_the_ring_has_dropped(bench: Any, card: Any) -> None:
    table = bench()
    table.device.ring = type(table.device.ring)(1, 4)
    for number in range(10):
        table.device.sense(card(number), table.device_us())
    table.up()
    table.run(0.5)
    assert table.owner.of(Lost) == [Lost(boot_id=0xB001, seq=6, count=6)]
    assert table.owner.events == [card(number) for number in range(6, 10)]
    assert table.device.ring.dropped == 0


def test_nothing_is_sensed_in_the_future(bench: Any, card: Any) -> None:
    table = bench()
    table.cable.least_s = table.cable.most_s = 0.2
    table.up()
    table.run(3)
    # Requests take 0.2 s each way; then the cable is quick, and the estimate lags behind.
    table.cable.least_s = table.cable.most_s = 0.0001
    table.powered_s -= 0.15
    table.sense(card(1))
    table.run(0.05)
    (told,) = table.owner.of(Delivered)
    assert told.at_s <= table.now


def test_an_owner_that_stops_writing_is_not_flooded(bench: Any, owner: Any) -> None:
    table = bench(owner=owner(acknowledges=False))
    table.device.ring = type(table.device.ring)(1, 2000)
    table.up()
    for number in range(1500):
        table.sense({"type": "tap", "seat": number % 9 + 1})
    table.run(3)
    assert len(table.owner.events) == 512
    while len(table.owner.events) < 1500:
        table.owner.acknowledges = True
        table.ack(len(table.owner.events))
        table.run(0.5)
    assert table.owner.lost == 0


def test_times_are_right_to_within_the_stated_error(bench: Any, cable: Any, card: Any) -> None:
    table = bench(seed=9, cable=cable(loss=0.02, least_s=0.001, most_s=0.015))
    table.drift_ppm = 180
    table.up()
    table.run(1)
    truth = []
    for number in range(300):
        truth.append(table.now)
        table.sense(card(number))
        table.run(0.25)
    table.run(2)
    errors = [
        (abs(one.at_s - true), one.error_s)
        for one, true in zip(table.owner.of(Delivered), truth, strict=True)
    ]
    assert all(off <= stated for off, stated in errors)
    assert sorted(stated for _, stated in errors)[297] < 0.020
    assert not table.owner.of(ClockJumped)


def test_a_device_clock_that_jumps_is_told_and_worked_out_anew(bench: Any, card: Any) -> None:
    table = bench().up()
    table.run(3)
    table.powered_s -= 5.0
    table.run_until(lambda: table.owner.of(ClockJumped))
    assert table.owner.of(ClockJumped)[0].by_s == pytest.approx(5.0, abs=0.05)
    table.run(1)
    now = table.now
    table.sense(card(1))
    table.run(0.1)
    (told,) = table.owner.of(Delivered)
    assert abs(told.at_s - now) <= told.error_s < 0.01


def test_a_device_clock_that_is_set_back_keeps_no_later_event_in_the_past(bench: Any, card: Any) -> None:
    table = bench().up()
    table.run(3)
    table.sense(card(1))
    table.run(0.1)
    table.powered_s += 2.0
    table.run_until(lambda: table.owner.of(ClockJumped))
    table.run(0.5)
    now = table.now
    table.sense(card(2))
    table.run(0.1)
    before, told = table.owner.of(Delivered)
    assert told.device_us < before.device_us
    assert abs(told.at_s - now) <= told.error_s < 0.01


def test_what_came_late_keeps_the_time_when_it_was_sensed(bench: Any, card: Any) -> None:
    table = bench().up()
    table.run(1)
    now = table.now
    table.sense(
        {"type": "chips.push", "seat": 3, "chips": {"25": 4}, "started_us": table.device_us() - 900_000}, 0.2
    )
    table.run(0.1)
    (told,) = table.owner.of(Delivered)
    assert told.at_s == pytest.approx(now - 0.2, abs=0.005)
    assert told.started_s == pytest.approx(now - 0.9, abs=0.005)
    assert told.event == {"type": "chips.push", "seat": 3, "chips": {"25": 4}}


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        (b"", "no JSON"),
        (b'{"type":"tap"', "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 3000, "no JSON"),
        (b"[1,2]", "JSON, but no object"),
        (b'{"seat":3}', "event without a `type`"),
        (b'{"type":7}', "event without a `type`"),
        (b'{"type":"tap","t":3.5}', "`t` of its own"),
        (b'{"type":"chips.push","started_us":-1}', "`started_us` is no device time"),
        (b'{"type":"chips.push","started_us":true}', "`started_us` is no device time"),
    ],
)
def test_an_event_that_is_none_is_named_and_the_next_one_comes(
    bench: Any, card: Any, payload: bytes, problem: str
) -> None:
    table = bench().up()
    table.sense(payload)
    table.sense(card(1))
    table.run(0.5)
    (bad,) = table.owner.of(BadEvent)
    assert problem in bad.problem
    assert bad.payload == payload
    assert table.owner.events == [card(1)]
    assert table.device.ring.oldest() is None


def test_the_owner_learns_up_to_when_it_has_heard_everything(bench: Any, cable: Any, card: Any) -> None:
    table = bench().up()
    table.run(1)
    table.cable.cut = True
    table.sense(card(1))
    sensed = table.now
    table.cable.cut = False
    table.run(0.02)
    table.ask()
    table.run(0.0015)
    # The device has answered that there is a card we have not got: nothing is settled past it.
    assert table.host.settled_s() < sensed
    table.run(0.5)
    table.ask()
    table.run(0.005)
    assert sensed < table.host.settled_s() <= table.now
    assert table.now - table.host.settled_s() < 0.01


def test_a_device_gives_the_host_up_after_three_seconds_and_keeps_its_cards(bench: Any, card: Any) -> None:
    table = bench().up()
    table.unplug()
    table.run(3.5)
    assert table.device.state is DeviceState.CALLING
    table.device.sense(card(1), table.device_us())
    table.up()
    table.run(0.2)
    assert table.owner.events == [card(1)]
    assert table.host.state is LinkState.UP


def part(seq: int, number: int, content: bytes, *, more: bool, t_us: int = 5_000) -> bytes:
    return encode_frame(
        Frame(
            ver=1, type=Type.EVENT, dev=1, boot_id=0xB001, seq=seq, t_us=t_us, payload=content,
            flags=number << PART_SHIFT | more,
        )
    )  # fmt: skip


DRAW = b'{"type":"card.draw","tag":null,"face":"down"}'


def test_a_device_that_thinks_better_of_an_event_is_believed_in_what_it_says_last(bench: Any) -> None:
    table = bench().up()
    table.run(0.2)
    table._to_host(part(1, 0, b'{"type":', more=True))
    table._to_host(part(1, 0, DRAW, more=False, t_us=6_000))
    table.run(0.5)
    (event,) = table.owner.of(Delivered)
    assert (event.seq, event.device_us, event.payload) == (1, 6_000, DRAW)
    assert table.host.counters.resends_asked <= 1


def test_numbers_that_a_device_leaves_out_are_lost_together_in_less_than_three_seconds(bench: Any) -> None:
    table = bench().up()
    table.run(0.2)
    for seq in (1, 41):
        table._to_host(part(seq, 0, DRAW, more=False))
    assert table.run_until(lambda: len(table.owner.of(Delivered)) == 2) < 3
    assert [one.seq for one in table.owner.of(Delivered)] == [1, 41]
    assert table.owner.of(Lost) == [Lost(boot_id=0xB001, seq=40, count=39)]
    assert table.host.state is LinkState.UP


def test_parts_that_deny_each_other_for_ever_hold_the_link_up_for_less_than_three_seconds(
    bench: Any,
) -> None:
    table = bench().up()
    table.run(0.2)

    def answers() -> None:
        """Whatever is asked for, event 1 comes now with one stamp, now with another, and never whole."""
        if not table.owner.of(Lost):
            turn = next(stamps)
            table._to_host(part(1, turn % 2, b'{"type":', more=True, t_us=turn))
            table.at(table.now + 0.05, answers)

    stamps = iter(range(1, 1_000))
    table._to_host(part(2, 0, DRAW, more=False))
    answers()
    assert table.run_until(lambda: table.owner.of(Delivered)) < 3
    assert table.owner.of(Lost) == [Lost(boot_id=0xB001, seq=1, count=1)]
    assert [one.seq for one in table.owner.of(Delivered)] == [2]
    assert table.host.state is LinkState.UP


@given(
    sent=st.lists(
        st.tuples(
            st.integers(1, 3), st.integers(0, 3), st.booleans(), st.sampled_from([1, 2**63, 2**64 - 1]),
            st.sampled_from([b"", DRAW, b'{"type":']),
        ),
        max_size=30,
    )
)  # fmt: skip
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_parts_a_device_sends_the_link_asks_no_more_after_three_seconds(
    bench: Any, sent: list[Any]
) -> None:
    table = bench().up()
    for seq, number, more, stamp, content in sent:
        table._to_host(part(seq, number, content, more=more, t_us=stamp))
    table.run(3.0 * 3)  # each of the three events may take its time
    asked = table.host.counters.resends_asked
    table.run(1.0)
    assert table.host.counters.resends_asked == asked
    assert table.host.state is LinkState.UP
