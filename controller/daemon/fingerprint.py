"""Has a process of its own look at the pages' certificate, or make it: what reads X.509 takes 10 MB that a table would keep."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from controller.daemon.serving import NotThere


def certified(paths: tuple[Path, Path], *, own: bool, address: str) -> str:
    """Return the SHA-256 fingerprint of the certificate, made where it is the table's ``own`` and not there yet.

    Raise NotThere for one that cannot be read, does not fit its key, or has run out.
    """
    asked = [sys.executable, "-P", "-m", "controller.daemon.certificate", *map(str, paths), address]
    looked = subprocess.run([*asked, "own"] if own else asked, capture_output=True, text=True, check=False)
    if looked.returncode == 0:
        return looked.stdout.strip()
    # What nobody foresaw comes with its traceback, the last line of which says what it was.
    raise NotThere(looked.stderr.strip().rpartition("\n")[2])
