"""Decisions R1 to R14, from the set-up to passing: each as a fact, with its alternative."""

from __future__ import annotations

import pytest

from rules.core.errors import ArbitableError
from rules.core.places import Cell
from rules.core.verdict import Outcome, Ruling, Violation
from rules.games.redline import GAME
from rules.games.redline.hands import Hand
from rules.games.redline.state import Discard
from rules.games.redline.tiles import MASKS, PATTERNS, Colour, Tile
from tests.rules.said import codes
from tests.rules.tables import after, house, judged, lay, start, table, tile, with_hands


def reading(violation: Violation) -> str | None:
    """The disputed reading of a violation."""
    return violation.reading


# R1 to R5: setting up and laying -------------------------------------------------------------


def test_r01_the_first_player_starts_and_play_goes_clockwise() -> None:
    """Turn by turn."""
    state = start("A", "B", "C")
    seen = []
    for turn in (lay(0, 0, "Y E"), lay(1, 0, "B W+E"), lay(2, 0, "Y W+N"), Discard("A", 2)):
        seen.append(GAME.to_move(state))
        state = after(state, turn)
    assert seen == ["A", "B", "C", "A"]


def test_r01_the_winner_starts_the_next_round() -> None:
    """Before the first one, and where nobody won, the starter is drawn by lot."""
    seats = ("A", "B", "C")
    assert GAME.next_order(seats, Outcome("last-player", ("C",)), 0, house()) == ("C", "A", "B")
    assert GAME.next_order(seats, Outcome("nobody-can-lay", ()), 1, house()) == ("B", "C", "A")
    assert GAME.next_order(seats, None, 2, house()) == ("C", "A", "B")


@pytest.mark.parametrize(
    ("players", "size", "reserve"),
    [("AB", 8, 32), ("ABCDE", 8, 8), ("ABCDEF", 8, 0), ("AB", 10, 28)],
)
def test_r02_hands_and_reserve(players: str, size: int, reserve: int) -> None:
    """Six players begin without a reserve; ten tiles each are a house rule."""
    state = start(*players, hand_size=size)
    assert {hand.count for hand in state.hands} == {size}
    assert state.reserve == reserve


@pytest.mark.parametrize("players", [("A",), tuple("ABCDEFG"), ("A", "A")])
def test_r02_who_cannot_play(players: tuple[str, ...]) -> None:
    """Redline is for two to six players with names of their own."""
    with pytest.raises(ArbitableError):
        start(*players)


def test_r02_ten_tiles_each_are_too_many_for_five() -> None:
    """The box holds 48."""
    with pytest.raises(ArbitableError, match="48 tiles"):
        start(*"ABCDE", hand_size=10)


@pytest.mark.parametrize("mask", MASKS)
def test_r03_the_first_tile_is_free(mask: int) -> None:
    """Any tile, any way round, even with a shaky hand."""
    turn = lay(3, -2, "Y N", 33.0)
    assert judged(start(), turn).legal
    assert judged(start(), lay(0, 0, "B " + "+".join(Tile(Colour.BLUE, mask).spokes))).legal


@pytest.mark.parametrize(
    ("degrees", "offset", "ruling"),
    [
        (0, (0, 0), Ruling.LEGAL),
        (20, (0.24, -0.24), Ruling.LEGAL),
        (-20, (0, 0), Ruling.LEGAL),
        (21, (0, 0), Ruling.ASK),
        (0, (0.25, 0), Ruling.ASK),
        (0, (0, -0.4), Ruling.ASK),
        (-34, (0, 0), Ruling.ASK),
        (35, (0, 0), Ruling.ILLEGAL),
        (45, (0, 0), Ruling.ILLEGAL),
        (-45, (0.3, 0), Ruling.ILLEGAL),
        (90, (0, 0), Ruling.LEGAL),
    ],
)
def test_r04_straight_crooked_askew(degrees: float, offset: tuple, ruling: Ruling) -> None:
    """Up to 20 degrees and a quarter tile straight, near 45 askew, between: please straighten."""
    verdict = judged(table((0, 0, "Y E")), lay(1, 0, "B W", degrees, offset=offset))
    assert verdict.ruling is ruling
    assert codes(verdict) == (["askew"] if ruling is Ruling.ILLEGAL else [])
    assert [r.code for r in verdict.remarks] == (["straighten"] if ruling is Ruling.ASK else [])


def test_r04_a_tile_askew_on_another_is_not_side_to_side() -> None:
    """Covering a tile is a foul against A and nothing else."""
    assert codes(judged(table((0, 0, "Y E")), lay(0, 0, "B W", 44.0))) == ["askew"]


def test_r25_a_tile_in_the_place_of_another_is_judged_without_that_one() -> None:
    """It may have been taken back: asked about where the new one fits, a foul where it does not."""
    before = table((0, 0, "Y E"), (1, 0, "B W+N"))
    fits = judged(before, lay(1, 0, "B W+S"))
    assert (fits.ruling, [r.code for r in fits.remarks]) == (Ruling.ASK, ["exchanged"])
    assert codes(judged(before, lay(1, 0, "Y W+S"))) == ["colour"]


def test_r05_a_corner_is_enough_if_a_line_goes_through_it() -> None:
    """By the corner with a line: legal; without: no extension."""
    assert judged(table((0, 0, "Y SE")), lay(1, 1, "B NW")).legal
    assert codes(judged(table((0, 0, "Y SE")), lay(-1, -1, "B SE"))) == ["no-extension"]


# R6 to R12: the three rules ------------------------------------------------------------------


def test_r06_one_touched_tile_or_every_one() -> None:
    """By default continuing one line is enough; the house may ask for every touched tile."""
    laid = ((0, 0, "Y E"), (1, 0, "B W+S"), (0, 1, "B S"))
    turn = lay(1, 1, "Y N+SE")
    assert judged(table(*laid), turn).legal
    (foul,) = judged(table(*laid), turn, extends="every").violations
    assert (foul.code, foul.reading) == ("no-extension", "extends=every")
    assert foul.places[0] == Cell(1, 1)
    assert set(foul.places[1:]) == {Cell(0, 0), Cell(0, 1)}


def test_r06_a_tile_far_from_all_others_extends_nothing() -> None:
    """It touches no tile."""
    (foul,) = judged(table((0, 0, "Y E")), lay(5, 5, "B W")).violations
    assert ("case", "alone") in foul.params


OWN = [(0, 0, "Y E"), (1, 0, "B W+S"), (0, 1, "B S")], lay(1, 1, "Y N+W")
PLACED = [(1, 0, "B W+S"), (0, 1, "B E+N")], lay(1, 1, "Y N")


@pytest.mark.parametrize(
    ("dead_end", "own", "placed"),
    [
        ("placed_only", [], [None]),
        ("both", ["dead_end=both"], [None]),
        ("own_only", ["dead_end=own_only"], []),
    ],
)
def test_r07_whose_dead_end(dead_end: str, own: list, placed: list) -> None:
    """A new line against a blank, and a placed line cut off, under the three readings."""
    laid, turn = OWN
    verdict = judged(table(*laid), turn, dead_end=dead_end)
    assert [reading(v) for v in verdict.violations] == own
    laid, turn = PLACED
    verdict = judged(table(*laid), turn, dead_end=dead_end)
    assert [reading(v) for v in verdict.violations] == placed


def test_r07_a_lay_legal_only_under_the_chosen_reading_says_so() -> None:
    """The remark names the reading; a lay that is legal under all has no remark."""
    laid, turn = OWN
    (remark,) = judged(table(*laid), turn).remarks
    assert (remark.code, dict(remark.params)["reading"]) == (
        "legal-only-under",
        "dead_end=placed_only",
    )
    laid, turn = PLACED
    (remark,) = judged(table(*laid), turn, dead_end="own_only").remarks
    assert dict(remark.params)["reading"] == "dead_end=own_only"
    assert judged(table((0, 0, "Y E")), lay(1, 0, "B W")).remarks == ()


def test_r08_a_right_angle_is_neither_dead_end_nor_extension() -> None:
    """Meeting only at a right angle extends nothing; beside a real extension it is harmless."""
    laid = [(0, 0, "Y SE")]
    beside = lay(1, 0, "B SW")
    (foul,) = judged(table(*laid), beside).violations
    assert (foul.code, foul.reading) == ("no-extension", "right_angle=neither")
    verdict = judged(table(*laid), beside, right_angle="extends")
    assert verdict.legal
    assert dict(verdict.remarks[0].params)["reading"] == "right_angle=extends"
    assert judged(table((0, 0, "Y E+SE")), lay(1, 0, "B W+SW")).legal


@pytest.mark.parametrize(("colour", "expected"), [("Y", ["colour"]), ("B", [])])
def test_r08_where_a_right_angle_extends_its_colour_counts(colour: str, expected: list) -> None:
    """The tile whose line is met is one whose line is continued."""
    verdict = judged(table((0, 0, "Y SE")), lay(1, 0, f"{colour} SW+N"), right_angle="extends")
    assert codes(verdict) == expected


def test_r08_every_touched_tile_may_be_extended_at_a_right_angle() -> None:
    """With both house rules, a right angle serves a side neighbour before or after the corner."""
    both = {"extends": "every", "right_angle": "extends"}
    assert judged(table((0, 0, "Y SE")), lay(1, 0, "B SW"), **both).legal
    assert judged(table((1, 0, "Y SW")), lay(0, 0, "B SE"), **both).legal
    assert codes(judged(table((0, 0, "Y SE")), lay(1, 0, "B NW"), **both)) == ["no-extension"]


def test_r09_a_line_may_end_in_a_tile() -> None:
    """A one-line tile stops a line lawfully."""
    assert judged(table((0, 0, "Y E")), lay(1, 0, "B W"), dead_end="both").legal


@pytest.mark.parametrize(("full_cell", "expected"), [("allowed", []), ("forbidden", ["dead-end"])])
def test_r10_a_cell_that_can_never_be_filled(full_cell: str, expected: list[str]) -> None:
    """A fourth line into an open cell is allowed unless the house forbids it."""
    laid = [(0, -1, "Y S"), (-1, 0, "B E"), (0, 1, "Y N+E"), (1, 1, "B W+N")]
    verdict = judged(table(*laid), lay(1, 0, "Y S+W+SE"), full_cell=full_cell)
    assert codes(verdict) == expected
    assert [v.reading for v in verdict.violations] == ["full_cell=forbidden"] * len(expected)


def test_r11_one_colour_asks_for_the_other_and_both_leave_the_choice() -> None:
    """Only tiles whose lines arrive count; blank neighbours have no say."""
    assert codes(judged(table((0, 0, "Y E")), lay(1, 0, "Y W+N"))) == ["colour"]
    fed_by_both = [(0, 0, "Y E"), (1, -1, "B S")]
    for colour in "YB":
        assert judged(table(*fed_by_both), lay(1, 0, f"{colour} N+W")).legal
    blank_blue = [(0, 0, "Y E"), (1, -1, "B N")]
    assert judged(table(*blank_blue), lay(1, 0, "B W+S")).legal


def test_r11_a_tile_that_continues_nothing_breaks_a_and_b_but_not_c() -> None:
    """Rule C speaks of the tile whose line is continued."""
    assert codes(judged(table((0, 0, "Y E")), lay(1, 0, "Y S+N"))) == ["no-extension", "dead-end"]


@pytest.mark.parametrize("variant", [False, True])
def test_r12_the_variant_looks_at_the_last_tile_laid_by_anyone(variant: bool) -> None:
    """Off by default; unknown after a game met half-way."""
    laid = [(0, 0, "Y E"), (1, -1, "B S")]
    assert judged(table(*laid), lay(1, 0, "B N+W"), colour_variant=variant).legal
    state = after(start(), lay(0, 0, "Y E+NE"), lay(1, -1, "B SW+S"))
    verdict = judged(state, lay(1, 0, "B N+W"), colour_variant=variant)
    assert codes(verdict) == (["colour-variant"] if variant else [])
    assert judged(state, lay(1, 0, "Y N+W"), colour_variant=variant).legal


# R13 and R14: playing and passing -------------------------------------------------------------


def test_r13_no_pass_while_a_tile_fits() -> None:
    """Proved by a hand that is known, or by a tile thrown away; an unknown hand proves nothing."""
    state = start()
    state = with_hands(after(state, lay(0, 0, "Y E")), B="B W, B N+S")
    (foul,) = judged(state, Discard("B", 2)).violations
    assert foul.code == "could-play"
    unknown = after(start(), lay(0, 0, "Y E"))
    assert judged(unknown, Discard("B", 2)).legal
    thrown = Discard("B", 2, (tile("B N"), tile("Y E+W")))
    assert codes(judged(unknown, thrown)) == ["could-play"]


def test_r14_who_cannot_lay_throws_two_away_or_his_last_one() -> None:
    """Only then, and exactly so many."""
    state = with_hands(after(start(), lay(0, 0, "Y E")), B="Y W, Y N+S, Y NE")
    turns = list(GAME.legal_turns(state, house()))
    assert {type(t) for t in turns} == {Discard}
    assert len(turns) == 3
    assert judged(state, turns[0]).legal
    assert judged(state, Discard("B", 1)).ruling is Ruling.ASK
    after_it = after(state, turns[0])
    assert after_it.hand("B").count == 1
    assert after_it.reserve == 34
    assert GAME.to_move(after_it) == "A"
    last = with_hands(state, B="Y W")
    assert judged(last, Discard("B", 1, (tile("Y N"),))).legal
    assert after(last, Discard("B", 1, (tile("Y N"),))).out == (("B",),)


def test_r14_tiles_named_must_be_as_many_as_counted() -> None:
    """A count that contradicts the tiles is a question, not a foul."""
    state = with_hands(after(start(), lay(0, 0, "Y E")), B="Y W, Y N+S, Y NE")
    assert judged(state, Discard("B", 2, (tile("Y W"),))).ruling is Ruling.ASK


def test_r14_a_stranger_or_a_player_out_of_turn_is_asked_about() -> None:
    """Nobody is accused of what somebody else may have done."""
    state = start("A", "B", "C")
    assert judged(state, Discard("Z", 2)).remarks[0].code == "unknown-player"
    assert judged(state, Discard("C", 2)).remarks[0].code == "out-of-turn"
    nobody = GAME.start((), house())
    assert judged(nobody, Discard("Z", 2)).legal
    assert GAME.force(nobody, Discard("Z", 2), house()).layout == {}


def test_a_player_who_lays_and_then_throws_away_makes_two_moves() -> None:
    """One turn is one lay."""
    state = after(start(), lay(0, 0, "Y E"))
    assert codes(judged(state, Discard("A", 2))) == ["two-moves"]


def test_a_second_lay_of_the_same_player_is_told_by_the_tile() -> None:
    """A tile surely in the last layer's hand is his second move; anybody else's is not the
    mover's; an unknown hand proves neither."""
    state = with_hands(start("A", "B", "C"), A="Y E, B W+E", B="B W+N", C="B W+NE")
    state = after(state, lay(0, 0, "Y E"))
    assert codes(judged(state, lay(1, 0, "B W+E"))) == ["two-moves"]
    assert codes(judged(state, lay(1, 0, "B W+NE"))) == ["not-your-tile"]
    assert judged(state, lay(1, 0, "B W+N")).legal
    unknown = state.with_hand("B", Hand((), 8))
    assert codes(judged(unknown, lay(1, 0, "B W+E"))) == ["two-moves"]
    assert judged(unknown, lay(1, 0, "B W+E"), set="unknown").legal
    assert judged(unknown, lay(1, 0, "B W+SE")).legal


def test_1_2_the_set_is_derived_so_a_tile_there_twice_names_its_reading() -> None:
    """Turned is the same tile; the other colour or the mirror image is another."""
    state = table((0, 0, "Y E"), (1, 0, "B W+E"))
    (foul,) = judged(state, lay(2, 0, "Y W")).violations
    assert (foul.code, foul.reading, foul.places) == (
        "tile-twice",
        "set=derived",
        (Cell(0, 0), Cell(2, 0)),
    )
    assert judged(state, lay(2, 0, "Y W"), set="unknown").legal
    assert judged(state, lay(2, 0, "Y W+SW")).legal


def test_1_2_the_set_has_24_patterns_in_92_turns() -> None:
    """Section 1.2 of the rule document."""
    assert (len(PATTERNS), len(set(PATTERNS)), len(MASKS)) == (24, 24, 92)
    assert Tile.named("yellow", ["NE", "SE", "SW"]).pattern == 24
