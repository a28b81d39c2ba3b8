"""What a night should have come to, by its hands as they were told in full, and what the table made of it."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.demo.hands import Hand
from controller.demo.rehearsal import House, Rehearsal
from controller.demo.steps import Story
from controller.table.outputs import HandLine
from controller.table.rulebook import Rulebook


@dataclass
class Played:
    """A story as it was played: what the dealer touched to tell it, and how its hands should end."""

    story: Story
    touches: int
    ends: list[HandLine]

    @property
    def clean(self) -> bool:
        return not self.story.kinds

    @property
    def showdown(self) -> bool:
        """Whether cards were turned up at a seat."""
        steps = self.story.steps
        return any(getattr(step, "event", {}).get("face") == "up" and step.event["zone"][:4] == "seat" for step in steps)  # type: ignore[union-attr]  # fmt: skip


@dataclass
class Account:
    """A night's hands beside what the table's own journal says of them."""

    played: list[Played] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    in_browser: int = 0
    """Keys that the dealer touched in a browser."""
    at_panel: int = 0
    """Words that he keyed at the panel."""

    @property
    def hands(self) -> int:
        """How many hands were dealt, those dealt again among them."""
        return sum(len(played.ends) for played in self.played)

    def note(self, story: Story, hand: Hand, book: Rulebook, touches: int) -> None:
        """Note a story that was played; how it ends is told by everything that happened in it."""
        told = Rehearsal(hand, House(book)).play_all(story.steps)
        self.played.append(Played(story, touches, [line for line in told if isinstance(line, HandLine)]))

    def read(self, config: Path, keep: Path | None = None) -> None:
        """Read the journal as an auditor does, and what a replay of it says; ``keep`` is a folder for log and replay."""
        log = (keep or config.parent) / "night.jsonl"
        journal, key = config.parent / "journal" / "table.db", config.parent / "key" / "seal.key"
        floorcall("journal", "verify", str(journal))
        floorcall("journal", "export", str(journal), "-o", str(log), "--key", str(key))
        said = floorcall("replay", str(log), "--json")
        self.lines = [json.loads(line) for line in said.splitlines()]
        if keep is not None:
            (keep / "replayed.jsonl").write_text(said, encoding="utf-8")
            shutil.copy(config.with_suffix(".log"), keep / "daemon.log")

    def wrong_stacks(self) -> list[str]:
        """Return what is wrong with the stacks at each hand's end, in words."""
        ended = [line for line in self.lines if line["type"] == "hand"]
        due = [(played.story, end) for played in self.played for end in played.ends]
        wrong = [] if len(ended) == len(due) else [f"{len(ended)} hands, and {len(due)} were played"]
        for (story, end), line in zip(due, ended, strict=False):
            stacks = {int(seat): stack for seat, stack in line["stacks"].items()}
            if stacks != end.stacks:
                wrong.append(f"{story.hand}, {story.tells}: {stacks}, not {end.stacks}")
        return wrong

    def false_calls(self) -> list[str]:
        """Return what dealer or floor were called for without need, or were not called for, hand by hand."""
        wrong, n = [], 0
        for played in self.played:
            numbers = range(n + 1, n + 1 + len(played.ends))
            n += len(played.ends)
            called = [
                line["kind"]
                for line in self.lines
                if line["type"] == "finding" and line["level"] != "info" and line["hand"] in numbers
            ]
            if called != list(played.story.kinds):
                story = played.story
                wrong.append(f"{story.hand}, {story.tells}: called for {called}, not {list(story.kinds)}")
        return wrong

    def figures(self) -> dict[str, Any]:
        """Return the night's figures, for people."""
        clean = [played for played in self.played if played.clean]
        return {
            "hands": self.hands,
            "with a mishap": len(self.played) - len(clean),
            "keys touched in a browser, words keyed at the panel": [self.in_browser, self.at_panel],
            "wrong stacks": self.wrong_stacks(),
            "false or missing calls": self.false_calls(),
            "touches, clean, no showdown": spread([p.touches for p in clean if not p.showdown]),
            "touches, clean, showdown": spread([p.touches for p in clean if p.showdown]),
        }


def spread(values: list[int]) -> dict[str, float]:
    """Return median, nine tenths and most of some counts."""
    if not values:
        return {}
    tenths = statistics.quantiles(values, n=10, method="inclusive") if len(values) > 1 else [values[0]] * 9
    return {"median": statistics.median(values), "p90": tenths[8], "most": max(values)}


def floorcall(*arguments: str) -> str:
    """Run ``floorcall`` as an engineer does; return what it printed."""
    ran = subprocess.run(
        [sys.executable, "-m", "controller.cli", *arguments], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, f"floorcall {arguments[0]}: {ran.stderr or ran.stdout}"
    return ran.stdout
