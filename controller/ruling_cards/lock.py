"""Counts how long what a card says is still open, in the units the house counts.

Actions are counted as actions, an event stays an event, and only a clock on a player runs in seconds.
Where the book names no limit there is no clock.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.ruling_cards.words import Words
from controller.table.outputs import Finding
from controller.table.view import TableView

# More bars than this cannot be told apart at a glance.
MOST_BARS = 6


class Lock(Struct, frozen=True, kw_only=True):
    """An open or a closed lock. ``label`` stands small, ``text`` large; ``used`` and ``left`` are bars.

    ``seat`` is the seat that the text waits for. ``seconds`` is the whole time of a clock on a player,
    counted from the finding; None where nothing runs.
    """

    state: Literal["open", "closed"]
    label: str
    text: str
    used: int = 0
    left: int = 0
    seat: int | None = None
    seconds: float | None = None


def lock_for(finding: Finding, view: TableView | None, words: Words) -> Lock | None:
    """Return the clock of ``finding`` as the table stands now, or None where nothing is open."""
    if finding.kind == "clock.started":
        return _running(finding, words)
    if finding.kind == "turn.out_of_turn" and "settles" not in finding.facts:
        return _settles(finding, words)
    if finding.kind == "misdeal.barred" or finding.facts.get("misdeal") == "barred":
        return Lock(state="closed", label=words.say("lock.closed"), text=words.say("lock.too_late"))
    if finding.facts.get("misdeal") == "open":
        return _misdeal(finding, view, words)
    if finding.kind.startswith("bet.") and finding.level == "dealer" and view is not None:
        return _final_when(finding, view, words)
    return None


def _running(finding: Finding, words: Words) -> Lock | None:
    times = [finding.facts.get(name) for name in ("seconds", "countdown")]
    whole = sum(float(time) for time in times if isinstance(time, int | float))
    return (
        Lock(state="open", label=words.say("lock.left"), text="", seat=finding.seat, seconds=whole)
        if whole
        else None
    )


def _settles(finding: Finding, words: Words) -> Lock | None:
    due = finding.facts.get("due")
    if not isinstance(due, int):
        return None
    return Lock(state="open", label=words.say("lock.final"), text=words.say("lock.acts", n=due), seat=due)


def _final_when(finding: Finding, view: TableView, words: Words) -> Lock | None:
    """A wager's ruling is final once another seat acts."""
    seat = view.to_act
    if seat is None or seat == finding.seat or view.hand != finding.hand:
        return None
    return Lock(state="open", label=words.say("lock.final"), text=words.say("lock.acts", n=seat), seat=seat)


def _misdeal(finding: Finding, view: TableView | None, words: Words) -> Lock | None:
    left, used = finding.facts.get("actions_left"), 0
    if view is not None and view.hand == finding.hand and view.misdeal.state != "none":
        if view.misdeal.state == "barred":
            return Lock(state="closed", label=words.say("lock.closed"), text=words.say("lock.too_late"))
        left, used = view.misdeal.actions_left, view.misdeal.actions_used
    if not isinstance(left, int):
        return None
    text = words.say("lock.actions", n=left)
    return Lock(
        state="open",
        label=words.say("lock.possible"),
        text=text,
        used=min(used, MOST_BARS),
        left=min(left, MOST_BARS),
    )
