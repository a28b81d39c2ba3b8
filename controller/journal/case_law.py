"""Finds how the house ruled on like things before: the rulings in the journal, with what they were on."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from controller.journal.hands import local_time
from controller.journal.records import Record, fields_of
from controller.journal.store import Store
from controller.table.outputs import Finding


class PastRuling(Struct, frozen=True, kw_only=True):
    """A ruling of the past. ``at`` is when it was by the clock on the wall, ``YYYY-MM-DD HH:MM``, "" where unknown.

    ``street`` is that of the finding, ``same_street`` whether the one it is set beside has it too.
    """

    at: str
    finding: str
    decision: str
    street: str
    seat: int | None = None
    amount: int | None = None
    by: str | None = None
    note: str | None = None
    same_street: bool = True


def on(finding: Finding) -> dict[str, Any]:
    """Return what a ruling keeps of the finding that it is on: what makes another case like it."""
    return {
        "kind": finding.kind,
        "street": finding.street,
        "remedy": finding.remedy,
        "cites": finding.cites[:1],
    }


class CaseLaw:
    """The rulings of one journal; what is new in it is read each time, the rest is kept."""

    def __init__(self) -> None:
        self._read = 0
        self._rulings: dict[tuple[int, str], Record] = {}
        """The last ruling on each finding: one that was ruled again counts once."""
        self._logs: dict[int, str] = {}

    def like(self, finding: Finding, store: Store, log: int) -> list[PastRuling]:
        """Return the rulings on findings of the same kind, clause and remedy, the latest first; not its own."""
        for record in store.events_of("ruling", after=self._read):
            self._read = record.n
            name = fields_of(record.body).get("finding")
            if isinstance(name, str):
                self._rulings.pop((record.log, name), None)
                self._rulings[record.log, name] = record
        wanted = on(finding)
        found = []
        for (of, name), record in reversed(self._rulings.items()):
            fields = fields_of(record.body)
            told = fields.get("on")
            if (of, name) == (log, finding.id) or not isinstance(told, dict):
                continue
            if all(told.get(part) == wanted[part] for part in ("kind", "remedy", "cites")):
                found.append(
                    _past(record, fields, self._began(store, of), str(told.get("street")), finding.street)
                )
        return found

    def _began(self, store: Store, log: int) -> str:
        """Return when a log began, as its header says."""
        if log not in self._logs:
            header = store.header(log)
            self._logs[log] = "" if header is None else str(fields_of(header.body).get("started"))
        return self._logs[log]


def _past(record: Record, fields: dict[str, Any], began: str, street: str, wanted: str) -> PastRuling:
    return PastRuling(
        at=local_time(began, record.t)[:-3], finding=str(fields["finding"]), decision=str(fields.get("decision")),
        street=street, seat=fields.get("seat"), amount=fields.get("amount"), by=fields.get("by"),
        note=fields.get("note"), same_street=street == wanted,
    )  # fmt: skip
