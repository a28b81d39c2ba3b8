"""Says whose a call is: given to somebody by hand, else his who took the table, else his who took the section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

import msgspec

What = Literal["alert", "table", "section"]


class Placed(Protocol):
    """An alert, and whose table it is at."""

    @property
    def id(self) -> str:
        """The alert's own name in the whole house."""

    @property
    def site(self) -> str:
        """The table's site."""

    @property
    def name(self) -> str:
        """The table's name there."""


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """What is whose: an alert by its id, a table as ``site/name``, a section by its name; since when, by whom.

    ``person`` None is nobody's any more.
    """

    what: What
    name: str
    person: str | None
    by: str
    at: float


class Duties:
    """All of them. Of the event loop's thread."""

    def __init__(self, sections: Mapping[str, str], kept: Iterable[Duty] = ()) -> None:
        """``sections`` maps a table's name to its section."""
        self._sections = sections
        self._held: dict[tuple[What, str], str] = {}
        for duty in kept:
            self.take(duty)

    def take(self, duty: Duty) -> None:
        """Note whose something is from now on."""
        if duty.person is None:
            self._held.pop((duty.what, duty.name), None)
        else:
            self._held[duty.what, duty.name] = duty.person

    def holder(self, what: What, name: str) -> str | None:
        """Return whose it is, None where it is nobody's."""
        return self._held.get((what, name))

    def of(self, alert: Placed) -> str | None:
        """Return whose call an alert is, None where it is nobody's."""
        section = self._sections.get(alert.name, "")
        places: tuple[tuple[What, str], ...] = (
            ("alert", alert.id), ("table", f"{alert.site}/{alert.name}"), ("section", section),
        )  # fmt: skip
        return next((self._held[place] for place in places if place in self._held), None)

    def taken(self) -> dict[str, dict[str, str]]:
        """Return who has which table and which section."""
        found: dict[str, dict[str, str]] = {"table": {}, "section": {}}
        for (what, name), person in self._held.items():
            if what != "alert":
                found[what][name] = person
        return found
