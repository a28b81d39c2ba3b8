"""The whole demo as a newcomer meets it: boards and camera on ptys, the daemon, a real browser, Ctrl-C."""

from __future__ import annotations

import signal
import socket
import subprocess

import pytest

from tests import warm


def all_gone(demo, children, running) -> bool:
    return not any(running(pid) for pid in children) and not list(demo.folder.glob("floorcall-demo-*"))


def test_a_misdeal_shows_on_both_pages_is_ruled_by_a_person_and_everything_is_put_away(
    start_demo, browser, is_running
):
    demo = start_demo("--speed", "20", "--patience", "120", "--mishap", "boxed-cards")
    demo.until_said("floor's page")
    display = browser.new_page(viewport={"width": 800, "height": 480})
    floor = browser.new_page(viewport={"width": 1280, "height": 800})
    display.goto(demo.url)
    floor.goto(f"{demo.url}floor")

    display.locator("#card h1", has_text="Misdeal").wait_for(state="visible")
    assert display.locator("#card .cite").inner_text() == "Deltin 35A(1), 35A"
    floor.locator("#alerts").get_by_text("Misdeal").first.click()
    assert "35A(1)" in floor.locator("#rules").inner_text()
    floor.locator("#name").fill("Ana")
    floor.locator("#options input[value=redeal]").check()
    floor.locator("#record").click()

    assert "the floor is called: Misdeal" in demo.until_said("the floor is called")
    demo.until_said("ruled at the floor's page")
    display.locator("#table").get_by_text("Hand 2", exact=True).wait_for(state="visible")

    children = demo.children()
    assert len(children) == 5, "shoe, two antenna boards, camera and the daemon"
    assert demo.end(signal.SIGINT) == 0
    assert all_gone(demo, children, is_running)
    assert "Good night" in demo.said[-1]
    display.locator("#stale").wait_for(state="visible")


def test_ruled_otherwise_than_the_players_can_carry_out_the_hand_ends_and_the_next_one_is_clean(
    start_demo, browser
):
    asked = ("--words", "--mishap", "undercall", "--hands", "2", "--rulebook", "tda-2024")
    demo = start_demo("--speed", "20", "--patience", "120", *asked)
    demo.until_said("floor's page")
    floor = browser.new_page(viewport={"width": 1280, "height": 800})
    floor.goto(f"{demo.url}floor")
    floor.locator("#alerts").get_by_text("Undercall").first.click()
    floor.locator("#name").fill("Ana")
    floor.locator("#options input[value=withdraw]").check()
    floor.locator("#record").click()

    demo.until_said("the hand ends here")
    demo.until_said("Good night")
    assert demo.process.wait(60) == 0, demo.said
    assert not [line for line in demo.said if "refused" in line or "did not come" in line]
    assert floor.locator("#alerts").get_by_text("Undercall").count()
    assert not floor.locator("#alerts").get_by_text("Misdeal").count()


def test_nobody_at_the_floors_page_and_the_demo_rules_by_itself_and_sigterm_ends_it_as_cleanly(
    start_demo, is_running
):
    demo = start_demo("--speed", "50", "--patience", "0", "--mishap", "seat-dealt-out")
    demo.until_said("the demo's floor rules: redeal")
    children = demo.children()
    assert demo.end(signal.SIGTERM) == 0
    assert all_gone(demo, children, is_running)
    assert not [line for line in demo.said if "refused" in line or "did not come" in line]


@pytest.mark.soak(alone=True)
def test_a_dealers_card_is_mended_the_hand_goes_on_and_the_last_hand_ends_the_demo(start_demo):
    demo = start_demo(
        "--speed", "50", "--words", "--mishap", "string-bet", "--hands", "1", "--rulebook", "tda-2024"
    )
    assert demo.process.wait(60) == 0, demo.said
    demo.until_said("the dealer is told: String bet")
    assert not [line for line in demo.said if "refused" in line or "did not come" in line]
    assert "Good night" in demo.said[-1]


def test_children_do_not_outlive_a_demo_that_was_killed(start_demo, is_running, wait_for):
    demo = start_demo("--speed", "50")
    demo.until_said("  1  ")
    children = demo.children()
    demo.end(signal.SIGKILL)
    wait_for(lambda: not any(is_running(pid) for pid in children), "the children to end")


def run_demo(*options: str) -> subprocess.CompletedProcess[str]:
    return warm.run("controller.cli", "demo", *options)


def test_a_taken_port_is_said_plainly():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = run_demo("--port", str(port))
    assert refused.returncode == 3
    assert f"port {port} is taken" in refused.stderr
    assert "floorcall demo --port" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--rulebook", "delta"], "delta"),
        (["--mishap", "earthquake"], "must be one of undercall, boxed-cards"),
        (
            ["--mishap", "string-bet", "--speed", "50"],
            "--mishap string-bet: the table can tell it only where the dealer keys",
        ),
        (["--port", "70000"], "--port"),
        (["--speed", "0"], "--speed"),
    ],
)
def test_a_wrong_option_is_named(options, says):
    refused = run_demo(*options)
    assert refused.returncode == 2
    assert says in refused.stderr
    assert "Traceback" not in refused.stderr
