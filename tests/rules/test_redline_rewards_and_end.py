"""Decisions R15 to R25, alignments and the end: each as a fact, with its alternative."""

from __future__ import annotations

import pytest

from rules.core.errors import ArbitableError
from rules.core.helping import Freeze
from rules.core.places import Cell
from rules.core.verdict import Ruling
from rules.games.redline import GAME
from rules.games.redline.hands import Hand
from rules.games.redline.laws.ending import freeze, round_points
from rules.games.redline.readings import Readings
from rules.games.redline.state import Discard, RedlineState
from tests.rules.redline_pictures import laid
from tests.rules.tables import after, house, judged, lay, start, table, tile, with_hands

# R15 to R20: alignments and rewards ------------------------------------------------------------

ROW = [(0, 0, "Y E"), (1, 0, "B W+E"), (2, 0, "Y W+E")]


def rewarded(*laid: tuple[int, int, str], turn: object, **changes: object) -> list[str]:
    """The rewards of a turn with a reserve of five."""
    state = table(*laid).with_reserve(5)
    return [r.kind for r in judged(state, turn, **changes).rewards]  # type: ignore[arg-type]


def test_r15_adjoining_cells_make_an_alignment_not_lines_and_not_with_a_gap() -> None:
    """Three of a colour down a column that no line joins; with a hole they are none."""
    laid = [(0, 0, "Y E"), (1, 0, "B W+SW"), (0, 1, "Y NE+E"), (1, 1, "B W+SW+E")]
    assert rewarded(*laid, turn=lay(0, 2, "Y NE+S")) == ["draw"]
    laid = [(0, 0, "Y S"), (0, 1, "B N+S"), (2, 0, "Y W")]
    assert rewarded(*laid, turn=lay(0, 2, "Y N")) == []


def test_r16_enlarging_earns_nothing_and_joining_short_rows_does() -> None:
    """The fifth of an alternating row is no new alignment; two pairs joined are."""
    assert rewarded(*ROW, turn=lay(3, 0, "B W+E+N")) == ["draw"]
    assert rewarded(*ROW, (3, 0, "B W+E+N"), turn=lay(4, 0, "Y W+SW")) == []


@pytest.mark.parametrize(("joined", "expected"), [("old", []), ("new", ["draw"])])
def test_r16_joining_two_old_alignments(joined: str, expected: list[str]) -> None:
    """New only where the house says so."""
    column = [(0, row, "Y N+S") for row in (-3, -2, -1, 1, 2, 3)]
    state = table(*column, (1, 0, "B W")).with_reserve(5)
    changes = {"joined_alignments": joined, "set": "unknown"}
    assert [r.kind for r in judged(state, lay(0, 0, "Y N+S+E"), **changes).rewards] == expected


def test_r17_one_tile_serves_several_axes_and_kinds() -> None:
    """A row of colours and an alternating column through one tile: two alignments, one reward."""
    laid = [(1, 0, "B W"), (2, 0, "B N"), (0, -1, "Y S"), (0, -2, "B N"), (0, -3, "Y N")]
    state = table(*laid).with_reserve(5)
    (reward,) = judged(state, lay(0, 0, "B N+E"), set="unknown").rewards
    kinds = [dict(a.items)["kind"] for a in dict(reward.params)["alignments"]]
    assert sorted(kinds) == ["alternating", "same-colour"]


def test_r18_a_draw_and_the_turn_is_over() -> None:
    """One tile from the reserve, whatever the number of alignments."""
    state = after(start(), lay(0, 0, "Y E"), lay(1, 0, "B W+E"), lay(2, 0, "Y W+E"))
    before = state.hand("B").count
    state = after(state, lay(3, 0, "B W"))
    assert state.hand("B").count == before
    assert (state.reserve, GAME.to_move(state)) == (31, "A")


def emptied(state: RedlineState) -> RedlineState:
    """The same with an empty reserve."""
    return state.with_reserve(0)


def test_r18_without_a_reserve_all_others_throw_one_away() -> None:
    """The reward says so, and they owe it."""
    state = after(start("A", "B", "C"), lay(0, 0, "Y E"), lay(1, 0, "B W+E"), lay(2, 0, "Y W+E"))
    state = emptied(state)
    assert [r.kind for r in judged(state, lay(3, 0, "B W")).rewards] == ["others-discard"]
    state = after(state, lay(3, 0, "B W"))
    assert state.owed == ("B", "C")
    assert state.reserve == 0


def test_r18_an_unknown_reserve_is_said_so() -> None:
    """The reward is a draw unless the reserve is empty, and counts are no longer sure."""
    state = with_hands(table(*ROW), A="B W", B="Y N").with_mover("A")
    verdict = judged(state, lay(3, 0, "B W"))
    assert [r.kind for r in verdict.rewards] == ["draw"]
    assert [r.code for r in verdict.remarks] == ["reserve-unknown"]
    state = after(state, lay(3, 0, "B W"))
    assert [hand.count for hand in state.hands] == [None, None]


def owing() -> RedlineState:
    """B and C owe a tile each after an alignment of A."""
    state = after(start("A", "B", "C"), lay(0, 0, "Y E+S"), lay(1, 0, "B W+E"), lay(2, 0, "Y W+E"))
    state = with_hands(emptied(state), A="B W", B="Y N, Y NE", C="B N")
    return after(state, lay(3, 0, "B W"))


def test_r19_the_others_choose_in_any_order() -> None:
    """Each throws one tile away; nobody else is concerned, and the end waits for it."""
    state = owing()
    assert GAME.outcome(state, house()) is None
    assert {t.player for t in GAME.legal_turns(state, house()) if isinstance(t, Discard)} == {
        "B",
        "C",
    }
    state = after(state, Discard("C", 1, (tile("B N"),)))
    assert state.owed == ("B",)
    state = after(state, Discard("B", 1, (tile("Y NE"),)))
    assert state.owed == ()
    assert state.hand("B") == Hand.of([tile("Y N")])
    assert judged(owing(), Discard("B", 2)).ruling is Ruling.ASK


def test_r19_play_goes_on_over_a_discard_nobody_saw() -> None:
    """The next lay says what was owed; hands and reserve are counted on, but nobody read them."""
    state = with_hands(owing(), B="Y N, Y NE, B N+NW")
    turn = lay(0, 1, "B N+NW")
    assert [r.code for r in judged(state, turn).remarks] == ["discard-owed"]
    assert turn in list(GAME.legal_turns(state, house()))
    state = after(state, turn)
    assert (state.owed, state.reserve) == ((), 2)
    assert state.hand("B") == Hand((), 1)
    assert state.out == (("A", "C"),)


def test_r14_who_cannot_lay_throws_two_away_after_the_tile_he_owed() -> None:
    """Seen or told or neither: the next player's own tile is no foul."""
    state = with_hands(owing(), B="Y N, Y NE, Y SE, Y N+S", C="B N+NW, Y S")
    turn = lay(0, 1, "B N+NW")
    found = [e for e in GAME.explanations(state, laid(state, turn), house()) if e.turns]
    assert max(found, key=lambda e: e.log_prior).turns == (Discard("B", 2), turn)
    told = after(state, Discard("B", 2))
    assert (told.owed, told.mover, told.hand("B").count) == ((), "C", 1)
    assert judged(told, turn).legal
    assert judged(state, Discard("B", 1)).legal
    assert after(state, Discard("B", 1)).mover == "B"


def test_r20_tiles_thrown_away_can_be_drawn_again() -> None:
    """They count for the reserve, also where it was empty."""
    state = owing()
    state = after(state, Discard("C", 1), Discard("B", 1))
    assert state.reserve == 2


# R21 to R25: the end ----------------------------------------------------------------------------


def test_r21_out_after_the_turn_is_resolved() -> None:
    """A last tile that makes an alignment draws another, unless the house eliminates at once."""
    state = after(start(), lay(0, 0, "Y E"), lay(1, 0, "B W+E"), lay(2, 0, "Y W+E"))
    state = with_hands(state, B="B W")
    assert after(state, lay(3, 0, "B W")).out == ()
    assert after(state, lay(3, 0, "B W"), elimination="immediate").out == (("B",),)
    assert judged(state, lay(3, 0, "B W"), elimination="immediate").rewards == ()


def test_r21_players_who_lose_their_last_tile_together_are_out_together() -> None:
    """The discards after an alignment are simultaneous."""
    state = with_hands(owing(), B="Y N")
    state = after(state, Discard("C", 1, (tile("B N"),)))
    assert state.out == ()
    state = after(state, Discard("B", 1, (tile("Y N"),)))
    assert state.out == (("A", "B", "C"),)
    outcome = GAME.outcome(state, house())
    assert outcome is not None
    assert (outcome.code, outcome.winners) == ("last-to-lay", ("A",))


def end(nobody_can_lay: str = "announced", **hands: str) -> RedlineState:
    """One yellow line is open; A laid last."""
    state = start(*hands, nobody_can_lay=nobody_can_lay)
    state = GAME.force(state, lay(0, 0, "Y E"), house())
    return with_hands(state, **hands)


def test_r22_the_last_to_lay_wins_when_nobody_can() -> None:
    """The game stops at once: without a lay nobody draws."""
    outcome = GAME.outcome(end(A="Y N", B="Y S+N", C="Y W+SW"), house())
    assert outcome is not None
    assert (outcome.code, outcome.winners) == ("nobody-can-lay", ("A",))
    assert outcome.ranking == (("A",), ("B", "C"))


def test_r22_a_sole_survivor() -> None:
    """Who can lay wins; who cannot leaves it to the last layer, unless tiles decide."""
    able, unable = end(A="", B="B W"), end(A="", B="Y W")
    for state, winner in ((gone(able), "B"), (gone(unable), "A")):
        outcome = GAME.outcome(state, house())
        assert outcome is not None
        assert outcome.winners == (winner,)
    tiles = GAME.outcome(gone(unable), house(winner="last_with_tiles"))
    assert tiles is not None
    assert (tiles.code, tiles.winners) == ("last-player", ("B",))
    unsure = gone(unable).with_hand("B", Hand((), 2))
    assert GAME.outcome(unsure, house()) is None


def gone(state: RedlineState) -> RedlineState:
    """A is out."""
    return RedlineState(
        state.layout, state.players, state.hands, 5, 1, state.last, state.layer, True, (("A",),)
    )


def test_r22_all_out_under_both_readings() -> None:
    """The last layer, or who went out last."""
    base = end(A="", B="")
    state = RedlineState(
        base.layout, base.players, base.hands, 5, 1, base.last, "A", False, (("A",), ("B",))
    )
    found = [GAME.outcome(state, house(winner=w)) for w in ("last_to_lay", "last_with_tiles")]
    assert [(o.code, o.winners) for o in found if o] == [
        ("last-to-lay", ("A",)),
        ("last-player", ("B",)),
    ]


def test_r22_under_last_with_tiles_players_throw_on() -> None:
    """Nobody demonstrated the end by a lay, so it is not announced after a discard."""
    state = end(A="Y N, Y NE, Y W+N", B="Y S+N, Y W+SW, Y NE+SE")
    changes = {"winner": "last_with_tiles"}
    assert GAME.outcome(state, house(**changes)) is not None
    thrown = after(state, Discard("B", 2, (tile("Y S+N"), tile("Y W+SW"))))
    assert GAME.outcome(thrown, house(**changes)) is None
    assert GAME.outcome(thrown, house()) is not None


def test_r23_nobody_can_lay_is_proved_tile_by_tile() -> None:
    """With every hand known; a player who can lay, or an unknown hand, is named instead."""
    proof = freeze(end(A="Y N", B="Y S+N"), Readings())
    assert proof.frozen
    assert [(p.player, p.label, p.obstacles) for p in proof.proof] == [
        ("A", tile("Y N"), ((Cell(1, 0), "tile-twice"),)),
        ("B", tile("Y N+S"), ((Cell(1, 0), "colour"),)),
    ]
    assert freeze(end(A="Y N", B="B S"), Readings()).frozen is False
    unknown = end(A="Y N", B="Y W").with_hand("B", Hand((), 3))
    assert freeze(unknown, Readings()) == Freeze(None, unknown=("B",))


def test_r23_announced_or_on_claim() -> None:
    """On claim the end waits for the player who has just laid to say so, and then he has won."""
    hands = {"A": "Y N", "B": "Y S+N"}
    assert GAME.outcome(end(**hands), house()) is not None
    on_claim = house(nobody_can_lay="on_claim")
    state = end(nobody_can_lay="on_claim", **hands)
    assert GAME.outcome(state, on_claim) is None
    claimed = GAME.outcome(GAME.tell(state, "claim", {"player": "A"}), on_claim)
    assert claimed is not None
    assert (claimed.code, claimed.winners) == ("nobody-can-lay", ("A",))


@pytest.mark.parametrize(
    ("player", "hands", "sentence"),
    [
        ("B", {"A": "Y N", "B": "Y S+N"}, "just laid"),
        ("A", {"A": "Y N", "B": "B S"}, "B can lay"),
        ("A", {"A": "Y N"}, "not every hand"),
    ],
)
def test_r23_a_claim_that_is_not_proved_is_refused(
    player: str, hands: dict[str, str], sentence: str
) -> None:
    """With a sentence that says why."""
    state = end(nobody_can_lay="on_claim", **{"A": "", "B": "", **hands})
    if "B" not in hands:
        state = state.with_hand("B", Hand((), 2))
    with pytest.raises(ArbitableError, match=sentence):
        GAME.tell(state, "claim", {"player": player})


def test_r23_where_the_end_is_announced_nobody_claims_it() -> None:
    """The form is offered, and the fact taken, only where players must claim."""
    announced = end(A="Y N", B="Y S+N")
    assert "claim" not in {form.fact for form in GAME.facts(announced)}
    with pytest.raises(ArbitableError, match="if players must"):
        GAME.tell(announced, "claim", {"player": "A"})
    waiting = end(nobody_can_lay="on_claim", A="Y N", B="Y S+N")
    assert [form.about for form in GAME.facts(waiting) if form.fact == "claim"] == ["A"]


def test_r23_a_claim_is_over_with_the_next_turn() -> None:
    """It speaks of the lay before it."""
    state = end(nobody_can_lay="on_claim", A="Y N", B="Y S+N")
    state = GAME.tell(state, "claim", {"player": "A"})
    assert GAME.force(state, Discard("B", 1), house()).claimed is None


@pytest.mark.parametrize(
    ("ranks", "expected"), [("shared", (1, 2, 3, 3, 3, 6)), ("dense", (1, 2, 3, 3, 3, 6))]
)
def test_r24_the_example_of_the_leaflet(ranks: str, expected: tuple[int, ...]) -> None:
    """Six players, two out, then a claim: 1, 2, 3, 3, 3 and 6 points."""
    base = end(A="", B="", C="Y S+N", D="Y W+SW", E="Y NE", F="Y NE+SE")
    state = RedlineState(
        base.layout, base.players, base.hands, 0, 2, base.last, "F", True, (("A",), ("B",))
    )
    outcome = GAME.outcome(state, house())
    assert outcome is not None
    points = round_points(outcome, state.players, house(ranks=ranks))
    assert tuple(points.values()) == expected


@pytest.mark.parametrize(("ranks", "last"), [("shared", 3), ("dense", 2)])
def test_r24_the_rank_after_players_out_together(ranks: str, last: int) -> None:
    """Two out at once share rank one; the next is the number already out plus one, or two."""
    base = end(A="", B="", C="Y S+N", D="Y W+SW")
    state = RedlineState(
        base.layout, base.players, base.hands, 0, 2, base.last, "D", True, (("A", "B"),)
    )
    outcome = GAME.outcome(state, house())
    assert outcome is not None
    points = round_points(outcome, state.players, house(ranks=ranks))
    assert points == {"A": 1, "B": 1, "C": last, "D": 4}


def test_r25_when_a_lay_is_final_is_the_tables_choice() -> None:
    """Until its player ends the turn it may be changed; or never once the tile is released."""
    state = after(start(), lay(0, 0, "Y E"))
    assert GAME.may_change(state, house())
    assert not GAME.may_change(state, house(final_when="touched"))
    assert not GAME.may_change(GAME.ended(state, "A"), house())
    assert not GAME.may_change(GAME.ended(state, None), house())


def test_r25_only_who_laid_ends_his_turn_and_the_next_lay_begins_another() -> None:
    """What another player says of his own turn, or an earlier end, makes nothing final."""
    state = after(start(), lay(0, 0, "Y E"))
    assert GAME.may_change(GAME.ended(state, "B"), house())
    state = after(GAME.ended(state, "A"), lay(1, 0, "B W"))
    assert GAME.may_change(state, house())
    assert not GAME.may_change(GAME.ended(table((0, 0, "Y E")), "B"), house())
