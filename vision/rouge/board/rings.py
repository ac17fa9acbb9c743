"""Three circles of eight hollows from votes, and a better plane from the hollows themselves.

Hollows of a ring lie at one radius and 45 degrees apart: what still contradicts that is an error of
the plane, which up to 24 hollows measure far better than the board's outline does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from calibration.homography import Homography, NoFit
from vision.nn.arrays import Indices, Points
from vision.rouge.board.heat_maps import Votes
from vision.rouge.limits import LIMITS, Limits

STEP = np.pi / 4
RINGS = (0, 1, 2)
CELLS = 8
#: Classes of the net's ring map that are the inner, middle and outer ring.
_RING_CLASSES = (2, 3, 4)
#: What the numbers of the plane's correction are expected to be, shares of the board's radius:
#: shift, shape, perspective; and how far rings of other heights may seem shifted.
_EXPECTED = np.array([0.03, 0.03, 0.03, 0.03, 0.03, 0.03])
_RING_SHIFT = 0.01
#: The same before anything is told, and of the rings' radii.
_AT_FIRST = np.array([0.1] * 6 + [0.3] * 3)
#: Step by which slopes are measured.
_STEP_SIZE = 1e-6
#: A fit that moves less has ended; what holds numbers that no error tells.
_STILL, _RIDGE = 1e-5, 1e-9
#: Scatter of a hollow's voted place and of the radius of single votes, and from where on an error
#: counts less, shares of the board's radius.
_SCATTER, _ROUGHLY = (0.012, 0.024), (0.03, 0.04)
#: Weight from which a vote helps to level the plane, and to tell a ring's radius and phase.
_SPEAKS, _TELLS = 0.15, 0.1
#: Radii of the circles of hollows where no vote tells: of rings of equal width round a hub of a
#: quarter of the board.
_USUAL_RADII = (0.37, 0.62, 0.87)


@dataclass(frozen=True)
class Ring:
    """A circle of hollows in the rings' plane: `radius`, `phase` (radians clockwise from x to one
    of its hollows, 0..pi/4), `shift` (2,) of its middle where it is higher than the others;
    `found`: hollows that were voted for; `scatter`: of the phase, radians."""

    radius: float
    phase: float
    shift: Points
    found: int
    scatter: float

    def feet(self) -> Points:
        """(8, 2) the hollows, clockwise from the one at `phase`."""
        a = self.phase + STEP * np.arange(CELLS)
        return np.asarray(self.shift + self.radius * np.column_stack([np.cos(a), np.sin(a)]))


@dataclass(frozen=True)
class Rings:
    """All three rings; `correction`: the voted plane to the true one; `moved`: how far that moves
    the hollows, root mean square."""

    rings: tuple[Ring, Ring, Ring]
    correction: Homography
    moved: float


@dataclass(frozen=True)
class _Spots:
    """Voted hollows: places (N, 2), ring, number on the ring, weight."""

    places: Points
    ring: Indices
    index: Indices
    weight: Points


def fit_rings(votes: Votes, limits: Limits = LIMITS) -> Rings | NoFit:
    """The rings that the votes speak for."""
    level = _levelled(votes)
    flat = replace(votes, feet=level(votes.feet))
    rough = [_rough(flat, k, limits) for k in RINGS]
    if sum(r is not None for r in rough) < 2:
        return NoFit("too few hollows are seen")
    return _refined(_spots(flat, rough, limits), rough, level)


def _levelled(votes: Votes) -> Homography:
    """A first correction of the plane: votes of one ring lie at one radius, whatever it is."""
    ring = votes.ring[:, _RING_CLASSES]
    weight = votes.weight * ring.max(1)
    keep = weight > _SPEAKS
    kind, share, feet = ring.argmax(1)[keep], weight[keep], votes.feet[keep]
    start = np.concatenate([np.zeros(6), _USUAL_RADII])
    if len(set(kind)) < len(RINGS) - 1:
        return _correction(start)

    def errors(some: Points) -> Points:
        return np.asarray(np.linalg.norm(_corrected(some, feet), axis=-1) - some[:, 6 + kind])

    return _correction(_fitted(errors, share, _ROUGHLY, start, _AT_FIRST, 10)[0])


@dataclass(frozen=True)
class _Rough:
    radius: float
    phase: float


def _rough(votes: Votes, ring: int, limits: Limits) -> _Rough | None:
    """Radius and phase of one ring by weighted median and mean."""
    weight = votes.weight * votes.ring[:, _RING_CLASSES[ring]]
    keep = weight > _TELLS
    if not keep.any():
        return None
    r = np.hypot(*votes.feet[keep].T)
    order = np.argsort(r)
    total = np.cumsum(weight[keep][order])
    radius = float(r[order][np.searchsorted(total, total[-1] / 2)])
    near = np.abs(r - radius) < limits.off_circle
    a = np.arctan2(*votes.feet[keep][near].T[::-1])
    wave = (weight[keep][near] * np.exp(8j * a)).sum()
    sectors = np.round(a / STEP - np.angle(wave) / (2 * np.pi)).astype(int) % CELLS
    if len(set(sectors)) < limits.ring_votes:
        return None
    return _Rough(radius, float(np.angle(wave)) / 8)


def _spots(votes: Votes, rough: list[_Rough | None], limits: Limits) -> _Spots:
    """Votes gathered into one place a hollow."""
    r, a = np.hypot(*votes.feet.T), np.arctan2(*votes.feet.T[::-1])
    rows = []
    for ring, one in enumerate(rough):
        if one is None:
            continue
        on = np.abs(r - one.radius) < limits.off_circle
        index = np.round((a - one.phase) / STEP).astype(int) % CELLS
        for k in range(CELLS):
            foot = one.radius * np.array(
                [np.cos(one.phase + STEP * k), np.sin(one.phase + STEP * k)]
            )
            near = on & (index == k) & (np.hypot(*(votes.feet - foot).T) < limits.off_circle)
            weight = votes.weight[near] * (votes.ring[near, _RING_CLASSES[ring]] + 0.1)
            if weight.sum() > limits.vote:
                share = weight / weight.sum()
                rows.append(
                    (*(share @ votes.feet[near]), ring, k, min(1.0, float(weight.sum()) / 3))
                )
    table = np.array(rows).reshape(-1, 5)
    return _Spots(table[:, :2], table[:, 2].astype(int), table[:, 3].astype(int), table[:, 4])


def _refined(spots: _Spots, rough: list[_Rough | None], level: Homography) -> Rings:
    """A fit of the plane's correction (6), and radius, phase, shift in y of every ring."""
    usual = [one or _Rough(_USUAL_RADII[k], 0.0) for k, one in enumerate(rough)]
    start = [value for one in usual for value in (one.radius, one.phase, 0.0)]
    expected = np.concatenate([_EXPECTED, np.tile([0.05, np.inf, _RING_SHIFT], 3)])
    first, weight = np.array([0.0] * 6 + start), np.repeat(spots.weight, 2)
    p, normal = _fitted(lambda some: _errors(some, spots), weight, _SCATTER, first, expected, 6)
    fix = Homography(np.asarray(_correction(p).matrix @ level.matrix))
    moved = np.hypot(*(spots.places - fix.inverse()(spots.places)).T)
    covariance = np.linalg.inv(normal)
    rings = []
    for k in RINGS:
        radius, phase, shift = p[6 + 3 * k : 9 + 3 * k]
        count = int((spots.ring == k).sum())
        scatter = float(np.sqrt(covariance[7 + 3 * k, 7 + 3 * k])) if count else np.inf
        rings.append(
            Ring(float(radius), float(phase % STEP), np.array([0.0, float(shift)]), count, scatter)
        )
    return Rings((rings[0], rings[1], rings[2]), fix, float(np.sqrt((moved**2).mean())))


def _fitted(
    errors: Callable[[Points], Points],
    weight: Points,
    scatter: tuple[float, float],
    start: Points,
    expected: Points,
    steps: int,
) -> tuple[Points, Points]:
    """Gauss-Newton: the numbers (K,) by which weighted errors are least, and their normal matrix
    (K, K), after so many `steps` at most. Errors have a `scatter`, and beyond its second number
    count less; numbers stay where they start give or take what is `expected`."""
    p, loose = start, 1 / expected**2
    usual, far = scatter
    for _ in range(steps):
        error, slope = _linear(errors, p)
        trust = weight * np.minimum(1, far / np.maximum(np.abs(error), 1e-9)) / usual**2
        normal = slope.T @ (trust[:, None] * slope) + np.diag(loose) + _RIDGE * np.eye(len(p))
        step = np.linalg.solve(normal, slope.T @ (trust * error) + loose * (p - start))
        p = p - step
        if np.abs(step).max() < _STILL:
            break
    return p, normal


def _correction(p: Points) -> Homography:
    """The map of the voted plane that shift, shape and perspective stand for."""
    return Homography(np.array([[1 + p[2], p[3], p[0]], [p[3], 1 - p[2], p[1]], [p[4], p[5], 1.0]]))


def _corrected(some: Points, points: Points) -> Points:
    """(M, N, 2) points (N, 2) under each of the corrections whose numbers begin (M, K) rows."""
    shift, (a, b), tilt = some[:, None, :2], some[:, 2:4].T[..., None], some[:, 4:6]
    x, y = points.T
    moved = np.stack([(1 + a) * x + b * y, b * x + (1 - a) * y], axis=-1) + shift
    return np.asarray(moved / (1 + tilt @ points.T)[..., None])


def _errors(some: Points, spots: _Spots) -> Points:
    """(M, 2 N): for each of M rows of numbers the voted places, corrected, less the circles'
    own."""
    radius, phase, shift = (some[:, 6 + k :: 3][:, spots.ring] for k in range(3))
    a = phase + STEP * spots.index
    ideal = np.stack([radius * np.cos(a), shift + radius * np.sin(a)], axis=-1)
    return np.asarray((_corrected(some, spots.places) - ideal).reshape(len(some), -1))


def _linear(errors: Callable[[Points], Points], p: Points) -> tuple[Points, Points]:
    """The errors (N,) at p (K,), and their slope (N, K) by small steps, all in one go."""
    first, *steps = errors(np.vstack([p, p + _STEP_SIZE * np.eye(len(p))]))
    return first, np.stack([(one - first) / _STEP_SIZE for one in steps], axis=1)


def between_rings(feet: Points) -> float:
    """The least distance of two hollows of different rings; `feet` (24, 2) ring by ring."""
    rings = feet.reshape(len(RINGS), 1, CELLS, 1, 2)
    away = np.hypot(*np.moveaxis(rings - feet.reshape(1, len(RINGS), 1, CELLS, 2), -1, 0))
    return float(away[~np.eye(len(RINGS), dtype=bool)].min())
