"""Holds what trainings have in common: a rate that rises and falls, the mean of a net's late selves, and the steps between."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import torch
from torch import nn

Net = TypeVar("Net", bound=nn.Module)

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


def learn(
    net: Net, loss_of: Callable[[], torch.Tensor], minutes: float, rate: float, decay: float
) -> Iterator[tuple[float, Net]]:
    """Teach ``net`` by what ``loss_of`` has of it; yield after each step which share of the time is over, and the mean of its late selves."""
    mean = copy.deepcopy(net)
    learner = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
    start, step, running = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - start) / 60 / minutes) < 1:
        for group in learner.param_groups:
            group["lr"] = rate_at(rate, step, done)
        net.train()
        loss = loss_of()
        learner.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        learner.step()
        step, running = step + 1, 0.98 * running + 0.02 * float(loss.detach())
        keep(mean, net, step)
        if step % 100 == 0:
            print(f"{step} steps, {done:.0%}, loss {running / (1 - 0.98**step):.4f}", flush=True)  # noqa: T201
        yield done, mean
