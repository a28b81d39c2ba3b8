"""Gives the shape of the floor's own TOML file: which broker, which store, whose section, who is called at last."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from msgspec import Meta, Struct, field

from controller.config.broker import BrokerConfig, Text
from controller.config.load import RIGHT, RIGHT_IN, parse_as, text_at
from controller.config.model import PersonConfig, PersonName, ServerConfig
from controller.config.pages import people_mistakes, server_mistakes
from controller.config.room import RoomName
from controller.languages import Language
from controller.typed import KeyPath


class FloorRoom(BrokerConfig, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the floor's screen listens to.

    ``sites`` are those whose tables it shows, all of them where none is named; ``name`` tells two screens at one
    broker apart. ``escalate_s``: after how many seconds without anybody coming the leads, and then everybody, are
    called; ``leads`` are their names.
    """

    sites: list[RoomName] = field(default_factory=list)
    name: RoomName = "floor"
    language: Language = "en"
    escalate_s: Annotated[list[Annotated[int, Meta(ge=5, le=3600)]], Meta(min_length=2, max_length=2)] = (
        field(default_factory=lambda: [60, 120])
    )
    leads: list[PersonName] = field(default_factory=list)


class StoreConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the floor's history is kept: a file of SQLite, or ``postgresql://`` of the house's database.

    ``evidence_days``: how long evidence is kept before it is deleted; findings and rulings stay. ``evidence_key`` is
    the file of the key that opens cameras' pictures, made where there is none; its public half, which every table
    needs, is written beside it, ``.pub``.
    """

    url: Text = "floor.db"
    evidence_key: Text = "floor-evidence.key"
    evidence_days: Annotated[int, Meta(ge=1, le=3650)] = 30


class SectionConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the room: its tables, and whose it is tonight."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    tables: Annotated[list[RoomName], Meta(min_length=1)]
    people: list[PersonName] = field(default_factory=list)


class TargetConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where else a call goes: a topic of ntfy, or a webhook that gets JSON, ``after_s`` without anybody coming.

    ``sections`` are those whose calls go there; none are all.
    """

    to: Literal["ntfy", "webhook"]
    url: Text
    after_s: Annotated[int, Meta(ge=0, le=3600)] = 0
    sections: list[str] = field(default_factory=list)


class PushConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calls to browsers whose page is closed (Web Push).

    ``contact`` is whom a push service may write to, ``mailto:`` or ``https://``; ``key`` the file of the house's own
    key, which is made where there is none.
    """

    contact: Text
    key: Text = "floor-push.pem"


class FloorConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that `floorcall floor` is told. ``source`` is the file; paths are relative to it."""

    floor: FloorRoom = field(default_factory=FloorRoom)
    store: StoreConfig = field(default_factory=StoreConfig)
    section: list[SectionConfig] = field(default_factory=list)
    target: list[TargetConfig] = field(default_factory=list)
    push: PushConfig | None = None
    person: list[PersonConfig] = field(default_factory=list)
    server: ServerConfig = field(default_factory=lambda: ServerConfig(port=8720))
    source: str = ""

    @property
    def folder(self) -> Path:
        """The file's own folder."""
        return Path(self.source).parent

    @property
    def store_url(self) -> str:
        """The store's address as the database library has it."""
        url = self.store.url
        if url.startswith("postgresql://"):
            return "postgresql+psycopg" + url.removeprefix("postgresql")
        return f"sqlite:///{self.store_path}"

    @property
    def store_named(self) -> str:
        """The store's address as it may be said: without a password."""
        return re.sub(r"(?<=://)([^:/@]*):[^@/]*@", r"\1:***@", self.store.url)

    @property
    def store_path(self) -> Path | None:
        """Where the store's file lies; None where the store is the house's database."""
        if self.store.url.startswith("postgresql://"):
            return None
        return self.folder.absolute() / Path(self.store.url.removeprefix("sqlite:///")).expanduser()

    @property
    def evidence_key_path(self) -> Path:
        """Where the key lies that opens pictures."""
        return self.folder / Path(self.store.evidence_key).expanduser()

    @property
    def people(self) -> list[str]:
        """Everybody whom the file names, each once."""
        named = [person.name for person in self.person] + self.floor.leads
        return list(dict.fromkeys(named + [name for section in self.section for name in section.people]))

    @property
    def sessions_path(self) -> Path:
        """Where the page's sessions outlast a restart."""
        return self.folder / "floor.sessions"

    @property
    def known_by(self) -> Path:
        """The file that tells this floor from others: its store's, or its own where the store is the house's database."""
        return self.store_path or Path(self.source)

    @property
    def certificate_paths(self) -> tuple[Path, Path] | None:
        """Where the certificate that the page is served with lies, and its key; None for none, on loopback."""
        server = self.server
        if server.certificate is not None and server.certificate_key is not None:
            return self.folder / server.certificate, self.folder / server.certificate_key
        own = self.folder / "floor-pages.pem"
        return None if server.loopback else (own, own)


RIGHT.update(
    sites='names of sites in quotes, such as ["zagreb"]',
    escalate_s="two whole numbers of seconds, such as [60, 120]",
    leads='names of people in quotes, such as ["Mara"]',
    to='"ntfy" or "webhook"',
    url="an address in quotes",
    tables='names of tables in quotes, such as ["1", "2"]',
    people='names of people in quotes, such as ["Ana"]',
    after_s="a whole number of seconds from 0 to 3600",
    evidence_key="a file's path in quotes",
    evidence_days="a whole number of days from 1 to 3650",
    sections="names of sections in quotes",
)
RIGHT_IN["push", "contact"] = '"mailto:NAME@HOUSE" or "https://HOUSE"'


def load_floor(path: Path | str) -> FloorConfig:
    """Read the floor's file at ``path``. Raise ConfigError for anything that cannot be used."""
    return parse_floor(text_at(path), str(path))


def parse_floor(text: str, source: str = "floor.toml") -> FloorConfig:
    """Check the TOML ``text``. Raise ConfigError, naming ``source``, for anything that cannot be used."""
    return parse_as(FloorConfig, text, source, _mistakes, _places)


def _mistakes(config: FloorConfig) -> Iterator[tuple[KeyPath, str]]:
    first, second = config.floor.escalate_s
    if second <= first:
        yield ("floor", "escalate_s"), f"the second must be later than the first, {first}"
    for place, site in enumerate(config.floor.sites):
        if site in config.floor.sites[:place]:
            yield ("floor", "sites", place), f"{site} stands here twice"
    names = [section.name for section in config.section]
    owners: dict[str, str] = {}
    for index, section in enumerate(config.section):
        if section.name in names[:index]:
            yield ("section", index, "name"), f"{section.name} stands here twice"
        for place, table in enumerate(section.tables):
            if table in owners:
                yield ("section", index, "tables", place), f"table {table} is in {owners[table]} already"
            owners[table] = section.name
    for index, target in enumerate(config.target):
        if not _calls_somebody(target.url):
            yield ("target", index, "url"), "must be https://HOST/… or http://HOST/…"
        for place, name in enumerate(target.sections):
            if name not in names:
                yield ("target", index, "sections", place), f"there is no section {name}"
    if "://" in config.store.url and not config.store.url.startswith(("sqlite:///", "postgresql://")):
        yield ("store", "url"), "must be a file's path, or postgresql://USER@HOST/DATABASE"
    if config.push is not None and not config.push.contact.startswith(("mailto:", "https://")):
        yield ("push", "contact"), "must begin with mailto: or https://"
    yield from people_mistakes(config.person, config.server)
    yield from server_mistakes(config.person, config.server)


def _calls_somebody(url: str) -> bool:
    try:
        to = urlsplit(url)
        return to.scheme in ("http", "https") and bool(to.hostname) and to.port != 0
    except ValueError:
        return False


def _places(config: FloorConfig) -> Iterator[tuple[KeyPath, str]]:
    for key, problem in config.floor.mistakes(config.folder):
        yield ("floor", key), problem
    if config.store_path is not None and config.store_path.is_dir():
        yield ("store", "url"), f"{config.store_path} is a folder; must be a file's path"
