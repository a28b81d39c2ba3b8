"""Holds one hand's state, on which the parts work: its seats, cards, betting and what was said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from controller.table import events as ev
from controller.table.betting.betting import Betting
from controller.table.betting.round import Round
from controller.table.deal.board import Now
from controller.table.deal.cards import CardTracker
from controller.table.deal.deal import Deal
from controller.table.deal.deck import Deck
from controller.table.deal.draw import Draw
from controller.table.deal.leads import first_by_board
from controller.table.deal.streets import empty_board
from controller.table.deal.unsensed import Unsensed
from controller.table.equipment import Kit
from controller.table.game import FORMS
from controller.table.irregularities import Irregularity, Judge
from controller.table.outputs import Action, ActionName, Finding, Street
from controller.table.players.player import Player
from controller.table.players.players import Blinds, can_bet, clockwise
from controller.table.pots.pots import Award
from controller.table.ranks import FULL_DECK
from controller.table.rulebook import Rulebook
from controller.table.terms import Terms


class Hand:
    """The state of the hand in play. ``order`` is its seats, first left of the button first."""

    denominations: Sequence[int] = ()
    """Chips in play, where the table named them."""
    unit: int = 1
    """The smallest chip in play."""
    reported: int = 0
    """How many of the actions were handed out."""
    not_passed: int = 0
    """The line that passed over a seat which, as it shows now, had not acted then; 0 where there is none."""
    guessed: bool = False
    """Somebody is taken to have called unseen: nobody knows with how much."""
    uncounted: int | None = None
    """The street of an all-in of which nobody knows how much it is: what is bet behind it is neither ruled nor told."""
    met: Betting | None = None
    """The betting before an all-in that nobody has counted."""
    miscounts: float = 0
    """Counts that must have been wrong for the hand to stand as it does here."""
    strange: int = 0
    """How surprising the silent chips are that were read for what they are here."""
    swept_early: int = 0
    """How often bets were pulled in while somebody had still to act, for the hand to stand as it does here."""
    told_ahead: tuple[Action, ...] = ()
    """Actions that were handed out in another hypothesis and have not become final in this one."""
    folds_untold: tuple[Action, ...] = ()
    """Folds of seats that acted behind an all-in that nobody has counted: those acts are told before them."""
    void: bool = False
    void_by: tuple[str | None, int | None] | None = None
    """The finding, or the call by its line, on which the floor ruled that it is void."""
    proper: Blinds | None = None
    """Where button and blinds belong, where they are elsewhere and the house rules on it."""
    belongs: Blinds | None = None
    """The same where no clause rules on it: the floor may put them right."""
    level_before: ev.LevelSet | None = None
    """The level of the last hand, where another one has come since."""
    due_level: ev.LevelSet | None = None
    """The level that this hand should have: its blinds were posted at the one before."""
    all_in_down: bool = False
    """All-in hands stay face down and no card comes until the floor says so: play is hand for hand."""
    unposted: tuple[int, float] | None = None
    """The seat that brings it in and the moment at which it had to, until that is printed."""
    held: int = 0
    """What the floor holds back of the pots until it has ruled."""

    def __init__(
        self,
        n: int,
        terms: Terms,
        players: Mapping[int, Player],
        judge: Judge,
        deal: Deal,
        t: float = 0.0,
        line: int = 0,
        carried: int = 0,
    ) -> None:
        self.n = n
        self.form = FORMS[terms.game]
        self.betting = Betting(terms=terms, players=players, carried=carried)
        """The seats with their chips and the street's betting, by the actions that are final."""
        self.passes_nobody: frozenset[int] = frozenset()
        """Lines whose acts were out of turn: play told later that they passed over no seat."""
        self.judge, self.deal, self.t, self.line = judge, deal, t, line
        self.deck = Deck()
        self.tracker = CardTracker()
        self.draws: list[Draw] = []
        self.board = empty_board(terms, self.form)
        self.cards: dict[int, tuple[str, ...]] = dict.fromkeys(players, ())
        """The cards of each hand that were read, in order."""
        self.owner: dict[str, int] = {}
        self.actions: list[Action] = []
        """Every action that has become final and is told, in order."""
        self.behind: list[Action] = []
        """An all-in that nobody has counted, with what was done behind it: of how much they are is told once it is."""
        self.posts_open: list[int] = []
        """Seats whose posts may still be told as short."""
        self.off_by: set[int] = set()
        """By how much a push of this hand may have been counted wrong: each of its chips, and what a camera finds it may be as well."""
        self.awards: list[Award] = []
        self.mucked: set[int] = set()
        self.at_seat: dict[int, bool] = {}
        """Seats whose player has come or gone since the hand began: whether he is there now."""
        self.given_back: dict[int, int] = {}
        """Bets that went back while the hand was on, since their hand was killed by mistake."""
        self.held_back: set[int] = set()
        """Seats whose chips stay for the next deal though the hand is void: they knew of the bad deck."""
        self.splashes: list[int] = []
        """Seats that threw chips into the pot, once for each time."""
        self.later: dict[int, int] = {}
        """Cards that each seat got after the initial deal, at stud."""
        self.acted_at: list[float] = []
        """When each action printed so far was begun."""
        self.unsensed = Unsensed()
        """What was taken for granted."""

    # What it is played by, and how its betting stands -------------------------------------------------

    @property
    def book(self) -> Rulebook:
        """The house's rulebook."""
        return self.betting.terms.book

    @property
    def game(self) -> ev.Game:
        """The game that is played."""
        return self.betting.terms.game

    @property
    def level(self) -> ev.LevelSet:
        """The blinds and antes of the hand."""
        return self.betting.terms.level

    @property
    def blinds(self) -> Blinds:
        """The button and the blinds of the hand."""
        return self.betting.terms.blinds

    @property
    def kit(self) -> Kit:
        """What the table is equipped with."""
        return self.betting.terms.kit

    @property
    def players(self) -> Mapping[int, Player]:
        """The seats that are dealt in."""
        return self.betting.players

    @property
    def round(self) -> Round | None:
        """The betting of the street; None before the first card."""
        return self.betting.round

    @property
    def street(self) -> int:
        """The street: 0 before the flop, 3 on the river."""
        return self.betting.street

    def seat(self, seat: int, **changes: Any) -> None:
        """Something of one seat is otherwise from now on."""
        self.betting = self.betting.seat(seat, **changes)

    def sweep(self, seats: Sequence[int]) -> None:
        """Nothing lies before ``seats`` any more."""
        lying = (self.players[seat] for seat in seats)
        cleared = {p.seat: p.swept() for p in lying if p.content or p.given_back}
        if cleared:
            self.now_is(players={**self.players, **cleared})

    def now_is(self, **changes: Any) -> None:
        """Something of the betting is otherwise from now on."""
        self.betting = replace(self.betting, **changes)

    def by(self, **terms: Any) -> None:
        """The hand is played by other terms from now on."""
        self.now_is(terms=replace(self.betting.terms, **terms))

    @property
    def order(self) -> list[int]:
        """Return the seats of the hand, first left of the button first."""
        return clockwise(self.players, self.blinds.button)

    @property
    def dealing(self) -> bool:
        """Whether the initial deal still has cards to give."""
        deal = self.deal
        if deal.closed:
            return False
        # No burn before the deal fills a place in its order, nor a card that was replaced.
        aside = len(deal.taken_back) + deal.predealt + deal.scraps
        return len(self.draws) - aside < deal.due

    @property
    def street_name(self) -> Street:
        """The street as findings and actions name it."""
        if not self.deal.closed and self.dealing:
            return "deal"
        betting, form = self.betting, self.form
        street, figures = betting.street, betting.round
        if street == form.last and figures is not None and figures.acted and betting.due() is None:
            return "showdown"
        return form.streets[street]

    @property
    def live(self) -> list[int]:
        """Seats whose hands can still win."""
        return self.betting.live

    @property
    def contested(self) -> bool:
        """Whether two hands or more can still win."""
        return self.betting.contested

    def anyone_all_in(self) -> bool:
        """Whether a hand that can still win has no chips behind."""
        return any(player.live and not player.can_act for player in self.players.values())

    def identifiable(self, seat: int) -> bool:
        """Whether every card of the hand at ``seat`` is known apart from all others by its tag."""
        return len(self.cards[seat]) == self.whole(seat)

    def named(self, tag: str) -> str:
        """Return the card of a tag; ``""`` where it is none of this deck."""
        card = self.deck.card(tag)
        return card if card in FULL_DECK else ""

    def up_cards(self) -> dict[str, str]:
        """Return the cards that were dealt face up to seats, at stud, by tag."""
        return {tag: self.named(tag) for player in self.players.values() for tag in player.up}

    def whole(self, seat: int) -> int:
        """Return how many cards the hand at ``seat`` has by now."""
        return self.deal.per_seat + self.later.get(seat, 0)

    def tabled(self, seat: int) -> bool:
        """Whether every card of the hand lies face up."""
        cards = self.cards[seat]
        return len(cards) == self.whole(seat) and self.players[seat].shown.issuperset(cards)

    def takes_away(self, seat: int, tag: str | None) -> None:
        """A card is none of the hand at ``seat`` any more, nor of any other."""
        self.owner.pop(tag or "", None)
        if seat in self.cards:
            self.cards[seat] = tuple(card for card in self.cards[seat] if card != tag)
            self.seat(seat, up=tuple(card for card in self.players[seat].up if card != tag))

    def cards_gone(self, seat: int) -> float | None:
        """Return since when no antenna sees any card of ``seat``; None while one is seen or none was."""
        place, gone = self.tracker.place, self.tracker.gone_at
        zone = f"seat:{seat}"
        tags = [tag for tag in self.cards[seat] if place.get(tag) == zone]
        if not tags or any(tag not in gone for tag in tags):
            return None
        return max(gone[tag] for tag in tags)

    def half_tabled(self, seat: int) -> bool:
        """Whether some cards of the hand lie face up, and another that was read does not."""
        player = self.players[seat]
        return bool(player.tabled) and len(player.shown) < len(self.cards[seat])

    def due(self) -> int | None:
        """Return the seat whose turn it is by the actions that are final."""
        return self.betting.due()

    @property
    def closed(self) -> bool:
        """Whether the street's betting is over by the actions that are final."""
        return self.due() is None

    @property
    def all_dealt(self) -> bool:
        """Whether all cards of the hand have come."""
        if self.form.stud:
            return self.street == self.form.last
        return len(self.board.cards) >= self.form.board

    @property
    def betting_over(self) -> bool:
        """Whether no bet can be made any more in this hand."""
        return self.closed and (self.street == self.form.last or not can_bet(self.players.values()))

    def now(self, due: int | None) -> Now:
        """Return what the board has to know of the betting; ``due``: the seat to act."""
        acted = self.round is not None and bool(self.round.acted)
        return Now(self.street, due is None, acted, [] if due is None else [due])

    def tell(self, irregularity: Irregularity, t: float | None = None) -> Finding:
        """Have the judge rule on an irregularity at the event in hand."""
        lines = irregularity.lines or [self.line]
        irregularity.lines = lines
        finding = self.judge.tell(irregularity, self.t if t is None else t, self.street_name)
        if irregularity.kind.startswith("board."):
            self.board.ruled(finding.remedy)
        return finding

    def unspoken(self, irregularity: Irregularity) -> Finding:
        """Rule on an irregularity that the table has not the equipment to judge: nobody hears it."""
        return self.judge.unspoken(irregularity, self.t, self.street_name)

    def advise(self, irregularity: Irregularity) -> None:
        """Tell what only helps, where the house's book speaks of it."""
        if self.book.rule(irregularity.kind, *irregularity.cases) is not None:
            self.tell(irregularity)

    def act(
        self,
        seat: int,
        action: ActionName,
        to: int,
        *,
        t: float,
        cites: Sequence[str] = (),
        street: Street | None = None,
    ) -> None:
        """Print an action that has become final."""
        self.acted_at.append(t)
        all_in = action in ("call", "bet", "raise", "post") and self.players[seat].behind == 0
        done = Action(
            t=t,
            hand=self.n,
            street=street or self.street_name,
            seat=seat,
            action=action,
            to=to,
            cites=list(cites),
            all_in=True if all_in else msgspec.UNSET,
        )
        again, waits = any(one.seat == seat for one in self.behind), self.counts_wait()
        if waits:
            self.behind.append(done)
        if any(one.move == done.move for one in self.told_ahead):
            self.told_ahead = tuple(one for one in self.told_ahead if one.move != done.move)
        elif not waits or (action in ("fold", "dead") and not again):
            self.actions.append(done)
        elif action in ("fold", "dead"):
            self.folds_untold += (done,)

    def tell_folds(self) -> None:
        """Tell the folds that waited: what those seats had put in before stays unknown."""
        self.actions, self.folds_untold = [*self.actions, *self.folds_untold], ()

    def counts_wait(self) -> bool:
        """Whether an all-in of this street was not counted: of how much it is, and what is done behind it, is not known."""
        return self.uncounted is not None and self.uncounted == self.street

    def wagered(self) -> list[Action]:
        """Return the actions that put chips in, those that are not told yet among them."""
        return [act for act in (*self.actions, *self.behind) if act.action in ("call", "bet", "raise")]

    def new_actions(self, upto: int | None = None) -> list[Action]:
        """Return the actions that were not handed out yet, of the first ``upto``."""
        new = self.actions[self.reported : upto]
        self.reported += len(new)
        return new

    def kill(self, seat: int, cites: Sequence[str]) -> None:
        """A hand is dead by the clock, absence, penalty or a ruling."""
        if not self.players[seat].live:
            return
        street = self.street_name
        self.seat(seat, dead=True)
        bet = self.round.bet(seat) if self.round is not None else 0
        self.act(seat, "dead", bet, t=self.t, cites=cites, street=street)

    def new_round(self, order: list[int]) -> Round:
        """Return a round without bets; at limit the bet is twice as large on the later streets."""
        fixed, level = self.form.limit == "fixed", self.level
        bet = self.betting.terms.least_bet * self.book.bets.bring_in
        if fixed:
            small = level.small_bet or self.betting.terms.least_bet
            bet = (level.big_bet or 2 * small) if self.street >= 2 else small
        return Round.of(self.book.bets, order, bet, fixed=fixed)

    def next_street(self) -> None:
        """Open the betting of the next street."""
        self.tell_folds()
        swept = {seat: replace(player.swept(), drawn_back=0) for seat, player in self.players.items()}
        self.now_is(street=self.street + 1, players=swept)
        first = self._first_by_board() if self.form.stud else None
        order = self.order if first is None else clockwise(self.players, first - 1)
        self.now_is(round=replace(self.new_round(order), led=not self.form.stud or first is not None))

    def _first_by_board(self) -> int | None:
        """Return the seat that acts first by the up cards of those who play; None where one was not read."""
        boards = {seat: [self.named(tag) for tag in self.players[seat].up] for seat in self.live}
        by_suit = self.book.bets.tied_boards == "suit"
        order = clockwise(boards, self.blinds.button)
        return first_by_board(boards, order, street=self.street, razz=self.form.razz, by_suit=by_suit)
