"""A set is learnt while it is played: from legal turns read surely, and forgotten when misread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calibration.learnt_set import load_set, save_set, set_names
from calibration.profiles import UnusableProfile
from rules.core.call import CallKind
from server.tables import played_pieces
from server.tables.learners import Learners
from server.tables.live_table import LiveTable
from server.tables.player_commands import CorrectPlace
from tests.server.fakes import TruthReader, picture
from tests.server.scripted import TABLE, calls, killed, live_table, obeyed, play
from vision.redline.memory import RedlineMemory
from vision.teacher import ReferencePhoto, load_teacher

pytestmark = pytest.mark.usefixtures("sees_rightly")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A game before its first picture, at a table that learns."""
    made = live_table(tmp_path, learners=Learners.of(TABLE, tmp_path / "calibration"))
    yield made
    killed(made)


def test_a_legal_turn_teaches_what_lies_there(table: LiveTable, tmp_path: Path) -> None:
    """Nothing before a call; then one piece of every name, with where and when it was learnt, and
    the next game starts from it."""
    play(table, 0)
    assert set_names(tmp_path / "calibration") == ()
    play(table, 1)
    assert calls(table)[-1] == [CallKind.LEGAL.value]
    learnt = load_set(tmp_path / "calibration", "redline")
    names = [example.name for example in learnt.examples]
    assert len(names) == len(set(names)) >= 6
    assert {example.photo for example in learnt.examples} == {f"in play at {TABLE}"}
    assert (datetime.now(UTC) - learnt.examples[0].made).total_seconds() < 600
    memory = load_teacher("redline").memory_of(None, learnt, "")
    assert isinstance(memory, RedlineMemory)
    assert memory.looks is not None


def test_a_photo_taken_on_purpose_teaches_too(table: LiveTable, tmp_path: Path) -> None:
    """As a camera's look does."""
    table.photo(picture(0))
    table.photo(picture(1))
    assert len(load_set(tmp_path / "calibration", "redline").examples) >= 6


def test_a_foul_teaches_nothing(table: LiveTable, tmp_path: Path) -> None:
    """The set stays as it was after the last legal turn."""
    play(table, 0, 1, 2)
    before = load_set(tmp_path / "calibration", "redline")
    play(table, 3)
    assert "foul" in calls(table)[-1]
    after = load_set(tmp_path / "calibration", "redline")
    assert [e.name for e in after.examples] == [e.name for e in before.examples]


def test_what_a_person_taught_stays_and_the_rest_is_bounded(
    table: LiveTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is known is not learnt again, and only so many are."""
    monkeypatch.setattr(played_pieces, "MOST_PLAYED", 3)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    shown = TruthReader().read(picture(1))
    taught = load_teacher("redline").examples_of(
        ReferencePhoto(picture(1), "mine.jpg", now), shown
    )[:2]
    learnt = replace(_set_of(now), examples=taught)
    save_set(tmp_path / "calibration", "mine", learnt)
    play(table, 0, 1, 2)
    found = load_set(tmp_path / "calibration", "mine").examples
    assert [e.photo for e in found[:2]] == ["mine.jpg"] * 2
    assert len(found) == 5
    assert len({e.name for e in found}) == 5


def _set_of(now: datetime) -> played_pieces.LearntSet:
    return played_pieces.LearntSet("redline", now, "mine.jpg", ())


def test_a_correction_forgets_what_was_learnt_in_play(table: LiveTable, tmp_path: Path) -> None:
    """Somebody says that a piece was misread: what this table taught by itself goes."""
    play(table, 0, 1)
    assert set_names(tmp_path / "calibration") == ("redline",)
    place = table.readings()[0]
    other = {"colour": "yellow", "spokes": ["N", "W"]}
    said = CorrectPlace(tuple(place.place), other)
    obeyed(table, said)
    with pytest.raises(UnusableProfile):
        load_set(tmp_path / "calibration", "redline")


def test_a_table_that_keeps_nothing_learns_nothing(tmp_path: Path) -> None:
    """And plays on."""
    made = live_table(tmp_path)
    play(made, 0, 1)
    assert calls(made)[-1] == [CallKind.LEGAL.value]
    assert not (tmp_path / "calibration").exists()
    killed(made)
