"""Motions in scripted films: the right number of them, and when they began and ended. ``make bench-motion``.

The films are rendered; what lies in a zone at rest is taken from the script, so that this measures the
motions alone and not the counting.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from vision.motion.all_zones import Motions
from vision.motion.events import Counted, Event
from vision.training.sequences import KINDS, Sequence, make

WITHIN_S = 0.1
AIM = 0.98


@dataclass(frozen=True)
class Judged:
    """How a film was followed. ``errors_s`` are those of all starts and ends; none where motions are wrong."""

    right: bool
    errors_s: tuple[float, ...]
    wanted: tuple[object, ...]
    told: tuple[object, ...]


@dataclass
class Followed:
    """What was told of a film, and the seconds that looking took for each frame."""

    events: list[Event]
    looked_s: list[float]


def lies(film: Sequence, seat: int, t: float) -> Counted | None:
    """Return what lies in a zone by the script; what a hand holds there cannot be told."""
    return None if film.script.held(seat, t) else Counted(film.script.contents(t)[seat], 1.0)


def follow(film: Sequence, count: Callable[[Sequence, int, float], Counted | None] = lies) -> Followed:
    """Return what the motions tell of ``film``; ``count`` says what a seat's zone holds at a time."""
    motions = Motions(film.profile.zones)
    motions.stands(film.profile.lens, film.pose, film.bare())
    found = Followed([], [])
    for frame in film.frames():
        began = time.process_time()
        wanted = motions.look(frame.t, frame.full())
        found.looked_s.append(time.process_time() - began)
        for want in wanted:
            motions.counted(want, count(film, want.seat, want.stills[-1] if want.stills else frame.t))
        found.events += motions.events()
    motions.blinded()
    found.events += motions.events()
    return found


def judged(film: Sequence, found: Followed) -> Judged:
    """Hold what was told against the script."""
    moved = film.script.told
    wanted = [(one.kind, one.seat, None if one.swept else one.added or one.taken) for one in moved]
    events = [event for event in found.events if event.kind != "chips.bet"]
    told = [(event.kind, event.seat, event.chips) for event in events]
    errors = []
    if told == wanted:
        for truth, event in zip(moved, events, strict=True):
            if not truth.swept:
                errors.append(event.t - truth.end)
            if event.started is not None:
                errors.append(event.started - truth.start)
    return Judged(told == wanted, tuple(errors), tuple(wanted), tuple(told))


def main() -> int:
    """Print how each kind was followed; return 1 where the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=8, help="films of each kind")
    parser.add_argument("--seed", type=int, default=0, help="the first film's")
    parser.add_argument("--width", type=int, default=640)
    parser.add_argument("--fps", type=float, default=12.0)
    options = parser.parse_args()
    all_right, all_errors, looked = [], [], []
    _say(f"{'kind':24} films  right  times: rms  largest  within {1000 * WITHIN_S:.0f} ms")
    for kind in KINDS:
        results = []
        for seed in range(options.seed, options.seed + options.each):
            film = make(kind, seed, (options.width, options.width * 9 // 16), options.fps)
            found = follow(film)
            looked += found.looked_s
            results.append(judged(film, found))
            if not results[-1].right:
                _say(f"  {kind} {seed}: wanted {results[-1].wanted}, told {results[-1].told}")
        errors = [error for result in results for error in result.errors_s]
        _say(f"{kind:24} {_line([result.right for result in results], errors)}")
        all_right += [result.right for result in results]
        all_errors += errors
    _say(f"{'all':24} {_line(all_right, all_errors)}")
    looked.sort()
    median, slow = (1000 * looked[int(len(looked) * share)] for share in (0.5, 0.99))
    _say(f"looking at a frame: median {median:.1f} ms, 99 % {slow:.1f} ms of CPU")
    well = sum(all_right) >= AIM * len(all_right) and all(abs(error) <= WITHIN_S for error in all_errors)
    return 0 if well else 1


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _line(right: list[bool], errors: list[float]) -> str:
    if not errors:
        return f"{len(right):5}  {sum(right):5}"
    rms = (sum(error**2 for error in errors) / len(errors)) ** 0.5
    within = sum(abs(error) <= WITHIN_S for error in errors) / len(errors)
    largest = max(abs(error) for error in errors)
    return (
        f"{len(right):5}  {sum(right):5}  {1000 * rms:7.0f} ms {1000 * largest:5.0f} ms  {100 * within:.1f} %"
    )


if __name__ == "__main__":
    raise SystemExit(main())
