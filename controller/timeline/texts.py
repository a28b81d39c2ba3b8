"""Says what stands on a mark, and what it tells when it is pointed at, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.ruling_cards.words import Fact, Words
from controller.timeline.strip import Mark

_ACTS: Final = frozenset(["bet", "raise", "call", "check", "fold", "all_in", "pot", "amount", "post", "dead"])
_LONGEST: Final = 60


class Texts:
    """A timeline's texts."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._table: Mapping[str, Any] = words.table["timeline"]

    def lane(self, lane: str) -> str:
        """Return a lane's name."""
        return str(self._table["lane"][lane])

    def street(self, street: str) -> str:
        """Return a street's name."""
        return self._words.word("street", street)

    def say(self, name: str, **facts: int | str) -> str:
        """Return one of the table's own sentences."""
        return self._words.say(f"timeline.{name}", **facts)

    def labels(self, mark: Mark) -> list[str]:
        """Return what may stand beside a mark, the fullest first; nothing for a mark that needs no words."""
        told = self._told(mark)
        return [told] if mark.seat is None else [told, str(mark.seat)]

    def proof(self, mark: Mark) -> list[str]:
        """Return the same for a mark that proves a finding: what lay in front before and after stands with it."""
        labels = self.labels(mark)
        if mark.lane == "chips" and mark.before is not None and mark.after is not None:
            front = self.say("front", before=mark.before, after=mark.after)
            return [f"{labels[0]} ({front})", *labels]
        return labels

    def title(self, mark: Mark, at: str) -> str:
        """Return the whole of a mark in a sentence."""
        parts = [self.lane(mark.lane), *self.proof(mark)[:1], at]
        if mark.line:
            parts.append(self.say("line", n=str(mark.line)))
        return " · ".join(part for part in parts if part)

    def blind(self, device: str) -> str:
        """Return what stands by a stretch in which a device could not sense."""
        return self.say("blind", device=self._words.device(device))

    def _told(self, mark: Mark) -> str:
        amount = None if mark.amount is None else self._words.number(mark.amount)
        if mark.lane == "devices":
            return f"{self._words.device(mark.detail)} {self._words.word('device_state', mark.what)}"
        if mark.what in _ACTS or mark.what == "ruling":
            return self._act(mark, amount)
        known: dict[str, str] = {}
        if mark.seat is not None:
            known["seat"] = Fact(str(mark.seat), mark.seat)
        if amount is not None:
            known["amount"] = Fact(amount, mark.amount)
        return self._words.wording(self._table["mark"][mark.what], known, _LONGEST)

    def _act(self, mark: Mark, amount: str | None) -> str:
        if mark.what == "ruling":
            said = [self._words.decision(mark.detail)]
        else:
            verb = "number" if mark.what == "amount" else mark.what
            said = [self._words.word("action", verb)]
        if amount is not None and mark.what not in ("fold", "check", "dead"):
            said.append(amount)
        if mark.what != "ruling":
            said += [str(self._table["how"][how]) for how in mark.detail.split()]
        seat = "" if mark.seat is None else f"{mark.seat}: "
        return seat + " ".join(said)
