"""Looks at what is plugged in, and at what the configuration makes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from controller.config import Config, DeviceConfig
from controller.daemon.find_port import NoUdev, Port, plugged_in
from controller.doctor.asking import figures
from controller.doctor.check import Check
from controller.doctor.hello import NOBODY, who_is_at
from firmware_bridge.errors import PortUnusable
from firmware_bridge.pump import open_port
from hw import PanelError
from hw.keys import layout_from
from hw.pins import open_pins

BAUD = 115_200
_SERVICE: Final = re.compile(r"/run/floorcall-([^/]+)/link")
"""The link of a camera or tag reader on this machine, as its unit makes it."""


class Plugged(Struct, frozen=True, kw_only=True):
    """A port, and the device of the configuration that it is; None is a stranger."""

    port: Port
    device: DeviceConfig | None


def matched(
    ports: Sequence[Port], devices: Sequence[DeviceConfig]
) -> tuple[list[Plugged], list[DeviceConfig]]:
    """Return each port with the device that it is, and the devices that hang on none of them."""
    found = [
        Plugged(port=port, device=next((device for device in devices if port.fits(device)), None))
        for port in ports
    ]
    there = [plugged.device for plugged in found]
    return found, [device for device in devices if not device.gpio and device not in there]


def everything(config: Config) -> Iterator[Check]:
    """Yield a check for each device of the configuration, and for each stranger."""
    try:
        ports = plugged_in()
    except NoUdev as error:
        yield Check(part="udev", state="bad", how=str(error), do="sudo apt-get install udev")
        ports = []
    found, absent = matched(ports, config.device)
    states = states_told(config)
    if not config.device:
        yield Check(
            part="devices", state="look", how="the configuration names none", do="add [[device]] tables to it"
        )
    for plugged in found:
        if plugged.device is not None:
            yield _port(plugged.device, plugged.port.node, states)
    yield from _alike(found)
    for device in absent:
        # A path that is no bus device: a pty of a virtual device, or nothing.
        yield _port(device, device.path, states) if device.path is not None else _not_there(device)
    for device in config.device:
        if device.gpio:
            yield _pins(device)
    for plugged in found:
        if plugged.device is None:
            who = plugged.port.what or "a device"
            yield Check(
                part="stranger",
                state="look",
                how=f"{who} at {plugged.port.node}, serial {plugged.port.serial or 'none'}, is not in the configuration",
                do="unplug it, or add it as a [[device]]",
            )


def _alike(found: Sequence[Plugged]) -> Iterator[Check]:
    """Yield a check for each device that more ports than one could be: which of them is taken, chance decides."""
    ports: dict[str, list[Port]] = {}
    for plugged in found:
        if plugged.device is not None:
            ports.setdefault(plugged.device.label, []).append(plugged.port)
    for label, some in ports.items():
        if len(some) > 1:
            places = [f'ID_PATH = "{port.properties.get("ID_PATH", "")}" is {port.node}' for port in some]
            yield Check(
                part=label,
                state="bad",
                how=f"its `udev` fits {' and '.join(port.node for port in some)}; either may be taken for it",
                do=f"give the place where it hangs as its `udev`: {', '.join(places)}",
            )


def _not_there(device: DeviceConfig) -> Check:
    wanted = ", ".join(f"{name}={value}" for name, value in (device.udev or {}).items())
    return Check(
        part=device.label,
        state="bad",
        how=f"not plugged in: no serial port has {wanted}",
        do="plug it in, look at its lamp, change the cable; floorcall devices shows what is there",
    )


def states_told(config: Config) -> dict[str, str]:
    """Return the state of each device by its name, as the daemon of this machine has it; nothing where none answers."""
    try:
        samples = figures(config)["floorcall_device_state"].samples
        return {each.labels["device"]: each.labels["state"] for each in samples if each.value}
    except (OSError, ValueError, LookupError):
        return {}


def _port(device: DeviceConfig, node: str, states: Mapping[str, str]) -> Check:
    label = device.label
    try:
        open_port(node, BAUD).close()
    except PortUnusable as error:
        if "in use" in error.why:
            return _in_use(label, node, states.get(label))
        return Check(
            part=label, state="bad", how=f"{node}: {error.why}", do=_way_out(device, node, error.why)
        )
    return _answering(device, node)


def _in_use(label: str, node: str, state: str | None) -> Check:
    """Say how a device is whose port the daemon has, in the daemon's own words: ``state``, None where none knows it."""
    if state is None:
        how = f"at {node}, in use by another program, and no daemon that answers here knows it"
        return Check(part=label, state="look", how=how, do=f"fuser -v {node} says which; stop it")
    how = f"at {node}; the daemon has it {state}"
    if state == "up":
        return Check(part=label, state="well", how=how)
    why = "the dealer's display and the floor's page say why"
    if state == "degraded":
        return Check(
            part=label, state="look", how=how, do=f"{why}; after a loss it is well again when the hand ends"
        )
    return Check(part=label, state="bad", how=how, do=f"{why}; look at its lamp, change the cable")


def _answering(device: DeviceConfig, node: str) -> Check:
    """Ask at a port that nobody uses who is there, and say whether it is ``device``."""
    answer = who_is_at(node)
    label, hello, how = device.label, answer.hello, f"at {node}: {answer.words}"
    if hello is None:
        do = "switch it on" if answer == NOBODY else "see that the right firmware is on it"
        return Check(part=label, state="bad", how=how, do=f"{do}, look at its lamp, change the cable")
    if hello.kind != device.kind:
        do = f"plug the {device.kind} in there, or mend `kind` or where it hangs"
        return Check(part=label, state="bad", how=how, do=do)
    if device.serial not in ("", hello.serial):
        do = f"plug {device.serial} in there, or mend `serial`"
        return Check(part=label, state="bad", how=how, do=do)
    return Check(part=label, state="well", how=how)


def _way_out(device: DeviceConfig, node: str, why: str) -> str:
    """Return what to do about a port that cannot be opened."""
    if "permission" in why:
        return "sudo floorcall install gives the account its group"
    if (service := _SERVICE.fullmatch(node)) is not None:
        unit = "camera" if device.kind == "chips" else "reader"
        return f"its service makes it: systemctl status floorcall-{unit}@{service[1]} says why not"
    if "no serial port" in why:
        return "name another `path`; floorcall devices shows what is plugged in"
    return "plug it in"


def _pins(device: DeviceConfig) -> Check:
    try:
        layout = layout_from(device.pins)
        open_pins().close()
    except PanelError as error:
        return Check(part=device.label, state="bad", how=str(error), do="hw/wiring.md; on a Pi: make ready")
    return Check(part=device.label, state="well", how=f"{len(layout.keys)} keys on the header's pins")
