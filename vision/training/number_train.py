"""Trains the net of numbers on the fronts that ``vision.training.stack_data`` drew. Needs the extra ``training``.

    python -m vision.training.number_train build/stacks --minutes 60

Every eighth table and venue is kept out: what is printed of them says how well right numbers are told from wrong ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, smooth_l1_loss

from vision.counting.decoding import ROWS_PER_CHIP
from vision.counting.number_net import FRONTS, NUMBERS, claim, laid
from vision.counting.strip_net import planes
from vision.geometry.front import ABOVE
from vision.training.graph import go_on
from vision.training.late import learn
from vision.training.number_model import NumberModel, export
from vision.training.stack_data import Read, is_right, load
from vision.training.widen import go_on_from

KEPT_OUT: Final = 8
_FRONTS: Final = 24
"""How many fronts make a step."""
_CLAIMS: Final = 5
_DECAY: Final = 1e-2
_SHADOWED: Final = 0.35
"""How many stacks get a shadow on the felt before them that is as dark as a chip may be."""
_LAID: Final = 1
_LAYING: Final = 2.0
_NEAR: Final = 0.1
_FAR: Final = 1.6
"""How often edges are laid anew, how much that counts beside the odds, from where on it is off, and beyond where nothing is learned of it, in chips."""
_SETTLES: Final = 200
"""How many stacks settle the norms of a net that ships."""
_HARD: Final = 4
"""How much more often a stack is seen whose likeliest number is wrong."""

Chance = np.random.Generator
Edges = npt.NDArray[np.floating]


def stacks(folder: Path) -> tuple[list[Read], list[Read]]:
    """Return the stacks to learn from and those of the tables and venues kept out."""
    held: tuple[list[Read], list[Read]] = [], []
    for path in sorted(folder.glob("*-????.npz")):
        held[int(path.stem[-4:]) % KEPT_OUT == KEPT_OUT - 1].extend(load(path))
    return held


def shadowed(one: Read, chance: Chance) -> tuple[npt.NDArray[np.uint8], float]:
    """Return a front, now and then with a shadow on the felt before it, and how many rows high that is (0: there is none)."""
    if chance.random() >= _SHADOWED:
        return one.front, 0.0
    below = np.arange(len(one.front)) - float(one.true[0]) - ABOVE
    high, soft = chance.uniform(0.4, 1.4) * ROWS_PER_CHIP, chance.uniform(0.3, 2.5)
    within = 1 / (1 + np.exp(np.clip((below - high) / soft, -30, 30))) * np.clip(below + 0.5, 0, 1)
    light = 1 - chance.uniform(0.3, 0.9) * within
    front = one.front.copy()
    front[..., :3] = np.clip(front[..., :3] * light[:, None, None], 0, 255).astype(np.uint8)
    return front, float(high)


def claimed(one: Read, shadow: float, chance: Chance) -> list[Edges]:
    """Return ``_CLAIMS`` claims of a stack: the likeliest, another, one about right, and two that are wrong on purpose.

    Of a stack with a ``shadow`` before it, so many rows high, one of them takes that for a chip.
    """
    many = len(one.true)
    found: list[Edges] = [one.ways[0]]
    alike = [way for way in one.ways[1:] if len(way) == many]
    if alike:
        found.append(alike[0])
    elif len(one.ways) > 1:
        found.append(one.ways[int(chance.integers(1, min(len(one.ways), 3)))])
    right = one.ways[one.right] if one.right >= 0 else one.true
    found.append(_about(one.true if chance.random() < 0.5 else right, chance))
    if shadow:
        found.append(np.insert(right, 0, right[0] + shadow))
    while len(found) < _CLAIMS:
        found.append(_wrong(right, chance))
    return found


def _about(edges: Edges, chance: Chance) -> Edges:
    """Return about where ``edges`` are: a little off each, or as far apart as each other between a foot and a rim that are off."""
    if chance.random() < 0.5:
        ends = edges[[0, -1]] + chance.normal(0, 2.5, 2)
        off = np.linspace(ends[0], ends[1], len(edges))
    else:
        off = edges + chance.normal(0, 0.5, len(edges))
    return off if (np.diff(off) < -1).all() else edges


def _wrong(right: Edges, chance: Chance) -> Edges:
    """Return wrong edges: a chip too many or too few, in one place or over all of them, or all of them a chip off."""
    many, high = len(right) - 1, float(right[0] - right[-1]) / (len(right) - 1)
    kinds = ["split", "longer up", "longer down"]
    if many > 1:
        kinds += ["merged", "merged", "shorter up", "shorter down", "spread", "spread", "up", "down"]
    kind = str(chance.choice(kinds))
    at = int(chance.integers(0, many))
    if kind == "split":
        return np.insert(right, at + 1, right[at] + (right[at + 1] - right[at]) * chance.uniform(0.3, 0.7))
    if kind == "longer up":
        return np.append(right, right[-1] - high * chance.uniform(0.6, 1.1))
    if kind == "longer down":
        return np.insert(right, 0, right[0] + high * chance.uniform(0.6, 1.1))
    if kind == "merged":
        return np.delete(right, int(chance.integers(1, many)))
    if kind == "shorter up":
        return right[:-1]
    if kind == "shorter down":
        return right[1:]
    if kind == "spread":
        off = int(chance.choice((-1, 1)))
        low = int(chance.integers(0, max(many - 4, 0) + 1))
        places = np.linspace(0, many - low, max(many - low + off, 1) + 1)
        return np.concatenate((right[:low], np.interp(places, np.arange(many - low + 1), right[low:])))
    if kind == "up":
        return np.append(right[1:], right[-1] - high * chance.uniform(0.7, 1.1))
    return np.insert(right[:-1], 0, right[0] + high * chance.uniform(0.7, 1.1))


def otherwise(front: npt.NDArray[np.uint8], chance: Chance) -> npt.NDArray[np.uint8]:
    """Return what else a camera could see of a front: other colours and light, worse pictures."""
    held = front[..., :3].astype(np.float64) / 255
    held = held ** chance.uniform(0.7, 1.4) * chance.uniform(0.6, 1.25, 3)
    if chance.random() < 0.7:
        held = held[..., chance.permutation(3)]
    if chance.random() < 0.5:
        held = held * np.exp(_shade(held.shape, chance))[..., None]
    if chance.random() < 0.4:
        across, down = chance.uniform(0.2, 1.0), chance.uniform(0.2, 1.2)
        held = np.asarray(cv2.GaussianBlur(held, (0, 0), sigmaX=across, sigmaY=down), np.float64)
    if chance.random() < 0.5:
        held = held + chance.normal(0, chance.uniform(0.002, 0.025), held.shape)
    held = _piped(held, chance)
    levels = np.clip(255 * held, 0, 255).astype(np.uint8)
    if chance.random() < 0.3:
        _, file = cv2.imencode(".jpg", levels, (cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(50, 95))))
        levels = np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.uint8)
    out = front.copy()
    out[..., :3] = levels
    return out


def _piped(held: npt.NDArray[np.float64], chance: Chance) -> npt.NDArray[np.float64]:
    """Return what a camera's own pipeline makes of a front, (rows, columns, 3): edges sharpened, colours coarser than light."""
    if chance.random() < 0.3:
        far = chance.uniform(0.6, 1.8)
        held = held + chance.uniform(0.2, 1.5) * (held - cv2.GaussianBlur(held, (0, 0), sigmaX=far))
    if chance.random() < 0.25:
        light = held.mean(axis=2, keepdims=True)
        held = light + cv2.GaussianBlur(held - light, (0, 0), sigmaX=chance.uniform(0.7, 2.0))
    return np.asarray(held, np.float64)


def _shade(shape: tuple[int, ...], chance: Chance) -> npt.NDArray[np.float32]:
    """Return light, as logarithms, that changes over a front: slowly, and by shadows with soft or sharp edges."""
    up, across = np.linspace(0, 1, shape[0])[:, None], np.linspace(-1, 1, shape[1])[None]
    light = chance.normal(0, 0.2) * up + chance.normal(0, 0.2) * across + chance.normal(0, 0.1) * across**2
    for _ in range(int(chance.integers(0, 3))):
        turned = chance.uniform(0, 2 * np.pi)
        far = np.cos(turned) * (up - chance.random()) * shape[0] / 40 + np.sin(turned) * (
            across - chance.uniform(-1, 1)
        )
        soft = chance.uniform(0.02, 0.6)
        light = light + chance.uniform(-0.9, 0.3) / (1 + np.exp(np.clip(far / soft, -30, 30)))
    return np.asarray(light, np.float32)


@dataclass(frozen=True)
class Batch:
    """Fronts, (n, 4, rows, columns), and what is claimed of them: of which front, the edges, and the true ones of that front."""

    fronts: torch.Tensor
    of: torch.Tensor
    edges: Sequence[Edges]
    true: Sequence[Edges]

    def claims(self) -> torch.Tensor:
        """Return what is claimed of each row, (claims, claimed, rows, 1)."""
        return torch.from_numpy(np.stack([claim(each, self.fronts.shape[2]) for each in self.edges]))[
            ..., None
        ]

    def right(self) -> torch.Tensor:
        """Return which claims are right, (claims,)."""
        return torch.tensor(
            [is_right(*each) for each in zip(self.edges, self.true, strict=True)], dtype=torch.float32
        )

    def moves(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return how far the true edges are, in chips, and of which rows that is known, both (claims, rows)."""
        rows = self.fronts.shape[2]
        off, known = np.zeros((2, len(self.edges), rows), np.float32)
        for at, (said, true) in enumerate(zip(self.edges, self.true, strict=True)):
            if len(said) != len(true) or np.abs(true - said).max() > _FAR * ROWS_PER_CHIP:
                continue
            bounds = np.asarray(said, np.float64)[::-1] + ABOVE
            off[at] = np.interp(np.arange(rows), bounds, (true - said)[::-1] / ROWS_PER_CHIP)
            known[at] = (np.arange(rows) >= bounds[0] - 1) & (np.arange(rows) <= bounds[-1] + 1)
        return torch.from_numpy(off), torch.from_numpy(known)

    def laid(self, moves: torch.Tensor) -> Batch:
        """Return it with all edges laid where ``moves`` says."""
        found = [laid(each, by) for each, by in zip(self.edges, moves.numpy(), strict=True)]
        return replace(self, edges=found)


def batch(some: Sequence[Read], chance: Chance) -> Batch:
    """Return what a step learns from."""
    rows = max(len(one.front) for one in some)
    fronts = np.zeros((len(some), 4, rows, some[0].front.shape[1]), np.float32)
    edges, true, of = [], [], []
    for at, one in enumerate(some):
        front, shadow = shadowed(one, chance)
        front = otherwise(front, chance)
        if chance.random() < 0.5:
            front = front[:, ::-1]
        fronts[at, :, : len(front)] = planes(front[..., :3], front[..., 3] > 0)
        said = claimed(one, shadow, chance)
        edges += said
        true += [one.true] * len(said)
        of += [at] * len(said)
    held = torch.from_numpy(fronts).to(memory_format=torch.channels_last)
    return Batch(held, torch.tensor(of), edges, true)


def told(net: NumberModel, some: Batch) -> Iterator[tuple[Batch, torch.Tensor, torch.Tensor]]:
    """Yield the claims as they are and as ``net`` lays them, each time with their log odds and how far it sees the true edges."""
    seen = net.trunk(some.fronts)[some.of]
    odds, moves = net.head(seen, some.claims())
    yield some, odds, moves
    for _ in range(_LAID):
        some = some.laid(moves.detach())
        odds, moves = net.head(seen, some.claims())
        yield some, odds, moves


def loss_of(net: NumberModel, some: Batch) -> torch.Tensor:
    """Return what ``net`` gets wrong of the claims as they are, and as it would lay them."""
    cost = torch.zeros(())
    for claims, odds, moves in told(net, some):
        cost = cost + binary_cross_entropy_with_logits(odds, claims.right())
        far, known = claims.moves()
        off = smooth_l1_loss(moves, far, reduction="none", beta=_NEAR)
        cost = cost + _LAYING * (off * known).sum() / known.sum().clamp(min=1)
    return cost / (_LAID + 1)


def train(
    net: NumberModel,
    held: Sequence[Read],
    kept_out: Sequence[Read],
    minutes: float,
    rate: float,
    seed: int,
    weights: Path,
) -> NumberModel:
    """Train ``net`` and return the mean of its late selves."""
    chance, mean, said = np.random.default_rng(seed), net, 0.0
    held = sorted(held, key=lambda one: len(one.front))
    often = np.array([_HARD if one.right != 0 else 1 for one in held], float)
    often = np.cumsum(often) / often.sum()

    def loss() -> torch.Tensor:
        middle, wide = chance.random(), 0.04
        picks = np.clip(middle + chance.uniform(-wide, wide, _FRONTS), 0, 1)
        some = [held[min(int(np.searchsorted(often, pick)), len(held) - 1)] for pick in picks]
        return loss_of(net, batch(some, chance))

    for done, mean in learn(net, loss, minutes, rate, _DECAY):
        if done - said > 0.2:
            said = done
            report(mean, kept_out[::3])
            torch.save(mean.state_dict(), weights)
    mean.eval()
    return mean


def judged(net: NumberModel, held: Sequence[Read]) -> list[tuple[npt.NDArray[np.float64], list[bool]]]:
    """Return the log odds of each stack's ways, laid where the net lays them, and which of them are right then."""
    net.eval()
    found = []
    with torch.no_grad():
        for one in held:
            front = torch.from_numpy(planes(one.front[..., :3], one.front[..., 3] > 0))[None]
            some = Batch(
                front,
                torch.zeros(len(one.ways), dtype=torch.int64),
                list(one.ways),
                [one.true] * len(one.ways),
            )
            *_, (claims, odds, _) = told(net, some)
            found.append((odds.numpy().astype(np.float64), claims.right().bool().tolist()))
    return found


def report(net: NumberModel, held: Sequence[Read]) -> None:
    """Print how many of the likeliest numbers are right, and how many are still believed where one in a hundred of them is wrong."""
    odds = judged(net, held)
    for source in sorted({one.source for one in held}):
        for name, low, high in (("tidy", 0.0, 0.45), ("pushed", 0.45, 0.85), ("thrown", 0.85, 9.0)):
            some = [
                (one, o)
                for one, o in zip(held, odds, strict=True)
                if one.source == source and low <= one.told[1] < high and one.told[2] > 0.9
            ]
            if not some:
                continue
            first = [one.right == 0 for one, _ in some]
            best = [right[int(np.argmax(o))] for _, (o, right) in some]
            count = [len(one.ways[int(np.argmax(o))]) == len(one.true) for one, (o, _) in some]
            sure = np.array([o.max() for _, (o, _) in some])
            right = np.array(count)
            bounds = " ".join(f"{(sure > t).sum()}/{((sure > t) & ~right).sum()}" for t in (0, 1, 2, 3, 4))
            line = f"{source:>7} {name:>7} {len(some)}: first right {np.mean(first):.3f}, laid by the net {np.mean(best):.3f}, its number {np.mean(count):.3f}; told/wrong {bounds}"
            print(line, flush=True)  # noqa: T201


def take_up(net: NumberModel, folder: Path, some: Batch) -> None:
    """Give ``net`` the weights that ship in ``folder``; ``some`` settles the norms that were folded in."""
    ends = (net.claimed, net.seen), (net.moved, net.bad, net.whole)
    first, last = ([nn.Sequential(end) for end in each] for each in ends)
    go_on(net, [*net.stages, net.join], folder / FRONTS.name, lambda: net.trunk(some.fronts))
    go_on(net, [*first, *net.rows, *last], folder / NUMBERS.name, lambda: [*told(net, some)])


def main() -> None:
    """Train, print figures of what is kept out, write the net."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--minutes", type=float, default=60.0)
    asked.add_argument("--rate", type=float, default=2e-3)
    asked.add_argument("--seed", type=int, default=5)
    asked.add_argument("--threads", type=int, default=1)
    asked.add_argument("--weights", type=Path, default=Path("build/numbers.pt"))
    asked.add_argument(
        "--from", dest="start", type=Path, help="weights to go on from, or the folder of a net that ships"
    )
    asked.add_argument(
        "-o", "--output", type=Path, default=NUMBERS.parent, help="the folder for both halves of the net"
    )
    said = asked.parse_args()
    torch.set_num_threads(said.threads)
    torch.manual_seed(said.seed)
    learned, kept_out = stacks(said.folder)
    net = NumberModel().to(memory_format=torch.channels_last)
    if said.start and said.start.is_dir():
        take_up(
            net,
            said.start,
            batch(learned[:: max(len(learned) // _SETTLES, 1)], np.random.default_rng(said.seed)),
        )
    elif said.start:
        go_on_from(net, torch.load(said.start), {})
    weights = sum(held.numel() for held in net.parameters())
    print(f"{len(learned)} stacks, {len(kept_out)} kept out; {weights} weights", flush=True)  # noqa: T201
    said.weights.parent.mkdir(parents=True, exist_ok=True)
    net = train(net, learned, kept_out, said.minutes, said.rate, said.seed, said.weights)
    torch.save(net.state_dict(), said.weights)
    export(
        net, said.output / FRONTS.name, said.output / NUMBERS.name, f"seed {said.seed}; {len(learned)} stacks"
    )
    report(net, kept_out)


if __name__ == "__main__":
    main()
