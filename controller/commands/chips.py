"""Prints for ``floorcall chips`` what a camera sees in the betting zones."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
import msgspec

from controller.command_line import Argument, Option
from controller.commands import _chip_records, _chips_video
from controller.commands._camera import need_the_camera_parts, refusing
from controller.exits import refuse, refuse_over
from controller.file_names import shown_name

if TYPE_CHECKING:
    from vision.counting.chip_set import ChipSet
    from vision.profile import Profile
    from vision.reading import Reading, ZoneReading

USUAL_PROFILE = Path("camera.toml")


DrawnTo = Annotated[
    Path | None, Option(metavar="OUT", help="Draw what was seen: a file, or a folder for several.")
]
Recorded = Annotated[
    Path | None,
    Option(metavar="FOLDER", help="Keep each zone at rest: what was told, and a picture of its chips alone."),
]
ComparedTo = Annotated[
    Path | None, Option(metavar="FOLDER", help="Hold what --record kept against the truth written beside it.")
]
LinkPath = Annotated[
    Path | None, Option(help="Be the table's chips device on a pty that this path points to.")
]


def chips(
    what: Annotated[
        list[str] | None,
        Argument(metavar="IMAGE...|VIDEO|DEVICE", help="Pictures, a folder, a video, a camera, a stream."),
    ] = None,
    profile: Annotated[Path, Option(help="The camera's profile.")] = USUAL_PROFILE,
    as_json: Annotated[bool, Option("--json", help="One JSON object a line.")] = False,
    draw: DrawnTo = None,
    link: LinkPath = None,
    serial: Annotated[str, Option(help="The name that the camera gives the daemon.")] = "CAMERA-1",
    live: Annotated[bool, Option("--live", help="Show what is seen on a page of this machine.")] = False,
    port: Annotated[int, Option(min=1, max=65535, help="Where that page is.")] = 8710,
    record: Recorded = None,
    compare: ComparedTo = None,
) -> None:
    """Count the chips in the betting zones, and say what cannot be told.

    For pictures it prints what each zone holds; for a video or a camera what happens, as it happens.

    \b
    Examples:
      floorcall chips table.jpg --profile camera.toml
      floorcall chips night.mp4 --json
      floorcall chips /dev/video0 --live
      floorcall chips /dev/video0 --link /run/floorcall/camera
      floorcall chips /dev/video0 --record night-1
    """
    need_the_camera_parts()
    if compare:
        return _compared(what or [], record, compare)
    if not what:
        refuse("name pictures, a video or a camera, such as: floorcall chips /dev/video0")
    from vision import profile as profiles
    from vision.counting import chip_set
    from vision.frames.sources import picture_files

    with refusing():
        held = profiles.load(profile)
        known = chip_set.load(held.chips) if held.chips is not None else None
        files = picture_files(what)
        if record is not None and (live or (files and link is None)):
            refuse("--record goes with a video or a camera, and not with --live")
        if live and len(what) == 1:
            _chips_video.live(what[0], held, known, port)
        elif files and link is None:
            _read(files, held, known, as_json, draw)
        elif link is not None:
            _chips_video.serve(_only(what, draw), held, known, link, serial, record)
        else:
            _chips_video.watch(_only(what, draw), held, known, as_json, record)


def _compared(what: list[str], record: Path | None, folder: Path) -> None:
    if what or record is not None:
        refuse("--compare goes alone: it looks at what --record kept")
    _chip_records.compare(folder)


def _only(what: list[str], draw: Path | None) -> str:
    if len(what) > 1:
        refuse("one video or camera at a time; several arguments must all be pictures")
    if draw is not None:
        refuse("--draw goes with pictures")
    return what[0]


def _read(files: list[Path], held: Profile, known: ChipSet | None, as_json: bool, draw: Path | None) -> None:
    from vision.drawing import drawn
    from vision.frames import pictures
    from vision.geometry.camera import BadPicture
    from vision.reading import Reader

    targets = [] if draw is None else _targets(files, draw)
    reader = Reader(held, known)
    for number, file in enumerate(files):
        picture = pictures.read(file)
        try:
            reading = reader.read(shown_name(str(file)), picture)
        except BadPicture as error:
            raise BadPicture(f"{file}: {error}") from error
        _print(reading.as_json() if as_json else _lines(reading))
        if targets:
            with _drawing_to(targets[number]):
                pictures.write(targets[number], drawn(picture, reading, held))


def _targets(files: list[Path], draw: Path) -> list[Path]:
    """Return where each picture is drawn to, never over a picture; those of one name in a folder have their number before it."""
    if len(files) > 1:
        if not draw.is_dir() and (draw.exists() or draw.suffix):
            refuse(f"--draw {draw} is a file; name a folder for the {len(files)} pictures")
        with _drawing_to(draw):
            draw.mkdir(parents=True, exist_ok=True)
    alike = Counter(file.stem for file in files)
    names = (
        f"{number}-{file.stem}" if alike[file.stem] > 1 else file.stem for number, file in enumerate(files, 1)
    )
    targets = [draw / f"{name}.png" for name in names] if draw.is_dir() else [draw]
    for target in targets:
        refuse_over(target, *files)
    return targets


@contextlib.contextmanager
def _drawing_to(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        refuse(f"--draw {place}: {error.strerror}")


def _lines(reading: Reading) -> Iterable[str]:
    yield f"{reading.image}:"
    yield from (f"  {said}" for said in reading.said)
    for zone in reading.zones:
        if zone.total is not None:
            yield f"  seat {zone.seat}: " + (f"{zone.total:,} ({_seen(zone)})" if zone.stacks else "bare")
        elif zone.stacks and all(stack.sure for stack in zone.stacks):
            yield f"  seat {zone.seat}: not counted; what shows is {_seen(zone)}"
        elif zone.stacks:
            places = ", ".join(f"({stack.x_mm:.0f}, {stack.y_mm:.0f}) mm" for stack in zone.stacks)
            yield f"  seat {zone.seat}: something lies at {places}; not counted"
        else:
            yield f"  seat {zone.seat}: cannot be told"
    for place, lying in reading.cards.items():
        told = f"{lying.up} face up, {lying.down} face down" if lying.told else f"cannot be told, {lying.why}"
        yield f"  cards, {place}: {told}"


def _seen(zone: ZoneReading) -> str:
    stacks = "; ".join(" ".join(map(str, stack.chips)) for stack in zone.stacks)
    return f"{stacks}, from the felt up"


def _print(lines: dict[str, Any] | Iterable[str]) -> None:
    if isinstance(lines, dict):
        lines = [msgspec.json.encode(lines).decode()]
    for line in lines:
        click.echo(line)
