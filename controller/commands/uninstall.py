"""Takes away what ``floorcall install`` put in place: ``floorcall uninstall``."""

from __future__ import annotations

from pathlib import Path

from controller.commands.install import Root
from controller.exits import NOT_THERE, refuse, say_on


def uninstall(root: Root = Path("/")) -> None:
    """Stop the service and take away what `floorcall install` placed; what somebody changed by hand stays.

    \b
    Example: sudo .venv/bin/floorcall uninstall
    Configuration, sealing key and journal stay: they are the house's. The lines at the end say where.
    """
    from controller import system
    from controller.there import hidden
    from hw import placing

    if why := hidden(root / placing.NOTES):
        refuse(f"{why}; run it as root (sudo)", NOT_THERE)
    if not placing.is_placed(root):
        refuse(f"nothing of Floorcall is in place under {root}", NOT_THERE)
    if root == Path("/"):
        system.say_all(system.BEFORE_UNINSTALL, say_on)
    try:
        for step in placing.take_away(root):
            say_on(f"{step.done:<16}{step.path}")
    except OSError as error:
        refuse(f"{error.filename or root}: {error.strerror}; run it as root (sudo)", NOT_THERE)
    if root == Path("/"):
        system.say_all(system.AFTER_UNINSTALL, say_on)
    say_on("\nLeft for the house: /etc/floorcall (configuration, sealing key), /var/lib/floorcall (journal).")
