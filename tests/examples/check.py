"""Holds the table against example logs and what is expected of each.

    python -m tests.examples.check EXAMPLES

EXAMPLES is a folder of ``NAME.RULEBOOK.jsonl`` logs, each with ``NAME.RULEBOOK.expected.json`` beside it:
a list of findings in their order (kind; seat, remedy and a clause that is cited, where given), actions that must occur and
kinds that must never come; or, for a night, a list of hands with all their actions, stacks and board.
A log ``NAME-noisy`` must come out as ``NAME`` does. Findings of level info may come besides.
Ends with 0 where all is as expected, 1 where not, 2 for bad input.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from controller.replay import BookReplay
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import LogFileError, open_log
from controller.table.outputs import Action, Finding, HandLine, Output


def outputs_of(log: Path, rulebook: str) -> list[Output]:
    """Return what the table makes of a log."""
    replay = BookReplay(str(log), rulebook)
    with open_log(str(log)) as source:
        outputs = [output for line, entry in LogReader(source) for output in replay.take(line, entry)]
    return outputs + replay.end()


def faults(outputs: list[Output], expected: list[dict[str, Any]]) -> list[str]:
    """Return how ``outputs`` differ from what is expected, in words."""
    hands = [entry for entry in expected if "hand" in entry]
    found = [output for output in outputs if isinstance(output, Finding)]
    if hands:
        listed = [entry for hand in hands for entry in hand["findings"]]
        return [*_wrong_hands(outputs, hands), *_wrong_findings(found, listed)]
    listed = [entry for entry in expected if "finding" in entry]
    never = {kind for entry in expected for kind in entry.get("never", [])}
    wrong = _wrong_findings(found, listed)
    wrong += [
        f"{finding.kind} must never come, line {finding.evidence}"
        for finding in found
        if finding.kind in never
    ]
    acts = [output for output in outputs if isinstance(output, Action)]
    for entry in (entry for entry in expected if "action" in entry):
        if not any(all(getattr(act, key) == value for key, value in entry.items()) for act in acts):
            wrong.append(f"missing action {entry}")
    return wrong


def _wrong_findings(found: list[Finding], listed: list[dict[str, Any]]) -> list[str]:
    """Match the listed findings in order; what else there is must be of level info."""
    wrong, waiting = [], list(listed)
    for finding in found:
        if waiting and _matches(finding, waiting[0]):
            waiting.pop(0)
        elif finding.level != "info":
            wrong.append(
                f"unexpected {finding.level} finding {finding.kind} seat {finding.seat} "
                f"remedy {finding.remedy} cites {finding.cites} at {finding.t}, lines {finding.evidence}"
            )
    return wrong + [f"missing finding {entry}" for entry in waiting]


def _matches(finding: Finding, entry: dict[str, Any]) -> bool:
    is_so = {
        "finding": finding.kind,
        "seat": finding.seat,
        "remedy": finding.remedy,
        "level": finding.level,
        "cite": entry.get("cite") if entry.get("cite") in finding.cites else finding.cites,
        "hand": finding.hand,
    }
    return all(is_so.get(key) == value for key, value in entry.items())


def _wrong_hands(outputs: list[Output], hands: list[dict[str, Any]]) -> list[str]:
    wrong = []
    lines = {output.hand: output for output in outputs if isinstance(output, HandLine)}
    for hand in hands:
        number = hand["hand"]
        ruled = [
            [act.street, act.seat, act.action, act.to]
            for act in outputs
            if isinstance(act, Action) and act.hand == number and act.action != "post"
        ]
        if ruled != hand["actions"]:
            wrong.append(f"hand {number}: actions {ruled}, expected {hand['actions']}")
        line = lines.get(number)
        if line is None:
            wrong.append(f"hand {number}: no hand line")
            continue
        stacks = {str(seat): stack for seat, stack in line.stacks.items() if str(seat) in hand["stacks"]}
        if stacks != hand["stacks"]:
            wrong.append(f"hand {number}: stacks {stacks}, expected {hand['stacks']}")
        if line.board != hand["board"]:
            wrong.append(f"hand {number}: board {line.board}, expected {hand['board']}")
    return wrong


def pairs(folder: Path) -> list[tuple[Path, str, Path]]:
    """Return the folder's logs with their rulebook and what is expected of them."""
    found = []
    for log in sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.zst")]):
        stem = log.name.removesuffix(".zst").removesuffix(".jsonl")
        name, _, rulebook = stem.rpartition(".")
        expected = folder / f"{stem}.expected.json"
        if not expected.exists():
            expected = folder / f"{name.removesuffix('-noisy')}.{rulebook}.expected.json"
        found.append((log, rulebook, expected))
    return found


def main() -> int:
    """Check every log of the folder and print a line for each."""
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m tests.examples.check EXAMPLES\n")
        return 2
    logs = pairs(Path(sys.argv[1]))
    if not logs:
        sys.stderr.write(f"{sys.argv[1]}: no example logs here\n")
        return 2
    failed = 0
    for log, rulebook, path in logs:
        try:
            wrong = faults(outputs_of(log, rulebook), json.loads(path.read_text()))
        except (OSError, ValueError, LogFileError) as error:
            wrong = [str(error)]
        failed += bool(wrong)
        sys.stdout.write(f"{'WRONG' if wrong else 'ok':<6}{log.name}\n")
        sys.stdout.writelines(f"      {fault}\n" for fault in wrong)
    sys.stdout.write(f"{len(logs) - failed} of {len(logs)} example logs come out as expected\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
