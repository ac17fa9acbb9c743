"""What may have happened on the table since a known layout, legal or not.

Proposed from the evidence of every place, not from the likeliest board: nothing, lays (in the
orders they may have been made), tiles that are gone or read otherwise, a tile lying askew.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import attrgetter

from rules.core.game import Explanation
from rules.core.observation import EMPTY, Empty, Loose, Sighting, evidence_gap
from rules.core.places import Cell
from rules.core.rulebook import House
from rules.core.toolkit.weighing import cheapest
from rules.games.redline.align import RedlineObservation
from rules.games.redline.board import neighbours
from rules.games.redline.explaining.grid import XY, fitted_grid
from rules.games.redline.explaining.open_hands import in_hand
from rules.games.redline.explaining.orders import MOST_PERMUTED, Orders
from rules.games.redline.laws.apply import may_change
from rules.games.redline.state import Discard, Lay, Layout, RedlineState, Turn
from rules.games.redline.straight import CENTRED, STRAIGHT_DEG
from rules.games.redline.tiles import FULL_SET, Tile


@dataclass(frozen=True, slots=True)
class ProposalLimits:
    """What is worth proposing, and how likely it is before any picture is looked at.

    Priors in nats. Origin: hand-set orders of magnitude, checked on the simulated games in
    tests/referee; the strongest are of the size of one gross misread (7 nats). `one_lay` and
    `more_lays` were set after one photographed game of eight pictures was seen to ask too often.
    """

    taken_share: float = 0.03  # probability: below it a place is not worth a proposal
    visible_share: float = 0.15  # of a place: below it only what seems taken is proposed
    labels: int = 4  # tiles proposed for one place
    label_share: float = 0.002  # probability: an unlikelier tile is not proposed
    missed: float = -3.0  # log odds of a missed tile; a plainly bare place that stays so has -3.4
    change: float = 3.0  # a known tile's place must speak this strongly against it
    spread: float = 15.0  # combinations worse than the best by more are dropped
    combinations: int = 24
    one_lay: float = 0.0  # a picture is mostly taken because something was laid
    more_lays: float = -2.5  # each lay after the first: a picture was missed
    gone: float = -4.0  # an accepted tile was taken away
    replaced: float = -14.5  # or reads a little otherwise: a gross misread is likelier
    exchanged: float = -2.5  # or reads as quite another tile, more than a misread can explain
    told_before: float = -5.0  # the last tile went: a change of mind (R25), which is told better
    tile_twice: float = -3.0  # the set is derived (1.2), so a pattern may be there twice
    askew: float = -1.0
    unseen_discard: float = -2.5  # somebody threw tiles away and nobody said so
    unexplained: float = -8.0  # a piece lying askew that the explanation leaves out
    straight_deg: float = STRAIGHT_DEG  # up to here a tile lies straight (rule document R4)
    centred_share: float = CENTRED  # of the pitch: up to here a tile lies on its cell (R4)


LIMITS = ProposalLimits()


@dataclass(frozen=True, slots=True)
class _Choice:
    """What one place may hold, and what that costs against its likeliest label, in nats."""

    cell: Cell
    label: Tile | Empty
    cost: float
    lay: Lay | None = None
    gone: bool = False
    replaced: bool = False
    exchanged: bool = False


def proposals(
    state: RedlineState, observation: RedlineObservation, house: House
) -> Iterator[Explanation[Turn]]:
    """Every explanation worth weighing, likeliest combination of places first.

    Where the last lay may still be changed, that its tile went elsewhere is told from the layout
    before it. Discards leave no trace in the layout: they are told, and proposed only before a lay
    that cannot be of the player to move.
    """
    orders = Orders(state, house, in_hand(state, observation))
    unsettled = None
    if state.fresh and state.last is not None and may_change(state, house):
        unsettled = state.last.cell
    places = _open_questions(state.layout, observation)
    best = cheapest(places, attrgetter("cost"), LIMITS.combinations, LIMITS.spread)
    for _, combination in best:
        yield from _explained(state.layout, observation, combination, orders, unsettled)


def reread(turn: Turn, cell: Cell, tile: Tile) -> Turn | None:
    """The same lay with another tile read on its cell; None where it filled another cell."""
    if isinstance(turn, Discard) or turn.cell != cell:
        return None
    return replace(turn, tile=tile)


def _open_questions(layout: Layout, observation: RedlineObservation) -> list[list[_Choice]]:
    """For every place that may have changed, what it may hold now."""
    found = (_choices(layout.get(s.place, EMPTY), s) for s in observation.sightings)
    return [choices for choices in found if len(choices) > 1 or choices[0].lay is not None]


def _choices(known: Tile | Empty, sighting: Sighting[Cell, Tile]) -> list[_Choice]:
    if isinstance(known, Empty):
        return _fillings(sighting)
    stays = _Choice(sighting.place, known, evidence_gap(sighting, known))
    best = sighting.belief.best
    if stays.cost < LIMITS.change:
        return [stays]
    if isinstance(best, Empty):
        return [stays, _Choice(sighting.place, best, 0.0, gone=True)]
    if _misreadable(known, best):
        return [stays, _Choice(sighting.place, best, 0.0, replaced=True)]
    return [stays, _Choice(sighting.place, best, 0.0, _lay(sighting, best), exchanged=True)]


def _misreadable(a: Tile, b: Tile) -> bool:
    """Whether a reader may take one tile for the other: one thing is off. Every misread of some
    2,400 rendered tiles was of this kind."""
    if a.colour is not b.colour:
        return a.mask == b.mask
    off = a.mask ^ b.mask
    beside = any(off == (0b11 << i | 0b11 >> (8 - i)) & 0xFF for i in range(8))
    return off.bit_count() == 1 or (beside and a.mask.bit_count() == b.mask.bit_count())


def _fillings(sighting: Sighting[Cell, Tile]) -> list[_Choice]:
    stays = _Choice(sighting.place, EMPTY, evidence_gap(sighting, EMPTY))
    taken = 1.0 - sighting.belief.probability(EMPTY)
    enough = LIMITS.taken_share if sighting.visibility >= LIMITS.visible_share else 0.5
    if taken < enough:
        return [stays]
    likely = [
        _Choice(sighting.place, label, evidence_gap(sighting, label), _lay(sighting, label))
        for label, _ in sighting.belief.labels(LIMITS.label_share)
    ]
    return [stays, *likely[: LIMITS.labels]]


def _lay(sighting: Sighting[Cell, Tile], tile: Tile) -> Lay:
    """A lay, with its angle and offset only where they are beyond what counts as straight."""
    pose = sighting.pose
    if pose is None:
        return Lay(sighting.place, tile)
    turned = abs(pose.angle_deg) > LIMITS.straight_deg
    off = max(abs(pose.offset[0]), abs(pose.offset[1])) > LIMITS.centred_share
    angle = round(pose.angle_deg, 1) if turned else 0.0
    offset = (round(pose.offset[0], 2), round(pose.offset[1], 2)) if off else (0.0, 0.0)
    return Lay(sighting.place, tile, angle, offset)


@dataclass(frozen=True, slots=True)
class _Scene:
    """One combination of choices over one picture: what explanations are made from."""

    layout: Layout
    observation: RedlineObservation
    lays: tuple[Lay, ...]
    touched: tuple[_Choice, ...]
    orders: Orders

    @property
    def look(self) -> tuple[tuple[Cell, Tile | Empty], ...]:
        return tuple((c.cell, c.label) for c in self.touched)

    @property
    def disturbed(self) -> tuple[Cell, ...]:
        return tuple(c.cell for c in self.touched)

    def told(self, base: Explanation[Turn], lays: tuple[Lay, ...]) -> Iterator[Explanation[Turn]]:
        """What happened, in every order of these lays."""
        what = frozenset(lays), frozenset(base.look), base.disturbed
        for order in self.orders.of(lays):
            guessed = order.guesses > 0  # where one player cannot lay, often the next cannot
            prior = base.log_prior + LIMITS.unseen_discard * guessed
            acts = (*what, order.guesses)
            yield replace(base, turns=order.turns, log_prior=prior, acts=acts)


def _explained(
    layout: Layout,
    observation: RedlineObservation,
    combination: tuple[_Choice, ...],
    orders: Orders,
    unsettled: Cell | None,
) -> Iterator[Explanation[Turn]]:
    lays = tuple(c.lay for c in combination if c.lay is not None)
    touched = tuple(c for c in combination if c.gone or c.replaced)
    scene = _Scene(layout, observation, lays, touched, orders)
    askew = [thing for thing in observation.loose if thing.area == "askew"]
    silent = LIMITS.unexplained * sum(1.0 - thing.belief.probability(EMPTY) for thing in askew)
    exchanged = sum(c.exchanged for c in combination)
    prior = _prior(layout, lays, touched) + LIMITS.exchanged * exchanged
    if any(c.cell == unsettled and c.gone for c in combination):
        prior += LIMITS.told_before
    base: Explanation[Turn] = Explanation((), prior, scene.look, silent, scene.disturbed)
    yield from scene.told(base, lays)
    yield from _with_unread(scene, base)
    if len(askew) == 1:
        yield from _with_askew(scene, askew[0])


def _with_unread(scene: _Scene, base: Explanation[Turn]) -> Iterator[Explanation[Turn]]:
    """Lays that break a rule in every order, with a tile beside them that nobody read and that
    makes them right. One that is out of sight may have come now. One that is in sight may have been
    missed ever since it was laid, as likely as it is read there: that its place looks as before
    tells nothing of that."""
    bare = _bare_beside(scene)
    hidden = [s for s in bare if s.visibility < LIMITS.visible_share]
    missed = [(s, nats) for s in bare if (nats := _missed_nats(s)) >= LIMITS.missed]
    if not (hidden or missed) or len(scene.lays) >= MOST_PERMUTED:
        return
    if scene.orders.some_right(scene.lays):
        return
    come = replace(base, log_prior=base.log_prior + LIMITS.more_lays)
    for sighting in hidden:
        for lay in _lays_that_help(scene, sighting):
            yield from scene.told(come, (*scene.lays, lay))
    for sighting, nats in missed:
        shown = (*base.look, (sighting.place, EMPTY))
        all_along = replace(base, log_prior=base.log_prior + nats, look=shown)
        for lay in _lays_that_help(scene, sighting)[:1]:
            yield from scene.told(all_along, (*scene.lays, lay))


def _missed_nats(sighting: Sighting[Cell, Tile]) -> float:
    """The log odds of a tile, at most even ones, by what is read at a place that looks bare and not
    by what changed there; none where it is out of sight."""
    belief, bare = sighting.belief, sighting.belief.probability(EMPTY)
    if sighting.visibility < LIMITS.visible_share or belief.best is not EMPTY or bare >= 1.0:
        return -math.inf
    return min(0.0, math.log(1.0 - bare) - math.log(bare) - sighting.change_nats)


def _bare_beside(scene: _Scene) -> list[Sighting[Cell, Tile]]:
    """The bare places next to new tiles."""
    new = {lay.cell for lay in scene.lays}
    beside = {cell for lay in scene.lays for cell in neighbours(lay.cell)} - new
    return [s for s in scene.observation.sightings if s.place in beside - scene.layout.keys()]


def _lays_that_help(scene: _Scene, unread: Sighting[Cell, Tile]) -> list[Lay]:
    """The lays at a place that nobody read with which all are right in some order: of tiles that a
    reader guesses there, else of the first of the box."""
    guessed = [label for label, _ in unread.belief.labels(LIMITS.label_share)][: LIMITS.labels]
    laid = {(tile.colour, tile.pattern) for tile in scene.layout.values()}
    left = (t.turned(n) for t in FULL_SET if (t.colour, t.pattern) not in laid for n in range(4))

    def helping(tiles: Iterable[Tile]) -> Iterator[Lay]:
        lays = (Lay(unread.place, tile) for tile in tiles)
        return (lay for lay in lays if scene.orders.some_right((*scene.lays, lay)))

    return list(helping(guessed)) or list(islice(helping(left), 1))


def _prior(layout: Layout, lays: Sequence[Lay], touched: Sequence[_Choice]) -> float:
    lost = {c.cell for c in touched}
    there = Counter((t.colour, t.pattern) for cell, t in layout.items() if cell not in lost)
    there.update((lay.tile.colour, lay.tile.pattern) for lay in lays)
    new = {(lay.tile.colour, lay.tile.pattern) for lay in lays}
    twice = sum(there[key] > 1 for key in new)
    moves = LIMITS.one_lay + LIMITS.more_lays * (len(lays) - 1) if lays else 0.0
    gone = LIMITS.gone * sum(c.gone for c in touched)
    replaced = LIMITS.replaced * sum(c.replaced for c in touched)
    return moves + gone + replaced + LIMITS.tile_twice * twice


def _with_askew(scene: _Scene, thing: Loose[Tile]) -> Iterator[Explanation[Turn]]:
    """The tile lying askew is a known one that was nudged, or a new one laid askew."""
    grid = fitted_grid(scene.observation)
    if grid is None:
        return
    at = grid.lattice_xy(thing.pose.pixel_xy)
    for label, p in thing.belief.ranked[: LIMITS.labels]:
        if not isinstance(label, Empty) and p >= LIMITS.label_share:
            yield from _nudged(scene, at, label)
            yield from _laid_askew(scene, at, thing.pose.angle_deg, label, p)


def _nudged(scene: _Scene, at: XY, label: Tile) -> Iterator[Explanation[Turn]]:
    """A known tile whose place looks empty lies turned beside it: not a move."""
    for lost in scene.touched:
        known = scene.layout.get(lost.cell)
        near = max(abs(at[0] - lost.cell.col), abs(at[1] - lost.cell.row)) < 1.0
        if lost.gone and near and known is not None and _same_piece(known, label):
            others = tuple(c for c in scene.touched if c is not lost)
            prior = _prior(scene.layout, scene.lays, others) + LIMITS.askew
            disturbed = tuple(c.cell for c in others)
            yield from scene.told(Explanation((), prior, scene.look, 0.0, disturbed), scene.lays)


def _same_piece(a: Tile, b: Tile) -> bool:
    return a.colour is b.colour and a.pattern == b.pattern


def _laid_askew(
    scene: _Scene, at: XY, angle_deg: float, label: Tile, probability: float
) -> Iterator[Explanation[Turn]]:
    cell = _free_cell(*at, {*scene.layout, *(lay.cell for lay in scene.lays)})
    offset = (round(at[0] - cell.col, 2), round(at[1] - cell.row, 2))
    lays = (*scene.lays, Lay(cell, label, round(angle_deg, 1), offset))
    sighting = scene.observation.at(cell)
    seen = () if sighting is None else ((cell, sighting.belief.best),)
    prior = _prior(scene.layout, lays, scene.touched) + LIMITS.askew
    gain = LIMITS.unexplained * (1.0 - probability)
    base: Explanation[Turn] = Explanation((), prior, (*scene.look, *seen), gain, scene.disturbed)
    yield from scene.told(base, lays)


def _free_cell(x: float, y: float, taken: Iterable[Cell]) -> Cell:
    """The nearest cell without a tile: where the askew tile was meant to lie."""
    occupied = set(taken)
    around = [Cell(round(x) + i, round(y) + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    free = [cell for cell in around if cell not in occupied] or around
    return min(free, key=lambda cell: (cell.col - x) ** 2 + (cell.row - y) ** 2)
