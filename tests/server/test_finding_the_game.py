"""Which game a photo shows, by what every game's reader makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image as PillowImage

from rules.core.discovery import get
from server.pipeline.readers import PhotoReaders
from vision.reader import Image, OnStage, Places, Reader, untimed
from vision.reading import Piece, Reading, ReadingStatus, Refusal

NOTHING = Refusal("no-board", "There is none.", "Show it.")
DARK = Refusal("too-dark", "It is dark.", "Turn a lamp on.")
CUT_OFF = Refusal("cut-off", "Part lies outside.", "Step back.")
BOARDS = ("linie1", "rouge")


class _Told(Reader):
    """A reader that reads what it is told."""

    def __init__(self, game: str, told: Refusal | tuple[ReadingStatus, tuple[float, ...]]) -> None:
        self._game = game
        self._told = told

    @property
    def places(self) -> Places:
        """Those of a board, of two of the games."""
        return Places.OF_BOARD if self._game in BOARDS else Places.OF_PIECES

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """Pieces as sure as told, or the refusal."""
        if isinstance(self._told, Refusal):
            return Reading.refused(self._game, self._told)
        status, sure = self._told
        pieces = tuple(Piece("pad", "", k, None, (0.0, 0.0), (), c) for k, c in enumerate(sure))
        return Reading(self._game, status, (8, 8), pieces)


_Sights = Mapping[str, Refusal | tuple[ReadingStatus, tuple[float, ...]]]


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture that can be opened."""
    PillowImage.new("RGB", (8, 8)).save(tmp_path / "photo.png")
    return tmp_path / "photo.png"


def _found(photo: Path, sights: _Sights) -> tuple[str | None, Reading]:
    readers = tuple((get(game), _Told(game, told)) for game, told in sights.items())
    read = PhotoReaders(readers, searching=True).read(photo)
    return (None if read.game is None else read.game.name), read.reading


def test_a_sure_reading_tells_the_game(photo: Path) -> None:
    """However sure another reader is of a few pieces."""
    game, reading = _found(
        photo,
        {
            "mokadi": (ReadingStatus.UNSURE, (0.99, 0.99)),
            "redline": (ReadingStatus.READ, (0.98,)),
            "rouge": (ReadingStatus.UNSURE, (0.99,)),
        },
    )
    assert (game, reading.status) == ("redline", ReadingStatus.READ)


def test_a_board_tells_more_than_loose_pieces(photo: Path) -> None:
    """Pawns in the dark look like pads, and more of them are sure; but there is a board."""
    game, _ = _found(
        photo,
        {
            "mokadi": (ReadingStatus.UNSURE, (0.98, 0.98)),
            "rouge": (ReadingStatus.UNSURE, (0.9, 0.7)),
        },
    )
    assert game == "rouge"


def test_pieces_that_are_in_doubt_tell_no_game(photo: Path) -> None:
    """A dark board of another game looks a little like pads: the players are asked."""
    game, reading = _found(
        photo, {"linie1": DARK, "mokadi": (ReadingStatus.UNSURE, (0.9, 0.8)), "redline": DARK}
    )
    assert (game, reading.pieces) == (None, ())
    assert reading.refusal is not None
    assert reading.refusal.message == "It is not clear which game this is; it looks like Mokadi."
    assert reading.refusal.cure == "Name the game with --game."


def test_two_games_that_are_as_likely_are_both_named(photo: Path) -> None:
    """None of them is chosen."""
    sure = (ReadingStatus.UNSURE, (0.98, 0.5))
    game, reading = _found(photo, {"linie1": NOTHING, "mokadi": sure, "redline": sure})
    assert (game, reading.status) == (None, ReadingStatus.REFUSED)
    assert reading.refusal is not None
    assert "Mokadi or Redline" in reading.refusal.message


def test_pieces_of_one_game_alone_tell_it(photo: Path) -> None:
    """A pile is never sure as a whole."""
    game, _ = _found(photo, {"linie1": NOTHING, "mokadi": (ReadingStatus.UNSURE, (0.98, 0.5))})
    assert game == "mokadi"


@pytest.mark.parametrize(
    ("refusals", "code", "named"),
    [
        ((NOTHING, NOTHING, NOTHING), "no-board", "no game in this picture"),
        ((DARK, DARK, CUT_OFF), "too-dark", DARK.message),
        ((NOTHING, CUT_OFF, NOTHING), "cut-off", CUT_OFF.message),
    ],
)
def test_where_no_game_is_found_no_single_one_is_missed(
    photo: Path, refusals: tuple[Refusal, ...], code: str, named: str
) -> None:
    """What is said is not that one of them is not there, but what keeps all from being found."""
    sights = dict(zip(("linie1", "redline", "rouge"), refusals, strict=True))
    game, reading = _found(photo, sights)
    assert game is None
    assert reading.refusal is not None
    assert reading.refusal.code == code
    assert named in reading.refusal.message
