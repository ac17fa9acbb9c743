"""The Mokadi reader on whole photos: what it tells, what it leaves open, what it refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.core.discovery import get
from rules.games.mokadi.pieces import Kind
from server.views.read_json import read_object
from tests.render.long_things import KINDS, table_with
from vision.mokadi.reader import MokadiReader, load
from vision.mokadi.tracking.memory import TableMemory
from vision.photo import load_photo
from vision.reader import Image, has_reader
from vision.reading import Reading, ReadingStatus, Refusal

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images"


@pytest.fixture(scope="module")
def reader() -> MokadiReader:
    """The reader, its net loaded."""
    return load()


def photo(name: str) -> Image:
    """A sample photo."""
    image = load_photo(SAMPLES / name)
    assert not isinstance(image, Refusal)
    return image


@pytest.fixture(scope="module")
def pile(reader: MokadiReader) -> Reading:
    """Nine sticks on three pads, path-traced."""
    return reader.read(photo("mokadi/mokadi_0004.jpg"))


def test_the_game_can_be_seen() -> None:
    """The reader is found by its folder."""
    assert has_reader("mokadi")


def test_pads_are_read_even_white_on_white(reader: MokadiReader) -> None:
    """Three black pads, and three white ones that a white table shows by their shadows alone."""
    reading = reader.read(photo("mokadi/mokadi_0003.jpg"))
    colours = sorted(getattr(piece.label, "colour", "") for piece in reading.pieces)
    assert colours == ["black"] * 3 + ["white"] * 3
    assert all(piece.kind == "pad" for piece in reading.pieces)


def test_a_pile_is_never_called_sure(pile: Reading) -> None:
    """What lies under others may be missing: the photo says so."""
    assert pile.status is ReadingStatus.UNSURE
    assert sum(piece.kind == "stick" for piece in pile.pieces) >= 6


def test_places_are_in_stick_lengths(pile: Reading) -> None:
    """Every stick that shows both ends measures one, within a tenth or so."""
    assert pile.observation is not None
    ends = [s.place.ends for s in pile.observation.sightings if s.place.kind is Kind.STICK]
    lengths = [np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in ends]
    assert np.median(lengths) == pytest.approx(1.0, abs=0.06)


def test_what_the_command_writes(pile: Reading) -> None:
    """Ends in pixels of the photo, whom a stick lies over by number in the list, hidden ends."""
    told = read_object("a.jpg", pile, get("mokadi"), 0.1)
    for piece in told["pieces"]:
        if piece["kind"] == "stick":
            assert len(piece["ends"]) == len(piece["hidden"]) == 2
            assert all(told["pieces"][k]["kind"] == "stick" for k in piece["over"])
            assert {"colour", "confidence", "on"} <= piece.keys()


def test_no_stick_lies_over_itself_or_over_its_own_cover(pile: Reading) -> None:
    """Of two that cross one lies above."""
    for k, piece in enumerate(pile.pieces):
        assert all(k not in pile.pieces[other].over and other != k for other in piece.over)


def test_the_same_photo_reads_the_same(reader: MokadiReader, pile: Reading) -> None:
    """Nothing is left to chance."""
    again = reader.read(photo("mokadi/mokadi_0004.jpg"))
    assert again.pieces == pile.pieces
    assert again.observation == pile.observation


def test_the_unit_is_remembered(reader: MokadiReader, pile: Reading) -> None:
    """A photo of pads alone has the unit that an earlier photo's sticks told."""
    assert isinstance(pile.memory, TableMemory)
    image = photo("mokadi/mokadi_0003.jpg")
    alone = reader.read(image)
    known = reader.read(image, pile.memory)
    assert isinstance(alone.memory, TableMemory)
    assert alone.memory.plane is None
    assert isinstance(known.memory, TableMemory)
    assert known.memory.plane.matrix == pytest.approx(pile.memory.plane.matrix, rel=1e-6)


@pytest.mark.parametrize("name", ["redline/redline_0001.jpg", "rouge/rouge_0001.jpg"])
def test_other_games_are_never_read_surely(reader: MokadiReader, name: str) -> None:
    """Photos of other games are refused or left open."""
    assert reader.read(photo(name)).status is not ReadingStatus.READ


@pytest.mark.parametrize(
    "kind", [KINDS[0], *(pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS[1:])]
)
def test_pencils_chopsticks_and_cables_are_never_read_surely(
    reader: MokadiReader, kind: str
) -> None:
    """Refused or left open, at first sight as when they lie there for a second picture."""
    image = table_with(kind, 3, (640, 480))
    first = reader.read(image)
    again = reader.read(image, first.memory)
    assert ReadingStatus.READ not in {first.status, again.status}


def bare_table(level: float = 150) -> Image:
    """A cloth without anything on it."""
    rng = np.random.default_rng(1)
    return np.asarray(np.clip(rng.normal(level, 9, (480, 640, 3)), 0, 255), np.uint8)


def test_a_bare_table_is_refused(reader: MokadiReader) -> None:
    """With the reason, and what to do about it."""
    reading = reader.read(bare_table())
    assert reading.refusal is not None
    assert reading.refusal.code == "no-board"


def test_a_game_may_begin_on_a_bare_table(reader: MokadiReader) -> None:
    """Where people said that it is Mokadi, and there is light enough to see that nothing lies
    there."""
    reading = reader.read(bare_table(), reader.begins(None))
    assert reading.refusal is None
    assert not reading.pieces
    dark = reader.read(bare_table(12), reader.begins(None))
    assert dark.refusal is not None
    assert dark.refusal.code == "too-dark"


def test_what_a_game_began_with_is_no_other_game(reader: MokadiReader) -> None:
    """Photos of other games begin no game of Mokadi either."""
    reading = reader.read(photo("redline/redline_0001.jpg"), reader.begins(None))
    assert reading.status is not ReadingStatus.READ
