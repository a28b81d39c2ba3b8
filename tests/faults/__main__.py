"""Every row of ``docs/reliability.md`` tried whole, kills after a thousand writes, a day at speed: ``make faults``.

    python -m tests.faults [--hands 720] [-o build/faults.md] [--only PATTERN]

Writes a report. Exit code 1 where a row did not hold or something grew.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.disk.faulty import build
from tests.faults.day import day, growth, told
from tests.faults.rows import PAGE, ROOT, report, rows, run

HANDS_KILLED_IN = 8


def kills(hands: int) -> tuple[bool, str]:
    """Kill the journal's process after each of its writes in a night of ``hands`` hands; return what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        library = build(Path(folder))
        ran = subprocess.run(
            [sys.executable, "-m", "tests.disk.kill_at_every_write", folder, "--hands", str(hands)],
            cwd=ROOT, env={**os.environ, "LD_PRELOAD": str(library)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    return ran.returncode == 0, (ran.stdout or ran.stderr).strip().splitlines()[-1]


def main() -> int:
    """Run the campaign; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=720)
    parser.add_argument("--only", default="", help="only rows whose tests' path holds this")
    parser.add_argument("-o", "--output", type=Path, default=Path("build/faults.md"))
    given = parser.parse_args()
    page = [
        row for row in rows(PAGE.read_text(encoding="utf-8")) if any(given.only in name for name in row.tests)
    ]
    ran = {}
    for name in dict.fromkeys(name for row in page for name in row.tests):
        ran[name] = run(name, whole=True)
        sys.stderr.write(f"{'held  ' if ran[name].held else 'BROKEN'} {ran[name].seconds:6.0f} s  {name}\n")
    killed, what = kills(HANDS_KILLED_IN)
    with tempfile.TemporaryDirectory() as folder:
        found = day(Path(folder), given.hands)
    grew = growth(found)
    text = (
        f"# Faults\n\n{report(page, ran)}\n## Killed after each write\n\n{what}\n\n## A day at speed\n\n{told(found)}\n"
        + ("".join(f"- grew: {one}\n" for one in grew) or "Nothing grew.\n")
    )
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    return 0 if killed and not grew and all(one.held for one in ran.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
