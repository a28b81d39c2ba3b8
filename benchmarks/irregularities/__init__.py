"""A benchmark of irregularities at poker tables: recorded hands, what is due of each, and a score for any program."""

from __future__ import annotations

from typing import Final

from controller.testkit.chances import Noise
from controller.testkit.noise import STRENGTHS as NAMED

VERSION: Final = 3
"""Of the data set: it changes with whatever changes a byte of what the same hands become."""
STRENGTHS: Final = {
    "none": NAMED["none"],
    "faint": Noise.of(0.002),
    "mild": NAMED["mild"],
    "strong": NAMED["strong"],
    "heavy": Noise.of(0.1),
}
"""No noise, and four strengths of it: the share of everything that it touches."""
