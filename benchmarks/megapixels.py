"""What more pixels cost: the same tables read as they are, and enlarged to 4K and to a Pi camera's 12 megapixels.

    python -m benchmarks.megapixels --seed 1700 --tables 3 --pictures 5 --mess mixed

The tables are the second drawer's, drawn where they are missing. Enlarged pictures say nothing of how well stacks are told in them; what
a read costs does not depend on that.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.houses import House, asked, houses, say
from vision.frames import pictures
from vision.frames.frame import Frame
from vision.geometry.camera import Lens, Picture
from vision.reading import Reader

SIZES: Final = ((1920, 1080), (3840, 2160), (4056, 3040))


def enlarged(picture: Picture, size: tuple[int, int]) -> Picture:
    """Return ``picture`` as wide as ``size``; what that is higher is felt's edge, above and below."""
    width, height = size
    high = round(picture.shape[0] * width / picture.shape[1])
    grown = cv2.resize(picture, (width, high), interpolation=cv2.INTER_CUBIC)
    above = (height - high) // 2
    return np.asarray(
        cv2.copyMakeBorder(grown, above, height - high - above, 0, 0, cv2.BORDER_REPLICATE), np.uint8
    )


def seen_at(house: House, size: tuple[int, int], folder: Path) -> Reader:
    """Return a reader of ``house`` whose camera has ``size`` pixels; its bare felt is kept in ``folder``."""
    lens = house.profile.lens
    scale = size[0] / lens.size[0]
    matrix = lens.matrix.copy()
    matrix[:2] *= scale
    matrix[1, 2] += (size[1] - round(lens.size[1] * scale)) // 2
    felt = folder / f"{size[0]}.png"
    pictures.write(felt, enlarged(pictures.read(house.folder / "felt.jpg"), size))
    profile = replace(house.profile, lens=Lens(matrix, lens.distortion, size), empty=felt)
    return Reader(profile, house.chips)


def main() -> None:
    """Read everything at each size, print."""
    options = asked(__doc__)
    options.set_defaults(drawer="caster")
    told = options.parse_args()
    cv2.setNumThreads(1)
    read: dict[tuple[int, int], list[float]] = {size: [] for size in SIZES}
    halved: dict[tuple[int, int], list[float]] = {size: [] for size in SIZES}
    for house in houses(told):
        with tempfile.TemporaryDirectory() as folder:
            readers = {size: seen_at(house, size, Path(folder)) for size in SIZES}
            for one in house.truth["pictures"]:
                picture = pictures.read(house.folder / one["image"])
                for size, reader in readers.items():
                    grown = enlarged(picture, size)
                    started = time.process_time()
                    reader.read("bets", grown)
                    between = time.process_time()
                    Frame(0.0, "bets", picture=grown).half()
                    read[size].append(1e3 * (between - started))
                    halved[size].append(1e3 * (time.process_time() - between))
    first = statistics.median(read[SIZES[0]])
    for size in SIZES:
        middle = statistics.median(read[size])
        say(
            f"{size[0]}x{size[1]}: a settled read of three zones {middle:.0f} CPU ms (x{middle / first:.2f}), most "
            f"{max(read[size]):.0f}; halved for an idle look {statistics.median(halved[size]):.1f}"
        )


if __name__ == "__main__":
    main()
