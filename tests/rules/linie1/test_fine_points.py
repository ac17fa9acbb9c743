"""Exact facts of Linie 1's verdicts: each fault once, signs by letter and place."""

from __future__ import annotations

from dataclasses import replace

from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.hands import Hand
from rules.games.linie1.laws.driving import shortest, targets
from rules.games.linie1.laws.signs import stop_cells
from rules.games.linie1.places import SPOTS, TERMINUS_AT, Spot, index_of, spot_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Lay, Signs, Tram
from rules.games.linie1.tiles import KINDS, Tile
from tests.rules.linie1.tables import (
    dealt,
    drive,
    house,
    judged,
    laid,
    lay,
    line_four,
    position,
    table,
    with_board,
)
from tests.rules.said import codes


def test_a_contact_between_two_tiles_of_the_turn_is_one_foul() -> None:
    """Not one for each of the two; contacts with other tiles are faults of their own."""
    both = lay((10, 4, "EW"), (10, 5, "NS"))
    assert codes(judged(table(), both)) == ["blocks-track"]
    beside = table((11, 4, "NS"), (11, 5, "EW"))
    found = judged(beside, both).violations
    pairs = [{place.name() for place in violation.places} for violation in found]
    assert len(pairs) == 3
    assert all(pairs.count(pair) == 1 for pair in pairs)


def test_each_side_of_a_tile_is_a_fault_of_its_own() -> None:
    """Two edges of the board, a location: three violations of one tile."""
    corner = judged(table(), lay((1, 1, "NW"))).violations
    assert [v.code for v in corner] == ["off-board", "off-board"]
    into = judged(table(), lay((1, 9, "NW"))).violations
    assert sorted(v.code for v in into) == ["into-location", "off-board"]


def test_a_turn_ended_after_one_tile_names_the_tile_that_still_fits() -> None:
    """Only where it was said to be over, and only with a hand that surely fits."""
    state = dealt()
    assert judged(state, lay((5, 5, "NS"))).legal
    (foul,) = judged(state, lay((5, 5, "NS"), ended=True)).violations
    assert foul.code == "one-tile"
    assert dict(foul.params)["player"] == "Ana"
    assert dict(foul.params)["tile"] in {"straight", "curve"}


def forgotten() -> object:
    """The sign of G is due at (1, 7) since an earlier turn and does not stand."""
    state = with_board(dealt(), (1, 7, "NS"))
    return replace(state, first=(("G", Spot(1, 7)),))


def test_a_forgotten_sign_is_a_foul_of_the_next_turn_unless_only_reminded() -> None:
    """By letter and place; putting it up with the turn mends it, elsewhere it does not."""
    state = forgotten()
    turn = lay((5, 5, "NS"))
    (foul,) = judged(state, turn).violations  # type: ignore[arg-type]
    assert (foul.code, foul.places, foul.reading) == (
        "stop-sign-missing",
        (Spot(1, 7),),
        "sign_missing=next_turn",
    )
    assert dict(foul.params)["letter"] == "G"
    verdict = judged(state, turn, sign_missing="reminder")  # type: ignore[arg-type]
    assert verdict.legal
    assert [(d.kind, d.places) for d in verdict.required] == [("stop-sign", (Spot(1, 7),))]
    mended = lay((5, 5, "NS"), signs=(Spot(1, 7),))
    assert judged(state, mended).legal  # type: ignore[arg-type]
    assert judged(state, mended).required == ()  # type: ignore[arg-type]
    wrong = judged(state, lay((5, 5, "NS"), signs=(Spot(5, 5),)))  # type: ignore[arg-type]
    assert sorted(codes(wrong)) == ["stop-sign-missing", "stop-sign-wrong"]


def test_signs_put_up_alone_are_judged_by_their_places() -> None:
    """The right one is right, a wrong one wrong, and a right one taken off is missing."""
    state = forgotten()
    assert judged(state, Signs((Spot(1, 7),))).legal  # type: ignore[arg-type]
    assert codes(judged(state, Signs((Spot(2, 7),)))) == ["stop-sign-wrong"]  # type: ignore[arg-type]
    stands = GAME.apply(state, Signs((Spot(1, 7),)), house())  # type: ignore[arg-type]
    assert codes(judged(stands, Signs((), (Spot(1, 7),)))) == ["stop-sign-missing"]
    assert judged(stands, Signs((), (Spot(5, 5),))).legal


def test_a_sign_lacking_at_once_is_a_foul_only_where_the_table_says_so() -> None:
    """The tile beside G was laid without its sign."""
    turn = lay((1, 7, "NS"), lacking=(Spot(1, 7),))
    assert judged(dealt(), turn).legal
    (foul,) = judged(dealt(), turn, sign_missing="at_once").violations
    assert (foul.code, foul.reading) == ("stop-sign-missing", "sign_missing=at_once")
    assert judged(dealt(), lay((1, 7, "NS")), sign_missing="at_once").legal


def test_two_tiles_laid_as_one_turn_are_two_and_three_are_too_many() -> None:
    """Counted with what the same player laid before."""
    three = lay((5, 5, "NS"), (5, 8, "NS"), (8, 8, "NS"))
    assert "too-many-tiles" in codes(judged(dealt(), three))
    assert judged(dealt(), lay((5, 5, "NS"), (5, 8, "NS"))).legal
    assert laid(5, 5, "NS") == three.tiles[0]


def accused(*tiles: tuple[int, int, str], **more: object) -> list[tuple[object, ...]]:
    """What a position alone proves: code, wording and places."""
    found = GAME.audit(position(*tiles, **more), house())  # type: ignore[arg-type]
    return [(v.code, dict(v.params).get("case"), v.places) for v in found]


def test_5_8_a_position_alone_shows_signs_that_cannot_be_right() -> None:
    """Beside no location, on no tile, a second one, none at all."""
    wrong, nowhere = "stop-sign-wrong", (5, 5, "NS")
    assert accused(nowhere, signs=[(5, 5)]) == [(wrong, None, (Spot(5, 5),))]
    assert accused(signs=[(1, 7)]) == [(wrong, "early", (Spot(1, 7),))]
    two = accused((1, 7, "NS"), (2, 8, "EW"), signs=[(1, 7), (2, 8)])
    assert two == [(wrong, "second", (Spot(2, 8), Spot(1, 7)))]
    assert accused((1, 7, "NS")) == [("stop-sign-missing", None, (Spot(1, 7),))]
    assert accused((1, 7, "NS"), signs=[(1, 7)]) == []


def test_2_1_more_tiles_of_a_kind_than_the_box_holds_are_named() -> None:
    """Those and no others, with their number; any box may hold them where the table says so."""
    rare = min(KINDS, key=lambda kind: kind.count)
    apart = [(row, col) for row in (3, 5, 7, 9) for col in (3, 5, 7) if (row, col) != (9, 7)]
    many = {Spot(*at): CellContent.of(Tile.of_kind(rare.number), False, []) for at in apart}
    many = dict(list(many.items())[: rare.count + 1])
    assert len(many) == rare.count + 1
    crowded = many | {Spot(11, 3): CellContent.of(Tile.of_kind(1), False, [])}
    found = [v for v in GAME.audit(crowded, house()) if v.code == "not-in-hand"]
    assert [v.places for v in found] == [tuple(sorted(many))]
    assert dict(found[0].params)["count"] == rare.count + 1
    assert "not-in-hand" not in [v.code for v in GAME.audit(crowded, house(box="unknown"))]


def test_5_8_a_sign_on_the_second_of_two_tiles_names_the_first() -> None:
    """Both were laid beside G in this turn."""
    both = lay((1, 7, "NS"), (2, 8, "EW"), signs=(Spot(2, 8),))
    (found,) = judged(dealt(), both).violations
    assert (found.code, found.places) == ("stop-sign-wrong", (Spot(2, 8), Spot(1, 7)))
    assert dict(found.params)["case"] == "later"


def test_5_9_a_stop_is_where_its_sign_belongs_and_not_where_it_was_put() -> None:
    """A sign beside G on another tile than the first makes no stop there."""
    state = with_board(dealt(), (1, 7, "NS"), (2, 8, "EW"))
    state = replace(state, first=(("G", Spot(1, 7)),), signs=frozenset({Spot(2, 8)}))
    assert [SPOTS[at] for at in stop_cells(state, "G")] == [Spot(1, 7)]


def test_5_3_three_tiles_of_nobody_known_are_a_turn_and_a_half() -> None:
    """Whose turn it is was not seen: the last of them is the first tile of the next turn."""
    state = replace(table(), half=lay((5, 5, "NS")).tiles)
    assert state.turn is None
    more = lay((5, 8, "NS"), (8, 8, "NS"))
    assert judged(state, more).legal
    assert GAME.force(state, more, house()).half == more.tiles[-1:]


def test_5_5_a_tile_that_is_not_in_hand_is_named_beside_one_that_is() -> None:
    """In whichever order the two were laid."""
    state = dealt().with_hand(0, Hand.of((1, 1, 1, 2, 2)))
    for both in (((5, 5, "NS+EW"), (8, 8, "NS")), ((8, 8, "NS"), (5, 5, "NS+EW"))):
        (found,) = judged(state, lay(*both)).violations
        assert (found.code, found.places) == ("not-in-hand", (Spot(5, 5),))


def test_5_5_whether_an_exchanged_tile_was_laid_at_once_leaves_the_hand_open() -> None:
    """A curve comes back and one is laid: the one that came back, or one that nobody had read. Who
    then lays two other tiles has done nothing wrong."""
    state = with_board(dealt(), (5, 5, "NE")).with_hand(0, Hand((1, 1, 1), 2))
    for both in (((5, 5, "NE+NW"), (8, 8, "NE")), ((8, 8, "NE"), (5, 5, "NE+NW"))):
        after = GAME.apply(state, lay(*both), house())
        assert after.hands[0] == Hand((1, 1, 1), 2)
        then = replace(after, turn=0)
        assert judged(then, lay((10, 10, "NS+EW"), (6, 3, "NS+EW"))).legal
    read = state.with_hand(0, Hand((1, 1, 2), 2))
    after = GAME.apply(read, lay((8, 8, "NE"), (5, 5, "NE+NW")), house())
    assert after.hands[0] == Hand((1, 1, 2), 2)


def test_a_hand_that_is_one_of_two_is_known_as_far_as_both_agree() -> None:
    """Their number too."""
    assert Hand((1, 1, 2), 1).either(Hand((1, 2, 2), 1)) == Hand((1, 2), 2)
    assert Hand((1, 2), 0).either(Hand((1,), 2)) == Hand((1,), None)
    assert Hand((1, 2)).either(Hand((1,), 2)) == Hand((1,), None)


def test_5_7_two_neighbours_to_be_exchanged_are_found_on_every_side() -> None:
    """One below the other, though the neighbour to the east is joined already."""
    state = with_board(dealt(), (8, 5, "EW"), (8, 6, "EW"), (9, 5, "EW"))
    state = state.with_hand(0, Hand.of(kind.number for kind in KINDS))
    turns = [t for t in GAME.legal_turns(state, house()) if isinstance(t, Lay)]
    pairs = [{laid.spot for laid in turn.tiles} for turn in turns if len(turn.tiles) == 2]
    assert {Spot(8, 5), Spot(9, 5)} in pairs


def test_5_11_a_walk_is_found_past_a_branch_that_leads_back() -> None:
    """A place reached before does not end the search at its switch."""
    steps = {(1, 0): [(2, 0)], (2, 0): [(1, 0), (9, 0)]}
    walk = shortest([(1, 0)], 9, lambda stance: iter(steps.get(stance, [])))
    assert walk == ((1, 0), (2, 0), (9, 0))


def test_5_11_out_of_a_terminus_the_way_it_came_is_backwards() -> None:
    """A tram passes through a terminus like any space, in by one exit and out by the other."""
    terminus = TERMINUS_AT[index_of(spot_of(0, 6))]
    came_by = terminus.cells.index(index_of(Spot(1, 7)))
    tram = Tram(1, terminus.spot, (came_by,))
    state = replace(table(*line_four()), trams=(tram,))
    assert codes(judged(state, drive(1, (0, 6), (1, 7)))) == ["backwards"]


def test_5_12_of_two_ways_of_one_length_either_may_have_been_driven() -> None:
    """By the counting of 1995 a tram runs past signs: a stop on one of the ways may be passed."""
    ring = [(5, 4, "NW+SW"), (4, 4, "ES"), (4, 5, "SW"), (6, 4, "NE"), (6, 5, "NW")]
    state = table((5, 3, "EW"), *ring, (5, 5, "NE+ES"), signs=[(4, 5)])
    tram = Tram(4, Spot(5, 3), (3,))
    reached = targets(state, tram, "4", Readings(trip="goldsieber"))
    assert reached[index_of(Spot(5, 5))].letters == {"M"}


def test_5_10_a_start_that_is_no_terminus_is_pointed_at() -> None:
    """The place itself, not the table beside the board."""
    (found,) = judged(table(*line_four()), drive(4, None, (5, 5))).violations
    assert (found.code, found.places) == ("not-on-track", (Spot(5, 5),))


def test_5_8_listed_turns_put_up_the_sign_that_was_forgotten() -> None:
    """And are legal with it; where none is overdue they put up none."""
    state = forgotten()
    lays = [t for t in GAME.legal_turns(state, house()) if isinstance(t, Lay)]  # type: ignore[arg-type]
    assert {turn.signs for turn in lays} == {(Spot(1, 7),)}
    assert all(judged(state, turn).legal for turn in lays[::50])  # type: ignore[arg-type]
    fresh = [t for t in GAME.legal_turns(dealt(), house()) if isinstance(t, Lay)]
    assert {turn.signs for turn in fresh} == {()}
