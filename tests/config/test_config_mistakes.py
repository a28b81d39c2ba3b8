"""A configuration with a mistake is refused: the key, the line, and what would be right."""

from __future__ import annotations

import pytest

from controller.config import ConfigError, load_config, parse_config
from controller.toml_lines import key_lines, line_of

GOOD = """
[table]
id = "7"
rulebook = "deltin"
denominations = [5, 25,
  100]  # the pink ones
level = { small = 50, big = 100 }
[table.seats]
1 = { stack = 1000 }
2 = { stack = 1000 }
[table.seats.3]
stack = 100
state = "absent"

[[device]]
kind = "shoe"
path = "/dev/ttyACM0"
[[device]]
kind = "antennas"
udev = { ID_SERIAL_SHORT = "A1" }
[[device]]
kind = "panel"
gpio = true

[server]
port = 8701
[journal]
path = "/var/lib/floorcall/table.db"
seal_key = "/etc/floorcall/seal.key"
"""

PERSON = '[[person]]\nname = "{}"\nrole = "{}"\npin = "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaA"\n'

BOARD = 'udev = { ID_SERIAL_SHORT = "A1" }'

MISTAKES = [
    ('id = "7"', 'id = "7"\nkeyed = ["check"]', 4, "table.keyed[0]", '"checks", "words"'),
    (
        'kind = "shoe"',
        'kind = "shoe"\ntaps = true',
        17,
        "device[0].taps",
        "only a device of the kind `antennas`",
    ),
    (
        "gpio = true",
        "gpio = true\ncontact = true",
        24,
        "device[2].contact",
        "only a device of the kind `shoe`",
    ),
    ('kind = "shoe"', 'kind = "shoe"\nzones = ["board"]', 17, "device[0].zones", "only antennas and cameras"),
    (BOARD, BOARD + '\nzones = ["muck", "muck"]', 21, "device[1].zones[1]", "muck stands here twice"),
    (
        BOARD,
        BOARD
        + '\nzones = ["seat:1"]\n[[device]]\nkind = "antennas"\nname = "b"\npath = "x"\nzones = ["seat:1"]',
        26,
        "device[2].zones[0]",
        "seat:1 is antennas's already; an antenna hangs on one board",
    ),
    (
        BOARD,
        BOARD + '\n[[device]]\nkind = "chips"\npath = "x"\nzones = ["bet:2", "bet:9"]',
        24,
        "device[2].zones[1]",
        "the table has no seat 9, but 1, 2, 3: take bet:9 out, or add [table.seats.9]",
    ),
    ("8701", "99999", 26, "server.port", "a number from 1 to 65535, not 99999"),
    ("8701", '"8701"', 26, "server.port", 'not "8701"'),
    ("port = 8701", "prot = 8701", 26, "server.prot", "did you mean `port`?"),
    ("[journal]", "[jornal]", 27, "jornal", "did you mean `journal`?"),
    ("stack = 100\n", "stack = -1\n", 12, "table.seats.3.stack", "0 or more, not -1"),
    ("stack = 100\n", "stack = 1000000000000\n", 12, "table.seats.3.stack", "not 1000000000000"),
    ("stack = 100\n", "stak = 100\n", 12, "table.seats.3.stak", "did you mean `stack`?"),
    ("[table.seats.3]", "[table.seats.13]", 11, "table.seats.13", "a seat from 1 to 10"),
    ("1 = { stack = 1000 }", "1 = { stack = 1000, stat = 'in' }", 9, "table.seats.1.stat", "`state`"),
    ('"absent"', '"away"', 13, "table.seats.3.state", '"in", "absent"'),
    ('"antennas"', '"antenna"', 19, "device[1].kind", '"shoe", "antennas"'),
    ('"A1"', "3", 20, "device[1].udev.ID_SERIAL_SHORT", "udev properties in quotes"),
    ('ID_SERIAL_SHORT = "A1"', "", 20, "device[1].udev", "fits every device"),
    (
        'path = "/dev/ttyACM0"\n',
        "",
        15,
        "device[0]",
        "exactly one of `path`, `udev` and `gpio`; here is none",
    ),
    ("gpio = true", 'udev = { ID_SERIAL_SHORT = "A1" }', 23, "device[2].udev", "fits antennas as well"),
    (
        BOARD,
        'serial = "AN-1"\n' + BOARD + '\n[[device]]\nkind = "chips"\npath = "x"\nserial = "AN-1"',
        25,
        "device[2].serial",
        "antennas is AN-1 already; no two boards say one name",
    ),
    ("udev = {", 'path = "x"\nudev = {', 21, "device[1].udev", "here is `path` and `udev`"),
    ('kind = "panel"', 'kind = "chips"', 23, "device[2].gpio", "only a panel"),
    ('kind = "antennas"', 'kind = "shoe"', 19, "device[1].kind", "two devices are called shoe"),
    (
        "port = 8701",
        'address = "0.0.0.0"',
        26,
        "server.address",
        "`server.pin` is needed: run `floorcall run --make-pin`",
    ),
    ("port = 8701", 'address = "::"', 26, "server.address", "`server.pin` is needed"),
    ("port = 8701", 'address = "table7.house"', 26, "server.address", "`server.pin` is needed"),
    (
        "port = 8701",
        'address = "999.1.1.1"',
        26,
        "server.address",
        "999.1.1.1 is no address; one is 127.0.0.1, ",
    ),
    (
        "port = 8701",
        'address = "fe80:::1"',
        26,
        "server.address",
        "fe80:::1 is no address; one is 127.0.0.1, ",
    ),
    ("port = 8701", 'pin = "1234"', 26, "server.pin", "the PIN itself never stands in the file"),
    ("/etc/floorcall/", "/var/lib/floorcall/", 29, "journal.seal_key", "lies in the journal's folder"),
    ("/etc/floorcall/", "/var/lib/floorcall/keys/", 29, "journal.seal_key", "lies in the journal's folder"),
    (
        'seal_key = "/etc/floorcall/seal.key"',
        'seal_key = "/etc/floorcall/seal.key"\nanchor = "/var/lib/floorcall/table.db"',
        30,
        "journal.anchor",
        "lies in the journal's folder",
    ),
    (
        'seal_key = "/etc/floorcall/seal.key"',
        'seal_key = "/etc/floorcall/seal.key"\nanchor = "/var/lib/floorcall/heads.jsonl"',
        30,
        "journal.anchor",
        "lies in the journal's folder",
    ),
    (
        'seal_key = "/etc/floorcall/seal.key"',
        'seal_key = "/etc/floorcall/seal.key"\nanchor = "/etc/floorcall/seal.key"',
        30,
        "journal.anchor",
        "is another file of this table's",
    ),
    (
        'seal_key = "/etc/floorcall/seal.key"',
        'seal_key = "/etc/floorcall/seal.key"\nanchor = "/etc/floorcall/sign.key"',
        30,
        "journal.anchor",
        "is another file of this table's",
    ),
    (
        'seal_key = "/etc/floorcall/seal.key"',
        'seal_key = "/etc/floorcall/seal.key"\nanchor = "/tmp"',
        30,
        "journal.anchor",
        "is a folder",
    ),
    ('id = "7"\n', "", 2, "table", "needs the key `id`"),
    ("  100]", '  "x"]', 6, "table.denominations[2]", "whole numbers"),
    ('rulebook = "deltin"', "rulebook = 3", 4, "table.rulebook", "a house's id"),
    ("level = { small = 50, big = 100 }", "level = 3", 7, "table.level", "`small` and `big`"),
    ("small = 50", "small = 500", 7, "table.level.small", "over the big blind, 100"),
    ("small = 50", "small = 52", 7, "table.level.small", "52 cannot be paid with chips of 5, 25, 100"),
    (
        "big = 100 }",
        "big = 100, small_bet = 200, big_bet = 100 }",
        7,
        "table.level.small_bet",
        "must not be over `big_bet`, 100",
    ),
    ("5, 25,\n", "5, 100,\n", 6, "table.denominations[2]", "100 stands here twice"),
    ("[5, 25,\n  100]", "[]", 5, "table.denominations", "whole numbers, one or more"),
    (
        'udev = { ID_SERIAL_SHORT = "A1" }',
        'path = "/dev/ttyACM0"',
        20,
        "device[1].path",
        "shoe is at /dev/ttyACM0",
    ),
    ("port = 8701", 'port = 8701\ncertificate = "c.pem"', 27, "server.certificate", "needs its other half"),
    ("[server]", PERSON.format("Ana", "boss") + "[server]", 27, "person[0].role", '"floor", "auditor"'),
    (
        "[server]",
        PERSON.format("Ana", "dealer") + "[server]",
        25,
        "person[0]",
        'somebody whose role is "floor"',
    ),
    (
        "[server]",
        PERSON.format("Ana", "floor") * 2 + "[server]",
        30,
        "person[1].name",
        "Ana stands here twice",
    ),
    (
        "[server]",
        PERSON.format("Ana", "floor").replace("$argon2", "1234") + "[server]",
        28,
        "person[0].pin",
        "argon2",
    ),
    (
        "[server]\n",
        PERSON.format("Ana", "floor") + "[server]\npin = '$argon2x'\n",
        30,
        "server.pin",
        "one PIN for all",
    ),
    ("[table]\nid", 'source = "x"\n[table]\nid', 2, "source", "no key that floorcall knows"),
    ("table.db", "a\\u0000b.db", 28, "journal.path", "a character that nobody sees, U+0000"),
    ("/etc/floorcall/", "~nobody-here/", 29, "journal.seal_key", "~nobody-here is nobody's home"),
    (
        'kind = "shoe"',
        'kind = "shoe"\ncontact = "yes"',
        17,
        "device[0].contact",
        "true where the shoe's input for a new hand is wired",
    ),
]


@pytest.mark.parametrize(
    ("good", "bad", "line", "key", "right"), MISTAKES, ids=[case[3] for case in MISTAKES]
)
def test_a_mistake_is_named_with_its_line(good, bad, line, key, right) -> None:
    assert GOOD.count(good) >= 1
    with pytest.raises(ConfigError) as refused:
        parse_config(GOOD.replace(good, bad, 1), "table.toml")
    assert str(refused.value).startswith(f"table.toml:{line}: {key}: ")
    assert right in str(refused.value)


def test_a_sound_file_says_what_it_says() -> None:
    config = parse_config(GOOD, "/etc/floorcall/table.toml")
    assert [device.label for device in config.device] == ["shoe", "antennas", "panel"]
    assert config.table.seats[3].state == "absent"
    assert (config.server.address, config.server.port) == ("127.0.0.1", 8701)


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("ports/shoe", "/srv/t/ports/shoe"),
        ("../shoe", "/srv/t/../shoe"),
        ("/dev/ttyACM0", "/dev/ttyACM0"),
        ("picamera:0", "picamera:0"),
    ],
)
def test_a_devices_port_lies_beside_the_file_unless_it_is_named_another_way(path: str, found: str) -> None:
    text = GOOD.replace("/dev/ttyACM0", path)
    devices = parse_config(text, "/srv/t/table.toml").device
    assert found in [device.path for device in devices]
    assert parse_config(text, "table.toml").device[0].path == path, "beside a file that lies here"


def test_paths_are_those_beside_the_file() -> None:
    text = GOOD.replace("/var/lib/floorcall/", "store/").replace("/etc/floorcall/", "keys/")
    config = parse_config(text, "/srv/t/table.toml")
    assert str(config.journal_path) == "/srv/t/store/table.db"
    assert str(config.seal_key_path) == "/srv/t/keys/seal.key"


def test_another_address_is_taken_with_a_pin() -> None:
    pin = 'address = "192.0.2.4"\npin = "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaA"'
    assert not parse_config(GOOD.replace("port = 8701", pin)).server.loopback


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
def test_a_loopback_address_needs_no_pin(address) -> None:
    assert parse_config(GOOD.replace("port = 8701", f'address = "{address}"')).server.loopback


@pytest.mark.parametrize(
    ("good", "bad", "line"), [('id = "7"', "id = ", 3), ("  100]", "  100", 7), ("[journal]", "[journal", 27)]
)
def test_what_is_no_toml_is_named_with_its_line(good, bad, line) -> None:
    with pytest.raises(ConfigError, match="is not TOML here") as refused:
        parse_config(GOOD.replace(good, bad, 1), "table.toml")
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("good", "bad", "line", "key"),
    [
        ("port = 8701", "port = 8701\nport = 8702", 27, "port"),
        ("[journal]", "[server]\n[journal]", 27, "[server]"),
        ("small = 50, ", "small = 50, small = 25, ", 7, "small"),
    ],
)
def test_a_key_that_stands_twice_is_named(good, bad, line, key) -> None:
    with pytest.raises(ConfigError, match="stands here for the second time; leave one out") as refused:
        parse_config(GOOD.replace(good, bad, 1), "table.toml")
    assert str(refused.value).startswith(f"table.toml:{line}: `{key}` ")


def test_a_number_without_end_is_named() -> None:
    with pytest.raises(ConfigError, match="more digits than can be read") as refused:
        parse_config(GOOD.replace("8701", "8" * 5000), "table.toml")
    assert refused.value.line == 26


def test_a_file_nested_without_end_is_named() -> None:
    with pytest.raises(ConfigError, match="nested too deeply"):
        parse_config("a = " + "[" * 5000, "table.toml")


def test_a_file_that_cannot_be_read_is_named(tmp_path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        load_config(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'[table]\nid = "caf\xe9"\n')
    with pytest.raises(ConfigError, match=r"latin\.toml:2: is not UTF-8 text"):
        load_config(tmp_path / "latin.toml")


def test_a_byte_order_mark_that_an_editor_left_is_passed_over(tmp_path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.lstrip().encode())
    assert load_config(path).table.id == "7"


def test_lines_are_found_through_every_shape_that_toml_has() -> None:
    text = (
        'top = """two\nlines"""\n'
        "a.b.c = [1, # one\n  [2, 'x'],\n  { k = 1, 'q r' = [3] }]\n"
        "[[x.y]]\nz = 1\n[x.y.w]\nv = 1979-05-27 07:32:00\n[[x.y]]\nz = -1e5\n[\"odd key\".'and']\nend = true"
    )
    lines = key_lines(text)
    assert line_of(text, ("a", "b", "c", 1, 1)) == 4
    assert line_of(text, ("a", "b", "c", 2, "q r", 0)) == 5
    assert lines["x", "y", 0, "w", "v"] == 9
    assert lines["x", "y", 1, "z"] == 11
    assert lines["odd key", "and", "end"] == 13
    assert line_of(text, ("a", "b", "gone", 3)) == 3
    assert line_of(text, ("nowhere",)) == 1
