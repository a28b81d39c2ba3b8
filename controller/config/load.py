"""Reads the daemon's TOML file and names the key, the line and what would be right."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

import msgspec
from msgspec.inspect import StructType, type_info

from controller import toml_text, typed
from controller.config.model import (
    Config,
    DeviceConfig,
)
from controller.config.pages import HASHED, people_mistakes, server_mistakes
from controller.config.room_mistakes import room_files, room_mistakes
from controller.config.schedule import level_mistakes, schedule_mistake
from controller.config.texts import text_mistakes
from controller.deck import DeckError, load_deck, troubles
from controller.languages import LANGUAGES
from controller.sheets import BREAK, LASTS
from controller.toml_lines import line_of
from controller.toml_text import NotToml
from controller.typed import KeyPath, Mistake
from hw import BadPins
from hw.keys import layout_from

RIGHT: dict[str, str] = {
    "port": "a number from 1 to 65535",
    "rulebook": "a house's id such as \"deltin\" (`floorcall rulebook list`), or the path of a house's own file",
    "game": '"nlhe", "plhe", "flhe", "plo", "plo8", "flo8", "stud", "stud8" or "razz"',
    "kind": '"shoe", "antennas", "chips" or "panel"',
    "state": '"in", "absent", "penalty", "out", "late" or "empty"',
    "seats": "tables named by a seat from 1 to 10, such as [table.seats.3]",
    "id": "1 to 32 letters, digits, or one of _ . : -",
    "name": "1 to 32 letters, digits, or one of _ . : -",
    "stack": "a whole number of chip units, 0 or more",
    "small": "a whole number of chip units, 0 or more",
    "big": "a whole number of chip units, 0 or more",
    "ante": "a whole number of chip units, 0 or more",
    "big_blind_ante": "a whole number of chip units, 0 or more",
    "bring_in": "a whole number of chip units, 1 or more",
    "small_bet": "a whole number of chip units, 1 or more",
    "big_bet": "a whole number of chip units, 1 or more",
    "decks": 'paths of deck files in quotes, such as ["red-7.toml"]; `floorcall deck enroll` makes them',
    "denominations": "whole numbers, one or more, such as [5, 25, 100]",
    "udev": 'udev properties in quotes, such as { ID_SERIAL_SHORT = "A1" }',
    "path": "a path in quotes",
    "seal_key": "the path of a key file in quotes, outside the journal's folder",
    "sign_key": "the path of a key file in quotes, outside the journal's folder",
    "auditor_key": "the path of an auditor's public key in quotes; `floorcall journal auditor-key` makes a pair",
    "anchor": "the path of a file in quotes, on another disk than the journal",
    "pin": HASHED,
    "level": "a table with `small` and `big`, such as { small = 50, big = 100 }",
    "minutes": LASTS,
    BREAK: "true, or the break's name in quotes, 20 letters at most",
    "down": "true where lower blinds are meant, else false",
    "schedule": 'the path of a CSV file in quotes, such as "levels.csv"',
    "announce_s": "a whole number of seconds from 0 to 600",
    "starts": '"hand" (the first one) or "floor"',
    "dealer": "true where the dealer's display may steer the clock, else false",
    "language": f"one of {', '.join(LANGUAGES)}, in quotes",
    "gpio": "true or false",
    "zones": 'zones such as ["seat:1", "seat:2", "board"]',
    "role": '"dealer", "floor", "auditor" or "technician"',
    "certificate": "the path of the house's certificate in quotes, a PEM file",
    "certificate_key": "the path of the certificate's key in quotes, a PEM file",
    "pins": "BCM pins by key, such as { check = 4, lamp = 12 }",
    "keyed": 'a list of "checks", "words", "faces", "awards" and "hands": what dealers here key every time',
    "taps": "true where the antenna board has a piezo for each seat, else false",
    "contact": "true where the shoe's input for a new hand is wired, else false",
    "site": "1 to 32 letters, digits, - or _",
    "broker": "mqtt://HOST:PORT or mqtts://HOST:PORT in quotes",
    "nodes": 'addresses in quotes, such as ["mqtts://node-2:8883"]',
    "floor_key": "the path of the floor's public key in quotes, floor-evidence.pub beside the floor's file",
    "languages": 'a list of languages such as ["en"]',
    "faces": "true where the camera tells turned cards, else false",
}
_KIND_OF: dict[str, str] = {"taps": "antennas", "contact": "shoe", "faces": "chips"}
"""Keys that only one kind of device has."""


_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")
"""What names a device by another way than a path, as ``picamera:0`` does."""


Shape = TypeVar("Shape", bound=msgspec.Struct)
Mistakes = Callable[[Shape], Iterator[tuple[KeyPath, str]]]
"""Yields what is wrong with a configuration, and where."""


RIGHT_IN: dict[tuple[str, ...], str] = {
    ("person", "name"): "1 to 40 characters, the first and the last no space",
    ("section", "name"): "1 to 24 characters",
    ("floor", "name"): RIGHT["site"],
    ("room", "table"): RIGHT["site"],
}
"""What is right for a key that means something else in this section."""


class ConfigError(ValueError):
    """A configuration that cannot be used. ``line`` counts from 1; ``key`` is dotted, or ""."""

    def __init__(self, source: str, line: int | None, key: str, problem: str) -> None:
        place = source if line is None else f"{source}:{line}"
        super().__init__(f"{place}: {key}: {problem}" if key else f"{place}: {problem}")
        self.source, self.line, self.key, self.problem = source, line, key, problem


def load_config(path: Path | str) -> Config:
    """Read the file at ``path``. Raise ConfigError for anything that cannot be used."""
    return parse_config(text_at(path), str(path))


def text_at(path: Path | str) -> str:
    """Return a file's text. Raise ConfigError where it cannot be read, or is none."""
    try:
        return toml_text.text_at(path)
    except NotToml as error:
        raise ConfigError(str(path), error.line, "", str(error)) from error


def parse_config(text: str, source: str = "config") -> Config:
    """Check the TOML ``text``. Raise ConfigError, naming ``source``, for anything that cannot be used."""
    config = parse_as(Config, text, source, _mistakes, _places)
    return msgspec.structs.replace(config, device=[_beside(device, source) for device in config.device])


def _beside(device: DeviceConfig, source: str) -> DeviceConfig:
    """Return a device whose port is a path relative to the file with the path that it is."""
    if device.path is None or _SCHEME.match(device.path):
        return device
    return msgspec.structs.replace(device, path=str(Path(source).parent / device.path))


def parse_as(
    shape: type[Shape], text: str, source: str, mistakes: Mistakes[Shape], places: Mistakes[Shape]
) -> Shape:
    """Return the TOML ``text`` as a ``shape``, with its ``source``. Raise ConfigError for the first mistake.

    ``mistakes`` are those that the types cannot say, ``places`` those of the files that it names.
    """
    try:
        tree = toml_text.tree_of(text)
    except NotToml as error:
        raise ConfigError(source, error.line, "", str(error)) from error
    try:
        if "source" in tree:
            raise msgspec.ValidationError("the source is ours to fill in, not the file's")
        config = msgspec.convert(tree, shape, str_keys=True)
    except msgspec.ValidationError as error:
        path, problem = _explained(next(_of_types(shape, tree)))
        raise ConfigError(source, line_of(text, path), typed.dotted(path), problem) from error
    for path, problem in chain(text_mistakes(tree), mistakes(config)):
        raise ConfigError(source, line_of(text, path), typed.dotted(path), problem)
    config = msgspec.structs.replace(config, source=source)
    for path, problem in places(config):
        raise ConfigError(source, line_of(text, path), typed.dotted(path), problem)
    return config


def _of_types(shape: type[msgspec.Struct], tree: dict[str, Any]) -> Iterator[Mistake]:
    """Yield what has not the type of ``shape``, of which a file knows all but its ``source``."""
    wanted = type_info(shape)
    assert isinstance(wanted, StructType)
    fields = {field.encode_name: field for field in wanted.fields if field.encode_name != "source"}
    return typed.of_fields(tree, fields, closed=True)


def _explained(mistake: Mistake) -> tuple[KeyPath, str]:
    """Return where the mistake is and what would be right."""
    path, key = mistake.path, mistake.path[-1] if mistake.path else ""
    if mistake.fault == "unknown":
        return path, f"is no key that floorcall knows; {typed.hint(str(key), mistake.known)}"
    named = [part for part in path if isinstance(part, str)]
    right = RIGHT_IN.get((*named[-2:],)) or RIGHT.get(str(key))
    if mistake.fault == "missing":
        return path[:-1], f"needs the key `{key}`" + (f": {right}" if right else "")
    right = right or next((RIGHT[part] for part in reversed(named[-2:]) if part in RIGHT), None)
    return path, f"must be {right or mistake.right('a table')}, not {typed.shown(mistake.value)}"


def _mistakes(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what the types cannot say, in the file's order of sections."""
    if len([seat for seat in config.table.seats.values() if seat.state != "empty"]) < 2:
        yield ("table", "seats"), "needs at least two seats that are not empty"
    yield from level_mistakes(config)
    yield from _denomination_mistakes(config.table.denominations or [])
    yield from _device_mistakes(config.device)
    yield from _zone_mistakes(config)
    yield from room_mistakes(config)
    yield from people_mistakes(config.person, config.server)
    yield from server_mistakes(config.person, config.server)


def _denomination_mistakes(denominations: list[int]) -> Iterator[tuple[KeyPath, str]]:
    for index, denomination in enumerate(denominations):
        if denomination in denominations[:index]:
            yield ("table", "denominations", index), f"{denomination} stands here twice"


def _device_mistakes(devices: list[DeviceConfig]) -> Iterator[tuple[KeyPath, str]]:
    seen: dict[str, int] = {}
    for index, device in enumerate(devices):
        here: KeyPath = ("device", index)
        ways = [way for way in ("path", "udev") if getattr(device, way) is not None]
        ways += ["gpio"] if device.gpio else []
        if len(ways) != 1:
            got = "none" if not ways else " and ".join(f"`{way}`" for way in ways)
            where = (*here, ways[-1]) if ways else here
            yield where, f"a device needs exactly one of `path`, `udev` and `gpio`; here is {got}"
        if device.udev is not None and not device.udev:
            yield (*here, "udev"), f"must be {RIGHT['udev']}; an empty table fits every device"
        if device.gpio and device.kind != "panel":
            yield (*here, "gpio"), f"only a panel hangs on the Pi's pins, not `{device.kind}`"
        if device.pins and not device.gpio:
            yield (*here, "pins"), "belongs to a panel on the Pi's own pins: say `gpio = true`"
        for key, kind in _KIND_OF.items():
            if getattr(device, key) and device.kind != kind:
                yield (*here, key), f"only a device of the kind `{kind}` has it, not `{device.kind}`"
        try:
            layout_from(device.pins)
        except BadPins as problem:
            yield (*here, "pins"), str(problem)
        for other in devices[:index]:
            if device.path is not None and device.path == other.path:
                yield (
                    (*here, "path"),
                    f"{other.label} is at {device.path} already; a port holds one device",
                )
            if device.udev and device.udev == other.udev:
                yield (
                    (*here, "udev"),
                    f"fits {other.label} as well; give each its ID_SERIAL_SHORT, or its ID_PATH where it has none",
                )
            if device.serial and device.serial == other.serial:
                yield (
                    (*here, "serial"),
                    f"{other.label} is {device.serial} already; no two boards say one name",
                )
        if device.label in seen:
            yield (
                (*here, "name" if device.name else "kind"),
                f"two devices are called {device.label}; give each its own `name`",
            )
        seen[device.label] = index


def _zone_mistakes(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield zones that cannot be: of no sensor of zones, named twice, another board's, of a seat that is not there."""
    boards: dict[str, str] = {}
    seats = sorted(config.table.seats)
    for index, device in enumerate(config.device):
        if device.zones and device.kind not in ("antennas", "chips"):
            yield ("device", index, "zones"), f"only antennas and cameras have zones, not `{device.kind}`"
        for place, zone in enumerate(device.zones):
            here: KeyPath = ("device", index, "zones", place)
            if zone in device.zones[:place]:
                yield here, f"{zone} stands here twice: leave one out"
            if device.kind == "antennas":
                if zone in boards:
                    yield (
                        here,
                        f"{zone} is {boards[zone]}'s already; an antenna hangs on one board: take it out of one",
                    )
                boards[zone] = device.label
            seat = int(zone.partition(":")[2] or seats[0])
            if device.kind == "chips" and seat not in seats:
                yield (
                    here,
                    f"the table has no seat {seat}, but {', '.join(map(str, seats))}: take {zone} out, or add [table.seats.{seat}]",
                )


def _places(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the files that the configuration names."""
    journal = config.journal_path.absolute()
    if os.path.isdir(journal):
        yield ("journal", "path"), f"{journal} is a folder; name a file in it, such as {journal}/table.db"
    for name, path in (("seal_key", config.seal_key_path), ("sign_key", config.sign_key_path)):
        if journal.parent.resolve() in path.absolute().resolve().parents and getattr(config.journal, name):
            yield (
                ("journal", name),
                f"lies in the journal's folder, {journal.parent}: whoever takes the store would have its key; "
                f"put it elsewhere, such as /etc/floorcall/{name.replace('_', '.')}",
            )
    if (anchor := config.anchor_path) is not None and (problem := _anchor_mistake(config, anchor)):
        yield ("journal", "anchor"), problem
    yield from _deck_mistakes(config)
    yield from schedule_mistake(config)
    yield from room_files(config)


def _anchor_mistake(config: Config, anchor: Path) -> str:
    """Return why heads cannot be kept at ``anchor``, "" where they can."""
    place, folder = anchor.resolve(), config.journal_path.resolve().parent
    if os.path.isdir(anchor):
        return f"{anchor} is a folder; name a file in it, such as {anchor}/heads.jsonl"
    if folder in place.parents:
        return (
            f"lies in the journal's folder, {folder}: whoever puts another journal there would change it too; put it "
            "elsewhere, such as /media/stick/heads.jsonl"
        )
    named = [Path(config.source), config.seal_key_path, config.sign_key_path, config.auditor_path]
    others = [*named, *(config.certificate_paths or ()), *config.deck_paths, config.schedule_path]
    if place in [other.resolve() for other in others if other is not None]:
        return f"{anchor} is another file of this table's; heads are added to a file of their own"
    return ""


def _deck_mistakes(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the decks: a file, a deck that must not be used, a tag in two of them."""
    owners: dict[str, str] = {}
    for index, path in enumerate(config.deck_paths):
        here = ("table", "decks", index)
        try:
            deck = load_deck(path)
        except DeckError as error:
            yield here, str(error)
            continue
        barred = [trouble.text for trouble in troubles(deck.cards) if trouble.bars]
        if barred:
            yield here, f"{path}: {barred[0]}; see `floorcall deck check {quote(str(path))}`"
        shared = sorted({owners[tag] for tag in deck.cards if tag in owners})
        if shared:
            yield here, f"{path}: has tags of {shared[0]} too"
        owners |= dict.fromkeys(deck.cards, deck.id)
