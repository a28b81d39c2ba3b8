"""What is asked of the pages wrongly: a clear refusal that names the place, never a traceback."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from controller.web import create_app
from controller.web.fonts import FACES
from controller.web.parts import Parts
from controller.web.static_files import STATIC, static_path
from tests.web.conftest import ScriptedTable
from tests.web.states import FOUR_FLOP, NIGHT, STATES, alert, snapshot

SAID = {"type": "declare", "seat": 2, "action": "raise", "amount": 8500}
RULED = {"type": "ruling", "finding": FOUR_FLOP.id, "decision": "scramble_flop", "by": "Ana K."}


@pytest.fixture
def table() -> ScriptedTable:
    api = ScriptedTable()
    api.show(snapshot(NIGHT.view, alert(FOUR_FLOP)))
    return api


@pytest.fixture
def client(table: ScriptedTable) -> Iterator[TestClient]:
    with TestClient(create_app(table), base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


def refused(answer: Any, status: int, place: str) -> str:
    """Check that an answer is a refusal naming ``place``; return its message."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert set(error) == {"place", "message", "text"}
    assert error["place"] == place
    assert error["message"]
    assert "Traceback" not in answer.text
    return str(error["message"])


@pytest.mark.parametrize("path", ["/key", "/mark", "/login"])
def test_a_body_nested_without_end_is_refused(client: TestClient, path: str) -> None:
    headers = {"Content-Type": "application/json"}
    refused(client.post(path, content=b"[" * 4000, headers=headers), 400, "body")


def test_a_key_reaches_the_table(client: TestClient, table: ScriptedTable) -> None:
    assert client.post("/key", json=SAID).status_code == 202
    assert table.keys == [SAID]


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"seat": 11}, "seat"),
        ({"seat": "2"}, "seat"),
        ({"seat": None}, "seat"),
        ({"action": "reraise"}, "action"),
        ({"amount": -1}, "amount"),
        ({"amount": 1.5}, "amount"),
        ({"type": "card.seen", "tag": "As", "zone": "board"}, "type"),
        ({"type": "shout"}, "type"),
        ({"type": 7}, "type"),
        ({"t": 4.0}, "t"),
        ({"hole": "As"}, "hole"),
        ({"action": "amount", "amount": None}, "amount"),
        ({"type": "chips.bet", "amount": 500, "by": "camera", "action": None}, "action"),
    ],
)
def test_a_malformed_key_is_refused_by_its_field(
    client: TestClient, table: ScriptedTable, changed: dict[str, Any], place: str
) -> None:
    refused(client.post("/key", json=SAID | changed), 400, place)
    assert table.keys == []


@pytest.mark.parametrize("by", ["x" * 41, "A\nB"])
def test_who_calls_the_floor_is_a_name_and_no_letter(
    client: TestClient, table: ScriptedTable, by: str
) -> None:
    refused(client.post("/key", json={"type": "floor.call", "by": by}), 400, "by")
    assert table.keys == []


FIELDS = ("type", "seat", "action", "amount", "t", "by", "finding", "decision", "state", "note", "penalty")
WORDS = ("declare", "tap", "ruling", "chips.bet", "table", "level", "raise", "seen", "dealer", FOUR_FLOP.id)
KEYS = st.dictionaries(
    st.sampled_from(FIELDS) | st.text(max_size=8),
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=9)
        | st.sampled_from(WORDS),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=6,
    ),
)


@settings(max_examples=200)
@given(path=st.sampled_from(["/key", "/mark"]), fields=KEYS)
def test_whatever_is_sent_is_taken_or_refused_by_its_place(path: str, fields: dict[str, Any]) -> None:
    api = ScriptedTable()
    api.show(snapshot(NIGHT.view, alert(FOUR_FLOP)))
    body = json.dumps(fields)
    headers = {"Content-Type": "application/json"}
    answer = TestClient(create_app(api), base_url="http://127.0.0.1").post(
        path, content=body, headers=headers
    )
    if answer.is_success:
        assert [*api.keys, *api.marks]
    else:
        assert answer.json()["error"]["place"]
        assert answer.status_code in {400, 409, 413}
        assert not [*api.keys, *api.marks]


def test_a_key_without_its_seat_names_the_seat(client: TestClient) -> None:
    refused(client.post("/key", json={"type": "declare", "action": "call"}), 400, "seat")


def test_a_count_comes_from_the_dealer_only(client: TestClient, table: ScriptedTable) -> None:
    refused(client.post("/key", json={"type": "chips.bet", "seat": 7, "amount": 500}), 400, "by")
    assert client.post(
        "/key", json={"type": "chips.bet", "seat": 7, "amount": 500, "by": "dealer"}
    ).is_success


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b"7", b'"x"', b"\xff\xfe", b'{"type":"tap"', b"null"])
def test_a_body_that_is_no_object_is_refused(client: TestClient, body: bytes) -> None:
    refused(client.post("/key", content=body, headers={"Content-Type": "application/json"}), 400, "body")


def test_a_body_that_is_too_long_is_refused(client: TestClient) -> None:
    refused(client.post("/key", json={"type": "tap", "seat": 1, "x": "y" * 5000}), 413, "body")


def test_only_json_is_taken(client: TestClient) -> None:
    form = client.post("/key", data={"type": "floor.call"})
    refused(form, 415, "content-type")
    text = client.post("/mark", content=json.dumps(SAID), headers={"Content-Type": "text/plain"})
    refused(text, 415, "content-type")


@pytest.mark.parametrize(
    ("headers", "place"),
    [
        ({"Origin": "http://evil.example"}, "origin"),
        ({"Origin": "null"}, "origin"),
        ({"Sec-Fetch-Site": "cross-site"}, "sec-fetch-site"),
        ({"Sec-Fetch-Site": "same-site"}, "sec-fetch-site"),
    ],
)
@pytest.mark.parametrize("path", ["/key", "/mark"])
def test_another_site_s_page_cannot_send_keys(
    client: TestClient, table: ScriptedTable, path: str, headers: dict[str, str], place: str
) -> None:
    refused(client.post(path, json=SAID, headers=headers), 403, place)
    assert table.keys == []


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "a b", "evil.example@127.0.0.1"]
)
def test_a_name_that_is_not_ours_is_refused(client: TestClient, host: str) -> None:
    refused(client.get("/", headers={"Host": host}), 400, "host")


@pytest.mark.parametrize(
    "host", ["localhost:8080", "127.0.0.1", "[::1]:8080", "192.168.7.4:80", "table7.casino"]
)
def test_our_own_addresses_and_names_are_served(table: ScriptedTable, host: str) -> None:
    with TestClient(create_app(table, hosts=["Table7.casino"]), base_url="http://127.0.0.1") as client:
        assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("address", "status", "place"),
    [
        ("/nothing", 404, "path"),
        ("/static/nothing.js", 404, "path"),
        ("/static/../app.py", 404, "path"),
        ("/fonts/passwd", 404, "path"),
        ("/fonts/..%2f..%2fetc%2fpasswd", 404, "path"),
        ("/key", 405, "method"),
        ("/?lang=xx", 400, "lang"),
        ("/floor?lang=", 400, "lang"),
        ("/events?page=players", 400, "page"),
        ("/events?lang=xx", 400, "lang"),
        ("/login?to=http://evil.example", 400, "to"),
    ],
)
def test_a_wrong_address_or_parameter_is_named(
    client: TestClient, address: str, status: int, place: str
) -> None:
    refused(client.get(address), status, place)


def test_a_ruling_enters_the_log(client: TestClient, table: ScriptedTable) -> None:
    assert client.post("/key", json=RULED).status_code == 202
    assert table.keys == [RULED]


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"by": None}, "by"),
        ({"by": "  "}, "by"),
        ({"by": "x" * 41}, "by"),
        ({"by": "A\nB"}, "by"),
        ({"finding": "9:none:1"}, "finding"),
        ({"decision": "kill_hand"}, "seat"),
        ({"decision": "kill_hand", "seat": 2}, "note"),
        ({"decision": "sing"}, "decision"),
        ({"decision": "NO!"}, "decision"),
        ({"decision": "bet", "note": "a bet"}, "amount"),
        ({"note": "x" * 501}, "note"),
    ],
)
def test_a_ruling_that_nobody_answers_for_is_refused(
    client: TestClient, table: ScriptedTable, changed: dict[str, Any], place: str
) -> None:
    refused(client.post("/key", json=RULED | changed), 400, place)
    assert table.keys == []


@pytest.mark.parametrize(
    ("noted", "wrong"),
    [
        ({"decision": "rebuy", "seat": 4, "amount": 2000}, None),
        ({"decision": "rebuy_paid", "seat": 4}, None),
        ({"decision": "missed_hands", "seat": 4, "amount": 3}, None),
        ({"decision": "missed_hands", "seat": 4}, "amount"),
        ({"decision": "rebuy", "amount": 2000}, "seat"),
    ],
)
def test_the_floor_notes_rebuys_and_missed_hands_of_a_seat(
    client: TestClient, table: ScriptedTable, noted: dict[str, Any], wrong: str | None
) -> None:
    answer = client.post("/key", json={"type": "ruling", "by": "Ana K.", **noted})
    if wrong is None:
        assert answer.status_code == 202
        assert table.keys[0]["decision"] == noted["decision"]
    else:
        refused(answer, 400, wrong)


def test_another_decision_is_taken_with_a_note(client: TestClient, table: ScriptedTable) -> None:
    ruling = RULED | {"decision": "misdeal", "note": "Two cards had been folded face up"}
    assert client.post("/key", json=ruling).status_code == 202
    assert client.post(
        "/key", json={"type": "ruling", "decision": "no_action", "by": "A", "note": "b"}
    ).is_success
    assert len(table.keys) == 2


def test_what_the_table_cannot_take_is_told_in_its_words(client: TestClient, table: ScriptedTable) -> None:
    table.refusal = "seat: seat 2 has folded"
    assert refused(client.post("/key", json=SAID), 400, "key") == "seat: seat 2 has folded"


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"finding": "1:x:1", "state": "seen"}, "finding"),
        ({"state": "seen"}, "finding"),
        ({"finding": FOUR_FLOP.id}, "state"),
        ({"finding": FOUR_FLOP.id, "state": "ruled"}, "state"),
        ({"finding": FOUR_FLOP.id, "state": "coming"}, "by"),
        ({"finding": FOUR_FLOP.id, "state": "disputed"}, "by"),
        ({"finding": FOUR_FLOP.id, "state": "disputed", "by": "the weather"}, "by"),
        ({"finding": 7, "state": "seen"}, "finding"),
    ],
)
def test_a_malformed_mark_is_refused_by_its_field(
    client: TestClient, table: ScriptedTable, fields: dict[str, Any], place: str
) -> None:
    refused(client.post("/mark", json=fields), 400, place)
    assert table.marks == []


def test_marks_reach_the_table(client: TestClient, table: ScriptedTable) -> None:
    for state, by in (("seen", None), ("coming", "Ana K."), ("disputed", "chips")):
        assert client.post("/mark", json={"finding": FOUR_FLOP.id, "state": state, "by": by}).is_success
    assert client.post("/mark", json={"finding": "floor.call", "state": "coming", "by": "Ivo P."}).is_success
    assert table.marks[2] == (FOUR_FLOP.id, "disputed", "chips")
    assert table.marks[3] == ("floor.call", "coming", "Ivo P.")


class BrokenDesk(ScriptedTable):
    async def key(self, fields: dict[str, Any], *, durable: bool = False, first: bool = False) -> int:
        raise RuntimeError("the secret of the tag map")


def test_what_goes_wrong_inside_is_not_told_outside() -> None:
    with TestClient(
        create_app(BrokenDesk()), base_url="http://127.0.0.1", raise_server_exceptions=False
    ) as client:
        assert "secret" not in refused(client.post("/key", json=SAID), 500, "server")


@pytest.mark.parametrize("path", ["/", "/floor", "/login", "/static/display.js", "/nothing", "/fonts.css"])
def test_every_answer_has_the_safe_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/", "/floor"])
def test_pages_have_no_script_or_style_inside_and_ask_nothing_of_the_net(
    client: TestClient, path: str
) -> None:
    html = client.get(path).text
    assert "<style" not in html
    assert " style=" not in html
    assert " onclick=" not in html
    assert "http://" not in html
    assert "https://" not in html
    assert html.count("<script") == html.count('<script type="module" src=') + html.count(
        'type="application/json"'
    )


def test_fonts_come_from_this_machine(client: TestClient) -> None:
    sheet = client.get("/fonts.css").text
    for name, (family, _, path) in FACES.items():
        assert path.is_file(), f"{path} is missing: install fonts-inter and fonts-noto-core"
        assert f'"{family}"' in sheet
        assert client.get(f"/fonts/{name}").content == path.read_bytes()


def test_a_desk_of_every_state_makes_json(table: ScriptedTable) -> None:
    for name, state in STATES.items():
        parts = Parts(table.book, "dealer", "en").of(state)
        assert json.loads(parts["clock"]) == state.clock, name


@pytest.mark.parametrize("path", ["/", "/floor", "/seats", "/login?to=/"])
def test_what_a_page_is_made_of_may_be_kept_for_good(client: TestClient, path: str) -> None:
    parts = re.findall(r'"(/static/[^"]+)"', client.get(path).text)
    assert len(parts) >= 3
    for part in parts:
        answer = client.get(part)
        assert answer.status_code == 200, part
        assert "immutable" in answer.headers["cache-control"], part
        assert answer.content == (STATIC / part.rpartition("/")[2]).read_bytes()


@pytest.mark.parametrize("folder", ["/static", "/static/0123456789abcdef"])
def test_a_page_of_an_older_program_gets_what_there_is_and_keeps_nothing(
    client: TestClient, folder: str
) -> None:
    answer = client.get(f"{folder}/display.js")
    assert answer.content == (STATIC / "display.js").read_bytes()
    assert answer.headers["cache-control"] == "no-cache"


def test_what_is_not_there_is_not_kept(client: TestClient) -> None:
    answer = client.get(f"{static_path()}/nothing.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-cache")
    assert client.get("/").headers["cache-control"] == "no-store"


def test_another_script_is_another_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    paths = set[str]()
    monkeypatch.setattr("controller.web.static_files.STATIC", tmp_path)
    for name, body in (("a.js", "1"), ("a.js", "2"), ("b.js", "2")):
        (tmp_path / name).write_text(body)
        paths.add(static_path.__wrapped__())
    assert len(paths) == 3
