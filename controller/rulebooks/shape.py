"""Whether a TOML document has the keys and the types of a rulebook; every mistake, not the first alone.

The types are those of ``controller.table.rulebook``, so there is one place that says what a book holds.
TOML has no null: a key that may be absent of meaning (``boxed_for_misdeal``) is ``false`` there.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct, inspect

from controller.table.rulebook import Clause, Rulebook

KeyPath = tuple[str | int, ...]
Mistake = tuple[KeyPath, Any, str]
"""Where, what stands there (None: nothing does), and what would be right."""


class BookFile(Struct, frozen=True, kw_only=True):
    """What a rulebook's file holds beside the keys of ``Rulebook``."""

    clause: list[Clause] = []
    extends: str | None = None
    silent: list[str] = []


def _fields() -> dict[str, inspect.Field]:
    types = inspect.multi_type_info([Rulebook, BookFile])
    fields = [field for wanted in types if isinstance(wanted, inspect.StructType) for field in wanted.fields]
    return {field.encode_name: field for field in fields if field.encode_name != "clauses"}


FIELDS: Final = _fields()


def mistakes(document: dict[str, Any], *, partial: bool = False) -> Iterator[Mistake]:
    """Yield what is wrong with the keys and types of ``document``.

    Of a ``partial`` one, which another book completes, keys of the book and its sections may be missing.
    """
    for path, value, message in _check_keys(document, FIELDS, ()):
        if not partial or value is not None or len(path) > 1:
            yield path, value, message


def unset_to_none(document: dict[str, Any]) -> dict[str, Any]:
    """Return ``document`` with ``false`` turned to None where a key says so that it has no meaning."""
    return {
        section: _unset(held, FIELDS[section].type) if section in FIELDS else held
        for section, held in document.items()
    }


def _unset(held: Any, wanted: inspect.Type) -> Any:
    inner = _or_none(wanted)
    if inner is not None and held is False:
        return None
    wanted = inner or wanted
    if not isinstance(wanted, inspect.StructType) or not isinstance(held, dict):
        return held
    types = {field.encode_name: field.type for field in wanted.fields}
    return {key: _unset(entry, types[key]) if key in types else entry for key, entry in held.items()}


def _or_none(wanted: inspect.Type) -> inspect.Type | None:
    """Return the other type of ``X | None``; None where ``wanted`` is no such union."""
    if not isinstance(wanted, inspect.UnionType):
        return None
    others = [one for one in wanted.types if not isinstance(one, inspect.NoneType)]
    return others[0] if len(others) < len(wanted.types) and len(others) == 1 else None


def _check_keys(held: dict[str, Any], fields: dict[str, inspect.Field], path: KeyPath) -> Iterator[Mistake]:
    for key in held:
        if key not in fields:
            yield (*path, key), held[key], _unknown(key, list(fields))
    for key, field in fields.items():
        if key in held:
            yield from _check(held[key], field.type, (*path, key))
        elif field.required:
            yield path, None, f"the key `{key}` is missing: {wanted_text(field.type)}"


def _unknown(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    return "no such key here; " + (f"did you mean `{near[0]}`?" if near else f"known: {', '.join(known)}")


def _check(value: Any, wanted: inspect.Type, path: KeyPath) -> Iterator[Mistake]:
    if (inner := _or_none(wanted)) is not None:
        if value is False and path[0] not in ("kinds", "clause"):
            return
        wanted = inner
    if isinstance(wanted, inspect.StructType):
        if isinstance(value, dict):
            yield from _check_keys(value, {field.encode_name: field for field in wanted.fields}, path)
            return
    elif isinstance(wanted, inspect.DictType):
        if isinstance(value, dict):
            for key, entry in value.items():
                yield from _check(entry, wanted.value_type, (*path, key))
            return
    elif isinstance(wanted, inspect.ListType):
        if isinstance(value, list):
            for index, entry in enumerate(value):
                yield from _check(entry, wanted.item_type, (*path, index))
            return
    elif _fits(value, wanted):
        return
    yield path, value, f"must be {wanted_text(wanted)}"


def _fits(value: Any, wanted: inspect.Type) -> bool:
    match wanted:
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType(ge=least, le=most):
            if not isinstance(value, int) or isinstance(value, bool):
                return False
            return (least is None or value >= least) and (most is None or value <= most)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.LiteralType(values=known):
            return value in known and isinstance(value, str)
    raise TypeError(f"no rulebook has keys of {wanted}")


def wanted_text(wanted: inspect.Type) -> str:
    """Say in words what ``wanted`` takes."""
    if (inner := _or_none(wanted)) is not None:
        return wanted_text(inner) + ", or false where the book has none"
    match wanted:
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=least, le=most):
            bounds = "" if least is None else f" from {least}" + ("" if most is None else f" to {most}")
            return "a whole number" + bounds
        case inspect.LiteralType(values=known):
            return " or ".join(f'"{value}"' for value in known)
        case inspect.ListType(item_type=inspect.StrType()):
            return 'texts in brackets, such as ["35A(1)", "35A"]'
        case inspect.ListType(item_type=inspect.LiteralType(values=known)):
            return "a list of " + ", ".join(f'"{value}"' for value in known)
        case inspect.ListType():
            return "tables in double brackets, such as [[clause]]"
        case inspect.StructType() | inspect.DictType():
            return "a table"
    return "a text in quotes"
