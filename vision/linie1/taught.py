"""What the Linie 1 reader learns from the players' own photos: their table and their tiles."""

from __future__ import annotations

import numpy as np

from calibration.drift import detail_of, earlier_look_of
from calibration.homography import Homography, NoFit, fit_homography
from calibration.learnt_set import LearntSet
from calibration.reference import Reference, learn_reference
from calibration.table import TableProfile, shrunk_reference
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import LOCATION_AT, SPAN
from rules.games.linie1.tiles import Tile
from vision.linie1.board.finder import NoBoard, load_finder
from vision.linie1.board.known_table import KnownTable, outline_of
from vision.linie1.board.pose import GRID, GRID_CORNERS, BoardPose
from vision.linie1.knowledge import TableKnowledge
from vision.linie1.limits import LIMITS
from vision.linie1.tiles.learnt_looks import learnt_looks, unlike_namesakes
from vision.linie1.tiles.tile_set import KIND_NAMES, TileTeacher
from vision.nn.arrays import Float
from vision.reader import Image
from vision.teacher import SIDES_XY, Mark, ReferencePhoto, Side, TaughtPieces, Teacher

NAME = "linie1"

#: The part of the board that is learnt: the grid and the ring of termini round it.
_LEARNT_FROM, _LEARNT_SIZE = (-1.0, -1.0), (GRID + 2.0, GRID + 2.0)

#: The location by which people tell how a board lies, and its place.
_MARK = "A"
_MARK_AT = next(at for at, letter in LOCATION_AT.items() if letter == _MARK)

_NO_TOP = (
    "the board is found, but not which way round it lies; say with --top on which side of the "
    "photo row 1 is, that of the termini 5, 4 and 6 and of location G"
)


class Linie1Teacher(Teacher):
    """Learns tables and tile sets. Loads the nets it needs when it needs them."""

    #: Its board has corners.
    learns_table = True

    #: Of the four locations on the rim's cells: people know the A, and no other lies where it would
    #: if the board were turned.
    mark = Mark(_MARK, ((_MARK_AT % SPAN - 0.5) / GRID, (_MARK_AT // SPAN - 0.5) / GRID))

    def learn_table(
        self, source: ReferencePhoto, corners_xy: Float | None, top: Side | None
    ) -> TableProfile | NoFit:
        """The table of a reference picture, best one of the empty board. `corners_xy`: the grid's
        corners, those of row 1, column 1 first, then clockwise as the board is printed; `top`:
        on which side of the photo row 1 lies, where the print does not tell."""
        pose = _found(source.image, top) if corners_xy is None else _given(corners_xy)
        if isinstance(pose, NoFit):
            return pose
        height, width = source.image.shape[:2]
        table = TableProfile(
            NAME,
            source.made,
            source.photo,
            (width, height),
            pose.board_to_photo,
            tuple((x, y) for x, y in GRID_CORNERS.tolist()),
            pose.residual,
            shrunk_reference(source.image),
        )
        known = _reference(table)
        return known if isinstance(known, NoFit) else table

    def learn_pieces(self, source: ReferencePhoto, names: tuple[str, ...]) -> TaughtPieces | NoFit:
        """The tiles of a photo; `names` T1 to T12 in the order they lie, row by row."""
        return TileTeacher.load().learn(source, names)

    def names(self) -> tuple[str, ...]:
        """T1 to T12."""
        return KIND_NAMES

    def wanted(self) -> tuple[str, ...]:
        """All of them: a set has tiles of every kind."""
        return KIND_NAMES

    def label_of(self, name: str, quarters: int) -> CellContent:
        """A tile of a kind, turned. Raises KeyError."""
        if name not in KIND_NAMES:
            raise KeyError(name)
        return CellContent(Tile.of_kind(KIND_NAMES.index(name) + 1, quarters))

    def objection(self, learnt: LearntSet) -> NoFit | None:
        """Two tiles of one kind that look unlike: one of them is called wrongly, is turned
        otherwise, or is of another set."""
        unlike = unlike_namesakes(learnt)
        if not unlike:
            return None
        names = ", ".join(unlike)
        return NoFit(f"these are there more than once and look unlike, put them right: {names}")

    def memory_of(
        self, table: TableProfile | None, learnt: LearntSet | None, name: str
    ) -> TableKnowledge | None:
        """What the reader starts from: the calibrated table as it lay, and the learnt tiles."""
        if table is None and learnt is None:
            return None
        return TableKnowledge(
            None if table is None else _known(table, name),
            None if learnt is None else learnt_looks(learnt),
        )


def load() -> Linie1Teacher:
    """The teacher of this game."""
    return Linie1Teacher()


def _known(table: TableProfile, name: str) -> KnownTable:
    reference = _reference(table)
    pose = BoardPose(table.board_to_photo, table.residual, (1.0, 0.0, 0.0, 0.0))
    still = earlier_look_of(detail_of(table.reference), outline_of(table.reference_pose()))
    print_of = None if isinstance(reference, NoFit) else reference
    return KnownTable(pose, (still,), reference=print_of, name=name)


def _reference(table: TableProfile) -> Reference | NoFit:
    return learn_reference(table.reference, table.reference_pose(), _LEARNT_FROM, _LEARNT_SIZE)


def _found(image: Image, top: Side | None) -> BoardPose | NoFit:
    pose = load_finder().find(image)
    if isinstance(pose, NoBoard):
        return NoFit(f"no Linie 1 board is found ({pose.reason}); give its corners with --corners")
    if top is not None:
        return max((pose.turned(k) for k in range(4)), key=lambda p: _towards(p, top))
    return pose if pose.turns[0] >= LIMITS.top_known else NoFit(_NO_TOP)


def _towards(pose: BoardPose, top: Side) -> float:
    """How far the board's north points to a side of the photo, pixels."""
    south, north = pose.board_to_photo(np.array([[GRID / 2, GRID], [GRID / 2, 0.0]]))
    return float((north - south) @ np.array(SIDES_XY[top]))


def _given(corners_xy: Float) -> BoardPose | NoFit:
    fit = fit_homography(GRID_CORNERS, corners_xy)
    if isinstance(fit, NoFit):
        return fit
    if np.linalg.det(fit.jacobian(np.array([GRID / 2, GRID / 2]))) <= 0:
        return NoFit("the corners run anticlockwise; give them clockwise from row 1, column 1")
    return BoardPose(Homography(fit.matrix), 0.0, (1.0, 0.0, 0.0, 0.0))
