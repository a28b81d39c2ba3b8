"""Seats, stacks and levels over HTTP: what floor and dealer key, what waits for the hand's end, what a kill leaves."""

from __future__ import annotations

import contextlib
import http.client
import json
from pathlib import Path
from typing import Any

import pytest

from controller.journal.export import exported
from controller.journal.store import JournalError, Store
from tests.daemon.conftest import Hand, Table, wait_for

SHEET = "seat,stack,state\n2,7000,in\n4,,in\n5,3000,absent\n"
SCHEDULE = """
[[level]]
small = 50
big = 100
minutes = {first}
[[level]]
break = "Dinner"
minutes = 10
[[level]]
small = 100
big = 200
ante = 25
minutes = 20
"""


def seats(table: Table) -> dict[int, dict[str, Any]]:
    return {seat["seat"]: seat for seat in table.state("seats")["seating"]}


def key(table: Table, **fields: Any) -> tuple[int, str]:
    status, answer = table.post("/key", fields)
    return status, answer.get("error", {}).get("message", "")


def sheet(table: Table, text: str = SHEET) -> tuple[int, dict[str, Any]]:
    """Post a sheet as the seat page does."""
    link = http.client.HTTPConnection("127.0.0.1", table.port, timeout=10)
    with contextlib.closing(link):
        link.request("POST", "/seats/table", text.encode(), {"Content-Type": "text/csv"})
        with link.getresponse() as answer:
            return answer.status, json.loads(answer.read())


def with_schedule(table: Table, first: float = 20.0, more: str = "") -> None:
    text = table.config.read_text().replace("level = { small = 50, big = 100 }\n", "")
    table.config.write_text(text + SCHEDULE.format(first=first) + more)


def levels(table: Table) -> dict[str, Any]:
    return dict(table.state("seats")["levels"])


def recorded(table: Table, kind: str) -> list[dict[str, Any]]:
    """The table's events of a kind, as the journal has them; none before its log has begun."""
    with contextlib.closing(Store(table.journal, read_only=True)) as store, contextlib.suppress(JournalError):
        lines = [json.loads(line) for line in exported(store, 1)]
        return [line for line in lines if line["type"] == kind]
    return []


# Seats, one at a time -------------------------------------------------------------------------------------------


def test_a_player_sits_down_goes_away_comes_back_and_leaves(table: Table) -> None:
    table.start()
    assert key(table, type="seat", seat=8, state="in", stack=4000)[0] == 202
    assert (seats(table)[8]["state"], seats(table)[8]["stack"]) == ("in", 4000)
    for state in ("absent", "in", "out", "empty"):
        assert key(table, type="seat", seat=8, state=state)[0] == 202
        assert seats(table)[8]["state"] == state
    assert seats(table)[8]["stack"] is None


def test_chips_are_counted_and_bought(table: Table) -> None:
    table.start()
    assert key(table, type="chips.stack", seat=3, amount=12_500)[0] == 202
    assert seats(table)[3]["stack"] == 12_500
    assert key(table, type="ruling", decision="rebuy", seat=3, amount=5000, by="Ana")[0] == 202
    assert (seats(table)[3]["stack"], seats(table)[3]["owed"]) == (17_500, 5000)
    assert key(table, type="ruling", decision="rebuy_paid", seat=3, by="Ana")[0] == 202
    assert seats(table)[3]["owed"] == 0
    assert key(table, type="ruling", decision="missed_hands", seat=3, amount=6, by="Ana")[0] == 202
    assert seats(table)[3]["to_miss"] == 6


def test_a_stack_that_nobody_knows_is_named_until_it_is_keyed(table: Table) -> None:
    table.start()
    assert key(table, type="seat", seat=8, state="in")[0] == 202
    assert table.state("dealer")["uncounted"] == [8]
    assert '"stack"' not in json.dumps(table.state("dealer")["view"])
    assert key(table, type="chips.stack", seat=8, amount=900)[0] == 202
    assert table.state("dealer")["uncounted"] == []


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (
            {"type": "seat", "seat": 3, "state": "in", "stack": 500},
            "seat 3 is taken; let its player leave first",
        ),
        ({"type": "seat", "seat": 9, "state": "empty"}, "nobody sits at seat 9"),
        ({"type": "seat", "seat": 9, "state": "absent"}, "nobody sits at seat 9"),
        ({"type": "seat", "seat": 9, "stack": 700}, "nobody sits at seat 9"),
        ({"type": "seat", "seat": 3, "stack": -5}, "0 or more is meant"),
        ({"type": "chips.stack", "seat": 9, "amount": 700}, "nobody sits at seat 9"),
        ({"type": "chips.stack", "seat": 3, "amount": -1}, "0 or more is meant"),
        (
            {"type": "ruling", "decision": "rebuy", "seat": 9, "amount": 5, "by": "Ana"},
            "nobody sits at seat 9",
        ),
        ({"type": "hand.start", "button": 9}, "nobody sits at seat 9, so the button cannot lie there"),
        ({"type": "button.moved", "seat": 9}, "nobody sits at seat 9, so the button cannot lie there"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason_and_changes_nothing(
    quiet: Table, fields: dict[str, Any], says: str
) -> None:
    before = quiet.state("seats")["seating"]
    status, message = key(quiet, **fields)
    assert (status, says in message) == (400, True), message
    assert quiet.state("seats")["seating"] == before


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A table without devices that nothing changes."""
    made = Table(tmp_path_factory.mktemp("quiet"), kinds=())
    made.start()
    yield made
    made.close()


# The whole table ------------------------------------------------------------------------------------------------


def test_a_sheet_sets_the_whole_table_at_once(table: Table) -> None:
    table.start()
    assert sheet(table) == (202, {"taken": "table", "waits": False})
    taken = {
        n: (seat["state"], seat["stack"]) for n, seat in seats(table).items() if seat["state"] != "empty"
    }
    assert taken == {2: ("in", 7000), 4: ("in", None), 5: ("absent", 3000)}
    assert recorded(table, "table")[-1]["denominations"] == [1, 5, 25, 100, 500, 1000, 5000, 25000]


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("seat,chips\n1,5\n2,5\n", "line 1, column chips", "known here: seat, stack, state, name"),
        ("seat,stack\n1,5\n2,-5\n", "line 3, column stack", "digits alone"),
        ("seat,stack\n1,5\n1,5\n", "line 3, column seat", "a second time"),
        ("seat,stack\n1,5\n", "line 2", "name all 10 seats"),
        ("", "line 1", "has no rows"),
    ],
)
def test_a_sheet_with_a_mistake_is_refused_whole(quiet: Table, text: str, place: str, says: str) -> None:
    before = quiet.state("seats")["seating"]
    status, answer = sheet(quiet, text)
    assert (status, answer["error"]["place"]) == (400, place)
    assert says in answer["error"]["message"]
    assert quiet.state("seats")["seating"] == before


def test_a_sheet_in_a_hand_waits_for_its_end_through_a_kill(running: Table, hand: Hand) -> None:
    running.send(hand.deck())
    events = hand.events()
    running.play(events[:-1])
    assert sheet(running) == (202, {"taken": "table", "waits": True})
    assert running.state("seats")["waiting"] == [{"what": "table", "seat": None, "to": None, "seats": 3}]
    assert seats(running)[1]["state"] == "in"
    running.kill()
    running.start()
    running.wait_up()
    assert running.state("seats")["waiting"] == [{"what": "table", "seat": None, "to": None, "seats": 3}]
    running.play(events[-1:])
    wait_for(lambda: seats(running)[1]["state"] == "empty", "the new table")
    assert running.state("seats")["waiting"] == []
    assert seats(running)[2]["stack"] == 7000
    assert "log.bad_line" not in [alert["card"]["kind"] for alert in running.state()["alerts"]]
    assert len(recorded(running, "table")) == 2


def test_a_move_in_a_hand_waits_and_takes_the_chips_as_they_are_then(running: Table, hand: Hand) -> None:
    running.send(hand.deck())
    events = hand.events()
    running.play(events[:-1])
    winner = next(event["seat"] for event in events if event["type"] == "chips.award")
    assert running.post("/seats/move", {"seat": winner, "to": 9}) == (202, {"taken": "move", "waits": True})
    assert running.post("/seats/move", {"seat": winner, "to": 8})[0] == 400
    assert running.post("/seats/move", {"seat": 1, "to": 9})[1]["error"]["message"].startswith(
        "seat 9 is taken"
    )
    running.play(events[-1:])
    wait_for(lambda: seats(running)[9]["state"] == "in", "the move")
    assert (seats(running)[9]["stack"], seats(running)[winner]["state"]) == (10_150, "empty")


def test_a_move_that_is_keyed_after_a_sheet_waits_with_it_and_is_made_of_the_sheets_players(
    running: Table, hand: Hand
) -> None:
    running.send(hand.deck())
    events = hand.events()
    running.play(events[:-1])
    assert sheet(running)[0] == 202
    assert running.post("/seats/move", {"seat": 1, "to": 9})[1]["error"]["place"] == "seat"  # he leaves by it
    assert (
        running.post("/seats/move", {"seat": 2, "to": 4})[1]["error"]["place"] == "to"
    )  # somebody comes by it
    assert running.post("/seats/move", {"seat": 2, "to": 1})[0] == 202
    running.play(events[-1:])
    wait_for(lambda: seats(running)[1]["stack"] == 7000, "the move")
    taken = {n for n, seat in seats(running).items() if seat["state"] != "empty"}
    assert taken == {1, 4, 5}
    assert running.state("seats")["waiting"] == []


def test_nobody_sits_down_where_a_player_moves_to_after_the_hand(running: Table, hand: Hand) -> None:
    running.send(hand.deck())
    events = hand.events()
    running.play(events[:-1])
    assert running.post("/seats/move", {"seat": 1, "to": 9})[0] == 202
    assert key(running, type="seat", seat=9, state="in", stack=500) == (
        400,
        "seat: seat 9 is taken; choose an empty one",
    )
    assert key(running, type="seat", seat=8, state="in", stack=500)[0] == 202
    running.play(events[-1:])
    wait_for(lambda: seats(running)[9]["state"] == "in", "the move")
    assert {n for n in (1, 8, 9) if seats(running)[n]["state"] == "in"} == {8, 9}


def test_what_waits_can_be_dropped(running: Table, hand: Hand) -> None:
    running.send(hand.deck())
    running.play(hand.events(to="deal"))
    assert running.post("/seats/move", {"seat": 1, "to": 9})[0] == 202
    assert running.post("/seats/drop", {})[0] == 202
    assert running.state("seats")["waiting"] == []


def test_a_hand_that_ends_only_with_the_next_one_lets_in_what_waited(running: Table, hand: Hand) -> None:
    running.send(hand.deck())
    running.play(hand.events()[:-1])
    assert running.post("/seats/move", {"seat": 3, "to": 9})[0] == 202
    running.play([{"type": "hand.start", "button": 1}])
    wait_for(lambda: running.state()["view"]["hand"] == 2, "the second hand")
    assert seats(running)[9]["playing"]
    assert not seats(running)[3]["playing"]


# The house's clock ----------------------------------------------------------------------------------------------


def test_the_clock_stands_until_the_first_hand_and_shows_the_first_level(table: Table) -> None:
    with_schedule(table)
    table.start()
    shown = levels(table)
    assert (shown["level"], shown["of"], shown["left"], shown["started"]) == (1, 2, 1200, False)
    assert (table.state()["view"]["small"], table.state()["view"]["big"]) == (50, 100)
    assert key(table, type="hand.start", button=6)[0] == 202
    wait_for(lambda: levels(table)["started"], "the clock to start")
    wait_for(lambda: levels(table)["left"] < 1200, "the clock to run")


def test_levels_and_breaks_come_on_time_and_hold_from_the_next_hand(table: Table) -> None:
    with_schedule(table, first=0.03)
    table.start()
    assert key(table, type="hand.start", button=6)[0] == 202
    wait_for(lambda: levels(table)["rest"] == "Dinner", "the break")
    assert table.post("/clock", {"do": "next", "by": "Ana", "at": "floor"})[0] == 202
    shown = levels(table)
    assert (shown["rest"], shown["level"], shown["waits"]) == (None, 2, True)
    assert table.state()["view"]["big"] == 100
    assert key(table, type="hand.end")[0] == 202
    wait_for(lambda: table.state()["view"]["big"] == 200, "the new level")
    level = recorded(table, "level")[-1]
    assert (level["small"], level["ante"], level["by"]) == (100, 25, "table")


STUD = """
[[level]]
small = 0
big = 100
ante = 25
bring_in = 25
small_bet = 100
big_bet = 200
minutes = 20
[[level]]
small = 0
big = 200
ante = 25
bring_in = 50
small_bet = 200
big_bet = 400
minutes = 20
"""
BETS = ("ante", "bring_in", "small_bet", "big_bet")


def test_a_night_of_stud_raises_its_bring_in_and_its_bets(tmp_path: Path) -> None:
    stud = Table(tmp_path, rulebook="tda-2024")
    text = stud.config.read_text().replace('rulebook = "tda-2024"', 'rulebook = "tda-2024"\ngame = "stud"')
    stud.config.write_text(text.replace("level = { small = 50, big = 100 }\n", "") + STUD)
    with contextlib.closing(stud):
        stud.start()
        assert stud.post("/clock", {"do": "next", "by": "Ana", "at": "floor"})[0] == 202
        told = wait_for(lambda: len(now := recorded(stud, "level")) == 2 and now, "the second level")
        assert [[level[name] for name in BETS] for level in told] == [[25, 25, 100, 200], [25, 50, 200, 400]]
        assert [levels(stud)["now"][name] for name in BETS] == [25, 50, 200, 400]


def test_a_hand_of_stud_goes_on_at_the_level_before_and_says_so(tmp_path: Path) -> None:
    stud = Table(tmp_path, rulebook="tda-2024")
    text = stud.config.read_text().replace('rulebook = "tda-2024"', 'rulebook = "tda-2024"\ngame = "stud"')
    schedule = STUD.replace("big = 100\n", "big = 0\n").replace("big = 200\n", "big = 0\n")
    stud.config.write_text(text.replace("level = { small = 50, big = 100 }\n", "") + schedule)
    with contextlib.closing(stud):
        stud.start()
        assert key(stud, type="hand.start")[0] == 202
        assert levels(stud)["waits"] is False
        assert stud.post("/clock", {"do": "next", "by": "Ana", "at": "floor"})[0] == 202
        assert (
            wait_for(lambda: levels(stud)["level"] == 2 and levels(stud), "the second level")["waits"] is True
        )
        view = stud.state()["view"]
        assert [view[name] for name in BETS] == [25, 25, 100, 200]


def test_the_one_level_of_a_table_of_stud_goes_on_record_with_its_bets(tmp_path: Path) -> None:
    stud = Table(tmp_path, rulebook="tda-2024")
    level = "level = { small = 0, big = 100, ante = 25, bring_in = 25, small_bet = 100, big_bet = 200 }"
    text = stud.config.read_text().replace("level = { small = 50, big = 100 }", level)
    stud.config.write_text(text.replace('rulebook = "tda-2024"', 'rulebook = "tda-2024"\ngame = "stud"'))
    with contextlib.closing(stud):
        stud.start()
        told = wait_for(lambda: recorded(stud, "level"), "the level")
        assert [told[0][name] for name in BETS] == [25, 25, 100, 200]


def test_a_kill_leaves_the_clock_where_it_would_be(table: Table) -> None:
    with_schedule(table)
    table.start()
    assert table.post("/clock", {"do": "go", "by": "Ana", "at": "floor"})[0] == 202
    assert table.post("/clock", {"do": "take", "by": "Ana", "at": "floor"})[0] == 202
    left = wait_for(lambda: (now := levels(table)["left"]) < 1140 and now, "the clock to run")
    table.kill()
    table.start()
    assert left - 30 < levels(table)["left"] <= left
    assert table.post("/clock", {"do": "pause", "by": "Ana", "at": "floor"})[0] == 202
    left = levels(table)["left"]
    table.kill()
    table.start()
    shown = levels(table)
    assert (shown["paused"], shown["left"]) == (True, left)


def test_a_schedule_that_was_changed_counts_from_the_next_start_and_the_log_goes_on(table: Table) -> None:
    with_schedule(table)
    table.start()
    assert table.post("/clock", {"do": "go", "by": "Ana", "at": "floor"})[0] == 202
    assert key(table, type="chips.stack", seat=3, amount=12_500)[0] == 202
    table.kill()
    table.config.write_text(table.config.read_text().replace("big = 200", "big = 300"))
    table.start()
    assert (levels(table)["next"]["big"], levels(table)["started"]) == (300, True)
    assert seats(table)[3]["stack"] == 12_500


def test_the_floor_puts_the_clock_on_and_back(table: Table) -> None:
    with_schedule(table)
    table.start()
    assert table.post("/clock", {"do": "back", "by": "Ana", "at": "floor"})[1]["error"] == {
        "place": "do", "message": "this is the schedule's first level already",
        "text": "this is the schedule's first level already",
    }  # fmt: skip
    for _ in range(2):
        assert table.post("/clock", {"do": "next", "by": "Ana", "at": "floor"})[0] == 202
    wait_for(lambda: table.state()["view"]["big"] == 200, "the second level")
    assert table.post("/clock", {"do": "next", "by": "Ana", "at": "floor"})[0] == 400
    for _ in range(2):
        assert table.post("/clock", {"do": "back", "by": "Ana", "at": "floor"})[0] == 202
    wait_for(lambda: table.state()["view"]["big"] == 100, "the first level again")


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"do": "fly", "by": "Ana", "at": "floor"}, "do"),
        ({"do": "go", "at": "floor"}, "by"),
        ({"do": "go", "by": "Ana", "at": "bar"}, "at"),
        ({"do": "go", "by": "Ana", "at": "dealer"}, "at"),
    ],
)
def test_the_clock_says_what_it_does_not_understand(table: Table, fields: dict[str, Any], place: str) -> None:
    with_schedule(table)
    table.start()
    status, answer = table.post("/clock", fields)
    assert (status, answer["error"]["place"]) == (400, place)


def test_the_dealer_steers_the_clock_where_the_house_lets_him(table: Table) -> None:
    with_schedule(table, more="[clock]\ndealer = true\n")
    table.start()
    assert table.post("/clock", {"do": "go", "by": "dealer", "at": "dealer"})[0] == 202
    assert levels(table)["started"]


def test_a_table_without_a_schedule_has_no_clock_to_steer_and_its_level_is_keyed(table: Table) -> None:
    table.start()
    assert table.state("dealer")["levels"] is None
    status, answer = table.post("/clock", {"do": "go", "by": "Ana", "at": "floor"})
    assert (status, answer["error"]["message"]) == (
        400,
        "this table has no level schedule; set the level itself",
    )
    assert key(table, type="level", small=200, big=400, ante=50)[0] == 202
    wait_for(lambda: table.state()["view"]["big"] == 400, "the level")
