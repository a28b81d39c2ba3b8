"""Says which back end drives the pins: RPi.GPIO up to a Pi 4, lgpio on a Pi 5, and none off a Pi.

RPi.GPIO maps the processor's registers; on a Pi 5 the header hangs on another chip, so it cannot work
there. Off a Pi its import alone raises, so it is imported here and nowhere else, by gpiozero, and only
once the machine is known to be a Pi.
"""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any, Final, Literal

from hw import NoPins

MODEL_FILE: Final = Path("/proc/device-tree/model")

Backend = Literal["rpigpio", "lgpio"]

_FACTORIES: Final[dict[str, tuple[str, str]]] = {
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}


def read_model(model_file: Path = MODEL_FILE) -> str:
    """Return the board's name as its firmware gives it, or "" where there is none."""
    try:
        return model_file.read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        return ""


def backend_for(model: str) -> Backend:
    """Return the back end of a board by its name; raise NoPins off a Pi."""
    if "Raspberry Pi" not in model:
        raise NoPins(f"the panel needs a Raspberry Pi's pins; this machine is {model or 'none'}")
    newer = ("Raspberry Pi 5", "Raspberry Pi 500", "Compute Module 5")
    return "lgpio" if any(name in model for name in newer) else "rpigpio"


def open_pins(model: str | None = None) -> Any:
    """Return gpiozero's pin factory for this board; GPIOZERO_PIN_FACTORY overrides the choice.

    Raises NoPins where there are no pins, or where the back end is not installed or cannot reach them.
    """
    name = os.environ.get("GPIOZERO_PIN_FACTORY") or backend_for(read_model() if model is None else model)
    if name not in _FACTORIES:
        raise NoPins(f"GPIOZERO_PIN_FACTORY is {name!r}; use one of {', '.join(sorted(_FACTORIES))}")
    module, factory = _FACTORIES[name]
    try:
        return getattr(importlib.import_module(module), factory)()
    except ImportError as problem:
        raise NoPins(f"the back end {name} is not installed: {problem}") from problem
    except Exception as problem:  # each back end raises its own kind where it cannot open the chip
        raise NoPins(f"the back end {name} cannot reach the pins: {problem}") from problem
