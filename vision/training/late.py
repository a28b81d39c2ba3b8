"""Holds what trainings have in common: a rate that rises and falls, and the mean of a net's late selves."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

_RISES = 100
_LAST = 0.01


def rate_at(most: float, step: int, done: float) -> float:
    """Return the rate of learning at ``step``, where the share ``done`` of the time is over: up over a hundred steps, then down."""
    return float(
        most * min(1.0, (step + 1) / _RISES) * (_LAST + (1 - _LAST) * (1 + np.cos(np.pi * done)) / 2)
    )


def keep(mean: nn.Module, net: nn.Module, step: int, late: float = 0.998) -> None:
    """Take ``net``, as it is after ``step``, into the ``mean`` of its late selves."""
    share = min(late, 1 - 1 / (step + 1))
    with torch.no_grad():
        for held, now in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            held.copy_(share * held + (1 - share) * now if held.is_floating_point() else now)
