"""The Rouge reader: one photo in, a reading out, in named stages.

find the board -> read it straightened -> every hollow classified again, larger -> what lies
beside it -> rays, names, beliefs -> pieces, observation, status.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import replace

from calibration.homography import NoFit
from rules.core.observation import AnyObservation
from rules.games.rouge.align import ROTATED
from rules.games.rouge.state import Pawn
from vision.nn.arrays import size_of
from vision.nn.models import load_net
from vision.quality import Quality, measure
from vision.reader import Image, OnStage, Places, Reader, untimed
from vision.reading import Reading, ReadingStatus, Refusal
from vision.refusals import refusal_of
from vision.rouge.board.board import FittedBoard, fit_board, see_board
from vision.rouge.board.finder import Finder
from vision.rouge.board.heat_maps import BoardReader
from vision.rouge.limits import LIMITS, Limits
from vision.rouge.memory import BoardMemory
from vision.rouge.pawns.box import NOTHING_KNOWN, ColoursInPlay
from vision.rouge.pawns.cells import CellReader
from vision.rouge.refuse import NO_BOARD, may_be_board, refusal_after
from vision.rouge.report import reading_of

NAME = "rouge"


class RougeReader(Reader):
    """Reads Rouge photos. Holds its loaded nets; every call stands alone."""

    def __init__(
        self, finder: Finder, board: BoardReader, cells: CellReader, limits: Limits = LIMITS
    ) -> None:
        self._finder = finder
        self._board = board
        self._cells = cells
        self._limits = limits

    @property
    def places(self) -> Places:
        """The hollows of a board."""
        return Places.OF_HOLLOWS

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What stands on the table in a photo (H, W, 3 uint8 BGR, upright). `memory`, of an
        earlier reading of this table or of a calibration of the box: while the camera stands still
        a glance may do, the first ray stays the same, and names in play stay likely."""
        before = memory if isinstance(memory, (BoardMemory, ColoursInPlay)) else None
        if isinstance(before, BoardMemory):
            before = before.as_held(image, self._limits)
        if isinstance(before, BoardMemory):
            glance = self.read_known(image, before, on_stage)
            if glance.status is ReadingStatus.READ:
                return glance
        quality = measure(image)
        on_stage("quality")
        fitted = self._fitted(image, on_stage)
        return self._reading(fitted, image, before, quality, on_stage)

    def _fitted(self, image: Image, on_stage: OnStage) -> FittedBoard | NoFit:
        """The board where it looks like one: of several guesses where it lies the first in which
        it clearly does, or that which shows the most hollows."""
        best: FittedBoard | NoFit = NoFit("no board was found")
        for found in self._finder.find(image):
            on_stage("find")
            fitted = fit_board(image, found.pose, self._board, self._limits)
            on_stage("read board")
            if isinstance(fitted, NoFit) or not may_be_board(fitted, self._limits):
                continue
            if isinstance(best, NoFit) or fitted.sample.in_sight > best.sample.in_sight:
                best = fitted
            if best.sample.likeness >= self._limits.clear_board:
                break
        return best

    def in_play(self, memory: object, labels: Collection[Hashable] | None) -> object:
        """Pawns of a colour that no player has are rather misread."""
        pawns = [one for one in labels or () if isinstance(one, Pawn)]
        played = None if labels is None else frozenset(pawn.colour for pawn in pawns)
        known = memory if isinstance(memory, (BoardMemory, ColoursInPlay)) else NOTHING_KNOWN
        box = known.colours if isinstance(known, BoardMemory) else known
        if played == box.played:
            return memory
        box = replace(box, played=played)
        return replace(known, colours=box) if isinstance(known, BoardMemory) else box

    def in_frame(self, memory: object, aligned: AnyObservation) -> object:
        """The first ray as the game counts from it, where the whole was told turned against it."""
        turned = next((q.value for q in aligned.quantities if q.name == ROTATED), 0.0)
        if not turned or not isinstance(memory, BoardMemory):
            return memory
        return memory.counted_from(round(turned))

    def read_known(self, image: Image, memory: BoardMemory, on_stage: OnStage = untimed) -> Reading:
        """A photo of a table whose board lies where it lay: at a single glance, without looking for
        it, nor for pawns beside it. Where it does not lie there any more the reading is refused as
        `no-board`; where the glance leaves a doubt it is worth a longer look."""
        held = memory.as_held(image, self._limits)
        if memory.size_wh != size_of(image) or held is not memory:
            return _refused(NO_BOARD, image)
        fitted = fit_board(image, memory.pose, self._board, self._limits)
        on_stage("read board")
        return self._reading(fitted, image, memory, None, on_stage, aside=False)

    def _reading(
        self,
        fitted: FittedBoard | NoFit,
        image: Image,
        memory: BoardMemory | ColoursInPlay | None,
        quality: Quality | None,
        on_stage: OnStage,
        *,
        aside: bool = True,
    ) -> Reading:
        if isinstance(fitted, NoFit):
            return _refused(refusal_of(quality or measure(image), NO_BOARD), image)
        seen = see_board(fitted, self._board, self._cells, on_stage, self._limits, aside=aside)
        reading = reading_of(NAME, seen, size_of(image), memory, self._limits)
        on_stage("name")
        refusal = refusal_after(seen, reading, quality, self._limits)
        return reading if refusal is None else _refused(refusal, image)


def _refused(refusal: Refusal, image: Image) -> Reading:
    return Reading.refused(NAME, refusal, size_of(image))


def load() -> RougeReader:
    """The reader with its nets loaded from the package."""
    return RougeReader(
        Finder(load_net("rouge/finder")),
        BoardReader(load_net("rouge/board")),
        CellReader(load_net("rouge/cells"), load_net("rouge/plain")),
    )
