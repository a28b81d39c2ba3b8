"""The dealer's fingers: what is keyed reaches the table, once, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from controller.table_api import Act, Alert
from tests.ruling_cards.samples import found
from tests.web.conftest import FIRST_LINE, ScriptedTable, taken_by
from tests.web.states import ASKED, BY_ANA, DEVICE, FACING, FOUR_FLOP, GAP, STATES, STRING, alert, snapshot

Press = Callable[[Page, str], None]
Visit = Callable[..., Page]

RECENT = [
    Act(line=412, seat=2, does="raise", amount=8500, at="21:14:31"),
    Act(line=407, seat=9, does="push", amount=3600, at="21:14:11"),
]


UNDO = "#tablebar .key:nth-child(4)"


def until(page: Page, api: ScriptedTable, what: str, count: int = 1) -> list[Any]:
    """Wait until the table has as many keys or marks, and return them."""
    return taken_by(page, getattr(api, what), count)


def key_words(page: Page, press: Press, *keys: str) -> None:
    for index, key in enumerate(keys):
        if index and (key.isdecimal() or key == "erase"):
            page.click(f"#pad [data-digit='{key}'], #pad [data-do='{key}']")
        else:
            press(page, f"#pad [data-verb='{key}'], #pad [data-digit='{key}'], #pad [data-do='{key}']")


def test_a_raise_is_keyed_as_it_was_said(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    press(page, "text=Said…")
    key_words(page, press, "raise", "8", "5", "00")
    assert page.inner_text("[data-text=padwords]") == "Raise 8,500"
    assert page.inner_text("[data-text=padcall]") == "to call 3,600"
    key_words(page, press, "enter")
    assert until(page, api, "keys") == [{"type": "declare", "seat": 2, "action": "raise", "amount": 8500}]


def test_it_can_be_taken_back_at_once(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    press(page, "text=Said…")
    key_words(page, press, "call", "enter")
    page.wait_for_selector("text=Undo")
    assert page.inner_text(UNDO) == "Undo\n2: call"
    press(page, UNDO)
    assert until(page, api, "keys", 2)[1] == {"type": "declare.cancel", "seat": 2, "of": FIRST_LINE + 1}
    page.wait_for_selector("text=Correct")


def test_undo_is_offered_for_six_seconds(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit(own_clock=True)
    press(page, "text=Said…")
    key_words(page, press, "check", "enter")
    page.wait_for_selector("#tablebar >> text=Undo")
    page.clock.fast_forward(5000)
    page.wait_for_selector("[data-mode=table]")
    assert page.locator("#tablebar >> text=Undo").count() == 1
    page.clock.fast_forward(1500)
    page.wait_for_selector("#tablebar >> text=Undo", state="detached")


def test_any_seat_can_be_touched_out_of_turn(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    press(page, ".tile[data-seat='9']")
    assert page.inner_text("[data-text=padcall]") == "seat 2 is to act"
    key_words(page, press, "fold", "enter")
    assert until(page, api, "keys") == [{"type": "declare", "seat": 9, "action": "fold"}]


def test_a_number_alone_unclear_and_conditional(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    press(page, "text=Said…")
    key_words(page, press, "5", "unclear", "conditional", "enter")
    expected = {
        "type": "declare",
        "seat": 2,
        "action": "amount",
        "amount": 5,
        "unclear": True,
        "conditional": True,
    }
    assert until(page, api, "keys") == [expected]


def test_nothing_keyed_is_nothing_said(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    press(page, "text=Said…")
    key_words(page, press, "amount", "enter", "erase", "cancel")
    page.wait_for_selector("[data-mode=table]")
    assert api.keys == []


def test_the_pad_says_why_nothing_is_entered(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    said = page.locator("[data-text=padsaid]")
    press(page, "text=Said…")
    press(page, "[data-do=enter]")
    assert said.inner_text() == "Choose a word or a number"
    press(page, "[data-verb=amount]")
    assert said.inner_text() == "said"
    press(page, "[data-do=enter]")
    assert said.inner_text() == "Key the number first"
    for _ in range(9):
        page.click("[data-digit='9']")
    assert said.inner_text() == "said"
    page.click("[data-digit='9']")
    assert (said.inner_text(), page.inner_text("[data-text=padwords]")) == ("9 digits at most", "999,999,999")
    press(page, "[data-do=enter]")
    assert until(page, api, "keys") == [
        {"type": "declare", "seat": 2, "action": "amount", "amount": 999_999_999}
    ]


def test_a_double_touch_counts_once(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    press(page, "text=Said…")
    press(page, "[data-verb=call]")
    page.wait_for_selector("body:not([data-settling])", state="attached")
    page.dblclick("[data-do=enter]")
    until(page, api, "keys")
    press(page, "text=More")
    page.wait_for_selector("[data-mode=list]")
    assert api.keys == [{"type": "declare", "seat": 2, "action": "call"}]


def test_the_clock_is_put_on_the_seat_that_acts(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    press(page, "#tablebar >> text=More")
    press(page, "#list >> text=Clock")
    assert until(page, api, "keys") == [{"type": "clock.call", "seat": 2}]
    press(page, UNDO)
    assert until(page, api, "keys", 2)[1] == {"type": "clock.cancel", "seat": 2}


def test_the_floor_is_called_and_the_wait_is_counted(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    press(page, "text=Call floor")
    assert until(page, api, "keys") == [{"type": "floor.call", "by": "dealer"}]
    api.show(snapshot(floor_called="21:14:13"))
    page.wait_for_selector("#callmark:visible")
    assert page.inner_text("[data-text=called]") == "0:18"
    page.wait_for_selector("text=Call again")
    api.show(snapshot(floor_called="21:14:13", floor_coming="Ana K."))
    page.wait_for_selector("text=Ana K.")


def test_a_card_that_has_just_come_takes_no_touch_but_call_floor(visit: Visit, api: ScriptedTable) -> None:
    page = visit()
    page.wait_for_selector("body:not([data-settling])", state="attached")
    # The touch falls into the same frame in which the card appears: a finger that was on its way.
    page.evaluate(
        """() => new Promise((done) => new MutationObserver((_, self) => {
          if (document.body.dataset.mode !== "card") return;
          self.disconnect();
          document.querySelectorAll("#cardbar .key:not(.floor)").forEach((key) => key.click());
          document.querySelector("#cardbar .key.floor").click();
          window.touched = true;
        }).observe(document.body, { attributes: true }) ?? done())"""
    )
    api.show(STATES["c-string-bet"])
    page.wait_for_function("() => window.touched")
    assert until(page, api, "keys") == [{"type": "floor.call", "by": "dealer"}]
    assert api.marks == []


def test_done_closes_the_card(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(STATES["c-string-bet"])
    page = visit()
    press(page, "#cardbar >> text=Done")
    page.wait_for_selector("[data-mode=table]")
    assert until(page, api, "marks") == [(STRING.id, "done", None)]


@pytest.mark.parametrize(("key", "what"), [("Cards", "cards"), ("Chips", "chips"), ("Who acted", "actor")])
def test_a_wrong_read_says_what_was_read_wrong(
    key: str, what: str, visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(STATES["c-string-bet"])
    page = visit()
    press(page, "text=Wrong read")
    press(page, f"#cardbar >> text={key}")
    assert until(page, api, "marks") == [(STRING.id, "disputed", what)]


def test_what_was_said_is_asked_in_a_quiet_line_and_answered_in_one_touch(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(STATES["b-asked"])
    page = visit()
    assert page.get_attribute("body", "data-mode") == "table"
    assert page.inner_text("#note") == "Seat 9: two motions. Raise said?"
    assert page.inner_text("#tablebar .key:nth-child(1)") == "Call"
    press(page, "#tablebar >> text=3,600 stands")
    ruling = {
        "type": "ruling",
        "finding": ASKED.id,
        "decision": "first_motion_stands",
        "by": "dealer",
    }
    assert until(page, api, "keys") == [ruling]
    api.show(snapshot(FACING, alert(ASKED, "done", ruled="first_motion_stands")))
    page.wait_for_selector("#tablebar >> text=Correct")
    assert page.get_attribute("body", "data-mode") == "table"
    assert page.inner_text("#note") == ""


def test_he_said_raise_answers_the_same_question_and_can_be_taken_back(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(STATES["b-asked"])
    page = visit()
    press(page, "#tablebar >> text=He said")
    said = {"type": "declare", "seat": 9, "action": "raise", "order": "first", "amount": 8600}
    assert until(page, api, "keys") == [said]
    press(page, UNDO)
    assert until(page, api, "keys", 2)[1] == {"type": "declare.cancel", "seat": 9, "of": FIRST_LINE + 1}


def test_once_play_has_told_what_was_said_the_line_and_its_keys_are_gone(
    visit: Visit, api: ScriptedTable
) -> None:
    api.show(STATES["b-asked"])
    page = visit()
    page.wait_for_selector("#tablebar >> text=Nothing said")
    api.show(snapshot(FACING, alert(ASKED)))
    page.wait_for_selector("#tablebar >> text=Said…")
    assert page.locator("#tablebar >> text=Nothing said").count() == 0
    assert page.inner_text("#note") == ""


def test_a_floor_card_stays_after_seen_and_the_table_can_be_looked_at(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(STATES["b-facing-a-bet"].view, alert(FOUR_FLOP)))
    page = visit()
    press(page, "#cardbar >> text=Seen")
    assert until(page, api, "marks") == [(FOUR_FLOP.id, "seen", None)]
    api.show(snapshot(STATES["b-facing-a-bet"].view, alert(FOUR_FLOP, "seen")))
    press(page, "#cardbar >> text=Table")
    page.wait_for_selector("[data-mode=table] #callmark:visible")
    press(page, "#callmark")
    page.wait_for_selector("[data-mode=card]")


def test_the_ruling_s_steps_take_the_place_of_the_stop(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(STATES["d-silent"])
    page = visit()
    assert page.inner_text("[data-text=remedy]") == "Stop. Floor is called"
    api.show(STATES["d-ruled"])
    page.wait_for_selector("text=Deal the flop again")
    assert page.inner_text("[data-text=locktext]") == "Ana K."
    press(page, "#cardbar >> text=Done")
    assert until(page, api, "marks") == [(FOUR_FLOP.id, "done", None)]


def test_a_ruling_is_its_rulers_whoever_came(visit: Visit, api: ScriptedTable) -> None:
    page = visit()
    for at, coming in (("21:15:01", "Ivo P."), ("21:15:02", None)):
        api.show(snapshot(FACING))
        page.wait_for_selector("[data-mode=table]")
        api.show(
            snapshot(FACING, alert(FOUR_FLOP, "ruled", at, ruled="redeal_flop", coming=coming, ruling=BY_ANA))
        )
        page.wait_for_selector("[data-mode=card]")
        assert page.inner_text(".lock").split("\n") == ["Ruled by", "Ana K."]


def test_the_worst_card_comes_first_and_the_others_are_counted(visit: Visit, api: ScriptedTable) -> None:
    api.show(STATES["two-cards"])
    page = visit()
    page.wait_for_selector("[data-mode=card]")
    assert page.inner_text("[data-text=headline]") == "No burn"
    assert page.inner_text("[data-text=more]") == "+1"


def test_chips_that_could_not_be_told_are_counted_and_keyed(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(STATES["gap"])
    page = visit()
    press(page, "#cardbar >> text=Key amount")
    assert until(page, api, "marks") == [(GAP.id, "done", None)]
    assert page.inner_text("[data-text=padsaid]") == "has in front"
    key_words(page, press, "1", "2", "00", "enter")
    expected = {"type": "chips.bet", "seat": 7, "amount": 1200, "by": "dealer"}
    assert until(page, api, "keys") == [expected]


def test_a_word_keyed_wrong_is_keyed_again(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(recent=RECENT))
    page = visit()
    press(page, "text=Correct")
    press(page, "text=Seat 2: raise 8,500")
    press(page, "text=Key again")
    key_words(page, press, "call", "enter")
    again = [
        {"type": "declare.cancel", "seat": 2, "of": 412},
        {"type": "declare", "seat": 2, "action": "call"},
    ]
    assert until(page, api, "keys", 2) == again


def test_a_bet_read_wrong_is_counted_again(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(recent=RECENT))
    page = visit()
    press(page, "text=Correct")
    press(page, "text=Seat 9: pushed 3,600")
    press(page, "text=Key again")
    key_words(page, press, "3", "00", "enter")
    assert until(page, api, "keys") == [{"type": "chips.bet", "seat": 9, "amount": 300, "by": "dealer"}]


def test_the_last_cards_can_be_seen_again(visit: Visit, api: ScriptedTable, press: Press) -> None:
    closed = alert(replace(STRING, id="127:bet.string:1", hand=127), "done")
    api.show(snapshot(STATES["b-facing-a-bet"].view, closed))
    page = visit()
    press(page, "text=Correct")
    press(page, "text=Last cards")
    press(page, "text=String bet · seat 3")
    page.wait_for_selector("[data-mode=card]")
    press(page, "#cardbar >> text=Back")
    page.wait_for_selector("[data-mode=table]")


def test_each_device_that_is_off_is_named(visit: Visit, api: ScriptedTable, press: Press) -> None:
    shoe, antennas, camera, keys = (
        replace(DEVICE, name=kind) for kind in ("shoe", "antennas", "chips", "panel")
    )
    api.show(snapshot(FACING, devices=[shoe, antennas, camera], rules_live=25))
    page = visit()
    assert page.inner_text("[data-text=off]") == "Card shoe down"
    assert page.inner_text("[data-text=offrules]") == "Antennas down · Chip camera down"
    press(page, "#tablebar >> text=Seen")
    expect(page.locator("[data-text=off]")).to_have_text("Antennas down")
    expect(page.locator("[data-text=offrules]")).to_have_text("Card shoe down · Chip camera down")
    api.show(snapshot(FACING, devices=[shoe, antennas, camera, keys], rules_live=25))
    expect(page.locator("[data-text=offrules]")).to_have_text("Card shoe down · +2")


def test_a_device_that_lost_some_reads_is_not_told_as_one_that_sees_nothing(
    visit: Visit, api: ScriptedTable
) -> None:
    api.show(snapshot(FACING, devices=[replace(DEVICE, name="antennas", state="degraded")]))
    page = visit()
    assert page.inner_text("[data-text=off]") == "Antennas unsteady"
    assert page.inner_text("[data-text=offwhat]") == f"Reads missing since {DEVICE.since}"


def test_what_is_off_is_named(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(STATES["e-blind"])
    page = visit()
    assert page.inner_text("[data-text=off]") == "Seat 4 antenna down"
    assert page.inner_text("[data-text=offrules]") == "41 of 55 rules live"
    press(page, "text=What is off")
    assert "Extra card" in page.inner_text("#list .rows")
    press(page, "#list >> text=Back")
    press(page, "#tablebar >> text=Seen")
    page.wait_for_selector("#off", state="hidden")
    assert page.inner_text("[data-text=rules]") == "41/55 rules"


def test_a_seen_that_was_not_taken_is_asked_for_again(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit()
    api.refusal = "the journal has no room"
    press(page, "#cardbar >> text=Seen")
    page.locator("#notice", has_text="Not taken").wait_for(state="visible")
    page.wait_for_selector("#cardbar >> text=Seen")
    api.refusal = ""
    press(page, "#cardbar >> text=Seen")
    assert until(page, api, "marks") == [(FOUR_FLOP.id, "seen", None)]
    page.wait_for_selector("#cardbar >> text=Table")


def test_a_seen_that_never_comes_back_holds_up_no_other_touch(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit()
    page.evaluate("() => { window.was = window.fetch; window.fetch = () => new Promise(() => {}); }")
    press(page, "#cardbar >> text=Seen")
    page.locator("#notice", has_text="Key was not taken").wait_for(state="visible")
    page.evaluate("() => { window.fetch = window.was; }")
    page.wait_for_selector("#cardbar >> text=Seen")
    press(page, "#cardbar >> text=Seen")
    assert until(page, api, "marks") == [(FOUR_FLOP.id, "seen", None)]


def test_a_band_whose_seen_was_not_taken_is_told_with_the_next_news(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(FACING, device_alert(), devices=[DEVICE], rules_live=41))
    page = visit()
    api.refusal = "the journal has no room"
    press(page, "#tablebar >> text=Seen")
    page.locator("#notice", has_text="Not taken").wait_for(state="visible")
    api.refusal = ""
    api.show(snapshot(FACING, device_alert(), devices=[DEVICE], rules_live=41, clock="21:14:32"))
    assert until(page, api, "marks")[0] == (device_alert().finding.id, "seen", None)


def device_alert(state: str = "new") -> Alert:
    facts = {"device": DEVICE.name, "state": "down", "lost": 0}
    return alert(found("sensing.device", "look", facts, level="dealer", cites=[]), state)


def test_a_device_that_was_seen_to_be_off_is_told_and_stays_aside_on_every_page(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(FACING, device_alert(), devices=[DEVICE], rules_live=41))
    page = visit()
    press(page, "#tablebar >> text=Seen")
    page.wait_for_selector("#off", state="hidden")
    assert until(page, api, "marks") == [(device_alert().finding.id, "seen", None)]
    api.show(snapshot(FACING, device_alert("seen"), devices=[DEVICE], rules_live=41))
    page.reload()
    page.wait_for_selector("[data-mode=table]")
    assert page.inner_text("[data-text=rules]") == "41/55 rules"
    assert page.is_hidden("#off")


def test_a_device_that_was_seen_before_the_table_told_of_it_is_told_once(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(FACING, devices=[DEVICE], rules_live=41))
    page = visit()
    press(page, "#tablebar >> text=Seen")
    page.wait_for_selector("#off", state="hidden")
    assert api.marks == []
    for clock in ("21:14:32", "21:14:33"):
        api.show(snapshot(FACING, device_alert(), devices=[DEVICE], rules_live=41, clock=clock))
        page.wait_for_selector(f"#time >> text={clock}")
    assert until(page, api, "marks") == [(device_alert().finding.id, "seen", None)]


def test_a_key_that_is_not_taken_says_why(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    api.refusal = "seat 2 has folded"
    press(page, "text=Said…")
    key_words(page, press, "call", "enter")
    page.wait_for_selector("#notice:visible")
    assert page.inner_text("#notice") == "Not taken: seat 2 has folded"


def test_two_fingers_do_not_zoom_and_nothing_is_selected(visit: Visit, api: ScriptedTable) -> None:
    page = visit(has_touch=True)
    stopped = page.evaluate(
        """() => {
          const touch = (id) => new Touch({ identifier: id, target: document.body, clientX: 10 * id, clientY: 10 });
          const two = new TouchEvent("touchstart", { touches: [touch(1), touch(2)], cancelable: true, bubbles: true });
          const menu = new MouseEvent("contextmenu", { cancelable: true, bubbles: true });
          return [document.body.dispatchEvent(two), document.body.dispatchEvent(menu)];
        }"""
    )
    assert stopped == [False, False]
    assert page.evaluate("() => getComputedStyle(document.body).touchAction") == "manipulation"
    assert page.evaluate("() => getComputedStyle(document.body).userSelect") == "none"
