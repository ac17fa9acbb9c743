"""Piles of Mokadi sticks that stand: pads on a table, sticks laid one after the other.

World frame of `tests.render.camera`; the unit is one stick length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

TRIES = 60  # places tried for one stick before the pile is called full
CLEAR = 0.004  # room that a stick keeps over those that it crosses without touching
TOUCH = 0.015  # room within which it lies on them


@dataclass(frozen=True)
class Sizes:
    """A box of pieces, in stick lengths: thickness, coloured share of either end, pads; how many
    times as wide as thick a stick is, and how many corners a pad has."""

    thick: float
    band: float
    pad_height: float
    pad_radius: float
    wide: float = 1.0
    corners: int = 28


@dataclass(frozen=True)
class LaidPad:
    """A pad: middle, and which of the box's two colours."""

    xy: tuple[float, float]
    colour: int


@dataclass(frozen=True)
class LaidStick:
    """A stick: (2, 3) ends of its lower side, its colour, what it rests on, whom it lies over.

    `on` names pads ("pad", i) and sticks ("stick", j); a stick that lies on the table has none.
    """

    ends: np.ndarray
    colour: int
    on: tuple[tuple[str, int], ...]
    over: tuple[int, ...]


@dataclass(frozen=True)
class Pile:
    """Everything that stands, sticks in the order in which they were laid."""

    sizes: Sizes
    pads: tuple[LaidPad, ...]
    sticks: tuple[LaidStick, ...]


def random_sizes(rng: np.random.Generator) -> Sizes:
    """A box nobody has seen before."""
    low, high = (0.03, 0.14, 0.07, 0.055), (0.075, 0.29, 0.27, 0.13)
    thick, band, height, radius = rng.uniform(low, high)
    return Sizes(thick, band, max(height, thick), max(radius, thick))


def random_pads(rng: np.random.Generator, count: int) -> tuple[LaidPad, ...]:
    """Pads half a stick to a stick from each other, colours in turn."""
    places = [np.zeros(2)]
    while len(places) < count:
        angle = rng.uniform(0, 2 * np.pi)
        step = rng.uniform(0.52, 1.0) * np.array([np.cos(angle), np.sin(angle)])
        spot = places[int(rng.integers(len(places)))] + step
        if min(np.linalg.norm(spot - p) for p in places) >= 0.5:
            places.append(spot)
    return tuple(LaidPad((float(x), float(y)), k % 2) for k, (x, y) in enumerate(places))


def random_pile(
    rng: np.random.Generator, count: int, pads: int, legal: float = 0.8, sizes: Sizes | None = None
) -> Pile:
    """At most `count` sticks on `pads` pads; a share `legal` of them rests on the other colour."""
    sizes = random_sizes(rng) if sizes is None else sizes
    laid = random_pads(rng, pads)
    sticks: list[LaidStick] = []
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.12 and count else 0):
        _keep(sticks, _fallen(rng, laid, sizes))
    for _ in range(count):
        strict = bool(rng.random() < legal)
        for _ in range(TRIES):
            if _keep(sticks, laid_stick(rng, laid, sticks, sizes, strict)):
                break
    return Pile(sizes, laid, tuple(sticks))


def _keep(sticks: list[LaidStick], stick: LaidStick | None) -> bool:
    if stick is not None:
        sticks.append(stick)
    return stick is not None


def _fallen(rng: np.random.Generator, pads: tuple[LaidPad, ...], sizes: Sizes) -> LaidStick | None:
    """A stick on the table that keeps clear of the pads."""
    angle, middle = rng.uniform(0, np.pi), rng.uniform(-1.3, 1.3, 2)
    along = np.array([np.cos(angle), np.sin(angle)]) / 2
    ends = np.zeros((2, 3))
    ends[:, :2] = middle - along, middle + along
    near = sizes.pad_radius + sizes.thick
    if any(_off(np.array(p.xy), ends) < near for p in pads):
        return None
    return LaidStick(ends, int(rng.integers(2)), (), ())


def laid_stick(
    rng: np.random.Generator,
    pads: tuple[LaidPad, ...],
    sticks: list[LaidStick],
    sizes: Sizes,
    strict: bool,
) -> LaidStick | None:
    """A stick over two supports, or None where it cannot lie so."""
    colour = int(rng.integers(2))
    rests = _rests(rng, pads, sticks, sizes, colour if strict else None)
    if len(rests) < 2:
        return None
    i, j = rng.choice(len(rests), 2, replace=False)
    (one, p), (other, q) = rests[i], rests[j]
    if one == other or any({one, other} == set(s.on) for s in sticks):
        return None
    gap = float(np.linalg.norm((q - p)[:2]))
    if not 0.35 < gap < 0.9 or abs(q[2] - p[2]) > 0.25 * gap:
        return None
    along = (q - p) / np.linalg.norm(q - p)
    start = p - along * rng.uniform(0.02, 0.98 - np.linalg.norm(q - p))
    ends = np.array([start, start + along])
    over = _over(ends, sticks, sizes, {one, other})
    if over is None or ends[:, 2].min() < 0.02 or _meets_pad(ends, pads, sizes, {one, other}):
        return None
    return LaidStick(ends, colour, (one, other), over)


_Rest = tuple[tuple[str, int], np.ndarray]


def _rests(
    rng: np.random.Generator,
    pads: tuple[LaidPad, ...],
    sticks: list[LaidStick],
    sizes: Sizes,
    colour: int | None,
) -> list[_Rest]:
    """Points that may carry a stick of this colour (any point, where colour is None)."""
    found: list[_Rest] = []
    for i, pad in enumerate(pads):
        if pad.colour != colour:
            off = rng.uniform(-0.5, 0.5, 2) * sizes.pad_radius
            found.append((("pad", i), np.array([*(np.array(pad.xy) + off), sizes.pad_height])))
    for j, stick in enumerate(sticks):
        if stick.colour != colour:
            t = rng.uniform(0.03, 0.97 if colour is None else sizes.band)
            t = 1 - t if rng.random() < 0.5 else t
            point = stick.ends[0] + t * (stick.ends[1] - stick.ends[0])
            found.append((("stick", j), point + np.array([0, 0, sizes.thick])))
    return found


def _over(
    ends: np.ndarray, sticks: list[LaidStick], sizes: Sizes, on: set[tuple[str, int]]
) -> tuple[int, ...] | None:
    """The sticks that it crosses from above; None where it would go through one."""
    found = []
    for j, other in enumerate(sticks):
        at = crossing(ends, other.ends)
        if at is None:
            continue
        lift = _height(ends, at[0]) - _height(other.ends, at[1]) - sizes.thick
        if lift < CLEAR and not (("stick", j) in on and abs(lift) < TOUCH):
            return None
        found.append(j)
    return tuple(found)


def _height(ends: np.ndarray, t: float) -> float:
    return float(ends[0, 2] + t * (ends[1, 2] - ends[0, 2]))


def crossing(one: np.ndarray, other: np.ndarray) -> tuple[float, float] | None:
    """Shares along two sticks where they cross, seen from above; None where they do not."""
    d, e, gap = (one[1] - one[0])[:2], (other[1] - other[0])[:2], (other[0] - one[0])[:2]
    turn = d[0] * e[1] - d[1] * e[0]
    if abs(turn) < 1e-9:
        return None
    t = (gap[0] * e[1] - gap[1] * e[0]) / turn
    u = (gap[0] * d[1] - gap[1] * d[0]) / turn
    return (float(t), float(u)) if 0 <= t <= 1 and 0 <= u <= 1 else None


def goes_through(one: np.ndarray, other: np.ndarray, sizes: Sizes) -> bool:
    """Whether two sticks, (2, 3) ends of the lower sides, of which neither axis crosses the other
    seen from above, would go through each other where the end of one lies beside the other."""
    if crossing(one, other) is not None:
        return False
    for ends, line in ((one, other), (other, one)):
        for end in ends:
            t = _nearest(end[:2], line)
            beside = line[0] + t * (line[1] - line[0]) - end
            if np.hypot(*beside[:2]) < sizes.wide * sizes.thick and abs(beside[2]) < sizes.thick:
                return True
    return False


def _meets_pad(
    ends: np.ndarray, pads: tuple[LaidPad, ...], sizes: Sizes, on: set[tuple[str, int]]
) -> bool:
    """Whether it would go through a pad that it does not lie on."""
    near = sizes.pad_radius + sizes.thick
    low = ends[:, 2].min() < sizes.pad_height + 0.02
    return low and any(
        ("pad", i) not in on and _off(np.array(p.xy), ends) < near for i, p in enumerate(pads)
    )


def _nearest(point: np.ndarray, ends: np.ndarray) -> float:
    """The share 0..1 of a stick at which it is nearest a point (2,), seen from above."""
    along = (ends[1] - ends[0])[:2]
    return float(np.clip((point - ends[0, :2]) @ along / (along @ along), 0, 1))


def _off(point: np.ndarray, ends: np.ndarray) -> float:
    along = (ends[1] - ends[0])[:2]
    return float(np.linalg.norm(ends[0, :2] + _nearest(point, ends) * along - point))
