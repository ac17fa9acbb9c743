"""Turns told otherwise: another tile read, or other tiles laid together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from rules.games.linie1.content import CellContent
from rules.games.linie1.laws.ownership import TILES_A_TURN
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Laid, Lay, Turn


def reread(turn: Turn, place: Spot, label: CellContent) -> Turn | None:
    """The same lay with another tile read on its cell; None where it filled another place or the
    reading has no tile."""
    if not isinstance(turn, Lay) or label.tile is None:
        return None
    if place not in {laid.spot for laid in turn.tiles}:
        return None
    tiles = tuple(
        Laid(one.spot, label.tile, one.replaces) if one.spot == place else one for one in turn.tiles
    )
    return replace(turn, tiles=tiles)


def divided(turn: Turn, later: Turn, gone: Collection[Spot]) -> tuple[Lay | None] | None:
    """The tiles of two lays that still lie there as one lay, those that are gone as the other:
    which tiles came together shows in no picture (5.3)."""
    if not (isinstance(turn, Lay) and isinstance(later, Lay)) or turn.ended or later.ended:
        return None
    tiles, nobodys = (*turn.tiles, *later.tiles), {turn.player, later.player} == {None}
    stay = tuple(laid for laid in tiles if laid.spot not in gone)
    if not nobodys or len(tiles) - len(stay) != TILES_A_TURN or len(stay) > TILES_A_TURN:
        return None
    signs, lacking = _at(stay, turn.signs + later.signs), _at(stay, turn.lacking + later.lacking)
    return (Lay(stay, signs, lacking, beside=turn.beside) if stay else None,)


def _at(tiles: Sequence[Laid], spots: Sequence[Spot]) -> tuple[Spot, ...]:
    return tuple(spot for spot in spots if spot in {laid.spot for laid in tiles})
