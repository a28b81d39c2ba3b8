"""The corpus of each target: inputs that reached something new, a JSON string a line, each byte a character."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "corpus"
MOST_BYTES: Final = 60_000
"""What a target's file may hold, so that the repository stays small; the shortest inputs stay."""


def kept(target: str) -> list[bytes]:
    """Return the inputs that are kept for ``target``."""
    lines = (FOLDER / f"{target}.txt").read_text("ascii").splitlines()
    return [json.loads(line).encode("latin-1") for line in lines]


def keep(target: str, inputs: list[bytes]) -> int:
    """Keep ``inputs`` for ``target``, the shortest first as far as there is room; return how many."""
    lines, size = [], 0
    for content in sorted(set(inputs), key=lambda one: (len(one), one)):
        line = json.dumps(content.decode("latin-1"))
        size += len(line) + 1
        if size > MOST_BYTES:
            break
        lines.append(line)
    (FOLDER / f"{target}.txt").write_text("\n".join(lines) + "\n", "ascii")
    return len(lines)
