"""Every state of the dealer's display at both sizes, and on what is held in the hand: it fits, it can be read, and it can be touched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from playwright.sync_api import Page

from controller.languages import LANGUAGES
from controller.ruling_cards import card_for, words_in
from controller.table.view import Note
from controller.table_api import Act
from tests.ruling_cards.samples import EVERY_CARD, LONGEST, found, house, turn_view
from tests.web.conftest import Draw, ScriptedTable, script, taken_by
from tests.web.states import MILLIONS, SHORT, STATES, alert, snapshot

SIZES = [(800, 480), (1024, 600)]
HELD = [(390, 844), (360, 640), (844, 390), (667, 375), (768, 1024)]
"""What is at hand when the table's own display has failed: phones either way, and a tablet that stands."""
SMALL = [(320, 568), (568, 320)]
"""The smallest phones that still open a page."""
STANDING = (720, 1280)
"""The newer of the Pi's own panels."""
AT_THE_TABLE = {"letters": 20, "mark": 17, "key": 80, "gap": 8}
LARGE = (1920, 1080)
"""A large panel, read from a metre: all of it is as large again as on one of 1024 by 600."""
ACROSS = {"letters": 36, "mark": 30, "key": 144, "gap": 14}
IN_THE_HAND = {"letters": 14, "mark": 12, "key": 48, "gap": 6}
IN_A_SMALL_HAND = {"letters": 12, "mark": 10, "key": 48, "gap": 5.5}
"""The least in CSS pixels: letters, those of a mark, the height of a key, what lies between two keys."""
LEAST = {
    **dict.fromkeys([*SIZES, STANDING], AT_THE_TABLE),
    LARGE: ACROSS,
    **dict.fromkeys(HELD, IN_THE_HAND),
    **dict.fromkeys(SMALL, IN_A_SMALL_HAND),
}
PITCH_MM = {800: 0.1790, 1024: 0.2083}
"""Height of a pixel: the official 7-inch panel's pixels are lower than wide."""
CAPITAL_EM = 0.719
LEAST_ARC_AT_1500_MM = 6.98

# What is on the screen and wrong, found by the browser itself.
MEASURE = """
(limit) => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const name = (node) => `${node.tagName}.${node.className} "${node.textContent.trim().slice(0, 40)}"`;
  const wrong = [];
  const view = document.getElementById({ stale: "stale", card: "card", pad: "pad", list: "list" }[document.body.dataset.mode] ?? "table");
  const all = [...view.querySelectorAll("*")].filter((n) => !(n instanceof SVGElement) && shown(n));
  const luminance = (colour) => {
    const parts = colour.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const numbers = (css) => css.match(/[\\d.]+/g).map(Number);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour.slice(0, 3);
    }
    return [10, 14, 18];
  };
  const ratio = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  for (const node of all) {
    const box = node.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`outside: ${name(node)}`);
    const own = [...node.childNodes].filter((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own.length) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const around = node.closest("button, .say, aside, .band, #middle, #corner, #time, header, #off") ?? document.body;
    const room = around.getBoundingClientRect().width ? around : document.body;
    const limits = room.getBoundingClientRect();
    if (text.right > limits.right + 1 || text.left < limits.left - 1) wrong.push(`overflows ${room.id || room.className}: ${name(node)} by ${Math.max(text.right - limits.right, limits.left - text.left).toFixed(1)}`);
    if (room.matches("aside, #callmark") && text.bottom > limits.bottom + 6 * node.currentCSSZoom) wrong.push(`hangs out of ${room.id || "aside"}: ${name(node)} by ${(text.bottom - limits.bottom).toFixed(1)}`);
    const style = getComputedStyle(node);
    if (style.textOverflow === "ellipsis") wrong.push(`cut with dots: ${name(node)}`);
    const least = node.matches(".badge, .arch i, .tile.longest .bet") ? limit.mark : limit.letters;
    const letters = parseFloat(style.fontSize) * node.currentCSSZoom;
    if (letters < least) wrong.push(`small letters ${letters}: ${name(node)}`);
    const contrast = ratio(numbers(style.color).slice(0, 3), ground(node));
    if (contrast < 4.5) wrong.push(`contrast ${contrast.toFixed(1)}: ${name(node)}`);
  }
  const blocks = [...view.querySelectorAll(".say > *, aside > *, #figures strong, #figures span, #off, #street .card, .streetname, #next > p, .places span, .places strong, #note, .tile.dealt > span, .ups .card")].filter((n) => shown(n) && n.textContent.trim());
  for (const a of blocks) for (const b of blocks) {
    if (a === b || a.contains(b) || b.contains(a)) continue;
    const [p, q] = [a, b].map((n) => n.getBoundingClientRect());
    if (p.left < q.right - 3 && q.left < p.right - 3 && p.top < q.bottom - 12 && q.top < p.bottom - 12) wrong.push(`${name(a)} lies on ${name(b)}`);
  }
  const keys = [...view.querySelectorAll("button")].filter(shown);
  for (const key of keys) {
    const box = key.getBoundingClientRect();
    if (box.height < limit.key - 0.5 && key.id !== "callmark") wrong.push(`low key ${box.height}: ${name(key)}`);
    const border = getComputedStyle(key);
    if (key.matches(".key:not(.main)") && ratio(numbers(border.borderTopColor).slice(0, 3), [10, 14, 18]) < 3) wrong.push(`faint key: ${name(key)}`);
    for (const other of keys) {
      if (other === key || key.id === "callmark" || other.id === "callmark") continue;
      const q = other.getBoundingClientRect();
      const across = Math.max(box.left - q.right, q.left - box.right);
      const down = Math.max(box.top - q.bottom, q.top - box.bottom);
      if (Math.max(across, down) < limit.gap - 0.5) wrong.push(`keys too near: ${name(key)} and ${name(other)}`);
    }
  }
  if (document.scrollingElement.scrollHeight > innerHeight || document.scrollingElement.scrollWidth > innerWidth) wrong.push("scrolls");
  return [...new Set(wrong)];
}
"""


@pytest.fixture
def at(visit: Callable[..., Page]) -> Callable[..., Page]:
    """Open a page at a size, without motion: what is measured stands still."""

    def show(width: int, height: int, path: str = "/") -> Page:
        page = visit(path, width, height)
        page.emulate_media(reduced_motion="reduce")
        return page

    return show


def wait_for(page: Page, api: ScriptedTable, name: str) -> None:
    """Show a state and wait until its own page stands."""
    api.show(STATES[name])
    mode = "card" if STATES[name].alerts and not name.startswith("b-") else "table"
    page.wait_for_function(
        "([mode, clock]) => document.body.dataset.mode === mode && (mode !== 'table' || "
        "document.querySelector('[data-text=clock]').textContent === clock)",
        arg=[mode, STATES[name].clock],
    )


@pytest.mark.matrix(("language", LANGUAGES), ("width,height", [*LEAST]), part=1)
def test_every_state_fits_and_can_be_read(
    language: str, width: int, height: int, at: Callable[..., Page], api: ScriptedTable, draw: Draw
) -> None:
    page = at(width, height, f"/?lang={language}")
    wrong = {}
    for name in STATES:
        api.show(snapshot(clock="00:00:00"))
        page.wait_for_function("() => document.querySelector('[data-text=clock]').textContent === '00:00:00'")
        page.wait_for_selector("[data-mode=table]")
        wait_for(page, api, name)
        draw(page, f"dealer-{width}-{name}-{language}")
        if measured := page.evaluate(MEASURE, LEAST[width, height]):
            wrong[name] = measured
    assert wrong == {}


@pytest.mark.matrix(("language", LANGUAGES), ("width,height", [*LEAST]), part=1)
def test_every_card_fits_in_every_language(
    language: str, width: int, height: int, at: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(STATES["c-string-bet"])
    page = at(width, height, f"/?lang={language}")
    page.wait_for_selector("[data-mode=card]")
    cards = []
    for kind, remedy in EVERY_CARD:
        for facts in (LONGEST, LONGEST | {"misdeal": "open", "actions_left": 2, "our_reading": True}):
            finding = found(kind, remedy, facts, seat=10)
            shown = to_builtins(card_for(finding, house(), turn_view(), language=language, at="21:14:07"))
            cards.append({"id": f"{finding.id} {remedy}", "at": "21:14:07", "seat": 10, "coming": "Anastasija K.",
                          "state": "coming", "level": finding.level, "card": shown})  # fmt: skip
    wrong = page.evaluate(
        f"""async ([path, cards, limit]) => {{
          const {{ renderCard }} = await import(path);
          const measure = {MEASURE};
          const wrong = {{}};
          for (const card of cards) {{
            if (card.card.mark === "info") continue;
            renderCard(card, 3, {{ clock: "22:24:31" }});
            const found = measure(limit);
            if (found.length) wrong[card.id] = found;
          }}
          return wrong;
        }}""",
        [script("card.js"), cards, LEAST[width, height]],
    )
    assert wrong == {}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_headline_and_remedy_can_be_read_from_a_metre_and_a_half(
    width: int, height: int, at: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(STATES["c-string-bet"])
    page = at(width, height)
    page.wait_for_selector("[data-mode=card]")
    for part in ("headline", "cardseat", "remedy"):
        px = page.evaluate(
            f"parseFloat(getComputedStyle(document.querySelector('[data-text={part}]')).fontSize)"
        )
        capital_mm = px * CAPITAL_EM * PITCH_MM[width]
        assert capital_mm >= LEAST_ARC_AT_1500_MM - 0.05, (part, px, capital_mm)


def test_a_large_panel_shows_what_a_small_one_does_and_all_of_it_as_large_again(
    at: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(STATES["b-facing-a-bet"])
    small, large = at(1024, 576), at(1920, 1080)
    for part in ("[data-text=mainfigure]", "[data-text=sidelabel]", ".tile[data-seat='9']", ".key.floor"):
        boxes = [page.locator(part).bounding_box() for page in (small, large)]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[1]["height"] / boxes[0]["height"] >= 1.75, part
    taken = large.locator(".key.floor").bounding_box()
    assert taken is not None
    large.mouse.click(taken["x"] + 0.9 * taken["width"], taken["y"] + 0.9 * taken["height"])
    assert taken_by(large, api.keys) == [{"type": "floor.call", "by": "dealer"}]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_call_floor_keeps_its_corner(
    width: int, height: int, at: Callable[..., Page], api: ScriptedTable
) -> None:
    page = at(width, height)
    corners = set()
    for name in ("b-facing-a-bet", "c-string-bet", "d-silent", "e-blind", "a-between-hands", "gap"):
        api.show(snapshot())
        page.wait_for_selector("[data-mode=table]")
        wait_for(page, api, name)
        key = page.locator(".key.floor:visible")
        box = key.bounding_box()
        assert box is not None
        corners.add((round(box["x"] + box["width"]), round(box["y"] + box["height"])))
    assert len(corners) == 1
    gap = 8 if width == 800 else 10
    assert corners == {(width - gap, height - gap)}


@pytest.mark.matrix(("language", LANGUAGES), ("width,height", [*LEAST]), part=1)
def test_the_keys_for_what_was_said_fit_with_the_longest_words(
    language: str,
    width: int,
    height: int,
    at: Callable[..., Page],
    api: ScriptedTable,
    press: Callable[[Page, str], None],
    draw: Draw,
) -> None:
    page = at(width, height, f"/?lang={language}")
    words = words_in(language)
    api.show(snapshot(replace(MILLIONS, to_act=9, owes=999_999_999)))
    page.wait_for_function("() => document.querySelector('.tile.acting')?.dataset.seat === '9'")
    press(page, ".tile[data-seat='9']")
    press(page, "[data-verb=raise]")
    for _ in range(9):
        page.click("[data-digit='9']")
    draw(page, f"dealer-{width}-f-keys-{language}")
    most = words.number(999_999_999)
    raised = words.say("page.said_amount", verb=words.say("page.verb.raise"), n=most)
    assert page.text_content("[data-text=padwords]") == raised
    assert page.text_content("[data-text=padcall]") == words.say("page.to_call", n=most)
    assert page.evaluate(MEASURE, LEAST[width, height]) == []
    for key in ("unclear", "conditional"):
        press(page, f"[data-do={key}]")
    assert page.evaluate(MEASURE, LEAST[width, height]) == []
    api.show(snapshot(MILLIONS, alert(SHORT)))
    page.wait_for_selector("#waiting:visible")
    draw(page, f"dealer-{width}-f-waiting-{language}")
    if language == "en":
        assert page.inner_text("#waiting").split("\n") == ["Short raise · Seat 5", "Final when seat 2 acts"]
    assert page.evaluate(MEASURE, LEAST[width, height]) == []


@pytest.mark.matrix(("language", LANGUAGES), ("width,height", [*LEAST]), part=1)
def test_the_sheets_over_the_table_fit(
    language: str,
    width: int,
    height: int,
    at: Callable[..., Page],
    api: ScriptedTable,
    press: Callable[[Page, str], None],
    draw: Draw,
) -> None:
    acts = [
        Act(line=400 + n, seat=n + 1, does="raise", amount=999_999_999, at="21:14:11", over=n > 4)
        for n in range(10)
    ]
    api.show(snapshot(replace(STATES["b-pot-limit"].view), recent=acts))
    page = at(width, height, f"/?lang={language}")
    words = words_in(language)

    def key(name: str, row: str = "#list") -> str:
        """Return the key whose text the catalogue has by ``name``."""
        return f'{row} button:visible:has-text("{words.say(name)}")'

    wrong = {}
    correct = key("page.correct", "#tablebar")
    more, seat = [key("page.more_key", "#tablebar")], [".tile[data-seat='10']", "[data-do=more]"]
    ways = {
        "more": more, "correct": [correct], "act": [correct, "#list .row"], "seat": seat,
        "change": [*seat, key("page.change_given"), f'#list button:has-text("{words.number(5000)}")'],
        "pick": [*more, key("page.pot_seat")],
        "award": [*more, key("page.pot_seat"), ".ten [data-seat='10']"],
    }  # fmt: skip
    back = key("page.back", "#list nav")
    for name, keys in ways.items():
        for one in keys:
            press(page, one)
        draw(page, f"dealer-{width}-sheet-{name}-{language}")
        if measured := page.evaluate(MEASURE, LEAST[width, height]):
            wrong[name] = measured
        press(page, back if page.is_visible("#list") else "[data-do=cancel]")
        if not page.is_visible("#table"):
            press(page, back)
    assert wrong == {}


CUT = """async ([path, rows]) => {
  const { showList } = await import(path);
  document.body.dataset.mode = "list";
  const cut = (row) => [...row.children].some((one) => one.getBoundingClientRect().width > row.clientWidth - 12);
  return rows.filter((row) => {
    showList({ name: "one", entries: [row], keys: [{ label: "" }] });
    return cut(document.querySelector("#list .row"));
  }).map((row) => row.label);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_row_of_the_last_cards_is_cut(language: str, at: Callable[..., Page]) -> None:
    page = at(800, 480, f"/?lang={language}")
    page.wait_for_selector("[data-mode=table]")
    words = words_in(language)
    seat, state = words.say("page.in_seat", n=10), words.say("page.state_disputed")
    heads = {
        card_for(found(*one, LONGEST, seat=10), house(), language=language).headline for one in EVERY_CARD
    }
    rows = [{"label": f"{head} · {seat}", "at": "21:14:07", "state": state} for head in sorted(heads)]
    assert page.evaluate(CUT, [script("list.js"), rows]) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_a_call_costs_keeps_place_and_size_when_chips_are_in(
    width: int, height: int, at: Callable[..., Page], api: ScriptedTable
) -> None:
    page = at(width, height)
    boxes = []
    for changed in ({}, {"owes": 2350}, {"owes": 2360, "may_raise": False, "min_to": None}):
        view = replace(STATES["b-facing-a-bet"].view, **changed)
        api.show(snapshot(view))
        page.wait_for_function(
            f"() => document.querySelector('[data-text=mainfigure]').textContent === '{view.owes:,}'"
        )
        box = page.locator("[data-text=mainfigure]").bounding_box()
        assert box is not None
        boxes.append((box["x"], box["y"], box["height"]))
        assert page.evaluate(MEASURE, AT_THE_TABLE) == []
    assert boxes == [boxes[0]] * 3


# The headlines whose ink leaves the band: dark on dark, it would be cut off.
INK = """(texts) => {
  const context = document.createElement("canvas").getContext("2d");
  const band = document.querySelector("#card .band").getBoundingClientRect();
  const head = document.querySelector("#card .band h1");
  const foot = head.appendChild(document.createElement("i"));
  foot.style.display = "inline-block";
  const baseline = foot.getBoundingClientRect().bottom;
  context.font = getComputedStyle(head).font;
  return texts.filter((text) => {
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText(text);
    return baseline - up < band.top || baseline + down > band.bottom;
  });
}"""


@pytest.mark.matrix(("language", LANGUAGES), ("width,height", SIZES), part=1)
def test_no_letter_of_a_headline_leaves_its_band(
    width: int, height: int, language: str, at: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(STATES["c-string-bet"])
    page = at(width, height, f"/?lang={language}")
    page.wait_for_selector("[data-mode=card]")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    cards = [card_for(found(*one, LONGEST, seat=10), house(), language=language) for one in EVERY_CARD]
    assert page.evaluate(INK, [text for card in cards for text in (card.headline, card.seat)]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_seat_stands_beside_a_headline_that_leaves_it_room(
    language: str, at: Callable[..., Page], api: ScriptedTable
) -> None:
    api.show(
        snapshot(
            STATES["c-string-bet"].view, alert(found("misdeal.wrong_first_seat", "redeal", LONGEST, seat=6))
        )
    )
    page = at(390, 844, f"/?lang={language}")
    page.wait_for_selector("[data-mode=card]")
    headline, seat = (page.locator(f"#card .band {part}").bounding_box() for part in ("h1", ".seat"))
    assert headline is not None
    assert seat is not None
    assert abs((headline["y"] + headline["height"] / 2) - (seat["y"] + seat["height"] / 2)) < 8


def test_the_layout_stretches_in_width(at: Callable[..., Page], api: ScriptedTable) -> None:
    api.show(STATES["b-longest"])
    page = at(853, 480)
    wait_for(page, api, "b-longest")
    assert page.evaluate(MEASURE, AT_THE_TABLE) == []


@pytest.mark.parametrize("state", ["b-facing-a-bet", "b-stud-sixth"])
def test_pixels_of_seats_and_cards_are_the_same_in_every_language(
    state: str, at: Callable[..., Page], api: ScriptedTable
) -> None:
    places = []
    for language in LANGUAGES:
        api.show(STATES[state])
        page = at(800, 480, f"/?lang={language}")
        page.wait_for_selector("[data-mode=table]")
        places.append(
            page.evaluate(
                "[...document.querySelectorAll('.tile, #board .card, .ups .card')].map((n) => { const b = n.getBoundingClientRect();"
                " return [b.x, b.y, b.width, b.height]; })"
            )
        )
    assert all(place == places[0] for place in places)


def test_an_alert_is_one_of_those_that_open(api: ScriptedTable, at: Callable[..., Page]) -> None:
    api.show(snapshot(STATES["b-facing-a-bet"].view, alert(found("bet.overchip", "call", LONGEST, seat=10))))
    page = at(800, 480)
    page.wait_for_function("() => document.querySelector('#note').textContent !== ''")
    assert page.inner_text("#note") == "Seat 10: Call: 999,999,999"
    assert page.evaluate(MEASURE, AT_THE_TABLE) == []


@pytest.mark.parametrize("state", ["b-facing-a-bet", "a-between-hands"])
def test_the_dealer_is_reminded_in_one_line(state: str, api: ScriptedTable, at: Callable[..., Page]) -> None:
    notes = [
        Note(kind="chips.rebuy_behind", seat=8, cites=["27"], facts={"owed": 20_000}),
        Note(kind="button.correct_previous", seat=10, cites=["1"], facts={"played": 9}, level="dealer"),
    ]
    api.show(snapshot(replace(STATES[state].view, notes=notes)))
    page = at(800, 480)
    page.wait_for_function("() => document.querySelector('#note').textContent !== ''")
    assert page.inner_text("#note") == "Seat 10: Button here, was at 9"
    assert page.evaluate(MEASURE, AT_THE_TABLE) == []
