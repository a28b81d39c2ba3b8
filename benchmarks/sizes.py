"""Lines of the largest files and functions: ``python -m benchmarks.sizes``.

Ends with 1 where a source file is over 400 lines or a function over 50, so that it can guard.
"""

from __future__ import annotations

import ast
import statistics
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("controller", "firmware_bridge", "hw", "vision")
MOST_IN_FILE: Final = 400
MOST_IN_FUNCTION: Final = 50
SHOWN: Final = 5


class Size(NamedTuple):
    """Lines of a file or a function, and where it is."""

    lines: int
    place: str


def files() -> list[Size]:
    """Return every source file, largest first."""
    found = [
        Size(len(path.read_text(encoding="utf-8").splitlines()), str(path.relative_to(ROOT)))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    ]
    return sorted(found, reverse=True)


def functions() -> list[Size]:
    """Return every function and method, longest first; from its ``def`` to its last line."""
    found = []
    for _, name in files():
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                found.append(Size(lines, f"{name}:{node.lineno} {node.name}"))
    return sorted(found, reverse=True)


def main() -> int:
    """Print the figures; return the exit code."""
    largest, longest = files(), functions()
    for what, sizes, most in (("file", largest, MOST_IN_FILE), ("function", longest, MOST_IN_FUNCTION)):
        middle = statistics.median(size.lines for size in sizes)
        print(f"{what}s: {len(sizes)}, median {middle:.0f} lines, at most {most} allowed")  # noqa: T201
        for size in sizes[:SHOWN]:
            print(f"  {size.lines:5}  {size.place}")  # noqa: T201
    return int(largest[0].lines > MOST_IN_FILE or longest[0].lines > MOST_IN_FUNCTION)


if __name__ == "__main__":
    sys.exit(main())
