"""The laws against independent brute force: every world that the doubts allow, one by one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import LayPad, LayStick
from rules.games.mokadi.pieces import Contact, Kind, Part, Spot, pad_spot, stick_spot
from rules.games.mokadi.stock import Pile
from tests.rules.mokadi.tables import (
    BLACK,
    SQUARE,
    WHITE,
    house,
    judged,
    laid,
    opened,
    pad,
)

#: Pieces a stick may rest on in these tests: four pads and four sticks, half of either colour.
TABLE = laid(opened(), (BLACK, ""), (WHITE, ""), (BLACK, ""), (WHITE, ""))
SPOTS = [*map(pad_spot, range(1, 5)), *map(stick_spot, range(1, 5))]
COLOURS = dict(
    zip(SPOTS, [colour for colour, _, _ in SQUARE] + [BLACK, WHITE, BLACK, WHITE], strict=True)
)

CERTAINTIES = st.sampled_from([1.0, 1.0, 1.0, 0.95, 0.5, 0.2, 0.05])


@st.composite
def contact_lists(draw: st.DrawFn, parts: bool = True) -> tuple[Contact, ...]:
    """Up to four contacts with different pieces, mostly sure."""
    pool = draw(st.sampled_from([SPOTS, SPOTS[4:]]))
    spots = draw(st.lists(st.sampled_from(pool), max_size=4, unique=True))
    kinds = [Part.COLOURED, *Part] if parts else [Part.COLOURED]
    chosen = [
        (s, Part.COLOURED if s.kind is Kind.PAD else draw(st.sampled_from(kinds))) for s in spots
    ]
    return tuple(Contact(s, part, draw(CERTAINTIES)) for s, part in chosen)


World = tuple[tuple[Spot, bool], ...]


def worlds(contacts: tuple[Contact, ...]) -> list[World]:
    """Every way the doubtful may be: which pieces are touched, and whether at a coloured part."""
    choices = []
    for c in contacts:
        here = {Part.COLOURED: [True], Part.PLAIN: [False]}.get(c.part, [True, False])
        there = [(c.spot, coloured) for coloured in here]
        if c.certainty >= 0.9:
            choices.append(there)
        elif c.certainty > 0.1:
            choices.append([*there, None])
    return [tuple(x for x in pick if x) for pick in product(*choices)]


def fouls_in(colour: str, mine: World, others: list[World], rules: dict[str, str]) -> set[tuple]:
    """What is wrong in one world, straight from the sentences of the leaflet."""
    mine_on = {spot for spot, _ in mine}
    found: set[tuple] = set()
    if len(mine_on) < 2:
        found.add(("one-support",))
    bad = {s for s, coloured in mine if COLOURS[s] == colour or not coloured}
    if rules.get("contacts") != "two_good" or len(mine_on - bad) < 2:
        found |= {("wrong-colour", s) for s in bad}
    for number, other in enumerate(others, 1):
        on = {spot for spot, _ in other}
        two = rules.get("same_supports") == "two_shared"
        if (len(mine_on & on) >= 2) if two else (mine_on == on and len(on) >= 2):
            found.add(("same-supports", stick_spot(number)))
    only_sticks = len(mine_on) >= 2 and all(s.kind is Kind.STICK for s in mine_on)
    if rules.get("stick_supports") == "literal" and only_sticks:
        carrying = {s for s in mine_on for other in others if s in {x for x, _ in other}}
        found |= {("carrying", s) for s in carrying}
    return found


def said(violation: object) -> tuple:
    """A violation in the words of `fouls_in`."""
    params = dict(violation.params)  # type: ignore[attr-defined]
    code = violation.code  # type: ignore[attr-defined]
    if params.get("case") == "carrying":
        return ("carrying", params["support"])
    key = {"wrong-colour": "support", "same-supports": "other"}.get(code)
    return (code, params[key]) if key else (code,)


Lay = tuple[str, tuple[Contact, ...], list[tuple[Contact, ...]], dict[str, str]]

#: A stick's colour and what it lies on, what others lie on, and house rules.
LAYS = st.tuples(
    st.sampled_from([WHITE, BLACK]),
    contact_lists(),
    st.lists(contact_lists(parts=False), min_size=1, max_size=3),
    st.fixed_dictionaries(
        {},
        optional={
            "contacts": st.just("two_good"),
            "same_supports": st.just("two_shared"),
            "stick_supports": st.just("literal"),
        },
    ),
)


@settings(max_examples=80, deadline=None)
@given(LAYS)
def test_a_stick_is_judged_as_in_every_world_its_doubts_allow(lay: Lay) -> None:
    """A foul is what is wrong in all of them, a question what is wrong in some."""
    judged_as_in_every_world(*lay)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(LAYS)
def test_the_same_of_more_sticks(lay: Lay) -> None:
    """The same."""
    judged_as_in_every_world(*lay)


def judged_as_in_every_world(
    colour: str,
    mine: tuple[Contact, ...],
    others: list[tuple[Contact, ...]],
    rules: dict[str, str],
) -> None:
    """Whether a stick is judged as its doubts have it."""
    state = laid(opened(), (BLACK, ""), (WHITE, ""), (BLACK, ""), (WHITE, ""))
    sticks = [
        replace(s, contacts=others[i] if i < len(others) else None)
        for i, s in enumerate(state.sticks)
    ]
    state = replace(state, sticks=tuple(sticks))
    all_found = [
        fouls_in(colour, world, list(rest), rules)
        for world in worlds(mine)
        for rest in product(*map(worlds, others))
    ]
    sure, possible = set.intersection(*all_found), set.union(*all_found)
    verdict = judged(state, LayStick(colour, mine), **rules)
    assert {said(v) for v in verdict.violations} == sure
    asked = {r for r in verdict.remarks if r.code not in {"look-reach"}}
    assert bool(asked) == bool(possible - sure), (asked, possible - sure)


@dataclass(frozen=True)
class Counted:
    """How many pads are surely and possibly in range, and whether one is too near."""

    sure: int
    possible: int
    near: bool
    maybe_near: bool


def counted(pads: list[tuple[float, float]], at: tuple[float, float], off: float) -> Counted:
    """By trying the distances at both ends of what the measure allows, and between."""
    tries = [[math.dist(p, at) + off * k / 20 for k in range(-20, 21)] for p in pads]
    inside = [[0.475 <= d <= 1.05 for d in ds] for ds in tries]
    near = [[d < 0.475 for d in ds] for ds in tries]
    return Counted(
        sum(map(all, inside)), sum(map(any, inside)), any(map(all, near)), any(map(any, near))
    )


POINTS = st.tuples(st.integers(-60, 90), st.integers(-60, 90)).map(
    lambda xy: (xy[0] / 60, xy[1] / 60)
)


@settings(max_examples=200, deadline=None)
@given(st.lists(POINTS, min_size=1, max_size=5), POINTS, st.sampled_from([0.0, 0.02, 0.1]))
def test_a_pad_is_judged_by_every_distance_its_measure_allows(
    others: list[tuple[float, float]], at: tuple[float, float], sigma: float
) -> None:
    """Two in range, or the only one; none too near."""
    state = opened()
    state = replace(state, pads=())
    for x, y in others:
        state = GAME.force(state, pad(WHITE, x, y), house())
    state = replace(state, phase=opened().phase)
    full = state.stocks[0].with_sticks(Pile()).__class__(Pile.of({WHITE: 4}), Pile())
    state = replace(state, stocks=(full, full))
    count, needed = counted(others, at, 2 * sigma), min(2, len(others))
    verdict = judged(state, LayPad(WHITE, at, sigma))
    wrong = count.possible < needed or count.near
    right = count.sure >= needed and not count.maybe_near
    assert bool(verdict.violations) == wrong
    assert verdict.legal == right
