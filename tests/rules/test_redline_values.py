"""Small values of Redline: boards, hands, JSON, what players tell."""

from __future__ import annotations

import copy
import pickle

import pytest

from rules.core.errors import UnknownName
from rules.core.places import Cell
from rules.core.verdict import facts
from rules.games.redline import GAME
from rules.games.redline.board import Board, board_of
from rules.games.redline.hands import Hand
from rules.games.redline.laws.legal import fits
from rules.games.redline.readings import Readings
from rules.games.redline.state import Discard, Lay
from rules.games.redline.tiles import Tile
from tests.rules.tables import house, judged, lay, layout, table, tile

TILES = layout((0, 0, "Y E"), (1, 0, "B W+S"))


def test_a_board_is_its_mapping_whatever_the_order() -> None:
    """Equal to the plain layout and to a board laid in another order, with the same hash."""
    board = Board(TILES)
    other = Board().with_tile(Cell(1, 0), tile("B W+S")).with_tile(Cell(0, 0), tile("Y E"))
    assert board == other == TILES
    assert hash(board) == hash(other)
    assert dict(board.open_places) == dict(other.open_places)
    assert board != Board()
    assert board != 3
    assert "Board({Cell" in repr(board)


def test_a_board_is_never_changed() -> None:
    """Laying gives another one; replacing a tile forgets the old tile's lines."""
    board = Board(TILES)
    board.with_tile(Cell(1, 1), tile("Y N"))
    assert board == TILES
    swapped = board.with_tile(Cell(1, 0), tile("B W"))
    assert swapped.around(Cell(1, 1)).demand == 0
    assert board.around(Cell(1, 1)).demand == 1
    assert not swapped.has_kind(tile("B N+E"))


def test_a_board_of_a_board_is_itself() -> None:
    """No work is done twice; copies and pickles are equal."""
    board = Board(TILES)
    assert board_of(board) is board
    assert board_of(TILES) == board
    assert copy.deepcopy(board) == board == pickle.loads(pickle.dumps(board))
    assert board.at(Cell(9, 9)) is None


def test_hands_know_what_was_read() -> None:
    """Turns mean nothing in a hand; what is drawn is hidden until read."""
    hand = Hand.of([tile("Y E"), tile("B S+W")])
    assert hand == Hand.of([tile("B N+E"), tile("Y W")])
    assert (hand.exact, hand.count, hand.empty) == (True, 2, False)
    assert hand.may_hold(tile("Y N"))
    assert not hand.may_hold(tile("Y N+S"))
    drawn = hand.with_drawn()
    assert (drawn.exact, drawn.count) == (False, 3)
    assert drawn.may_hold(tile("Y N+S"))
    assert Hand().with_drawn() == Hand()


@pytest.mark.parametrize(
    ("hand", "left", "expected"),
    [
        (Hand.of([tile("Y E")]), "Y N", Hand((), 0)),
        (Hand((), 3), "Y N", Hand((), 2)),
        (Hand(), "Y N", Hand()),
        (Hand.of([tile("Y E")]), "B N", Hand()),
        (Hand.of([tile("Y E")], 2), "B N", Hand.of([tile("Y E")], 1)),
    ],
)
def test_a_tile_leaves_a_hand(hand: Hand, left: str, expected: Hand) -> None:
    """A known one, a hidden one; one that cannot have been there leaves nothing sure."""
    assert hand.without([tile(left)]) == expected


def test_tiles_thrown_away_unseen_leave_a_count() -> None:
    """Which are left nobody knows, and a count never falls below nought."""
    hand = Hand.of([tile("Y E"), tile("B S+W")])
    assert hand.without_unseen(1) == Hand((), 1)
    assert hand.without_unseen(5) == Hand((), 0)
    assert hand.without_unseen(0) is hand
    assert Hand().without_unseen(2) == Hand()


@pytest.mark.parametrize(
    ("turn", "data"),
    [
        (
            lay(1, 0, "Y SE+S+SW"),
            {"kind": "lay", "col": 1, "row": 0, "colour": "yellow", "spokes": ["SE", "S", "SW"]},
        ),
        (
            lay(1, -2, "B N", 44.5, offset=(0.1, -0.2)),
            {
                "kind": "lay",
                "col": 1,
                "row": -2,
                "colour": "blue",
                "spokes": ["N"],
                "askew_deg": 44.5,
                "offset": [0.1, -0.2],
            },
        ),
        (Discard("A", 2), {"kind": "discard", "player": "A", "count": 2}),
        (
            Discard("A", 1, (tile("B N"),)),
            {
                "kind": "discard",
                "player": "A",
                "count": 1,
                "tiles": [{"colour": "blue", "spokes": ["N"]}],
            },
        ),
    ],
)
def test_turns_as_the_contract_writes_them(turn: Lay | Discard, data: dict) -> None:
    """Both ways."""
    assert GAME.turn_to_json(turn) == data
    assert GAME.turn_from_json(data) == turn


@pytest.mark.parametrize(
    "data",
    [
        {"colour": "green", "spokes": ["N"]},
        {"colour": "blue", "spokes": []},
        {"colour": "blue", "spokes": ["UP"]},
        {"colour": "blue"},
        {"colour": "blue", "spokes": None},
    ],
)
def test_what_is_no_tile(data: dict) -> None:
    """A name in the family of mistakes, not a bare ValueError."""
    with pytest.raises(UnknownName, match=r"^tile"):
        GAME.label_from_json(data)


def test_what_is_no_move() -> None:
    """Redline has two kinds."""
    with pytest.raises(UnknownName, match="'drive'"):
        GAME.turn_from_json({"kind": "drive"})


def test_what_the_players_tell() -> None:
    """Hands, reserve and turn; a fact Redline has no use for is named."""
    state = table((0, 0, "Y E"))
    told = GAME.tell(
        state, "hand", {"player": "A", "tiles": [{"colour": "blue", "spokes": ["W"]}], "hidden": 2}
    )
    assert told.hand("A") == Hand.of([tile("B N")], 2)
    assert GAME.tell(state, "reserve", {"count": 7}).reserve == 7
    assert GAME.to_move(GAME.tell(state, "turn", {"player": "B"})) == "B"
    assert GAME.to_move(state) is None
    with pytest.raises(UnknownName, match="weather"):
        GAME.tell(state, "weather", {})


def test_whose_turn_it_is_is_learnt_as_play_goes_on() -> None:
    """A tile surely in one hand tells who laid it; a discard names its player."""
    state = table((0, 0, "Y E"), players="ABC")
    known = state.with_hand("B", Hand.of([tile("B N"), tile("Y N+S")]))
    assert GAME.to_move(GAME.force(known, lay(1, 0, "B W"), house())) == "C"
    counted = state.with_hand("A", Hand((), 4))
    unknown = GAME.force(counted, lay(1, 0, "B W"), house())
    assert GAME.to_move(unknown) is None
    assert unknown.hand("A") == Hand()
    assert GAME.to_move(GAME.force(state, Discard("C", 2), house())) == "A"


def test_a_forced_foul_takes_the_tile_from_the_hand_it_was_in() -> None:
    """Also when it was somebody else's."""
    state = GAME.force(GAME.start("AB", house()), lay(0, 0, "Y E"), house())
    state = state.with_hand("A", Hand.of([tile("B N"), tile("B N+S")]))
    after = GAME.force(state, lay(1, 0, "B W"), house())
    assert after.hand("A") == Hand.of([tile("B N+S")])
    assert after.hand("B").count == 8
    over = GAME.force(after, lay(1, 0, "B W+N"), house())
    assert over.layout[Cell(1, 0)] == tile("B W+N")


def test_readings_are_the_rulebook() -> None:
    """Their names, defaults and values agree, so that no option is without effect by a slip."""
    defaults = Readings()
    for option in GAME.rulebook.options:
        assert getattr(defaults, option.name) == option.default
    assert Readings.of(house()) == defaults


def test_every_decision_is_in_the_rulebook() -> None:
    """R1 to R25 each once, and every option belongs to one."""
    numbers = [decision.number for decision in GAME.rulebook.decisions]
    assert numbers == [*(f"R{n}" for n in range(1, 26)), "1.2"]
    assert {option.decision for option in GAME.rulebook.options} <= set(numbers)


def test_a_reward_as_json() -> None:
    """The contract's `alignments`, each with its kind, axis and cells."""
    state = table((0, 0, "Y E"), (1, 0, "B W+E"), (2, 0, "Y W+E")).with_reserve(3)
    (reward,) = judged(state, lay(3, 0, "B W")).rewards
    assert facts(reward.params) == {
        "alignments": [
            {
                "kind": "alternating",
                "axis": "horizontal",
                "cells": [[0, 0], [1, 0], [2, 0], [3, 0]],
            }
        ]
    }
    assert facts((("cell", Cell(1, 2)), ("word", "x"), ("number", 3))) == {
        "cell": [1, 2],
        "word": "x",
        "number": 3,
    }


def test_a_tile_that_does_not_exist() -> None:
    """Four lines, or none."""
    for mask in (0, 15):
        with pytest.raises(ValueError, match="one to three"):
            Tile(tile("Y N").colour, mask)


def test_what_fits_on_an_empty_table_and_on_a_taken_cell() -> None:
    """Everything; nothing."""
    empty = GAME.start((), house())
    assert fits(empty, lay(5, 5, "Y N"), Readings())
    assert not fits(table((0, 0, "Y E")), lay(0, 0, "B W"), Readings())


def test_1_2_an_unknown_set_may_hold_anything() -> None:
    """Where the set is unknown, an unknown hand may lay all 184 oriented tiles."""
    turns = GAME.legal_turns(GAME.start((), house()), house(set="unknown"))
    assert len(list(turns)) == 184


def test_a_hand_known_in_part_lays_what_is_nowhere_else() -> None:
    """Tiles surely in another hand are not listed; what is thrown away must be what is known."""
    state = GAME.force(GAME.start("AB", house()), lay(0, 0, "Y E"), house())
    state = state.with_hand("A", Hand.of([tile("B N")], 6)).with_hand("B", Hand((), 8))
    turns = list(GAME.legal_turns(state, house()))
    assert lay(1, 0, "B W") not in turns
    assert lay(1, 0, "B W+N") in turns
    assert turns[-1] == Discard("B", 2)
    partly = state.with_hand("B", Hand.of([tile("Y N+S")], 7))
    for turn in GAME.legal_turns(partly, house()):
        assert GAME.judge(partly, turn, house()).legal


def test_a_pattern_has_the_number_of_the_rule_document() -> None:
    """However the tile is turned."""
    assert {turned.pattern for turned in tile("Y E+S+NW").orientations()} == {15}
    assert tile("Y N").turned(1) == tile("Y E")
