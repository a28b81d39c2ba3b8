"""How recorded logs are named, and what is expected of them."""

from __future__ import annotations

from typing import Final

ENDING: Final = ".expected.jsonl"
LOGS: Final = (".jsonl", ".jsonl.zst")
