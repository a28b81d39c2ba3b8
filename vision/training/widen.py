"""Goes on with a net that has become wider or deeper from the weights of what it was, and from what that had learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import torch
from torch import nn

_NEW_LAYER: Final = 0.2
"""The share of their usual weights with which layers begin that were not there."""


def go_on_from(net: nn.Module, before: Mapping[str, torch.Tensor], tails: Mapping[str, int]) -> None:
    """Give ``net`` the weights ``before``, of a net of the same making that may have been narrower.

    Nothing that was there listens to a new channel yet, so the net says what it said, but for layers that are new. ``tails`` is how
    many of a weight's last inputs are no channels of the layer before: they stay the last.
    """
    own = net.state_dict()
    for name, now in own.items():
        if name not in before:
            own[name] = now * _NEW_LAYER if now.is_floating_point() else now
        elif now.shape == before[name].shape:
            own[name] = before[name]
        else:
            own[name] = _widened(now.clone(), before[name], tails.get(name, 0))
    net.load_state_dict(own)


def _widened(now: torch.Tensor, before: torch.Tensor, tail: int) -> torch.Tensor:
    """Return ``now`` with ``before`` in place of its first rows and columns, and of its last ``tail`` columns."""
    rows = len(before)
    if now.dim() == 1:
        now[:rows] = before
        return now
    columns = before.shape[1] - tail
    now[:rows] = 0
    now[:rows, :columns] = before[:, :columns]
    if tail:
        now[:rows, -tail:] = before[:, -tail:]
    return now
