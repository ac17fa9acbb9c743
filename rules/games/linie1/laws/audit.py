"""What a single position proves wrong, whatever the order of play (outside contract, `read`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.rulebook import House
from rules.core.verdict import Violation
from rules.games.linie1.board import Board
from rules.games.linie1.content import CellContent
from rules.games.linie1.laws.network import on_track
from rules.games.linie1.laws.ownership import too_many
from rules.games.linie1.laws.placement import dead_end_fouls, position_fouls
from rules.games.linie1.laws.signing import missing_sign, second_sign
from rules.games.linie1.laws.signs import letter_at, signs_of, tiles_beside
from rules.games.linie1.places import LETTERS, SPOTS, Spot
from rules.games.linie1.readings import Readings, foul
from rules.games.linie1.tiles import KINDS

Position = Mapping[Spot, CellContent]


def audit(position: Position, house: House) -> tuple[Violation, ...]:
    """Every foul the position proves. Never accuses one that some legal game reaches with its
    stop signs up."""
    readings, board = Readings.of(house), board_of(position)
    signs = frozenset(spot for spot, content in position.items() if content.stop)
    return (
        *position_fouls(board, sorted(board), readings),
        *dead_end_fouls(Board(), board, (), readings),
        *_box(board, readings),
        *_missing_signs(board, signs, readings),
        *_wrong_signs(board, signs),
        *_trams(position, board),
    )


def board_of(position: Position) -> Board:
    """The tiles of a position."""
    return Board({spot: c.tile for spot, c in position.items() if c.tile is not None})


def _box(board: Board, readings: Readings) -> Iterator[Violation]:
    """More tiles of a kind than the box holds (rule document 2.1)."""
    for kind in KINDS if readings.box == "printed" else ():
        if board.counts[kind.number] > kind.count:
            spots = tuple(spot for spot, tile in sorted(board.items()) if tile.kind is kind)
            yield too_many(kind.number, spots, board.counts[kind.number])


def _missing_signs(board: Board, signs: frozenset[Spot], readings: Readings) -> Iterator[Violation]:
    """A location with a tile beside it has a sign from its first tile on (5.8)."""
    for letter in LETTERS if readings.sign_missing != "reminder" else ():
        beside = tiles_beside(board, letter)
        if beside and not signs_of(signs, letter):
            yield missing_sign(letter, SPOTS[beside[0]])


def _wrong_signs(board: Board, signs: frozenset[Spot]) -> Iterator[Violation]:
    """A sign next to no location, on no tile, or a second one (5.8)."""
    for spot in sorted(signs):
        letter = letter_at(spot)
        if letter is None:
            yield foul("stop-sign-wrong", spot, cell=spot)
        elif board.at(spot) is None:
            yield foul("stop-sign-wrong", spot, cell=spot, letter=letter, case="early")
        elif spot != (first := signs_of(signs, letter)[0]):
            yield second_sign(spot, first, letter)


def _trams(position: Position, board: Board) -> Iterator[Violation]:
    """A tram that stands neither on a tile nor on a terminus (5.11)."""
    for spot, content in sorted(position.items(), key=lambda item: item[0]):
        for line in content.trams:
            if not on_track(board, spot):
                yield foul("not-on-track", spot, line=line, cell=spot)
