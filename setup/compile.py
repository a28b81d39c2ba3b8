"""Compiles the hot modules of the controller to machine code, beside a copy of their plain sources.

    python setup/compile.py [FOLDER]      FOLDER is build/compiled where it is not given

Needs mypy and a C compiler. The copy runs as ``PYTHONPATH=FOLDER floorcall ...``; the plain sources are never
touched and stay the fallback. ``FLOORCALL_COMPILED=1 pip install .`` makes an install of it (setup/wheel.py).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PLAIN: Final = frozenset(
    {
        "__init__",
        "chips",
        "due",
        "events",
        "figures",
        "kind",
        "knockouts",
        "outputs",
        "rulebook",
        "rulebook_floor",
        "view",
    }
    | {"act", "amiss", "betting", "early", "player", "round", "seating", "spot", "terms"}
)
"""Modules of the referee that stay plain: their classes are msgspec's."""
BESIDE: Final = (
    "controller/sensorlog/window.py",
    "controller/sensorlog/reader.py",
    "controller/replay/book_replay.py",
    "controller/replay/player.py",
)
MARK: Final = "if MYPY: from mypy_extensions import mypyc_attr"
CLASS: Final = re.compile(r"\n\n\n(?=class (?!\w+\((?:Struct|NamedTuple)))")
COPIED: Final = ("controller", "firmware_bridge", "hw", "vision", "tests", "benchmarks", "docs")


def hot_modules(root: Path) -> list[str]:
    """Return the modules that are compiled, by path from ``root``."""
    table = root / "controller" / "table"
    hot = [path for path in sorted(table.rglob("*.py")) if path.stem not in PLAIN]
    return [str(path.relative_to(root)) for path in hot] + [*BESIDE]


def copy_sources(folder: Path) -> None:
    """Put a fresh copy of the sources into ``folder``."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "README.md", "Makefile"):
        shutil.copy(ROOT / name, folder)


def mark_copyable(folder: Path) -> None:
    """Let every class of the copy be copied and pickled, as the daemon does.

    A compiled class with an ``__init__`` is made without it only where interpreted classes may follow from it;
    dataclasses can be copied as they are.

    The marks take the place of empty lines, so that a fault names the same line as in the plain source.
    """
    for name in hot_modules(folder):
        path = folder / name
        text = path.read_text(encoding="utf-8")
        text = text.replace("annotations\n\n", f"annotations; MYPY = False\n{MARK}\n", 1)
        text = CLASS.sub("\n\n@mypyc_attr(allow_interpreted_subclasses=True)\n", text)
        path.write_text(text, encoding="utf-8")


def build(folder: Path) -> list[str]:
    """Compile the hot modules of the copy in ``folder``; return the extension modules, by path from it."""
    here = Path.cwd()
    os.chdir(folder)
    # Where this Python looks for its own libraries is nothing to other machines.
    linker = sysconfig.get_config_var("LDSHARED") or ""
    os.environ.setdefault("LDSHARED", re.sub(r"-Wl,-rpath[,=]\S+", "", linker))
    try:
        from mypyc.build import mypycify
        from setuptools import setup

        modules = mypycify(
            ["--config-file=", "--ignore-missing-imports", *hot_modules(folder)],
            opt_level="2",
            debug_level="0",
            group_name="floorcall",
        )
        setup(
            name="floorcall", packages=[], ext_modules=modules, script_args=["-q", "build_ext", "--inplace"]
        )
    finally:
        os.chdir(here)
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.so") if "temp" not in path.parts)


def check(folder: Path) -> None:
    """See that the compiled referee loads: a dataclass whose field names a class of a later module does not."""
    command = [sys.executable, "-X", "faulthandler", "-c", "from controller.table.engine import Engine"]
    subprocess.run(command, cwd=folder, check=True)


def main() -> int:
    """Compile; 1 where the result does not load."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "compiled"
    copy_sources(folder)
    mark_copyable(folder)
    made = build(folder.resolve())
    try:
        if (
            "_PYTHON_HOST_PLATFORM" not in os.environ
        ):  # what is compiled for another machine does not load here
            check(folder)
    except subprocess.CalledProcessError as fault:
        sys.stderr.write(f"compile.py: the compiled referee does not load ({fault})\n")
        return 1
    sys.stdout.write(f"{len(made)} modules compiled into {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
