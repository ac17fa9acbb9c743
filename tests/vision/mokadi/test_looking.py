"""What lies beside the game: things that a photo's rim cuts off are no sticks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.mokadi.limits import LIMITS
from vision.mokadi.looking import Carried, Seen, of_the_pile, whole_ones
from vision.mokadi.pieces.box import NO_VOTES
from vision.mokadi.pieces.fields import CELL, Fields, told
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.plane import plane_by_unit
from vision.mokadi.pieces.sticks import Stick
from vision.mokadi.pieces.unexplained import strays
from vision.mokadi.report import reading_of
from vision.mokadi.tracking.memory import Track
from vision.mokadi.tracking.remembering import remembered
from vision.nn.arrays import Points
from vision.nn.resample import Patch, whole

_SIZE_WH, _WIDTH = (640, 480), 12
_LEVEL = np.array([[100.0, 240.0], [400.0, 240.0]])
_OUT = np.array([[400.0, 90.0], [630.0, 60.0]])


def _fields(*shown: Points) -> Fields:
    """Fields of a photo in which a net sees sticks along these lines and nothing else."""
    drawn = np.zeros((_SIZE_WH[1] // CELL, _SIZE_WH[0] // CELL), np.uint8)
    for first, last in shown:
        ends = [tuple(int(v) for v in end / CELL) for end in (first, last)]
        cv2.line(drawn, ends[0], ends[1], 1, _WIDTH // CELL)
    maps = np.zeros((14, *drawn.shape))
    maps[0], maps[1] = 9.0, 18.0 * drawn
    return told(maps, whole(np.zeros((_SIZE_WH[1], _SIZE_WH[0], 3), np.uint8)))


def test_an_edge_of_the_table_does_not_tell_how_thick_sticks_are() -> None:
    """It has no coloured ends, as sticks have."""
    maps = np.zeros((14, 240, 320))
    maps[0] = 9.0
    maps[1, 10:40, 20:300] = 18.0  # an edge, 60 pixels wide, whose middle is far from most cells
    maps[11, 10:40, 20:300] = np.linspace(3.75, -3.75, 30)[:, None]
    photo = whole(np.zeros((480, 640, 3), np.uint8))
    maps[1, 100:105, 100:200] = 18.0
    maps[11, 100:105] = np.linspace(0.5, -0.5, 5)[:, None]
    maps[1, 100:105, 100:120], maps[2, 100:105, 100:120] = 0.0, 18.0
    thick = told(maps, photo).thick_px
    assert thick is not None
    assert thick < 12


def _stick(ends: Points) -> Stick:
    return Stick(ends, (False, False), np.array([1.0, 0, 0, 0]), 0.5, 0.9, 1.0, 500.0)


def _pad(xy: tuple[float, float], weight: float) -> FoundPad:
    return FoundPad(np.array(xy), np.array([1.0, 0, 0, 0]), weight, 1.0, 20.0)


def _kept(ends: Points, shown: Points, *pads: FoundPad) -> bool:
    """Whether a stick is kept beside one that lies in the middle of the photo."""
    found = [_stick(_LEVEL), _stick(ends)]
    kept = whole_ones(found, (), pads, _fields(_LEVEL, shown), _SIZE_WH, _WIDTH)
    assert kept[0] is found[0]
    return any(one is found[1] for one in kept)


@pytest.mark.parametrize("end", [_OUT[1], _OUT[0] + 0.6 * (_OUT[1] - _OUT[0])])
def test_a_pen_that_leaves_the_photo_is_no_stick(end: Points) -> None:
    """Wherever on it a stick of the usual length was found."""
    assert not _kept(np.array([_OUT[0], end]), _OUT)


def test_a_stick_that_ends_before_the_rim_is_one() -> None:
    """Nothing goes on beyond it."""
    ends = np.array([_OUT[0], _OUT[0] + 0.6 * (_OUT[1] - _OUT[0])])
    assert _kept(ends, ends)


def test_a_stick_on_a_pad_may_reach_out_of_the_photo() -> None:
    """Or on another stick; what looks a little like a pad at the rim is none."""
    assert _kept(_OUT, _OUT, _pad((420, 90), 300), _pad((120, 250), 300))
    assert not _kept(_OUT, _OUT, _pad((625, 60), 20), _pad((120, 250), 300), _pad((90, 90), 300))
    across = np.array([[300.0, 260.0], [630.0, 200.0]])
    assert _kept(across, across)


def test_an_edge_from_rim_to_rim_is_none() -> None:
    """Even where a pad stands on it."""
    edge = np.array([[5.0, 400.0], [635.0, 420.0]])
    assert not _kept(edge, edge, _pad((300, 410), 300))


def test_a_stripe_of_the_cloth_is_no_stick() -> None:
    """It touches neither a pad nor, at any remove, a stick that lies on one; where no pad is seen
    under any, the most that touch each other are the pile."""
    on_it, stripe = _LEVEL + np.array([[0.0, 0.0], [0.0, 90.0]]), _LEVEL - np.array([0.0, 150.0])
    found = [_stick(ends) for ends in (stripe, _LEVEL, on_it, stripe - 40.0)]
    pad = _pad((400, 330), 300)
    assert of_the_pile(found, [pad], _WIDTH) == [1, 2]
    assert of_the_pile(found, [pad, _pad((100, 88), 5)], _WIDTH) == [1, 2]
    assert of_the_pile(found, [pad, _pad((100, 88), 300)], _WIDTH) == [0, 1, 2]
    assert of_the_pile(found, [], _WIDTH) == [1, 2]
    assert of_the_pile([], [], _WIDTH) == []


@pytest.mark.parametrize(("alone", "told"), [(True, 1), (False, 2)])
def test_a_stick_apart_is_told_in_a_game_only(alone: bool, told: int) -> None:
    """There it may have fallen, or people say that it is none."""
    sticks = (_stick(_LEVEL), _stick(_LEVEL - np.array([0.0, 150.0])))
    tracks = tuple(Track(k + 1) for k in range(2))
    carried = Carried(tracks[:1], tracks, tuple(np.ones(20) for _ in sticks))
    seen = Seen(
        _fields(*(s.ends for s in sticks)), (_pad((400, 240), 300),), sticks, (),
        plane_by_unit(300.0, _SIZE_WH), False, float(_WIDTH), 0.2, 0.0, 0.0, NO_VOTES, carried,
    )  # fmt: skip
    pieces = reading_of("mokadi", seen, _SIZE_WH, LIMITS, alone=alone).pieces
    assert sum(piece.kind == "stick" for piece in pieces) == told


@pytest.mark.parametrize(("sticks", "pads"), [(13, 8), (3, 12)])
def test_coins_beside_a_pile_do_not_make_it_another_game(
    monkeypatch: pytest.MonkeyPatch, sticks: int, pads: int
) -> None:
    """Of a first picture with more sticks than pads the likeliest pads are told, as many as a box
    has; where many pads and few sticks are seen, all: it is refused for them."""
    monkeypatch.setattr("vision.mokadi.report.sureness", lambda seen: (
        np.linspace(0.9, 0.6, len(seen.pads)), np.full(len(seen.sticks), 0.9)
    ))  # fmt: skip
    lying = tuple(_stick(_LEVEL + np.array([0.0, 4.0 * k])) for k in range(sticks))
    round_ = tuple(_pad((40.0 + 45.0 * k, 240.0), 300) for k in range(12))
    tracks = tuple(Track(k + 1) for k in range(max(sticks, 12)))
    carried = Carried(tracks[:12], tracks[:sticks], tuple(np.ones(20) for _ in lying))
    plane = plane_by_unit(300.0, _SIZE_WH)
    seen = Seen(
        _fields(_LEVEL), round_, lying, (), plane, False, 12.0, 0.2, 0.0, 0.0, NO_VOTES, carried
    )
    pieces = reading_of("mokadi", seen, _SIZE_WH, LIMITS).pieces
    told = [piece.pixel_xy for piece in pieces if piece.kind == "pad"]
    assert told == [(40.0 + 45.0 * k, 240.0) for k in range(pads)]


def test_what_the_rim_cuts_off_is_no_stray_piece() -> None:
    """Also where the net loses it on its way out; what lies in the middle is one until found."""
    parts = [_OUT[0] + np.array([[a], [b]]) * (_OUT[1] - _OUT[0]) for a, b in ((0, 0.6), (0.9, 1))]
    for shown in ((_OUT,), tuple(parts)):
        assert strays(_fields(*shown), (), (), _WIDTH, _SIZE_WH) == 0
        left = strays(_fields(_LEVEL, *shown), (), (), _WIDTH, _SIZE_WH)
        assert left == strays(_fields(_LEVEL), (), (), _WIDTH, _SIZE_WH) > 500
        assert strays(_fields(_LEVEL, *shown), [_stick(_LEVEL)], (), _WIDTH, _SIZE_WH) == 0


def test_a_look_at_which_nothing_is_left_is_remembered() -> None:
    """A part of the photo was looked at, and what was found there is no piece after all."""
    photo = np.zeros((960, 1280, 3), np.uint8)
    part = Patch.cut(photo, np.array([300.0, 200.0]), np.array([940.0, 680.0]))
    fields = told(np.zeros((14, 240, 320)), part)
    plane = plane_by_unit(200.0, _SIZE_WH)
    seen = Seen(fields, (), (), (), plane, False, 10.0, 0.2, 0.0, 0.0, NO_VOTES)
    memory = remembered(seen, (1280, 960), np.empty(0), np.empty(0))
    assert memory is not None
    assert memory.table is not None
    assert memory.table.region is None
