"""Every decision of the rule document, section 5 (and 8), in a test that names it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.errors import ArbitableError, IllegalTurn, UnknownName
from rules.games.linie1.game import GAME
from rules.games.linie1.hands import Hand
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Lay, Linie1State, Pass, Signs
from tests.rules.linie1.tables import (
    dealt,
    drive,
    house,
    judged,
    lay,
    played,
    table,
    told,
    with_board,
)
from tests.rules.said import codes, remarks


def test_5_1_two_to_six_play_clockwise() -> None:
    """The first named player starts; a seventh is too many; names must differ."""
    assert list(GAME.rulebook.players) == [2, 3, 4, 5, 6]
    state = dealt("Ana", "Bo", "Cy")
    assert GAME.to_move(state) == "Ana"
    after = played(state, lay((8, 5, "EW"), (3, 3, "EW")))
    assert GAME.to_move(after) == "Bo"
    assert GAME.to_move(GAME.start((), house())) is None
    with pytest.raises(ArbitableError):
        dealt(*"ABCDEFG")
    with pytest.raises(ArbitableError):
        dealt("Ana", "Ana")


def test_5_2_everybody_starts_with_three_straights_and_two_curves() -> None:
    """And 101 tiles are in the pile."""
    state = dealt()
    assert state.hands == (Hand((1, 1, 1, 2, 2), 0),) * 2
    assert state.pile == 101
    assert codes(judged(state, lay((8, 5, "NS+SW")))) == ["not-in-hand"]
    assert codes(judged(state, lay((8, 5, "NE"), (9, 9, "NE")))) == []
    three = lay((8, 5, "NE"), (9, 9, "NE"))
    once = played(state, three)
    assert once.hands[0] == Hand((1, 1, 1), 2)
    assert once.pile == 99


def test_5_3_two_tiles_a_turn_need_not_touch() -> None:
    """One tile is a half turn; the second ends it; isolated tiles are legal; three are too many."""
    state = dealt()
    half = judged(state, lay((8, 5, "EW")))
    assert half.legal
    assert remarks(half) == ["one-of-two"]
    begun = played(state, lay((8, 5, "EW")))
    assert GAME.to_move(begun) == "Ana"
    assert begun.pile == 101
    ended = played(begun, lay((10, 10, "EW")))
    assert GAME.to_move(ended) == "Bo"
    assert remarks(judged(begun, lay((10, 10, "EW")))) == []
    both = judged(state, lay((8, 5, "EW"), (10, 10, "EW")))
    assert both.legal
    assert not both.remarks
    three = lay((8, 5, "EW"), (10, 10, "EW"), (3, 3, "EW"))
    assert codes(judged(state, three)) == ["too-many-tiles"]


def test_5_3_two_more_tiles_after_one_are_two_turns_unless_somebody_told_otherwise() -> None:
    """The unknown makes no foul; where it is known who laid, it does."""
    begun = played(dealt(), lay((8, 5, "EW")))
    two = lay((10, 10, "EW"), (3, 3, "EW"))
    assert judged(begun, two).legal
    after = played(begun, two)
    assert GAME.to_move(after) == "Bo"
    assert len(after.half) == 1
    assert codes(judged(begun, replace(two, player="Ana"))) == ["too-many-tiles"]
    assert codes(judged(begun, replace(two, player="Bo"))) == ["one-tile"]
    forced = GAME.force(begun, replace(two, player="Bo"), house())
    assert GAME.to_move(forced) == "Ana"


def test_5_3_a_tile_of_the_next_hand_tells_that_the_turn_was_cut_short() -> None:
    """Surely not Ana's, surely Bo's."""
    begun = played(dealt(), lay((8, 5, "EW")))
    known = told(begun, ("hand", {"player": "Bo", "tiles": ["T10", "T1"]}))
    verdict = judged(known, lay((9, 9, "NS+EW")))
    assert codes(verdict) == ["one-tile"]
    assert GAME.to_move(GAME.force(known, lay((9, 9, "NS+EW")), house())) == "Bo"


def test_5_4_rules_a_to_e_look_at_the_four_sides_only() -> None:
    """No look-ahead at empty cells by default; forbidden where the table says so."""
    state = table((1, 2, "NW"))
    assert judged(state, lay((2, 1, "EW"))).legal
    assert codes(judged(state, lay((2, 1, "EW")), dead_ends="forbidden")) == ["blocks-track"]
    position = GAME.position(GAME.force(state, lay((2, 1, "EW")), house()))
    assert GAME.audit(position, house()) == ()
    found = GAME.audit(position, house(dead_ends="forbidden"))
    assert [v.reading for v in found] == ["dead_ends=forbidden"]
    listed = set(GAME.legal_turns(state, house()))
    fewer = set(GAME.legal_turns(state, house(dead_ends="forbidden")))
    assert {lay((2, 1, "EW"))} <= listed - fewer


def test_5_5_an_exchange_keeps_every_track_and_adds_some() -> None:
    """The old tile goes to the hand, counts as a draw, and may be laid again at once."""
    state = with_board(dealt(), (8, 5, "EW"), (10, 10, "EW"))
    state = told(state, ("hand", {"player": "Ana", "tiles": ["T4", "T10", "T2", "T2", "T2"]}))
    swap = lay((8, 5, "EW+SW"))
    assert judged(state, swap).legal
    after = played(state, swap)
    assert after.hands[0] == Hand((1, 2, 2, 2, 10), 0)
    again = played(after, lay((9, 9, "NS")))
    assert again.hands[0] == Hand((2, 2, 2, 10), 1)
    assert again.pile == 100
    two = played(state, lay((8, 5, "EW+SW"), (10, 10, "NS+EW")))
    assert two.hands[0] == Hand((1, 1, 2, 2, 2), 0)
    assert two.pile == 101
    back = lay((8, 5, "EW+SW"), (9, 9, "NS"))
    assert judged(state, back).legal
    assert judged(state, Lay(back.tiles[::-1])).legal


def test_5_5_of_tiles_seen_beside_those_of_others_nobody_knows_whose_they_are() -> None:
    """Anybody may have laid a start tile, or taken what was exchanged into the hand: Ana holds five
    tiles still, but another one of them may be what was under hers."""
    state = with_board(dealt(), (10, 10, "EW"))
    swap, after = lay((10, 10, "EW+SW"), (9, 9, "NE")), lay((3, 3, "NS+EW"), (6, 6, "NS+EW"))
    state = told(state, ("hand", {"player": "Ana", "tiles": ["T4", "T2", "T2", "T1", "T1"]}))
    for beside, known, found in (
        ((), (1, 1, 1, 2), ["not-in-hand"]),
        (("Ana", "Bo"), (1, 1), []),
    ):
        laid = replace(swap, beside=beside)
        assert laid == swap
        now = played(state, laid)
        assert now.hands[0].known == known
        assert now.hands[0].count == 5
        assert (now.hands[1] != state.hands[1]) is bool(beside)
        assert codes(judged(told(now, ("turn", {"player": "Ana"})), after)) == found


def test_5_5_trees_lock_a_tile_and_nothing_added_is_no_exchange() -> None:
    """A tree tile may replace others but never be replaced."""
    state = table((8, 5, "EW"), (9, 9, "NS+EW"))
    assert judged(state, lay((8, 5, "NS+EW"))).legal
    assert "tree-locked" in codes(judged(state, lay((9, 9, "NE+ES+SW+NW"))))
    assert codes(judged(state, lay((8, 5, "EW")))) == ["no-change"]
    assert judged(state, lay((8, 5, "EW")), exchange_adds="same").legal
    assert lay((8, 5, "EW")) in set(GAME.legal_turns(state, house(exchange_adds="same")))


def test_5_5_a_tile_just_laid_may_be_exchanged_by_the_second() -> None:
    """A curve, then a switch upon it."""
    state = told(dealt(), ("hand", {"player": "Ana", "tiles": ["T1", "T3"]}))
    upon = lay((9, 9, "NS"), (9, 9, "NS+SW"))
    assert judged(state, upon).legal
    assert played(state, upon).hands[0].known == (1,)


def test_5_6_a_tile_with_sign_and_tram_may_be_exchanged() -> None:
    """Both stay where they are."""
    state = table((1, 7, "NS"), signs=[(1, 7)], trams={4: (1, 7)})
    swap = lay((1, 7, "NS+NW"))
    assert judged(state, swap).legal
    content = GAME.position(played(state, swap))[Spot(1, 7)]
    assert content.stop
    assert content.trams == (4,)


def test_5_7_two_neighbours_exchanged_at_once_may_be_legal_only_together() -> None:
    """Each alone blocks the other; the referee waits for the second tile."""
    state = table((8, 5, "NS"), (8, 6, "NS"))
    pair = lay((8, 5, "NS+ES"), (8, 6, "NS+NW"))
    assert judged(state, pair).legal
    first = judged(state, Lay(pair.tiles[:1]))
    assert not first.violations
    assert remarks(first) == ["mend"]
    assert pair in set(GAME.legal_turns(state, house()))
    forced = GAME.force(state, Lay(pair.tiles[:1]), house())
    assert judged(forced, Lay(pair.tiles[1:])).legal
    assert codes(judged(forced, lay((10, 10, "EW")))) == ["blocks-track"]
    assert set(GAME.legal_turns(forced, house())) >= {Lay(pair.tiles[1:])}
    locked = table((8, 5, "NS"), (8, 6, "NS+NE+ES"))
    assert codes(judged(locked, Lay(pair.tiles[:1]))) == ["blocks-track"]


@pytest.mark.parametrize(
    ("first", "code"), [((4, 5, "EW"), "into-location"), ((9, 5, "EW"), "blocks-track")]
)
def test_a_first_tile_that_people_let_stand_is_no_foul_of_the_second(
    first: tuple[int, int, str], code: str
) -> None:
    """It was called when it was laid; the second tile answers for itself alone."""
    state = table((9, 6, "NS"))
    assert codes(judged(state, lay(first))) == [code]
    insisted = GAME.force(state, lay(first), house())
    assert len(insisted.half) == 1
    assert judged(insisted, lay((5, 8, "NS"))).legal
    beside = lay((first[0] + 1, first[1], "NS"))
    assert codes(judged(insisted, beside)) == ["blocks-track"]


def test_5_8_a_missing_sign_that_people_let_stand_is_asked_for_and_no_foul() -> None:
    """It was a foul once, of who went on without it; not of everybody who plays after that."""
    forgotten = replace(lay((4, 5, "NS"), (10, 11, "EW")), lacking=(Spot(4, 5),))
    state = played(table(), forgotten)
    second = lay((5, 8, "NS"), (3, 9, "NS"))
    called = judged(state, second)
    assert codes(called) == ["stop-sign-missing"]
    after = GAME.force(state, second, house())
    third = lay((3, 3, "NS"), (10, 8, "NS"))
    assert codes(judged(after, third)) == ["stop-sign-missing"]
    insisted = judged(GAME.waive(after, called.violations, house()), third)
    assert insisted.legal
    assert [duty.kind for duty in insisted.required] == ["stop-sign"]


def test_8_5_a_new_tile_that_blocks_is_a_foul_at_once_unless_the_table_waits() -> None:
    """Printed for two exchanges only."""
    state = table((8, 6, "NS"))
    blocking = lay((8, 5, "EW"))
    assert codes(judged(state, blocking)) == ["blocks-track"]
    assert remarks(judged(state, blocking, together="any")) == ["mend"]
    assert judged(state, lay((8, 5, "EW"), (8, 6, "NS+NW"))).legal


@pytest.mark.parametrize("text", ["EW", "ES", "SW"])
def test_5_8_the_first_tile_beside_a_location_gets_its_sign(text: str) -> None:
    """Whatever way its track runs; a diagonal one does not count, nor does a second."""
    state = dealt()
    first = lay((7, 9, text), (5, 8, "EW"))
    due = judged(state, first).required
    assert [(d.kind, dict(d.params)["letter"], d.places) for d in due] == [
        ("stop-sign", "I", (Spot(7, 9),))
    ]
    after = played(state, first)
    assert GAME.position(after)[Spot(7, 9)].stop
    assert judged(after, lay((6, 8, "NS"))).required == ()


def test_5_8_a_sign_stays_when_its_tile_is_exchanged_and_no_second_one_comes() -> None:
    """One sign a location for the whole game."""
    state = played(table((7, 9, "EW"), signs=[(7, 9)]), lay((7, 9, "EW+SW"), (6, 8, "NS")))
    assert state.signs == {Spot(7, 9)}
    assert codes(judged(state, Signs((Spot(6, 8),)))) == ["stop-sign-wrong"]
    assert codes(judged(state, Signs((), (Spot(7, 9),)))) == ["stop-sign-missing"]


def test_5_8_when_a_forgotten_sign_is_a_foul_is_up_to_the_table() -> None:
    """By default once play goes on without it; it may be put up late."""
    unsigned = lay((7, 9, "EW"), (3, 3, "EW"), lacking=(Spot(7, 9),))
    state = dealt()
    assert judged(state, unsigned).legal
    assert codes(judged(state, unsigned, sign_missing="at_once")) == ["stop-sign-missing"]
    after = played(state, unsigned)
    go_on = lay((10, 10, "EW"))
    assert codes(judged(after, go_on)) == ["stop-sign-missing"]
    assert judged(after, go_on, sign_missing="reminder").legal
    assert judged(after, go_on, sign_missing="reminder").required
    assert judged(after, replace(go_on, signs=(Spot(7, 9),))).legal
    assert judged(played(after, Signs((Spot(7, 9),))), go_on).legal
    assert all(turn.signs for turn in GAME.legal_turns(after, house()) if isinstance(turn, Lay))
    missing = GAME.audit(GAME.position(after), house())
    assert [v.code for v in missing] == ["stop-sign-missing"]
    assert GAME.audit(GAME.position(after), house(sign_missing="reminder")) == ()


def test_5_8_of_two_tiles_beside_one_location_the_first_laid_counts() -> None:
    """The order in which they are told decides."""
    state = dealt()
    after = played(state, lay((7, 9, "EW"), (6, 8, "NS")))
    assert after.signs == {Spot(7, 9)}
    other = played(state, lay((6, 8, "NS"), (7, 9, "EW")))
    assert other.signs == {Spot(6, 8)}
    wrong = lay((7, 9, "EW"), lacking=(Spot(7, 9),), signs=(Spot(5, 9),))
    assert "stop-sign-wrong" in codes(judged(state, wrong))


def test_a_first_picture_excuses_what_it_cannot_show() -> None:
    """A sign missing there is named by the audit and asked for, and makes no turn a foul; of two
    tiles either may have been the first."""
    state = table((7, 9, "EW"), (6, 8, "NS"))
    verdict = judged(state, lay((10, 10, "EW")))
    assert verdict.legal
    assert [duty.kind for duty in verdict.required] == ["stop-sign"]
    for spot in (Spot(7, 9), Spot(6, 8)):
        assert judged(state, Signs((spot,))).legal
    settled = played(state, Signs((Spot(6, 8),)))
    assert judged(settled, lay((10, 10, "EW"))).required == ()


def test_8_4_a_tile_before_a_terminus_exit_must_join_it() -> None:
    """French rule D; a table may read it otherwise."""
    state = table((5, 5, "EW"))
    closing = lay((1, 6, "EW"))
    assert codes(judged(state, closing)) == ["terminus"]
    assert judged(state, closing, terminus_exit="free").legal
    assert closing in set(GAME.legal_turns(state, house(terminus_exit="free")))
    assert lay((1, 6, "NS")) in set(GAME.legal_turns(state, house(terminus_exit="free")))
    position = GAME.position(GAME.force(state, closing, house()))
    assert [v.code for v in GAME.audit(position, house())] == ["terminus"]
    assert GAME.audit(position, house(terminus_exit="free")) == ()


def stuck() -> Linie1State:
    """Ana has a ring and a crossing that fit nowhere on a board of straights."""
    tiles = [(r, c, "EW") for r in (5,) for c in range(2, 13)]
    return told(
        with_board(dealt(), *tiles),
        ("hand", {"player": "Ana", "tiles": []}),
        ("hand", {"player": "Bo", "tiles": []}),
    )


def test_8_6_who_can_lay_nothing_passes() -> None:
    """Or changes his hand; with an unread hand the pass is believed."""
    assert codes(judged(dealt(), Pass("Ana"))) == ["one-tile"]
    begun = played(dealt(), lay((8, 5, "EW")))
    assert codes(judged(begun, Pass("Ana"))) == ["one-tile"]
    state = stuck()
    assert judged(state, Pass("Ana")).legal
    assert list(GAME.legal_turns(state, house())) == [Pass("Ana")]
    assert GAME.to_move(played(state, Pass("Ana"))) == "Bo"
    hidden = told(dealt(), ("hand", {"player": "Ana", "tiles": ["T1"], "hidden": 0}))
    redrawn = GAME.force(hidden, Pass("Ana"), house(stuck="redraw"))
    assert redrawn.hands[0] == Hand((), 1)
    assert judged(table(), Pass()).legal
    assert played(table(), Pass()).half == ()


def test_8_6_with_the_pile_empty_play_goes_on_with_what_is_left() -> None:
    """Until nobody can lay; or the table ends it at once."""
    state = told(dealt(), ("pile", {"count": 1}))
    after = played(state, lay((8, 5, "EW"), (3, 3, "EW")))
    assert after.pile == 0
    assert after.hands[0].count == 4
    assert GAME.outcome(after, house()) is None
    ended = GAME.outcome(after, house(empty_pile="end"))
    assert ended is not None
    assert ended.code == "pile-empty"
    over = GAME.outcome(told(stuck(), ("pile", {"count": 0})), house())
    assert over is not None
    assert over.code == "nobody-can-lay"
    can = told(stuck(), ("pile", {"count": 0}), ("hand", {"player": "Bo", "tiles": ["T1"]}))
    assert GAME.outcome(can, house()) is None


def test_2_1_the_box_holds_the_printed_number_of_each_tile() -> None:
    """A fifth crossing is nobody's; a table with another box says so."""
    full = table(*((i, 6, "NS+EW") for i in (2, 3, 10, 11)))
    fifth = lay((8, 8, "NS+EW"))
    assert codes(judged(full, fifth)) == ["not-in-hand"]
    assert judged(full, fifth, box="unknown").legal
    assert fifth not in set(GAME.legal_turns(full, house()))
    held = told(dealt(), ("hand", {"player": "Bo", "tiles": ["T11", "T11"]}))
    held = told(held, ("hand", {"player": "Ana", "tiles": [], "hidden": 5}))
    mirrored = lay((8, 8, "NS+SW+NE"))
    assert codes(judged(held, mirrored)) == ["not-in-hand"]


def test_an_illegal_turn_is_refused_and_can_be_forced() -> None:
    """With the codes in the sentence; a forced one lies there as it is."""
    with pytest.raises(IllegalTurn, match="on-location"):
        GAME.apply(dealt(), lay((6, 9, "EW")), house())
    forced = GAME.force(dealt(), lay((6, 9, "EW"), (30, 2, "EW")), house())
    assert [v.code for v in GAME.audit(GAME.position(forced), house())] == ["on-location"]


@pytest.mark.parametrize(
    ("fact", "data"),
    [
        ("weather", {}),
        ("hand", {"player": "Ana", "tiles": ["T13"]}),
        ("hand", {"player": "Zoe", "tiles": []}),
        ("line", {"player": "Ana", "line": 7}),
        ("route", {"player": "Ana", "letters": ["J"]}),
        ("route", {"player": "Ana", "card": "S1"}),
    ],
)
def test_a_fact_that_cannot_be_is_refused_by_name(fact: str, data: dict[str, object]) -> None:
    """Unknown facts, tiles, players, lines, stops; a card without a known line."""
    with pytest.raises(UnknownName):
        GAME.tell(dealt(), fact, data)


def test_what_players_tell_is_kept() -> None:
    """Line, card, speed, pile, turn."""
    state = told(
        dealt(),
        ("line", {"player": "Bo", "line": 3}),
        ("route", {"player": "Bo", "card": "L1"}),
        ("speed", {"spaces": 4}),
        ("turn", {"player": "Bo"}),
    )
    assert state.letters(3) == ("G", "K", "L")
    assert state.speed == 4
    assert GAME.to_move(state) == "Bo"


def test_every_option_has_a_decision_and_every_decision_two_texts() -> None:
    """Disputed decisions are house rules; the numbers are those of the rule document."""
    numbers = {decision.number for decision in GAME.rulebook.decisions}
    assert {option.decision for option in GAME.rulebook.options} <= numbers | {"2.1"}
    assert {f"5.{n}" for n in range(1, 15)} | {f"8.{n}" for n in range(4, 9)} == numbers


def test_a_tram_that_starts_after_one_tile_cuts_the_turn_short() -> None:
    """A turn is two tiles or a drive."""
    begun = played(told(dealt(), ("line", {"player": "Ana", "line": 4})), lay((8, 5, "EW")))
    assert "one-tile" in codes(judged(begun, drive(4, None, (0, 6))))


def test_unread_hands_stay_unread() -> None:
    """After a turn of somebody whose hand nobody has seen, the pile is unknown too."""
    state = told(table(), ("turn", {"player": "Ana"}))
    after = played(state, lay((8, 5, "EW"), (3, 3, "EW")))
    assert after.hands[0] == Hand()
    assert after.pile is None
    assert GAME.to_move(after) == "Bo"
    forced = GAME.force(told(dealt(), ("turn", {"player": "Ana"})), lay((8, 5, "NS+EW")), house())
    assert forced.hands[0].count is None
