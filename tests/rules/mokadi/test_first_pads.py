"""Pads laid before any stick: a picture has nothing to measure by, and the first stick measures."""

from __future__ import annotations

from dataclasses import replace
from math import dist

from rules.core.call import CallKind
from rules.core.observation import Belief, Observation, Sighting
from rules.games.mokadi.game import GAME
from rules.games.mokadi.geometry import STILL, XY, Motion
from rules.games.mokadi.laws.measuring import measured
from rules.games.mokadi.moves import LayPad, LayStick
from rules.games.mokadi.pieces import (
    UNMEASURED,
    USUAL_COLOURS,
    Contact,
    Pad,
    Stick,
    colours_of,
    pad_spot,
    stick_spot,
)
from rules.games.mokadi.state import MokadiState
from rules.referee.referee import RefereeState, begin, observe
from tests.rules.mokadi.tables import BLACK, WHITE

HOUSE = GAME.rulebook.house({})
#: Where pads are laid, with their colours, stick lengths.
PADS: tuple[tuple[XY, str], ...] = (
    ((0.0, 0.0), WHITE),
    ((0.7, 0.0), BLACK),
    ((0.4, 0.6), WHITE),
    ((1.0, 0.6), BLACK),
)
#: A picture that guessed a stick to be shorter than it is, and turned the table.
GUESS = Motion(0.0, 0.0, 0.0, 1.4)
MOVED = Motion(1.2, -0.6, 0.4, 1.0)


def seen(count: int, motion: Motion, *, stick: bool = False) -> Observation:
    """The first so many pads, by a camera; without a stick their places are guessed."""
    sigma = 0.0 if stick else UNMEASURED
    found = [
        Sighting(pad_spot(k + 1, motion(at)), Belief.of({Pad(colour, sigma): 0.99}))
        for k, (at, colour) in enumerate(PADS[:count])
    ]
    if stick:
        ends = (motion((-0.1, 0.0)), motion((0.45, 0.835)))
        on = (Contact(pad_spot(1)), Contact(pad_spot(3)))
        label = Stick(BLACK, on)
        found.append(Sighting(stick_spot(1, ends), Belief.of({label: 0.99})))
    return Observation("mokadi", tuple(found))


def played(*pictures: Observation) -> tuple[RefereeState, list[CallKind]]:
    """The pictures one after the other; the calls of the last."""
    state, calls = begin(GAME, ("A", "B"), HOUSE), ()
    for picture in (Observation("mokadi", ()), *pictures):
        state, calls = observe(state, picture)
    return state, [call.kind for call in calls]


def lying(state: RefereeState) -> MokadiState:
    """The table as told."""
    return state.match.accepted


def test_pads_are_called_without_a_stick_to_measure_by() -> None:
    """Pad after pad on an empty table, each legal and none measured."""
    for count in range(1, 5):
        state, kinds = played(*(seen(k, GUESS) for k in range(1, count + 1)))
        assert kinds == [CallKind.LEGAL]
        assert len(lying(state).pads) == count
        assert not any(pad.sigma < UNMEASURED for pad in lying(state).pads)


def test_no_distance_is_a_foul_before_it_is_measured() -> None:
    """Two pads that seem a tenth of a stick apart, or four sticks."""
    state = GAME.resume({pad_spot(1, (0.0, 0.0)): Pad(WHITE, UNMEASURED)}, ("A", "B"), HOUSE)
    for x in (0.1, 4.0):
        verdict = GAME.judge(state, LayPad(WHITE, (x, 0.0), UNMEASURED), HOUSE)
        assert verdict.legal
        assert [r.code for r in verdict.remarks] == ["unmeasured"]
        assert GAME.judge(state, LayPad(WHITE, (x, 0.0), 0.0), HOUSE).legal
    known = GAME.resume({pad_spot(1, (0.0, 0.0)): Pad(WHITE)}, ("A", "B"), HOUSE)
    assert not GAME.judge(known, LayPad(WHITE, (4.0, 0.0)), HOUSE).legal


def test_a_guess_may_be_far_off() -> None:
    """Pads alone tell little of how long a stick is; under a still camera they stay who they are,
    as when a pen's end was taken for one."""
    guess = Motion(0.0, 0.0, 0.0, 1 / 3.4)
    state, kinds = played(
        seen(1, guess), seen(2, guess), seen(3, guess), seen(4, STILL, stick=True)
    )
    assert kinds == [CallKind.LEGAL, CallKind.LEGAL]
    assert [pad.colour for pad in lying(state).pads] == [colour for _, colour in PADS]
    assert not any(pad.sigma for pad in lying(state).pads)


def test_a_moved_camera_finds_guessed_pads_again() -> None:
    """Even nearer: only the shape counts."""
    first = [seen(k, GUESS) for k in range(1, 4)]
    state, kinds = played(*first, seen(4, replace(MOVED, scale=0.8)))
    assert kinds == [CallKind.LEGAL]
    assert len(lying(state).pads) == 4


def test_the_first_stick_measures_the_pads() -> None:
    """From then on their places are in stick lengths, whatever was guessed."""
    first = [seen(k, GUESS) for k in range(1, 5)]
    state, kinds = played(*first, seen(4, MOVED, stick=True))
    assert kinds == [CallKind.LEGAL]
    pads = lying(state).pads
    assert not any(pad.sigma for pad in pads)
    assert {pad.colour for pad in pads} == {WHITE, BLACK}
    for one, other in zip(pads, PADS, strict=True):
        first_at, at = pads[0].at, one.at
        assert first_at is not None
        assert at is not None
        assert abs(dist(first_at, at) - dist(PADS[0][0], other[0])) < 0.02
    again, kinds = observe(state, seen(4, MOVED, stick=True))
    assert [call.kind for call in kinds] == [CallKind.NOTHING]
    assert GAME.audit(GAME.position(lying(again)), HOUSE) == ()


def test_a_lay_brings_the_measure() -> None:
    """`measured` moves the pads it names and no others."""
    position = {pad_spot(k, (k / 10, 0.0)): Pad(WHITE, UNMEASURED) for k in (1, 2)}
    state = GAME.resume(position, ("A", "B"), HOUSE)
    lay = LayStick(BLACK, (), measured=(pad_spot(2, (0.7, 0.0)),))
    assert [pad.at for pad in measured(state, lay).pads] == [(0.1, 0.0), (0.7, 0.0)]
    assert measured(state, LayStick(BLACK, ())) is state


def test_a_late_measure_tells_of_pads_that_lie_wrong() -> None:
    """The pad of a wrong distance is named once a stick measures it; it is no foul any more."""
    position = {pad_spot(k, (k / 10, 0.0)): Pad(WHITE, UNMEASURED) for k in (1, 2, 3)}
    state = GAME.resume(position, ("A", "B"), HOUSE)
    places = ((0.0, 0.0), (0.7, 0.0), (0.35, 1.3))
    for wrong in (False, True):
        third = places[2] if wrong else (0.35, 0.6)
        spots = (pad_spot(1, places[0]), pad_spot(2, places[1]), pad_spot(3, third))
        on = (Contact(pad_spot(1)), Contact(pad_spot(2)))
        verdict = GAME.judge(state, LayStick(BLACK, on, measured=spots), HOUSE)
        assert verdict.legal
        told = [dict(r.params) for r in verdict.remarks if r.code == "pad-late"]
        assert [one["pad"] for one in told] == ([pad_spot(3)] if wrong else [])


def test_the_usual_box_is_the_house_rules_own() -> None:
    """What the eyes take for usual is what a table without a word on it has."""
    assert colours_of(str(HOUSE["box"])) == USUAL_COLOURS
