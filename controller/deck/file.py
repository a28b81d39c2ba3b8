"""Reads, checks and writes a deck's file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.inspect import type_info

from controller import toml_text, typed
from controller.table.events import Card
from controller.toml_lines import line_of
from controller.typed import Mistake
from controller.whole_file import whole_file

DeckTag = Annotated[
    str,
    Meta(
        pattern="^[0-9A-F]{8,20}$",
        description="8 to 20 upper-case hex digits, such as E004015012345678",
    ),
]
"""A tag's id as readers give it: 4 to 10 bytes, upper-case hex."""
Name = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:-]{0,31}$",
        description="1 to 32 letters, digits, or one of _ . : -",
    ),
]


class DeckError(ValueError):
    """A deck file that cannot be used; the message names the file, its line and what would be right."""


class DeckFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One enrolled deck. ``cards`` maps tags to cards."""

    id: Name
    back: Annotated[str, Meta(pattern=r"^[^\"\\\x00-\x1f\x7f]{0,32}$")] = ""
    cards: dict[DeckTag, Card]


def load_deck(path: Path) -> DeckFile:
    """Read a deck's file. Raise DeckError."""
    try:
        text = toml_text.text_at(path)
        tree = toml_text.tree_of(text)
    except toml_text.NotToml as error:
        place = path if error.line is None else f"{path}:{error.line}"
        raise DeckError(f"{place}: {error}") from error
    for mistake in typed.mistakes(tree, type_info(DeckFile)):
        raise DeckError(f"{path}:{line_of(text, mistake.path)}: {_in_words(mistake)}")
    return msgspec.convert(tree, DeckFile)


def save_deck(deck: DeckFile, path: Path) -> None:
    """Write a deck's file, whole or not at all. Raise DeckError, also for a deck that no file may hold."""
    for mistake in typed.mistakes(msgspec.to_builtins(deck), type_info(DeckFile)):
        raise DeckError(f"{path}: {_in_words(mistake)}")
    lines = [f'id = "{deck.id}"', f'back = "{deck.back}"', "", "[cards]"]
    lines += [f'{tag} = "{card}"' for tag, card in deck.cards.items()]
    try:
        with whole_file(path) as out:
            out.write(("\n".join(lines) + "\n").encode())
    except OSError as error:
        raise DeckError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from error


def _in_words(mistake: Mistake) -> str:
    if mistake.fault == "missing":
        return f"needs `{mistake.path[-1]}`"
    if mistake.fault == "unknown":
        return f"`{mistake.path[-1]}` is no key of a deck; {typed.hint(str(mistake.path[-1]), mistake.known)}"
    if mistake.path[0] == "cards" and len(mistake.path) > 1:
        what = "a tag that is none" if mistake.fault == "key" else "a card that is none"
        return f"[cards] has {what}: {mistake.right()}"
    return f"`{typed.dotted(mistake.path)}` is {mistake.right('a table')}"
