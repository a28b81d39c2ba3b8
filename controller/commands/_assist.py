"""Shares among the commands of ``floorcall assist`` the house, reading figures, and printing an answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, TypeVar

import click
import msgspec

from controller import rulebooks
from controller.assist.answer import Answer, AssistError
from controller.command_line import Option
from controller.exits import refuse
from controller.table.rulebook import Rulebook

Book = Annotated[
    str, Option("--rulebook", "-b", metavar="ID", help="The house's rulebook, by id or .toml file.")
]
AsJson = Annotated[bool, Option("--json", help="One JSON object.")]
Name = TypeVar("Name")


def answer(book: str, work: Callable[[Rulebook], Answer], *, as_json: bool) -> None:
    """Work an answer out by the house's book and print it; end with 2 for figures that cannot be."""
    try:
        held = rulebooks.load(book)
        given = work(held)
    except (rulebooks.RulebookError, AssistError) as error:
        refuse(error)
    if as_json:
        told = {"rulebook": held.id, **msgspec.to_builtins(given, str_keys=True), "silent": given.silent}
        click.echo(msgspec.json.encode(told).decode())
        return
    click.echo(text(given, held))


def text(given: Answer, book: Rulebook) -> str:
    """Return an answer as a floor person reads it: what, by which clause, step by step."""
    cite = f"{book.short} {', '.join(given.cites)}" if given.cites else f"{book.short} is silent"
    reading = " · our reading" if given.our_reading else ""
    lines = [f"{given.title}  [{cite}{reading}]"]
    lines += [f"  {number}. {step}" for number, step in enumerate(given.steps, 1)]
    lines += [f"  Floor decides: {matter}" for matter in given.decide]
    return "\n".join(lines)


def pairs(option: str, given: list[str], like: str) -> list[tuple[str, str]]:
    """Return ``A=B`` as pairs; end with 2 where one is none. ``like`` is an example."""
    found = [entry.partition("=") for entry in given]
    for whole, (name, equals, value) in zip(given, found, strict=True):
        if not (name.strip() and equals and value.strip()):
            refuse(f"{option}: {whole!r} should read like {like}")
    return [(name.strip(), value.strip()) for name, _, value in found]


def once(option: str, given: list[str], like: str, named: Callable[[str], Name]) -> dict[Name, int]:
    """Return ``NAME=NUMBER`` as numbers by what ``named`` makes of the name; end with 2 where one comes twice."""
    found: dict[Name, int] = {}
    for word, value in pairs(option, given, like):
        name = named(word)
        if name in found:
            refuse(f"{option}: {name} stands there twice, with {found[name]} and with {value}")
        found[name] = number(option, value)
    return found


def seats_once(given: list[str], like: str) -> dict[int, int]:
    """Return the ``SEAT=NUMBER`` of ``--seat`` by seat; end with 2 where a seat comes twice."""
    return once("--seat", given, like, lambda seat: number("--seat", seat))


def number(option: str, word: str) -> int:
    """Return a whole number from 0; end with 2 for anything else."""
    if not re.fullmatch(r"[0-9]{1,12}", word.strip()):
        refuse(f"{option}: {word!r} should be a whole number")
    return int(word)


def numbers(option: str, words: str) -> list[int]:
    """Return whole numbers with commas between them."""
    return [number(option, word) for word in words.split(",")]
