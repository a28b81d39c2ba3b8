"""The strip net in PyTorch, and how it is written as ONNX. Needs ``torch`` and ``onnx``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.unwrap import COLUMNS

_OPSET: Final = 17
_IR: Final = 8
"""Both are old enough for onnxruntime 1.18."""
_STAGES: Final = ((4, 12, (5, 3)), (12, 24, (3, 3)), (24, 32, (3, 3)), (32, 48, (3, 3)))
_WIDE: Final = 64
_REACHES: Final = (1, 2, 4, 8, 1)


class Net(nn.Module):
    """Four steps that halve the columns, one that ends them, then rows alone, each looking farther."""

    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.ModuleList(_conv(a, b, size, stride=(1, 2)) for a, b, size in _STAGES)
        self.join = _conv(_STAGES[-1][1], _WIDE, (1, COLUMNS >> len(_STAGES)), same=False)
        self.rows = nn.ModuleList(_conv(_WIDE, _WIDE, (3, 1), reach=reach) for reach in _REACHES)
        self.out = nn.Conv2d(_WIDE, 3, 1)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        """Return the log odds, (n, 3, rows, 1), of ``given``, (n, 4, rows, columns)."""
        held = given
        for stage in self.stages:
            held = torch.relu(stage(held))
        held = torch.relu(self.join(held))
        for row in self.rows:
            held = held + torch.relu(row(held))
        return self.out(held)


def _conv(
    a: int,
    b: int,
    size: tuple[int, int],
    *,
    stride: tuple[int, int] = (1, 1),
    reach: int = 1,
    same: bool = True,
) -> nn.Sequential:
    padding = (size[0] // 2 * reach, size[1] // 2) if same else (0, 0)
    conv = nn.Conv2d(a, b, size, stride=stride, padding=padding, dilation=(reach, 1), bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(b))


def export(net: Net, target: Path, card: str) -> None:
    """Write ``net`` to ``target``: convolutions with their norms folded in, and nothing that needs PyTorch."""
    graph = _Graph()
    held = "strip"
    for stage in net.stages:
        held = graph.node("Relu", graph.conv(stage, held))
    held = graph.node("Relu", graph.conv(net.join, held))
    for row in net.rows:
        held = graph.node("Add", held, graph.node("Relu", graph.conv(row, held)))
    held = graph.node("Sigmoid", graph.conv(nn.Sequential(net.out), held), out="shares")
    made = helper.make_graph(
        graph.nodes,
        "strip",
        [helper.make_tensor_value_info("strip", TensorProto.FLOAT, [1, 4, "rows", COLUMNS])],
        [helper.make_tensor_value_info("shares", TensorProto.FLOAT, [1, 3, "rows", 1])],
        graph.weights,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], doc_string=card)
    model.ir_version = _IR
    onnx.checker.check_model(model)
    target.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(target))


class _Graph:
    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def node(self, kind: str, *inputs: str, out: str | None = None, **said: Any) -> str:
        name = out or f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **said))
        return name

    def conv(self, block: nn.Sequential, held: str) -> str:
        conv = block[0]
        weight = conv.weight.detach().numpy()
        bias = conv.bias.detach().numpy() if conv.bias is not None else np.zeros(len(weight), np.float32)
        if len(block) > 1:
            norm = block[1]
            scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().numpy()
            weight = weight * scale[:, None, None, None]
            bias = (bias - norm.running_mean.numpy()) * scale + norm.bias.detach().numpy()
        names = [f"w{len(self.weights)}", f"b{len(self.weights)}"]
        for name, values in zip(names, (weight, bias), strict=True):
            self.weights.append(numpy_helper.from_array(values.astype(np.float32), name))
        down, across = conv.padding
        return self.node(
            "Conv",
            held,
            *names,
            kernel_shape=list(conv.kernel_size),
            strides=list(conv.stride),
            dilations=list(conv.dilation),
            pads=[down, across, down, across],
        )
