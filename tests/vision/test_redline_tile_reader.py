"""Straightening and reading one tile, with a net of our own that only measures redness."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.core.observation import EMPTY
from rules.games.redline.tiles import Colour, Tile, mask_of
from vision.nn.calibration import probability
from vision.reading import SURE_CONFIDENCE
from vision.redline.limits import Limits
from vision.redline.tiles.tile_reader import CROP, FACE, TilePosterior, TileReader, straightened

_UNIT = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


def _tile(spokes: list[int], side: int = 200) -> NDArray[np.uint8]:
    """A blue tile with red spokes on a grey table, as seen from above: BGR."""
    image = np.full((3 * side, 3 * side, 3), 128, np.uint8)
    image[side : 2 * side, side : 2 * side] = (200, 60, 30)
    middle, half = (3 * side // 2,) * 2, side // 2
    for spoke in spokes:
        end = tuple(m + half * u for m, u in zip(middle, _UNIT[spoke], strict=True))
        cv2.line(image, middle, end, (30, 30, 220), side // 9)
    return image


class RednessNet:
    """Answers like the tile reader's net by looking for red a third of the way out."""

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Logits (N, 10) from the redness of eight places."""
        middle, reach = CROP // 2, FACE // 2 - 4
        rows = []
        for x in batch:
            red = [x[2, middle + reach * v, middle + reach * u] for u, v in _UNIT]
            redness = [20 * (float(r) - 0.5) for r in red]
            rows.append([*redness, 6.0, 6.0])
        return np.array(rows, np.float32)


@pytest.mark.parametrize("spokes", [[0], [1, 4], [2, 3, 7], [5, 6]])
@pytest.mark.parametrize("turn", range(4))
def test_spokes_are_told_in_the_outlines_own_frame(spokes: list[int], turn: int) -> None:
    """Naming another corner NW turns the answer by quarter turns and changes nothing else."""
    corners = np.array([[200, 200], [400, 200], [400, 400], [200, 400]], np.float64)
    reader = TileReader(RednessNet())
    posterior = reader.read(_tile(spokes), [np.roll(corners, -turn, axis=0)])[0]
    seen = {i for i in range(8) if posterior.spokes[i] > 0.5}
    assert seen == {(s - 2 * turn) % 8 for s in spokes}


def test_a_tile_in_doubt_is_looked_at_once_a_quarter() -> None:
    """The look that left a doubt counts as that of its own quarter."""
    seen: list[NDArray[np.float32]] = []

    def net(batch: NDArray[np.float32]) -> NDArray[np.float32]:
        seen.extend(batch)
        return np.full((len(batch), 10), 0.1, np.float32)

    corners = np.array([[200, 200], [400, 200], [400, 400], [200, 400]], np.float64)
    TileReader(net).read(_tile([1, 4]), [corners])
    assert len(seen) == 4
    turned = [np.rot90(seen[0], quarters, axes=(1, 2)) for quarters in range(4)]
    np.testing.assert_array_equal(seen, turned)


def test_four_looks_that_agree_are_surer_than_one() -> None:
    """Their mean is right more often than it says."""
    corners = np.array([[200, 200], [400, 200], [400, 400], [200, 400]], np.float64)
    reader = TileReader(lambda batch: np.full((len(batch), 10), 3.0, np.float32))
    posterior = reader.read(_tile([1]), [corners])[0]
    assert posterior.spokes.min() > posterior.blue == pytest.approx(probability(3.0))


def test_a_straightened_tile_fills_the_middle_of_its_crop() -> None:
    """32 of 40 pixels are the tile, the rim shows its neighbourhood."""
    corners = np.array([[200, 200], [400, 200], [400, 400], [200, 400]], np.float64)
    crop = straightened(_tile([]), corners)
    blue = crop[:, :, 0] > 165
    assert blue[5:35, 5:35].all()
    assert not blue[:3].any()


def test_a_look_is_a_belief_over_tiles_with_one_to_three_spokes() -> None:
    """Impossible masks (none, four spokes) get no probability, EMPTY gets what is left."""
    posterior = TilePosterior(0.96, 0.9, np.full(8, 0.02))
    assert abs(posterior.masks().sum() - 1) < 1e-9
    sharp = TilePosterior(0.96, 0.98, np.array([0.999, 0.001, 0.999, *[0.001] * 5]))
    belief = sharp.belief(Limits(clear_pattern=1.0))
    assert belief.best == Tile(Colour.BLUE, mask_of(["N", "E"]))
    assert belief.probability(EMPTY) == pytest.approx(0.04, abs=1e-3)
    assert 0.92 < belief.confidence < 0.96


def _empty(square: float, second: float = 0.4) -> float:
    """How likely a place is bare where a look at a tile with one clear line, and perhaps a second,
    gives it so much."""
    return (
        TilePosterior(square, 1.0, np.array([1.0, second, *[0.0] * 6])).belief().probability(EMPTY)
    )


@pytest.mark.parametrize("square", [0.1, 0.5, 0.9, SURE_CONFIDENCE - 0.001])
def test_what_is_in_doubt_stays_so(square: float) -> None:
    """No piece becomes sure by being believed, and no ghost likelier."""
    assert _empty(square) == pytest.approx(1 - square)


def test_a_clear_pattern_speaks_for_a_tile() -> None:
    """No bare place shows one: what is likelier a tile than not is so the surer."""
    assert _empty(0.93, second=0.0) < 1 - SURE_CONFIDENCE
    assert _empty(0.7, second=0.0) < 0.2
    assert _empty(0.45, second=0.0) == pytest.approx(0.55)


def test_a_tile_that_is_sure_is_surer_than_the_look_says() -> None:
    """The more so the surer it is, and without a leap."""
    looks = (0.975, 0.99, 0.995, 0.999, 0.9999)
    assert all(_empty(one) < 0.9 * (1 - one) for one in looks)
    assert all(_empty(b) < _empty(a) for a, b in pairwise(looks))
    assert _empty(SURE_CONFIDENCE + 1e-6) == pytest.approx(1 - SURE_CONFIDENCE, abs=1e-5)


def test_places_outside_the_picture_do_not_crash() -> None:
    """An outline that lies beyond the border gives a crop all the same."""
    corners = np.array([[-300, -300], [-200, -300], [-200, -200], [-300, -200]], np.float64)
    assert straightened(_tile([0]), corners).shape == (CROP, CROP, 3)
