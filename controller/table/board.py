"""The board and the burns: how many cards lie there, whether the street was due, and what was burned.

A street takes one burn. Every card that comes to the burns is one burn in hand (a scrambled flop's card
and an exposed card too); a street that is dealt uses one. So a procedure that the house prescribes gives
no second finding.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from controller.table.claims import Claim
from controller.table.deal import Draw
from controller.table.outputs import Street

STREETS: Final[tuple[Street, ...]] = ("preflop", "flop", "turn", "river")
CARDS_AT: Final = (0, 3, 4, 5)
"""Board cards that belong to each street."""

BACK_IN_STUB: Final = frozenset({"redeal_flop", "redeal_turn", "reshuffle_river"})
"""Remedies after which the burn of the street stays and the street comes without another."""


@dataclass(slots=True)
class Now:
    """What the board has to know of the betting: the street's index, and whether it is over.

    ``acted`` is true once a player has acted on the street; ``waiting`` the seats still to act.
    """

    street: int
    closed: bool
    acted: bool
    waiting: list[int]


@dataclass(slots=True)
class Board:
    """Board cards in the order of their draws."""

    cards: list[Draw] = field(default_factory=list)
    burns: int = 0
    in_hand: int = 0
    """Burns not yet used by a street."""
    short: bool = False
    """A street came without its burn: a board card that goes to the burns, or a second burn, makes it good."""
    burned_since: bool = False
    """A card was burned after the last board card."""
    extra: tuple[float, int] | None = None
    """When a burn too many came, and on which line; None once it was told or mended."""
    free: bool = False
    """The next street comes without a burn: the early card's burn stays for it."""
    _told: set[str] = field(default_factory=set)
    _remedy: str | None = None

    def burn(self, t: float, line: int) -> None:
        """A card came to the burns; a second one before a street is told when the street comes."""
        self.burns += 1
        self.burned_since = True
        if self.short:
            self.short = False
            return
        self.in_hand += 1
        if self.in_hand > 1:
            self.extra = (t, line)

    def card(self, draw: Draw, now: Now) -> list[Claim]:
        """A card came to the board; return what is wrong with it."""
        burned, self.burned_since = self.burned_since, False
        self.cards.append(draw)
        n = len(self.cards)
        if n <= CARDS_AT[now.street]:
            return []
        return [*self.extra_burn(now.street, unseen=False), *self._beyond(n, now, burned=burned)]

    def _beyond(self, n: int, now: Now, *, burned: bool) -> list[Claim]:
        """A card that does not belong to the street that is being bet on."""
        if now.street > 0 and not now.acted and not burned:
            return self._too_many(n, now.street)
        if not now.closed:
            return self._premature(now, n)
        return self._new_street(n, now.street)

    def extra_burn(self, street: int, *, unseen: bool) -> list[Claim]:
        """Return the claim of a burn too many before the next street; ``unseen``: no card of it lies yet."""
        if self.extra is None or self.in_hand < 2 or street >= 3:
            return []
        name = STREETS[street + 1]
        line = self.extra[1]
        self.extra = None
        if f"extra_burn{street}" in self._told:
            return []
        self._told.add(f"extra_burn{street}")
        cases = (f"{name}_unseen", name) if unseen else (name,)
        return [Claim("board.extra_burn", None, cases, {"street": name, "burns": self.in_hand}, [line])]

    def _new_street(self, n: int, street: int) -> list[Claim]:
        """The next street is due; judge its burn when its last card lies."""
        if street == 3:
            return self._too_many(n, street)
        if n < CARDS_AT[street + 1]:
            return []
        if self.in_hand:
            self.in_hand -= 1
            return []
        if self.free:
            self.free = False
            return []
        self.short = True
        return self._once(f"missing_burn{street}", "board.missing_burn", STREETS[street + 1], {})

    def _too_many(self, n: int, street: int) -> list[Claim]:
        if street == 1 and n == 4:
            return self._once("four", "board.four_card_flop", None, {"cards": n})
        name = STREETS[street]
        claims = self._once(f"too_many{n}", "board.too_many_cards", name, {"cards": n, "street": name})
        for claim in claims:
            claim.replaces = "board.four_card_flop"
        return claims

    def _premature(self, now: Now, n: int) -> list[Claim]:
        if now.street == 3:
            return self._too_many(n, 3)
        name = STREETS[now.street + 1]
        if now.street > 0 or n == 1:
            self.in_hand = max(0, self.in_hand - 1)
        facts = {"cards": n - CARDS_AT[now.street], "waiting": now.waiting}
        return self._once(f"premature{now.street}", "board.premature", name, facts)

    def _once(self, key: str, kind: str, street: str | None, facts: dict[str, object]) -> list[Claim]:
        if key in self._told:
            return []
        self._told.add(key)
        cases = (street,) if street is not None else ()
        if street is not None:
            facts["street"] = street
        lines = [line for draw in self.cards for line in draw.lines]
        return [Claim(kind, None, cases, facts, lines)]

    def ruled(self, remedy: str) -> None:
        """Remember the remedy of a finding about the board: what happens to its cards follows it."""
        self._remedy = remedy
        if remedy == "replace_turn":
            self.free = True
        if remedy == "reshuffle_flop":
            self.short = False

    def left(self, tag: str, zone: str | None, street: int) -> None:
        """A card was taken from the board, to the burns or back into the stub."""
        before = len(self.cards)
        self.cards = [draw for draw in self.cards if draw.tag != tag]
        if len(self.cards) == before or zone == "burn":
            return
        if self._remedy in BACK_IN_STUB and len(self.cards) >= CARDS_AT[street] and before > CARDS_AT[street]:
            self.in_hand += 1
            self._remedy = None

    def burn_left(self) -> None:
        """A burn went back on the deck."""
        self.burns = max(0, self.burns - 1)
        self.in_hand = max(0, self.in_hand - 1)
        self.extra = None

    def acted(self) -> None:
        """Somebody acted on the street: what came without a burn stands."""
        self._remedy = None
