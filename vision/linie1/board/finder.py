"""Finds the board in a photo: where, how tilted, and which side is north.

A small net looks at a small copy of the photo; geometry turns its maps, or what stands out
four-sided, into a rough plane; a second net straightens it, a third one reads letters and digits to
tell the four quarter turns apart. The nets are trained by `vision/training/linie1/` on our own
rendered pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial

import cv2
import numpy as np

from calibration.homography import Homography
from vision.linie1.board.fit import fit_board, fit_from_spots
from vision.linie1.board.orientation import Orientation
from vision.linie1.board.outlines import Outline, outlines
from vision.linie1.board.pose import BoardPose
from vision.linie1.board.refiner import Refined, Refiner
from vision.linie1.board.sheet import Maps
from vision.linie1.limits import LIMITS, Limits
from vision.nn.arrays import Matrix, to_nchw
from vision.nn.models import load_net
from vision.nn.resample import whole
from vision.nn.symmetries import Forward
from vision.quality import clipped
from vision.reader import Image
from vision.slanted import stretched

#: Longer side of the copies that are looked at, pixels: boards of any size in the photo.
_LOOKS_PX = (448, 320, 640)

#: The same of views that stretch the photo: a board seen flat is small in it.
_SLANTED_PX = (448, 640)

#: The net wants sides that are multiples of this, pixels.
_MULTIPLE = 32

#: Cells of the finder's map that must lie on a grid, of about 3000 to 5000.
_SMALLEST = 60

#: Outlines that are straightened: on the eight tables that were looked at the board's own is first
#: by its printed places, and a straightening takes as long as 50 looks at others.
_OUTLINES = 3

#: Share of the photo from which the inside of an outline is looked at by itself. By hand: a board
#: that fills less of a photo has cells of some 20 pixels.
_CUT_FROM = 0.04

#: Power of a picture's tones, 0..1, that makes it darker: of the 14 photos of `_darker` 3.0 shows
#: six boards, one of them in no other way.
_GAMMA = 2.2

#: Whole-cell corrections at most.
_CORRECTIONS = 3

#: The net's maps of a copy of a picture of so many pixels, and (3, 3) from the copy to the picture.
Look = Callable[[Image, int], tuple[Maps, Matrix]]


@dataclass(frozen=True, slots=True)
class NoBoard:
    """Why no board was found."""

    reason: str


class _View:
    """A picture in which a board is looked for; what is seen of it is worked out once."""

    def __init__(self, image: Image, look: Look) -> None:
        self.image = image
        self.maps_of = cache(partial(look, image))

    @cached_property
    def outlines(self) -> list[Outline]:
        """Its four-sided patches."""
        return outlines(self.image, map(self.maps_of, _LOOKS_PX))


class BoardFinder:
    """Finds Linie 1 boards of any edition. Holds loaded nets; every call stands alone."""

    def __init__(
        self, net: Forward, refiner: Refiner, orientation: Orientation, limits: Limits = LIMITS
    ) -> None:
        self._net = net
        self._refiner = refiner
        self._orientation = orientation
        self._limits = limits

    def find(self, image: Image) -> BoardPose | NoBoard:
        """The board of a photo (H, W, 3 uint8 BGR, upright), or why there is none."""
        view = _View(image, self._look)
        best: Refined | None = None
        for roughs in (
            self._roughs(view),
            self._outlined_roughs(view),
            self._cut_out_roughs(view),
            self._darker_roughs(image),
            self._slanted_roughs(image),
        ):
            found = self._best(image, roughs)
            best = max((r for r in (best, found) if r), key=lambda r: r.marks, default=None)
            if best is not None and self._is_board(best):
                break
        if best is None:
            return NoBoard("no grid in the picture")
        if best.marks < self._limits.least_marks:
            return NoBoard("a grid without the game's printed places")
        if best.residual > self._limits.residual:
            return NoBoard("no flat grid of squares")
        return self._upright(image, best)

    def _best(self, image: Image, roughs: Iterator[Homography]) -> Refined | None:
        """The board whose printed places are seen best; the first whose are seen clearly."""
        best: Refined | None = None
        for rough in roughs:
            refined = self._straighten(image, rough)
            if best is None or refined.marks > best.marks:
                best = refined
            if best.marks > self._limits.clear_marks and best.residual < self._limits.residual:
                break
        return best

    def _is_board(self, found: Refined) -> bool:
        enough = found.marks >= self._limits.least_marks
        return enough and found.residual <= self._limits.residual

    def _slanted_roughs(self, image: Image) -> Iterator[Homography]:
        """Rough boards in views that stretch the photo, for cameras at the table's edge."""
        for longest in _SLANTED_PX:
            for view in stretched(image, longest):
                maps, to_view = self._look(view.image, longest)
                rough = fit_board(maps, _SMALLEST)
                if rough is not None:
                    yield Homography(view.to_photo.matrix @ to_view @ rough.matrix)

    def _roughs(self, view: _View) -> Iterator[Homography]:
        """Rough boards, the likeliest first: from looks of several sizes, then spot by spot."""
        for longest in _LOOKS_PX:
            maps, to_photo = view.maps_of(longest)
            rough = fit_board(maps, _SMALLEST)
            if rough is not None:
                yield Homography(to_photo @ rough.matrix)
        maps, to_photo = view.maps_of(_LOOKS_PX[0])
        rough = fit_from_spots(maps)
        if rough is not None:
            yield Homography(to_photo @ rough.matrix)

    def _outlined_roughs(self, view: _View) -> Iterator[Homography]:
        """Rough boards by four-sided outlines, those with the most printed places first."""
        yield from self._printed(view.image, [one.to_photo() for one in view.outlines])

    def _cut_out_roughs(self, view: _View) -> Iterator[Homography]:
        """Rough boards within four-sided outlines, the table round them cut away: what the grid's
        map runs on over is gone, and a board with a broad rim is no outline of its grid."""
        found = []
        for one in view.outlines:
            if one.share_of(view.image) > _CUT_FROM:
                cut, to_photo = one.cut_out(view.image)
                maps, to_cut = self._look(cut, _LOOKS_PX[0])
                rough = fit_board(maps, _SMALLEST)
                found += [] if rough is None else [Homography(to_photo @ to_cut @ rough.matrix)]
        yield from self._printed(view.image, found)

    def _printed(self, image: Image, roughs: Sequence[Homography]) -> Iterator[Homography]:
        """Those of rough boards with the most printed places, if they have enough."""
        printed = [(self._refiner.printed(image, rough), rough) for rough in roughs]
        printed.sort(key=lambda pair: -pair[0])
        for cells, rough in printed[:_OUTLINES]:
            if cells >= self._limits.least_printed:
                yield rough

    def _darker_roughs(self, image: Image) -> Iterator[Homography]:
        """Rough boards by their outlines in darker pictures: in much light the net's map of the
        grid runs on over the table, and the board's own print is lost in it."""
        if clipped(image) < self._limits.clipped:
            return
        for darker in _darker(image):
            yield from self._outlined_roughs(_View(darker, self._look))

    def _look(self, image: Image, longest: int) -> tuple[Maps, Matrix]:
        """The net's maps of a small copy, and (3, 3) from the copy to the photo."""
        scale = min(1.0, longest / max(image.shape[:2]))
        small = whole(image).in_multiples(scale, _MULTIPLE)
        return self._net(to_nchw(small.image[None]))[0], small.matrix

    def _straighten(self, image: Image, rough: Homography) -> Refined:
        """The exact board; moved by whole cells where the printed places say so."""
        refined = self._refiner.refine(image, rough)
        for _ in range(_CORRECTIONS):
            if refined.shift_xy == (0, 0):
                break
            x, y = refined.shift_xy
            move = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
            refined = self._refiner.refine(image, Homography(refined.board_to_photo.matrix @ move))
        return refined

    def _upright(self, image: Image, refined: Refined) -> BoardPose:
        turns = self._orientation.turns(image, refined.board_to_photo, self._limits)
        pose = BoardPose(refined.board_to_photo, refined.residual, turns)
        return pose.turned(int(np.argmax(turns)))


def _darker(image: Image) -> Iterator[Image]:
    """The picture with its bright tones drawn apart, and each pixel's darkest channel in grey. Of
    14 photos in which nothing else shows the board (a path-traced one in green light, drawn ones
    on flowers with up to 1.6 times the light) the first shows five, the other one seven, both
    together ten."""
    tones = 255 * (np.arange(256) / 255) ** _GAMMA
    yield np.asarray(cv2.LUT(image, tones.round().astype(np.uint8)), np.uint8)
    yield np.repeat(image.min(axis=2, keepdims=True), 3, axis=2)


def load_finder() -> BoardFinder:
    """The finder with its nets loaded from the package."""
    refiner = Refiner(load_net("linie1/refiner"))
    orientation = Orientation(load_net("linie1/letters"), load_net("linie1/digits"))
    return BoardFinder(load_net("linie1/finder"), refiner, orientation)
