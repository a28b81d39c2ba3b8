"""Lists for ``floorcall devices`` what is plugged in, and what the table makes of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
import msgspec

from controller.command_line import Option
from controller.exits import NOT_THERE, WELL, refuse

if TYPE_CHECKING:
    from controller.config import Config
    from controller.daemon.find_port import Port


def devices(
    config: Annotated[Path | None, Option(help="The table's configuration: which device is which.")] = None,
    ask: Annotated[
        bool, Option("--ask", help="Say hello to each port that nobody uses, and show who answers.")
    ] = False,
    as_json: Annotated[bool, Option("--json", help="One JSON object a line.")] = False,
    usbguard: Annotated[
        bool, Option("--usbguard", help="Print a policy for USBGuard that allows these devices alone.")
    ] = False,
) -> None:
    """Show the serial ports that something hangs on, and which device of the configuration each is.

    \b
    Examples:
      floorcall devices
      floorcall devices --config /etc/floorcall/table.toml --ask
      floorcall devices --config /etc/floorcall/table.toml --usbguard > rules.conf
    Exit code 3 where a device of the configuration is not plugged in.
    """
    from controller.daemon.find_port import NoUdev, plugged_in
    from controller.doctor.devices import matched

    if usbguard:
        return _policy(config)
    held = _config(config)
    try:
        ports = plugged_in()
    except NoUdev as error:
        refuse(error, NOT_THERE)
    found, absent = matched(ports, held.device if held is not None else [])
    on_no_bus = [device for device in absent if device.path is not None and os.path.exists(device.path)]
    rows = [_row(plugged.port, plugged.device.label if plugged.device else None) for plugged in found]
    rows += [
        {"port": device.path, "serial": "", "what": "no USB device", "is": device.label}
        for device in on_no_bus
    ]
    rows += [{"port": "", "serial": "", "what": "", "is": f"{device.label}: not plugged in"}
             for device in absent if device not in on_no_bus]  # fmt: skip
    if ask:
        _ask_all(rows)
    _show(rows, as_json)
    raise click.exceptions.Exit(NOT_THERE if len(on_no_bus) < len(absent) else WELL)


def _config(path: Path | None) -> Config | None:
    from controller.config import ConfigError, load_config

    if path is None:
        return None
    try:
        return load_config(path)
    except ConfigError as error:
        refuse(error)


def _policy(path: Path | None) -> None:
    from controller.daemon.find_port import NoUdev, on_usb, plugged_in
    from controller.usb_policy import PolicyError, policy

    config = _config(path)
    if config is None:
        refuse("--usbguard: say which devices are the table's: --config /etc/floorcall/table.toml")
    try:
        click.echo(policy(config.device, plugged_in(), on_usb()), nl=False)
    except (NoUdev, PolicyError) as error:
        refuse(error, NOT_THERE)


def _row(port: Port, label: str | None) -> dict[str, Any]:
    return {
        "port": port.node,
        "serial": port.serial,
        "what": port.what,
        "is": label or "a stranger to this table",
    }


def _ask_all(rows: list[dict[str, Any]]) -> None:
    from controller.doctor.hello import who_is_at

    for row in rows:
        if row["port"]:
            row["answers"] = who_is_at(row["port"]).words


def _show(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        for row in rows:
            click.echo(msgspec.json.encode(row).decode())
        return
    if not rows:
        click.echo("Nothing is plugged in that looks like a serial port.")
        return
    heads = list(dict.fromkeys(key for row in rows for key in row))
    widths = {head: max(len(head), *(len(str(row.get(head, ""))) for row in rows)) for head in heads}
    for row in [dict(zip(heads, heads, strict=True)), *rows]:
        click.echo("  ".join(f"{row.get(head, '')!s:<{widths[head]}}" for head in heads).rstrip())
