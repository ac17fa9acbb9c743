"""The Redline reader: one photo in, a reading out, in named stages.

find tiles -> group touching ones on lattices -> read each -> tell layout from hands -> look
again at the empty cells round the layout -> beliefs -> pieces, observation, status.
"""

from __future__ import annotations

from vision.nn.arrays import size_of
from vision.nn.models import load_net
from vision.quality import measure
from vision.reader import Image, OnStage, Reader, ignore_stage
from vision.reading import Reading, Refusal
from vision.redline.finder import Finder
from vision.redline.lattice import groups
from vision.redline.layout import Table, sort_table
from vision.redline.limits import LIMITS, Limits
from vision.redline.refuse import refusal_after, refusal_without_tiles
from vision.redline.report import reading_of
from vision.redline.tile_reader import TileReader

NAME = "redline"


class RedlineReader(Reader):
    """Reads Redline photos. Holds two loaded nets; every call stands alone."""

    def __init__(self, finder: Finder, tiles: TileReader, limits: Limits = LIMITS) -> None:
        self._finder = finder
        self._tiles = tiles
        self._limits = limits

    def read(self, image: Image, on_stage: OnStage = ignore_stage) -> Reading:
        """What stands on the table in a photo (H, W, 3 uint8 BGR, upright)."""
        size_wh = size_of(image)
        quality = measure(image)
        on_stage("quality")
        found = self._finder.find(image)
        on_stage("find")
        lattices = groups(found.quads, self._limits)
        on_stage("lattice")
        table = sort_table(image, lattices, found, self._tiles, self._limits)
        on_stage("read tiles")
        if table is None:
            return Reading.refused(NAME, refusal_without_tiles(quality), size_wh)
        return self._reading(table, refusal_after(table, quality, size_wh, self._limits), size_wh)

    def _reading(self, table: Table, refusal: Refusal | None, size_wh: tuple[int, int]) -> Reading:
        if refusal is not None:
            return Reading.refused(NAME, refusal, size_wh)
        return reading_of(NAME, table, size_wh, self._limits)


def load() -> RedlineReader:
    """The reader with its nets loaded from the package."""
    return RedlineReader(
        Finder(load_net("redline/finder")), TileReader(load_net("redline/tile_reader"))
    )
