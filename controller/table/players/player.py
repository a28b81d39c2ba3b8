"""Holds a seat that is dealt into a hand: what it brought, put in, and has in front of it. It never changes.

Whatever happens to a seat makes another ``Player``, so that what was worked out of one holds for it.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller.table.events import SeatState

UNCOUNTED: Final = 10**12
"""Chips behind a seat whose stack was never counted: more than any bet."""


class Player(Struct, frozen=True, eq=False):
    """A seat that is dealt into the hand. ``stack`` is what it brought, None where nobody knows it."""

    seat: int
    state: SeatState
    stack: int | None
    put_in: int = 0
    """Chips put in, antes and every street counted."""
    least: int = 0
    """Chips that it brought at least, where nobody knows its stack."""
    most: int | None = None
    """Chips that it brought at most then; None where nothing bounds it."""
    maybe_all_in: bool = False
    """Its stack is not known, and what it put in is taken for all of it."""
    ante: int = 0
    table_ante: int = 0
    """The part of it that the big blind paid for the whole table."""
    zone: int = 0
    """Chips lying in the betting zone, as pushed and pulled, without an ante."""
    ante_lying: int = 0
    """Chips of the ante that still lie there with them."""
    drawn_back: int = 0
    """Chips of an earlier bet taken back while facing action."""
    given_back: int = 0
    """Chips of an act that does not bind, which nobody saw taken back yet: they are no bet, and may still lie there."""
    swept_along: int = 0
    """Chips that were pulled in with its bets and were none."""
    pulled: int = 0
    """Chips taken back since the betting was closed."""
    posted: int = 0
    blind: int = 0
    """The blind that the seat owes this hand."""
    posts_seen: bool = False
    """Blinds and antes were pushed in this hand: what this seat did not put out it owes."""
    taken: int = 0
    """Of what was posted: swept in before the first card."""
    posts_counted: bool = False
    """A count of the zone has borne out what was posted, or put it right."""
    posts_untold: bool = False
    """Chips were put out before the first card, and nobody could tell how many."""
    put_in_untold: bool = False
    """It folded to a raise of chips of its own that nobody could tell: it may have put in more than it was taken to have."""
    keyed: bool = False
    """The dealer has counted what lies there since it was last swept."""
    doubt: frozenset[int] = frozenset()
    """By how much more or less, by a camera, what it pushed since then may be as well."""
    posted_t: float | None = None
    posted_lines: tuple[int, ...] = ()
    folded: bool = False
    dead: bool = False
    """The hand was killed."""
    dealt: bool = True
    """The deal served the seat; False where it was left out."""
    out: bool = False
    """Marked OUT: it is not waited for in its turn."""
    doubtful: bool = False
    """It may have lost its last chips in the hand before; the deal shows whether it is in this one."""
    came_back: bool = False
    """Away at the first deal and here for the re-deal, of a house that kills such a hand."""
    tabled: frozenset[str] = frozenset()
    up: tuple[str, ...] = ()
    """Cards that were dealt face up, at stud, in order."""

    @property
    def live(self) -> bool:
        """Whether the hand can still win: dealt, not folded, not dead."""
        return self.dealt and not (self.folded or self.dead)

    @property
    def shown(self) -> frozenset[str]:
        """The cards that lie face up: dealt so, or turned up by the player."""
        return self.tabled.union(self.up)

    @property
    def behind(self) -> int:
        """Chips not put in yet."""
        return (UNCOUNTED if self.stack is None else self.stack) - self.put_in

    @property
    def can_act(self) -> bool:
        """Whether the seat is live and has chips to act with."""
        chips = self.stack is None or self.stack > self.put_in
        return chips and self.dealt and not (self.folded or self.dead)

    @property
    def all_in(self) -> bool:
        """Whether the seat has nothing behind, for certain."""
        return self.behind == 0 and not self.maybe_all_in

    @property
    def stack_unknown(self) -> bool:
        """Whether nobody knows what it brought, even if what it put in is taken for all of it."""
        return self.stack is None or self.maybe_all_in

    @property
    def posts_told(self) -> bool:
        """Whether its blind and ante, where it owed any, were seen to be put out."""
        return bool(self.posted) or not (self.ante or self.blind)

    @property
    def may_be_all_in(self) -> bool:
        """Whether what is put in may be all that the seat has, whose stack nobody knows."""
        return self.may_be_all(self.put_in)

    def may_be_all(self, chips: int) -> bool:
        """Whether ``chips`` may be all that the seat brought, whose stack nobody knows."""
        return self.stack is None and self.least <= chips and (self.most is None or chips <= self.most)

    def behind_between(self) -> tuple[int | None, int | None]:
        """Return how many chips are not put in at least, None where they are known, and at most, None for any."""
        if self.stack is not None:
            return None, None
        return max(0, self.least - self.put_in), None if self.most is None else self.most - self.put_in

    @property
    def content(self) -> int:
        """What lies in the betting zone by all that was pushed."""
        return self.zone + self.ante_lying

    @property
    def owes(self) -> int:
        """What of blind and ante was not put out, where others put out theirs."""
        return max(0, self.ante + self.blind - self.posted) if self.posts_seen else 0

    @property
    def owes_blind(self) -> int:
        """What of the blind was not put out: an ante is paid first."""
        return min(self.owes, self.blind)

    # What happens to a seat ------------------------------------------------------------------------

    def all_there(self, stack: int, *, maybe: bool = False) -> Player:
        """Take ``stack``, which is put in, for all that the seat brought; ``maybe``: until it acts again."""
        return replace(self, stack=stack, maybe_all_in=maybe)

    def put_in_unseen(self) -> Player:
        """Note that it met a wager of which nobody knows how much it was: nobody knows what is left of its stack.

        Nothing is where it has put in all that it had.
        """
        if self.stack is None or not self.behind:
            return self
        return replace(self, stack=None, least=self.put_in, most=self.stack)

    def acts_again(self) -> Player:
        """Note that the seat acts: it was not all-in, if that was only thought."""
        if not self.maybe_all_in:
            return self
        return replace(self, stack=None, maybe_all_in=False, least=max(self.least, self.put_in))

    def has_acted(self, zone: int) -> Player:
        """Let ``zone`` lie there, its act being final: it owes no post any more, unless it folded and has not put it out."""
        if not (self.drawn_back or self.posts_seen or zone != self.zone):
            return self
        return replace(self, drawn_back=0, posts_seen=self.folded and self.posts_seen, zone=zone)

    def post_lies(self, blind: int, *, counts: bool) -> Player:
        """The first card is out: what was posted lies there; ``counts``: a seat that pushed nothing has posted."""
        silent = counts and not self.posted
        return replace(
            self,
            blind=blind,
            posts_seen=not counts,
            zone=blind if silent else max(0, self.posted - max(self.ante, self.taken)),
            ante_lying=max(0, min(self.ante, self.posted) - self.taken),
        )

    def posts_again(self, blind: int, *, seen: bool) -> Player:
        """Owe ``blind`` and the ante anew; where posts were ``seen``, what lies there is of them, and the rest goes back."""
        if not seen:
            return replace(self, zone=blind)
        lies = self.content + self.taken
        posted = min(lies, self.ante + blind)
        return replace(
            self,
            blind=blind,
            posts_seen=True,
            posted=posted,
            zone=max(0, posted - self.ante),
            ante_lying=max(0, min(self.ante, posted) - self.taken),
            given_back=lies - posted,
        )

    def swept(self) -> Player:
        """Let nothing lie before the seat any more."""
        return replace(self, zone=0, ante_lying=0, given_back=0, keyed=False, doubt=frozenset())

    def gives_back(self, bet: int) -> Player:
        """What lies there above ``bet`` is no bet: it goes back to the player."""
        return replace(self, zone=min(self.zone, bet), given_back=max(0, self.zone - bet))

    def post_late(self, value: int) -> Player:
        """Chips of a blind or ante come when cards are out."""
        late = replace(self, posted=self.posted + value)
        if not self.posted and not self.owes:
            return late
        blind = min(value, self.blind)
        return replace(late, zone=self.zone + blind, ante_lying=self.ante_lying + value - blind)

    def brings_in(self, amount: int) -> Player:
        """Owe the bring-in of ``amount``, which is put in, until its chips are out."""
        return replace(self, blind=amount, posts_seen=True, posted=self.ante)

    def pay(self, amount: int) -> Player:
        """Put in up to ``amount``, as far as there are chips."""
        return replace(self, put_in=self.put_in + min(amount, self.behind))
