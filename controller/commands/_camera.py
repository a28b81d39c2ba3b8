"""Shares among the camera's commands how they refuse, and what they need installed."""

from __future__ import annotations

import contextlib
import importlib.util
import os
from collections.abc import Iterator

from controller.camera.mistakes import placed
from controller.exits import BAD_INPUT, NOT_THERE, refuse


def need_the_camera_parts() -> None:
    """End with a line where the optional packages that look at pictures are not installed."""
    missing = [name for name in ("cv2", "numpy", "fpdf") if importlib.util.find_spec(name) is None]
    if missing:
        refuse("the camera's packages are not installed: pip install 'floorcall[vision]'", NOT_THERE)
    # OpenCV and FFmpeg write to the terminal what the user is told anyway, in our words.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turn what the camera's side cannot do into a line and an exit code, a file's mistake with its line."""
    from vision.frames.frame import NotThere
    from vision.geometry.camera import VisionError
    from vision.settings import BadFile

    try:
        yield
    except NotThere as problem:
        refuse(problem, NOT_THERE)
    except BadFile as mistake:
        refuse(placed(mistake), BAD_INPUT)
    except VisionError as problem:
        refuse(problem, BAD_INPUT)
    except OSError as problem:
        if problem.filename is None:
            raise
        refuse(f"{problem.filename}: {problem.strerror}", BAD_INPUT)
