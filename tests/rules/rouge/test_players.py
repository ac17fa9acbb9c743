"""Who is told of a turn, who may join a game whose players nobody named, who begins the next."""

from __future__ import annotations

import pytest

from rules.core.verdict import Outcome
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pass, Pawn, RougeState, Turn
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import after, codes, house, judged, move, place, position, ring, table
from tests.rules.rouge.weighing import shares_of_codes

HOUSE = house()
RGB = ("red", "blue", "green")
THREE = "red 1/0 1/1 2/5 2/7; blue 2/4 2/6 3/3 3/4; green 3/0 3/1 3/6 2/1"
RED_TO_PLAY = table(THREE, RGB)
BLUE_TO_PLAY = after(RED_TO_PLAY, place("red", "1/4"))
OWED = after(RED_TO_PLAY, place("red", "1/2", None))

#: (state, turn, who is told of it).
TOLD = [
    (RED_TO_PLAY, place("red", "1/4"), "red"),
    (RED_TO_PLAY, ring(1), "red"),
    (RED_TO_PLAY, Pass(()), "red"),
    # Not yet blue's turn: red used its pawn, or blue was early; it is red's turn that is amiss.
    (RED_TO_PLAY, place("blue", "1/4"), "red"),
    (RED_TO_PLAY, place("white", "1/4"), "red"),
    # A second action is told of who has just moved.
    (BLUE_TO_PLAY, place("red", "1/5"), "red"),
    (BLUE_TO_PLAY, move("red", "1/4", "1/5"), "red"),
    (BLUE_TO_PLAY, place("green", "1/5"), "blue"),
    (BLUE_TO_PLAY, place("blue", "1/5"), "blue"),
    # While a line is not paid out everything is told of who made it.
    (OWED, place("red", "1/2", "blue 2/4, green 3/0"), "red"),
    (OWED, place("blue", "3/7"), "red"),
    (OWED, ring(1), "red"),
]


@pytest.mark.parametrize(("state", "turn", "player"), TOLD)
def test_a_turn_is_told_of_who_answers_for_it(
    state: RougeState, turn: Turn, player: str | None
) -> None:
    """By the pawn's colour, the turn and the line that is owed."""
    assert GAME.player_of(state, turn, HOUSE) == player


def test_a_colour_tells_the_player_where_nobody_knows_whose_turn_it_is() -> None:
    """A ring tells nothing."""
    names = ("Ann", "Bea", "Cis")
    state = GAME.resume(position(THREE), names, HOUSE)
    assert GAME.player_of(state, place("red", "1/4"), HOUSE) is None
    state = GAME.tell(state, "colours", {"Ann": "red", "Bea": "blue", "Cis": "green"})
    assert GAME.player_of(state, place("blue", "1/4"), HOUSE) == "Bea"
    assert GAME.player_of(state, ring(1), HOUSE) is None


def test_nobody_is_told_of_a_turn_after_the_end() -> None:
    """A draw was agreed."""
    assert GAME.player_of(GAME.tell(RED_TO_PLAY, "draw", {}), ring(1), HOUSE) is None


def test_a_foul_asks_for_no_pawns() -> None:
    """A line made out of turn earns nothing and owes nothing."""
    verdict = judged(BLUE_TO_PLAY, place("red", "1/2", None))
    assert (verdict.legal, verdict.rewards, verdict.required) == (False, (), ())


# -- colours nobody has seen yet


def test_a_third_and_a_fourth_colour_join_a_game_without_names() -> None:
    """Who has not placed yet was not seen; a fifth colour is nobody's."""
    state = GAME.resume(position("red 1/0; blue 2/0"), (), HOUSE)
    for colour, to in (("green", "3/3"), ("yellow", "3/5")):
        before, turn = state, place(colour, to)
        state = after(state, turn)
        picture = seen(GAME.position(state), sure=0.9995)
        assert shares_of_codes(before, picture, HOUSE)[()] > 0.97
    assert state.colours == ("blue", "red", "green", "yellow")
    assert codes(state, place("black", "1/5")) == ["not-your-pawn"]


def test_a_new_colour_leaves_the_order_of_play_open() -> None:
    """Two colours seemed to be all, so red seemed to be next; it is not known any more."""
    many = "red 1/0 1/2 1/4 2/1; blue 2/4 2/6 3/3 3/5"
    state = after(GAME.resume(position(many), (), HOUSE), place("blue", "3/0"))
    assert codes(state, place("blue", "3/1")) == ["two-moves"]
    joined = after(state, place("green", "3/7"))
    assert joined.mover is None
    assert judged(joined, place("red", "1/6")).legal
    assert judged(joined, place("blue", "1/6")).legal
    assert codes(joined, place("green", "1/6")) == ["two-moves"]


def test_a_new_colour_in_a_game_of_known_players_is_nobody_s() -> None:
    """Their number is known."""
    state = GAME.resume(position("red 1/0; blue 2/0"), ("A", "B"), HOUSE)
    assert codes(state, place("green", "3/3")) == ["not-your-pawn"]


def test_the_colours_in_play_are_known_once_every_player_s_is() -> None:
    """Two people of whom one has set a pawn; then the other; three of whom nobody said how many
    they are; four, as many as a table has."""
    shown = after(GAME.start(("Ada", "Ben"), HOUSE), place("red", "1/0"))
    assert GAME.in_play(GAME.start(("red", "blue"), HOUSE)) == {Pawn("red"), Pawn("blue")}
    assert GAME.in_play(shown) is None
    assert GAME.in_play(after(shown, place("blue", "1/1"))) == {Pawn("red"), Pawn("blue")}
    three = "red 1/0; blue 2/0; green 3/0"
    assert GAME.in_play(GAME.resume(position(three), (), HOUSE)) is None
    four = GAME.in_play(GAME.resume(position(three + "; white 3/1"), (), HOUSE))
    assert four == {Pawn(colour) for colour in ("red", "blue", "green", "white")}


def test_a_line_is_paid_out_before_a_new_colour_comes() -> None:
    """Red's line is owed, whoever comes next."""
    state = GAME.resume(position("red 1/0 1/1; blue 2/0 2/4"), (), HOUSE)
    state = GAME.tell(state, "unlocked", {})
    state = after(state, place("red", "1/2", None))
    assert codes(state, place("green", "3/3")) == ["capture-missing"]


# -- the next game


def test_u1_who_went_out_first_begins_where_the_table_plays_so() -> None:
    """Of several who went out together the lot picks one; without a loser it draws."""
    players = ("A", "B", "C")
    ended = Outcome("last-in", ("A",), (("A",), ("C",), ("B",)))
    together = Outcome("last-in", ("A",), (("A",), ("B", "C")))
    drawn = Outcome("draw", players, (players,))
    loser = house(starter="loser")
    assert GAME.next_order(players, ended, 2, HOUSE) == ("C", "A", "B")
    assert GAME.next_order(players, ended, 2, loser) == ("B", "C", "A")
    assert GAME.next_order(players, together, 1, loser) == ("C", "A", "B")
    assert GAME.next_order(players, drawn, 2, loser) == ("C", "A", "B")
    assert GAME.next_order(players, None, 1, loser) == ("B", "C", "A")
