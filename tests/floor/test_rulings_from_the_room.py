"""What the floor rules from the room's page: the same decisions, fields and refusals as at the table's own page."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from playwright.sync_api import Page, Route

from tests.daemon.conftest import wait_for
from tests.floor.conftest import Visit
from tests.floor.tables import WORDS, Floor, SaidTable


def offering(*decisions: str) -> dict[str, Any]:
    """Return what an alert says that offers ``decisions``."""
    options = [{"decision": name, "text": name.replace("_", " "), "cited": False} for name in decisions]
    return {"words": {language: WORDS | {"options": options} for language in ("en", "hr")}}


def opened(visit: Visit, width: int = 1280, height: int = 800) -> Page:
    page = visit(width, height)
    page.locator(".line-of-row .row").click()
    page.wait_for_selector("#options .key")
    return page


def send(page: Page) -> None:
    page.locator("#otherwise .main").click()


def refused(page: Page, why: str) -> None:
    page.locator("#complaint", has_text=why).wait_for()


def ruled(seven: SaidTable, n: int = 1) -> dict[str, Any]:
    """Return the last of ``n`` rulings that table 7 has heard: what was decided."""
    told = wait_for(lambda: len(seven.ruled) == n and seven.ruled, "the ruling")[-1]
    return {
        name: value for name, value in told.items() if name not in ("id", "finding", "by", "log", "first")
    }


def test_of_an_undercall_that_is_forfeited_the_floor_says_how_much(visit: Visit, seven: SaidTable):
    seven.alert("bet.undercall", **offering("full_call", "withdraw"))
    page = opened(visit)
    page.locator("#options .key", has_text="withdraw").click()
    page.fill("#amount", "all of it")
    send(page)
    refused(page, "This needs its amount")
    assert not seven.ruled
    page.fill("#amount", "800")
    send(page)
    assert ruled(seven) == {"decision": "withdraw", "seat": 3, "amount": 800}


def test_of_an_undercall_that_is_forfeited_whole_nothing_more_is_said(visit: Visit, seven: SaidTable):
    seven.alert("bet.undercall", **offering("full_call", "withdraw"))
    page = opened(visit, 390, 844)
    page.locator("#options .key", has_text="withdraw").tap()
    fixed = page.locator(".acts").bounding_box()
    key = page.locator("#otherwise .main").bounding_box()
    assert fixed is not None
    assert key is not None
    assert key["y"] + key["height"] <= fixed["y"], "nothing that is asked for lies under the keys below"
    send(page)
    assert ruled(seven) == {"decision": "withdraw", "seat": 3}


def test_of_an_undercall_that_is_taken_back_and_acted_anew_one_touch_is_the_ruling(
    visit: Visit, seven: SaidTable
):
    said = offering("full_call", "withdraw")
    for words in said["words"].values():
        words["options"][1]["amount"] = False
    seven.alert("bet.undercall", **said)
    page = opened(visit)
    page.locator("#options .key", has_text="withdraw").click()
    assert ruled(seven) == {"decision": "withdraw", "seat": 3}


def test_a_bet_that_could_mean_two_amounts_is_ruled_with_its_amount(visit: Visit, seven: SaidTable):
    seven.alert("bet.unclear_amount", **offering("bet"))
    page = opened(visit)
    page.locator("#options .key").click()
    send(page)
    refused(page, "This needs its amount")
    page.fill("#amount", "5000")
    send(page)
    assert ruled(seven) == {"decision": "bet", "seat": 3, "amount": 5000}


def test_a_penalty_of_nobodys_is_given_to_a_seat(visit: Visit, seven: SaidTable):
    seven.alert("hand.exposed_by_player", seat=None, **offering("penalty", "play_on"))
    page = opened(visit)
    page.locator("#options .key", has_text="penalty").click()
    page.fill("#amount", "2")
    send(page)
    refused(page, "This needs its seat")
    assert not seven.ruled
    page.select_option("#ruledseat", "5")
    send(page)
    assert ruled(seven) == {"decision": "penalty", "seat": 5, "amount": 2}


def test_a_decision_that_is_offered_may_have_a_note_and_needs_none(visit: Visit, seven: SaidTable):
    seven.alert(**offering("call", "min_raise"))
    page = opened(visit)
    page.locator("#more").click()
    page.fill("#why", "He said so")
    page.locator("#options .key", has_text="call").click()
    assert ruled(seven) == {"decision": "call", "seat": 3, "note": "He said so"}


def test_what_is_half_ruled_of_what_is_offered_stays_in_another_language(visit: Visit, seven: SaidTable):
    seven.alert("bet.undercall", **offering("full_call", "withdraw"))
    page = opened(visit)
    page.locator("#options .key", has_text="withdraw").click()
    page.fill("#amount", "800")
    page.select_option("#language", "hr")
    page.wait_for_selector("html[lang=hr] [data-mode=live] #amount:visible")
    page.wait_for_selector("#options .key")
    send(page)
    assert ruled(seven) == {"decision": "withdraw", "seat": 3, "amount": 800}


def test_what_was_ruled_wrong_is_ruled_again(visit: Visit, seven: SaidTable):
    seven.alert()
    page = opened(visit)
    page.locator("#options .key", has_text="Minimum raise").click()
    assert ruled(seven) == {"decision": "min_raise", "seat": 3}
    seven.alert(state="ruled", ruling={"decision": "min_raise", "by": "Ana", "seat": 3})
    page.locator("#again").click()
    page.locator("#options .key", has_text="Call").click()
    assert ruled(seven, 2) == {"decision": "call", "seat": 3}
    seven.alert(state="ruled", ruling={"decision": "call", "by": "Ana", "seat": 3})
    page.locator("#ruled b", has_text="Call").wait_for()
    assert not page.is_visible("#choice"), "it is ruled, until somebody rules once more"
    assert [told.get("first") for told in seven.ruled] == [True, None], "the second one means to overrule"


def test_a_ruling_that_was_told_though_its_page_heard_no_answer_is_the_same_when_it_is_touched_again(
    visit: Visit, seven: SaidTable
):
    seven.answers = False
    seven.alert(**offering("penalty"))
    page = opened(visit)
    page.locator("#options .key").click()

    def loses_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/rule*", loses_the_answer)
    page.evaluate("() => document.querySelector('#otherwise .main').click()")
    refused(page, "Key was not taken; try again")
    page.unroute("**/rule*")
    first = wait_for(lambda: seven.ruled, "the ruling")[0]["id"]
    page.wait_for_timeout(1100)  # a touch within a second is the same one
    with page.expect_response("**/rule*") as answer:
        page.evaluate("() => document.querySelector('#otherwise .main').click()")
    assert answer.value.json()["id"] == first


def test_a_ruling_whose_answer_was_not_kept_is_settled_by_the_same_answer_after_a_new_start(
    floor: Floor, seven: SaidTable
):
    seven.answers = False
    seven.alert()
    call = wait_for(lambda: floor.row(kind="bet.string"), "the call")
    assert floor.ask("POST", "/rule", {"id": call["id"], "by": "Ana", "decision": "call"})[0] == 202
    wait_for(lambda: seven.ruled, "the ruling")
    answer = seven.count("ruled", {"type": "ruled", "id": seven.ruled[0]["id"], "taken": True, "line": 9})
    wait_for(lambda: floor.row(id=call["id"], order=""), "the answer")
    floor.stop()
    with closing(sqlite3.connect(floor.folder / "floor.db")) as store:  # the power went between the two
        store.execute("UPDATE room_order SET answer = NULL")
        store.commit()
    seven.ruled.clear()
    floor.start()
    wait_for(lambda: seven.ruled, "the ruling once more")
    assert floor.row(order="sent")
    seven.raw("ruled", answer)
    wait_for(lambda: floor.row(id=call["id"], order=""), "the ruling to be answered")
