"""Hollows behind a pawn that is so tall, or seen at such a slant, that its body may cover them.

The nets see the middle of a hollow. Where a pawn's body passes over it in one piece with the foot
of that pawn, they see a pawn there too, and surely.
"""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Float, Mask, Points
from vision.reader import Image
from vision.rouge.board.pose import BoardPose
from vision.rouge.limits import Limits
from vision.rouge.pawns.shades import apart, shades_of

#: Spots between two hollows at which a body is looked for, and how far about each its colour is
#: measured, shares of the board's radius.
_SPOTS, _REACH = 6, 0.012


def behind(image: Image, pose: BoardPose, feet: Points, hollow: float, limits: Limits) -> Mask:
    """(N, N) whether what is seen at one of N hollows may be the body of what stands in another:
    `feet` (N, 2) in the plane of an upright pose, `hollow` the hollows' radius."""
    found = np.zeros((len(feet), len(feet)), bool)
    across, away = np.moveaxis(feet[None] - feet[:, None], 2, 0)
    reach = limits.tallest * float(np.hypot(*pose.lean))
    near = (away > hollow) & (away < reach) & (np.abs(across) < hollow)
    for k, j in np.argwhere(near).tolist():
        found[k, j] = _in_one_piece(image, pose, feet[k], feet[j], limits)
    return found


def unless_covered(presence: Float, names: Float, behind: Mask, limits: Limits) -> Float:
    """(N,) probabilities that a pawn stands in each hollow, even where all that is seen there may
    be the body of a clear pawn of the same name; `names` (N, 11)."""
    name = names.argmax(axis=1)
    covering = behind & (name[:, None] == name) & (presence > limits.clear_pawn)
    return np.where(covering.any(axis=1), np.minimum(presence, 0.5), presence)


def _in_one_piece(
    image: Image, pose: BoardPose, back: Points, front: Points, limits: Limits
) -> bool:
    """Whether one colour reaches from one foot (2,) to another."""
    along = np.linspace(0, 1, _SPOTS)[:, None]
    spots = pose.to_photo(back + along * (front - back))
    shades: Float = shades_of(image, spots, _REACH * pose.radius_px)
    return bool(apart(shades).max() < limits.one_body)
