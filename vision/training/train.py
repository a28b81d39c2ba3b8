"""Trains the strip net on strips by chance, drawn tables and Blender's venues. Needs the extra ``training``.

    python -m vision.training.train build/venues --minutes 40

Every fourth venue is kept out: ``vision.training.check`` measures on those.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np
import torch

from vision.counting.strip_net import MODEL, planes
from vision.geometry.unwrap import COLUMNS
from vision.training import drawn
from vision.training.graph import go_on
from vision.training.late import rate_at
from vision.training.net import Net, export
from vision.training.samples import Sample, samples, thickness_of, venue_pictures, venues_in
from vision.training.strips import strip

WINDOW: Final = 96
"""Rows of a training window: twelve chips. What lies farther away tells nothing."""
BATCH: Final = 32
_TAKES: Final = 4
_WEIGHTS: Final = (3.0, 1.0, 3.0)

Chance = np.random.Generator


def main() -> None:
    """Make the strips, train for as long as said, write the net."""
    asked = argparse.ArgumentParser(description=main.__doc__)
    asked.add_argument("venues", type=Path)
    asked.add_argument("--minutes", type=float, default=40.0)
    asked.add_argument("--by-chance", type=int, default=8000)
    asked.add_argument("--drawn", type=int, default=250)
    asked.add_argument("--seed", type=int, default=5)
    asked.add_argument("--rate", type=float, default=3e-3)
    asked.add_argument("--from", dest="start", type=Path, help="a net as shipped, to go on from")
    asked.add_argument("--weights", type=Path, default=Path("build/strip.pt"))
    asked.add_argument("-o", "--output", type=Path, default=MODEL)
    said = asked.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(said.seed)
    sources = [
        [strip(said.seed * 1_000_000 + number) for number in range(said.by_chance)],
        list(drawn.strips(said.drawn, said.seed)),
        list(_from_venues(said.venues, said.seed)),
    ]
    print("strips by chance, drawn, of venues:", *map(len, sources), flush=True)  # noqa: T201
    net = Net().to(memory_format=torch.channels_last)
    if said.start:
        given = _batch(sources, np.random.default_rng(said.seed), 4 * BATCH)[0]
        go_on(net, net.blocks, said.start, lambda: net(given))
    said.weights.parent.mkdir(parents=True, exist_ok=True)
    made = f"seed {said.seed}; strips by chance, drawn, of venues: {', '.join(str(len(held)) for held in sources)}"

    def keep() -> None:
        torch.save(net.state_dict(), said.weights)
        export(net.eval(), said.output, made)

    train(net, sources, said, keep)
    keep()


def train(net: Net, sources: list[list[Sample]], said: argparse.Namespace, keep: Callable[[], None]) -> None:
    """Train ``net``, now and then ``keep`` it: two fifths of each batch by chance, a tenth drawn, half of venues."""
    chance = np.random.default_rng(said.seed)
    learner = torch.optim.AdamW(net.parameters(), lr=said.rate, weight_decay=1e-3)
    weights = torch.tensor(_WEIGHTS)[None, :, None]
    start, step, running = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - start) / 60 / said.minutes) < 1:
        for group in learner.param_groups:
            group["lr"] = rate_at(said.rate, step, done)
        given, wanted, counts = _batch(sources, chance)
        told = net.train()(given)[..., 0]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(told, wanted, reduction="none")
        loss = (loss * weights * counts).sum() / counts.sum()
        learner.zero_grad()
        loss.backward()
        learner.step()
        step, running = step + 1, 0.98 * running + 0.02 * float(loss.detach())
        if step % 250 == 0:
            keep()
        if step % 50 == 0:
            print(f"{step} steps, {done:.0%}, loss {running / (1 - 0.98**step):.4f}", flush=True)  # noqa: T201


def _from_venues(folder: Path, seed: int) -> Iterator[Sample]:
    """Yield strips of all venues but those kept out, ``_TAKES`` bad pictures of each."""
    for number, venue, kept_out in venues_in(folder):
        if kept_out:
            continue
        chance = np.random.default_rng((seed, number))
        for shown in venue_pictures(venue):
            for _ in range(_TAKES):
                yield from samples(shown, thickness_of(venue), chance)


def _batch(
    sources: list[list[Sample]], chance: Chance, many: int = BATCH
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return windows as the net sees them, their targets, and which rows count."""
    given = np.zeros((many, 4, WINDOW, COLUMNS), np.float32)
    wanted, counts = np.zeros((many, 3, WINDOW), np.float32), np.zeros((many, 1, WINDOW), np.float32)
    for place in range(many):
        source = sources[chance.choice(3, p=(0.4, 0.1, 0.5))]
        sample = source[chance.integers(len(source))]
        whole, rows = planes(sample.picture, sample.shows), len(sample.picture)
        start = int(chance.integers(0, max(rows - WINDOW, 0) + 1))
        high = min(rows, WINDOW)
        way = -1 if chance.random() < 0.5 else 1
        given[place, :, :high] = whole[:, start : start + high, ::way]
        given[place, :3] = given[place, chance.permutation(3)] * chance.uniform(0.8, 1.25)
        wanted[place, :, :high] = sample.targets[start : start + high].T
        counts[place, :, :high] = sample.shows[start : start + high].mean(axis=1) > 0.25
    return (
        torch.from_numpy(given).to(memory_format=torch.channels_last),
        torch.from_numpy(wanted),
        torch.from_numpy(counts),
    )


if __name__ == "__main__":
    main()
