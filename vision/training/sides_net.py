"""Describes the sides net in PyTorch, and writes it as ONNX. Needs ``torch`` and ``onnx``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import torch
from torch import nn

from vision.training.graph import Graph

PLANES: Final = 4
TOLD: Final = 9
_WIDE: Final = (16, 32, 48, 52)
_FAR: Final = (1, 2, 4)
_SELDOM: Final = -4.0
"""The log odds of a top's middle, before anything is learnt."""


class SidesNet(nn.Module):
    """Four halvings, stacks' whole heights seen at the fourth, and back to the second, each with what it was."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = _WIDE
        self.stem = _conv(PLANES, a, 5, stride=2)
        self.down = nn.ModuleList((_conv(a, b, stride=2), _conv(b, c, stride=2), _conv(c, d, stride=2)))
        self.same = nn.ModuleList((_conv(b, b), _conv(c, c)))
        self.far = nn.ModuleList(_conv(d, d, reach=reach) for reach in _FAR)
        self.up = nn.ModuleList((_conv(d, c, 1), _conv(c, b, 1)))
        self.joined = nn.ModuleList((_conv(c, c), _conv(b, b)))
        self.last = _conv(b, b)
        self.out = nn.Conv2d(b, TOLD, 1)
        nn.init.constant_(self.out.bias[3:4], _SELDOM)

    @property
    def blocks(self) -> list[nn.Sequential]:
        """The convolutions with their norms, in the order in which ``export`` writes them."""
        pairs = [block for pair in zip(self.down, self.same, strict=False) for block in pair]
        back = [block for pair in zip(self.up, self.joined, strict=True) for block in pair]
        return [self.stem, *pairs, self.down[2], *self.far, *back, self.last, nn.Sequential(self.out)]

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        """Return the planes, (n, 9, rows / 4, columns / 4), of ``given``, (n, 4, rows, columns)."""
        held = torch.relu(self.stem(given))
        kept = []
        for down, same in zip(self.down, self.same, strict=False):
            held = torch.relu(down(held))
            held = held + torch.relu(same(held))
            kept.append(held)
        held = torch.relu(self.down[2](held))
        for far in self.far:
            held = held + torch.relu(far(held))
        for up, joined, before in zip(self.up, self.joined, reversed(kept), strict=True):
            held = nn.functional.interpolate(torch.relu(up(held)), scale_factor=2, mode="nearest") + before
            held = held + torch.relu(joined(held))
        told: torch.Tensor = self.out(torch.relu(self.last(held)))
        return told


def _conv(a: int, b: int, size: int = 3, *, stride: int = 1, reach: int = 1) -> nn.Sequential:
    padding = size // 2 * reach
    conv = nn.Conv2d(a, b, size, stride=stride, padding=padding, dilation=reach, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(b))


def export(net: SidesNet, target: Path, card: str) -> None:
    """Write ``net`` to ``target``: convolutions with their norms folded in, and nothing that needs PyTorch."""
    graph = Graph()
    held, kept = graph.relu(net.stem, "fan"), []
    for down, same in zip(net.down, net.same, strict=False):
        held = graph.relu(down, held)
        held = graph.node("Add", held, graph.relu(same, held))
        kept.append(held)
    held = graph.relu(net.down[2], held)
    for far in net.far:
        held = graph.node("Add", held, graph.relu(far, held))
    for up, joined, before in zip(net.up, net.joined, reversed(kept), strict=True):
        held = graph.node("Add", graph.doubled(graph.relu(up, held)), before)
        held = graph.node("Add", held, graph.relu(joined, held))
    graph.conv(nn.Sequential(net.out), graph.relu(net.last, held), out="told")
    graph.write(target, "faces", ("fan", [1, PLANES, "rows", "columns"]), ("told", [1, TOLD, "r", "c"]), card)
