"""A known table is looked at where it changed; elsewhere the net would say the same again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.mokadi.pieces.fields import Fields, fields_of
from vision.mokadi.pieces.renewing import Before, renewed
from vision.nn.arrays import Points, Tensor
from vision.nn.resample import Patch, whole

_SIDE = 320
_NONE: Points = np.empty((0, 2))


class _Net:
    """Says of every four by four pixels how bright they are, and counts what it is shown."""

    def __init__(self) -> None:
        self.shown_px = 0

    def __call__(self, batch: Tensor) -> Tensor:
        count, _, h, w = batch.shape
        self.shown_px += h * w
        light = batch.mean(1).reshape(count, h // 4, 4, w // 4, 4).mean((2, 4))
        return np.asarray(light[:, None] * np.arange(56)[:, None, None], np.float32)


def _patch(light: int = 100) -> Patch:
    """A table in one light, with a little noise."""
    noise = np.random.default_rng(1).integers(0, 3, (_SIDE, _SIDE, 3))
    return whole(np.asarray(light + noise, np.uint8))


def _with_piece(patch: Patch) -> Patch:
    image = patch.image.copy()
    image[150:165, 160:190] = 220
    return replace(patch, image=image)


def _renewed(net: _Net, first: Patch, second: Patch, asked: Points = _NONE) -> Fields:
    """The fields of a second picture, after a first one; the net counts what it is shown of it."""
    said = fields_of(first, net).said  # type: ignore[arg-type]
    assert said is not None
    net.shown_px = 0
    return renewed(second, net, Before(said, asked), (_SIDE, _SIDE))  # type: ignore[arg-type]


def test_only_what_changed_is_looked_at() -> None:
    """What the net says of a piece that was laid is the same as by a look at all of the picture."""
    net, second = _Net(), _with_piece(_patch())
    found = _renewed(net, _patch(), second)
    assert 0 < net.shown_px < 0.6 * _SIDE**2
    anew = fields_of(second, net)  # type: ignore[arg-type]
    assert np.allclose(found.part, anew.part, atol=0.01)
    assert np.allclose(found.tip, anew.tip, atol=0.3)


def test_what_changed_far_apart_is_looked_at_apart() -> None:
    """And not all that lies between; the net says there what it says of the whole picture."""
    net, first = _Net(), whole(np.tile(_patch().image, (3, 3, 1)))
    image = first.image.copy()
    image[40:60, 40:60] = image[-60:-40, -60:-40] = 220
    second = replace(first, image=image)
    said = fields_of(first, net).said  # type: ignore[arg-type]
    assert said is not None
    net.shown_px = 0
    found = renewed(second, net, Before(said, _NONE), second.size_wh)  # type: ignore[arg-type]
    assert 0 < net.shown_px < 0.12 * image.shape[0] * image.shape[1]
    anew = fields_of(second, net)  # type: ignore[arg-type]
    assert np.allclose(found.part, anew.part, atol=0.01)


def test_a_picture_of_the_same_is_not_looked_at() -> None:
    """But for where something is new: another look at that must be one of its own."""
    net = _Net()
    _renewed(net, _patch(), _patch())
    assert net.shown_px == 0
    _renewed(net, _patch(), _patch(), np.array([[20.0, 300.0]]))
    assert 0 < net.shown_px < 0.6 * _SIDE**2


@pytest.mark.parametrize("other", [_patch(110), replace(_patch(), origin_xy=np.array([4.0, 0.0]))])
def test_another_light_or_place_is_looked_at_in_full(other: Patch) -> None:
    """Nothing that was said of it before holds."""
    net = _Net()
    _renewed(net, _patch(), other)
    assert net.shown_px == _SIDE**2
