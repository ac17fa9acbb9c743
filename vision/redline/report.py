"""From a sorted table to a reading: beliefs, pieces, the observation and the status."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.core.observation import Belief, Empty, Issue, Loose, Observation, Pose, Sighting
from rules.core.places import Cell
from rules.games.redline.tiles import PATTERNS, Colour, Tile
from vision.nn.arrays import rounded_xy
from vision.reading import SURE_CONFIDENCE, Piece, Reading, ReadingStatus, alternatives
from vision.redline.layout.layout import Table
from vision.redline.layout.seen import Free, Seen
from vision.redline.limits import Limits

#: Said with a doubtful reading before there is so much light that nothing can be read.
_TOO_BRIGHT = "The tiles are too bright: turn the lamp away, or tap the table to expose for it."

#: The least weight of a kind that lies there already: so what a photo itself shows as the likeliest
#: may come into doubt, and is never surely told as something else.
_LEAST_AGAIN = 1 / SURE_CONFIDENCE - 1


@dataclass(frozen=True)
class _Believed:
    seen: Seen
    belief: Belief[Tile]


def reading_of(game: str, table: Table, size_wh: tuple[int, int], limits: Limits) -> Reading:
    """The reading of a table that was found."""
    table = _from_top_left(table)
    layout, hands, askew = _believed((table.layout, table.hands, table.askew), limits)
    pieces = (
        *(_piece(b, "layout") for b in layout),
        *(_piece(b, "askew") for b in askew),
        *(_piece(b, "hand") for b in hands),
    )
    observation = _observation(game, table, layout, hands, askew, limits)
    sure = all(p.confidence >= SURE_CONFIDENCE for p in pieces if p.area != "hand")
    sure = sure and all(_surely_free(free, limits) for free in table.around)
    sure = sure and table.unambiguous and _covered(table) <= limits.covered
    status = ReadingStatus.READ if sure else ReadingStatus.UNSURE
    bright = status is ReadingStatus.UNSURE and table.washed > limits.washed
    notes = (_TOO_BRIGHT,) if bright else ()
    return Reading(game, status, size_wh, tuple(pieces), observation, notes=notes)


def _surely_free(free: Free, limits: Limits) -> bool:
    """Whether nothing can lie there unseen. A cell out of sight says nothing; one that is burnt out
    may hold a tile that is, and one unlike the table a tile under something."""
    if free.odd:
        return False
    if free.visible < limits.in_sight:
        return True
    return 1 - free.posterior.whole >= SURE_CONFIDENCE and free.burnt < limits.burnt_cell


def _from_top_left(table: Table) -> Table:
    """The same table with columns and rows counted from 0 at the layout's corner."""
    cells = [s.cell for s in table.layout if s.cell is not None]
    col, row = min(c.col for c in cells), min(c.row for c in cells)
    return replace(
        table,
        layout=tuple(replace(s, cell=_moved(s.cell, col, row)) for s in table.layout),
        around=tuple(replace(f, cell=f.cell.shifted(-col, -row)) for f in table.around),
        askew=tuple(replace(s, cell=_moved(s.cell, col, row)) for s in table.askew),
    )


def _moved(cell: Cell | None, col: int, row: int) -> Cell | None:
    return None if cell is None else cell.shifted(-col, -row)


def _believed(groups: Sequence[Sequence[Seen]], limits: Limits) -> list[list[_Believed]]:
    """Beliefs of groups of tiles with the soft knowledge that a set holds each kind once."""
    first = [[_Believed(s, s.posterior.belief(limits)) for s in seen] for seen in groups]
    sure = [b.belief for group in first for b in group if _is_known(b.belief, limits)]
    kinds = [kind for kind in (_kind(one.best) for one in sure) if kind is not None]
    again = _told_again(kinds, limits)
    return [[replace(b, belief=_less_repeated(b.belief, again, limits)) for b in g] for g in first]


def _is_known(belief: Belief[Tile], limits: Limits) -> bool:
    return belief.confidence > limits.surely_there


def _kind(label: Tile | Empty) -> tuple[Colour, int] | None:
    return None if isinstance(label, Empty) else (label.colour, label.pattern)


def _told_again(kinds: list[tuple[Colour, int]], limits: Limits) -> dict[object, float]:
    """How likely a tile of each kind that surely lies on the table is another one of it, against
    one of a kind that does not: the less, the more tiles lie there of which no two are of a kind,
    for of a set that repeats kinds some would be."""
    share = limits.repeated_pattern
    if len(set(kinds)) == len(kinds):
        for count in Counter(colour for colour, _ in kinds).values():
            share *= math.prod(1 - n / len(PATTERNS) for n in range(count))
    return dict.fromkeys(kinds, max(share, _LEAST_AGAIN))


def _less_repeated(
    belief: Belief[Tile], again: dict[object, float], limits: Limits
) -> Belief[Tile]:
    """The belief with kinds that surely lie elsewhere made less likely."""
    if _is_known(belief, limits):
        return belief
    weights = {label: p * again.get(_kind(label), 1.0) for label, p in belief.ranked}
    total = sum(weights.values()) / sum(p for _, p in belief.ranked)
    return Belief.of({label: min(1.0, w / total) for label, w in weights.items()}, belief.floor)


def _piece(believed: _Believed, area: str) -> Piece:
    seen, belief = believed.seen, believed.belief
    tiles = belief.labels()
    label, confidence = tiles[0]
    return Piece(
        kind="tile",
        area=area,
        label=label,
        place=seen.cell if area == "layout" else None,
        pixel_xy=rounded_xy(seen.outline_xy.mean(0)),
        outline_xy=tuple(rounded_xy(corner) for corner in seen.outline_xy),
        confidence=confidence,
        alternatives=alternatives(tiles[1:], confidence),
    )


def _observation(
    game: str,
    table: Table,
    layout: list[_Believed],
    hands: list[_Believed],
    askew: list[_Believed],
    limits: Limits,
) -> Observation[Cell, Tile]:
    sightings = [_sighting(b) for b in layout]
    sightings += [_bare(free) for free in table.around]
    loose = [_loose(b, "hand") for b in hands] + [_loose(b, "askew") for b in askew]
    issues = (Issue("hand", _covered(table)),) if _under_a_hand(table, limits) else ()
    return Observation(game, tuple(sightings), tuple(loose), issues=issues)


def _sighting(believed: _Believed) -> Sighting[Cell, Tile]:
    seen = believed.seen
    assert seen.cell is not None
    return Sighting(seen.cell, believed.belief, 1.0 - seen.covered, _pose(seen))


def _bare(free: Free) -> Sighting[Cell, Tile]:
    return Sighting(free.cell, free.posterior.belief(), free.visible, Pose(free.middle_xy))


def _loose(believed: _Believed, area: str) -> Loose[Tile]:
    seen = believed.seen
    return Loose(believed.belief, area, _pose(seen), seen.cell if area == "askew" else None)


def _pose(seen: Seen) -> Pose:
    return Pose(rounded_xy(seen.outline_xy.mean(0)), seen.offset, seen.angle_deg)


def _covered(table: Table) -> float:
    """The most covered place of the layout or its rim: mean probability over a tile's middle."""
    return max(_covers(table), default=0.0)


def _covers(table: Table) -> list[float]:
    rim = [free.covered for free in table.around if free.inside]
    return [*(s.covered for s in table.layout), *rim]


def _under_a_hand(table: Table, limits: Limits) -> bool:
    """Whether a hand keeps the photo from being called: it lies over two places, or plainly over
    one; prints of a cloth look a little like things here and there."""
    first, second = sorted([0.0, 0.0, *_covers(table)], reverse=True)[:2]
    return second > limits.covered or first > limits.covered_alone
