"""Writes the page of figures: what the data set is, and this counter's score on it.

    python -m benchmarks.counting.figures DATA > FIGURES.md

DATA has what ``make counting`` leaves there: ``floorcall.md`` beside the data set's own files.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.made import made


def page(data: Path) -> str:
    """Return the page. Raise OSError, or ValueError, where something of it is not there."""
    told = json.loads((data / "manifest.json").read_text(encoding="utf-8"))
    score = (data / "floorcall.md").read_text(encoding="utf-8")
    return (
        "# The figures of the benchmark of counting\n\n"
        f"Data: version {told['version']}, seed {told['seed']}, {told['tables']} tables, {told['pictures']} pictures, "
        f"{told['zones']} zones;\ndigest `{told['digest'][:16]}`.\n\n"
        f"Made by `make counting` ({made()}). [The benchmark](README.md) says what the columns mean.\n\n{score}"
    )


def main() -> int:
    """Print the page; 2 where the data or the score is not there."""
    if len(sys.argv) != 2:
        sys.stderr.write("which data? python -m benchmarks.counting.figures DATA\n")
        return 2
    try:
        sys.stdout.write(page(Path(sys.argv[1])))
    except (OSError, ValueError, KeyError) as error:
        sys.stderr.write(f"{error}; make the data and its score first: make counting\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
