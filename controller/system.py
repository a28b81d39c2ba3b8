"""What is asked of the system around the daemon: its service manager, udev, accounts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
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
