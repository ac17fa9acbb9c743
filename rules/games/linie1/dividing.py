"""Tiles as turns: which were laid together and in which order, when a picture shows several.

A turn lays two (5.3). No picture shows which two, and mostly it changes nothing: one division
stands for all. A tile against the rules is told last: the others were right without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, islice

from rules.games.linie1.differences import Changes
from rules.games.linie1.places import Spot
from rules.games.linie1.signs import newly_due
from rules.games.linie1.state import Laid, Lay, Linie1State, Signs, Turn

#: Whether each turn of a sequence is legal in its order: what the game's judge says.
Judge = Callable[[Sequence[Turn]], tuple[bool, ...]]

#: Tiles laid in a turn (5.3).
TILES_A_TURN = 2

#: Ways tried to go on with one more turn. Origin: all pairs of six tiles, three turns.
MOST_TRIED = 15

_Groups = list[tuple[Laid, ...]]


def divided(state: Linie1State, change: Changes, judge: Judge) -> tuple[Turn, ...]:
    """The changes as turns, none for no change, in an order that breaks few rules or none."""
    if not change.laid:
        signs = Signs(tuple(sorted(change.put)), tuple(sorted(change.removed)))
        return (signs,) if change.put or change.removed else ()
    if len(change.laid) <= TILES_A_TURN:
        return signed(state, [change.laid], change)
    # One tile may have ended a turn that was half made.
    sizes = (TILES_A_TURN, 1) if state.half else (TILES_A_TURN,)
    ways = (_turn_by_turn(state, change, judge, first) for first in sizes)
    return min(ways, key=lambda way: judge(way).count(False))


def _turn_by_turn(
    state: Linie1State, change: Changes, judge: Judge, first: int
) -> tuple[Turn, ...]:
    """One way, with `first` tiles in its first turn: each turn is the best of what is left, so
    tiles against a rule come last, and before them those whose sign nobody put up: play that goes
    on over a missing sign is a foul."""

    def faults(group: tuple[Laid, ...]) -> tuple[int, int]:
        lays = _lays(state, [*made, group, _without(left, group)], change.put)[: len(made) + 1]
        return judge(lays).count(False), sum(len(lay.lacking) for lay in lays)

    made: _Groups = []
    left, size = change.laid, first
    while left:
        options = islice(combinations(left, min(size, len(left))), MOST_TRIED)
        made.append(min(options, key=faults))
        left, size = _without(left, made[-1]), TILES_A_TURN
    return signed(state, made, change)


def _without(tiles: Sequence[Laid], group: Sequence[Laid]) -> tuple[Laid, ...]:
    return tuple(laid for laid in tiles if laid not in group)


def signed(
    state: Linie1State, groups: Sequence[tuple[Laid, ...]], change: Changes
) -> tuple[Turn, ...]:
    """The turns of one group of tiles or more, with their stop signs: due ones not seen are
    lacking, other ones were put up besides; of two first tiles beside one location the one with
    the sign came first."""
    lays = _lays(state, groups, change.put)
    off = tuple(sorted(change.removed))
    return (*lays, Signs((), off)) if off else tuple(lays)


def _lays(
    state: Linie1State, groups: Sequence[tuple[Laid, ...]], seen: frozenset[Spot]
) -> list[Lay]:
    lays: list[Lay] = []
    put = set(seen)
    now = state
    for group in groups:
        tiles = tuple(sorted(group, key=lambda laid: (laid.spot not in put, laid.spot)))
        fresh = set(newly_due(now, tiles).values())
        lays.append(Lay(tiles, (), tuple(sorted(fresh - put))))
        put -= fresh
        now = _with_tiles(now, tiles)
    lays[0] = replace(lays[0], signs=tuple(sorted(put)))
    return lays


def _with_tiles(state: Linie1State, tiles: Sequence[Laid]) -> Linie1State:
    board = state.board
    for laid in tiles:
        board = board.with_tile(laid.spot, laid.tile)
    return replace(state, board=board)
