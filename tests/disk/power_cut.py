"""The power goes: what was written and not yet synced is on the disk, or is not, sector by sector.

    LD_PRELOAD=faulty_disk.so python -m tests.disk.power_cut FOLDER [--cuts 1000] [--seed 7]

A scripted night goes through the real journal once, each of its writes and syncs recorded. Then the power is cut at
as many moments by chance: a file keeps what was there at its last sync, and of each later write any sectors. The
journal is opened and held against the night as in `kill_at_every_write`. One JSON object is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.disk.faulty import remark
from tests.disk.kill_at_every_write import check, night, replayed, write

SECTOR = 512
_HEAD = struct.Struct("=cBqq")


@dataclass(frozen=True)
class Step:
    """One thing done to the file ``name``.

    ``W`` written, ``T`` cut to ``at`` bytes, ``S`` synced, ``U`` removed; ``D`` the folder synced; ``R`` records up to
    ``at`` were told to be safe.
    """

    what: str
    name: str
    at: int
    data: bytes


def steps(record: bytes) -> Iterator[Step]:
    """Read what the library recorded."""
    place = 0
    while place < len(record):
        what, length, at, size = _HEAD.unpack_from(record, place)
        name = place + _HEAD.size
        data = name + length
        place = data + size
        yield Step(what.decode(), record[name:data].decode(), at, record[data:place])


@dataclass
class File:
    """What surely lies on the disk, and what was done since."""

    safe: bytes = b""
    since: list[Step] = field(default_factory=list)

    def sync(self) -> None:
        """Let everything done be there."""
        for step in self.since:
            self.safe = _done(self.safe, step)
        self.since = []

    def after_cut(self, chance: random.Random, kept: float) -> bytes:
        """Return the content, each sector that was not synced there with probability ``kept``."""
        content = self.safe
        for step in self.since:
            for part in _sectors(step) if step.what == "W" else [step]:
                if chance.random() < kept:
                    content = _done(content, part)
        return content


class Folder:
    """A folder on a disk. Names come and go in their order, the last of them surely only once it is synced."""

    def __init__(self) -> None:
        self._safe: dict[str, File] = {}
        self._names: dict[str, File] = {}
        self._since: list[tuple[str, File | None]] = []
        self.told = 0

    def do(self, step: Step) -> None:
        """Do ``step``."""
        if step.what == "R":
            self.told = step.at
        elif step.what == "D":
            self._safe, self._since = dict(self._names), []
        elif step.what == "U":
            del self._names[step.name]
            self._since.append((step.name, None))
        elif step.what == "S":
            self._file(step.name).sync()
        else:
            self._file(step.name).since.append(step)

    def _file(self, name: str) -> File:
        if name not in self._names:
            self._names[name] = File()
            self._since.append((name, self._names[name]))
        return self._names[name]

    def after_cut(self, chance: random.Random) -> dict[str, bytes]:
        """Return what a power cut leaves of each file."""
        names: dict[str, File | None] = dict(self._safe)
        names.update(self._since[: chance.randint(0, len(self._since))])
        kept = chance.choice((0.0, 0.5, 0.9))
        return {name: file.after_cut(chance, kept) for name, file in names.items() if file is not None}


def _done(content: bytes, step: Step) -> bytes:
    if step.what == "T":
        return content[: step.at].ljust(step.at, b"\0")
    content = content.ljust(step.at, b"\0")
    return content[: step.at] + step.data + content[step.at + len(step.data) :]


def _sectors(step: Step) -> Iterator[Step]:
    start = 0
    while start < len(step.data):
        size = SECTOR - (step.at + start) % SECTOR
        yield Step("W", step.name, step.at + start, step.data[start : start + size])
        start += size


def recorded(folder: Path) -> list[Step]:
    """Play the night on the recorded disk in ``folder``; return each step."""
    record = folder / "record"
    os.environ["FAULTY_RECORD"] = str(record)
    write(folder / "table.db", night(), remark)
    del os.environ["FAULTY_RECORD"]
    return list(steps(record.read_bytes()))


def main() -> int:
    """Cut the power ``--cuts`` times."""
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", type=Path)
    asked.add_argument("--cuts", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=7)
    given = asked.parse_args()
    done = recorded(given.folder)
    events = night()
    said = replayed(events)
    chance = random.Random(given.seed)
    for number in range(given.cuts):
        folder = Folder()
        for step in done[: chance.randrange(len(done) + 1)]:
            folder.do(step)
        place = given.folder / f"cut-{number}"
        place.mkdir()
        for name, content in folder.after_cut(chance).items():
            (place / name).write_bytes(content)
        check(place / "table.db", events, said, folder.told)
        shutil.rmtree(place)
    syncs = sum(step.what == "S" for step in done)
    print(json.dumps({"events": len(events), "syncs": syncs, "cuts": given.cuts}))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
