"""The mean picture of a table that lies still."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.live.scene import Film, Scene, ToldReader
from vision.gate.view import view_of
from vision.live.averaging import RecentFrame, RecentFrames, mean_picture
from vision.live.watcher import Watcher
from vision.reader import Image, OnStage, untimed
from vision.reading import Reading
from vision.second_look import other_light
from vision.sources.frame import Frame

TABLE = Scene()
#: Grain of the drawn camera in the small view, grey levels.
NOISE = 4.0


def grainy(scene: Scene, seed: int, grain: float = 10.0) -> RecentFrame:
    """A frame of a scene with a sensor's own grain."""
    rng = np.random.default_rng(seed)
    picture = scene.picture(seed) + grain * rng.standard_normal((240, 320, 3))
    image = np.asarray(picture.clip(0, 255), np.uint8)
    return RecentFrame(image, view_of(image))


def off(image: Image, scene: Scene) -> float:
    """How far the pixels lie from the scene without grain, grey levels."""
    clean = scene.picture(0).astype(np.float32)
    return float(np.sqrt(np.mean((image - clean)[20:-20, 20:-20] ** 2)))


def test_grain_of_five_frames_is_less_than_half() -> None:
    """By the square root of five, as grain of one frame knows nothing of the next."""
    stills = [grainy(TABLE, k) for k in range(5)]
    assert off(mean_picture(stills, NOISE), TABLE) < 0.55 * off(stills[-1].image, TABLE)


def test_a_small_shake_is_taken_back() -> None:
    """Frames seen two pixels aside are laid over the newest before they are averaged."""
    stills = [grainy(replace(TABLE, shift=(2.0, -1.0)), k) for k in range(4)] + [grainy(TABLE, 9)]
    assert off(mean_picture(stills, NOISE), TABLE) < 0.65 * off(stills[-1].image, TABLE)


@pytest.mark.parametrize(
    "other",
    [
        replace(TABLE, arm_tip=(125, 85)),
        TABLE.with_piece(2, 1, "white"),
        replace(TABLE, gain=1.25),
        replace(TABLE, shift=(12.0, 0.0)),
    ],
    ids=["an arm", "a piece more", "another light", "a pushed camera"],
)
def test_what_the_newest_frame_does_not_show_is_never_averaged_in(other: Scene) -> None:
    """The mean of frames of another view and the newest is the newest, to the pixel."""
    stills = [grainy(other, k, 2.0) for k in range(4)] + [grainy(TABLE, 9, 2.0)]
    assert np.array_equal(mean_picture(stills, 1.0), stills[-1].image)


def test_a_camera_without_grain_costs_no_mean() -> None:
    """Its newest frame is read as it is."""
    frames = RecentFrames()
    for k in range(5):
        frames.keep(grainy(TABLE, k).image, grainy(TABLE, k).view)
    assert np.array_equal(frames.picture(0.5), grainy(TABLE, 4).image)
    assert not np.array_equal(frames.picture(NOISE), grainy(TABLE, 4).image)


class _Seeing(ToldReader):
    """A reader that keeps the pictures it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: list[Image] = []

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        self.pictures.append(image)
        return super().read(image, memory, on_stage)


def test_the_live_table_reads_the_mean_and_no_hand_is_in_it() -> None:
    """Nor any frame of before the hand."""
    reader, film = _Seeing(), Film()
    watcher = Watcher(reader)
    for scene, seconds in ((TABLE, 1.5), (replace(TABLE, arm_tip=(125, 85)), 0.3), (TABLE, 0.6)):
        for frame in film.frames(scene, seconds):
            watcher.see(_with_grain(frame))
    alone = off(_with_grain(film.frames(TABLE, 0.05)[0]).image, TABLE)
    assert len(reader.pictures) >= 3
    assert max(off(picture, TABLE) for picture in reader.pictures) < 0.75 * alone


def test_a_doubted_look_is_read_again_from_a_frame_by_itself() -> None:
    """Under another light: what was averaged before is no second evidence."""
    reader, film = _Seeing(), Film()
    watcher = Watcher(reader)
    for frame in film.frames(TABLE, 1.0):
        watcher.see(_with_grain(frame))
    watcher.doubt()
    read, later = len(reader.pictures), [_with_grain(f) for f in film.frames(TABLE, 0.15)]
    for frame in later:
        watcher.see(frame)
    assert any(np.array_equal(reader.pictures[read], other_light(f.image)) for f in later)


def _with_grain(frame: Frame) -> Frame:
    rng = np.random.default_rng(frame.number)
    picture = frame.image + 10 * rng.standard_normal(frame.image.shape)
    return replace(frame, image=np.asarray(picture.clip(0, 255), np.uint8))
