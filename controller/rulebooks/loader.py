"""Loads rulebooks out of their TOML files: the six that ship, and a house's own."""

from __future__ import annotations

import functools
import os
import stat
from pathlib import Path
from typing import Any, Final

import msgspec

from controller import toml_text, typed
from controller.rulebooks import meaning, shape
from controller.rulebooks.errors import RulebookError
from controller.rulebooks.shape import Mistake
from controller.table.rulebook import Rulebook
from controller.toml_text import NotToml
from controller.typed import KeyPath

_HERE = Path(__file__).parent
_OWN = ("id", "name", "short", "edition")
_MOST_BYTES: Final = 1_000_000
"""More than any house's book has: nine times the longest that ships."""

Document = dict[str, Any]


@functools.cache
def ids() -> tuple[str, ...]:
    """Return the ids of the books that ship, in alphabetical order."""
    return tuple(sorted(file.stem for file in _HERE.glob("*.toml")))


def load(id_or_path: str | Path) -> Rulebook:
    """Return a shipped book by its id, or a house's own by the path of its TOML file.

    Raise RulebookError, naming book, key, value and what would be right.
    """
    name = str(id_or_path)
    if name in ids():
        return _shipped(name)
    if not _is_path(name):
        known = ", ".join(ids())
        raise RulebookError(name, "", None, f"no such rulebook; known: {known}, or the path of a .toml file")
    book, wrong = read(name)
    if book is None:
        raise wrong[0]
    return book


def load_named(id_or_path: str) -> Rulebook:
    """Return the book that a log's header names, as ``load`` does.

    Nobody here has chosen it, and it may name any file: the RulebookError shows nothing of what stands there, and
    what is no plain file is not begun.
    """
    if id_or_path in ids() or not _is_path(id_or_path):
        return load(id_or_path)
    if hindrance := _no_book_at(id_or_path):
        raise RulebookError(id_or_path, "", None, hindrance)
    try:
        return load(id_or_path)
    except RulebookError:
        why = f"is no rulebook that can be used; `floorcall rulebook check {id_or_path}` says why"
    raise RulebookError(id_or_path, "", None, f"{why}, --rulebook takes another")


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or "/" in name


def _no_book_at(path: str) -> str:
    """Return why the file at ``path`` is not even read; nothing where it may be."""
    try:
        found = os.stat(path)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    except ValueError:
        return "is no file's name"
    if not stat.S_ISREG(found.st_mode):
        return "is no plain file"
    return "is no rulebook: it is too large" if found.st_size > _MOST_BYTES else ""


def read(path: str | Path) -> tuple[Rulebook | None, list[RulebookError]]:
    """Return the book in the file at ``path``, or None and everything that is wrong with it."""
    try:
        text = toml_text.text_at(path)
    except NotToml as error:
        return None, [RulebookError(str(path), "", None, str(error), error.line)]
    return parse(text, str(path))


def parse(text: str, source: str) -> tuple[Rulebook | None, list[RulebookError]]:
    """Return the book in the TOML ``text``, or None and everything wrong with it; ``source`` names it."""
    try:
        own = toml_text.tree_of(text)
    except NotToml as error:
        return None, [RulebookError(source, "", None, str(error), error.line)]
    document, wrong = _with_base(own)
    wrong = wrong or list(shape.mistakes(document)) or list(meaning.mistakes(document))
    if wrong:
        return None, [_located(mistake, document, own, text, source) for mistake in wrong]
    return _book(document), []


@functools.cache
def _shipped(name: str) -> Rulebook:
    book, wrong = parse(_shipped_text(name), name)
    if book is None:
        raise wrong[0]
    return book


def _shipped_text(name: str) -> str:
    return (_HERE / f"{name}.toml").read_text("utf-8")


def _with_base(own: Document) -> tuple[Document, list[Mistake]]:
    """Return ``own`` laid over the book that it extends, if any, and what hinders that."""
    if "extends" not in own:
        return own, [(("silent",), own["silent"], "needs `extends`")] if "silent" in own else []
    if wrong := list(shape.mistakes(own, partial=True)):
        return own, wrong
    base, silent = own["extends"], own.get("silent", [])
    if base not in ids():
        return own, [(("extends",), base, f"no such rulebook; known: {', '.join(ids())}")]
    if missing := [key for key in _OWN if key not in own]:
        return own, [
            ((), None, f"the key `{key}` is missing: a house's own book needs its own") for key in missing
        ]
    if own["id"] in ids():
        return own, [(("id",), own["id"], "is a book that ships; a house's own needs another id")]
    laid = _laid_over(toml_text.tree_of(_shipped_text(base)), own)
    if unknown := [kind for kind in silent if kind not in laid["kinds"]]:
        return own, [(("silent",), unknown[0], f"{base} is silent on this kind already")]
    laid["kinds"] = {kind: rule for kind, rule in laid["kinds"].items() if kind not in silent}
    return laid, []


def _laid_over(base: Document, own: Document) -> Document:
    """Return ``own`` over ``base``: sections key by key; a kind, and a clause by its ref, as a whole."""
    laid = base | own
    for key in base.keys() & own.keys():
        if isinstance(own[key], dict):
            laid[key] = base[key] | own[key]
    refs = {clause["ref"] for clause in own.get("clause", [])}
    kept = [clause for clause in base["clause"] if clause["ref"] not in refs]
    return laid | {"clause": kept + own.get("clause", [])}


def _book(document: Document) -> Rulebook:
    held = {key: value for key, value in document.items() if key not in ("clause", "extends", "silent")}
    held = shape.unset_to_none(held)
    held["clauses"] = {
        clause["ref"]: clause | {"says": " ".join(clause["says"].split())} for clause in document["clause"]
    }
    return msgspec.convert(held, Rulebook)


def _located(mistake: Mistake, document: Document, own: Document, text: str, source: str) -> RulebookError:
    path, value, message = mistake
    return RulebookError(source, typed.dotted(path), value, message, _line(path, document, own, text))


def _line(path: KeyPath, document: Document, own: Document, text: str) -> int | None:
    """Return the line of ``path`` in the file's own ``text``; None where a book it extends holds it."""
    from controller.toml_lines import line_of  # needed only when something is wrong

    if not path or path[0] not in own:
        return None
    if path[0] == "clause" and len(path) > 1 and document is not own:
        clause = document["clause"][path[1]]
        if clause not in own["clause"]:
            return None
        path = ("clause", own["clause"].index(clause), *path[2:])
    if path[0] == "kinds" and len(path) > 1 and path[1] not in own["kinds"]:
        return None
    return line_of(text, path)
