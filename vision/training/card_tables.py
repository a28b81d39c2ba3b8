"""Makes up tables with cards on them by seed: camera, felt, light, deck, and what lies in each place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np

from vision.counting.chip_set import Chip
from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.place import Place
from vision.geometry.zones import Zone
from vision.settings import Colour
from vision.training import arms
from vision.training.arms import Arm
from vision.training.deck_art import Art
from vision.training.render import Renderer
from vision.training.scene import Card, Pile, Scene
from vision.training.tables import FELTS

SIZE: Final = (1920, 1080)
_FELTS: Final[tuple[Colour, ...]] = (*FELTS, (150, 120, 80))
_CHIPS: Final = (
    Chip(5, (178, 32, 44), (232, 230, 222), 6),
    Chip(25, (24, 110, 62), (240, 236, 200), 8),
    Chip(100, (28, 28, 30), (220, 216, 208), 8),
    Chip(1, (232, 230, 222), (40, 70, 160), 6),
)
_SKINS: Final[tuple[Colour, ...]] = ((196, 146, 118), (120, 82, 62), (224, 178, 150))


@dataclass(frozen=True)
class Truth:
    """What lies in a place; ``covered`` where a hand lies over it, ``clear`` where nothing but cards is near."""

    zone: str
    up: int
    down: int
    covered: bool = False
    clear: bool = True


@dataclass(frozen=True)
class Shot:
    """A picture and what lies in each place."""

    picture: Picture
    truth: tuple[Truth, ...]


@dataclass
class CardTable:
    """One camera over one felt with one deck."""

    seed: int
    art: Art
    shaded: bool = True
    chance: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.chance = chance = np.random.default_rng(self.seed)
        width, height = SIZE
        focal = width / 2 / np.tan(np.radians(chance.uniform(50, 72) / 2))
        matrix = np.array(((focal, 0, width / 2 - 0.5), (0, focal, height / 2 - 0.5), (0, 0, 1)))
        self.lens = Lens(
            matrix, np.array((chance.uniform(-0.2, 0.08), chance.uniform(-0.05, 0.03), 0, 0, 0)), SIZE
        )
        eye = (chance.uniform(-80, 80), chance.uniform(-560, -430), chance.uniform(300, 480))
        self.pose = Pose.looking(eye, (0, 40, 0))
        self.markers = {
            0: markers.square((-245, -150), 45, 0.1),
            1: markers.square((245, -150), 45),
            2: markers.square((-260, 60), 45, -0.2),
            3: markers.square((260, 60), 45),
            4: markers.square((0, 255), 45, 1.0),
        }
        self.scene = Scene(
            self.markers,
            felt=_FELTS[chance.integers(len(_FELTS))],
            lamp=tuple(chance.uniform((-500, -300, 900), (500, 700, 1800))),
            brightness=float(chance.uniform(0.55, 1.1)),
            ambient=float(chance.uniform(0.3, 0.7)),
        )
        self.tint = np.array((chance.uniform(0.9, 1.12), 1.0, chance.uniform(0.82, 1.12)), np.float32)
        self.blur, self.sharp = chance.uniform(0.4, 1.0), chance.uniform(0, 0.8)
        self.noise, self.quality = chance.uniform(1, 4.5), int(chance.integers(60, 96))
        self.gamma, self.vignette = chance.uniform(1.9, 2.5), chance.uniform(0, 0.35)
        self.hand = 4 if self.seed % 4 == 3 else 2
        self.renderer = Renderer(self.lens, 2)
        seats = [Place(f"seat:{4 + number}", _box(-225 + 150 * number, 70, 150, 145)) for number in range(3)]
        self.places = (*seats, Place("board", _box(-190, -60, 380, 110)))
        self.zones = (Zone(4, self.places[0].polygon),)

    def bare(self) -> Picture:
        """Return the picture of the bare felt."""
        return self._photo(self.scene, None)

    def back(self) -> Picture:
        """Return the picture that the deck's back is enrolled from."""
        card = Card(
            self.art.back,
            "back",
            float(self.chance.uniform(-60, 60)),
            40.0,
            float(self.chance.uniform(0, 180)),
        )
        return self._photo(replace(self.scene, cards=(card,)), None)

    def shot(self) -> Shot:
        """Return the next picture."""
        cards: list[Card] = []
        piles: list[Pile] = []
        truth: list[Truth] = []
        arm = None
        covered = int(self.chance.integers(3)) if self.chance.random() < 0.3 else None
        for number, place in enumerate(self.places[:3]):
            laid, near = self._seat(place)
            cards += laid
            piles += near
            up = sum(card.name != "back" for card in laid)
            hidden = covered == number and bool(laid)
            if hidden:
                tip = (laid[-1].x_mm + float(self.chance.uniform(-15, 15)), laid[-1].y_mm - 10.0, 12.0)
                arm = (
                    Arm(
                        (tip[0] + float(self.chance.uniform(-150, 150)), 750), _SKINS[self.chance.integers(3)]
                    ),
                    tip,
                )
            truth.append(Truth(place.zone, up, len(laid) - up, hidden, not near))
        board = self._board()
        cards += board
        truth.append(Truth("board", len(board), 0))
        light = float(self.chance.uniform(0.8, 1.2)) if self.shaded else 1.0
        scene = replace(
            self.scene, cards=tuple(cards), piles=tuple(piles), brightness=self.scene.brightness * light
        )
        return Shot(self._photo(scene, arm), tuple(truth))

    def _seat(self, place: Place) -> tuple[list[Card], list[Pile]]:
        """Return what lies before a seat: nothing, or one to four cards of either side, beside, fanned or apart."""
        chance = self.chance
        (left, low), (right, high) = place.polygon.min(axis=0), place.polygon.max(axis=0)
        middle = chance.uniform((left + 50, low + 45), (right - 50, high - 45))
        kind, turn = chance.random(), float(chance.uniform(-50, 50))
        if kind < 0.15:
            return [], self._chips(place, [])
        number = 1 if kind < 0.35 else self.hand if kind < 0.85 else int(chance.integers(1, self.hand + 1))
        faces = (
            chance.random(number) < 0.5 if chance.random() < 0.15 else np.full(number, chance.random() < 0.55)
        )
        names = chance.choice(sorted(self.art.faces), number, replace=False)
        step = np.array((chance.uniform(9, 22), chance.uniform(-8, 8)))
        if number == 2 and chance.random() < 0.2:
            step = np.array((chance.uniform(64, 70), chance.uniform(-4, 4)))
            middle, turn = np.array(((left + right) / 2, middle[1])), float(chance.uniform(-6, 6))
        if number > 2:
            step = np.array((chance.uniform(10, 16), chance.uniform(-4, 4)))
        fan = float(chance.uniform(-9, 9)) if abs(step[0]) < 30 else float(chance.uniform(-2, 2))
        spin = np.array(
            (
                (np.cos(np.radians(turn)), -np.sin(np.radians(turn))),
                (np.sin(np.radians(turn)), np.cos(np.radians(turn))),
            )
        )
        cards = []
        for at in range(number):
            x, y = middle + spin @ (step * (at - (number - 1) / 2))
            picture = self.art.faces[str(names[at])] if faces[at] else self.art.back
            upside = 180.0 if chance.random() < 0.5 else 0.0
            cards.append(
                Card(
                    picture,
                    str(names[at]) if faces[at] else "back",
                    float(x),
                    float(y),
                    turn + fan * at + upside,
                )
            )
        return cards, self._chips(place, cards)

    def _board(self) -> list[Card]:
        number = int(self.chance.choice((0, 0, 3, 4, 5)))
        names = self.chance.choice(sorted(self.art.faces), 5, replace=False)[:number]
        gap = float(self.chance.uniform(64.5, 70))
        return [
            Card(
                self.art.faces[str(name)],
                str(name),
                -2 * gap + gap * at,
                -5 + float(self.chance.normal(0, 1.5)),
                float(self.chance.normal(0, 1.5)),
            )
            for at, name in enumerate(names)
        ]

    def _chips(self, place: Place, cards: list[Card]) -> list[Pile]:
        """Return stacks beside the cards, in a third of the places."""
        if self.chance.random() > 0.33:
            return []
        (left, low), (right, high) = place.polygon.min(axis=0), place.polygon.max(axis=0)
        found: list[Pile] = []
        for _ in range(int(self.chance.integers(1, 3))):
            x, y = self.chance.uniform((left, low), (right, high))
            count = int(self.chance.integers(1, 9))
            chip = _CHIPS[self.chance.integers(len(_CHIPS))]
            pile = Pile(float(x), float(y), (chip,) * count)
            away = [_off(card, pile) for card in cards]
            apart = [np.hypot(other.x_mm - x, other.y_mm - y) > 42 for other in found]
            if min(away, default=99.0) > 3 and all(apart):
                found.append(pile)
        return found

    def _photo(self, scene: Scene, arm: tuple[Arm, tuple[float, float, float]] | None) -> Picture:
        exposure = self.renderer.expose(scene, self.pose)
        if arm is not None:
            arms.lay(
                exposure,
                arm[0],
                np.array(arm[1]),
                self.lens,
                self.pose,
                np.array(scene.lamp),
                scene.ambient + 0.1,
            )
        light = exposure.light * self.tint * self._shade(scene)
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), self.blur), np.float32)
        y, x = np.mgrid[-1 : 1 : SIZE[1] * 1j, -1 : 1 : SIZE[0] * 1j].astype(np.float32)
        light *= (1 - np.float32(self.vignette) * (x * x + y * y) / 2)[..., None]
        levels = np.power(np.clip(light, 0, 1), np.float32(1 / self.gamma)) * 255
        levels += np.float32(self.sharp) * (levels - cv2.GaussianBlur(levels, (0, 0), 1.2))
        grain = self.chance.standard_normal(levels.shape, np.float32)
        picture = np.clip(np.rint(levels + grain * self.noise), 0, 255).astype(np.uint8)[..., ::-1]
        packed = cv2.imencode(
            ".jpg", np.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, self.quality]
        )[1]
        return pictures.decode(packed.tobytes(), "shot")

    def _shade(self, scene: Scene) -> np.typing.NDArray[np.float32]:
        """Return the shadow of somebody who bends over the table, in some of the pictures with something on the felt."""
        plain = np.ones((SIZE[1], SIZE[0], 1), np.float32)
        if not self.shaded or not (scene.cards or scene.piles) or self.chance.random() > 0.4:
            return plain
        x, y = np.meshgrid(np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32))
        turn, deep = self.chance.uniform(0, 2 * np.pi), self.chance.uniform(0.35, 0.8)
        soft, off = self.chance.uniform(15, 120), self.chance.uniform(-300, 300)
        line = (x - SIZE[0] / 2) * np.cos(turn) + (y - SIZE[1] / 2) * np.sin(turn) - off
        return np.asarray((deep + (1 - deep) / (1 + np.exp(-line / soft)))[..., None], np.float32)


def _box(left: float, low: float, wide: float, high: float) -> Array:
    return np.array(((left, low), (left + wide, low), (left + wide, low + high), (left, low + high)))


def _off(card: Card, pile: Pile) -> float:
    """Return how far the pile's foot, and its top as it leans in the picture, are from the card, in mm."""
    corners = card.corners.astype(np.float32)
    lean = 1.2 * pile.stack.height_mm
    places = [(pile.x_mm, pile.y_mm + lean * share) for share in (0, 0.33, 0.66, 1)]
    return min(-cv2.pointPolygonTest(corners, place, True) for place in places) - pile.stack.radius_mm
