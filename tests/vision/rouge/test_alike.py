"""Free hollows of one board are alike, and so are pawns of one colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.homography import Homography
from rules.games.rouge.state import PAWNS
from vision.reading import SURE_CONFIDENCE
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.board.pose import BoardPose
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.alike import beside_others
from vision.rouge.pawns.surroundings import Surroundings, surroundings_of

WHITE, FREE, HOLLOWS = COLOURS.index("white"), 6, 8


#: What is said where nobody asks how light falls.
BY_LOOK = replace(LIMITS, shaded_free=(0.0, 0.0), shaded_pawn=(0.0, 0.0))


def seen(looks: list[float], tones: list[float] | None = None) -> Surroundings:
    """Hollows whose looks and tones differ by so many nats."""
    at = np.array(looks)
    shades = np.repeat(np.array(at if tones is None else tones)[:, None], 3, axis=1)
    none = np.zeros((len(at), len(at)))
    toned = apart(looks if tones is None else tones)
    return Surroundings(apart(looks), none, toned, shades, np.zeros((len(at), 2)), lit=True)


def apart(at: list[float]) -> np.ndarray:
    """(N, N) how far places on a line are from each other."""
    return np.abs(np.subtract.outer(at, at))


#: Six free hollows that differ by a tenth of a nat, and two that may hold a white pawn.
LOOKS = [0.0, 0.1, 0.0, 0.1, 0.0, 0.1]


def told(
    board: Surroundings, *doubtful: float, clear: bool = True, free: float = 0.001
) -> np.ndarray:
    """What is said of the doubtful hollows beside the free ones."""
    presence = np.array([free] * FREE + list(doubtful))
    where = np.full(len(presence), clear)
    return beside_others(presence, all_white(presence), board, where, BY_LOOK)[FREE:]


def all_white(presence: np.ndarray) -> np.ndarray:
    """(N, 11) names of pawns that could but be white."""
    return np.eye(len(COLOURS))[[WHITE] * len(presence)]


def test_what_looks_otherwise_than_free_hollows_is_a_pawn() -> None:
    """The nets doubt a white pawn in a white ring; no free hollow of that board looks like it."""
    found = told(seen([*LOOKS, 0.8, 0.8]), 0.85, 0.2)
    assert found[0] > SURE_CONFIDENCE
    assert 0.5 < found[1] < SURE_CONFIDENCE


def test_what_looks_like_free_hollows_and_like_no_pawn_is_free() -> None:
    """A white floor is in doubt as white is in play; the white pawn beside it is far darker."""
    found = told(seen([*LOOKS, 0.8, 0.05]), 0.999, 0.1)
    assert found[1] < 1 - SURE_CONFIDENCE


def test_a_floor_that_looks_like_a_pawn_of_its_colour_stays_in_doubt() -> None:
    """A dark pawn sunk in a dark hollow looks as its floor does, and as the other dark pawns."""
    board = seen([*LOOKS, 0.8, 0.05], [*LOOKS, 0.1, 0.05])
    assert told(board, 0.999, 0.4)[1] == pytest.approx(0.4)


def test_without_a_clear_pawn_of_its_colour_nothing_is_taken_for_free() -> None:
    """Ten black pawns that nobody sees look all alike."""
    assert told(seen([*LOOKS, 0.05, 0.05]), 0.4, 0.4) == pytest.approx(0.4)


def test_what_is_like_neither_stays_as_it_was() -> None:
    """A lamp's reflection is like no other hollow, and like no pawn."""
    board = seen([*LOOKS, 0.8, 5.0])
    assert told(board, 0.999, 0.3)[1] == pytest.approx(0.3)


def test_nothing_is_told_where_little_is_known() -> None:
    """Too few free hollows, free ones that differ as much from each other, or a place unseen."""
    board = seen([*LOOKS, 0.8, 0.8])
    assert told(board, 0.6, 0.6, free=0.2) == pytest.approx(0.6)
    assert told(board, 0.6, 0.6, clear=False) == pytest.approx(0.6)
    uneven = replace(board, unlike=board.unlike * 10, toned=board.toned * 10)
    assert told(uneven, 0.6, 0.6) == pytest.approx(0.6)


def test_where_grain_makes_hollows_unlike_their_tones_tell() -> None:
    """Cork is specked, and a pawn on it has another tone."""
    grain = replace(seen([*LOOKS, 0.8, 0.05]), unlike=np.full((HOLLOWS, HOLLOWS), 0.5))
    found = told(grain, 0.9, 0.4)
    assert found[0] > SURE_CONFIDENCE
    assert found[1] < 1 - SURE_CONFIDENCE


def test_more_alike_hollows_than_a_colour_has_pawns_are_free() -> None:
    """Eleven alike floors of the pawns' own colour cannot all be pawns; six could."""
    presence = np.array([0.05] * PAWNS + [0.3])
    board = seen([0.0, 0.1] * 5 + [0.05])
    told = beside_others(presence, all_white(presence), board, presence > 0, BY_LOOK)
    assert told[-1] < 1 - SURE_CONFIDENCE
    few = seen([0.0, 1.0] * 5 + [0.05])
    told = beside_others(presence, all_white(presence), few, presence > 0, BY_LOOK)
    assert told[-1] > 1 - SURE_CONFIDENCE


def lit(free: int, pawns: list[float], shaded: list[float]) -> np.ndarray:
    """What is said of hollows, the first ones surely free, by how light falls into each alone."""
    presence = np.array([0.001] * free + pawns)
    board = replace(seen([0.0] * len(presence)), shaded=apart(shaded))
    by_light = replace(LIMITS, unlike_says=0.0)
    return beside_others(presence, all_white(presence), board, presence > 0, by_light)


def test_a_pawn_of_its_rings_colour_is_doubted_by_its_light() -> None:
    """The nets take it for free, and its colour is seen nowhere: drawn board 730024."""
    told = lit(6, [0.009, 0.009], [0.0, 0.02] * 3 + [0.75, 0.01])
    assert told[6] > 1 - SURE_CONFIDENCE > told[7]


def test_what_is_lit_as_pawns_are_is_one() -> None:
    """Four clear pawns and two in doubt, of which one is lit as the free hollows are."""
    told = lit(5, [0.999] * 4 + [0.6, 0.6], [0.0, 0.02] * 2 + [0.01] + [0.9, 0.92] * 2 + [0.9, 0.0])
    assert told[-2] > SURE_CONFIDENCE
    assert told[-1] < 0.2


def test_eleven_pawns_of_a_colour_tell_nothing_of_their_light() -> None:
    """One more than there are: some of them are hollows that the nets take for pawns."""
    told = lit(0, [0.999] * (PAWNS + 1) + [0.6], [0.9] * (PAWNS + 1) + [0.0])
    assert told[-1] == pytest.approx(0.6)


def test_light_falls_alike_into_bowls_of_any_paint_and_otherwise_on_to_a_dome() -> None:
    """The dome is painted as its ring: neither hue nor mean lightness tells of it."""
    side, hollow, radius = 520, 0.1, 200.0
    places = [(120, 120), (400, 120), (120, 400), (400, 400)]
    image = np.full((side, side, 3), (60, 60, 160), np.uint8)
    image[:, side // 2 :] = (150, 160, 170)
    drop = np.mgrid[-20:21, -20:21][0] / 20
    for (x, y), way in zip(places, (1, 1, 1, -1), strict=True):
        paint = image[y, x] * (0.7 + 0.25 * way * drop)[..., None]
        inside = np.hypot(*np.mgrid[-20:21, -20:21]) <= 20
        image[y - 20 : y + 21, x - 20 : x + 21][inside] = paint[inside]
    matrix = np.array([[radius, 0, side / 2], [0, radius, side / 2], [0, 0, 1.0]])
    pose = BoardPose.of(Homography(matrix), (side, side)).upright()
    feet = pose.to_photo.inverse()(np.array(places, np.float64))
    shaded = surroundings_of(image, pose, feet, feet, hollow).shaded
    assert shaded[:3, :3].max() < 0.1
    assert shaded[3, :3].min() > 1.5
