"""Clear pictures of Redline tables, hands included, and what a referee makes of one by weight."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from rules.core.game import Explanation
from rules.core.observation import (
    EMPTY,
    Belief,
    Loose,
    Observation,
    Pose,
    Sighting,
    log_evidence,
)
from rules.core.places import Cell
from rules.core.rulebook import House
from rules.core.verdict import Ruling, Violation
from rules.games.redline import GAME
from rules.games.redline.state import Lay, RedlineState
from rules.games.redline.tiles import STEPS, Tile

#: Probability of what is seen clearly, pixels from cell to cell and from tile to tile in a hand.
CLEAR, PITCH, BESIDE = 0.9995, 90.0, 110.0

#: What a foul weighs against a legal turn, and "none of these" against the best, in nats.
FOUL_NATS, OTHER_NATS = -1.0, -6.0


def clear(layout: Mapping[Cell, Tile], loose: Iterable[Loose[Tile]] = ()) -> Observation[Any, Any]:
    """A layout seen without any doubt, with all the cells round it."""
    around = {cell.shifted(*step) for cell in layout for step in STEPS}
    cells = sorted({*layout, *around, Cell(0, 0)})
    return Observation("redline", tuple(_sighting(c, layout.get(c)) for c in cells), tuple(loose))


def _sighting(cell: Cell, tile: Tile | None) -> Sighting[Cell, Tile]:
    if tile is None:
        return Sighting(cell, Belief.of({EMPTY: CLEAR}))
    return Sighting(cell, Belief.of({tile: CLEAR}), 1.0, Pose(pixel_of(cell)))


def pixel_of(cell: Cell) -> tuple[float, float]:
    """Where a cell's middle is in the photo."""
    return 900.0 + PITCH * cell.col, 700.0 + PITCH * cell.row


def row_of(
    tiles: Sequence[Tile], y: float, confidence: float = CLEAR, turns: int = 0, x: float = 300.0
) -> list[Loose[Tile]]:
    """A hand as a row of tiles in the photo, however they are turned."""
    return [
        Loose(
            Belief.of({tile.turned(turns + i): confidence}),
            "hand",
            Pose((x + BESIDE * i, y + 7.0 * (i % 3))),
        )
        for i, tile in enumerate(tiles)
    ]


def laid(state: RedlineState, *lays: Lay, loose: Iterable[Loose[Tile]] = ()) -> Observation:
    """The layout with these tiles on top."""
    return clear({**state.layout, **{one.cell: one.tile for one in lays}}, loose)


Weighed = tuple[Explanation[Any], tuple[Violation, ...], float]


def weighed(state: RedlineState, picture: Observation[Any, Any], house: House) -> list[Weighed]:
    """Explanations with the violations found in them and their share of the weight: of equal acts
    only those that break the fewest rules, a little set aside for what nobody proposed."""
    scored = [
        (e, *_ruled(state, e, picture, house)) for e in GAME.explanations(state, picture, house)
    ]
    fewest: dict[Hashable, int] = defaultdict(lambda: len(scored) + 9)
    for e, fouls, _, _ in scored:
        fewest[e.acts] = min(fewest[e.acts], len(fouls))
    kept = [(e, v, s) for e, fouls, v, s in scored if len(fouls) == fewest[e.acts]]
    best = max(score for _, _, score in kept)
    total = sum(math.exp(s - best) for _, _, s in kept) + math.exp(OTHER_NATS)
    return [(e, v, math.exp(s - best) / total) for e, v, s in kept]


def share_of(code: str, found: Iterable[Weighed]) -> float:
    """The weight of the explanations in which this rule is broken and nothing was disturbed."""
    return sum(p for e, fouls, p in found if code in {v.code for v in fouls} and not e.disturbed)


def _ruled(
    state: RedlineState, explanation: Explanation[Any], picture: Observation[Any, Any], house: House
) -> tuple[list[Any], tuple[Violation, ...], float]:
    now = standing = state
    fouls, broken = [], ()
    for turn in explanation.turns:
        verdict = GAME.judge(now, turn, house)
        standing = GAME.force(standing, turn, house)
        if verdict.ruling is Ruling.ILLEGAL:
            fouls.append(turn)
            broken = (*broken, *verdict.violations)
        else:
            now = GAME.force(now, turn, house)
    look = {**standing.layout, **dict(explanation.look)}
    seen = sum(log_evidence(s, look.get(s.place, EMPTY)) for s in picture.sightings)
    score = explanation.log_prior + explanation.log_evidence + seen + FOUL_NATS * len(fouls)
    return fouls, broken, score
