"""The order of an evening's photos: two turns, a foul into a location, that foul taken back and
played otherwise, a legal exchange, an exchange that removes track."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from rules.core.verdict import Ruling
from rules.games.linie1.game import GAME
from rules.games.linie1.laws.placings import laid_of
from rules.games.linie1.places import CELLS
from rules.games.linie1.state import Laid, Lay
from rules.games.linie1.tiles import TILES
from tests.referee.grading import Frame
from tests.referee.linie1.games import HOUSE, Table


def evening(rng: Random) -> Iterator[Frame]:
    """Seven photos; whose turn it is and the hands are unknown."""
    table = Table(rng)
    while len(table.state.board) < 14:
        table.lay_one()
    table.state = GAME.resume(GAME.position(table.state), ("A", "B"), HOUSE)
    yield Frame(GAME.position(table.state))
    for _ in range(2):
        yield _legal(table, _pair(table))
    good, other = _pair(table)
    yield _foul(table, [good, _bad(table, "into-location", [good])])
    yield _legal(table, [good, other])
    yield _legal(table, [_upgrade(table)])
    yield _foul(table, [_bad(table, "track-removed", [])])


def _pair(table: Table) -> list[Laid]:
    """Two legal tiles on bare cells, not laid yet."""
    before = table.state
    while True:
        table.state = before
        laid = [table.lay_one(), table.lay_one()]
        pair = [one for one in laid if one is not None and one.replaces is None]
        table.state = before
        if len({one.spot for one in pair}) == 2 and GAME.judge(before, _lay(pair), HOUSE).legal:
            return pair


def _upgrade(table: Table) -> Laid:
    """A legal exchange."""
    before = table.state
    while True:
        one = table.lay_one()
        table.state = before
        if one is not None and one.replaces is not None:
            return one


def _bad(table: Table, code: str, good: list[Laid]) -> Laid:
    """A tile against exactly this rule, laid with a good one or alone."""
    half = [*good]
    for laid in islice(_tiles(table, swap=code == "track-removed"), 200_000):
        verdict = GAME.judge(table.state, _lay([*half, laid]), HOUSE)
        if verdict.ruling is Ruling.ILLEGAL and {v.code for v in verdict.violations} == {code}:
            return laid
    raise AssertionError(f"no tile here is against {code} alone")


def _tiles(table: Table, *, swap: bool) -> Iterator[Laid]:
    faces = table.state.board.faces
    cells = [at for at in CELLS if bool(faces[at]) is swap]
    while True:
        at, face = table.rng.choice(cells), table.rng.randrange(1, len(TILES))
        if face != faces[at]:
            yield laid_of(at, face, faces[at])


def _lay(tiles: list[Laid]) -> Lay:
    return Lay(tuple(sorted(tiles, key=lambda one: one.spot)))


def _legal(table: Table, tiles: list[Laid]) -> Frame:
    lay = _lay(tiles)
    table.state = GAME.apply(table.state, lay, HOUSE)
    return Frame(GAME.position(table.state), (lay,))


def _foul(table: Table, tiles: list[Laid]) -> Frame:
    lay = _lay(tiles)
    codes = frozenset(v.code for v in GAME.judge(table.state, lay, HOUSE).violations)
    return Frame(GAME.position(GAME.force(table.state, lay, HOUSE)), (), lay, codes, True)
