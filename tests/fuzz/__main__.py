"""Fuzz what takes bytes from outside, each target for so many seconds, and keep what reached something new.

    python -m tests.fuzz [TARGET ...] [--seconds 60]

Atheris mutates the corpus of the repository and is led by the code that an input reaches. What breaks a target
lies in ``build/fuzz`` afterwards, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.fuzz.corpus import keep, kept
from tests.fuzz.targets import TARGETS

WORK: Final = Path("build/fuzz")
_LONGEST: Final = 4096
_PATIENCE_S: Final = 20


def fuzz(target: str, seconds: int) -> bool:
    """Fuzz one target and keep its corpus; return whether it held."""
    found, broken = WORK / target / "found", WORK / target / "broken"
    shutil.rmtree(found, ignore_errors=True)
    for folder in (found, broken):
        folder.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(kept(target)):
        (found / str(number)).write_bytes(content)
    options = [
        f"-max_len={_LONGEST}",
        f"-timeout={_PATIENCE_S}",
        "-rss_limit_mb=2048",
        f"-artifact_prefix={broken}/",
    ]
    done = _guided(target, *options, f"-max_total_time={seconds}", "-print_final_stats=1", str(found))
    stats = [line for line in done.stderr.splitlines() if line.startswith("stat::number_of_executed_units")]
    runs = stats[0].split()[-1] if stats else "?"
    if done.returncode != 0:
        sys.stdout.write(f"{target}: BROKEN, see {broken}\n{done.stdout[-2000:]}{done.stderr[-4000:]}\n")
        return False
    count = keep(target, [path.read_bytes() for path in found.iterdir()])
    sys.stdout.write(f"{target}: held, {runs} inputs in {seconds} s; {count} kept\n")
    return True


def _guided(target: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz.guided", target, *options]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


def main() -> int:
    """Fuzz the targets named, all where none is; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    if unknown := set(given.targets) - set(TARGETS):
        parser.error(f"no target is called {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    held = [fuzz(target, given.seconds) for target in given.targets or TARGETS]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
