"""Types a house's rulebook: what the engine asks, and nothing it could read from a file.

The engine asks the book; it never asks *which* book. A kind that the book does not treat is silent:
the floor decides and nothing is cited.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from controller.table.events import Game
from controller.table.outputs import Level
from controller.table.rulebook_floor import FloorRules

Percent = Annotated[int, Meta(ge=1, le=100)]

_SENTENCE: Final = re.compile(r" s\d+(-\d+)?$")


def cite_of(ref: str) -> str:
    """Return ``ref`` as it is cited: without the mark of a sentence."""
    return _SENTENCE.sub("", ref)


class Clause(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """One clause in our own words. ``class_`` says who can apply it; ``kind`` what it is about.

    A `` sN`` at the end of ``ref`` marks a sentence of the clause; it is dropped when citing.
    ``needs``: the event or sensor that is missing, where the table cannot apply the clause yet.
    """

    ref: str
    title: str
    class_: Literal["sensed", "assist", "human"] = "human"
    says: str
    kind: str | None = None
    scenarios: list[str] = []
    needs: str | None = None


class KindCase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house does with a kind in one case: the deciding clause first, then its parents."""

    remedy: str
    cites: list[str]
    options: list[str] = []
    our_reading: bool = False
    level: Level | None = None


class KindRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house does with a kind; ``cases`` name the moments at which it does otherwise.

    Without ``cites`` the house is silent, but for its cases.
    """

    remedy: str = "floor"
    cites: list[str] = []
    options: list[str] = []
    our_reading: bool = False
    level: Level | None = None
    cases: dict[str, KindCase] = {}


class CutOff(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When no misdeal can be declared any more.

    ``substantial``: two actions in turn of which one put chips in, or any three. ``players``: that many
    different players have acted in turn. ``none``: the book names no moment; once anybody has acted the
    floor decides. Posted blinds never count.
    """

    test: Literal["substantial", "players", "none"]
    cites: list[str]
    players: Annotated[int, Meta(ge=1)] = 2
    our_reading: bool = False


class DealRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The initial deal."""

    button_consecutive: bool
    """The button may be given its missing card after its last one, two in a row."""
    predeal_burn: bool = False
    """The dealer may burn one card before the first."""
    boxed_for_misdeal: int | None = 2
    """Boxed cards that make a misdeal; None where the book has no such number."""
    exposed_first: int = 2
    """Exposure of any of this many first cards off the deck is a misdeal."""
    exposed_others: int = 2
    """Exposures in all that make a misdeal."""
    exposed_replaced: Literal["at_once", "after_deal"] | None = None
    """When a single later exposed card is replaced; None where the book does not say."""
    extra_for_misdeal: int | None = None
    """Cards beyond a full hand each that make a misdeal."""
    extra_counts_as: Literal["deal.extra_card", "misdeal.card_count"] = "deal.extra_card"
    """How fewer extra cards than that are ruled when one lies in a hand."""
    short_button: Literal["deal.button_short", "misdeal.card_count"] = "misdeal.card_count"
    """How a button with too few cards is ruled when all others are right."""
    burns_made_up: bool = False
    """After a street without a burn that stands two are burned, so that the next card is the one that was due."""
    carried_for_those_before: bool = False
    """Where forfeited chips stay for the pot, only who was dealt in on the hand before is dealt in."""
    stud_exposed: Literal["misdeal", "plays_up"] | None = None
    """What one of a player's first two cards is that the dealer shows at stud: a misdeal, or his up card, so that
    his third comes down; None where the book does not say."""
    redeal_returns: bool = False
    """A seat that was away at the first deal may play the re-deal if it is back."""
    dealt_by: Literal["button", "last_out"] | None = None
    """Who deals where the house has no dealers: the button, or who went out last (before that the button)."""


class ButtonRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the button goes round."""

    method: Literal["dead", "moving"] = "dead"
    """``dead``: the big blind moves on and the button follows; ``moving``: the button goes to the next player."""
    draw: Literal["suits", "redraw"] | None = None
    """How the first button is drawn for where two cards are equally high: by suit, or by another card each."""
    correct_previous: bool = False
    """A button that was wrong in the last hand is set right for the next one."""


class DeckRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The deck. ``change_at`` is when another one comes in without a special reason."""

    change_at: list[Literal["dealer_push", "level"]] = []


class LevelRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the level clock asks of dealers, in seconds; None where the book does not say."""

    hold_push_s: Annotated[int, Meta(ge=1)] | None = None
    """No dealer push in the last so many seconds before a break or a new level."""
    prepare_deck_s: Annotated[int, Meta(ge=1)] | None = None
    """Decks are prepared this long before play starts or goes on."""
    hand_for_hand_s: Annotated[int, Meta(ge=1)] | None = None
    """What one hand takes off the clock while play is hand for hand."""
    hand_for_hand_down: bool = False
    """Hand for hand, all-in hands stay face down and no card comes until the floor says so."""


class BlindRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Blinds and the ante of one for the table."""

    blind_before_ante: bool = False
    """One who antes for the table pays his blind first where his chips do not reach for both."""
    small_third_to_half: bool = False
    """The small blind is between a third and half of the big one."""


class BetRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers."""

    min_raise: Literal["increment", "double"] = "increment"
    """``increment``: by the largest full bet or raise of the round; ``double``: to twice what is faced."""
    min_raise_other: Literal["increment", "double"] | None = None
    """Another reading of the book's words, shown beside ours where its figure differs."""
    raise_percent: Percent = 50
    """A short raise of this percentage or more is made a full one, below it is a call."""
    raise_percent_of: Literal["increment", "faced"] = "increment"
    """What the percentage is taken of: the largest bet or raise, or the whole bet faced."""
    all_in_below: Literal["stands", "call"] = "call"
    """Silent last chips that do not reach the percentage: an all-in for what they are, or a call."""
    several_chips: Literal["spare_chip", "amount"] = "spare_chip"
    """Several silent chips: a call unless the smallest can be spared, or by their amount alone."""
    last_chips_all_in: bool = False
    """Last chips of which one can be spared are an all-in even below the percentage."""
    raise_in_two_motions: bool = False
    """"Raise", the exact call, then one more motion is a good raise."""
    unclear: Literal["highest_below_pot", "highest_not_above_pot", "lesser"] | None = None
    """What a declared number that may mean several amounts is; None where the book does not say."""
    tiny_percent: Percent = 4
    """A silent push worth this percentage of the call or less is a tiny chip."""
    pot_before_flop: Literal["actual", "full_blinds", "full_and_dead_blinds"] = "full_blinds"
    """What pot-limit counts as the pot before the flop: a short all-in blind, or a dead one too, as full."""
    prior_chips_needed: Literal["call", "percent"] = "call"
    """Several new chips on top of old ones, all of them needed: a call, or by the percentage alone (the letter)."""
    smallest_chip: Literal["any", "in_play", "bring_in"] = "any"
    """Chips that play: any; none below the smallest that the table names as in play; or only in amounts that
    chips as large as the big blind's make, smaller ones in quantity."""
    misunderstood_below: Percent | None = None
    """A call of less than this percentage may be a gross misunderstanding; None: the house does not say."""
    withdrawn: Literal["forfeits", "acts_anew"] = "forfeits"
    """What the floor may let who did not know what was wagered do: forfeit his chips and fold, or take them back
    and act anew."""
    contradicts_below: Percent | None = None
    """Chips put out together with words contradict them where they are less than this percentage of what was
    said; None: the words stand."""
    ask_words: bool = False
    """Actions are said aloud: silent chips beyond the call ask for words."""
    bring_in: Annotated[int, Meta(ge=1)] = 1
    """The smallest bet in big blinds, but at limit."""
    all_ins_add_up: bool = True
    """Short all-ins that together are a full raise reopen the betting; otherwise one has to be full by itself."""
    limit_bets: Annotated[int, Meta(ge=1)] | None = None
    """Bets and raises of a round of limit while more than two are dealt in; None: the house has no cap."""
    tied_boards: Literal["suit", "first_left"] = "first_left"
    """Of equal boards at stud the one with the high card by suit acts first, or the first left of the dealer."""
    limit_reopen_percent: Percent = 100
    """At limit a raise of this percentage of the bet or more gives who has acted a new right to raise."""


class TurnRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Acting out of turn."""

    wager_cut_to_minimum: bool = False
    """A bet or raise out of turn is cut to the minimum and stands."""
    passive_may_not_raise: bool = False
    """Who checked or called out of turn may not bet or raise at his turn, changed action or not."""
    time_to_speak_s: Annotated[float, Meta(ge=0)] = 1.0
    """Seconds from the first act past a seat in which it cannot be expected to claim its turn (our reading)."""


class ClockRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The clock on a player, in seconds; ``no_bet`` is what happens where no bet is faced when it ends."""

    seconds: Annotated[int, Meta(ge=1)]
    countdown: Annotated[int, Meta(ge=0)]
    no_bet: Literal["check", "kill_hand", "floor"]
    shot_s: Annotated[int, Meta(ge=1)] | None = None
    """The time for each turn, in seconds, where the house plays with a shot clock."""
    at_most: bool = False
    """The floor may shorten the times and not lengthen them."""


class AbsenceRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When the hand of a player who is away dies: at the last card of the deal, or in his turn."""

    killed: Literal["last_card", "in_turn"] = "last_card"
    wait_s: Annotated[int, Meta(ge=0)] = 0
    marks_out: bool = False
    """Once killed the seat is marked OUT: it is not waited for again until its player is back."""
    limit_s: Annotated[int, Meta(ge=1)] | None = None
    """How long a player may be away in all, in seconds; None where the book does not say."""


class RequestRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player may ask for."""

    count_in_turn: bool = False
    """A precise count is given only to the seat whose turn it is, facing an all-in."""
    see_hand: Literal["holding_cards", "dealt_in"] = "holding_cards"
    """Who may ask to see a hand at the showdown."""
    caller_sees: bool = False
    """A caller of the river's bet who keeps or tabled his cards may have its last aggressor's hand seen."""
    disputes: Literal["until_next_hand", "accounting_until_action"] = "until_next_hand"
    """When a pot can be disputed no more: at the next hand's start, or, for how it was counted and
    awarded, when substantial action has been taken in it."""


class PotRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How pots are divided beyond the first winner left of the button."""

    odd_chip_high_low: Literal["high", "first_left"] = "high"
    """Who has the odd chip of a pot split high and low: the high side, or the first winner left of the button."""
    tied_both_ways_even: bool = False
    """A pot that the same hands win high and low is divided as one, as evenly as can be."""
    odd_chip_stud: Literal["high_card", "first_left"] = "high_card"
    """Who has the odd chip of a side at stud: the highest card by suit in the winning five, or the first winner left
    of the dealer."""


class Rulebook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house's book. ``short`` is the name on a card, as in "Deltin 45"."""

    id: str
    name: str
    short: str
    edition: str
    games: list[Game]
    cutoff: CutOff
    deal: DealRules
    button: ButtonRules = ButtonRules()
    deck: DeckRules = DeckRules()
    level: LevelRules = LevelRules()
    blinds: BlindRules = BlindRules()
    bets: BetRules
    turns: TurnRules
    clock: ClockRules | None = None
    absence: AbsenceRules | None = None
    pots: PotRules = PotRules()
    requests: RequestRules | None = None
    floor: FloorRules = FloorRules()
    silent_options: list[str] = []
    """What the floor may turn to where the book is silent."""
    kinds: dict[str, KindRule]
    clauses: dict[str, Clause] = {}

    def rule(self, kind: str, *cases: str) -> KindRule | KindCase | None:
        """Return what the house does with ``kind``: its first named case, else the kind, else None (silent)."""
        rule = self.kinds.get(kind)
        if rule is None:
            return None
        found = next((rule.cases[case] for case in cases if case in rule.cases), rule)
        return found if found.cites else None

    def about(self, kind: str) -> list[str]:
        """Return the clauses on ``kind``, as they are cited; none where the book is silent."""
        return list(dict.fromkeys(cite_of(c.ref) for c in self.clauses.values() if c.kind == kind))
