"""What stands out from the bare felt, found some rows at a time."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.finding.silhouette import outline_mask


@pytest.mark.parametrize("cut", [1, 65, 127, 128, 129, 255])
def test_a_chip_stands_out_alike_wherever_in_the_picture_it_lies(cut: int) -> None:
    chance = np.random.default_rng(cut)
    bare = np.rint(chance.normal((60, 90, 40), 3, (420, 200, 3))).clip(0, 255).astype(np.uint8)
    seen = np.rint(bare * 0.8 + chance.normal(0, 2, bare.shape)).clip(0, 255).astype(np.uint8)
    for row in range(60, 400, 60):
        cv2.ellipse(seen, (100, row), (50, 22), 0, 0, 360, (40, 60, 200), cv2.FILLED)
    whole, lower = outline_mask(seen, bare), outline_mask(seen[cut:], bare[cut:])
    assert whole.shape == (420, 200)
    assert whole.any()
    assert (whole[cut + 3 :] == lower[3:]).all()
