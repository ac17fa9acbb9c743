"""What the Redline reader learns from the players' own photo: how their tiles look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.homography import NoFit
from calibration.learnt_set import Example, LearntSet
from calibration.profiles import enlarged
from calibration.table import TableProfile
from rules.games.redline.tiles import DIRECTIONS, PATTERNS, Colour, Tile
from vision.nn.arrays import Pixels, Points
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE, Piece, Reading
from vision.redline.limits import LIMITS
from vision.redline.memory import RedlineMemory
from vision.redline.reader import NAME, RedlineReader
from vision.redline.reader import load as load_reader
from vision.redline.tiles.learnt_tiles import TileLooks, learnt_looks
from vision.redline.tiles.tile_reader import CROP, FACE, straightened
from vision.teacher import ReferencePhoto, TaughtPieces, Teacher


def name_of(tile: Tile) -> str:
    """What a tile is called, however it is turned: its colour and its pattern's spokes."""
    pattern = PATTERNS[tile.pattern - 1]
    spokes = "-".join(name for k, name in enumerate(DIRECTIONS) if pattern >> k & 1)
    return f"{tile.colour.value}-{spokes}"


#: Every tile of the set by its name, as the rules print it.
_TILES = {name_of(tile): tile for tile in (Tile(c, m) for c in Colour for m in PATTERNS)}


@dataclass(frozen=True)
class RedlineTeacher(Teacher):
    """Learns how a set's tiles look with the reader that will use them, which `load` loads."""

    load: Callable[[], RedlineReader] = load_reader

    def learn_pieces(self, source: ReferencePhoto, names: tuple[str, ...]) -> TaughtPieces | NoFit:
        """The tiles of a photo, laid against each other or in front of a player; those that are
        not read surely are to be looked at."""
        if names:
            return NoFit("Redline's tiles are told by what is printed on them; leave the names out")
        reading = self.load().read(source.image)
        if reading.refusal is not None:
            return NoFit(
                f"{reading.refusal.message.rstrip('.')}; lay some ten tiles of both colours side "
                "by side on a plain table and photograph them from above"
            )
        taught = [piece for piece in reading.pieces if piece.area != "askew"]
        examples = tuple(_example(source, piece) for piece in taught)
        unclear = {k for k, piece in enumerate(taught) if piece.confidence < SURE_CONFIDENCE}
        learnt = LearntSet(NAME, source.made, source.photo, examples)
        outlines = np.array([piece.outline_xy for piece in taught])
        return TaughtPieces(learnt, outlines, (), frozenset(unclear))

    def examples_of(self, source: ReferencePhoto, reading: Reading) -> tuple[Example, ...]:
        """The tiles of the layout that are read surely, one of each name."""
        sure = (
            piece
            for piece in reading.pieces
            if piece.area == "layout" and piece.confidence >= LIMITS.teaches
        )
        return tuple({one.name: one for one in (_example(source, p) for p in sure)}.values())

    def names(self) -> tuple[str, ...]:
        """The 48 tiles."""
        return tuple(_TILES)

    def label_of(self, name: str, quarters: int) -> Tile:
        """A tile, turned. Raises KeyError."""
        return _TILES[name].turned(quarters)

    def objection(self, learnt: LearntSet) -> NoFit | None:
        """Too few tiles of either colour, or pieces of which lines and none look alike."""
        if _looks(learnt) is None:
            least = LIMITS.taught_of_each
            return NoFit(f"at least {least} tiles of either colour are needed, and lines on them")
        return None

    def memory_of(
        self, _table: TableProfile | None, learnt: LearntSet | None, _name: str
    ) -> RedlineMemory | None:
        """How the learnt tiles look."""
        looks = None if learnt is None else _looks(learnt)
        return None if looks is None else RedlineMemory(looks)


def load() -> RedlineTeacher:
    """The teacher of this game."""
    return RedlineTeacher()


def _example(source: ReferencePhoto, piece: Piece) -> Example:
    assert isinstance(piece.label, Tile)
    name = name_of(piece.label)
    quarters = next(q for q in range(4) if _TILES[name].turned(q) == piece.label)
    picture = _kept(source.image, np.asarray(piece.outline_xy))
    return Example(name, quarters, piece.pixel_xy, picture, source.photo, source.made)


def _kept(image: Image, outline_xy: Points) -> Pixels:
    """(64, 64, 3) uint8 BGR: the tile as the reader sees it, without its surroundings."""
    rim = (CROP - FACE) // 2
    face = straightened(image, outline_xy)[rim:-rim, rim:-rim]
    return enlarged(face)


def _crop(picture: Pixels) -> Pixels:
    """(40, 40, 3) as the reader looks at a tile; its surroundings, which tell nothing, are its
    rim's."""
    face = cv2.resize(picture, (FACE, FACE), interpolation=cv2.INTER_AREA)
    rim = (CROP - FACE) // 2
    return np.asarray(cv2.copyMakeBorder(face, rim, rim, rim, rim, cv2.BORDER_REPLICATE), np.uint8)


def _looks(learnt: LearntSet) -> TileLooks | None:
    tiles = [_TILES[e.name].turned(e.quarters) for e in learnt.examples]
    return learnt_looks([_crop(e.picture) for e in learnt.examples], tiles)
