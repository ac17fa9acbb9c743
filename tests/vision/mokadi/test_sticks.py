"""Ends, sticks and crossings found in fields that a perfect net would give."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.render.mokadi_photo import NAMES, MokadiPhoto, render
from tests.render.mokadi_pile import LaidPad, LaidStick, Pile, Sizes
from tests.vision.mokadi.truth_fields import truth_fields
from vision.mokadi.limits import LIMITS, Limits
from vision.mokadi.pieces.box import box_by, in_box, votes_of
from vision.mokadi.pieces.crossings import crossings_of, meeting
from vision.mokadi.pieces.fields import Fields, fields_of, told
from vision.mokadi.pieces.pads import FoundPad, pads_of
from vision.mokadi.pieces.sticks import Stick, find_sticks, without_twins
from vision.mokadi.pieces.unit import Unit
from vision.nn.resample import whole

#: Middles of sticks that touch, of those sizes.
BESIDE = (-0.05, 0.0, 0.05)
SIZES = Sizes(thick=0.05, band=0.2, pad_height=0.12, pad_radius=0.08)


def laid(ends: list[tuple[float, float]], z: float, colour: int = 0) -> LaidStick:
    """A level stick between two points, its lower side at height z."""
    return LaidStick(np.array([[*ends[0], z], [*ends[1], z]]), colour, (), ())


def photo_of(*sticks: LaidStick) -> MokadiPhoto:
    """A photo of sticks on four pads."""
    corners = ((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4))
    pads = tuple(LaidPad(xy, k % 2) for k, xy in enumerate(corners))
    return render(Pile(SIZES, pads, sticks), seed=7, size_wh=(640, 480))


@pytest.fixture(scope="module")
def cross() -> MokadiPhoto:
    """Two sticks that cross, the second over the first, and a third one beside them."""
    return photo_of(
        laid([(-0.5, -0.4), (0.5, -0.4)], 0.12),
        laid([(-0.35, -0.3), (0.35, 0.414)], 0.12),
        laid([(-0.35, 0.414), (0.35, -0.3)], 0.17, 1),
    )


def _limits(fields: Fields) -> Limits:
    return replace(LIMITS, width_px=fields.thick_px or LIMITS.width_px)


def _box(fields: Fields) -> tuple[int, int]:
    return box_by(votes_of(fields, pads_of(fields, _limits(fields))))


def _found(photo: MokadiPhoto, scatter_px: float = 0.3) -> tuple[Fields, list[Stick], Unit]:
    fields = truth_fields(photo, scatter_px)
    sticks, unit = find_sticks(fields, _box(fields), _limits(fields))
    assert unit is not None
    return fields, sticks, unit


def _off(stick: Stick, ends: np.ndarray) -> float:
    straight = np.linalg.norm(stick.ends - ends, axis=1).max()
    return float(min(straight, np.linalg.norm(stick.ends[::-1] - ends, axis=1).max()))


def test_every_stick_in_sight_is_found_once(cross: MokadiPhoto) -> None:
    """Both ends within a twentieth of a stick, the colour right."""
    _, sticks, _ = _found(cross)
    assert len(sticks) == 3
    for ends, true in zip(cross.sticks_xy, cross.pile.sticks, strict=True):
        nearest = min(sticks, key=lambda s: _off(s, ends))
        length = np.linalg.norm(ends[1] - ends[0])
        assert _off(nearest, ends) < 0.05 * length
        assert NAMES[int(nearest.colour.argmax())] == cross.names[true.colour]


def test_who_lies_over_whom(cross: MokadiPhoto) -> None:
    """The stick that was laid last lies over the one it crosses."""
    fields, sticks, _ = _found(cross)
    order = [min(range(3), key=lambda k: _off(s, cross.sticks_xy[k])) for s in sticks]
    (crossing,) = [
        c
        for c in crossings_of(fields, sticks, _limits(fields))
        if {order[c.one], order[c.other]} == {1, 2}
    ]
    assert (crossing.over > 0.9) == (order[crossing.one] == 2)
    assert crossing.seen > 0.8


def test_a_hidden_end_is_said_to_be_hidden() -> None:
    """An end under other sticks is inferred from the length of the others, which all lie across it,
    and marked."""
    photo = photo_of(
        laid([(-0.5, -0.35), (0.5, -0.35)], 0.12),
        laid([(0.0, -0.66), (0.0, 0.34)], 0.12, 1),
        *(laid([(-0.5, y), (0.5, y)], 0.17) for y in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35)),
    )
    _, sticks, _ = _found(photo)
    stick = min(sticks, key=lambda s: _off(s, photo.sticks_xy[1]))
    length = np.linalg.norm(photo.sticks_xy[1][1] - photo.sticks_xy[1][0])
    assert _off(stick, photo.sticks_xy[1]) < length / 8
    assert any(stick.hidden)


def test_pads_are_found_at_the_middle_of_their_tops(cross: MokadiPhoto) -> None:
    """Four pads, each within its own radius of the truth, in its colour."""
    fields = truth_fields(cross, 0.3)
    pads = pads_of(fields, _limits(fields))
    assert len(pads) == 4
    for xy, pad in zip(cross.pads_xy, cross.pile.pads, strict=True):
        near = min(pads, key=lambda p: np.linalg.norm(p.xy - xy))
        assert np.linalg.norm(near.xy - xy) < 4
        assert NAMES[int(near.colour.argmax())] == cross.names[pad.colour]


def test_the_coloured_share_is_measured(cross: MokadiPhoto) -> None:
    """From where colour turns into wood."""
    _, _, unit = _found(cross)
    assert unit.band == pytest.approx(SIZES.band, abs=0.04)


def test_nothing_is_found_where_nothing_lies() -> None:
    """Pads alone show no stick, and tell no unit."""
    fields = truth_fields(photo_of())
    assert find_sticks(fields, _box(fields), LIMITS) == ([], None)


def test_sticks_side_by_side_stay_apart() -> None:
    """Three that touch along their whole length, in turn of one colour and the other, are three
    sticks, each with its own colour."""
    photo = photo_of(
        *(laid([(-0.5, y), (0.5, y + 0.01 * k)], 0.12, k % 2) for k, y in enumerate(BESIDE))
    )
    _, sticks, _ = _found(photo)
    assert len(sticks) == 3
    for ends, true in zip(photo.sticks_xy, photo.pile.sticks, strict=True):
        nearest = min(sticks, key=lambda s: _off(s, ends))
        assert _off(nearest, ends) < 0.04 * np.linalg.norm(ends[1] - ends[0])
        assert NAMES[int(nearest.colour.argmax())] == photo.names[true.colour]


@pytest.mark.parametrize(
    ("aside", "slid", "left"), [(4.0, 0.0, 1), (4.0, 20.0, 1), (9.0, 0.0, 2), (4.0, 40.0, 2)]
)
def test_two_sticks_cannot_lie_in_one_place(aside: float, slid: float, left: int) -> None:
    """Nearer than they are thick (10 pixels), and hardly slid along: the one that shows less is no
    stick; also where the other one was known before."""
    ends = np.array([[0.0, 0.0], [100.0, 0.0]])
    more, less = (
        Stick(at, (False, False), np.eye(4)[k], 1.0, 1.0, 1.0, cells)
        for k, (at, cells) in enumerate(
            [(ends, 200.0), (ends[::-1] + np.array([slid, aside]), 90.0)]
        )
    )
    assert without_twins([less, more], (), 10.0) == [less, more][2 - left :]
    assert len(without_twins([less], [more], 10.0)) == left - 1


def test_a_stick_that_shows_no_end_lies_where_its_wood_tells() -> None:
    """Both ends covered: where colour turns into wood says how far it goes on, to less than half of
    what a stick may be off and count as right."""
    photo = photo_of(
        laid([(-0.5, 0.5), (0.5, 0.5)], 0.12),
        laid([(-0.5, 0.0), (0.5, 0.0)], 0.12, 1),
        *(laid([(x, -0.5), (x, 0.5)], 0.17) for x in (-0.5, -0.43, 0.43, 0.5)),
    )
    _, sticks, _ = _found(photo)
    stick = min(sticks, key=lambda s: _off(s, photo.sticks_xy[1]))
    length = np.linalg.norm(photo.sticks_xy[1][1] - photo.sticks_xy[1][0])
    assert _off(stick, photo.sticks_xy[1]) < 0.07 * length


def test_the_box_has_two_colours(cross: MokadiPhoto) -> None:
    """The two that most of the colour in sight agrees with; a doubtful piece has one of them."""
    box = _box(truth_fields(cross, 0.3))
    assert {NAMES[k] for k in box} == set(cross.names)
    other = next(k for k in range(4) if k not in box)
    colour = np.full(4, 0.1)
    colour[other] = 0.6
    colour[box[1]] = 0.2
    assert int(in_box(colour, box).argmax()) == box[1]


def test_a_mug_does_not_tell_the_colours_of_the_box(cross: MokadiPhoto) -> None:
    """It looks like a pad, and has more cells than all that lies there."""
    fields = truth_fields(cross, 0.3)
    pads, box = pads_of(fields, _limits(fields)), _box(fields)
    other = next(k for k in range(4) if k not in box)
    mug = FoundPad(np.array([20.0, 20.0]), np.eye(4)[other], 1e5, 1.0, 90.0)
    assert box_by(votes_of(fields, [*pads, mug])) == box


@pytest.mark.parametrize(
    ("other", "at"),
    [
        ([[0, -5], [0, 5]], (0.5, 0.5)),
        ([[-4, -5], [-4, 15]], (0.1, 0.25)),
        ([[0, 1], [0, 5]], None),
        ([[-5, 1], [5, 1]], None),
    ],
)
def test_where_two_sticks_meet(other: list[list[float]], at: tuple[float, float] | None) -> None:
    """Shares along both; None where they pass each other or run side by side."""
    found = meeting(np.array([[-5.0, 0.0], [5.0, 0.0]]), np.array(other, float))
    assert found == (None if at is None else pytest.approx(at))


def test_the_answer_of_the_net_is_unfolded() -> None:
    """Every cell of the answer holds two by two cells, row by row."""

    def net(batch: np.ndarray) -> np.ndarray:
        answer = np.zeros((len(batch), 56, 2, 3), np.float32)
        answer[0, 0:4, 1, 2] = (1, 2, 3, 4)
        return answer

    fields = fields_of(whole(np.zeros((8, 12, 3), np.uint8)), net)  # type: ignore[arg-type]
    assert fields.part.shape == (4, 4, 6)
    assert np.argmax(fields.part[0]) == 3 * 6 + 5
    assert fields.part[0, 2, 4] < fields.part[0, 2, 5] < fields.part[0, 3, 4]
    assert tuple(fields.spot[3, 5]) == (10.5, 6.5)


def test_a_mirrored_look_is_mirrored_back() -> None:
    """A net that sees the mirrored picture as it is mirrored changes nothing."""
    rng = np.random.default_rng(5)
    maps = rng.normal(size=(14, 4, 6))

    def net(batch: np.ndarray) -> np.ndarray:
        turned = maps[:, ::-1, ::-1].copy()
        turned[10:] *= -1
        both = np.stack([maps, turned])
        folded = both.reshape(2, 14, 2, 2, 3, 2).transpose(0, 1, 3, 5, 2, 4)
        return folded.reshape(2, 56, 2, 3).astype(np.float32)

    patch = whole(np.zeros((8, 12, 3), np.uint8))
    found, once = fields_of(patch, net), told(maps, patch)  # type: ignore[arg-type]
    np.testing.assert_allclose(found.turn, once.turn, atol=1e-6)
    np.testing.assert_allclose(found.tip, once.tip, atol=1e-4)
    np.testing.assert_allclose(found.axis, once.axis, atol=1e-4)


@pytest.mark.parametrize("beside", [-0.03, 0.025, 0.05])
def test_what_covers_a_crossing_tells_nothing_of_it(beside: float) -> None:
    """A third stick that lies over both, nearly along the lower one, is not taken for that one."""
    photo = photo_of(
        laid([(-0.5, 0.0), (0.5, 0.0)], 0.12),
        laid([(0.0, -0.5), (0.0, 0.5)], 0.17),
        laid([(-0.5, beside - 0.02), (0.5, beside + 0.02)], 0.22),
    )
    fields = truth_fields(photo)
    sticks = [Stick(e, (False, False), np.full(4, 0.25), 1, 1, 1, 1) for e in photo.sticks_xy]
    over = {(c.one, c.other): c.over for c in crossings_of(fields, sticks, _limits(fields))}
    assert over[0, 1] < 0.5
    assert over[1, 2] < 0.1


def test_a_crossing_outside_the_picture_tells_nothing(cross: MokadiPhoto) -> None:
    """Sticks that a moved camera shows in part may cross where nothing is seen."""
    fields = truth_fields(cross)
    ends = np.array([[[-90.0, -90.0], [-10.0, -10.0]], [[-90.0, -10.0], [-10.0, -90.0]]])
    sticks = [Stick(one, (False, False), np.full(4, 0.25), 1, 1, 1, 1) for one in ends]
    (found,) = crossings_of(fields, sticks, _limits(fields))
    assert (found.over, found.seen) == (0.5, 0.0)
    far = [replace(one, ends=one.ends + 2000) for one in sticks]
    (found,) = crossings_of(fields, far, _limits(fields))
    assert (found.over, found.seen) == (0.5, 0.0)
