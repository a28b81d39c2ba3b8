"""Asks the net that says how likely each chip of a stack is each denomination of the enrolled set, or none of them.

It knows no colour: it is given how what is seen differs from what was enrolled, one denomination after the other, and
what the hand-made costs say. ``nets/MODEL_CARD.md`` tells what it was trained on and how well it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.counting.chip_set import Chip
from vision.geometry.camera import Array
from vision.geometry.front import COLUMNS
from vision.geometry.unwrap import Strip
from vision.net_files import FOLDER, opened

MODEL: Final = FOLDER / "names.onnx"
ROWS: Final = 16
PARTS: Final = COLUMNS // 2
"""A chip's window: rows from half a chip under its lower edge to half of one over its upper one, and parts of the front."""
PLANES: Final = 8
_REACHES: Final = np.linspace(-0.6, 1.6, ROWS)
_SELDOM: Final = 2.0
"""How much seldomer strangers are at a table than in training, where they lay in every tenth stack, as a logarithm."""
_TELLS: Final = 0.9
_TELLS_EVEN: Final = 1.3
"""How much of what the net says is believed, of log odds; and of an even stack, where no edge can be far from its place. Fitted on
tables of two drawers, and of one, that it never saw."""
_EVEN: Final = 0.08
"""How far, in chips, the edges of an even stack lie off a straight line at most, root mean square."""
_DARK: Final = 12.0
"""Levels added to a colour before its logarithm is taken: dark is no hue."""
OPPOSED: Final = np.array(((0.7, 0.7, 0.7), (6.0, -6.0, 0.0), (3.0, 3.0, -6.0)), np.float32)
"""Red, green and blue, as logarithms, to brightness and two hues, each so that what tells chips apart is about one."""
_MOST: Final = 4.0
_MIDDLE: Final = 4.3
"""The logarithm of a middling level."""
LOGARITHMS: Final = (np.log(np.arange(256) + _DARK) - _MIDDLE).astype(np.float32)
"""Those of all levels that a picture has."""

Planes = npt.NDArray[np.float32]


class NameNet:
    """The net, on ``threads`` threads."""

    def __init__(self, threads: int = 1) -> None:
        self._session = opened(MODEL, threads)

    def odds(self, pairs: Planes, says: Planes) -> Array:
        """Return the log odds of each denomination and, last, of none of them, (chips, kinds + 1), as the net says them.

        ``pairs`` are ``planes_of`` each chip and kind, ``says`` what else is known of them, (features, chips, kinds).
        """
        (names,) = self._session.run(None, {"pairs": pairs, "says": says[None]})
        odds = np.array(names[0, 0], np.float64)
        odds[:, -1] -= _SELDOM
        return odds


def believed(odds: Array, edges: Sequence[float]) -> Array:
    """Return how much of ``odds`` is to be believed of the chips between ``edges``, (chips, kinds + 1), bottom first.

    The net is not told how well the edges lie. Of the lowest chip, in the felt's shade, and of chips that lie unevenly it is surer than
    right; of the others it is not. That a chip is none of the set is believed as much of all.
    """
    held = np.asarray(_TELLS * (odds - odds[:, :-1].max(axis=1, keepdims=True)))
    if _even(np.asarray(edges, np.float64)):
        held[1:, :-1] *= _TELLS_EVEN / _TELLS
    return held


def _even(edges: Array) -> bool:
    """Return whether ``edges`` lie where those of equal chips do; those of one chip always do."""
    if len(edges) < 3:
        return True
    at = np.arange(len(edges), dtype=np.float64)
    height, foot = np.polyfit(at, edges, 1)
    off = edges - (foot + height * at)
    return bool((off**2).sum() < (_EVEN * height) ** 2 * (len(edges) - 2))


def windows(front: Strip, edges: Sequence[float]) -> npt.NDArray[np.uint8]:
    """Return each chip's window, (chips, rows, parts, 4): red, green, blue and what shows; ``edges`` are rows of ``front``."""
    bounds = np.asarray(edges, np.float64)
    at = bounds[:-1, None] + (bounds[1:] - bounds[:-1])[:, None] * _REACHES
    at = np.clip(at, 0, len(front.picture) - 1.001)
    low = at.astype(int)
    share = (at - low)[..., None, None]
    levels = front.picture[low] * (1 - share) + front.picture[low + 1] * share
    colours = (levels[:, :, ::2] + levels[:, :, 1::2])[..., ::-1] / 2
    shown = front.shows[low] & front.shows[low + 1]
    shows = shown[..., ::2] & shown[..., 1::2]
    return np.concatenate((np.round(colours), 255 * shows[..., None]), axis=-1).astype(np.uint8)


def opposed(colours: npt.ArrayLike) -> Array:
    """Return ``colours``, levels of red, green and blue, as brightness and two hues."""
    return np.asarray((np.log(np.asarray(colours, np.float64) + _DARK) - _MIDDLE) @ OPPOSED.T)


def planes_of(cut: npt.NDArray[np.uint8], chips: Sequence[Chip], light: Array) -> Planes:
    """Return the planes of each window and each of ``chips``, (windows times chips, planes, rows, parts)."""
    seen = opposed(cut[..., :3] / light).astype(np.float32)
    meant = np.stack([opposed((chip.body, chip.spots)) for chip in chips]).astype(np.float32)
    return apart(seen, cut[..., 3] > 0, meant)


def apart(seen: Planes, shows: npt.NDArray[np.bool_], meant: Planes) -> Planes:
    """Return how far what is ``seen`` is from the bodies and spots that are ``meant``, (windows times chips, planes, rows, parts).

    All are brightness and two hues. What does not show is nothing.
    """
    levels = np.ascontiguousarray(np.moveaxis(seen, -1, 1))[:, None]
    held = np.empty((len(seen), len(meant), PLANES, *seen.shape[1:3]), np.float32)
    for paint in (0, 1):
        np.subtract(levels, meant[:, paint, :, None, None], out=held[:, :, 3 * paint : 3 * paint + 3])
    held[:, :, PLANES - 2] = levels[:, :, 0]
    held[:, :, PLANES - 1] = 1
    np.clip(held, -_MOST, _MOST, out=held)
    held *= shows[:, None, None]
    return held.reshape(-1, *held.shape[2:])
