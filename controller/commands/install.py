"""Makes the daemon a service of this machine: ``floorcall install``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from controller.command_line import Option
from controller.exits import BAD_INPUT, NOT_THERE, refuse, say_on

Root = Annotated[
    Path,
    Option(help="Another root than this machine's, such as a mounted card: files only, no service."),
]


def install(root: Root = Path("/")) -> None:
    """Put the service, the udev rules, the account and a first configuration in place; again to renew them.

    \b
    Examples:
      sudo .venv/bin/floorcall install
      floorcall install --root /mnt/card
    `floorcall uninstall` takes all of it away again, but for the configuration, the key and the journal.
    """
    from controller import system
    from hw import placing

    program = system.PROGRAM
    if (shut := placing.unreadable(program)) is not None and root == Path("/"):
        refuse(
            f"{program}: the service's own account may not enter {shut}; keep Floorcall in a folder that is open "
            "to all, such as /opt/floorcall, and run its `make ready` there",
            BAD_INPUT,
        )
    try:
        for step in placing.place(root, system.unit_values(root)):
            say_on(f"{step.done:<16}{step.path}")
    except OSError as error:
        refuse(f"{error.filename or root}: {error.strerror}; run it as root (sudo)", NOT_THERE)
    if root != Path("/"):
        return
    if not system.say_all(system.AFTER_INSTALL, say_on):
        raise click.exceptions.Exit(NOT_THERE)
    _keys(Path("/") / placing.CONFIG)
    say_on(
        f"\nNext: write down the table in /{placing.CONFIG}, look at `floorcall doctor`, then\n"
        "  systemctl start floorcall"
    )


def _keys(config: Path) -> None:
    """Make the journal's keys where there are none: the service's account reads one, systemd hands it the other."""
    import shutil

    from controller.config import ConfigError, load_config
    from controller.config.journal_keys import make_missing
    from controller.journal.seal import SealError

    hints = {"sealing": "keep a copy where the journal is not", "signing": "there is to be no copy"}
    try:
        table = load_config(config)
        make_missing(table, lambda what, path: say_on(f"{'placed':<16}{path} ({hints[what]})"))
        shutil.chown(table.seal_key_path, "floorcall", "floorcall")
    except (ConfigError, SealError, LookupError) as error:
        refuse(error, NOT_THERE)
