"""What may have happened on the board since a known state, legal or not.

Proposed from the evidence of every place, not from the likeliest board: nothing; tiles laid or
exchanged, one to six of them in up to three turns; stop signs put up, forgotten or moved; trams
driven; and accepted things gone, which is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from rules.core.game import Explanation
from rules.core.observation import EMPTY, Belief, Empty, Observation, Sighting, log_evidence
from rules.games.linie1.content import CellContent
from rules.games.linie1.network import TERMINUS
from rules.games.linie1.places import TERMINI_OF, Spot, node_of
from rules.games.linie1.signs import newly_due
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Pass, Signs, Turn

Linie1Observation = Observation[Spot, CellContent]
Label = CellContent | Empty
Position = Mapping[Spot, CellContent]

#: How many turns of a sequence are legal in their order: what the game's judge says.
Judge = Callable[[Sequence[Turn]], int]


@dataclass(frozen=True, slots=True)
class ProposalLimits:
    """What is worth proposing, and how likely it is before any picture is looked at.

    Priors in nats, hand-set orders of magnitude as in the other games; the strongest are of the
    size of one gross misread (7 nats).
    """

    change: float = 2.0  # a known place must speak this strongly against what stands there
    taken_share: float = 0.03  # probability: below it a bare place is not worth a proposal
    visible_share: float = 0.15  # of a place: below it only what surely seems taken is proposed
    labels: int = 4  # contents proposed for one place
    label_share: float = 0.002  # probability: an unlikelier content is not proposed
    spread: float = 10.0  # combinations worse than the best by more are dropped
    combinations: int = 24
    one_turn: float = -0.7
    more_turns: float = -2.0  # each turn after the first: a picture was missed
    too_many: float = -2.0  # a third tile in one turn
    far_too_many: float = -3.0  # and each further one: two turns rather than one
    gone: float = -4.0  # an accepted thing was taken away
    swapped: float = -0.5  # a tile replaced by one that lacks track: rarer than a legal exchange
    restored: float = -4.0  # the tile before the last turn lies there again: that was taken back
    signs_alone: float = -0.3
    sign_amiss: float = -2.0  # a sign forgotten, wrong or taken off
    orders: int = 2  # ways to divide tiles into turns that are proposed


LIMITS = ProposalLimits()

#: Tiles laid in a turn (5.3).
TILES_A_TURN = 2

#: Tiles whose division into turns is searched: three turns.
MOST_DIVIDED = 6


def proposals(
    state: Linie1State, position: Position, observation: Linie1Observation, judge: Judge
) -> Iterator[Explanation[Turn]]:
    """Every explanation worth weighing, likeliest combination of places first."""
    for combination in _combinations(_open_places(position, observation)):
        yield from _explained(state, position, combination, judge)


_Choice = tuple[Spot, Label, float]


def _open_places(position: Position, observation: Linie1Observation) -> list[list[_Choice]]:
    """For every place that may have changed, what it may hold now."""
    found = (_choices(position.get(s.place, EMPTY), s) for s in observation.sightings)
    return [choices for choices in found if len(choices) > 1]


def _choices(known: Label, sighting: Sighting[Spot, CellContent]) -> list[_Choice]:
    place, belief = sighting.place, sighting.belief
    stays = (place, known, _cost(sighting, known))
    if known is EMPTY:
        hidden = sighting.visibility < LIMITS.visible_share
        if 1.0 - belief.probability(EMPTY) < LIMITS.taken_share or (hidden and _vague(belief)):
            return [stays]
    elif stays[2] < LIMITS.change:
        return [stays]
    likely = [
        (place, label, _cost(sighting, label))
        for label, p in belief.ranked
        if label != known and p >= LIMITS.label_share
    ]
    return [stays, *likely[: LIMITS.labels]]


def _vague(belief: Belief[CellContent]) -> bool:
    """Whether no content is likelier than all others together."""
    return belief.best is EMPTY or belief.confidence < 0.5


def _cost(sighting: Sighting[Spot, CellContent], label: Label) -> float:
    return log_evidence(sighting, sighting.belief.best) - log_evidence(sighting, label)


def _combinations(places: list[list[_Choice]]) -> list[tuple[_Choice, ...]]:
    """The best combinations of one choice a place, cheapest first."""
    kept: list[tuple[float, tuple[_Choice, ...]]] = [(0.0, ())]
    for choices in places:
        grown = [(cost + c[2], (*done, c)) for (cost, done), c in product(kept, choices)]
        grown.sort(key=lambda item: item[0])
        limit = grown[0][0] + LIMITS.spread
        kept = [item for item in grown[: LIMITS.combinations] if item[0] <= limit]
    return [combination for _, combination in kept]


@dataclass(frozen=True, slots=True)
class Changes:
    """How a combination differs from the known position. `bare` are places whose tile is gone;
    `trams` tells for a line where it was and is, None for beside the board."""

    laid: tuple[Laid, ...]
    bare: tuple[Spot, ...]
    put: frozenset[Spot]
    removed: frozenset[Spot]
    trams: tuple[tuple[int, Spot | None, Spot | None], ...]
    swapped: int


def changes(position: Position, now: Mapping[Spot, Label]) -> Changes:
    """The difference between a position and what some places hold now."""
    pairs = [(s, _bare(position.get(s, EMPTY)), _bare(x)) for s, x in sorted(now.items())]
    laid = tuple(
        Laid(spot, new.tile, old.tile)
        for spot, old, new in pairs
        if new.tile is not None and new.tile != old.tile
    )
    return Changes(
        laid,
        tuple(spot for spot, old, new in pairs if old.tile is not None and new.tile is None),
        frozenset(spot for spot, old, new in pairs if new.stop and not old.stop),
        frozenset(spot for spot, old, new in pairs if old.stop and not new.stop),
        tuple(_tram_moves(position, pairs)),
        sum(one.replaces is not None and bool(one.replaces.mask & ~one.tile.mask) for one in laid),
    )


def _bare(label: Label) -> CellContent:
    return CellContent() if isinstance(label, Empty) else label


def _tram_moves(
    position: Position, pairs: Sequence[tuple[Spot, CellContent, CellContent]]
) -> Iterator[tuple[int, Spot | None, Spot | None]]:
    """A tram that came somewhere left where it stood, whether or not that was seen."""
    stood = {line: spot for spot, content in position.items() for line in content.trams}
    left = {line: s for s, old, new in pairs for line in old.trams if line not in new.trams}
    come = {line: s for s, old, new in pairs for line in new.trams if line not in old.trams}
    for line in sorted({*left, *come}):
        yield line, stood.get(line) if line in come else left.get(line), come.get(line)


def _explained(
    state: Linie1State, position: Position, combination: Sequence[_Choice], judge: Judge
) -> Iterator[Explanation[Turn]]:
    now = {spot: label for spot, label, _ in combination if position.get(spot, EMPTY) != label}
    change = changes(position, now)
    look = tuple((spot, now[spot]) for spot in change.bare)
    gone = LIMITS.gone * len(change.bare) + LIMITS.swapped * change.swapped
    gone += LIMITS.restored * _restored(state, change)
    for turns, prior in _sequences(state, change, judge):
        yield Explanation(turns, prior + gone, look, 0.0, change.bare)


def _restored(state: Linie1State, change: Changes) -> int:
    """How many tiles of the last turn gave way to what they had replaced."""
    before = {laid.spot: laid.replaces for laid in state.last}
    return sum(before.get(laid.spot) == laid.tile for laid in change.laid)


def _sequences(
    state: Linie1State, change: Changes, judge: Judge
) -> Iterator[tuple[tuple[Turn, ...], float]]:
    """Turns that make a change: the tiles divided into turns, the trams before or after them."""
    drives = tuple(_drive(state, *move, judge) for move in change.trams)
    divided = list(_divided(state, change, judge))
    for lays, prior in divided[: LIMITS.orders]:
        turns = _best_order(lays, drives, judge)
        yield turns, prior + _turns_prior(turns) + _signs_prior(turns)
    if len(change.laid) + len(state.half) > TILES_A_TURN and 1 < len(change.laid) <= MOST_DIVIDED:
        whole = _signed(state, [change.laid], change)
        if len(change.laid) > TILES_A_TURN:
            turns = (*whole, *drives)
            further = len(change.laid) - TILES_A_TURN - 1
            beyond = LIMITS.too_many + LIMITS.far_too_many * further
            yield turns, beyond + _turns_prior(turns) + _signs_prior(turns)


def _turns_prior(turns: Sequence[Turn]) -> float:
    moves = [turn for turn in turns if not isinstance(turn, Signs)]
    if not moves:
        return LIMITS.signs_alone if turns else 0.0
    return LIMITS.one_turn + LIMITS.more_turns * (len(moves) - 1)


def _signs_prior(turns: Sequence[Turn]) -> float:
    amiss = 0
    for turn in turns:
        if isinstance(turn, Lay):
            amiss += len(turn.lacking) + len(turn.signs)
        if isinstance(turn, Signs):
            amiss += len(turn.removed)
    return LIMITS.sign_amiss * amiss


def _best_order(lays: Sequence[Turn], drives: Sequence[Drive], judge: Judge) -> tuple[Turn, ...]:
    """Lays then drives, or the reverse, whichever is more legal."""
    ways = [(*lays, *drives), (*drives, *lays)] if lays and drives else [(*lays, *drives)]
    return max(ways, key=judge) if len(ways) > 1 else ways[0]


def _divided(
    state: Linie1State, change: Changes, judge: Judge
) -> list[tuple[tuple[Turn, ...], float]]:
    """The tiles as turns: up to two in one, more in several, the most legal divisions first."""
    if not change.laid:
        signs = Signs(tuple(sorted(change.put)), tuple(sorted(change.removed)))
        return [((signs,) if change.put or change.removed else (), 0.0)]
    ways = [_signed(state, groups, change) for groups in _groups(state, change.laid)]
    if len(ways) > 1:
        ways.sort(key=judge, reverse=True)
        best = judge(ways[0])
        ways = [way for way in ways if judge(way) == best]
        # Of several wholly legal divisions one stands for all.
        ways = ways[:1] if best == len(ways[0]) else ways
    return [(way, 0.0) for way in ways[: LIMITS.orders]]


def _groups(state: Linie1State, laid: tuple[Laid, ...]) -> Iterator[list[tuple[Laid, ...]]]:
    """Ways to divide tiles into turns of two, what is left over first or last."""
    if len(laid) <= TILES_A_TURN:
        yield [laid]
        return
    orders = permutations(laid) if len(laid) <= MOST_DIVIDED - 2 else [laid]
    starts = {len(state.half) % TILES_A_TURN, len(laid) % TILES_A_TURN}
    seen = set()
    for order in orders:
        for odd in sorted(starts):
            groups = [order[:odd]] if odd else []
            groups += [order[i : i + 2] for i in range(odd, len(order), 2)]
            key = tuple(frozenset(one.spot for one in group) for group in groups)
            if key not in seen:
                seen.add(key)
                yield [_in_reading_order(group) for group in groups]


def _in_reading_order(group: Sequence[Laid]) -> tuple[Laid, ...]:
    return tuple(sorted(group, key=lambda laid: laid.spot))


def _signed(
    state: Linie1State, groups: Sequence[tuple[Laid, ...]], change: Changes
) -> tuple[Turn, ...]:
    """The turns with their stop signs: due ones not seen are lacking, other ones were put up
    besides; of two first tiles beside one location the one with the sign came first."""
    turns: list[Turn] = []
    put = set(change.put)
    now = state
    for group in groups:
        tiles = tuple(sorted(group, key=lambda laid: (laid.spot not in put, laid.spot)))
        fresh = set(newly_due(now, tiles).values())
        tiles = tiles if fresh else group
        lacking = tuple(sorted(fresh - put))
        put -= fresh
        turns.append(Lay(tiles, (), lacking))
        now = _with_tiles(now, tiles)
    if put and isinstance(turns[0], Lay):
        first = turns[0]
        turns[0] = Lay(first.tiles, tuple(sorted(put)), first.lacking)
    if change.removed:
        turns.append(Signs((), tuple(sorted(change.removed))))
    return tuple(turns)


def _with_tiles(state: Linie1State, tiles: Sequence[Laid]) -> Linie1State:
    board = state.board
    for laid in tiles:
        board = board.with_tile(laid.spot, laid.tile)
    return replace(state, board=board)


def _drive(
    state: Linie1State, line: int, old: Spot | None, new: Spot | None, judge: Judge
) -> Drive:
    """A tram's move. One that came from beside the board to a cell started from the terminus from
    which that is right, else from the nearer one."""
    if old is not None or new is None or line not in TERMINI_OF or node_of(new) in TERMINUS:
        return Drive(line, old, new)
    starts = [Drive(line, terminus.spot, new) for terminus in TERMINI_OF[line]]
    return max(starts, key=lambda drive: (judge([drive]), -_distance(drive)))


def _distance(drive: Drive) -> int:
    if drive.start is None or drive.end is None:
        return 0
    return abs(drive.start.row - drive.end.row) + abs(drive.start.col - drive.end.col)


def reread(turn: Turn, place: Spot, label: CellContent) -> Turn | None:
    """The same lay with another tile read on its cell; None where it filled another place or the
    reading has no tile."""
    if not isinstance(turn, Lay) or label.tile is None or isinstance(turn, Pass):
        return None
    if place not in {laid.spot for laid in turn.tiles}:
        return None
    tiles = tuple(
        Laid(one.spot, label.tile, one.replaces) if one.spot == place else one for one in turn.tiles
    )
    return Lay(tiles, turn.signs, turn.lacking, turn.player, turn.ended)
