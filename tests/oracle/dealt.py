"""Hands to be played: any table of two to ten, deep, short or broke, at every game that the house deals."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from controller.table.events import Game
from controller.table.game import FORMS
from controller.table.rulebook import PotRules, Rulebook

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
LEVELS = (
    ((1, 5, 25, 100, 500), 1, 2),
    ((1, 5, 25, 100, 500), 1, 3),
    ((1, 2, 5, 20, 50, 100), 2, 5),
    ((5, 25, 100, 500, 1000), 10, 20),
    ((25, 100, 500, 1000, 5000), 25, 50),
    ((25, 100, 500, 1000, 5000), 75, 150),
    ((25, 100, 500, 1000, 5000), 100, 200),
    ((100, 500, 1000, 5000, 25000), 300, 600),
    ((1000, 5000, 25000, 100000), 15000, 30000),
)
"""Chips in play, small and big blind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A hand before anybody acts. Lists are by player, first left of the button first; amounts in chips."""

    name: str
    game: Game
    chips: tuple[int, ...]
    small: int
    big: int
    ante: int
    table_ante: int
    """The big blind's ante for the whole table."""
    blind_first: bool = False
    """The house has the big blind paid before that ante."""
    pots: PotRules = field(default_factory=PotRules)
    """How the house divides pots."""
    stacks: list[int]
    holes: list[tuple[str, ...]]
    board: tuple[str, ...]

    @property
    def players(self) -> int:
        """Return how many are dealt in."""
        return len(self.stacks)

    @property
    def unit(self) -> int:
        """Return the smallest chip in play."""
        return self.chips[0]

    @property
    def big_blind(self) -> int:
        """Return the player with the big blind; heads-up the button has the small one."""
        return 0 if self.players == 2 else 1

    @property
    def small_blind(self) -> int:
        """Return the player with the small blind."""
        return 1 - self.big_blind

    @property
    def blinds(self) -> list[int]:
        """Return the blinds that are due."""
        due = [0] * self.players
        due[self.small_blind], due[self.big_blind] = self.small, self.big
        return due

    @property
    def antes(self) -> list[int]:
        """Return the antes that the stacks can pay; they come before the blinds, but for a house's own order."""
        paid = [min(self.ante, stack) for stack in self.stacks]
        left = self.stacks[self.big_blind] - paid[self.big_blind]
        left -= min(self.big, left) if self.blind_first else 0
        paid[self.big_blind] += min(self.table_ante, left)
        return paid

    @property
    def posted(self) -> list[int]:
        """Return the blinds that the stacks can pay."""
        paid = zip(self.blinds, self.stacks, self.antes, strict=True)
        return [min(blind, stack - ante) for blind, stack, ante in paid]


def deal(seed: int, book: Rulebook) -> Dealt:
    """Return hand number ``seed`` at a table of ``book``'s house: always the same one."""
    rng = Random(f"{book.id} {seed}")
    game = rng.choice(playable(book))
    while True:
        made = replace(
            _deal(f"{book.id}-{game}-{seed}", game, rng),
            blind_first=book.blinds.blind_before_ante,
            pots=book.pots,
        )
        if any(made.posted) and sorted(made.stacks)[-2] > made.ante + made.table_ante:
            return made


def playable(book: Rulebook) -> list[Game]:
    """Return the games of the house with a board, no-limit hold'em as often as all others together."""
    others = [game for game in book.games if game != "nlhe" and not FORMS[game].stud]
    return ["nlhe"] * max(len(others), 1) + others


def _deal(name: str, game: Game, rng: Random) -> Dealt:
    chips, small, big = rng.choice(LEVELS)
    players = rng.choice([2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10])
    ante, table_ante = rng.choice([(0, 0), (0, 0), (max(small // 2 // chips[0], 1) * chips[0], 0), (0, big)])
    cards = DECK.copy()
    rng.shuffle(cards)
    each = FORMS[game].cards
    return Dealt(
        name=name,
        game=game,
        chips=chips,
        small=small,
        big=big,
        ante=ante,
        table_ante=table_ante,
        stacks=_stacks(players, big, chips[0], rng),
        holes=[tuple(cards.pop() for _ in range(each)) for _ in range(players)],
        board=tuple(cards.pop() for _ in range(5)),
    )


def _stacks(players: int, big: int, unit: int, rng: Random) -> list[int]:
    """Return stacks from less than a blind to three hundred; some are alike, so that all-ins meet."""
    kinds = rng.choice(["deep", "mixed", "mixed", "short"])
    stacks: list[int] = []
    for _ in range(players):
        if stacks and rng.random() < 0.15:
            stacks.append(rng.choice(stacks))
            continue
        kind = kinds if kinds != "mixed" else rng.choice(["broke", "short", "short", "middle", "deep"])
        low, high = {"broke": (0, 2), "short": (0, 12), "middle": (8, 60), "deep": (40, 300)}[kind]
        stacks.append(max(rng.randint(low * big // unit, high * big // unit), 1) * unit)
    return stacks
