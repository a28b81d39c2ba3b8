"""Keeps the virtual table as its sensors find it: every card has a place, and so has the button.

A card that leaves the shoe passes the beam of its throat; one that is laid down lies in an antenna's field.
What becomes an event is the firmware's part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from controller.demo.decks import TAGS

BUTTON: Final = "E004015000B00770"
"""The tag in the dealer's button."""


class Throat(Protocol):
    """The shoe's throat."""

    def draw(self, tag: str, *, up: bool) -> None:
        """Let a card pass."""


class Antennas(Protocol):
    """One board's antennas; ``zones`` says which zone lies over which of them."""

    zones: dict[int, str]

    def place(self, antenna: int, tags: Sequence[str]) -> None:
        """Put exactly these tags on an antenna."""

    def tap(self, seat: int) -> None:
        """Let a seat knock on the table."""


class Counter(Protocol):
    """The camera over the betting zones."""

    def tell(self, event: dict[str, Any], began_s: float | None = None) -> None:
        """See a motion that ends now and began ``began_s`` seconds ago."""


class Cable(Protocol):
    """What a device hangs on."""

    def unplug(self) -> None:
        """Pull it out."""

    def plug(self) -> None:
        """Put it back."""


class Felt:
    """The felt and what lies on it; ``cables`` are those that can be pulled, by the device's name."""

    def __init__(
        self,
        throat: Throat,
        boards: Sequence[Antennas],
        counter: Counter,
        cables: Mapping[str, Cable] | None = None,
    ) -> None:
        self._throat, self._boards, self._counter = throat, boards, counter
        self._cables, self._out = dict(cables or {}), list[Cable]()
        self._antennas = {zone: (board, antenna) for board in boards for antenna, zone in board.zones.items()}
        self.button: int | None = None
        """Where the dealer's button lies."""
        self._lying: dict[str, list[str]] = {zone: [] for zone in self._antennas}

    def happens(self, teller: str, event: dict[str, Any], began_s: float | None = None) -> None:
        """Let happen what a sensor tells of."""
        if teller == "shoe":
            self._throat.draw(TAGS[event["tag"]], up=event.get("face") == "up")
        elif teller == "antennas":
            self._under_the_felt(event)
        elif teller == "cable":
            self._out.append(self._cables[event["device"]])
            self._out[-1].unplug()
        else:
            self._counter.tell(event, began_s)

    def lay_button(self, seat: int) -> None:
        """Lay the dealer's button before a seat."""
        self.button = seat
        self._move(BUTTON, f"seat:{seat}")

    def clear(self) -> None:
        """Collect every card; the button stays."""
        for zone, tags in self._lying.items():
            left = [tag for tag in tags if tag == BUTTON]
            if left != tags:
                self._lying[zone] = left
                self._show(zone)

    def plug_in(self) -> bool:
        """Put back every cable that was pulled; return whether there was one."""
        out, self._out = self._out, []
        for cable in out:
            cable.plug()
        return bool(out)

    def _under_the_felt(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "tap":
                self._boards[0].tap(event["seat"])
            case "card.seen":
                self._move(TAGS[event["tag"]], event["zone"])
            case "card.gone":
                self._move(TAGS[event["tag"]], None)

    def _move(self, tag: str, zone: str | None) -> None:
        """Lay a card into a zone; None lifts it."""
        for source, tags in self._lying.items():
            if tag in tags and source != zone:
                tags.remove(tag)
                self._show(source)
        if zone is not None and tag not in self._lying[zone]:
            self._lying[zone].append(tag)
            self._show(zone)

    def _show(self, zone: str) -> None:
        board, antenna = self._antennas[zone]
        board.place(antenna, self._lying[zone])
