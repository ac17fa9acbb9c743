"""From a photo and a rough pose to everything seen on the board: rings, hollows, pawns, marks."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise

import cv2
import numpy as np

from calibration.homography import NoFit
from vision.nn.arrays import Float, Mask, Points, size_of
from vision.quality import colour_spread
from vision.reader import Image, OnStage, untimed
from vision.rouge.board.heat_maps import BoardReader, HeatMaps, Sample
from vision.rouge.board.pose import BoardPose, straightened, to_straight
from vision.rouge.board.rings import RINGS, Rings, fit_rings
from vision.rouge.limits import LIMITS, Limits
from vision.rouge.memory import corrected, glimpse_of
from vision.rouge.pawns.cells import CellReader, Close
from vision.rouge.pawns.covering import behind
from vision.rouge.pawns.shades import shades_of
from vision.rouge.pawns.spares import Spares, see_spares
from vision.rouge.pawns.surroundings import Surroundings, surroundings_of

#: Side of the straightened board whose colours are measured, pixels: a pawn covers about 40.
_COLOUR_SIDE = 96
#: Every so many pixels of a photo tell its light, of which so many hundredths are darker than what
#: is told.
_EVERY, _BRIGHTEST = 8, 98
#: How far about a pawn's middle its colour is measured, shares of the board's radius.
_SHADE = 0.02


@dataclass(frozen=True, kw_only=True)
class FittedBoard:
    """Where the hollows of a board lie, before anybody looks closely at them. Arrays have a row for
    each of 24 hollows, ring by ring, each clockwise from the ring's own first; `feet` (24, 2) in
    the plane of `pose` (upright); `sample` the board net's word on them; `lifted` how many times
    brighter than it was taken the photo is read, and `image` what is read; `glimpse` of the
    photo."""

    image: Image
    maps: HeatMaps
    rings: Rings
    feet: Points
    sample: Sample
    lifted: float
    glimpse: Points

    @property
    def pose(self) -> BoardPose:
        """Where the board lies."""
        return self.maps.pose


@dataclass(frozen=True, kw_only=True)
class SeenBoard(FittedBoard):
    """A board as read: `close` the word of the second stage on its hollows; `colour` the spread of
    colour on it; `shades` (N, 3; Lab) of what stands in every hollow and then of the pawns
    beside, `spares`; `surroundings` of the hollows; `behind` (24, 24) whether what is seen at one
    may be the body of what stands in another."""

    close: Close
    spares: Spares
    colour: float
    shades: Float
    surroundings: Surroundings
    behind: Mask


def fit_board(
    image: Image, rough: BoardPose, reader: BoardReader, limits: Limits = LIMITS
) -> FittedBoard | NoFit:
    """The hollows of a board at a rough pose in a photo (H, W, 3 uint8 BGR)."""
    size_wh, glimpse = size_of(image), glimpse_of(image)
    lifted = missing_light(image, rough, limits)
    image = image if lifted == 1 else np.asarray(cv2.convertScaleAbs(image, alpha=lifted), np.uint8)
    maps = reader.read(image, rough)
    rings = fit_rings(maps.votes(limits.vote), limits)
    if isinstance(rings, NoFit):
        return rings
    for _ in range(limits.looks - 1):
        if rings.moved <= limits.again:
            break
        again = reader.read(image, corrected(maps.pose, rings.correction, size_wh))
        better = fit_rings(again.votes(limits.vote), limits)
        if isinstance(better, NoFit):
            break
        maps, rings = again, better
    voted = np.vstack([ring.feet() for ring in rings.rings])
    feet = rings.correction.inverse()(voted)
    return FittedBoard(
        image=image,
        maps=maps,
        rings=rings,
        feet=feet,
        sample=maps.sampled(feet),
        lifted=lifted,
        glimpse=glimpse,
    )


def see_board(
    fitted: FittedBoard,
    reader: BoardReader,
    cells: CellReader,
    on_stage: OnStage = untimed,
    limits: Limits = LIMITS,
    *,
    aside: bool = True,
) -> SeenBoard:
    """Everything on and beside a board; without `aside` only what is on it, at a single glance."""
    image, pose, feet = fitted.image, fitted.pose, fitted.feet
    hollow = fitted.maps.hollow_radius(feet)
    closer = float(np.clip(limits.hollow / hollow, 1.0, limits.nearer))
    close = cells.read(image, pose, feet, closer, glance=not aside)
    on_stage("read hollows")
    spares = see_spares(image, pose, reader, limits) if aside else Spares.none()
    on_stage("look aside")
    known = {one.name: getattr(fitted, one.name) for one in fields(FittedBoard)}
    return SeenBoard(
        **known,
        close=close,
        spares=spares,
        colour=_colour(image, pose),
        shades=_shades(image, pose, fitted.sample, spares),
        surroundings=surroundings_of(image, pose, feet, fitted.sample.middle, hollow),
        behind=behind(image, pose, feet, hollow, limits),
    )


def _shades(image: Image, pose: BoardPose, sample: Sample, spares: Spares) -> Float:
    """(N, 3; Lab) of what stands in every hollow and of the pawns beside."""
    aside = () if spares.sample is None else (spares.sample.middle,)
    middles = pose.to_photo(np.vstack([sample.middle, *aside]))
    return shades_of(image, middles, _SHADE * pose.radius_px)


def missing_light(image: Image, pose: BoardPose, limits: Limits = LIMITS) -> float:
    """How many times darker a photo (H, W, 3 uint8 BGR) and its board are than those the nets
    learnt; 1 for one that is light enough."""
    table = image[::_EVERY, ::_EVERY].reshape(-1, 3)
    light = max(np.percentile(part.max(1), _BRIGHTEST) for part in (table, _on_board(image, pose)))
    return float(np.clip(limits.bright / max(float(light), 1.0), 1.0, limits.lifted))


def _colour(image: Image, pose: BoardPose) -> float:
    """The spread of colour on the board itself."""
    return colour_spread(_on_board(image, pose))


def _on_board(image: Image, pose: BoardPose) -> Image:
    """(N, 3) uint8 BGR: evenly spread pixels of the board."""
    flat = straightened(image, to_straight(pose, _COLOUR_SIDE / 2, _COLOUR_SIDE), _COLOUR_SIDE)
    ys, xs = np.mgrid[0:_COLOUR_SIDE, 0:_COLOUR_SIDE] - (_COLOUR_SIDE - 1) / 2
    return np.asarray(flat[np.hypot(xs, ys) < _COLOUR_SIDE / 2])


def marks(board: SeenBoard, limits: Limits = LIMITS) -> list[float | None]:
    """For each ring the angle of its mark, radians clockwise from x; None where none is clear."""
    share, spots = board.maps.stickers().ravel(), board.maps.spots()
    if share.max() < limits.marked:
        return [None for _ in RINGS]
    r = np.hypot(*spots.T)
    edges = _edges(board.rings)
    to_feet = np.hypot(*(spots[:, None] - board.feet[None]).transpose(2, 0, 1))
    near_foot = np.min(to_feet, 1) < limits.foot_reach
    found: list[float | None] = []
    for k in RINGS:
        on = (r > edges[k]) & (r < edges[k + 1]) & ~near_foot
        best = np.where(on, share, 0)
        if not on.any() or best.max() < limits.marked:
            found.append(None)
            continue
        close = np.hypot(*(spots - spots[int(best.argmax())]).T) < limits.mark_reach
        x, y = np.average(spots[close & on], axis=0, weights=best[close & on])
        found.append(float(np.arctan2(y, x)))
    return found


def _edges(rings: Rings) -> list[float]:
    radii = [ring.radius for ring in rings.rings]
    between = [(a + b) / 2 for a, b in pairwise(radii)]
    return [2 * radii[0] - between[0], *between, 1.0]
