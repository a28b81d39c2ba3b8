"""Checks whether a TOML document has the keys and types of a rulebook; tells every mistake, not the first alone.

The types are those of ``controller.table.rulebook``, so there is one place that says what a book holds.
TOML has no null: a key that may be absent of meaning (``boxed_for_misdeal``) is ``false`` there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct, inspect

from controller import typed
from controller.table.rulebook import Clause, Rulebook
from controller.typed import KeyPath

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
    for found in typed.of_fields(unset_to_none(document), FIELDS, closed=True):
        if not partial or found.fault != "missing" or len(found.path) > 2:
            yield _told(found)


def _told(found: typed.Mistake) -> Mistake:
    if found.fault == "unknown":
        return found.path, found.value, "no such key here; " + typed.hint(str(found.path[-1]), found.known)
    right = found.right("a table")
    if typed.without_none(found.wanted) is not found.wanted:
        right += ", or false where the book has none"
    if found.fault == "missing":
        return found.path[:-1], None, f"the key `{found.path[-1]}` is missing: {right}"
    return found.path, found.value, f"must be {right}"


def unset_to_none(document: dict[str, Any]) -> dict[str, Any]:
    """Return ``document`` with ``false`` turned to None where a key says so that it has no meaning."""
    return {
        section: _unset(held, FIELDS[section].type) if section in FIELDS else held
        for section, held in document.items()
    }


def _unset(held: Any, wanted: inspect.Type) -> Any:
    inner = typed.without_none(wanted)
    if inner is not wanted and held is False:
        return None
    if not isinstance(inner, inspect.StructType) or not isinstance(held, dict):
        return held
    types = {field.encode_name: field.type for field in inner.fields}
    return {key: _unset(entry, types[key]) if key in types else entry for key, entry in held.items()}
