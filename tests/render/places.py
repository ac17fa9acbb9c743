"""Where the tiles lie: the lattice as people lay it by hand, hands round the table, loose tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tests.render.board import Place, Tile, canonical
from tests.render.seeds import stream
from tests.render.style import SetLook

NOWHERE = -1000  # col and row of a tile that is not on the lattice
REACH = 40  # lattice lines from the middle for which the drift is drawn
MANY = 4  # players from which most lay their hands in two rows, for want of room
HAND_SLOTS = 8  # tiles of a full hand: a hand keeps its place while it shrinks


@dataclass(frozen=True)
class Laid:
    """A tile on the table: middle in lattice units, degrees clockwise."""

    col: int
    row: int
    tile: Tile
    x: float
    y: float
    deg: float
    area: str


@dataclass(frozen=True)
class Drift:
    """The slow wandering of a hand-laid lattice: (2 REACH + 1, 2) offsets by column and by row."""

    by_col: np.ndarray
    by_row: np.ndarray
    bend: np.ndarray  # (4,) radians a tile: east, west, south, north arm

    def at(self, col: int, row: int) -> tuple[float, float, float]:
        """Offset x, y (lattice units) and angle (degrees) at a place."""
        step = self.by_col[np.clip(col + REACH, 0, 2 * REACH)]
        step = step + self.by_row[np.clip(row + REACH, 0, 2 * REACH)]
        kx = self.bend[0 if col > 0 else 1]
        ky = self.bend[2 if row > 0 else 3]
        angle = np.degrees(kx * abs(col) + ky * abs(row))
        dx = -ky * row * abs(row) / 2
        dy = kx * col * abs(col) / 2
        return float(step[0] + dx), float(step[1] + dy), float(angle)


def _walk(rng: np.random.Generator, sd: float, along: int, gap: float) -> np.ndarray:
    """(2 REACH + 1, 2) random walk from the middle; steps never push tiles into each other."""
    steps = rng.normal(0, sd, (2 * REACH + 1, 2))
    steps[:, along] = np.clip(steps[:, along], -0.7 * gap, None)
    total: np.ndarray = np.cumsum(steps, axis=0)
    total -= total[REACH].copy()
    return total


def drift_of(seed: int, look: SetLook) -> Drift:
    """The drift of one layout; the same for every state of a game."""
    rng = stream(seed, "drift")
    by_col, by_row = (_walk(rng, look.walk_sd, along, look.gap) for along in (0, 1))
    return Drift(by_col, by_row, rng.normal(0, 0.6, 4) * look.bend)


def lay_board(
    board: Mapping[Place, Tile],
    seed: int,
    look: SetLook,
    nudge: Mapping[Place, tuple[float, float, float]],
) -> list[Laid]:
    """Every tile of the layout at its hand-laid place."""
    drift = drift_of(seed, look)
    return [_lay_one(place, tile, seed, look, drift, nudge) for place, tile in board.items()]


def _lay_one(
    place: Place,
    tile: Tile,
    seed: int,
    look: SetLook,
    drift: Drift,
    nudge: Mapping[Place, tuple[float, float, float]],
) -> Laid:
    rng = stream(seed, "place", place)
    x, y, deg = drift.at(*place)
    jitter = np.clip(rng.standard_normal(3), -2.5, 2.5)
    nx, ny, ndeg = nudge.get(place, (0.0, 0.0, 0.0))
    x += place[0] + jitter[0] * look.place_sd + nx
    y += place[1] + jitter[1] * look.place_sd + ny
    return Laid(*place, tile, x, y, deg + jitter[2] * look.angle_sd_deg + ndeg, "layout")


def extent(places: Iterable[Place]) -> np.ndarray:
    """(N, 2) middles of lattice places."""
    return np.array(list(places), dtype=np.float64).reshape(-1, 2)


@dataclass(frozen=True)
class Rack:
    """The place in front of one player: its middle, its direction and the pitch of its tiles."""

    middle: np.ndarray
    along: np.ndarray
    deg: float
    pitch: float
    mess: float
    per_row: int

    def slot(self, index: int) -> np.ndarray:
        """(2,) middle of the place of the index-th tile."""
        line, k = divmod(index, self.per_row)
        out = np.array([-self.along[1], self.along[0]])
        place: np.ndarray = self.along * (k - (self.per_row - 1) / 2) * self.pitch
        place += self.middle + out * line * 1.15
        return place


def racks(count: int, cells: np.ndarray, seed: int, slots: int = HAND_SLOTS) -> list[Rack]:
    """Places for so many hands of up to `slots` tiles round a layout of (N, 2) cells."""
    rng = stream(seed, "racks")
    start = rng.integers(4) * 90 + rng.normal(0, 4)
    distance = float(rng.uniform(1.6, 2.6))
    per_row = (
        -(-slots // 2) if slots > 1 and rng.random() < (0.2 if count < MANY else 0.7) else slots
    )
    return [
        _rack(rng, cells, (start + 360 * k / count, 180 / count), distance, per_row)
        for k in range(count)
    ]


def _rack(
    rng: np.random.Generator,
    cells: np.ndarray,
    seat_deg: tuple[float, float],
    distance: float,
    per_row: int,
) -> Rack:
    """One player's place; seat_deg = its direction from the middle, and half the share of a turn
    that it may take, so that two players' tiles never mix."""
    deg = seat_deg[0] + float(rng.normal(0, 3))
    a = np.radians(deg)
    # The player at 90 degrees sits on the south side and has the tiles in a row along `along`.
    out, along = np.array([np.cos(a), np.sin(a)]), np.array([np.sin(a), -np.cos(a)])
    middle = (cells.min(0) + cells.max(0)) / 2
    edge = float(((cells - middle) @ out).max()) + distance
    pitch = float(rng.uniform(1.05, 1.4))
    room = (per_row * pitch / 2 + 0.4) / np.tan(np.radians(seat_deg[1])) + 0.6
    centre = middle + out * max(edge, float(room)) + along * float(rng.normal(0, 0.1))
    return Rack(centre, along, deg - 90, pitch, float(rng.uniform(0, 1)) ** 2, per_row)


def lay_hands(hands: Sequence[Sequence[Tile]], spots: Sequence[Rack], seed: int) -> list[Laid]:
    """Every tile of every hand, loosely in its row."""
    laid = []
    for k, (hand, rack) in enumerate(zip(hands, spots, strict=True)):
        for i, tile in enumerate(hand):
            rng = stream(seed, "hand", k, tile[0], canonical(tile[1]))
            x, y = rack.slot(i) + rng.normal(0, 0.02 + 0.06 * rack.mess, 2)
            deg = rack.deg + float(rng.normal(0, 1 + 7 * rack.mess))
            laid.append(Laid(NOWHERE, NOWHERE, tile, float(x), float(y), deg, "hand"))
    return laid


def lay_askew(askew: Sequence[tuple[float, float, float, str, tuple[int, ...]]]) -> list[Laid]:
    """Loose tiles given as (x, y, degrees, colour, spokes)."""
    return [Laid(NOWHERE, NOWHERE, (c, tuple(s)), x, y, deg, "askew") for x, y, deg, c, s in askew]
