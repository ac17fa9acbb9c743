"""Exact facts of Linie 1's verdicts: each fault once, signs by letter and place."""

from __future__ import annotations

from dataclasses import replace

from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Signs
from tests.rules.linie1.tables import codes, dealt, house, judged, laid, lay, table, with_board


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
