"""Learning the two colours of a box from a photo of some of its pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from calibration.homography import NoFit
from calibration.learnt_set import LearntSet, forget_set, load_set, save_set
from rules.core.discovery import get
from server.pipeline.calibrations import start_of
from tests.render.mokadi_photo import MokadiPhoto, render, truth_json
from tests.vision.mokadi.shades import BOXES, counted, memory_for, photo_of, pile_of, spread_out
from vision.mokadi.box_looks import BoxLooks, light_on, look_of, net_odds
from vision.mokadi.reader import MokadiReader, load
from vision.mokadi.taught import MokadiTeacher
from vision.mokadi.tracking.memory import TableMemory
from vision.teacher import ReferencePhoto, TaughtPieces, load_teacher

#: A box of dark green and black, and seeds of its pile and of the picture that teaches it.
BOX, PILE, SET = "forest-black", 5016, 5060
MADE = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture(scope="module")
def teacher() -> MokadiTeacher:
    """The teacher that ships."""
    found = load_teacher("mokadi")
    assert isinstance(found, MokadiTeacher)
    return found


@pytest.fixture(scope="module")
def reader() -> MokadiReader:
    """The reader that ships."""
    return load()


@cache
def set_photo() -> MokadiPhoto:
    """The picture of the box's pieces side by side."""
    return photo_of(spread_out(SET), SET, BOX)


@cache
def pile_photo() -> MokadiPhoto:
    """A picture of a pile of the box."""
    return photo_of(pile_of(PILE), PILE, BOX)


@cache
def learnt() -> LearntSet:
    """What it teaches."""
    taught = load_teacher("mokadi").learn_pieces(source(), ("blue", "black"))
    assert isinstance(taught, TaughtPieces)
    return taught.learnt


def source(image: np.ndarray | None = None) -> ReferencePhoto:
    """A picture to learn from."""
    shown = set_photo().image if image is None else image
    return ReferencePhoto(np.asarray(shown, np.uint8), "set.jpg", MADE)


def looks_of(colours: Mapping[str, tuple[float, float, float]]) -> BoxLooks:
    """A box of two colours, shares of red, green and blue light, in plain light."""
    shares = np.array([colour[::-1] for colour in colours.values()])
    one, other = colours
    return BoxLooks((one, other), shares, np.zeros(3))


def test_every_colour_is_learnt_with_its_pictures(teacher: MokadiTeacher) -> None:
    """Sticks and pads of both, each from where it lies, with its photo and day."""
    taught = teacher.learn_pieces(source(), ("blue", "black"))
    assert isinstance(taught, TaughtPieces)
    names = [example.name for example in taught.learnt.examples]
    assert set(names) >= {"blue-stick", "black-stick", "blue-pad", "black-pad"}
    assert len(taught.outlines_xy) == len(names)
    assert {(e.photo, e.made) for e in taught.learnt.examples} == {("set.jpg", MADE)}
    photo = set_photo()
    for one in taught.learnt.examples:
        near = np.hypot(*(photo.pads_xy - one.where_xy).T).argmin()
        if one.name.endswith("pad"):
            assert photo.names[photo.pile.pads[near].colour] == one.name.split("-")[0]


@pytest.mark.slow
def test_a_taught_box_is_kept_and_mends_what_was_misread(
    teacher: MokadiTeacher, reader: MokadiReader, tmp_path: Path
) -> None:
    """Green ends were black ones; by the kept profile each has its colour, in another room, under
    another lamp; without the profile it is as before."""
    photo = pile_photo()
    truth = truth_json(photo)
    before = counted(reader.read(photo.image, memory_for(photo.names)).pieces, truth)
    save_set(tmp_path / "calibration", "mokadi", learnt())
    kept = load_set(tmp_path / "calibration", "mokadi")
    assert [(e.name, e.photo, e.made) for e in kept.examples] == [
        (e.name, "set.jpg", MADE) for e in learnt().examples
    ]
    start = start_of("mokadi", tmp_path, None)
    assert start.notes == ()
    after = counted(reader.read(photo.image, start.memory).pieces, truth)
    assert before["wrong"] >= 3
    assert after["wrong"] == 0
    assert after["found"] >= before["found"]
    forget_set(tmp_path / "calibration", "mokadi")
    assert start_of("mokadi", tmp_path, None).memory is None


def test_what_was_taught_stays_with_the_table(teacher: MokadiTeacher, reader: MokadiReader) -> None:
    """The next photo of a table is read by it, too, whatever the first one showed."""
    start = teacher.memory_of(None, learnt(), "")
    begun = reader.begins(start, get("mokadi").rulebook.house({"box": "blue-black"}))
    assert isinstance(begun, TableMemory)
    bare = np.full((480, 640, 3), 150, np.uint8)
    photo = pile_photo()
    for image in (bare, photo.image):
        left = reader.read(image, begun).memory
        assert isinstance(left, TableMemory)
        assert left.looks is begun.looks


def test_a_photo_without_two_colours_is_refused(teacher: MokadiTeacher) -> None:
    """One colour twice; with the cure in the same sentence."""
    paint = BOXES[BOX].paint()
    alike = replace(paint, ends=(paint.ends[1], paint.ends[1]))
    photo = render(spread_out(SET), seed=SET, paint=alike, sober=True)
    refused = teacher.learn_pieces(source(photo.image), ())
    assert isinstance(refused, NoFit)
    assert "two clearly different colours are not seen; lay" in refused.reason


def test_a_photo_without_sticks_is_refused(teacher: MokadiTeacher) -> None:
    """Colours are told against the wood."""
    refused = teacher.learn_pieces(source(np.full((480, 640, 3), 150, np.uint8)), ())
    assert isinstance(refused, NoFit)
    assert "no Mokadi stick is seen clearly; lay" in refused.reason


@pytest.mark.parametrize(
    ("names", "said"),
    [(("blau", "black"), "'blau'"), (("black",), "two"), (("white", "black", "red"), "two")],
)
def test_names_that_no_box_has_are_refused(
    teacher: MokadiTeacher, names: tuple[str, ...], said: str
) -> None:
    """A name that is no colour here; more or fewer than two."""
    refused = teacher.learn_pieces(source(), names)
    assert isinstance(refused, NoFit)
    assert said in refused.reason


def test_what_does_not_fit_together_is_not_kept(teacher: MokadiTeacher) -> None:
    """A third name, no stick, a piece of the other colour; what was learnt fits."""
    examples = learnt().examples
    assert teacher.objection(learnt()) is None
    first = next(k for k, e in enumerate(examples) if e.name == "blue-stick")
    for name, said in (("red-stick", "two colours"), ("black-stick", f"piece {first + 1} looks")):
        wrong = [replace(e, name=name) if k == first else e for k, e in enumerate(examples)]
        objection = teacher.objection(replace(learnt(), examples=tuple(wrong)))
        assert objection is not None
        assert said in objection.reason
    pads = tuple(e for e in examples if e.name.endswith("pad"))
    objection = teacher.objection(replace(learnt(), examples=pads))
    assert objection is not None
    assert "wood" in objection.reason


def test_a_box_named_among_the_house_rules_names_what_was_taught() -> None:
    """A shared name stays, the darker is black; the usual box may have been overlooked."""
    green = looks_of({"black": (0.1, 0.3, 0.1), "white": (0.9, 0.9, 0.1)})
    assert green.named("red-black").names == ("black", "red")
    assert green.named("white-black").names == ("black", "white")
    strange = looks_of({"blue": (0.2, 0.2, 0.9), "white": (1.0, 1.0, 1.0)})
    assert strange.named("red-black").names == ("black", "red")
    assert strange.named("white-black").names == ("blue", "white")


def test_the_net_is_believed_as_far_as_it_tells_the_colours_apart() -> None:
    """One that calls both black says nothing; one that calls each by its name says it."""
    taught = np.repeat([4.0, -4.0], 500)
    deaf = np.tile([0.02, 0.9, 0.04, 0.04], (1000, 1))
    assert np.abs(net_odds(deaf, [2, 1], taught)).max() < 0.5
    told = np.repeat([[0.02, 0.04, 0.92, 0.02], [0.02, 0.92, 0.04, 0.02]], 500, axis=0)
    nats = net_odds(told, [2, 1], taught)
    assert nats[:500].min() > 2
    assert nats[500:].max() < -2


def test_black_pictures_teach_nothing(teacher: MokadiTeacher) -> None:
    """What a friend's file may hold: neither colour nor wood."""
    black = np.zeros((96, 96, 3), np.uint8)
    examples = tuple(replace(e, picture=black) for e in learnt().examples)
    objection = teacher.objection(replace(learnt(), examples=examples))
    assert objection is not None
    assert "two clearly different colours" in objection.reason
    small = tuple(replace(e, picture=black[:8, :8]) for e in learnt().examples)
    assert teacher.objection(replace(learnt(), examples=small)) is not None


@pytest.mark.parametrize("gain", [(1.0, 1.0, 1.0), (0.25, 0.25, 0.25), (0.5, 0.8, 1.2)])
def test_another_light_tells_the_same(gain: tuple[float, float, float]) -> None:
    """Dim or red light moves wood and colours alike."""
    looks = looks_of({"blue": (0.05, 0.15, 0.08), "black": (0.03, 0.03, 0.03)})
    light = np.array(gain) * 0.6
    seen = look_of(looks.shares.repeat(500, axis=0) * light)
    nats = looks.odds(seen, *looks.light_of(seen, light_on(light)))
    assert nats[:500].min() > 0.5
    assert nats[500:].max() < -0.5


def test_the_colours_tell_the_light_where_no_wood_is_seen() -> None:
    """A picture of pads of both colours, half as bright as the one that taught them, which shadows
    may explain in part."""
    looks = looks_of({"white": (1.3, 1.2, 1.1), "black": (0.5, 0.45, 0.4)})
    looks = replace(looks, light=light_on(np.full(3, 0.7)))
    seen = look_of(looks.shares.repeat(500, axis=0) * 0.35)
    light, doubt = looks.light_of(seen, None)
    assert light_on(np.full(3, 0.3))[0] < light[0] < looks.light[0] - 0.4
    nats = looks.odds(seen, light, doubt)
    assert nats[:500].min() > 0
    assert nats[500:].max() < 0
