"""Says who may open pages and where they are served: the same in a table's file and in the floor's."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from typing import Final

from controller.config.model import PersonConfig, ServerConfig, is_address
from controller.typed import KeyPath

HASHED: Final = "the argon2 hash that `floorcall run --make-pin` prints, in quotes"


def pages_at(server: ServerConfig, *, encrypted: bool) -> str:
    """Return where a browser finds the pages: by the machine's name where they are served at all its addresses."""
    host = server.address
    if is_address(host) and ipaddress.ip_address(host).is_unspecified:
        host = socket.gethostname()
    host = f"[{host}]" if ":" in host else host
    return f"{'https' if encrypted else 'http'}://{host}:{server.port}/"


def server_mistakes(people: list[PersonConfig], server: ServerConfig) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with where pages are served."""
    if _is_number(server.address) and not is_address(server.address):
        yield ("server", "address"), f"{server.address} is no address; one is 127.0.0.1, 192.168.1.20 or ::1"
    elif not server.loopback and server.pin is None and not people:
        yield (
            ("server", "address"),
            f"{server.address} can be reached from outside this machine, so `server.pin` is needed: "
            "run `floorcall run --make-pin` and put the line it prints under [server]",
        )
    if server.pin is not None and not server.pin.startswith("$argon2"):
        yield ("server", "pin"), f"must be {HASHED}; the PIN itself never stands in the file"


def _is_number(address: str) -> bool:
    """Whether an address is meant, and no machine's name."""
    return ":" in address or not address.rpartition(".")[2].strip("0123456789")


def people_mistakes(people: list[PersonConfig], server: ServerConfig) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with who may open the pages, and with the certificate that they are served with."""
    names: set[str] = set()
    for index, person in enumerate(people):
        here: KeyPath = ("person", index)
        if person.name in names:
            yield (*here, "name"), f"{person.name} stands here twice; two people need two names"
        names.add(person.name)
        if not person.pin.startswith("$argon2"):
            yield (*here, "pin"), f"must be {HASHED}; the PIN itself never stands in the file"
    if people and not any(person.role == "floor" for person in people):
        yield ("person", 0), 'needs somebody whose role is "floor": nobody else may rule'
    if people and server.pin is not None:
        yield ("server", "pin"), "is one PIN for all; with [[person]] everybody has his own, so leave it out"
    if (server.certificate is None) != (server.certificate_key is None):
        given = "certificate_key" if server.certificate is None else "certificate"
        yield ("server", given), "needs its other half: `certificate` and `certificate_key` go together"
