"""Commands, interpreters and fresh environments, for what makes and tries the packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
WORK: Final = ROOT / "build" / "wheels"


def run(*command: str | Path, cwd: Path = ROOT, **more: str) -> str:
    """Run a command and return what it printed; raise CalledProcessError, with its words printed, otherwise."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        done.check_returncode()
    return done.stdout


def environment(name: str, python: str, *packages: str | Path, **more: str) -> Path:
    """Return the interpreter of a fresh environment with ``packages``."""
    folder = WORK / name
    run(python, "-m", "venv", "--clear", folder)
    inside = folder / "bin" / "python"
    run(inside, "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1")
    run(inside, "-m", "pip", "install", "--quiet", "--prefer-binary", *packages, **more)
    return inside


def recorded_logs(folder: Path) -> Path:
    """Return ``folder`` with the recorded logs of the tests afresh, as a house keeps its own."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "tests" / "logs", folder)
    (folder / "pytest.ini").write_text("[pytest]\n")  # a house's, not this project's own
    return folder


def interpreters() -> list[str]:
    """Return the Pythons to compile for."""
    named = os.environ.get("PYTHONS", "").split()
    return named or [path for minor in (11, 12, 13) if (path := shutil.which(f"python3.{minor}"))]
