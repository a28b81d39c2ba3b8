"""Says what becomes of an alert: one table of states and marks, which daemon and pages share.

A mark is what somebody says of an alert. The referee moves an alert by itself only to ``ruled`` (a ruling
came) and to ``closed`` (its cause is gone, or its hand is over).
"""

from __future__ import annotations

from typing import Final, Literal, get_args

State = Literal["new", "seen", "coming", "ruled", "done", "disputed", "closed"]
Mark = Literal["seen", "coming", "done", "disputed", "upheld"]
"""``seen``: noticed. ``coming``: somebody is on his way. ``done``: carried out, or answered. ``disputed``:
read wrong. ``upheld``: it was read right after all."""

STATES: Final[tuple[State, ...]] = get_args(State)
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)

AFTER: Final[dict[State, dict[Mark, State]]] = {
    "new": {"seen": "seen", "coming": "coming", "done": "done", "disputed": "disputed"},
    "seen": {"seen": "seen", "coming": "coming", "done": "done", "disputed": "disputed"},
    "coming": {"seen": "coming", "coming": "coming", "done": "done", "disputed": "disputed"},
    "ruled": {"done": "done", "disputed": "disputed"},
    "done": {"done": "done", "disputed": "disputed"},
    "disputed": {"disputed": "disputed", "upheld": "new"},
    "closed": {"disputed": "disputed"},
}
"""The state after a mark, by the state before it. What is not in the table is refused."""

OPEN: Final[frozenset[State]] = frozenset({"new", "seen", "coming"})
"""Somebody has still to answer."""


def after(state: State, mark: Mark) -> State | None:
    """Return the state after ``mark``; None where that mark says nothing any more."""
    return AFTER[state].get(mark)


def is_open(state: State) -> bool:
    """Whether somebody has still to answer."""
    return state in OPEN


def wants_dealer(state: State, level: str) -> bool:
    """Whether the alert's card stands on the dealer's display.

    A floor's case stays until it is ruled, and a ruling until its steps are done.
    """
    return state in ("new", "ruled") or (level == "floor" and is_open(state))


def is_over(state: State, level: str) -> bool:
    """Whether the floor's list shows the alert as finished."""
    return not is_open(state) or (state == "seen" and level == "dealer")
