"""Keeps how the devices are: what each is to the table now, since when, and the one line that says why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from controller.config import DeviceConfig
from controller.config.model import DeviceKind
from controller.daemon.coverage import Coverage
from controller.daemon.find_port import Port
from controller.languages import LANGUAGES
from controller.ruling_cards.words import words_in
from controller.table.events import SEAT_ZONES, DeviceState, Equipment
from controller.table.kinds.sensors import blind_kinds, ruled_kinds
from controller.table.kinds.unseen import Unseen
from controller.table.rulebook import Rulebook
from controller.table.view import TableView
from controller.table_api import JOURNAL, PIN, DeviceView

STRANGER = "stranger"
ROOM = "room"


_ZONES: Final = re.compile(r"((?:seat|bet):\d{1,2}|board|burn|muck|stub|pot)(?:, ?|(?=:))")


def zones_in(text: str) -> list[str]:
    """Return the zones that a device's fault names before its colon: ``seat:4, board: no answer``."""
    found, at = [], 0
    while (zone := _ZONES.match(text, at)) is not None:
        found.append(zone[1])
        at = zone.end()
    return found if text[at : at + 1] == ":" else []


class DeviceBoard:
    """The health of every configured device, and of the journal as far as it is in trouble."""

    def __init__(self, devices: list[DeviceConfig], wall: Callable[[], str]) -> None:
        self._wall = wall
        self._views = {
            device.label: DeviceView(
                name=device.label, kind=device.kind, state="unknown", since=wall(), zones=list(device.zones)
            )
            for device in devices
        }
        self._kinds = {device.label: device.kind for device in devices}
        self._trouble: DeviceView | None = None
        self._doubt: DeviceView | None = None
        self._room: DeviceView | None = None
        self._strangers: dict[str, DeviceView] = {}
        self._guessed: DeviceView | None = None
        self.coverage = Coverage(devices)
        self._dead: dict[str, list[str]] = {}
        """Zones that a device reports dead while it sees the rest, by its name."""

    def views(self) -> list[DeviceView]:
        """Return the devices in the order of the configuration; a troubled journal and room first, strangers and guesses at the PIN last."""
        trouble = [view for view in (self._trouble or self._doubt, self._room) if view is not None]
        guessed = [self._guessed] if self._guessed is not None else []
        return trouble + list(self._views.values()) + list(self._strangers.values()) + guessed

    def state(self, name: str) -> DeviceState:
        """Return a device's state."""
        return self._views[name].state

    def kind(self, name: str) -> DeviceKind:
        """Return what a device senses by."""
        return self._kinds[name]

    def kinds_up(self) -> set[str]:
        """Return the device kinds of which some device can be believed."""
        return {str(self._kinds[name]) for name in self._views if self.believed(name)}

    def believed(self, name: str) -> bool:
        """Whether what a device tells can be believed, as far as it tells anything."""
        return self._views[name].state in ("up", "degraded")

    def unseen_by(self, name: str, *, away: bool) -> list[str] | None:
        """Return the zones that nobody senses by what ``name`` has not, None for every zone of its kind.

        ``away``: it senses nothing, or has lost what it sensed; otherwise what it says itself to be dead.
        """
        alone = self.coverage.alone(name, self.believed)
        if away:
            return alone
        dead = self._dead.get(name, [])
        return dead if alone is None else [zone for zone in dead if zone in alone]

    def trouble_over(self, name: str, state: DeviceState, lost: int | None) -> list[str] | None:
        """Return the zones that a device's trouble leaves unseen; None for all of its kind, or for no trouble."""
        if state == "down" or lost:
            return self.unseen_by(name, away=True)
        return self.unseen_by(name, away=False) or None if state == "degraded" else None

    def told_otherwise(
        self, name: str, on_record: Mapping[str, tuple[DeviceState, list[str] | None]]
    ) -> list[tuple[str, DeviceState, str]]:
        """Return the devices that are away with other zones than is on record, now that ``name`` has changed."""
        return [
            (other, view.state, view.problem)
            for other, view in self._views.items()
            if other != name and view.state == "down" and other in on_record
            if on_record[other] != (view.state, self.trouble_over(other, view.state, None))
        ]

    def told(self, name: str, state: DeviceState, problem: str, lost: int | None) -> dict[str, Any]:
        """Return a device's health as an event of the log."""
        zones = self.trouble_over(name, state, lost)
        fields = {"lost": lost or None, "zones": zones, "detail": problem or None}
        plain = {"type": "device", "device": name, "state": state, "kind": self.kind(name)}
        return plain | {field: value for field, value in fields.items() if value is not None}

    def blind_kinds(self, book: Rulebook, equipment: list[Equipment] | None, view: TableView) -> list[str]:
        """Return the kinds of ``book`` that cannot be judged now, at no seat of the table."""
        seats = [seat.seat for seat in view.seats if seat.state != "empty"]
        kinds = ruled_kinds(book)
        blind = {*blind_kinds(book, self.kinds_up(), equipment), *self.unseen().kinds_hidden(kinds, seats)}
        return [kind for kind in kinds if kind in blind]

    def unseen(self) -> Unseen:
        """Return what no device senses now."""
        found = Unseen()
        for name, view in self._views.items():
            found.add(view.kind, self.unseen_by(name, away=not self.believed(name)))
        return found

    def blind_seats(self) -> set[int]:
        """Return the seats whose cards no antenna can see now."""
        unseen = self.unseen()
        return {seat for zone, seat in SEAT_ZONES.items() if unseen.at("antennas", zone)}

    def sensor_fault(self, name: str, text: str) -> tuple[DeviceState, str]:
        """Note that a device's own sensor fails; return what that makes of the device, and in which words.

        A fault that names zones leaves the device the others; one that names none leaves it nothing.
        """
        self._dead[name] = zones = zones_in(text)
        what = "bets" if self.kind(name) == "chips" else "cards"
        return ("degraded", f"{text}: {what} there unknown since {self._wall()}") if zones else ("down", text)

    def change(self, name: str, state: DeviceState, problem: str = "") -> bool:
        """Note a device's health; return whether its state is another than before."""
        before = self._views[name]
        if state != "degraded":
            self._dead.pop(name, None)
        if before.state == state and before.problem == problem:
            return False
        since = before.since if before.state == state else self._wall()
        self._views[name] = msgspec.structs.replace(before, state=state, since=since, problem=problem)
        return before.state != state

    def degraded(self) -> list[str]:
        """Return the names of the devices that lost something; one that is dead over a zone is not healed by time."""
        return [n for n, view in self._views.items() if view.state == "degraded" and not self._dead.get(n)]

    def strangers(self, ports: Iterable[tuple[Port, str]]) -> bool:
        """Note which ports are left alone, each with what is taken instead; return whether that is news."""
        before = self._strangers
        told = {port.node: self._stranger(port, instead) for port, instead in ports}
        news = {node: view.problem for node, view in told.items()}
        if news == {node: view.problem for node, view in before.items()}:
            return False
        self._strangers = {
            node: before[node] if node in before and before[node].problem == view.problem else view
            for node, view in told.items()
        }
        return True

    def _stranger(self, port: Port, instead: str) -> DeviceView:
        who = f"{port.what or 'a device'}, serial {port.serial or 'none'}"
        why = "is not in the configuration and is left alone"
        if instead:
            why = f"is left alone: {instead} has the same `udev`; floorcall doctor says what tells them apart"
        problem = f"{who}, at {port.node} {why}"
        return DeviceView(name=port.node, kind=STRANGER, state="unknown", since=self._wall(), problem=problem)

    def wrong_pin(self, client: str, together: int) -> None:
        """Note that somebody guesses at the PIN: the ``together``-th wrong one in a row came from ``client``."""
        since = self._wall() if self._guessed is None or together == 1 else self._guessed.since
        told: dict[str, str | int] = {"n": together, "since": since, "client": client}
        problem = words_in(LANGUAGES[0]).say("page.wrong_pins", **told)
        self._guessed = DeviceView(
            name=PIN, kind=PIN, state="unknown", since=since, problem=problem, told=told
        )

    @property
    def recording_stopped(self) -> bool:
        """Whether nothing can be recorded now."""
        return self._trouble is not None

    def room_trouble(self, problem: str) -> None:
        """Note why the floor's screen hears nothing of this table; "" when it does again."""
        since = self._wall() if self._room is None else self._room.since
        view = DeviceView(name=ROOM, kind=ROOM, state="down", since=since, problem=problem)
        self._room = view if problem else None

    def journal_trouble(self, problem: str) -> None:
        """Note what keeps the journal from writing; "" when it writes again."""
        if not problem:
            self._trouble = None
        elif self._trouble is None or self._trouble.problem != problem:
            self._trouble = DeviceView(
                name=JOURNAL, kind=JOURNAL, state="down", since=self._wall(), problem=problem
            )

    def journal_doubted(self, problem: str) -> None:
        """Note what heads kept elsewhere deny of the journal; it is recorded as before."""
        self._doubt = DeviceView(
            name=JOURNAL, kind=JOURNAL, state="degraded", since=self._wall(), problem=problem
        )
