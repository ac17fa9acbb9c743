"""A change of mind before the next player moves: the turn is the other one (issue 15, case 6)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.events import Answered, TurnEnded
from rules.core.observation import EMPTY
from rules.games.linie1.places import Spot
from rules.referee.referee import record
from tests.referee.limited import limited
from tests.referee.sessions import SIGNS, TRACK, Linie1, Redline, Rouge, travelling
from tests.rules.linie1 import pictures as linie1_pictures
from tests.rules.linie1 import tables as linie1_tables

ONE = {(0, 0): "Y E+S"}
LAID, ELSEWHERE = {**ONE, (1, 0): "B W+S"}, {**ONE, (0, 1): "B N+E"}


def redline(**changes: Any) -> Redline:
    """B laid a tile that fits."""
    table = Redline(**changes)
    assert [table.see(one) for one in ({}, ONE, LAID)][1:] == [["legal A"], ["legal B"]]
    return table


def test_redline_moves_its_tile() -> None:
    """R25: the lay is another one; the tile is nowhere twice."""
    table = redline()
    assert table.see(ELSEWHERE) == ["legal B (changed)"]
    assert len(table.game.position(table.state.match.accepted)) == 2
    assert table.see({**ELSEWHERE, (1, 1): "Y W"}) == ["legal A"]


def test_redline_takes_its_tile_to_the_hand_first() -> None:
    """Seen in the hand, then elsewhere."""
    table = redline()
    assert table.see(ONE) == ["taken-back B (turn-taken-back)"]
    assert table.see(ELSEWHERE) == ["legal B"]


@pytest.mark.parametrize("other", ["B N+E", "Y SW", "B NE+SW"])
def test_redline_changes_its_first_tile(other: str) -> None:
    """Alone on the table a tile is turned no way: which of four it lies is nothing to ask."""
    table = Redline()
    assert [table.see(one) for one in ({}, ONE)][1] == ["legal A"]
    assert table.see({(0, 0): other}) == ["legal A (changed)"]


@pytest.mark.parametrize("beside", ["Y E+S", "Y E+SE+S"])
def test_redline_a_tile_beside_one_alike_both_ways_did_not_move(beside: str) -> None:
    """The same two tiles, seen again: turned by half the second one would lie on the other side."""
    table, two = Redline(), {(0, 0): "B E+W", (-1, 0): beside}
    assert [table.see(one) for one in ({}, {(0, 0): "B E+W"}, two)][2] == ["legal B"]
    assert table.see(two) == ["nothing A"]
    assert table.see({**two, (1, 0): "Y W"}) == ["legal A"]


def test_redline_takes_its_tile_to_the_hand_over_an_open_foul() -> None:
    """Two tiles lay there, a foul and the one right beside it."""
    table = redline()
    assert table.see({**LAID, (0, 1): "Y N+S"}) == ["foul A colour"]
    assert table.see({**LAID, (0, 1): "Y N+S", (1, 1): "Y N"}) == ["legal A (foul-stands)"]
    back = table.see({**LAID, (0, 1): "Y N+S"})
    assert back == ["taken-back A (turn-taken-back; foul-stands)"]


def test_redline_a_final_tile_that_moves_is_asked_about() -> None:
    """Once its player ended the turn, or where a released tile is final (R25)."""
    table = redline()
    table.said(TurnEnded("B"))
    assert table.see(ELSEWHERE) == ["ask A (disturbed)"]
    assert redline(final_when="touched").see(ELSEWHERE) == ["ask A (disturbed)"]


def linie1() -> Linie1:
    """A laid two tiles, then B two that fit to them."""
    table = Linie1()
    assert table.see({(6, 6): "EW", (8, 8): "EW"}) == ["legal A"]
    assert table.see({(6, 7): "EW", (9, 5): "EW"}) == ["legal B"]
    return table


def test_linie1_moves_one_of_its_tiles() -> None:
    """The turn is the other one; play goes on with A."""
    table = linie1()
    assert table.see({(3, 3): "EW"}, gone=[(9, 5)]) == ["legal B (changed)"]
    assert {one.spot for one in table.calls[0].move.tiles} == {Spot(3, 3), Spot(6, 7)}
    assert table.see({(10, 10): "NS", (11, 3): "EW"}) == ["legal A"]


def test_linie1_takes_its_tiles_to_the_hand_first() -> None:
    """Both tiles, then others elsewhere."""
    table = linie1()
    assert table.see(gone=[(6, 7), (9, 5)]) == ["taken-back B (turn-taken-back)"]
    assert table.see({(3, 3): "EW", (6, 5): "EW"}) == ["legal B"]


def test_linie1_takes_its_tiles_to_the_hand_over_an_open_foul() -> None:
    """The foul was B's and lies there still: A, who took a turn back, did not make it."""
    table = linie1()
    assert table.see({(12, 1): "NS", (3, 9): "EW"}) == ["foul A off-board"]
    assert table.see({(10, 10): "NS", (11, 3): "EW"}) == ["legal A (foul-stands)"]
    assert table.see({(6, 5): "EW", (3, 4): "EW"}) == ["legal B (foul-stands)"]
    back = table.see(gone=[(6, 5), (3, 4)])
    assert back == ["taken-back B (turn-taken-back; foul-stands)"]
    assert len(table.state.match.open_turns) == 1
    assert table.see({(6, 5): "EW", (3, 3): "EW"}) == ["legal B (foul-stands)"]
    assert table.see({(6, 4): "EW"}, gone=[(3, 3)]) == ["legal B (changed; foul-stands)"]


def test_linie1_sets_its_tram_back_a_space() -> None:
    """A shorter drive, not a second one `backwards`."""
    table = travelling(lines=True)
    assert table.see(trams={4: (2, 8)}) == ["legal A"]
    assert table.see(trams={4: (2, 7)}) == ["legal A (changed)"]
    assert table.see(trams={2: (7, 11)}) == ["legal B"]


def test_linie1_an_ended_turn_that_moves_is_asked_about() -> None:
    """Nobody is accused of it."""
    table = linie1()
    table.said(TurnEnded("B"))
    assert table.see({(3, 3): "EW"}, gone=[(9, 5)]) == ["ask A (disturbed)"]


def put_down() -> Linie1:
    """B drove and C put down a tram, told the other way round."""
    table = Linie1(TRACK, SIGNS, players=("A", "B", "C", "D"), trams={2: (10, 0)})
    table.told("turn", player="B")
    assert table.see(trams={2: (10, 1), 4: (0, 6)}) == 2 * ["legal (order-assumed)"]
    return table


def test_linie1_a_tram_goes_on_that_was_put_down_in_an_order_that_was_assumed() -> None:
    """That C goes on with it tells the order, and is no change of mind of B who put it down."""
    assert put_down().see(trams={4: (1, 7)}) == ["legal C"]


def test_linie1_an_answer_says_nothing_of_an_order_that_was_assumed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked whether the tram was put down at all, who says yes does not say that B did it."""
    limited(monkeypatch, went_on=0.0)
    table = put_down()
    assert table.see(trams={4: (1, 7)}) == ["ask D"]
    assert table.said(Answered(0)) == ["legal C"]


BEFORE = "red 1/0 2/3; blue 1/4 2/6"
OPENING = ("", "red 1/0", "red 1/0; blue 1/4", "red 1/0 2/3; blue 1/4", BEFORE)


def rouge() -> Rouge:
    """Red placed a pawn on 3/1."""
    table = Rouge()
    assert table.play(*OPENING, "red 1/0 2/3 3/1; blue 1/4 2/6") == ["legal red"]
    return table


def test_rouge_moves_its_pawn() -> None:
    """No foul of anybody; play goes on with blue."""
    table = rouge()
    assert table.see("red 1/0 2/3 3/5; blue 1/4 2/6") == ["legal red (changed)"]
    assert table.see("red 1/0 2/3 3/5; blue 1/4 2/6 3/0") == ["legal blue"]


def test_rouge_takes_its_pawn_to_the_hand_first() -> None:
    """Seen in the hand, then elsewhere."""
    table = rouge()
    assert table.see(BEFORE) == ["taken-back red (turn-taken-back)"]
    assert table.see("red 1/0 2/3 3/5; blue 1/4 2/6") == ["legal red"]


def test_rouge_turns_a_ring_back_and_places_a_pawn() -> None:
    """Instead of the ring, which is no `two-moves`."""
    table = Rouge()
    assert table.play("", "red 1/0", "red 1/0; blue 1/4", "red 1/1; blue 1/5") == ["legal red"]
    assert table.see("red 1/0 3/3; blue 1/4") == ["legal red (changed)"]


def test_rouge_an_ended_turn_that_moves_is_a_foul_of_nobody_by_name() -> None:
    """Red's pawn goes on after red said that the turn is over: he moved it, or blue turned its ring
    too far."""
    table = rouge()
    table.said(TurnEnded("red"))
    told = table.see("red 1/0 2/3 3/5; blue 1/4 2/6")
    assert told == ["foul two-moves not-adjacent (either-turn)"]


def test_rouge_what_was_one_turn_and_a_foul_may_have_been_two_others() -> None:
    """Green's pawn seemed to be placed while yellow's moved; it took yellow's, which is back as the
    foul is undone, and yellow's other pawn was placed. Yellow did nothing wrong."""
    table = Rouge(("red", "blue", "green", "yellow"))
    rest = "red 2/5 3/1 3/7; blue 2/1 3/5"
    table.see(f"{rest}; green 2/6; yellow 1/1 3/0 3/2")
    assert table.see(f"{rest}; green 3/6; yellow 1/1 3/0 3/2") == ["legal green"]
    assert table.see(f"{rest}; green 2/3 3/6; yellow 1/1 2/6 3/2")[0].startswith("ask")
    assert table.see(f"{rest}; green 3/6; yellow 1/1 2/6 3/0 3/2") == ["legal yellow"]


STAR = {(0, 0): "Y E+S+W"}
TOGETHER = {**STAR, (1, 0): "B W+S", (0, 1): "B N"}


@pytest.mark.parametrize(("gone", "elsewhere"), [((1, 0), "B E+N"), ((0, 1), "B E")])
@pytest.mark.parametrize("players", [(), ("A", "B")], ids=["no names", "names"])
def test_either_of_two_turns_of_one_picture_may_have_been_changed(
    gone: tuple[int, int], elsewhere: str, players: tuple[str, ...]
) -> None:
    """Nobody saw which was the last: whichever goes elsewhere was changed, and nobody is asked."""
    table = Redline(players)
    table.see({})
    table.see(STAR)
    assert [one.split()[0] for one in table.see(TOGETHER)] == ["legal", "legal"]
    changed = {at: text for at, text in TOGETHER.items() if at != gone} | {(-1, 0): elsewhere}
    said = table.see(changed)
    assert {one.split()[0] for one in said} == {"legal"}, said
    assert any("changed" in one for one in said), said
    assert len(table.game.position(table.state.match.accepted)) == 3
    assert [one.split()[0] for one in table.see(changed)] == ["nothing"]


# What was legal and lies against the rules now -------------------------------------------------


def test_redline_a_tile_that_was_pushed_is_asked_about() -> None:
    """Its player moved it, or a sleeve: nobody is accused at once. Put back, it is well."""
    table = redline()
    assert table.see({**ONE, (2, 0): "B W+S"}) == ["ask A"]
    assert table.asked[0] == ["no-extension"]
    assert table.see(LAID) == ["nothing A"]
    assert table.see({**LAID, (1, 1): "Y N"}) == ["legal A"]


def test_linie1_a_tile_that_was_pushed_is_asked_about() -> None:
    """Off the board it leads, which it did not."""
    table = linie1()
    assert table.see({(9, 1): "EW"}, gone=[(9, 5)]) == ["ask A"]
    assert table.see({(9, 5): "EW"}, gone=[(9, 1)]) == ["nothing A"]
    assert table.see({(10, 10): "NS", (11, 3): "EW"}) == ["legal A"]


# Several turns taken back ----------------------------------------------------------------------


def test_redline_two_turns_are_taken_back_one_by_one() -> None:
    """The older one was closed by the later, which is gone."""
    table = redline()
    assert table.see({**LAID, (1, 1): "Y N"}) == ["legal A"]
    assert table.see(LAID) == ["taken-back A (turn-taken-back)"]
    assert table.see(ONE) == ["taken-back B (turn-taken-back)"]
    assert table.see(ELSEWHERE) == ["legal B"]


def test_linie1_two_turns_are_taken_back_at_once() -> None:
    """A and B want both of them otherwise."""
    table = linie1()
    back = table.see(gone=[(6, 7), (9, 5), (6, 6), (8, 8)])
    assert back == ["taken-back A (turn-taken-back)"]
    assert table.see({(3, 3): "EW", (3, 5): "EW"}) == ["legal A"]


def test_a_turn_that_an_ended_one_follows_is_not_taken_back() -> None:
    """What its player ended is final, also where a later turn is gone."""
    table = redline()
    assert table.see({**LAID, (1, 1): "Y N"}) == ["legal A"]
    assert table.see(LAID) == ["taken-back A (turn-taken-back)"]
    table.said(TurnEnded("B"))
    assert table.see(ONE) == ["ask A (disturbed)"]


@pytest.mark.parametrize("names", [("red", "blue"), ()])
def test_rouge_a_ring_that_is_turned_back_is_a_turn_taken_back(names: tuple[str, ...]) -> None:
    """Whatever its two pawns did before, by the ring or by themselves: nothing is left of it."""
    table, pawns = Rouge(names), "red 1/0 1/1; blue 2/4 2/5"
    table.play("", "red 1/0", "red 1/0; blue 2/4", "red 1/0 1/1; blue 2/4", pawns)
    table.see("red 1/1 1/2; blue 2/4 2/5")
    assert table.see(pawns)[0].startswith("taken-back")
    assert table.calls[0].confidence >= 0.93
    assert table.see("red 1/0 1/1 3/1; blue 2/4 2/5") == ["legal red"]


def test_linie1_the_tiles_of_one_turn_go_that_were_told_as_of_two() -> None:
    """Four tiles of one picture: B took his two back, so the others were A's."""
    table = linie1()
    table.see({(10, 10): "NS", (11, 3): "EW", (3, 3): "EW", (3, 5): "EW"})
    said = table.see(gone=[(10, 10), (3, 3)])
    assert said == ["legal A (either-turn; amended)", "taken-back B (turn-taken-back)"]


def test_a_turn_that_its_player_ended_is_not_taken_back_with_later_ones() -> None:
    """A's tile came and went since; that B's, which B had ended, is gone is somebody's doing."""
    table = redline()
    table.said(TurnEnded("B"))
    assert table.see({**LAID, (1, 1): "Y N"}) == ["legal A"]
    assert table.see(LAID) == ["taken-back A (turn-taken-back)"]
    table.see(ONE)
    assert all(one.instead is None for one in table.calls[0].alternatives)


def test_of_equal_turns_the_last_one_is_taken_back() -> None:
    """A pawn goes to and fro: the answer names its last move, not the first that was alike."""
    blue, table = "3/0 3/3", Rouge()
    steps = [f"red 1/0 2/6; blue {blue}", f"red 1/0 2/5; blue {blue}"]
    steps += [f"red 1/0 2/{red}; blue 3/{at} 3/3" for red, at in ((5, 1), (6, 1), (6, 2), (5, 2))]
    for text in ("", "red 1/0", "red 1/0; blue 3/0", "red 1/0 2/6; blue 3/0", *steps):
        table.see(text)
    last = table.state.match.ordinal
    table.see("red 1/0 2/6; blue 3/2 3/3")
    named = [one.instead[0] for one in table.calls[0].alternatives if one.instead is not None]
    assert named == [last]


def test_how_many_turns_were_taken_back_is_asked() -> None:
    """Of two turns first seen together the tiles of one are gone, and those of the other are hardly
    seen: each answer leaves what it says, and no two say the same."""
    table = Linie1()
    table.see({(6, 6): "EW", (8, 8): "EW", (6, 7): "EW", (9, 5): "EW"})
    left = linie1_tables.position((6, 6, "EW"), (6, 7, "EW"))
    doubts = dict.fromkeys(left, (EMPTY, 0.85))
    assert table.shown(linie1_pictures.picture(left, sure=0.9999, doubts=doubts)) == ["ask A"]
    answers = [record(table.state, Answered(k))[0] for k in range(len(table.calls[0].alternatives))]
    assert [len(one.match.live) for one in answers] == [1, 0]
    assert [len(one.gone) for one in table.calls[0].alternatives] == [0, 1]
