"""A night is played, and whatever leaves the process is read: no tag, no card that nobody may see."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs])(?![0-9A-Za-z])")
TAG = re.compile(rb"E00401[0-9A-F]{10}")


class Reader(threading.Thread):
    """A page that keeps everything it is ever sent."""

    def __init__(self, table: Any, page: str) -> None:
        super().__init__(daemon=True)
        self._table, self._page = table, page
        self.lines: list[bytes] = []

    def run(self) -> None:
        with self._table.stream(self._page) as stream:
            for line in stream:
                self.lines.append(line)

    def hands(self) -> list[tuple[int, dict[str, Any]]]:
        """Return every message with the hand that was on when it was sent."""
        number, told = 0, []
        for line in self.lines:
            if line.startswith(b"data: "):
                message = json.loads(line[6:])
                number = message.get("view", {}).get("hand", number)
                told.append((number, message))
        return told


@contextmanager
def read(table: Any) -> Iterator[list[Reader]]:
    """Keep all that both pages of a table are sent; the table is stopped afterwards."""
    readers = [Reader(table, page) for page in ("dealer", "floor")]
    for reader in readers:
        reader.start()
    yield readers
    if table.alive:
        table.stop()
    for reader in readers:
        reader.join(timeout=10)


@pytest.fixture
def pages(running):
    with read(running) as readers:
        yield readers


@pytest.mark.soak
def test_in_a_whole_night_no_hidden_card_leaves_the_process(running, hand, pages, long_proof) -> None:
    hands = long_proof(4, 30)
    for number in range(hands):
        running.play([hand.deck(), *trouble(hand, number, to="deal")])
        running.wait_safe()
        assert_nothing_on_disk(running, hand, number)
        running.play(trouble(hand, number)[len(trouble(hand, number, to="deal")) :])
        hand.wait_for(lambda n=number: over(running, n + 1), f"hand {number + 1} to be over")
        assert_nothing_on_disk(running, hand, number)
    assert running.stop() == 0
    for reader in pages:
        reader.join(timeout=10)
        assert not TAG.search(b"".join(reader.lines))
        for number, message in reader.hands():
            assert named_in(message) <= seen_by_all(hand, number), message
    shown = {(number, card) for number, message in pages[0].hands() for card in named_in(message)}
    assert len(shown) > 3 * hands, "the boards themselves were shown"
    assert not TAG.search(running.output().encode())
    assert not named_in(running.output())


def test_a_hole_card_that_passes_over_the_board_is_never_named(running, hand, pages) -> None:
    dealt = hand.events(to="deal")
    running.play([hand.deck(), *dealt])
    passing = dealt[-1]["tag"]
    running.play([{"type": "card.seen", "tag": passing, "zone": "board"}])
    running.play([{"type": "card.gone", "tag": passing, "zone": "board"}])
    running.play([{"type": "tap", "seat": 3}])
    assert running.stop() == 0
    for reader in pages:
        reader.join(timeout=10)
        assert not [message for _, message in reader.hands() if named_in(message)]


def test_what_cannot_be_read_is_named_without_its_tag(running, hand) -> None:
    tag = hand.tag("Ks")
    running.play([hand.deck()])
    shoe = running.devices["shoe"]
    for raw in (
        f'{{"type":"card.draw","tag":"{tag}","face":"{tag}"}}',
        f'{{"type":"card.draw","tag":"{tag}","face":"Ks"}}',
        f'{{"type":"card.draw","tag":"{tag}"',
        f'{{"type":"{tag}"}}',
    ):
        shoe.tell(raw=raw)
    running.wait_safe()
    bad = hand.wait_for(
        lambda: [a for a in running.state()["alerts"] if "bad_line" in a["id"]], "the bad lines"
    )
    hand.wait_for(
        lambda: len([a for a in running.state()["alerts"] if "bad_line" in a["id"]]) == 4, "all four"
    )
    for text in (json.dumps(running.state()), running.output()):
        assert tag not in text
        assert not named_in(text)
    assert not TAG.search(on_disk(running))
    assert bad


def test_a_tag_that_somebody_typed_stays_hidden_after_a_restart_once_its_deck_is_out_of_play(
    running, hand
) -> None:
    tag = hand.tag("Ks")
    called = {"type": "floor.call"}
    running.play([hand.deck(), *hand.events(6)])
    running.post("/key", called)
    call = hand.wait_for(lambda: [a for a in running.state()["alerts"] if "call" in a["id"]], "the call")[0]
    assert running.post("/mark", {"finding": call["id"], "state": "coming", "by": f"Ana {tag}"})[0] < 300
    said = {
        "type": "ruling",
        "finding": call["id"],
        "decision": "no_action",
        "by": "Ana",
        "note": f"of {tag.lower()}",
    }
    assert running.post("/key", said)[0] < 300
    shoe = running.devices["shoe"]
    sensed = shoe.sensed
    shoe.tell(raw=f'{{"type":"{hand.tag("2c", 9)}"}}')
    hand.wait_for(
        lambda: shoe.sensed > sensed, "the shoe to have sent it"
    )  # what is played next is counted from here
    running.play([hand.deck(2), {"type": "hand.start", "button": 1}, {"type": "hand.end"}])
    hand.wait_for(lambda: kept_after(running, 2), "the state after the second hand to be kept")
    running.kill()
    running.start()
    again = hand.wait_for(
        lambda: [a for a in running.state()["alerts"] if a["id"] == call["id"]], "the call again"
    )
    assert "(tag)" in json.dumps(again)
    told = json.dumps(running.state()) + running.get("/floor") + running.output()
    assert not re.search(TAG.pattern.decode(), told, re.IGNORECASE)
    running.post("/key", {**called, "by": f"Ana {tag}"})
    running.wait_safe()
    assert not re.search(TAG.pattern, on_disk(running), re.IGNORECASE)


def kept_after(table: Any, hands: int) -> bool:
    """Whether the table's state after so many recorded hands is kept, from which a restart goes on."""
    db = sqlite3.connect(table.journal)
    recorded = [n for (n,) in db.execute("SELECT n FROM record WHERE kind = 'public' ORDER BY n")]
    kept = db.execute("SELECT max(n) FROM checkpoint").fetchone()[0]
    db.close()
    return len(recorded) >= hands and kept is not None and int(kept) >= recorded[hands - 1]


def trouble(hand: Any, number: int, **how: Any) -> list[dict[str, Any]]:
    """Return a hand; every third with a boxed card, every fourth with an unread draw."""
    events = hand.events(number % 6 + 1, shift=number * 5 % 52, **how)
    draws = [place for place, event in enumerate(events) if event["type"] == "card.draw"]
    if number % 3 == 2:
        events[draws[4]] = {**events[draws[4]], "face": "up"}
    if number % 4 == 3:
        events[draws[6]] = {**events[draws[6]], "tag": None}
    return events


def seen_by_all(hand: Any, number: int) -> set[str]:
    """Return the cards that were on the board or tabled in hand ``number``, from 1."""
    shift = (number - 1) * 5 % 52
    cards = hand.cards[shift:] + hand.cards[:shift]
    board = [*cards[13:16], cards[17], cards[19]]
    big_blind_holds = [cards[1], cards[7]]
    return {*board, *big_blind_holds}


def over(table: Any, number: int) -> bool:
    view = table.state()["view"]
    return bool(view["hand"] == number and view["street"] == "between")


def named_in(value: Any) -> set[str]:
    """Return every card that a message names, wherever it stands in it."""
    text = value if isinstance(value, str) else json.dumps(value)
    return set(CARD.findall(text))


def on_disk(table: Any) -> bytes:
    """Return everything that the daemon has written anywhere, but for the sealing key."""
    files = [path for path in Path(table.folder).rglob("*") if path.is_file() and path != table.key_file]
    return b"\n".join(path.read_bytes() for path in files)


def assert_nothing_on_disk(table: Any, hand: Any, number: int) -> None:
    content = on_disk(table)
    assert b"card.draw" in content
    assert not TAG.search(content)
    quoted = {card.decode() for card in re.findall(rb'"([2-9TJQKA][cdhs])"', content)}
    allowed = {card for past in range(1, number + 2) for card in seen_by_all(hand, past)}
    assert quoted <= allowed


@pytest.mark.matrix(("at", ["deal", "flop", "end"]), part=1)
def test_no_core_dump_holds_the_cards(running, hand, at) -> None:
    running.play([hand.deck(), *hand.events(to=at)])
    limits = Path(f"/proc/{running.pid}/limits").read_text()
    (core,) = [line for line in limits.splitlines() if line.startswith("Max core file size")]
    assert core.split()[4:6] == ["0", "0"]
    assert not TAG.search(core_dump(running.pid, running.folder))
    shoe = core_dump(running.devices["shoe"].pid, running.folder)
    assert TAG.search(shoe) or not shoe, "a process that does not guard its memory gives them away"


def core_dump(pid: int, folder: Path) -> bytes:
    """Return a core dump taken of a process by a debugger; nothing where it is not let near."""
    subprocess.run(["gcore", "-o", str(folder / "core"), str(pid)], capture_output=True, check=False)
    dump = folder / f"core.{pid}"
    content = dump.read_bytes() if dump.exists() else b""
    dump.unlink(missing_ok=True)
    return content
