"""Says what lamp and buzzer do, as functions of time: no pin, no clock.

Tones lie between 150 and 1000 Hz; a square wave brings the harmonics that let an ear find them in a loud
room. ``loudness`` is the wave's duty, 0 to 0.5: less is softer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Lamp = Literal["off", "blink", "steady"]
"""``blink`` until somebody has answered, ``steady`` while the case is still open."""

Signal = Literal["floor", "dealer", "blind"]

BLINK_S: Final = 0.5
"""A blink's length in seconds, lit for its first half: two a second, under the three that can harm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One tone, ``starts_s`` after the signal was raised and ``lasts_s`` long, in seconds."""

    starts_s: float
    lasts_s: float
    hz: int
    loudness: float


SIGNALS: Final[dict[Signal, tuple[Note, ...]]] = {
    "floor": (
        Note(starts_s=0.0, lasts_s=0.18, hz=523, loudness=0.5),
        Note(starts_s=0.26, lasts_s=0.18, hz=659, loudness=0.5),
        Note(starts_s=0.52, lasts_s=0.30, hz=784, loudness=0.5),
    ),
    # A second late: what the dealer mends in that second stays silent.
    "dealer": (
        Note(starts_s=1.0, lasts_s=0.15, hz=440, loudness=0.12),
        Note(starts_s=1.25, lasts_s=0.15, hz=440, loudness=0.12),
    ),
    "blind": (Note(starts_s=0.0, lasts_s=0.25, hz=330, loudness=0.3),),
}

LOUDEST_FIRST: Final[tuple[Signal, ...]] = ("floor", "dealer", "blind")


def note_at(signal: Signal, since_s: float) -> Note | None:
    """Return the note that sounds ``since_s`` seconds after the signal was raised; None is silence."""
    for note in SIGNALS[signal]:
        if note.starts_s <= since_s < note.starts_s + note.lasts_s:
            return note
    return None


def ends_s(signal: Signal) -> float:
    """Return how long after it was raised the signal's last note is over, in seconds."""
    return max(note.starts_s + note.lasts_s for note in SIGNALS[signal])


def outranks(new: Signal, sounding: Signal) -> bool:
    """Whether ``new`` cuts off ``sounding``: one sound at a time, the worst first."""
    return LOUDEST_FIRST.index(new) < LOUDEST_FIRST.index(sounding)


def lamp_lit(lamp: Lamp, since_s: float) -> bool:
    """Whether the lamp is lit ``since_s`` seconds after it was told."""
    return lamp == "steady" or (lamp == "blink" and since_s % BLINK_S < BLINK_S / 2)
