"""The data files: board, tiles and cards as the sources print them."""

from __future__ import annotations

import pytest

from rules.core.toolkit.bits import indices
from rules.games.linie1 import places
from rules.games.linie1.cards import LINES, LONG, SHORT, route_cards
from rules.games.linie1.places import (
    BESIDE,
    CELLS,
    LETTERS,
    LOCATION_AT,
    SPAN,
    SPOTS,
    TERMINI,
    TERMINI_OF,
    Spot,
    board_data,
    spot_of,
)
from rules.games.linie1.tiles import FACE_MASKS, KINDS, TILES, UPGRADES, Tile
from tests.rules.linie1.tables import from_edition, in_edition, turned

#: Mirrors a place left to right.
MIRRORED = {spot: Spot(spot.row, SPAN - 1 - spot.col) for spot in SPOTS}


def test_the_box_holds_101_and_126_tiles() -> None:
    """The pile, and with the start tiles the whole (rule text, contents)."""
    assert sum(kind.pile for kind in KINDS) == 101
    assert sum(kind.start for kind in KINDS) == 25
    assert sum(kind.count for kind in KINDS) == 126
    assert sorted(k.pile for k in KINDS if not k.trees) == [6, 10, 10, 10, 20, 21]
    assert sorted(k.pile for k in KINDS if k.trees) == [2, 2, 4, 4, 6, 6]


def test_there_are_34_ways_a_tile_can_lie() -> None:
    """Turned, never flipped; the two last kinds are each other's mirror image."""
    turns = [len({Tile(kind.mask).turned(q) for q in range(4)}) for kind in KINDS]
    assert turns == [2, 4, 4, 4, 4, 2, 4, 4, 1, 1, 2, 2]
    assert len(FACE_MASKS) == 1 + sum(turns)
    assert len({tile.mask for tile in TILES}) == 34


def test_each_tile_is_told_by_its_connections_however_it_is_turned() -> None:
    """Four quarter turns lead back, and the kind stays."""
    for kind in KINDS:
        tile = Tile(kind.mask)
        assert tile.turned(4) == tile
        assert {tile.turned(q).kind.number for q in range(4)} == {kind.number}
        assert Tile.of_kind(kind.number, 1) == tile.turned(1)
    assert Tile.named(["EN"]) == Tile.named(["NE"])
    with pytest.raises(ValueError, match="no tile joins"):
        Tile.named(["NS", "EW", "NE"])


def test_the_exchange_table_of_the_rule_document_is_derived() -> None:
    """Strict supersets after any turn (rule document 2.2)."""
    table = {
        kind.number: sorted({TILES[f].kind.number for f in indices(upgrades)})
        for kind in KINDS
        for upgrades in [UPGRADES[Tile(kind.mask).face]]
    }
    assert table == {
        1: [3, 4, 7, 8, 10, 11, 12],
        2: [3, 4, 5, 6, 7, 8, 9, 11, 12],
        3: [7, 8, 11],
        4: [7, 8, 12],
        5: [7, 8, 9],
        6: [9, 11, 12],
        **{number: [] for number in range(7, 13)},
    }


def test_the_board_has_144_cells_twelve_locations_and_twelve_termini() -> None:
    """J is skipped (rule document 1.1)."""
    assert len(CELLS) == 132
    assert "".join(LETTERS) == "ABCDEFGHIKLM"
    assert len(TERMINI) == 12
    for line, (one, other) in TERMINI_OF.items():
        assert line in LINES
        assert {one.side, other.side} in ({"W", "E"}, {"N", "S"})


def test_locations_turn_onto_themselves_and_termini_mirror_too() -> None:
    """The four-fold symmetry of the board (rule document 1.6)."""
    sites = {SPOTS[at] for at in LOCATION_AT}
    assert {turned(site, 1) for site in sites} == sites
    assert {MIRRORED[site] for site in sites} != sites
    exits = {SPOTS[cell] for terminus in TERMINI for cell in terminus.cells}
    assert {turned(spot, 1) for spot in exits} == exits
    assert {MIRRORED[spot] for spot in exits} == exits


def test_no_cell_is_next_to_two_locations() -> None:
    """So a tile never gets two signs; four locations on the rim have three neighbours."""
    beside = [cell for cells in BESIDE.values() for cell in cells]
    assert len(set(beside)) == len(beside) == 4 * 12 - 4


def test_the_editions_are_turns_of_one_board() -> None:
    """Read clockwise from the top left in each edition's own upright picture (1.7)."""
    read = {}
    for edition in board_data()["editions"]:
        sides: dict[str, list[tuple[int, int]]] = {"N": [], "E": [], "S": [], "W": []}
        for terminus in TERMINI:
            spot = in_edition(terminus.spot, edition)
            assert from_edition(spot, edition) == terminus.spot
            across = "W" if spot.col == 0 else "E"
            side = {0: "N", 13: "S"}.get(spot.row, across)
            sides[side].append((spot.row + spot.col, terminus.line))
        read[edition] = {side: [line for _, line in sorted(x)] for side, x in sides.items()}
    assert read == {
        "goldsieber": {"N": [5, 4, 6], "E": [1, 2, 3], "S": [6, 5, 4], "W": [3, 1, 2]},
        "mayfair": {"N": [4, 5, 6], "E": [2, 1, 3], "S": [6, 4, 5], "W": [3, 2, 1]},
        "rigoler": {"N": [1, 2, 3], "E": [4, 5, 6], "S": [3, 1, 2], "W": [6, 4, 5]},
    }
    assert all(set(e["names"]) == set(LETTERS) for e in board_data()["editions"].values())


def test_a_terminus_is_one_place_with_a_name() -> None:
    """Both border places stand for it."""
    assert spot_of(0, 6) == spot_of(0, 7) == TERMINI_OF[4][0].spot
    assert spot_of(0, 6).name() == "terminus 4 N"
    assert Spot(3, 7).name() == "(3, 7)"
    assert places.index_of(Spot(20, 1)) == -1


def test_each_pack_has_six_cards_with_a_row_for_every_line() -> None:
    """Two stops and three; no stop twice in a row, none of the missing letter."""
    for cards, stops in ((SHORT, 2), (LONG, 3)):
        assert len(cards) == 6
        rows = [row for card in cards.values() for row in card.values()]
        assert all(len(set(row)) == stops and set(row) <= set(LETTERS) for row in rows)
        assert all(tuple(card) == LINES for card in cards.values())
    assert LONG["L6"][1] == ("C", "G", "M")


@pytest.mark.parametrize(
    ("stops", "players", "cards"),
    [
        ("by_players", 2, LONG),
        ("by_players", 3, LONG),
        ("by_players", 4, SHORT),
        ("two", 2, SHORT),
        ("three", 5, LONG),
    ],
)
def test_which_pack_is_dealt(stops: str, players: int, cards: object) -> None:
    """Decision 5.2: the translator's note on the German sheet, or the table's choice."""
    assert route_cards(stops, players) is cards
