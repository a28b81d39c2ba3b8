"""The public benchmark: the same hands give the same bytes, and a program gets the points that it has earned."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from benchmarks.irregularities import STRENGTHS, VERSION
from benchmarks.irregularities.baseline import said_of
from benchmarks.irregularities.make import write
from benchmarks.irregularities.public import Public, read_public, read_rare
from benchmarks.irregularities.score import SaidError, Tally, read_said, score, table
from benchmarks.irregularities.truth import Due, Hand, TruthError, read_truth
from controller.table import events as ev
from tests.conftest import LongProof
from tests.noise.conftest import ALL_IN_SHORT, CALLED, LIMPED, RAISED
from tests.noise.score import FAULTS
from tests.real_hands.sense import Night

HOUSE = "deltin"
DIGEST = "5b489f5c72e037802b6114ba135a048fb413cdc52e08d9f5c427d64c1ec155c4"
"""What the four hands become. Where it changes the data set is another: raise VERSION and put the new one here."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four public hands, and others that cannot be used."""
    made = tmp_path_factory.mktemp("public")
    for name, told in (("raised", RAISED), ("limped", LIMPED), ("short", ALL_IN_SHORT), ("called", CALLED)):
        (made / f"{name}.phh").write_text(told)
    (made / "omaha.phh").write_text(RAISED.replace('"NT"', '"PO"'))
    (made / "torn.phh").write_text(RAISED[:120])
    below = made / "more"
    below.mkdir()
    (below / "straddled.phh").write_text(RAISED.replace("[25, 50, 0,", "[25, 50, 100,"))
    return made


@pytest.fixture(scope="module")
def public(folder: Path) -> Public:
    return read_public(folder, most=10)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, public: Public) -> Path:
    made = tmp_path_factory.mktemp("data")
    write(made, public, each=1, seed=1)
    return made


def test_hands_that_cannot_be_used_are_left_out_and_counted(public: Public) -> None:
    assert [course.history.name for course, _ in public.courses] == ["called", "limped", "raised", "short"]
    assert public.left_out == {
        "not no-limit hold'em": 1,
        "cannot be read": 1,
        "no small and big blind, or a straddle": 1,
    }


def test_the_projects_own_hands_will_do_to_try_it() -> None:
    public = read_public(None, most=100)
    assert len(public.courses) == 13
    assert not public.left_out


def test_hands_of_our_own_have_the_spots_that_real_ones_lack() -> None:
    rare = read_rare()
    assert not rare.left_out
    for name in ("raise not reopened", "two undercalls"):
        (fault,) = (fault for fault in FAULTS if fault.name == name)
        assert sum(bool(fault.places(course)) for course, _ in rare.courses) >= 4


def test_a_raise_all_in_that_is_short_is_said_aloud() -> None:
    """Silent and below half a raise it is a call in four houses, and nobody's raise is barred by it."""
    said = 0
    for course, _ in read_rare().courses:
        events = list(Night().sense(course))
        for turn in (turn for turn in course.turns if turn.all_in and turn.action == "raise"):
            at = next(n for n, event in enumerate(events) if _worth(event) == turn.added)
            said += isinstance(events[at - 1], ev.Declared)
    assert said == 4


def _worth(event: ev.Event) -> int | None:
    """Return what chips are pushed; None where none are."""
    if not isinstance(event, ev.ChipsPushed) or event.chips is None:
        return None
    return sum(chip * count for chip, count in event.chips.items())


@pytest.mark.soak
def test_the_same_hands_become_the_same_bytes(
    data: Path, public: Public, tmp_path: Path, long_proof: LongProof
) -> None:
    made = msgspec.json.decode((data / "manifest.json").read_bytes())
    assert (VERSION, made["version"], made["digest"]) == (3, 3, DIGEST)
    if long_proof(False, True):
        assert made == msgspec.to_builtins(write(tmp_path, public, each=1, seed=1))
    other = write(tmp_path, Public(courses=public.courses[: long_proof(1, 4)]), each=1, seed=2)
    assert msgspec.json.decode((tmp_path / "manifest.json").read_bytes()) == msgspec.to_builtins(other)
    assert other.digest != DIGEST


def test_every_hand_lies_there_in_every_strength(data: Path) -> None:
    ids = sorted(hand.id for hand in read_truth(data))
    for strength in STRENGTHS:
        assert sorted(path.stem for path in (data / "logs" / strength).iterdir()) == ids
    assert len(ids) > 50
    clean, noisy = ((data / "logs" / name / "clean-0001.jsonl").read_bytes() for name in ("none", "heavy"))
    assert clean != noisy


def test_this_referee_enters_as_the_page_says_and_misses_nothing_without_noise(data: Path) -> None:
    command = [sys.executable, "-m", "controller.cli", "replay", str(data / "logs" / "none")]
    told = subprocess.run(
        [*command, "--rulebook", HOUSE, "upt", "--json"], capture_output=True, check=True
    ).stdout
    made = score(read_truth(data), read_said(told.splitlines()), [HOUSE, "upt"], ["none"])
    for house in (HOUSE, "upt"):
        tally = made.houses[house, "none"]
        assert (tally.clean, tally.false_floor, tally.false_dealer, tally.early) == (4, 0, 0, 0)
        assert tally.ruled == tally.found == tally.faulty > 40


def test_pokerkit_refuses_some_and_cannot_see_others(data: Path) -> None:
    def refused(name: str) -> list[tuple[str, int | None]]:
        return [(told["kind"], told["seat"]) for told in said_of(data / "logs" / "none" / f"{name}.jsonl")]

    hands = {hand.id: hand for hand in read_truth(data)}
    for name in ("raise-out-of-turn-01", "no-burn-01", "raise-too-small-01", "pot-to-the-loser-01"):
        due = hands[name].due[HOUSE]
        assert due is not None
        assert (due.kind, due.seats[0]) in refused(name)
    for name in (
        "string-bet-01",
        "two-boxed-cards-01",
        "undercall-01",
        *(f"clean-000{n}" for n in range(1, 5)),
    ):
        assert refused(name) == []


UNDERCALL = Hand(
    id="undercall-01",
    source="a",
    irregularity="undercall",
    clean_until=30.0,
    due={HOUSE: Due(kind="bet.undercall", seats=[4], remedy="full_call")},
)
CLEAN = Hand(id="clean-0001", source="a", due={HOUSE: None})


def said(hand: Hand, **told: object) -> bytes:
    """Return a program's line about a hand."""
    line = {"log": f"somewhere/logs/mild/{hand.id}.jsonl", "rulebook": HOUSE, "kind": "bet.undercall", **told}
    return msgspec.json.encode(line)


def scored(*lines: bytes) -> Tally:
    return score([UNDERCALL, CLEAN], read_said(lines), [HOUSE], ["mild"]).houses[HOUSE, "mild"]


def test_who_says_nothing_is_wrong_about_nothing_and_finds_nothing() -> None:
    tally = scored()
    assert (tally.clean, tally.faulty, tally.found, tally.false_floor, tally.early) == (1, 1, 0, 0, 0)


def test_the_kind_and_the_seat_are_found_and_the_remedy_is_ruled() -> None:
    assert (scored(said(UNDERCALL, seat=4)).found, scored(said(UNDERCALL, seat=4)).ruled) == (1, 0)
    assert scored(said(UNDERCALL, seat=4, remedy="full_call")).ruled == 1
    assert scored(said(UNDERCALL, seat=3, remedy="full_call")).found == 0
    assert scored(said(UNDERCALL, facts={"seats": [3, 4]})).found == 1


def test_a_call_in_a_clean_hand_is_false_and_a_note_is_not() -> None:
    assert scored(said(CLEAN, seat=4)).false_floor == 1
    assert scored(said(CLEAN, seat=4, level="dealer")).false_dealer == 1
    assert scored(said(CLEAN, level="info")).false_dealer == 0
    assert scored(said(CLEAN, type="action")).false_floor == 0


def test_a_call_before_anything_was_wrong_came_too_early() -> None:
    assert scored(said(UNDERCALL, seat=4, t=29.0)).early == 1
    assert scored(said(UNDERCALL, seat=4, t=31.0)).early == 0


def test_who_asks_for_a_look_has_not_found_it() -> None:
    tally = scored(said(UNDERCALL, kind="sensing.gap", level="info"))
    assert (tally.found, tally.asked) == (0, 1)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (b"{", "line 2: Input data was truncated"),
        (b"[]", "line 2: a JSON object is meant"),
        (b'{"kind":"bet.string","rulebook":"upt"}', "line 2: log: a text is meant"),
        (
            b'{"kind":"bet.string","rulebook":"upt","log":"a.jsonl"}',
            "line 2: log: 'a.jsonl' does not end in NOISE",
        ),
        (
            b'{"kind":"bet.string","rulebook":"upt","log":"mild/a.jsonl","t":"soon"}',
            "line 2: t: a number of seconds",
        ),
    ],
)
def test_a_line_that_cannot_be_scored_is_named(line: bytes, wrong: str) -> None:
    with pytest.raises(SaidError, match=wrong.replace("(", r"\(")):
        read_said([b"", line])


def test_a_folder_that_is_no_data_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="make the data set first"):
        list(read_truth(tmp_path))


def test_the_page_of_figures_has_the_data_and_both_scores(data: Path, tmp_path: Path) -> None:
    for name in ("manifest.json", "truth.jsonl"):
        (tmp_path / name).write_bytes((data / name).read_bytes())
    command = [
        sys.executable,
        "-m",
        "benchmarks.irregularities.figures",
        str(tmp_path),
        "--source",
        "four hands",
    ]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "floorcall.md" in refused.stderr
    for name, who in (("floorcall.md", "Floorcall"), ("pokerkit.md", "PokerKit")):
        made = score(read_truth(data), read_said([]), [HOUSE], ["none"])
        (tmp_path / name).write_text(table(made, who, ["none"]))
    page = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    told = msgspec.json.decode((data / "manifest.json").read_bytes())
    assert (
        f"4 clean hands and {told['hands'] - 4} with one of {told['irregularities']} irregularities" in page
    )
    assert f"four hands; digest `{told['digest'][:16]}`" in page
    assert page.index("## This referee") < page.index("**Floorcall**") < page.index("**PokerKit**")
