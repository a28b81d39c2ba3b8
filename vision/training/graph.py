"""Writes a net of convolutions as ONNX by hand, their norms folded in: nothing of PyTorch is left. Needs ``onnx``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

_OPSET: Final = 17
_IR: Final = 8
"""Both are old enough for onnxruntime 1.18."""

_ROWS_ACROSS: Final = "rows across"
"""Said of a net whose rows lie along the second side of what it works with: where those are many and columns few, the runtime
takes half as long."""
_TURNED: Final = (0, 1, 3, 2)

_KERNEL: Final = 4
"""How many sides a convolution's weights have; its bias is written after them. What else a net holds has fewer."""

Sides = tuple[str, Sequence[int | str]]
"""An input's or output's name and its sizes."""


class Graph:
    """A graph under construction; each method adds nodes and returns the name of what comes out.

    With ``rows_across`` what is ``turned`` has its columns before its rows, and so do the convolutions' weights.
    """

    def __init__(self, *, rows_across: bool = False) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self.rows = 3 if rows_across else 2
        self._rows_across = rows_across

    def node(self, kind: str, *inputs: str, out: str | None = None, **said: Any) -> str:
        name = out or f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **said))
        return name

    def conv(self, block: nn.Sequential, held: str, out: str | None = None) -> str:
        """Add a convolution and the norm after it, where there is one."""
        conv = block[0]
        weight = conv.weight.detach().numpy()
        bias = conv.bias.detach().numpy() if conv.bias is not None else np.zeros(len(weight), np.float32)
        if len(block) > 1:
            norm = block[1]
            scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().numpy()
            weight = weight * scale[:, None, None, None]
            bias = (bias - norm.running_mean.numpy()) * scale + norm.bias.detach().numpy()
        turn = -1 if self._rows_across else 1
        if self._rows_across:
            weight = weight.transpose(_TURNED)
        return self.node(
            "Conv",
            held,
            self._held("w", weight.astype(np.float32)),
            self._held("b", bias.astype(np.float32)),
            out=out,
            kernel_shape=list(conv.kernel_size)[::turn],
            strides=list(conv.stride)[::turn],
            dilations=list(conv.dilation)[::turn],
            pads=[*conv.padding[::turn]] * 2,
        )

    def relu(self, block: nn.Sequential, held: str) -> str:
        return self.node("Relu", self.conv(block, held))

    def turned(self, held: str, out: str | None = None) -> str:
        """Add what changes rows and columns, of what is given and again of what is told."""
        return self.node("Transpose", held, out=out, perm=list(_TURNED))

    def doubled(self, held: str) -> str:
        """Add what makes rows and columns twice as many."""
        scales = self._held("s", np.array((1, 1, 2, 2), np.float32))
        return self.node("Resize", held, "", scales, mode="nearest", nearest_mode="floor",
                         coordinate_transformation_mode="asymmetric")  # fmt: skip

    def _held(self, kind: str, values: np.ndarray[Any, Any]) -> str:
        name = f"{kind}{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def constant(self, values: np.ndarray[Any, Any]) -> str:
        """Add what never changes: a shape, an axis."""
        return self._held("c", values)

    def write(self, target: Path, name: str, given: Sides, told: Sides, card: str) -> None:
        """Write the graph from ``given`` to ``told`` to ``target``."""
        self.write_many(target, name, (given,), (told,), card)

    def write_many(
        self, target: Path, name: str, given: Sequence[Sides], told: Sequence[Sides], card: str
    ) -> None:
        """Write the graph from all that is ``given`` to all that is ``told`` to ``target``."""
        sides = [
            [helper.make_tensor_value_info(side[0], TensorProto.FLOAT, list(side[1])) for side in some]
            for some in (given, told)
        ]
        made = helper.make_graph(self.nodes, name, *sides, self.weights)
        model = helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], doc_string=card)
        model.ir_version = _IR
        if self._rows_across:
            helper.set_model_props(model, {_ROWS_ACROSS: "yes"})
        onnx.checker.check_model(model)
        target.parent.mkdir(parents=True, exist_ok=True)
        onnx.save(model, str(target))


def go_on(net: nn.Module, blocks: Sequence[nn.Sequential], shipped: Path, look: Callable[[], object]) -> None:
    """Take up the weights of a ``shipped`` net: ``blocks`` are its convolutions in the order in which it was written.

    Norms that were folded in are set apart again by what comes out of each convolution as ``net`` has a ``look`` at something.
    """
    model = onnx.load(str(shipped))
    held = [numpy_helper.to_array(weights) for weights in model.graph.initializer]
    pairs = [(held[at], held[at + 1]) for at, weights in enumerate(held) if weights.ndim == _KERNEL]
    if any(said.key == _ROWS_ACROSS for said in model.metadata_props):
        pairs = [(weight.transpose(_TURNED), bias) for weight, bias in pairs]
    seen: dict[nn.Module, torch.Tensor] = {}
    hooks = []
    for block, pair in zip(blocks, pairs, strict=True):
        weight, bias = (torch.tensor(values) for values in pair)
        block[0].weight.data.copy_(weight)
        if len(block) == 1:
            if block[0].bias is not None:
                block[0].bias.data.copy_(bias)
            continue
        norm = block[1]
        norm.running_mean.zero_()
        norm.running_var.fill_(1.0 - norm.eps)
        norm.weight.data.fill_(1.0)
        norm.bias.data.copy_(bias)
        hooks.append(block[0].register_forward_hook(lambda conv, _, out: seen.update({conv: out})))
    net.eval()
    with torch.no_grad():
        look()
    for hook in hooks:
        hook.remove()
    for conv, norm in ((block[0], block[1]) for block in blocks if len(block) > 1):
        spread, mean = torch.var_mean(seen[conv], dim=(0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data.copy_((spread + norm.eps).sqrt())
        norm.bias.data.add_(mean)
