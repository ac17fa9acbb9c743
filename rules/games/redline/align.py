"""Laying a picture's lattice over the known position.

Redline has no board: every picture finds its lattice anew, with any origin and any quarter turn
(rule document 1.2 and 1.4). The fit is scored on beliefs, place by place, so that a misread, new or
missing tile costs a little and never decides alone. Nothing is ever mirrored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.core.observation import Belief, Empty, Loose, Observation, Pose, Sighting, evidence_gap
from rules.core.places import Cell
from rules.games.redline.state import Layout
from rules.games.redline.tiles import Tile

RedlineObservation = Observation[Cell, Tile]


@dataclass(frozen=True, slots=True)
class AlignLimits:
    """What a fit may cost, in nats unless a name says otherwise.

    Origin: simulated games in tests/referee; chosen so that the true fit was always kept.
    """

    margin: float = 6.0  # worse than the best by more: not a candidate; one misread costs 7
    unlisted: float = 3.0  # a known tile falls where nobody looked
    gone: float = 5.0  # at most, for a known tile whose place looks empty
    new_tile: float = 1.0  # each of the first `free_new` tiles that are not known
    free_new: int = 3  # tiles: a turn or two missed, not a new layout
    crowd: float = 5.0  # each unknown tile beyond these
    fits: float = 3.0  # a place that costs less than this agrees
    agreeing_share: float = 0.4  # of the known tiles must agree, or the layout is another one
    settled_votes: int = 5  # equal tiles that agree on a motion: no other votes are needed
    rival_share: float = 0.3  # of the votes of the best motion: below it no rival is scored
    candidates: int = 6  # shifts scored for each quarter turn


LIMITS = AlignLimits()


@dataclass(frozen=True, slots=True)
class LayoutFrame:
    """A motion of the lattice: `quarters` clockwise, then a shift. Maps the picture's cells to
    the position's."""

    quarters: int
    cols: int
    rows: int

    def place(self, cell: Cell) -> Cell:
        """Where a cell of the picture lies in the position's frame."""
        return turned_cell(cell, self.quarters).shifted(self.cols, self.rows)


def turned_cell(cell: Cell, quarters: int) -> Cell:
    """A cell after quarter turns clockwise about (0, 0); rows grow downward."""
    for _ in range(quarters % 4):
        cell = Cell(-cell.row, cell.col)
    return cell


def align(position: Layout, observation: RedlineObservation) -> tuple[RedlineObservation, ...]:
    """The observation in the position's frame, best first: see the `Game` protocol.

    Ways that lay the position over the very same tiles (a symmetric layout) count once, and so do
    those that lay it over the same cells where no tile of it agrees: nothing tells how it is
    turned. Where one way lays all of it over all that is seen there is no other: the table is as it
    was. Empty where fewer than a share of the known tiles agree.
    """
    if not position:
        return (moved_to(observation, _top_left(observation)),)
    fits = sorted(_fits(position, observation), key=lambda fit: -fit.score)
    fits = [fit for fit in fits if fit.whole] or fits
    if not fits:
        return ()
    close = [fit for fit in fits if fit.score >= fits[0].score - LIMITS.margin]
    distinct = {fit.covers: fit for fit in reversed(close)}
    kept = sorted(distinct.values(), key=lambda fit: -fit.score)
    return tuple(moved_to(observation, fit.frame) for fit in kept)


def moved_to(observation: RedlineObservation, frame: LayoutFrame) -> RedlineObservation:
    """The same picture told in another frame: cells, spokes and offsets turn together."""
    return replace(
        observation,
        sightings=tuple(_moved(s, frame) for s in observation.sightings),
        loose=tuple(_turned_loose(thing, frame.quarters) for thing in observation.loose),
    )


def turned_belief(belief: Belief[Tile], quarters: int) -> Belief[Tile]:
    """A belief whose tiles are turned clockwise; EMPTY looks the same from all sides."""
    return belief.told(lambda tile: _turned_tile(tile, quarters % 4))


@dataclass(frozen=True, slots=True)
class _Fit:
    frame: LayoutFrame
    score: float
    covers: frozenset[object]
    whole: bool


def _top_left(observation: RedlineObservation) -> LayoutFrame:
    cells = list(observation.occupied()) or [Cell(0, 0)]
    return LayoutFrame(0, -min(c.col for c in cells), -min(c.row for c in cells))


def _fits(position: Layout, observation: RedlineObservation) -> Iterator[_Fit]:
    seen = observation.occupied()
    need = LIMITS.agreeing_share * len(position)
    backs = [
        {turned_cell(c, -quarters): t.turned(-quarters) for c, t in position.items()}
        for quarters in range(4)
    ]
    for quarters, shift in _likely_motions(backs, seen):
        image = {c.shifted(-shift[0], -shift[1]): t for c, t in backs[quarters].items()}
        score, agreeing = _score(image, observation, seen)
        if agreeing >= need or len(position) == 1:
            frame = LayoutFrame(quarters, *_turned_step(shift, quarters))
            covers = frozenset[object](image.items() if agreeing else image)
            whole = agreeing == len(image) and seen.keys() <= image.keys()
            yield _Fit(frame, score, covers, whole)


def _turned_step(shift: tuple[int, int], quarters: int) -> tuple[int, int]:
    cell = turned_cell(Cell(*shift), quarters)
    return cell.col, cell.row


_Motion = tuple[int, tuple[int, int]]


def _likely_motions(backs: Sequence[Layout], seen: Layout) -> list[_Motion]:
    """Quarter turns with shifts that many known tiles vote for.

    Equal tiles alone vote where that settles it, which is quick; else every pair of tiles does.
    """
    votes = _equal_votes(backs, seen)
    most = max(votes.values(), default=0)
    if most >= max(LIMITS.settled_votes, LIMITS.agreeing_share * len(backs[0])):
        return [motion for motion, n in votes.items() if n >= LIMITS.rival_share * most]
    return [
        (quarters, shift)
        for quarters, back in enumerate(backs)
        for shift, _ in _all_votes(back, seen).most_common(LIMITS.candidates)
    ]


def _equal_votes(backs: Sequence[Layout], seen: Layout) -> Counter[_Motion]:
    by_tile: dict[Tile, list[Cell]] = {}
    for cell, tile in seen.items():
        by_tile.setdefault(tile, []).append(cell)
    return Counter(
        (quarters, (known.col - cell.col, known.row - cell.row))
        for quarters, back in enumerate(backs)
        for known, tile in back.items()
        for cell in by_tile.get(tile, ())
    )


def _all_votes(back: Layout, seen: Layout) -> Counter[tuple[int, int]]:
    votes: Counter[tuple[int, int]] = Counter()
    for known_cell, known in back.items():
        for cell, tile in seen.items():
            weight = 8 if tile == known else 2 if tile.colour is known.colour else 1
            votes[known_cell.col - cell.col, known_cell.row - cell.row] += weight
    return votes


def _score(image: Layout, observation: RedlineObservation, seen: Layout) -> tuple[float, int]:
    """How well the known tiles lie over the seen ones, and how many agree."""
    costs = [_cost(observation.at(cell), tile) for cell, tile in image.items()]
    extra = sum(cell not in image for cell in seen)
    crowd = max(0, extra - LIMITS.free_new)
    new = LIMITS.new_tile * (extra - crowd) + LIMITS.crowd * crowd
    return -sum(costs) - new, sum(cost < LIMITS.fits for cost in costs)


def _cost(sighting: Sighting[Cell, Tile] | None, tile: Tile) -> float:
    if sighting is None:
        return LIMITS.unlisted
    cost = evidence_gap(sighting, tile)
    return min(cost, LIMITS.gone) if isinstance(sighting.belief.best, Empty) else cost


def _moved(sighting: Sighting[Cell, Tile], frame: LayoutFrame) -> Sighting[Cell, Tile]:
    pose = sighting.pose
    return replace(
        sighting,
        place=frame.place(sighting.place),
        belief=turned_belief(sighting.belief, frame.quarters),
        pose=None if pose is None else _turned_pose(pose, frame.quarters),
    )


def _turned_loose(thing: Loose[Tile], quarters: int) -> Loose[Tile]:
    belief = turned_belief(thing.belief, quarters)
    return Loose(belief, thing.area, _turned_pose(thing.pose, quarters))


def _turned_pose(pose: Pose, quarters: int) -> Pose:
    """The pixel stays; the offset turns with the lattice; an angle against it does not change."""
    x, y = pose.offset
    for _ in range(quarters % 4):
        x, y = -y, x
    return Pose(pose.pixel_xy, (x, y), pose.angle_deg)


@lru_cache(maxsize=1024)
def _turned_tile(tile: Tile, quarters: int) -> Tile:
    """Every tile in every turn, made once: a layout of forty is turned in a millisecond or two."""
    return tile.turned(quarters)
