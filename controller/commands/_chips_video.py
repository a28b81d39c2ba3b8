"""Prints for ``floorcall chips`` what happens over the zones of a video or a camera, as it happens."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from controller.exits import NOT_THERE, refuse

if TYPE_CHECKING:
    from controller.camera.linked import LinkedCamera
    from vision.counting.chip_set import ChipSet
    from vision.motion.events import Event
    from vision.motion.tally import AtRest
    from vision.profile import Profile
    from vision.watch.process import Eye
    from vision.watch.watched import News

HOST = "127.0.0.1"
_SAYS = {
    "chips.push": "pushes",
    "chips.pull": "takes back",
    "chips.bet": "has before it",
    "chips.change": "has, changed by the dealer,",
    "chips.swept": "is swept",
}
_WHOSE = {"player": "the player", "dealer": "the dealer", "unknown": "somebody"}


def watch(
    name: str, profile: Profile, chips: ChipSet | None, as_json: bool, record: Path | None = None
) -> None:
    """Print what happens before a camera, or in a video, until it ends; keep it in ``record``. Raise VisionError."""
    from vision.cameras import watcher
    from vision.frames.sources import open_source
    from vision.watch.watched import LOOKS_A_SECOND

    keep = _recorder(record, profile)
    source = open_source(name, profile.lens.size, LOOKS_A_SECOND)
    try:
        watched = watcher(source, profile, chips, keep=keep)
        while not watched.ended:
            for news in watched.step():
                click.echo(msgspec.json.encode(as_event(news)).decode() if as_json else line(news))
    finally:
        source.close()


def serve(
    name: str, profile: Profile, chips: ChipSet | None, link: Path, serial: str, record: Path | None = None
) -> None:
    """Be the table's chips device on a pty at ``link`` until told to end; keep zones in ``record``. Raise VisionError."""
    from controller.camera.linked import LinkedCamera
    from firmware_bridge.device import Identity
    from vision.cameras import tells_cards, watcher
    from vision.felt_view import felt_view
    from vision.frames.sources import open_source
    from vision.geometry.zones import not_wholly_shown
    from vision.watch.process import Eye
    from vision.watch.watched import LOOKS_A_SECOND

    def stop(number: int, frame: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    if not link.parent.is_dir():
        refuse(f"--link: there is no folder {link.parent}")
    try:
        identity = Identity(kind="chips", serial=serial, build="camera-1")
    except ValueError as problem:
        refuse(f"--serial: {problem}")
    keep = _recorder(record, profile)
    source = open_source(name, profile.lens.size, LOOKS_A_SECOND, paced=True)
    with ThreadPoolExecutor(1, "reader") as reading:
        eye = Eye(watcher(source, profile, chips, reading, keep))
        counts = chips is not None or (tells_cards(profile) and not profile.zones)
        felt = felt_view(profile)
        unseen = "" if felt is None else not_wholly_shown(profile.zones, felt.lens, felt.fit.pose)
        try:
            camera = LinkedCamera(eye, link, identity, say=click.echo, counts=counts, unseen=unseen)
            _plug(camera, link)
            with _pictures_for(link, eye):
                camera.serve()
        finally:
            eye.close()
    if eye.failed is not None:
        raise eye.failed


def _plug(camera: LinkedCamera, link: Path) -> None:
    if link.exists() and not link.is_symlink():
        refuse(f"--link: {link} is there already, and is no link of a camera's")
    try:
        camera.plug()
    except OSError as problem:
        refuse(f"--link: {link}: {problem.strerror}")


def _recorder(folder: Path | None, profile: Profile) -> Callable[[AtRest], None] | None:
    from vision.watch.recorder import Recorder

    if folder is None:
        return None
    return Recorder(folder, profile, lambda words: click.echo(words, err=True)).keep


@contextlib.contextmanager
def _pictures_for(link: Path, eye: Eye) -> Iterator[None]:
    """Answer who asks for pictures; where that cannot be it is said, and the camera goes on without."""
    from controller.camera.pictures import PictureDoor

    try:
        door = PictureDoor(link, eye.pictures)
    except OSError as problem:
        click.echo(f"it gives no pictures for evidence: {problem}")
        yield
        return
    try:
        yield
    finally:
        door.close()


def live(name: str, profile: Profile, chips: ChipSet | None, port: int) -> None:
    """Show what the camera sees on a page of this machine until Ctrl-C. Raise VisionError."""
    import uvicorn

    from controller.camera.live_page import create_live_app
    from controller.camera.live_view import LiveView
    from controller.daemon.serving import NotThere, take_port
    from vision.cameras import watcher
    from vision.frames.sources import open_source
    from vision.reading import Reader
    from vision.watch.watched import LOOKS_A_SECOND

    try:
        listener = take_port(HOST, port)
    except NotThere:
        refuse(f"--port: port {port} is taken; try another", NOT_THERE)
    source = open_source(name, profile.lens.size, LOOKS_A_SECOND, paced=True)
    with ThreadPoolExecutor(1, "zones") as reading:
        view = LiveView(watcher(source, profile, chips, reading), profile, Reader(profile, chips).read, line)
        view.start()
        click.echo(f"http://{HOST}:{port}/ shows what the camera sees; Ctrl-C ends it")
        try:
            config = uvicorn.Config(
                create_live_app(view), log_config=None, access_log=False, timeout_graceful_shutdown=1
            )
            with contextlib.suppress(KeyboardInterrupt):
                uvicorn.Server(config).run(sockets=[listener])
        finally:
            view.close()


def as_event(news: News) -> dict[str, Any]:
    """Return news as the sensor log has them."""
    from vision.frames.blindness import Change

    if not isinstance(news, Change):
        return news.as_json()
    event = {"type": "device", "t": round(news.t, 3), "device": "chips"}
    if news.trouble is None:
        return {**event, "state": "up"}
    return {**event, "state": "down", "detail": news.why}


def line(news: News) -> str:
    """Return news for people."""
    from vision.frames.blindness import Change
    from vision.watch.card_events import CardsTurned

    if isinstance(news, Change):
        return f"{news.t:8.2f} s  {'sees' if news.trouble is None else f'blind: {news.why}'}"
    if isinstance(news, CardsTurned):
        cards = "card" if news.count == 1 else "cards"
        return f"{news.t:8.2f} s  {news.zone}: {news.count} {cards} face {news.face}, turned by {_WHOSE[news.by]}"
    return f"{news.t:8.2f} s  seat {news.seat} {_SAYS[news.kind]} {_chips(news)}".rstrip()


def _chips(event: Event) -> str:
    if event.kind == "chips.swept":
        return ""
    if event.chips is None:
        likely = "".join(f", most likely {held.amount} ({held.p:.2f})" for held in event.alternatives[:1])
        return f"chips that could not be told{likely}"
    total = sum(denomination * number for denomination, number in event.chips.items())
    each = ", ".join(f"{number} x {denomination}" for denomination, number in sorted(event.chips.items()))
    return f"{total} ({each})" if each else "nothing"
