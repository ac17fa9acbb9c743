"""Tiles that lie on no cell of the lattice (leaflet, A, fig. 3; R4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.observation import Loose
from rules.core.places import Cell
from rules.core.verdict import Violation
from rules.games.redline.readings import foul
from rules.games.redline.state import Lay, Layout
from rules.games.redline.straight import ASKEW_DEG, Straightness, angle_off
from rules.games.redline.tiles import Tile


def straightness_on(layout: Layout, lay: Lay) -> Straightness:
    """How a tile lies against the lattice. The first tile makes the lattice and is straight."""
    return lay.straightness if layout else Straightness.STRAIGHT


def askew_foul(lay: Lay, case: str | None = None) -> Violation:
    """The foul of a tile that lies on no cell; `case` "covers" for one on top of another."""
    colour, degrees = lay.tile.colour.value, round(abs(lay.askew_deg))
    return foul("askew", lay.cell, cell=lay.cell, colour=colour, degrees=degrees, case=case)


def audit_loose(loose: Sequence[Loose[Tile]], sure: float) -> tuple[Violation, ...]:
    """Tiles that surely lean on the layout near 45 degrees, in one picture (R4)."""
    return tuple(_leaning(loose, sure))


def _leaning(loose: Sequence[Loose[Tile]], sure: float) -> Iterator[Violation]:
    for thing in loose:
        tile, near = thing.belief.best, thing.near
        leans = thing.area == "askew" and angle_off(thing.pose.angle_deg) >= ASKEW_DEG
        known = isinstance(tile, Tile) and isinstance(near, Cell)
        if leans and known and thing.belief.confidence >= sure:
            yield askew_foul(Lay(near, tile, thing.pose.angle_deg))  # type: ignore[arg-type]
