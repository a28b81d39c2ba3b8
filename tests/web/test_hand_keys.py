"""The keys of a night, told as a dealer touches them: the hand begins, cards are shown, the pot is pushed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route

from controller.table.events import Game
from controller.table.game import FORMS
from controller.table.view import ClockView, NextHandView
from controller.web.parts import AUDIENCES, Parts
from tests.web.conftest import ScriptedTable, post
from tests.web.states import (
    BETWEEN,
    CALLED,
    FACING,
    FOUR_FLOP,
    SHORT,
    SILENT,
    STATES,
    STRING,
    alert,
    due,
    snapshot,
)

Visit = Callable[..., Page]
Press = Callable[[Page, str], None]
UNKNOWN = NextHandView(button=None, small_blind=None, big_blind=None, how="asked")
SEAT_2 = "#list .ten [data-seat='2']"


def sent(page: Page, api: ScriptedTable) -> list[dict[str, Any]]:
    """Return what was keyed; a key that is sent after all others is waited for."""
    post(page, "floor.call")
    return api.keys[:-1]


def touch(page: Page, press: Press, *keys: str) -> None:
    for key in keys:
        press(page, key)


def button_at_9(visit: Visit, api: ScriptedTable) -> Page:
    """Open the page between two hands, the button of the next shown at seat 9."""
    shown = NextHandView(button=9, small_blind=10, big_blind=1, how="house")
    api.show(snapshot(replace(BETWEEN, next_hand=shown)))
    return visit()


def test_a_new_hand_begins_with_one_touch(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(BETWEEN))
    page = visit()
    press(page, "#tablebar >> text=New hand")
    assert sent(page, api) == [{"type": "hand.start"}]


def test_the_button_is_shown_before_the_first_card_and_corrected_in_one_touch_more(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    page = button_at_9(visit, api)
    assert page.inner_text("[data-text=next-button]") == "9"
    touch(page, press, "#tablebar >> text=Button…", SEAT_2)
    assert page.inner_text("#tablebar .key:nth-child(4)") == "Undo\nbutton 2"
    press(page, "#tablebar .key:nth-child(4)")
    assert sent(page, api) == [{"type": "button.moved", "seat": 2}, {"type": "button.moved", "seat": 9}]


def test_what_is_touched_after_an_undo_is_sent_after_it(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    page = button_at_9(visit, api)
    late: list[Route] = []
    page.route("**/key", lambda route: late.append(route), times=1)
    with page.expect_request("**/key"):
        touch(page, press, "#tablebar >> text=Button…", SEAT_2)
    press(page, "#tablebar .key:nth-child(4)")
    press(page, "#tablebar >> text=New hand")
    late[0].continue_()
    assert sent(page, api) == [
        {"type": "button.moved", "seat": 2},
        {"type": "button.moved", "seat": 9},
        {"type": "hand.start"},
    ]


def test_the_first_hand_of_a_night_asks_for_the_button(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(replace(BETWEEN, hand=0, button=None, next_hand=UNKNOWN)))
    page = visit()
    assert page.inner_text("[data-text=mainfigure]") == "Where is the button?"
    assert not page.is_visible("#tablebar >> text=New hand")
    touch(page, press, "#tablebar >> text=Button…", SEAT_2)
    assert sent(page, api) == [{"type": "button.moved", "seat": 2}]


def test_what_needs_a_button_or_a_hand_is_not_offered_without(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    def more(view: Any) -> list[str]:
        api.show(snapshot(view))
        page = visit()
        press(page, "#tablebar >> text=More")
        return page.locator("#list .rows button").all_inner_texts()

    hands = {"Tabled…", "Exposed…", "Pot to…"}
    night = more(replace(BETWEEN, hand=0, button=None, next_hand=UNKNOWN))
    assert "Button…" in night
    assert not {"New hand", *hands} & set(night)
    assert "New hand" in more(BETWEEN)
    assert hands <= set(more(FACING))


def test_the_pot_is_pushed_as_proposed_in_one_touch(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(due((4, 8600))))
    page = visit()
    assert page.inner_text("[data-text=mainfigure]") == "Pot to seat 4"
    assert "8" not in page.inner_text("#middle") + page.inner_text("#tablebar")
    press(page, "#tablebar >> text=Pot to 4")
    assert sent(page, api) == [{"type": "chips.award", "seat": 4, "amount": 8600, "pot": 0}]


def test_at_pot_limit_the_pot_that_is_pushed_is_told(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(STATES["b-pot-due-told"])
    page = visit()
    assert page.inner_text("[data-text=mainlabel]") == "Pot to seat 4"
    assert page.inner_text("[data-text=mainfigure]") == "8,600"
    press(page, "#tablebar >> text=Pot to 4")
    assert sent(page, api) == [{"type": "chips.award", "seat": 4, "amount": 8600, "pot": 0}]


@pytest.mark.parametrize("audience", AUDIENCES)
def test_no_page_has_what_a_pot_holds_but_at_pot_limit(audience: str) -> None:
    def told(game: Game) -> list[tuple[int | None, list[int | None]]]:
        table = replace(due((2, 4300), (9, 4300)), game=game)
        view = Parts(ScriptedTable().book, audience, "en").of(snapshot(table))["view"]
        pots = msgspec.json.decode(view)["pots_due"]
        return [(pot["amount"], [share["amount"] for share in pot["shares"]]) for pot in pots]

    assert {game: told(game) for game in FORMS} == {
        game: [(8600, [4300, 4300]) if game in ("plhe", "plo", "plo8") else (None, [None, None])]
        for game in FORMS
    }


def test_a_pot_that_was_pushed_meanwhile_is_pushed_to_nobody(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(due((4, 8600))))
    page = visit()
    api.mute = True
    api.now = snapshot(FACING)
    press(page, "#tablebar >> text=Pot to 4")
    page.wait_for_selector("text=nothing of this pot goes to that seat any more")
    assert api.keys == []


def test_a_split_pot_is_pushed_to_both_in_one_touch(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(due((2, 4300), (9, 4300), pot=1)))
    page = visit()
    press(page, "#tablebar >> text=Split pot")
    assert sent(page, api) == [
        {"type": "chips.award", "seat": seat, "amount": 4300, "pot": 1} for seat in (2, 9)
    ]


def test_a_pot_that_goes_elsewhere_is_keyed(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(due((9, 8600))))
    page = visit()
    touch(page, press, "#tablebar >> text=Other…", SEAT_2, "[data-digit='8']", "[data-do=enter]")
    assert sent(page, api) == [{"type": "chips.award", "seat": 2, "amount": 8}]


def test_the_end_of_a_hand_is_the_first_key_once_its_pot_is_gone(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(replace(FACING, to_act=None, to_be_ended=True)))
    page = visit()
    press(page, "#tablebar >> text=Hand over")
    assert sent(page, api) == [{"type": "hand.end"}]


def test_once_the_pot_is_gone_nobody_is_waited_for_to_show(visit: Visit, api: ScriptedTable) -> None:
    state = STATES["b-tables-first"]
    api.show(state)
    page = visit()
    assert page.inner_text("[data-text=mainfigure]") == "Seat 10 first"
    api.show(replace(state, view=replace(state.view, to_be_ended=True)))
    page.wait_for_selector("#tablebar >> text=Hand over")
    assert page.inner_text("[data-text=mainfigure]") == "Showdown"
    assert page.inner_text("[data-text=note]") == ""


BY_SEAT = [
    ("Exposed", {"type": "card.face", "zone": "seat:2", "face": "up", "by": "dealer"}),
    ("Tabled", {"type": "card.face", "zone": "seat:2", "face": "up", "by": "player", "count": 2}),
    ("Speaks up", {"type": "seat.speaks", "seat": 2}),
    ("Clock", {"type": "clock.call", "seat": 2}),
    ("Count", {"type": "request", "seat": 2, "what": "count"}),
    ("Disputes", {"type": "request", "seat": 2, "what": "dispute"}),
]


@pytest.mark.parametrize(("key", "event"), BY_SEAT)
def test_what_a_seat_does_beside_its_words_is_behind_more(
    key: str, event: dict[str, Any], visit: Visit, api: ScriptedTable, press: Press
) -> None:
    page = visit()
    touch(page, press, ".tile[data-seat='2']", "[data-do=more]", f"#list >> text='{key}'")
    assert sent(page, api) == [event]


def test_chips_are_given_as_change_by_their_values(visit: Visit, api: ScriptedTable, press: Press) -> None:
    page = visit()
    touch(
        page, press, ".tile[data-seat='2']", "[data-do=more]", "#list >> text=Change…", "#list >> text=1,000"
    )
    touch(page, press, "#list >> text='500'", "#list >> text='500 \u00d7 1'")
    assert page.inner_text("#list h2") == "Change before seat 2: 2,000"
    press(page, "#list >> text=Enter")
    assert sent(page, api) == [{"type": "chips.change", "seat": 2, "chips": {"500": 2, "1000": 1}}]


def test_change_of_no_chips_is_not_entered_and_says_so(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    page = visit()
    touch(
        page, press, ".tile[data-seat='2']", "[data-do=more]", "#list >> text=Change…", "#list >> text=Enter"
    )
    page.wait_for_selector("#notice >> text=Key the number first")
    assert page.inner_text("#list h2") == "Change before seat 2: 0"
    assert sent(page, api) == []


BY_TABLE = [
    (FACING, ["text=Deal done"], {"type": "deal.end"}),
    (FACING, ["text=Hand over"], {"type": "hand.end"}),
    (FACING, ["text=Bets swept"], {"type": "chips.swept"}),
    (FACING, ["text=Stub shuffled"], {"type": "stub", "state": "reshuffled"}),
    (FACING, ["text=Stub dropped"], {"type": "stub", "state": "dropped"}),
    (
        replace(FACING, game="plo", pot=8400),
        ["text=Pot said…", "#pad [data-digit='9']", "#pad [data-do=enter]"],
        {"type": "pot.quoted", "amount": 9},
    ),
]


@pytest.mark.parametrize(("view", "keys", "event"), BY_TABLE)
def test_what_a_hand_seldom_needs_is_behind_more(
    view: Any, keys: list[str], event: dict[str, Any], visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(view))
    page = visit()
    touch(page, press, "#tablebar >> text=More", f"#list >> {keys[0]}", *keys[1:])
    assert sent(page, api) == [event]


def test_he_said_raise_is_one_touch_and_counts_before_the_chips(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(STATES["c-string-bet"])
    page = visit()
    press(page, "#cardbar >> text=He said")
    assert sent(page, api) == [
        {"type": "declare", "seat": 3, "action": "raise", "amount": 8600, "order": "first"}
    ]


def test_other_words_than_the_likely_ones_are_keyed_as_first(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(FACING, alert(SHORT)))
    page = visit()
    touch(page, press, "#cardbar >> text=Wrong read", "#cardbar >> text=He said…", "[data-verb=raise]")
    touch(page, press, "[data-digit='9']", "[data-do=enter]")
    assert sent(page, api) == [
        {"type": "declare", "seat": 5, "action": "raise", "amount": 9, "order": "first"}
    ]


def test_a_clock_that_was_on_another_seat_takes_no_price_away(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(replace(FACING, clock=ClockView(seat=9, left=23, countdown=10))))
    page = visit()
    assert page.inner_text("[data-text=sidelabel]") == "Min raise to"


def test_the_clock_is_taken_off_and_not_begun_anew(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(replace(FACING, clock=ClockView(seat=2, left=23, countdown=10))))
    page = visit()
    assert page.inner_text("[data-text=sidefigure]") == "23"
    press(page, "#tablebar >> text=Clock off")
    assert sent(page, api) == [{"type": "clock.cancel", "seat": 2}]


def test_a_card_that_comes_while_words_are_keyed_is_named_and_the_words_stay(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    page = visit()
    touch(page, press, "text=Said…", "[data-verb=raise]", "[data-digit='8']")
    api.show(STATES["c-string-bet"])
    page.wait_for_selector("#waiting:visible")
    assert page.inner_text("#waiting").split("\n") == ["String bet · Seat 3", "Final when seat 4 acts"]
    touch(page, press, "#waiting", "#cardbar >> text=Done")
    api.show(snapshot(STATES["c-string-bet"].view, alert(STRING, "done")))
    page.wait_for_selector("[data-mode=pad]")
    assert page.inner_text("[data-text=padwords]") == "Raise 8"


def test_a_red_card_put_aside_hides_no_amber_one(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(FACING, alert(STRING), alert(FOUR_FLOP, "seen")))
    page = visit()
    assert page.inner_text("[data-text=headline]") == "Four-card flop"
    press(page, "#cardbar >> text=Table")
    page.wait_for_function(
        "() => document.querySelector('[data-text=headline]').textContent === 'String bet'"
    )
    assert page.get_attribute("body", "data-mode") == "card"


def test_two_red_cards_put_aside_hide_neither_the_amber_one_nor_the_table(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    reds = (alert(FOUR_FLOP, "seen", at="21:14:20"), alert(SILENT, "seen"))
    api.show(snapshot(FACING, alert(STRING), *reds))
    page = visit()
    shown = ["No burn", "Four-card flop", "String bet"]
    for headline in shown:
        page.wait_for_selector(f"[data-text=headline]:text-is('{headline}')")
        if headline != "String bet":
            press(page, "#cardbar >> text=Table")
    api.show(snapshot(FACING, *reds))
    page.wait_for_selector("[data-mode=table]")
    press(page, "#callmark")
    page.wait_for_selector("[data-mode=card] [data-text=headline]:text-is('No burn')")


def test_steps_that_change_are_marked(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(replace(FACING, to_act=None), alert(STRING)))
    page = visit()
    page.wait_for_selector("text=Action goes on")
    assert page.locator("#card li.changed").count() == 0
    api.show(STATES["c-string-bet"])
    page.wait_for_selector("text=Action to seat 4")
    assert page.locator("#card li.changed").all_inner_texts() == ["3\nAction to seat 4"]


def test_a_ruling_on_the_dealer_s_own_call_is_a_card_with_steps(
    visit: Visit, api: ScriptedTable, press: Press
) -> None:
    api.show(snapshot(FACING, CALLED, floor_called="21:14:13"))
    page = visit()
    assert page.get_attribute("body", "data-mode") == "table"
    ruled = replace(CALLED, state="ruled", ruled="misdeal", coming="Ana K.")
    api.show(snapshot(FACING, ruled))
    page.wait_for_selector("[data-mode=card]")
    assert page.inner_text("[data-text=remedy]") == "Misdeal: deal again"
    press(page, "#cardbar >> text=Done")
    page.wait_for_selector("[data-mode=table]")


def test_a_wrong_dispute_is_taken_back(visit: Visit, api: ScriptedTable, press: Press) -> None:
    api.show(snapshot(FACING, alert(STRING, "disputed")))
    page = visit()
    touch(page, press, "text=Correct", "text=String bet · seat 3", "#cardbar >> text=Read right")
    sent(page, api)
    assert api.marks == [(STRING.id, "upheld", None)]
