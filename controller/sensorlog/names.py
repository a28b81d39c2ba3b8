"""How recorded logs are named, and what is expected of them."""

from __future__ import annotations

from typing import Final

ENDING: Final = ".expected.jsonl"
"""Ends the name of a file of expectations, which lies beside its log and is none."""
LOGS: Final = (".jsonl", ".jsonl.zst")
