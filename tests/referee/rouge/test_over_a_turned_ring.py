"""A pawn set on a ring that a foul turned: it lies where it was set, however often it is seen."""

from __future__ import annotations

from rules.core.events import Insisted, TurnSeen
from tests.referee.sessions import Rouge
from tests.rules.rouge.tables import place, ring

OPENING = ("", "red 1/0", "red 1/0; blue 1/3", "red 1/0 2/5; blue 1/3")
BEFORE = "red 1/0 2/5; blue 1/3 3/2"
TOO_FAR, SET = "red 1/2 2/5; blue 1/5 3/2", "red 1/2 1/1 2/5; blue 1/5 3/2"


def set_on_it() -> Rouge:
    """Red turned the inner ring too far, and sets a pawn on it all the same."""
    table = Rouge()
    assert table.play(*OPENING, BEFORE) == ["legal blue"]
    assert table.see(TOO_FAR) == ["foul red turned-too-far"]
    assert table.see(SET) == ["legal red (foul-stands; over-foul)"]
    return table


def test_the_same_table_seen_again_is_nothing_new() -> None:
    """It was asked whether the foul was taken back, and two turns made since."""
    table = set_on_it()
    for _ in range(2):
        (said,) = table.see(SET)
        assert said.split()[0] == "nothing"
    assert table.see(SET + " 2/0") == ["legal blue (foul-stands; over-foul)"]


def test_the_ring_turned_back_takes_the_pawn_along() -> None:
    """The pawn is in the game where it lies then."""
    table = set_on_it()
    back = "red 1/0 1/7 2/5; blue 1/3 3/2"
    assert table.see(back) == ["legal red (foul-taken-back)"]
    assert table.see(back + " 2/0") == ["legal blue"]


def test_the_pawn_may_stay_where_it_was_set() -> None:
    """Whoever turns the ring back holds it fast."""
    table = set_on_it()
    back = "red 1/0 1/1 2/5; blue 1/3 3/2"
    assert table.see(back) == ["legal red (foul-taken-back)"]
    assert table.see(back + " 2/0") == ["legal blue"]


def test_the_next_turn_is_the_next_player_s() -> None:
    """The pawn was set in red's turn."""
    table = set_on_it()
    assert table.state.match.mover == "blue"


def test_what_was_right_over_the_foul_alone_is_no_second_turn_later() -> None:
    """Blue or red turned the middle ring, and red set a pawn; then the foul was taken back. That
    pawn is not told once more, after blue's next turn, when red sets another."""
    table = Rouge()
    start = (*OPENING, "red 1/0 2/5; blue 1/3 2/0")
    assert table.play(*start, "red 1/2 2/5; blue 1/5 2/0") == ["foul red turned-too-far"]
    assert table.see("red 1/2 2/6; blue 1/5 2/1") == ["legal (foul-stands)"]
    assert table.see("red 1/2 2/6 3/3; blue 1/5 2/1") == ["legal red (foul-stands)"]
    back = "red 1/0 2/6 3/3; blue 1/3 2/1"
    assert table.see(back) == ["taken-back blue"]
    assert table.see(back + " 3/6") == ["legal blue"]
    assert table.see("red 3/0 1/0 2/6 3/3; blue 1/3 2/1 3/6") == ["legal red"]


def test_who_played_on_over_a_foul_has_had_his_turn_once_that_was_made_up_for() -> None:
    """Blue set a pawn over red's foul; red took that back and made another turn, then the next one.
    That was a question with one answer, and blue's second turn in a row was called legal."""
    table = Rouge()
    assert table.play(*OPENING, BEFORE) == ["legal blue"]
    assert table.see(TOO_FAR) == ["foul red turned-too-far"]
    assert table.see(TOO_FAR + " 3/6") == ["legal blue (foul-stands; over-foul)"]
    assert table.see("red 1/0 2/5; blue 1/3 3/2 3/6") == ["taken-back red"]
    made_up = "red 1/0 2/5 3/3; blue 1/3 3/2 3/6"
    assert table.see(made_up) == ["legal red", "legal blue"]
    assert table.see(made_up + " 2/0") == ["foul blue two-moves"]
    assert table.see(made_up) == ["taken-back red"]
    assert table.see("red 1/0 2/5 3/3 2/2; blue 1/3 3/2 3/6") == ["legal red"]
    assert not table.state.match.open_turns


def test_a_turn_told_over_the_foul_lies_where_it_was_told() -> None:
    """As one that was seen does."""
    table = Rouge()
    assert table.play(*OPENING, BEFORE) == ["legal blue"]
    assert table.see(TOO_FAR) == ["foul red turned-too-far"]
    assert table.said(TurnSeen(place("red", "1/1"))) == ["legal red"]
    (said,) = table.see(SET)
    assert said.split()[0] == "nothing"


def test_the_foul_played_on_over_lets_both_enter_the_game() -> None:
    """The ring stays turned, with the pawn where it was set."""
    table = set_on_it()
    table.said(Insisted())
    assert not table.state.match.open_turns
    (said,) = table.see(SET)
    assert said == "nothing blue"
    assert table.see(SET + " 2/0") == ["legal blue"]


def test_a_pawn_that_the_foul_carried_may_be_moved_on() -> None:
    """It was asked, or, where the foul can be told away with other turns, that was said: what a
    foul left otherwise may be so by the next right turn."""
    table = Rouge()
    assert table.play(*OPENING, BEFORE) == ["legal blue"]
    assert table.see(TOO_FAR) == ["foul red turned-too-far"]
    assert table.see("red 1/2 2/5; blue 1/6 3/2") == ["legal blue (foul-stands; over-foul)"]


def test_a_turn_on_that_ring_is_not_told_as_the_foul_taken_back() -> None:
    """Blue moved, or the foul was taken back and blue turned the ring: the first is the likelier,
    and the second was said, two legal turns."""
    table = set_on_it()
    assert table.see("red 1/2 1/1 2/5; blue 1/4 3/2") == ["ask blue"]
    assert table.asked == [["legal"], ["legal", "legal"]]


def test_a_turn_told_on_top_of_what_is_asked_is_no_foul() -> None:
    """Whatever blue did, red is to move: his pawn was told to be a foul, as if blue had done
    nothing."""
    table = set_on_it()
    assert table.see("red 1/2 1/1 2/5; blue 1/4 3/2") == ["ask blue"]
    said = table.said(TurnSeen(place("red", "3/6")))
    assert said == ["legal blue", "legal red"]


def test_a_foul_told_beside_what_is_asked_is_judged_as_if_no_answer_were_right() -> None:
    """It was left untold in the histories that had been asked about: the next picture asked about
    it once more."""
    table = set_on_it()
    assert table.see("red 1/2 1/1 2/5; blue 1/4 3/2") == ["ask blue"]
    assert table.said(TurnSeen(ring(3, 3))) == ["foul blue turned-too-far"]
    assert not any(one.untold for one in table.state.hypotheses)
    assert table.see("red 1/2 1/1 2/5; blue 1/4 3/5")[0].startswith("legal blue")


def test_a_turn_below_a_told_one_is_told_though_an_equal_one_was_made_before() -> None:
    """Blue moved so once already: the second time entered the game without a word."""
    table = Rouge()
    assert table.play(*OPENING[:2], "red 1/0; blue 1/5", "red 1/0 2/5; blue 1/5") == ["legal red"]
    assert table.see("red 1/0 2/5; blue 1/4") == ["legal blue"]
    red = "red 1/0 2/5 3/7"
    table.play(f"{red}; blue 1/4", f"{red}; blue 1/3", f"{red} 2/0; blue 1/3")
    assert table.see(f"{red} 2/0; blue 1/3 3/2") == ["legal blue"]
    red = "red 1/2 2/5 3/7 2/0"
    assert table.see(f"{red}; blue 1/5 3/2") == ["foul red turned-too-far"]
    assert table.see(f"{red} 1/1; blue 1/5 3/2") == ["legal red (foul-stands; over-foul)"]
    assert table.see(f"{red} 1/1; blue 1/4 3/2") == ["ask blue"]
    assert table.said(TurnSeen(place("red", "3/6"))) == ["legal blue", "legal red"]


def test_a_ring_turned_over_a_foul_may_be_the_next_player_s() -> None:
    """It was told as that of red, who had made the foul, and red was accused of two moves as soon
    as he made up for it."""
    table = Rouge()
    assert table.play(*OPENING, BEFORE) == ["legal blue"]
    assert table.see(TOO_FAR) == ["foul red turned-too-far"]
    assert table.see("red 1/2 2/6; blue 1/5 3/2") == ["legal (foul-stands)"]
    assert table.see("red 1/0 2/6 2/2; blue 1/3 3/2") == ["legal red (foul-taken-back)"]
    assert table.see("red 1/0 2/6 2/2; blue 1/3 3/2 3/6") == ["legal blue"]


def test_who_played_on_over_a_foul_has_no_second_turn_over_it() -> None:
    """What lies there was made turn by turn: blue's second pawn was right over red's foul, as if
    his first one had been set before that."""
    table = Rouge(("red", "blue", "green"))
    before = "red 1/0{}; blue 1/3{}; green 2/3"
    start = ("", "red 1/0", "red 1/0; blue 1/3", before.format("", ""))
    assert table.play(*start, before.format(" 2/5", "")) == ["legal red"]
    assert table.see(before.format(" 2/5 3/5", "")) == ["foul red two-moves"]
    assert table.see(before.format(" 2/5 3/5", " 3/0")) == ["legal blue (foul-stands)"]
    again = table.see(before.format(" 2/5 3/5", " 3/0 3/1"))
    assert again == ["foul blue two-moves (foul-stands)"]


def test_what_was_played_over_a_foul_is_in_the_game_as_it_was_made() -> None:
    """Red moved twice, blue and red went on over it, and people let it stand: red's last turn was
    right, and became a second one in a row by that word."""
    table = Rouge()
    before = "red 3/0 2/5{}; blue 1/3 3/4{}"
    start = ("", "red 3/0", "red 3/0; blue 1/3", "red 3/0 2/5; blue 1/3")
    assert table.play(*start, before.format("", "")) == ["legal blue"]
    assert table.see(before.format(" 1/7", "")) == ["legal red"]
    assert table.see(before.format(" 1/7 3/2", "")) == ["foul red two-moves"]
    assert table.see(before.format(" 1/7 3/2", " 2/0")) == ["legal blue (foul-stands)"]
    line = "red 3/0 3/1 3/2 2/5 1/7; blue 1/3 3/4"
    assert table.see(line) == ["legal red (foul-stands; over-foul)"]
    assert table.said(Insisted()) == []
    assert table.see(line + " 1/5") == ["legal blue"]
