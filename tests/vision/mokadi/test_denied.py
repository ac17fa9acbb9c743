"""What people say is none of the game stays away: a stick that lies beside the table's pile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.core.call import CallKind
from rules.core.events import PositionCorrected
from rules.games.mokadi.pieces import Kind, Spot, Stick
from server.pipeline.session import Session, open_session
from tests.render.mokadi_photo import render
from tests.render.mokadi_pile import LaidPad, LaidStick, Pile, Sizes
from vision.reader import Image

SIZES = Sizes(thick=0.055, band=0.2, pad_height=0.12, pad_radius=0.09)
PADS = (LaidPad((-0.4, -0.3), 0), LaidPad((0.3, -0.3), 0), LaidPad((0.3, 0.4), 1))
FIRST = LaidStick(np.array([[-0.55, -0.3, 0.12], [0.45, -0.3, 0.12]]), 1, (), ())
SECOND = LaidStick(np.array([[0.3, -0.45, 0.18], [0.3, 0.55, 0.14]]), 1, (), ())
#: A pencil that is no stick of the game but looks like one.
PENCIL = LaidStick(np.array([[-0.9, 0.5, 0.03], [-0.1, 0.95, 0.03]]), 0, (), ())
FRAME = Pile(SIZES, tuple(LaidPad((x, y), 0) for x in (-1.1, 1.1) for y in (-0.9, 1.0)), ())


#: The picture maker's seed: a box and a table without a pattern.
LOOK = 41


def table(*sticks: LaidStick) -> Image:
    """The pads and these sticks."""
    pile = Pile(SIZES, PADS, sticks)
    shot = render(pile, seed=LOOK, size_wh=(640, 480), framed=FRAME, sober=True)
    return np.asarray(shot.image, np.uint8)


def looked(session: Session, image: Image) -> tuple[Session, list[CallKind], list[str]]:
    """The session after a picture, what is said of it, and the sticks and pads that are told."""
    reading = session.reader.read(image, session.memory)
    session, moment = session.judge("photo", image, reading)
    kinds = sorted(piece.kind for piece in reading.pieces)
    return session, [call.kind for call in moment.calls], kinds


def of_pencil(session: Session) -> Spot:
    """The place under which the pencil lies: it rests on nothing."""
    standing = session.standing().items()
    (spot,) = (s for s, label in standing if isinstance(label, Stick) and not label.contacts)
    assert isinstance(spot, Spot)
    return spot


@pytest.fixture(scope="module")
def without_pencil() -> Session:
    """A table met with a pencil beside it, which was tapped away."""
    session = open_session("mokadi", ("A", "B"), {"box": "red-black"})
    session, kinds, pieces = looked(session, table(FIRST, PENCIL))
    assert kinds == [CallKind.SETUP]
    assert pieces.count("stick") == 2
    session, _ = session.record_event(PositionCorrected(of_pencil(session), None), "said")
    return session


def test_what_was_tapped_away_stays_away(without_pencil: Session) -> None:
    """Picture after picture, also when the camera is knocked; the next stick is called alone."""
    session = without_pencil
    for image in (table(FIRST, PENCIL), _shifted(table(FIRST, PENCIL))):
        session, kinds, pieces = looked(session, image)
        assert kinds == [CallKind.NOTHING]
        assert pieces == ["pad", "pad", "pad", "stick"]
    session, kinds, pieces = looked(session, _shifted(table(FIRST, SECOND, PENCIL)))
    assert kinds == [CallKind.FOUL]  # an end of it lies on its own colour
    assert pieces.count("stick") == 2


def test_a_stick_laid_where_it_lay_is_called(without_pencil: Session) -> None:
    """The pencil was taken away first: what lies there now is new, and nothing is passed over."""
    session, kinds, pieces = looked(without_pencil, table(FIRST))
    assert kinds == [CallKind.NOTHING]
    assert pieces.count("stick") == 1
    session, kinds, pieces = looked(session, table(FIRST, PENCIL))
    assert kinds[-1] in (CallKind.ASK, CallKind.FOUL)
    assert pieces.count("stick") == 2


def test_what_lies_elsewhere_is_not_meant() -> None:
    """A place of another picture takes nothing from the memory."""
    session = open_session("mokadi", ("A", "B"), {"box": "red-black"})
    session, _, _ = looked(session, table(FIRST, PENCIL))
    far = Spot(Kind.STICK, 1, (3000, 3000, 4000, 3000))
    assert session.reader.put_right(session.memory, {}, far) is session.memory


def _shifted(image: Image) -> Image:
    """As a camera sees it that was knocked a little."""
    turned = cv2.getRotationMatrix2D((320, 240), 4.0, 1.0) + np.array([[0, 0, 9.0], [0, 0, -6.0]])
    return np.asarray(cv2.warpAffine(image, turned, (640, 480), borderMode=cv2.BORDER_REPLICATE))
