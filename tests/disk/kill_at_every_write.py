"""A scripted night through the real journal, the process killed at its first write, its second, and so on.

    LD_PRELOAD=faulty_disk.so python -m tests.disk.kill_at_every_write FOLDER [--every N]

After each kill the journal is opened as a daemon does it: every record that was reported safe is there, the chain
holds, and the lines that came back, replayed, give what the first so many lines of the undisturbed night give.
One JSON object is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from controller import rulebooks
from controller.journal.journal import Journal
from controller.journal.keys import keys_of
from controller.journal.seal import Seal
from controller.journal.signing import SignKey
from controller.journal.verify import verify
from controller.privacy import HiddenCards
from controller.table.engine import Engine
from controller.table.events import AnyEvent, LogHeader
from controller.testkit.scene import Scene
from tests.disk.faulty import die_after

HEADER = {
    "type": "log", "version": 1, "table": "7", "started": "2026-11-20T19:30:00Z", "rulebook": "deltin",
    "game": "nlhe",
}  # fmt: skip
KEYS = keys_of(Seal(bytes(range(32))), SignKey(bytes(range(32))))
_EVENT = msgspec.json.Decoder(AnyEvent)


def night(hands: int = 1) -> list[dict[str, Any]]:
    """Return a short night: so many hands with a boxed card, a string bet and a fold; one more up to its flop."""
    scene = Scene("deltin", seats=3, button=3).deal(boxed=[2]).says(3, "raise", 300).pushes(3, 100, 100)
    scene.pushes(3, 100, after=1.0).folds(1, 2).end()
    for _ in range(hands - 1):
        scene.shuffle()
        scene.start(button=1).deal().calls(1, 2).taps(3).sweep().flop().end()
    scene.shuffle()
    return scene.start(button=1).deal().calls(1, 2).taps(3).sweep().flop().log


def write(path: Path, events: list[dict[str, Any]], tell: Callable[[int], object]) -> None:
    """Record ``events``, telling by ``tell`` how far the journal is safe. Each event waits for its sync."""
    journal = Journal(path, KEYS, HiddenCards())
    kept, safe = threading.Condition(), 0

    def on_kept(records: Any) -> None:
        nonlocal safe
        with kept:
            for record in records:
                tell(record.n)
            safe = records[-1].n
            kept.notify()

    def wait() -> None:
        with kept:
            kept.wait_for(lambda: safe >= journal.n)

    journal.start(on_kept, lambda problem: None)
    journal.begin(HEADER)
    wait()
    for number, event in enumerate(events):
        journal.append(event["t"], event, msgspec.json.encode(event))
        wait()
        if number % 8 == 7:
            journal.keep_checkpoint(b"state after %d" % number)
    journal.close()


def replayed(events: list[dict[str, Any]]) -> list[list[str]]:
    """Return what the referee said at each event."""
    engine = Engine(rulebooks.load("deltin"), msgspec.convert(HEADER, LogHeader))
    return [
        [repr(out) for out in engine.feed(line, _EVENT.decode(msgspec.json.encode(event)))]
        for line, event in enumerate(events, 2)
    ]


def killed_at(path: Path, events: list[dict[str, Any]], calls: int) -> tuple[int, bool]:
    """Record the night in a process that dies after ``calls``; return the last safe record, and whether it died."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        die_after(calls)
        write(path, events, lambda n: os.write(writing, b"%d\n" % n))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        safe = max(map(int, told.read().split()), default=0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return safe, True
    assert os.waitstatus_to_exitcode(status) == 0
    return safe, False


def check(path: Path, events: list[dict[str, Any]], said: list[list[str]], safe: int) -> None:
    """Open the journal as the next daemon does. Raise AssertionError where something safe is not there."""
    journal = Journal(path, KEYS, HiddenCards())
    lines = [msgspec.json.decode(line.raw) for line in journal.lines()]
    assert journal.n >= safe, f"record {safe} was safe; the journal ends at {journal.n}"
    journal.checkpoint()
    journal.start(lambda records: None, lambda problem: None)
    assert journal.close()
    assert lines == events[: len(lines)], "a line came back otherwise than it was written"
    assert replayed(lines) == said[: len(lines)]
    if journal.n:
        verdict = verify(path)
        assert not verdict.problem, verdict.problem


def main() -> int:
    """Kill at each call in turn, or at every so many, until the night is through."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--hands", type=int, default=1)
    asked = parser.parse_args()
    events = night(asked.hands)
    said = replayed(events)
    calls, kills, died = 0, 0, True
    while died:
        path = asked.folder / f"{calls}" / "table.db"
        path.parent.mkdir()
        safe, died = killed_at(path, events, calls)
        check(path, events, said, safe)
        kills += died
        calls += asked.every if died else 0
    assert safe > len(events)
    print(json.dumps({"events": len(events), "kills": kills, "writes": calls}))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
