"""Poker Hand History files, read as facts: who sat with what, who did what, what came of it.

The format is the one of the PHH data set (University of Toronto, 2023): TOML in which ``actions`` lists
``d dh p1 7s4s`` (hole cards), ``d db JcTs2d`` (board), ``p3 f`` (fold), ``p2 cc`` (check or call),
``p4 cbr 170000`` (bet or raise to that amount on the street), ``p1 sm 7s4s`` (shows; no cards: mucks).
Players are numbered in the order in which they are dealt to, so the last one has the button.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

UNKNOWN = "??"


class HistoryError(ValueError):
    """A history that cannot be followed; the message names the file and the action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCards:
    """A player is dealt in; unknown cards are ``??``."""

    player: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCards:
    """A street comes."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A player's act. ``to`` is the whole bet on the street, for ``cbr`` alone."""

    player: int
    verb: Literal["f", "cc", "cbr"]
    to: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A player tables his hand, or mucks it where ``cards`` is empty."""

    player: int
    cards: tuple[str, ...]


Step = HoleCards | BoardCards | Move | Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One hand. Lists are by player, in dealing order; amounts are chip units."""

    name: str
    event: str
    antes: list[int]
    blinds: list[int]
    stacks: list[int]
    steps: list[Step]
    finishing: list[Fraction] | None

    @property
    def players(self) -> int:
        """Return how many were dealt in."""
        return len(self.stacks)

    @property
    def small(self) -> int:
        """Return the small blind."""
        return min(blind for blind in self.blinds if blind)

    @property
    def big(self) -> int:
        """Return the big blind."""
        return max(self.blinds)

    @property
    def ante(self) -> int:
        """Return the ante that everybody posts, 0 where there is none."""
        return min(self.antes)

    @property
    def big_blind_ante(self) -> int:
        """Return the ante that the big blind posts for the table, 0 where there is none."""
        return max(self.antes) if not min(self.antes) else 0


def read_history(path: Path) -> History:
    """Read one file. Raise HistoryError where it is no no-limit hold'em hand that we understand."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        if told["variant"] != "NT":
            raise HistoryError(f"{path.name}: variant {told['variant']!r} is not no-limit hold'em")
        finishing = told.get("finishing_stacks")
        return History(
            name=path.stem,
            event=_event(path.stem, told),
            antes=list(told["antes"]),
            blinds=list(told["blinds_or_straddles"]),
            stacks=list(told["starting_stacks"]),
            steps=[_step(action, path.name) for action in told["actions"]],
            finishing=None if finishing is None else [Fraction(stack) for stack in finishing],
        )
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise HistoryError(f"{path.name}: {error}") from error


def read_folder(folder: Path) -> list[History]:
    """Read every hand of a folder, by name. Raise HistoryError where there is none."""
    paths = sorted(folder.glob("*.phh"))
    if not paths:
        raise HistoryError(f"{folder}: no .phh files here")
    return [read_history(path) for path in paths]


def _event(name: str, told: dict[str, object]) -> str:
    if name.startswith("pluribus-"):
        return f"Pluribus against professionals (Brown and Sandholm, Science 2019), {name}"
    return f"{told.get('event', 'unknown event')}, {name}"


def _step(action: str, place: str) -> Step:
    match action.split("#")[0].split():
        case ["d", "dh", player, cards]:
            return HoleCards(player=_player(player), cards=_cards(cards))
        case ["d", "db", cards]:
            return BoardCards(cards=_cards(cards))
        case [player, "f"]:
            return Move(player=_player(player), verb="f")
        case [player, "cc"]:
            return Move(player=_player(player), verb="cc")
        case [player, "cbr", to]:
            return Move(player=_player(player), verb="cbr", to=int(to))
        case [player, "sm"]:
            return Shown(player=_player(player), cards=())
        case [player, "sm", cards]:
            return Shown(player=_player(player), cards=_cards(cards))
    raise HistoryError(f"{place}: action {action!r} is not understood")


def _player(word: str) -> int:
    return int(word.removeprefix("p")) - 1


def _cards(run: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[2-9TJQKA?][cdhs?]", run))
