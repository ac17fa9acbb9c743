"""A game from its very beginning: an empty table, pads, the first stick, photo by photo."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from rules.core.call import CallKind
from rules.games.mokadi.pieces import UNMEASURED, Spot
from server.pipeline.session import Moment, Session, open_session
from tests.evenings.mokadi_evening import SIZE_WH
from tests.evenings.mokadi_play import Play
from tests.render.mokadi_photo import render
from tests.render.mokadi_pile import LaidPad, LaidStick, Pile, Sizes
from vision.mokadi.tracking.memory import TableMemory
from vision.reader import Image
from vision.reading import Reading

SIZES = Sizes(thick=0.055, band=0.2, pad_height=0.12, pad_radius=0.09)
PADS = (LaidPad((-0.4, -0.3), 0), LaidPad((0.3, -0.3), 0), LaidPad((0.3, 0.4), 1))
STICK = LaidStick(np.array([[-0.55, -0.3, 0.12], [0.45, -0.3, 0.12]]), 1, (), ())
#: What the camera makes room for, and the picture maker's seed: a red and black box.
FRAME = Pile(SIZES, tuple(LaidPad((x, y), 0) for x in (-0.9, 0.9) for y in (-0.8, 0.8)), ())
LOOK = 1
#: Pads and sticks of an empty table on which pad after pad is laid.
BARE = ((0, 0), (1, 0), (2, 0), (3, 0))


@cache
def table(pads: int, sticks: int = 0) -> Image:
    """The table with the first so many pads, and the stick."""
    pile = Pile(SIZES, PADS[:pads], (STICK,)[:sticks])
    shot = render(pile, seed=LOOK, size_wh=(640, 480), framed=FRAME, sober=True)
    return np.asarray(shot.image, np.uint8)


#: The same from so far off that pads are ten pixels wide in the first look.
FAR = Pile(SIZES, tuple(LaidPad((x, y), 0) for x in (-3.2, 3.2) for y in (-2.2, 2.2)), ())


def from_afar(pads: int, look: int) -> Image:
    """The first so many pads, small in the photo; `look` the picture maker's seed."""
    pile = Pile(SIZES, PADS[:pads], ())
    shot = render(pile, seed=look, size_wh=(1280, 720), framed=FAR, sober=True)
    return np.asarray(shot.image, np.uint8)


Looked = tuple[Session, Moment, Reading]


def looked(session: Session, image: Image) -> Looked:
    """The session after a picture, what is said of it, and what was read."""
    reading = session.reader.read(image, session.memory)
    return *session.judge("photo", image, reading), reading


@cache
def played(box: str, *tables: tuple[int, int]) -> Looked:
    """A game with a box ("" for the usual one) after pictures of some pads and sticks, the last of
    them; those before are looked at once for all who begin alike."""
    *before, (pads, sticks) = tables
    rules = {"box": box} if box else {}
    session = played(box, *before)[0] if before else open_session("mokadi", ("A", "B"), rules)
    return looked(session, table(pads, sticks))


def kinds(moment: Moment) -> list[CallKind]:
    """How its calls are called."""
    return [call.kind for call in moment.calls]


def test_a_game_begins_on_an_empty_table() -> None:
    """Every pad is called, and nothing has measured where it lies."""
    for last in range(3):
        session, moment, _ = played("red-black", *BARE[: last + 1])
        assert kinds(moment) == [CallKind.LEGAL if last else CallKind.SETUP]
        assert len(session.referee.match.accepted.pads) == last
    assert all(pad.sigma >= UNMEASURED for pad in session.referee.match.accepted.pads)


@pytest.mark.slow
@pytest.mark.parametrize("look", [19, 6, 9])
def test_small_pads_are_looked_at_closer(look: int) -> None:
    """A camera that shows where all the others will lie shows the first ones small."""
    session = open_session("mokadi", ("A", "B"), {"box": "red-black"})
    session, *_ = looked(session, from_afar(0, look))
    for count in (1, 2, 3):
        session, moment, _ = looked(session, from_afar(count, look))
        assert kinds(moment) == [CallKind.LEGAL]
        assert len(session.referee.match.accepted.pads) == count


def test_a_game_begins_with_pads_alone() -> None:
    """They are what the game is met with; the first stick is called, and measures them."""
    assert kinds(played("red-black", (3, 0))[1]) == [CallKind.SETUP]
    session, moment, _ = played("red-black", (3, 0), (3, 1))
    assert kinds(moment) == [CallKind.LEGAL]
    pads = session.referee.match.accepted.pads
    assert not any(pad.sigma for pad in pads)
    gap = np.hypot(*np.subtract(pads[0].at or (), pads[1].at or ()))
    assert min(abs(gap - true) for true in (0.7, 0.99)) < 0.08


def test_pads_stay_known_when_no_stick_lies_there_any_more() -> None:
    """As at the end of every round: they keep their numbers, their places and their measure
    (M19)."""
    known, laid = [], ((3, 0), (3, 1), (3, 0), (3, 1))
    for last in range(4):
        memory = played("red-black", *laid[: last + 1])[0].memory
        assert isinstance(memory, TableMemory)
        known.append(memory.table)
    first, *later = known
    assert first is None  # nothing has measured it yet
    for one, sticks in zip(later, (1, 0, 1), strict=True):
        assert one is not None
        assert [pad.number for pad in one.pads] == [1, 2, 3]
        assert len(one.sticks) == sticks


def pads_of(box: str, *tables: tuple[int, int]) -> dict[int, tuple[str, float]]:
    """The pads that are read in the last of some pictures: number, colour and certainty."""
    found = {}
    for piece in played(box, *tables)[2].pieces:
        if piece.kind == "pad" and isinstance(piece.place, Spot):
            found[piece.place.number] = (getattr(piece.label, "colour", ""), piece.confidence)
    return found


@pytest.mark.parametrize(
    ("box", "colours"),
    [("red-black", "red black"), pytest.param("blue-black", "blue", marks=pytest.mark.slow)],
)
def test_the_box_that_is_told_names_the_colours(box: str, colours: str) -> None:
    """No pad has a colour that the box has not, whatever the light makes of it; the pads are red,
    and with a box that has none a photo may be refused."""
    for count in range(4):
        found = pads_of(box, *BARE[: count + 1])
        assert len(found) == count or ("red" not in box and not found)
        assert {colour for colour, _ in found.values()} <= {"black", *colours.split()}


def test_the_usual_box_is_overruled_by_what_lies_there() -> None:
    """Nobody set the house rule, and the pads are red."""
    assert "red" in {colour for colour, _ in pads_of("", *BARE).values()}


def test_pads_keep_their_numbers_until_a_stick_measures_them() -> None:
    """And are no less sure for the first stick, which leaves one of them bare."""
    before = pads_of("red-black", *BARE)
    after = pads_of("red-black", *BARE, (3, 1))
    assert set(before) == set(after) == {1, 2, 3}
    assert min(sure for _, sure in after.values()) > 0.85
    assert {k: colour for k, (colour, _) in before.items()} == {
        k: colour for k, (colour, _) in after.items()
    }


def test_a_pad_taken_away_before_the_first_stick_is_gone() -> None:
    """The table shows where it lay."""
    before, after = pads_of("red-black", (3, 0)), pads_of("red-black", (3, 0), (2, 0))
    assert len(before) == 3
    assert set(after) < set(before)
    assert len(after) == 2


@pytest.mark.slow
def test_the_edge_of_a_table_is_no_stick() -> None:
    """A dark floor beside the cloth: the line runs from rim to rim, and measures nothing."""
    play = Play(408, ("A", "B"), empty=True)
    session = open_session("mokadi", play.players, play.rules)
    for count in (0, 1, 2):
        look = {"seed": play.seed, "paint": play.paint, "framed": play.framed}
        shot = render(play.drawn, size_wh=SIZE_WH, sober=True, **look)
        reading = session.reader.read(np.asarray(shot.image, np.uint8), session.memory)
        likely = [piece for piece in reading.pieces if piece.confidence > 0.5]
        assert [piece.kind for piece in likely] == ["pad"] * count
        assert all(getattr(piece.label, "sigma", 0.0) >= UNMEASURED for piece in likely)
        play.step()
