"""Says in plain words what is wrong with a log's line, and which of its fields holds it."""

from __future__ import annotations

import json
import re
from typing import Any, Final, get_args

from msgspec.inspect import StructType, type_info

from controller import typed
from controller.sensorlog.line import BadLineError, Line
from controller.table.chips import Inconsistent
from controller.typed import KeyPath, Mistake

_HALF: Final = re.compile("[\ud800-\udfff]")
_UNTOLD: Final = ("tag", "cards")
"""What stands in these fields is no reader's business: a tag may be a card that nobody has seen."""


def kinds_of_lines() -> dict[str, StructType]:
    """Return the type of each line of a log, by the name that the line gives itself."""
    infos = [type_info(kind) for kind in get_args(Line)]
    return {str(info.tag): info for info in infos if isinstance(info, StructType)}


_KNOWN: Final = kinds_of_lines()


def explain(raw: bytes, error: Exception) -> BadLineError:
    """Say what is wrong with a line that ``error`` refused."""
    if not raw.strip():
        return _malformed("line", "is empty")
    if isinstance(error, RecursionError):
        return _malformed("line", "is nested too deeply")
    try:
        text = raw.decode().strip()
        told, end = json.JSONDecoder().raw_decode(text)
    except UnicodeDecodeError:
        return _malformed("line", "is not UTF-8")
    except json.JSONDecodeError as broken:
        return _explain_broken(text, broken.pos)
    except ValueError:
        return _malformed("line", "is not JSON")
    except RecursionError:
        return _malformed("line", "is nested too deeply")
    if end < len(text):
        return _malformed("line", "goes on after the end of its object")
    return _explain_value(told, error)


def _malformed(place: str, words: str) -> BadLineError:
    return BadLineError(place, words, malformed=True)


def _explain_broken(text: str, at: int) -> BadLineError:
    """Say where a text stops being JSON. A text that is open at its end, or within quotes, was cut."""
    if at >= len(text) or (text[at] == '"' and '"' not in text[at + 1 :]):
        return _malformed("line", "is not JSON: it stops in the middle")
    return _malformed(f"byte {len(text[:at].encode()) + 1}", "is not JSON")


def _explain_value(told: Any, error: Exception) -> BadLineError:
    """Return the first of a JSON value's mistakes."""
    if not isinstance(told, dict):
        return BadLineError("line", "must be an object")
    kind = told.get("type")
    if (wanted := _KNOWN.get(kind) if isinstance(kind, str) else None) is None:
        return BadLineError("type", _unknown_type(told))
    for mistake in typed.mistakes(told, wanted):
        words = _words(mistake)
        not_a_number = isinstance(mistake.value, float) and mistake.value != mistake.value
        return BadLineError(_place(mistake), words, malformed=not_a_number, header=kind == "log")
    cause = error.__cause__
    if cause is None and (field := _torn_field(told)):
        return BadLineError(
            field, "holds half a character: an escape from \\ud800 to \\udfff without its other"
        )
    place = cause.place if isinstance(cause, Inconsistent) else "line"
    return BadLineError(place, str(cause or error), header=kind == "log")


def _torn_field(told: dict[str, Any]) -> str:
    """Return the field that holds half a character, "line" where a field's own name does; "" where none does."""
    for key, value in told.items():
        if _HALF.search(key):
            return "line"
        if _HALF.search(json.dumps(value, ensure_ascii=False)):
            return key
    return ""


def _words(mistake: Mistake) -> str:
    if mistake.fault == "missing":
        return "is missing"
    if mistake.fault == "key":
        return f"each key must be {mistake.right()}"
    if _is_untold(mistake.path) or isinstance(mistake.value, (dict, list)):
        return f"must be {mistake.right()}"
    return f"must be {mistake.right()}, not {typed.shown(mistake.value)}"


def _is_untold(path: KeyPath) -> bool:
    return any(part in _UNTOLD for part in path)


def _place(mistake: Mistake) -> str:
    """Return the field's name; a key that a mapping has of its own is not repeated."""
    path = mistake.path[:-1] if mistake.fault == "key" else mistake.path
    text = ""
    for part in path:
        inside = "..." if isinstance(part, typed.Key) else part if isinstance(part, int) else None
        text += f".{part}" if inside is None else f"[{inside}]"
    return text.removeprefix(".")


def _unknown_type(told: dict[str, Any]) -> str:
    if "type" not in told:
        return "is missing"
    kind = told["type"]
    if not isinstance(kind, str):
        return "must be the event's name"
    close = typed.near(kind, _KNOWN, 0.6)
    return f"no event is called {kind[:40]!r}" + (f"; did you mean {close!r}?" if close else "")
