"""What a camera tells of films by a second drawer: motions, their chips, and what lies there at the end.

    python -m benchmarks.films --seed 10 --each 4

Draws what is missing under ``--folder`` (a minute of one core a film, 1920x1080), enrols each table's chips from its own
picture and lets the whole camera look on, as ``floorcall chips VIDEO`` does. No bound was fitted on the seeds that are
given as proof.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import cv2

from benchmarks.houses import say
from vision.cameras import watcher
from vision.counting.alternatives import Chips, p_of
from vision.counting.enrol import enrol
from vision.frames import pictures
from vision.frames.frame import End, Frame, Outcome
from vision.geometry.camera import VisionError
from vision.motion.events import Event
from vision.training.bets import ENROLLED
from vision.training.cast_film import CastSequence, make
from vision.training.mess import MESSES, MIXED
from vision.training.sequences import KINDS

WITHIN_S: Final = 0.1
_WORKERS: Final = 2


@dataclass
class Judged:
    """How a film was followed: ``said`` is what the camera told of it, a line each."""

    name: str
    motions: bool = False
    pushes: Counter[str] = field(default_factory=Counter)
    pulls: Counter[str] = field(default_factory=Counter)
    zones: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    errors_s: list[float] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    refused: str = ""

    @property
    def well(self) -> bool:
        """Whether there is nothing to look at."""
        return self.motions and not (self.pushes["wrong"] or self.pulls["wrong"] or self.zones["wrong"])


class _Drawn:
    """A film that was written into a folder, as a source of frames."""

    def __init__(self, film: CastSequence, folder: Path) -> None:
        self._frames = film.frames(folder)
        self._end = film.times[-1]

    def read(self) -> Outcome:
        """Return the next frame."""
        frame: Frame | None = next(self._frames, None)
        return End(self._end) if frame is None else frame

    def close(self) -> None:
        """Nothing is held."""


def told_of(film: CastSequence, folder: Path) -> list[Event]:
    """Return what the camera tells of a film. Raise VisionError where its chips cannot be enrolled."""
    profile = film.profile(folder)
    wanted = [look.chip.denomination for look in film.table.looks]
    picture = pictures.read(folder / "chips.jpg")
    chips = enrol(picture, profile, wanted, ENROLLED, folder.name, film.table.diameter_mm).chips
    watched = watcher(_Drawn(film, folder), profile, chips)
    found: list[Event] = []
    while not watched.ended:
        found += [news for news in watched.step() if isinstance(news, Event)]
    return found


def judge(film: CastSequence, events: list[Event]) -> Judged:
    """Hold what was told against the script."""
    made = Judged(f"{film.kind} {film.seed}")
    moved = [event for event in events if event.kind != "chips.bet"]
    told, wanted = ([(one.kind, one.seat) for one in which] for which in (moved, film.script.told))
    made.motions = sorted(told) == sorted(wanted)
    for one in film.script.told if made.motions else ():
        event = next(event for event in moved if (event.kind, event.seat) == (one.kind, one.seat))
        moved.remove(event)
        if not one.swept:
            tally = made.pushes if one.added else made.pulls
            tally[_verdict(event.chips, one.added or one.taken)] += 1
            made.errors_s.append(event.t - one.end)
        if event.started is not None:
            made.errors_s.append(event.started - one.start)
    for event in events:
        if event.kind == "chips.bet" and event.chips:
            verdict = _verdict(event.chips, film.script.contents(event.t)[event.seat])
            made.counts[f"{verdict} at {_tenth(event)}"] += 1
    ends, true = _ends(film, events), film.script.contents(film.times[-1])
    for seat, chips in true.items():
        made.zones[f"{_verdict(ends[seat], chips)}{'' if chips else ', bare'}"] += 1
    made.said = [
        f"{one.start:.2f}-{one.end:.2f} {one.kind} seat {one.seat} +{one.added} -{one.taken}"
        for one in film.script.told
    ]
    made.said += [_line(event) for event in events]
    return made


def _ends(film: CastSequence, events: list[Event]) -> dict[int, Chips | None]:
    """Return what each zone holds at the end by what was told; None where that is not known."""
    held: dict[int, Chips | None] = {seat: {} for seat in film.script.seats}
    for event in events:
        if event.kind == "chips.swept":
            held[event.seat] = {}
        elif event.kind in ("chips.bet", "chips.change") or (
            event.kind == "chips.push" and event.chips is None
        ):
            held[event.seat] = event.chips
    return held


def _verdict(told: Chips | None, true: Chips) -> str:
    if told is None:
        return "not told"
    return "right" if told == true else "wrong"


def _tenth(event: Event) -> str:
    """Return how likely a count is that was told, in tenths."""
    assert event.chips is not None
    return f"0.{int(10 * min(p_of(event.chips, event.alternatives), 0.999))}"


def _line(event: Event) -> str:
    started = "" if event.started is None else f"{event.started:.2f}-"
    may_be = (
        f" may be {event.alternatives[0].chips} {event.alternatives[0].p:.2f}" if event.alternatives else ""
    )
    return f"    {started}{event.t:.2f} {event.kind} seat {event.seat} {event.chips}{may_be}"


def _followed(asked: tuple[Path, str, int, str]) -> Judged:
    root, kind, seed, mess = asked
    cv2.setNumThreads(1)
    film = make(kind, seed, mess)
    folder = root / mess / f"{seed}-{kind.replace(' ', '-')}"
    film.write(folder)
    try:
        return judge(film, told_of(film, folder))
    except VisionError as problem:
        return Judged(f"{kind} {seed}", refused=str(problem))


def report(all_judged: list[Judged]) -> Iterator[str]:
    """Yield the lines that are printed at the end."""
    seen = [one for one in all_judged if not one.refused]
    yield f"films with the right motions: {sum(one.motions for one in seen)} of {len(seen)}"
    for name in ("pushes", "pulls", "zones", "counts"):
        whole: Counter[str] = Counter()
        for one in seen:
            whole += getattr(one, name)
        yield f"{name}: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(whole.items()))
    errors = [error for one in seen for error in one.errors_s]
    if errors:
        within = sum(abs(error) <= WITHIN_S for error in errors)
        yield f"starts and ends: {within} of {len(errors)} within {WITHIN_S} s, at most {max(map(abs, errors)):.2f} s"


def main() -> None:
    """Draw, look, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, default=Path("build/cast-films"))
    options.add_argument("--seed", type=int, default=10, help="the first of each kind")
    options.add_argument("--each", type=int, default=4, help="films of each kind")
    options.add_argument("--kind", choices=KINDS, nargs="*", help="these kinds alone")
    options.add_argument("--mess", choices=(*MESSES, MIXED), default=MIXED, help="how stacks are left")
    told = options.parse_args()
    kinds = told.kind or list(KINDS)
    seeds = range(told.seed, told.seed + told.each)
    films = [(told.folder, kind, seed, told.mess) for kind in kinds for seed in seeds]
    judged = []
    with Pool(_WORKERS) as pool:
        for one in pool.imap(_followed, films):
            judged.append(one)
            say(f"{one.name}: {one.refused or ('well' if one.well else 'LOOK')}")
            if not one.refused and not one.well:
                say("\n".join(f"    {line}" for line in one.said))
    say("\n".join(report(judged)))


if __name__ == "__main__":
    main()
