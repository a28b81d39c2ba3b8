"""Counts what the table has seen since the daemon started, by kind alone: no card, no tag, no chip."""

from __future__ import annotations

from collections import Counter


class Tally:
    """Counts of one table; ``metrics.py`` reads them at a scrape."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.findings: Counter[tuple[str, str]] = Counter()
        self.lost: Counter[str] = Counter()
        self.stray: Counter[str] = Counter()
        self.hands = 0
        self.wrong_pins = 0
