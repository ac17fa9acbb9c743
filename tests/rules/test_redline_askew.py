"""A tile that leans on the layout, in one picture (fig. 3; R4)."""

from __future__ import annotations

import pytest

from rules.core.observation import Belief, Loose, Pose
from rules.core.places import Cell
from rules.games.redline import GAME
from tests.rules.tables import tile

SURE = 0.9


def leaning(angle_deg: float, confidence: float = 0.97, **more: object) -> Loose:
    """A yellow tile that leans beside (1, 0)."""
    facts: dict = {"area": "askew", "near": Cell(1, 0), **more}
    pose = Pose((0.0, 0.0), angle_deg=angle_deg)
    return Loose(Belief.of({tile("Y E"): confidence}), pose=pose, **facts)


@pytest.mark.parametrize("angle_deg", [35.0, 45.0, -40.0, 130.0])
def test_a_tile_near_45_degrees_is_askew(angle_deg: float) -> None:
    """Whatever the order of play: named by its cell, colour and angle."""
    (foul,) = GAME.audit_loose([leaning(angle_deg)], SURE)
    facts = dict(foul.params)
    assert (foul.code, foul.places, facts["colour"]) == ("askew", (Cell(1, 0),), "yellow")


@pytest.mark.parametrize(
    "thing",
    [
        leaning(34.0),
        leaning(90.0),
        leaning(45.0, confidence=0.8),
        leaning(45.0, near=None),
        leaning(45.0, area="hand"),
    ],
    ids=["less", "straight", "unsure", "nowhere", "hand"],
)
def test_what_is_not_surely_askew_beside_the_layout_is_no_foul(thing: Loose) -> None:
    """Nearly straight, read unsurely, lying elsewhere."""
    assert GAME.audit_loose([thing], SURE) == ()
