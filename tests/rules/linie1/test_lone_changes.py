"""A tram that nobody reads, and its place that looks otherwise than before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rules.core.call import CallKind
from rules.core.observation import EMPTY, Belief, Observation, Pose
from rules.games.linie1.content import CellContent
from rules.games.linie1.explaining import played
from rules.games.linie1.explaining.lone_changes import lone_changes
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.referee.referee import begin, observe
from tests.rules.counted import Counted
from tests.rules.linie1.pictures import picture
from tests.rules.linie1.tables import drive, house, line_four, position, tile

SIGNS = [(1, 7), (3, 10), (6, 10), (11, 10)]

#: A sign by which a tram halts, hidden, and the place from which it comes.
HALT, FROM = Spot(3, 10), Spot(2, 8)

#: As far as pixels speak for and against.
CHANGED, SAME = 4.0, -3.5


def board(line: int, at: Spot | None) -> dict[Spot, CellContent]:
    """The track with a tram."""
    trams = {} if at is None else {line: (at.row, at.col)}
    return position(*line_four(), signs=SIGNS, trams=trams)


def looking(
    shown: Mapping[Spot, CellContent],
    share: float,
    *changed: Spot,
    halt: Spot = HALT,
    beside: float = SAME,
) -> Observation[Spot, CellContent]:
    """A picture that reads the fourth line's tram at the halt with a share, and in which these
    places look otherwise than in the one before, all others by the nats of those `beside`."""
    there = board(4, halt)
    seen = picture(shown, doubts={halt: (there[halt], share)})
    return seen.with_sightings(
        replace(
            one,
            pose=Pose((20.0 * one.place.col, 20.0 * one.place.row)),
            change_nats=CHANGED if one.place in changed else beside,
        )
        for one in seen.sightings
    )


DROVE = drive(4, (2, 8), (3, 10), spaces=3)

#: Bare ground beside the halt, and one away from it.
BESIDE, FURTHER = Spot(3, 9), Spot(4, 9)


def jutting(seen: Observation[Spot, CellContent], line: int) -> Observation[Spot, CellContent]:
    """The picture, a little of a line's tram read on the bare ground beside its halt."""
    little = Belief.of({EMPTY: 0.997, CellContent(trams=(line,)): 0.002})
    return seen.with_sightings(
        replace(one, belief=little) if one.place == BESIDE else one for one in seen.sightings
    )


def said(*changed: Spot, juts: int = 0) -> list[tuple[CallKind, object]]:
    """What is called where the tram stood three spaces before the halt, is not read there any more,
    and hardly at the halt; a little of that of a line that `juts` out beside it."""
    state = begin(GAME, ("Ana", "Bo"), house())
    came = [None, Spot(0, 6), Spot(1, 7), FROM]
    for before, at in zip([None, *came], came, strict=False):
        moved = [spot for spot in (before, at) if spot is not None]
        state, _ = observe(state, looking(board(4, at), 0.0, *moved))
    seen = looking(board(4, None), 0.006, *changed)
    _, calls = observe(state, jutting(seen, juts) if juts else seen)
    return [(call.kind, call.move) for call in calls]


def test_a_tram_that_nobody_reads_is_told_by_the_places_that_changed() -> None:
    """The one it left and the one where it hardly can be read."""
    assert said(FROM, HALT) == [(CallKind.LEGAL, DROVE)]
    assert (CallKind.LEGAL, DROVE) not in said()


def test_a_place_that_changed_beside_others_is_asked_about() -> None:
    """A hand's shadow over three cells."""
    assert said(FROM, HALT, BESIDE, FURTHER) == [(CallKind.ASK, None)]


def test_a_tram_juts_out_over_bare_ground() -> None:
    """A little of it is read there; of another line's, or of none, it says nothing of this one."""
    assert said(FROM, HALT, BESIDE, juts=4) == [(CallKind.LEGAL, DROVE)]
    asked = [(CallKind.ASK, None)]
    assert said(FROM, HALT, BESIDE, juts=3) == said(FROM, HALT, BESIDE) == asked
    assert said(FROM, HALT, BESIDE, FURTHER, juts=4) == asked


@pytest.mark.parametrize(
    ("halt", "changed", "kind"),
    [
        (Spot(1, 7), True, CallKind.ASK),
        (Spot(1, 7), False, CallKind.NOTHING),
        (Spot(6, 10), True, CallKind.NOTHING),
    ],
    ids=["one space", "nothing changed", "against the rules"],
)
def test_a_first_trip_to_a_place_that_changed(halt: Spot, changed: bool, kind: CallKind) -> None:
    """Nobody reads whose tram it is, and it may be a reflection: it is asked about. Nobody is
    accused of one."""
    state = begin(GAME, ("Ana", "Bo"), house())
    state, _ = observe(state, looking(board(4, None), 0.0))
    places = [halt] if changed else []
    _, calls = observe(state, looking(board(4, None), 0.02, *places, halt=halt))
    assert [call.kind for call in calls] == [kind]


@pytest.mark.parametrize(
    ("changed", "alone"),
    [
        ([HALT], {HALT}),
        ([HALT, Spot(4, 10)], set()),  # next to each other
        ([HALT, FROM], {HALT, FROM}),
        ([HALT, Spot(2, 9)], set()),  # across a corner
        ([], set()),
    ],
)
def test_alone_is_what_has_no_neighbour_that_changed(changed: list[Spot], alone: set[Spot]) -> None:
    """A tram that leaves to the next cell is no such neighbour."""
    seen = looking(board(4, None), 0.0, *changed)
    assert lone_changes(board(4, None), seen) == alone
    moved = looking(board(4, HALT), 0.0, HALT, Spot(4, 10))
    assert lone_changes(board(4, HALT), moved) == {Spot(4, 10)}


@pytest.mark.parametrize(("nats", "alone"), [(0.1, {HALT}), (1.0, set())])
def test_a_neighbour_that_hardly_changed_is_none(nats: float, alone: set[Spot]) -> None:
    """Noise of the picture on the other tiles, which may as well look the same."""
    assert lone_changes(board(4, None), looking(board(4, None), 0.0, HALT, beside=nats)) == alone


def test_many_places_that_changed_are_looked_into_for_so_long_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another lamp, in which every sign looks otherwise and as if any tram stood there, and two
    tiles: six trams that may have driven are not tried with all that may have come."""
    asked = Counted(monkeypatch, played, "judged")
    signs = [Spot(row, col) for row, col in SIGNS]
    bare = position(*line_four(), signs=SIGNS)
    laid = position(*line_four(), (6, 4, "NS"), (9, 4, "EW"), signs=SIGNS)
    state = begin(GAME, ("Ana", "Bo"), house())
    state, _ = observe(state, looking(bare, 0.0))
    seen = looking(laid, 0.0, *signs, Spot(6, 4), Spot(9, 4))
    sign = CellContent.of(tile("NS"), stop=True, trams=())
    shares = {replace(sign, trams=(line,)): 0.012 for line in range(1, 7)}
    doubted = (
        replace(one, belief=Belief.of({sign: 0.928, **shares})) if one.place in signs else one
        for one in seen.sightings
    )
    observe(state, seen.with_sightings(doubted))
    assert 0 < asked.calls < 1000
