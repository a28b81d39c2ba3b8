"""A deck's file: read, checked, written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from controller.table.events import Card

NEW_DECK_ORDER: Final = tuple(rank + suit for suit in "shdc" for rank in "A23456789TJQK")
"""Cards in the order in which a deck is enrolled unless somebody says otherwise."""

DeckTag = Annotated[str, Meta(pattern="^[0-9A-F]{8,20}$")]
"""A tag's id as readers give it: 4 to 10 bytes, upper-case hex."""
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:-]{0,31}$")]


class DeckError(ValueError):
    """A deck file that cannot be used; the message names the file and what would be right."""


class DeckFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One enrolled deck. ``cards`` maps tags to cards."""

    id: Name
    back: Annotated[str, Meta(pattern=r"^[^\"\\\x00-\x1f]{0,32}$")] = ""
    cards: dict[DeckTag, Card]


def load_deck(path: Path) -> DeckFile:
    """Read a deck's file. Raise DeckError."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=DeckFile)
    except OSError as error:
        raise DeckError(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DeckError(f"{path}: {_in_words(str(error))}") from error


def save_deck(deck: DeckFile, path: Path) -> None:
    """Write a deck's file, whole or not at all. Raise DeckError, also for a deck that no file may hold."""
    try:
        msgspec.convert(msgspec.to_builtins(deck), DeckFile)
    except msgspec.ValidationError as error:
        raise DeckError(f"{path}: {_in_words(str(error))}") from error
    lines = [f'id = "{deck.id}"', f'back = "{deck.back}"', "", "[cards]"]
    lines += [f'{tag} = "{card}"' for tag, card in deck.cards.items()]
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_text("\n".join(lines) + "\n", "utf-8")
        fresh.replace(path)
    except OSError as error:
        raise DeckError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from error


def _in_words(problem: str) -> str:
    if "`key` in `$.cards`" in problem:
        return "[cards] has a tag that is none: 8 to 20 upper-case hex digits, such as E004015012345678"
    if "$.cards[...]" in problem:
        return '[cards] has a card that is none: rank and suit, such as "As" or "Td"'
    if "$.id" in problem:
        return "`id` is 1 to 32 letters, digits, or one of _ . : -"
    found = re.search(r"missing required field `(\w+)`", problem)
    return f"needs `{found[1]}`" if found else problem
