"""Tiles and their lattices in a photo, or in views of it in which the camera hangs above the table.

The finder has learnt tables seen from up to 45 degrees. A lattice that is foreshortened more lays
the photo straight, and the tiles are found again there; where none is found, or only shreds, views
that stretch the photo in several directions are tried.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.homography import Homography
from vision.nn.arrays import size_of
from vision.reader import Image
from vision.redline.layout.lattice import Group, groups
from vision.redline.limits import Limits
from vision.redline.tiles.finder import Finder, Found
from vision.slanted import WarpedView, stretched, warped_view


@dataclass(frozen=True)
class Search:
    """What was found in a photo, all in its pixels. `lattices` the largest first."""

    found: Found
    lattices: tuple[Group, ...]

    @property
    def largest(self) -> int:
        """Tiles that hang together at most."""
        return len(self.lattices[0].tiles) if self.lattices else 0


def plain_search(image: Image, finder: Finder, limits: Limits) -> Search:
    """What is found in a photo (H, W, 3 uint8 BGR) as it is."""
    found = finder.find(image)
    return Search(found, groups(found.quads, limits))


def worth_another_view(search: Search, limits: Limits) -> bool:
    """Whether the photo may show more once it is laid straight: nothing hangs together in it, or
    what does is seen too flat."""
    torn = search.largest < limits.hangs_together * len(search.found.quads)
    return not search.lattices or torn or _foreshortened(search, limits)


def from_above(image: Image, first: Search, finder: Finder, limits: Limits) -> Search:
    """What is found in views from above: in those that the lattices themselves lay straight, or
    where these are torn in one of several that stretch the photo."""
    if _foreshortened(first, limits):
        return _laid_straight(image, first, finder, limits)
    views = stretched(image, limits.first_look_px)
    found = [first, *(_in_view(image, view, finder, limits) for view in views)]
    best = max(found, key=lambda one: (one.largest, len(one.found.quads)))
    return _laid_straight(image, best, finder, limits)


def _laid_straight(image: Image, first: Search, finder: Finder, limits: Limits) -> Search:
    """The search again in the view that the largest lattice lays straight, as long as each shows
    more of it than the one before."""
    best = first
    for _ in range(limits.straightenings):
        view = _straight_view(image, best, limits) if _foreshortened(best, limits) else None
        again = best if view is None else _in_view(image, view, finder, limits)
        if again is best or again.largest < best.largest:
            return best
        grown, best = again.largest > best.largest, again
        if not grown:
            return best
    return best


def _foreshortened(search: Search, limits: Limits) -> bool:
    """Whether the largest lattice is large enough to tell its slant, and is seen too flat."""
    if search.largest < limits.absorbs_from:
        return False
    return slant(search.lattices[0]) > limits.slanted


def slant(group: Group) -> float:
    """How many times longer than wide its cells are seen, the median of them."""
    shapes = [group.homography.jacobian(laid.place) for laid in group.tiles]
    return float(np.median([np.linalg.cond(shape) for shape in shapes]))


def _straight_view(image: Image, search: Search, limits: Limits) -> WarpedView | None:
    """The view of everything near the largest lattice in which its cells are squares of the size
    that the finder likes best."""
    group = search.lattices[0]
    to_cells = group.homography.inverse()
    own = np.array([laid.place for laid in group.tiles])
    seen = to_cells(np.array([quad.middle_xy for quad in search.found.quads]))
    low, high = own.min(0) - limits.round_lattice, own.max(0) + limits.round_lattice
    near = np.vstack([own, seen[((seen > low) & (seen < high)).all(1)]])
    (x0, y0), (x1, y1) = near.min(0) - limits.view_rim, near.max(0) + limits.view_rim
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    depth = np.column_stack([corners, np.ones(4)]) @ group.homography.matrix[2]
    if depth.min() * depth.max() <= 0 or np.abs(depth).max() > limits.deepest * np.abs(depth).min():
        return None
    scale = min(limits.best_side_px, limits.largest_look_px / max(x1 - x0, y1 - y0))
    to_view = Homography(np.diag([scale, scale, 1.0]) @ to_cells.matrix)
    return warped_view(image, to_view, group.homography(corners))


def _in_view(image: Image, view: WarpedView, finder: Finder, limits: Limits) -> Search:
    """What is found in a view, told in the photo's pixels."""
    found = finder.find(view.image)
    lattices = tuple(group.through(view.to_photo) for group in groups(found.quads, limits))
    return Search(
        replace(
            found,
            quads=tuple(quad.through(view.to_photo) for quad in found.quads),
            occlusion=view.back(found.occlusion, size_of(image)),
        ),
        lattices,
    )
