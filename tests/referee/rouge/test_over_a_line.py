"""A foul that makes a line obliges nobody: who plays on over it owes no capture."""

from __future__ import annotations

from rules.games.rouge.game import GAME
from rules.referee.history.match import Status
from rules.referee.history.rulings import ruling
from tests.rules.rouge.tables import codes, house, place, table

#: Red is to move and sets blue's pawn, which makes a line of three of blue's.
LAY, PLAYERS = "red 1/5 2/2; blue 1/0 1/2; green 3/3 3/5", ("red", "blue", "green")
BEFORE = table(LAY, PLAYERS)
FOUL, NEXT = place("blue", "1/1", None), place("green", "2/6")


def test_a_turn_over_a_foul_that_made_a_line_is_right() -> None:
    """Green follows blue, whose pawn lies there; red's foul took nothing and needs not."""
    assert codes(BEFORE, FOUL) == ["not-your-pawn"]
    standing = GAME.force(BEFORE, FOUL, house())
    assert standing.open is not None
    verdict, status = ruling(GAME, BEFORE, standing, NEXT, house(), after_foul=True)
    assert status is Status.RESTING
    assert verdict.legal


def test_a_line_of_the_game_itself_is_still_to_be_paid_out() -> None:
    """Blue's own line, made in its turn, with nothing lying over it."""
    blue = table(LAY, PLAYERS, to_move="blue")
    made = GAME.force(blue, FOUL, house())
    verdict, status = ruling(GAME, made, None, NEXT, house(), after_foul=False)
    assert status is Status.OPEN
    assert [one.code for one in verdict.violations] == ["capture-missing"]


def test_the_pawns_taken_for_the_line_of_a_foul_are_part_of_it() -> None:
    """Nobody owed them; over a foul that people know of they are no legal turn."""
    standing = GAME.force(BEFORE, FOUL, house())
    taking = place("blue", "1/1", "green 3/3, red 1/5")
    for after_foul, found in ((True, Status.OPEN), (False, Status.RESTING)):
        _, status = ruling(GAME, BEFORE, standing, taking, house(), after_foul=after_foul)
        assert status is found
