"""Learning a set's tiles from one photo: laid side by side on a table, or as they lie in a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.homography import Homography, NoFit
from calibration.learnt_set import Example, LearntSet
from calibration.squares import Square, square_families
from calibration.squares import rectified as straight_square
from rules.games.linie1.tiles import FACE_KINDS, FACE_MASKS, KINDS, turned_mask
from vision.linie1.board.finder import NoBoard, load_finder
from vision.linie1.board.rectify import BORDER, CELLS_SHOWN, rectified
from vision.linie1.limits import LIMITS
from vision.linie1.tiles.cells import CELL_PX, CellReader
from vision.nn.arrays import Float
from vision.nn.models import load_net
from vision.reader import Image
from vision.teacher import ReferencePhoto, TaughtPieces

#: The names in the order of the rule sheet, in which they are taken where nobody says otherwise.
KIND_NAMES = tuple(f"T{kind.number}" for kind in KINDS)

#: Side of a kept picture of a tile, pixels.
KEPT_PX = 96

#: What to do where no set is found.
_HOW = "lay them on a plain table, a finger's width apart, and photograph them from above"

#: Probability of any kind whatever a look says, so that none is impossible.
_ANY_KIND = 1e-4

#: Grey round tiles that are read one by one, and cells from one to the next in that picture.
_SURROUND, _STEP = 120, 2


@dataclass(frozen=True)
class _Seen:
    """One tile of the photo: outline (4, 2) pixels, picture from above, belief (35,) of faces."""

    outline_xy: Float
    picture: Image
    faces: Float

    def kinds(self) -> Float:
        """(13,) probabilities of the kinds; 0 is no tile."""
        found = np.bincount(np.array(FACE_KINDS), self.faces, minlength=len(KINDS) + 1)
        return np.asarray(found, np.float64)

    def named(self, kind: int, source: ReferencePhoto) -> tuple[Example, float]:
        """The tile as a kind 1..12, in its likeliest turn, and that turn's probability."""
        mine = self.faces * (np.array(FACE_KINDS) == kind)
        face = int(mine.argmax())
        quarters = next(
            q for q in range(4) if turned_mask(KINDS[kind - 1].mask, q) == FACE_MASKS[face]
        )
        x, y = self.outline_xy.mean(axis=0)
        name, middle = KIND_NAMES[kind - 1], (float(x), float(y))
        example = Example(name, quarters, middle, self.picture, source.photo, source.made)
        return example, float(mine[face] / max(mine.sum(), 1e-12))


class TileTeacher:
    """Finds, names and turns tiles in a photo. `cells`: the reader that names them."""

    def __init__(self, cells: CellReader) -> None:
        self.cells = cells

    @classmethod
    def load(cls) -> TileTeacher:
        """With its nets from the package."""
        return cls(CellReader(load_net("linie1/cells"), load_net("linie1/trams")))

    def learn(self, source: ReferencePhoto, names: Sequence[str]) -> TaughtPieces | NoFit:
        """The tiles of a photo by `names` (T1 to T12, row by row); without names by the rule
        sheet's order where twelve lie in it, else by their looks, as those of a game are."""
        families, count = square_families(source.image), len(names) or len(KINDS)
        seen = [] if isinstance(families, NoFit) else self._set_among(source.image, families, count)
        if len(seen) != count:
            pose = load_finder().find(source.image)
            if not isinstance(pose, NoBoard):
                return self._as_laid(source, pose.board_to_photo)
        if isinstance(families, NoFit):
            return NoFit(f"no tiles are found ({families.reason}); {_HOW}")
        if not seen:
            return NoFit(f"squares are found, but they do not look like one set of tiles; {_HOW}")
        if names and len(names) != len(seen):
            return NoFit(f"{len(seen)} tiles are found, but {len(names)} names are given")
        return _called(source, seen, names)

    def _set_among(
        self, image: Image, families: Sequence[Sequence[Square]], count: int
    ) -> list[_Seen]:
        """The tiles of the family that looks most like a set: all of them where `count` are
        awaited and found, else the surest of each kind; none where no family looks like one."""
        read = [self.read_squares(image, squares) for squares in families]
        best = max(read, key=_kinds_shown)
        tiles = best if len(best) == count else _one_of_each(best)
        wanted = LIMITS.like_a_set * min(len(best), len(KINDS))
        return tiles if tiles and _kinds_shown(tiles) >= wanted else []

    def read_squares(self, image: Image, squares: Sequence[Square]) -> list[_Seen]:
        """What each square looks like, read alone on grey."""
        patches = [straight_square(image, square, CELL_PX) for square in squares]
        beliefs = np.concatenate([self._alone(some) for some in _portions(patches)])
        kept = [straight_square(image, square, KEPT_PX) for square in squares]
        return [
            _Seen(square.corners_xy, picture, faces)
            for square, picture, faces in zip(squares, kept, beliefs, strict=True)
        ]

    def _alone(self, patches: Sequence[Image]) -> Float:
        """(N, 35) beliefs of single tiles, laid far apart in one picture."""
        side = CELLS_SHOWN * CELL_PX
        grid = np.full((side, side, 3), _SURROUND, np.uint8)
        spots = _spots()[: len(patches)]
        for (row, col), patch in zip(spots, patches, strict=True):
            y, x = row * CELL_PX, col * CELL_PX
            grid[y : y + CELL_PX, x : x + CELL_PX] = patch
        faces = self.cells.read_grid(grid).faces
        return np.array([faces[spot] for spot in spots])

    def _as_laid(self, source: ReferencePhoto, board: Homography) -> TaughtPieces | NoFit:
        """The tiles of a game in progress that are read surely and stand free."""
        found = self.cells.read_grid(rectified(source.image, board, CELL_PX))
        grid = rectified(source.image, board, KEPT_PX)
        things = np.maximum(found.sign, found.trams.max(-1))
        taken = (found.faces[..., 1:].max(-1) > LIMITS.as_laid) & (things < 1 - LIMITS.as_laid)
        taken &= found.occlusion < 1 - LIMITS.names
        seen = [
            _Seen(_cell_outline(board, row, col), _cut(grid, row, col), found.faces[row, col])
            for row, col in np.argwhere(taken[1:-1, 1:-1]) + 1
        ]
        if not seen:
            return NoFit("the board is found, but no tile on it is read surely")
        return _taught(source, seen, ())


def _cell_outline(board: Homography, row: int, col: int) -> Float:
    x, y = col - 1.0, row - 1.0
    return board(np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]))


def _cut(grid: Image, row: int, col: int) -> Image:
    y, x = (round((n - 1 + BORDER) * KEPT_PX) for n in (row, col))
    return np.ascontiguousarray(grid[y : y + KEPT_PX, x : x + KEPT_PX])


def _spots() -> list[tuple[int, int]]:
    steps = range(_STEP, CELLS_SHOWN - 1, _STEP)
    return [(row, col) for row in steps for col in steps]


def _portions(patches: Sequence[Image]) -> Iterator[Sequence[Image]]:
    size = len(_spots())
    yield from (patches[i : i + size] for i in range(0, len(patches), size))


def _kinds_shown(seen: Sequence[_Seen]) -> float:
    """How many of the twelve kinds seem to lie there: what is most like each, summed."""
    return float(np.max([one.kinds()[1:] for one in seen], axis=0).sum())


def _one_of_each(seen: Sequence[_Seen]) -> list[_Seen]:
    """The surest of each kind, where it is clear: cards and their print, squares of about the
    tiles' size, are left out, and so is a second tile of a kind."""
    kinds = np.array([one.kinds() for one in seen])
    surest = {k: int(kinds[:, k].argmax()) for k in range(1, len(KINDS) + 1)}
    kept = {at for k, at in surest.items() if kinds[at, k] >= LIMITS.names}
    return [one for at, one in enumerate(seen) if at in kept]


def _looks_like(seen: Sequence[_Seen]) -> list[str]:
    return [KIND_NAMES[int(one.kinds()[1:].argmax())] for one in seen]


def _strangers(seen: Sequence[_Seen], names: Sequence[str]) -> int:
    """How many clearly look like another kind than they are called."""
    return sum(
        like != name and one.kinds().max() > LIMITS.contradicts
        for one, like, name in zip(seen, _looks_like(seen), names, strict=True)
    )


def _called(
    source: ReferencePhoto, seen: Sequence[_Seen], names: Sequence[str]
) -> TaughtPieces | NoFit:
    """The tiles by their names, as far as their looks allow it."""
    wanted = tuple(names) or (KIND_NAMES if len(seen) == len(KINDS) else ())
    if not wanted or _strangers(seen, wanted) <= LIMITS.wrong_order * len(seen):
        return _taught(source, seen, wanted)
    if not names:
        return _taught(source, seen, _one_of_each_kind(seen))
    return NoFit(
        f"the tiles do not look like {', '.join(wanted)} in this order, row by row, but "
        f"like {', '.join(_looks_like(seen))}; give what lies there with --order"
    )


def _one_of_each_kind(seen: Sequence[_Seen]) -> tuple[str, ...]:
    """The likeliest names of twelve tiles of which no two are of one kind, in their order."""
    odds = np.log(np.array([one.kinds()[1:] for one in seen]) + _ANY_KIND)
    # For every set of kinds given to the first tiles, as bits: how likely, and each one's kind.
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for tile in odds:
        after: dict[int, tuple[float, tuple[int, ...]]] = {}
        for taken, (so_far, kinds) in best.items():
            for kind in range(len(KINDS)):
                key = taken | 1 << kind
                said = so_far + float(tile[kind])
                if key != taken and said > after.get(key, (-np.inf, ()))[0]:
                    after[key] = (said, (*kinds, kind))
        best = after
    ((_, kinds),) = best.values()
    return tuple(KIND_NAMES[kind] for kind in kinds)


def _taught(
    source: ReferencePhoto, seen: Sequence[_Seen], names: Sequence[str]
) -> TaughtPieces | NoFit:
    examples: list[Example] = []
    outlines: list[Float] = []
    called: list[str] = []
    turned: list[str] = []
    unclear: set[int] = set()
    for number, one in enumerate(seen):
        kinds = one.kinds()
        like = int(kinds[1:].argmax()) + 1
        if not names and kinds[like] < LIMITS.names:
            continue
        kind = KIND_NAMES.index(names[number]) + 1 if names else like
        example, turn = one.named(kind, source)
        if like != kind and kinds[like] > LIMITS.contradicts:
            called.append(f"{example.name} looks like T{like}")
            unclear.add(len(examples))
        elif turn < LIMITS.turn_clear:
            turned.append(example.name)
            unclear.add(len(examples))
        elif kinds[kind] < LIMITS.names:
            unclear.add(len(examples))
        examples.append(example)
        outlines.append(one.outline_xy)
    if not examples:
        return NoFit("none of the squares found looks like a tile; give --order")
    learnt = LearntSet("linie1", source.made, source.photo, tuple(examples))
    doubts = _doubts(called, turned, [example.name for example in examples])
    return TaughtPieces(learnt, np.array(outlines), doubts, frozenset(unclear))


def _doubts(called: list[str], turned: list[str], kept: list[str]) -> tuple[str, ...]:
    """What to look at again, a sentence for each sort of doubt."""
    missing = [name for name in KIND_NAMES if name not in kept]
    said = (
        (called, "of the tiles as they are called, {}"),
        (turned, "which way round these lie is not clear: {}"),
        (missing, "these kinds are missing, photograph them beside the others: {}"),
    )
    return tuple(text.format(", ".join(names)) for names, text in said if names)
