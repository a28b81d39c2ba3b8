"""Reads the daemon's TOML file and names the key, the line and what would be right."""

from __future__ import annotations

import copy
import difflib
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from controller.config.locate import KeyPath, line_of
from controller.config.model import (
    ClockConfig,
    Config,
    DeviceConfig,
    JournalConfig,
    LevelConfig,
    PersonConfig,
    SeatConfig,
    ServerConfig,
    TableConfig,
)
from controller.config.pages import HASHED, people_mistakes, server_mistakes
from controller.config.room import RoomConfig, room_files, room_mistakes
from controller.config.schedule import level_mistakes, schedule_mistake
from controller.deck import DeckError, load_deck, troubles
from controller.languages import LANGUAGES
from controller.sheets import BREAK, LASTS, LevelRow
from hw import BadPins
from hw.keys import layout_from

_AT = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`\$(?P<path>[^`]*)`)?$", re.DOTALL)
_PART = re.compile(r"\.([A-Za-z0-9_-]+)|\[(\d+)\]|(\[\.\.\.\])")
_UNKNOWN = re.compile(r"Object contains unknown field `(.+)`")
_MISSING = re.compile(r"Object missing required field `(.+)`")
_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
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
    "big": "a whole number of chip units, 1 or more",
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
    "languages": 'a list of languages such as ["en"]',
    "faces": "true where the camera tells turned cards, else false",
}
FIELDS: dict[str, type[msgspec.Struct]] = {
    "table": TableConfig,
    "level": LevelConfig,
    "clock": ClockConfig,
    "seats": SeatConfig,
    "device": DeviceConfig,
    "server": ServerConfig,
    "journal": JournalConfig,
    "person": PersonConfig,
    "room": RoomConfig,
}


_KIND_OF: dict[str, str] = {"taps": "antennas", "contact": "shoe", "faces": "chips"}
"""Keys that only one kind of device has."""


Shape = TypeVar("Shape", bound=msgspec.Struct)
Mistakes = Callable[[Shape], Iterator[tuple[KeyPath, str]]]
"""Yields what is wrong with a configuration, and where."""


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
    source = str(path)
    try:
        return Path(path).read_bytes().decode()
    except OSError as error:
        raise ConfigError(source, None, "", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(source, line, "", "is not UTF-8 text") from error


def parse_config(text: str, source: str = "config") -> Config:
    """Check the TOML ``text``. Raise ConfigError, naming ``source``, for anything that cannot be used."""
    return parse_as(Config, text, source, _mistakes, _places)


def parse_as(
    shape: type[Shape], text: str, source: str, mistakes: Mistakes[Shape], places: Mistakes[Shape]
) -> Shape:
    """Return the TOML ``text`` as a ``shape``, with its ``source``. Raise ConfigError for the first mistake.

    ``mistakes`` are those that the types cannot say, ``places`` those of the files that it names.
    """
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        problem = _LINE.sub("", str(error)).replace("(at end of document)", "at the end").strip()
        raise ConfigError(source, line, "", f"is not TOML here: {problem}") from error
    except RecursionError as error:
        raise ConfigError(source, None, "", "is nested too deeply") from error

    try:
        if "source" in tree:  # ours to fill in, not the file's
            raise msgspec.ValidationError("Object contains unknown field `source`")
        config = msgspec.convert(tree, shape, str_keys=True)
    except msgspec.ValidationError as error:
        path, problem = _explain(shape, tree, error)
        raise ConfigError(source, line_of(text, path), _dotted(path), problem) from error
    for path, problem in mistakes(config):
        raise ConfigError(source, line_of(text, path), _dotted(path), problem)
    config = msgspec.structs.replace(config, source=source)
    for path, problem in places(config):
        raise ConfigError(source, line_of(text, path), _dotted(path), problem)
    return config


def _explain(
    shape: type[msgspec.Struct], tree: dict[str, Any], error: msgspec.ValidationError
) -> tuple[KeyPath, str]:
    """Return where the mistake is and what would be right."""
    found = _AT.match(str(error))
    assert found is not None
    what, path = found["what"], _resolve(shape, tree, found["path"] or "")
    if unknown := _UNKNOWN.fullmatch(what):
        return (*path, unknown[1]), _unknown_key(shape, path, unknown[1])
    if missing := _MISSING.fullmatch(what):
        right = RIGHT.get(missing[1])
        return path, f"needs the key `{missing[1]}`" + (f": {right}" if right else "")
    named = [part for part in path if isinstance(part, str)]
    right = next((RIGHT[part] for part in reversed(named[-2:]) if part in RIGHT), None)
    got = _short(_value(tree, path))
    return path, f"must be {right}, not {got}" if right else f"{what}, not {got}"


def _resolve(shape: type[msgspec.Struct], tree: dict[str, Any], text: str) -> KeyPath:
    """Turn msgspec's path into ours; where it hides a mapping's key, find the one that fails."""
    path: KeyPath = ()
    if "`" in text:
        return path
    parts = list(_PART.finditer(text))
    for part in parts:
        if part[1] is not None:
            path = (*path, part[1])
        elif part[2] is not None:
            path = (*path, int(part[2]))
        else:
            path = (*path, _failing_key(shape, tree, path))
    place = _value(tree, path)
    if isinstance(place, dict) and path[-1:] in (("seats",), ("udev",)) and place:
        path = (*path, _failing_key(shape, tree, path))
    return path


def _failing_key(shape: type[msgspec.Struct], tree: dict[str, Any], path: KeyPath) -> str:
    mapping = _value(tree, path)
    for key in mapping:
        alone = copy.deepcopy(tree)
        holder = _value(alone, path)
        for other in [name for name in holder if name != key]:
            del holder[other]
        try:
            msgspec.convert(alone, shape, str_keys=True)
        except msgspec.ValidationError as error:
            if str(path[-1]) in str(error):
                return str(key)
    return str(next(iter(mapping)))


def _value(tree: Any, path: KeyPath) -> Any:
    for part in path:
        try:
            tree = tree[part]
        except (KeyError, IndexError, TypeError):
            return None
    return tree


def _unknown_key(root: type[msgspec.Struct], path: KeyPath, key: str) -> str:
    names = [part for part in path if isinstance(part, str)]
    holder = names[-1] if names else ""
    if holder not in FIELDS and len(names) >= 2:
        holder = names[-2]
    shape = LevelRow if names[:1] == ["level"] else FIELDS.get(holder, root)
    known = [name for name in shape.__struct_encode_fields__ if name != "source"]
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    hint = f"did you mean `{near[0]}`?" if near else f"known here: {', '.join(known)}"
    return f"is no key that floorcall knows; {hint}"


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
    paths: dict[str, str] = {}
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
        if device.path is not None and device.path in paths:
            yield (
                (*here, "path"),
                f"{paths[device.path]} is at {device.path} already; a port holds one device",
            )
        paths.setdefault(device.path or "", device.label)
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
    if journal.is_dir():
        yield ("journal", "path"), f"{journal} is a folder; name a file in it, such as {journal}/table.db"
    for name, path in (("seal_key", config.seal_key_path), ("sign_key", config.sign_key_path)):
        if journal.parent.resolve() in path.absolute().resolve().parents and getattr(config.journal, name):
            yield (
                ("journal", name),
                f"lies in the journal's folder, {journal.parent}: whoever takes the store would have its key; "
                f"put it elsewhere, such as /etc/floorcall/{name.replace('_', '.')}",
            )
    yield from _deck_mistakes(config)
    yield from schedule_mistake(config)
    yield from room_files(config)


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
            yield here, f"{path}: {barred[0]}; see `floorcall deck check {path}`"
        shared = sorted({owners[tag] for tag in deck.cards if tag in owners})
        if shared:
            yield here, f"{path}: has tags of {shared[0]} too"
        owners |= dict.fromkeys(deck.cards, deck.id)


def _dotted(path: KeyPath) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _short(value: Any) -> str:
    text = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else None
    text = text or (f'"{value}"' if isinstance(value, str) else str(value))
    return text if len(text) <= 60 else text[:57] + "..."
