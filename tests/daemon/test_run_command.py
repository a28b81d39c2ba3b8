"""`floorcall run` as a person and as systemd meet it: where to look, how it ends, what it refuses."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
from typing import Any

import pytest

from controller.daemon.notify import tell_systemd, watchdog_s
from tests import warm

EVERYTHING = ["shoe", "antennas", "camera", "faces", "taps", "words", "awards", "hands"]


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    done = warm.run("controller.cli", "run", *arguments, given=given)
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_to_look_and_stops_cleanly(table, number) -> None:
    table.start()
    assert table.stop(number) == 0
    output = table.output()
    assert f"http://127.0.0.1:{table.port}/" in output
    assert f"http://127.0.0.1:{table.port}/floor" in output
    assert f"Equipped with:    {', '.join(EVERYTHING)}\n" in output
    assert f"Made the key that seals hole cards: {table.key_file}" in output
    assert table.key_file.stat().st_mode & 0o777 == 0o600
    assert "Traceback" not in output


def test_a_table_that_is_equipped_otherwise_begins_a_new_log(table) -> None:
    table.start()
    table.stop()
    table.start()
    table.stop()
    whole = table.config.read_text()
    table.config.write_text(whole.replace('"faces", "awards", ', ""))
    table.start()
    table.stop()
    assert "(not: faces, awards; what rests on it is worked out or not judged)" in table.output()
    assert header(table, 1)["equipment"] == EVERYTHING
    assert header(table, 2)["equipment"] == [one for one in EVERYTHING if one not in ("faces", "awards")]


def header(table: Any, log: int) -> dict[str, Any]:
    """Return the header of a log of the table's journal, which must have it and no other of that number."""
    out = table.folder / f"{log}.jsonl"
    warm.run("controller.cli", "journal", "export", table.journal, "--log", str(log), "-o", out, check=True)
    return dict(json.loads(out.read_text().splitlines()[0]))


def test_systemd_hears_ready_alive_and_stopping(table, hand, tmp_path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(20)
        table.start(
            environment={"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}, wait=False
        )
        heard = [listener.recv(64) for _ in range(4)]
        assert {b"READY=1", b"WATCHDOG=1"} == set(heard)
        assert table.state()["view"]["hand"] == 0
        table.stop()
        while b"STOPPING=1" not in heard:
            heard.append(listener.recv(64))


def test_nobody_asked_to_be_told(monkeypatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    tell_systemd("READY=1")
    assert watchdog_s() is None
    monkeypatch.setenv("WATCHDOG_USEC", "3000000")
    assert watchdog_s() == 1.5
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert watchdog_s() is None
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere/notify")
    tell_systemd("READY=1")


def test_a_port_that_is_taken_is_named_and_ends_with_3(table) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", table.port))
        taken.listen()
        done = run("--config", str(table.config))
    assert done.returncode == 3
    assert f"port {table.port} on 127.0.0.1 is taken by another program" in done.stderr
    assert "`server.port`" in done.stderr


def test_a_table_that_runs_already_is_told_so_and_goes_on(table) -> None:
    table.start()
    done = run("--config", str(table.config))
    assert done.returncode == 3
    assert f"table 7 runs already: another floorcall writes its journal, {table.journal}" in done.stderr
    assert table.state()["view"]["hand"] == 0


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ('rulebook = "deltin"', 'rulebook = "detlin"', ":4: table.rulebook: "),
        ('id = "7"', 'id = "7"\ngame = "flhe"', ":4: table.game: "),
        ("[server]", "[severs]", "severs: is no key that floorcall knows; did you mean `server`?"),
    ],
)
def test_a_bad_configuration_ends_with_2_and_its_line(table, good, bad, said) -> None:
    table.config.write_text(table.config.read_text().replace(good, bad))
    done = run("--config", str(table.config))
    assert done.returncode == 2
    assert said in done.stderr
    assert str(table.config) in done.stderr


def test_without_a_configuration_it_says_how(tmp_path) -> None:
    assert "floorcall run --config" in run().stderr
    done = run("--config", str(tmp_path / "none.toml"))
    assert (done.returncode, "cannot be read" in done.stderr) == (2, True)


def test_a_pin_is_made_that_the_configuration_takes(table) -> None:
    done = run("--make-pin", given="4711\n4711\n")
    assert done.returncode == 0
    assert done.stdout.startswith('pin = "$argon2id$')
    assert "4711" not in done.stdout
    assert run("--make-pin", given="47\n47\n").returncode == 2


def test_a_journal_with_a_changed_record_stops_the_start(table) -> None:
    table.start()
    assert table.stop() == 0
    db = sqlite3.connect(table.journal)
    db.execute("UPDATE record SET t = t + 1 WHERE n = 3")
    db.commit()
    db.close()
    done = run("--config", str(table.config))
    assert done.returncode == 3
    assert "record 3 was changed after it was written" in done.stderr
    verified = warm.run("controller.cli", "journal", "verify", table.journal)
    assert verified.returncode == 1
    assert "record 3 is not as it was written" in verified.stdout


def test_a_journal_whose_file_is_damaged_is_named(table, hand) -> None:
    table.plug_all()
    table.start()
    table.play([hand.deck(), *hand.events()])
    assert table.stop() == 0
    content = bytearray(table.journal.read_bytes())
    content[4096 * 2 :] = bytes(len(content) - 4096 * 2)
    table.journal.write_bytes(content)
    done = run("--config", str(table.config))
    assert done.returncode == 3
    assert done.stderr.startswith(f"floorcall: {table.journal}: "), done.stderr
    assert f"see `floorcall journal verify {table.journal}`" in done.stderr


@pytest.mark.parametrize("name", ["seal.key", "sign.key"])
def test_a_lost_key_is_named_and_no_other_made(table, name) -> None:
    table.plug("shoe")
    table.start()
    table.play([{"type": "deck", "id": "D1", "cards": {"E0040150AA": "As"}}])
    assert table.stop() == 0
    key = table.key_file.with_name(name)
    whole = key.read_bytes()
    key.unlink()
    done = run("--config", str(table.config))
    assert done.returncode == 3
    assert f"{key}: the " in done.stderr
    assert f"{table.journal} was written with it; give it back as `journal." in done.stderr
    assert not key.exists()
    key.write_bytes(bytes(32))
    key.chmod(0o600)
    done = run("--config", str(table.config))
    assert done.returncode == 3
    assert (
        "is signed with another key" if name == "sign.key" else "is `journal.seal_key` the key"
    ) in done.stderr
    key.write_bytes(whole)
    table.start()


def test_the_journal_is_listed_and_exported_to_a_log_that_replays(running, hand) -> None:
    running.play([hand.deck(), *hand.events()])
    out = running.folder / "night.jsonl"

    def told_whole() -> bool:
        warm.run("controller.cli", "journal", "export", running.journal, "-o", out, check=True)
        replayed = warm.run("controller.cli", "replay", out, "--json", check=True)
        last = [line for line in replayed.stdout.splitlines() if '"type":"hand"' in line]
        return len(last) == 1 and all(f'"{card}"' in last[0] for card in hand.cards[13:16])

    hand.wait_for(told_whole, "the hand's line, and what lay on its board no secret of the journal any more")
    listed = warm.run("controller.cli", "journal", "list", running.journal)
    assert "hand 1" in listed.stdout


def test_a_journal_in_no_folder_is_refused_and_none_is_made(table) -> None:
    text = table.config.read_text()
    table.config.write_text(text.replace('"store/table.db"', '"nowhere/store/table.db"'))
    done = run("--config", str(table.config))
    assert done.returncode == 3
    assert f"there is no folder {table.folder / 'nowhere'}; make it" in done.stderr
    assert not (table.folder / "nowhere").exists()
