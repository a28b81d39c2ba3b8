"""Whoever may write at the broker says what he likes: the other tables are heard, shown and kept on."""

from __future__ import annotations

import copy
import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.floor.board import Board
from controller.floor.duties import Duties
from controller.floor.house import House
from controller.floor.rows import Rows
from controller.floor.store import FloorStore
from controller.ruling_cards.words import words_in
from tests.conftest import LongProof
from tests.daemon.conftest import wait_for
from tests.floor.tables import WORDS, Floor, SaidTable

FINDING = {
    "type": "finding", "id": "3:bet.string:1", "t": 4.0, "hand": 3, "street": "flop", "kind": "bet.string", "seat": 3,
    "level": "floor", "remedy": "call", "cites": ["45"], "facts": {"amount": 5}, "evidence": [12],
}  # fmt: skip
SAID: dict[str, dict[str, Any]] = {
    "alert": {
        "type": "alert", "finding": FINDING, "mark": "floor", "state": "ruled", "words": {"en": WORDS}, "coming": "Ana",
        "ruling": {"decision": "call", "by": "Ana", "note": None}, "marks": [{"what": "seen", "by": "Ana", "at": "x"}],
        "times": {"found": "2026-11-22T21:00:00+00:00", "changed": None}, "log": 1, "n": 1,
    },
    "finding": {**FINDING, "log": 1, "n": 1},
    "hand": {"type": "hand", "hand": 3, "log": 1, "n": 1},
    "ruled": {"type": "ruled", "id": "x", "finding": "3:bet.string:1", "taken": True, "log": 1, "n": 1},
    "health": {"state": "up", "rules_live": [55, 55], "journal": "j", "version": 1, "last_n": 3, "at": "2026-11-22T21:00:00+00:00"},
    "state": {"hand": 3, "seats": 9, "seats_taken": [1, 2], "at": "2026-11-22T21:00:00+00:00"},
    "evidence/3:bet.string:1/manifest": {"log": 1, "finding": "x", "sha256": "b", "parts": [{"sha256": "a" * 64}], "elsewhere": []},
}  # fmt: skip


def alert(**more: Any) -> dict[str, Any]:
    return {**SAID["alert"], **more}


def found(**more: Any) -> dict[str, Any]:
    return alert(finding={**FINDING, **more})


POISON = {
    "a number no database holds": ("alert", alert(n=2**63)),
    "a log that is no number": ("alert", alert(log={"a": 1})),
    "a log of too many digits": ("alert", alert(log=2**40)),
    "a seat of too many digits": ("alert", found(seat=2**80)),
    "no seat": ("alert", alert(finding={key: FINDING[key] for key in FINDING if key != "seat"})),
    "a hand of too many digits": ("alert", found(hand=2**80)),
    "a ruling that is a word": ("alert", alert(ruling="call")),
    "a decision that is an object": ("alert", alert(ruling={"decision": {"a": 1}})),
    "somebody without a name": ("alert", alert(coming={"a": 1})),
    "options that are numbers": ("alert", alert(words={"en": {"headline": "x", "options": [1]}})),
    "a kind without end": ("alert", found(kind="k" * 500)),
    "a kind that no database writes": ("alert", found(kind="a\0b")),
    "a journal without end": ("health", {"state": "up", "journal": "j" * 100}),
    "a count of too many digits": ("health", {"state": "up", "journal": "j", "last_n": 10**40}),
    "rules of too many digits": ("health", {"state": "up", "rules_live": [2**80]}),
    "seats of too many digits": ("state", {"seats": 2**90}),
    "a finding with no number": ("ruled", {"n": 1, "id": [1]}),
}  # fmt: skip


class Room:
    """What the floor's process makes of messages, without broker and clock."""

    def __init__(self, store: FloorStore) -> None:
        self.house, duties = House(), Duties({})
        self.rows = Rows(self.house, {}, [60, 120], duties)
        self.board = Board(self.house, self.rows, duties, lambda language: {})
        self.store = store

    def hears(self, what: str, body: Any, table: str = "6") -> None:
        payload = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.house.take(f"floorcall/zagreb/{table}/{what}", payload, time.time())

    def shows_and_keeps(self) -> None:
        """Show and keep everything, and an alert of another table."""
        self.hears("alert", alert(state="new"), table="7")
        shown = self.board.now("en")
        assert any(json.loads(row)["tables"] == ["7"] for row in shown.rows.values())
        self.store.write(*self.house.drain(), self.house.shelved())
        assert self.store.alert("zagreb/7//1/3:bet.string:1")
        for one in self.house.alerts.values():
            self.rows.past(one, words_in("en"))


@pytest.mark.parametrize("name", POISON)
def test_what_no_store_can_keep_and_no_page_can_show_is_named_at_its_table(store: FloorStore, name: str):
    room = Room(store)
    room.hears(*POISON[name])
    room.shows_and_keeps()
    assert [one.what for one in room.house.tables["zagreb/6"].troubles(time.time()) if one.what == "nonsense"]


@pytest.mark.parametrize("seats", [[1, 2, 3], {"1": {"stack": 500}}, 12])
def test_seats_told_in_another_shape_are_not_shown_and_the_rest_is(store: FloorStore, seats: Any):
    room = Room(store)
    room.hears("state", {"hand": 3, "seats": seats, "seats_taken": {"1": "Ana"}})
    room.shows_and_keeps()
    tile = json.loads(room.board.now("en").tiles["zagreb/6"])
    assert (tile["hand"], tile["of"], tile["taken"]) == (3, None, None)


@pytest.mark.parametrize("table", ["7\u00e9", "x" * 33, " ", "$", "7\n"])
def test_a_name_that_no_table_can_have_makes_no_table(table: str):
    house = House()
    house.take(f"floorcall/zagreb/{table}/health", b'{"state":"up"}', 0.0)
    assert not house.tables


_STRANGE = st.one_of(
    st.none(), st.booleans(), st.integers(), st.sampled_from([2**31, 2**53, 2**63, -1, 0, 1e308]), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=400), st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)  # fmt: skip


@st.composite
def _twisted(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A message that a table might say, with a few of its values put in place of others."""
    what = draw(st.sampled_from(sorted(SAID)))
    body = copy.deepcopy(SAID[what])
    for _ in range(draw(st.integers(1, 3))):
        place: Any = body
        while True:
            key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if isinstance(place[key], dict | list) and place[key] and draw(st.booleans()):
                place = place[key]
                continue
            place[key] = draw(_STRANGE)
            break
    return what, body


@pytest.mark.soak
def test_whatever_a_table_says_the_others_are_shown_and_kept(long_proof: LongProof):
    @settings(max_examples=long_proof(40, 100))
    @given(st.lists(_twisted(), max_size=4))
    def are_shown_and_kept(said: list[tuple[str, dict[str, Any]]]) -> None:
        store = FloorStore("sqlite://")
        room = Room(store)
        for what, body in said:
            room.hears(what, body)
        room.shows_and_keeps()
        for manifest in list(room.house.alerts):
            store.shelf.of(manifest)
        store.close()

    are_shown_and_kept()


def test_the_process_goes_on_hearing_and_keeping(floor: Floor, seven: SaidTable):
    six = SaidTable(seven.port, "6")
    for what, body in POISON.values():
        six.raw(what, body)
    wait_for(lambda: floor.row(kind="room.nonsense"), "the nonsense to be named")
    seven.alert()
    row = wait_for(lambda: floor.row(kind="bet.string"), "the call of another table")
    wait_for(lambda: floor.ask("GET", "/history?table=7")[1]["rows"], "it to be kept")
    amount = {"id": row["id"], "by": "Ana", "decision": "call", "amount": 10**30}
    assert floor.ask("POST", "/rule", amount)[1]["error"]["place"] == "amount"
    for asked in ("seat=99999999999999999999", "since=0001-01-01T00:00"):
        assert floor.ask("GET", f"/history?{asked}")[0] == 400
    assert floor.problem("store") == ""
    six.close()
