"""Describes the net of numbers in PyTorch, and writes it as ONNX. Needs ``torch`` and ``onnx``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from vision.counting.number_net import CLAIMED
from vision.geometry.front import COLUMNS
from vision.training.graph import Graph
from vision.training.net import conv_of

_STAGES: Final = ((4, 16, (5, 3)), (16, 24, (3, 3)), (24, 32, (3, 3)), (32, 48, (3, 3)))
_WIDE: Final = 64
_REACHES: Final = (1, 2, 4, 8, 1)
_DROPPED: Final = 0.1


class NumberModel(nn.Module):
    """Steps that halve the columns of a front, then rows alone; there what is claimed of them joins, and the worst row decides."""

    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.ModuleList(conv_of(a, b, size, stride=(1, 2)) for a, b, size in _STAGES)
        self.join = conv_of(_STAGES[-1][1], _WIDE, (1, COLUMNS >> len(_STAGES)), same=False)
        self.seen = nn.Conv2d(_WIDE, _WIDE, (3, 1), padding=(1, 0))
        self.claimed = nn.Conv2d(CLAIMED, _WIDE, (3, 1), padding=(1, 0), bias=False)
        self.rows = nn.ModuleList(conv_of(_WIDE, _WIDE, (3, 1), reach=reach) for reach in _REACHES)
        self.bad = nn.Conv2d(_WIDE, 1, 1)
        self.whole = nn.Conv2d(_WIDE, 1, 1)
        self.moved = nn.Conv2d(_WIDE, 1, 1)
        nn.init.zeros_(self.moved.weight)

    def trunk(self, given: torch.Tensor) -> torch.Tensor:
        """Return what is seen of each row, (n, wide, rows, 1), of fronts (n, 4, rows, columns)."""
        held = given
        for stage in self.stages:
            held = torch.relu(stage(held))
        return torch.relu(self.join(held))

    def head(self, seen: torch.Tensor, claimed: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the log odds, (n,), that what is ``claimed`` of each row, (n, claimed, rows, 1), is right, and how far, in chips,
        what is claimed there lies from what is seen, (n, rows)."""
        held = torch.relu(self.seen(seen) + self.claimed(claimed))
        held = nn.functional.dropout2d(held, _DROPPED, self.training)
        for row in self.rows:
            held = held + torch.relu(row(held))
        counts = claimed[:, -1:]
        bad = torch.logsumexp(self.bad(held) + (counts - 1) * 1e4, dim=2)
        mean = (self.whole(held) * counts).sum(dim=2) / counts.sum(dim=2)
        return (mean - bad)[:, 0, 0], self.moved(held)[:, 0, :, 0]


def export(net: NumberModel, fronts: Path, numbers: Path, card: str) -> None:
    """Write what ``net`` sees of a front to ``fronts`` and what that says of any number of claims to ``numbers``, norms folded in."""
    graph = Graph(rows_across=True)
    held = graph.turned("front")
    for stage in net.stages:
        held = graph.relu(stage, held)
    graph.turned(graph.relu(net.join, held), out="seen")
    graph.write(fronts, "fronts", ("front", [1, 4, "rows", COLUMNS]), ("seen", [1, _WIDE, "rows", 1]), card)
    graph = Graph(rows_across=True)
    claim = graph.turned("claimed")
    claimed = graph.conv(nn.Sequential(net.claimed), claim)
    seen = graph.conv(nn.Sequential(net.seen), graph.turned("seen"))
    held = graph.node("Relu", graph.node("Add", claimed, seen))
    for row in net.rows:
        held = graph.node("Add", held, graph.relu(row, held))
    graph.turned(graph.conv(nn.Sequential(net.moved), held), out="moves")
    _odds(graph, net, held, claim)
    graph.write_many(
        numbers,
        "numbers",
        (("seen", [1, _WIDE, "rows", 1]), ("claimed", ["ways", CLAIMED, "rows", 1])),
        (("odds", ["ways", 1, 1, 1]), ("moves", ["ways", 1, "rows", 1])),
        card,
    )


def _odds(graph: Graph, net: NumberModel, held: str, claim: str) -> None:
    """Add what makes odds of a ``claim`` of what is ``held`` of each of its rows."""
    last, end, over = (graph.constant(np.array([at], np.int64)) for at in (CLAIMED - 1, CLAIMED, 1))
    counts = graph.node("Slice", claim, last, end, over)
    rows = graph.constant(np.array([graph.rows], np.int64))
    off = graph.node(
        "Mul",
        graph.node("Sub", counts, graph.constant(np.ones(1, np.float32))),
        graph.constant(np.full(1, 1e4, np.float32)),
    )
    bad = graph.node(
        "ReduceLogSumExp",
        graph.node("Add", graph.conv(nn.Sequential(net.bad), held), off),
        axes=[graph.rows],
        keepdims=1,
    )
    mean = graph.node(
        "Div",
        graph.node(
            "ReduceSum",
            graph.node("Mul", graph.conv(nn.Sequential(net.whole), held), counts),
            rows,
            keepdims=1,
        ),
        graph.node("ReduceSum", counts, rows, keepdims=1),
    )
    graph.node("Sub", mean, bad, out="odds")
