"""``floorcall deck``: enrolled from a reader or a list, counted by either."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.deck import load_deck
from controller.deck.enrol import Enrolment
from controller.table.ranks import NEW_DECK_ORDER
from firmware_bridge.readers.look import COLLISION, Look
from tests.deck.conftest import ROOT
from tests.ends import comes

ALL = {"missing": [], "twice": [], "foreign": [], "phantoms": []}


def test_a_deck_is_enrolled_from_a_list(floorcall: Any, tmp_path: Path, good: dict[str, str]) -> None:
    tags = tmp_path / "tags.csv"
    tags.write_text("# from the printer\n" + "".join(f"{card},{tag.lower()}\n" for tag, card in good.items()))
    done = floorcall("deck", "enroll", "-o", str(tmp_path / "d.toml"), "--id", "red-7", "--tags", str(tags))
    assert done.returncode == 0, done.stderr
    assert load_deck(tmp_path / "d.toml").cards == good
    assert "red-7: good" in done.stdout


def test_a_list_out_of_a_spreadsheet_begins_with_a_mark_and_ends_its_lines_as_windows_does(
    floorcall: Any, tmp_path: Path, good: dict[str, str]
) -> None:
    tags, out = tmp_path / "tags.csv", str(tmp_path / "d.toml")
    tags.write_bytes(("\ufeff" + "".join(f"{tag};{card}\r\n" for tag, card in good.items())).encode())
    done = floorcall("deck", "enroll", "-o", out, "--id", "red-7", "--tags", str(tags))
    assert done.returncode == 0, done.stderr
    assert load_deck(Path(out)).cards == good
    assert floorcall("deck", "check", out, "--tags", "-", given=tags.read_text()).returncode == 0


def test_a_deck_is_not_written_over_the_list_of_its_tags(
    floorcall: Any, tmp_path: Path, good: dict[str, str]
) -> None:
    tags = tmp_path / "tags.csv"
    tags.write_text("".join(f"{card},{tag}\n" for tag, card in good.items()))
    before = tags.read_bytes()
    refused = floorcall("deck", "enroll", "-o", str(tags), "--id", "red-7", "--tags", str(tags))
    assert refused.returncode == 2
    assert f"{tags}: is read here" in refused.stderr
    assert tags.read_bytes() == before


def test_a_list_without_cards_is_in_the_order_of_a_new_deck(
    floorcall: Any, tmp_path: Path, good: dict[str, str]
) -> None:
    out = str(tmp_path / "d.toml")
    done = floorcall("deck", "enroll", "-o", out, "--id", "red", "--tags", "-", given="\n".join(good))
    assert done.returncode == 0, done.stderr
    assert load_deck(Path(out)).cards == good


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("E004015012345678 As\nzebra", "line 2: a tag, and a card"),
        ("E004015012345678 As\nE004015012345679", "either every line names its card, or none does"),
        ("E004015012345678", "1 tags for 52 cards"),
        ("E004015012345678 As\nE004015012345678 Ks", "listed more than once: E004015012345678"),
    ],
)
def test_a_list_with_a_mistake_is_refused(floorcall: Any, tmp_path: Path, lines: str, says: str) -> None:
    done = floorcall(
        "deck", "enroll", "-o", str(tmp_path / "d.toml"), "--id", "red", "--tags", "-", given=lines
    )
    assert (done.returncode, f"floorcall: -: {says}" in done.stderr) == (2, True), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_deck_fresh_from_one_roll_is_written_and_refused(floorcall: Any, tmp_path: Path) -> None:
    roll = "\n".join(f"{0xE004015012345600 + n:016X}" for n in range(52))
    out = str(tmp_path / "d.toml")
    done = floorcall("deck", "enroll", "-o", out, "--id", "roll", "--tags", "-", given=roll)
    assert done.returncode == 2
    assert "2s and 3s read at once give 4s (E004015012345603)" in done.stderr
    assert "this deck must not be used" in done.stderr
    assert len(load_deck(Path(out)).cards) == 52
    assert floorcall("deck", "check", out).returncode == 2


def test_a_deck_is_enrolled_card_by_card_from_a_reader(
    reader: Any, tmp_path: Path, good: dict[str, str]
) -> None:
    pepper = reader("pepper")
    out = tmp_path / "d.toml"
    command = [
        sys.executable,
        "-u",
        "-m",
        "controller.cli",
        "deck",
        "enroll",
        "-o",
        str(out),
        "--id",
        "red-7",
    ]
    tag_of = {card: tag for tag, card in good.items()}
    with subprocess.Popen(
        [*command, *pepper.given], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as enrolling:
        assert enrolling.stdout is not None
        with comes(enrolling, "52 cards to be enrolled"):
            for line in enrolling.stdout:
                if line.endswith(", please\n"):
                    pepper.place(tag_of[line.partition(",")[0]])
                else:
                    pepper.place()
    assert enrolling.returncode == 0
    assert load_deck(out).cards == good


def test_a_whole_deck_on_a_reader_is_52_of_52(
    floorcall: Any, reader: Any, deck_file: Path, good: dict[str, str]
) -> None:
    pepper = reader("pepper")
    pepper.place(*good)
    pepper.tell(faults={"missed": 0.1, "torn": 0.3})
    done = floorcall("deck", "check", str(deck_file), *pepper.given, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"found": 52, "of": 52, **ALL}


def test_a_deck_with_a_card_gone_and_a_stranger_in_it(
    floorcall: Any, reader: Any, deck_file: Path, good: dict[str, str]
) -> None:
    pepper = reader("pepper")
    pepper.place(*list(good)[1:], "E00401500000FFFF")
    done = floorcall("deck", "check", str(deck_file), *pepper.given, "--seconds", "4")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-3:] == [
        "51 of 52 cards",
        "missing: As",
        "tags of another deck: E00401500000FFFF",
    ]


def test_a_deck_counted_from_a_list(floorcall: Any, deck_file: Path, good: dict[str, str]) -> None:
    tags = "\n".join([*list(good)[2:], list(good)[9]])
    done = floorcall("deck", "check", str(deck_file), "--tags", "-", "--json", given=tags)
    assert done.returncode == 1
    twice = [good[list(good)[9]]]
    assert json.loads(done.stdout) == {**ALL, "found": 50, "of": 52, "missing": ["As", "2s"], "twice": twice}


def test_a_reader_that_is_not_there_is_exit_3(floorcall: Any, reader: Any, deck_file: Path) -> None:
    absent = floorcall("deck", "check", str(deck_file), "--reader", "pepper", "--port", "/dev/ttyNOWHERE")
    assert (absent.returncode, "no such file" in absent.stderr) == (3, True), absent.stderr
    silent = reader("pn532")
    silent.tell(hang=True)
    done = floorcall("deck", "check", str(deck_file), *silent.given, "--seconds", "3")
    assert (done.returncode, "no answer from the PN532" in done.stderr) == (3, True), done.stderr


def test_bad_usage_is_exit_2(floorcall: Any, deck_file: Path) -> None:
    half = floorcall("deck", "check", str(deck_file), "--reader", "pepper")
    assert (half.returncode, "a reader and its port are needed" in half.stderr) == (2, True)
    unknown = floorcall("deck", "check", str(deck_file), "--reader", "rc522", "--port", "/dev/null")
    assert (unknown.returncode, "none of pn532, pepper" in unknown.stderr) == (2, True)
    gone = floorcall("deck", "check", str(deck_file) + ".not")
    assert (gone.returncode, "cannot be read: No such file" in gone.stderr) == (2, True)


def looked(enrolment: Enrolment, *looks: tuple[str, ...] | int) -> list[str]:
    """Return what is told of looks, each the tags seen or the flags of a look without any."""
    told = [
        enrolment.looked(Look(1, n, look) if isinstance(look, tuple) else Look(1, n, (), look))
        for n, look in enumerate(looks)
    ]
    return [one.text for one in told if one is not None]


def test_a_card_left_lying_is_not_the_next_and_two_at_once_are_none() -> None:
    enrolment, a, b = Enrolment(NEW_DECK_ORDER, 1), ("E004015012345678",), ("E0040150DEADBEEF",)
    assert looked(enrolment, a, a, a) == ["take the card away first"]
    assert looked(enrolment, (), (), a, a, a) == ["As, please", f"As  {a[0]}; take it away"]
    # Put on before the first was taken away: it may be the OR of both.
    assert looked(enrolment, b, b, b) == ["take the card away first"]
    assert looked(enrolment, (), (), a + b, a + b) == [
        "2s, please",
        "more than one tag answers: one card alone, please",
    ]
    assert looked(enrolment, (), (), a, a) == ["2s, please", "that is As again"]
    assert looked(enrolment, COLLISION) == ["more than one tag answers: one card alone, please"]
    assert looked(enrolment, (), (), b, b) == ["2s, please", f"2s  {b[0]}; take it away"]
