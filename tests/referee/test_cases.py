"""The cases that a referee of one history got wrong, each from clean pictures (issue 15)."""

from __future__ import annotations

import pytest

from rules.games.linie1.game import GAME as LINIE1
from rules.wire.calls import call_to_json
from tests.referee.sessions import At, Linie1, Redline, Rouge, on_track, travelling

# 1. No order becomes a fact --------------------------------------------------------------------


@pytest.mark.parametrize("lines", [True, False], ids=["lines told", "lines unknown"])
def test_case_1_two_trams_in_one_picture(lines: bool) -> None:
    """The lower line did not drive first: both are legal, each its own player's."""
    said = travelling(lines=lines).see(trams={4: (2, 8), 2: (7, 9)})
    assert said == ["legal A (order-assumed)", "legal B (order-assumed)"]


@pytest.mark.parametrize("again", [1, 3])
def test_case_1_two_rings_in_one_picture(again: int) -> None:
    """Whichever of the two is turned next was turned first: no `ring-just-turned`."""
    table = Rouge()
    table.play("", "red 1/0", "red 1/0; blue 1/4", "red 1/0 3/0; blue 1/4")
    assert table.see("red 1/0 3/0; blue 1/4 3/4") == ["legal blue"]
    said = table.see("red 1/1 3/1; blue 1/5 3/5")
    assert said == ["legal (order-assumed)", "legal (order-assumed)"]
    then = {1: "red 1/2 3/1; blue 1/6 3/5", 3: "red 1/1 3/2; blue 1/5 3/6"}
    assert table.see(then[again]) == ["legal red"]


@pytest.mark.parametrize("pawns", ["red 1/0 3/0; blue 2/0", "red 1/0; blue 2/0 3/0"])
def test_case_1_names_are_not_assumed(pawns: str) -> None:
    """Two first pawns in one picture: whoever places the third began, and makes no `two-moves`."""
    table = Rouge(("Ana", "Bo"))
    said = table.play("", "red 1/0; blue 2/0")
    assert said == ["legal (order-assumed)", "legal (order-assumed)"]
    assert table.see(pawns) == ["legal Ana"]


def test_case_1_a_foul_is_nobodys_turn_by_assumption() -> None:
    """B laid a foul and then rightly, or C went on over it: whose tile rests on the foul after that
    hangs on it."""
    table, layout = Redline(("A", "B", "C", "D")), {}
    for more in ({(0, 0): "B W+E"}, {(1, 0): "Y N+S"}, {(-1, 0): "Y W+E"}):
        table.see(layout)
        layout = {**layout, **more}
    assert table.see(layout) == ["legal B (foul-stands)"]
    assert table.see({**layout, (1, 1): "B N+E"}) == ["legal (foul-stands; over-foul)"]


# 2. Colours nobody named -----------------------------------------------------------------------


@pytest.mark.parametrize("first", ["", "red 1/0", "red 1/0; blue 2/0"])
def test_case_2_a_third_and_a_fourth_colour_of_an_unnamed_game(first: str) -> None:
    """No picture shows how many play: a new colour is another player, never a stranger."""
    table = Rouge(())
    table.see(first)
    for more in ("red 1/0; blue 2/0", "red 1/0; blue 2/0; green 3/3"):
        said = table.see(more)
        assert all(one.startswith(("legal", "nothing")) for one in said), said
    said = table.see("red 1/0; blue 2/0; green 3/3; yellow 3/5")
    assert said[0].startswith("legal")


# 3. A taken hollow -----------------------------------------------------------------------------


def test_case_3_a_pawn_on_a_taken_hollow() -> None:
    """Blue's pawn is put aside for red's: called once, then it lies there."""
    table = Rouge()
    table.play(
        *("", "red 1/0", "red 1/0; blue 1/4", "red 1/0 2/3; blue 1/4"),
        *("red 1/0 2/3; blue 1/4 2/6", "red 1/0 2/3 3/6; blue 1/4 2/6"),
        "red 1/0 2/3 3/6; blue 1/4 2/6 3/1",
    )
    taken = "red 1/0 2/3 3/6 2/6; blue 1/4 3/1"
    assert table.see(taken) == ["foul red occupied"]
    assert table.see(taken) == ["nothing red (foul-stands)"]


# 4. Whose tiles they are -----------------------------------------------------------------------


@pytest.mark.parametrize("lines", [True, False], ids=["lines told", "lines unknown"])
def test_case_4_two_tiles_after_a_tram_was_put_on_its_terminus(lines: bool) -> None:
    """B laid them: nobody laid while travelling."""
    table = on_track(lines=lines)
    assert table.see(trams={4: (0, 6)}) == ["legal A"]
    assert table.see({(3, 2): "NS", (3, 3): "NS"}) == ["legal B"]


# 5. Several open fouls -------------------------------------------------------------------------


def two_fouls() -> Linie1:
    """Two turns lie there that block tracks."""
    table = Linie1()
    assert table.see({(6, 6): "EW", (8, 8): "EW"}) == ["legal A"]
    assert table.see({(6, 7): "NS", (9, 5): "EW"}) == ["foul B blocks-track"]
    assert table.see({(8, 9): "NS", (10, 4): "EW"}) == ["foul B blocks-track (foul-stands)"]
    return table


@pytest.mark.parametrize(
    ("tiles", "trams", "code"),
    [({(6, 5): "NS", (3, 2): "EW"}, {}, "blocks-track"), ({}, {4: (0, 6)}, "route-incomplete")],
    ids=["tiles", "tram"],
)
def test_case_5_a_third_foul_laid_and_taken_back(
    tiles: dict[At, str], trams: dict[int, At], code: str
) -> None:
    """The two others lie as they lay: nothing enters the game, nothing new is called."""
    table = two_fouls()
    before = table.state.match
    assert table.see(tiles, trams=trams) == [f"foul B {code} (foul-stands)"]
    assert table.see(gone=[*tiles, *trams]) == ["taken-back B (foul-stands)"]
    assert table.state.match.accepted == before.accepted
    assert table.state.match.open_turns == before.open_turns
    assert table.see() == ["nothing B (foul-stands)"]


def test_case_5_open_fouls_go_one_by_one() -> None:
    """And then the same tiles laid well are a turn like any other."""
    table = two_fouls()
    assert table.see(gone=[(8, 9), (10, 4)]) == ["taken-back B (foul-stands)"]
    assert table.see(gone=[(6, 7), (9, 5)]) == ["taken-back B"]
    assert table.see({(6, 7): "EW", (9, 5): "EW"}) == ["legal B"]


def test_case_5_more_fouls_gone_than_tiles_left() -> None:
    """Redline has no board: one tile is laid over one tile, not over three of which two are gone,
    and play goes on."""
    table, first = Redline(), {(0, 0): "Y E+S"}
    table.see({})
    assert table.see(first) == ["legal A"]
    fouls = {**first, (2, 2): "B N+S"}
    assert table.see(fouls) == ["foul B no-extension"]
    assert table.see({**fouls, (3, 3): "Y N"}) == ["foul B no-extension (foul-stands)"]
    assert table.see(first) == ["taken-back B"]
    assert table.see({**first, (1, 0): "B W+S"}) == ["legal B"]


# 7. Rewards ------------------------------------------------------------------------------------

#: Six play, the reserve is empty (R2): the lay at (0, -1) makes the others discard (R18).
SIX = {
    **{(0, 0): "B S+SW", (0, 1): "Y N+S+NW", (-1, 1): "Y NE+E+S", (-1, 0): "B NE+E+SE"},
    **{(0, 2): "B N+SW", (0, -1): "Y NE+SE+SW", (1, 0): "B S+SW+NW"},
}


def test_case_7_the_reward_is_what_the_state_gives() -> None:
    """Their tiles are the reserve by then: the next alignment draws."""
    table, layout = Redline("ABCDEF"), {}
    table.see(layout)
    for cell, name in SIX.items():
        before = table.state.match.accepted
        layout[cell] = name
        assert [one.split()[0] for one in table.see(layout)] == ["legal"]
    assert table.calls[0].verdict is not None
    assert [reward.kind for reward in table.calls[0].verdict.rewards] == ["draw"]
    assert table.calls[0].player == "A"
    after = table.state.match.accepted
    assert before.hand("A").count == 7
    assert after.hand("A").count == 6  # one thrown away, one laid, one drawn
    assert (before.reserve, after.reserve) == (0, 4)


def test_case_7_who_draws_is_asked_where_the_order_decides() -> None:
    """Two lays in one picture, legal in either order; the draw is the layer's of one of them."""
    table = Redline()
    row = {(0, 0): "Y E+NW+W", (1, 0): "B W+E", (2, 0): "Y W+E+NE"}
    for count in range(4):
        table.see(dict(list(row.items())[:count]))
    assert table.see({**row, (3, 0): "B W+S", (-1, -1): "B SE+N"}) == ["ask B"]
    one, other = table.calls[0].alternatives
    assert one.turns == other.turns[::-1]
    assert one.probability == other.probability


# 8. Captures -----------------------------------------------------------------------------------

TWO = "red 1/0 1/1 2/5 2/7; blue 2/4 2/6 3/3 3/4"
GREEN = "; green 3/0 3/1 3/6 2/1"


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        (TWO, "red 1/0 1/1 1/5 2/5 2/7; blue 2/6 3/3 3/4", "capture-undue"),
        (TWO + GREEN, "red 1/0 1/1 1/5 2/5 2/7; blue 2/6 3/3 3/4" + GREEN, "capture-undue"),
        (TWO, "red 1/0 1/1 1/2 2/5 2/7; blue 3/3 3/4", "capture-too-many"),
        (
            TWO + GREEN,
            "red 1/0 1/1 1/2 2/5 2/7; blue 3/3 3/4; green 3/1 3/6 2/1",
            "capture-too-many",
        ),
    ],
)
def test_case_8_pawns_taken_beyond_the_due_are_called(before: str, after: str, code: str) -> None:
    """No tie with a reading in which somebody's ring turned."""
    table = Rouge(("red", "blue", "green") if "green" in before else ("red", "blue"))
    table.see(before)
    table.told("turn", player="red")
    assert table.see(after) == [f"foul red {code}"]


ROW = "red 1/0 1/1 1/2"


@pytest.mark.parametrize("other", ["2/0", "3/1"], ids=["alone on its ring", "with another"])
def test_case_8_a_pawn_owed_is_taken_a_picture_later(other: str) -> None:
    """One turn in two pictures: first the duty, then the whole; no question."""
    table = Rouge()
    said = table.play(
        *("", "red 1/0", f"red 1/0; blue {other}", f"red 1/0 1/1; blue {other}"),
        *(f"red 1/0 1/1; blue {other} 3/4", f"{ROW}; blue {other} 3/4"),
    )
    assert said == ["legal red"]
    assert table.calls[0].verdict is not None
    assert [duty.kind for duty in table.calls[0].verdict.required] == ["capture"]
    turn = table.calls[0].turn
    assert table.see(f"{ROW}; blue {other}") == ["legal red"]
    assert table.calls[0].turn == turn


def test_case_8_a_capture_not_taken_is_told_of_who_should_have_taken() -> None:
    """Blue plays on; the foul is red's."""
    table = Rouge()
    table.play(
        *("", "red 1/0", "red 1/0; blue 2/0", "red 1/0 1/1; blue 2/0"),
        *("red 1/0 1/1; blue 2/0 3/4", f"{ROW}; blue 2/0 3/4"),
    )
    assert table.see(f"{ROW}; blue 2/0 3/4 3/5") == ["foul red capture-missing"]


def test_case_8_pawns_taken_late_make_the_turn_after_them_right() -> None:
    """Red takes once blue has played: the line is paid, blue's turn is in the game."""
    table = Rouge(("red", "blue", "green"))
    others = "blue 2/0 2/4; green 3/0 3/4"
    table.play(
        *("", "red 1/0", "red 1/0; blue 2/0", "red 1/0; blue 2/0; green 3/0"),
        *("red 1/0 1/1; blue 2/0; green 3/0", "red 1/0 1/1; blue 2/0 2/4; green 3/0"),
        *(f"red 1/0 1/1; {others}", f"{ROW}; {others}"),
    )
    assert table.see(f"{ROW}; blue 2/0 2/4 3/2; green 3/0 3/4") == ["foul red capture-missing"]
    assert table.see(f"{ROW}; blue 2/0 3/2; green 3/4") == ["legal red", "legal blue"]
    assert [call.turn for call in table.calls] == [7, 8]
    assert table.see(f"{ROW}; blue 2/0 3/2; green 3/4 1/5") == ["legal green"]
    assert not table.state.match.open_turns


def test_case_8_a_turn_over_a_foul_is_told_of_its_own_player() -> None:
    """Not of who owes pawns, or was on turn, below it."""
    table = Rouge()
    table.play(
        *("", "red 1/0", "red 1/0; blue 2/0", "red 1/0 1/1; blue 2/0"),
        *("red 1/0 1/1; blue 2/0 3/4", f"{ROW}; blue 2/0 3/4"),
    )
    said = table.see(f"{ROW} 3/6; blue 2/0 3/4")
    assert said == ["foul red capture-missing two-moves"]
    over = table.see(f"{ROW} 3/6; blue 2/0 3/4 2/4")
    assert over == ["legal blue (foul-stands; over-foul)"]


# 9. What a foul brings -------------------------------------------------------------------------


def test_case_8_a_pawn_taken_unduly_may_have_moved_where_a_move_accuses_one_more() -> None:
    """A red pawn came, a blue one is gone, one lies elsewhere: two fouls of two players (it flew),
    or one of one (it was taken, and blue placed another). Nobody is accused by one story alone."""
    table = Rouge(("red", "blue", "green", "yellow"))
    others = "green 2/6; yellow 1/6"
    begun = ("red 2/1", "red 2/1; blue 3/4", "red 2/1; blue 3/4; green 2/6")
    table.play("", *begun, f"red 2/1; blue 3/4; {others}", f"red 2/1 1/1; blue 3/4; {others}")
    assert table.see(f"red 2/1 1/1 1/4; blue 3/0; {others}") == ["ask blue"]
    assert ["two-moves", "not-adjacent"] in table.asked
    assert ["legal", "not-your-pawn capture-undue"] in table.asked


def test_case_9_a_foul_brings_no_duty_but_to_take_it_back() -> None:
    """No stop sign for a tile whose track leads into the location."""
    table = Linie1()
    assert table.see({(2, 8): "NS", (6, 6): "NS"}) == ["foul A into-location"]
    told = call_to_json(LINIE1, table.calls[0])
    assert told["rewards"] == []
    (duty,) = told["required"]
    assert duty["kind"] == "take-back"
    assert [piece["cell"] for piece in duty["pieces"]] == [[2, 8], [6, 6]]


def test_case_9_a_foul_brings_no_reward() -> None:
    """A fourth in a row of the wrong colour: nobody draws."""
    table = Redline()
    row = {(0, 0): "Y E+NW+W", (1, 0): "B W+E", (2, 0): "Y W+E+NE"}
    for count in range(4):
        table.see(dict(list(row.items())[:count]))
    assert table.see({**row, (3, 0): "Y W+S"}) == ["foul B colour"]
    told = call_to_json(table.game, table.calls[0])
    assert told["rewards"] == []
    assert [(d["kind"], [p["cell"] for p in d["pieces"]]) for d in told["required"]] == [
        ("take-back", [[3, 0]])
    ]


def test_case_9_a_foul_on_the_table_takes_no_duty_from_the_turn_after_it() -> None:
    """Blue's second pawn lies there; red's line still asks for its pawn."""
    table = Rouge()
    table.play("", "red 1/0", "red 1/0; blue 2/0", "red 1/0 1/1; blue 2/0")
    table.see("red 1/0 1/1; blue 2/0 3/4")
    assert table.see("red 1/0 1/1; blue 2/0 3/4 2/4") == ["foul blue two-moves"]
    assert table.see(f"{ROW}; blue 2/0 3/4 2/4") == ["legal red (foul-stands)"]
    told = call_to_json(table.game, table.calls[0])
    assert [duty["kind"] for duty in told["required"]] == ["capture"]


# 6, 10 to 13: `test_cases_of_change.py`, `tests/rules/test_options.py`, `test_cases_of_sight.py`.
