"""A whole night through the real daemon, and every byte that left it searched for live cards and tags: ``make leaks``.

    python -m tests.leaks [--hands 300] [-o build/leaks.md]

Writes what was searched by channel. Exit code 1 where something was found.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.leaks.night import Night
from tests.leaks.search import FORMS, Found

DUMPS = 10


def campaign(hands: int, folder: Path, dumps: int = DUMPS) -> tuple[Found, int]:
    """Play ``hands`` hands in ``folder``; return what was searched and found, and how many core dumps were taken.

    ``dumps`` is how often one is taken of the daemon and of the floor's process, at most after every hand.
    """
    found = Found()
    night = Night(folder, found)
    try:
        for number in range(hands):
            night.play(number)
            last = number == hands - 1
            night.search(whole=last or number % 25 == 24)
            if (number + 1) * dumps // hands > number * dumps // hands:
                night.dump()
            told = f"hand {number + 1}: {sum(found.searched.values()):,} bytes, {len(found.leaks)} leaks"
            sys.stderr.write(f"{told}{': ' + found.leaks[-1] if found.leaks else ''}\n")
    finally:
        night.close()
    return found, night.dumps


def report(found: Found, hands: int, dumps: int, seconds: float) -> str:
    """Return the campaign's report as a page."""
    rows = "".join(f"| {channel} | {size:,} |\n" for channel, size in sorted(found.searched.items()))
    leaks = "".join(f"- {leak}\n" for leak in sorted(set(found.leaks))) or "None.\n"
    return (
        f"# Leak search\n\n{hands} hands, {dumps} core dumps, {seconds:.0f} s; each tag in {len(FORMS)} forms, and packed; "
        f"{sum(found.searched.values()):,} bytes.\n\n| channel | bytes searched |\n| --- | ---: |\n{rows}\n## Found\n\n{leaks}"
    )


def main() -> int:
    """Run the campaign; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("-o", "--output", type=Path, default=Path("build/leaks.md"))
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found, dumps = campaign(given.hands, Path(folder))
    text = report(found, given.hands, dumps, time.monotonic() - began)
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    return 1 if found.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
