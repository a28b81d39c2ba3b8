"""Writes the page of figures: what the data set is, and the scores of this referee and of PokerKit on it.

    python -m benchmarks.irregularities.figures DATA [--source "310 hands of the PHH data set"] > FIGURES.md

DATA has what ``make irregularities`` leaves there: ``floorcall.md`` and ``pokerkit.md`` beside the data set's own files.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.irregularities.truth import Hand, Manifest, TruthError, read_truth
from benchmarks.made import made

SCORED: Final = {"floorcall.md": "This referee", "pokerkit.md": "PokerKit"}
"""What is scored, and its heading."""


def head(told: Manifest, hands: list[Hand], source: str) -> str:
    """Return what the data set is, of which the figures are."""
    each = max(Counter(hand.irregularity for hand in hands if hand.irregularity).values(), default=0)
    return (
        "# The benchmark's figures\n\n"
        f"Data: version {told.version}, seed {told.seed}, {told.clean} clean hands and {told.hands - told.clean} with one of "
        f"{told.irregularities} irregularities\n(up to {each} of each), made from {source}; digest `{told.digest[:16]}`.\n\n"
        f"Made by `make irregularities HANDS=folder` ({made()}). The figures do not depend on the machine;\n"
        "[the benchmark](README.md) says what the columns mean.\n"
    )


def page(data: Path, source: str) -> str:
    """Return the page. Raise TruthError, OSError or DecodeError where something of it is not there."""
    told = msgspec.json.decode((data / "manifest.json").read_bytes(), type=Manifest)
    parts = [head(told, list(read_truth(data)), source)]
    parts += [f"## {title}\n\n{(data / name).read_text(encoding='utf-8')}" for name, title in SCORED.items()]
    return "\n".join(parts)


def main() -> int:
    """Print the page; 2 where the data or a score is not there."""
    parser = argparse.ArgumentParser(description="Write the page of the benchmark's figures.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--source", default="the hands of a folder", help="the hands that the data are of")
    told = parser.parse_args()
    try:
        sys.stdout.write(page(told.data, told.source))
    except (OSError, TruthError, msgspec.DecodeError) as error:
        sys.stderr.write(f"{error}; make the data and both scores first: make irregularities\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
