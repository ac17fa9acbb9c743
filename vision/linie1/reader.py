"""The Linie 1 reader: one photo in, a reading out, in named stages.

find the board and its top (or know them from before) -> lay the grid straight and read all cells
in one pass -> the low-confidence ones a second time, larger -> bare cells told by each other,
locations by the tiles -> tiles as surely as they look different -> the user's own tiles as a second
opinion -> beliefs with what the printed board says -> pieces, observation, status.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rules.core.codec import Json
from rules.core.places import AnyPosition, Place
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import SPAN
from vision.linie1.board.finder import BoardFinder, NoBoard, load_finder
from vision.linie1.board.known_table import cell_px, place, remembered
from vision.linie1.board.pose import BoardPose
from vision.linie1.board.rectify import rectified
from vision.linie1.knowledge import TableKnowledge
from vision.linie1.limits import LIMITS, Limits
from vision.linie1.refuse import (
    GridView,
    notes_on_doubt,
    refusal_with_board,
    refusal_without_board,
    share,
)
from vision.linie1.report import reading_of
from vision.linie1.tiles.bare import with_bare_alike, with_prints_unlike_tiles
from vision.linie1.tiles.beliefs import PlaceBelief, place_beliefs
from vision.linie1.tiles.cells import CELL_PX, CellReader, CellReadings
from vision.linie1.tiles.close import CloseReader
from vision.linie1.tiles.learnt_looks import LearntLooks
from vision.linie1.tiles.told_apart import as_sure_as_told_apart
from vision.linie1.tiles.tram_lines import (
    TramLines,
    faded,
    lines_from_json,
    lines_seen,
    lines_to_json,
    put_right,
    told_by_set,
    told_in_light,
)
from vision.nn.arrays import Float, size_of
from vision.nn.models import load_net
from vision.quality import measure, washed
from vision.reader import Image, OnStage, Places, Reader, untimed
from vision.reading import SURE_CONFIDENCE, Reading, ReadingStatus

NAME = "linie1"


@dataclass(frozen=True, eq=False)
class _Board:
    """A photo's board laid straight (`grid`, 448 x 448), what its `cells` show, and how faded
    their colours are in too much light (`fade`, 14 x 14, 0..1)."""

    image: Image
    pose: BoardPose
    grid: Image
    cells: CellReadings
    fade: Float


class Linie1Reader(Reader):
    """Reads Linie 1 photos. Holds loaded nets; every call stands alone."""

    def __init__(
        self, finder: BoardFinder, cells: CellReader, close: CloseReader, limits: Limits = LIMITS
    ) -> None:
        self._finder = finder
        self._cells = cells
        self._close = close
        self._limits = limits

    @property
    def places(self) -> Places:
        """The spaces of a board."""
        return Places.OF_BOARD

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What stands on the table in a photo (H, W, 3 uint8 BGR, upright). `memory`, of an
        earlier reading of this table or a calibration: where the board lies, the user's tiles."""
        before = memory if isinstance(memory, TableKnowledge) else TableKnowledge()
        placed = place(image, before.table, self._finder, self._limits)
        on_stage("find the board")
        if isinstance(placed.pose, NoBoard):
            refused = Reading.refused(NAME, refusal_without_board(measure(image)), size_of(image))
            return replace(refused, memory=memory)
        board = self._looked(image, placed.pose, before.looks)
        reading = self._reading(board, before.lines, on_stage, alone=memory is None)
        table = remembered(image, placed, before.table, self._limits)
        seen = lines_seen(board.cells.trams, board.fade, self._limits)
        after = TableKnowledge(table, before.looks, before.lines, seen)
        on_stage("remember")
        moved = () if placed.note is None else (placed.note,)
        return replace(reading, memory=after, notes=(*moved, *reading.notes))

    def with_position(self, memory: object, position: AnyPosition) -> object:
        """A game is played there, though nothing else may be known of the table."""
        return TableKnowledge() if memory is None else memory

    def put_right(self, memory: object, position: AnyPosition, place: Place) -> object:
        """Of a tram that was read as another line's, all that look like it are put right."""
        content = position.get(place)
        if not isinstance(memory, TableKnowledge) or not isinstance(content, CellContent):
            return memory
        lines = put_right(memory.lines, memory.trams, place, content.trams)
        return memory if lines is memory.lines else replace(memory, lines=lines)

    def colours_taught(self, memory: object) -> Json | None:
        """Which lines' trams look like another line's, where people said so."""
        if not isinstance(memory, TableKnowledge) or not memory.lines:
            return None
        return {"trams": lines_to_json(memory.lines)}

    def with_colours(self, memory: object, taught: Json) -> object:
        """Trams are those of the lines that people said."""
        before = memory if isinstance(memory, TableKnowledge) else TableKnowledge()
        return replace(before, lines=lines_from_json(taught["trams"]))

    def with_table(self, memory: object, start: object) -> object:
        """The board lies as somebody said."""
        before = memory if isinstance(memory, TableKnowledge) else TableKnowledge()
        return replace(before, table=start.table) if isinstance(start, TableKnowledge) else before

    def _reading(
        self, board: _Board, lines: TramLines, on_stage: OnStage, *, alone: bool
    ) -> Reading:
        """What stands on a board, by what its cells show."""
        image, pose, found = board.image, board.pose, board.cells
        in_light = told_in_light(found.trams, board.fade, self._limits)
        trams = told_by_set(in_light, lines, self._limits)
        places = place_beliefs(replace(found, trams=trams), self._limits, alone=alone)
        on_stage("read cells")
        view, quality = _grid_view(places, pose, size_of(image), self._limits), measure(image)
        refusal = refusal_with_board(quality, view, self._limits)
        on_stage("quality")
        if refusal is not None:
            return Reading.refused(NAME, refusal, size_of(image))
        reading = reading_of(
            NAME, places, pose.board_to_photo, size_of(image), pose.turns[0], self._limits
        )
        if reading.status is ReadingStatus.READ:
            return reading
        notes = notes_on_doubt(quality, washed(board.grid), pose.turns[0], self._limits)
        return replace(reading, notes=notes)

    def _looked(self, image: Image, pose: BoardPose, looks: LearntLooks | None) -> _Board:
        grid = rectified(image, pose.board_to_photo, CELL_PX)
        found = self._close.refine(self._cells.at_a_glance(grid), image, pose.board_to_photo)
        found = with_bare_alike(found, grid, self._limits)
        found = with_prints_unlike_tiles(found, grid, self._limits)
        found = as_sure_as_told_apart(found, grid, self._limits)
        told = found if looks is None else looks.second_opinion(found, grid, self._limits)
        return _Board(image, pose, grid, told, faded(grid, self._limits))


def _grid_view(
    places: tuple[PlaceBelief, ...], pose: BoardPose, size_wh: tuple[int, int], limits: Limits
) -> GridView:
    """How well the cells are seen."""
    middles = np.array([(c + 0.5, r + 0.5) for r in range(SPAN - 2) for c in range(SPAN - 2)])
    pixels = pose.board_to_photo(middles)
    outside = np.asarray(((pixels < 0) | (pixels >= size_wh)).any(axis=1))
    cells = places[: len(middles)]
    return GridView(
        outside=float(outside.mean()),
        hidden=share(
            [p.hidden > limits.hand for p, out in zip(cells, outside, strict=True) if not out]
        ),
        doubtful=share([p.tile()[1] < SURE_CONFIDENCE for p in cells]),
        cell_px=cell_px(pose.board_to_photo),
    )


def load() -> Linie1Reader:
    """The reader with its nets loaded from the package."""
    cells = CellReader(load_net("linie1/cells"), load_net("linie1/trams"))
    return Linie1Reader(load_finder(), cells, CloseReader(load_net("linie1/close")))
