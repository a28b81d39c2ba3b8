"""Types the sensor log's events: one fact each, as a sensor or a key reported it.

Shapes and ranges are those of the log format, version 1. Unknown fields are ignored on reading;
whoever stores a log stores the original line. ``t`` is seconds since the log's start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, final

import msgspec
from msgspec import Meta, Struct

from controller.table.amounts import Amount, Bet
from controller.table.chips import Alternatives, Chips, Denomination, Inconsistent, add_up, has_a_bet
from controller.table.moments import Moment, Started

SeatNumber = Annotated[int, Meta(ge=1, le=10)]
Seconds = Annotated[float, Meta(ge=0)]
Tag = Annotated[str, Meta(min_length=1, max_length=64)]
_ZONE = "a zone: shoe, board, burn, muck, stub, pot, or seat:1 to seat:10, bet:1 to bet:10"
_CARD = "a card: rank 23456789TJQKA and suit cdhs, or Jk"
Card = Annotated[str, Meta(pattern="^([2-9TJQKA][cdhs]|Jk)$", description=_CARD)]
_DECISION = "a decision in small letters and underscores"
Decision = Annotated[str, Meta(pattern="^[a-z_]{1,40}$", description=_DECISION)]
SEAT_ZONES: Final = {f"seat:{seat}": seat for seat in range(1, 11)}
"""The zones before the seats, with their seats."""
ZONES: Final = (
    *("shoe", "board", "burn", "muck", "stub", "pot"),
    *SEAT_ZONES,
    *(f"bet:{seat}" for seat in range(1, 11)),
)
if TYPE_CHECKING:
    Zone = str
else:  # a choice of texts is decoded three times as fast as a pattern
    Zone = Annotated[Literal[ZONES], Meta(description=_ZONE)]
SeatState = Literal["in", "absent", "penalty", "out", "late", "empty"]
Game = Literal["nlhe", "plhe", "flhe", "plo", "plo8", "flo8", "stud", "stud8", "razz"]
DeviceState = Literal["unknown", "starting", "up", "degraded", "down"]
SENSES_NOTHING: Final[frozenset[DeviceState]] = frozenset({"unknown", "starting", "down"})
Equipment = Literal["shoe", "antennas", "camera", "faces", "taps", "words", "awards", "hands"]
"""What a table senses by, and which of the dealer's doings are always told."""

ByTable = Literal["table"] | None
"""``table`` where nobody sensed or keyed the event and the table worked it out; the line says ``why``."""
ToldBy = Annotated[int, Meta(ge=1)] | None
"""The line that told the table what it worked out: the event came to be recorded later, and changes nothing."""


@final
class LogHeader(Struct, frozen=True, kw_only=True, tag="log", tag_field="type"):
    """First line of a log. ``started`` is RFC 3339; ``equipment`` None is a table that has everything."""

    version: Literal[1]
    table: str
    started: Started
    rulebook: str
    game: Game = "nlhe"
    equipment: list[Equipment] | None = None


class Event(Struct, frozen=True, kw_only=True, gc=False, tag_field="type"):
    """Anything sensed or keyed at the table; ``t`` is when the sensor saw it."""

    t: Moment


class SeatSetup(Struct, frozen=True, kw_only=True):
    """A seat in a ``table`` event; ``stack`` None where it was never counted."""

    stack: Amount | None = None
    state: SeatState = "in"


@final
class TableSet(Event, frozen=True, tag="table"):
    """Who sits where, between hands."""

    seats: dict[SeatNumber, SeatSetup]
    denominations: list[Denomination] = []


class SeatChanged(Event, frozen=True, tag="seat"):
    """One seat changes its state, its stack, or both; ``to`` is where its player moves, who leaves it empty."""

    seat: SeatNumber
    state: SeatState | None = None
    stack: Amount | None = None
    to: SeatNumber | None = None


class LevelSet(Event, frozen=True, tag="level"):
    """Blinds and antes from the next hand on; at limit and stud the bets too, else ``big`` (0: no blinds) and twice it."""

    small: Amount
    big: Amount
    ante: Amount = 0
    big_blind_ante: Amount = 0
    bring_in: Amount | None = None
    small_bet: Bet | None = None
    big_bet: Bet | None = None
    denominations: list[Denomination] | None = None
    by: ByTable = None

    def __post_init__(self) -> None:
        has_a_bet(self.big, self.small_bet, self.bring_in)


class DeckLoaded(Event, frozen=True, tag="deck"):
    """The deck that the shoe now holds; ``cards`` maps tags to cards."""

    id: str
    back: str = ""
    cards: dict[Tag, Card] = {}


class HandStarted(Event, frozen=True, tag="hand.start"):
    """First riffle. ``small_blind`` null is a dead small blind; absent fields are worked out.

    ``carried`` are forfeited chips of the hand before that stay for this one's pot.
    """

    button: SeatNumber | msgspec.UnsetType | None = msgspec.UNSET
    small_blind: SeatNumber | msgspec.UnsetType | None = msgspec.UNSET
    big_blind: SeatNumber | msgspec.UnsetType = msgspec.UNSET
    redeal: bool = False
    carried: Amount | None = None
    by: ByTable = None


class DealEnded(Event, frozen=True, tag="deal.end"):
    """The dealer says that the initial deal is complete."""

    by: ByTable = None
    of: ToldBy = None


class HandEnded(Event, frozen=True, tag="hand.end"):
    """The dealer closed the hand."""

    by: ByTable = None


class CardDrawn(Event, frozen=True, tag="card.draw"):
    """A card left the shoe; ``tag`` is null where only the throat sensor counted it."""

    tag: Tag | None
    face: Literal["down", "up", "unknown"] = "unknown"
    back: str | None = None


class CardSeen(Event, frozen=True, tag="card.seen"):
    """An antenna sees a card arrive."""

    tag: Tag
    zone: Zone
    face: Literal["down", "up", "unknown"] | None = None


class CardGone(Event, frozen=True, tag="card.gone"):
    """The antenna no longer sees it."""

    tag: Tag
    zone: Zone


class CardFace(Event, frozen=True, tag="card.face"):
    """The camera sees a card turned in a zone."""

    zone: Zone
    face: Literal["down", "up", "unknown"]
    by: Literal["dealer", "player", "unknown"] = "unknown"
    count: Annotated[int, Meta(ge=1, le=10)] = 1
    tag: Tag | None = None


class ChipsPushed(Event, frozen=True, tag="chips.push"):
    """One forward motion ended and left these new chips; null where they are not sure. ``alternatives``, best first."""

    seat: SeatNumber
    chips: Chips | None
    started: Seconds | None = None
    alternatives: Alternatives = []

    def __post_init__(self) -> None:
        add_up(self.alternatives)


class ChipsPulled(Event, frozen=True, tag="chips.pull"):
    """The player took these back."""

    seat: SeatNumber
    chips: Chips


class ChipsCounted(Event, frozen=True, tag="chips.bet"):
    """The settled content of a betting zone, by camera or keyed by the dealer.

    Where the camera is not sure it has neither ``chips`` nor ``amount``, and only ``alternatives``, best first.
    """

    seat: SeatNumber
    chips: Chips | None = None
    amount: Amount | None = None
    confidence: Annotated[float, Meta(ge=0, le=1)] | None = None
    by: Literal["camera", "dealer"] = "camera"
    alternatives: Alternatives = []

    def __post_init__(self) -> None:
        if not self.told and not self.alternatives:
            raise Inconsistent("amount", "chips.bet needs `alternatives`, `chips` or `amount`")
        add_up(self.alternatives)

    @property
    def told(self) -> bool:
        """Whether it says what lies there, and not only what may."""
        return self.chips is not None or self.amount is not None


class StackCounted(Event, frozen=True, tag="chips.stack"):
    """Chips behind, as counted."""

    seat: SeatNumber
    amount: Amount


class BetsSwept(Event, frozen=True, tag="chips.swept"):
    """The dealer pulled the bets in; all of them where ``seats`` is absent."""

    seats: list[SeatNumber] | None = None
    by: ByTable = None
    of: ToldBy = None


class ChangeGiven(Event, frozen=True, tag="chips.change"):
    """The dealer gave change: the betting zone now holds these."""

    seat: SeatNumber
    chips: Chips


class PotAwarded(Event, frozen=True, tag="chips.award"):
    """The dealer pushed chips from the pot to a seat."""

    seat: SeatNumber
    amount: Amount
    pot: Annotated[int, Meta(ge=0)] | None = None
    by: ByTable = None


Verb = Literal["bet", "raise", "call", "check", "fold", "all_in", "pot", "amount"]


@final
class Declared(Event, frozen=True, tag="declare"):
    """What a player said. The ``amount`` of a raise is the street's total."""

    seat: SeatNumber
    action: Verb
    amount: Amount | None = None
    order: Literal["first", "after", "together"] | None = None
    unclear: bool = False
    conditional: bool = False

    def __post_init__(self) -> None:
        if self.action == "amount" and self.amount is None:
            raise Inconsistent("amount", "declare `amount` needs an `amount`")


class DeclareCancelled(Event, frozen=True, tag="declare.cancel"):
    """Words or a tap of that seat were keyed in error: those of line ``of``, else its last."""

    seat: SeatNumber
    of: Annotated[int, Meta(ge=1)] | None = None


class Tapped(Event, frozen=True, tag="tap"):
    """Table tapped: a check."""

    seat: SeatNumber
    by: ByTable = None
    of: ToldBy = None


class SeatSpoke(Event, frozen=True, tag="seat.speaks"):
    """A skipped player claimed his turn."""

    seat: SeatNumber


class FloorCalled(Event, frozen=True, tag="floor.call"):
    """The dealer called the floor."""

    by: int | str | None = None


class PotQuoted(Event, frozen=True, tag="pot.quoted"):
    """Pot-limit: what the dealer said the pot is."""

    amount: Amount


class PlayerAsked(Event, frozen=True, tag="request"):
    """A player asked to see a hand, for a count, or disputes a pot."""

    seat: SeatNumber
    what: Literal["see_hand", "count", "dispute"]
    of: SeatNumber | None = None


class ChipsFound(Event, frozen=True, tag="chips.found"):
    """Chips found behind an all-in."""

    seat: SeatNumber
    chips: Chips


class StubDisturbed(Event, frozen=True, tag="stub"):
    """The stub was shuffled, or fell."""

    state: Literal["reshuffled", "dropped"]


class ChipsSplashed(Event, frozen=True, tag="chips.splash"):
    """Chips were thrown into the pot; ``seat`` is whose they were, where that is known."""

    seat: SeatNumber | None = None


class StrangeThing(Event, frozen=True, tag="chips.strange"):
    """Something that is no chip lies in the betting zone of a seat."""

    seat: SeatNumber


class ClockAsked(Event, frozen=True, tag="clock.ask"):
    """Somebody asked for the clock on a seat; the floor has not put it on yet."""

    seat: SeatNumber
    by: int | str | None = None


class ClockCalled(Event, frozen=True, tag="clock.call"):
    """The clock is put on a player; the floor may name other times."""

    seat: SeatNumber
    by: int | str | None = None
    seconds: Seconds | None = None
    countdown: Seconds | None = None


class ClockCancelled(Event, frozen=True, tag="clock.cancel"):
    """The clock is taken off."""

    seat: SeatNumber


class ButtonMoved(Event, frozen=True, tag="button.moved"):
    """The button was seen to move."""

    seat: SeatNumber


class DeviceChanged(Event, frozen=True, tag="device"):
    """A device's health; ``lost`` is the number of events known to be missing.

    The daemon adds ``kind``, what it senses by (absent: its name), and ``zones``, all it covers (absent: its kind's).
    """

    device: str
    state: DeviceState
    kind: str | None = None
    zones: list[Zone] | None = None
    lost: Annotated[int, Meta(ge=0)] | None = None
    detail: str | None = None


class Ruled(Event, frozen=True, tag="ruling"):
    """The floor ruled on a finding, on the dealer's call that stands on line ``call``, or on neither."""

    decision: Decision
    finding: str | None = None
    call: Annotated[int, Meta(ge=1)] | None = None
    seat: SeatNumber | None = None
    amount: Amount | None = None
    by: str | None = None
    note: str | None = None


class Tick(Event, frozen=True, tag="tick"):
    """Time passes; nothing else."""


AnyEvent = (
    TableSet | SeatChanged | LevelSet | DeckLoaded | HandStarted | DealEnded | HandEnded | CardDrawn | CardSeen
    | CardGone | CardFace | ChipsPushed | ChipsPulled | ChipsCounted | StackCounted | BetsSwept | ChangeGiven
    | PotAwarded | Declared | DeclareCancelled | Tapped | SeatSpoke | FloorCalled | PotQuoted | PlayerAsked
    | ChipsFound | StubDisturbed | ClockCalled | ClockCancelled | ButtonMoved | DeviceChanged | Ruled | Tick
    | ChipsSplashed | StrangeThing | ClockAsked
)  # fmt: skip
