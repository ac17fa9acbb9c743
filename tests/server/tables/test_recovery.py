"""A camera that fails at a running table: the page is told with what helps, and when the camera
comes back the game goes on by itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from server.store.store import Store
from server.tables.incoming.camera_feed import CameraFeed
from server.tables.live_table import LiveTable
from server.tables.resuming import Setup
from tests.server.fakes import PHOTOS, TruthReader, picture
from tests.server.film import Pace, frames
from tests.server.scripted import calls
from vision.live.watcher import Watcher
from vision.reader import Image, OnStage, Reader, untimed
from vision.reading import Reading, Refusal
from vision.sources.capture import CapturedSource, DevicePatience

#: Seconds the table gets for anything, on a busy machine.
_PATIENCE_S = 60.0

_FRAME_S = 1 / 15

#: Largest mean difference of two small pictures that show the same turn, grey values: noise makes
#: 1, a laid tile 3 and more.
_SAME = 2.0


@cache
def _turns() -> tuple[Image, ...]:
    """The first two photos of the recorded game under one exposure, 640x480."""
    return tuple(shown.image for shown in frames(Pace(1, 0), PHOTOS[:2], (640, 480)))


class _SeesRightly(Reader):
    """Knows the turn that a picture shows, of whatever size and noise, and tells its truth."""

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """The truth of the turn that the picture is most like."""
        small = [cv2.resize(one, (64, 48), interpolation=cv2.INTER_AREA) for one in _turns()]
        seen = cv2.resize(image, (64, 48), interpolation=cv2.INTER_AREA)
        unlike = [float(np.abs(seen.astype(int) - one).mean()) for one in small]
        turn = int(np.argmin(unlike))
        if unlike[turn] > _SAME:
            refusal = Refusal("no-board", "There is nothing in this picture.", "Show the layout.")
            return Reading.refused("redline", refusal, (image.shape[1], image.shape[0]))
        return _scaled(TruthReader().read(picture(turn)), (image.shape[1], image.shape[0]))


def _scaled(reading: Reading, size_wh: tuple[int, int]) -> Reading:
    """The reading of a picture of another size."""
    sx, sy = (new / old for new, old in zip(size_wh, reading.size_wh, strict=True))
    assert reading.observation is not None

    def at(xy: tuple[float, float]) -> tuple[float, float]:
        return (xy[0] * sx, xy[1] * sy)

    pieces = (
        replace(p, pixel_xy=at(p.pixel_xy), outline_xy=tuple(map(at, p.outline_xy)))
        for p in reading.pieces
    )
    sightings = (
        s if s.pose is None else replace(s, pose=replace(s.pose, pixel_xy=at(s.pose.pixel_xy)))
        for s in reading.observation.sightings
    )
    observation = reading.observation.with_sightings(sightings)
    return replace(reading, size_wh=size_wh, pieces=tuple(pieces), observation=observation)


class Camera:
    """A camera whose cable, lens and driver a test can trouble."""

    def __init__(self) -> None:
        self.image = _turns()[0]
        self.plugged = True
        self.noise = True
        self.answers = threading.Event()
        self.answers.set()
        self._random = np.random.default_rng(1)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it is plugged in."""
        return self.plugged

    def read(self) -> tuple[bool, Image | None]:
        """The next picture."""
        time.sleep(_FRAME_S)
        self.answers.wait(_PATIENCE_S)
        if not self.plugged:
            return False, None
        image = self.image  # the test may change it meanwhile
        if not self.noise:
            return True, image
        grain = self._random.integers(-2, 3, image.shape[:2])[..., None]
        return True, np.clip(image + grain, 0, 255).astype(np.uint8)

    def grab(self) -> bool:
        """Lets the next picture pass."""
        return self.read()[0]

    def release(self) -> None:
        """Lets go."""

    def get(self, prop: int, /) -> float:
        """No settings."""
        return -1.0

    def set(self, prop: int, value: float, /) -> bool:
        """No settings."""
        return False

    def getBackendName(self) -> str:  # noqa: N802 - OpenCV's name
        """A Linux camera."""
        return "V4L2"


@pytest.fixture
def camera() -> Camera:
    """A camera over the first turn."""
    return Camera()


@pytest.fixture
def table(tmp_path: Path, camera: Camera, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveTable]:
    """A table that runs by itself under the camera and has seen the first position."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: _SeesRightly())
    patience = DevicePatience(retry_s=0.1, failing_s=0.3, frozen_s=1.0)

    def opened(spec: str, reader: Any, _known: object) -> CameraFeed:
        source = CapturedSource(lambda: camera, patience=patience)
        return CameraFeed(spec, source, Watcher(reader))

    store = Store(tmp_path)
    made = LiveTable(store.table("table"), store, Setup("redline", ("Ada", "Bo")), "0", opened)
    runner = threading.Thread(target=made.run, daemon=True)
    runner.start()
    _wait(made, lambda: calls(made) == [["setup"]])
    yield made
    camera.answers.set()
    made.close()
    runner.join(_PATIENCE_S)
    store.close()


def _wait(table: LiveTable, true: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE_S
    while not true():
        assert time.monotonic() < end, (table.channel.status(), calls(table))
        time.sleep(0.02)


def _unplugged(camera: Camera) -> None:
    camera.plugged = False


def _frozen(camera: Camera) -> None:
    camera.noise = False


def _stalled(camera: Camera) -> None:
    camera.answers.clear()


def _black(camera: Camera) -> None:
    camera.image = np.full_like(camera.image, 5)


def _plugged_in(camera: Camera) -> None:
    camera.plugged = camera.noise = True
    camera.image = _turns()[0]
    camera.answers.set()


@pytest.mark.parametrize(
    "trouble", [_unplugged, *(pytest.param(t, marks=pytest.mark.slow) for t in (_frozen, _stalled))]
)
def test_a_camera_that_stops_is_said_and_comes_back(
    table: LiveTable, camera: Camera, trouble: Callable[[Camera], None]
) -> None:
    """The cable, the driver, the network: said with what helps; as soon as pictures come the page
    knows, and what was laid meanwhile is called."""
    trouble(camera)
    _wait(table, lambda: table.channel.status()["camera"] == "silent")
    status = table.channel.status()
    assert status["trouble"]
    assert status["help"]
    assert {"en", "fr"} <= set(status["trouble_said"])
    _plugged_in(camera)
    _wait(table, lambda: table.channel.status()["camera"] == "on")
    camera.image = _turns()[1]
    _wait(table, lambda: len(calls(table)) > 1)
    assert calls(table) == [["setup"], ["legal"]]


def test_black_pictures_are_called_dark_and_light_helps(table: LiveTable, camera: Camera) -> None:
    """A lamp switched off, a cap on the lens; the lamp switched on again is no move."""
    _black(camera)
    _wait(table, lambda: table.channel.status()["gate"] == "dark")
    camera.image = _turns()[0]
    _wait(table, lambda: table.channel.status()["gate"] == "clear")
    assert calls(table) == [["setup"]]
    _black(camera)
    _wait(table, lambda: table.channel.status()["gate"] == "dark")
    camera.image = _turns()[1]
    _wait(table, lambda: len(calls(table)) > 1)
    assert calls(table) == [["setup"], ["legal"]]


@pytest.mark.parametrize(
    "size_wh",
    [
        (854, 480),
        *(pytest.param(size, marks=pytest.mark.slow) for size in ((960, 720), (480, 360))),
    ],
)
def test_another_picture_size_is_no_event(
    table: LiveTable, camera: Camera, size_wh: tuple[int, int]
) -> None:
    """A driver that changes its mind, also to other proportions (the picture is then squeezed):
    nothing is called for it, and the next turn is."""
    camera.image = cv2.resize(_turns()[0], size_wh, interpolation=cv2.INTER_AREA)
    feed = table.camera.feed
    assert feed is not None
    _wait(table, lambda: feed.newest is not None and feed.newest.shape[1] == size_wh[0])
    _wait(table, lambda: table.channel.status()["gate"] == "clear")
    camera.image = cv2.resize(_turns()[1], size_wh, interpolation=cv2.INTER_AREA)
    _wait(table, lambda: len(calls(table)) > 1)
    assert calls(table) == [["setup"], ["legal"]]
