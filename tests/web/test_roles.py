"""Who may do what: a PIN each, a role each, and a ruling carries the person who gave the PIN."""

from __future__ import annotations

import argon2
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from controller.web import create_app
from controller.web.roles import ANYBODY, MAY, ROLES, Person, Role
from tests.web.conftest import ScriptedTable
from tests.web.states import ASKED, FOUR_FLOP, NIGHT, STRING, alert, snapshot

CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PEOPLE: dict[Role, str] = {"dealer": "Ivo", "floor": "Ana K.", "auditor": "Mira", "technician": "Tin"}
PINS = {
    Person(name=name, role=role): CHEAP.hash(f"48{place}913")
    for place, (role, name) in enumerate(PEOPLE.items())
}
SAID = {"type": "declare", "seat": 2, "action": "call"}
RULED = {"type": "ruling", "finding": FOUR_FLOP.id, "decision": "scramble_flop", "by": "Somebody Else"}
SEEN = {"finding": FOUR_FLOP.id, "state": "seen"}
COMING = {"finding": FOUR_FLOP.id, "state": "coming", "by": "Somebody Else"}


class House:
    """A table whose people are told apart, and browsers at different places."""

    def __init__(self) -> None:
        self.api = ScriptedTable()
        self.api.show(snapshot(NIGHT.view, alert(FOUR_FLOP)))
        self.app = create_app(self.api, pins=PINS)

    def browser(self, at: str = "192.0.2.4") -> TestClient:
        base = "http://127.0.0.1"
        return TestClient(self.app, base_url=base, follow_redirects=False, client=(at, 50000))

    def signed_in(self, role: Role) -> TestClient:
        browser = self.browser()
        place = list(PEOPLE).index(role)
        answer = browser.post("/login", json={"name": PEOPLE[role], "pin": f"48{place}913"})
        assert answer.status_code == 200, answer.text
        return browser


@pytest.fixture
def house() -> House:
    return House()


def tries(browser: TestClient) -> dict[str, bool]:
    """Try everything once; return what was not refused for the role's sake."""
    done = {
        "see_table": browser.get("/"),
        "see_floor": browser.get("/floor"),
        "key": browser.post("/key", json=SAID),
        "rule": browser.post("/key", json=RULED),
        "mark": browser.post("/mark", json=SEEN),
        "come": browser.post("/mark", json=COMING),
        "admit": browser.get("/access"),
    }
    refused = {doing for doing, answer in done.items() if answer.status_code == 403}
    assert all(done[doing].json()["error"]["place"] == "role" for doing in refused)
    assert all(answer.status_code in (200, 202, 403) for answer in done.values())
    return {doing: doing not in refused for doing in done}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_do_what_the_table_says_and_nothing_else(house: House, role: Role) -> None:
    assert tries(house.signed_in(role)) == {doing: role in MAY[doing] for doing in MAY}


def test_the_floors_stream_is_for_those_who_may_see_it(house: House) -> None:
    assert house.signed_in("dealer").get("/events?page=floor").status_code == 403
    assert house.signed_in("technician").get("/events?page=floor").status_code == 403


def test_a_ruling_and_a_coming_carry_the_person_and_not_what_was_typed(house: House) -> None:
    floor = house.signed_in("floor")
    assert floor.post("/key", json=RULED).status_code == 202
    assert floor.post("/mark", json=COMING).status_code == 202
    assert house.api.keys[-1]["by"] == "Ana K."
    assert house.api.marks[-1] == (FOUR_FLOP.id, "coming", "Ana K.")
    assert 'value="Ana K." readonly' in floor.get("/floor").text


def test_a_dealer_answers_what_the_table_asks_by_a_ruling_of_his_own(house: House) -> None:
    house.api.show(snapshot(replace(NIGHT.view, asked=[ASKED.id]), alert(ASKED)))
    answer = {"type": "ruling", "finding": ASKED.id, "decision": "first_motion_stands"}
    assert house.signed_in("dealer").post("/key", json=answer | {"by": "Somebody Else"}).status_code == 202
    assert house.browser(at="127.0.0.1").post("/key", json=answer).status_code == 202
    assert house.signed_in("floor").post("/key", json=answer).status_code == 202
    assert [key["by"] for key in house.api.keys] == ["Ivo", "dealer", "Ana K."]
    assert house.signed_in("auditor").post("/key", json=answer).status_code == 403


def test_every_other_ruling_stays_the_floors(house: House) -> None:
    shown = [alert(ASKED), alert(replace(STRING, id="127:bet.string:1"))]
    house.api.show(snapshot(replace(NIGHT.view, asked=[ASKED.id]), *shown))
    dealer = house.signed_in("dealer")
    answer = {"type": "ruling", "finding": ASKED.id, "decision": "first_motion_stands"}
    others = [
        answer | {"decision": "misdeal", "note": "no"},
        answer | {"finding": "127:bet.string:1"},
        answer | {"finding": None},
    ]
    for other in others:
        assert dealer.post("/key", json=other).status_code == 403, other
    house.api.show(snapshot(NIGHT.view, alert(ASKED)))
    refused = dealer.post("/key", json=answer)
    assert (refused.status_code, refused.json()["error"]["place"]) == (400, "finding")
    assert house.api.keys == []


def test_the_machine_itself_is_the_dealers_display_and_no_more(house: House) -> None:
    at_the_table = tries(house.browser(at="127.0.0.1"))
    assert at_the_table == {doing: "dealer" in MAY[doing] for doing in MAY}
    assert house.browser(at="127.0.0.50").get("/").status_code == 200
    assert house.browser(at="::1").get("/").status_code == 200


def test_two_browsers_at_the_machine_are_both_the_dealers_display_and_a_pin_raises_one_alone(
    house: House,
) -> None:
    first, second = house.browser(at="127.0.0.1"), house.browser(at="127.0.0.1")
    paired, floor = house.browser("192.0.2.9"), house.signed_in("floor")
    code = paired.post("/pair").json()["code"]
    assert floor.post("/access/admit", json={"code": code, "name": "Table 7"}).status_code == 202
    dealers = {doing: "dealer" in MAY[doing] for doing in MAY}
    assert tries(first) == tries(second) == tries(paired) == dealers
    assert first.post("/login", json={"name": "Ana K.", "pin": "481913"}).status_code == 200
    assert tries(first) == {doing: "floor" in MAY[doing] for doing in MAY}
    assert tries(second) == tries(paired) == dealers
    shut = next(one for one in floor.get("/access/who").json()["in"] if one["display"])
    assert floor.post("/access/shut", json={"id": shut["id"]}).status_code == 202
    assert paired.get("/").status_code == 303
    assert tries(second) == dealers


def test_one_persons_pin_opens_nothing_under_anothers_name(house: House) -> None:
    browser = house.browser()
    assert browser.post("/login", json={"name": "Ana K.", "pin": "480913"}).status_code == 403
    answer = browser.post("/login", json={"name": "Nobody", "pin": "480913"})
    assert (answer.status_code, answer.json()["error"]["place"]) == (400, "name")
    assert browser.post("/login", json={"pin": "480913"}).json()["error"]["place"] == "name"


def test_a_display_is_let_in_by_its_code_and_shut_out_in_one_touch(house: House) -> None:
    display, floor = house.browser("192.0.2.9"), house.signed_in("floor")
    assert display.get("/").status_code == 303
    code = display.post("/pair").json()["code"]
    assert display.get("/pair").json() == {"in": False, "waits": True}
    assert display.get("/").status_code == 303, "a code lets nobody in by itself"
    assert floor.post("/access/admit", json={"code": code, "name": "Table 7"}).status_code == 202
    assert display.get("/pair").json() == {"in": True, "waits": False}
    assert tries(display) == {doing: "dealer" in MAY[doing] for doing in MAY}

    newest = floor.get("/access/who").json()["in"][0]
    assert (newest["name"], newest["display"], newest["client"]) == ("Table 7", True, "192.0.2.9")
    assert floor.post("/access/shut", json={"id": newest["id"]}).status_code == 202
    assert display.get("/").status_code == 303
    assert display.post("/key", json=SAID).status_code == 401
    assert floor.post("/access/shut", json={"id": newest["id"]}).status_code == 404


def test_a_code_is_good_once_and_for_ten_minutes() -> None:
    now = [1_000_000.0]
    app = create_app(ScriptedTable(), pins=PINS, wall=lambda: now[0])
    with (
        TestClient(app, base_url="http://127.0.0.1", client=("192.0.2.9", 1)) as display,
        TestClient(app, base_url="http://127.0.0.1", client=("192.0.2.4", 1)) as floor,
    ):
        assert floor.post("/login", json={"name": "Ana K.", "pin": "481913"}).status_code == 200
        code = display.post("/pair").json()["code"]
        now[0] += 601
        assert display.get("/pair").json() == {"in": False, "waits": False}
        assert floor.post("/access/admit", json={"code": code}).status_code == 404
        code = display.post("/pair").json()["code"]
        assert floor.post("/access/admit", json={"code": code}).status_code == 202
        assert floor.post("/access/admit", json={"code": code}).status_code == 404
        now[0] += 30 * 24 * 3600
        assert display.get("/").status_code == 200, "a display stays in"
        assert floor.get("/access/who").status_code == 401, "a person's shift is over"


@pytest.mark.parametrize("code", [None, "", "12345", "1234567", "12a456", 123456])
def test_what_is_no_code_is_named(house: House, code: object) -> None:
    answer = house.signed_in("floor").post("/access/admit", json={"code": code})
    assert (answer.status_code, answer.json()["error"]["place"]) == (400, "code")


def test_another_site_cannot_ask_in_or_let_in(house: House) -> None:
    evil = {"Origin": "http://evil.example"}
    assert house.browser().post("/pair", headers=evil).status_code == 403
    floor = house.signed_in("floor")
    assert floor.post("/access/admit", json={"code": "123456"}, headers=evil).status_code == 403


def test_a_table_with_one_pin_for_all_tells_nobody_apart() -> None:
    api = ScriptedTable()
    api.show(snapshot(NIGHT.view, alert(FOUR_FLOP)))
    app = create_app(api, pins={ANYBODY: CHEAP.hash("480913")})
    with TestClient(app, base_url="http://127.0.0.1", client=("192.0.2.4", 1)) as browser:
        assert browser.post("/login", json={"pin": "480913"}).status_code == 200
        assert all(tries(browser).values())
        assert api.keys[-1]["by"] == "Somebody Else"
