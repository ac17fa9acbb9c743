"""The still moments of a film, for `replay`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from tests.vision.live.scene import FPS, Film, Scene, ToldReader
from tests.vision.sources.fakes import write_film
from vision.live.moments import still_moments
from vision.reading import Refusal
from vision.sources.frame import SourceError

TABLE = Scene()


def test_one_moment_for_every_time_the_hands_are_away(tmp_path: Path) -> None:
    """Two hands, three moments; each the last of its looks, with all its readings fused."""
    film, path = Film(), tmp_path / "game.avi"
    arm = [replace(TABLE, arm_tip=(290 - 17 * k, 105 - 2 * k)) for k in range(10)]
    frames = film.frames(TABLE, 1.5)
    for _ in range(2):
        frames += [f for scene in arm for f in film.frames(scene, 1 / FPS)]
        frames += film.frames(TABLE, 0.7)
    write_film(path, (f.image for f in frames), FPS)
    moments = list(still_moments(path, ToldReader()))
    assert len(moments) == 3
    assert [m.since for m in moments] == sorted({m.since for m in moments})
    assert all(m.looks > 1 for m in moments)


def test_what_is_no_film_is_said(tmp_path: Path) -> None:
    """As for every source."""
    path = tmp_path / "notes.avi"
    path.write_text("x")
    with pytest.raises(SourceError, match="not a film"):
        list(still_moments(path, ToldReader()))


def test_a_film_that_shows_no_game_says_why(tmp_path: Path) -> None:
    """Nothing said would look like a game without a turn."""
    path = tmp_path / "wall.avi"
    write_film(path, (f.image for f in Film().frames(TABLE, 1.5)), FPS)
    blind = ToldReader(refusal=Refusal("no-board", "There is no board.", "Show it."))
    with pytest.raises(SourceError, match=r"shows no game at rest: There is no board\. Show it\."):
        list(still_moments(path, blind))


def test_a_film_in_which_nothing_rests_says_how_to_film(tmp_path: Path) -> None:
    """Such as a photo with a film's name: one picture."""
    path = tmp_path / "photo.avi"
    write_film(path, (f.image for f in Film().frames(TABLE, 1 / FPS)), FPS)
    with pytest.raises(SourceError, match="shows no table at rest; film the whole game"):
        list(still_moments(path, ToldReader()))


def test_a_film_without_a_picture_is_none(tmp_path: Path) -> None:
    """The film library opens the first bytes of a photo, too."""
    path = tmp_path / "cut.mp4"
    path.write_bytes(cv2.imencode(".jpg", TABLE.picture(1))[1].tobytes()[:200])
    with pytest.raises(SourceError, match="not a film that can be opened"):
        list(still_moments(path, ToldReader()))
