"""Watches the board and the burns: how many cards lie there, whether the street was due, and what was burned.

The burns are a pile that is counted: one card for each street that was dealt. A scrambled flop's card and
an exposed card lie on it too, an early street's burn stays for the street that comes again. So a procedure
that the house prescribes gives no second finding, whatever it moves where.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from math import inf
from typing import Final

from controller.table.deal.cards import LASTED_S
from controller.table.deal.draw import Draw
from controller.table.irregularities import Irregularity
from controller.table.outputs import Street

STREETS: Final[tuple[Street, ...]] = ("preflop", "flop", "turn", "river")
CARDS_AT: Final = (0, 3, 4, 5)
"""Board cards that belong to each street."""

NOT_PLAYED: Final = frozenset({"redeal_flop", "redeal_turn", "replace_turn", "reshuffle_river"})
"""Remedies by which a card that came early does not play."""


class Now:
    """What the board has to know of the betting: the street's index, and whether it is over.

    ``acted`` is true once a player has acted on the street; ``waiting`` the seats still to act.
    """

    def __init__(self, street: int, closed: bool, acted: bool, waiting: list[int]) -> None:
        self.street = street
        self.closed = closed
        self.acted = acted
        self.waiting = waiting


class Board:
    """Board cards in the order of their draws."""

    def __init__(
        self, *, burns_made_up: bool = False, names: tuple[Street, ...] = STREETS, sensed: bool = True
    ) -> None:
        self.names = names
        self.sensed = sensed
        """An antenna sees the cards that lie there; else the order of the deal alone tells them."""
        self.burns_made_up = burns_made_up
        """A burn that was left out is burned before the next street, where the house has it so."""
        self.cards: list[Draw] = []
        self.early: list[Draw] = []
        """Cards that came before their time and do not play."""
        self.burns = 0
        self.due: list[int] = [0, 1, 2, 3]
        """Burns that lie there once each street is dealt."""
        self.off = 0
        """Burns more (or, below 0, fewer) than were due at the last street: told, and it may stay so."""
        self.burned_since = False
        """A card was burned after the last board card."""
        self.extra: tuple[float, int] | None = None
        """When a burn too many came, and on which line; None once it was told or mended."""
        self.free: int | None = None
        """The street that comes without a burn, after one that came early: its burn lies there."""
        self.face_down: set[str] = set()
        """Tags of board cards that lie there unseen by the players."""
        self._open_at: dict[int, float] = {}
        """From when on a draw has lasted on the board, by its number."""
        self._by_play: set[int] = set()
        """Draws that no antenna saw there and that play went on over: everybody has seen them."""
        self.after = 0
        """Cards that were shown when the hand was over; they are no board."""
        self.gathered = False
        """The hand is over, though nobody saw the pot go yet: what leaves the board is of it all the same."""
        self._told: set[str] = set()
        self._came_early: int | None = None
        """The street whose card came early, until the house's remedy is known."""

    def lying(self) -> int:
        """Return the last street that lies there whole."""
        return bisect(CARDS_AT, len(self.cards)) - 1

    def next_street(self) -> int:
        """Return the street that the next board card belongs to."""
        return min(bisect(CARDS_AT, len(self.cards)), 3)

    @property
    def amiss(self) -> bool:
        """Whether anything has been told of the board or its burns."""
        return bool(self._told)

    def see(self, draw: Draw, t: float) -> None:
        """An antenna saw a card on the board at ``t``; where it lasts, all have seen it."""
        self._open_at[draw.n] = t + LASTED_S

    def open(self, draw: Draw, t: float) -> bool:
        """Whether everybody has seen a card of the board by ``t``: of one that may only pass over it, or is taken to
        lie there, nobody may be told."""
        lasted = draw.n in self._by_play or self._open_at.get(draw.n, inf) <= t
        return lasted and draw.tag not in self.face_down

    def open_by_play(self) -> list[str]:
        """Return the tags of the cards that no antenna saw there and that play went on over."""
        lying = [draw.tag for draw in self.cards if draw.tag and draw.n in self._by_play]
        return [tag for tag in lying if tag not in self.face_down]

    def burn_due(self) -> bool:
        """Whether a card that no antenna placed is a burn: the next street still lacks its own."""
        street = self.next_street()
        begun = len(self.cards) > CARDS_AT[street - 1]
        return not begun and self.burns < self.due[street] + min(0, self.off)

    def burn(self, t: float, line: int) -> None:
        """A card came to the burns; one too many is told when the street comes, or a while later."""
        self.burns += 1
        self.burned_since = True
        if len(self.cards) < CARDS_AT[3] and self.burns > self.due[self.next_street()] + max(0, self.off):
            self.extra = (t, line)

    def burn_left(self) -> None:
        """A burn went back on the deck."""
        self.burns = max(0, self.burns - 1)
        self.extra = None

    def card(self, draw: Draw, now: Now) -> list[Irregularity]:
        """A card came to the board; return what is wrong with it."""
        burned, self.burned_since = self.burned_since, False
        if draw.zone == "board" and draw.zone_t is not None:
            self.see(draw, draw.zone_t)
        if self.early and not now.closed:
            self.early.append(draw)
            return []
        street = self.next_street()
        begins = len(self.cards) == CARDS_AT[street - 1]
        self.cards.append(draw)
        unseen = draw.tag in self.face_down
        irregularities = self.extra_burn(street, unseen=unseen) if begins else []
        n = len(self.cards)
        if n > CARDS_AT[now.street]:
            between = burned or self.free == street
            run_out = now.closed and now.street == 2
            if now.street > 0 and not now.acted and not between and not run_out:
                return [*irregularities, *self._too_many(n, now.street)]
            if not now.closed:
                return [*irregularities, *self._premature(now, n)]
            if now.street == 3:
                return [*irregularities, *self._too_many(n, 3)]
        return [*irregularities, *self._dealt(street)] if n == CARDS_AT[street] else irregularities

    def _dealt(self, street: int) -> list[Irregularity]:
        """The last card of a street lies, in place of any that came early; judge its burn."""
        self.early = []
        allowed = self.due[street] + min(0, self.off)
        self.note_burns(street)
        if self.burns >= allowed:
            return []
        irregularities = self._once(f"missing_burn{street}", "board.missing_burn", STREETS[street], {})
        if all(draw.tag in self.face_down for draw in self.cards[CARDS_AT[street - 1] :]):
            for irregularity in irregularities:
                irregularity.cases = (f"{STREETS[street]}_unseen", *irregularity.cases)
        return irregularities

    def note_burns(self, street: int) -> None:
        """Note by how many burns there are more or fewer than ``street`` has."""
        self.off = self.burns - self.due[street]

    def extra_burn(self, street: int, *, unseen: bool) -> list[Irregularity]:
        """Return the irregularity of a burn too many before ``street``; ``unseen``: no card of it lies yet."""
        if self.extra is None:
            return []
        name = self.names[street]
        line = self.extra[1]
        self.extra = None
        if f"extra_burn{street}" in self._told:
            return []
        self._told.add(f"extra_burn{street}")
        cases = (f"{name}_unseen", name) if unseen else (name,)
        burns = self.burns - self.due[street - 1]
        return [Irregularity("board.extra_burn", None, cases, {"street": name, "burns": burns}, [line])]

    def _too_many(self, n: int, street: int) -> list[Irregularity]:
        if street == 1 and n == 4:
            return self._once("four", "board.four_card_flop", None, {"cards": n})
        name = STREETS[street]
        irregularities = self._once(
            f"too_many{n}", "board.too_many_cards", name, {"cards": n, "street": name}
        )
        for irregularity in irregularities:
            irregularity.replaces = "board.four_card_flop"
        return irregularities

    def _premature(self, now: Now, n: int) -> list[Irregularity]:
        if now.street == 3:
            return self._too_many(n, 3)
        street = now.street + 1
        facts = {"cards": n - CARDS_AT[now.street], "waiting": now.waiting}
        irregularities = self._once(f"premature{now.street}", "board.premature", STREETS[street], facts)
        if irregularities:
            self._came_early = street
            self.note_burns(street)
        return irregularities

    def once(
        self, key: str, kind: str, street: int, facts: dict[str, object], lines: list[int]
    ) -> list[Irregularity]:
        """Return the irregularity of a ``kind`` about a street, the first time that it is noticed."""
        irregularities = self._once(key, kind, self.names[street], facts)
        for irregularity in irregularities:
            irregularity.lines = lines
        return irregularities

    def _once(self, key: str, kind: str, street: str | None, facts: dict[str, object]) -> list[Irregularity]:
        if key in self._told:
            return []
        self._told.add(key)
        cases = (street,) if street is not None else ()
        if street is not None:
            facts["street"] = street
        lines = [line for draw in self.cards for line in draw.lines]
        return [Irregularity(kind, None, cases, facts, lines)]

    def ruled(self, remedy: str) -> None:
        """Follow the house's remedy of a card that came early."""
        street, self._came_early = self._came_early, None
        if street is not None:
            self.not_played(street, remedy)

    def not_played(self, street: int, remedy: str) -> None:
        """A card of ``street`` that came early does not play, where that is the ``remedy``; its burn stays."""
        if remedy not in NOT_PLAYED:
            return
        self.early = self.cards[CARDS_AT[street - 1] :]
        del self.cards[CARDS_AT[street - 1] :]
        self.off = 0
        self.free = street
        if remedy == "replace_turn":
            # The turn comes with a burn of its own; the river then comes without one.
            self.due = [0, 1, 3, 3]
            self.free = 3

    def play_early(self, lying: set[str]) -> None:
        """Play goes on with the early cards that still lie there: nobody took them back."""
        self.cards += [draw for draw in self.early if draw.tag is None or draw.tag in lying]
        self.early = []

    def put(self, draw: Draw) -> None:
        """A burn is put among the board cards: the house's way to mend a burn too many."""
        if draw not in self.cards:
            self.cards.append(draw)

    def lacks(self, draw: Draw) -> None:
        """A card that lies there is none of the board's: another is due for it."""
        self.cards = [card for card in self.cards if card is not draw]

    def left(self, tag: str) -> None:
        """A card was taken from the board, to the burns or back into the stub."""
        self.cards = [draw for draw in self.cards if draw.tag != tag]
        self.early = [draw for draw in self.early if draw.tag != tag]

    def played_on(self, street: int | None = None, draws: Sequence[Draw] = ()) -> None:
        """Play went on over the board as ``street`` has it, None: as it lies. What nothing saw there all saw then.

        Where an antenna sees the board that holds of one card alone, and only if all other ``draws`` of the hand since
        the flop's burn were read where they belong, the board lacks it and nothing was amiss on it: then it can lie
        nowhere else.
        """
        lying = self.cards if street is None else self.cards[: CARDS_AT[street]]
        if self.sensed and lying:
            unread = [draw for draw in draws if draw.zone is None and draw.n >= self.cards[0].n - 1]
            due = len(self.cards) in CARDS_AT if street is None else len(lying) == len(self.cards)
            right = due and not (self._told or self.off) and self.burns == self.due[self.lying()]
            lying = unread if right and len(unread) == 1 and unread[0] in lying else []
        self._by_play.update(draw.n for draw in lying)

    def acted(self, street: int, draws: Sequence[Draw]) -> None:
        """Somebody acted on ``street``: burns that were put right are right again, one left out is done with."""
        self.played_on(street, draws)
        off = self.burns - self.due[self.lying()]
        if off != self.off:
            self.off = min(0, max(self.off, off)) if self.off < 0 else max(0, min(self.off, off))
        if self.off < 0 and not self.burns_made_up:
            self.due = [due + self.off for due in self.due]
            self.off = 0
