"""One tile of a photo as found and read, and one cell that no tile was found on."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.places import Cell
from vision.nn.arrays import Points
from vision.reading import SURE_CONFIDENCE
from vision.redline.tiles.quads import Quad
from vision.redline.tiles.tile_reader import TilePosterior


@dataclass(frozen=True)
class Seen:
    """A tile as found and read. `outline_xy` (4, 2) NW, NE, SE, SW in the frame in which its
    spokes are told."""

    quad: Quad
    outline_xy: Points
    posterior: TilePosterior
    cell: Cell | None = None
    offset: tuple[float, float] = (0.0, 0.0)
    angle_deg: float = 0.0
    covered: float = 0.0

    @property
    def is_sure(self) -> bool:
        """Whether it is read beyond doubt."""
        return self.posterior.belief().confidence >= SURE_CONFIDENCE


@dataclass(frozen=True)
class Free:
    """A cell beside the layout on which no tile was found. `middle_xy` in pixels of the photo;
    `covered` 0..1: how surely a hand or a thing lies over it; `inside` whether it is in the
    picture; `burnt` 0..1 the share of it that is too bright to show anything; `odd` whether it
    looks unlike the table beside, or like part of a tile."""

    cell: Cell
    middle_xy: tuple[float, float]
    posterior: TilePosterior
    covered: float
    inside: bool
    burnt: float
    odd: bool = False

    @property
    def visible(self) -> float:
        """The share of the cell that can be seen, 0..1."""
        return 1.0 - self.covered if self.inside and not self.odd else 0.0
