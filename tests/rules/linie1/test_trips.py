"""Routes and the maiden trip, in every variant of the documents (5.9 to 5.14, 8.7, 8.8)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from rules.core.verdict import Ruling, facts
from rules.games.linie1.game import GAME
from rules.games.linie1.laws.driving import TRACK_SPACES, stops_ahead, targets
from rules.games.linie1.laws.routes import route
from rules.games.linie1.laws.trips import measured
from rules.games.linie1.places import SPOTS, Spot, spot_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Linie1State, Pass
from tests.rules.linie1.tables import (
    dealt,
    drive,
    house,
    judged,
    lay,
    line_four,
    played,
    table,
    told,
    with_board,
)
from tests.rules.said import codes, remarks

READINGS = Readings()
NORTH, SOUTH = (0, 6), (13, 10)


def ready(*letters: str, line: int = 4, **more: object) -> Linie1State:
    """Ana is to move, line 4 is built, of its signs only that of G stands; nobody has driven."""
    state = told(
        with_board(dealt(), *line_four()),
        ("line", {"player": "Ana", "line": line}),
        ("route", {"player": "Ana", "letters": list(letters)}),
    )
    return _signed(state, **more)


def _signed(state: Linie1State, **more: object) -> Linie1State:
    excused = frozenset("BHI")
    return replace(
        state, signs=frozenset({Spot(1, 7)}), first=(("G", Spot(1, 7)),), excused=excused, **more
    )


def test_5_9_a_route_joins_both_termini_through_its_stops() -> None:
    """The proof is a path of places, each next to the one before, told with its length."""
    found = route(ready("G"), 4, ("G",), READINGS)
    assert found.complete
    assert found.missing == ()
    assert {found.path[0], found.path[-1]} == {spot_of(*NORTH), spot_of(*SOUTH)}
    assert len(found.path) - 1 == 16
    inner = found.path[1:-1]
    assert all(abs(a.row - b.row) + abs(a.col - b.col) == 1 for a, b in pairwise(inner))
    assert Spot(1, 7) in inner


def test_5_9_missing_stops_are_named() -> None:
    """Those the best way leaves out; all of them where the termini are not joined."""
    found = route(ready(), 4, ("G", "K"), READINGS)
    assert (found.complete, found.joined, found.missing) == (False, True, ("K",))
    apart = route(ready(), 5, ("G", "K"), READINGS)
    assert (apart.joined, apart.missing, apart.path) == (False, ("G", "K"), ())
    state = ready("G", "K")
    verdict = judged(state, drive(4, None, NORTH))
    assert codes(verdict) == ["route-incomplete"]
    assert facts(verdict.violations[0].params) == {"line": 4, "letters": ["K"]}
    assert verdict.required == ()


def test_5_9_the_order_of_the_card_counts_only_where_the_table_says_so() -> None:
    """In either direction."""
    state = with_board(ready(), (6, 10, "NS"))
    state = replace(state, first=(("G", Spot(1, 7)), ("I", Spot(6, 10))))
    card = Readings(stop_order="card")
    for letters in (("G", "I"), ("I", "G")):
        assert route(state, 4, letters, READINGS).complete
        assert route(state, 4, letters, card).complete
    between = replace(state, first=(*state.first, ("H", Spot(3, 10))))
    assert route(between, 4, ("I", "G", "H"), READINGS).complete
    assert route(between, 4, ("I", "G", "H"), card).missing
    assert route(between, 4, ("G", "H", "I"), card).complete


def test_5_9_a_route_may_cross_itself_and_pass_termini() -> None:
    """A way that turns about in a foreign terminus: out by one exit, back by the other."""
    rows = [
        *((row, 2, "NS") for row in range(1, 13) if row not in (9, 6, 7)),
        (6, 2, "NW"),
        (6, 1, "EW"),
        (7, 1, "EW"),
        (7, 2, "SW"),
        (9, 2, "NS"),
    ]
    lane = [tile for tile in rows if tile[:2] != (9, 2)]
    state = table(*lane, (8, 2, "NW"), (8, 1, "ES"), (9, 1, "NS"), (10, 1, "NW"))
    found = route(state, 5, (), READINGS)
    assert not found.complete
    stance = GAME.resume(GAME.position(state), (), house())
    walk = targets(
        told(replace(stance, trams=(), speed=20)),
        _tram(5, (0, 2)),
        None,
        Readings(top_speed="none"),
    )
    assert spot_of(6, 0) in {SPOTS[at] for at in walk}
    assert Spot(7, 2) in {SPOTS[at] for at in walk}


def _tram(line: int, at: tuple[int, int]) -> object:
    from rules.games.linie1.laws.driving import starting_tram  # noqa: PLC0415

    return starting_tram(line, spot_of(*at))


def test_5_10_a_trip_starts_at_the_players_own_terminus() -> None:
    """Placing and driving in one turn by default; or placing first."""
    state = ready("G")
    placed = played(state, drive(4, None, NORTH))
    assert GAME.to_move(placed) == "Ana"
    his = lay((10, 5, "EW"), player="Ana")
    assert codes(judged(placed, his)) == ["laid-while-travelling"]
    gone = played(placed, drive(4, NORTH, (1, 7)))
    assert GAME.to_move(gone) == "Bo"
    at_once = played(state, drive(4, NORTH, (1, 7)))
    assert at_once.trams == gone.trams
    waits = house(first_drive="next_turn")
    assert codes(GAME.judge(state, drive(4, NORTH, (1, 7)), waits)) == ["too-far"]
    after = GAME.apply(state, drive(4, None, NORTH), waits)
    assert GAME.to_move(after) == "Bo"
    assert codes(judged(state, drive(4, None, (0, 2)))) == ["not-on-track"]


def test_5_10_whose_line_it_is_shows_when_the_tram_starts() -> None:
    """A tram that starts in Ana's turn is Ana's; with secret stops the termini must be joined."""
    state = _signed(with_board(dealt(), *line_four()))
    after = played(state, drive(4, None, NORTH))
    assert after.lines == (4, None)
    assert codes(judged(state, drive(5, None, (0, 2)))) == ["route-incomplete"]


def test_3_2_a_line_is_one_players_alone() -> None:
    """Whoever it is told of last: nobody else drives its tram, nor is accused of laying with it."""
    state = told(ready(), ("line", {"player": "Bo", "line": 4}))
    assert state.lines == (None, 4)
    state = played(state, drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    assert judged(state, lay((5, 5, "EW"), (10, 5, "EW"))).legal


def test_5_10_stops_told_after_the_tram_was_put_on_its_terminus_are_checked_as_it_leaves() -> None:
    """Cards are secret until then. Once: what people let stand is no new foul."""
    state = played(replace(ready(), routes=(None, None)), drive(4, None, NORTH))
    lacking = told(state, ("route", {"player": "Ana", "letters": ["G", "K"]}))
    first = drive(4, NORTH, (1, 7))
    (foul,) = judged(lacking, first).violations
    assert (foul.code, facts(foul.params)) == ("route-incomplete", {"line": 4, "letters": ["K"]})
    stands = replace(GAME.force(lacking, first, house()), turn=0, speed=9)
    assert judged(stands, drive(4, (1, 7), (8, 10))).legal
    has_them = told(state, ("route", {"player": "Ana", "letters": ["G"]}))
    assert judged(has_them, first).legal
    before = played(ready("G"), drive(4, None, NORTH))
    assert judged(before, first).legal


def test_5_10_a_card_of_the_other_pack_is_remarked() -> None:
    """Decision 5.2: two players hold three stops, unless the table plays with two."""
    state = ready("G")
    assert remarks(judged(state, drive(4, None, NORTH))) == ["route-card"]
    told_two = told(state, ("route", {"player": "Ana", "letters": ["G", "G"]}))
    assert remarks(judged(told_two, drive(4, None, NORTH), stops="two")) == []


def test_5_14_first_one_space_then_one_more_than_the_move_before() -> None:
    """Whoever made it; slower is allowed and lowers the next limit; ten is the most."""
    state = played(ready("G"), drive(4, None, NORTH))
    assert set(spots(state)) == {Spot(1, 7)}
    after = told(played(state, drive(4, NORTH, (1, 7))), ("turn", {"player": "Ana"}))
    assert after.speed == 1
    assert set(spots(after)) == {Spot(2, 7), Spot(2, 8)}
    assert codes(judged(after, drive(4, (1, 7), (2, 9)))) == ["too-far"]
    slow = played(after, drive(4, (1, 7), (2, 7)))
    assert slow.speed == 1
    fast = replace(after, speed=30)
    assert len(spots(fast)) == TRACK_SPACES
    assert len(spots(fast, top_speed="none")) == 15


def spots(state: Linie1State, **changes: object) -> list[Spot]:
    """Where tram 4 may go."""
    tram = state.tram(4)
    assert tram is not None
    found = targets(state, tram, None, Readings.of(house(**changes)))
    return [SPOTS[at] for at in found]


def test_5_14_every_stop_sign_is_a_halt_own_or_not() -> None:
    """Points beyond it are lost, and the next limit counts what was driven."""
    state = replace(ready(), speed=5)
    state = played(state, drive(4, None, NORTH))
    ran = judged(state, drive(4, NORTH, (2, 7)))
    assert codes(ran) == ["ran-a-stop"]
    assert ran.required == ()
    halted = judged(state, drive(4, NORTH, (1, 7)))
    assert remarks(halted) == ["points-lost"]
    assert played(state, drive(4, NORTH, (1, 7))).speed == 1


def test_5_14_stops_ahead_are_told() -> None:
    """The next sign within reach must be halted at when the tram gets there."""
    state = played(replace(ready(), speed=9), drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    state = replace(state, signs=state.signs | {Spot(3, 10)}, turn=0, speed=9)
    verdict = judged(state, drive(4, (1, 7), (2, 8)))
    assert [dict(d.params)["row"] for d in verdict.required] == [3]
    tram = state.tram(4)
    assert tram is not None
    assert stops_ahead(state, tram, READINGS) == (Spot(3, 10),)


@pytest.mark.parametrize(
    ("trip", "roll", "to", "wanted"),
    [
        ("die", "2", (2, 8), []),
        ("die", "2", (2, 9), ["too-far"]),
        ("die", "1", (2, 7), []),
        ("die", "H", (3, 10), []),
        ("die", "4", (4, 10), ["too-far", "ran-a-stop"]),
        ("die", "H", (4, 10), ["ran-a-stop"]),
        ("die", None, (3, 10), []),
        ("die", None, (4, 10), ["ran-a-stop"]),
        ("die_or_repeat", "1", (2, 8), []),
        ("die_or_repeat", "1", (2, 10), ["too-far"]),
        ("goldsieber", "2", (2, 9), ["too-far"]),
        ("goldsieber", "H", (3, 10), []),
        ("goldsieber", "H", (4, 10), ["ran-a-stop"]),
        ("goldsieber", None, (5, 10), ["ran-a-stop"]),
    ],
)
def test_5_14_the_die_in_every_variant(
    trip: str, roll: str | None, to: tuple[int, int], wanted: list[str]
) -> None:
    """From the stop of G, the sign of H five spaces ahead; the roll before was a 2."""
    state = played(ready(), drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    state = replace(state, signs=state.signs | {Spot(3, 10)}, turn=0, roll="2")
    assert codes(judged(state, drive(4, (1, 7), to, roll=roll), trip=trip)) == wanted


def test_8_7_a_numbered_move_of_1995_passes_signs_unless_the_table_halts() -> None:
    """The sheet is silent; H stops at foreign termini too."""
    state = played(ready(), drive(4, None, NORTH))
    past = drive(4, NORTH, (2, 7), roll="2")
    assert judged(state, past, trip="goldsieber").legal
    assert codes(judged(state, past, trip="goldsieber", numbered_halt="halts")) == ["ran-a-stop"]
    assert codes(judged(state, past, trip="die")) == ["ran-a-stop"]
    after = played(state, past, trip="goldsieber")
    assert after.tram(4).visited == {"G"}  # type: ignore[union-attr]
    assert after.roll == "2"


def test_5_14_the_h_of_1995_ends_at_a_foreign_terminus() -> None:
    """Which the other variants drive through as one space."""
    tiles = [(1, 6, "NS"), (2, 6, "NE"), (1, 7, "NS"), (2, 7, "EW+NE"), (2, 8, "EW")]
    state = table(*tiles, trams={5: (2, 6)}, players=())
    turn = drive(5, (2, 6), (1, 7), roll="H")
    assert codes(judged(state, turn, trip="goldsieber")) == ["ran-a-stop"]
    assert judged(state, replace(turn, end=spot_of(0, 6)), trip="goldsieber").legal
    assert judged(state, turn, trip="die").legal


def test_8_8_a_tram_leaves_its_terminus_by_either_exit() -> None:
    """Unless the table holds it to the exit of the route that was shown."""
    state = with_board(ready(), (1, 6, "NS"))
    state = played(state, drive(4, None, NORTH))
    assert set(spots(state)) == {Spot(1, 6), Spot(1, 7)}
    shown = told(state, ("shown", {"line": 4, "cells": [[0, 6], [1, 7], [2, 7]]}))
    assert set(spots(shown, start_exit="shown")) == {Spot(1, 7)}
    assert set(spots(state, start_exit="shown")) == {Spot(1, 6), Spot(1, 7)}
    early = told(ready(), ("shown", {"line": 4, "cells": [[0, 6], [1, 7]]}))
    assert played(early, drive(4, None, NORTH)).tram(4).shown  # type: ignore[union-attr]


def test_5_11_forward_only_and_only_along_the_curves() -> None:
    """No turning about, no sharp turn, no jump; several trams share a space."""
    state = played(ready(), drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    state = replace(state, turn=0, speed=4)
    assert codes(judged(state, drive(4, (1, 7), NORTH))) == ["backwards"]
    assert codes(judged(state, drive(4, (1, 7), (9, 9)))) == ["not-on-track"]
    both = GAME.resume(GAME.position(state), (), house())
    shared = GAME.force(both, drive(1, None, (1, 7)), house())
    assert GAME.position(shared)[Spot(1, 7)].trams == (1, 4)


def test_5_11_a_better_route_may_be_used_unless_the_table_forbids_it() -> None:
    """Only what was shown."""
    state = with_board(ready(), (1, 6, "NS"))
    state = played(state, drive(4, None, NORTH))
    shown = told(state, ("shown", {"line": 4, "cells": [[0, 6], [1, 6], [2, 6]]}))
    assert judged(shown, drive(4, NORTH, (1, 7))).legal
    verdict = judged(shown, drive(4, NORTH, (1, 7)), new_route="forbidden")
    assert codes(verdict) == ["not-on-track"]
    assert verdict.violations[0].reading == "new_route=forbidden"


def test_5_12_the_first_tram_at_its_second_terminus_wins() -> None:
    """Surplus spaces are lost; with a stop left out the trip goes on."""
    state = played(ready("G"), drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    state = replace(state, turn=0, speed=9)
    state = replace(played(state, drive(4, (1, 7), (8, 10))), turn=0)
    home = drive(4, (8, 10), SOUTH)
    verdict = judged(state, home)
    assert verdict.legal
    assert remarks(verdict) == ["points-lost"]
    ended = GAME.outcome(played(state, home), house())
    assert ended is not None
    assert (ended.code, ended.winners, ended.ranking) == ("arrived", ("Ana",), (("Ana",), ("Bo",)))
    lacking = replace(state, routes=(("G", "K"), None))
    verdict = judged(lacking, home)
    left = {r.code: dict(r.params) for r in verdict.remarks}["stops-left"]
    assert left["letters"] == ("K",)
    assert verdict.required[-1].kind == "missing-stops"
    assert facts(verdict.required[-1].params) == {"line": 4, "letters": ["K"]}
    assert GAME.outcome(GAME.apply(lacking, home, house()), house()) is None


def test_5_12_a_tram_whose_player_is_unknown_wins_for_nobody_seen() -> None:
    """In a game without names."""
    state = table(*line_four(), signs=[(1, 7)], players=())
    state = played(state, drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    state = replace(state, speed=None)
    state = played(state, drive(4, (1, 7), (8, 10)))
    state = replace(state, speed=9)
    ended = GAME.outcome(played(state, drive(4, (8, 10), SOUTH)), house())
    assert ended is not None
    assert ended.winners == ()
    resumed = GAME.resume(GAME.position(state), (), house())
    assert GAME.outcome(resumed, house()) is None


def test_5_13_a_lost_tram_is_taken_off_and_starts_again() -> None:
    """Its player lays again only while the route is not complete."""
    state = played(ready("G"), drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    gone = drive(4, (1, 7), None)
    assert judged(replace(state, turn=0, board=table((1, 7, "NS")).board), gone).legal
    off = replace(GAME.force(replace(state, turn=0), gone, house()), turn=0)
    assert off.tram(4).spot is None  # type: ignore[union-attr]
    assert Spot(1, 7) in GAME.position(off)
    assert codes(judged(off, lay((10, 5, "EW")))) == ["laid-while-travelling"]
    assert judged(replace(off, routes=(("K",), None)), lay((10, 5, "EW"))).legal
    assert judged(replace(off, routes=(None, None)), lay((10, 5, "EW"))).legal
    assert judged(off, drive(4, None, SOUTH)).legal
    assert remarks(judged(off, drive(4, None, None))) == []
    assert codes(judged(off, drive(4, None, None))) == ["not-on-track"]


def test_5_13_of_a_tram_that_could_go_on_it_is_asked_whether_it_is_lost() -> None:
    """No picture tells a tram that was taken off from one that is not seen."""
    state = played(ready("G"), drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    verdict = judged(replace(state, turn=0), drive(4, (1, 7), None))
    assert verdict.ruling is Ruling.ASK
    assert remarks(verdict) == ["could-go-on"]


def test_5_13_the_sheet_of_1995_puts_it_back_to_where_it_started() -> None:
    """Then taking it off altogether is asked about, and it stands on its terminus."""
    state = played(ready("G"), drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    verdict = judged(state, drive(4, (1, 7), None), lost_tram="back_to_start")
    assert remarks(verdict) == ["back-to-start"]
    back = GAME.force(state, drive(4, (1, 7), None), house(lost_tram="back_to_start"))
    assert back.tram(4).spot == spot_of(*NORTH)  # type: ignore[union-attr]


def test_a_resumed_tram_may_have_come_from_anywhere() -> None:
    """Heading, speed and stops passed are unknown and make no foul."""
    state = table(*line_four(), signs=[(1, 7)], trams={4: (5, 10)})
    assert judged(state, drive(4, (5, 10), (9, 10))).legal
    assert judged(state, drive(4, (5, 10), (2, 10))).legal
    moved = played(state, drive(4, (5, 10), (2, 10)))
    assert codes(judged(moved, drive(4, (2, 10), (5, 10)))) == ["backwards"]


def test_a_tram_met_on_its_own_terminus_is_about_to_start_and_can_win() -> None:
    """A foreign one it passes like any other place."""
    state = table(*line_four(), signs=[(1, 7)], trams={4: NORTH})
    assert state.tram(4).origin == spot_of(*NORTH)  # type: ignore[union-attr]
    state = told(state, ("turn", {"player": "Ana"}), ("line", {"player": "Ana", "line": 4}))
    state = replace(played(state, drive(4, NORTH, (1, 7))), turn=0, speed=9)
    state = replace(played(state, drive(4, (1, 7), (8, 10))), turn=0, speed=9)
    ended = GAME.outcome(played(state, drive(4, (8, 10), SOUTH)), house())
    assert ended is not None
    assert ended.winners == ("Ana",)
    passing = table(*line_four(), signs=[(1, 7)], trams={3: NORTH})
    assert passing.tram(3).origin is None  # type: ignore[union-attr]


def test_an_illegal_move_that_stands_leaves_everything_open() -> None:
    """A tram put somewhere else may go on from there in any direction."""
    state = GAME.force(ready(), drive(4, (5, 5), (9, 10)), house())
    tram = state.tram(4)
    assert tram is not None
    assert tram.visited is None
    assert judged(state, drive(4, (9, 10), (8, 10))).legal
    assert judged(GAME.force(state, drive(9, None, None), house()), Pass("Bo")).violations


def test_a_traveller_passes_only_when_he_cannot_move() -> None:
    """Else he is asked; who has just put his tram on its terminus may wait."""
    state = played(ready(), drive(4, None, NORTH))
    assert judged(state, Pass("Ana")).legal
    assert GAME.to_move(played(state, Pass("Ana"))) == "Bo"
    state = played(state, Pass("Ana"), lay((5, 5, "EW"), (10, 5, "EW")))
    assert remarks(judged(state, Pass("Ana"))) == ["must-drive"]
    blocked = replace(state, board=table((5, 5, "EW")).board)
    assert judged(blocked, Pass("Ana")).legal


def test_others_may_take_a_travellers_open_tiles() -> None:
    """So where the next tiles came from is unknown (5.10)."""
    state = played(ready(), drive(4, None, NORTH), drive(4, NORTH, (1, 7)))
    after = played(state, lay((10, 5, "EW"), (3, 3, "EW")))
    assert after.pile is None
    assert after.hands[0].hidden is None
    assert after.hands[1].hidden == 2


def test_legal_turns_of_a_traveller_are_drives() -> None:
    """All of them; taking the tram off where it cannot move; at the start also waiting."""
    state = played(ready(), drive(4, None, NORTH))
    listed = set(GAME.legal_turns(state, house()))
    moves = {drive(4, NORTH, (1, 7))}
    stuck = replace(state, board=table((5, 5, "EW")).board, starts=None)
    assert drive(4, NORTH, None) in set(GAME.legal_turns(stuck, house()))
    assert listed == {*moves, Pass("Ana")}
    back = played(state, Pass("Ana"), lay((5, 5, "EW"), (10, 5, "EW")))
    assert set(GAME.legal_turns(back, house())) == moves
    start = list(GAME.legal_turns(ready("G"), house()))
    assert {drive(4, None, NORTH), drive(4, NORTH, (1, 7))} <= set(start)
    nobody = table(*line_four(), signs=[(1, 7)], players=())
    assert drive(4, None, SOUTH) in set(GAME.legal_turns(nobody, house()))
    unknown = replace(ready(), lines=(None, 3))
    drives = [turn for turn in GAME.legal_turns(unknown, house()) if hasattr(turn, "line")]
    assert {turn.line for turn in drives} == {4}


def test_a_tram_beside_the_board_cannot_be_taken_off() -> None:
    """It has not moved, and forcing it changes nothing."""
    state = ready("G")
    turn = drive(4, NORTH, None)
    assert remarks(judged(state, turn)) == ["not-moved"]
    assert GAME.force(state, turn, house()) == state
    lost_anew = GAME.force(table(players=()), drive(4, None, None), house())
    assert GAME.position(lost_anew) == {}


def test_two_ways_of_different_length_limit_the_next_tram_least() -> None:
    """The picture does not show which one was taken."""
    ring = [(10, 4, "EW+ES"), (10, 5, "EW+SW"), (11, 4, "NE"), (10, 6, "EW")]
    state = replace(table(*ring, trams={6: (10, 4)}, players=()), speed=9)
    tram = state.tram(6)
    assert tram is not None
    state = state.with_tram(replace(tram, entered=(3,)))
    straight = judged(state, drive(6, (10, 4), (10, 5)))
    assert straight.legal
    assert GAME.apply(state, drive(6, (10, 4), (10, 5)), house()).speed == 1


def test_spaces_are_measured_along_the_track() -> None:
    """As a tram may go; beyond what it may, the shortest way; none where no track leads there."""
    state = played(ready(), drive(4, None, NORTH))
    for to, spaces in (((1, 7), 1), ((2, 9), 4), ((9, 9), None), (NORTH, 0)):
        assert measured(state, drive(4, NORTH, to), READINGS).spaces == spaces
    assert measured(state, drive(9, None, None), READINGS).spaces is None
    assert measured(state, drive(4, NORTH, (1, 7), spaces=3), READINGS).spaces == 3
