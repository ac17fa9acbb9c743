"""One correction on the dashboard teaches the table's reader, and is kept with the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.core.observation import EMPTY
from rules.core.places import Cell
from rules.games.redline.tiles import Tile
from server.tables.corrections import CorrectionLearner, _Learnt
from server.tables.learners import Learners
from server.tables.live_table import LiveTable
from server.tables.player_commands import CorrectPlace, PressButton, StartGame
from server.tables.resuming import Setup
from tests.server.fakes import TruthReader, picture
from tests.server.scripted import TABLE, killed, live_table, obeyed, session_of
from tests.vision.corrected.habits import CASES, Case, photo_of
from tests.vision.corrected.misled import Misled
from vision.corrected.lesson import Lesson
from vision.corrected.reader import CorrectedReader, piece_looks_of
from vision.photo import load_photo
from vision.reader import Image, load_reader
from vision.reading import ReadingStatus, Refusal

#: The tile at (-1, 3) of the recorded game, and what the reader takes it for wherever it lies.
_TRUE = Tile.named("yellow", ("NE", "E"))
_READ = Tile.named("yellow", ("N", "W"))

_PLACE = (-1, 3)


def _habit(label: Tile) -> Tile | None:
    turns = (q for q in range(4) if label == _TRUE.turned(q))
    return next((_READ.turned(q) for q in turns), None)


@pytest.fixture(autouse=True)
def _errs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "server.pipeline.session.load_reader", lambda _name: Misled(TruthReader(), _habit)
    )


def _table(folder: Path, setup: Setup | None = None) -> LiveTable:
    corrections = CorrectionLearner(TABLE, folder / "calibration")
    learners = replace(Learners.of(TABLE, None), corrections=corrections)
    return live_table(folder, setup, learners=learners)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A game whose second turn was misread."""
    made = _table(tmp_path)
    for turn in range(3):
        made.photo(picture(turn))
    yield made
    killed(made)


def _correct(table: LiveTable) -> None:
    obeyed(table, CorrectPlace(_PLACE, {"colour": "yellow", "spokes": list(_TRUE.spokes)}))


def _tiles(table: LiveTable, turn: int) -> set[Any]:
    """What the table's reader takes a photo's tiles for, doubts and all."""
    session = session_of(table)
    reading = session.reader.read(picture(turn))
    assert reading.status in (ReadingStatus.READ, ReadingStatus.UNSURE)
    return {piece.label for piece in reading.pieces}


def test_one_correction_changes_the_next_reading(table: LiveTable) -> None:
    """The same tile in later photos is read as it was put right."""
    assert _READ in _tiles(table, 2)
    _correct(table)
    for turn in (2, 4, 6):
        assert _TRUE in _tiles(table, turn)
        assert _READ not in _tiles(table, turn)


def test_an_undone_correction_is_forgotten_and_a_redone_one_is_not(table: LiveTable) -> None:
    """Somebody tapped the wrong tile."""
    _correct(table)
    obeyed(table, PressButton("undo"))
    assert _READ in _tiles(table, 2)
    obeyed(table, PressButton("redo"))
    assert _TRUE in _tiles(table, 2)


def test_it_is_kept_with_the_table(table: LiveTable, tmp_path: Path) -> None:
    """In the next game, and after the program was killed; another table has its own."""
    _correct(table)
    obeyed(table, StartGame("redline", ("Cy", "Di")))
    assert _TRUE in _tiles(table, 4)
    table._store.close()
    again = _table(tmp_path, Setup("redline", ("Ed", "Flo"), resume=False))
    assert _TRUE in _tiles(again, 4)
    killed(again)
    other = CorrectionLearner("other", tmp_path / "calibration")
    reader = other.corrected_reader("redline", Misled(TruthReader(), _habit))
    assert _READ in {piece.label for piece in reader.read(picture(4)).pieces}


def test_a_correction_that_agrees_with_the_reader_teaches_nothing(
    table: LiveTable, tmp_path: Path
) -> None:
    """A tile laid elsewhere is no misreading; nothing is written."""
    obeyed(table, PressButton("undo"))
    assert not (tmp_path / "calibration").exists()


def test_what_is_no_piece_teaches_no_look(table: LiveTable, tmp_path: Path) -> None:
    """A square of the cloth is none wherever it lies; a tile that looks like it is a tile."""
    session = session_of(table)
    laid = session.referee.match.live[-1].turn
    obeyed(table, CorrectPlace(tuple(laid.cell.as_json()), None))
    session = session_of(table)
    assert EMPTY in {one.truth for one in session.referee.misreads.values()}
    assert not (tmp_path / "calibration").exists()


@pytest.mark.parametrize("spoken_of", [None, Cell(1, 2)], ids=["an answer", "a tap"])
def test_a_tap_teaches_of_its_own_place_alone(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch, spoken_of: Cell | None
) -> None:
    """That nothing else was laid may follow from it for now; an answer speaks of all it tells."""
    taught = [
        _Learnt(place, truth, Lesson(np.full((32, 32, 3), grey, np.uint8), _READ, truth, 0.5))
        for grey, (place, truth) in enumerate(((Cell(1, 2), _TRUE), (Cell(2, 2), EMPTY)))
    ]
    monkeypatch.setattr("server.tables.corrections._fresh", lambda *_: iter(taught))
    learner, session = CorrectionLearner("fresh"), table.session()
    assert session is not None
    reader = learner.corrected_reader("redline", TruthReader())
    learner.learn("correct", session, session, None, spoken_of)
    assert isinstance(reader, CorrectedReader)
    learnt = {lesson.truth for lesson in reader._lessons.all}
    assert learnt == ({_TRUE, EMPTY} if spoken_of is None else {_TRUE})


def test_a_turn_that_is_put_right_teaches_of_the_place_tapped(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What else the picture shows otherwise than the game that follows, nobody spoke of."""
    spoken_of: list[Any] = []
    monkeypatch.setattr(CorrectionLearner, "learn", lambda *said: spoken_of.append(said[-1]))
    _correct(table)
    obeyed(table, PressButton("undo"))
    assert spoken_of == [Cell(*_PLACE), None]


def test_damaged_lessons_are_said_and_left(
    table: LiveTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game begins all the same, and what is learnt anew takes their place."""
    _correct(table)
    [path] = (tmp_path / "calibration").rglob("lessons.json")
    path.write_text("{}")
    learner = CorrectionLearner(TABLE, tmp_path / "calibration")
    reader = learner.corrected_reader("redline", Misled(TruthReader(), _habit))
    assert "damaged" in capsys.readouterr().err
    assert _READ in {piece.label for piece in reader.read(picture(4)).pieces}


def test_a_full_disk_does_not_stop_the_game(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lesson holds for the evening."""

    def full(*_: object, **_options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.mkdir", full)
    _correct(table)
    assert _TRUE in _tiles(table, 2)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.game, marks=pytest.mark.slow if case.game == "linie1" else ())
        for case in CASES
    ],
)
def test_every_game_learns_from_the_dashboard(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the game's own reader and a bad habit: one piece of the first photo put right, and a
    later photo shows at least that piece as it is."""
    reader = load_reader(case.game)
    monkeypatch.setattr(
        "server.pipeline.session.load_reader", lambda _name: Misled(reader, case.habit)
    )
    table = _table(tmp_path, Setup(case.game, ("Ada", "Bo")))
    first, later = (load_photo(photo_of(case.game, name)) for name in (case.first, case.later))
    assert not isinstance(first, Refusal)
    assert not isinstance(later, Refusal)
    table.photo(first)
    session, looks = table.session(), piece_looks_of(case.game)
    assert session is not None
    assert looks is not None
    seen = reader.read(first).observation
    assert seen is not None
    place, wrong, right = next(
        (place, label, sighting.belief.best)
        for place, label in session.standing().items()
        if (sighting := seen.at(place)) is not None and sighting.belief.best != label
    )
    before = _count(table, looks.shown(wrong), later)
    obeyed(table, CorrectPlace(tuple(place.as_json()), session.game.label_to_json(right)))
    assert [*(tmp_path / "calibration").rglob("lessons.json")], "nothing was learnt"
    assert _count(table, looks.shown(wrong), later) < before
    killed(table)


def _count(table: LiveTable, label: Any, image: Image) -> int:
    """How many pieces of a photo the table's reader takes for a label."""
    session = session_of(table)
    return sum(piece.label == label for piece in session.reader.read(image).pieces)
