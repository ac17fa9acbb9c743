"""Hollows that look alike are all free, or all hold pawns of one colour."""

from __future__ import annotations

import numpy as np

from calibration.homography import Homography
from rules.games.rouge.state import PAWNS
from vision.reading import SURE_CONFIDENCE
from vision.rouge.board.heat_maps import HeatMaps
from vision.rouge.board.pose import BoardPose
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.crowds import among_alike
from vision.rouge.pawns.surroundings import Surroundings

HOLLOWS = 24


def told(
    crowds: list[tuple[float, list[float]]], light: float = -1.0, named: int = 3
) -> np.ndarray:
    """What is said of the hollows of a board, given by crowds: their tone, nats, and how likely a
    pawn is known to stand in each. Others hold pawns, each unlike all else; of so many names."""
    own = [(tone, p) for tone, ps in crowds for p in ps]
    own += [(10.0 + k, 0.999) for k in range(HOLLOWS - len(own))]
    at = np.array([tone for tone, _ in own]) + np.tile([0.0, 0.01], HOLLOWS // 2)
    apart = np.abs(np.subtract.outer(at, at))
    board = Surroundings(
        *[apart] * 3, np.full((HOLLOWS, 3), light), np.zeros((HOLLOWS, 2)), lit=True
    )
    presence = np.array([p for _, p in own])
    names = np.eye(11)[np.arange(HOLLOWS) % named]
    return among_alike(presence, names, board, presence >= 0, LIMITS)


def test_a_crowd_that_is_in_doubt_is_free_where_no_other_hollow_is() -> None:
    """Fifteen printed circles, of which the nets know nothing, beside nine pawns."""
    assert told([(0.0, [0.45] * 15)])[:15].max() < 1 - SURE_CONFIDENCE


def test_more_alike_than_a_colour_has_pawns_are_none() -> None:
    """Green patches of felt, each surely a pawn to the nets, as four yellow pawns are."""
    found = told([(0.0, [0.93] * (PAWNS + 5)), (1.0, [0.99] * 4)])
    assert found[: PAWNS + 5].max() < 0.05
    assert found[PAWNS + 5 :].min() > SURE_CONFIDENCE


def test_of_more_than_a_colour_has_none_is_sure() -> None:
    """Eleven dark holes, no two alike in the light from the side, are black pawns to the nets."""
    holes = [(0.5 * k, [0.98]) for k in range(PAWNS + 1)]
    assert told(holes, named=1)[: PAWNS + 1].max() < SURE_CONFIDENCE
    assert told(holes)[: PAWNS + 1].min() > SURE_CONFIDENCE


def test_a_few_pawns_alike_stay_pawns_beside_free_hollows() -> None:
    """Four red pawns in doubt; the free hollows look otherwise, and are freer."""
    found = told([(0.0, [0.01] * 12), (1.0, [0.6] * 4)])
    assert found[12:16].min() > 0.5
    assert found[:12].max() < 0.01


def test_what_stands_out_of_its_crowd_stays_in_doubt() -> None:
    """A pawn in a hollow of its own colour: to the eye as the free ones, not to the nets."""
    assert told([(0.0, [0.1] * 12 + [0.35])])[12] > 1 - SURE_CONFIDENCE


def test_in_the_dark_nothing_is_alike() -> None:
    """Where no light comes from, a black pawn looks as a hollow does."""
    assert told([(0.0, [0.45] * 15)], light=-5.4)[:15].min() > 0.4


def test_a_hand_is_told_only_where_it_is_likely() -> None:
    """A board of cork looks a little like a hand everywhere, and has none over it."""
    pose = BoardPose(Homography(np.eye(3)), np.array([0.0, -1.0]))
    out = np.zeros((25, 48, 48), np.float32)

    def covered(logit: float) -> float:
        out[12] = logit
        return HeatMaps(out, pose.to_photo, pose, 90.0).covered

    assert covered(-1.2) == 0
    assert covered(4.0) > LIMITS.hidden


def test_hidden_pawns_are_not_too_many() -> None:
    """Of hollows out of sight nobody knows whether one is free."""
    apart = np.abs(np.subtract.outer(np.arange(24) * 5.0, np.arange(24) * 5.0))
    board = Surroundings(*[apart] * 3, np.full((24, 3), -1.0), np.zeros((24, 2)), lit=True)
    presence = np.repeat([0.98, 0.01], 12)
    names = np.eye(11)[np.zeros(24, int)]
    found = among_alike(presence, names, board, np.arange(24) < 3, LIMITS)
    assert found[:12].min() > 0.9
