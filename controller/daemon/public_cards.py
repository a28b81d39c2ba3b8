"""Tells which cards everybody at the table can see now: on the board, dealt up at stud, and tabled.

An antenna under the board may read, for a moment, a card that only passes over it. So a card is believed
at once only where it cannot be anybody's hole card, nor the burn: drawn after the deal and after the burn, and
seen at no seat, in no muck and among no burns since. Any other card on the board is believed when it has stayed
there for a while. A card that the table only works out to be there, unseen, stays unnamed, and so does one that
was seen to lie face down. Where no antenna sees the board, its cards are public once play went on over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.table.dealing.exposing import turn_board
from controller.table.events import AnyEvent, CardDrawn, CardFace, CardGone, CardSeen, DeckLoaded, HandStarted

STAYS_S = 0.2
"""How long a doubtful card must have lain on the board, in seconds of the log."""


class PublicCards:
    """Follows a hand's cards by their tags, in the order in which events arrive."""

    def __init__(self) -> None:
        self._deck: dict[str, str] = {}
        self._late: set[str] = set()
        self._in_doubt: set[str] = set()
        """Tags that were drawn where the deal may have gone on still: the settled table will say."""
        self._up_since: dict[str, float] = {}
        """Tags of cards that were dealt face up to seats, and since when the settled table has them so."""
        self._elsewhere: set[str] = set()
        self._on_board: set[str] = set()
        self._face_down: set[str] = set()
        """Tags of cards that lie face down on the board."""
        self._settled_since: dict[str, float] = {}
        self._tabled: dict[str, str] = {}
        self._before: dict[str, str] = {}
        self._tabled_before: dict[str, str] = {}
        self._over = False
        """The hand that arrived last is over and recorded: only what was tabled is still of use."""

    def arrived(self, event: AnyEvent, *, dealing: bool, for_board: bool, open_hands: bool) -> None:
        """Note an event as it arrives. ``dealing``: the deal may go on; ``for_board``: what is drawn now can only be
        the board's; ``open_hands``: hands may be tabled.
        """
        if isinstance(event, HandStarted):
            self.new_hand()
        elif isinstance(event, DeckLoaded):
            self._deck = dict(event.cards)
        elif isinstance(event, CardDrawn) and event.tag is not None:
            kind = self._elsewhere if not for_board else self._in_doubt if dealing else self._late
            kind.add(event.tag)
        elif isinstance(event, CardSeen):
            (self._on_board if event.zone == "board" else self._elsewhere).add(event.tag)
            if event.zone == "board" and event.face is not None:
                turn_board(self._face_down, event.face, event.tag)
            if event.zone.startswith("seat:") and event.face == "up" and open_hands:
                self._tabled[event.tag] = self.card(event.tag)
        elif isinstance(event, CardGone):
            if event.zone == "board":  # it lay there, also where its arrival was never reported
                self._on_board.add(event.tag)
        elif isinstance(event, CardFace):
            if event.zone == "board":
                turn_board(self._face_down, event.face, event.tag)
            turned_up = event.face == "up" and event.zone.startswith("seat:") and open_hands
            if event.tag is not None and turned_up:
                self._tabled[event.tag] = self.card(event.tag)

    def drawn(self, event: AnyEvent, *, dealing: bool) -> None:
        """Note a draw as the settled table has it: what was drawn after the deal is in doubt no more."""
        if isinstance(event, CardDrawn) and event.tag in self._in_doubt:
            self._in_doubt.discard(event.tag)
            (self._elsewhere if dealing else self._late).add(event.tag)

    def new_hand(self) -> None:
        """A hand begins: the cards of the one before are hidden again."""
        self._before = {} if self._over else self._seen_on_board()
        self._tabled_before = {} if self._over else dict(self._tabled)
        self._over = False
        self._forget()
        self._tabled.clear()

    def _seen_on_board(self) -> dict[str, str]:
        return {tag: self.card(tag) for tag in self._on_board - self._face_down}

    def _forget(self) -> None:
        self._late.clear()
        self._in_doubt.clear()
        self._elsewhere.clear()
        self._on_board.clear()
        self._face_down.clear()
        self._settled_since.clear()

    def tags(self) -> list[str]:
        """Return the tags of the deck in play."""
        return list(self._deck)

    def card(self, tag: str) -> str:
        """Return the card that ``tag`` stands for; a log without a deck names its cards by themselves."""
        return self._deck.get(tag, tag)

    def settled(self, board: Iterable[str], t: float) -> None:
        """Note the board as the settled table sees it at ``t``."""
        now = set(board)
        for card in set(self._settled_since) - now:
            del self._settled_since[card]
        for card in now:
            self._settled_since.setdefault(card, t)

    def dealt_up(self, up: Mapping[str, str], t: float) -> None:
        """Note the cards that were dealt face up to seats, by tag, as the settled table sees them at ``t``.

        One that has lain so for a while is public for the rest of the hand.
        """
        self._up_since = {tag: self._up_since.get(tag, t) for tag in up}
        for tag, since in self._up_since.items():
            if t - since >= STAYS_S:
                self._tabled[tag] = self.card(tag)

    def next_wake(self, up: Iterable[str], t: float) -> float | None:
        """Return by when one of the ``up`` cards, as they lie at ``t``, is public; None where all of them are."""
        return min(
            (self._up_since.get(tag, t) + STAYS_S for tag in up if tag not in self._tabled), default=None
        )

    def played_over(self, tags: Iterable[str]) -> None:
        """Note the cards of a board that no antenna sees, once play went on over them: everybody saw them."""
        for tag in tags:
            self._tabled[tag] = self.card(tag)

    def shown(self, board: Iterable[str], t: float) -> frozenset[str]:
        """Return the cards that may be named at ``t``, the newest ``board`` being given."""
        seen_there = set(self._seen_on_board().values())
        free = {self.card(tag) for tag in self._late - self._elsewhere - self._in_doubt} & seen_there
        stayed = {card for card in seen_there if t - self._settled_since.get(card, t) >= STAYS_S}
        return frozenset({card for card in board if card in free} | stayed | set(self._tabled.values()))

    def hand_over(self, board: Iterable[str], *, of_hand_before: bool) -> dict[str, str]:
        """Return a finished hand's public cards by tag, its ``board`` and what was tabled; forget what nobody saw.

        ``of_hand_before``: the next hand has begun already.
        """
        there = set(board)
        cards = self._before if of_hand_before else self._seen_on_board()
        tabled = self._tabled_before if of_hand_before else self._tabled
        public = {tag: card for tag, card in cards.items() if card in there} | tabled
        if of_hand_before:
            self._before, self._tabled_before = {}, {}
        else:
            self._over = True
            self._forget()
        return public
