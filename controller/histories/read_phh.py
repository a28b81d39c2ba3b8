"""Reads Poker Hand History files as facts: who sat with what, who did what, what came of it.

The format is the one of the PHH data set (University of Toronto, 2023): TOML in which ``actions`` lists
``d dh p1 7s4s`` (hole cards), ``d db JcTs2d`` (board), ``p3 f`` (fold), ``p2 cc`` (check or call),
``p4 cbr 170000`` (bet or raise to that amount on the street), ``p1 sm 7s4s`` (shows; no cards: mucks).
Players are numbered in the order in which they are dealt to, so the last one has the button.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from controller import toml_text

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
    seats: list[int] | None = None
    """Where the players sit, where the file says it."""
    denominations: list[int] | None = None
    """The chips in play, where the file was written here: what no chip can halve is no share of a pot."""

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
        """Return the ante that everybody posts, 0 where there is none; a stack may fall short of it."""
        return max(ante for player, ante in enumerate(self.antes) if player != self._big_blind)

    @property
    def big_blind_ante(self) -> int:
        """Return the ante that the big blind posts for the table, 0 where there is none."""
        return max(0, self.antes[self._big_blind] - self.ante)

    def pays_its_ante(self, player: int) -> bool:
        """Return whether a player's ante is what everybody's is, or all that his stack has beside the blind."""
        due = self.ante + (self.big_blind_ante if player == self._big_blind else 0)
        paid = self.antes[player]
        return paid == due or paid + self.blinds[player] >= self.stacks[player]

    @property
    def _big_blind(self) -> int:
        return self.blinds.index(self.big)


def read_history(path: Path) -> History:
    """Read a file of one hand. Raise HistoryError where it is no no-limit hold'em hand that we understand."""
    hands = read_hands(path)
    if len(hands) != 1:
        raise HistoryError(f"{path.name}: holds {len(hands)} hands, not one")
    return hands[0]


def read_hands(path: Path) -> list[History]:
    """Read a file of one hand or of several sections. Raise HistoryError, naming file, hand and field."""
    try:
        told = toml_text.tree_of(toml_text.text_at(path))
    except toml_text.NotToml as error:
        place = path if error.line is None else f"{path.name}:{error.line}"
        raise HistoryError(f"{place}: {error}") from error
    if "variant" in told:
        return [_history(path.stem, path.name, told)]
    sections = {name: hand for name, hand in told.items() if isinstance(hand, dict)}
    if not sections:
        raise HistoryError(f"{path.name}: holds no hand")
    return [_history(f"{path.stem}-{name}", f"{path.name}: {name}", hand) for name, hand in sections.items()]


def read_folder(folder: Path) -> list[History]:
    """Read every hand of a folder, by name. Raise HistoryError where there is none."""
    paths = sorted(folder.glob("*.phh"))
    if not paths:
        raise HistoryError(f"{folder}: no .phh files here")
    return [read_history(path) for path in paths]


def _history(name: str, place: str, told: dict[str, Any]) -> History:
    if told.get("variant", "NT") != "NT":
        raise HistoryError(f"{place}: variant {told['variant']!r} is not no-limit hold'em")
    for field in ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions"):
        if field not in told:
            raise HistoryError(f"{place}: {field}: is missing")
    try:
        stacks = _amounts(told["starting_stacks"], place, "starting_stacks")
        if not 2 <= len(stacks) <= 10:
            raise HistoryError(f"{place}: starting_stacks: {len(stacks)} players; a table has 2 to 10")
        finishing = told.get("finishing_stacks")
        seats, chips = told.get("seats"), told.get("_denominations")
        return History(
            name=name,
            event=_event(name, told),
            antes=_by_player(told["antes"], place, "antes", len(stacks)),
            blinds=_by_player(told["blinds_or_straddles"], place, "blinds_or_straddles", len(stacks)),
            stacks=stacks,
            steps=[_step(action, place, len(stacks)) for action in told["actions"]],
            finishing=None if finishing is None else [Fraction(stack) for stack in finishing],
            seats=None if seats is None else _seats(seats, place, len(stacks)),
            denominations=_chips(chips, place) if chips else None,
        )
    except (TypeError, ValueError, AttributeError) as error:
        if isinstance(error, HistoryError):
            raise
        raise HistoryError(f"{place}: {error}") from error


def _amounts(values: Any, place: str, field: str) -> list[int]:
    if not isinstance(values, list) or any(type(value) is not int or value < 0 for value in values):
        raise HistoryError(f"{place}: {field}: whole chip units are meant")
    return values


def _by_player(values: Any, place: str, field: str, players: int) -> list[int]:
    """Return amounts by player; heads-up the format has the small blind's first, who is the second player."""
    amounts = _amounts(values, place, field)
    if len(amounts) != players:
        raise HistoryError(f"{place}: {field}: {len(amounts)} amounts for {players} players")
    return amounts[::-1] if players == 2 else amounts


def _seats(values: Any, place: str, players: int) -> list[int]:
    seats = _amounts(values, place, "seats")
    if len(seats) != players or len(set(seats)) != players or not all(1 <= seat <= 10 for seat in seats):
        raise HistoryError(f"{place}: seats: {players} different seats from 1 to 10 are meant")
    return seats


def _chips(values: Any, place: str) -> list[int]:
    chips = _amounts(values, place, "_denominations")
    if 0 in chips or len(set(chips)) != len(chips):
        raise HistoryError(f"{place}: _denominations: different chips of 1 or more are meant")
    return chips


def _event(name: str, told: dict[str, Any]) -> str:
    if name.startswith("pluribus-"):
        return f"Pluribus against professionals (Brown and Sandholm, Science 2019), {name}"
    return f"{told.get('event', 'unknown event')}, {name}"


def _step(action: str, place: str, players: int) -> Step:
    try:
        match action.split("#")[0].split():
            case ["d", "dh", player, cards]:
                return HoleCards(player=_player(player, players), cards=_cards(cards, 2))
            case ["d", "db", cards]:
                return BoardCards(cards=_cards(cards))
            case [player, "f"]:
                return Move(player=_player(player, players), verb="f")
            case [player, "cc"]:
                return Move(player=_player(player, players), verb="cc")
            case [player, "cbr", to]:
                return Move(player=_player(player, players), verb="cbr", to=int(to))
            case [player, "sm"]:
                return Shown(player=_player(player, players), cards=())
            case [player, "sm", cards]:
                return Shown(player=_player(player, players), cards=_cards(cards, 2))
    except (ValueError, AttributeError) as error:
        raise HistoryError(f"{place}: action {action!r}: {error}") from error
    raise HistoryError(f"{place}: action {action!r} is not understood")


def _player(word: str, players: int) -> int:
    if not re.fullmatch(r"p\d+", word) or not 1 <= int(word[1:]) <= players:
        raise ValueError(f"a player from p1 to p{players} is meant, not {word!r}")
    return int(word[1:]) - 1


def _cards(run: str, count: int | None = None) -> tuple[str, ...]:
    cards = re.findall(r"[2-9TJQKA?][cdhs?]", run)
    if "".join(cards) != run or count not in (None, len(cards)):
        raise ValueError(f"{'cards are' if count is None else f'{count} cards are'} meant, not {run!r}")
    return tuple(cards)
