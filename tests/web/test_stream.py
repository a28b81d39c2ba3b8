"""The stream: everything on connecting, then only what changed, and a sign of life with each."""

from __future__ import annotations

import http.client
import json
from typing import Any

from msgspec.structs import replace

from tests.web.conftest import ScriptedTable, Server
from tests.web.states import FACING, FOUR_FLOP, NIGHT, STRING, alert, snapshot

ALWAYS = {"clock", "view", "rules", "blind", "devices", "called", "alerts", "notes", "levels", "uncounted"}


class Stream:
    """An open stream, read one message at a time."""

    def __init__(self, server: Server, query: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        self.connection.request("GET", f"/events{query}")
        self.response = self.connection.getresponse()
        assert self.response.headers["content-type"].startswith("text/event-stream")

    def next(self) -> tuple[dict[str, str], dict[str, Any]]:
        fields: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\r\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return fields, json.loads(fields["data"])

    def until(self, name: str) -> dict[str, Any]:
        """Return the next message that holds ``name``."""
        while name not in (message := self.next()[1]):
            assert "clock" in message
        return message

    def close(self) -> None:
        self.connection.close()


def test_a_new_page_gets_everything_with_its_number(api: ScriptedTable, server: Server) -> None:
    api.show(snapshot(FACING, alert(STRING)))
    stream = Stream(server)
    fields, message = stream.next()
    stream.close()
    assert set(message) == ALWAYS | {"recent"}
    assert fields["event"] == "state"
    assert fields["id"] == str(api.now.n)
    assert int(fields["retry"]) <= 1000
    assert message["alerts"][0]["card"]["headline"] == "String bet"


def test_later_only_what_changed_comes_and_the_clock_with_it(api: ScriptedTable, server: Server) -> None:
    stream = Stream(server, "?page=floor")
    assert set(stream.next()[1]) == ALWAYS
    api.show(replace(api.now, view=replace(FACING, to_act=3)))
    assert set(stream.until("view")) == {"clock", "view"}
    stream.close()


def test_the_beat_is_the_desk_s_own(api: ScriptedTable, server: Server) -> None:
    stream = Stream(server)
    stream.next()
    for _ in range(3):
        assert stream.next()[1] == {"clock": api.now.clock}
    stream.close()


def test_no_pot_leaves_the_house_at_no_limit(api: ScriptedTable, server: Server) -> None:
    api.show(snapshot(replace(FACING, pot=4800)))
    stream = Stream(server)
    assert stream.until("view")["view"]["pot"] is None
    api.show(snapshot(replace(FACING, game="plo", pot=4800)))
    assert stream.until("view")["view"]["pot"] == 4800
    stream.close()


def test_the_dealer_gets_the_open_alerts_and_the_last_ten(api: ScriptedTable, server: Server) -> None:
    done = [alert(replace(STRING, id=f"{n}:bet.string:1", hand=n), "done") for n in range(1, 30)]
    api.show(snapshot(FACING, alert(replace(FOUR_FLOP, hand=1)), *done))
    stream = Stream(server)
    alerts = stream.until("alerts")["alerts"]
    stream.close()
    assert len(alerts) == 11
    assert [one["hand"] for one in alerts[:3]] == [29, 28, 27]
    stream = Stream(server, "?page=floor")
    assert len(stream.until("alerts")["alerts"]) == 30
    stream.close()


def test_the_floor_gets_the_lines_of_the_log_and_the_dealer_none(api: ScriptedTable, server: Server) -> None:
    api.show(NIGHT)
    for page, names in (("floor", {"lines", "t"}), ("dealer", set())):
        stream = Stream(server, f"?page={page}")
        sent = stream.until("alerts")["alerts"][0]
        stream.close()
        assert {"lines", "t"} & set(sent) == names
