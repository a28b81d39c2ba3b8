"""Finds the figures that fit best, for problems of some dozens of unknowns (Levenberg and Marquardt's way)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.geometry.camera import Array

_ROUNDS: Final = 100
_ENOUGH: Final = 1e-10
_STEP: Final = 1e-6


def best(residuals: Callable[[Array], Array], start: Array) -> Array:
    """Return the unknowns near ``start`` that make the squares of ``residuals`` least."""
    at, error = start, residuals(start)
    damping = 1e-3
    for _ in range(_ROUNDS):
        slope = _slope(residuals, at, error)
        square = slope.T @ slope
        step = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-12), -slope.T @ error)
        tried = residuals(at + step)
        gained = float(error @ error - tried @ tried)
        if gained > 0:
            at, error, damping = at + step, tried, damping / 10
        else:
            damping *= 10
        if 0 <= gained <= _ENOUGH * float(error @ error) or damping > 1e12:
            break
    return at


def _slope(residuals: Callable[[Array], Array], at: Array, error: Array) -> Array:
    columns = []
    for index in range(len(at)):
        moved = at.copy()
        moved[index] += _STEP * max(1.0, abs(at[index]))
        columns.append((residuals(moved) - error) / (moved[index] - at[index]))
    return np.stack(columns, axis=1)
