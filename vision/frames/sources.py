"""Opens whatever frames come from: a camera's node, a Raspberry Pi's camera, a stream's address, a video, pictures, a folder of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from vision.frames import pi_camera
from vision.frames.frame import FrameSource, NotThere
from vision.frames.live import Device, Live, Stream, is_device
from vision.frames.pi_camera import PiCamera
from vision.frames.pictures import SUFFIXES
from vision.frames.recorded import Paced, Pictures, VideoFile, in_folder
from vision.geometry.camera import BadPicture

STREAMS: Final = ("http://", "https://")


def open_source(
    name: str, size: tuple[int, int] | None = None, most_fps: float | None = None, *, paced: bool = False
) -> FrameSource:
    """Return the frames of ``name``. Raise BadPicture for what holds none, NotThere for a camera that is away.

    ``size`` is asked of a camera; ``most_fps`` is how many frames of a video's second are wanted. ``paced``:
    pictures and videos come at their times, by the machine's monotonic clock, as a camera's do.
    """
    if name.startswith(STREAMS):
        return Live(Stream(name))
    if name.partition(":")[0] == pi_camera.PREFIX:
        return Live(PiCamera.named(name, size))
    path = Path(name)
    if is_device(path):
        if not path.exists():
            raise NotThere(f"there is no camera at {path}")
        return Live(Device(path, size))
    if pictures := picture_files([name]):
        recorded: FrameSource = Pictures(pictures)
        return Paced(recorded) if paced else recorded
    if not path.is_file():
        raise BadPicture(f"{name}: there is no such file")
    video = VideoFile(path, most_fps)
    return Paced(video) if paced else video


def picture_files(names: Sequence[str]) -> list[Path]:
    """Return the picture files that ``names`` stand for, a folder for all in it; [] where one is no picture."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            found += in_folder(path)
        elif path.suffix.lower() in SUFFIXES and not name.startswith(STREAMS):
            found.append(path)
        else:
            return []
    return found
