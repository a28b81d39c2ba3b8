"""Who guesses at the floor's PIN is seen there; an address that a browser gave leads nobody into the house."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.floor.outside import is_outside
from controller.web import hash_pin
from tests.daemon.conftest import wait_for
from tests.daemon.test_wrong_pins import PIN, ask
from tests.floor.push_service import ReadingPhone, Server
from tests.floor.tables import Floor, SaidTable
from tests.floor.test_people_and_phones import A_KEY, PLACES, phones_kept, rings
from tests.room.broker import Broker


@pytest.fixture
def calling(tmp_path: Path, broker: Broker) -> Iterator[Floor]:
    """A floor that calls phones."""
    made = Floor(tmp_path, broker)
    made.config.write_text(made.config.read_text() + PLACES)
    made.start()
    yield made
    made.close()


@pytest.fixture
def inside() -> Iterator[socket.socket]:
    """A server in the house that nobody outside may reach."""
    with socket.create_server(("127.0.0.1", 0)) as made:
        made.settimeout(20)
        yield made


def test_a_phone_at_an_address_of_the_house_is_never_sent_anything(
    calling: Floor, seven: SaidTable, inside: socket.socket
):
    endpoint = f"https://localhost:{inside.getsockname()[1]}/admin"
    told = {"endpoint": endpoint, "key": A_KEY, "secret": "A" * 22, "by": "Ana"}
    assert calling.ask("POST", "/phone", told)[0] == 202, "a name may be of a push service"
    seven.alert()
    wait_for(lambda: "own network" in (calling.problem("targets") or ""), "it to be named")
    with closing(inside.accept()[0]) as caller:
        caller.settimeout(60)
        assert caller.recv(1) == b"", "not a byte came, not even of TLS"


def test_a_push_service_that_sends_a_call_on_sends_it_nowhere(
    calling: Floor, seven: SaidTable, inside: socket.socket
):
    service = Server(302)
    service.headers["Location"] = f"http://127.0.0.1:{inside.getsockname()[1]}/admin"
    try:
        rings(calling, ReadingPhone(service), "Ana")
        seven.alert()
        wait_for(lambda: "answers 302" in (calling.problem("targets") or ""), "it to be named")
        inside.setblocking(False)
        with pytest.raises(BlockingIOError):
            inside.accept()
    finally:
        service.close()


@pytest.mark.parametrize(
    "address", ["10.0.0.7", "192.168.1.1", "127.0.0.1", "169.254.169.254", "[::1]", "[::ffff:10.0.0.7]", "[fe80::1]", "224.0.0.1"]
)  # fmt: skip
def test_an_address_of_the_house_is_no_push_service(calling: Floor, address: str):
    assert not is_outside(address.strip("[]"))
    told = {"endpoint": f"https://{address}/x", "key": A_KEY, "secret": "A" * 22, "by": "Ana"}
    status, answer = calling.ask("POST", "/phone", told)
    assert (status, answer["error"]["place"]) == (400, "endpoint")


def test_somebodys_eleventh_browser_takes_the_place_of_his_first(calling: Floor):
    service = Server()
    try:
        rings(calling, ReadingPhone(service, "of-mara"), "Mara")
        for number in range(11):
            rings(calling, ReadingPhone(service, f"browser-{number}"), "Ana")
        wait_for(lambda: len(phones_kept(calling)) == 11, "the first one to be forgotten")
        kept = {phone.endpoint.rsplit("/", 1)[1] for phone in phones_kept(calling)}
        assert "browser-0" not in kept
        assert {"of-mara", "browser-10"} <= kept
    finally:
        service.close()


def test_guesses_at_the_floors_pin_are_on_its_page_and_in_its_log(tmp_path: Path, broker: Broker):
    floor = Floor(tmp_path, broker)
    floor.config.write_text(
        floor.config.read_text().replace("[server]\n", f'[server]\npin = "{hash_pin(PIN)}"\n')
    )

    def answers() -> bool:
        try:
            return ask(floor, "GET", "/login")[0] == 200
        except OSError:
            return False

    try:
        floor.start_process()
        wait_for(answers, "the floor to answer")
        assert [ask(floor, "POST", "/login", {"pin": f"111{n}"})[0] for n in range(3)] == [403] * 3
        status, cookie, _ = ask(floor, "POST", "/login", {"pin": PIN})
        assert status == 200
        assert "3 wrong PINs since" in ask(floor, "GET", "/events", cookie=cookie)[2]
        said = (tmp_path / "floor.log").read_text()
        assert said.count('"wrong pin"') == 3
        assert PIN not in said
    finally:
        floor.close()


def test_nobody_else_on_the_machine_reads_what_the_floor_keeps(calling: Floor, seven: SaidTable):
    seven.alert()
    wait_for(lambda: calling.ask("GET", "/history")[1]["rows"], "it to be kept")
    kept = [path for path in calling.folder.iterdir() if path.name.startswith(("floor.db", "floor-push"))]
    assert len(kept) >= 2
    assert {path.name: oct(os.stat(path).st_mode & 0o777) for path in kept} == {
        path.name: "0o600" for path in kept
    }
