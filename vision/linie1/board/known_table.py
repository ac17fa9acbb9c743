"""Where the board lies, when an earlier picture of the same table is known.

Cheap first: has anything moved since? If not, the board is where it was. If so, the calibrated
print is looked for; and only when that fails the board is found as in any photo. What the cheap
way says is taken only where most of the board's blocks agree, so a stale memory costs time and
never a reading.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.drift import (
    Changed,
    Detail,
    Drift,
    EarlierLook,
    detail_of,
    drift_since,
    earlier_look_of,
)
from calibration.homography import Homography
from calibration.reference import Locked, Reference, lock
from vision.linie1.board.finder import BoardFinder, NoBoard
from vision.linie1.board.pose import GRID, GRID_CORNERS, BoardPose
from vision.linie1.limits import LIMITS, Limits
from vision.nn.arrays import Float
from vision.reader import Image

#: Cells of border that are watched with the grid: the termini are printed there.
_WATCHED = 1.0


@dataclass(frozen=True)
class KnownTable:
    """What is known of a table. `stills` the looks to compare with, the first as the board was
    found, the last as it was seen last; `pose` where it lay in them; `since` how many pictures ago
    it was found; `reference` its calibrated print and `name` what the players call it, empty where
    nobody calibrated."""

    pose: BoardPose
    stills: tuple[EarlierLook, ...]
    since: int = 0
    reference: Reference | None = None
    name: str = ""


@dataclass(frozen=True)
class Placed:
    """Where the board is now. `unmoved`: it is where it was; `note`: a sentence for the players
    where the calibration does not fit any more; `detail` of the photo, where it was compared."""

    pose: BoardPose | NoBoard
    unmoved: bool = False
    note: str | None = None
    detail: Detail | None = None


def place(
    image: Image, known: KnownTable | None, finder: BoardFinder, limits: Limits = LIMITS
) -> Placed:
    """Finds the board of a photo (H, W, 3 uint8 BGR), the cheapest way that is sure."""
    if known is None:
        return Placed(finder.find(image))
    detail = detail_of(image)
    if known.since < limits.trusted_for and _unmoved(detail, known, limits):
        return Placed(known.pose, unmoved=True, detail=detail)
    if known.reference is not None:
        found = lock(known.reference, image)
        if isinstance(found, Locked):
            return Placed(_pose(found, known), note=_stale(detail, known), detail=detail)
    anew = _as_it_lay(finder.find(image), known, limits)
    if known.reference is None:
        return Placed(anew, detail=detail)
    note = f"The photo does not show the calibrated table{_called(known)}."
    return Placed(anew, note=note, detail=detail)


def remembered(
    image: Image, placed: Placed, known: KnownTable | None, limits: Limits = LIMITS
) -> KnownTable | None:
    """What to know for the next photo of the same table."""
    if isinstance(placed.pose, NoBoard) or not _trustworthy(placed.pose, limits):
        return known
    detail = detail_of(image) if placed.detail is None else placed.detail
    look = earlier_look_of(detail, outline_of(placed.pose.board_to_photo))
    if known is None:
        return KnownTable(placed.pose, (look,))
    if placed.unmoved:
        return replace(known, stills=(known.stills[0], look), since=known.since + 1)
    return replace(known, pose=placed.pose, stills=(look,), since=0)


def _trustworthy(pose: BoardPose, limits: Limits) -> bool:
    """Whether a pose is good enough for later photos: doubts end by looking again."""
    return pose.turns[0] >= limits.top_known and pose.residual <= limits.exact


def outline_of(board: Homography) -> Float:
    """(4, 2) pixels round the part of the board that is watched."""
    low, high = -_WATCHED, GRID + _WATCHED
    return board(np.array([[low, low], [high, low], [high, high], [low, high]]))


def _unmoved(photo: Detail, known: KnownTable, limits: Limits) -> bool:
    """Whether the first look says that nothing moved; or, where too much has changed since for it
    to tell, the last look."""
    limit = limits.unmoved * cell_px(known.pose.board_to_photo)
    for still in known.stills:
        drift = drift_since(still, photo)
        if isinstance(drift, Drift):
            return drift.pixels <= limit
    return False


def _as_it_lay(
    found: BoardPose | NoBoard, known: KnownTable, limits: Limits
) -> BoardPose | NoBoard:
    """Where a board is found whose print does not tell which way round it lies, but that lies
    where the known one did: it lies as that one did."""
    if isinstance(found, NoBoard) or found.turns[0] >= limits.top_known:
        return found
    lay = known.pose.board_to_photo(GRID_CORNERS)
    near = limits.lies_as_before * cell_px(known.pose.board_to_photo)
    for quarters in range(4):
        turned = found.turned(quarters)
        apart = np.linalg.norm(turned.board_to_photo(GRID_CORNERS) - lay, axis=1)
        if float(apart.max()) <= near:
            return replace(turned, turns=known.pose.turns)
    return found


def _pose(found: Locked, known: KnownTable) -> BoardPose:
    """The print itself says where north is: as surely as when the reference was taken."""
    return BoardPose(found.board_to_photo, found.residual, known.pose.turns)


def _stale(photo: Detail, known: KnownTable) -> str | None:
    """Said once, at the first photo after the calibration: later photos are compared with it."""
    if known.since or len(known.stills) > 1 or not known.name:
        return None
    drift = drift_since(known.stills[0], photo)
    how = "" if isinstance(drift, Changed) else f" by {drift.pixels:.0f} pixels"
    return (
        f"Camera or board moved{how} since the table{_called(known)} was calibrated; "
        "its board was found again by its print."
    )


def _called(known: KnownTable) -> str:
    return f" {known.name!r}" if known.name else ""


def cell_px(board: Homography) -> float:
    """A cell's side at the middle of the board, pixels."""
    return board.scale_at(np.array([GRID / 2, GRID / 2]))
