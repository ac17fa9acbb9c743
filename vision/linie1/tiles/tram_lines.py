"""Whose tram is it, by the colours of this set, and by the light on it?

The net knows the colours that trams of shops' sets have. A set of one's own may paint the tram of
one line as others paint another's; a person who puts one such tram right has told of all that are
read like it. Where a lamp burns colours out, nobody knows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import cv2
import numpy as np

from rules.core.codec import Json
from rules.core.places import Place
from rules.games.linie1.places import CELLS, SPAN, SPOTS, TERMINI, Spot
from vision.linie1.limits import LIMITS, Limits
from vision.linie1.tiles.cells import CELL_PX, LINES
from vision.nn.arrays import Float
from vision.quality import clipped_pixels
from vision.reader import Image

#: By line, whose tram it is that looks like this line's.
TramLines = Mapping[int, int]

#: Every line's tram looks like its own.
AS_SOLD: TramLines = MappingProxyType({})


def lines_to_json(lines: TramLines) -> list[Json]:
    """The lines as they are kept."""
    return [{"looks_like": line, "is": whose} for line, whose in sorted(lines.items())]


def lines_from_json(data: Iterable[Json]) -> TramLines:
    """Kept lines. Raises KeyError, TypeError or ValueError for what names none."""
    lines = {int(one["looks_like"]): int(one["is"]) for one in data}
    if not {*lines, *lines.values()} <= set(range(1, LINES + 1)):
        raise ValueError(lines)
    return lines


def told_by_set(trams: Float, lines: TramLines, limits: Limits = LIMITS) -> Float:
    """Probabilities (14, 14, 6) of trams by line, of a set whose trams look as `lines` say: what
    looks like a line's tram that is another's is hardly that line's."""
    if not lines:
        return trams
    none = np.ones_like(trams)
    for line in range(LINES):
        whose = lines.get(line + 1, line + 1) - 1
        none[..., whose] *= 1 - trams[..., line]
        if whose != line:
            none[..., line] *= 1 - limits.as_sold_all_the_same * trams[..., line]
    return np.asarray(1 - none)


def burnt_round(grid: Image) -> Float:
    """(14, 14) the share 0..1 of pixels burnt out in each cell of a straightened board (448, 448, 3
    uint8 BGR) and in those around."""
    cells = clipped_pixels(grid).reshape(SPAN, CELL_PX, SPAN, CELL_PX).mean((1, 3))
    return np.asarray(cv2.blur(cells, (3, 3)))


def faded(grid: Image, limits: Limits = LIMITS) -> Float:
    """(14, 14) how much too much light takes from the colours of each cell of a straightened board
    (448, 448, 3 uint8 BGR), 0..1."""
    return np.asarray(burnt_round(grid) ** limits.faded_power)


def told_in_light(trams: Float, fade: Float, limits: Limits = LIMITS) -> Float:
    """Probabilities (14, 14, 6) of trams by line: the more its cell's colours are faded (`fade`,
    14 x 14), the rather a tram may be any line's."""
    any_line = limits.faded_line * fade[..., None]
    return np.asarray((1 - any_line) * trams + any_line * trams.mean(-1, keepdims=True))


def lines_seen(trams: Float, fade: Float, limits: Limits = LIMITS) -> dict[Spot, int]:
    """The line whose tram each place looks to bear, of those that clearly look so, by the nets'
    own probabilities (14, 14, 6); where its colours are faded (`fade`, 14 x 14), hardly any
    does."""
    trams = trams * (1 - fade[..., None])
    cells = {SPOTS[at]: [divmod(at, SPAN)] for at in CELLS}
    cells |= {one.spot: [divmod(at, SPAN) for at in one.border] for one in TERMINI}
    seen: dict[Spot, int] = {}
    for spot, places in cells.items():
        second, best = np.argsort(told := np.max([trams[place] for place in places], axis=0))[-2:]
        if told[best] >= limits.line_seen and told[second] <= told[best] * limits.line_beside:
            seen[spot] = int(best) + 1
    return seen


def put_right(
    lines: TramLines, seen: Mapping[Spot, int], place: Place, trams: tuple[int, ...]
) -> TramLines:
    """What a set's trams look like once people said which `trams` stand at a place; as before where
    that says nothing of how one looks."""
    read = seen.get(place) if isinstance(place, Spot) else None
    if read is None or len(trams) != 1 or lines.get(read, read) == trams[0]:
        return lines
    others = {line: whose for line, whose in lines.items() if line != read}
    return others if read == trams[0] else {**others, read: trams[0]}
