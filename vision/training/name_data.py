"""Makes of the stacks that ``vision.training.stack_data`` drew what the net of names is trained on.

    python -m vision.training.name_data build/stacks build/cuts

A file is kept under the second folder for each under the first; what is there already is left alone. Each stack is kept as it was
drawn, and ``TAKES`` times more in another light, in other colours, of another set, in which now and then one of its own chips is not.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.counting.chip_set import Chip, ChipSet
from vision.counting.edge_costs import Costs
from vision.counting.name_net import windows
from vision.counting.number_net import NumberNet
from vision.geometry.front import ABOVE, side_of
from vision.geometry.unwrap import Strip
from vision.training.name_others import UNKNOWN, otherwise, shaded
from vision.training.stack_data import Read, is_right, load

TAKES: Final = 2
_MOSTLY: Final = 0.6
"""The share of a chip's height that must lie between two edges for what is between them to be that chip."""
_ROW_MM: Final = 0.4

Chance = np.random.Generator


@dataclass(frozen=True)
class Cut:
    """A stack as the net of names is given it: its windows, what the costs say, the set, and which of it each chip is.

    ``told`` is whether the number is right, how far the chips are shifted in mm, what of it shows, and whether it is as it was drawn.
    """

    windows: npt.NDArray[np.uint8]
    says: npt.NDArray[np.float32]
    chips: tuple[Chip, ...]
    kinds: npt.NDArray[np.int64]
    told: npt.NDArray[np.float32]


def cuts(read: Read, numbers: NumberNet, takes: int, chance: Chance) -> Iterator[Cut]:
    """Yield a stack as it was drawn, its edges where ``numbers`` lays them, and ``takes`` times otherwise."""
    drawn = Strip(np.ascontiguousarray(read.front[..., :3]), read.front[..., 3] > 0, 0.0, _ROW_MM)
    laid = sorted(numbers.weighed(drawn, [way.tolist() for way in read.ways]), key=lambda each: -each.odds)
    right = [np.array(each.edges) for each in laid if is_right(np.array(each.edges), read.true)]
    edges = right[0] if right else np.array(laid[0].edges)
    rows = [float(edge) + ABOVE for edge in edges]
    true_kinds = read.kinds if right else _kinds(read, edges)
    for turn in range(1 + takes):
        front, chips, kinds = drawn, list(read.chips), true_kinds
        if turn:
            front, chips, kinds = otherwise(shaded(front, rows, chance), chips, kinds, chance)
        costs = Costs(ChipSet("cut", 39.0, 3.3, tuple(chips)))
        says = costs.says(costs.of(side_of(front), rows, np.ones(3)), rows)
        told = np.array((bool(right), read.told[1], read.told[2], turn == 0), np.float32)
        yield Cut(windows(front, rows), says, tuple(chips), kinds, told)


def _kinds(read: Read, edges: npt.NDArray[np.floating]) -> npt.NDArray[np.int64]:
    """Return which kind lies between each two edges of a wrong number: ``UNKNOWN`` where it is no one chip."""
    true = read.true
    low, high = np.maximum(edges[1:, None], true[None, 1:]), np.minimum(edges[:-1, None], true[None, :-1])
    share = np.maximum(high - low, 0) / (edges[:-1] - edges[1:])[:, None]
    return np.where(share.max(axis=1) >= _MOSTLY, read.kinds[share.argmax(axis=1)], UNKNOWN)


def save(target: Path, held: list[Cut]) -> None:
    """Write a table's stacks, whole or not at all."""
    kept: dict[str, npt.NDArray[np.generic]] = {"stacks": np.array(len(held))}
    for number, cut in enumerate(held):
        kept[f"w{number}"], kept[f"s{number}"] = cut.windows, cut.says
        kept[f"c{number}"] = np.array([(*chip.body, *chip.spots, chip.spot_count) for chip in cut.chips])
        kept[f"k{number}"], kept[f"t{number}"] = cut.kinds, cut.told
    part = target.with_suffix(".part.npz")
    np.savez_compressed(part, **kept)  # type: ignore[arg-type]
    part.replace(target)


def main() -> None:
    """Make the files that are missing."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("stacks", type=Path)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--takes", type=int, default=TAKES)
    said = asked.parse_args()
    said.folder.mkdir(parents=True, exist_ok=True)
    numbers = NumberNet()
    for number, path in enumerate(sorted(said.stacks.glob("*-????.npz"))):
        target, chance = said.folder / path.name, np.random.default_rng((number, 9))
        if not target.exists():
            save(target, [cut for read in load(path) for cut in cuts(read, numbers, said.takes, chance)])


if __name__ == "__main__":
    main()
