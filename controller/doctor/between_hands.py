"""Says whether the table of this machine may be stopped now: an update never happens in a hand.

    python -m controller.doctor.between_hands /etc/floorcall/table.toml

Exit 75 (come again later) while a hand is played, 0 between hands and where no daemon answers. The package's scripts ask it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from controller.config import ConfigError, load_config
from controller.doctor.asking import metrics


def in_hand(config: Path) -> str | None:
    """Return the table at which a hand is played now; None where there is none, or nobody answers."""
    try:
        table = load_config(config)
    except (ConfigError, OSError):
        return None
    try:
        lines = metrics(table).splitlines()
    except OSError:
        return None
    return table.table.id if "floorcall_hand_live 1.0" in lines else None


def main(arguments: list[str]) -> int:
    """Say whether a hand is played, and return 75 then."""
    table = in_hand(Path(arguments[0] if arguments else "/etc/floorcall/table.toml"))
    if table is None:
        return 0
    sys.stderr.write(f"floorcall: a hand is being played at table {table}; update when it is over\n")
    return os.EX_TEMPFAIL


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
