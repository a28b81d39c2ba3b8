"""Sets for ``floorcall calibrate`` what a camera has besides its zones: where cards lie, deck, chips; enrols backs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from controller.command_line import Option
from controller.exits import refuse, refuse_over

if TYPE_CHECKING:
    from vision.profile import Profile

PlaceOption = Annotated[
    list[str] | None,
    Option(
        metavar="ZONE=X0,Y0,X1,Y1",
        help="Where cards lie, in mm on the felt: seat:4, board or muck; may be repeated.",
    ),
]
DeckOption = Annotated[Path | None, Option("--cards", metavar="DECK", help="The deck in use.")]
HandOption = Annotated[
    int | None, Option(min=1, max=7, help="How many cards a hand has; 2 where nothing says so.")
]
_LEAST_MM = 20.0
CORNERS = ",".join([r"(-?\d+(?:\.\d*)?|-?\.\d+)"] * 4)
"""Two opposite corners of a rectangle, in mm, as an option has them."""
_RECTANGLE = re.compile(r"([a-z]+(?::\d+)?)=" + CORNERS)
_SIZE = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)")


def held(
    places: list[str], deck: Path | None, hand: int | None, chips: Path | None, known: Profile | None = None
) -> Callable[[Profile], Profile]:
    """Return what adds places for cards, a deck and chips to a profile; what is not said is as in the ``known`` one.

    Where cards lie is not taken over, as the ``known`` profile's felt is not. Raise VisionError for a bad deck or set.
    """
    from dataclasses import replace

    import numpy as np

    from vision.cards import deck as decks
    from vision.counting import chip_set
    from vision.geometry.place import HAND, ZONES, Place

    if chips is not None:
        chip_set.load(chips)
    if deck is not None:
        decks.load(deck)
        if not places:
            refuse("--cards: say with --place where cards lie, such as --place seat:4=-210,60,-80,200")
    if known is not None:
        chips, deck, hand = chips or known.chips, deck or known.deck, hand or known.hand
        if known.places and not places:
            click.echo("where cards lie is not taken over: say --place, as the new felt has it")
    found: list[Place] = []
    for text in places:
        said = _RECTANGLE.fullmatch(text)
        if said is None or not ZONES.fullmatch(said[1]):
            refuse(
                "--place: say it as ZONE=X0,Y0,X1,Y1 in mm, the zone seat:1 to seat:10, board or muck; "
                f'such as seat:4=-210,60,-80,200; not "{text}"'
            )
        x0, y0, x1, y1 = (float(said[at]) for at in range(2, 6))
        if any(other.zone == said[1] for other in found):
            refuse(f"--place: {said[1]} stands twice")
        if abs(x1 - x0) < _LEAST_MM or abs(y1 - y0) < _LEAST_MM:
            refuse(
                f"--place: {said[1]} must be {_LEAST_MM:g} mm or more each way, so that a card's middle fits in"
            )
        found.append(Place(said[1], np.array(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))))
    return lambda profile: replace(profile, places=tuple(found), deck=deck, hand=hand or HAND, chips=chips)


def enrol(images: list[Path], profile: Path, out: Path, size: str, name: str) -> None:
    """Write the deck of which each picture shows a back. Raise VisionError naming the picture."""
    from vision import profile as profiles
    from vision.cards import deck as decks
    from vision.cards import enrol as enrolment
    from vision.frames import pictures

    said = _SIZE.fullmatch(size)
    if said is None or not decks.LEAST_MM <= float(said[1]) < float(said[2]) <= decks.MOST_MM:
        refuse(
            f"--size-mm: the short side and the long one, {decks.LEAST_MM:g} to {decks.MOST_MM:g} mm, such as 63x88; "
            f'not "{size}"'
        )
    refuse_over(out, profile, *images)
    shown = [(str(image), pictures.read(image)) for image in images]
    deck = enrolment.enrol(shown, profiles.load(profile), name, (float(said[1]), float(said[2])))
    try:
        decks.save(deck, out)
    except OSError as error:
        refuse(f"{out}: {error.strerror}")
    backs = "1 back" if len(images) == 1 else f"{len(images)} backs"
    click.echo(
        f'{out}: written, {backs}; name it in the profile: [cards] deck = "{out.name}", with [[place]] tables'
    )
