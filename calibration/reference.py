"""A reference picture of the board, and finding the same board again in later photos.

Local features of the print (SIFT on contrast-equalised grey) are matched and a homography voted
for (MAGSAC); then features that first were ambiguous, such as those of repeated ornaments, are
matched again near where the homography wants them, and all that agree are fitted together.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Indices, Mask, Pixels, Points, Tensor
from calibration.encoding import shrunk_to
from calibration.homography import Homography, NoFit, fit_homography

#: The corners of a square of side 1.
_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
#: Longest side of the pictures in which features are looked for, pixels.
_LOOKED_PX = 1400
#: Features kept of the reference and of a photo; a photo shows other things as well.
_REFERENCE_FEATURES, _PHOTO_FEATURES = 2000, 3000
#: Distance to the best match over that to the second best, in the vote.
_RATIO = 0.8
#: Likeness (cosine of root descriptors) under which neighbours in place are not the same print.
_ALIKE = 0.86
#: Most samples drawn in the vote, and how sure it must be to end before.
_VOTES, _VOTE_SURE = 10_000, 0.999
#: How far a feature may lie from where the homography wants it: while voting, pixels; when
#: matching again, cells of the board.
_VOTE_PX, _NEAR = 4.0, 0.3
#: What makes a fit believable: so many agreeing features, in so many of the board's sixteenths.
_LEAST_FEATURES, _LEAST_PARTS = 24, 5
#: Largest root mean square residual of the agreeing features, cells.
_WORST_RESIDUAL = 0.06
#: Most that the board may be turned edge-on: shortest over longest step along a cell's sides.
_FLATTEST = 0.2


@dataclass(frozen=True)
class Features:
    """Places (N, 2) float64 pixels of the full picture, and SIFT descriptors (N, 128)."""

    places_xy: Points
    descriptors: Tensor


@dataclass(frozen=True)
class Reference:
    """What is known of one board's print.

    `features` lie at `board_xy` (N, 2) on the board, in cells; `width` and `height` of the part
    of the board that was learnt, from `corner_xy`.
    """

    features: Features
    board_xy: Points
    corner_xy: tuple[float, float]
    size_wh: tuple[float, float]


@dataclass(frozen=True)
class Locked:
    """A board found again. `board_to_photo` maps cells to pixels; `residual` root mean square of
    the features that agree, cells."""

    board_to_photo: Homography
    residual: float


def learn_reference(
    picture: Pixels,
    board_to_photo: Homography,
    corner_xy: tuple[float, float],
    size_wh: tuple[float, float],
) -> Reference | NoFit:
    """The features of a board (H, W, 3 uint8 BGR) whose pose is known.

    Only the rectangle of the board at `corner_xy` with `size_wh` cells is learnt: the table round
    it moves against the board. NoFit where its print is too bare to be known again.
    """
    board = _mask(picture, board_to_photo, corner_xy, size_wh)
    found = _features(picture, _REFERENCE_FEATURES, board)
    if len(found.places_xy) < 2 * _LEAST_FEATURES:
        return NoFit("the board's print shows too little to be known again")
    return Reference(found, board_to_photo.inverse()(found.places_xy), corner_xy, size_wh)


def lock(reference: Reference, photo: Pixels) -> Locked | NoFit:
    """The same board in another photo (H, W, 3 uint8 BGR), or why it is not found there."""
    seen = _features(photo, _PHOTO_FEATURES, None)
    if len(seen.places_xy) < _LEAST_FEATURES:
        return NoFit("the photo shows too few details")
    likeness = seen.descriptors @ reference.features.descriptors.T
    first = _voted(reference, seen, likeness)
    if isinstance(first, NoFit):
        return first
    fit = first
    for near in (_NEAR, _NEAR / 3):
        pairs = _near(reference, seen, likeness, fit, near)
        if len(pairs) < _LEAST_FEATURES:
            return NoFit(f"only {len(pairs)} details of the print agree")
        better = _robust_fit(reference.board_xy[pairs[:, 0]], seen.places_xy[pairs[:, 1]])
        if isinstance(better, NoFit):
            return better
        fit = better
    return _checked(reference, seen, likeness, fit)


def _features(picture: Pixels, most: int, mask: Pixels | None) -> Features:
    full = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    grey, scale = shrunk_to(full, _LOOKED_PX)
    if mask is not None:
        mask = np.asarray(cv2.resize(mask, grey.shape[::-1], interpolation=cv2.INTER_NEAREST))
    even = cv2.createCLAHE(3.0, (12, 12)).apply(grey)
    keys, descriptors = cv2.SIFT.create(most, contrastThreshold=0.02).detectAndCompute(even, mask)
    if descriptors is None:
        return Features(np.empty((0, 2)), np.empty((0, 128), np.float32))
    places = (np.array([key.pt for key in keys], np.float64) + 0.5) / scale - 0.5
    # Square roots of the shares compare better than the plain histograms do.
    roots = np.sqrt(descriptors / (descriptors.sum(axis=1, keepdims=True) + 1e-6))
    return Features(places, np.asarray(roots, np.float32))


def _mask(
    picture: Pixels,
    board_to_photo: Homography,
    corner_xy: tuple[float, float],
    size_wh: tuple[float, float],
) -> Pixels:
    outline = board_to_photo(np.array(corner_xy) + _SQUARE * size_wh)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 255)
    return mask


def _voted(reference: Reference, seen: Features, likeness: Tensor) -> Homography | NoFit:
    """The view that most pairs vote for; `likeness` (features of the photo, of the reference) the
    cosines of their descriptors."""
    pairs = _matched(likeness)
    if len(pairs) < _LEAST_FEATURES // 2:
        return NoFit(f"only {len(pairs)} details of the print are found in the photo")
    source, target = reference.board_xy[pairs[:, 0]], seen.places_xy[pairs[:, 1]]
    cv2.setRNGSeed(1)
    found = _vote(source, target, _VOTE_PX)
    if found is None or int(found[1].sum()) < _LEAST_FEATURES // 2:
        return NoFit("the details found do not lie as on the board")
    return found[0]


def _vote(source: Points, target: Points, near_px: float) -> tuple[Homography, Mask] | None:
    """The homography that most pairs agree on to so many pixels, and which do; None for none."""
    matrix, kept = cv2.findHomography(
        source, target, cv2.USAC_MAGSAC, near_px, None, _VOTES, _VOTE_SURE
    )
    if matrix is None:
        return None
    return Homography(np.asarray(matrix, np.float64)), kept.ravel().astype(bool)


def _matched(likeness: Tensor) -> Indices:
    """(M, 2) pairs (of the reference, of the photo) whose match is clearly better than the next
    best."""
    rows = np.arange(len(likeness))
    best = likeness.argmax(axis=1)
    top = likeness[rows, best]
    others = likeness.copy()
    others[rows, best] = -1
    # Descriptors are unit vectors: the squared distance is 2 - 2 times the likeness.
    clear = 1 - top < _RATIO**2 * (1 - others.max(axis=1))
    return np.column_stack([best[clear], rows[clear]])


def _near(
    reference: Reference, seen: Features, likeness: Tensor, fit: Homography, near: float
) -> Indices:
    """(M, 2) pairs of like features that lie within `near` cells of where the fit wants them and
    are each other's best."""
    board = fit.inverse()(seen.places_xy).astype(np.float32)
    low = np.array(reference.corner_xy) - near
    inside = (board > low) & (board < low + np.array(reference.size_wh) + 2 * near)
    chosen = np.flatnonzero(inside.all(axis=1))
    if not len(chosen):
        return np.empty((0, 2), np.intp)
    known = reference.board_xy.astype(np.float32)
    far = np.abs(board[chosen, None, 0] - known[None, :, 0]) > near
    far |= np.abs(board[chosen, None, 1] - known[None, :, 1]) > near
    local = np.where(far, np.float32(-1), likeness[chosen])
    best = local.argmax(axis=1)
    good = local[np.arange(len(chosen)), best] > _ALIKE
    good &= local.argmax(axis=0)[best] == np.arange(len(chosen))
    return np.column_stack([best[good], chosen[good]])


def _robust_fit(source: Points, target: Points) -> Homography | NoFit:
    found = _vote(source, target, _VOTE_PX / 2)
    if found is None or int(found[1].sum()) < _LEAST_FEATURES:
        return NoFit("too few details of the print agree")
    return fit_homography(source[found[1]], target[found[1]])


def _checked(
    reference: Reference, seen: Features, likeness: Tensor, fit: Homography
) -> Locked | NoFit:
    pairs = _near(reference, seen, likeness, fit, _NEAR / 3)
    if len(pairs) < _LEAST_FEATURES:
        return NoFit(f"only {len(pairs)} details of the print agree")
    board = reference.board_xy[pairs[:, 0]]
    off = np.linalg.norm(fit.inverse()(seen.places_xy[pairs[:, 1]]) - board, axis=1)
    residual = float(np.sqrt(np.mean(off**2)))
    share = (board - np.array(reference.corner_xy)) / np.array(reference.size_wh)
    parts = len({(int(x), int(y)) for x, y in np.clip(share * 4, 0, 3.99)})
    if parts < _LEAST_PARTS:
        return NoFit("what agrees of the print is only a corner of the board")
    if residual > _WORST_RESIDUAL or not _plausible(reference, fit):
        return NoFit(f"the print fits badly, by {residual:.2f} of a cell")
    return Locked(fit, residual)


def _plausible(reference: Reference, fit: Homography) -> bool:
    """Whether the board is seen from its printed side and not from its edge."""
    looked_at = np.vstack([_SQUARE, _SQUARE.mean(0)])
    for point in np.array(reference.corner_xy) + looked_at * reference.size_wh:
        slope = fit.jacobian(point)
        steps = np.linalg.svd(slope, compute_uv=False)
        if np.linalg.det(slope) <= 0 or steps[1] < _FLATTEST * steps[0]:
            return False
    return True
