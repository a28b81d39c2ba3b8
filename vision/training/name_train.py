"""Trains the name net on the stacks that ``vision.training.name_data`` made. Needs the extra ``training``.

    python -m vision.training.name_train build/cuts --minutes 120

Every eighth table is kept out: what is printed of them says how well names are told, by the costs alone and by the net.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from vision.counting.edge_costs import OF_PAIR, SAYS
from vision.counting.name_net import LOGARITHMS, MODEL, OPPOSED, apart, opposed
from vision.training.graph import go_on
from vision.training.late import learn
from vision.training.name_model import BY_COSTS, TAILS, NameModel, export, weights_of
from vision.training.name_others import NONE
from vision.training.widen import go_on_from

KEPT_OUT: Final = 8
_CHIPS: Final = 200
"""How many chips make a step."""
_OTHER_LIGHT: Final = (0.12, 0.08, 0.08)
_SILENT: Final = 0.08
_FAINT: Final = 0.3
"""How often the costs say nothing, and how often nothing or less than they do."""
_DECAY: Final = 3e-2
_LOOKS: Final = 4
"""How often in a training the stacks kept out are looked at, for the best of all."""
_SETTLES: Final = 200
"""How many stacks settle the norms of a net that is gone on with as it ships."""
_THROWN: Final = 0.6
_OFTEN: Final = 2.0
"""How far off its middle a stack's chips lie, in mm, from which on it is seen more often, and how much more."""

Chance = np.random.Generator
Best = tuple[float, dict[str, torch.Tensor]]


@dataclass(frozen=True)
class Stack:
    """A stack as ``name_data`` keeps it; ``meant`` are the enrolled colours as the net sees colours, (kinds, 2, 3)."""

    windows: npt.NDArray[np.uint8]
    says: npt.NDArray[np.float32]
    meant: npt.NDArray[np.float32]
    kinds: npt.NDArray[np.int64]
    told: npt.NDArray[np.float32]

    @property
    def right(self) -> bool:
        """Whether the number of its chips is told right."""
        return bool(self.told[0])

    @property
    def plain(self) -> bool:
        """Whether it is as it was drawn."""
        return bool(self.told[3])

    @property
    def names(self) -> npt.NDArray[np.int64]:
        """Which of its kinds each chip is, the number of kinds for none of them, -1 where that is not known."""
        return np.where(self.kinds == NONE, len(self.meant), self.kinds)


def stacks(folder: Path) -> tuple[list[Stack], list[Stack]]:
    """Return the stacks to learn from and those of the tables kept out."""
    held: tuple[list[Stack], list[Stack]] = [], []
    for path in sorted(folder.glob("*-????.npz")):
        file = np.load(path)
        for number in range(int(file["stacks"])):
            windows, says, sets, kinds, told = (file[f"{name}{number}"] for name in "wsckt")
            meant = np.stack((opposed(sets[:, :3]), opposed(sets[:, 3:6])), axis=1).astype(np.float32)
            kept = Stack(windows, says, meant, kinds, told)
            held[int(path.stem[-4:]) % KEPT_OUT == KEPT_OUT - 1].append(kept)
    return held


def batch(some: Sequence[Stack], chance: Chance | None) -> tuple[torch.Tensor, ...]:
    """Return the planes of all pairs, where each belongs, what the costs say, the names.

    With ``chance`` each stack is seen in a mirror, in other light, its hues turned round.
    """
    high, wide = max(len(s.kinds) for s in some), max(len(s.meant) for s in some)
    says = np.zeros((len(some), SAYS, high, wide), np.float32)
    names = np.full((len(some), high), -1, np.int64)
    pairs, places = [], []
    for at, stack in enumerate(some):
        many, kinds = len(stack.kinds), len(stack.meant)
        says[at, :, :many, :kinds] = stack.says if chance is None else _unsure(stack.says, chance)
        names[at, :many] = np.where(stack.kinds == NONE, wide, stack.kinds)
        pairs.append(_planes(stack, chance))
        chips, of = np.meshgrid(np.arange(many), np.arange(kinds), indexing="ij")
        places.append((at * high + chips) * wide + of)
    laid = np.concatenate([place.ravel() for place in places])
    held = np.concatenate(pairs), laid, says, names
    return tuple(torch.from_numpy(values) for values in held)


def _unsure(says: npt.NDArray[np.float32], chance: Chance) -> npt.NDArray[np.float32]:
    """Return what the costs say, now and then less of it or nothing: the net is to look for itself."""
    held, turn = says.copy(), chance.random()
    if turn < _SILENT:
        held[:OF_PAIR] = 0
    elif turn < _FAINT:
        held[:OF_PAIR] = held[:OF_PAIR] * chance.uniform(0.5, 1.0) + chance.normal(
            0, 0.3, held[:OF_PAIR].shape
        ).astype(np.float32)
    return held


def _planes(stack: Stack, chance: Chance | None) -> npt.NDArray[np.float32]:
    seen, shows, meant = (
        LOGARITHMS[stack.windows[..., :3]] @ OPPOSED.T,
        stack.windows[..., 3] > 0,
        stack.meant,
    )
    if chance is not None:
        turn = _turned(chance)
        seen = (seen + chance.normal(0, _OTHER_LIGHT).astype(np.float32)) @ turn
        meant = meant @ turn
        if chance.random() < 0.5:
            seen, shows = seen[:, :, ::-1], shows[:, :, ::-1]
    return apart(seen, shows, meant)


def _turned(chance: Chance) -> npt.NDArray[np.float32]:
    """Return what turns hues round and makes them stronger or weaker."""
    turn = chance.uniform(0, 2 * np.pi)
    cos, sin, way = np.cos(turn), np.sin(turn), 1 if chance.random() < 0.5 else -1
    held = np.eye(3, dtype=np.float32)
    held[1:, 1:] = np.array(((cos, -sin), (way * sin, way * cos))) * chance.uniform(0.85, 1.15)
    return held


def told(net: NameModel, held: tuple[torch.Tensor, ...]) -> torch.Tensor:
    """Return how likely each name and, last, none of them is of each chip, (n, chips, kinds + 1), as logarithms."""
    pairs, laid, says, *_ = held
    many, high, wide = len(says), int(says.shape[2]), int(says.shape[3])
    looks = net.looks(pairs)
    spread = torch.zeros(many * high * wide, looks.shape[1]).index_copy(0, laid, looks)
    spread = spread.reshape(many, high, wide, -1).permute(0, 3, 1, 2)
    there = torch.zeros(many * high * wide).index_fill(0, laid, 1.0).reshape(many, 1, high, wide)
    chips, kinds = there.amax(dim=3, keepdim=True), there.amax(dim=2, keepdim=True)
    none = nn.functional.pad((kinds[:, 0] - 1) * 1e4, (0, 1))
    return torch.log_softmax(net(spread, says, chips, kinds) + none, dim=2)


def loss_of(net: NameModel, held: tuple[torch.Tensor, ...]) -> torch.Tensor:
    """Return how badly ``net`` names the chips."""
    names = held[3]
    known = names >= 0
    cost = -torch.gather(told(net, held), 2, names.clamp(min=0)[..., None])[..., 0]
    return (cost * known).sum() / known.sum()


def train(
    net: NameModel, held: Sequence[Stack], kept_out: Sequence[Stack], minutes: float, rate: float, seed: int
) -> NameModel:
    """Train ``net`` and return the mean of its late selves, as it was when it named those kept out best."""
    chance, mean = np.random.default_rng(seed), net
    best, looked = (np.inf, net.state_dict()), 0
    often = np.cumsum([_OFTEN if s.told[1] > _THROWN else 1.0 for s in held])
    often /= often[-1]
    judges = [s for s in kept_out if s.plain][::2]

    def loss() -> torch.Tensor:
        some: list[Stack] = []
        while sum(len(s.kinds) for s in some) < _CHIPS:
            some.append(held[int(np.searchsorted(often, chance.random()))])
        return loss_of(net, batch(some, chance))

    for done, mean in learn(net, loss, minutes, rate, _DECAY):
        if done > 0.4 + 0.6 * looked / _LOOKS:
            best, looked = _better(mean, judges, best), looked + 1
    best = _better(mean, judges, best)
    mean.load_state_dict(best[1])
    mean.eval()
    return mean


def _better(mean: NameModel, held: Sequence[Stack], best: Best) -> Best:
    """Return what names the stacks ``held`` better, and how badly: the ``best`` so far or ``mean``."""
    cost = []
    for stack, likely in judged(mean.eval(), held):
        known = stack.names >= 0
        cost.append(-np.log(likely[known, stack.names[known]] + 1e-6).sum() / max(len(known), 1))
    print(f"kept out: cost {np.mean(cost):.4f}", flush=True)  # noqa: T201
    if np.mean(cost) >= best[0]:
        return best
    return float(np.mean(cost)), {name: held.clone() for name, held in mean.state_dict().items()}


def judged(net: NameModel, held: Sequence[Stack]) -> list[tuple[Stack, npt.NDArray[np.float64]]]:
    """Return each stack with the likelihoods of its names."""
    with torch.no_grad():
        return [
            (stack, np.exp(told(net, batch([stack], None))[0].numpy().astype(np.float64))) for stack in held
        ]


def report(found: Sequence[tuple[Stack, npt.NDArray[np.float64]]]) -> None:
    """Print how many stacks have all names right, by the costs and by the net, and how many of those believed are wrong.

    Then how likely the net takes chips to be none of the set that are, and that are not.
    """
    for name, low, high in (
        ("tidy", 0.0, 0.45),
        ("pushed", 0.45, 0.85),
        ("thrown", 0.85, 9.0),
        ("all", 0.0, 9.0),
    ):
        some = [
            (s, p)
            for s, p in found
            if s.plain and s.right and (s.kinds >= 0).all() and low <= s.told[1] < high and s.told[2] > 0.9
        ]
        if not some:
            continue
        costs = [(s, np.exp(2 * s.says[BY_COSTS])) for s, _ in some]
        line = f"{name:>7} {len(some)} stacks of which 0.9 shows, numbered right; costs: {_figures(costs)} | net: {_figures(some)}"
        print(line, flush=True)  # noqa: T201

    none = [(s, p[:, -1]) for s, p in found if s.right and s.told[2] > 0.9]
    for name, kinds in (
        ("none of the set", [p[s.kinds == NONE] for s, p in none]),
        ("chips of it", [p[s.kinds >= 0] for s, p in none]),
    ):
        each = np.concatenate(kinds)
        said = " ".join(f"{(each > t).sum()}" for t in (0.1, 0.3, 0.5, 0.7, 0.9))
        print(f"{name}: {len(each)}, taken for strangers at 0.1, 0.3, 0.5, 0.7, 0.9: {said}", flush=True)  # noqa: T201


def _figures(some: Sequence[tuple[Stack, npt.NDArray[np.float64]]]) -> str:
    right = np.array([bool((p.argmax(axis=1) == s.kinds).all()) for s, p in some])
    likely = np.array([np.prod(p.max(axis=1) / p.sum(axis=1)) for _, p in some])
    cost = np.mean([-np.log(p[np.arange(len(p)), s.kinds] / p.sum(axis=1) + 1e-5).mean() for s, p in some])
    said = " ".join(f"{(likely > t).sum()}/{((likely > t) & ~right).sum()}" for t in (0.8, 0.9, 0.95, 0.98))
    return f"all names right {right.mean():.3f}, believed/wrong {said}, cost {cost:.4f}"


def take_up(net: NameModel, shipped: Path, some: tuple[torch.Tensor, ...]) -> None:
    """Give ``net`` the weights of a ``shipped`` net; ``some`` settles the norms that were folded in."""
    rounds = [
        conv for each in net.rounds for conv in (each.score, each.own, each.near, each.whole, each.like)
    ]
    plain = [nn.Sequential(conv) for conv in (net.mix, *rounds, net.name, net.none)]
    go_on(net, [*net.stages, net.join, *plain], shipped, lambda: told(net, some))


def main() -> None:
    """Train, print figures of the tables kept out, write the net."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--minutes", type=float, default=120.0)
    asked.add_argument("--rate", type=float, default=2e-3)
    asked.add_argument("--seed", type=int, default=5)
    asked.add_argument("--weights", type=Path, default=Path("build/names.pt"))
    asked.add_argument(
        "--from",
        dest="start",
        type=Path,
        help="weights to go on from, of a narrower net as well, or a net that ships",
    )
    asked.add_argument("-o", "--output", type=Path, default=MODEL)
    said = asked.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(said.seed)
    learned, kept_out = stacks(said.folder)
    net = NameModel().to(memory_format=torch.channels_last)
    if said.start and said.start.suffix == MODEL.suffix:
        some = learned[:: max(len(learned) // _SETTLES, 1)]
        take_up(net, said.start, batch(some, np.random.default_rng(said.seed)))
    elif said.start:
        go_on_from(net, torch.load(said.start), TAILS)
    print(f"{len(learned)} stacks, {len(kept_out)} kept out; {weights_of(net)} weights", flush=True)  # noqa: T201
    net = train(net, learned, kept_out, said.minutes, said.rate, said.seed)
    said.weights.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), said.weights)
    export(net, said.output, f"seed {said.seed}; {len(learned)} stacks")
    report(judged(net, kept_out))


if __name__ == "__main__":
    main()
