"""Tiles as turns: which were laid together and in which order, when a picture shows several.

A turn lays two (5.3). No picture shows which two, and mostly it changes nothing: then one division
stands for all. Where some tile is against the rules, those before it were laid before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from rules.games.linie1.differences import Changes
from rules.games.linie1.places import Spot
from rules.games.linie1.signs import newly_due
from rules.games.linie1.state import Laid, Lay, Linie1State, Signs, Turn

#: Whether each turn of a sequence is legal in its order: what the game's judge says.
Judge = Callable[[Sequence[Turn]], tuple[bool, ...]]

#: Tiles laid in a turn (5.3).
TILES_A_TURN = 2

#: Divisions judged for one set of tiles. Origin: hand-set; the first few find a legal one.
MOST_TRIED = 6

_Groups = list[tuple[Laid, ...]]


def divided(state: Linie1State, change: Changes, judge: Judge) -> list[tuple[Turn, ...]]:
    """The changes as turns. One way where every turn of it is legal, or where nothing can be
    divided; else the ways with the fewest fouls, the first one foremost."""
    if not change.laid:
        signs = Signs(tuple(sorted(change.put)), tuple(sorted(change.removed)))
        return [(signs,) if change.put or change.removed else ()]
    if len(change.laid) <= TILES_A_TURN:
        return [signed(state, [change.laid], change)]
    return _best_ways(state, change, judge)


def _best_ways(state: Linie1State, change: Changes, judge: Judge) -> list[tuple[Turn, ...]]:
    tried: dict[tuple[frozenset[Spot], ...], tuple[int, tuple[Turn, ...]]] = {}
    waiting = list(_groups(state, change.laid))
    while waiting and len(tried) < MOST_TRIED:
        groups = waiting.pop(0)
        key = tuple(frozenset(one.spot for one in group) for group in groups)
        if key in tried:
            continue
        way = signed(state, groups, change)
        legal = judge(way)
        if all(legal):
            return [way]
        tried[key] = (legal.count(False), way)
        waiting = [*_fouls_last(state, groups, legal), *waiting]
    fewest = min(fouls for fouls, _ in tried.values())
    return [way for fouls, way in tried.values() if fouls == fewest][:1]


def _groups(state: Linie1State, laid: Sequence[Laid]) -> Iterator[_Groups]:
    """Ways to divide tiles into turns of two in reading order, what is left over last or first;
    then with the order of the tiles turned about."""
    orders = (_neighbours_first(laid), laid[::-1], (*laid[1:], laid[0]), (laid[0], *laid[:0:-1]))
    for order in orders:
        for odd in sorted({len(order) % TILES_A_TURN, len(state.half) % TILES_A_TURN}):
            yield from (_from(order, 0), _from(order, odd)) if odd else (_from(order, 0),)


def _neighbours_first(laid: Sequence[Laid]) -> Sequence[Laid]:
    """Two neighbouring exchanges may be legal only together (5.7): they come first, as one turn."""
    swaps = [one for one in laid if one.replaces is not None]
    for one, other in combinations(swaps, 2):
        if abs(one.spot.row - other.spot.row) + abs(one.spot.col - other.spot.col) == 1:
            return [one, other, *(x for x in laid if x is not one and x is not other)]
    return laid


def _from(order: Sequence[Laid], odd: int) -> _Groups:
    groups = [tuple(order[:odd])] if odd else []
    groups += [tuple(order[i : i + 2]) for i in range(odd, len(order), TILES_A_TURN)]
    return [in_reading_order(group) for group in groups]


def _fouls_last(state: Linie1State, groups: _Groups, legal: Sequence[bool]) -> Iterator[_Groups]:
    """The same with each tile of the first foul laid last: the good ones came before it."""
    pairs = zip(groups, legal, strict=False)
    foul = next((group for group, right in pairs if not right), ())
    every = [one for group in groups for one in group]
    for bad in foul:
        order = [*(one for one in every if one is not bad), bad]
        yield _from(order, 0)
        if len(state.half) % TILES_A_TURN:
            yield _from(order, 1)


def in_reading_order(group: Sequence[Laid]) -> tuple[Laid, ...]:
    """Tiles row by row."""
    return tuple(sorted(group, key=lambda laid: laid.spot))


def signed(
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
