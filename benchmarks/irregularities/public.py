"""Hands of a folder of PHH files as courses, and why the others are left out.

Without a folder they are the project's own few: the demo's, written as PHH and read again.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import resources
from pathlib import Path

from controller import rulebooks
from controller.histories.export import told_hands, write_hands
from controller.histories.read_phh import History, HistoryError, read_hands
from controller.sensorlog.source import open_log
from tests.oracle.real import turns_allowed
from tests.real_hands.course import Course, follow

ENDINGS = (".phh", ".phhs")
RARE = Path(__file__).with_name("rare.phhs")
"""Hands of our own with spots that real hands seldom have."""


@dataclass
class Public:
    """Hands that can be used, each with the houses by whose book every wager of it was allowed."""

    courses: list[tuple[Course, list[str]]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    """How many hands (or files that cannot be read) by why."""


def read_public(folder: Path | None, most: int) -> Public:
    """Return up to ``most`` hands of a folder and those below it, chosen by their names alone."""
    found = Public()
    histories = list(_own() if folder is None else _of(folder, found.left_out))
    histories.sort(key=lambda history: sha256(history.name.encode()).digest())
    names: set[str] = set()
    for history in histories:
        if len(found.courses) == most:
            break
        if history.name in names:
            found.left_out["a second hand of the same name"] += 1
        elif (why := _unfit(history)) is not None:
            found.left_out[why] += 1
        else:
            names.add(history.name)
            _add(history, found)
    found.courses.sort(key=lambda pair: pair[0].history.name)
    return found


def read_rare() -> Public:
    """Return the hands with rare spots, for irregularities of which a folder has no hand."""
    found = Public()
    for history in read_hands(RARE):
        _add(history, found)
    return found


def _own() -> Iterator[History]:
    with tempfile.TemporaryDirectory() as kept:
        for log in sorted(Path(str(resources.files("controller.demo") / "hands")).glob("*.jsonl")):
            path = Path(kept) / f"{log.stem}.phhs"
            with open_log(str(log)) as source, path.open("wb") as out:
                write_hands(told_hands(source), "phh", out, left_out=lambda *_: None)
            yield from read_hands(path)


def _of(folder: Path, left_out: Counter[str]) -> Iterator[History]:
    for path in sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS):
        try:
            yield from read_hands(path)
        except HistoryError as error:
            variant = "variant" in str(error)
            left_out["not no-limit hold'em" if variant else "cannot be read"] += 1


def _unfit(history: History) -> str | None:
    """Return why a hand cannot be sensed; None where it can."""
    blinds = sorted(blind for blind in history.blinds if blind)
    if len(blinds) != 2 or blinds[0] == blinds[1]:
        return "no small and big blind, or a straddle"
    if any(
        stack <= ante + blind
        for stack, ante, blind in zip(history.stacks, history.antes, history.blinds, strict=True)
    ):
        return "a post takes a whole stack"
    if not any(history.steps):
        return "nothing happens"
    return None


def _add(history: History, found: Public) -> None:
    try:
        course = follow(history)
        allowed = {house: turns_allowed(course, rulebooks.load(house)) for house in rulebooks.ids()}
    except (HistoryError, ValueError, AssertionError, LookupError) as error:
        found.left_out[f"cannot be followed ({type(error).__name__})"] += 1
        return
    houses = [
        house
        for house, turns in allowed.items()
        if turns is not None and not (_mucked_unasked(course) and _all_show(house))
    ]
    if houses:
        found.courses.append((course, houses))
    else:
        found.left_out["not as any house has it"] += 1


def _all_show(house: str) -> bool:
    """Whether all show in this house where the river was checked round: it tells the hand that does not."""
    rule = rulebooks.load(house).kinds.get("showdown.not_tabled")
    return rule is not None and "checked" in rule.cases


def _mucked_unasked(course: Course) -> bool:
    """Whether a hand was thrown away at the showdown after a river that was checked round."""
    river = [turn for turn in course.turns if turn.street == "river"]
    shown = {shown.player for shown in course.shown if shown.cards}
    return (
        all(turn.action == "check" for turn in river)
        and len(course.live) > 1
        and not shown.issuperset(course.live)
    )
