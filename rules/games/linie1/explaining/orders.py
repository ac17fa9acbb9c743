"""What one picture shows of several turns, in every order and division that matters (5.3, 5.10).

No picture tells who laid which tiles, nor which tram moved first. Each way the changes may have
been made is judged turn by turn; those that break the fewest rules are all that is left, one of
each meaning, as many as are worth carrying.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, islice

from rules.games.linie1.explaining.changes import Changes
from rules.games.linie1.explaining.played import Order, Sequences
from rules.games.linie1.laws.network import TERMINUS
from rules.games.linie1.laws.ownership import TILES_A_TURN
from rules.games.linie1.laws.signs import letter_at, newly_due
from rules.games.linie1.places import TERMINI_OF, Spot, node_of
from rules.games.linie1.state import Drive, Laid, Lay, Signs, Turn

#: A tram's line, where it was and is.
TramMove = tuple[int, Spot | None, Spot | None]

#: Which tiles were laid together.
Division = frozenset[frozenset[Laid]]


@dataclass(frozen=True, slots=True)
class OrderLimits:
    """How far orders are looked for. Origin: three turns of two tiles have 90 divisions, which
    all orders of a picture with one turn less would not fill."""

    kept: int = 8
    tried: int = 3  # divisions that break no rule, before one is taken to stand for all
    groups: int = 15  # ways to choose the next turn's tiles: all pairs of six
    judged: int = 120  # turns judged before the search only goes straight on


LIMITS = OrderLimits()


@dataclass(frozen=True, slots=True)
class _Node:
    """Turns made so far, and what of the change is still to be made; `twice`: one of the trams may
    have had two turns."""

    played: Order
    tiles: tuple[Laid, ...]
    trams: tuple[TramMove, ...]
    put: frozenset[Spot]
    off: tuple[Spot, ...]
    twice: bool = False

    @property
    def done(self) -> bool:
        return not (self.tiles or self.trams or self.put or self.off)


def orders(made: Sequences, change: Changes, most: int = LIMITS.kept) -> list[Order]:
    """The ways to make a change that break the fewest rules, at most so many, those in turn order
    first; one with no turn where nothing changed.

    Which tiles were laid together seldom matters: of divisions called alike one stands for all, in
    every order, of fouls one for each way to choose their tiles; where turns are of one and of two
    tiles, each tile is told by itself. Where few are asked for, the first ones found do."""
    root = _root(made, change)
    if root.done:
        return [made.start]
    found = _best(_found(made, root, LIMITS.tried))
    if most < LIMITS.kept:
        return found[:most]
    kept: dict[object, Order] = {}
    for first in _each_call(found):
        kept |= {one.meaning: one for one in reversed(_reordered(made, root, first))}
    return sorted(kept.values(), key=lambda one: one.cost)[:most]


def _reordered(made: Sequences, root: _Node, one: Order) -> list[Order]:
    """Every order of the same turns that is called alike; of single tiles where turns are uneven
    and right: what is wrong is called of a whole turn."""
    groups = [frozenset(turn.tiles) for turn in one.turns if isinstance(turn, Lay)]
    uneven = len({len(group) for group in groups}) > 1 and not one.broken
    singles = [frozenset([laid]) for group in groups for laid in group]
    for division in (singles, groups) if uneven else (groups,):
        ways = _found(made, root, LIMITS.kept, frozenset(division))
        alike = [way for way in ways if _even(way) == _even(one) and way.calls == one.calls]
        if alike:
            return alike
    return [one]


def _each_call(found: Sequence[Order]) -> Iterator[Order]:
    """The likeliest of those called alike; others in which other tiles are the foul's, if these
    are no less likely."""
    likeliest: dict[object, Order] = {}
    seen: set[object] = set()
    for one in found:
        best = likeliest.setdefault(one.calls, one)
        if one.cost == best.cost and (one.calls, one.fouled) not in seen:
            seen.add((one.calls, one.fouled))
            yield one


def _even(one: Order) -> tuple[int, int]:
    return one.broken, one.doubts


def _best(found: Sequence[Order]) -> list[Order]:
    """Those that break the fewest rules, the likeliest first."""
    fewest = min(map(_even, found))
    return sorted((one for one in found if _even(one) == fewest), key=lambda one: one.cost)


def again(made: Sequences, change: Changes) -> list[Order]:
    """The ways that break no rule in which a tram had two turns, with those of others between."""
    if not change.trams or len(change.trams) + len(change.laid) < 2:
        return []
    return _found(made, replace(_root(made, change), twice=True), LIMITS.kept)


def _root(made: Sequences, change: Changes) -> _Node:
    off = tuple(sorted(change.removed))
    return _Node(made.start, change.laid, change.trams, change.put, off)


def right_at_once(made: Sequences, move: TramMove) -> bool:
    """Whether a tram may make a move before anything else that changed."""
    return any(not made.then(made.start, drive).broken for drive in drives(move))


def _found(
    made: Sequences, root: _Node, most: int, division: Division | None = None
) -> list[Order]:
    """Whole orders of different meanings, until enough of them break no rule."""
    search = _Search(made, division, _beside(root), strict=root.twice)
    firsts = sorted(search.children(root, first=True), key=lambda node: node.played.cost)
    found: dict[object, Order] = {}
    for played in _in_turn([search.completed(node) for node in firsts]):
        found.setdefault(played.meaning, played)
        if len(found) >= most and not played.broken:
            break
    return list(found.values())


def _beside(root: _Node) -> tuple[str, ...]:
    """Whose tiles may be among those of a change of several turns; nobody's of one turn."""
    table = root.played.table
    lays = -(-(len(table.half) + len(root.tiles)) // TILES_A_TURN)
    if lays < 2:
        return ()
    if table.turn is None:
        return table.players
    seats = [table.turn]
    while len(seats) < min(lays + len(root.trams), len(table.players)):
        seats.append(table.after(seats[-1]))
    return tuple(table.players[seat] for seat in seats)


def _in_turn(ways: Sequence[Iterator[Order]]) -> Iterator[Order]:
    """The best of each first turn, then the second best of each, and so on; none is looked for
    before it is asked for."""
    for _ in range(LIMITS.kept):
        yield from (one for way in ways for one in islice(way, 1))


class _Search:
    """Best first: fewest rules broken, then furthest on."""

    def __init__(
        self,
        made: Sequences,
        division: Division | None,
        beside: tuple[str, ...],
        *,
        strict: bool,
    ) -> None:
        """`beside`: those whose tiles lie together; nobody where they are of one turn."""
        self._made, self._division, self._strict = made, division, strict
        self._limit = made.judged + LIMITS.judged
        self._beside = beside

    def completed(self, start: _Node) -> Iterator[Order]:
        """Whole orders that begin with these turns, best first as long as the search may look."""
        ticket = count()
        queue = [((*start.played.cost, 0), next(ticket), start)]
        while queue:
            _, _, node = heapq.heappop(queue)
            if node.done:
                yield node.played
                continue
            straight = self._made.judged >= self._limit
            for child in islice(self.children(node), 1 if straight else None):
                key = (*child.played.cost, -len(child.played.turns))
                heapq.heappush(queue, (key, next(ticket), child))

    def children(self, node: _Node, *, first: bool = False) -> Iterator[_Node]:
        """Every next turn; where a tram may have had two, those that nobody objects to."""
        for child in self._children(node, first=first):
            if not self._strict or child.played.cost == (0, 0, 0):
                yield child

    def _children(self, node: _Node, *, first: bool) -> Iterator[_Node]:
        """The same, whatever it breaks. Late and wrong signs come with the first turn, signs are
        taken off last."""
        extra = _besides(node) if first else ()
        if extra and (node.trams or not node.tiles):
            whole = not node.trams and not node.tiles
            signs = Signs(extra, node.off if whole else ())
            off = () if whole else node.off
            yield replace(self._after(node, signs), put=node.put - set(extra), off=off)
            return
        for group in _groups(node) if self._division is None else _grouped(node, self._division):
            yield from self._laid(node, group, extra)
        if first and self._division is None:
            yield from self._overfull(node, extra)
        for move in node.trams:
            yield from self._driven(node, move)
        if not (node.tiles or node.trams):
            yield replace(self._after(node, Signs((), node.off)), off=())

    def _after(self, node: _Node, turn: Turn) -> _Node:
        return replace(node, played=self._made.then(node.played, turn))

    def _driven(self, node: _Node, move: TramMove) -> Iterator[_Node]:
        """A tram's move: where its start was not seen, from every terminus from which it is right,
        else from the nearer one."""
        rest = tuple(other for other in node.trams if other != move)
        ways = [replace(self._after(node, drive), trams=rest) for drive in drives(move)]
        right = [way for way in ways if way.played.broken == node.played.broken]
        yield from right or ways[:1]
        if node.twice and not right:
            yield from self._half_way(node, move, rest)

    def _half_way(self, node: _Node, move: TramMove, rest: tuple[TramMove, ...]) -> Iterator[_Node]:
        """The first of two turns of a tram: to where the second can go on from."""
        line, old, new = move
        for drive in () if new is None else self._made.reaching(node.played, Drive(line, old, new)):
            left = (line, drive.end, new)
            yield replace(self._after(node, drive), trams=(*rest, left), twice=False)

    def _laid(self, node: _Node, group: Sequence[Laid], extra: Sequence[Spot]) -> Iterator[_Node]:
        for tiles in _placed(node, group):
            yield self._lay(node, tiles, extra, _player(node))

    def _lay(
        self, node: _Node, tiles: Sequence[Laid], extra: Sequence[Spot], player: str | None
    ) -> _Node:
        """The tiles with the signs that stand on them: due ones not seen are lacking."""
        fresh = set(newly_due(node.played.table, tiles).values())
        seen = {laid.spot for laid in tiles} & node.put
        signs = tuple(sorted({*(seen - fresh), *extra}))
        lacking = tuple(sorted(fresh - node.put))
        lay = Lay(tuple(tiles), signs, lacking, player, beside=self._beside)
        rest = tuple(laid for laid in node.tiles if laid not in tiles)
        return replace(self._after(node, lay), tiles=rest, put=node.put - seen - set(extra))

    def _overfull(self, node: _Node, extra: Sequence[Spot]) -> Iterator[_Node]:
        """More tiles than a turn has, all of one player; and two after one that was all that its
        player laid: both are less likely than turns of two."""
        state = node.played.game
        half = len(state.half)
        if not half + len(node.tiles) > TILES_A_TURN or len(node.tiles) < TILES_A_TURN:
            return
        mover = state.mover if half else None
        if not half or mover is not None:
            yield self._lay(node, node.tiles, extra, mover)
        if half and mover is not None and state.turn is not None:
            after = state.players[state.after(state.turn)]
            for pair in islice(combinations(node.tiles, TILES_A_TURN), LIMITS.groups):
                way = self._lay(node, pair, extra, after)
                doubts = way.played.doubts + 1
                yield replace(way, played=replace(way.played, doubts=doubts))


def _besides(node: _Node) -> tuple[Spot, ...]:
    """Signs put up that come with no tile of the change: late ones, or wrong ones."""
    return tuple(sorted(node.put - {laid.spot for laid in node.tiles}))


def _groups(node: _Node) -> Iterator[tuple[Laid, ...]]:
    """The tiles of the next turn: two, or the one that is missing in it."""
    if node.tiles:
        size = max(TILES_A_TURN - len(node.played.table.half), 1)
        ways = combinations(node.tiles, min(size, len(node.tiles)))
        yield from islice(ways, LIMITS.groups)


def _grouped(node: _Node, division: Division) -> Iterator[tuple[Laid, ...]]:
    """The same of a division that is complete; one tile may be told by itself."""
    room = TILES_A_TURN - len(node.played.table.half)
    for group in division:
        tiles = tuple(laid for laid in node.tiles if laid in group)
        if tiles and (len(tiles) <= room or len(tiles) > TILES_A_TURN):
            yield tiles


def _player(node: _Node) -> str | None:
    """Who laid, where it is not who is on turn: after a foul the player who follows, though the
    foul does not enter the game."""
    game, table = node.played.game, node.played.table
    return None if game.turn == table.turn else table.mover


def _placed(node: _Node, group: Sequence[Laid]) -> Iterator[tuple[Laid, ...]]:
    """The tiles of a turn in the order laid: of two first ones beside a location the one with the
    sign; either where there is none."""
    tiles = tuple(sorted(group, key=lambda laid: (laid.spot not in node.put, laid.spot)))
    yield tiles
    letters = [letter_at(laid.spot) for laid in tiles]
    beside = len(tiles) == TILES_A_TURN and letters[0] is not None and letters[0] == letters[1]
    if beside and tiles[0].spot not in node.put and newly_due(node.played.table, tiles):
        yield tiles[::-1]


def drives(move: TramMove) -> tuple[Drive, ...]:
    """A tram's move. One that came from beside the board to a cell started from one of its termini:
    the nearer one comes first."""
    line, old, new = move
    if old is not None or new is None or line not in TERMINI_OF or node_of(new) in TERMINUS:
        return (Drive(line, old, new),)
    ends = sorted(TERMINI_OF[line], key=lambda end: _distance(end.spot, new))
    return tuple(Drive(line, end.spot, new) for end in ends)


def _distance(one: Spot, other: Spot) -> int:
    return abs(one.row - other.row) + abs(one.col - other.col)
