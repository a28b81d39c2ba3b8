"""The same thing happens in several houses: which clause each of them rules it by."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.rulebooks import cite_of
from controller.table.outputs import Action, Finding
from controller.testkit.scene import Scene

ALL = ("deltin", "dpc", "english-arabic", "invitational", "tda-2024", "upt")
"""Every house."""

STRING = {
    "deltin": "45; 56",
    "dpc": "Bets 3; Bets 17",
    "english_arabic": "M4; M12",
    "invitational": "5.6; 6.5(b); 6.5",
    "tda_2024": "56; 42",
    "upt": "15-24; 14-6; 3 Betting 11",
}
"""Where each house rules on a string bet."""


def clauses(*refs: str) -> pytest.MarkDecorator:
    """Name the clauses that a test shows at work, each as ``house ref``, the ref as its book writes it.

    The coverage of the books is worked out from these marks (``tests/rulebooks/coverage.py``).
    """
    return pytest.mark.clauses(*refs)


def in_houses(**cites: str) -> pytest.MarkDecorator:
    """Tell the same story in several houses; each names its clauses, deciding one first, split by ``;``.

    A clause may be named with the mark of its sentence (`` s2``); ``cites`` comes without it.
    """
    told = []
    for name, named in cites.items():
        house = name.replace("_", "-")
        refs = named.split("; ") if named else []
        told.append(
            pytest.param(
                house,
                list(dict.fromkeys(map(cite_of, refs))),
                id=f"{house} {named}",
                marks=clauses(*(f"{house} {ref}" for ref in refs)),
            )
        )
    return pytest.mark.parametrize(("house", "cites"), told)


def every_house(*but: str) -> pytest.MarkDecorator:
    """Tell the same story in every house except those named."""
    return pytest.mark.parametrize("house", [house for house in ALL if house not in but])


def own_book(folder: Path, of: str, bets: str) -> str:
    """Return the file of a house's own book: that ``of`` another house, with ``bets`` rules of its own."""
    book = folder / "own.toml"
    head = f'extends = "{of}"\nid = "own"\nname = "Own"\nshort = "Own"\nedition = "1"\n'
    book.write_text(f"{head}\n[bets]\n{bets}\n", encoding="utf-8")
    return str(book)


def ten(seat: int, stack: int) -> dict[int, int]:
    """Ten thousand each; ``seat`` has ``stack``."""
    return {**dict.fromkeys(range(1, 7), 10_000), seat: stack}


def settled(scene: Scene, next_seat: int | None = None) -> Scene:
    """Time passes and, where a seat is named, it folds: what was done before is final."""
    scene.wait(2.5)
    return scene if next_seat is None else scene.says(next_seat, "fold")


def only_finding(scene: Scene) -> Finding:
    """Return the only finding of the hand."""
    (finding,) = scene.findings()
    return finding


def action_of(scene: Scene, seat: int, street: str = "flop") -> Action:
    """Return the last action line of ``seat`` on ``street``."""
    return [o for o in scene.out if isinstance(o, Action) and o.seat == seat and o.street == street][-1]


def did(scene: Scene, seat: int, street: str = "flop") -> tuple[str, int]:
    """Return what ``seat`` was last ruled to have done on ``street``, and to how much."""
    action = action_of(scene, seat, street)
    return action.action, action.to
