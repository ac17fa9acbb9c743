"""Every threshold of the Rouge reader: unit and origin beside each.

Where no measurement is named the number is a choice by eye on pictures of `tests/render/rouge`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers the reader decides by. Lengths in the rings' plane: the board's radius is 1."""

    #: Longest side of the finder's look, pixels: boards of 56 to 260 pixels were learnt.
    look_px: int = 320
    #: Board radius in the first look below which the board is looked at again, enlarged, pixels.
    near_px: float = 45.0
    #: Board radius in the second look, pixels: the middle of what was learnt.
    second_px: float = 80.0
    #: Probability above which a cell of the finder's grid shows the board.
    board: float = 0.5
    #: Median error of the finder's radii above which its plane is no board's.
    misfit: float = 0.12
    #: Score of the finder's board below which there is none.
    found: float = 0.25
    #: Probability above which a cell of the reader's grid votes for a foot.
    vote: float = 0.25
    #: How far a vote may lie from its ring's circle of hollows.
    off_circle: float = 0.06
    #: Hollows with votes that a ring needs to be measured.
    ring_votes: int = 3
    #: Correction of the plane (root mean square over the hollows) from which the board is
    #: straightened and read again.
    again: float = 0.02
    #: Looks at most.
    looks: int = 4
    #: Degrees off the rays from which a ring stands between two steps (U5, aligned).
    off_ray_deg: float = 8.0
    #: Share of a hollow's mean visibility below which what stands there is not told.
    in_sight: float = 0.3
    #: Probability of a foot at a hollow's place below which its look is doubted: free hollows of
    #: the path-traced photos have 0.94 and more, those under rendered hands 0.02 to 0.6 mostly.
    footless: float = 0.6
    #: Share of the board under hands from which a hand is reported.
    covered: float = 0.02
    #: Mean probability of a foot at the hollows' places below which the picture shows another
    #: thing. Path-traced photos of Rouge boards have 0.95 and more, of other games 0.2 and less.
    board_like: float = 0.5
    #: Board radius in the photo below which pawns cannot be told, pixels.
    smallest_px: float = 60.0
    #: Share of the hollows that may be doubtful before the photo is refused.
    doubtful_share: float = 0.6
    #: How far the board may have moved in the picture to count as the same board under the same
    #: camera, shares of its radius.
    unmoved: float = 0.03
    #: Probability of a mark at its best place from which it is told.
    marked: float = 0.7


LIMITS = Limits()
