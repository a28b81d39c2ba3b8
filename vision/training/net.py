"""Describes the strip net in PyTorch, and writes it as ONNX. Needs ``torch`` and ``onnx``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import torch
from torch import nn

from vision.geometry.unwrap import COLUMNS
from vision.training.graph import Graph

_STAGES: Final = ((4, 12, (5, 3)), (12, 24, (3, 3)), (24, 32, (3, 3)), (32, 48, (3, 3)))
_WIDE: Final = 64
_REACHES: Final = (1, 2, 4, 8, 1)


class Net(nn.Module):
    """Four steps that halve the columns, one that ends them, then rows alone, each looking farther."""

    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.ModuleList(conv_of(a, b, size, stride=(1, 2)) for a, b, size in _STAGES)
        self.join = conv_of(_STAGES[-1][1], _WIDE, (1, COLUMNS >> len(_STAGES)), same=False)
        self.rows = nn.ModuleList(conv_of(_WIDE, _WIDE, (3, 1), reach=reach) for reach in _REACHES)
        self.out = nn.Conv2d(_WIDE, 3, 1)

    @property
    def blocks(self) -> list[nn.Sequential]:
        """The convolutions with their norms, in the order in which ``export`` writes them."""
        return [*self.stages, self.join, *self.rows, nn.Sequential(self.out)]

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        """Return the log odds, (n, 3, rows, 1), of ``given``, (n, 4, rows, columns)."""
        held = given
        for stage in self.stages:
            held = torch.relu(stage(held))
        held = torch.relu(self.join(held))
        for row in self.rows:
            held = held + torch.relu(row(held))
        return self.out(held)


def conv_of(
    a: int,
    b: int,
    size: tuple[int, int],
    *,
    stride: tuple[int, int] = (1, 1),
    reach: int = 1,
    same: bool = True,
) -> nn.Sequential:
    """Return a convolution with its norm; ``reach`` is how far apart the rows are that it looks at."""
    padding = (size[0] // 2 * reach, size[1] // 2) if same else (0, 0)
    conv = nn.Conv2d(a, b, size, stride=stride, padding=padding, dilation=(reach, 1), bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(b))


def export(net: Net, target: Path, card: str) -> None:
    """Write ``net`` to ``target``: convolutions with their norms folded in, and nothing that needs PyTorch."""
    graph = Graph(rows_across=True)
    held = graph.turned("strip")
    for block in (*net.stages, net.join):
        held = graph.relu(block, held)
    for row in net.rows:
        held = graph.node("Add", held, graph.relu(row, held))
    graph.turned(graph.node("Sigmoid", graph.conv(nn.Sequential(net.out), held)), out="shares")
    graph.write(target, "strip", ("strip", [1, 4, "rows", COLUMNS]), ("shares", [1, 3, "rows", 1]), card)
