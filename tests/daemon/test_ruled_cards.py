"""A ruling's card stays before the dealer until its steps are done, and not a hand longer."""

from __future__ import annotations

import pytest

from controller.daemon.alerts import AlertBook
from controller.table.events import HandEnded, HandStarted, Ruled
from controller.table.outputs import Finding
from controller.table_api import BadKey

MISDEAL = "4:misdeal.boxed_cards:1"


@pytest.fixture
def ruled():
    book = AlertBook()
    finding = Finding(
        id=MISDEAL, t=9.0, hand=4, street="deal", kind="misdeal.boxed_cards", seat=None, level="floor",
        remedy="redeal", cites=["35A(1)"], facts={}, evidence=[],
    )  # fmt: skip
    book.found(finding, "21:14:07")
    book.passed(Ruled(t=12.0, decision="redeal", finding=MISDEAL, by="Ana"), "21:14:10")
    return book


def state(book: AlertBook) -> tuple[str, str | None]:
    (alert,) = book.newest_first()
    return alert.state, alert.ruled


def test_the_dealer_touches_done_when_the_rulings_steps_are_done(ruled):
    assert state(ruled) == ("ruled", "redeal")
    ruled.mark(MISDEAL, "done", None, "21:15:00")
    assert state(ruled) == ("done", "redeal")


def test_the_next_hand_takes_the_card_away(ruled):
    ruled.passed(HandEnded(t=20.0), "21:14:18")
    assert state(ruled) == ("ruled", "redeal")
    ruled.passed(HandStarted(t=25.0, button=3), "21:14:23")
    assert state(ruled) == ("closed", "redeal")


def test_nobody_comes_for_what_is_ruled(ruled):
    with pytest.raises(BadKey, match="is ruled already"):
        ruled.mark(MISDEAL, "coming", "Ana", "21:15:00")
