"""Says in plain words what is wrong with a log's line, and which of its fields holds it."""

from __future__ import annotations

import difflib
import re
from typing import Any

import msgspec
from msgspec.inspect import DictType, ListType, LiteralType, StructType, Type, UnionType, type_info

from controller.sensorlog.parse import BadLineError, Line
from controller.table.events import ZONES

_KNOWN: dict[str, StructType] = {
    info.tag: info
    for info in type_info(Line).types  # type: ignore[attr-defined]
    if isinstance(info, StructType) and isinstance(info.tag, str)
}
_NOT_A_NUMBER = re.compile(rb'"([^"]+)"\s*:\s*(-?(?:NaN|Infinity|nan|inf))\b')
_AT = re.compile(r" - at (?:`key` in )?`\$\.?([^`]*)`$")
_BOUND = re.compile(r"Expected `\w+` (>=|<=|>|<) (\S+)")
_TYPE = re.compile(r"Expected `([^`]+)`(?:, got `([^`]+)`)?$")
_IN_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_ZONE = "a zone: shoe, board, burn, muck, stub, pot, or seat:1 to seat:10, bet:1 to bet:10"
_PATTERNS = {
    "Jk": "a card: rank 23456789TJQKA and suit cdhs, or Jk",
    "a-z_": "a decision in small letters and underscores",
}


def explain(raw: bytes, error: Exception) -> BadLineError:
    """Say what is wrong with a line that ``error`` refused."""
    if not raw.strip():
        return BadLineError("line", "is empty", malformed=True)
    try:
        told = msgspec.json.decode(raw)
    except msgspec.ValidationError:
        told = None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as broken:
        return _explain_malformed(raw, broken)
    kind = told.get("type") if isinstance(told, dict) else None
    place, words = _explain_value(told, kind, str(error))
    return BadLineError(place, words, header=kind == "log")


def _explain_malformed(raw: bytes, error: Exception) -> BadLineError:
    if found := _NOT_A_NUMBER.search(raw):
        name, value = (part.decode(errors="replace") for part in found.groups())
        return BadLineError(name, f"must be a number, is {value}", malformed=True)
    if isinstance(error, RecursionError):
        return BadLineError("line", "is nested too deeply", malformed=True)
    if isinstance(error, UnicodeDecodeError):
        return BadLineError("line", "is not UTF-8", malformed=True)
    if "trailing characters" in str(error):
        return BadLineError("line", "goes on after the end of its object", malformed=True)
    byte = re.search(r"\(byte (\d+)\)", str(error))
    if byte is None:
        return BadLineError("line", "is not JSON: it stops in the middle", malformed=True)
    return BadLineError(f"byte {int(byte[1]) + 1}", "is not JSON", malformed=True)


def _explain_value(told: Any, kind: Any, message: str) -> tuple[str, str]:
    """Return the field and the trouble, from the decoder's message and what the line holds."""
    at = _AT.search(message)
    path = at[1] if at else ""
    head = message[: at.start()] if at else message
    if missing := re.match(r"Object missing required field `(\w+)`", head):
        return f"{path}.{missing[1]}".lstrip("."), "is missing"
    if path == "type":
        return "type", _unknown_type(kind)
    key = " - at `key` in " in message
    value = "" if key else _value_at(told, path)
    if head.startswith("Invalid enum value"):
        return path, f"must be {_options(kind, path)}, is {head.removeprefix('Invalid enum value ')}"
    if not at and (named := re.findall(r"`(\w+)`", head)) and not head.startswith("Expected"):
        path = named[-1]
    return path or "line", _wanted(head, "each key " if key else "") + value


def _wanted(head: str, what: str) -> str:
    if head == "Number out of range":
        return f"{what}must be a number that can be reckoned with"
    if bound := _BOUND.match(head):
        if bound[1] == "<":  # only a moment has such a bound
            return f"{what}must be seconds since the log's start"
        words = {">=": "at least", "<=": "at most", ">": "more than"}[bound[1]]
        return f"{what}must be {words} {bound[2].removesuffix('.0')}"
    if "matching regex" in head:
        pattern = next((words for mark, words in _PATTERNS.items() if mark in head), "well formed")
        return f"{what}must be {pattern}"
    if length := re.match(r"Expected `(str|array)` of length (>=|<=) (\d+)", head):
        words = {">=": "at least", "<=": "at most"}[length[2]]
        return f"{what}must have {words} {length[3]} {'characters' if length[1] == 'str' else 'of them'}"
    if wrong := _TYPE.match(head):
        wanted = " or ".join(_IN_WORDS.get(name, name) for name in wrong[1].split(" | "))
        got = f", not {_IN_WORDS.get(wrong[2], wrong[2])}" if wrong[2] else ""
        return f"{what}must be {wanted}{got}"
    return head


def _unknown_type(kind: Any) -> str:
    if not isinstance(kind, str):
        return "must be the event's name"
    near = difflib.get_close_matches(kind, _KNOWN, n=1)
    return f"no event is called {kind[:40]!r}" + (f"; did you mean {near[0]!r}?" if near else "")


def _value_at(told: Any, path: str) -> str:
    """Return ", is <value>" for a plain value that the path leads to, or nothing; a tag is not repeated."""
    if path.endswith("tag"):
        return ""
    for name in path.split("."):
        if not isinstance(told, dict) or name not in told:
            return ""
        told = told[name]
    return f", is {told!r}"[:60] if isinstance(told, (int, float, str)) else ""


def _options(kind: Any, path: str) -> str:
    """Return the values that the field at ``path`` of event ``kind`` may have, in words."""
    found: Type | None = _KNOWN.get(kind) if isinstance(kind, str) else None
    for name in re.findall(r"\w+|\[\.*\d*\]", path):
        found = _inside(found, name)
    for option in found.types if isinstance(found, UnionType) else (found,):
        if isinstance(option, LiteralType) and set(option.values) == set(ZONES):
            return _ZONE
        if isinstance(option, LiteralType):
            values = [str(value) for value in option.values]
            return "one of " + ", ".join(values) if len(values) > 1 else values[0]
    return "one of those that the log format names"


def _inside(found: Type | None, name: str) -> Type | None:
    options = found.types if isinstance(found, UnionType) else (found,)
    for option in options:
        if isinstance(option, StructType):
            return next((field.type for field in option.fields if field.encode_name == name), None)
        if isinstance(option, DictType):
            return option.value_type
        if isinstance(option, ListType):
            return option.item_type
    return None
