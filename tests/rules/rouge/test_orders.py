"""Orders of the turns in one picture: every one that makes a difference is told, with the same acts
and the same prior; what was done is one thing, in which order another."""

from __future__ import annotations

import pytest

from rules.core.game import Explanation
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Move, Place, RougeState, Turn
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import after, house, move, place, position, ring, table
from tests.rules.rouge.weighing import weighed

HOUSE = house()
SPREAD = "red 1/0 1/3 2/2; blue 2/4 2/7 3/6 3/1"


def told(state: RougeState, text: str) -> list[Explanation[Turn]]:
    """Every explanation of a clean picture."""
    return list(GAME.explanations(state, seen(position(text), sure=0.9995), HOUSE))


def of(turns: set[Turn], stories: list[Explanation[Turn]]) -> list[Explanation[Turn]]:
    """The explanations of exactly these turns, in any order."""
    return [story for story in stories if set(story.turns) == turns]


def test_two_rings_turned_in_one_picture_are_told_in_both_orders() -> None:
    """Which was the last decides what may be turned next: nothing says so, so both stay."""
    state = table(SPREAD)
    both = of({ring(1), ring(3)}, told(state, "red 1/1 1/4 2/2; blue 2/4 2/7 3/7 3/2"))
    assert {story.turns for story in both} == {(ring(1), ring(3)), (ring(3), ring(1))}
    assert len({(story.acts, story.log_prior) for story in both}) == 1
    assert both[0].acts is not None
    best = weighed(state, seen(position("red 1/1 1/4 2/2; blue 2/4 2/7 3/7 3/2")), HOUSE)
    assert {w.accepted.rings for w in best[:2]} == {(1,), (3,)}


def test_a_pawn_placed_and_a_ring_turned_are_told_in_both_orders() -> None:
    """By the hollow of its own moment; of the two the referee keeps the one that is no foul."""
    state = table(SPREAD)
    stories = told(state, "red 1/1 1/4 2/2 1/6; blue 2/4 2/7 3/6 3/1")
    placed_first = of({place("red", "1/5"), ring(1)}, stories)
    turned_first = of({place("red", "1/6"), ring(1)}, stories)
    assert [story.turns[0] for story in placed_first] == [place("red", "1/5")]
    assert [story.turns[0] for story in turned_first] == [ring(1)]
    assert placed_first[0].acts == turned_first[0].acts
    picture = seen(position("red 1/1 1/4 2/2 1/6; blue 2/4 2/7 3/6 3/1"), sure=0.9995)
    best = weighed(state, picture, HOUSE)[0]
    assert (best.told.turns, best.codes) == ((place("red", "1/5"), ring(1)), ())


def test_whose_turn_nobody_knows_leaves_both_orders() -> None:
    """Red then blue, or blue then red: who is next differs."""
    state = GAME.resume(position(SPREAD), ("A", "B"), HOUSE)
    stories = told(state, SPREAD.replace("3/1", "3/1 3/3").replace("2/2", "2/2 1/6"))
    both = of({place("red", "1/6"), place("blue", "3/3")}, stories)
    assert len(both) == 2
    ends = {after(state, *story.turns).last for story in both}
    assert len(ends) == 2


def test_players_whose_colours_nobody_knows_may_play_either() -> None:
    """Two pawns of a fresh game in one picture: the first player has the one or the other."""
    state = GAME.start(("A", "B"), HOUSE)
    both = of({place("red", "1/0"), place("blue", "2/0")}, told(state, "red 1/0; blue 2/0"))
    assert {after(state, *story.turns).colours for story in both} == {
        ("red", "blue"),
        ("blue", "red"),
    }


def test_two_pawns_of_one_side_leave_open_which_was_too_many() -> None:
    """Either may be taken back."""
    state = GAME.start(("red", "blue"), HOUSE)
    picture = seen(position("red 1/0 1/3"), sure=0.9995)
    best = [w for w in weighed(state, picture, HOUSE) if w.codes == ("two-moves",)][:2]
    assert {w.told.turns[1] for w in best} == {place("red", "1/0"), place("red", "1/3")}
    assert best[0].share == pytest.approx(best[1].share)


def test_orders_that_come_to_the_same_are_told_once() -> None:
    """Red, blue and red again: which of red's pawns came first decides nothing."""
    state = table(SPREAD)
    text = SPREAD.replace("2/2", "2/2 1/6 3/4").replace("3/1", "3/1 2/0")
    kept = [w for w in weighed(state, seen(position(text), sure=0.9995), HOUSE) if not w.codes]
    three = {place("red", "1/6"), place("red", "3/4"), place("blue", "2/0")}
    assert len([w for w in kept if set(w.told.turns) == three]) == 1


def test_a_pawn_of_two_that_a_line_took_is_told_both_ways_with_the_other_unduly_taken() -> None:
    """Too many is one thing that was done; who is disturbed by chance is another."""
    state = table("red 1/0 1/1 2/5; blue 2/4 2/6 3/3")
    stories = told(state, "red 1/0 1/1 1/2 2/5; blue 3/3")
    fouls = [s for s in stories if s.turns == (place("red", "1/2", "blue 2/4, blue 2/6"),)]
    chance = [s for s in stories if s.disturbed and s.turns]
    assert fouls
    assert not {s.acts for s in fouls} & {s.acts for s in chance}
    assert all(s.log_prior < fouls[0].log_prior - 5.0 for s in chance)


def test_the_capture_of_a_line_wins_over_an_undue_one_in_another_order() -> None:
    """Blue's answer could not take what red's line took."""
    state = table("red 1/0 1/1 2/5; blue 2/4 2/6 3/3")
    picture = seen(position("red 1/0 1/1 1/2 2/5; blue 2/6 3/3 3/6"), sure=0.9995)
    best = weighed(state, picture, HOUSE)
    assert (best[0].told.turns, best[0].codes) == (
        (place("red", "1/2", "blue 2/4"), place("blue", "3/6")),
        (),
    )
    assert best[0].share > 0.93


def test_a_change_of_mind_is_one_turn_from_the_state_before() -> None:
    """The pawn just set goes elsewhere before the next player moves."""
    before = table(SPREAD)
    text = SPREAD.replace("2/2", "2/2 1/6")
    best = weighed(before, seen(position(text), sure=0.9995), HOUSE)[0]
    assert (best.told.turns, best.codes) == ((place("red", "1/6"),), ())
    later = SPREAD.replace("2/2", "2/2 3/4")
    again = weighed(before, seen(position(later), sure=0.9995), HOUSE)[0]
    assert (again.told.turns, again.codes) == ((place("red", "3/4"),), ())
    assert again.share > 0.97


def test_a_pawn_lost_and_one_of_its_colour_new_was_moved() -> None:
    """Rather than taken by its own player and another one placed."""
    state = table(SPREAD)
    best = weighed(state, seen(position(SPREAD.replace("1/3", "3/4")), sure=0.9995), HOUSE)[0]
    assert (best.told.turns, best.codes) == ((move("red", "1/3", "3/4"),), ("not-adjacent",))
    assert best.share > 0.97


def test_a_pawn_set_on_another_is_no_capture() -> None:
    """Taking needs a line first; so the hollow was taken, and no other story has that look."""
    state = table(SPREAD)
    text = SPREAD.replace("2/2", "2/2 2/4").replace("blue 2/4", "blue")
    stories = told(state, text)
    assert {s.turns for s in stories if len(s.turns) == 1} == {(place("red", "2/4"),)}
    assert all(not s.disturbed for s in stories)
    standing = GAME.force(state, place("red", "2/4"), HOUSE)
    assert GAME.position(standing) == position(text)


def test_a_hollow_that_a_line_freed_may_be_taken_by_the_next() -> None:
    """Red's line takes the blue pawn, and the next red one lies where it stood."""
    state = table("red 1/0 1/1 2/5; blue 2/4 2/6 3/3")
    turns = (place("red", "1/2", "blue 2/4"), place("blue", "3/6"), place("red", "2/4"))
    picture = seen(GAME.position(after(state, *turns)), sure=0.9995)
    best = weighed(state, picture, HOUSE)[0]
    assert (best.told.turns, best.codes) == (turns, ())


# -- turns that the pawns do not show


def test_a_ring_turned_while_empty_is_no_event_of_an_order() -> None:
    """It shows nothing at that moment: only a ring turned unseen, which is listed where play is
    legal with nothing else."""
    state = after(table("red 1/0; blue 2/0"), place("red", "1/3"))
    stories = told(state, "red 1/0 1/3 3/3; blue 2/0")
    unseen = [s for s in stories if s.turns == (ring(3), place("red", "3/3"))]
    assert len(unseen) == 1
    assert any(s.turns == (place("red", "3/2"), ring(3)) for s in stories)


def test_a_pawn_moved_just_before_it_was_taken_leaves_no_trace() -> None:
    """Blue twice in a row, or red moved the pawn that blue's line then took."""
    state = table("red 1/0 1/3 2/2; blue 2/4 2/5 3/1")
    foul = (place("blue", "2/6", "red 1/3"),)
    stories = {s.turns: s for s in told(state, "red 1/0 2/2; blue 2/4 2/5 2/6 3/1")}
    (legal,) = [turns for turns in stories if turns[1:] and isinstance(turns[0], Move)]
    assert legal[0].colour == "red"  # type: ignore[union-attr] # a move
    assert after(state, *legal).pawns == GAME.force(state, foul[0], HOUSE).pawns
    assert stories[legal].log_prior < stories[foul].log_prior


def test_a_pawn_placed_just_before_it_was_taken_leaves_no_trace() -> None:
    """Blue's line took nothing that stood there before."""
    state = table("red 1/0 1/3 2/2; blue 2/4 2/5 3/1")
    stories = [s.turns for s in told(state, "red 1/0 1/3 2/2; blue 2/4 2/5 2/6 3/1")]
    placed = [t for t in stories if len(t) == 2 and t[0] == place("red", "1/1")]
    assert placed == [(place("red", "1/1"), place("blue", "2/6", "red 1/1"))]


RETAKEN = [
    (  # The second line takes the pawn just set.
        "red 1/0 1/1 3/3 2/6; blue 2/0 2/1 3/5 1/6",
        (place("red", "1/2", "blue 3/5"), place("blue", "2/2", "red 1/2")),
    ),
    (  # The same with a pawn of a third player for each line.
        "red 1/0 1/1 3/3; blue 2/0 2/1 3/5; green 1/6 2/6 3/7 2/4",
        (
            place("red", "1/2", "blue 3/5, green 2/4"),
            place("blue", "2/2", "red 1/2, green 3/7"),
        ),
    ),
    (  # The owner of the pawn taken sets a new one there, and makes his line.
        "red 1/0 1/1 3/3 2/6; blue 2/0 2/1 2/2 1/6 3/5",
        (place("red", "1/2", "blue 2/1"), place("blue", "2/1", "red 3/3")),
    ),
    (  # He moves one there from beside it.
        "red 1/0 1/1 3/3 2/6; blue 2/0 2/1 2/2 3/1 3/5",
        (place("red", "1/2", "blue 2/1"), move("blue", "3/1", "2/1", "red 3/3")),
    ),
    (  # And each line takes one of a third player's.
        "red 1/0 1/1 3/3 2/6; blue 2/0 2/1 2/2 3/1 3/5; green 1/6 2/4 3/7",
        (
            place("red", "1/2", "blue 2/1, green 2/4"),
            move("blue", "3/1", "2/1", "red 3/3, green 1/6"),
        ),
    ),
]


@pytest.mark.parametrize(("text", "turns"), RETAKEN)
def test_two_lines_of_which_one_left_no_trace_are_no_foul(
    text: str, turns: tuple[Turn, ...]
) -> None:
    """Both legal; one alone, which broke several rules, is told beside them and never surely."""
    players = tuple(part.split()[0] for part in text.split(";"))
    state = table(text, players, hands=dict.fromkeys(players, 5))
    picture = seen(GAME.position(after(state, *turns)), sure=0.9995)
    found = weighed(state, picture, HOUSE)
    right = [one for one in found if one.told.turns and one.codes == ()]
    for one in right:  # of the blue line any pawn may be the one set again
        colours = [turn.colour for turn in one.told.turns if isinstance(turn, Place | Move)]
        assert colours == ["red", "blue"]
        assert after(state, *one.told.turns).pawns == after(state, *turns).pawns
    assert sum(one.share for one in right) > 0.03


def test_a_way_too_far_may_have_been_made_in_two_turns() -> None:
    """With another player's turn in between; also by two pawns of which one made room."""
    state = table("red 1/0 1/3 2/2; blue 2/4 2/7 3/6 3/1")
    one = told(state, "red 2/1 1/3 2/2; blue 2/4 2/7 3/6 3/1 3/3")
    halves = (move("red", "1/0", "1/1"), place("blue", "3/3"), move("red", "1/1", "2/1"))
    other = (move("red", "1/0", "2/0"), place("blue", "3/3"), move("red", "2/0", "2/1"))
    assert {halves, other} & {s.turns for s in one}
    state = table("red 1/0 1/1 2/4; blue 2/5 2/7 3/6 3/1")
    two = told(state, "red 1/1 1/2 2/4; blue 2/5 2/7 3/6 3/1 3/3")
    room = (move("red", "1/1", "1/2"), place("blue", "3/3"), move("red", "1/0", "1/1"))
    assert room in {s.turns for s in two}


CARRIED = [
    (  # On a ring that was empty, which the next player turned.
        "red 1/1 1/5; blue 3/4 3/0",
        (move("red", "1/1", "2/1"), ring(2, -1)),
    ),
    (  # The ring turned under the pawn before its owner moved it.
        "red 1/1 1/3; blue 2/4 3/0",
        (ring(2), move("blue", "2/5", "1/5")),
    ),
    (  # A pawn moved to where another one of its colour was carried away.
        "red 2/1 2/3; blue 1/6 2/6",
        (ring(1), move("blue", "2/6", "1/6")),
    ),
    (  # A pawn placed there.
        "red 2/1 2/3; blue 1/6 2/5",
        (ring(1), place("blue", "1/6")),
    ),
]


@pytest.mark.parametrize(("text", "turns"), CARRIED)
def test_a_pawn_that_its_ring_carried_further_is_no_sure_foul(
    text: str, turns: tuple[Turn, ...]
) -> None:
    """Its owner made one legal turn and another player turned the ring: told beside one turn
    against the rules that has the same look."""
    state = table(text)
    found = weighed(state, seen(GAME.position(after(state, *turns)), sure=0.9995), HOUSE)
    shares = {one.told.turns: one.share for one in found if one.codes == ()}
    assert shares[turns] > 1 - 0.97


def test_a_foul_that_looks_like_a_legal_turn_is_the_legal_turn() -> None:
    """Blue's lone pawn one step on, at red's turn: its ring was turned."""
    state = table("red 1/0 1/3 2/2; blue 2/4 2/7 3/1")
    kept = weighed(state, seen(position("red 1/0 1/3 2/2; blue 2/4 2/7 3/2"), sure=0.9995), HOUSE)
    assert (kept[0].told.turns, kept[0].codes) == ((ring(3),), ())
    assert kept[0].share > 0.93
    assert (kept[1].told.turns, kept[1].codes) == (
        (move("blue", "3/1", "3/2"),),
        ("not-your-pawn",),
    )


def test_three_rings_turned_and_one_turned_twice_are_told() -> None:
    """Within the three turns that one picture may show."""
    state = table("red 1/0 1/3 2/2 3/4; blue 2/4 2/7 3/6 3/1 1/6")
    for turns in ((ring(1), ring(2), ring(3, -1)), (ring(1), ring(2), ring(1))):
        picture = seen(GAME.position(after(state, *turns)), sure=0.9995)
        kept = [w for w in weighed(state, picture, HOUSE) if not w.codes]
        assert turns in {w.told.turns for w in kept}
        assert all(len(w.told.turns) == 3 for w in kept if w.share > 0.01)
