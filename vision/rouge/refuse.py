"""Why a photo cannot be used as a Rouge picture, and what to do about it."""

from __future__ import annotations

import numpy as np

from vision.limits import LIMITS as PHOTO_LIMITS
from vision.quality import Quality
from vision.reading import SURE_CONFIDENCE, Reading, Refusal
from vision.refusals import (
    BOARD_OCCLUDED,
    BOARD_TOO_SMALL,
    COLOURLESS,
    fault_of,
    reaches_out,
    refusal_of,
)
from vision.rouge.board.board import FittedBoard, SeenBoard
from vision.rouge.board.rings import between_rings
from vision.rouge.limits import Limits

NO_BOARD = Refusal(
    "no-board",
    "There is no Rouge board in this picture.",
    "Show the whole board from above, with nothing over it.",
)
_CUT_OFF = Refusal(
    "cut-off",
    "Part of the board lies outside this picture.",
    "Step back or turn the camera until the whole board is in view.",
)


def may_be_board(board: FittedBoard, limits: Limits) -> bool:
    """Whether hollows are seen where they must be, or hands that may hide them."""
    return _like_board(board, limits) or board.maps.covered > limits.hidden


def _like_board(board: FittedBoard, limits: Limits) -> bool:
    """Whether hollows are seen at the places of all three rings, and none for two of them."""
    apart = between_rings(board.feet) / board.maps.hollow_radius(board.feet)
    return board.sample.likeness >= limits.board_like and apart > limits.rings_apart


def refusal_after(
    board: SeenBoard,
    reading: Reading,
    quality: Quality | None,
    limits: Limits,
) -> Refusal | None:
    """A refusal of a photo whose board was found, or None where it can be used."""
    if board.maps.covered > limits.hidden:
        return BOARD_OCCLUDED
    if not _like_board(board, limits):
        return refusal_of(quality, NO_BOARD) if quality is not None else NO_BOARD
    if (cause := _unusable(board, reading.size_wh, limits)) is not None:
        return cause
    if _doubtful(reading) <= limits.doubtful_share:
        return None
    if board.pose.radius_px < limits.smallest_px:
        return BOARD_TOO_SMALL
    return None if quality is None else fault_of(quality)


def _doubtful(reading: Reading) -> float:
    """The share of the hollows that are not told surely."""
    seen = () if reading.observation is None else reading.observation.sightings
    return float(np.mean([one.belief.confidence < SURE_CONFIDENCE for one in seen]))


def _unusable(board: SeenBoard, size_wh: tuple[int, int], limits: Limits) -> Refusal | None:
    """What is wrong with the view of a board however surely its hollows seem to be told."""
    if _leaves(board, size_wh, limits.outside):
        return _CUT_OFF
    return COLOURLESS if board.colour < PHOTO_LIMITS.colourless else None


def _leaves(board: SeenBoard, size_wh: tuple[int, int], outside: float) -> bool:
    """Whether a hollow lies out of the picture."""
    pixels = board.pose.to_photo(board.feet)
    return reaches_out(pixels, size_wh, outside * board.pose.radius_px)
