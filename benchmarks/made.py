"""Says when, with which state of the program and with which Python a page of figures was made."""

from __future__ import annotations

import datetime
import platform
import subprocess
from pathlib import Path


def made() -> str:
    """Return it as a half sentence; without the program's commit where this is no clone."""
    asked = ("git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD")
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    commit = f", commit {done.stdout.strip()}" if done.returncode == 0 else ""
    return f"{datetime.datetime.now(datetime.UTC).date()}{commit}, Python {platform.python_version()}"
