"""The user's own tiles heard where a tile is in doubt; what is sure stays as it was read."""

from __future__ import annotations

from dataclasses import replace

from vision.reader import Image
from vision.redline.layout.layout import Table, sure
from vision.redline.limits import Limits
from vision.redline.tiles.learnt_tiles import TileLooks
from vision.redline.tiles.tile_reader import straightened


def with_second_opinion(
    image: Image, table: Table, looks: TileLooks, limits: Limits
) -> Table | None:
    """The table with doubtful tiles weighed by the learnt looks; None where these have nothing to
    say: another set lies there, or fewer tiles would be sure."""
    tiles = table.tiles
    crops = [straightened(image, seen.outline_xy) for seen in tiles]
    tuned = looks.tuned(crops, [seen.posterior for seen in tiles], limits)
    if tuned is None:
        return None
    told = [
        seen
        if seen.is_sure
        else replace(seen, posterior=tuned.opinion(crop, seen.posterior, limits))
        for seen, crop in zip(tiles, crops, strict=True)
    ]
    after = table.with_tiles(told)
    return after if sure(after) >= sure(table) else None
