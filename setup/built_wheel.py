"""Prints the compiled wheel of these very sources for the Python that runs this, where one was built; else nothing.

    python setup/built_wheel.py [FOLDER ...]      build/dist and dist where none is given

Exit code 1 where there is no compiled wheel, 2 where there is one of other sources.
"""

from __future__ import annotations

import platform
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("controller", "firmware_bridge", "hw", "vision")
NOT_IN_IT: Final = ROOT / "vision" / "training"


def fitting(folders: list[Path]) -> Iterator[Path]:
    """Yield the compiled wheels for this Python and machine, newest first."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    found = [
        path
        for folder in folders
        for path in folder.glob(f"floorcall-*-{tag}-{tag}-*_{platform.machine()}.whl")
    ]
    yield from sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def is_of(wheel: Path, root: Path) -> bool:
    """Whether a wheel holds what lies in the sources, every module of it and no other."""
    ours = {
        str(path.relative_to(root)): path
        for package in PACKAGES
        for path in (root / package).rglob("*.py")
        if NOT_IN_IT not in path.parents
    }
    try:
        with zipfile.ZipFile(wheel) as packed:
            names = {name for name in packed.namelist() if name.endswith(".py")}
            return names == set(ours) and all(packed.read(name) == ours[name].read_bytes() for name in names)
    except (OSError, zipfile.BadZipFile):
        return False


def main() -> int:
    """Print the wheel's path."""
    folders = [Path(name) for name in sys.argv[1:]] or [ROOT / "build" / "dist", ROOT / "dist"]
    wheels = list(fitting(folders))
    found = next((wheel for wheel in wheels if is_of(wheel, ROOT)), None)
    if found is None:
        return 2 if wheels else 1
    sys.stdout.write(f"{found}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
