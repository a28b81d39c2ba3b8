"""Holds what a hand is played by: the house, the game, the level, button and blinds, the table's equipment."""

from __future__ import annotations

from msgspec import Struct

from controller.table.equipment import FULL, Kit
from controller.table.events import Game, LevelSet
from controller.table.players.players import Blinds
from controller.table.rulebook import Rulebook


class Terms(Struct, frozen=True, eq=False, kw_only=True):
    """What is settled before anybody acts. Button and level are put right only while that is possible."""

    book: Rulebook
    game: Game
    level: LevelSet
    blinds: Blinds
    kit: Kit = FULL

    @property
    def least_bet(self) -> int:
        """Return the smallest bet: the big blind; without one, as at stud, the small bet, or twice the bring-in."""
        level = self.level
        return level.big or level.small_bet or 2 * (level.bring_in or 0) or 1
