"""What a table may say, checked before the floor takes anything of it in.

Whoever may write at the broker may say anything under any table's name. What the store could not keep or a page
could not show would keep every other table from it too; so it is refused here, and named at its table.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from controller.alert_states import State
from controller.config.room import NAME

MOST_NUMBER: Final = 2**53 - 1
"""The greatest whole number that every reader of JSON has exactly (RFC 8259, section 6)."""
MOST_SMALL: Final = 2**31 - 1
"""What a column of whole numbers holds in every database."""
_LINE: Final = r"^[^\x00-\x1f\x7f\ud800-\udfff]*\Z"

Number = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
Count = Annotated[int, Meta(ge=1, le=MOST_NUMBER)]
Small = Annotated[int, Meta(ge=0, le=MOST_SMALL)]
Line = Annotated[str, Meta(pattern=_LINE, max_length=300)]
Kind = Annotated[str, Meta(pattern=_LINE, max_length=80)]
Series = Annotated[str, Meta(pattern=_LINE, max_length=64)]


class SaidFinding(Struct, frozen=True, kw_only=True):
    """A finding as far as the floor's list depends on it."""

    id: Annotated[str, Meta(pattern=_LINE, max_length=120)]
    kind: Kind
    level: Kind
    seat: Small | None
    cites: list[Line]
    facts: dict[str, Any]
    hand: Small | None = None
    street: Kind | None = None
    remedy: Kind | None = None
    evidence: list[Number] = []


class SaidOption(Struct, frozen=True, kw_only=True):
    """What may be decided."""

    decision: Kind
    text: str
    cited: bool = False
    amount: bool = True


class SaidWords(Struct, frozen=True, kw_only=True):
    """An alert's words in one language."""

    headline: str
    seat: str | None = ""
    remedy: str | None = ""
    seen: str | None = ""
    cite: str | None = ""
    happened: str | None = ""
    other: str | None = ""
    steps: list[str] = []
    rules: list[dict[str, Any]] = []
    options: list[SaidOption] = []


class SaidRuling(Struct, frozen=True, kw_only=True):
    """What was ruled on an alert."""

    decision: Kind | None = None
    seat: Small | None = None
    amount: Number | None = None
    by: Line | None = None
    note: str | None = None


class Counted(Struct, frozen=True, kw_only=True):
    """What every message with a number has."""

    n: Count
    log: Small = 0
    hand: Small | None = None


class SaidLine(Counted, frozen=True, kw_only=True):
    """An action, or a hand that is over."""

    finding: Line | None = None


class SaidAnswer(SaidLine, frozen=True, kw_only=True):
    """What came of a ruling; an answer to what could not be read has no number."""

    n: Count = 1
    id: Line | None = None
    taken: bool = False
    why: str | None = None


class SaidAlert(Counted, frozen=True, kw_only=True):
    """An alert with its words and what became of it."""

    finding: SaidFinding
    state: State
    words: dict[str, SaidWords] = {}
    mark: Kind | None = None
    coming: Line | None = None
    ruling: SaidRuling | None = None
    marks: list[Any] = []


class SaidHealth(Struct, frozen=True, kw_only=True):
    """How a table is."""

    state: Kind
    journal: Series | None = None
    last_n: Number | None = None
    rules_live: list[Small] | None = None


class SaidState(Struct, frozen=True, kw_only=True):
    """How a table stands, as far as its tile shows it. The contract names no fields: other shapes are not shown."""

    hand: Small | None = None
    seats: Small | list[Any] | dict[str, Any] | None = None
    seats_taken: Small | list[Any] | dict[str, Any] | None = None


class SaidManifest(Struct, frozen=True, kw_only=True):
    """Which evidence is meant; the parts are checked where they are put together."""

    log: Small


_OF_TOPIC: Final[dict[str, Any]] = {
    "alert": SaidAlert, "action": SaidLine, "hand": SaidLine, "ruled": SaidAnswer, "health": SaidHealth,
    "state": SaidState, "head": dict[str, Any], "manifest": SaidManifest,
}  # fmt: skip


def is_table(site: str, name: str) -> bool:
    """Whether a topic's two names can be a table's."""
    return re.fullmatch(NAME, site) is not None and re.fullmatch(NAME, name) is not None


def check(topic: str, body: dict[str, Any]) -> None:
    """Raise ValueError, with the field, for a message on ``topic`` that the floor cannot use."""
    try:
        if topic == "finding":
            msgspec.convert(body, Counted)
            msgspec.convert(body, SaidFinding)
        else:
            msgspec.convert(body, _OF_TOPIC[topic])
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
