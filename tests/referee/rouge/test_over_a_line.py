"""A foul that makes a line obliges nobody: who plays on over it owes no capture."""

from __future__ import annotations

from rules.games.rouge.game import GAME
from rules.games.rouge.state import Place
from rules.referee.history.match import Status
from rules.referee.history.rulings import Ruled, Table
from tests.rules.rouge.tables import codes, house, place, table

#: Red is to move and sets blue's pawn, which makes a line of three of blue's.
LAY, PLAYERS = "red 1/5 2/2; blue 1/0 1/2; green 3/3 3/5", ("red", "blue", "green")
BEFORE = table(LAY, PLAYERS)
FOUL, NEXT = place("blue", "1/1", None), place("green", "2/6")


def over_the_foul(turn: Place, *, after_foul: bool) -> Ruled:
    """A turn on the table on which the foul lies, as the last turn or before another one."""
    standing = GAME.force(BEFORE, FOUL, house())
    return Table(GAME, house(), BEFORE, BEFORE, standing, (FOUL,), after_foul).ruled(turn)


def test_a_turn_over_a_foul_that_made_a_line_is_right() -> None:
    """Green follows blue, whose pawn lies there; red's foul took nothing and needs not."""
    assert codes(BEFORE, FOUL) == ["not-your-pawn"]
    assert GAME.force(BEFORE, FOUL, house()).open is not None
    ruled = over_the_foul(NEXT, after_foul=True)
    assert ruled.status is Status.RESTING
    assert ruled.verdict.legal


def test_a_line_of_the_game_itself_is_still_to_be_paid_out() -> None:
    """Blue's own line, made in its turn, with nothing lying over it."""
    blue = table(LAY, PLAYERS, to_move="blue")
    made = GAME.force(blue, FOUL, house())
    ruled = Table(GAME, house(), made, made, made).ruled(NEXT)
    assert ruled.status is Status.OPEN
    assert [one.code for one in ruled.verdict.violations] == ["capture-missing"]


def test_the_pawns_taken_for_the_line_of_a_foul_are_part_of_it() -> None:
    """Nobody owed them; over a foul that people know of they are no legal turn."""
    taking = place("blue", "1/1", "green 3/3, red 1/5")
    for after_foul, found in ((True, Status.OPEN), (False, Status.RESTING)):
        assert over_the_foul(taking, after_foul=after_foul).status is found
