"""What people say of a set's colours is known to the table's next game, and after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration import colours
from calibration.colours import KeptColours, forget_colours, load_colours, save_colours
from calibration.learnt_set import Example, LearntSet, save_set
from calibration.profiles import UnusableProfile, name_of_game
from rules.core.codec import Json
from rules.core.places import AnyPosition, Place
from server.tables.learners import Learners
from server.tables.live_table import LiveTable
from server.tables.player_commands import CorrectPlace, PressButton, StartGame
from tests.server.fakes import TruthReader, picture
from tests.server.scripted import TABLE, killed, live_table, obeyed, session_of
from vision.linie1.knowledge import TableKnowledge
from vision.mokadi.box_looks import BoxLooks
from vision.mokadi.tracking.memory import TableMemory
from vision.reader import Reader, load_reader


class Painted(TruthReader):
    """Its memory is the colour that people last said of a piece."""

    def put_right(self, memory: object, position: AnyPosition, place: Place) -> object:
        """That of the piece; what is read by itself teaches nothing."""
        label: Any = position.get(place)
        said = None if label is None else label.colour.value
        return {"paint": said} if said == "yellow" else None

    def colours_taught(self, memory: object) -> Json | None:
        """All of it."""
        return memory if isinstance(memory, dict) else None

    def with_colours(self, memory: object, taught: Json) -> object:
        """Just that."""
        return {"paint": taught["paint"]}


@pytest.fixture(autouse=True)
def _paints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: Painted())


def _table(folder: Path, kept: Path | None) -> LiveTable:
    return live_table(folder, learners=Learners.of(TABLE, kept))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where calibrations are kept."""
    return tmp_path / "calibration"


@pytest.fixture
def table(tmp_path: Path, kept: Path) -> Iterator[LiveTable]:
    """A game after its first picture."""
    made = _table(tmp_path, kept)
    made.photo(picture(0))
    yield made
    killed(made)


def _knows(table: LiveTable) -> object:
    session = session_of(table)
    return session.memory


def _blue(table: LiveTable) -> tuple[int, ...]:
    session = session_of(table)
    standing: AnyPosition = session.standing()
    place: Any = min(p for p, label in standing.items() if label.colour.value == "blue")
    return (place.row, place.col)


def _teach(table: LiveTable) -> None:
    obeyed(table, CorrectPlace(_blue(table), {"colour": "yellow", "spokes": ["N", "W"]}))
    assert _knows(table) == {"paint": "yellow"}


def test_the_next_game_and_the_next_start_know_it(
    table: LiveTable, tmp_path: Path, kept: Path
) -> None:
    """A restart takes up the game, and knows its colours; so does the game after it."""
    _teach(table)
    killed(table)
    again = _table(tmp_path, kept)
    assert _knows(again) == {"paint": "yellow"}
    obeyed(again, StartGame("redline", ("Ada", "Bo")))
    assert _knows(again) == {"paint": "yellow"}
    killed(again)


def test_where_nothing_is_kept_the_next_game_knows_it(tmp_path: Path) -> None:
    """As long as the program runs."""
    table = _table(tmp_path, None)
    table.photo(picture(0))
    _teach(table)
    obeyed(table, StartGame("redline", ("Ada", "Bo")))
    assert _knows(table) == {"paint": "yellow"}
    killed(table)


def test_a_word_that_is_undone_teaches_nothing(table: LiveTable, kept: Path) -> None:
    """Neither now nor after a restart; said again it does."""
    _teach(table)
    obeyed(table, PressButton("undo"))
    assert _knows(table) is None
    assert load_colours(kept, TABLE, "redline") is None
    obeyed(table, PressButton("redo"))
    assert load_colours(kept, TABLE, "redline") is not None


def test_a_set_that_is_taught_later_is_another_one(
    table: LiveTable, tmp_path: Path, kept: Path
) -> None:
    """What was said of the one before it does not count any more."""
    _teach(table)
    killed(table)
    later = datetime.now(UTC) + timedelta(minutes=1)
    piece = Example("T1", 0, (0.0, 0.0), np.zeros((8, 8, 3), np.uint8), "set.jpg", later)
    save_set(kept, "redline", LearntSet("redline", later, "set.jpg", (piece,)))
    again = _table(tmp_path, kept)
    assert _knows(again) is None
    killed(again)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no JSON"),
        ('{"arbitable": "colours", "version": 9}', "newer"),
        ('{"arbitable": "colours", "version": 1, "game": "redline"}', "lacks a field"),
        (
            '{"arbitable": "colours", "version": 1, "made": "2026-01-01T20:00:00+00:00",'
            ' "colours": {"other": 1}}',
            "damaged",
        ),
    ],
)
def test_damaged_colours_are_said_and_left(
    text: str, said: str, tmp_path: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game begins all the same."""
    folder = colours.KIND.folder(kept, name_of_game(TABLE, "redline"))
    folder.mkdir(parents=True)
    (folder / "colours.json").write_text(text)
    table = _table(tmp_path, kept)
    assert _knows(table) is None
    assert said in capsys.readouterr().err
    killed(table)


def test_a_folder_that_cannot_be_written_is_said(
    table: LiveTable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What was said holds for this game all the same."""

    def full(*_: object) -> None:
        raise UnusableProfile("the disk is full.")

    monkeypatch.setattr("server.tables.taught_colours.save_colours", full)
    _teach(table)
    assert "the disk is full" in capsys.readouterr().err


def test_kept_colours_come_back_as_they_were(tmp_path: Path) -> None:
    """With the time at which they were said; forgotten they are gone."""
    told = KeptColours({"trams": [{"looks_like": 6, "is": 4}]}, datetime(2026, 1, 2, tzinfo=UTC))
    save_colours(tmp_path, TABLE, "linie1", told)
    assert load_colours(tmp_path, TABLE, "linie1") == told
    assert load_colours(tmp_path, "other", "linie1") is None
    forget_colours(tmp_path, TABLE, "linie1")
    assert load_colours(tmp_path, TABLE, "linie1") is None


@pytest.fixture(scope="module")
def linie1() -> Reader:
    """The reader of boards."""
    return load_reader("linie1")


def test_trams_are_kept_by_line(linie1: Reader) -> None:
    """A shop's set teaches nothing; what was said is known whatever else is."""
    assert linie1.colours_taught(TableKnowledge()) is None
    assert linie1.colours_taught(None) is None
    told = linie1.colours_taught(TableKnowledge(lines={6: 4}))
    assert told is not None
    for before in (None, TableKnowledge()):
        after = linie1.with_colours(before, told)
        assert isinstance(after, TableKnowledge)
        assert after.lines == {6: 4}
    with pytest.raises(ValueError, match="7"):
        linie1.with_colours(None, {"trams": [{"looks_like": 7, "is": 4}]})


def test_the_looks_of_a_box_are_kept() -> None:
    """To the last digit; what cannot be a look is refused."""
    mokadi = load_reader("mokadi")
    assert mokadi.colours_taught(TableMemory(None, (0, 0))) is None
    looks = BoxLooks(("blue", "black"), np.array([[0.1, 0.2, 1 / 3], [0, 0, 0]]), np.ones(3))
    told = mokadi.colours_taught(replace(TableMemory(None, (0, 0)), looks=looks))
    assert told is not None
    after = mokadi.with_colours(None, told)
    assert isinstance(after, TableMemory)
    assert after.looks is not None
    assert after.looks.names == looks.names
    assert (after.looks.shares == looks.shares).all()
    assert (after.looks.light == looks.light).all()
    for wrong in ({"names": ["blue", "green"]}, {"light": [1.0]}, {"names": ["blue", "blue"]}):
        with pytest.raises(ValueError, match="names"):
            mokadi.with_colours(None, {**told, **wrong})
