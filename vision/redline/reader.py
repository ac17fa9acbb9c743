"""The Redline reader: one photo in, a reading out, in named stages.

find tiles -> group touching ones on lattices -> read each -> tell layout from hands -> look
again at the empty cells round the layout -> the user's own tiles as a second opinion, or doubtful
colours by the sure tiles beside -> beliefs -> pieces, observation, status. What is seen too flat is
looked for again in a view from above.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.places import AnyPosition
from vision.nn.arrays import size_of
from vision.nn.models import load_net
from vision.quality import Quality, measure
from vision.reader import Image, OnStage, Places, Reader, untimed
from vision.reading import Reading, ReadingStatus
from vision.redline.layout.known import Known
from vision.redline.layout.layout import Table, shows_more, sort_table, tells_few
from vision.redline.layout.search import Search, from_above, plain_search, worth_another_view
from vision.redline.limits import LIMITS, Limits
from vision.redline.memory import RedlineMemory, remembered
from vision.redline.refuse import NO_BOARD, refusal_after
from vision.redline.report import reading_of
from vision.redline.tiles.finder import Finder
from vision.redline.tiles.own_grounds import with_own_grounds
from vision.redline.tiles.second_opinion import with_second_opinion
from vision.redline.tiles.tile_reader import TileReader
from vision.refusals import refusal_of

NAME = "redline"


class RedlineReader(Reader):
    """Reads Redline photos. Holds two loaded nets; every call stands alone. What it may be told
    beforehand (`memory`) are the looks of the user's own tiles and what lies in the layout."""

    def __init__(self, finder: Finder, tiles: TileReader, limits: Limits = LIMITS) -> None:
        self._finder = finder
        self._tiles = tiles
        self._limits = limits

    @property
    def places(self) -> Places:
        """Those of a layout without a board."""
        return Places.OF_LATTICE

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What stands on the table in a photo (H, W, 3 uint8 BGR, upright). `memory`: how the
        user's own tiles look (`RedlineTeacher.memory_of`) and what lies in the layout
        (`with_position`): hands that lie open look like one."""
        told = remembered(memory)
        return replace(self._read(image, told, on_stage), memory=told)

    def with_position(self, memory: object, position: AnyPosition) -> object:
        """The memory once it is known what lies in the layout."""
        return remembered(memory).with_laid(position)

    def _read(self, image: Image, told: RedlineMemory, on_stage: OnStage) -> Reading:
        quality = measure(image)
        on_stage("quality")
        search = plain_search(image, self._finder, self._limits)
        on_stage("find")
        table = self._table(image, search, told)
        reading = self._reading(image, table, quality)
        on_stage("read tiles")
        few = tells_few(search.found, table, self._limits)
        whole = reading.status is ReadingStatus.READ and not few
        hands_alone = table is not None and table.hands_alone
        if whole or hands_alone or not worth_another_view(search, self._limits):
            return reading
        view = from_above(image, search, self._finder, self._limits)
        if view is search:
            return reading
        again = self._table(image, view, told)
        on_stage("look from above")
        return self._reading(image, again, quality) if shows_more(again, table) else reading

    def _table(self, image: Image, search: Search, told: RedlineMemory) -> Table | None:
        known = None if told.laid is None else Known(told.laid)
        table = sort_table(image, search.lattices, search.found, self._tiles, self._limits, known)
        if table is None:
            return None
        taught = None
        if told.looks is not None and not all(seen.is_sure for seen in table.tiles):
            taught = with_second_opinion(image, table, told.looks, self._limits)
        return taught or with_own_grounds(image, table, self._limits)

    def _reading(self, image: Image, table: Table | None, quality: Quality) -> Reading:
        size_wh = size_of(image)
        if table is None:
            return Reading.refused(NAME, refusal_of(quality, NO_BOARD), size_wh)
        refusal = refusal_after(image, table, quality, self._limits)
        if refusal is not None:
            return Reading.refused(NAME, refusal, size_wh)
        return reading_of(NAME, table, size_wh, self._limits)


def load() -> RedlineReader:
    """The reader with its nets loaded from the package."""
    return RedlineReader(
        Finder(load_net("redline/finder")), TileReader(load_net("redline/tile_reader"))
    )
