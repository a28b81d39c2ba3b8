"""Types what a dealer may look at while a hand is on: the public state of the table, without a hidden card.

Nothing here is a hole card, a burn or a folded card; the board holds cards that lie face up on it.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from controller.table.events import SeatState
from controller.table.outputs import Level, Street

SeatMark = Literal["", "checked", "called", "bet", "raised", "posted", "folded", "dead", "all_in"]


class SeatView(Struct, frozen=True, kw_only=True):
    """One seat. ``cards`` is how many it is known to hold, None where the table cannot tell."""

    seat: int
    state: SeatState
    mark: SeatMark = ""
    bet: int = 0
    cards: int | None = 0
    up: list[str] = []
    """Its cards that were dealt face up, at stud, in order; ``??`` for one that was never read."""
    in_hand: bool = False


class MisdealView(Struct, frozen=True, kw_only=True):
    """The remedy clock: ``actions_left`` is None where the house names no limit."""

    state: Literal["open", "barred", "none"]
    actions_left: int | None = None
    actions_used: int = 0


class Note(Struct, frozen=True, kw_only=True):
    """A reminder for floor or dealer: what follows from the table's events and is no finding.

    ``kind`` is what the rule is about, as clauses name it. Facts by kind:

    =========================  =========================================================

    penalty.missed_rounds      hands, left, rounds (None: hands were given), nth; or refused (rounds
                               keyed), most (rounds the house has)
    penalty.etiquette_counter  count, per (hand, level, sitting)
    penalty.left_table         none
    penalty.nuts_check         none
    seat.entry_position        none: the seat waits until the button has passed it
    seat.absent_killed         none: the seat is marked OUT
    seat.late                  minutes after which its chips might go
    seat.elimination_order     places (seats, best first), award (seat), unknown
    chips.rebuy_behind         owed
    chips.race                 chips (denominations that may leave)
    deal.cut, deal.who_deals   none: the seat that cuts, or deals (what: button, last_out)
    deal.shuffle               none
    deal.exposed_single        none: the seat's shown card is still to be replaced
    deck.change                what: level, dealer_push, in_hand, why; options (good reasons)
    deck.reshuffle             none: a card of the stub shows
    deck.fouled                cards (mucked ones that came out of the shoe again)
    board.rabbit_hunt          cards (shown when the hand was over)
    misdeal.other              actions_left
    misdeal.barred_after_sa    none
    button.draw                what: draw, again (both: seats), drawn
    button.correct_previous    played, small_blind, big_blind
    button.dodged_blind        blind
    button.move                missing (places that the seat did not have in the round)
    hand.in_view               seconds
    hand.fouled                cards (of another hand), identifiable
    hand.retrieve              announced, pushed, identifiable
    level.dealer_push          small, big, ante, seats (on a penalty), left (hands, by seat)
    level.hand_for_hand        what: cards_down, card_too_early
    turn.wait_for_amount       none: the seat said bet or raise without an amount
    bet.prior_chips            lying (chips of an earlier bet before the seat that faces a raise)
    bet.declaration_binding    none: silent chips beyond the call, to be put into words
    bet.allin_button           none: the seat is all-in
    bet.announce               what: bet (amount), all_in
    blind.structure            small, big (the small blind does not fit the big one)
    =========================  ================================================================
    """

    kind: str
    seat: int | None
    cites: list[str]
    facts: dict[str, Any] = {}
    our_reading: bool = False
    what: str = ""
    """Which of the things that the kind can remind of, where there are several."""
    level: Level = "floor"
    """Whom it is for."""


class RedealView(Struct, frozen=True, kw_only=True):
    """A re-deal: the same hand again. ``dealt`` get cards, ``killed`` of them are dead after it.

    ``back`` were away at the first deal and may play now; ``waiting`` have come since and are not dealt in.
    """

    button: int | None
    small_blind: int | None
    big_blind: int | None
    small: int
    big: int
    ante: int
    big_blind_ante: int
    dealt: list[int]
    killed: list[int]
    back: list[int]
    waiting: list[int]
    cites: list[str]


class ClockView(Struct, frozen=True, kw_only=True):
    """A clock that runs on ``seat``: whole seconds ``left``, of which the last ``countdown`` are counted out."""

    seat: int
    left: int
    countdown: int


class PotView(Struct, frozen=True, kw_only=True):
    """One pot at the showdown. ``winners`` is None while a hand that is not tabled could win it.

    ``odd_chips`` are the winners whose share is larger by the odd chip, where the house says who they are.
    ``amount`` is given at pot-limit alone.
    """

    pot: int
    seats: list[int]
    winners: list[int] | None = None
    odd_chips: list[int] = []
    amount: int | None = None


class FiveView(Struct, frozen=True, kw_only=True):
    """The five cards that the tabled hand of ``seat`` plays; ``low``: those it plays for low, where it has any."""

    seat: int
    cards: list[str]
    low: list[str] = []


class ShowdownView(Struct, frozen=True, kw_only=True):
    """The showdown, from the end of the betting to the end of the hand.

    ``order`` is the order of showing, empty where all show at once; ``to_table`` are the seats that must
    table now. ``pots`` stand in the order in which they are settled, the last side pot first. ``fives``
    are the cards that each tabled hand plays.
    """

    order: list[int]
    to_table: list[int]
    pots: list[PotView]
    fives: list[FiveView] = []


class ShareView(Struct, frozen=True, kw_only=True):
    """What ``seat`` gets of a pot; a page has no ``amount`` but at pot-limit."""

    seat: int
    amount: int | None


class PotDueView(Struct, frozen=True, kw_only=True):
    """A pot that is still to be pushed. ``shares`` is empty while a hand of ``seats`` that is not tabled could win it.

    The touch that confirms it is a ``chips.award`` for each share, with ``pot``. A page has no ``amount`` but at
    pot-limit, and leaves it out of the touch: the table knows it.
    """

    pot: int
    amount: int | None
    seats: list[int]
    shares: list[ShareView]


class NextHandView(Struct, frozen=True, kw_only=True):
    """The hand that begins with the next card, where nobody signals hands: shown before it, to be corrected.

    ``how`` says where the button is from: ``seen`` (its tag, or a key), ``house`` (the house's rule), ``redeal``,
    or ``asked``: it is not known and has to be keyed (``button.moved``); seats are None then.
    """

    button: int | None
    small_blind: int | None
    big_blind: int | None
    how: Literal["seen", "house", "redeal", "asked"]


class TableView(Struct, frozen=True, kw_only=True):
    """The table as it stands. ``hand`` is 0 before the first hand.

    Between hands ``button`` and blinds are where they belong next, and ``hand`` is the last one.

    ``to_act`` is the seat whose turn it is. ``to_call`` is that seat's whole bet on the street if it
    calls, ``owes`` what it has still to put in for that. ``min_to`` is the least whole bet that is a
    bet or a raise; None where the seat may not raise. ``max_to``: the most at pot-limit.
    ``pot`` is None at no-limit and limit, always.
    """

    table: str
    rulebook: str
    game: str
    hand: int
    street: Street | Literal["between"]
    small: int
    big: int
    ante: int
    big_blind_ante: int
    bring_in: int | None = None
    """Bring-in and bets, where the level names them in place of blinds; None where it does not."""
    small_bet: int | None = None
    big_bet: int | None = None
    button: int | None
    small_blind: int | None
    big_blind: int | None
    board: list[str]
    burns: int
    seats: list[SeatView]
    to_act: int | None
    to_call: int
    owes: int
    min_to: int | None
    may_raise: bool
    pot: int | None
    misdeal: MisdealView
    notes: list[Note] = []
    redeal: RedealView | None = None
    """What a re-deal would be, while a misdeal is open or was declared."""
    call_or_fold: list[int] = []
    """Seats that have acted and may not raise, since what they face has not reopened the betting to them."""
    max_to: int | None = None
    clock: ClockView | None = None
    showdown: ShowdownView | None = None
    pots_due: list[PotDueView] = []
    """The pots that nobody was seen to push once the hand is over, in the order of pushing."""
    to_be_ended: bool = False
    """Nothing is left of the hand but that its end is signalled, where it is."""
    next_hand: NextHandView | None = None
    """Between two hands, where the table begins them itself; None while one is played."""
    unseen: dict[str, list[str]] = {}
    """What sensors did not see of the hand in play, also where they are back: device kinds with the zones, none
    for every zone of the kind. Forgotten when the hand is over."""
    unknown_stacks: list[int] = []
    """Seats with chips whose stack nobody knows: to be counted and keyed."""
    denominations: list[int] = []
    """The chips in play, as the table was set up; empty where nobody said."""
    uncounted: bool = False
    """Somebody is all-in of whom nobody knows for how much: what the seat to act owes is not known."""
    asked: list[str] = []
    """Findings that ask what was said with silent chips, as long as play has not told it."""
