"""A net that is right about one look is right about every look."""

from __future__ import annotations

import numpy as np
import pytest

from vision.nn.arrays import Tensor
from vision.nn.symmetries import LabelPermutation, Symmetry, look, looks

#: Classes 0 to 3: the bright edge is north, east, south, west; class 4: how bright it is.
EDGES = LabelPermutation(
    np.array([(np.arange(4) + q) % 4 for q in range(4)]), np.array([0, 3, 2, 1])
)
ALL = tuple(Symmetry(q, m) for q in range(4) for m in (False, True))


def edge_net(batch: Tensor) -> Tensor:
    """(N, 5): mean brightness of each edge, and of the whole."""
    grey = batch.mean(1)
    edges = (grey[:, 0], grey[:, :, -1], grey[:, -1], grey[:, :, 0])
    return np.stack([*(edge.mean(1) for edge in edges), grey.mean((1, 2))], axis=1)


def map_net(batch: Tensor) -> Tensor:
    """(N, 5, S, S): every pixel says how bright it is."""
    return np.repeat(batch.mean(1, keepdims=True), 5, axis=1)


@pytest.mark.parametrize("symmetry", ALL)
def test_classes_are_told_in_the_pictures_own_frame(symmetry: Symmetry) -> None:
    """The bright east edge is an east edge however the picture was turned."""
    picture = np.zeros((1, 8, 8, 3), np.uint8)
    picture[:, :, -1] = 255
    picture[:, 0, :3] = 255
    found = look(edge_net, picture, symmetry, EDGES)
    assert found == pytest.approx(look(edge_net, picture, Symmetry(), EDGES))
    assert found[0, :4].argmax() == 1


@pytest.mark.parametrize("symmetry", ALL)
def test_maps_are_turned_back(symmetry: Symmetry) -> None:
    """A map's cells lie where they lie in the picture as it was given."""
    picture = np.random.default_rng(3).integers(0, 256, (2, 6, 6, 3)).astype(np.uint8)
    found = look(map_net, picture, symmetry, EDGES)
    assert found == pytest.approx(look(map_net, picture, Symmetry(), EDGES))


def test_looks_are_stacked_one_a_symmetry() -> None:
    """Readers take the mean over the first axis."""
    picture = np.full((3, 4, 4, 3), 128, np.uint8)
    assert looks(edge_net, picture, ALL, EDGES).shape == (len(ALL), 3, 5)
