"""From a finger on the dealer's display to the changed screen, by the browser's own clock, at the panel's size.

A touch comes through the browser's input as a panel's does; the time runs from the event's own stamp to the end of
the frame in which the page has changed. Keys of the pad, opening and closing it, and the sheet of seldom needed keys.

    python -m benchmarks.touches --touches 1000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import cycle, islice

from playwright.sync_api import CDPSession, Page

from controller.languages import LANGUAGES
from controller.web import create_app
from tests.chromium import chromium
from tests.web.conftest import ScriptedTable, Server
from tests.web.states import FACING, snapshot

WATCH = """() => {
  window.took = [];
  let from = null;
  addEventListener("pointerdown", (event) => { from = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (from === null) return;
    const began = from;
    from = null;
    // The frame after the change has been drawn when a task that it queued runs.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.took.push(performance.now() - began);
      port2.postMessage(null);
    });
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
ROUND = (
    ".tile[data-seat='2']", "[data-verb=raise]", "[data-digit='1']", "[data-digit='3']", "[data-digit='00']",
    "[data-do=erase]", "[data-verb=call]", "[data-do=unclear]", "[data-do=cancel]", "#tablebar .key:nth-child(5)",
    "#list nav .key",
)  # fmt: skip
"""What is touched, over and over: a seat, what was said, away again; the sheet, and back."""


def touched(page: Page, finger: CDPSession, key: str) -> None:
    """Touch a key's middle once the screen has settled, and wait until the page has drawn what it changed."""
    page.wait_for_selector("body:not([data-settling])", state="attached")
    box = page.locator(key).first.bounding_box()
    assert box is not None
    before = page.evaluate("() => window.took.length")
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("(before) => window.took.length > before", arg=before)


def measured(touches: int, language: str) -> Iterator[float]:
    """Yield how many milliseconds each touch took."""
    api = ScriptedTable()
    api.show(snapshot(FACING))
    server = Server(create_app(api, language=language))
    try:
        with chromium() as browser:
            context = browser.new_context(viewport={"width": 800, "height": 480}, has_touch=True)
            page = context.new_page()
            page.goto(server.url)
            page.wait_for_selector("[data-mode=table]")
            page.evaluate("() => document.fonts.ready.then(() => true)")
            page.evaluate(WATCH)
            finger = context.new_cdp_session(page)
            for key in islice(cycle(ROUND), touches):
                touched(page, finger, key)
            yield from page.evaluate("() => window.took")
    finally:
        server.stop()


def main() -> None:
    """Print the quantiles of every language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--touches", type=int, default=1000)
    touches = parser.parse_args().touches
    for language in LANGUAGES:
        took = sorted(measured(touches, language))
        share = {f"p{q}": took[min(len(took) - 1, len(took) * q // 100)] for q in (50, 90, 99)}
        told = ", ".join(f"{name} {ms:.1f} ms" for name, ms in share.items())
        print(f"{language}: {len(took)} touches, {told}, longest {took[-1]:.1f} ms")  # noqa: T201


if __name__ == "__main__":
    main()
