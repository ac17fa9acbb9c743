"""Bad habits of readers: a label that is taken for another one, however the piece lies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules.games.linie1.content import CellContent
from rules.games.linie1.tiles import Tile as Track
from rules.games.redline.tiles import Tile
from rules.games.rouge.state import Pawn

SAMPLES = Path(__file__).parents[3] / "sample_images"


_STRAIGHT = Track.named(("EW",))

YELLOW = Tile.named("yellow", ("NE", "E"))


def straight_for_bend(label: CellContent) -> CellContent | None:
    """Straight track is taken for a bend, turned as it lies."""
    bends = {_STRAIGHT: Track.named(("NW",)), _STRAIGHT.turned(1): Track.named(("NE",))}
    bend = None if label.tile is None else bends.get(label.tile)
    return None if bend is None else replace(label, tile=bend)


def tile_for_another(label: Tile) -> Tile | None:
    """One yellow tile is taken for another one, however it lies."""
    for quarters in range(4):
        if label == YELLOW.turned(quarters):
            return Tile.named("yellow", ("N", "W")).turned(quarters)
    return None


def red_for_orange(label: Pawn) -> Pawn | None:
    """Red pawns are taken for orange ones."""
    return Pawn("orange") if label.colour == "red" else None


@dataclass(frozen=True)
class Case:
    """A game, two photos of one evening, and the reader's bad habit."""

    game: str
    first: str
    later: str
    habit: Any


CASES = [
    Case("linie1", "02.jpg", "04.jpg", straight_for_bend),
    Case("redline", "02.jpg", "05.jpg", tile_for_another),
    Case("rouge", "02.jpg", "04.jpg", red_for_orange),
]


def photo_of(game: str, name: str) -> Path:
    """A photo of a game's recorded evening."""
    return SAMPLES / game / f"{game}_game_0101" / name
