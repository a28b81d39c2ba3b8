"""Runs the whole self-test, in the order in which somebody would look."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

from controller.config import Config, ConfigError, equipment_of, missing_of
from controller.config.house_book import load_with_book
from controller.daemon.coverage import Coverage
from controller.doctor import camera, devices, machine, release, room, store
from controller.doctor.check import Check, not_ours
from controller.there import unreadable
from controller.web.fonts import missing_packages


def examine(path: Path | None) -> Iterator[Check]:
    """Yield every check; without a configuration only those of the machine."""
    yield from machine.everything()
    yield from release.everything()
    yield fonts()
    if path is None:
        yield Check(
            part="configuration",
            state="look",
            how="none given, and there is no /etc/floorcall/table.toml",
            do="floorcall doctor --config FILE, or sudo floorcall install",
        )
        return
    try:
        config, book = load_with_book(path)
    except ConfigError as error:
        yield no_configuration(path, error)
        return
    yield Check(part="configuration", state="well", how=f"{path}: table {config.table.id}")
    yield Check(part="rulebook", state="well", how=f"{book.name}, {len(book.kinds)} kinds ruled")
    yield equipped(config)
    yield from uncovered(config)
    yield from store.everything(config)
    yield from devices.everything(config)
    yield from camera.everything(path.parent)
    yield from room.everything(config)
    yield pages(config)


def no_configuration(path: Path, error: ConfigError) -> Check:
    """Say why the configuration at ``path`` cannot be used."""
    if why := unreadable(path):
        return not_ours("configuration", why)
    do = "mend that line"
    if not path.is_file():
        do = "give the table's own file: floorcall doctor --config FILE; sudo floorcall install makes a first one"
    return Check(part="configuration", state="bad", how=str(error), do=do)


def equipped(config: Config) -> Check:
    """What the devices make of the table, and what it goes without."""
    there, missing = equipment_of(config), missing_of(config)
    how = ", ".join(there) or "nothing: the configuration names no device"
    if not missing:
        return Check(part="equipment", state="well", how=how)
    return Check(
        part="equipment",
        state="look",
        how=f"{how}; not {', '.join(missing)}: what rests on them is worked out or not judged",
        do="nothing where the table is meant so; else [[device]] tables, or `keyed` under [table]",
    )


def uncovered(config: Config) -> Iterator[Check]:
    """Yield which seats no camera, and which no antenna, looks at though the table has some."""
    coverage = Coverage(config.device)
    seats = [f"seat:{seat}" for seat in sorted(config.table.seats)]
    for kind, what in (("chips", "camera"), ("antennas", "antenna")):
        if missing := coverage.uncovered(kind, seats):
            named = ", ".join(zone.removeprefix("seat:") for zone in missing)
            yield Check(
                part="zones",
                state="look",
                how=f"no {what} senses seat {named}: nothing is judged there that takes one",
                do="add them to a device's `zones`, or give the table no such seats",
            )


def fonts() -> Check:
    """Whether the pages have their letters and suits."""
    missing = missing_packages()
    if missing:
        return Check(
            part="fonts",
            state="look",
            how=f"not here: {', '.join(missing)}",
            do="sudo apt-get install " + " ".join(missing),
        )
    return Check(part="fonts", state="well", how="Inter and Noto Sans")


def pages(config: Config) -> Check:
    """Whether the pages answer, or could."""
    server = config.server
    where = f"{server.address} port {server.port}"
    family = socket.AF_INET6 if ":" in server.address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(2)
        if probe.connect_ex((server.address, server.port)) == 0:
            return Check(
                part="pages", state="well", how=f"something answers at {where}: the daemon, if it runs"
            )
    return Check(
        part="pages",
        state="look",
        how=f"nobody answers at {where}",
        do="start the daemon: systemctl start floorcall",
    )
