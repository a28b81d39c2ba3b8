"""Describes the name net in PyTorch, and writes it as ONNX. Needs ``torch`` and ``onnx``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from vision.counting.edge_costs import SAYS
from vision.counting.name_net import PARTS, PLANES, ROWS
from vision.training.graph import Graph

_STAGES: Final = ((PLANES, 20, (2, 2)), (20, 36, (2, 2)), (36, 64, (1, 2)))
_WIDE: Final = 64
_ROUNDS: Final = 3
TAILS: Final = {"mix.weight": SAYS, "name.weight": SAYS}
"""What the costs say comes last where it joins what is seen."""
_DROPPED: Final = 0.1
_SELDOM: Final = -4.0
"""How likely a chip is none of the set before anything is learned, as log odds."""
BY_COSTS: Final = 3
"""Which of ``Costs.says`` is half the logarithm of how likely a name is by the costs alone: where learning begins."""


class Round(nn.Module):
    """What each chip would be by itself, told to its neighbours, to the whole stack, and to its like in the stack."""

    def __init__(self) -> None:
        super().__init__()
        self.score = nn.Conv2d(_WIDE, 1, 1)
        self.own = nn.Conv2d(_WIDE, _WIDE, (3, 1), padding=(1, 0))
        self.near = nn.Conv2d(_WIDE, _WIDE, (3, 1), padding=(1, 0), bias=False)
        self.whole = nn.Conv2d(_WIDE, _WIDE, 1, bias=False)
        self.like = nn.Conv2d(_WIDE, _WIDE, 1, bias=False)

    def forward(self, held: torch.Tensor, chips: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
        """Return what is ``held`` of each chip and kind, (n, wide, chips, kinds), with what the others say."""
        meant = torch.softmax(self.score(held) + (kinds - 1) * 1e4, dim=3) * held
        best = meant.sum(dim=3, keepdim=True)
        many = chips.sum(dim=2, keepdim=True)
        stack, like = best.sum(dim=2, keepdim=True) / many, meant.sum(dim=2, keepdim=True) / many
        said = self.own(held) + self.near(best) + self.whole(stack) + self.like(like)
        return (held + torch.relu(said)) * chips


class NameModel(nn.Module):
    """Each chip held against each denomination by itself, then rounds in which the chips of a stack hear of each other."""

    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.ModuleList(_conv(a, b, 3, stride) for a, b, stride in _STAGES)
        size = (ROWS // 4, PARTS // 8)
        self.join = nn.Sequential(nn.Conv2d(_WIDE, _WIDE, size, bias=False), nn.BatchNorm2d(_WIDE))
        self.mix = nn.Conv2d(_WIDE + SAYS, _WIDE, 1)
        self.rounds = nn.ModuleList(Round() for _ in range(_ROUNDS))
        self.name = nn.Conv2d(_WIDE + SAYS, 1, 1)
        self.none = nn.Conv2d(_WIDE, 1, 1)
        nn.init.zeros_(self.none.weight)
        nn.init.constant_(self.none.bias, _SELDOM)
        nn.init.zeros_(self.name.weight)
        with torch.no_grad():
            self.name.weight[0, _WIDE + BY_COSTS] = 2.0

    def looks(self, pairs: torch.Tensor) -> torch.Tensor:
        """Return what is seen of each pair, (pairs, wide), of its planes."""
        held = pairs
        for stage in self.stages:
            held = torch.relu(stage(held))
        return torch.relu(self.join(held))[:, :, 0, 0]

    def forward(
        self, looks: torch.Tensor, says: torch.Tensor, chips: torch.Tensor, kinds: torch.Tensor
    ) -> torch.Tensor:
        """Return the log odds of the names and, last, of none of them, (n, chips, kinds + 1).

        ``looks`` and ``says`` are (n, features, chips, kinds); ``chips`` and ``kinds`` are 1 where there are any.
        """
        held = torch.relu(self.mix(torch.cat((looks, says), dim=1))) * chips
        held = nn.functional.dropout2d(held, _DROPPED, self.training)
        for each in self.rounds:
            held = each(held, chips, kinds)
        names = self.name(torch.cat((held, says), dim=1))
        meant = torch.softmax(names + (kinds - 1) * 1e4, dim=3) * held
        return torch.cat((names, self.none(meant.sum(dim=3, keepdim=True))), dim=3)[:, 0]


def _conv(a: int, b: int, size: int, stride: tuple[int, int]) -> nn.Sequential:
    conv = nn.Conv2d(a, b, size, stride=stride, padding=(size // 2, size // 2), bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(b))


def export(net: NameModel, target: Path, card: str) -> None:
    """Write ``net`` to ``target`` with its norms folded in, for one stack of any chips and denominations."""
    graph, held = Graph(), "pairs"
    for block in (*net.stages, net.join):
        held = graph.relu(block, held)
    held = _laid_out(graph, held)
    held = graph.relu(nn.Sequential(net.mix), graph.node("Concat", held, "says", axis=1))
    for each in net.rounds:
        held = _round(graph, each, held)
    names = graph.conv(nn.Sequential(net.name), graph.node("Concat", held, "says", axis=1))
    none = graph.conv(nn.Sequential(net.none), _over(graph, _meant(graph, names, held), 3))
    graph.node("Concat", names, none, out="names", axis=3)
    graph.write_many(
        target,
        "names",
        (("pairs", ["pairs", PLANES, ROWS, PARTS]), ("says", [1, SAYS, "chips", "kinds"])),
        (("names", [1, 1, "chips", "kinds and none"]),),
        card,
    )


def _round(graph: Graph, each: Round, held: str) -> str:
    meant = _meant(graph, graph.conv(nn.Sequential(each.score), held), held)
    best = _over(graph, meant, 3)
    stack, like = (graph.node("ReduceMean", what, axes=[2], keepdims=1) for what in (best, meant))
    said = graph.conv(nn.Sequential(each.own), held)
    for conv, what in ((each.near, best), (each.whole, stack), (each.like, like)):
        said = graph.node("Add", said, graph.conv(nn.Sequential(conv), what))
    return graph.node("Add", held, graph.node("Relu", said))


def _meant(graph: Graph, names: str, held: str) -> str:
    """Add what is held of each kind, as far as each chip is taken for it."""
    return graph.node("Mul", graph.node("Softmax", names, axis=3), held)


def _over(graph: Graph, held: str, axis: int) -> str:
    return graph.node("ReduceSum", held, graph.constant(np.array([axis], np.int64)), keepdims=1)


def _laid_out(graph: Graph, held: str) -> str:
    """Add what lays the pairs out as chips by kinds, as in ``says``."""
    first, last = (graph.constant(np.array([at], np.int64)) for at in (3, 4))
    kinds = graph.node("Slice", graph.node("Shape", "says"), first, last)
    shape = graph.node("Concat", graph.constant(np.array([1, _WIDE, -1], np.int64)), kinds, axis=0)
    flat = graph.node("Reshape", held, graph.constant(np.array([-1, _WIDE], np.int64)))
    return graph.node("Reshape", graph.node("Transpose", flat, perm=[1, 0]), shape)


def weights_of(net: NameModel) -> int:
    """Return how many numbers ``net`` has learned."""
    return sum(held.numel() for held in net.parameters())
