"""Cameras that are plugged in and out."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterable, Iterator

import cv2
import numpy as np
import pytest

from tests.vision.sources.fakes import FakeCapture, FakeClock, eventually, plain
from vision.reader import Image
from vision.sources.capture import CAMERA, Capture, CapturedSource, DevicePatience, Settings
from vision.sources.exposure import ExposureLock
from vision.sources.frame import Ended, Frame, Silent

_QUICK = DevicePatience(retry_s=0.01, failing_s=0.03, frozen_s=0.05)


def _take(source: CapturedSource) -> Frame:
    frame = source.newest(5.0)
    while isinstance(frame, Silent):
        frame = source.newest(5.0)
    assert isinstance(frame, Frame)
    return frame


def _reason(source: CapturedSource) -> str | None:
    answer = source.newest(0.0)
    return answer.reason if isinstance(answer, Silent) else None


def test_a_camera_unplugged_and_plugged_in_again_comes_back() -> None:
    """Pictures, then nothing and a sentence with the cure, then pictures again, by itself."""
    plugged = iter(
        [
            FakeCapture([plain(1)]),
            *[FakeCapture([], opened=False) for _ in range(20)],
            FakeCapture([plain(2)]),
        ]
    )
    gone = FakeCapture([], opened=False)
    source = CapturedSource(lambda: next(plugged, gone), patience=_QUICK)
    try:
        assert int(_take(source).image[0, 0, 0]) == 1
        assert eventually(lambda: _reason(source) in (CAMERA.stopped.reason, CAMERA.missing.reason))
        assert int(_take(source).image[0, 0, 0]) == 2
    finally:
        source.close()


def test_a_camera_that_is_not_there_says_so_and_is_tried_again() -> None:
    """No exception, no end: the players are told what to do."""
    source = CapturedSource(lambda: FakeCapture([], opened=False), patience=_QUICK)
    try:
        assert eventually(lambda: _reason(source) == CAMERA.missing.reason)
    finally:
        source.close()


def test_a_frozen_camera_is_noticed() -> None:
    """The same bytes again and again are no pictures of a table."""
    same = plain(50)
    source = CapturedSource(lambda: FakeCapture(itertools.repeat(same)), patience=_QUICK)
    try:
        assert eventually(lambda: _reason(source) == CAMERA.frozen.reason)
    finally:
        source.close()


def test_a_dead_read_opens_the_camera_anew() -> None:
    """The old handle is given back before the next is opened."""
    captures: list[FakeCapture] = []

    def plug() -> FakeCapture:
        assert all(c.released.is_set() for c in captures)
        captures.append(FakeCapture([plain(len(captures))]))
        return captures[-1]

    source = CapturedSource(plug, patience=_QUICK)
    try:
        assert eventually(lambda: len(captures) > 2)
    finally:
        source.close()


def _failing() -> Iterator[Image]:
    raise cv2.error("the driver lost the device")
    yield plain(0)


class _FailingSettings:
    """Settings that the driver takes at no other time than on opening."""

    def __init__(self) -> None:
        self.failed = False

    def opened(self, capture: Capture) -> None:
        """Changes nothing."""

    def saw(self, capture: Capture, image: Image) -> None:
        """Fails once."""
        if not self.failed:
            self.failed = True
            raise cv2.error("the driver lost the device")


@pytest.mark.parametrize(
    ("first", "settings"),
    [(_failing(), None), ([plain(1)], _FailingSettings())],
    ids=["reading", "setting"],
)
def test_a_driver_that_fails_in_a_call_is_opened_anew(
    first: Iterable[Image], settings: Settings | None
) -> None:
    """The device is given back, the players are told, and pictures come again by themselves."""
    captures = [FakeCapture(first), FakeCapture(plain(k % 250) for k in itertools.count(2))]
    opened = iter(captures)
    again = threading.Event()

    def plug() -> FakeCapture:
        capture = next(opened)
        assert capture is captures[0] or again.wait(5.0)
        return capture

    source = CapturedSource(plug, patience=_QUICK, settings=settings)
    try:
        assert eventually(lambda: _reason(source) == CAMERA.stopped.reason)
        assert captures[0].released.is_set()
        again.set()
        assert int(_take(source).image[0, 0, 0]) >= 2
    finally:
        again.set()
        source.close()


def test_a_grey_camera_gives_three_channels() -> None:
    """Infrared cameras have one; readers want BGR."""
    grey = np.full((48, 64), 80, np.uint8)
    source = CapturedSource(lambda: FakeCapture([grey]), patience=_QUICK)
    try:
        assert _take(source).image.shape == (48, 64, 3)
    finally:
        source.close()


def test_closing_ends_the_source_and_frees_the_device() -> None:
    """The device's lamp goes out."""
    capture = FakeCapture(plain(k % 250) for k in itertools.count())
    source = CapturedSource(lambda: capture, patience=_QUICK)
    _take(source)
    source.close()
    assert capture.released.is_set()
    last = source.newest(0)
    assert isinstance(last, Ended) or isinstance(source.newest(0), Ended)


def test_exposure_is_held_once_it_has_settled() -> None:
    """Automatic at first; after two seconds both automatics are off at the values found."""
    clock = FakeClock()
    camera = FakeCapture(
        [], settings={cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0}
    )
    lock = ExposureLock(clock)
    lock.opened(camera)
    assert camera.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    lock.saw(camera, plain(100))
    assert camera.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    clock.sleep(2.1)
    lock.saw(camera, plain(100))
    assert camera.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert camera.settings[cv2.CAP_PROP_EXPOSURE] == 156.0
    assert camera.settings[cv2.CAP_PROP_AUTO_WB] == 0.0


def _held(camera: FakeCapture, clock: FakeClock) -> ExposureLock:
    lock = ExposureLock(clock)
    lock.opened(camera)
    clock.sleep(2.1)
    lock.saw(camera, plain(100))
    return lock


def test_a_lamp_switched_off_lets_the_camera_look_again() -> None:
    """An arm that passes does not; a light that stays changed does."""
    clock = FakeClock()
    camera = FakeCapture([], settings={cv2.CAP_PROP_EXPOSURE: 156.0})
    lock = _held(camera, clock)
    lock.saw(camera, plain(40))
    clock.sleep(1.0)
    lock.saw(camera, plain(100))
    clock.sleep(3.0)
    lock.saw(camera, plain(40))
    assert camera.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    clock.sleep(3.1)
    lock.saw(camera, plain(40))
    assert camera.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0


def test_a_driver_without_exposure_is_left_alone() -> None:
    """Holding the exposure it does not have would blacken the picture."""
    clock = FakeClock()
    camera = FakeCapture([])
    _held(camera, clock)
    assert camera.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert cv2.CAP_PROP_EXPOSURE not in camera.settings


def test_pictures_that_nobody_wants_are_not_decoded() -> None:
    """A quiet table asks a few times a second; what it then gets is new, not what lay there."""
    clock = FakeClock()
    images = itertools.chain((plain(n) for n in range(100)), itertools.repeat(plain(200)))
    camera = FakeCapture(_slowly(images))
    source = CapturedSource(lambda: camera, clock=clock)
    first = source.newest(2.0)
    clock.sleep(1.0)
    assert isinstance(first, Frame)
    assert eventually(lambda: camera.passed >= 10)
    seen = source.newest(2.0)
    assert isinstance(seen, Frame)
    assert seen.number - first.number >= 10
    source.close()


def _slowly(images: Iterable[Image]) -> Iterator[Image]:
    for image in images:
        time.sleep(0.002)
        yield image
