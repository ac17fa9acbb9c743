"""From beliefs by place to a reading: the observation, the pieces and the status."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.homography import Homography
from rules.core.observation import Issue, Observation, Pose, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import SPAN, Spot
from vision.linie1.limits import Limits
from vision.linie1.tiles.beliefs import PlaceBelief
from vision.nn.arrays import Points, rounded_xy
from vision.reading import SURE_CONFIDENCE, Piece, Reading, ReadingStatus, alternatives

#: Half sides of the outlines drawn for a tile, a sign and a tram, cells.
_TILE, _SIGN, _TRAM = 0.47, 0.16, 0.28

#: Middles of a cell's sides from its middle, and points of a connection as it is drawn.
_SIDES = {
    "N": np.array([0.0, -1.0]),
    "E": np.array([1.0, 0.0]),
    "S": np.array([0.0, 1.0]),
    "W": np.array([-1.0, 0.0]),
}
_BEND = 7

#: Corners of a cell from its middle, cells.
_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def reading_of(
    game: str,
    places: Sequence[PlaceBelief],
    view: Homography,
    size_wh: tuple[int, int],
    top_share: float,
    limits: Limits,
) -> Reading:
    """The reading of a board: `view` maps the board frame to pixels, `top_share` is how likely
    the board's top is where it was taken to be."""
    sightings = [_sighting(p, view, size_wh, top_share, limits) for p in places]
    pieces = tuple(piece for p in places for piece in _pieces(p, view, top_share))
    issues = tuple(_issues(places, view, size_wh, top_share, limits))
    sure = all(p.confidence(limits) >= SURE_CONFIDENCE for p in places)
    status = ReadingStatus.READ if sure and not issues else ReadingStatus.UNSURE
    observation = Observation(game, tuple(sightings), issues=issues)
    return Reading(game, status, size_wh, pieces, observation)


def _issues(
    places: Sequence[PlaceBelief],
    view: Homography,
    size_wh: tuple[int, int],
    top_share: float,
    limits: Limits,
) -> Iterator[Issue]:
    """What stands against calling from this photo. A cell that the picture's rim cuts off is not
    under a hand: it is out of sight and says nothing."""
    if top_share < limits.top_known:
        yield Issue("top unknown", 1 - top_share)
    cells = [p for p in places if _is_cell(p.spot)]
    whole = wholly_inside([p.spot for p in cells], view, size_wh)
    hidden = max((p.hidden for p, seen in zip(cells, whole, strict=True) if seen), default=0.0)
    if hidden > limits.hand:
        yield Issue("hand", hidden)


def _is_cell(spot: Spot) -> bool:
    return 0 < spot.row < SPAN - 1 and 0 < spot.col < SPAN - 1


def wholly_inside(
    spots: Sequence[Spot], view: Homography, size_wh: tuple[int, int]
) -> NDArray[np.bool_]:
    """(N,) whether all four corners of a cell lie in a picture of `size_wh`; `view` maps the board
    frame to its pixels."""
    middles = np.array([(spot.col - 0.5, spot.row - 0.5) for spot in spots]).reshape(-1, 1, 2)
    pixels = view((middles + _CORNERS).reshape(-1, 2)).reshape(-1, 4, 2)
    return np.asarray(((pixels >= 0) & (pixels < size_wh)).all((1, 2)))


def middle_of(spot: Spot) -> Points:
    """(1, 2) the middle of a place in the board frame, cells; of a terminus the middle of its half
    circle's track."""
    at = np.array([[spot.col - 0.5, spot.row - 0.5]])
    if _is_cell(spot):
        return at
    along = np.array([[0.5, 0.0]]) if spot.row in (0, SPAN - 1) else np.array([[0.0, 0.5]])
    return np.asarray(at + along)


def _sighting(
    place: PlaceBelief, view: Homography, size_wh: tuple[int, int], top_share: float, limits: Limits
) -> Sighting[Spot, CellContent]:
    pixel = view(middle_of(place.spot))[0]
    inside = bool((pixel >= 0).all() and (pixel < size_wh).all())
    belief = place.contents(limits)
    unseen = max(place.confidence(limits) - belief.confidence, 0.0)
    if top_share < limits.top_known:
        belief = type(belief)(tuple((c, p * top_share) for c, p in belief.ranked), belief.floor)
    visible = 1.0 - place.hidden if inside else 0.0
    return Sighting(place.spot, belief, visible, Pose(rounded_xy(pixel)), unseen=unseen)


def _pieces(place: PlaceBelief, view: Homography, top_share: float) -> Iterator[Piece]:
    """The tile, the sign and the trams that are likelier there than not."""
    tile, confidence = place.tile()
    if tile is not None:
        others = [(None if t is None else CellContent(t), p) for t, p in place.others(3)]
        found = [(content, p) for content, p in others if content is not None]
        yield _piece(
            "tile", place.spot, CellContent(tile), confidence * top_share, view, _TILE, found
        )
    if place.sign > 0.5:
        content = CellContent(stop=True)
        yield _piece("stop", place.spot, content, place.sign * top_share, view, _SIGN)
    for line, there in enumerate(place.trams, start=1):
        if there > 0.5:
            content = CellContent(trams=(line,))
            yield _piece("tram", place.spot, content, float(there) * top_share, view, _TRAM)


def _piece(
    kind: str,
    spot: Spot,
    content: CellContent,
    confidence: float,
    view: Homography,
    half: float,
    others: Sequence[tuple[CellContent, float]] = (),
) -> Piece:
    middle = middle_of(spot)
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) + middle
    return Piece(
        kind=kind,
        area="",
        label=content,
        place=spot,
        pixel_xy=rounded_xy(view(middle)[0]),
        outline_xy=tuple(rounded_xy(corner) for corner in view(corners)),
        confidence=confidence,
        alternatives=alternatives(others, confidence),
        caption="" if content.tile is not None else _caption(content),
        lines_xy=tuple(_strokes(content, middle, view)),
    )


def _caption(content: CellContent) -> str:
    """What an overlay writes on a sign or a tram."""
    return "stop" if content.stop else f"tram {content.trams[0]}"


def _strokes(
    content: CellContent, middle: Points, view: Homography
) -> Iterator[tuple[tuple[float, float], ...]]:
    """The track of a tile, a stroke a connection: straight, or a bend from side to side. Of a
    sign a ring."""
    if content.stop:
        a = np.linspace(0, 2 * np.pi, 3 * _BEND)[:, None]
        ring = middle + 0.7 * _SIGN * np.hstack([np.cos(a), np.sin(a)])
        yield tuple(rounded_xy(point) for point in view(ring))
    for pair in content.tile.connections if content.tile is not None else ():
        start, end = (_TILE * _SIDES[side] for side in pair)
        share = np.linspace(0, 1, _BEND)[:, None]
        # A parabola with the cell's middle as its handle is as good as a quarter circle here.
        points = (1 - share) ** 2 * start + share**2 * end
        yield tuple(rounded_xy(point) for point in view(middle + points))
