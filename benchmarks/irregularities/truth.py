"""What is due of each hand of the data set: the lines of ``truth.jsonl``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec


class TruthError(ValueError):
    """A data set that cannot be used; the message names the file and what is wrong."""


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that must be given. Where the book's words fit any of several seats, ``seats`` has them all."""

    kind: str
    seats: list[int | None]
    remedy: str

    def found_by(self, said: dict[str, Any]) -> bool:
        """Whether a finding is of this kind and seat; it may name several seats of which this is one."""
        facts = said.get("facts")
        named = facts.get("seats") if isinstance(facts, dict) and said.get("seat") is None else None
        seats = [said.get("seat"), *(named if isinstance(named, list) else ())]
        return said.get("kind") == self.kind and any(seat in self.seats for seat in seats)

    def ruled_by(self, said: dict[str, Any]) -> bool:
        """Whether it has the house's remedy too."""
        return self.found_by(said) and said.get("remedy") == self.remedy


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand. It is judged in the houses of ``due`` alone."""

    id: str
    source: str
    """Name of the hand history that it was made from."""
    irregularity: str | None = None
    clean_until: float | None = None
    """Seconds of the log's time: up to here nobody may be called. None: up to the end."""
    due: dict[str, Due | None]
    """By house: what must be said; None where there is nothing."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a data set is: two with the same digest are the same."""

    version: int
    seed: int
    hands: int
    clean: int
    irregularities: int
    noise: dict[str, float]
    houses: list[str]
    left_out: dict[str, int]
    digest: str
    """SHA-256 of all logs and of the truth, in order of their names."""


def read_truth(data: Path) -> Iterator[Hand]:
    """Yield the hands of a data set. Raise TruthError where it is none."""
    path = data / "truth.jsonl"
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise TruthError(f"{path}: {error.strerror}; make the data set first") from error
    for number, line in enumerate(lines, 1):
        try:
            yield msgspec.json.decode(line, type=Hand)
        except msgspec.DecodeError as error:
            raise TruthError(f"{path}:{number}: {error}") from error
