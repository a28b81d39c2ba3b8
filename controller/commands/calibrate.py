"""Runs ``floorcall calibrate``: the marker sheet, a camera's profile from pictures of it, a house's chips."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from controller.command_line import Argument, Group, Option
from controller.commands import _card_places, _chip_check
from controller.commands._camera import need_the_camera_parts, refusing
from controller.commands._card_places import CORNERS, DeckOption, HandOption, PlaceOption
from controller.exits import refuse, refuse_over
from controller.file_names import shown_name

if TYPE_CHECKING:
    from vision.calibrate import Calibration, View
    from vision.counting.enrol import Enrolment
    from vision.frames.frame import Frame
    from vision.geometry.zones import Zone

app = Group(
    help="""Make a camera ready: print the markers, take pictures of them, then one of the chips.

    \b
    Examples:
      floorcall calibrate markers -o sheet.pdf
      floorcall calibrate camera *.jpg --seats 4,5,6 -o camera.toml
      floorcall calibrate chips stacks.jpg --profile camera.toml --denominations 1,5,25 -o chips.toml
      floorcall calibrate chips --check --profile camera.toml
    """,
)

_RECTANGLE = re.compile(r"(\d+)=" + CORNERS)
_SAMPLE_S = 0.25
TALLEST = 20


class Paper(StrEnum):
    """The paper in the printer."""

    a4 = "a4"
    letter = "letter"


@app.takes("markers")
def markers(
    out: Annotated[Path, Option("--out", "-o", metavar="SHEET.pdf", help="Where the sheet goes.")],
    paper: Annotated[Paper, Option(help="What it is printed on.")] = Paper.a4,
) -> None:
    """Write the sheet of markers to print, in true millimetres.

    \b
    Example:
      floorcall calibrate markers -o sheet.pdf
    """
    need_the_camera_parts()
    from vision.geometry import sheet

    try:
        sheet.write(out, paper.value)
    except OSError as error:
        refuse(f"{out}: {error.strerror}")
    click.echo(
        f"{out}: print it at 100 %; each marker must be {sheet.SIDE_MM:g} mm wide. "
        "Otherwise measure one and say --marker-mm when you calibrate."
    )


ZoneOption = Annotated[
    list[str] | None,
    Option(metavar="SEAT=X0,Y0,X1,Y1", help="A seat's zone on the felt, in mm; may be repeated."),
]
SeatsOption = Annotated[
    str, Option(help="The seats that share the felt between the markers, from left to right.")
]
ChipsOption = Annotated[Path | None, Option("--chips", metavar="SET", help="The chip set in use.")]


@app.takes("camera")
def camera(
    what: Annotated[
        list[str],
        Argument(metavar="DEVICE|IMAGE...", help="A camera, a video, or pictures, the felt's last."),
    ],
    out: Annotated[Path, Option("--out", "-o", metavar="PROFILE", help="Where the profile goes.")],
    seats: SeatsOption = "",
    zone: ZoneOption = None,
    marker_mm: Annotated[float, Option(help="How wide a printed marker is.", min=5, max=500)] = 45.0,
    lens: Annotated[
        Path | None,
        Option(
            metavar="PROFILE", help="Take the lens, the chips and the deck of this profile; the felt is new."
        ),
    ] = None,
    chip_set: ChipsOption = None,
    place: PlaceOption = None,
    deck: DeckOption = None,
    hand: HandOption = None,
    seconds: Annotated[float, Option(help="How long to look at a camera.", min=1, max=600)] = 40.0,
) -> None:
    """Work out a camera's lens and where it stands over the felt, and write its profile.

    First pictures of the whole sheet, held flat at many angles: five or more. The last picture is of the
    felt with nothing on it but the markers, cut apart and lying round the betting zones.

    \b
    Examples:
      floorcall calibrate camera sheet-*.jpg felt.jpg --seats 4,5,6 -o camera.toml
      floorcall calibrate camera /dev/video0 --zone 5=-90,-60,90,60 -o camera.toml
      floorcall calibrate camera felt.jpg --lens camera.toml --seats 4,5,6 -o camera.toml
    """
    need_the_camera_parts()
    from vision import profile
    from vision.calibrate import calibrate

    refuse_over(out, chip_set, deck)
    with refusing():
        known = profile.load(lens) if lens is not None else None
        equipped = _card_places.held(place or [], deck, hand, chip_set, known)
        shared, zones = _one_zone_each(seats, zone or [])
        held = calibrate(
            _views(what, seconds, out),
            side_mm=marker_mm,
            lens=known.lens if known is not None else None,
            seats=shared,
            zones=zones,
        )
        _write(replace(held, profile=equipped(held.profile)), out)


ChipPictures = Annotated[
    list[Path] | None,
    Argument(
        metavar="IMAGE...",
        help="A stack of each denomination on bare felt; with --check the pictures of the plan, in order.",
    ),
]
SetFile = Annotated[
    Path | None, Option("--out", "-o", metavar="SET", help="Where the chip set, or the plan, goes.")
]
Count = Annotated[
    int,
    Option(help="How many chips each stack has; with --check how many there are of each.", min=3, max=40),
]
Check = Annotated[
    bool,
    Option("--check", help="See how well these chips are told: first the plan, then the pictures."),
]
PlanFile = Annotated[
    Path | None, Option(metavar="PLAN", help="What stood there, where it is not the plan of --check.")
]


@app.takes("chips")
def chips(
    profile: Annotated[Path, Option(help="The camera's profile.")],
    image: ChipPictures = None,
    denominations: Annotated[
        str, Option(metavar="1,5,25,...", help="What the stacks are, from left to right.")
    ] = "",
    out: SetFile = None,
    count: Count = 10,
    diameter_mm: Annotated[float, Option(help="How wide a chip is.", min=20, max=60)] = 39.0,
    name: Annotated[str, Option(help="The set's name; the file's where absent.")] = "",
    check: Check = False,
    plan: PlanFile = None,
) -> None:
    """Enrol a house's chips under the table's own light: thickness, colours, spots. Or check how they are told.

    Stand a straight stack of each denomination a hand's breadth apart between the markers. Where one picture is too
    noisy, give five that were taken one after another: their mean is used.
    With --check and no picture a plan of stacks is written; build them, one picture after another, and give
    the pictures.

    \b
    Examples:
      floorcall calibrate chips stacks.jpg --profile camera.toml --denominations 1,5,25,100 --count 10 -o chips.toml
      floorcall calibrate chips --check --profile camera.toml --count 20 -o plan.txt
      floorcall calibrate chips --check --profile camera.toml --plan plan.txt 1.jpg 2.jpg 3.jpg 4.jpg 5.jpg 6.jpg
    """
    need_the_camera_parts()
    if check:
        _chip_check.check(image or [], profile, count, out, plan)
    elif out is None or not denominations or not image:
        refuse("to enrol chips say a picture, --denominations and --out")
    elif count > TALLEST:
        refuse(f"--count: a stack to enrol has {TALLEST} chips at most")
    else:
        with refusing():
            values = _numbers("--denominations", denominations, 10**9, "1,5,25")
            _enrol(image, profile, values, count, name or out.stem, diameter_mm, out)


@app.takes("cards")
def cards(
    image: Annotated[list[Path], Argument(metavar="IMAGE...", help="A card face down on bare felt.")],
    profile: Annotated[Path, Option(help="The camera's profile.")],
    out: Annotated[Path, Option("--out", "-o", metavar="DECK", help="Where the deck goes.")],
    size_mm: Annotated[str, Option(metavar="WIDTHxHEIGHT", help="How large a card is.")] = "63x88",
    name: Annotated[str, Option(help="The deck's name; the file's where absent.")] = "",
) -> None:
    """Enrol the backs of a house's cards, so that the camera tells a face from a back.

    Lay one card face down and alone on the bare felt. One picture for each back in use: a red deck and a blue one
    are two.

    \b
    Examples:
      floorcall calibrate cards red.jpg blue.jpg --profile camera.toml -o cards.toml
      floorcall calibrate camera felt.jpg --lens camera.toml --seats 4,5,6 --place seat:4=-210,60,-80,200 --cards cards.toml -o camera.toml
    """
    need_the_camera_parts()
    with refusing():
        _card_places.enrol(image, profile, out, size_mm, name or out.stem)


def _enrol(
    images: list[Path],
    profile: Path,
    denominations: list[int],
    count: int,
    name: str,
    diameter_mm: float,
    out: Path,
) -> None:
    from vision import profile as profiles
    from vision.counting.enrol import enrol
    from vision.frames import pictures

    refuse_over(out, profile, *images)
    for denomination in denominations:
        refuse_over(_sample(out, denomination), *images)
    picture = pictures.mean([(str(image), pictures.read(image)) for image in images])
    held = enrol(picture, profiles.load(profile), denominations, count, name, diameter_mm)
    _write_set(held, out)


def _sample(out: Path, denomination: int) -> Path:
    """Return where the picture of a chip stands beside its set."""
    return _beside(out, f"{out.stem}-{denomination}.png")


def _write_set(held: Enrolment, out: Path) -> None:
    from vision.counting import chip_set
    from vision.frames import pictures

    try:
        sampled = []
        for chip in held.chips.chips:
            sample = _sample(out, chip.denomination)
            pictures.write(sample, held.strips[chip.denomination])
            sampled.append(replace(chip, samples=(sample,)))
        chip_set.save(replace(held.chips, chips=tuple(sampled)), out)
    except OSError as error:
        refuse(f"{out}: {error.strerror}")
    for said in held.said:
        click.echo(said)
    click.echo(f'{out}: written; name it in the profile: [chips] set = "{out.name}"')


def _beside(out: Path, name: str) -> Path:
    if not out.name:
        refuse(f"{out}: is a folder; name a file in it")
    if shown_name(name) != name:
        refuse(
            f"{shown_name(str(out))}: must be a name in UTF-8: the file holds the names of the pictures beside it"
        )
    return out.with_name(name)


def _views(what: list[str], seconds: float, out: Path) -> list[View]:
    """Return the pictures of ``what`` with their markers; of a camera or video, four a second. ``out`` is none of it."""
    from vision.calibrate import view_of
    from vision.frames import pictures
    from vision.frames.sources import picture_files

    files = picture_files(what)
    refuse_over(out, *what, *files)
    if files:
        return [view_of(str(file), pictures.read(file)) for file in files]
    if len(what) > 1:
        refuse("one camera or video at a time; several arguments must all be pictures")
    return _sampled(what[0], seconds)


def _sampled(name: str, seconds: float) -> list[View]:
    from vision.frames.frame import End, Frame, Gone, NotThere
    from vision.frames.sources import open_source

    source = open_source(name, most_fps=1 / _SAMPLE_S)
    views: list[View] = []
    first_t = last_t = taken_t = None
    click.echo(
        f"Looking for {seconds:.0f} s: hold the sheet flat before the camera at many angles; "
        "before the end leave only the markers on the felt.",
        err=True,
    )
    try:
        while first_t is None or last_t is None or last_t - first_t < seconds:
            outcome = source.read()
            if isinstance(outcome, End):
                break
            if isinstance(outcome, Gone):
                raise NotThere(outcome.detail)
            first_t = outcome.t if first_t is None else first_t
            last_t = outcome.t
            due = taken_t is None or last_t - taken_t >= _SAMPLE_S
            if isinstance(outcome, Frame) and due and _take(views, outcome):
                taken_t = last_t
    finally:
        source.close()
    return views


def _take(views: list[View], frame: Frame) -> bool:
    """Add what a frame shows; one that is damaged shows nothing. Return whether it is whole.

    Of the views of a kind the newest alone keeps its picture, since any other's is never the felt's: hundreds of them
    would not fit into a small computer.
    """
    from vision.calibrate import view_of
    from vision.geometry.camera import BadPicture

    try:
        seen = view_of(frame.name, frame.full())
    except BadPicture:
        return False
    for place, view in enumerate(views):
        if view.picture is not None and (view.whole, view.apart) == (seen.whole, seen.apart):
            views[place] = replace(view, picture=None)
    views.append(seen)
    return True


def _write(held: Calibration, out: Path) -> None:
    from vision import profile
    from vision.calibrate import told_of_places
    from vision.frames import pictures

    assert held.felt.picture is not None
    empty = _beside(out, f"{out.stem}-felt.png")
    try:
        pictures.write(empty, held.felt.picture)
        profile.save(replace(held.profile, empty=empty), out)
    except OSError as error:
        refuse(f"{out}: {error.strerror}")
    for said in (*held.said, *told_of_places(held.profile, held.pose)):
        click.echo(said)
    if not held.profile.zones:
        click.echo("no betting zone yet: say --seats or --zone")
    click.echo(f"{out}: written, with the bare felt as {empty.name}")


def _numbers(option: str, text: str, most: int, example: str) -> list[int]:
    numbers = [part.strip() for part in text.split(",") if part.strip()]
    if any(not number.isdecimal() or not 1 <= int(number) <= most for number in numbers):
        refuse(f'{option}: numbers from 1 to {most} are wanted, such as {example}; not "{text}"')
    if len(set(numbers)) < len(numbers):
        refuse(f'{option}: a number stands twice in "{text}"')
    return [int(number) for number in numbers]


def _zone(text: str) -> Zone:
    import numpy as np

    from vision.geometry.zones import Zone
    from vision.profile import SMALLEST_ZONE_MM2

    found = _RECTANGLE.fullmatch(text)
    if found is None or not 1 <= int(found[1]) <= 10:
        refuse(f'--zone: say it as SEAT=X0,Y0,X1,Y1 in mm, such as 5=-90,-60,90,60; not "{text}"')
    x0, y0, x1, y1 = (float(found[place]) for place in range(2, 6))
    if abs(x1 - x0) * abs(y1 - y0) < SMALLEST_ZONE_MM2:
        refuse(f"--zone: seat {found[1]} has no felt: it goes from one corner to the opposite one")
    return Zone(int(found[1]), np.array(((x0, y0), (x1, y0), (x1, y1), (x0, y1))))


def _one_zone_each(seats: str, drawn: list[str]) -> tuple[list[int], list[Zone]]:
    """Return the seats that share the felt, and the zones that were drawn by hand."""
    shared, zones = _numbers("--seats", seats, 10, "4,5,6"), [_zone(text) for text in drawn]
    named = [*shared, *(zone.seat for zone in zones)]
    for seat in named:
        if named.count(seat) > 1:
            refuse(f"--zone: seat {seat} stands twice, or is one of --seats as well")
    return shared, zones
