"""Looks at the machine: program, board, supply, heat, clock, service."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller import system
from controller.build import described
from controller.doctor.check import Check
from hw import NoPins
from hw.pins import backend_for, read_model

HOT_C: Final = 80
"""A Pi slows itself down from 80 degrees on (Raspberry Pi documentation, frequency management)."""

THROTTLED: Final = {0: "the supply is too weak now", 2: "slowed down now", 16: "the supply has been too weak"}
"""Bits of the firmware's ``get_throttled`` (Raspberry Pi documentation, vcgencmd)."""


def program() -> Check:
    """What runs."""
    return Check(part="program", state="well", how=f"{described()}, in {sys.prefix}")


def board() -> Check:
    """Which board, and whether it has pins for a panel."""
    model = read_model()
    try:
        return Check(part="board", state="well", how=f"{model}; pins through {backend_for(model)}")
    except NoPins:
        return Check(part="board", state="none", how=f"{model or 'no Raspberry Pi'}; no pins for a panel")


def supply(firmware: Path = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")) -> Check:
    """Whether the Pi's supply holds, by its firmware."""
    try:
        bits = int(firmware.read_text().strip(), 16)
    except (OSError, ValueError):
        return Check(part="supply", state="none", how="this machine does not say")
    weak = [said for bit, said in THROTTLED.items() if bits >> bit & 1]
    if not weak:
        return Check(part="supply", state="well", how="has held since the start")
    return Check(
        part="supply",
        state="bad" if bits & 1 else "look",
        how="; ".join(weak),
        do="take the Pi's own supply (5.1 V, 3 A; a Pi 5: 5 A) and a short cable; no reader draws from the Pi",
    )


def heat(zone: Path = Path("/sys/class/thermal/thermal_zone0/temp")) -> Check:
    """How warm the processor is."""
    try:
        celsius = int(zone.read_text()) // 1000
    except (OSError, ValueError):
        return Check(part="heat", state="none", how="this machine does not say")
    if celsius < HOT_C:
        return Check(part="heat", state="well", how=f"{celsius} degrees")
    return Check(part="heat", state="look", how=f"{celsius} degrees", do="give the box air, or a fan")


def clock(rtc: Path = Path("/dev/rtc0")) -> Check:
    """Whether the wall clock can be believed. The order of events does not rest on it."""
    said, problem = system.ask(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
    kept = (
        "a clock chip keeps it when the power is off"
        if rtc.exists()
        else "nothing keeps it when the power is off"
    )
    if problem is not None:
        return Check(part="clock", state="none", how=f"whether it is set cannot be asked ({problem}); {kept}")
    if said.strip() == "yes":
        return Check(part="clock", state="well", how=f"set by the network; {kept}")
    return Check(
        part="clock",
        state="look",
        how=f"not set by the network; {kept}",
        do="give the table a time server; until then times of day on alerts may be wrong, their order is not",
    )


def service() -> Check:
    """Whether systemd looks after the daemon."""
    said, problem = system.ask(
        ("systemctl", "show", "floorcall.service", "--property=LoadState,ActiveState,UnitFileState,NRestarts")
    )
    if problem is not None:
        return Check(part="service", state="none", how=f"no service manager to ask ({problem})")
    is_ = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
    if is_.get("LoadState") != "loaded":
        return Check(part="service", state="look", how="not in place", do="sudo floorcall install")
    how = f"{is_.get('ActiveState')}, {is_.get('UnitFileState')}, started anew {is_.get('NRestarts', '0')} times"
    if is_.get("ActiveState") != "active":
        return Check(
            part="service",
            state="bad",
            how=how,
            do="journalctl -u floorcall -e, then systemctl start floorcall",
        )
    if is_.get("UnitFileState") != "enabled":
        return Check(part="service", state="look", how=how, do="systemctl enable floorcall")
    return Check(part="service", state="well", how=how)


def memory(info: Path = Path("/proc/meminfo")) -> Check:
    """How much memory is left, and whether hidden cards could be swapped out to a disk."""
    sizes = {
        name: int(rest.split()[0]) // 1024
        for name, _, rest in (row.partition(":") for row in info.read_text().splitlines())
    }
    how = f"{sizes['MemAvailable']} of {sizes['MemTotal']} MB free"
    if sizes["MemAvailable"] < 200:
        return Check(part="memory", state="look", how=how, do="see what else runs on this machine")
    return Check(part="memory", state="well", how=how)


def everything() -> Iterator[Check]:
    """Yield what can be said without a configuration."""
    yield program()
    yield board()
    yield supply()
    yield heat()
    yield memory()
    yield clock()
    yield service()
