"""Describes what the pages need from the daemon, and what the daemon hands them.

A ``TableApi`` is one table as dealer and floor see it. Everything in a ``Snapshot`` has already passed the
one function that takes hidden cards out (``controller.privacy``).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from controller.alert_states import State
from controller.journal.case_law import PastRuling
from controller.languages import LANGUAGES
from controller.ruling_cards.words import Given, words_in
from controller.table.events import DeviceState, SeatSetup
from controller.table.outputs import Advice, Finding
from controller.table.rulebook import Rulebook
from controller.table.screen.seating import SeatingView
from controller.table.view import TableView
from controller.timeline.strip import Strip

JOURNAL: Final = "journal"
"""What the table's record is called among its devices."""
PIN: Final = "PIN"
"""What stands in place of a device's name and kind where somebody guesses at the PIN."""


FLOOR_CALL: Final = "floor.call"
"""The kind of a dealer's own call of the floor, and the name of the one that is open."""


class DeviceView(Struct, frozen=True, kw_only=True):
    """A device's health. ``since`` is wall-clock ``HH:MM:SS``; ``problem`` one line for people, or "".

    ``zones`` are those that the configuration gives it, none where it lists none. ``told`` are the facts of a
    problem that a page says in its own words.
    """

    name: str
    kind: str
    state: DeviceState
    since: str
    problem: str = ""
    zones: list[str] = []
    told: dict[str, str | int] = {}


class RuledAs(Struct, frozen=True, kw_only=True):
    """A ruling as it was recorded."""

    decision: str
    by: str | None = None
    seat: int | None = None
    amount: int | None = None
    note: str | None = None


class Moment(Struct, frozen=True, kw_only=True):
    """Something that became of an alert: ``what`` is a mark or ``ruled``, ``again`` a call made once more.

    ``at`` is wall-clock ``HH:MM:SS``, ``t`` the log's; ``by`` who it was, or for ``disputed`` what was read wrong. ``ruling`` is
    all that was recorded then: one that was given before the last stays in the story.
    """

    what: str
    at: str
    t: float = 0.0
    by: str | None = None
    ruling: RuledAs | None = None


class Alert(Struct, frozen=True, kw_only=True):
    """A finding and what has become of it.

    ``seen`` is the dealer's acknowledgement, ``coming`` the floor person who said so, ``ruled`` the
    decision recorded and ``ruling`` all that was recorded with it. ``story`` is what became of the alert,
    oldest first. ``closed`` alerts stay on the floor's list the night.
    """

    finding: Finding | Advice
    at: str
    age_s: float
    state: State
    coming: str | None = None
    ruled: str | None = None
    ruling: RuledAs | None = None
    story: list[Moment] = []


class Evidence(Struct, frozen=True, kw_only=True):
    """What can be shown of a finding, and how the house ruled on like ones, the latest first."""

    finding: Finding | Advice
    strip: Strip
    past: list[PastRuling] = []


class BlindsView(Struct, frozen=True, kw_only=True):
    """What is posted in a level, in chip units; bring-in and bets where it names them in place of blinds."""

    small: int
    big: int
    ante: int = 0
    big_blind_ante: int = 0
    bring_in: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None


class LevelsView(Struct, frozen=True, kw_only=True):
    """The house's clock. ``level`` of ``of`` holds ``now``; ``left`` are the whole seconds that it still has.

    In a break ``rest`` is its name, which may be empty, and ``left`` is the break's. ``soon``: what comes next
    is announced. ``waits``: the hand in play is still at other blinds. ``dealer``: the display may steer it.
    """

    level: int
    of: int
    left: int
    paused: bool
    started: bool
    now: BlindsView
    next: BlindsView | None = None
    rest: str | None = None
    next_rest: bool = False
    soon: bool = False
    first: bool = False
    last: bool = False
    waits: bool = False
    dealer: bool = False


class WaitingView(Struct, frozen=True, kw_only=True):
    """A change of seats that waits for the end of the hand: a whole ``table``, or a ``move``.

    ``seats`` is how many a table has taken; ``seat`` and ``to`` are a move's.
    """

    what: Literal["table", "move"]
    seat: int | None = None
    to: int | None = None
    seats: int | None = None


class Act(Struct, frozen=True, kw_only=True):
    """Words or chips that a dealer may want to correct. ``line`` is that of the log.

    ``does`` is what was said (a verb, ``tap``), or ``push`` or ``count`` for chips; ``amount`` None where
    it was not told. ``at`` is wall-clock ``HH:MM:SS``. ``over``: its hand is over, and only the floor can mend it.
    """

    line: int
    seat: int
    does: str
    amount: int | None
    at: str
    over: bool = False

    @property
    def is_words(self) -> bool:
        """Whether it was said, and can be taken back; chips are counted again."""
        return self.does not in ("push", "count")


class Snapshot(Struct, frozen=True, kw_only=True):
    """The whole state of a table's screens. ``n`` grows with every change.

    ``clock`` is wall-clock ``HH:MM:SS``; ``blind`` names what the table cannot judge now, by kind.
    """

    n: int
    clock: str
    view: TableView
    alerts: list[Alert]
    devices: list[DeviceView]
    rules_live: int
    rules_total: int
    blind: list[str]
    recent: list[Act]
    """The last words and bets, newest first, for corrections; of an earlier hand to look at."""
    floor_called: str | None = None
    """Since when (``HH:MM:SS``) the dealer's own call waits for the floor; None when nobody waits."""
    floor_coming: str | None = None
    """Who answered that call."""
    seating: list[SeatingView] = []
    waiting: list[WaitingView] = []
    levels: LevelsView | None = None


class BadKey(ValueError):
    """A key or a ruling that cannot be taken; the message names the field and what would be right, in English.

    ``says`` is the reason's name among the catalogue's refusals and ``facts`` what it tells, so that a page
    can say it in its own language; "" where no touch of a page could have sent such a key.
    """

    def __init__(self, message: str, says: str = "", **facts: Given) -> None:
        super().__init__(message)
        self.says, self.facts = says, facts

    @classmethod
    def because(cls, place: str, says: str, **facts: Given) -> BadKey:
        """Return what is wrong with the field ``place``, by the catalogue."""
        return cls(f"{place}: {words_in(LANGUAGES[0]).say(f'refusal.{says}', **facts)}", says, **facts)


class TableApi(Protocol):
    """One table, as the pages use it."""

    book: Rulebook

    def snapshot(self) -> Snapshot:
        """Return the state now."""

    def changes(self) -> AsyncIterator[Snapshot]:
        """Yield a snapshot at once, then one after every change and at least one a second."""

    async def key(self, fields: dict[str, Any], *, durable: bool = False, first: bool = False) -> int:
        """Take a dealer's key or a floor's ruling: a sensor-log event without ``t``. Raise BadKey.

        ``first``: who rules has seen no ruling, so one that came meanwhile is not overruled unawares.

        Return the line of the log that it stands on: once it is on disk, or at once while nothing can be recorded,
        which the pages say. ``durable``: once it is on disk, however long that takes.
        """

    async def mark(self, finding: str, state: str, by: str | None = None) -> None:
        """Note that an alert was seen, done, disputed, or that somebody is coming. Raise BadKey.

        ``finding`` is ``"floor.call"`` for the dealer's own call of the floor. ``by`` says who; for
        ``disputed`` what was read wrong: ``cards``, ``chips`` or ``actor``.
        """

    async def evidence(self, finding: str) -> Evidence:
        """Return what was sensed and keyed around a finding. Raise BadKey where there is no such alert."""

    async def set_table(self, seats: dict[int, SeatSetup]) -> bool:
        """Set up the whole table; return whether that waits for the end of the hand."""

    async def move(self, seat: int, to: int) -> bool:
        """Move a player to an empty seat; return whether that waits. Raise BadKey for a seat that is taken."""

    async def drop_waiting(self) -> None:
        """Forget the changes of seats that wait."""

    async def steer(self, do: str, by: str, at: str) -> None:
        """Steer the house's clock from the page of ``at``. Raise BadKey where that cannot be."""
