"""Gives the configuration's shape: every key that the file may hold, its range and what it is for."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from controller.assist.level_clock import Step
from controller.config.room import RoomConfig
from controller.languages import Language
from controller.sheets import LevelRow, schedule_of, steps_of, text_of
from controller.table.amounts import Amount, Bet
from controller.table.chips import Denomination
from controller.table.events import Game, SeatNumber, SeatSetup, Zone

DeviceKind = Literal["shoe", "antennas", "chips", "panel"]
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:-]{0,31}$")]
PersonName = Annotated[str, Meta(pattern=r"^\S(.{0,38}\S)?$")]
Role = Literal["dealer", "floor", "auditor", "technician"]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Keyed = Literal["checks", "words", "faces", "awards", "hands"]


class LevelConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Blinds and antes when the log begins, in chip units; at limit and stud the bets, at stud the bring-in too.

    Where a limit game's bets are left out they are ``big`` and twice that, the bring-in is ``small``. ``big`` is 0 at
    stud, where nobody posts blinds and the bets are told.
    """

    small: Amount
    big: Amount
    ante: Amount = 0
    big_blind_ante: Amount = 0
    bring_in: Bet | None = None
    small_bet: Bet | None = None
    big_bet: Bet | None = None


class SeatConfig(SeatSetup, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat that the table has, with its stack and state when the log begins."""


class TableConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table. ``rulebook`` is a house's id or the path of a house's own file.

    ``decks`` are the files of its enrolled decks; the shoe holds one at a time. ``keyed`` is what this house's
    dealers key every time, on whatever page: single touches are heard without it. ``language`` is that of the
    pages where nobody chose another one.
    """

    id: Name
    rulebook: Text
    seats: dict[SeatNumber, SeatConfig]
    level: LevelConfig | None = None
    game: Game = "nlhe"
    denominations: Annotated[list[Denomination], Meta(min_length=1)] | None = None
    decks: list[Text] = []
    keyed: list[Keyed] = []
    language: Language = "en"


class DeviceConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sensor or key panel: found by ``path``, by ``udev`` properties, or on the Pi's own pins.

    ``serial`` is the name that the device must give itself when it says hello; "" takes any. ``pins``
    is how a panel of the house's own is wired, BCM pin by key; empty is the panel as built. ``zones`` are
    what a board's antennas or a camera cover; empty is all of them. ``taps``: the antenna board has a piezo for
    each seat; ``contact``: the shoe's input for a new hand is wired; ``faces``: the camera tells turned cards.
    """

    kind: DeviceKind
    name: Name | None = None
    path: Text | None = None
    udev: dict[Text, Text] | None = None
    serial: str = ""
    gpio: bool = False
    pins: dict[Text, int] = {}
    zones: list[Zone] = []
    taps: bool = False
    contact: bool = False
    faces: bool = False

    @property
    def label(self) -> str:
        """What people and the log call the device."""
        return self.name or self.kind


class PersonConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who may open the pages, by a PIN of his own. ``pin`` is an argon2 hash.

    ``language`` is that of his pages; None is the table's.
    """

    name: PersonName
    role: Role
    pin: str
    language: Language | None = None


def is_address(text: str) -> bool:
    """Whether ``text`` is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


class ServerConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the pages are served.

    ``pin`` is an argon2 hash, one PIN for all; without it and without ``[[person]]`` only loopback is allowed.
    ``certificate`` and ``certificate_key`` are PEM files of the house; any address that is not loopback is
    served encrypted, with a certificate of the table's own where there is none.
    """

    address: Text = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8700
    pin: str | None = None
    certificate: Text | None = None
    certificate_key: Text | None = None

    @property
    def loopback(self) -> bool:
        """Whether nobody outside this machine can reach the address."""
        if self.address == "localhost":
            return True
        return is_address(self.address) and ipaddress.ip_address(self.address).is_loopback


class ClockConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house's clock. ``schedule`` is a sheet of its levels, in place of rows of ``[[level]]``.

    ``announce_s`` is how long before its end the next level is announced. ``starts`` says what sets the clock
    going: the first ``hand``, or the ``floor``. ``dealer``: the dealer's display may steer it too.
    """

    schedule: Text | None = None
    announce_s: Annotated[int, Meta(ge=0, le=600)] = 60
    starts: Literal["hand", "floor"] = "hand"
    dealer: bool = False


class JournalConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table's store, and its keys (never in the same folder).

    ``seal_key`` seals what the table itself still needs, ``sign_key`` signs the store's heads; where absent it
    is ``sign.key`` beside the other. ``auditor_key`` is the public half of whoever alone may open past hands;
    where absent the sealing key opens them. Every signed head is added to the file ``anchor`` too.
    """

    path: Text
    seal_key: Text
    sign_key: Text | None = None
    auditor_key: Text | None = None
    anchor: Text | None = None


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that `floorcall run` is told. ``source`` is the file; paths are relative to it."""

    table: TableConfig
    journal: JournalConfig
    level: list[LevelRow] = []
    clock: ClockConfig = field(default_factory=ClockConfig)
    device: list[DeviceConfig] = []
    person: list[PersonConfig] = []
    server: ServerConfig = field(default_factory=ServerConfig)
    room: RoomConfig | None = None
    source: str = ""

    @property
    def journal_path(self) -> Path:
        """Where the journal lies."""
        return self._beside(self.journal.path)

    @property
    def seal_key_path(self) -> Path:
        """Where the sealing key lies."""
        return self._beside(self.journal.seal_key)

    @property
    def sign_key_path(self) -> Path:
        """Where the signing key lies."""
        given = self.journal.sign_key
        return self.seal_key_path.with_name("sign.key") if given is None else self._beside(given)

    @property
    def auditor_path(self) -> Path | None:
        """Where the auditor's public key lies, None where there is no auditor."""
        return None if self.journal.auditor_key is None else self._beside(self.journal.auditor_key)

    @property
    def anchor_path(self) -> Path | None:
        """Where signed heads are written beside the journal, None where nowhere."""
        return None if self.journal.anchor is None else self._beside(self.journal.anchor)

    @property
    def sessions_path(self) -> Path:
        """Where the pages' sessions are kept, hashed, beside the journal."""
        return self.journal_path.with_suffix(".sessions")

    @property
    def certificate_paths(self) -> tuple[Path, Path] | None:
        """Where the certificate that the pages are served with lies, and its key; None for none, on loopback."""
        server = self.server
        if server.certificate is not None and server.certificate_key is not None:
            return self._beside(server.certificate), self._beside(server.certificate_key)
        if server.loopback:
            return None
        own = self.seal_key_path.with_name("pages.pem")
        return own, own

    @property
    def deck_paths(self) -> list[Path]:
        """Where the table's decks lie."""
        return [self._beside(path) for path in self.table.decks]

    @property
    def schedule_path(self) -> Path | None:
        """Where the sheet of the level schedule lies, if there is one."""
        return None if self.clock.schedule is None else self._beside(self.clock.schedule)

    def schedule(self) -> list[Step]:
        """Return the steps of the house's clock, none where the table has one level."""
        return steps_of(self.schedule_rows())

    def schedule_rows(self) -> list[LevelRow]:
        """Return the rows of the schedule, none where the table has one level. Raise SheetError or OSError."""
        if (path := self.schedule_path) is None:
            return self.level
        return schedule_of(text_of(path.read_bytes(), str(path)), str(path), self.table.denominations or [])

    def _beside(self, path: str) -> Path:
        return Path(self.source).parent / Path(path).expanduser()
