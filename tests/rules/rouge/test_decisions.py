"""Every numbered decision of the rule document, each by a case that would fail without it."""

from __future__ import annotations

import pytest

from rules.core.texts import render
from rules.core.verdict import Outcome
from rules.games.rouge.game import GAME
from rules.games.rouge.laws.ending import QUIET_TURNS, offers_draw
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Pass, Place, RougeState
from rules.games.rouge.track import TRACK, lined
from tests.rules.rouge.tables import (
    after,
    at,
    codes,
    due,
    house,
    judged,
    move,
    place,
    position,
    remarks,
    ring,
    table,
    taken,
)


def legal(state: RougeState, **changes: object) -> set[object]:
    """Every legal turn."""
    return set(GAME.legal_turns(state, house(**changes)))


def locked(state: RougeState, player: str) -> set[str]:
    """The hollows of a player's old end pawns."""
    bits = state.locked[state.side_named(player)]
    return {hollow.name() for hollow in TRACK if bits & hollow.bit}


def test_u01_the_first_player_is_drawn_then_it_goes_clockwise() -> None:
    """The first of the players begins; where the table says so, the first one out begins next."""
    state = GAME.start(("A", "B", "C"), house())
    assert GAME.to_move(state) == "A"
    assert GAME.to_move(after(state, place("red", "1/0"))) == "B"
    players, ended = ("A", "B", "C"), Outcome("last-in", ("A",), (("A",), ("B",), ("C",)))
    assert GAME.next_order(players, ended, 1, house()) == ("B", "C", "A")
    assert GAME.next_order(players, ended, 1, house(starter="loser")) == ("C", "A", "B")
    assert GAME.next_order(players, None, 2, house(starter="loser")) == ("C", "A", "B")


def test_u02_one_action_a_turn_and_no_pass() -> None:
    """Nobody may pass unless all agreed; a second action is the next player's turn."""
    state = table("red 1/0; blue 2/0")
    assert codes(state, Pass(())) == ["must-move"]
    assert judged(state, Pass(())).violations[0].reading == "passing=never"
    assert codes(state, Pass(()), passing="agreed") == []
    assert Pass(()) in legal(state, passing="agreed")
    assert codes(after(state, place("red", "1/1")), place("red", "1/2")) == ["two-moves"]


def test_u03_place_into_a_free_hollow_while_the_hand_lasts() -> None:
    """Any free hollow of any ring, as long as there are pawns in the hand."""
    state = table("red 1/0 1/2 1/4 1/6 3/0; blue 2/0", hands={"red": 1})
    assert codes(state, place("red", "3/5")) == []
    assert codes(state, place("red", "2/0")) == ["occupied"]
    assert codes(state, place("red", "1/0")) == ["occupied"]
    empty = table("red 1/0 1/2 1/4 1/6 3/0; blue 2/0", hands={"red": 0})
    assert codes(empty, place("red", "3/5")) == ["hand-empty"]


def test_u04_a_ring_turns_by_one_step() -> None:
    """Either way, exactly one; any number where the table plays so; all round is nothing."""
    state = table("red 1/0; blue 2/0")
    assert codes(state, ring(1, 1)) == codes(state, ring(1, -1)) == []
    assert codes(state, ring(1, 2)) == codes(state, ring(1, -3)) == ["turned-too-far"]
    assert codes(state, ring(1, 3), turn_steps="any") == []
    assert codes(state, ring(1, 8), turn_steps="any") == ["turned-too-far"]
    assert codes(state, ring(1, 0)) == ["turned-too-far"]
    assert codes(state, ring(1, 1, off_deg=7.5)) == []
    assert codes(state, ring(1, 1, off_deg=-20.0)) == ["between-cells"]


def test_u05_the_ring_turned_last_is_closed_to_all() -> None:
    """Until another ring is turned: other actions do not help, an empty ring does."""
    state = after(table("red 1/0; blue 2/0"), ring(1))
    assert codes(state, ring(1, -1)) == ["ring-just-turned"]
    state = after(state, place("blue", "2/4"), place("red", "1/4"))
    assert codes(state, ring(1)) == ["ring-just-turned"]
    assert codes(after(state, ring(3)), ring(1)) == []


def test_u05_as_a_house_rule_each_player_has_his_own_closed_ring() -> None:
    """The other player may turn it at once; the one who turned it may not before another."""
    own = {"ring_lock": "player"}
    state = after(table("red 1/0; blue 2/0", **own), ring(1), **own)
    assert codes(state, ring(1, -1), **own) == []
    state = after(state, ring(1, -1), **own)
    assert codes(state, ring(1), **own) == ["ring-just-turned"]
    state = after(state, ring(2), ring(3), **own)
    assert codes(state, ring(1), **own) == []


def test_u06_a_turned_ring_carries_all_its_pawns() -> None:
    """Everybody's, clockwise for a positive step, and nothing on the other rings."""
    state = after(table("red 1/7 2/1; blue 1/2 3/2"), ring(1))
    assert GAME.position(state) == position("red 1/0 2/1; blue 1/3 3/2")
    assert GAME.position(after(state, ring(2, -1))) == position("red 1/0 2/0; blue 1/3 3/2")


def test_u07_a_pawn_moves_to_an_immediate_neighbour() -> None:
    """Along the ring, which is closed, or the ray; across a corner only where the table does."""
    state = table("red 2/0 1/4 1/6 3/4 3/6; blue 2/4")
    for to in ("2/7", "2/1", "1/0", "3/0"):
        assert codes(state, move("red", "2/0", to)) == []
    for to in ("1/1", "3/7"):
        verdict = judged(state, move("red", "2/0", to))
        assert [v.code for v in verdict.violations] == ["not-adjacent"]
        assert verdict.violations[0].reading == "neighbours=straight"
        assert codes(state, move("red", "2/0", to), neighbours="diagonal") == []
    assert codes(state, move("red", "2/0", "2/2"), neighbours="diagonal") == ["not-adjacent"]
    assert codes(state, move("red", "1/4", "3/5"), neighbours="diagonal") == ["not-adjacent"]
    assert codes(state, move("red", "1/4", "2/4")) == ["occupied"]


def test_u08_the_ring_has_no_end_and_a_ray_has_three_hollows() -> None:
    """Three side by side over cell 7 and 0, or all of a ray; two rays' pawns are no line."""
    assert due(table("red 1/7 1/0; blue 2/4"), place("red", "1/1", None)) == 1
    assert due(table("red 1/3 3/3; blue 2/4"), place("red", "2/3", None)) == 1
    assert due(table("red 1/3 3/4; blue 2/4"), place("red", "2/3", None)) == 0
    assert due(table("red 1/7 2/0; blue 2/4"), place("red", "1/1", None)) == 0


def test_u08_every_pawn_of_a_line_is_known() -> None:
    """The ring's neighbours and the ray's pawns, nothing else."""
    bits = sum(at(name).bit for name in ("1/7", "1/0", "1/1", "2/3", "3/3", "1/3", "2/5", "2/6"))
    assert {h.name() for h in TRACK if lined(bits) & h.bit} == {
        "1/7", "1/0", "1/1", "2/3", "3/3", "1/3",
    }  # fmt: skip


def test_u09_a_line_is_new_if_its_pawns_were_not_in_line_before() -> None:
    """A pawn far away earns nothing for an old line, and the same three pawns re-aligned by a
    jump neither."""
    old = "red 1/0 1/1 1/2 3/5; blue 2/4"
    assert due(table(old), place("red", "3/3", None)) == 0
    flying = table("red 1/0 1/1 1/2 3/5; blue 2/4", hands={"red": 0})
    assert due(flying, move("red", "1/0", "1/3", None)) == 0
    assert due(flying, move("red", "1/2", "1/7", None)) == 0
    assert due(flying, move("red", "3/5", "1/3", None)) == 1


def test_u10_a_gifted_line_earns_nothing() -> None:
    """Neither to its owner nor later, until he breaks it and makes it again himself."""
    state = table("red 1/0 2/0 3/1; blue 2/4 2/6", to_move="blue")
    assert due(state, ring(3, -1, None)) == 0
    assert "gift" in remarks(state, ring(3, -1))
    state = after(state, ring(3, -1))
    assert due(state, place("red", "1/5", None)) == 0
    state = after(state, move("red", "3/0", "3/1"), place("blue", "1/6"))
    assert due(state, move("red", "3/1", "3/0", None)) == 1


def test_u11_end_pawns_serve_no_new_line_until_moved() -> None:
    """Neither on the ring nor on the ray; the middle pawn may; they can be taken."""
    state = after(table("red 1/0 1/1; blue 2/4 2/6"), place("red", "1/2", "blue 2/4"))
    assert locked(state, "red") == {"1/0", "1/2"}
    state = after(state, place("blue", "3/6"), place("red", "1/3"), place("blue", "2/5"))
    assert due(state, place("red", "1/4", None)) == 0
    assert remarks(state, place("red", "1/4")) == ["old-end"]
    ray = table("red 1/0 1/1 1/2 2/0 2/1; blue 2/4", locked={"red": "1/0 1/2"})
    assert due(ray, place("red", "3/0", None)) == 0
    assert due(ray, place("red", "3/1", None)) == 1
    blue = table("blue 3/0 3/1; red 1/0 1/1 1/2", to_move="blue", locked={"red": "1/0"})
    assert codes(blue, place("blue", "3/2", "red 1/0")) == []


def test_u11_a_moved_end_pawn_is_free_again() -> None:
    """From the very move on."""
    state = table("red 1/0 1/1 1/2 1/4 1/5; blue 2/4", locked={"red": "1/0 1/2"})
    assert due(state, move("red", "1/2", "1/3", None)) == 1
    assert locked(after(state, move("red", "1/2", "2/2")), "red") == {"1/0"}


def test_u11_a_turned_ring_keeps_its_locks_unless_the_table_says_otherwise() -> None:
    """(a): a lock travels with its pawn; as a house rule turning the ring frees it."""
    state = table("red 1/0 1/1 1/2 2/1 3/1; blue 2/4", locked={"red": "1/0 1/2"})
    assert locked(after(state, ring(1)), "red") == {"1/1", "1/3"}
    assert due(state, ring(1, 1, None)) == 0
    assert due(state, ring(1, 1, None), turning_unlocks=True) == 1
    freed = after(state, ring(1, 1, "blue 2/4"), turning_unlocks=True)
    assert locked(freed, "red") == set()
    other = after(state, ring(2), turning_unlocks=True)
    assert locked(other, "red") == {"1/0", "1/2"}


def test_u11_a_lock_outlives_its_line_unless_the_table_says_otherwise() -> None:
    """(b): the middle pawn taken, the ends stay locked; as a house rule they are free."""
    for value, still in (("moved", {"1/0", "1/2"}), ("broken", set())):
        rule = {"lock_ends": value}
        state = table("red 1/0 1/1; blue 3/4 3/6 2/4", **rule)
        state = after(state, place("red", "1/2", "blue 2/4"), **rule)
        assert locked(state, "red") == {"1/0", "1/2"}
        state = after(state, place("blue", "3/5", "red 1/1"), **rule)
        assert locked(state, "red") == still


def test_u12_a_reopened_line_earns_nothing_unless_as_in_mills() -> None:
    """The middle out and back, or one end out and back."""
    for value, pawns in (("locked", 0), ("pays", 1)):
        rule = {"reopened_line": value}
        made = after(
            table("red 1/0 1/1; blue 2/4 2/6", **rule), place("red", "1/2", "blue 2/4"), **rule
        )
        for out in ("1/1", "1/2"):
            away = "2" + out[1:]
            state = after(made, place("blue", "3/6"), move("red", out, away), ring(3), **rule)
            assert due(state, move("red", away, out, None), **rule) == pawns


def test_u12_only_the_line_itself_is_reopened_as_in_mills() -> None:
    """Its old end pawns serve no other line."""
    rule = {"reopened_line": "pays"}
    state = after(
        table("red 1/0 1/1; blue 2/4 2/6", **rule), place("red", "1/2", "blue 2/4"), **rule
    )
    state = after(state, place("blue", "3/6"), place("red", "1/3"), ring(3), **rule)
    assert due(state, place("red", "1/4", None), **rule) == 0


def test_u13_a_line_on_a_ray_pays_each_time_it_is_made() -> None:
    """Turned away and back: only the closed ring slows it down."""
    state = after(table("red 1/0 2/0 3/7; blue 2/2 2/6 1/5"), ring(3, 1, "blue 2/2"))
    state = after(state, ring(1), place("red", "3/3"), ring(2), ring(1, -1))
    state = after(state, place("blue", "3/5"))
    assert due(state, ring(2, -1, None)) == 1
    closed = after(state, ring(2, 1), place("blue", "3/6"))
    assert codes(closed, ring(2, -1)) == ["ring-just-turned"]


def test_u14_four_or_five_joined_at_once_are_one_line() -> None:
    """The triple around the pawn just set, whose neighbours are locked; or the player says."""
    five = table("red 2/0 2/1 2/3 2/4; blue 1/6 1/5")
    assert due(five, place("red", "2/2", None)) == 1
    assert locked(after(five, place("red", "2/2", "blue 1/6")), "red") == {"2/1", "2/3"}
    rule = {"which_line": "player"}
    claimed = place("red", "2/2", "blue 1/6", line="2/1")
    assert locked(after(five, claimed, **rule), "red") == {"2/0", "2/2"}
    listed = {t.line for t in legal(five, **rule) if isinstance(t, Place) and t.to == at("2/2")}
    assert listed == {at("2/1"), at("2/2"), at("2/3")}
    assert remarks(five, place("red", "2/2", "blue 1/6"), **rule) == ["which-line"]
    assert remarks(five, place("red", "2/2", "blue 1/6", line="2/5")) == ["no-such-line"]


def test_u14_six_in_a_row_are_two_lines_five_are_one_and_two_pawns() -> None:
    """The two figures of the leaflet: the ends of the first line serve no second one."""
    six = table("red 1/0 1/1 1/2 1/4 1/5; blue 2/4", locked={"red": "1/0 1/2"})
    assert due(six, place("red", "1/3", None)) == 1
    five = table("red 1/0 1/1 1/2 1/4; blue 2/4", locked={"red": "1/0 1/2"})
    assert due(five, place("red", "1/3", None)) == 0


def test_u15_a_ring_line_and_a_ray_at_once_both_count() -> None:
    """Also where the new pawn is an end of the ring line; as a house rule not then."""
    end = table("red 1/0 1/1 2/2 3/2; blue 2/4 2/5 2/6")
    assert due(end, place("red", "1/2", None)) == 2
    assert due(end, place("red", "1/2", None), double_line="one") == 1
    middle = table("red 1/1 1/3 2/2 3/2; blue 2/4 2/5 2/6")
    assert due(middle, place("red", "1/2", None), double_line="one") == 2
    made = after(end, place("red", "1/2", "blue 2/4, blue 2/5"))
    assert locked(made, "red") == {"1/0", "1/2"}


def test_u16_one_pawn_of_each_opponent_for_each_line() -> None:
    """Two lines, two pawns of each; one where the table counts turns."""
    state = table("red 1/0 1/1 2/2 3/2; blue 2/4 2/5; green 3/6", ("red", "blue", "green"))
    both = place("red", "1/2", "blue 2/4, blue 2/5, green 3/6")
    assert codes(state, both) == []
    assert codes(state, place("red", "1/2", "blue 2/4, green 3/6")) == ["capture-missing"]
    assert codes(state, place("red", "1/2", "blue 2/4, green 3/6"), captures_per="turn") == []
    assert codes(state, both, captures_per="turn") == ["capture-too-many"]


def test_u17_the_capturer_chooses_and_lines_do_not_protect() -> None:
    """From the track only; as a house rule pawns in lines are safe while another is not."""
    state = table("red 1/0 1/1; blue 2/4 2/5 2/6 3/0; green", ("red", "blue", "green"))
    assert codes(state, place("red", "1/2", "blue 2/5")) == []
    assert codes(state, place("red", "1/2", "blue 2/5"), protection="lines") == ["capture-wrong"]
    assert codes(state, place("red", "1/2", "blue 3/0"), protection="lines") == []
    lines = table("red 1/0 1/1; blue 2/4 2/5 2/6")
    assert codes(lines, place("red", "1/2", "blue 2/5"), protection="lines") == []
    required = judged(state, place("red", "1/2", None)).required[0]
    assert [str(colour) for colour in dict(required.params)["from"]] == ["blue"]  # type: ignore[union-attr]


def test_u17_with_two_captures_a_broken_line_protects_no_more() -> None:
    """The second pawn may come from a line once nothing else is left."""
    state = table("red 1/0 1/1 2/2 3/2; blue 2/4 2/5 2/6 3/0")
    rule = {"protection": "lines"}
    assert codes(state, place("red", "1/2", "blue 3/0, blue 2/4"), **rule) == []
    assert codes(state, place("red", "1/2", "blue 2/5, blue 2/4"), **rule) == ["capture-wrong"]


def test_u18_pawns_taken_never_come_back() -> None:
    """Neither to the hand nor to the track."""
    state = table("red 1/0 1/1; blue 2/4 2/6 3/4 3/6 2/0", hands={"blue": 0})
    state = after(state, place("red", "1/2", "blue 2/4"))
    assert state.hands[1] == 0
    assert "hand-empty" in codes(state, place("blue", "2/4"))


def test_u19_with_four_left_a_player_must_move_one_anywhere() -> None:
    """With an empty hand: any free hollow, no ring, four pawns or three."""
    for pawns in ("1/0 1/2 1/4 1/6", "1/0 1/2 1/4"):
        state = table(f"red {pawns}; blue 2/4", hands={"red": 0})
        assert codes(state, move("red", "1/0", "3/5")) == []
        assert codes(state, move("red", "1/0", "2/4")) == ["occupied"]
        assert codes(state, ring(1)) == ["must-move"]
        assert codes(state, place("red", "3/5")) == ["hand-empty", "must-move"]
    hand = table("red 1/0 1/2 1/4 1/6; blue 2/4", hands={"red": 1})
    assert codes(hand, move("red", "1/0", "3/5")) == ["not-adjacent"]
    five = table("red 1/0 1/2 1/4 1/6 3/0; blue 2/4", hands={"red": 0})
    assert codes(five, move("red", "1/0", "3/5")) == ["not-adjacent"]


def test_u19_as_house_rules_flying_may_turn_or_counts_the_hand() -> None:
    """flying_turns and flying_when."""
    state = table("red 1/0 1/2 1/4 1/6; blue 2/4", hands={"red": 0})
    assert codes(state, ring(1), flying_turns=True) == []
    hand = table("red 1/0 1/2 1/4; blue 2/4", hands={"red": 1})
    rule = {"flying_when": "total"}
    assert codes(hand, move("red", "1/0", "3/5"), **rule) == []
    assert codes(hand, place("red", "3/5"), **rule) == []
    assert codes(hand, ring(1), **rule) == ["must-move"]
    none = table("red; blue 2/4", hands={"red": 4})
    assert codes(none, ring(1), **rule) == []


def test_u20_two_pawns_left_is_out_and_they_stay() -> None:
    """Hand and track together; the hand leaves, the pawns stay and turn with the rings."""
    pawns = "red 1/0 1/1 3/4; blue 2/4 2/5; green 3/0 3/7"
    players = ("red", "blue", "green")
    state = table(pawns, players, hands={"blue": 1})
    state = after(state, place("red", "1/2", "blue 2/4, green 3/0"))
    assert state.gone == {1}
    assert state.hands[1] == 0
    assert GAME.to_move(state) == "green"
    assert GAME.position(after(state, ring(2)))[at("2/6")].colour == "blue"
    assert "not-your-pawn" in codes(state, place("blue", "2/0"))
    track = table(pawns, players, hands={"blue": 1}, elimination="track")
    track = after(track, place("red", "1/2", "blue 2/4, green 3/0"), elimination="track")
    assert track.gone == set()


def test_u20_who_is_told_to_hold_nothing_beside_two_pawns_is_out() -> None:
    """In a game met half-way: his turn does not come, and of two players the other has won (U24).
    A hand that was told wrongly puts nobody out for good."""
    pawns = "red 1/0 1/3 2/5 3/3; blue 2/0 2/2; green 1/6 2/7 3/0 3/6"
    state = GAME.resume(position(pawns), ("red", "blue", "green"), house())
    state = GAME.tell(state, "turn", {"player": "blue"})
    told = GAME.tell(state, "hand", {"player": "blue", "count": 0})
    assert told.gone == {1}
    assert GAME.to_move(told) is None
    moved = after(GAME.tell(told, "turn", {"player": "red"}), move("red", "1/3", "1/4"))
    assert GAME.to_move(moved) == "green"
    assert GAME.tell(told, "hand", {"player": "blue", "count": 1}).gone == set()
    two = GAME.resume(position("red 1/0 1/3 2/5; blue 2/0 2/2"), ("red", "blue"), house())
    two = GAME.tell(two, "hand", {"player": "blue", "count": 0})
    ended = GAME.outcome(two, house())
    assert ended is not None
    assert ended.winners == ("red",)


def test_u20_as_a_house_rule_the_track_counts_once_the_hand_is_empty() -> None:
    """Placing the last pawn with two on the track puts a player out."""
    rule = {"elimination": "track"}
    players = ("red", "blue", "green")
    state = table("red 1/0; blue 2/4; green 3/0", players, hands={"red": 1}, **rule)
    assert after(state, place("red", "1/4"), **rule).gone == {0}


def test_u21_pawns_of_the_eliminated_are_taken_too() -> None:
    """One of every other colour; the living ones only, where the player may choose."""
    players = ("red", "blue", "green")
    state = table("red 1/0 1/1 3/4; blue 2/4 2/5; green 3/0 3/7", players, hands={"blue": 1})
    state = after(state, place("red", "1/2", "blue 2/4, green 3/0"))
    state = GAME.tell(after(state, place("green", "3/1")), "turn", {"player": "green"})
    line = place("green", "3/0", None)
    assert state.gone == {1}
    assert due(state, line) == 1
    assert codes(state, place("green", "3/0", "red 1/1")) == ["capture-missing"]
    assert codes(state, place("green", "3/0", "red 1/1, blue 2/5")) == []
    assert codes(state, place("green", "3/0", "red 1/1"), eliminated_pawns="may") == []
    assert codes(state, place("green", "3/0", "blue 2/5"), eliminated_pawns="may") == [
        "capture-missing"
    ]


FULL = (
    "red 1/0 1/1 1/3 1/4 1/6 1/7 2/0 2/1 2/3 2/4; blue 2/2 2/5 2/6 2/7 1/2 1/5 3/0 3/2 3/4 3/6;"
    "green 3/1 3/3 3/5 3/7"
)


def test_u22_without_a_free_hollow_only_rings_turn() -> None:
    """A flying player is passed over, or may pass."""
    players = ("red", "blue", "green")
    hands = dict.fromkeys(players, 0)
    state = table(FULL, players, to_move="blue", hands=hands)
    assert {type(turn).__name__ for turn in legal(state)} == {"TurnRing"}
    turn = next(t for t in GAME.legal_turns(state, house()) if not t.captures)
    assert GAME.to_move(after(state, turn)) == "red"
    stuck = table(FULL, players, to_move="green", hands=hands)
    assert legal(stuck) == {Pass(())}
    assert codes(stuck, Pass(())) == []


def test_u23_a_draw_is_offered_after_repetition_or_quiet() -> None:
    """The third time the same position, or fifty turns without a capture; never if not wanted."""
    pawns = "red 1/0 1/2 1/4 1/6; blue 2/1 2/3 2/5 2/7"
    state = table(pawns, hands={"red": 0, "blue": 0})
    cycle = (
        move("red", "1/0", "3/0"),
        move("blue", "2/1", "3/1"),
        move("red", "3/0", "1/0"),
        move("blue", "3/1", "2/1"),
    )
    state = after(state, *cycle, *cycle)
    assert not offers_draw(state)
    assert remarks(state, cycle[0]) == ["draw-offer"]
    assert remarks(state, cycle[0], draw_offer=False) == []
    quiet = state.but(seen=(), quiet=QUIET_TURNS - 1)
    assert remarks(quiet, cycle[0]) == ["draw-offer"]
    drawn = GAME.tell(state, "draw", {})
    outcome = GAME.outcome(drawn, house())
    assert outcome is not None
    assert outcome.code == "draw"
    assert outcome.winners == ("red", "blue")
    assert render(GAME.rulebook, outcome, "fr") == "Partie nulle entre rouge et bleu."
    assert remarks(drawn, cycle[0]) == ["game-over"]


def test_u24_the_last_one_in_wins() -> None:
    """Players out together share their rank, and nothing may be played after the end."""
    players = ("red", "blue", "green")
    hands = {"blue": 0, "green": 0}
    state = table("red 1/0 1/1 3/4; blue 2/4 2/5 2/0; green 3/0 3/7 3/2", players, hands=hands)
    state = after(state, place("red", "1/2", "blue 2/4, green 3/0"))
    outcome = GAME.outcome(state, house())
    assert outcome is not None
    assert (outcome.code, outcome.winners) == ("last-in", ("red",))
    assert outcome.ranking == (("red",), ("blue", "green"))
    assert GAME.to_move(state) is None
    assert legal(state) == set()
    assert remarks(state, ring(1)) == ["game-over"]


def test_every_decision_has_a_test_and_every_option_its_decision() -> None:
    """U1 to U24, by name."""
    numbers = {decision.number for decision in GAME.rulebook.decisions}
    assert numbers == {f"U{number}" for number in range(1, 25)}
    tested = {f"U{int(name[6:8])}" for name in globals() if name.startswith("test_u")}
    assert tested == numbers
    assert {option.decision for option in GAME.rulebook.options} <= numbers


@pytest.mark.parametrize("option", GAME.rulebook.options, ids=lambda option: option.name)
def test_the_typed_readings_have_the_rulebook_s_defaults(option: object) -> None:
    """One name, one default."""
    assert getattr(Readings(), option.name) == option.default  # type: ignore[attr-defined]
    assert taken("") == ()
