"""Second-stage classifier of low-confidence cells: under signs and trams, wherever in doubt.

A second net sees such a cell larger, with half a cell round it, as it lies and turned or mirrored.
Trained by `vision/training/linie1/close.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.homography import Homography
from rules.games.linie1.places import LOCATION_AT, SPAN, TERMINI, Terminus
from rules.games.linie1.tiles import TILES, pairs_of
from vision.linie1.board.rectify import rectified
from vision.linie1.limits import LIMITS, Limits
from vision.linie1.tiles.cells import FACE_PERMUTATION, FACES, LINES, CellReadings
from vision.nn.arrays import Float, Indices, Pixels
from vision.nn.calibration import sigmoid, softmax
from vision.nn.symmetries import Forward, Symmetry, looks
from vision.reader import Image

#: Pixels of a cell, of a view's side, and cells round the grid in the picture views are cut from.
CELL_PX = 40
VIEW = 80
BORDER = 1.5
#: Channels of the net's output: faces, sign, trams.
CHANNELS = FACES + 1 + LINES

#: How often training shows a kind: once, or twice if it has several tracks.
_SHOWN = [min(2, len(pairs_of(tile.kind.mask))) for tile in TILES[1:]]
#: (34,) how much likelier a face lies on a board than training has it: a box holds many straights
#: and few rings (rule document 2.1), and boards in play bear the kinds as the box holds them
#: (849 tiles of 36 photos: 27 % straights, of 29 % in the box; 3.5 % crossings, of 3 %).
_PLENTY = np.array([tile.kind.count for tile in TILES[1:]]) / _SHOWN
#: Looks of a cell, and those taken besides where they leave a doubt.
_LOOKS = (Symmetry(), Symmetry(2, True))
_MORE_LOOKS = (
    *(Symmetry(quarters) for quarters in (1, 2, 3)),
    *(Symmetry(quarters, True) for quarters in (0, 1, 3)),
)
#: Least probability that is told apart from none.
_NEVER = 1e-9


class CloseReader:
    """Classifies some cells of a board, whose place in the photo is known, a second time."""

    def __init__(self, net: Forward, limits: Limits = LIMITS) -> None:
        self._net = net
        self._limits = limits

    def refine(self, found: CellReadings, image: Image, board_to_photo: Homography) -> CellReadings:
        """Return the readings with the low-confidence cells of a photo (H, W, 3 uint8 BGR)
        classified again."""
        cells = low_confidence_cells(found, self._limits)
        termini = likely_termini(found, self._limits)
        if not len(cells) and not termini:
            return found
        picture = rectified(image, board_to_photo, CELL_PX, BORDER)
        if termini:
            seen = self.terminus_logits(picture, termini)
            found = replace_termini(found, termini, seen, self._limits)
        if len(cells):
            found = replace_cells(found, cells, self.logits(picture, cells), self._limits)
        return found

    def terminus_logits(self, picture: Image, termini: Sequence[Terminus]) -> Float:
        """(N, 6) what the net says of trams on termini: they stand anywhere on the half
        circle, so its two cells and the point between them are looked at."""
        spots = [np.array([divmod(at, SPAN) for at in one.border]) for one in termini]
        places = np.concatenate([[*both, both.mean(0)] for both in spots])
        views = np.stack([_view(picture, row, col) for row, col in places])
        told = self._mean(views, _LOOKS)[:, FACES + 1 :]
        return np.asarray(told.reshape(len(termini), -1, LINES).mean(1))

    def logits(self, picture: Image, cells: Indices) -> Float:
        """(N, 42) what the net says of cells (N, 2) row, column 0..13 of a straightened picture
        with a border of `BORDER` cells, (600, 600, 3) uint8 BGR."""
        views = np.stack([_view(picture, row, col) for row, col in cells])
        told = self._mean(views, _LOOKS)
        again = np.nonzero(softmax(told[:, :FACES]).max(-1) < self._limits.cell_sure)[0]
        if len(again):
            more = len(_MORE_LOOKS) / (len(_LOOKS) + len(_MORE_LOOKS))
            told[again] += more * (self._mean(views[again], _MORE_LOOKS) - told[again])
        return told

    def _mean(self, views: Pixels, symmetries: Sequence[Symmetry]) -> Float:
        told = looks(self._net, views, symmetries, FACE_PERMUTATION)
        return np.asarray(told.mean(0, dtype=np.float64))


def _view(picture: Image, row: float, col: float) -> Image:
    x, y = (round((at - 1 + BORDER - 0.5) * CELL_PX) for at in (col, row))
    return picture[y : y + VIEW, x : x + VIEW]


def low_confidence_cells(found: CellReadings, limits: Limits = LIMITS) -> Indices:
    """Return (N, 2) rows and columns of the cells to classify again, the most doubtful first."""
    doubt = 1 - found.faces.max(-1)
    covered = np.maximum(found.sign, found.trams.max(-1))
    worth = np.where(doubt > 1 - limits.cell_sure, doubt, 0)
    worth += np.where(covered > limits.cell_covered, covered, 0)
    worth[[0, -1]] = worth[:, [0, -1]] = 0
    for at in LOCATION_AT:
        worth[at // SPAN, at % SPAN] = 0
    order = np.argsort(-worth.ravel())[: np.count_nonzero(worth)][: limits.most_cells]
    return np.column_stack(np.divmod(order, SPAN))


def likely_termini(found: CellReadings, limits: Limits = LIMITS) -> tuple[Terminus, ...]:
    """Return the termini on which a tram may stand."""
    cells = {one: [divmod(at, SPAN) for at in one.border] for one in TERMINI}
    likely = {one: max(found.trams[cell].max() for cell in at) for one, at in cells.items()}
    return tuple(one for one in TERMINI if likely[one] > limits.cell_covered)


def replace_termini(
    found: CellReadings, termini: Sequence[Terminus], close: Float, limits: Limits = LIMITS
) -> CellReadings:
    """Return the readings with what the second stage's logits (N, 6) say of trams on termini, told
    in both cells of each."""
    trams = found.trams.copy()
    for one, logits in zip(termini, close, strict=True):
        cells = [divmod(at, SPAN) for at in one.border]
        glance = np.max([found.trams[cell] for cell in cells], axis=0)
        told = _by_both(
            logits, glance, limits.close_terminus, limits.glance_terminus, limits.terminus_plenty
        )
        for cell in cells:
            trams[cell] = told
    return replace(found, trams=trams)


def replace_cells(
    found: CellReadings, cells: Indices, close: Float, limits: Limits = LIMITS
) -> CellReadings:
    """Return the readings with what the second stage's logits (N, 42) say of cells (N, 2). Under
    signs and trams it alone tells the tile: of 1658 tiles of 20 path-traced boards crowded with
    them, which neither net had learnt from, the first misreads 391 and the second 145, before it
    learnt 180 more such boards. Tiles in the open, signs and trams are told by both."""
    rows, cols = cells.T
    faces, sign, trams = found.faces.copy(), found.sign.copy(), found.trams.copy()
    trams[rows, cols] = _by_both(
        close[:, FACES + 1 :],
        trams[rows, cols],
        limits.close_tram,
        limits.glance_tram,
        limits.tram_plenty,
    )
    sign[rows, cols] = _signs(close[:, FACES], sign[rows, cols], trams[rows, cols].max(-1), limits)
    open_share = 1 - np.maximum(sign, trams.max(-1))[rows, cols, None]
    glance = np.log(np.maximum(faces[rows, cols], _NEVER))
    surer = open_share + (1 - open_share) / limits.close_temperature
    logits = surer * close[:, :FACES] + limits.glance_faces * open_share * glance
    faces[rows, cols] = _weighed(softmax(logits))
    return replace(found, faces=faces, sign=sign, trams=trams)


def _signs(close: Float, glance: Float, tram: Float, limits: Limits) -> Float:
    """(N,) probabilities of signs, of cells with a tram by as much as `tram` says: trams halt at
    signs, and what the close look learnt of both on one cell is less than what it learnt of one."""
    alone = _by_both(close, glance, limits.close_sign, limits.glance_sign, limits.sign_plenty)
    beside = _by_both(
        close,
        glance,
        limits.close_sign_by_tram,
        limits.glance_sign_by_tram,
        limits.sign_by_tram_plenty,
    )
    return np.asarray((1 - tram) * alone + tram * beside)


def _by_both(
    close: Float, glance: Float, close_share: float, glance_share: float, plenty: float
) -> Float:
    """Probabilities of signs or trams: log odds `close` of the second look, too high by `plenty`
    since its training shows more of them, weighed with the probabilities `glance` (same shape)."""
    far = np.log(np.maximum(glance, _NEVER) / np.maximum(1 - glance, _NEVER))
    return sigmoid(close_share * close + glance_share * far - plenty)


def _weighed(faces: Float) -> Float:
    """(N, 35) probabilities with tiles weighed by how many of their kind a box holds; how likely a
    cell is to bear no tile stays."""
    tiles = faces[:, 1:] * _PLENTY
    tiles *= faces[:, 1:].sum(1, keepdims=True) / np.maximum(tiles.sum(1, keepdims=True), _NEVER)
    return np.hstack([faces[:, :1], tiles])
