"""How what some places hold now differs from a known position: tiles, signs, trams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.core.observation import EMPTY, Empty
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Laid

Label = CellContent | Empty
Position = Mapping[Spot, CellContent]


@dataclass(frozen=True, slots=True)
class Changes:
    """How a combination differs from the known position. `bare` are places whose tile is gone, with
    the sign that stood on it; `removed` those whose sign alone is; `trams` tells for a line where
    it was and is, None for beside the board."""

    laid: tuple[Laid, ...]
    bare: tuple[Spot, ...]
    put: frozenset[Spot]
    removed: frozenset[Spot]
    trams: tuple[tuple[int, Spot | None, Spot | None], ...]
    swapped: int


def changes(position: Position, now: Mapping[Spot, Label]) -> Changes:
    """The difference between a position and what some places hold now."""
    pairs = [(s, bare(position.get(s, EMPTY)), bare(x)) for s, x in sorted(now.items())]
    laid = tuple(
        Laid(spot, new.tile, old.tile)
        for spot, old, new in pairs
        if new.tile is not None and new.tile != old.tile
    )
    gone = tuple(spot for spot, old, new in pairs if old.tile is not None and new.tile is None)
    return Changes(
        laid,
        gone,
        frozenset(spot for spot, old, new in pairs if new.stop and not old.stop),
        frozenset(s for s, old, new in pairs if old.stop and not new.stop and s not in gone),
        tuple(_tram_moves(position, pairs)),
        sum(one.replaces is not None and bool(one.replaces.mask & ~one.tile.mask) for one in laid),
    )


def bare(label: Label) -> CellContent:
    """The content of a place, with nothing in it where it is empty."""
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
