"""Linie 1 as people play it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random
from typing import Any

from rules.core.observation import EMPTY, Empty
from rules.games.linie1.board import Board
from rules.games.linie1.content import CellContent
from rules.games.linie1.laws.legal import _drives as drives_of
from rules.games.linie1.laws.placings import hand_faces, laid_of, placements
from rules.games.linie1.laws.signs import belongs, due
from rules.games.linie1.places import CELLS, STEPS, Spot, index_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Pass, Signs
from rules.games.linie1.tiles import TILES, Tile
from tests.people.parts.plain import Part
from tests.referee.linie1.games import FOULS
from tests.referee.linie1.sights import LOOKED_AT, confusions

#: Legal tiles of which one that goes on with some track is chosen.
CHOICE = 12

#: Tiles on the board from which on a tram may have a way.
SHORTEST_TRACK = 16

#: A table on which both trams 4 and 2 can start, as in a late game.
TRACK = {
    **{(1, 7): "NS", (2, 7): "NE", (2, 8): "EW", (2, 9): "EW", (2, 10): "SW"},
    **{(row, 10): "NS" for row in range(3, 13)},
    **{(7, 10): "NS+EW", (7, 12): "EW", (7, 11): "EW", (7, 9): "EW", (7, 8): "EW"},
    **{(7, 7): "EW", (7, 6): "ES", (8, 6): "NS", (9, 6): "NS", (10, 6): "NW"},
    **{(10, col): "EW" for col in range(1, 6)},
}
SIGNS = ((1, 7), (4, 10), (6, 10), (11, 10), (7, 12), (9, 6), (10, 2))

#: Trams that have begun their trips.
TRAMS = {(0, 6): (4,), (6, 13): (2,)}


class Linie1Part(Part):
    """Two tiles a turn, exchanges, stop signs, trams."""

    warm_up = 16
    divides = True

    def places(self, position: Mapping[Any, Any]) -> Iterable[Any]:
        """Every cell and every terminus."""
        return LOOKED_AT

    def mistaken(self, place: Any, label: Any, rng: Random) -> list[Any]:
        """Another tile, a worn straight on a bare cell, a sign overlooked."""
        if not (1 <= place.row <= 12 and 1 <= place.col <= 12):
            return []
        content = CellContent() if isinstance(label, Empty) else label
        if content.stop and rng.random() < 0.5:
            less = replace(content, stop=False)
            return [EMPTY if less.nothing else less]
        tiles = rng.sample(TILES[1:] if content.tile is None else confusions(content.tile), 3)
        return [replace(content, tile=tile) for tile in dict.fromkeys(tiles)]

    def may_mean(self, piece: Any, true: Any) -> bool:
        """What lies on the same cell."""
        return bool(piece[:2] == true[:2])

    def pieces(self, turn: Any) -> tuple[Any, ...]:
        """Each tile, each late sign, a tram's way."""
        match turn:
            case Lay():
                late = tuple(("sign", spot) for spot in turn.signs)
                return (*(("tile", one.spot, one.tile) for one in turn.tiles), *late)
            case Signs():
                gone = tuple(("no sign", spot) for spot in turn.removed)
                return (*(("sign", spot) for spot in turn.put), *gone)
            case Drive():
                return (("tram", turn.line, turn.end),)
        return (("pass",),)

    def divisions(self, turns: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """Tiles of several turns may have been paired otherwise."""
        yield from permutations(turns)
        if len(turns) != 2 or not all(isinstance(t, Lay) and len(t.tiles) == 2 for t in turns):
            return
        tiles = [tile for turn in turns for tile in turn.tiles]
        for pair in combinations(range(4), 2):
            first = tuple(tiles[i] for i in pair)
            second = tuple(tiles[i] for i in range(4) if i not in pair)
            lacking = {spot for turn in turns for spot in turn.lacking}
            if {pair, (5, 5)} & {(0, 1), (2, 3)}:
                continue
            yield [_lay(tiles_, lacking) for tiles_ in (first, second)]

    def harmless(self, state: Any, foul: Any) -> tuple[Any, ...]:
        """The good tile beside the bad one."""
        if not isinstance(foul, Lay):
            return ()
        alone = [one for one in foul.tiles if not self.is_foul(state, Lay((one,)))]
        return tuple(("tile", one.spot, one.tile) for one in alone)

    def met(self, rng: Random, players: Sequence[str]) -> Any:
        """Now and then late, when trams can start."""
        if rng.random() < 0.5:
            return super().met(rng, players)
        trams = TRAMS if rng.random() < 0.5 else {}
        position = {
            Spot(*cell): CellContent.of(_tile(TRACK.get(cell)), cell in SIGNS, trams.get(cell, ()))
            for cell in {*TRACK, *SIGNS, *trams}
        }
        return self.game.resume(position, players, self.house)

    def legal(self, state: Any, rng: Random) -> Any | None:
        """Mostly two tiles, the second of a turn, seldom one; a tram where one can go."""
        drive = self._drive(state, rng)
        if drive is not None:
            return drive
        first = self._tile(state, rng)
        if first is None:
            return None
        if state.half or rng.random() < 0.12:
            return self._signed(state, [first.tiles[0]])
        after = self.game.force(state, first, self.house)
        second = self._tile(after, rng)
        tiles = [first.tiles[0], *(second.tiles if second is not None else ())]
        if len({one.spot for one in tiles}) < len(tiles):
            tiles = tiles[:1]
        return self._signed(state, tiles) or self._signed(state, tiles[:1])

    def _drive(self, state: Linie1State, rng: Random) -> Drive | None:
        """A tram's move, in half of the turns that could be one."""
        if not (state.trams or len(state.board) >= SHORTEST_TRACK) or rng.random() < 0.5:
            return None
        moves = drives_of(state, Readings.of(self.house))
        drives = [drive for drive in moves if drive.end is not None]
        return rng.choice(drives) if drives else None

    def _signed(self, state: Any, tiles: list[Laid]) -> Any | None:
        """The turn with the signs that are overdue."""
        late = tuple(sorted(belongs(state, letter)[0] for letter in due(state)))
        plain = Lay(tuple(sorted(tiles, key=lambda one: one.spot)))
        return next(
            (lay for lay in (plain, replace(plain, signs=late)) if self.is_legal(state, lay)), None
        )

    def _singles(self, state: Linie1State) -> list[tuple[int, int, int]]:
        """Where the tiles of the player to move fit."""
        readings = Readings.of(self.house)
        faces = hand_faces(state, state.turn, readings)
        return list(placements(state.board, faces, readings))

    def _tile(self, state: Linie1State, rng: Random) -> Lay | None:
        found = self._singles(state)
        some = [laid_of(*rng.choice(found)) for _ in range(CHOICE if found else 0)]
        signed = (self._signed(state, [one]) for one in some)
        lays: list[Lay] = [lay for lay in signed if lay is not None]
        if not lays:
            return None
        swap = [one for one in lays if state.board.faces[index_of(one.tiles[0].spot)]]
        if swap and rng.random() < 0.2:
            return swap[0]
        return next((one for one in lays if _joins(state.board, one.tiles[0])), lays[0])

    def wild(self, state: Any, rng: Random) -> Iterator[Any]:
        """A tile anywhere, mostly with a good one beside it; only tiles that break one rule."""
        while True:
            bad = _anything(state.board, rng)
            good = self._tile(state, rng) if rng.random() < 0.7 else None
            tiles = [bad, *(good.tiles if good is not None and not state.half else ())]
            if len({one.spot for one in tiles}) == len(tiles):
                yield Lay(tuple(sorted(tiles, key=lambda one: one.spot)))

    def foul(self, state: Any, rng: Random) -> Any | None:
        """Against one rule of tiles."""
        for _ in range(12):
            turn = super().foul(state, rng)
            codes = {v.code for v in self.game.judge(state, turn, self.house).violations}
            if turn is not None and len(codes) == 1 and codes <= set(FOULS):
                return turn
        return None

    def onto(self, state: Any, rng: Random) -> Any | None:
        """A tile on another that it must not replace."""
        cells = [at for at in CELLS if state.board.faces[at]]
        for _ in range(40 if cells else 0):
            at = rng.choice(cells)
            lay = Lay((laid_of(at, rng.randrange(1, len(TILES)), state.board.faces[at]),))
            if self.is_foul(state, lay) and self.shows(state, lay):
                return lay
        return None

    def elsewhere(self, before: Any, turn: Any, rng: Random) -> Any | None:
        """One of the tiles just laid goes to another place."""
        if not isinstance(turn, Lay) or turn.signs or turn.lacking:
            return None
        moved, *kept = rng.sample(turn.tiles, len(turn.tiles))
        used = {one.spot for one in turn.tiles}
        singles = [laid_of(*one) for one in self._singles(before)]
        other = [x for x in singles if x.tile.kind == moved.tile.kind and x.spot not in used]
        if not other:
            return None
        return self._signed(before, [rng.choice(other), *kept])

    def forgetful(self, state: Any, rng: Random) -> Any | None:
        """A turn whose stop sign nobody puts up."""
        for _ in range(20):
            turn = self.legal(state, rng)
            if not isinstance(turn, Lay):
                continue
            after = self.game.force(state, turn, self.house)
            new = tuple(sorted(after.signs - state.signs))
            late = replace(turn, lacking=new)
            if new and not turn.signs and self.is_legal(state, late):
                return late
        return None

    def pending(self, state: Any, rng: Random) -> Any | None:
        """Forgotten signs are put up."""
        late = tuple(sorted(belongs(state, letter)[0] for letter in due(state)))
        turn = Signs(late)
        return turn if late and self.is_legal(state, turn) else None

    def remainder(self, state: Any, foul: Any) -> Any | None:
        """The good tile stays."""
        for one in foul.tiles if isinstance(foul, Lay) and len(foul.tiles) == 2 else ():
            if self.is_legal(state, Lay((one,))):
                return Lay((one,))
        return None

    def unseen(self, state: Any, rng: Random) -> Any | None:
        """The turn given up by one who has laid a single tile."""
        turn = Pass(state.mover)
        return turn if state.half and self.is_legal(state, turn) else None


def _tile(name: str | None) -> Tile | None:
    return None if name is None else Tile.named(name.split("+"))


def _lay(tiles: Iterable[Laid], lacking: set[Spot]) -> Lay:
    ordered = tuple(sorted(tiles, key=lambda one: one.spot))
    return Lay(ordered, lacking=tuple(sorted(lacking & {one.spot for one in ordered})))


def _joins(board: Board, laid: Laid) -> bool:
    at = index_of(laid.spot)
    return any(board.faces[at + step] for step in STEPS)


def _anything(board: Board, rng: Random) -> Laid:
    at = rng.choice(CELLS)
    return laid_of(at, rng.randrange(1, len(TILES)), board.faces[at])
