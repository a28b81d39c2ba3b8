"""One sheet of every state and every kind's card in every language, to be looked at: build/screens/index.html.

python -m tests.web.screens -o build/screens
"""

from __future__ import annotations

import argparse
import html
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page

from controller.languages import LANGUAGES
from controller.rulebooks import load
from controller.ruling_cards import card_for
from controller.web import create_app
from tests.chromium import chromium
from tests.ruling_cards.samples import EVERY_CARD, LONGEST, found, house, turn_view
from tests.web.conftest import ScriptedTable, Server
from tests.web.states import FACING, NIGHT, STATES, alert, snapshot

DISPLAYS: Final = ((800, 480), (1024, 600))
PAGES: Final = ((1280, 800), (390, 844))
CHIPS_NOT_TOLD: Final = {"about": "chips", "look": "bet:10"}
"""What was not told that the dealer has to key: of anything else the seat is hatched, and no card comes."""

WIDEST = """() => {
  const found = [];
  const rooms = "button, .say, aside, .band, #middle, #corner, #time, header, #off, .row, .story, #ruling, h3";
  for (const node of document.querySelectorAll("body *")) {
    if (node instanceof SVGElement || node.closest("select, script") || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (![...node.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.bottom / 8)));
    if (lines.size > 1 && getComputedStyle(node).whiteSpace === "normal") continue;  // what may break fits in any width
    const room = (node.closest(rooms) ?? document.body).getBoundingClientRect();
    if (room.width) found.push([range.getBoundingClientRect().width / room.width, node.textContent.trim().replace(/[\\u2066-\\u2069]/g, ""), Math.round(room.width)]);
  }
  return found;
}"""
SHOWS = """([headline, remedy, ...steps]) => {
  const plain = (text) => text.replace(/[\\u2066-\\u2069]/g, "").trim();
  const shown = ["headline", "remedy"].map((name) => document.querySelector(`#card [data-text=${name}]`).textContent);
  const done = [...document.querySelectorAll("#card li span")].filter((one) => one.checkVisibility()).map((one) => one.textContent);
  return JSON.stringify([...shown, ...done].map(plain)) === JSON.stringify([headline, remedy, ...steps].map(plain));
}"""


class Photographer:
    """Goes through the states of the pages and keeps a picture and the widest single lines of each."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.api = ScriptedTable()
        self.server = Server(create_app(self.api))
        self.widest: dict[tuple[str, str], list[tuple[float, str, int]]] = {}

    def visit(self, path: str, language: str, size: tuple[int, int]) -> Page:
        """Open a page without motion in a language."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", bypass_csp=True
        )
        page = context.new_page()
        joint = "&" if "?" in path else "?"
        page.goto(f"{self.server.url}{path}{joint}lang={language}")
        page.wait_for_function("() => document.body.dataset.mode !== 'wait'")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        return page

    def take(self, page: Page, name: str, language: str) -> None:
        """Keep a picture."""
        size = page.viewport_size
        assert size is not None
        page.screenshot(path=self.folder / f"{name}-{size['width']}-{language}.png")
        seen = self.widest.setdefault((language, f"{size['width']}x{size['height']}"), [])
        seen += [(share, text, room) for share, text, room in page.evaluate(WIDEST)]

    def states(self, language: str, size: tuple[int, int]) -> None:
        """Take every state of the dealer's display."""
        page = self.visit("/", language, size)
        for name, state in STATES.items():
            self.api.show(snapshot(clock="00:00:00"))
            page.wait_for_function(
                "() => document.querySelector('[data-text=clock]').textContent === '00:00:00'"
            )
            page.wait_for_selector("[data-mode=table]")
            self.api.show(state)
            mode = "card" if state.alerts and not name.startswith("b-") else "table"
            page.wait_for_function(
                "([mode, clock]) => document.body.dataset.mode === mode && (mode !== 'table' || "
                "document.querySelector('[data-text=clock]').textContent === clock)",
                arg=[mode, state.clock],
            )
            self.take(page, name, language)
        self.api.show(snapshot(FACING))
        page.wait_for_selector("[data-mode=table]")
        page.wait_for_selector("body:not([data-settling])", state="attached")
        page.click(".tile[data-seat='2']")
        page.click("[data-verb=raise]")
        self.take(page, "f-keys", language)
        page.context.close()

    def silence(self, language: str, size: tuple[int, int]) -> None:
        """Take the display that hears nothing."""
        page = self.visit("/", language, size)
        self.api.mute = True
        page.wait_for_selector("[data-mode=stale]")
        self.take(page, "h-no-news", language)
        self.api.mute = False
        page.context.close()

    def cards(self, language: str, size: tuple[int, int]) -> None:
        """Take every kind's card with every remedy it can have, with the longest facts and the keys that go with it."""
        self.api.book = house()
        self.api.show(STATES["c-string-bet"])
        page = self.visit("/", language, size)
        for number, (kind, remedy) in enumerate(EVERY_CARD):
            facts = LONGEST | CHIPS_NOT_TOLD if kind == "sensing.gap" else LONGEST
            finding = found(kind, remedy, facts, seat=10, id=f"128:{kind}:{number}")
            card = card_for(finding, house(), turn_view(), language=language, at="21:14:07")
            if card.mark == "info" or kind == "sensing.device":  # lines and a band among the states
                continue
            called = finding.level == "floor"
            now = alert(finding, "coming", coming="Ana K.") if called else alert(finding)
            self.api.show(snapshot(turn_view(), now))
            page.wait_for_function(SHOWS, arg=[card.headline, card.remedy, *card.steps], polling=50)
            self.take(page, f"card-{kind}-{remedy}", language)
        page.context.close()

    def pages(self, language: str, size: tuple[int, int]) -> None:
        """Take the floor's page and the seats."""
        self.api.book = load("deltin")
        self.api.show(NIGHT)
        page = self.visit("/floor", language, size)
        page.wait_for_selector(".row")
        self.take(page, "floor-list", language)
        page.click(".row")
        page.wait_for_selector("#detail:visible")
        self.take(page, "floor-detail", language)
        page.context.close()


def names(folder: Path, language: str) -> list[str]:
    """Return what was taken in a language, without it."""
    ending = f"-{language}.png"
    return sorted(path.name.removesuffix(ending) for path in folder.glob(f"*{ending}"))


def sheet(folder: Path, shown: list[str]) -> str:
    """Return the page of the pictures, a line for each and a column for each language."""
    lines = (
        f"<tr><th>{html.escape(name)}</th>"
        + "".join(f'<td><img src="{html.escape(name)}-{language}.png"></td>' for language in LANGUAGES)
        + "</tr>"
        for name in shown
    )
    style = "body{background:#333;color:#eee;font:13px sans-serif}img{width:400px}th{max-width:120px;overflow-wrap:anywhere}"
    return f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{style}</style><table>{''.join(lines)}</table>"


def told(widest: dict[tuple[str, str], list[tuple[float, str, int]]]) -> Iterator[str]:
    """Yield, for every language and size, how many texts there were and those that fill their box most."""
    for (language, size), texts in sorted(widest.items()):
        distinct = {text: (share, room) for share, text, room in sorted(texts)}
        yield f"{language} {size}: {len(distinct)} texts"
        for text, (share, room) in sorted(distinct.items(), key=lambda one: -one[1][0])[:5]:
            yield f"    {share:6.1%} of {room} px  {text}"


def main() -> None:
    """Take all pictures and write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("build/screens"))
    parser.add_argument(
        "--language", choices=LANGUAGES, action="append", help="only this one; may be repeated"
    )
    options = parser.parse_args()
    folder: Path = options.output
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        photographer = Photographer(browser, folder)
        try:
            for language in options.language or LANGUAGES:
                for size in DISPLAYS:
                    every: list[Callable[[str, tuple[int, int]], None]] = [
                        photographer.states, photographer.silence, photographer.cards,
                    ]  # fmt: skip
                    for take in every:
                        take(language, size)
                for size in PAGES:
                    photographer.pages(language, size)
        finally:
            photographer.server.stop()
        (folder / "index.html").write_text(sheet(folder, names(folder, LANGUAGES[0])), encoding="utf-8")
        (folder / "widest.txt").write_text("\n".join(told(photographer.widest)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
