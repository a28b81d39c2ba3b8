"""A night at a table with every trouble, and everybody who could listen: what leaves it is kept and searched."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote

import msgspec

from controller.journal.boxes import load_opener
from controller.journal.seal import make_key
from tests.daemon.conftest import Table, hand_events, tag_of, wait_for
from tests.leaks.room_floor import FloorOfNight
from tests.leaks.search import CARDS, Found, new_deck
from tests.noise.fault import inject
from tests.noise.score import FAULTS
from tests.properties.nights import played
from tests.room.broker import Broker, Listener

HANDS_OF_A_DECK: Final = 10
_SENT_BY_NOBODY: Final = ("table", "level", "tick", "seat")
_PAGES: Final = ("/", "/floor", "/seats", "/access", "/metrics", "/seats/table.csv")


class Page(threading.Thread):
    """An open page: everything it is sent, by connection; it comes back when the daemon does."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(daemon=True)
        self._table, self.name_of_page = table, name
        self.lines: list[bytes] = []
        self.searched = 0
        self.closing = threading.Event()

    def run(self) -> None:
        while not self.closing.is_set():
            with contextlib.suppress(Exception), self._table.stream(self.name_of_page) as stream:
                for line in stream:
                    self.lines.append(line)
            self.closing.wait(0.1)


class Night:
    """One table, its room, its pages, and what is known of each hand's public cards."""

    def __init__(self, folder: Path, found: Found, seed: int = 7) -> None:
        self.found, self.chance = found, Random(seed)
        self.public: defaultdict[int, set[str]] = defaultdict(set)
        self.broker = Broker(folder)
        self.broker.start()
        self.listener = Listener(self.broker.port, "#")
        self.table = Table(folder)
        self._configure()
        self.tags: dict[str, str] = {}
        self.dumps, self.heard, self.records, self.logged = 0, 0, 0, 0
        self.table.plug_all()
        self._start()
        self.pages = [Page(self.table, name) for name in ("dealer", "floor")]
        for page in self.pages:
            page.start()
        self.floor = FloorOfNight(folder / "floor", self.broker, found, self._seen)
        self._shown: set[str] = set()

    def _configure(self) -> None:
        table = self.table
        make_key(table.folder / "away" / "auditor.key", "auditor's")
        public = load_opener(table.folder / "away" / "auditor.key").public.hex()
        (table.folder / "auditor.pub").write_text(public + "\n")
        for name in ("stick", "tmp"):
            (table.folder / name).mkdir()
        own = 'seal_key = "keys/seal.key"\n'
        more = f'{own}auditor_key = "auditor.pub"\nanchor = "stick/heads.jsonl"\n'
        text = table.config.read_text().replace(own, more)
        table.config.write_text(
            f'{text}\n[room]\nsite = "zagreb"\nbroker = "{self.broker.url}"\nhome_assistant = true\n'
        )

    def _start(self) -> None:
        self.table.start(environment={"TMPDIR": str(self.table.folder / "tmp")})
        self.table.wait_up()

    # What is played.

    def play(self, number: int) -> None:
        """Play hand ``number``, from 0, with the trouble that it is its turn for."""
        before = self._hand()
        if number % HANDS_OF_A_DECK == 0:
            self.tags = new_deck(self.chance, number // HANDS_OF_A_DECK % 256)
            self._sense(
                {
                    "type": "deck",
                    "id": f"D{number}",
                    "back": "blue",
                    "cards": {t: c for c, t in self.tags.items()},
                }
            )
        events = self._events(number)
        public = {
            str(event["tag"]) for event in events
            if event.get("tag") and (event.get("zone") == "board" or event.get("face") == "up")
        }  # fmt: skip
        for hand in range(before, before + 3):
            self.public[hand] |= public
        trouble = _TROUBLES[number % len(_TROUBLES)]
        at = self.chance.randrange(4, max(5, len(events) - 2))
        for place, event in enumerate(events):
            self._sense(event)
            if place == at:
                trouble(self)
        self.table.wait_safe()
        for hand in range(before, self._hand() + 2):
            self.public[hand] |= public

    def _events(self, number: int) -> list[dict[str, Any]]:
        """Return a hand's events with cards for tags: every third one with a fault of people in it."""
        if number % 3 == 2:
            for seed in itertools.count(number):
                faulty = inject(FAULTS[number // 3 % len(FAULTS)], played("deltin", seed).course, self.chance)
                if faulty is not None:
                    plain = [msgspec.to_builtins(event, str_keys=True) for event in faulty.events]
                    return [event for event in plain if event["type"] not in (*_SENT_BY_NOBODY, "deck")]
        cards = self.chance.sample(CARDS, len(CARDS))
        told = {tag_of(card): card for card in CARDS}
        events = hand_events(cards, number % 6 + 1)
        return [{**event, "tag": told[event["tag"]]} if event.get("tag") else event for event in events]

    def _sense(self, event: dict[str, Any]) -> None:
        plain = {
            name: value for name, value in event.items() if name not in ("t", "sensed") and value is not None
        }
        if "tag" in event:
            plain["tag"] = self.tags.get(event["tag"], event["tag"])
        try:
            device = self.table.device_for(plain)
        except StopIteration:
            self.post("/key", plain)
            return
        due = device.sensed + 1  # the device tells of it later than it is told
        device.sense(plain)
        wait_for(lambda: device.acked >= due, "the event to be safe")

    def _hand(self) -> int:
        return int(self.table.state()["view"]["hand"])

    def post(self, path: str, fields: dict[str, Any]) -> None:
        """Post as a page does, and search the answer."""
        _, answer = self.table.post(path, fields)
        self.found.look("answers to posts", json.dumps(answer).encode())

    # What goes wrong beside the cards.

    def nothing(self) -> None:
        """Nothing goes wrong."""

    def lines_that_cannot_be_read(self) -> None:
        """The shoe sends what is no event, with tags in it."""
        shoe, tag = self.table.devices["shoe"], self.chance.choice(list(self.tags.values()))
        for raw in (
            f'{{"type":"card.draw","tag":"{tag}","face":"{tag}"}}', f'{{"type":"card.draw","tag":"{tag}"',
            f'{{"type":"{tag}"}}', f'{{"type":"card.draw","tag":"{tag}","face":"Ks","why":"{tag.lower()}x"}}',
            f'{{"type":"card.draw","tag":"{tag}","face":"down","note":"As {tag}"}}',
        ):  # fmt: skip
            shoe.tell(raw=raw)

    def power_cut(self) -> None:
        """The daemon is killed, and comes back."""
        self.table.kill()
        self._start()

    def unplugged(self) -> None:
        """The antennas are pulled out and put back."""
        antennas = self.table.devices["antennas"]
        antennas.tell(unplug=True)
        antennas.tell(plug=True)

    def strange_cards(self) -> None:
        """A hole card passes over the board, a strange tag lies there, a card is in two places."""
        hidden = self.chance.choice(list(self.tags))
        for zone in ("board", "muck", "seat:5"):
            self._sense({"type": "card.seen", "tag": hidden, "zone": zone})
            self._sense({"type": "card.gone", "tag": hidden, "zone": zone})
        strange = new_deck(self.chance, 255)["As"]
        self._sense({"type": "card.seen", "tag": strange, "zone": "board"})
        self._sense({"type": "card.gone", "tag": strange, "zone": "board"})

    def somebody_types_a_card(self) -> None:
        """The floor rules on what there is, and writes a tag into the note; a device reports one as its trouble."""
        tag = self.chance.choice(list(self.tags.values()))
        self.post("/key", {"type": "floor.call", "by": f"x{tag}"})
        for alert in self.table.state()["alerts"][:2]:
            self.post("/mark", {"finding": alert["id"], "state": "coming", "by": f"Ana {tag}"})
            self.post(
                "/key", {"type": "ruling", "finding": alert["id"], "decision": "play_on", "by": "Ana", "note": f"tag {tag.lower()}"}
            )  # fmt: skip
        self.found.look(
            "answers to posts",
            json.dumps(self.table.post("/key", {"type": tag})).encode().replace(tag.encode(), b""),
        )

    # What is searched.

    def search(self, *, whole: bool = False) -> None:
        """Search what has left since the last time; ``whole``: all that lies on disk, and what commands print."""
        table, found = self.table, self.found
        for path in _PAGES:
            with contextlib.suppress(AssertionError, OSError):
                found.look(f"page {path}", table.get(path).encode())
        for page in self.pages:
            self._search_stream(page)
        self._search_broker()
        self._search_evidence()
        self.floor.search()
        self._search_records()
        self._search_process()
        if whole:
            self._open_for_the_auditor()
            self._search_disk()
            self._search_commands()

    def _search_stream(self, page: Page) -> None:
        lines = page.lines[page.searched :]
        page.searched += len(lines)
        channel = f"stream of the {page.name_of_page}'s page"
        self.found.look(channel, b"".join(lines))
        for line in lines:
            if not line.startswith(b"data: "):
                continue
            message = json.loads(line[6:])
            for alert in message.pop("alerts", []):
                number = alert.get("hand", message.get("view", {}).get("hand", 0))
                self.found.look_for_cards(f"{channel}, an alert", alert, self._seen(number))
            if "view" in message:
                self.found.look_for_cards(channel, message, self._seen(message["view"]["hand"]))

    def _search_broker(self) -> None:
        """Search what left for the room, Home Assistant and heads too, for tags; what tells of a hand, for cards."""
        raw = self.listener.raw[self.heard :]
        self.heard += len(raw)
        for payload in raw:
            body = json.loads(payload)
            channel = f"broker, {body.get('type', 'other')}"
            self.found.look(channel, payload)
            finding = body.get("finding")
            hand = body.get("hand", finding.get("hand") if isinstance(finding, dict) else None)
            if isinstance(hand, int):
                self.found.look_for_cards(channel, body, self._seen(hand))

    def _search_evidence(self) -> None:
        """Search the drawings of what was found, as the floor's page at the table has them."""
        for alert in self.table.state()["alerts"]:
            if alert["id"] in self._shown:
                continue
            self._shown.add(alert["id"])
            try:
                shown = self.table.get(f"/evidence?finding={quote(alert['id'])}")
            except AssertionError:  # forgotten meanwhile, for others that came
                if alert["id"] in {one["id"] for one in self.table.state()["alerts"]}:
                    raise
                continue
            self.found.look("page /evidence", shown.encode())
            self.found.look_for_cards("page /evidence", shown, self._seen(alert["hand"]))

    def _seen(self, hand: int) -> set[str]:
        """Return the cards that everybody saw in ``hand`` or beside it."""
        return self.public[hand - 1] | self.public[hand] | self.public[hand + 1]

    def _search_records(self) -> None:
        """Search what lies open in the journal's new records for cards; the last hand's are public by now."""
        db = sqlite3.connect(f"file:{self.table.journal}?mode=ro", uri=True)
        rows = db.execute("SELECT n, body FROM record WHERE n > ? ORDER BY n", (self.records,)).fetchall()
        db.close()
        hand = self._hand()
        allowed = self._seen(hand) | self._seen(hand - 1)
        for n, body in rows:
            self.records = n
            self.found.look_for_cards("journal, in the open", body.decode(), allowed)

    def _search_process(self) -> None:
        for name in ("environ", "cmdline", "maps", "status"):
            self.found.look(f"/proc, {name}", Path(f"/proc/{self.table.pid}/{name}").read_bytes())
        hand, log = self._hand(), (self.table.folder / "out.log").read_bytes()
        self.found.look("log", log[self.logged :])
        self.found.look_for_words("log", log[self.logged :], self._seen(hand) | self._seen(hand - 1))
        self.logged = len(log)

    def _search_disk(self) -> None:
        away = (self.table.folder / "away", self.table.folder / "keys")
        for path in sorted(self.table.folder.rglob("*")):
            if path.is_file() and not any(path.is_relative_to(folder) for folder in away):
                kind = path.relative_to(self.table.folder).parts[0]
                self.found.look(f"disk, {kind}", path.read_bytes())

    def _search_commands(self) -> None:
        journal = str(self.table.journal)
        for command in (
            ("journal", "list", journal), ("journal", "export", journal), ("journal", "export", journal, "--format", "phh"),
            ("journal", "export", journal, "--format", "ohh"),
            ("journal", "verify", journal), ("journal", "head", journal, "--slip"), ("report", journal, "-o", str(self.table.folder / "tmp" / "report.html")),
            ("doctor", "--config", str(self.table.config)), ("devices", "--config", str(self.table.config)),
        ):  # fmt: skip
            ran = subprocess.run(
                [sys.executable, "-m", "controller.cli", *command], capture_output=True, check=False
            )
            self.found.look(
                f"floorcall {' '.join(command[:2]) if command[0] == 'journal' else command[0]}",
                ran.stdout + ran.stderr,
            )

    def _open_for_the_auditor(self) -> None:
        """Let the auditor open a hand that is over: what he sees is his, that he saw it is on record."""
        hands = subprocess.run(
            [sys.executable, "-m", "controller.cli", "journal", "list", str(self.table.journal)],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        over = re.findall(r"log (\d+)  hand (\d+) ", hands)
        if not over:
            return
        log, hand = over[-1]
        subprocess.run(
            [sys.executable, "-m", "controller.cli", "journal", "export", str(self.table.journal), "--log", log, "--hand", hand,
             "--key", str(self.table.folder / "away" / "auditor.key"), "--by", "Mara", "-o", str(self.table.folder / "away" / "hand.jsonl")],
            capture_output=True, check=True,
        )  # fmt: skip
        assert (self.table.folder / "away" / "hand.jsonl").stat().st_size

    def dump(self) -> None:
        """Take core dumps of the daemon and of the floor's process as root, and search them."""
        out = self.table.folder / "tmp" / "core"
        for channel, pid in (("core dump", self.table.pid), ("core dump, floor", self.floor.pid)):
            subprocess.run(["gcore", "-o", str(out), str(pid)], capture_output=True, check=False)
            for path in out.parent.glob("core.*"):
                self.found.look(channel, path.read_bytes())
                self.dumps += channel == "core dump"
                os.unlink(path)

    def close(self) -> None:
        """Put everything away, and search what came last."""
        self.floor.close()
        assert self.table.stop() == 0
        for page in self.pages:
            page.closing.set()
            page.join(timeout=10)
            self._search_stream(page)
        self._search_disk()
        self.listener.close()
        self.broker.stop()
        self.table.close()


_TROUBLES: Final[tuple[Callable[[Night], None], ...]] = (
    Night.lines_that_cannot_be_read, Night.strange_cards, Night.somebody_types_a_card, Night.power_cut,
    Night.nothing, Night.unplugged, Night.nothing, Night.nothing,
)  # fmt: skip
