"""The Redline reader: one photo in, a reading out, in named stages.

find tiles -> group touching ones on lattices -> read each -> tell layout from hands -> look
again at the empty cells round the layout -> beliefs -> pieces, observation, status. What is seen
too flat is looked for again in a view from above.
"""

from __future__ import annotations

from vision.nn.arrays import size_of
from vision.nn.models import load_net
from vision.quality import Quality, measure
from vision.reader import Image, OnStage, Reader, ignore_stage
from vision.reading import Reading, Status
from vision.redline.finder import Finder
from vision.redline.layout import Table, sort_table, sure
from vision.redline.limits import LIMITS, Limits
from vision.redline.refuse import refusal_after, refusal_without_tiles
from vision.redline.report import reading_of
from vision.redline.search import Search, from_above, plain_search, worth_another_view
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
        quality = measure(image)
        on_stage("quality")
        search = plain_search(image, self._finder, self._limits)
        on_stage("find")
        table = self._table(image, search)
        reading = self._reading(image, table, quality)
        on_stage("read tiles")
        if reading.status is Status.READ or not worth_another_view(search, self._limits):
            return reading
        again = self._table(image, from_above(image, search, self._finder, self._limits))
        on_stage("look from above")
        return reading if sure(again) <= sure(table) else self._reading(image, again, quality)

    def _table(self, image: Image, search: Search) -> Table | None:
        return sort_table(image, search.lattices, search.found, self._tiles, self._limits)

    def _reading(self, image: Image, table: Table | None, quality: Quality) -> Reading:
        size_wh = size_of(image)
        if table is None:
            return Reading.refused(NAME, refusal_without_tiles(quality), size_wh)
        refusal = refusal_after(table, quality, size_wh, self._limits)
        if refusal is not None:
            return Reading.refused(NAME, refusal, size_wh)
        return reading_of(NAME, table, size_wh, self._limits)


def load() -> RedlineReader:
    """The reader with its nets loaded from the package."""
    return RedlineReader(
        Finder(load_net("redline/finder")), TileReader(load_net("redline/tile_reader"))
    )
