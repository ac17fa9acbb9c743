"""What a pawn's tint says of its name."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.homography import Homography
from vision.nn.calibration import softmax
from vision.reader import Image
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.board.pose import BoardPose
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.surroundings import Surroundings, surroundings_of
from vision.rouge.pawns.tints import named_by_tints

BLUE, YELLOW, BLACK, WHITE = (COLOURS.index(name) for name in ("blue", "yellow", "black", "white"))
BROWN, ORANGE = COLOURS.index("brown"), COLOURS.index("orange")
#: Pixels to a board's radius, a hollow's radius in it, and BGR of paints.
RADIUS, HOLLOW = 200.0, 0.08
NAVY, COAL, CREAM, IVORY = (90, 40, 35), (38, 36, 38), (190, 225, 240), (235, 240, 242)
COCOA, TANGERINE, LEMON = (45, 65, 95), (30, 115, 230), (40, 210, 240)


def board(*paints: tuple[int, int, int], light: tuple[float, float, float]) -> Surroundings:
    """Discs of these paints on a board of this colour (BGR shares) as a photo shows them."""
    side = round(2.6 * RADIUS)
    image: Image = np.full((side, side, 3), [200 * share for share in light], np.uint8)
    matrix = np.array([[RADIUS, 0, side / 2], [0, RADIUS, side / 2], [0, 0, 1.0]])
    pose = BoardPose.of(Homography(matrix), (side, side)).upright()
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    feet = 0.6 * np.column_stack([np.cos(angles), np.sin(angles)])
    for (x, y), paint in zip(pose.to_photo(feet).tolist(), paints, strict=False):
        lit = [value * share for value, share in zip(paint, light, strict=True)]
        cv2.circle(image, (round(x), round(y)), round(HOLLOW * RADIUS), lit, -1)
    return surroundings_of(image, pose, feet, feet, HOLLOW)


def names(seen: Surroundings, **said: float) -> np.ndarray:
    """(N, 11) names after the tints, where a net says this of every pawn."""
    logits = np.array([[said.get(name, -12.0) for name in COLOURS]] * len(seen.tints))
    return softmax(named_by_tints(logits, seen, LIMITS))


def test_navy_is_not_surely_black() -> None:
    """The net calls both black, one of them is far bluer than the light, in warm light too."""
    for light in ((1.0, 1.0, 1.0), (0.8, 0.92, 1.0)):
        found = names(board(NAVY, COAL, light=light), black=2.0, blue=-2.0)
        assert found[0, BLUE] > 0.5
        assert found[1, BLACK] > 0.97


def test_cream_is_rather_white_than_yellow() -> None:
    """The net does not know which."""
    found = names(board(CREAM, IVORY, light=(1.0, 1.0, 1.0)), white=0.0, yellow=0.0)
    assert found[1, WHITE] > found[0, WHITE] > 0.7


def test_a_tint_that_no_paint_has_says_nothing() -> None:
    """Green in a blue lamp's light is all blue and green: its name is the net's."""
    said = {"green": 3.0, "blue": 0.0}
    strange = Surroundings(
        *[np.zeros((1, 1))] * 3, np.zeros((1, 3)), np.array([[3.5, 3.4]]), lit=True
    )
    found = names(strange, **said)
    assert found[0, COLOURS.index("green")] > 0.9


def test_a_red_board_is_no_red_light() -> None:
    """Black pawns on it are not called blue."""
    seen = board(COAL, light=(0.15, 0.1, 0.8))
    assert not seen.lit


@pytest.mark.parametrize("light", [(0.5, 0.75, 1.0), (0.25, 0.55, 1.0), (1.0, 0.8, 0.6)])
def test_in_a_light_that_is_not_known_no_pawn_is_surely_misnamed(
    light: tuple[float, float, float],
) -> None:
    """A lamp that the camera does not make up for tints white pawns as orange ones are."""
    seen = board(IVORY, LEMON, COAL, COCOA, light=light)
    assert not seen.lit
    for row, truth in enumerate((WHITE, YELLOW, BLACK, BROWN)):
        found = names(seen, **{**dict.fromkeys(COLOURS, 0.0), COLOURS[truth]: 3.0})[row]
        assert found.argmax() == truth or found.max() < 0.9


def test_brown_and_orange_are_not_surely_what_the_net_knows() -> None:
    """Nets that seldom saw them call brown black, and orange yellow, nearly surely."""
    seen = board(COCOA, COAL, light=(1.0, 1.0, 1.0))
    found = names(seen, black=0.0, brown=-5.0)
    assert found[0, BROWN] > found[0, BLACK]
    assert found[1, BLACK] > 0.9
    found = names(board(TANGERINE, LEMON, light=(0.9, 0.95, 1.0)), yellow=1.0, orange=-2.0)
    assert found[0, ORANGE] > found[0, YELLOW]
    assert found[1, YELLOW] > 0.97
