"""Fits how what speaks for the names of a stack's chips adds up to how likely they are right.

    python -m vision.training.name_fit build/venues

Each of Blender's venues is enrolled from its own first picture and its stacks are named in bad pictures of the others;
a stack is right where all its names are. What is printed goes into ``vision/counting/stack.py``. Needs the extra
``training``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch

from vision.counting.denominations import Namer
from vision.counting.rectify import straightened
from vision.counting.stack import LEAST_VISIBLE, edges_told, likely, shown_share, speaks_for
from vision.counting.strip_net import StripNet
from vision.geometry.camera import Array
from vision.training.check import enrolled
from vision.training.samples import Shown, cut, guessed, taken, venue_pictures, venues_in

_TAKES: Final = 3
_FOLDS: Final = 6
_STIFF: Final = 0.05
"""How much large weights cost: there are few wrong names to learn from."""
_BOUNDS: Final = (0.8, 0.9, 0.95)


@dataclass(frozen=True)
class Case:
    """A stack whose number is told right: what speaks for each name, (chips, 7), and whether all are right."""

    venue: int
    speaks: Array
    right: bool


def main() -> None:
    """Print the weights, and how well those of other venues tell right from wrong."""
    asked = argparse.ArgumentParser(description=main.__doc__)
    asked.add_argument("venues", type=Path)
    asked.add_argument("--seed", type=int, default=21)
    said = asked.parse_args()
    held = list(cases(said.venues, said.seed))
    print(f"{len(held)} stacks, {sum(not case.right for case in held)} of them misnamed")  # noqa: T201
    judged, right = _kept_apart(held), np.array([case.right for case in held])
    for bound in _BOUNDS:
        believed = judged >= bound
        wrong = int((believed & ~right).sum())
        print(f"{bound:.2f} likely by the other venues: {believed.sum()} believed, {wrong} wrong")  # noqa: T201
    print("_CLEAR =", tuple(round(weight, 2) for weight in weights(held)))  # noqa: T201


def cases(folder: Path, seed: int) -> Iterator[Case]:
    """Yield the stacks of all venues under ``folder`` of which enough shows."""
    net = StripNet()
    for number, venue, _ in venues_in(folder):
        chance = np.random.default_rng((seed, number))
        first, *others = venue_pictures(venue)
        held = enrolled(first, venue, chance)
        values, namer = [chip.denomination for chip in held.chips], Namer(held)
        for shown in others * _TAKES:
            for kinds, speaks, names in _named(shown, net, namer, held.thickness_mm, chance):
                yield Case(number, speaks, names == [values[kind] for kind in kinds])


def _named(
    shown: Shown, net: StripNet, namer: Namer, thickness_mm: float, chance: np.random.Generator
) -> Iterator[tuple[tuple[int, ...], Array, list[int]]]:
    """Yield each stack's kinds, what speaks for its names, and the names, where its number is told right."""
    picture, found = taken(shown.picture.astype(np.float32), chance), guessed(shown, chance)
    cuts = cut(shown, picture, found, thickness_mm)
    for stack, (standing, cut_out, at) in zip(found, cuts, strict=True):
        strip = straightened(cut_out)
        _, told = edges_told(net, strip, stack.height_mm)
        if told is None or told.count != len(standing.kinds) or shown_share(strip, at) < LEAST_VISIBLE:
            continue
        named = namer.name(strip, told.edges, np.ones(3))
        yield standing.kinds, speaks_for(told, named), [chip.denomination for chip in named]


def weights(held: Sequence[Case]) -> list[float]:
    """Return the weights by which the cases' likelihood is highest."""
    chips = torch.from_numpy(np.concatenate([case.speaks for case in held]))
    whose = torch.from_numpy(np.repeat(np.arange(len(held)), [len(case.speaks) for case in held]))
    right = torch.tensor([float(case.right) for case in held], dtype=torch.float64)
    found = torch.zeros(chips.shape[1], dtype=torch.float64, requires_grad=True)
    learner = torch.optim.LBFGS([found], max_iter=500, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        learner.zero_grad()
        against = torch.zeros(len(held), dtype=torch.float64).index_add(0, whose, torch.exp(-(chips @ found)))
        missed = torch.log1p(against) - (1 - right) * torch.log(against)
        total = missed.sum() + _STIFF * (found[1:] ** 2).sum()
        total.backward()
        return total

    learner.step(loss)
    return [float(weight) for weight in found.detach()]


def _kept_apart(held: Sequence[Case]) -> Array:
    """Return how likely each case is right by weights that never saw its venue."""
    judged = np.zeros(len(held))
    folds = np.array([case.venue % _FOLDS for case in held])
    for fold in range(_FOLDS):
        here = np.flatnonzero(folds == fold)
        others = weights([case for case, its in zip(held, folds, strict=True) if its != fold])
        judged[here] = [likely(np.exp(-(held[at].speaks @ others))) for at in here.tolist()]
    return judged


if __name__ == "__main__":
    main()
