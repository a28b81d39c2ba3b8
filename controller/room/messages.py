"""Writes what a table says as it leaves the table: JSON objects with no tag and no card that is not public.

``finding``, ``action`` and ``hand`` are the referee's lines as a replay prints them, with ``site, table, log, n``
beside. ``alert`` is what the floor's list shows: the finding, its words, what became of it and when.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from controller.alert_states import is_open
from controller.ruling_cards import card_for
from controller.table.outputs import Action, Finding, Output
from controller.table.rulebook import Rulebook
from controller.table.view import TableView
from controller.table_api import Alert, Moment

WORDS = ("headline", "seat", "remedy", "steps", "seen", "cite", "happened", "other", "rules", "options")
"""What of a card goes into an alert's words."""


def key_of(output: Output) -> str:
    """Return what names a line within its log, so that coming back tells it once."""
    if isinstance(output, Finding):
        return f"f:{output.id}"
    if isinstance(output, Action):
        return f"a:{output.hand}:{output.t}:{output.seat}:{output.action}"
    return f"h:{output.hand}"


def line_of(output: Output) -> dict[str, Any]:
    """Return a line of the referee's as the replay prints it."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(output))
    return plain


def alert_message(
    alert: Alert, book: Rulebook, view: TableView | None, languages: list[str], moment: Callable[[float | None], datetime]
) -> dict[str, Any]:  # fmt: skip
    """Return an alert as the floor's list shows it; ``view`` is the table while the alert follows it.

    ``moment`` gives the wall clock's moment of the log's ``t``, or of now.
    """
    words, mark = {}, "info"
    for language in languages:
        ruling = alert.ruling
        card = card_for(
            alert.finding, book, view, language=language, at=alert.at,
            ruled=None if is_open(alert.state) else alert.ruled,
            ruled_seat=ruling.seat if ruling else None, ruled_amount=ruling.amount if ruling else None,
        )  # fmt: skip
        mark = card.mark
        plain = msgspec.to_builtins(card)
        words[language] = {name: plain[name] for name in WORDS}
    return {
        "type": "alert", "finding": line_of(alert.finding), "mark": mark, "state": alert.state,
        "open": is_open(alert.state), "words": words, "coming": alert.coming,
        "ruling": msgspec.to_builtins(alert.ruling),
        "marks": [_mark(one, moment(one.t)) for one in alert.story],
        "times": {"found": moment(alert.finding.t).isoformat(), "changed": moment(None).isoformat()},
    }  # fmt: skip


def state_of_alert(message: dict[str, Any]) -> str:
    """Return what tells one state of an alert from the next."""
    ruling = message["ruling"] and dict(sorted(message["ruling"].items()))
    return repr((message["state"], message["coming"], len(message["marks"]), ruling))


def now_of_alert(alert: Alert) -> str:
    """Return the same of an alert at the table."""
    ruling = alert.ruling and dict(sorted(msgspec.to_builtins(alert.ruling).items()))
    return repr((alert.state, alert.coming, len(alert.story), ruling))


def _mark(moment: Moment, at: datetime) -> dict[str, Any]:
    """Return what became of an alert; a ruling with all that was recorded of it."""
    mark = {"what": moment.what, "by": moment.by, "at": at.isoformat(timespec="seconds")}
    return mark if moment.ruling is None else {**mark, "ruling": msgspec.to_builtins(moment.ruling)}
