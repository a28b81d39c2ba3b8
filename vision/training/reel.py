"""Films the virtual table: some of the demo's hands, with the camera's profile, chip set and clips.

    python -m vision.training.reel controller/demo/film [HAND...]    (``make demo-video``)

The chips are enrolled from a picture of a stack of each, as a house does it, and the deck from one of a back.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision import profile
from vision.cards import deck
from vision.cards import enrol as enrol_cards
from vision.cards.deck import POKER_MM
from vision.counting import chip_set, enrol
from vision.counting.chip_set import Chip
from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.camera import Lens, Pose
from vision.geometry.place import Place
from vision.geometry.zones import Zone
from vision.profile import Profile
from vision.training import deck_art
from vision.training.arms import Arm
from vision.training.film import Film, Moment
from vision.training.scene import Card, Pile, Scene
from vision.training.script import Script, Seat

SEATS: Final = (7, 8, 9)
FPS: Final = 10.0
SIZE: Final = (1920, 1080)
CHIPS: Final = (
    Chip(25, (22, 104, 60), (238, 226, 130), 8),
    Chip(100, (36, 64, 156), (232, 232, 232), 8),
    Chip(500, (96, 44, 120), (240, 200, 90), 6),
    Chip(1000, (226, 190, 60), (60, 40, 30), 6),
    Chip(5000, (214, 96, 40), (245, 245, 240), 8),
)
POSE: Final = Pose.looking((0, -430, 300), (0, 30, 0))
SCENE: Final = Scene(
    {
        0: markers.square((-190, -110), 45, 0.1),
        1: markers.square((190, -110), 45),
        2: markers.square((-235, 165), 45, -0.2),
        3: markers.square((235, 165), 45),
        4: markers.square((0, -130), 45, 1.0),
    },
    felt=(98, 30, 42),
    noise=0.0,
)
ART: Final = deck_art.drawn(3)
Push = tuple[int, dict[int, int], tuple[float, float]]
"""Who pushes what to where."""
Shown = tuple[int, tuple[str, str]]
"""Who tables which hand."""
FILMS: Final[dict[str, tuple[Push | Shown | None, ...]]] = {
    "pluribus-41-92": (
        (8, {25: 2}, (-22.0, 20.0)),
        (9, {100: 1}, (150.0, 20.0)),
        (8, {25: 2, 100: 1}, (26.0, 20.0)),
        (9, {100: 1}, (108.0, 30.0)),
        None,
        (8, ("6h", "Ah")),
    ),
    "pluribus-103b-131": (
        (7, {25: 2}, (-170.0, 20.0)),
        (8, {100: 1}, (-30.0, 20.0)),
        (9, {25: 2, 100: 2}, (108.0, 20.0)),
        (7, {100: 2}, (-115.0, 20.0)),
        (8, {100: 2, 1000: 1}, (24.0, 20.0)),
        (9, {25: 2, 1000: 1}, (160.0, 20.0)),
        None,
        (8, {25: 1, 100: 1, 1000: 1}, (0.0, 20.0)),
        (9, {25: 1, 100: 1, 1000: 1}, (134.0, 20.0)),
        None,
        (8, ("Qd", "Qh")),
        (9, ("Qs", "Qc")),
    ),
    "pluribus-108-26": (
        (7, {25: 1, 100: 2}, (-184.0, 20.0)),
        (9, {500: 1}, (90.0, 20.0)),
        (9, {100: 2}, (134.0, 20.0)),
        (7, {25: 1, 1000: 2}, (-140.0, 20.0)),
        (9, {100: 3, 1000: 4, 5000: 1}, (178.0, 20.0)),
        (7, {25: 2, 100: 2, 500: 1, 1000: 2, 5000: 1}, (-96.0, 20.0)),
        None,
        (9, ("Ts", "Tc")),
        (7, ("Qc", "Qs")),
    ),
}
"""The pushes and the hands tabled of each hand in its order; None where the dealer sweeps what lies."""
ENROLLED: Final = 10
_BEFORE_S, _AFTER_S = 0.2, 0.3
_LIES_S: Final = 0.5
"""How long a hand lies open before its clip ends: cards are told once they are at rest."""
_BEYOND: Final = np.array([(0.0, 140.0), (0, 140), (0, 250), (0, 250)])
"""Where cards lie: behind the zone's line, as wide as the zone."""


def table() -> tuple[Profile, list[Seat], Seat]:
    """Return the camera's profile, the players whose zones and cards it sees, and the dealer."""
    width, height = SIZE
    focal = width / 2 / np.tan(np.radians(58 / 2))
    matrix = np.array([[focal, 0, width / 2 - 0.5], [0, focal, height / 2 - 0.5], [0, 0, 1]])
    lens = Lens(matrix, np.array([0.05, -0.1, 0.001, 0.0, 0.0]), SIZE)
    skins = ((196, 146, 118), (120, 82, 62), (224, 178, 150))
    sleeves = ((52, 58, 84), (150, 40, 40), (200, 200, 196))
    seats = []
    for place, seat in enumerate(SEATS):
        left = -205.0 + 137 * place
        polygon = np.array([(left, -60.0), (left + 130, -60), (left + 130, 130), (left, 130)])
        arm = Arm((left + 90, 750), skins[place], sleeves[place])
        seats.append(Seat(Zone(seat, polygon), arm, (left + 65, 300.0, 14.0)))
    dealer = Seat(seats[1].zone, Arm((600, -850), (208, 160, 124), (20, 20, 22)), (380.0, -300.0, 40.0))
    zones = tuple(seat.zone for seat in seats)
    places = tuple(Place(f"seat:{zone.seat}", zone.polygon * (1, 0) + _BEYOND) for zone in zones)
    return Profile(lens, SCENE.markers, zones, places=places), seats, dealer


def shoot(folder: Path, hands: Sequence[str]) -> None:
    """Write the films of ``hands`` and all that goes with them into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    held, _, _ = table()
    film = Film(held.lens, POSE, SCENE, finer=2)
    pictures.write(folder / "felt.jpg", film.picture(Moment()))
    held = replace(
        held, empty=folder / "felt.jpg", chips=folder / "chips.toml", deck=folder / "deck.toml", hand=2
    )
    _enrol(held, film, folder)
    _enrol_deck(held, film, folder)
    profile.save(held, folder / "camera.toml")
    for hand in hands:
        _shoot(hand, film, folder)


def _shoot(hand: str, film: Film, folder: Path) -> None:
    _, seats, dealer = table()
    script, clips = _script(FILMS[hand], seats, dealer)
    writer = cv2.VideoWriter(str(folder / f"{hand}.webm"), cv2.VideoWriter.fourcc(*"VP80"), FPS, SIZE)
    for number in range(int(script.t * FPS)):
        writer.write(film.picture(script.moment(number / FPS), number))
    writer.release()
    (folder / f"{hand}.json").write_text(json.dumps({"fps": FPS, "clips": clips}, indent=1) + "\n")


def _enrol(held: Profile, film: Film, folder: Path) -> None:
    chance = np.random.default_rng(5)
    places = np.linspace(-160, 160, len(CHIPS))
    piles = tuple(
        Pile(float(x), 30.0, (chip,) * ENROLLED, turns=tuple(chance.random(ENROLLED).tolist()))
        for x, chip in zip(places, CHIPS, strict=True)
    )
    picture = film.picture(Moment(piles))
    denominations = [chip.denomination for chip in CHIPS]
    chip_set.save(
        enrol.enrol(picture, held, denominations, ENROLLED, "demo", 39.0).chips, folder / "chips.toml"
    )


def _enrol_deck(held: Profile, film: Film, folder: Path) -> None:
    back = Card(ART.back, "back", 0.0, 40.0, 12.0)
    picture = film.picture(Moment(cards=(back,)))
    deck.save(enrol_cards.enrol([("the film", picture)], held, "demo", POKER_MM), folder / "deck.toml")


def _script(
    steps: Sequence[Push | Shown | None], seats: list[Seat], dealer: Seat
) -> tuple[Script, list[dict[str, object]]]:
    script = Script(seats, np.random.default_rng(7), CHIPS, dealer)
    by_value = {chip.denomination: chip for chip in CHIPS}
    clips: list[dict[str, object]] = []
    lying: list[int] = []
    script.rest(0.5)
    for step in steps:
        start = script.t
        script.rest(_BEFORE_S)
        if step is None:
            for seat in dict.fromkeys(lying):
                script.sweep(seat, 0.6, 0.6)
            lying.clear()
            shown: dict[str, object] = {"seat": None, "chips": {}}
        elif len(step) == 2:
            seat, names = step
            script.turn_up(seat, _hand(script.seats[seat], names), 0.5, 0.45)
            script.rest(_LIES_S)
            shown = {"seat": seat, "cards": names}
        else:
            seat, chips, place = step
            pile = [by_value[value] for value in sorted(chips) for _ in range(chips[value])]
            script.push(seat, pile, *place, 0.5, 0.45)
            lying.append(seat)
            shown = {"seat": seat, "chips": {str(value): chips[value] for value in sorted(chips)}}
        script.rest(_AFTER_S)
        clips.append({"start": round(start, 3), "end": round(script.t, 3), **shown})
    return script, clips


def _hand(seat: Seat, names: tuple[str, str]) -> tuple[Card, ...]:
    """Return two cards side by side before a seat, as a player lays them down."""
    x, y = float(seat.zone.polygon[:, 0].mean()), float(_BEYOND[:, 1].mean())
    places = ((x - 22, y, 7.0), (x + 24, y + 3, -4.0))
    return tuple(
        Card(ART.faces[name], name, *place, POKER_MM) for name, place in zip(names, places, strict=True)
    )


if __name__ == "__main__":
    shoot(Path(sys.argv[1]), sys.argv[2:] or list(FILMS))
