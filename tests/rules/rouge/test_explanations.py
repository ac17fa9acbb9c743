"""What may have happened between two pictures: every true story is told, and sensibly ranked."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from rules.core.events import Corrected
from rules.core.game import Explanation
from rules.core.observation import EMPTY, Belief
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Move, Pawn, RougeState, Turn, TurnRing
from tests.referee.sessions import Rouge
from tests.rules.rouge.sights import noisy, seen
from tests.rules.rouge.tables import after, at, codes, house, move, place, position, ring, table
from tests.rules.rouge.test_against_naive import COLOURS, pick, text
from tests.rules.rouge.weighing import score, weighed

Told = Explanation[Turn]
HOUSE = house()


def told(state: RougeState, observation: object) -> list[Told]:
    """Every explanation of a picture."""
    return list(GAME.explanations(state, observation, HOUSE))  # type: ignore[arg-type]


def best(state: RougeState, observation: object) -> set[tuple[Turn, ...]]:
    """The stories that none beats by more than a nat."""
    stories = weighed(state, observation, HOUSE)  # type: ignore[arg-type]
    least = stories[0].share * math.exp(-1.0)
    return {one.told.turns for one in stories if one.share > least}


def random_states(players: int, seed: int, plies: int) -> list[tuple[RougeState, Turn]]:
    """A random legal game as (state, turn)."""
    rng = random.Random(seed)
    state, found = GAME.start(COLOURS[:players], HOUSE), []
    for _ in range(plies):
        listed = {text(turn): turn for turn in GAME.legal_turns(state, HOUSE)}
        if not listed:
            break
        turn = listed[pick(sorted(listed), rng)]
        found.append((state, turn))
        state = GAME.apply(state, turn, HOUSE)
    return found


def same(turn: Turn, stories: set[tuple[Turn, ...]], state: RougeState) -> bool:
    """The turn is among the best stories, or one that looks the same is and it is told too."""
    return (turn,) in stories or any((other,) in stories for other in GAME.look_alike(state, turn))


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_every_turn_of_a_game_is_told_from_its_picture(players: int, seed: int) -> None:
    """Sure pictures: the true turn leads, or ties with one that looks the same. A turn without a
    trace is nothing."""
    for state, turn in random_states(players, seed, 25):
        picture = seen(GAME.position(GAME.apply(state, turn, HOUSE)))
        stories = best(state, picture)
        invisible = GAME.position(GAME.apply(state, turn, HOUSE)) == GAME.position(state)
        assert () in stories if invisible else same(turn, stories, state), turn


def test_noisy_pictures_keep_the_true_turn_among_the_stories() -> None:
    """Misread and unsure hollows cost, but hide nothing."""
    rng = random.Random(4)
    for state, turn in random_states(3, 5, 22):
        after_it = GAME.position(GAME.apply(state, turn, HOUSE))
        if after_it == GAME.position(state):
            continue
        stories = {e.turns for e in told(state, noisy(after_it, rng))}
        assert same(turn, stories, state), turn


def test_nothing_is_always_told_and_leads_when_nothing_changed() -> None:
    """The same position again."""
    state = table("red 1/0 1/3; blue 2/4 2/6 3/1")
    picture = seen(GAME.position(state))
    assert told(state, picture)[0].turns == ()
    assert best(state, picture) == {()}


def test_turns_that_undo_one_another_are_not_told_where_nothing_changed() -> None:
    """A ring with one pawn turned, and that pawn moved back: one turn alone would show."""
    state = table("red 1/0 2/3; blue 3/5")
    assert all(len(story.turns) < 2 for story in told(state, seen(GAME.position(state))))


def test_a_lone_pawn_moved_and_its_ring_turned_tie() -> None:
    """Same look, different meaning: the players are asked."""
    state = table("red 1/0 2/1 2/4; blue 3/4 3/6")
    picture = seen(position("red 1/1 2/1 2/4; blue 3/4 3/6"))
    assert best(state, picture) == {(move("red", "1/0", "1/1"),), (ring(1),)}


def test_a_line_whose_pawn_is_not_taken_yet_is_told_as_going_on() -> None:
    """Captures open: legal, with the capture required; then completed, then the next turn."""
    state = table("red 1/0 1/1; blue 2/4 2/6 3/3")
    picture = seen(position("red 1/0 1/1 1/2; blue 2/4 2/6 3/3"))
    assert best(state, picture) == {(place("red", "1/2", None),)}
    state = after(state, place("red", "1/2", None))
    assert GAME.to_move(state) == "red"
    paid = seen(position("red 1/0 1/1 1/2; blue 2/4 3/3"))
    assert best(state, paid) == {(place("red", "1/2", "blue 2/6"),)}
    on = seen(position("red 1/0 1/1 1/2; blue 2/4 3/3 3/4"))
    assert (place("red", "1/2", "blue 2/6"), place("blue", "3/4")) in best(state, on)
    forgotten = seen(position("red 1/0 1/1 1/2; blue 2/4 2/6 3/3 3/0"))
    assert best(state, forgotten) == {(place("blue", "3/0"),)}
    assert codes(state, place("blue", "3/0")) == ["capture-missing"]


def test_two_and_three_turns_between_two_pictures_are_told_in_a_legal_order() -> None:
    """Also where a ring was turned after a pawn was set on it."""
    state = table("red 1/0 1/3 2/6; blue 2/4 3/6 3/1")
    turns: tuple[Turn, ...] = (place("red", "2/0"), ring(2), place("red", "3/3"))
    later = after(state, *turns)
    stories = best(state, seen(GAME.position(later), sure=0.999))
    assert turns in stories or any(len(s) == 3 and all_legal(state, s) for s in stories)
    two = after(state, *turns[:2])
    stories = best(state, seen(GAME.position(two), sure=0.999))
    assert all(len(s) == 2 and all_legal(state, s) for s in stories)


def all_legal(state: RougeState, turns: tuple[Turn, ...]) -> bool:
    """Whether these turns are legal one after another."""
    for turn in turns:
        if not GAME.judge(state, turn, HOUSE).legal:
            return False
        state = GAME.apply(state, turn, HOUSE)
    return True


def test_captures_of_two_turns_go_to_the_turns_that_earned_them() -> None:
    """Red's line takes a blue pawn, blue's answer a red one, all in one picture."""
    state = table("red 1/0 1/1 2/5; blue 3/4 3/5 2/1")
    turns: tuple[Turn, ...] = (place("red", "1/2", "blue 2/1"), place("blue", "3/6", "red 1/1"))
    assert turns in best(state, seen(GAME.position(after(state, *turns)), sure=0.999))


def test_a_pawn_taken_without_a_line_is_a_foul_or_a_disturbed_board() -> None:
    """With a turn it was taken unduly; without one somebody touched the board."""
    state = table("red 1/0 1/3; blue 2/4 2/6 3/3")
    both = told(state, seen(position("red 1/0 1/3 1/5; blue 2/4 3/3")))
    assert (place("red", "1/5", "blue 2/6"),) in {e.turns for e in both}
    gone = told(state, seen(position("red 1/0 1/3; blue 2/4 3/3")))
    assert any(e.turns == () and e.disturbed == (at("2/6"),) for e in gone)


def test_an_unseen_turn_is_told_where_only_it_makes_play_right() -> None:
    """Red twice in a row: a foul, or blue turned an empty ring meanwhile."""
    state = after(table("red 1/0 1/3; blue 2/4 2/6"), place("red", "1/5"))
    picture = seen(position("red 1/0 1/3 1/5 1/7; blue 2/4 2/6"))
    stories = {e.turns: e.log_prior for e in told(state, picture)}
    foul = (place("red", "1/7"),)
    unseen = (TurnRing(3, 1, ()), place("red", "1/7"))
    assert stories[foul] > stories[unseen]
    legal = after(state, place("blue", "3/0"))
    assert len(told(legal, picture)) >= 1


@pytest.mark.parametrize(
    ("out", "turn", "back", "seems"),
    [
        (ring(1, -1, "blue 3/3, green 3/6"), ring(2), ring(1), ring(2, 1, "blue 3/3, green 3/6")),
        (
            *(ring(1, -1, "blue 3/3, green 1/4"), ring(2, -1), ring(1)),
            ring(2, -1, "blue 3/3, green 1/5"),
        ),
        (
            *(move("red", "1/1", "1/0", "blue 3/3"), place("blue", "2/2")),
            *(move("red", "1/0", "1/1"), place("blue", "2/2", "blue 3/3")),
        ),
    ],
)
def test_turns_that_the_last_one_took_back_are_told(
    out: Turn, turn: Turn, back: Turn, seems: Turn
) -> None:
    """A ring was turned, or a pawn moved, and took pawns, the next turn was made, then the first
    was taken back: the next one seems to have taken them, and was called a foul at once."""
    pawns, players = "red 1/1 2/0 3/0 3/5; blue 2/4 3/3 3/7", ["red", "blue"]
    if not isinstance(out, Move):
        pawns, players = pawns + "; green 1/5 3/1 3/6", [*players, "green"]
    state = table(pawns, players)
    picture = seen(GAME.position(after(state, out, turn, back)))
    assert picture.occupied() == seen(GAME.position(GAME.force(state, seems, HOUSE))).occupied()
    shares = {one.told.turns: one.share for one in weighed(state, picture, HOUSE)}
    assert shares[seems,] < 0.97 * sum(shares.values())
    assert (out, turn, back) in shares


def test_a_ring_at_rest_between_two_steps_is_told_with_its_angle() -> None:
    """And saying that nobody touched it costs."""
    state = table("red 1/0 1/3 2/2; blue 2/4 3/6")
    picture = seen(position("red 1/1 1/4 2/2; blue 2/4 3/6"), rings={1: -17.0, 2: 1.0})
    (story,) = best(state, picture)
    assert story == (ring(1, 1, off_deg=-17.0),)
    still = seen(GAME.position(state), rings={1: 15.0})
    assert told(state, still)[0].log_evidence < -3.0


def test_a_missed_turn_is_told_where_one_turn_does_not_explain_the_picture() -> None:
    """And a roundabout way to the same look is told last, or not at all."""
    state = table("red 1/0 1/3 2/2; blue 2/4 2/6 3/1")
    one = told(state, seen(GAME.position(after(state, ring(2)))))
    assert [len(e.turns) for e in one if e.log_prior > -2.0] == [0, 1]
    two = after(state, move("red", "1/0", "2/0"), place("blue", "3/6"))
    stories = best(state, seen(GAME.position(two), sure=0.999))
    assert (move("red", "1/0", "2/0"), place("blue", "3/6")) in stories


def faintly(picture: RougeObservation, hollow: str, pawn: str, share: float) -> RougeObservation:
    """The picture with a pawn seen there with this share, else nothing."""
    belief = Belief.of({Pawn(pawn): share, EMPTY: 1.0 - share})
    return picture.with_sightings(
        replace(s, belief=belief) if s.place == at(hollow) else s for s in picture.sightings
    )


LINE = "red 1/0 1/1 2/5 2/7; blue 2/4 2/6 3/3 3/4"


@pytest.mark.parametrize(
    ("pair", "hollow", "pawn", "share", "told_too"),
    [
        ((ring(3), place("red", "1/2", "blue 2/4")), "1/2", "red", 0.15, True),
        ((ring(3), place("red", "1/2", "blue 2/4")), "1/2", "red", 0.0005, False),
        ((place("red", "1/2", "blue 2/4"), place("blue", "3/7")), "2/4", "blue", 0.91, True),
        ((place("red", "1/2", "blue 2/4"), place("blue", "3/7")), "2/4", "blue", 0.9995, False),
    ],
)
def test_a_pawn_hardly_seen_is_told_where_only_it_makes_play_right(
    pair: tuple[Turn, ...], hollow: str, pawn: str, share: float, *, told_too: bool
) -> None:
    """Red closes a line with a pawn that hardly shows, or takes one that seems to lie there still:
    nobody is surely accused, unless the picture is sure of it."""
    mover = "blue" if isinstance(pair[0], TurnRing) else "red"
    state = table(LINE, to_move=mover)
    picture = faintly(seen(GAME.position(after(state, *pair)), sure=0.9995), hollow, pawn, share)
    legal = sum(one.share for one in weighed(state, picture, HOUSE) if one.told.turns == pair)
    assert (legal > 1 - 0.97) == told_too


@pytest.mark.parametrize("there", [0.55, 0.7])
def test_a_pawn_that_is_likelier_there_than_not_is_told(there: float) -> None:
    """However little the likelier: the picture is a question then, never silence."""
    state, to = table("red 1/5; blue 2/2", ("red", "blue"), to_move="red"), at("3/3")
    picture = seen(GAME.position(state))
    belief: Belief[Pawn] = Belief.of({Pawn("red"): there, EMPTY: 1.0 - there})
    picture = picture.with_sightings(
        replace(s, belief=belief) if s.place == to else s for s in picture.sightings
    )
    assert (place("red", "3/3"),) in {one.turns for one in told(state, picture)}


def test_who_moved_last_hardly_moves_again_as_all_others_may_be_out() -> None:
    """A game met half-way, nobody knows who is still in: its ring was turned, by another."""
    known = table("red 2/7 3/5; blue 3/3", ("red", "blue", "green"))
    state = replace(known, mover=None, last=0, counted=(False,) * 3, seen=())
    again = move("red", "2/7", "2/6")
    assert GAME.judge(state, again, HOUSE).legal
    picture = seen(position("red 2/6 3/5; blue 3/3"), sure=0.9995)
    shares = {one.told.turns: one.share for one in weighed(state, picture, HOUSE)}
    assert shares[(ring(2, -1),)] > 5 * shares[(again,)]


def test_hidden_hollows_say_nothing() -> None:
    """A pawn out of sight is not gone."""
    state = table("red 1/0 1/3; blue 2/4 2/6")
    picture = seen(position("red 1/0 1/3 3/3; blue 2/4"), hidden=(at("2/6"),))
    assert best(state, picture) == {(place("red", "3/3"),)}
    unlisted = picture.with_sightings(s for s in picture.sightings if s.place != at("2/6"))
    assert best(state, unlisted) == {(place("red", "3/3"),)}


def test_a_wholly_other_picture_is_explained_badly() -> None:
    """Three turns cannot set twelve pawns: whatever is told fits far too ill to be called."""
    state = table("red 1/0; blue 2/4")
    many = " ".join(f"{r}/{c}" for r in (1, 2, 3) for c in (1, 3, 5, 7))
    picture = seen(position(f"white {many}"), sure=0.999)
    assert max(score(state, one, picture, HOUSE) for one in weighed(state, picture, HOUSE)) < -40.0


@pytest.mark.parametrize(
    ("turn", "colour", "again"),
    [
        (place("blue", "2/4", "red 2/3"), "red", move("red", "2/3", "2/4")),
        (place("blue", "2/4", "green 1/1, red 2/3"), "red", move("red", "2/3", "2/4", "green 1/1")),
        (
            move("red", "2/3", "2/4", "blue 1/1"),
            "green",
            place("green", "2/4", "blue 1/1, red 2/3"),
        ),
        (move("red", "2/3", "2/4", "blue 1/1"), "blue", move("blue", "1/1", "2/4", "red 2/3")),
        (place("blue", "2/4", None), "red", place("red", "2/4", None)),
        (place("blue", "2/4", "red 2/3"), "blue", place("blue", "2/4", "red 2/3")),
    ],
)
def test_a_pawn_read_in_another_colour_is_one_that_went(
    turn: Turn, colour: str, again: Turn
) -> None:
    """Nobody takes his own pawn: where one of that colour is gone, it was moved; where none is, one
    was placed, and what had seemed to move was taken."""
    assert GAME.reread(turn, at("2/4"), Pawn(colour)) == again


def test_who_says_which_colour_moved_accuses_nobody() -> None:
    """Red's pawn was read as a green one that took red's."""
    table = Rouge(("red", "blue", "green"))
    table.play("", "red 1/0", "red 1/0; blue 2/0", "red 1/0; blue 2/0; green 3/0")
    assert table.see("blue 2/0; green 1/1 3/0")[0].startswith("foul green")
    wrong = table.state.match.history[-1]
    right = GAME.reread(wrong.turn, at("1/1"), Pawn("red"))
    assert table.said(Corrected(wrong.number, right)) == ["legal red (amended)"]
    assert table.see("red 1/1; blue 2/0; green 3/0") == ["nothing blue"]
