"""A camera of the Raspberry Pi: what stands in Picamera2's place says what a sensor would."""

from __future__ import annotations

import sys
import time
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

from vision.frames.frame import NotThere
from vision.frames.pi_camera import PiCamera, lock
from vision.frames.sources import open_source


class Sensor:
    """In the place of Picamera2: exposure settles over some frames, and goes on changing where it is not locked."""

    opened: ClassVar[list[Sensor]]

    def __init__(self, number: int) -> None:
        self.number, self.exposure, self.controls = number, 40_000.0, dict[str, Any]()
        self.closed, self.left = False, 3
        self.opened.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Num": 0, "Model": "imx708"}]

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return asked

    def configure(self, asked: dict[str, Any]) -> None:
        self.asked = asked

    def start(self) -> None:
        self.started = True

    def capture_metadata(self) -> dict[str, Any]:
        self.exposure = 10_000 + (self.exposure - 10_000) / 2
        return {
            "ExposureTime": round(self.exposure), "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9),
            "SensorTimestamp": int((time.monotonic() - 0.05) * 1e9),
        }  # fmt: skip

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def capture_request(self) -> Sensor:
        if not self.left:
            raise RuntimeError("the cable is out")
        self.left -= 1
        return self

    def make_array(self, stream: str) -> np.ndarray:
        wide, high = self.asked[stream]["size"]
        return np.full((high, wide, 3), (200, 90, 20), np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        return self.capture_metadata()

    def release(self) -> None:
        """The buffer goes back."""

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def sensors(monkeypatch) -> list[Sensor]:
    module = ModuleType("picamera2")
    module.__spec__ = ModuleSpec("picamera2", None)
    module.Picamera2 = Sensor  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    Sensor.opened = []
    return Sensor.opened


def test_exposure_and_white_balance_settle_once_and_are_locked(sensors):
    frames = PiCamera(0, (640, 360)).frames()
    frame = next(frames)
    (sensor,) = sensors
    assert sensor.controls["ExposureTime"] == pytest.approx(10_000, rel=0.02)
    assert (sensor.controls["AnalogueGain"], sensor.controls["ColourGains"]) == (2.0, (1.5, 1.9))
    assert (sensor.controls["AeEnable"], sensor.controls["AwbEnable"]) == (False, False)
    picture = frame.full()
    assert (picture.shape, tuple(picture[0, 0])) == ((360, 640, 3), (200, 90, 20))
    assert 0.04 < time.monotonic() - frame.t < 5
    next(frames), next(frames)
    with pytest.raises(OSError, match="picamera:0: the cable is out"):
        next(frames)
    assert sensor.closed


def test_light_that_never_settles_is_locked_all_the_same():
    class Flickering(Sensor):
        opened: ClassVar = []

        def capture_metadata(self) -> dict[str, Any]:
            self.exposure = 50_000 - self.exposure
            return {"ExposureTime": self.exposure}

    held = lock(Flickering(0), seconds=0.01)
    assert set(held) == {"ExposureTime"}


def test_a_camera_that_is_not_connected_is_named(sensors):
    with pytest.raises(NotThere, match="there is no camera picamera:1; 1 found"):
        next(PiCamera(1).frames())


def test_without_picamera2_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NotThere, match="picamera:0 needs Picamera2: sudo apt install python3-picamera2"):
        open_source("picamera:0")
    with pytest.raises(NotThere, match="picamera:left: is no camera; the first is picamera:0"):
        open_source("picamera:left")
