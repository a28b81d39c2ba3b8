"""Alerts from new to over: one table says which mark counts when, and nothing opens again by being late."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from controller.alert_states import AFTER, MARKS, STATES, after, is_open, is_over, wants_dealer
from controller.daemon.alerts import AlertBook
from controller.daemon.calls import call_of
from controller.privacy import HiddenCards, redact
from controller.table.events import HandEnded, HandStarted, Ruled
from controller.table.outputs import Advice, Finding
from controller.table_api import BadKey
from tests.web.states import FACING, FOUR_FLOP, STRING, alert


def book(finding: Finding) -> AlertBook:
    """Return the alerts of a hand in which ``finding`` has come."""
    alerts = AlertBook()
    alerts.passed(HandStarted(t=1.0, button=4), "21:13:00")
    alerts.found(finding, "21:14:07")
    return alerts


def state(alerts: AlertBook) -> str:
    return alerts.newest_first()[0].state


def ruled(decision: str = "redeal_flop", finding: str | None = FOUR_FLOP.id, **fields: object) -> Ruled:
    return Ruled(t=9.0, decision=decision, finding=finding, by="Ana K.", **fields)


def test_every_state_says_of_every_mark_what_comes_of_it() -> None:
    assert set(AFTER) == set(STATES)
    for before, mark in product(STATES, MARKS):
        then = after(before, mark)
        if then is not None and not is_open(before):
            assert not is_open(then) or mark == "upheld", (before, mark)


@pytest.mark.parametrize("late", ["seen", "coming"])
@pytest.mark.parametrize("over", ["done", "disputed"])
def test_a_late_seen_or_coming_opens_nothing(over: str, late: str) -> None:
    alerts = book(FOUR_FLOP)
    alerts.mark(FOUR_FLOP.id, over, "cards", "21:14:20")
    with pytest.raises(BadKey, match=f"is {over} already"):
        alerts.mark(FOUR_FLOP.id, late, "Ana K.", "21:14:21")
    assert state(alerts) == over
    assert alerts.waiting() == {}


def test_seen_by_the_dealer_takes_back_nobody_s_coming() -> None:
    alerts = book(FOUR_FLOP)
    alerts.mark(FOUR_FLOP.id, "coming", "Ana K.", "21:14:13")
    alerts.mark(FOUR_FLOP.id, "seen", None, "21:14:14")
    assert state(alerts) == "coming"


def test_a_wrong_dispute_is_taken_back() -> None:
    alerts = book(STRING)
    alerts.mark(STRING.id, "disputed", "chips", "21:14:20")
    alerts.mark(STRING.id, "upheld", None, "21:14:30")
    assert state(alerts) == "new"
    alerts.mark(STRING.id, "disputed", "chips", "21:14:40")
    alerts.passed(HandEnded(t=9.0), "21:14:50")
    alerts.mark(STRING.id, "upheld", None, "21:15:00")
    assert state(alerts) == "closed"


def test_a_ruling_keeps_its_name_its_note_and_all_times_after_done() -> None:
    alerts = book(FOUR_FLOP)
    alerts.mark(FOUR_FLOP.id, "seen", None, "21:14:10")
    alerts.mark(FOUR_FLOP.id, "coming", "Ana K.", "21:14:13")
    alerts.passed(ruled(note="Two stuck together"), "21:15:02")
    alerts.mark(FOUR_FLOP.id, "done", None, "21:15:30")
    kept = alerts.newest_first()[0]
    assert kept.ruling is not None
    assert (kept.state, kept.ruled, kept.ruling.by, kept.ruling.note) == (
        "done",
        "redeal_flop",
        "Ana K.",
        "Two stuck together",
    )
    assert [(moment.what, moment.at, moment.by) for moment in kept.story] == [
        ("seen", "21:14:10", None),
        ("coming", "21:14:13", "Ana K."),
        ("ruled", "21:15:02", "Ana K."),
        ("done", "21:15:30", None),
    ]


def test_the_first_ruling_stays_in_the_story_when_the_floor_rules_again() -> None:
    alerts = book(FOUR_FLOP)
    alerts.passed(ruled(note="Two stuck together"), "21:15:02")
    alerts.passed(ruled("kill_hand", seat=4, note="He turned one"), "21:17:40")
    kept = alerts.newest_first()[0]
    first, second = (moment.ruling for moment in kept.story)
    assert first is not None
    assert (first.decision, first.by, first.note) == ("redeal_flop", "Ana K.", "Two stuck together")
    assert second == kept.ruling


def test_a_ruling_on_an_earlier_hand_is_kept_and_gives_the_dealer_nothing_to_do() -> None:
    alerts = book(FOUR_FLOP)
    alerts.passed(HandStarted(t=8.0, button=5), "21:15:00")
    alerts.passed(ruled(note="Said once more"), "21:15:02", past=True)
    kept = alerts.newest_first()[0]
    assert kept.ruling is not None
    assert (kept.state, kept.ruled, kept.ruling.note) == ("closed", "redeal_flop", "Said once more")
    assert not wants_dealer(kept.state, kept.finding.level)


def test_the_dealer_s_call_keeps_its_first_time_when_it_is_made_again() -> None:
    alerts = book(STRING)
    for line, at in ((7, "21:14:20"), (8, "21:14:50")):
        alerts.called(call_of(FACING, line, 70.0), at)
    assert alerts.floor_called == "21:14:20"
    assert [moment.what for moment in alerts.newest_first()[0].story] == ["again"]
    assert alerts.lamp() == "blink"


def test_a_call_that_is_answered_leaves_no_card_and_stays_on_the_list() -> None:
    alerts = book(STRING)
    alerts.called(call_of(FACING, 7, 70.0), "21:14:20")
    alerts.mark("floor.call", "coming", "Ana K.", "21:14:25")
    assert alerts.floor_coming == "Ana K."
    alerts.passed(ruled("no_action", None, note="A count"), "21:15:00")
    call = alerts.newest_first()[0]
    assert (call.state, call.ruled, alerts.floor_called) == ("done", "no_action", None)


def test_what_is_ruled_on_nothing_leaves_a_call_with_its_own_answer() -> None:
    alerts = book(STRING)
    alerts.called(call_of(FACING, 7, 70.0), "21:14:20")
    alerts.passed(ruled("no_action", None, note="A count"), "21:15:00")
    alerts.passed(ruled("misdeal", None, note="Two decks"), "21:16:00")
    call = alerts.newest_first()[0]
    assert call.ruling is not None
    assert (call.state, call.ruled, call.ruling.note) == ("done", "no_action", "A count")


def test_a_call_that_is_ruled_again_by_its_line_gets_the_new_answer_and_no_other_call_does() -> None:
    alerts = book(STRING)
    for line, at in ((7, "21:14:20"), (9, "21:17:00")):
        alerts.called(call_of(FACING, line, 70.0), at)
        alerts.passed(ruled("no_action", None, note=at), at)
    alerts.passed(ruled("misdeal", None, call=7), "21:18:00")
    last, first = alerts.newest_first()[:2]
    assert (first.state, first.ruled, last.state, last.ruled) == ("ruled", "misdeal", "done", "no_action")


def test_a_misdeal_ruled_on_the_dealer_s_call_reaches_him() -> None:
    alerts = book(STRING)
    alerts.called(call_of(FACING, 7, 70.0), "21:14:20")
    alerts.passed(ruled("misdeal", None, note="Two decks"), "21:15:00")
    call = alerts.newest_first()[0]
    assert call.state == "ruled"
    assert wants_dealer(call.state, call.finding.level)


def test_a_note_about_a_seat_answers_no_call() -> None:
    alerts = book(STRING)
    alerts.called(call_of(FACING, 7, 70.0), "21:14:20")
    alerts.passed(ruled("rebuy", None, seat=4, amount=2000), "21:15:00")
    assert alerts.floor_called == "21:14:20"


def test_a_device_that_is_back_is_named_until_the_hand_is_over_and_needs_nobody_then() -> None:
    down = replace(
        STRING, id="1:sensing.device:1", kind="sensing.device", facts={"device": "a", "state": "down"}
    )
    alerts = book(down)
    alerts.found(
        replace(down, id="1:sensing.device:2", facts={"device": "a", "state": "up", "back": True}), "21:16:00"
    )
    assert [alert.state for alert in alerts.newest_first()] == ["new", "closed"]
    alerts.passed(HandEnded(t=9.0), "21:17:00")
    assert {alert.state for alert in alerts.newest_first()} == {"closed"}


def test_a_record_that_was_written_anew_is_named_until_the_hand_is_over() -> None:
    alerts = book(
        replace(STRING, kind="sensing.device", facts={"device": "journal", "state": "degraded", "lost": 0})
    )
    assert [alert.state for alert in alerts.newest_first()] == ["new"]
    alerts.passed(HandEnded(t=9.0), "21:17:00")
    assert [alert.state for alert in alerts.newest_first()] == ["closed"]


def test_what_the_dealer_has_seen_is_over_for_the_floor_and_not_the_other_way_round() -> None:
    assert is_over("seen", "dealer")
    assert not is_over("seen", "floor")
    assert not wants_dealer("seen", "dealer")


def test_an_alert_names_the_cards_of_its_own_hand_and_none_that_are_public_in_a_later_one() -> None:
    secrets = HiddenCards()
    found = replace(FOUR_FLOP, hand=1, facts={"seen": "As, Kd"})
    alerts = book(found)
    secrets.show(["Kd"])
    assert named(alerts, secrets, hand=1) == "??, Kd"
    alerts.hand_recorded(1, ["Kd"])
    secrets.show(["As"])
    assert named(alerts, secrets, hand=1) == "??, Kd"
    assert named(alerts, secrets, hand=2) == "??, Kd"


def test_an_alert_of_a_hand_that_was_never_recorded_names_no_card_in_a_later_one() -> None:
    secrets = HiddenCards()
    alerts = book(replace(FOUR_FLOP, hand=1, facts={"seen": "As, Kd"}))
    secrets.show(["As"])
    assert named(alerts, secrets, hand=2) == "??, ??"


def named(alerts: AlertBook, secrets: HiddenCards, hand: int) -> object:
    """Return what the newest alert says it saw, as it is shown while ``hand`` is played."""
    finding = alerts.newest_first()[0].finding
    return redact(finding, alerts.secrets_of(finding, secrets, hand)).facts["seen"]


def test_an_alert_about_advice_leaves_the_process_too():
    advice = Advice(**{name: getattr(STRING, name) for name in STRING.__struct_fields__})
    told = redact(alert(advice), HiddenCards())
    assert told.finding == advice
