"""A photo of Rouge held the other way round, by a reader that does not know the first ray."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games.rouge.align import RougeObservation
from tests.people.parts import PARTS
from tests.referee.sessions import CLEAR, Rouge
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import position

BEFORE = "red 1/0 1/1 2/2 3/5 3/7; blue 2/4 2/6 3/3 1/5 1/6"

#: Ring 3 turned by two, by one, and the latter with a new pawn.
TOO_FAR = "red 1/0 1/1 2/2 3/7 3/1; blue 2/4 2/6 3/5 1/5 1/6"
BY_ONE = "red 1/0 1/1 2/2 3/6 3/0; blue 2/4 2/6 3/4 1/5 1/6"
BY_ONE_AND_MORE = "red 1/0 1/1 2/2 3/6 3/0; blue 2/4 2/6 3/4 1/5 1/6 3/2"

#: All rings turned by one, or the camera gone round by one ray.
ONE_ON = "red 1/1 1/2 2/3 3/6 3/0; blue 2/5 2/7 3/4 1/6 1/7"


def _turned(text: str) -> str:
    """The same position, every cell half a turn on."""
    words = (
        f"{word[:2]}{(int(word[2:3]) + 4) % 8}{word[3:]}" if "/" in word else word
        for word in text.split()
    )
    return " ".join(words)


def _standing(text: str) -> RougeObservation:
    """A picture by a camera that says where in it the pawns are."""
    lies = position(text)
    bare = seen(lies, sure=CLEAR, first_ray=False)
    return bare.with_sightings(
        replace(s, pose=PARTS["rouge"].pose(s.place)) if s.place in lies else s
        for s in bare.sightings
    )


def _shown(table: Rouge, text: str) -> list[str]:
    return table.shown(seen(position(text), sure=CLEAR, first_ray=False))


@pytest.mark.slow
def test_a_foul_taken_back_is_seen_upside_down() -> None:
    """A ring turned too far and back is a table as it was, whichever way the photo is held."""
    table = Rouge()
    _shown(table, BEFORE)
    assert _shown(table, TOO_FAR) == ["foul turned-too-far"]
    assert _shown(table, _turned(BEFORE)) == ["taken-back"]


def test_a_ring_is_turned_between_photos_held_two_ways() -> None:
    """One ring lies otherwise, and a pawn is new: no two rings were turned against the rules."""
    table = Rouge()
    _shown(table, BEFORE)
    said = _shown(table, _turned(BY_ONE))
    assert [one.split()[0] for one in said] == ["legal"], said
    said = _shown(table, _turned(_turned(BY_ONE_AND_MORE)))
    assert [one.split()[0] for one in said] == ["legal"], said


def test_that_the_camera_went_round_gets_no_surer_by_looking_again() -> None:
    """All three rings turned by one hollow, or the camera by one ray: asked as long as pictures
    come from one place, with one weight, and the foul on top in both frames."""
    table = Rouge()
    table.shown(_standing(BEFORE))
    shares = []
    for _ in range(3):
        assert [one.split()[0] for one in table.shown(_standing(ONE_ON))] == ["ask"]
        shares.append([one.probability for one in table.calls[0].alternatives])
    assert shares[1:] == [pytest.approx(shares[0], rel=1e-3)] * 2
    assert [one.split()[0] for one in table.shown(_standing(f"{ONE_ON} 2/1"))] == ["ask"]
    assert len(table.calls[0].alternatives) > 1
