"""Every event has a sender that ships, and the table of senders says what firmware, camera and pages really send.

What a part can send is read from its code, not from a second list: the events that the modules of a board's
firmware name, the kinds of the camera, presses of the panel's keys, what the pages' scripts post, what the daemon
puts together and what the referee marks as its own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from controller import senders
from controller.keyed import EVENTS as DOOR
from controller.senders import SENDERS, Who, sent_by
from controller.table import events
from firmware_bridge import MAY_SEND
from hw.entry import PanelEntry
from hw.keys import Key
from vision.motion.events import Kind
from vision.watch.card_events import Kind as CardKind

ROOT = Path(__file__).parents[1]
FIRMWARE = ROOT / "firmware_bridge" / "firmware"
TAG_OF = {kind.__name__: str(kind.__struct_config__.tag) for kind in get_args(events.AnyEvent)}
EVENTS = {*TAG_OF.values(), "log"}


def trees(paths: Iterable[Path]) -> Iterator[ast.Module]:
    return (ast.parse(path.read_text("utf-8")) for path in paths)


def built_from(main: str) -> set[Path]:
    """Return a board's ``main`` and every module of the firmware that it imports, near or far."""
    found: set[Path] = set()
    waiting = [FIRMWARE / f"{main}.py"]
    while waiting:
        path = waiting.pop()
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                folder = path.parents[node.level - 1]
                near = folder.joinpath(*(node.module or "").split("."))
                names = [near.with_suffix(".py"), near / "__init__.py"]
                waiting += [one for one in names if one.is_file() and one not in found]
    return found


def named_in(tree: ast.Module) -> set[str]:
    """Return the events that the code names, its docstrings left out."""
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in said and isinstance(node.value, str | bytes):
            text = node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
            alone = {text} if "." in text else set()  # "seat" alone is a zone's
            found |= {*alone, *re.findall(r'"type":"([a-z.]+)"', text)} & EVENTS
    return found


def firmware(main: str) -> set[str]:
    return set().union(*map(named_in, trees(built_from(main))))


def camera() -> set[str]:
    return {*get_args(Kind), *get_args(CardKind)}


def panel() -> set[str]:
    """Return what two keys in a row, whichever they are, make the panel send."""
    sent: set[str] = set()
    for pair in product(Key, Key):
        entry = PanelEntry()
        sent |= {told["type"] for key in pair for told in entry.press(key, 1.0)}
    return sent


def page() -> set[str]:
    """Return the events that the pages' scripts put together."""
    texts = [path.read_text("utf-8") for path in (ROOT / "controller" / "web" / "static").glob("*.js")]
    return {kind for text in texts for kind in re.findall(r'\btype: "([a-z.]+)"', text)} & EVENTS


def table() -> set[str]:
    """Return the events that the referee makes and marks as its own, or the daemon for it."""
    return {
        TAG_OF[name]
        for tree in trees((ROOT / "controller" / "table").rglob("*.py"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "by" and isinstance(word.value, ast.Constant) and word.value.value == "table"
        if (name := ast.unparse(node.func).rpartition(".")[2]) in TAG_OF
    } | put_together(by_table=True)


def daemon() -> set[str]:
    """Return the events that the daemon puts together, but those that it marks as the table's own."""
    return put_together(by_table=False)


def put_together(*, by_table: bool) -> set[str]:
    """Return the events that stand in the daemon's code as plain fields, with or without ``by`` the table."""
    found: set[str] = set()
    for tree in trees((ROOT / "controller" / "daemon").rglob("*.py")):
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                pairs = zip(node.keys, node.values, strict=True)
                plain = {ast.unparse(key): value for key, value in pairs if key is not None}
                kind, by = plain.get("'type'"), plain.get("'by'")
                ours = isinstance(by, ast.Constant) and by.value == "table"
                if isinstance(kind, ast.Constant) and ours is by_table:
                    found.add(str(kind.value))
    return found & EVENTS


@cache
def really(who: Who) -> set[str]:
    """Return what a part really sends."""
    match who:
        case "shoe" | "antennas":
            return firmware(f"main_{who}")
        case "camera":
            return camera()
        case "panel":
            return panel()
        case "page":
            return page()
        case "table":
            return table()
        case "daemon":
            return daemon()


def test_every_event_of_the_log_has_a_sender() -> None:
    assert set(SENDERS) == EVENTS
    assert all(SENDERS.values())


@pytest.mark.parametrize("who", get_args(Who))
def test_the_table_of_senders_says_what_each_really_sends(who: Who) -> None:
    assert really(who) - sent_by(who) == set(), f"sent by {who}, and not in the table"
    assert sent_by(who) - really(who) == set(), f"in the table, and not sent by {who}"


@pytest.mark.parametrize(("who", "kind"), [("shoe", "shoe"), ("antennas", "antennas"), ("camera", "chips")])
def test_the_link_lets_a_device_send_what_it_senses(who: Who, kind: str) -> None:
    assert sent_by(who) <= MAY_SEND[kind]


def test_the_link_lets_the_panel_send_what_its_keys_and_the_pages_do() -> None:
    assert sent_by("panel") | sent_by("page") <= MAY_SEND["panel"]


def test_what_the_pages_may_key_is_what_they_key() -> None:
    assert really("page") - set(DOOR) == set(), "posted by a page, and refused"
    assert set(DOOR) - sent_by("page") == {"deck", "table"}, (
        "taken from a page, and no key for it in the table"
    )


def test_the_page_of_senders_is_the_table() -> None:
    assert (ROOT / "docs" / "senders.md").read_text("utf-8") == senders.page()
