"""A stick that was moved to another rest is another try of the same turn (M6, M10, M11)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import Answered
from rules.core.observation import Belief, Observation, Sighting
from rules.games.mokadi.game import GAME
from rules.games.mokadi.geometry import Ends
from rules.games.mokadi.pieces import Contact, Label, Spot, Stick, stick_spot
from rules.games.mokadi.state import MokadiState
from rules.referee.hypotheses.hypothesis import certain
from rules.referee.referee import RefereeState, begin, observe, record
from rules.referee.speaking.notes import FOUL_STANDS, FOUL_TAKEN_BACK
from tests.rules.mokadi.tables import BLACK, WHITE, house, on, opened, stick

Referee = RefereeState[MokadiState, Any]

#: Both ends of the white stick on the white pad P1, which is a foul, and of it set right: one end
#: now lies on the black stick S2.
WRONG: Ends = ((-0.1, 0.0), (0.9, 0.0))
RIGHT: Ends = ((-0.1, 0.3), (0.9, 0.05))


def table() -> MokadiState:
    """Two sticks cross the square at its sides."""
    one = stick(WHITE, "P2 P4", ends=((0.7, -0.15), (0.7, 0.85)))
    other = stick(BLACK, "P1 P3", ends=((0.0, -0.15), (0.0, 0.85)))
    return GAME.force(GAME.force(opened(), one, house()), other, house())


def pictured(
    ends: Ends, rest: tuple[Contact, ...], *more: tuple[str, str, Ends]
) -> Observation[Spot, Label]:
    """The table with a third stick, a white one, and further ones."""
    state = GAME.force(table(), stick(WHITE, "P1 P2", ends=ends), house())
    position = {**GAME.position(state), stick_spot(3, ends): Stick(WHITE, rest)}
    for number, (colour, under, at) in enumerate(more, 4):
        position[stick_spot(number, at)] = Stick(colour, on(under))
    return Observation(
        "mokadi", tuple(Sighting(s, Belief.of({x: 0.9995})) for s, x in position.items())
    )


def fouled(rest: str = "P1 P2", ends: Ends = WRONG) -> Referee:
    """A referee who has called a third stick that is a foul."""
    referee = begin(GAME, ("A", "B"), house())
    state = table()
    match = replace(referee.match, accepted=state, opened=True)
    referee = replace(referee, match=match, hypotheses=certain(match))
    referee, (call,) = observe(referee, pictured(ends, on(rest)), "1")
    assert call.kind is CallKind.FOUL
    return referee


def test_a_foul_that_is_set_right_by_a_slide_is_taken_back() -> None:
    """One end leaves the pad of its own colour: what is judged is where the stick rests now."""
    referee = fouled()
    mover = referee.match.mover
    referee, (call,) = observe(referee, pictured(RIGHT, on("S2 P2")), "2")
    assert (call.kind, call.note, call.player) == (CallKind.LEGAL, FOUL_TAKEN_BACK, mover)
    assert not referee.match.open_turns
    assert referee.match.mover != mover
    _, (call,) = observe(referee, pictured(RIGHT, on("S2 P2")), "3")
    assert call.kind is CallKind.NOTHING


def test_a_stick_on_the_same_pieces_as_another_is_set_right_by_a_turn() -> None:
    """M8: one end goes to another support."""
    ends: Ends = ((0.6, -0.15), (0.6, 0.85))
    referee = fouled("P2 P4", ends)
    referee, (call,) = observe(referee, pictured(((0.78, 0.8), (0.0, 0.1)), on("S2 P4")), "2")
    assert (call.kind, call.note) == (CallKind.LEGAL, FOUL_TAKEN_BACK)


def test_a_slide_that_leaves_the_foul_as_it_was_tells_nothing() -> None:
    """It still rests on the pad of its own colour."""
    referee = fouled()
    lying: Ends = ((-0.1, -0.02), (0.85, 0.25))
    referee, (call,) = observe(referee, pictured(lying, on("P1 S1:plain")), "2")
    assert call.kind in {CallKind.FOUL, CallKind.ASK}  # it rests on bare wood as well
    referee, (call,) = observe(fouled(), pictured(lying, on("P1 P4")), "2")
    assert (call.kind, call.note) == (CallKind.NOTHING, FOUL_STANDS)


@pytest.mark.parametrize("seed", range(6))
def test_a_foul_that_is_only_read_otherwise_stays_the_same(seed: int) -> None:
    """Its ends by a twentieth of a stick, its contacts more or less surely."""
    referee, rng = fouled(), random.Random(seed)
    for number in range(4):
        (ax, ay), (bx, by) = ((x + rng.gauss(0, 0.03), y + rng.gauss(0, 0.03)) for x, y in WRONG)
        rest = tuple(replace(c, certainty=rng.uniform(0.8, 1.0)) for c in on("P1 P2"))
        referee, (call,) = observe(referee, pictured(((ax, ay), (bx, by)), rest), str(number))
        assert (call.kind, call.note) == (CallKind.NOTHING, FOUL_STANDS)


def test_a_small_slide_sets_right() -> None:
    """One end slips off the pad of its own colour, by less than a stick's end is off its place."""
    near: Ends = ((-0.1, 0.08), (0.9, 0.02))
    _, (call,) = observe(fouled(), pictured(near, on("S2 P2")), "2")
    assert (call.kind, call.note) == (CallKind.LEGAL, FOUL_TAKEN_BACK)


def test_a_foul_that_is_doubted_where_it_lies_stays_the_same() -> None:
    """Its ends lie as well where they lay as two looks measure them, so that a contact which is not
    seen now is misread."""
    near: Ends = ((-0.1, 0.02), (0.9, 0.02))
    _, (call,) = observe(fouled(), pictured(near, on("S2 P2")), "2")
    assert (call.kind, call.note) == (CallKind.NOTHING, FOUL_STANDS)


def test_a_foul_that_the_next_stick_may_have_pushed_is_asked_about() -> None:
    """M9: either it was set right before, or the stick laid since pushed it."""
    new = (BLACK, "P1 S1", ((-0.05, -0.05), (0.9, 0.8)))
    _, (call,) = observe(fouled(), pictured(RIGHT, on("S2 P2"), new), "2")
    assert call.kind is CallKind.ASK
    assert {len(one.turns) for one in call.alternatives} == {1, 2}


NEAR: Ends = ((-0.1, 0.22), (0.9, 0.05))


def slid() -> Referee:
    """A third stick lay rightly, and now lies on the pad of its own colour."""
    referee = begin(GAME, ("A", "B"), house())
    match = replace(referee.match, accepted=table(), opened=True)
    referee = replace(referee, match=match, hypotheses=certain(match))
    referee, (call,) = observe(referee, pictured(RIGHT, on("S2 P2")), "1")
    assert (call.kind, call.player) == (CallKind.LEGAL, "A")
    referee, (call,) = observe(referee, pictured(NEAR, on("P1 P2")), "2")
    assert call.kind is CallKind.ASK
    assert [len(one.turns) for one in call.alternatives] == [0, 1]
    return referee


def test_a_stick_that_slid_against_the_rules_is_asked_about() -> None:
    """M6, M9: its player tried again, and it is his foul, or somebody pushed it, which is none.
    People say which, and are not asked again."""
    referee, calls = record(slid(), Answered(1))
    assert [(one.kind, one.player) for one in calls] == [(CallKind.FOUL, "A")]
    referee, (call,) = observe(referee, pictured(NEAR, on("P1 P2")), "3")
    assert (call.kind, call.note) == (CallKind.NOTHING, FOUL_STANDS)
    _, (call,) = observe(referee, pictured(RIGHT, on("S2 P2")), "4")
    assert (call.kind, call.note, call.player) == (CallKind.LEGAL, FOUL_TAKEN_BACK, "A")
    referee, calls = record(slid(), Answered(0))
    assert not calls
    for number in "34":
        referee, (call,) = observe(referee, pictured(NEAR, on("P1 P2")), number)
        assert (call.kind, call.note) == (CallKind.NOTHING, None)


def test_a_stick_that_slid_stays_as_doubtful() -> None:
    """Nobody is accused because nobody answers."""
    referee = slid()
    for number in range(9):
        referee, (call,) = observe(referee, pictured(NEAR, on("P1 P2")), str(number))
        assert call.kind is CallKind.ASK
        assert not call.alternatives[0].turns


def test_a_stick_that_slid_and_lies_rightly_or_is_pushed_by_the_next_is_no_foul() -> None:
    """Nothing hangs on who moved it (M10)."""
    right: Ends = ((-0.1, 0.22), (0.9, 0.05))
    new = (BLACK, "P1 S1", ((-0.05, -0.05), (0.9, 0.8)))
    for rest, more, due in (("S2 P4", (), CallKind.NOTHING), ("P1 P2", (new,), CallKind.LEGAL)):
        referee = begin(GAME, ("A", "B"), house())
        match = replace(referee.match, accepted=table(), opened=True)
        referee = replace(referee, match=match, hypotheses=certain(match))
        referee, _ = observe(referee, pictured(RIGHT, on("S2 P2")), "1")
        _, (call,) = observe(referee, pictured(right, on(rest), *more), "2")
        assert (call.kind, call.player) == (due, "B")
