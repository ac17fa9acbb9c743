"""Finding equal squares on a table: tiles of any print laid side by side, in any view.

Nothing is known of their print or of the table. Whatever differs from the table round it, in light,
colour or roughness, is cut out at many levels; what is a quadrangle and has the size of most
others is a tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float, Indices, Pixels
from calibration.encoding import shrunk_to
from calibration.homography import Homography, NoFit, fit_homography
from calibration.outlines import SquareOutline, outline_of
from calibration.square_fit import fit_together

#: Longest side at which the table is searched, pixels.
_SEARCH_PX = 1000
#: The table's own colour is the median over a window of this share of the longest side.
_TABLE_WINDOW = 0.25
#: Steps in Lab units (L of 0..255) or grey levels of roughness at which the picture is cut.
_LEVELS = (6, 9, 13, 18, 25, 34, 46, 62)
#: Smallest and largest side of a tile, as shares of the longest side.
_SMALLEST, _LARGEST = 0.022, 0.4
#: Natural logarithm of the area within which two squares count as the same size: 32 degrees of
#: tilt make the nearest of a table's squares 1.4 times as large in area as the farthest.
_SAME_SIZE = 0.4
#: Shared colours with the other squares, over what the others share, below which one is not of
#: the set.
_KIN = 0.5
#: Groups of squares that are looked at, at most: a set, cards, and what is printed on these.
_FAMILIES = 3
#: Squares of one size that make a group: of a single one nobody can say that it is a tile.
_LEAST = 2
#: Share of their union above which two outlines are the same square.
_SAME_PLACE = 0.3


@dataclass(frozen=True)
class Square:
    """One square: `corners_xy` (4, 2) float64 pixels, clockwise as seen, from the one nearest to
    the picture's top left."""

    corners_xy: Float

    @property
    def middle_xy(self) -> Float:
        """(2,) where its diagonals cross, pixels: the middle also in a slanted view."""
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
        fit = fit_homography(unit, self.corners_xy)
        middle = fit(np.array([[0.5, 0.5]])) if isinstance(fit, Homography) else self.corners_xy
        return np.asarray(middle.mean(axis=0), np.float64)

    @property
    def side_px(self) -> float:
        """Square root of its area."""
        return float(np.sqrt(cv2.contourArea(self.corners_xy.astype(np.float32))))


def find_squares(image: Pixels) -> tuple[Square, ...] | NoFit:
    """The equal squares on a table that say most, row by row as a person reads them.

    `image` (H, W, 3) uint8 BGR. Returns NoFit where no two of one size are found.
    """
    found = square_families(image, 1)
    return found if isinstance(found, NoFit) else found[0]


def square_families(image: Pixels, most: int = _FAMILIES) -> tuple[tuple[Square, ...], ...] | NoFit:
    """Groups of equal squares, those first that say most: cards and their print make such groups
    too, and only who knows the tiles can tell. Each row by row, at most `most`; NoFit where no
    two are of one size."""
    small, scale = shrunk_to(image, _SEARCH_PX)
    outlines = [o for o in _distinct(tuple(_candidates(small))) if _inside(o, small)]
    found = _families(small, outlines, most)
    if not found or len(found[0]) < _LEAST:
        count = len(found[0]) if found else 0
        return NoFit(f"{count} squares of one size stand out from the table")
    return tuple(_fitted(image, family, scale) for family in found if len(family) >= _LEAST)


def _fitted(image: Pixels, family: Sequence[SquareOutline], scale: float) -> tuple[Square, ...]:
    rough = [(outline.corners_xy + 0.5) / scale - 0.5 for outline in family]
    fitted = fit_together(image, rough)
    return in_rows([Square(_from_top_left(one.corners_xy)) for one in fitted])


def in_rows(squares: Sequence[Square]) -> tuple[Square, ...]:
    """Squares row by row from the top, each row from the left.

    Rows run along the squares' own sides, whichever way is nearer to level. A new row begins
    where the next square down lies more than half a side below the last one.
    """
    turn = _common_turn(squares)
    along, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    rows: list[list[Square]] = []
    for square in sorted(squares, key=lambda s: float(s.middle_xy @ down)):
        if rows and (square.middle_xy - rows[-1][-1].middle_xy) @ down < square.side_px / 2:
            rows[-1].append(square)
        else:
            rows.append([square])
    return tuple(s for row in rows for s in sorted(row, key=lambda s: float(s.middle_xy @ along)))


def _common_turn(squares: Sequence[Square]) -> float:
    """How far the squares' sides are turned from level, radians, within an eighth of a circle."""
    sides = np.concatenate([np.roll(s.corners_xy, -1, axis=0) - s.corners_xy for s in squares])
    quadruple = 4 * np.arctan2(sides[:, 1], sides[:, 0])
    return float(np.arctan2(np.sin(quadruple).mean(), np.cos(quadruple).mean()) / 4)


def rectified(image: Pixels, square: Square, size_px: int, margin: float = 0.0) -> Pixels:
    """(size, size, 3) uint8 BGR: the square as from above, with `margin` (shares of its side)
    of the table round it."""
    edge, far = margin * size_px / (1 + 2 * margin), size_px * (1 + margin) / (1 + 2 * margin)
    target = np.array([[edge, edge], [far, edge], [far, far], [edge, far]]) - 0.5
    step = max(1.0, square.side_px / size_px)
    # A picture reduced by much would alias: smooth away what the smaller one cannot show.
    soft = cv2.GaussianBlur(image, (0, 0), step / 2) if step > 1.5 else image
    matrix = cv2.getPerspectiveTransform(
        square.corners_xy.astype(np.float32), target.astype(np.float32)
    )
    return np.asarray(cv2.warpPerspective(soft, matrix, (size_px, size_px)), np.uint8)


def _candidates(small: Pixels) -> Iterator[SquareOutline]:
    longest = max(small.shape[:2])
    low, high = (_SMALLEST * longest) ** 2, (_LARGEST * longest) ** 2
    for plane in _differences(small):
        for level in _LEVELS:
            fitting = (s for s in _shapes(plane, level) if low <= cv2.contourArea(s) <= high)
            yield from (one for one in map(outline_of, fitting) if one is not None)


def _shapes(plane: Pixels, level: int) -> Iterator[NDArray[np.int32]]:
    """Hulls of what lies above a level, its small gaps closed and its thin threads cut."""
    mask = (plane > level).astype(np.uint8)
    for gap, thread in ((3, 0), (5, 5)):
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
        if thread:
            closed = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((thread, thread), np.uint8))
        contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        yield from (np.asarray(cv2.convexHull(contour), np.int32) for contour in contours)


def _differences(small: Pixels) -> tuple[Pixels, ...]:
    """How much each pixel differs from the table round it: in all, in light, to the lighter, to
    the darker, in colour, and in roughness."""
    lab = np.asarray(
        cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_BGR2LAB), np.uint8
    )
    away = lab.astype(np.float32) - _table_of(lab).astype(np.float32)
    light, tint = away[..., 0], np.hypot(away[..., 1], away[..., 2])
    rough = _roughness(lab[..., 0])
    calm = rough - _table_of(np.asarray(rough)).astype(np.float32)
    planes = (np.hypot(light, 2 * tint), abs(light), light, -light, 2 * tint, calm)
    return tuple(np.clip(plane, 0, 255).astype(np.uint8) for plane in planes)


def _roughness(light: Pixels) -> Pixels:
    dx, dy = cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1)
    return np.clip(cv2.blur(np.hypot(dx, dy), (5, 5)), 0, 255).astype(np.uint8)


def _table_of(planes: Pixels) -> Pixels:
    """The table's values under the tiles: the median of a wide window, at the picture's size."""
    height, width = planes.shape[:2]
    size = (max(8, width // 8), max(8, height // 8))
    tiny = cv2.resize(planes, size, interpolation=cv2.INTER_AREA)
    half = max(1, int(max(height, width) / 16 * _TABLE_WINDOW))
    framed = cv2.copyMakeBorder(tiny, half, half, half, half, cv2.BORDER_REFLECT)
    inner = cv2.medianBlur(framed, 2 * half + 1)[half:-half, half:-half]
    return np.asarray(cv2.resize(inner, (width, height)), np.uint8)


def _distinct(outlines: Sequence[SquareOutline]) -> list[SquareOutline]:
    """The best outline of each place and size."""
    kept: list[SquareOutline] = []
    for outline in sorted(outlines, key=lambda o: -o.quality):
        if not any(outline.overlap(other) > _SAME_PLACE for other in kept):
            kept.append(outline)
    return kept


@dataclass(frozen=True)
class _Crowd:
    """N outlines as they are compared with each other, each measured once: `areas` (N,), what each
    `says`, and `shared` (N, N), the share of their colours that two have in common."""

    areas: Float
    says: tuple[float, ...]
    shared: Float

    @classmethod
    def of(cls, small: Pixels, outlines: Sequence[SquareOutline]) -> _Crowd:
        """Those of one picture; no corner lies outside it."""
        looks = np.array([_colours(small, o) for o in outlines])
        shared = np.array([np.minimum(look, looks).sum(axis=1) for look in looks])
        return cls(np.array([o.area for o in outlines]), tuple(map(_says, outlines)), shared)

    def say(self, members: Indices) -> float:
        """What some of them say together."""
        return sum((self.says[n] for n in members), 0.0)


def _families(
    small: Pixels, outlines: Sequence[SquareOutline], most: int
) -> list[list[SquareOutline]]:
    """Squares of about one size and look, the groups first that together say most: pips, print and
    knots in wood make squares too, but smaller ones, or ones unlike each other. What one group
    has taken is in no other."""
    crowd = _Crowd.of(small, outlines)
    left = np.arange(len(outlines))
    found: list[list[SquareOutline]] = []
    while len(left) and len(found) < most:
        best = _family(crowd, left)
        if not len(best):
            break
        found.append([outlines[n] for n in best])
        left = np.setdiff1d(left, best)
    return found


def _family(crowd: _Crowd, left: Indices) -> Indices:
    """The squares of about one size and look that together say most."""
    best, said = left[:0], 0.0
    for seed in left:
        near = left[np.abs(np.log(crowd.areas[left] / crowd.areas[seed])) < _SAME_SIZE]
        if crowd.say(near) > said:
            family = _alike(crowd, near)
            if crowd.say(family) > said:
                best, said = family, crowd.say(family)
    return best


def _says(outline: SquareOutline) -> float:
    """A square that is large and full is less likely to be chance."""
    return float((outline.quality - 0.8) * np.sqrt(outline.area))


def _inside(outline: SquareOutline, small: Pixels) -> bool:
    """Whether no corner lies at the picture's border, where anything ends in a straight line."""
    height, width = small.shape[:2]
    low, high = outline.corners_xy.min(axis=0), outline.corners_xy.max(axis=0)
    return bool((low > 2).all() and high[0] < width - 3 and high[1] < height - 3)


def _alike(crowd: _Crowd, members: Indices) -> Indices:
    """Those whose colours are shared by the others: a set is printed in one style."""
    if len(members) < 3:
        return members
    others = crowd.shared[np.ix_(members, members)][~np.eye(len(members), dtype=bool)]
    kin = np.median(others.reshape(len(members), -1), axis=1)
    return members[kin > _KIN * np.median(kin)]


def _colours(small: Pixels, outline: SquareOutline) -> Float:
    """Shares of 6 x 6 x 6 softened colours inside an outline, as a flat histogram of sum 1."""
    corners = outline.corners_xy.astype(np.int32)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0) + 1
    part = small[top:bottom, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, corners - (left, top), 1)
    counts = cv2.calcHist([part], [0, 1, 2], mask, [6, 6, 6], [0, 256] * 3)
    return np.asarray(counts.ravel() / max(counts.sum(), 1.0), np.float64)


def _from_top_left(corners: Float) -> Float:
    """Clockwise as seen (y down), from the corner with the smallest x + y."""
    around = corners - corners.mean(axis=0)
    ordered = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    return np.roll(ordered, -int(np.argmin(ordered.sum(axis=1))), axis=0)
