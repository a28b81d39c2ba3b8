"""Where frames come from, and how a source says that there are none."""

from __future__ import annotations

import http.server
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ends import ended
from tests.vision.conftest import grain
from vision.frames import pictures
from vision.frames.frame import End, Fault, Frame, Gone, NotThere, Outcome, Silence
from vision.frames.live import Device, Live
from vision.frames.mjpeg import LARGEST, JpegCutter
from vision.frames.recorded import VideoFile
from vision.frames.sources import open_source, picture_files
from vision.geometry.camera import BadPicture, Picture

DEADLINE_S = 60.0
FELT = np.full((48, 64, 3), (60, 92, 22), np.uint8)


def jpeg(number: int, size: tuple[int, int] = (64, 48)) -> bytes:
    picture = np.full((size[1], size[0], 3), 90, np.uint8)
    cv2.putText(picture, str(number), (2, size[1] - 8), cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 255), 2)
    return bytes(cv2.imencode(".jpg", picture)[1])


def until(source, wanted: type | Callable[[Outcome], bool]) -> Outcome:
    """Return the source's first outcome that is wanted; fail after the deadline."""
    fits = wanted if not isinstance(wanted, type) else lambda outcome: isinstance(outcome, wanted)
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        outcome = source.read()
        if fits(outcome):
            return outcome
    raise AssertionError(f"no {wanted} in {DEADLINE_S} s")


# --- pictures, folders, videos ---


def test_a_folder_gives_its_pictures_by_name_and_then_the_end(tmp_path):
    for name in ("b.jpg", "a.png", "c.txt"):
        (tmp_path / name).write_bytes(jpeg(1) if name.endswith("jpg") else b"no")
    pictures.write(tmp_path / "a.png", FELT)
    source = open_source(str(tmp_path))
    first, second, end = source.read(), source.read(), source.read()
    assert isinstance(first, Frame)
    assert isinstance(second, Frame)
    assert [os.path.basename(frame.name) for frame in (first, second)] == ["a.png", "b.jpg"]
    assert (first.full() == FELT).all()
    assert isinstance(end, End)


def test_half_a_picture_is_half_as_wide_whether_it_came_packed_or_not():
    packed = Frame(0.0, "packed", packed=jpeg(1, (640, 360)))
    plain = Frame(0.0, "plain", picture=packed.full())
    assert packed.half().shape == plain.half().shape == (180, 320, 3)
    assert np.abs(packed.half().astype(int) - plain.half()).mean() < 3
    assert Frame(0.0, "odd", picture=np.zeros((33, 47, 3), np.uint8)).half().shape == (17, 24, 3)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is no picture that can be read"),
        (b"GIF89a nothing", "is no picture that can be read"),
        (jpeg(1)[:200], "is no picture that can be read"),
        (bytes(cv2.imencode(".png", np.zeros((8, 40, 3), np.uint8))[1]), "is 40x8 pixels, too small"),
    ],
)
def test_what_is_no_picture_is_named(tmp_path, data, says):
    (tmp_path / "x.jpg").write_bytes(data)
    with pytest.raises(BadPicture, match=says):
        pictures.read(tmp_path / "x.jpg")


def test_files_and_folders_that_hold_nothing_to_see(tmp_path):
    (tmp_path / "notes.txt").write_text("no video")
    with pytest.raises(BadPicture, match="holds no picture"):
        open_source(str(tmp_path))
    with pytest.raises(BadPicture, match="is neither a picture nor a video"):
        open_source(str(tmp_path / "notes.txt"))
    with pytest.raises(BadPicture, match="there is no such file"):
        open_source(str(tmp_path / "none.mp4"))
    with pytest.raises(BadPicture, match="No such file"):
        pictures.read(tmp_path / "none.png")
    with pytest.raises(BadPicture, match="No such file"):
        open_source(str(tmp_path / "none.png")).read()
    assert picture_files([str(tmp_path / "a.jpg"), "/dev/video0"]) == []


@pytest.fixture
def video(tmp_path) -> str:
    path = str(tmp_path / "clip.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(12):
        writer.write(grain(FELT, number))
    writer.release()
    return path


def test_a_videos_frames_have_the_videos_time(video):
    source = open_source(video)
    times = []
    while isinstance(outcome := source.read(), Frame):
        times.append(outcome.t)
    assert times == pytest.approx([number / 10 for number in range(12)], abs=0.051)
    assert isinstance(outcome, End)
    assert outcome.t == pytest.approx(1.2)
    source.close()


def test_a_video_goes_on_after_frames_that_are_damaged(video, tmp_path):
    data = bytearray((tmp_path / "clip.avi").read_bytes())
    starts = [at for at in range(len(data)) if data[at : at + 3] == b"\xff\xd8\xff"]
    for start, following in itertools.pairwise(starts[4:8]):
        data[start : following - 16] = bytes(following - 16 - start)
    (tmp_path / "clip.avi").write_bytes(data)
    source = open_source(video)
    shown = []
    while not isinstance(outcome := source.read(), End):
        shown.append(outcome)
    source.close()
    (fault,) = [outcome for outcome in shown if not isinstance(outcome, Frame)]
    assert fault == Fault(shown[5].t, "damaged pictures before 0.70 s")
    times = [outcome.t for outcome in shown if isinstance(outcome, Frame)]
    assert times == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.7, 0.8, 0.9, 1.0, 1.1], abs=0.051)
    assert outcome.t == pytest.approx(1.2)


def test_frames_of_a_video_that_nobody_wants_are_skipped(video, tmp_path):
    source = VideoFile(tmp_path / "clip.avi", most_fps=2.5)
    times = []
    while isinstance(outcome := source.read(), Frame):
        times.append(outcome.t)
    assert times == pytest.approx([0.0, 0.4, 0.8], abs=0.051)
    source.close()


# --- JPEG out of a stream ---

WITH_PREVIEW = jpeg(1)[:2] + b"\xff\xe1" + (len(jpeg(2)) + 2).to_bytes(2, "big") + jpeg(2) + jpeg(1)[2:]
STREAM = [jpeg(1), jpeg(7), WITH_PREVIEW, jpeg(1)]


@given(
    cuts=st.lists(st.integers(0, 9000), max_size=40),
    between=st.sampled_from([b"", b"\r\n--x\r\nA: b\r\n\r\n", b"\xff"]),
)
def test_pictures_are_cut_out_however_the_stream_is_torn(cuts, between):
    stream = between + between.join(STREAM) + between
    places = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    cutter, found = JpegCutter(), []
    for start, end in itertools.pairwise(places):
        found += cutter.feed(stream[start:end])
    assert found == STREAM


@given(noise=st.binary(max_size=400))
def test_noise_before_a_picture_loses_at_most_what_it_spoils(noise):
    cutter = JpegCutter()
    found = cutter.feed(noise.replace(b"\xff", b"\x00") + jpeg(3))
    assert found == [jpeg(3)]


@pytest.mark.parametrize("shown", [30, 100, 300])
def test_a_picture_torn_in_its_header_costs_itself_alone(shown):
    cutter = JpegCutter()
    found = cutter.feed(jpeg(1)[:shown] + jpeg(2) + jpeg(3))
    assert found[-1] == jpeg(3)


def test_a_picture_that_never_ends_is_given_up():
    cutter = JpegCutter()
    start = jpeg(1)[:-2]
    assert cutter.feed(start) == []
    for _ in range(LARGEST // 2**20 + 1):
        assert cutter.feed(bytes(2**20)) == []
    assert cutter.feed(jpeg(2)) == [jpeg(2)]


# --- a stream over HTTP ---


class Camera(http.server.BaseHTTPRequestHandler):
    """A network camera: a few pictures of each call, then it hangs up."""

    calls = 0

    def do_GET(self) -> None:
        type(self).calls += 1
        if self.path == "/none":
            self.send_error(404)
            return
        if self.path == "/locked" and self.headers["Authorization"] != "Basic YWRtaW46c2UgY3JldA==":
            self.send_error(401)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=cut")
        self.end_headers()
        for number in range(3):
            self.wfile.write(b"--cut\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg(number) + b"\r\n")

    def log_message(self, *words: object) -> None:
        """Say nothing."""


@pytest.fixture
def network_camera() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        ended(thread, "the network camera")


def test_a_network_camera_is_heard_hangs_up_and_is_called_again(network_camera):
    source = open_source(network_camera + "/stream")
    try:
        frame = until(source, Frame)
        assert frame.full().shape == (48, 64, 3)
        assert abs(time.monotonic() - frame.t) < DEADLINE_S
        gone = until(source, Gone)
        assert gone.detail == "127.0.0.1 ended the stream"
        calls = Camera.calls
        until(source, Frame)
        assert Camera.calls > calls
    finally:
        source.close()


def test_a_network_camera_that_refuses_and_one_that_is_not_there(network_camera):
    source = open_source(network_camera + "/none")
    fault = until(source, Fault)
    source.close()
    assert fault.detail == "127.0.0.1 answers 404"
    source = open_source("http://127.0.0.1:9/stream")
    gone = until(source, Gone)
    source.close()
    assert "127.0.0.1 does not answer" in gone.detail


def test_a_network_camera_hears_the_name_and_password_of_its_address(network_camera):
    place = network_camera.removeprefix("http://")
    source = open_source(f"http://admin:se%20cret@{place}/locked")
    assert until(source, Frame).name == "127.0.0.1"
    source.close()
    source = open_source(f"http://admin:guess@{place}/locked")
    assert until(source, Fault).detail == "127.0.0.1 answers 401"
    source.close()


@pytest.mark.parametrize("address", ["http://[camera/", "http://camera:80800/stream"])
def test_an_address_that_is_none_is_named(address):
    with pytest.raises(BadPicture, match="the stream's address cannot be used"):
        open_source(address)


# --- cameras ---


class Scripted:
    """A camera in the place of hardware: what each opening gives, one after the other."""

    def __init__(self, *openings: list[Picture] | Exception) -> None:
        self._openings = list(openings)

    def frames(self) -> Iterator[Frame]:
        opening = self._openings.pop(0) if self._openings else NotThere("the cable is out")
        if isinstance(opening, Exception):
            raise opening
        for number, picture in enumerate(opening):
            yield Frame(float(number), "scripted", picture=picture)


def test_a_camera_is_opened_again_after_it_was_away_or_at_fault():
    source = Live(Scripted([FELT], OSError("in use"), NotThere("unplugged"), [FELT]))
    try:
        until(source, lambda outcome: isinstance(outcome, Fault) and outcome.detail == "in use")
        until(source, lambda outcome: isinstance(outcome, Gone) and outcome.detail == "unplugged")
        until(source, lambda outcome: isinstance(outcome, Gone) and outcome.detail == "the cable is out")
    finally:
        source.close()


def test_silence_is_said_while_a_camera_hangs():
    hangs, done = threading.Event(), threading.Event()

    class Hanging:
        def frames(self) -> Iterator[Frame]:
            hangs.wait()
            yield Frame(0.0, "late", picture=FELT)
            done.wait()

    source = Live(Hanging())
    try:
        assert isinstance(source.read(), Silence)
        hangs.set()
        assert isinstance(until(source, Frame), Frame)
    finally:
        hangs.set()
        done.set()
        source.close()


def test_only_the_newest_frame_is_kept():
    source = Live(Scripted([FELT, FELT + 1, FELT + 2], OSError("done")))
    try:
        until(source, Fault)
        assert not isinstance(source.read(), Frame)
    finally:
        source.close()


def test_a_camera_that_is_not_there_or_is_none(tmp_path):
    with pytest.raises(NotThere, match="there is no camera at /dev/video77"):
        open_source("/dev/video77")
    with pytest.raises(NotThere, match="there is no camera at"):
        next(Device(tmp_path / "video0").frames())
    (tmp_path / "video0").write_text("no camera")
    with pytest.raises(OSError, match="is no camera"):
        next(Device(tmp_path / "video0").frames())


class Driver:
    """In the place of OpenCV's V4L2: a camera that packs its pictures or not, and ends after some."""

    def __init__(self, node, packs: bool, count: int, after: Callable[[], object] = lambda: None) -> None:
        self.node, self._packs, self._left, self._after = node, packs, count, after
        self.told: dict[int, float] = {}
        self.released = False

    def isOpened(self) -> bool:
        return True

    def set(self, what: int, value: float) -> None:
        self.told[what] = value

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_FOURCC:
            return self.told[what] if self._packs else float(cv2.VideoWriter.fourcc(*"YUYV"))
        return (time.monotonic() - 0.25) * 1000 if what == cv2.CAP_PROP_POS_MSEC else 0.0

    def read(self) -> tuple[bool, np.ndarray | None]:
        self._left -= 1
        if self._left < 0:
            self._after()
            return False, None
        raw = self.told.get(cv2.CAP_PROP_CONVERT_RGB) == 0
        return True, np.frombuffer(jpeg(1), np.uint8)[None] if raw else FELT

    def release(self) -> None:
        self.released = True


@pytest.mark.parametrize("packs", [True, False])
def test_a_cameras_pictures_stay_packed_where_it_packs_them_and_have_the_drivers_time(
    monkeypatch, tmp_path, packs
):
    node = tmp_path / "video0"
    node.touch()
    driver = Driver(node, packs, 2)
    monkeypatch.setattr(cv2, "VideoCapture", lambda path, api: driver)
    frames = Device(node, (1920, 1080)).frames()
    frame = next(frames)
    assert 0.2 < time.monotonic() - frame.t < DEADLINE_S
    assert (frame.packed is not None) is packs
    assert frame.full().shape == (48, 64, 3)
    assert frame.half().shape == (24, 32, 3)
    assert driver.told[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    next(frames)
    with pytest.raises(OSError, match="gives no more pictures"):
        next(frames)
    assert driver.released


def test_a_camera_that_is_pulled_out_is_told_from_one_at_fault(monkeypatch, tmp_path):
    node = tmp_path / "video0"
    node.touch()
    monkeypatch.setattr(cv2, "VideoCapture", lambda path, api: Driver(node, True, 1, node.unlink))
    frames = Device(node).frames()
    next(frames)
    with pytest.raises(NotThere, match="was unplugged"):
        next(frames)
