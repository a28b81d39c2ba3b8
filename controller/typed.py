"""Holds a document (TOML, JSON) against its type and yields every mistake: its place, and what is meant there.

msgspec decodes what is right, fast. Where it refuses, this module says why in plain words: it walks the document
beside the same type, so nobody has to read msgspec's own sentences. A file, a log's line and a key from a page are
told alike.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from msgspec import inspect

KeyPath = tuple[str | int, ...]
"""The way to a value: keys of tables, places in lists. A key that the writer chose himself is a ``Key``."""


class Key(str):
    """A mapping's own key, such as a seat's number or a card's tag: content, not a field's name."""

    __slots__ = ()


class Mistake(NamedTuple):
    """One thing that is wrong: ``value`` stands at ``path``, where ``wanted`` is meant.

    ``fault`` is ``unknown`` for a key that nobody knows (``known`` are those that somebody does), ``missing`` for one
    that has to be there, ``key`` for a mapping's key that is none, and ``value`` for the rest.
    """

    path: KeyPath
    value: Any
    wanted: inspect.Type
    fault: Literal["unknown", "missing", "key", "value"] = "value"
    known: tuple[str, ...] = ()

    def right(self, table: str = "an object") -> str:
        """Say what would be right there; ``table`` is what the document calls a mapping."""
        return words(self.wanted, table)


def mistakes(value: Any, wanted: inspect.Type, path: KeyPath = ()) -> Iterator[Mistake]:
    """Yield what is wrong with ``value``, in its own order; nothing where msgspec would take it."""
    match wanted:
        case inspect.Metadata(type=inner):
            for mistake in mistakes(value, inner, path):
                yield mistake._replace(wanted=wanted) if mistake.path == path else mistake
        case inspect.UnionType(types=types):
            yield from _of_union(value, wanted, types, path)
        case inspect.StructType() if isinstance(value, dict):
            tag = {wanted.tag_field} if wanted.tag_field else set()
            fields = {field.encode_name: field for field in wanted.fields}
            held = {key: entry for key, entry in value.items() if key not in tag}
            yield from of_fields(held, fields, path, closed=wanted.forbid_unknown_fields)
        case inspect.DictType(key_type=of_key, value_type=of_value) if isinstance(value, dict):
            for key, entry in value.items():
                if any(mistakes(_as_key(key, of_key), of_key)):
                    yield Mistake((*path, Key(key)), key, of_key, "key")
                yield from mistakes(entry, of_value, (*path, Key(key)))
        case inspect.ListType(item_type=of_item) if isinstance(value, list):
            if not _within(len(value), wanted.min_length, wanted.max_length):
                yield Mistake(path, value, wanted)
            for index, entry in enumerate(value):
                yield from mistakes(entry, of_item, (*path, index))
        case _:
            if not _fits(value, wanted):
                yield Mistake(path, value, wanted)


def of_fields(
    held: Mapping[str, Any], fields: Mapping[str, inspect.Field], path: KeyPath = (), *, closed: bool
) -> Iterator[Mistake]:
    """Yield what is wrong with a table of ``fields``; where it is ``closed``, no other key may stand in it."""
    for key, entry in held.items():
        if key in fields:
            yield from mistakes(entry, fields[key].type, (*path, key))
        elif closed:
            yield Mistake((*path, key), entry, inspect.AnyType(), "unknown", tuple(fields))
    for key, field in fields.items():
        if field.required and key not in held:
            yield Mistake((*path, key), None, field.type, "missing")


def _of_union(
    value: Any, wanted: inspect.Type, types: Iterable[inspect.Type], path: KeyPath
) -> Iterator[Mistake]:
    """Yield the mistakes of the one member whose kind of value it is; where there is none, that of the whole."""
    within: list[Mistake] = []
    for one in types:
        found = list(mistakes(value, one, path))
        if not found:
            return
        if found[0].path != path or found[0].fault != "value":
            within = found
    yield from within or [Mistake(path, value, wanted)]


def _as_key(key: str, wanted: inspect.Type) -> Any:
    """Return a mapping's key as the number that it spells, where numbers are meant."""
    return int(key) if isinstance(_bare(wanted), inspect.IntType) and _WHOLE.fullmatch(key) else key


def _bare(wanted: inspect.Type) -> inspect.Type:
    return wanted.type if isinstance(wanted, inspect.Metadata) else wanted


_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")


def _fits(value: Any, wanted: inspect.Type) -> bool:
    match wanted:
        case inspect.AnyType():
            return True
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and _in_range(value, wanted)
        case inspect.FloatType():
            number = isinstance(value, int | float) and not isinstance(value, bool)
            return number and math.isfinite(value) and _in_range(value, wanted)
        case inspect.StrType(pattern=pattern):
            if not isinstance(value, str) or not _within(len(value), wanted.min_length, wanted.max_length):
                return False
            return pattern is None or re.search(pattern, value) is not None
        case inspect.LiteralType(values=known):
            return any(type(value) is type(one) and value == one for one in known)
        case inspect.StructType() | inspect.DictType() | inspect.ListType():
            return False
    raise TypeError(f"no document has a value of {wanted}")


def _in_range(value: float, wanted: inspect.IntType | inspect.FloatType) -> bool:
    above = (wanted.ge is None or value >= wanted.ge) and (wanted.gt is None or value > wanted.gt)
    return above and (wanted.le is None or value <= wanted.le) and (wanted.lt is None or value < wanted.lt)


def _within(length: int, least: int | None, most: int | None) -> bool:
    return (least is None or length >= least) and (most is None or length <= most)


def without_none(wanted: inspect.Type) -> inspect.Type:
    """Return the other type of ``X | None``; any other type as it is."""
    if isinstance(wanted, inspect.UnionType):
        others = [one for one in wanted.types if not isinstance(one, inspect.NoneType)]
        if len(others) == 1 and len(others) < len(wanted.types):
            return others[0]
    return wanted


def words(wanted: inspect.Type, table: str = "an object") -> str:
    """Say in words what ``wanted`` takes; ``table`` is what the document calls a mapping."""
    match wanted:
        case inspect.Metadata(type=inner, extra_json_schema=said):
            return str((said or {}).get("description") or words(inner, table))
        case inspect.UnionType(types=types):
            others = [one for one in types if not isinstance(one, inspect.NoneType)]
            return " or ".join(words(one, table) for one in others)
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            return ("a whole number" if isinstance(wanted, inspect.IntType) else "a number") + _bounds(wanted)
        case inspect.StrType(min_length=least, max_length=most):
            return "a text in quotes" + _length(least, most, "characters")
        case inspect.LiteralType(values=known):
            return " or ".join(shown(value) for value in known)
        case inspect.ListType():
            return _of_list(wanted, table)
        case inspect.StructType() | inspect.DictType():
            return table
    raise TypeError(f"no document has a value of {wanted}")


def _bounds(wanted: inspect.IntType | inspect.FloatType) -> str:
    text = "" if wanted.ge is None else f" from {wanted.ge:g}"
    text += "" if wanted.gt is None else f" over {wanted.gt:g}"
    text += "" if wanted.le is None else f" to {wanted.le}"
    return text + ("" if wanted.lt is None else f" below {wanted.lt:g}")


def _length(least: int | None, most: int | None, of: str) -> str:
    if least is None and most is None:
        return ""
    if most is None:
        return f", at least {least} of them" if of != "characters" else ""
    return f", at most {most} {of}" if not least or least == 1 else f", {least} to {most} {of}"


def _of_list(wanted: inspect.ListType, table: str) -> str:
    length = _length(wanted.min_length, wanted.max_length, "of them")
    match _bare(wanted.item_type):
        case inspect.StrType():
            return 'texts in brackets, such as ["one", "two"]' + length
        case inspect.LiteralType(values=known):
            return "a list of " + ", ".join(shown(value) for value in known) + length
    return f"a list, each of it {words(wanted.item_type, table)}" + length


def near(key: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """Return that of ``known`` which ``key`` may be a slip of; None where none looks like it."""
    import difflib  # only where somebody slipped

    found = difflib.get_close_matches(key, list(known), n=1, cutoff=cutoff)
    return found[0] if found else None


def hint(key: str, known: Iterable[str]) -> str:
    """Ask whether a known key is meant that ``key`` looks like, else name them all."""
    known = list(known)
    one = near(key, known)
    return f"did you mean `{one}`?" if one else f"known here: {', '.join(known)}"


def shown(value: Any) -> str:
    """Return a value as the document has it, cut after 60 characters; half a character stays as it is spelled."""
    import json

    text = json.dumps(value, ensure_ascii=False, default=str)
    text = text.encode(errors="backslashreplace").decode()
    return text if len(text) <= 60 else text[:57] + "..."


def dotted(path: KeyPath) -> str:
    """Return a path as people write it: ``device[0].zones``, ``kinds."bet.string".remedy``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = part if _BARE.fullmatch(part) else f'"{part}"'
            text += f".{name}" if text else name
    return text


_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
