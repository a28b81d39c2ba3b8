"""``floorcall install``: the daemon as a service of this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.exits import BAD_INPUT, NOT_THERE, refuse

Root = Annotated[
    Path,
    typer.Option(help="Another root than this machine's, such as a mounted card: files only, no service."),
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

    program = Path(sys.executable).parent / "floorcall"
    if (shut := placing.unreadable(program)) is not None and root == Path("/"):
        refuse(
            f"{program}: the service's own account may not enter {shut}; keep Floorcall in a folder that is open "
            "to all, such as /opt/floorcall, and run its `make ready` there",
            BAD_INPUT,
        )
    values = {"program": str(program), "python": sys.executable, "config": f"/{placing.CONFIG}"}
    try:
        for step in placing.place(root, values):
            typer.echo(f"{step.done:<16}{step.path}")
    except OSError as error:
        refuse(f"{error.filename or root}: {error.strerror}; run it as root (sudo)", NOT_THERE)
    if root != Path("/"):
        return
    if not system.say_all(system.AFTER_INSTALL, typer.echo):
        raise typer.Exit(NOT_THERE)
    _seal_key(Path("/") / placing.CONFIG)
    typer.echo(
        f"\nNext: write down the table in /{placing.CONFIG}, look at `floorcall doctor`, then\n"
        "  systemctl start floorcall"
    )


def _seal_key(config: Path) -> None:
    """Make the key that seals hole cards where there is none, and give it to the service's account."""
    import shutil

    from controller.config import ConfigError, load_config
    from controller.journal.seal import SealError, make_key

    try:
        path = load_config(config).seal_key_path
        if not path.exists():
            make_key(path)
            typer.echo(f"{'placed':<16}{path} (keep a copy where the journal is not)")
        shutil.chown(path, "floorcall", "floorcall")
    except (ConfigError, SealError, LookupError) as error:
        refuse(error, NOT_THERE)
