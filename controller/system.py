"""Asks the system around the daemon: its service manager, udev, accounts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

Command = tuple[str, ...]

AFTER_INSTALL: Final[Sequence[Command]] = (
    ("systemd-sysusers", "/etc/sysusers.d/floorcall.conf"),
    ("udevadm", "control", "--reload"),
    ("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=gpio"),
    ("systemctl", "daemon-reload"),
    ("systemctl", "enable", "floorcall.service"),
)
BEFORE_UNINSTALL: Final[Sequence[Command]] = (("systemctl", "disable", "--now", "floorcall.service"),)
AFTER_UNINSTALL: Final[Sequence[Command]] = (
    ("systemctl", "daemon-reload"),
    ("udevadm", "control", "--reload"),
)
_PATIENCE_S: Final = 30
PROGRAM: Final = Path(sys.executable).parent / "floorcall"
"""The command that the service runs."""


def unit_values(root: Path) -> dict[str, str]:
    """Return what the unit under ``root`` says of this machine; a configuration there may name the signing key."""
    from controller.config import ConfigError, load_config
    from hw import placing

    try:
        sign_key = load_config(root / placing.CONFIG).sign_key_path
    except ConfigError:
        sign_key = (root / placing.CONFIG).with_name("sign.key")
    if sign_key.is_relative_to(root):
        sign_key = Path("/") / sign_key.relative_to(root)
    return {
        "program": str(PROGRAM),
        "python": sys.executable,
        "config": f"/{placing.CONFIG}",
        "sign_key": str(sign_key),
    }


def say_all(commands: Sequence[Command], say: Callable[[str], None]) -> bool:
    """Run ``commands`` in order, saying how each ended; return whether all went well."""
    well = True
    for command in commands:
        problem = run(command)
        well = well and problem is None
        say(
            f"{'done' if problem is None else 'failed':<16}{' '.join(command)}{f': {problem}' if problem else ''}"
        )
    return well


def run(command: Command) -> str | None:
    """Run ``command``; return what hindered it, None where it went well."""
    return ask(command)[1]


def ask(command: Command) -> tuple[str, str | None]:
    """Run ``command``; return what it printed and what hindered it, None where it went well."""
    if shutil.which(command[0]) is None:
        return "", f"{command[0]} is not on this machine"
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        return "", f"no answer within {_PATIENCE_S} s"
    if done.returncode != 0:
        return done.stdout, (
            done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}"
        ).splitlines()[0]
    return done.stdout, None
