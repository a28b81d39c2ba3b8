"""What may be fed with any bytes at all, and what has to hold then. A target raises where it does not.

Each takes bytes as they come from outside: a cable, a file, a browser. What a part refuses it refuses by its own
error, with a place; any other exception is a fault, and so is memory that grows or an answer that depends on how
the bytes were cut.
"""

from __future__ import annotations

import asyncio
import io
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from controller import rulebooks
from controller.config import ConfigError
from controller.config.load import parse_config
from controller.daemon.intake import Unfit, stamp
from controller.deck.file import DeckError, load_deck
from controller.journal.anchors import read_anchors
from controller.journal.cover import cover, covered_bad, tags_in
from controller.journal.store import JournalError
from controller.privacy import HiddenCards, redact
from controller.release import ReleaseError, checked
from controller.rulebooks.loader import parse as parse_rulebook
from controller.sensorlog.reader import LogReader, Problem
from controller.sensorlog.source import LogFileError, Source
from controller.sheets.levels import schedule_of
from controller.sheets.seats import seats_of
from controller.sheets.sheet import SheetError, text_of
from controller.table.engine import Engine
from controller.table.events import LogHeader
from controller.web import create_app
from firmware_bridge import HostSession
from firmware_bridge.codes import BadMessage
from firmware_bridge.frames import FrameDecoder
from firmware_bridge.messages import object_in
from firmware_bridge.readers import pepper_frames, pn532_frames
from tests.web.conftest import ScriptedTable
from tests.web.states import FOUR_FLOP, NIGHT, alert, snapshot

Target = Callable[[bytes], None]
_HELD_AT_MOST: Final = 1024
_TAG: Final = re.compile("[0-9A-F]{8,64}")


def _names(place: str, error: Exception) -> None:
    """See that a refusal says where."""
    assert str(error).startswith(place), error


def link(data: bytes) -> None:
    """A cable's bytes into the decoder and the host's session; the first byte says how they are cut."""
    size = data[0] + 1 if data else 1
    body = data[1:]
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    decoder = FrameDecoder()
    found = []
    for piece in pieces:
        found += decoder.feed(piece)
        assert decoder.held <= _HELD_AT_MOST
    assert found == FrameDecoder().feed(body), "frames depend on how the bytes were cut"
    session = HostSession(lambda hello: None, first_command=1)
    session.port_opened(0.0)
    for number, piece in enumerate(pieces[:200]):
        session.receive(piece, number / 50)
        session.tick(number / 50)
        session.to_send()
    session.tick(60.0)


def readers(data: bytes) -> None:
    """A cable's bytes into the decoders of both tag readers."""
    for kind in (pn532_frames.Splitter, pepper_frames.Splitter):
        whole, cut = kind(), kind()
        found = list(whole.feed(data))
        assert found == [one for byte in data for one in cut.feed(bytes([byte]))]


def event(data: bytes) -> None:
    """A device's event: taken in, covered for the disk, and shown through the gate; no tag gets through."""
    secrets = HiddenCards()
    try:
        fields = object_in(data)
        stamp(data, fields, 1.0, {"device": "shoe"})
    except (BadMessage, Unfit):
        secrets.learn_raw(data)
        covered_bad(data)
        return
    tags = tags_in(fields)
    secrets.learn(tags)
    covered = cover(fields, lambda tag: "~", secrets)
    shown = msgspec.json.encode([covered, redact({**fields, "cards": None}, secrets)])
    for tag in tags:
        assert not _TAG.fullmatch(tag) or tag.encode() not in shown


def log(data: bytes) -> None:
    """A recorded log, packed or not, read and played through the referee."""
    try:
        entries = list(LogReader(Source("fuzz", io.BytesIO(data))))
    except LogFileError:
        return
    engine = None
    for line, entry in entries:
        if isinstance(entry, Problem):
            assert entry.error
        elif isinstance(entry, LogHeader):
            engine = Engine(rulebooks.load("deltin"), entry)
        elif engine is not None:
            engine.feed(line, entry)
    if engine is not None:
        engine.finish()
        engine.view()


def configuration(data: bytes) -> None:
    """A table's configuration."""
    try:
        parse_config(data.decode("utf-8", "replace"), "fuzz.toml")
    except ConfigError as error:
        _names("fuzz.toml", error)


def rulebook(data: bytes) -> None:
    """A house's own book."""
    _, problems = parse_rulebook(data.decode("utf-8", "replace"), "fuzz.toml")
    assert all(str(problem).startswith("fuzz.toml") for problem in problems)


def files(data: bytes) -> None:
    """The smaller files: a table and a level schedule as sheets, a deck, signed heads, a signed release."""
    for read in (seats_of, schedule_of):
        try:
            read(text_of(data, "fuzz.csv"), "fuzz.csv")
        except SheetError as error:
            _names("fuzz.csv", error)
    for load, refuses in (
        (load_deck, DeckError), (read_anchors, JournalError), (lambda path: checked(path, bytes(32)), ReleaseError),
    ):  # fmt: skip
        _FILE.write_bytes(data)
        try:
            load(_FILE)
        except refuses as error:
            _names(str(_FILE), error)


_FILE: Final = Path(tempfile.mkdtemp(prefix="floorcall-fuzz-")) / "file"
PATHS: Final = (
    "/key", "/mark", "/login", "/pair", "/access/admit", "/access/shut", "/seats/table", "/seats/move", "/seats/drop",
    "/clock",
)  # fmt: skip


def request(data: bytes) -> None:
    """A post to the pages; the first byte says to which. Taken, or refused by a place; never a fault."""
    path = PATHS[data[0] % len(PATHS)] if data else PATHS[0]
    status, body = asyncio.run(_posted(path, data[1:]))
    assert status < 500, (path, status)
    if status in (400, 413):
        assert msgspec.json.decode(body)["error"]["place"], path


async def _posted(path: str, body: bytes) -> tuple[int, bytes]:
    """Post ``body`` as a page of the same origin does; return status and answer."""
    api = ScriptedTable()
    api.show(snapshot(NIGHT.view, alert(FOUR_FLOP)))
    told: list[dict[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        told.append(dict(message))

    kind = b"text/csv" if path == "/seats/table" else b"application/json"
    headers = [(b"host", b"127.0.0.1"), (b"content-type", kind), (b"origin", b"http://127.0.0.1")]
    await create_app(api)(
        {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers,
            "client": ("127.0.0.1", 5000), "server": ("127.0.0.1", 80), "state": {},
        }, receive, send,
    )  # fmt: skip
    return int(told[0]["status"]), b"".join(message.get("body", b"") for message in told)


TARGETS: Final[dict[str, Target]] = {
    target.__name__: target for target in (link, readers, event, log, configuration, rulebook, files, request)
}
