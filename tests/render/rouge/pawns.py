"""Pawns as piles of simple bodies."""

from __future__ import annotations

import numpy as np

from tests.render.rouge.looks import PawnLook, Rng
from tests.render.rouge.solids import Ball, Box, Cone, Solid


def pawn_solids(
    look: PawnLook, r: float, at: tuple[float, float, float], lean: tuple[float, float], rng: Rng
) -> tuple[list[Solid], float]:
    """The bodies of a pawn of foot radius r at (x, y, z), and the height of its head above z.

    `lean`: how far it leans in x and y for every unit of height.
    """
    x, y, z = at
    k = look.tall
    match look.kind:
        case "marble":
            solids: list[Solid] = [Ball(x, y, z + 0.85 * r, r)]
            high = 1.85 * r
        case "disc":
            high = 0.65 * k * r
            solids = [Cone(x, y, z, z + high, r, r)]
        case "peg":
            high = 2.0 * k * r
            solids = [Cone(x, y, z, z + high, 0.9 * r, 0.9 * r)]
        case "dome":
            high = 0.95 * r * k
            solids = [Cone(x, y, z, z + high * 0.4, r, r), Ball(x, y, z + high * 0.3, r * 0.98)]
            high = high * 0.3 + r
        case "cube":
            high = 1.5 * r * k
            solids = [Box(x, y, z, z + high, 0.75 * r, float(rng.uniform(0, 90)))]
        case _:
            solids, high = _tall(look.kind, r, k, at, lean)
    return solids, high


def _tall(
    kind: str, r: float, k: float, at: tuple[float, float, float], lean: tuple[float, float]
) -> tuple[list[Solid], float]:
    x, y, z = at

    def cone(low: float, high: float, foot: float, head: float) -> Solid:
        h = (low + high) / 2 * r * k
        return Cone(x + lean[0] * h, y + lean[1] * h, z + low * r * k, z + high * r * k,
                    foot * r, head * r)  # fmt: skip

    def ball(height: float, radius: float) -> Solid:
        h = height * r * k
        return Ball(x + lean[0] * h, y + lean[1] * h, z + h, radius * r)

    match kind:
        case "halma":
            return [cone(0, 0.6, 1, 1), cone(0.6, 2.0, 0.5, 0.5), ball(2.2, 0.62)], 2.8 * r * k
        case "skittle":
            return [cone(0, 0.25, 1, 1), cone(0.25, 2.1, 0.85, 0.32), ball(2.3, 0.55)], 2.8 * r * k
        case "meeple":
            parts = [cone(0, 1.9, 0.95, 0.6), cone(1.9, 2.3, 0.95, 0.7), ball(2.7, 0.55)]
            return parts, 3.2 * r * k
        case "cone":
            return [cone(0, 2.3, 1, 0.12), ball(2.3, 0.14)], 2.4 * r * k
        case _:  # pin
            return [cone(0, 1.6, 0.3, 0.3), ball(2.0, 0.85)], 2.7 * r * k


def leaning(rng: Rng) -> tuple[float, float]:
    """How a pawn leans: nearly upright as a rule."""
    lean = rng.normal(0, 0.03, 2)
    return float(lean[0]), float(lean[1])


def shade_of(colour: tuple[float, float, float], spread: float, rng: Rng) -> np.ndarray:
    """One pawn's own display colour (3,): no two are quite alike."""
    gain = np.exp(rng.normal(0, spread)) * np.exp(rng.normal(0, spread / 3, 3))
    return np.clip(np.array(colour) * gain, 3, 255)
