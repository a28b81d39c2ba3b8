"""Trains the sides net on tables by chance and Blender's venues. Needs the extra ``training``.

    python -m vision.training.sides_train build/venues --minutes 30

Every fourth venue is kept out: ``vision.training.sides_check`` measures on those.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.finding.sides_net import MODEL, VOTE
from vision.training.graph import go_on
from vision.training.late import rate_at
from vision.training.sides import OTHER, Sample, targets
from vision.training.sides_net import SidesNet, export
from vision.training.sides_tables import of_tables, of_venues

PIECE: Final = (256, 160)
BATCH: Final = 10
_OF_VENUES: Final = 0.5
_WEIGHTS: Final = (0.7, 1.0, 1.5)
_VOTES: Final = 0.4
_KEEPS: Final = 0.99
"""How much of the mean of the weights stays at each step."""

Chance = np.random.Generator
Grid = npt.NDArray[Any]
Batch = tuple[torch.Tensor, ...]


def main() -> None:
    """Make the samples, train for as long as said, write the net."""
    asked = argparse.ArgumentParser(description=main.__doc__)
    asked.add_argument("venues", type=Path)
    asked.add_argument("--minutes", type=float, default=30.0)
    asked.add_argument("--tables", type=int, default=700)
    asked.add_argument("--seed", type=int, default=5)
    asked.add_argument("--rate", type=float, default=2e-3)
    asked.add_argument("--from", dest="start", type=Path, help="a net as shipped, to go on from")
    asked.add_argument("--weights", type=Path, default=Path("build/sides.pt"))
    asked.add_argument("-o", "--output", type=Path, default=MODEL)
    said = asked.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(said.seed)
    sources = (list(of_venues(said.venues, said.seed, 3)), list(of_tables(said.tables, said.seed, 2)))
    print("samples of venues, of tables:", *map(len, sources), flush=True)  # noqa: T201
    net = SidesNet().to(memory_format=torch.channels_last)
    if said.start:
        chance = np.random.default_rng(said.seed)
        given = torch.cat([batch(sources, chance)[0] for _ in range(4)])
        go_on(net, net.blocks, said.start, lambda: net(given))
    said.weights.parent.mkdir(parents=True, exist_ok=True)
    made = f"seed {said.seed}; samples of venues, of tables: {', '.join(str(len(held)) for held in sources)}"

    def keep(smooth: SidesNet) -> None:
        torch.save(smooth.state_dict(), said.weights)
        export(smooth.eval(), said.output, made)

    train(net, sources, said.minutes, said.rate, said.seed, keep)


def train(
    net: SidesNet,
    sources: Sequence[Sequence[Sample]],
    minutes: float,
    rate: float,
    seed: int,
    keep: Callable[[SidesNet], None],
) -> None:
    """Train ``net``, and ``keep`` now and then, and at the end, the mean of what it was of late."""
    chance = np.random.default_rng(seed)
    learner = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    smooth = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(_KEEPS), use_buffers=True)
    start, step, running = time.monotonic(), 0, np.zeros(3)
    while (done := (time.monotonic() - start) / 60 / minutes) < 1:
        for group in learner.param_groups:
            group["lr"] = rate_at(rate, step, done)
        given, *wanted = batch(sources, chance)
        losses = losses_of(net.train()(given), *wanted)
        learner.zero_grad()
        sum(losses).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        learner.step()
        smooth.update_parameters(net)
        step, running = step + 1, 0.98 * running + 0.02 * np.array([float(loss.detach()) for loss in losses])
        if step % 250 == 0:
            keep(smooth.module)
        if step % 50 == 0:
            told = " ".join(f"{loss:.3f}" for loss in running / (1 - 0.98**step))
            print(f"{step} steps, {done:.0%}, kinds, heat, votes {told}", flush=True)  # noqa: T201
    keep(smooth.module)


def losses_of(
    told: torch.Tensor, kinds: torch.Tensor, heat: torch.Tensor, votes: torch.Tensor
) -> list[torch.Tensor]:
    """Return how far off kinds, middles of tops and votes are."""
    kind = nn.functional.cross_entropy(told[:, :3], kinds, weight=torch.tensor(_WEIGHTS))
    share = torch.sigmoid(told[:, 3]).clamp(1e-4, 1 - 1e-4)
    seen = heat > 0.95
    middles = -torch.where(
        seen, (1 - share) ** 2 * torch.log(share), (1 - heat) ** 4 * share**2 * torch.log(1 - share)
    )
    spread = told[:, 7:9].clamp(-6, 3)
    off = (told[:, 4:7] - votes / VOTE).abs()
    off = torch.stack((off[:, 0] + off[:, 1], off[:, 2]), dim=1) * torch.exp(-spread)
    voting = kinds != OTHER
    vote = ((off.sum(dim=1) + 2 * spread[:, 0] + spread[:, 1]) * voting).sum() / voting.sum().clamp(min=1)
    return [kind, middles.sum() / seen.sum().clamp(min=1) * 0.3, (vote + 8) * _VOTES]


def batch(sources: Sequence[Sequence[Sample]], chance: Chance) -> Batch:
    """Return pieces as the net sees them, and what their cells are."""
    pieces = []
    for _ in range(BATCH):
        source = sources[0] if chance.random() < _OF_VENUES else sources[1]
        pieces.append(_piece(source[int(chance.integers(len(source)))], chance))
    given, kinds, heat, votes = (np.stack(held) for held in zip(*pieces, strict=True))
    return (
        torch.from_numpy(given).to(memory_format=torch.channels_last),
        torch.from_numpy(kinds),
        torch.from_numpy(heat),
        torch.from_numpy(votes),
    )


def _piece(sample: Sample, chance: Chance) -> tuple[Grid, ...]:
    """Return a piece of ``sample`` with a stack in it most often, mirrored by chance, colours in any order."""
    rows, columns = PIECE
    _, high, wide = sample.given.shape
    top, left = (
        int(chance.integers(-20, max(high - rows, 0) + 21)),
        int(chance.integers(-10, max(wide - columns, 0) + 11)),
    )
    top, left = max(min(top, high - 64), 0), max(min(left, wide - 64), 0)
    told = targets(sample, top, left, rows, columns)
    given = np.zeros((4, rows, columns), np.float32)
    part = sample.given[:, top : top + rows, left : left + columns]
    given[:, : part.shape[1], : part.shape[2]] = part
    kinds, heat, votes = told.kinds, told.heat, told.votes
    kinds[-(-part.shape[1] // 4) :] = OTHER
    kinds[:, -(-part.shape[2] // 4) :] = OTHER
    given[:3] = given[chance.permutation(3)] * chance.uniform(0.75, 1.3) + chance.normal(0, 0.08, (3, 1, 1))
    if chance.random() < 0.25:
        given[:3] *= -1
    given[3] = _worn(given[3], chance)
    whole: tuple[Grid, ...] = (given, kinds, heat, votes)
    if chance.random() < 0.5:
        votes[0] *= -1
        whole = tuple(np.ascontiguousarray(held[..., ::-1]) for held in whole)
    return whole


def _worn(stands: Grid, chance: Chance) -> Grid:
    """Return the evidence as worse light gives it: blotches where nothing is said, or something else."""
    if chance.random() < 0.1:
        return np.zeros_like(stands)
    if chance.random() < 0.4:
        cells = chance.normal(0, 1, (10, 7)).astype(np.float32)
        field = cv2.resize(cells, stands.shape[::-1], interpolation=cv2.INTER_CUBIC)
        return np.where(field > 1.3, np.float32(chance.choice((0.0, 0.0, 0.5, -0.7, 1.0))), stands)
    return stands


if __name__ == "__main__":
    main()
