"""What every board of the game has printed at the same places: locations and termini."""

from __future__ import annotations

import numpy as np

from rules.games.linie1.places import LOCATION_AT, SPAN, TERMINI
from vision.nn.arrays import Mask, Points

#: Letters of the locations in the order of `LOCATIONS`.
LETTER_OF: tuple[str, ...] = tuple(LOCATION_AT.values())

#: (12, 2) middles of the lettered cells in the board frame (cells; x east, y south).
LOCATIONS: Points = np.array([(at % SPAN - 0.5, at // SPAN - 0.5) for at in LOCATION_AT])

#: Line numbers of the termini in the order of `TERMINUS_MIDDLES`.
LINE_OF: tuple[int, ...] = tuple(t.line for t in TERMINI)

#: (12, 2) unit vectors out of the grid at each terminus.
OUTWARD: Points = np.array(
    [
        {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}[t.side]
        for t in TERMINI
    ]
)


def _middle(side: str, cells: tuple[int, int]) -> tuple[float, float]:
    at = sum((c % SPAN if side in "NS" else c // SPAN) for c in cells) / 2 - 0.5
    return {"N": (at, 0.0), "S": (at, 12.0), "W": (0.0, at), "E": (12.0, at)}[side]


#: (12, 2) middles of the termini's half circles, on the grid's edge.
TERMINUS_MIDDLES: Points = np.array([_middle(t.side, t.cells) for t in TERMINI])

#: (12, 2) points in the middle of the half circles' areas.
ARCS: Points = TERMINUS_MIDDLES + 0.3 * OUTWARD

#: Half the side of what the nets call a location, radius of what they call a terminus, cells.
LOCATION_HALF, ARC_RADIUS = 0.42, 0.5


def landmarks(board: Points) -> Mask:
    """(3, N) of board points (N, 2), cells: inside the grid, on a location, at a terminus."""
    inside = ((board > 0) & (board < SPAN - 2)).all(1)
    spots = (np.abs(board[:, None] - LOCATIONS).max(-1) < LOCATION_HALF).any(1)
    arcs = (np.linalg.norm(board[:, None] - ARCS, axis=-1) < ARC_RADIUS).any(1) & ~inside
    return np.stack([inside, spots, arcs])
