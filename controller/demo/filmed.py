"""Names the hands of the virtual table that a camera films: chips are counted and open cards seen in pictures.

What no film shows the camera's process is told, and so is what the film did not tell in time: the hand goes on.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.demo.hands import Hand
from controller.demo.processes import Camera
from controller.demo.reading import worth
from controller.demo.steps import Sense, Story

FILM: Final = Path(__file__).parent / "film"
HANDS: Final = tuple(sorted(path.stem for path in FILM.glob("*.webm")))
"""The hands that have a film."""
TOLD_IN_S: Final = 30.0
"""What comes later would be told twice: a busy machine gets time."""
FASTEST: Final = 3.0
"""A film plays at its own pace; a demo that is faster does without."""


@dataclass(frozen=True)
class Clip:
    """A part of the film, to ``end`` seconds: ``seat`` pushes ``chips`` or lays ``cards`` open, or the dealer sweeps (None)."""

    end: float
    seat: int | None
    chips: dict[str, int]
    cards: tuple[str, ...] = ()

    def shows(self, event: dict[str, Any]) -> bool:
        """Whether this is what a sensor's event tells."""
        if self.seat is None:
            return bool(event["type"] == "chips.swept")
        if self.cards:
            turned = event["type"] == "card.seen" and event.get("face") == "up"
            return turned and event["zone"] == self.place and event["tag"] in self.cards
        return event["type"] == "chips.push" and (event["seat"], event["chips"]) == (self.seat, self.chips)

    @property
    def place(self) -> str:
        """Where the seat's cards lie."""
        return f"seat:{self.seat}"


@dataclass(frozen=True)
class Played:
    """What came of a step that was filmed: whether the camera ``told`` all of it, and in which ``words`` the demo says so."""

    told: bool
    words: str = ""


def load_clips(hand: str, folder: Path = FILM) -> list[Clip]:
    """Return the clips of a hand's film, in the order of the hand."""
    clips = json.loads((folder / f"{hand}.json").read_text(encoding="utf-8"))["clips"]
    return [
        Clip(clip["end"], clip["seat"], clip.get("chips", {}), tuple(clip.get("cards", ()))) for clip in clips
    ]


def can_film(speed: float) -> bool:
    """Whether the film and the camera's parts are installed, and the demo is no faster than the film."""
    installed = all(importlib.util.find_spec(name) is not None for name in ("cv2", "numpy", "onnxruntime"))
    return installed and bool(HANDS) and speed <= FASTEST


class Filmed:
    """Plays a film along with its hand."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._film = ""
        self._clips: list[Clip] = []
        self._bet: set[int] = set()
        self._open: set[str] = set()

    def begin(self, story: Story, hand: Hand) -> None:
        """Get ready for a story; only a hand as it was played has a film."""
        filmed = hand.name in HANDS and story.steps == hand.steps
        self._film, self._clips = hand.name, load_clips(hand.name) if filmed else []
        self._bet, self._open = set(), set()

    async def plays(self, step: Sense) -> Played | None:
        """Play the clip of a step and return what came of it, None where there is no clip."""
        if step.event.get("face") == "up" and step.event["tag"] in self._open:
            return Played(told=True)  # it was laid open with the card before it
        if not self._clips or not self._clips[0].shows(step.event):
            return None
        clip = self._clips.pop(0)
        self._camera.play(self._film, clip.end)
        try:
            async with asyncio.timeout(TOLD_IN_S):
                if clip.cards:
                    return await self._laid_open(clip)
                if clip.seat is not None:
                    return await self._pushed(clip, clip.seat)
                return await self._swept()
        except TimeoutError:
            return Played(told=False)

    async def _pushed(self, clip: Clip, seat: int) -> Played:
        while not clip.shows(await self._camera.next_told()):
            pass
        self._bet.add(seat)
        return Played(True, f"the camera counts what seat {seat} pushes: {worth(clip.chips):,}")

    async def _laid_open(self, clip: Clip) -> Played:
        """Wait until the camera tells as many faces before the seat as it has laid open."""
        seen = {"type": "card.face", "zone": clip.place, "face": "up", "count": len(clip.cards)}
        while not seen.items() <= (await self._camera.next_told()).items():
            pass
        self._open.update(clip.cards)
        return Played(True, f"the camera sees {len(clip.cards)} cards face up before seat {clip.seat}")

    async def _swept(self) -> Played:
        """Wait until the zones in which the camera saw a bet are swept; the dealer sweeps others that it does not see."""
        left = set(self._bet)
        while left:
            told = await self._camera.next_told()
            if told["type"] == "chips.swept":
                left -= set(told["seats"])
        return Played(told=False)
