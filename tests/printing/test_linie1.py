"""The printed Linie 1 is the box of the rules, and its photos are read without an error."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

import numpy as np
import pytest

from rules.games.linie1.cards import LONG, SHORT
from rules.games.linie1.places import LETTERS
from rules.games.linie1.tiles import KINDS, Tile
from tests.printing.linie1_scene import photo_of, sprite_of
from tests.printing.pages import made
from tests.printing.reading import read
from tests.render.linie1.positions import Position, random_position
from tests.render.seeds import stream
from tests.render.tiles import PAD


def _tiles_of(position: Position) -> dict[tuple[int, int], tuple[frozenset[str], bool]]:
    laid = {at: Tile.of_kind(kind, quarters) for at, (kind, quarters) in position.tiles.items()}
    return {at: (frozenset(tile.connections), tile.trees) for at, tile in laid.items()}


def _seen_tiles(answer: dict[str, Any]) -> dict[tuple[int, int], tuple[frozenset[str], bool]]:
    tiles = [p for p in answer["pieces"] if p["kind"] == "tile"]
    return {(p["row"], p["col"]): (frozenset(p["connections"]), p["trees"]) for p in tiles}


def _places(answer: dict[str, Any], kind: str) -> set[tuple[int, int]]:
    return {(p["row"], p["col"]) for p in answer["pieces"] if p["kind"] == kind}


def _position(seed: int) -> Position:
    """A game in progress: signs stand on tiles, no two things on one cell, where one would hide
    the other."""
    for attempt in count():
        position = random_position(stream(seed, "position", attempt), 45)
        stand = [*position.stops, *(place[1:] for place in position.trams)]
        lie = set(position.stops) <= set(position.tiles)
        if lie and position.trams and position.stops and len(set(stand)) == len(stand):
            return position
    raise AssertionError


Pieces = set[tuple[object, ...]]


def _truth(position: Position) -> Pieces:
    """Every piece of the board as kind, place and look."""
    tiles = {("tile", *at, *look) for at, look in _tiles_of(position).items()}
    return tiles | {("stop", *at) for at in position.stops} | {("tram", *t) for t in position.trams}


def _seen(answer: dict[str, Any]) -> Pieces:
    tiles = {("tile", *at, *look) for at, look in _seen_tiles(answer).items()}
    trams = {
        ("tram", p["line"], p["row"], p["col"]) for p in answer["pieces"] if p["kind"] == "tram"
    }
    return tiles | trams | {("stop", *at) for at in _places(answer, "stop")}


def score(seed: int) -> tuple[int, int, str]:
    """Pieces of a random game's photo, how many are amiss, the reading's status."""
    position = _position(seed)
    answer, truth = read("linie1", photo_of(position, seed).image), _truth(position)
    return len(truth), len({piece[:3] for piece in _seen(answer) ^ truth}), answer["status"]


def test_the_set_is_that_of_the_rules() -> None:
    """Tiles in the counts of the rule document, twelve signs, six trams, all eighteen cards."""
    pieces = made("linie1").pieces
    tiles = Counter(piece.name for piece in pieces if piece.kind == "tile")
    assert tiles == {f"T{kind.number}": kind.count for kind in KINDS}
    assert {p.name for p in pieces if p.kind == "sign"} == set(LETTERS)
    assert {p.name for p in pieces if p.kind == "tram"} == set("123456")
    cards = [p.name for p in pieces if p.kind == "card"]
    assert sorted(cards) == sorted([*LONG, *SHORT, *(f"line {n}" for n in range(1, 7))])


def test_the_quarters_make_one_board() -> None:
    """Along every join both sheets print the same, so that the parts meet."""
    for first, second, turn in (("00", "01", 1), ("10", "11", 1), ("00", "10", 0), ("01", "11", 0)):
        a, b = (sprite_of("board", name)[PAD:-PAD, PAD:-PAD, :3] for name in (first, second))
        if not turn:
            a, b = (np.rot90(part) for part in (b, a))
        left, right = a[:, -6].astype(int), b[:, 5].astype(int)
        assert (np.abs(left - right).max(1) > 60).mean() < 0.03


@pytest.mark.slow
@pytest.mark.parametrize("seed", [20, 31])
def test_a_photo_of_the_printed_game_is_read_right(seed: int) -> None:
    """Board, tiles, signs and trams, cut from the PDF, folded and laid."""
    assert score(seed)[1] == 0


@pytest.mark.slow
def test_photos_of_the_printed_game_are_read_right() -> None:
    """Games in progress on any table, slanted up to 32 degrees: of a hundred pieces at most one is
    read wrongly, and never without a doubt."""
    scores = [score(seed) for seed in range(20, 30)]
    assert all(amiss == 0 or status == "unsure" for _, amiss, status in scores)
    assert sum(amiss for _, amiss, _ in scores) <= sum(pieces for pieces, _, _ in scores) / 100
