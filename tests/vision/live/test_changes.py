"""What two pictures say of each place: the same thing as before, or another one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.core.observation import AnyObservation, AnySighting, Issue, Pose
from rules.core.places import Cell
from tests.vision.live.scene import Scene, ToldReader
from tests.vision.live.test_watcher import Evening
from vision.live.changes import PlaceLooks, looks_of, with_changes
from vision.live.limits import LIMITS
from vision.live.look import Clear
from vision.reader import Image, Places

#: A board of 24 cells, one piece on it.
CELLS = tuple((col, row) for col in range(6) for row in range(4))
BOARD = Scene(pieces=(((1, 1), "red"),))
#: The same, played on.
PLAYED = BOARD.with_piece(3, 2, "white")
LEAST, MOST = LIMITS.change_nats


def told(scene: Scene) -> AnyObservation:
    """What the reader says of a scene."""
    observation = ToldReader(scene, free=CELLS).read(scene.picture(0)).observation
    assert observation is not None
    return observation


def nats(
    before: Scene,
    after: Scene,
    picture: Image | None = None,
    places: Places = Places.OF_BOARD,
) -> dict[Cell, float]:
    """What each place of a scene says after another one."""
    shown = after.picture(5) if picture is None else picture
    now, then = looks_of(shown, told(after)), looks_of(before.picture(2), told(before))
    seen = with_changes(told(after), now, then, places)
    return {s.place: s.change_nats for s in seen.sightings}


def test_a_piece_that_came_is_told_from_all_that_stayed() -> None:
    """Its neighbours too."""
    found = nats(BOARD, PLAYED)
    assert found.pop(Cell(3, 2)) > 2.0
    assert all(n < -1.0 for n in found.values()), found


def _with_pawn(picture: Image, at: Cell, dark: float, half: int = 8) -> Image:
    """A picture with a pawn at a place, of its ground's colour: so many times as bright, and `half`
    so many pixels wide."""
    seen = told(BOARD).at(at)
    assert seen is not None
    assert seen.pose is not None
    x, y = (round(xy) for xy in seen.pose.pixel_xy)
    shown = picture.copy()
    pawn = shown[y - half : y + half, x - half : x + half]
    pawn[:] = np.clip(pawn * dark, 0, 255)
    return shown


def test_a_pawn_of_the_colour_of_its_hollow_is_told_from_nothing() -> None:
    """It looks hardly otherwise than the ground, but more so than all the others, and nothing else
    did anything. Tiles never do: there it is a shadow."""
    at, (said, surely) = Cell(3, 2), LIMITS.faint_nats
    found = [
        nats(BOARD, BOARD, _with_pawn(BOARD.picture(5), at, d), Places.OF_HOLLOWS)
        for d in (0.9, 0.8)
    ]
    assert 0.0 < found[0][at] <= found[1][at]
    assert said < found[1][at] <= surely
    for one in found:
        assert sum(n < -1.0 for n in one.values()) >= 0.9 * len(one)
    assert nats(BOARD, BOARD, _with_pawn(BOARD.picture(5), at, 0.9))[at] < -1.0


def test_a_pawn_in_a_small_hollow_is_told_from_nothing() -> None:
    """Rings are far wider than their hollows on some boards, and nothing changes there."""
    at, (said, _) = Cell(3, 2), LIMITS.faint_nats
    picture = _with_pawn(BOARD.picture(5), at, 0.85, half=4)
    found = nats(BOARD, BOARD, picture, Places.OF_HOLLOWS)
    assert found.pop(at) >= said
    assert sum(n < -1.0 for n in found.values()) >= 0.9 * len(found)


def test_a_tile_exchanged_under_a_sign_is_told_from_those_that_stayed() -> None:
    """Little of it shows beside the sign; on bare ground as much is a shadow, as whatever comes
    there shows."""
    laid = BOARD.with_piece(4, 1, "blue").with_piece(2, 3, "red").with_piece(5, 3, "blue")
    at, bare, (said, surely) = Cell(4, 1), Cell(3, 2), LIMITS.faint_nats
    found = nats(laid, laid, _with_pawn(laid.picture(5), at, 0.8, half=6))
    assert said <= found.pop(at) <= surely
    assert all(n < 0.0 for n in found.values()), found
    found = nats(laid, laid, _with_pawn(laid.picture(5), bare, 0.8, half=6))
    assert all(n < 0.0 for n in found.values()), found


def test_a_shadow_beside_a_piece_that_came_says_little() -> None:
    """It may be one of the ground's colour; rather it is the new piece's shadow."""
    at, (said, _) = Cell(4, 2), LIMITS.faint_nats
    found = nats(BOARD, PLAYED, _with_pawn(PLAYED.picture(5), at, 0.9), Places.OF_HOLLOWS)
    assert found[Cell(3, 2)] > 2.0
    assert 0.0 < found[at] <= said


def test_shadows_bound_nothing_that_changed_outright() -> None:
    """A piece that came says as much where its shadow falls on several hollows."""
    alone = nats(BOARD, PLAYED, places=Places.OF_HOLLOWS)
    picture = PLAYED.picture(5)
    for at in (Cell(4, 2), Cell(3, 3), Cell(4, 3), Cell(2, 2)):
        picture = _with_pawn(picture, at, 0.8)
    shaded = nats(BOARD, PLAYED, picture, Places.OF_HOLLOWS)
    assert sum(n > 0 for n in shaded.values()) > 2
    assert shaded[Cell(3, 2)] == pytest.approx(alone[Cell(3, 2)], abs=0.2)


@pytest.mark.parametrize("light", [{"gain": 0.75}, {"gain": 1.15, "slope": 0.06}])
def test_another_light_is_no_change(light: dict[str, float]) -> None:
    """It comes over all places alike."""
    found = nats(BOARD, replace(PLAYED, **light))
    assert found.pop(Cell(3, 2)) > 2.0
    assert max(found.values()) <= 0.0


def test_where_much_looks_otherwise_each_place_says_little() -> None:
    """A board that somebody pushed, or a lamp right over it."""
    picture = PLAYED.picture(5).copy()
    part = picture[:, 214:]
    other = np.random.default_rng(1).integers(0, 255, part.shape, np.uint8)
    picture[:, 214:] = cv2.blur(other, (5, 5))
    found = nats(BOARD, PLAYED, picture)
    assert 0.0 < max(found.values()) < 1.0
    assert found[Cell(1, 1)] < found[Cell(5, 1)]


def test_photos_that_were_exposed_otherwise_say_nothing() -> None:
    """All places look otherwise, and a red piece on red ground hardly more than the others."""
    picture = PLAYED.picture(5) * np.linspace(0.2, 1.6, 320)[:, None] * np.array([1.4, 1.0, 0.7])
    picture = np.clip(255 * (picture / 255) ** 1.5, 0, 255)
    assert not any(nats(BOARD, PLAYED, np.asarray(picture, np.uint8)).values())


def test_nothing_is_said_where_there_is_nothing_to_compare() -> None:
    """No look before, a camera that looks from elsewhere, a board that lies the other way round, a
    few places only."""
    now = looks_of(PLAYED.picture(1), told(PLAYED))
    moved = told(BOARD).with_sightings(map(_moved, told(BOARD).sightings))
    turned = told(BOARD).with_sightings(
        replace(s, place=Cell(5 - s.place.col, 3 - s.place.row)) for s in told(BOARD).sightings
    )
    few = told(BOARD).with_sightings(told(BOARD).sightings[:6])
    lone = told(BOARD).with_sightings(told(BOARD).sightings[:1])
    befores = [looks_of(BOARD.picture(0), seen) for seen in (moved, turned, few, lone)]
    assert befores[-1] is None
    for before in befores:
        assert not _speaks(now, before)
    assert _speaks(now, looks_of(BOARD.picture(0), told(BOARD)))


def test_a_board_that_is_measured_otherwise_lies_where_it_lay() -> None:
    """Every place is told a few pixels elsewhere, but the pictures show that nothing moved; where
    they show that the camera did, nothing is said."""
    seen = told(PLAYED).with_sightings(
        replace(s, pose=Pose((s.pose.pixel_xy[0] + 2.5, s.pose.pixel_xy[1])))
        for s in told(PLAYED).sightings
        if s.pose is not None
    )
    picture, then = _on_cloth(PLAYED), looks_of(_on_cloth(BOARD), told(BOARD))
    for shown, speaks in ((picture, True), (np.roll(picture, 5, axis=1), False)):
        found = with_changes(seen, looks_of(shown, seen), then, Places.OF_BOARD)
        assert any(s.change_nats for s in found.sightings) == speaks


def _on_cloth(scene: Scene) -> Image:
    """The scene on a table that shows where it lies in the picture."""
    picture = scene.picture(5).astype(float)
    cloth = np.random.default_rng(3).normal(0, 60, picture.shape[:2])
    return np.clip(picture + cv2.GaussianBlur(cloth, (0, 0), 2)[..., None], 0, 255).astype(np.uint8)


def _speaks(now: PlaceLooks | None, before: PlaceLooks | None) -> bool:
    return any(
        s.change_nats for s in with_changes(told(PLAYED), now, before, Places.OF_BOARD).sightings
    )


def _moved(sighting: AnySighting) -> AnySighting:
    assert sighting.pose is not None
    x, y = sighting.pose.pixel_xy
    return replace(sighting, pose=Pose((x + 13, y)))


def test_every_reading_of_a_look_is_held_against_the_table_before_the_hand() -> None:
    """Read again a moment later a new piece is still new: what is said then takes the place of what
    was said first. After the next hand it is not."""
    evening = Evening()
    evening.film.step = 3
    evening.reader.free = CELLS
    changes = [_of(evening, BOARD, 1.5), _of(evening, PLAYED, 1.5), _of(evening, PLAYED, 1.5)]
    assert [sum(n > 2.0 for n in one.values()) for one in changes] == [0, 1, 0]
    assert changes[1][Cell(3, 2)] > 2.0


def test_a_look_that_is_not_judged_is_none_to_be_held_against() -> None:
    """What came while nobody could tell which way round the board lies is new in the next look."""
    evening = Evening()
    evening.film.step = 3
    evening.reader.free = CELLS
    _of(evening, BOARD, 1.5)
    evening.reader.issues = (Issue("top unknown", 0.5),)
    _of(evening, PLAYED, 1.5)
    evening.reader.issues = ()
    assert _of(evening, PLAYED, 1.5)[Cell(3, 2)] > 2.0


def test_a_look_that_nobody_took_in_is_none_to_be_held_against() -> None:
    """A foul that was seen once, and then an arm came again: the piece is still new. Where the
    first reading of a view was taken in and the next was not, it is not."""
    evening = Evening()
    evening.film.step = 3
    evening.reader.free = CELLS
    _of(evening, BOARD, 1.5)
    assert _of(evening, PLAYED, 1.5, heard=0)[Cell(3, 2)] > 2.0
    assert _of(evening, PLAYED, 1.5, heard=1)[Cell(3, 2)] > 2.0
    assert _of(evening, PLAYED, 1.5)[Cell(3, 2)] < -1.0


def test_what_the_look_before_did_not_tell_of_is_held_against_nothing() -> None:
    """Half a layout was not read, as a place was hidden that joins it: its tiles lay there and were
    never heard of. Where nothing was hidden they were bare."""
    halves = told(PLAYED).sightings[:12], told(PLAYED).sightings[12:]
    now = looks_of(PLAYED.picture(1), told(PLAYED))
    for visible in (0.0, 1.0):
        first = replace(halves[0][0], visibility=visible)
        half = told(PLAYED).with_sightings((first, *halves[0][1:]))
        then = looks_of(PLAYED.picture(0), half)
        seen = with_changes(told(PLAYED), now, then, Places.OF_LATTICE)
        said = {s.place: s.change_nats for s in seen.sightings}
        assert all(said[one.place] < -1.0 for one in halves[0])
        assert all((said[one.place] < -1.0) == (visible > 0) for one in halves[1])


def _of(
    evening: Evening, scene: Scene, seconds: float, heard: int | None = None
) -> dict[Cell, float]:
    """What the last of several readings says once an arm was over the table; `heard`: how many of
    them are taken in, where not all are."""
    evening.reader.scene = scene
    evening.shown(replace(scene, arm_tip=(150, 100)), 0.5)
    looks: list[Clear] = []
    for frame in evening.film.frames(scene, seconds):
        look = evening.watcher.see(frame)
        if isinstance(look, Clear) and look.fresh:
            looks.append(look)
            if heard is not None and len(looks) > heard:
                evening.watcher.unheard()
    assert looks[-1].looks > 1
    return {s.place: s.change_nats for s in looks[-1].evidence.sightings}


def test_a_layout_is_held_against_the_very_spots_before_whatever_they_were_called() -> None:
    """Every picture of a layout names its places anew, and looks at more of them as it grows: those
    that nobody looked at before are compared, too. Where it was pushed nothing is."""
    renamed = told(PLAYED).with_sightings(
        replace(s, place=Cell(s.place.col + 2, s.place.row + 1)) for s in told(PLAYED).sightings
    )
    few = told(BOARD).with_sightings(told(BOARD).sightings[:9])
    now, then = looks_of(PLAYED.picture(5), renamed), looks_of(BOARD.picture(2), few)
    seen = with_changes(renamed, now, then, Places.OF_LATTICE)
    found = {s.place: s.change_nats for s in seen.sightings}
    assert found.pop(Cell(5, 3)) > 2.0
    assert all(n < -1.0 for n in found.values()), found
    pushed = few.with_sightings(map(_moved, few.sightings))
    then = looks_of(BOARD.picture(2), pushed)
    seen = with_changes(renamed, now, then, Places.OF_LATTICE)
    assert not any(s.change_nats for s in seen.sightings)
