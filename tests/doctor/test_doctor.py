"""The self-test of a table: each part that is in trouble has a line that says what to do."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.config import DeviceConfig, load_config
from controller.daemon.find_port import Port
from controller.doctor import examine, machine, store
from controller.doctor.check import Check
from controller.doctor.devices import matched
from controller.journal.seal import make_key
from firmware_bridge.pump import open_port
from tests.daemon.conftest import CONFIG, Device
from tests.journal.conftest import Store
from tests.ports import port_nobody_has
from tests.umock import under_umockdev


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    seats = "\n".join(f"{seat} = {{ stack = 10000 }}" for seat in range(1, 7))
    path.write_text(CONFIG.format(rulebook="deltin", seats=seats, port=port_nobody_has()))
    (tmp_path / "store").mkdir()
    make_key(tmp_path / "keys" / "seal.key")
    return path


def parts(path: Path | None) -> dict[str, Check]:
    return {check.part: check for check in examine(path)}


def test_a_table_that_is_set_up_has_nothing_bad(config):
    found = parts(config)
    assert {part for part, check in found.items() if check.state == "bad"} == set()
    assert found["seal key"].state == found["disk"].state == found["rulebook"].state == "well"
    assert found["journal"].state == "none"


def test_every_line_that_wants_somebody_says_what_to_do(config):
    assert all(check.do for check in examine(config) if check.state in ("look", "bad"))


def test_a_mistake_in_the_configuration_is_named_with_its_line(config):
    config.write_text(config.read_text().replace('id = "7"', 'id = ""'))
    found = parts(config)["configuration"]
    assert found.state == "bad"
    assert "table.toml:3: table.id" in found.how


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('rulebook = "detlin"', "table.toml:4: table.rulebook: detlin: no such rulebook"),
        ('rulebook = "deltin"\ngame = "razz"', "table.toml:5: table.game: Deltin has no razz"),
    ],
)
def test_a_book_that_is_not_there_or_lacks_the_game_is_told_as_the_start_tells_it(config, row, told):
    config.write_text(config.read_text().replace('rulebook = "deltin"', row))
    found = parts(config)["configuration"]
    assert (found.state, told in found.how) == ("bad", True)


def test_a_sealing_key_that_others_can_read_is_bad(config):
    key = config.parent / "keys" / "seal.key"
    key.chmod(0o644)
    assert "chmod 600" in parts(config)["seal key"].how


def test_a_folder_that_is_not_there_is_named(config):
    shutil.rmtree(config.parent / "store")
    found = parts(config)["disk"]
    assert (found.state, found.do) == ("bad", f"make it: mkdir -p {config.parent / 'store'}")


def test_what_is_to_be_typed_holds_with_a_blank_in_the_path(config):
    spaced = config.parent / "table 7"
    spaced.mkdir()
    (config.parent / "keys").rename(spaced / "keys")
    (spaced / "keys" / "seal.key").chmod(0o644)
    config = config.rename(spaced / config.name)
    found = parts(config)
    assert found["disk"].do == f"make it: mkdir -p '{spaced / 'store'}'"
    assert f"chmod 600 '{spaced / 'keys' / 'seal.key'}'" in found["seal key"].how


@pytest.mark.parametrize("name", ["none.toml", "store"])
def test_where_the_configuration_is_no_file_no_line_is_to_be_mended(config, name):
    found = parts(config.parent / name)["configuration"]
    assert (found.state, "cannot be read" in found.how) == ("bad", True)
    assert found.do.startswith("give the table's own file: floorcall doctor --config FILE")


def test_a_disk_without_room_is_bad(config, monkeypatch):
    usage = shutil.disk_usage(config.parent)._replace(free=10_000_000)
    monkeypatch.setattr(store.shutil, "disk_usage", lambda _: usage)
    found = parts(config)["disk"]
    assert found.state == "bad"
    assert found.how.startswith("10 MB free")


def test_a_journal_with_a_changed_byte_is_bad(config):
    journal = config.parent / "store" / "table.db"
    journal.write_bytes(b"SQLite format 3\0" + os.urandom(4096))
    found = parts(config)["journal"]
    assert found.state == "bad"
    assert "another `journal.path`" in found.do


@pytest.fixture
def kept(config):
    """The configuration of a table that has played a hand, and its store."""
    shutil.rmtree(config.parent / "keys")
    store = Store(config.parent)
    store.open()
    store.hand()
    store.close()
    return config, store


def test_the_keys_that_a_journal_was_written_with_are_well(kept):
    config, _ = kept
    found = parts(config)
    assert found["seal key"].state == found["sign key"].state == found["journal"].state == "well"


@pytest.mark.parametrize(("name", "part"), [("seal.key", "seal key"), ("sign.key", "sign key")])
def test_a_key_that_is_gone_since_the_journal_was_written_is_bad_and_not_still_to_be_made(kept, name, part):
    config, store = kept
    store.key_file.with_name(name).unlink()
    found = parts(config)[part]
    assert (found.state, found.how.endswith("table.db was written with it")) == ("bad", True)


@pytest.mark.parametrize(
    ("name", "part", "how"),
    [
        ("seal.key", "seal key", "the key does not open this record"),
        ("sign.key", "sign key", "is signed with another key, "),
    ],
)
def test_a_key_that_the_journal_was_not_written_with_is_bad_and_the_table_would_not_start(
    kept, name, part, how
):
    config, store = kept
    store.key_file.with_name(name).write_bytes(os.urandom(32))
    found = parts(config)[part]
    assert (found.state, how in found.how) == ("bad", True)
    assert "another `journal.path`" in found.do


@pytest.mark.parametrize(
    ("said", "state", "how"),
    [
        ("0x0", "well", "has held since the start"),
        ("0x50005", "bad", "the supply is too weak now; slowed down now; the supply has been too weak"),
        ("0x10000", "look", "the supply has been too weak"),
    ],
)
def test_a_weak_supply_is_told_by_the_pis_firmware(tmp_path, said, state, how):
    (tmp_path / "throttled").write_text(said)
    found = machine.supply(tmp_path / "throttled")
    assert (found.state, found.how) == (state, how)


@pytest.mark.parametrize(("millidegrees", "state"), [("48312", "well"), ("81000", "look")])
def test_a_hot_processor_wants_air(tmp_path, millidegrees, state):
    (tmp_path / "temp").write_text(millidegrees)
    assert machine.heat(tmp_path / "temp").state == state


def test_a_device_on_its_path_is_well_and_one_that_is_not_there_is_bad(config):
    shoe = Device("shoe", config.parent / "shoe")
    try:
        config.write_text(
            config.read_text()
            + f'[[device]]\nkind = "shoe"\npath = "{config.parent / "shoe"}"\n'
            + f'[[device]]\nkind = "antennas"\npath = "{config.parent / "nowhere"}"\n'
        )
        found = parts(config)
    finally:
        shoe.close()
    assert (found["shoe"].state, found["antennas"].state) == ("well", "bad")
    assert "shoe SHOE-1, build " in found["shoe"].how


@pytest.mark.parametrize(
    ("row", "orders", "how", "do"),
    [
        ('kind = "shoe"', {"hang": True}, "nobody answers", "switch it on"),
        ('kind = "shoe"', {"protocol": 9}, "protocol version 9, this program 1", "firmware"),
        ('kind = "antennas"', {}, "shoe SHOE-1, build ", "plug the antennas in there"),
        ('kind = "shoe"\nserial = "SH-2"', {}, "shoe SHOE-1, build ", "plug SH-2 in there"),
    ],
    ids=["hangs", "speaks another version", "is another kind", "is another board"],
)
def test_a_device_that_is_plugged_in_and_does_not_answer_as_it_should_is_bad(config, row, orders, how, do):
    shoe = Device("shoe", config.parent / "shoe")
    try:
        if orders:
            shoe.tell(**orders)
        config.write_text(config.read_text() + f'[[device]]\n{row}\npath = "{config.parent / "shoe"}"\n')
        found = parts(config)[row.split('"')[1]]
    finally:
        shoe.close()
    assert (found.state, how in found.how, do in found.do) == ("bad", True, True), found


def test_a_port_that_another_program_has_is_not_called_well(config):
    shoe = Device("shoe", config.parent / "shoe")
    config.write_text(config.read_text() + f'[[device]]\nkind = "shoe"\npath = "{config.parent / "shoe"}"\n')
    try:
        with open_port(str(config.parent / "shoe"), 115_200):
            found = parts(config)["shoe"]
    finally:
        shoe.close()
    assert (found.state, "another program" in found.how) == ("look", True), found


def test_a_device_is_as_the_daemon_has_it(running, hand):
    hand.wait_for(lambda: parts(running.config)["shoe"].how.endswith("has it up"), "the shoe to be up")
    assert parts(running.config)["shoe"].state == "well"
    running.devices["shoe"].tell(hang=True)
    hand.wait_for(lambda: parts(running.config)["shoe"].state == "bad", "the doctor to see it hang")
    assert "has it down" in parts(running.config)["shoe"].how
    running.devices["shoe"].tell(hang=False)


@pytest.mark.parametrize(
    ("kind", "path", "do"),
    [
        ("chips", "/run/floorcall-left/link", "systemctl status floorcall-camera@left"),
        ("antennas", "/run/floorcall-an-1/link", "systemctl status floorcall-reader@an-1"),
        ("shoe", "/dev/null", "name another `path`"),
        ("shoe", "/dev/ttyUSB77", "plug it in"),
    ],
)
def test_a_port_that_cannot_be_had_has_its_own_way_out(config, kind, path, do):
    config.write_text(config.read_text() + f'[[device]]\nkind = "{kind}"\npath = "{path}"\n')
    found = parts(config)[kind]
    assert (found.state, do in found.do, path in found.how) == ("bad", True, True), found


def test_seats_that_no_camera_looks_at_are_named(config):
    config.write_text(
        config.read_text() + '[[device]]\nkind = "chips"\npath = "/dev/null"\nzones = ["bet:1", "seat:2"]\n'
    )
    seats = sorted(load_config(config).table.seats)
    (check,) = (check for check in examine(config) if check.part == "zones")
    named = ", ".join(str(seat) for seat in seats if seat > 2)
    assert check.how.startswith(f"no camera senses seat {named}: ")


def test_a_panel_on_a_machine_without_pins_is_bad(config, monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    config.write_text(config.read_text() + '[[device]]\nkind = "panel"\ngpio = true\n')
    found = parts(config)["panel"]
    assert found.state == "bad"
    assert "needs a Raspberry Pi's pins" in found.how


def test_a_port_is_known_by_what_udev_says_of_it():
    shoe = DeviceConfig(kind="shoe", udev={"ID_SERIAL_SHORT": "SH-1"})
    muck = DeviceConfig(kind="antennas", name="muck", udev={"ID_SERIAL_SHORT": "AN-2"})
    ports = [
        Port(node=f"/dev/ttyACM{n}", properties={"ID_SERIAL_SHORT": serial})
        for n, serial in enumerate(("X", "SH-1"))
    ]
    found, absent = matched(ports, [shoe, muck])
    assert [plugged.device for plugged in found] == [None, shoe]
    assert absent == [muck]


LOOK = """
import sys
from tests.umock import Testbed
from controller.cli import main

bed = Testbed()
bed.plug(0, "SH-0042", 1, maker="Floorcall", model="Card_shoe")
bed.plug(1, "MODEM-7", 2, maker="Some", model="Modem")
sys.argv = ["floorcall", "devices", "--json", "--config", {config!r}]
main()
"""


def test_what_is_plugged_in_is_shown_with_what_the_table_makes_of_it(config):
    config.write_text(
        config.read_text()
        + '[[device]]\nkind = "shoe"\nudev = { ID_SERIAL_SHORT = "SH-0042" }\n'
        + '[[device]]\nkind = "antennas"\nudev = { ID_SERIAL_SHORT = "AN-0042" }\n'
    )
    done = under_umockdev("-c", LOOK.format(config=str(config)))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["port"], row["serial"], row["what"], row["is"]) for row in rows] == [
        ("/dev/ttyUSB0", "SH-0042", "Floorcall Card shoe", "shoe"),
        ("/dev/ttyUSB1", "MODEM-7", "Some Modem", "a stranger to this table"),
        ("", "", "", "antennas: not plugged in"),
    ], done.stderr
    assert done.returncode == 3


def test_a_path_is_in_one_line_as_it_is_to_be_typed(floorcall, config):
    folder = config.parent / "-".join(["a-table-by-the-window"] * 4)
    folder.mkdir()
    moved = config.rename(folder / config.name)
    assert str(moved) in floorcall("doctor", "--config", str(moved)).stdout


TWINS = """
import sys
from tests.umock import Testbed
from controller.cli import main

bed = Testbed()
bed.plug(0, "0001", 1)
bed.plug(1, "0001", 2)
sys.argv = ["floorcall", "doctor", "--config", {config!r}]
main()
"""


def test_two_usb_chips_of_one_number_are_named_with_the_places_that_tell_them_apart(config):
    config.write_text(config.read_text() + '[[device]]\nkind = "shoe"\nudev = { ID_SERIAL_SHORT = "0001" }\n')
    done = under_umockdev("-c", TWINS.format(config=str(config)))
    told = " ".join(done.stdout.split())
    assert "its `udev` fits /dev/ttyUSB0 and /dev/ttyUSB1; either may be taken for it" in told, done.stderr
    assert 'ID_PATH = "pci-0000:01:00.0-usb-0:1.1:1.0" is /dev/ttyUSB0' in told, told
    assert done.returncode == 3


def test_who_is_at_a_port_is_asked_by_the_links_own_hello(config):
    shoe = Device("shoe", config.parent / "shoe", "SH-0042")
    try:
        config.write_text(
            config.read_text() + f'[[device]]\nkind = "shoe"\npath = "{config.parent / "shoe"}"\n'
        )
        command = [
            sys.executable,
            "-m",
            "controller.cli",
            "devices",
            "--config",
            str(config),
            "--ask",
            "--json",
        ]
        asked = subprocess.run(command, capture_output=True, text=True, check=False)
    finally:
        shoe.close()
    (row,) = [json.loads(line) for line in asked.stdout.splitlines()]
    assert row["is"] == "shoe"
    assert row["answers"].startswith("shoe SH-0042, build ")


def test_the_command_ends_with_3_where_something_is_missing(floorcall, config):
    assert floorcall("doctor", "--config", str(config)).exit_code == 0
    shutil.rmtree(config.parent / "store")
    failed = floorcall("doctor", "--config", str(config))
    assert failed.exit_code == 3
    assert "BAD   disk" in failed.output
    assert load_config(config).table.id == "7"


def test_a_daemon_that_does_not_record_is_bad(running, hand):
    assert parts(running.config)["recording"].state == "well"
    holder = sqlite3.connect(running.journal, isolation_level=None)
    try:
        holder.execute("BEGIN IMMEDIATE")
        running.send({"type": "card.draw", "tag": None, "face": "down"})
        hand.wait_for(lambda: "stopped" in parts(running.config)["recording"].how, "the doctor to see it")
        assert parts(running.config)["recording"].state == "bad"
    finally:
        holder.close()


def test_without_a_daemon_nothing_is_said_of_recording(config):
    assert parts(config)["recording"].state == "none"
