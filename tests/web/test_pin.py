"""The PIN: asked for before anything is shown, with patience against guessing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import argon2
import pytest
from starlette.testclient import TestClient

from controller.web import create_app, hash_pin
from controller.web.roles import ANYBODY, Person
from tests.web.conftest import ScriptedTable

PIN = "480913"
# As cheap as argon2 gets: what is tested here is not its cost.
HASH = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PIN)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(clock: Clock) -> Iterator[TestClient]:
    with pages(clock) as client:
        yield client


def pages(clock: Clock, at: str = "192.0.2.4", **options: Any) -> TestClient:
    """The pages as a browser at the address ``at`` reaches them."""
    app = create_app(ScriptedTable(), monotonic=clock, wall=clock, **{"pins": {ANYBODY: HASH}, **options})
    return TestClient(app, base_url="http://127.0.0.1", follow_redirects=False, client=(at, 50000))


def test_nothing_is_shown_before_the_pin(client: TestClient) -> None:
    for page in ("/", "/floor"):
        answer = client.get(page)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/login?to={page}")
    for path in ("/events", "/nothing"):
        assert client.get(path).status_code == 401
    for path in ("/key", "/mark"):
        assert client.post(path, json={"type": "floor.call"}).json()["error"]["place"] == "session"


def test_the_pin_opens_a_session_for_a_shift(client: TestClient, clock: Clock) -> None:
    answer = client.post("/login", json={"pin": PIN})
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client.get("/").status_code == 200
    assert client.post("/key", json={"type": "floor.call"}).status_code == 202
    clock.now += 12 * 3600 + 1
    assert client.get("/").status_code == 303


def test_a_made_up_session_opens_nothing(client: TestClient) -> None:
    client.cookies.set("floorcall", "x" * 43)
    assert client.get("/").status_code == 303


def test_after_five_wrong_pins_the_right_one_must_wait_too(client: TestClient, clock: Clock) -> None:
    for _ in range(5):
        assert client.post("/login", json={"pin": "1111"}).status_code == 403
    answer = client.post("/login", json={"pin": PIN})
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "31"
    clock.now += 31
    assert client.post("/login", json={"pin": "1111"}).status_code == 403
    clock.now += 31
    assert client.post("/login", json={"pin": PIN}).status_code == 429
    clock.now += 31
    assert client.post("/login", json={"pin": PIN}).status_code == 200


def test_who_knows_his_own_pin_waits_at_anothers_and_each_wrong_one_is_told(clock: Clock) -> None:
    told: list[int] = []
    other = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("770011")
    pins = {Person(name="Ivo", role="dealer"): HASH, Person(name="Ana", role="floor"): other}
    with pages(clock, pins=pins, wrong_pin=lambda client, together: told.append(together)) as at:

        def gives(name: str, pin: str) -> int:
            return at.post("/login", json={"name": name, "pin": pin}).status_code

        answers = []
        for _ in range(3):
            answers += [gives("Ana", "1111") for _ in range(4)]
            assert gives("Ivo", PIN) == 200
        assert answers == [403] * 5 + [429] * 7
        assert told == [1, 2, 3, 4, 5]
        clock.now += 31
        assert gives("Ana", "770011") == 200


def test_who_guesses_from_many_addresses_waits_all_the_same(clock: Clock) -> None:
    told: list[tuple[str, int]] = []
    app = create_app(
        ScriptedTable(), pins={ANYBODY: HASH}, monotonic=clock, wall=clock,
        wrong_pin=lambda client, together: told.append((client, together)),
    )  # fmt: skip

    def guess(number: int, pin: str = "1111") -> int:
        with TestClient(app, base_url="http://127.0.0.1", client=(f"192.0.2.{number}", 50000)) as at:
            return at.post("/login", json={"pin": pin}).status_code

    assert guess(250, PIN) == 200
    answers = [guess(number) for number in range(1, 201)]
    assert answers == [403] * 20 + [429] * 180
    assert told == [(f"192.0.2.{number}", number) for number in range(1, 21)]
    assert guess(201, PIN) == 429, "a newcomer waits as well"
    assert guess(250, PIN) == 200, "whoever was let in before does not"
    clock.now += 6
    assert guess(202) == 403
    clock.now += 6
    assert guess(203) == 429, "each further try makes the wait longer"
    clock.now += 3601
    assert guess(204, PIN) == 200


def test_a_session_outlasts_a_restart_and_ends_on_time(clock: Clock, tmp_path: Path) -> None:
    kept = tmp_path / "table.sessions"
    with pages(clock, sessions_path=kept) as before:
        assert before.post("/login", json={"pin": PIN}).status_code == 200
        token = before.cookies["floorcall"]
    assert token not in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0
    with pages(clock, sessions_path=kept) as after:
        after.cookies.set("floorcall", token)
        assert after.get("/").status_code == 200
        clock.now += 12 * 3600 + 1
        assert after.get("/").status_code == 303


ANA = Person(name="Ana", role="floor")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({ANYBODY: HASH}, {ANA: HASH}),  # people are named: the one PIN of before may not do everything on
        ({ANA: HASH}, {Person(name="Ivo", role="floor"): HASH}),  # Ana has left the house
        ({ANA: HASH}, {Person(name="Ana", role="dealer"): HASH}),
        ({ANA: HASH}, {ANA: argon2.PasswordHasher(1, 8, 1).hash("112233")}),  # her PIN had got about
    ],
)
def test_a_session_ends_with_the_next_start_where_the_list_of_people_would_not_open_it(
    clock: Clock, tmp_path: Path, before: dict[Person, str], after: dict[Person, str]
) -> None:
    kept = tmp_path / "table.sessions"
    with pages(clock, sessions_path=kept, pins=before) as client:
        name = next(iter(before)).name
        assert client.post("/login", json={"name": name, "pin": PIN}).status_code == 200
        token = client.cookies["floorcall"]
    for pins, status in ((before, 200), (after, 303)):
        with pages(clock, sessions_path=kept, pins=pins) as client:
            client.cookies.set("floorcall", token)
            assert client.get("/floor").status_code == status


@pytest.mark.parametrize("found", [b"", b"no sessions", b'[{"token": 3}]'])
def test_a_file_that_holds_no_sessions_opens_nothing(clock: Clock, tmp_path: Path, found: bytes) -> None:
    kept = tmp_path / "table.sessions"
    kept.write_bytes(found)
    with pages(clock, sessions_path=kept) as client:
        assert client.get("/").status_code == 303
        assert client.post("/login", json={"pin": PIN}).status_code == 200


def test_a_right_pin_forgets_the_wrong_ones(client: TestClient) -> None:
    for _ in range(2):
        for _ in range(4):
            assert client.post("/login", json={"pin": "1111"}).status_code == 403
        assert client.post("/login", json={"pin": PIN}).status_code == 200


@pytest.mark.parametrize("body", [{}, {"pin": ""}, {"pin": 480913}, {"pin": "4" * 65}, {"pin": None}])
def test_a_malformed_pin_names_the_pin(client: TestClient, body: dict[str, object]) -> None:
    answer = client.post("/login", json=body)
    assert (answer.status_code, answer.json()["error"]["place"]) == (400, "pin")


def test_another_site_cannot_log_in(client: TestClient) -> None:
    answer = client.post("/login", json={"pin": PIN}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


def test_without_a_pin_the_login_leads_to_the_page() -> None:
    with TestClient(
        create_app(ScriptedTable()), base_url="http://127.0.0.1", follow_redirects=False
    ) as client:
        assert client.get("/login?to=/floor").headers["location"] == "/floor"
        assert client.post("/login", json={"pin": PIN}).status_code == 404


def test_what_the_configuration_keeps_of_a_pin_opens_it() -> None:
    app = create_app(ScriptedTable(), pins={ANYBODY: hash_pin(PIN)})
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.post("/login", json={"pin": PIN}).status_code == 200


@pytest.mark.parametrize("pin", ["", "123", "12a4", "\uff11\uff12\uff13\uff14"])
def test_a_pin_has_four_digits_at_least(pin: str) -> None:
    with pytest.raises(ValueError, match="four digits"):
        hash_pin(pin)
