"""The floor's page: what came, who comes, what was ruled, and the sounds in between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from controller.languages import LANGUAGES
from controller.rulebooks import load
from controller.table.view import Note
from controller.table_api import Moment, RuledAs
from tests.web.conftest import Draw, ScriptedTable, decide_penalty, taken_by
from tests.web.states import (
    CALLED,
    FACING,
    FOUR_FLOP,
    LONG_NAMES,
    MISDEAL,
    NIGHT,
    RULED,
    STATES,
    STRING,
    alert,
    found,
    snapshot,
)

Visit = Callable[..., Page]

MEASURE = """() => {
  const wrong = [];
  const shown = (n) => n.checkVisibility({ visibilityProperty: true });
  const name = (n) => `${n.tagName}.${n.className?.baseVal ?? n.className} "${n.textContent.trim().slice(0, 30)}"`;
  for (const node of document.querySelectorAll("button, input:not([type=radio]), textarea, select, label.option")) {
    if (!shown(node)) continue;
    const box = node.getBoundingClientRect();
    if (box.height < 47.5) wrong.push(`low ${box.height}: ${name(node)}`);
  }
  for (const node of document.querySelectorAll("body *")) {
    if (!shown(node) || node.closest(".store, .away")) continue;
    const box = node.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`outside: ${name(node)}`);
    if (![...node.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    if (parseFloat(getComputedStyle(node).fontSize) < 15) wrong.push(`small: ${name(node)}`);
  }
  if (document.scrollingElement.scrollWidth > innerWidth) wrong.push("scrolls sideways");
  return wrong;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_night_s_list_and_one_alert_beside_it(
    language: str, visit: Visit, api: ScriptedTable, draw: Draw
) -> None:
    api.show(NIGHT)
    page = visit(f"/floor?lang={language}", 1280, 800)
    page.wait_for_selector("#detail:visible")
    draw(page, f"floor-1280-{language}")
    assert page.evaluate(MEASURE) == []
    assert page.locator(".row").count() == 8
    assert page.locator(".row.over").count() == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_list_and_the_alert_take_turns(
    language: str, visit: Visit, api: ScriptedTable, draw: Draw
) -> None:
    api.show(NIGHT)
    page = visit(f"/floor?lang={language}", 390, 844)
    page.wait_for_selector(".row")
    assert not page.is_visible("#detail")
    draw(page, f"floor-390-list-{language}")
    assert page.evaluate(MEASURE) == []
    page.click(".row")
    page.wait_for_selector("#detail:visible")
    draw(page, f"floor-390-detail-{language}")
    assert page.evaluate(MEASURE) == []
    keys = page.locator(".acts").bounding_box()
    assert keys is not None
    assert round(keys["y"] + keys["height"]) == 844
    page.click("#back")
    page.wait_for_selector("#alerts:visible")


def test_an_alert_says_what_where_and_by_which_rule(visit: Visit, api: ScriptedTable) -> None:
    api.show(NIGHT)
    page = visit("/floor", 1280, 800)
    page.wait_for_selector("#detail:visible")
    assert page.inner_text("[data-text=headline]") == "Four-card flop"
    assert page.inner_text("[data-text=where]") == "Table 7 · hand 128 · flop"
    assert page.inner_text("[data-text=age]") == "0:24"
    assert page.inner_text("[data-text=lines]") == "log lines 407 to 417"
    assert "mixed face down" in page.inner_text("#rules")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_evidence_is_drawn_with_what_is_not_there_and_what_could_not_be_seen(
    width: int, height: int, visit: Visit, api: ScriptedTable, draw: Draw
) -> None:
    api.show(NIGHT)
    page = visit("/floor", width, height)
    page.click(".row")
    page.wait_for_selector("#timeline .proof")
    assert page.locator("#timeline .proof").count() == 2  # the first line and the last that prove it
    assert page.locator("#timeline .dot").count() == 9
    assert page.locator("#timeline .hatch").count() == 1
    assert {"Draws", "Seats", "Board", "Burn", "Muck", "Bets", "Keyed"} == set(
        page.locator(".lane-name").all_text_contents()
    )
    assert page.evaluate(MEASURE) == []
    page.locator("#evidence").scroll_into_view_if_needed()
    draw(page, f"floor-{width}-evidence")


def test_what_the_other_books_say_stands_below_the_evidence(visit: Visit, api: ScriptedTable) -> None:
    api.show(NIGHT)
    page = visit("/floor", 1280, 800)
    page.wait_for_selector("#books:visible")
    rows = page.locator("#books tr").all_inner_texts()
    assert len(rows) == 6  # a house of its own stands beside all six
    assert rows[-1].split("\t")[0] == "UPT"


def test_like_rulings_stand_beside_the_decision_and_choose_nothing(visit: Visit, api: ScriptedTable) -> None:
    api.show(NIGHT)
    page = visit("/floor", 1280, 800)
    page.wait_for_selector("#before:visible")
    assert page.locator("#before p").all_inner_texts() == [
        "Scramble the flop\n2 of 3",
        "Deal the flop again\n1 of 3",
    ]
    assert "2026-11-02 20:11 · flop · Deal the flop again · Ana K. · Two stuck together" in page.inner_text(
        "#before"
    )
    assert page.locator("#ruling input[type=radio]:checked").count() == 0


def test_somebody_says_that_he_comes(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.click("#coming")
    page.wait_for_selector("text=Give your name first")
    page.fill("#name", "Ana K.")
    page.click("#coming")
    assert taken_by(page, api.marks) == [(FOUR_FLOP.id, "coming", "Ana K.")]
    api.show(snapshot(FACING, alert(FOUR_FLOP, "coming", coming="Ana K.")))
    page.wait_for_selector(".row >> text=Ana K.")


def test_a_ruling_is_recorded_and_none_is_chosen_beforehand(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    assert page.locator("#ruling input[type=radio]:checked").count() == 0
    page.click("#record")
    page.wait_for_selector("text=Choose a decision first")
    page.click("text=Scramble the flop")
    page.click("#record")
    expected = {"type": "ruling", "decision": "scramble_flop", "by": "Ana K.", "finding": FOUR_FLOP.id}
    assert taken_by(page, api.keys) == [expected]
    page.wait_for_selector("text=Recorded")


def test_another_decision_needs_its_reason(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    page.click("text=Other decision")
    page.select_option("#other", "bet")
    page.select_option("#ruledseat", "2")
    page.click("#record")
    page.wait_for_selector("text=Another decision needs a note")
    page.fill("#why", "Seat 2 had said\nan amount")
    page.click("#record")
    page.wait_for_selector("text=This needs its amount")
    page.fill("#amount", "1200")
    page.click("#record")
    ruling = taken_by(page, api.keys)[0]
    assert (ruling["decision"], ruling["amount"], ruling["note"]) == (
        "bet",
        1200,
        "Seat 2 had said an amount",
    )


def test_a_penalty_may_name_its_rounds(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    decide_penalty(page, 5, 2, "Threw the cards")
    page.click("#record")
    assert taken_by(page, api.keys)[0]["amount"] == 2


def test_of_an_undercall_that_is_forfeited_the_floor_may_say_how_much(
    visit: Visit, api: ScriptedTable, draw: Draw
) -> None:
    facts = {"pushed": 1000, "owed": 1200, "total": 1000, "short": 200, "options": ["full_call", "withdraw"]}
    api.show(snapshot(FACING, alert(found("bet.undercall", "floor", facts, seat=3, cites=["51B"]))))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    page.click("text=Forfeit it and fold")
    page.fill("#amount", "all of it")
    draw(page, "floor-forfeited-1280")
    page.click("#record")
    page.wait_for_selector("text=This needs its amount")
    page.fill("#amount", "800")
    page.click("#record")
    ruling = taken_by(page, api.keys)[0]
    assert (ruling["decision"], ruling["amount"]) == ("withdraw", 800)


def test_of_an_undercall_that_is_taken_back_and_acted_anew_no_amount_is_asked(
    visit: Visit, api: ScriptedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "book", load("upt"))
    facts = {"pushed": 1000, "owed": 1200, "total": 1000, "short": 200, "options": ["full_call", "withdraw"]}
    api.show(snapshot(FACING, alert(found("bet.undercall", "floor", facts, seat=3))))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    page.click("text=Take it back, act anew")
    expect(page.locator("#amount")).to_be_hidden()
    page.click("#record")
    assert "amount" not in taken_by(page, api.keys)[0]


TOO_NEAR = """() => [...document.querySelectorAll("#notes li")].filter((line) => {
  const lines = ["b", "span"].map((name) => {
    const range = document.createRange();
    range.selectNodeContents(line.querySelector(name));
    return range.getBoundingClientRect();
  });
  const [seat, text] = lines;
  return Math.max(text.left - seat.right, seat.left - text.right) < 8 || seat.height > 24;
}).map((line) => line.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1280, 390])
def test_the_seat_of_a_reminder_stands_before_it_on_one_line(
    width: int, language: str, visit: Visit, api: ScriptedTable
) -> None:
    notes = [
        Note(kind="chips.rebuy_behind", seat=seat, cites=["27"], facts={"owed": 20_000}) for seat in (8, 10)
    ]
    api.show(snapshot(replace(FACING, notes=notes)))
    page = visit(f"/floor?lang={language}", width, 844)
    page.wait_for_selector("#notes:visible")
    assert page.evaluate(TOO_NEAR) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_floor_is_reminded_of_what_goes_on_from_hand_to_hand(
    width: int, height: int, visit: Visit, api: ScriptedTable
) -> None:
    notes = [
        Note(kind="penalty.missed_rounds", seat=5, cites=["71A"], facts={"hands": 18, "left": 17, "nth": 1}),
        Note(kind="chips.rebuy_behind", seat=8, cites=["27"], facts={"owed": 20_000}),
    ]
    api.show(snapshot(replace(FACING, notes=notes)))
    page = visit("/floor", width, height)
    page.wait_for_selector("#notes:visible")
    assert page.locator("#notes li").all_inner_texts()[0].split("\n") == [
        "Seat 5", "Penalty: 17 of 18 hands left", "Deltin 71A",
    ]  # fmt: skip
    assert page.evaluate(MEASURE) == []
    api.show(snapshot(FACING))
    page.wait_for_selector("#notes", state="hidden")


def test_what_is_being_written_stays_while_the_table_goes_on(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(FOUR_FLOP)))
    page = visit("/floor", 1280, 800)
    page.click("text=Deal the flop again")
    page.fill("#why", "half a sentence")
    api.show(snapshot(FACING, alert(FOUR_FLOP, "coming", coming="Ivo P."), clock="21:14:40"))
    page.wait_for_selector(".row >> text=Ivo P.")
    assert page.input_value("#why") == "half a sentence"
    assert page.locator("#ruling input:checked").input_value() == "redeal_flop"


def test_the_dealer_s_own_call_is_a_row_too(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, CALLED, floor_called="21:14:13"))
    page = visit("/floor", 1280, 800)
    page.wait_for_selector("text=The dealer called the floor.")
    assert page.locator("#attable p").all_inner_texts() == [
        "Board: Kd 7s 2h Jc", "Bets: Seat 6: 1,200 · Seat 9: 3,600", "In the hand: seats 2, 3, 5, 6, 9, 10", "seat 2 is to act",
    ]  # fmt: skip
    page.fill("#name", "Ana K.")
    page.click("#coming")
    assert taken_by(page, api.marks) == [("call:512", "coming", "Ana K.")]
    page.click("text=Answered, nothing to rule")
    page.click("#record")
    assert taken_by(page, api.keys) == [
        {"type": "ruling", "decision": "no_action", "by": "Ana K.", "finding": "call:512"}
    ]


def test_nothing_is_chosen_beforehand_in_another_decision(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, CALLED))
    page = visit("/floor", 1280, 800)
    page.fill("#name", "Ana K.")
    page.click("text=Other decision")
    page.fill("#why", "Seat 4 was counted out")
    page.click("#record")
    page.wait_for_selector("text=Choose a decision first")
    page.select_option("#other", "kill_hand")
    page.click("#record")
    page.wait_for_selector("text=This needs its seat")
    page.select_option("#ruledseat", "4")
    page.click("#record")
    ruling = taken_by(page, api.keys)[0]
    assert (ruling["decision"], ruling["seat"], ruling["finding"]) == ("kill_hand", 4, "call:512")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_ruling_stays_on_its_row_with_name_note_and_times(
    width: int, height: int, visit: Visit, api: ScriptedTable, draw: Draw
) -> None:
    api.show(snapshot(FACING, RULED))
    page = visit("/floor", width, height)
    page.click(".row")
    page.wait_for_selector("#ruled:visible")
    assert page.inner_text("#ruled") == "Ruling\nDeal the flop again\nby Ana K.\n\nTwo cards stuck together"
    assert page.locator("#story p").all_inner_texts() == [
        "21:14:07\ncame up", "21:14:10\nseen", "21:14:13\ncoming: Ana K.", "21:15:02\nruled: Ana K.", "21:15:40\ndone",
    ]  # fmt: skip
    assert page.inner_text("[data-text=age]") == "1:33"
    assert page.inner_text(".row em") == "Deal the flop again" if width > 760 else True
    assert not page.is_visible("#record")
    draw(page, f"floor-{width}-ruled")
    assert page.evaluate(MEASURE) == []
    page.click("#again")
    assert page.locator("#ruling input[type=radio]:checked").count() == 0
    assert page.is_visible("#record")


def test_what_was_ruled_first_is_read_in_the_story_after_ruling_again(
    visit: Visit, api: ScriptedTable
) -> None:
    first = RuledAs(decision="redeal_flop", by="Ana K.", note="Two stuck together")
    last = RuledAs(decision="kill_hand", by="Ivo P.", seat=4, note="He turned one")
    story = [
        Moment(what="ruled", at="21:15:02", by="Ana K.", ruling=first),
        Moment(what="ruled", at="21:17:40", by="Ivo P.", ruling=last),
    ]
    api.show(snapshot(FACING, replace(RULED, ruled="kill_hand", ruling=last, story=story)))
    page = visit("/floor", 1280, 800)
    page.click(".row")
    page.wait_for_selector("#story:visible")
    assert page.locator("#story p").all_inner_texts()[1:] == [
        "21:15:02\nruled · Deal the flop again (Two stuck together): Ana K.",
        "21:17:40\nruled · The hand is dead · seat 4 (He turned one): Ivo P.",
    ]
    assert page.evaluate(MEASURE) == []


@pytest.mark.parametrize("state", ["ruled", "done", "disputed"])
def test_the_rulings_steps_stay_once_they_are_done(state: str, visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, replace(RULED, state=state)))
    page = visit("/floor", 1280, 800)
    page.wait_for_selector("#steps:visible")
    steps = page.locator("#steps li span").all_inner_texts()
    assert steps == ["Board back, burn stays", "Shuffle the stub", "Three new cards, no new burn"]


def test_a_misdeal_says_what_made_it_one_until_it_is_ruled(visit: Visit, api: ScriptedTable) -> None:
    api.show(snapshot(FACING, alert(MISDEAL)))
    page = visit("/floor", 1280, 800)
    page.wait_for_selector(".row >> text=Misdeal: two boxed cards")
    ruled = {"ruled": "redeal", "ruling": RuledAs(decision="redeal", by="Ana K.")}
    for state in ("ruled", "done"):
        api.show(snapshot(FACING, alert(MISDEAL, state, **ruled)))
        page.wait_for_selector(".row.over")
        assert page.inner_text(".row b") == "Misdeal"


LIES_ON = """() => [...document.querySelectorAll(".row")].flatMap((row) => {
  const edge = row.getBoundingClientRect();
  const parts = ["b", "time", "p", "em"].map((name) => row.querySelector(name)).filter((part) => part?.textContent);
  const lines = parts.map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [part.textContent, [...range.getClientRects()]];
  });
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 4 && b.top < a.bottom - 4;
  return lines.flatMap(([text, boxes], index) => [
    ...(boxes.some((box) => box.left < edge.left || box.right > edge.right) ? [`${text} leaves its row`] : []),
    ...lines.slice(index + 1).filter(([, others]) => boxes.some((a) => others.some((b) => meet(a, b)))).map(([other]) => `${text} on ${other}`),
  ]);
})"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1280, 390])
def test_a_long_name_leaves_room_for_its_table_and_seat(
    width: int, language: str, visit: Visit, api: ScriptedTable
) -> None:
    coming = [
        alert(replace(MISDEAL, id=f"128:misdeal.boxed_cards:{n}", seat=n + 1), "coming", coming=name)
        for n, name in enumerate(LONG_NAMES)
    ]
    api.show(snapshot(FACING, *coming))
    page = visit(f"/floor?lang={language}", width, 844)
    page.wait_for_selector(".row")
    assert page.locator(".row").count() == len(LONG_NAMES)
    assert page.evaluate(LIES_ON) == []
    assert page.evaluate(MEASURE) == []


def test_the_oldest_unanswered_floor_call_comes_first_and_one_cause_is_one_row(
    visit: Visit, api: ScriptedTable
) -> None:
    api.show(NIGHT)
    page = visit("/floor", 1280, 800)
    page.wait_for_selector(".row")
    twice = [alert(replace(STRING, id=f"129:bet.string:{k}", hand=129, t=90.0 + k)) for k in (1, 2)]
    api.show(replace(NIGHT, alerts=[*NIGHT.alerts, *twice]))
    page.wait_for_selector(".row >> text=2 times")
    assert page.locator(".row b").first.inner_text() == "Four-card flop"
    assert page.locator(".row").count() == 9


def test_what_is_off_is_told_by_name(visit: Visit, api: ScriptedTable) -> None:
    api.show(STATES["e-blind"])
    page = visit("/floor", 1280, 800)
    page.click(".row >> text=Seat 4 antenna down")
    assert "Extra card" in page.inner_text("#rules")
    assert not page.is_visible("#ruling")


SOUNDS = """async (beats) => {
  const { Due } = await import("/static/sound.js");
  const due = new Due();
  return beats.map(([alerts, clock]) => due.sound(alerts, clock));
}"""


def test_a_floor_level_alert_sounds_again_until_somebody_comes(visit: Visit, api: ScriptedTable) -> None:
    page = visit("/floor", 1280, 800)
    new = [{"id": "1", "at": "23:59:50", "mark": "floor", "state": "new"}]
    coming = [new[0] | {"state": "coming"}]
    clocks = ["23:59:50", "23:59:51", "00:00:04", "00:00:05", "00:00:06", "00:00:35", "00:00:36", "00:01:50"]
    heard = page.evaluate(SOUNDS, [[new, clock] for clock in clocks])
    assert heard == [True, False, False, True, False, True, False, True]
    quiet = page.evaluate(SOUNDS, [[new, "23:59:50"], [coming, "00:00:05"], [coming, "00:01:50"]])
    assert quiet == [True, False, False]


def test_a_dealer_level_alert_makes_no_sound_on_the_floor(visit: Visit, api: ScriptedTable) -> None:
    page = visit("/floor", 1280, 800)
    mends = [{"id": "1", "at": "21:00:00", "mark": "dealer", "state": "new"}]
    assert page.evaluate(SOUNDS, [[mends, "21:00:00"], [mends, "21:02:00"]]) == [False, False]


def test_a_flood_of_a_hundred_makes_ten_sounds_in_ten_minutes(visit: Visit, api: ScriptedTable) -> None:
    page = visit("/floor", 1280, 800)
    heard = page.evaluate(
        """async () => {
          const { Due } = await import("/static/sound.js");
          const due = new Due();
          const time = (s) => `21:${String(Math.floor(s / 60)).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`;
          const row = (n) => ({ id: String(n), at: time(6 * n), mark: "floor", state: "new" });
          const until = (s) => Array.from({ length: Math.floor(s / 6) + 1 }, (_, n) => row(n));
          return Array.from({ length: 600 }, (_, s) => due.sound(until(s), time(s)));
        }"""
    )
    assert heard[0]
    assert 8 <= sum(heard) <= 10
