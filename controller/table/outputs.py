"""What the referee says: findings, actions and hands, as the replay prints them.

A wager has three figures: ``pushed`` is what was put out in this act, ``owed`` what was owed to call,
``total`` the whole bet on the street with it. ``to`` is the whole bet that it is ruled to be.

Facts by kind (besides ``misdeal``, ``actions_left``, ``silent``, ``our_reading``, ``other``,
``options``, ``replaces`` and ``settles``, which any finding may carry):

=============================  ==================================================================
kind                           facts
=============================  ==================================================================
misdeal.boxed_cards            draws (numbers of the boxed draws, from 1)
deal.boxed_card                draw
misdeal.wrong_first_seat       expected (seat)
misdeal.seat_not_entitled      draw, state (of the seat)
misdeal.seat_dealt_out         state (of the seat)
misdeal.exposed                draws
deal.exposed_card              draw
misdeal.extra_cards            count, draws
deal.extra_card                draw
misdeal.card_count             cards, due
deal.button_short              cards, due
misdeal.sequence               draw, expected (seat)
misdeal.barred                 of (id of the misdeal's finding), of_kind
misdeal.button_position        button (seen), expected
board.four_card_flop           cards
board.too_many_cards           cards, street
board.premature                street, cards, waiting (seats that had still to act)
board.missing_burn             street
board.extra_burn               street, burns
board.rabbit_hunt              (none)
deck.duplicate, deck.joker     zone
deck.foreign_back              zone, back
deck.foreign_tag               zone
deck.missing                   cards (number missing)
deck.stub_fouled               stub, dead (cards of each in the muck; where it was seen, not keyed)
bet.undercall                  pushed, owed, total, to (full call), short
bet.undercall_sequence         to (full call), seats
bet.string                     first, added, after_s, stands (action), to
bet.short_raise                pushed, owed, total, min_raise_to, to
bet.underbet                   pushed, total, to
bet.overchip, bet.multichip    pushed, owed, total, to, change
bet.tiny_chip                  pushed, owed, total
bet.not_reopened               pushed, owed, total, to
bet.invalid_declaration        said, and owed or to
bet.pot_declared               to
bet.count_mismatch             counted, pushed
blind.missing                  owed, pushed
turn.out_of_turn               due (seat), action; pushed, owed, total; to (where the house cuts it);
                               when settled also binding, settles
turn.out_of_turn_fold          due (seat)
clock.started, clock.expired   seconds, countdown
clock.refused                  on (the seat the clock was called on)
clock.absence                  seconds (that the house allows)
request.refused                what, of (seat)
request.granted                what, of; for a count also seat, amount; to see a hand, where any player
                               dealt in may, asked (requests of that seat on the level)
dispute.timing                 of (id of the finding), since (seconds), actions
bet.chips_found                found, covered (whether a winner could have matched them)
showdown.order                 seat, order (seats)
showdown.wait                  seats (of the side pots)
showdown.kill_losers           seats
showdown.winner_killed         due, awarded (by seat), where the pot went past the winner
pot.award_wrong                due, awarded (by seat); due is empty where nobody is known to have won
pot.side_order                 pot (pushed), first (to be settled first)
pot.collect                    due (seat), short, change or amount, by the case
pot.change                     of (seat whose chips they were), amount
chips.foreign                  denominations
hand.mucked_live               identifiable (whether every card of the hand was read)
sensing.gap                    look (zone), about, blind (sensors that were away), differ (what cameras counted)
sensing.device                 device, state, lost, back, zones (where it alone senses)
log.bad_line, log.truncated    place, error
=============================  ==================================================================

Amounts in facts are the seat's whole bet on the street, as ``to`` is.

Which words that nobody keyed would change a ruling is worked out from these facts
(``doubt.unheard.words_that_change``). Where nobody keys words at all, ``bet.string`` has level info and
``asks`` (``words``): it is a string unless the player said what he did.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, final

import msgspec
from msgspec import Struct

Level = Literal["floor", "dealer", "info"]
ActionName = Literal["post", "check", "call", "bet", "raise", "fold", "dead"]
Street = Literal[
    "deal", "preflop", "flop", "turn", "river", "third", "fourth", "fifth", "sixth", "seventh", "showdown"
]  # fmt: skip


class Finding(Struct, frozen=True, kw_only=True, gc=False, tag="finding", tag_field="type"):
    """An irregularity. ``id`` is ``<hand>:<kind>:<k>``; ``evidence`` holds line numbers of the log."""

    id: str
    t: float
    hand: int
    street: Street
    kind: str
    seat: int | None
    level: Level
    remedy: str
    cites: list[str]
    facts: dict[str, Any]
    evidence: list[int]


class Advice(Finding, frozen=True, kw_only=True, gc=False, tag="advice", tag_field="type"):
    """What helps and is no irregularity: whom to pay first, who may see a hand. Screens and text show it."""


@final
class Action(Struct, frozen=True, kw_only=True, gc=False, tag="action", tag_field="type"):
    """A player's move as it was ruled; ``to`` is the seat's whole bet on this street."""

    t: float
    hand: int
    street: Street
    seat: int
    action: ActionName
    to: int
    cites: list[str] = []
    all_in: bool | msgspec.UnsetType = msgspec.UNSET


class Pot(Struct, frozen=True, kw_only=True, gc=False):
    """A main or side pot and the seats that can win it."""

    amount: int
    seats: list[int]


class PotWinners(Struct, frozen=True, kw_only=True, gc=False):
    """Who won pot number ``pot``, and how much each got."""

    pot: int
    shares: dict[int, int]


@final
class HandLine(Struct, frozen=True, kw_only=True, gc=False, tag="hand", tag_field="type"):
    """A hand when it ended. ``unawarded`` is written only where chips are left over.

    A stack is None where it cannot be known; ``assumed`` is written where nobody saw or confirmed the award.
    """

    hand: int
    button: int | None
    board: list[str]
    pots: list[Pot]
    winners: list[PotWinners] | None
    returned: dict[int, int]
    stacks: dict[int, int | None]
    void: bool = False
    assumed: bool | msgspec.UnsetType = msgspec.UNSET
    unawarded: int | msgspec.UnsetType = msgspec.UNSET

    def shown(self, public: Iterable[str]) -> HandLine:
        """Return the line with those cards of its board that are ``public``; others are left out."""
        seen = set(public)
        return msgspec.structs.replace(self, board=[card for card in self.board if card in seen])


Output = Finding | Action | HandLine
