"""Says how a program reaches the house's broker: the same keys for a table and for the floor."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Self
from urllib.parse import SplitResult, urlsplit

from msgspec import Meta, Struct, structs

_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
Text = Annotated[str, Meta(min_length=1, max_length=200)]


class BrokerConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The broker's place and the login there.

    ``broker`` is ``mqtt://host:port``, or ``mqtts://`` where the way there is encrypted; ``ca`` the PEM file of who
    signed its certificate, where that is nobody whom the system trusts. The password stands in a file of its own.
    ``nodes`` are further nodes of the same cluster, written as ``broker`` is: where one is away the next is tried.
    """

    broker: Text = "mqtt://127.0.0.1"
    user: Text | None = None
    password_file: Text | None = None
    ca: Text | None = None
    nodes: list[Text] = []

    def node(self, turn: int) -> Self:
        """Return the same with the node whose turn it is in place of ``broker``."""
        nodes = [self.broker, *self.nodes]
        return structs.replace(self, broker=nodes[turn % len(nodes)], nodes=[])

    @property
    def host(self) -> str:
        """The broker's name or address."""
        return self._parts.hostname or ""

    @property
    def port(self) -> int:
        """The broker's port."""
        return self._parts.port or _PORTS.get(self._parts.scheme, 0)

    @property
    def encrypted(self) -> bool:
        """Whether the way to the broker is encrypted."""
        return self._parts.scheme == "mqtts"

    @property
    def is_here(self) -> bool:
        """Whether the broker runs on this machine."""
        try:
            return self.host == "localhost" or ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def _parts(self) -> SplitResult:
        return urlsplit(self.broker)

    def mistakes(self, folder: Path) -> Iterator[tuple[str, str]]:
        """Yield what is wrong, each with its key; files are relative to ``folder``."""
        yield from self._place_mistakes()
        for turn in range(1, len(self.nodes) + 1):
            yield from (("nodes", problem) for _, problem in self.node(turn)._place_mistakes())
        if not self._sound:
            return
        if (self.user is None) != (self.password_file is None):
            yield ("user" if self.password_file is None else "password_file"), "goes with its other half"
        if self.ca is not None and not self.encrypted:
            yield "ca", "belongs to mqtts://"
        for key in ("password_file", "ca"):
            name = getattr(self, key)
            if name is not None and not os.path.isfile(folder / Path(name).expanduser()):
                yield key, f"there is no file {folder / Path(name).expanduser()}"

    @property
    def _sound(self) -> bool:
        try:
            there = self._parts.scheme in _PORTS and bool(self.host) and self.port > 0
            return there and self._parts.path in ("", "/") and self._parts.username is None
        except ValueError:
            return False

    def _place_mistakes(self) -> Iterator[tuple[str, str]]:
        if not self._sound:
            yield "broker", f'must be mqtt://HOST:PORT or mqtts://HOST:PORT, not "{self.broker}"'
            return
        if not self.is_here and not self.encrypted:
            yield "broker", f"{self.host} is another machine: use mqtts://, so that nobody listens in"
        if not self.is_here and self.user is None:
            yield (
                "broker",
                f"{self.host} is another machine: give `user` and `password_file`, a login of its own",
            )

    def password(self, folder: Path) -> str | None:
        """Return the password, None where there is none. Raise OSError where its file cannot be read."""
        if self.password_file is None:
            return None
        return (folder / Path(self.password_file).expanduser()).read_text().strip()

    def ca_path(self, folder: Path) -> Path | None:
        """Return the file of who signed the broker's certificate, None for whom the system trusts."""
        return None if self.ca is None else folder / Path(self.ca).expanduser()
