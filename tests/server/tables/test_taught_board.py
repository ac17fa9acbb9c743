"""A board whose print is not read: somebody taps where its mark lies, and the game begins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.table import table_names
from server.commands.samples import samples_folder
from server.pipeline.calibrations import CalibratedStart
from server.tables.corners import ways_round
from server.tables.learners import Learners
from server.tables.live_table import LiveTable
from server.tables.player_commands import CommandRejected, ShowMark
from server.tables.resuming import Setup
from tests.server.scripted import TABLE, NoFeed, killed, live_table, session_of, watch
from vision.linie1.board.orientation import Orientation
from vision.photo import load_photo
from vision.reader import Image, load_reader
from vision.reading import Refusal

PHOTO = samples_folder() / "linie1" / "linie1_0011.jpg"
PLAYED = Setup("linie1", ("Ada", "Bo"))

Position = dict[object, object]


@pytest.fixture(scope="module")
def image() -> Image:
    """A game in progress."""
    found = load_photo(PHOTO)
    assert not isinstance(found, Refusal)
    return found


@pytest.fixture(scope="module")
def seen(image: Image) -> Position:
    """What is read where the print is."""
    observation = load_reader("linie1").read(image).observation
    assert observation is not None
    best = {one.place: one.belief.best for one in observation.sightings}
    return {place: label for place, label in best.items() if hasattr(label, "tile")}


@pytest.fixture(scope="module")
def marks(image: Image) -> list[tuple[float, float]]:
    """Where the A lies, as the print says, and where it might lie."""
    return [(x, y) for x, y in (way.mark for way in ways_round("linie1", image))]


@pytest.fixture(scope="module")
def mark(marks: list[tuple[float, float]]) -> tuple[float, float]:
    """Where the A lies."""
    return marks[0]


@pytest.fixture
def faint(monkeypatch: pytest.MonkeyPatch, mark: tuple[float, float]) -> None:
    """No letter and no digit of any board can be read, once the A was found."""
    monkeypatch.setattr(Orientation, "scores", lambda *_: np.zeros(4))


Opened = Callable[[], LiveTable]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """Opens the table, as often as the program starts."""
    kept = tmp_path / "calibration"
    return lambda: live_table(
        tmp_path,
        PLAYED,
        learners=Learners.of(TABLE, kept),
        start_memory=CalibratedStart(tmp_path, None),
    )


def _standing(table: LiveTable) -> Position:
    session = session_of(table)
    return dict(session.standing())


def _tap(table: LiveTable, at: tuple[float, float]) -> CommandRejected | None:
    refused = table.execute(ShowMark(at), table.channel.last)
    assert refused is None or isinstance(refused, CommandRejected)
    return refused


@pytest.mark.slow
@pytest.mark.usefixtures("faint")
def test_the_game_begins_as_soon_as_it_is_told(
    opened: Opened, image: Image, seen: Position, mark: tuple[float, float], tmp_path: Path
) -> None:
    """A tap near the A is enough; the next start knows it."""
    table = opened()
    table.photo(image)
    assert table.channel.status()["code"] == "top-unknown"
    assert not _standing(table)
    assert _tap(table, (mark[0] + 0.03, mark[1] - 0.02)) is None
    assert table.channel.status()["gate"] == "clear"
    assert _standing(table) == seen
    assert table_names(tmp_path / "calibration") == ("table-linie1",)
    killed(table)
    again = opened()
    again.photo(image)
    assert _standing(again) == seen
    killed(again)


@pytest.mark.slow
@pytest.mark.usefixtures("faint")
@pytest.mark.parametrize("some", [slice(1), slice(1, None)])
def test_another_spot_turns_the_board(
    opened: Opened, image: Image, seen: Position, marks: list[tuple[float, float]], some: slice
) -> None:
    """Who taps the place across the board is believed; who taps again is, too."""
    table = opened()
    table.photo(image)
    mark, *others = marks
    assert len(others) == 3
    for spot in (*others[some], mark):
        assert _tap(table, spot) is None
        session = session_of(table)
        read = session.reader.read(image, session.memory).observation
        assert read is not None
        best = {one.place: one.belief.best for one in read.sightings}
        found = {place: label for place, label in best.items() if hasattr(label, "tile")}
        assert (found == seen) is (spot == mark)
    killed(table)


@pytest.mark.usefixtures("faint")
def test_a_camera_is_told_at_once(opened: Opened, image: Image, mark: tuple[float, float]) -> None:
    """The next frame is read with what was said."""
    table, feed = opened(), NoFeed("0")
    feed.newest = image
    watch(table, feed)
    assert _tap(table, mark) is None
    session = session_of(table)
    assert feed.remembered == [session.memory]
    killed(table)


def test_what_shows_no_board_is_refused(opened: Opened) -> None:
    """Before the first picture, and of one without a board: said, and nothing is kept."""
    table, feed = opened(), NoFeed("0")
    refused = _tap(table, (0.5, 0.5))
    assert refused is not None
    assert refused.code == "not-ready"
    feed.newest = np.full((480, 640, 3), 90, np.uint8)
    watch(table, feed)
    refused = _tap(table, (0.5, 0.5))
    assert refused is not None
    assert refused.code == "no-board"
    assert feed.remembered == []
    killed(table)


def test_a_free_layout_has_no_way_round(image: Image) -> None:
    """Nothing is asked of games without a board that has a top."""
    for game in ("redline", "rouge", "mokadi"):
        assert ways_round(game, image) == ()
