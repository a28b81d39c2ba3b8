"""Makes of light what a camera makes of it: its lens, exposure, colour balance, blur, noise, gamma and JPEG."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.geometry.camera import Array, Lens, Picture
from vision.training.povray import Pinhole
from vision.training.scene import Light
from vision.training.tables import Film

_TOE: Final = 0.15


def photo(light: Light, pinhole: Pinhole, lens: Lens, film: Film, white: Array, seed: int) -> bytes:
    """Return the JPEG that a camera takes of ``light``; ``white`` is what white paper gives, red, green, blue."""
    seen = _through(light, pinhole, lens)
    balance = (white.mean() / white) ** film.balance
    exposed = seen * (balance * film.paper / white.mean()).astype(np.float32)
    exposed = cv2.GaussianBlur(exposed, (0, 0), film.blur_px) * _vignette(lens, film.vignette)[..., None]
    chance = np.random.default_rng(seed)
    grain = chance.standard_normal(exposed.shape, np.float32)
    spread = film.noise * np.sqrt(np.maximum(exposed, 0) * np.float32(0.5) + np.float32(0.02))
    levels = np.clip(exposed + grain * spread, 0, 1) ** np.float32(1 / film.gamma)
    levels += np.float32(_TOE) * (levels - np.float32(0.5)) * levels * (1 - levels)
    soft = cv2.GaussianBlur(levels, (0, 0), 1.2)
    sharp = np.clip(levels + np.float32(film.sharpened) * (levels - soft), 0, 1)
    picture: Picture = np.ascontiguousarray(np.rint(sharp * 255).astype(np.uint8)[..., ::-1])
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, film.quality])
    return packed.tobytes()


def _through(light: Light, pinhole: Pinhole, lens: Lens) -> Light:
    """Return ``light`` as the lens bends it."""
    width, height = lens.size
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    rays = lens.rays(np.stack((columns.ravel(), rows.ravel()), axis=1))[:, :2]
    where = rays * pinhole.lens.focal_px + pinhole.lens.matrix[:2, 2]
    x, y = where.astype(np.float32).reshape(height, width, 2).transpose(2, 0, 1)
    return np.asarray(cv2.remap(light, x, y, cv2.INTER_CUBIC), np.float32)


def _vignette(lens: Lens, strength: float) -> Light:
    width, height = lens.size
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    return np.asarray(1 - np.float32(strength) * (x[None] ** 2 + y[:, None] ** 2) / 2, np.float32)
