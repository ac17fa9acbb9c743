"""What the watcher makes of a filmed table. Every film is drawn here, frame by frame."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rules.core.observation import Issue
from rules.core.places import Cell
from tests.vision.live.scene import FPS, Film, Scene, ToldReader, corner
from vision.gate.gate import Gate, GateShut
from vision.gate.why import Why
from vision.live.look import Blocked, Clear, Look, Lost
from vision.live.watcher import Watcher
from vision.reader import Image
from vision.reading import Refusal
from vision.sources.frame import Frame

TABLE = Scene()
ARM_OVER = replace(TABLE, arm_tip=(125, 85))


class Evening:
    """A watcher and the table it watches."""

    def __init__(self) -> None:
        self.reader = ToldReader()
        self.watcher = Watcher(self.reader)
        self.film = Film()

    def shown(self, scene: Scene, seconds: float) -> list[Look]:
        """The looks at so many seconds of a scene; the reader sees its pieces."""
        self.reader.scene = scene
        return [self.watcher.see(frame) for frame in self.film.frames(scene, seconds)]

    def until_clear(self, scene: Scene, seconds: float) -> list[Look]:
        """The same up to the first clear look; later ones tell nothing more."""
        looks: list[Look] = []
        while len(looks) < seconds * FPS and not (looks and isinstance(looks[-1], Clear)):
            looks += self.shown(scene, 1 / FPS)
        return looks

    def arm_comes(self) -> list[Look]:
        """An arm reaches in from the right, over half a second."""
        tips = [(290 - 17 * k, 105 - 2 * k) for k in range(10)]
        return [look for tip in tips for look in self.shown(replace(TABLE, arm_tip=tip), 1 / FPS)]


@cache
def _settled() -> Evening:
    evening = Evening()
    assert isinstance(evening.shown(TABLE, 1.5)[-1], Clear)
    return evening


def settled() -> Evening:
    """An evening of its own after the first clear look, watched once for all."""
    return deepcopy(_settled())


def reasons(looks: list[Look]) -> set[Why]:
    """Why the watcher waited; fails where it did not wait."""
    assert all(isinstance(look, Blocked) for look in looks), looks
    return {look.reason for look in looks if isinstance(look, Blocked)}


def first_clear(looks: list[Look]) -> float:
    """Seconds until the first clear look."""
    return next(k for k, look in enumerate(looks) if isinstance(look, Clear)) / FPS


def test_a_quiet_table_is_read_after_a_moment() -> None:
    """Not at once: with nothing to compare with, a hand may just pause."""
    looks = Evening().until_clear(TABLE, 1.5)
    assert 0.5 <= first_clear(looks) <= 1.0
    assert {look.reason for look in looks if isinstance(look, Blocked)} == {Why.SETTLING}


def test_a_quiet_table_is_read_a_few_times_only() -> None:
    """Once at first, again soon for a second opinion, then hardly ever: no load while idle."""
    evening = Evening()
    evening.film.step = 2
    looks = evening.shown(TABLE, 5.0)
    fresh = [look for look in looks if isinstance(look, Clear) and look.fresh]
    assert len(fresh) == evening.reader.reads == 4
    assert fresh[1].frame.at - fresh[0].frame.at == pytest.approx(0.25, abs=0.051)
    assert [look.looks for look in fresh] == [1, 2, 3, 4]
    assert {look.since for look in fresh} == {fresh[0].since}


def test_a_view_is_read_while_it_settles() -> None:
    """In the first frame in which nothing moves: once the gate opens it is only taken, and no later
    frame is read for it."""
    evening = settled()
    evening.arm_comes()
    after = TABLE.with_piece(2, 0, "white")
    evening.reader.scene, before, clear = after, evening.reader.reads, 0
    for frame in evening.film.frames(after, 0.25):
        read, look = evening.reader.reads - before, evening.watcher.see(frame)
        if isinstance(look, Clear):
            assert read == evening.reader.reads - before == 1
            clear += 1
    assert clear > 0


def test_what_was_read_before_something_moved_again_is_not_used() -> None:
    """A hand rests out of the picture for a moment, then lays its second piece."""
    evening = settled()
    evening.arm_comes()
    one, two = TABLE.with_piece(2, 0, "white"), TABLE.with_piece(2, 0, "blue")
    before = evening.reader.reads
    looks = evening.shown(one, 3 / FPS)
    assert evening.reader.reads - before == 1
    looks += evening.arm_comes()
    assert not any(isinstance(look, Clear) for look in looks)
    seen = next(look for look in evening.shown(two, 0.4) if isinstance(look, Clear))
    assert seen.evidence.at(Cell(2, 0)).belief.best == "blue"


def test_a_doubted_look_is_soon_read_under_another_light() -> None:
    """Once, of another frame, in place of the next reading; the evidence itself stays."""
    evening = settled()
    evening.arm_comes()
    looks = evening.shown(TABLE.with_piece(2, 0, "white"), 0.2)
    first = next(look for look in looks if isinstance(look, Clear))
    evening.watcher.doubt()
    evening.reader.confidence = 0.6
    before = evening.reader.reads
    looks = evening.shown(TABLE.with_piece(2, 0, "white"), 0.4)
    fresh = [look for look in looks if isinstance(look, Clear) and look.fresh]
    assert len(fresh) == evening.reader.reads - before == 1
    assert fresh[0].looks == first.looks + 1
    assert 0.06 <= fresh[0].frame.at - first.frame.at <= 0.201
    assert fresh[0].evidence == first.evidence
    place = first.evidence.sightings[0].place
    second = fresh[0].second
    assert second is not None
    sure = max(p for _, p in second.at(place).belief.ranked)
    assert sure == pytest.approx((0.999 + 0.6) / 2, abs=0.01)


def test_a_doubt_ends_with_the_view() -> None:
    """A hand comes before the second look: nothing of it is left for the next table."""
    evening = settled()
    evening.watcher.doubt()
    evening.arm_comes()
    looks = evening.shown(TABLE.with_piece(2, 0, "white"), 0.6)
    assert all(look.second is None for look in looks if isinstance(look, Clear))


def test_a_second_look_that_shows_nothing_is_none() -> None:
    """The look goes on as if nobody had doubted it."""
    evening = settled()
    evening.arm_comes()
    after = TABLE.with_piece(2, 0, "white")
    first = next(look for look in evening.shown(after, 0.2) if isinstance(look, Clear))
    evening.watcher.doubt()
    evening.reader.refusal = Refusal("too-dark", "", "")
    looks = evening.shown(after, 0.15)
    assert not any(isinstance(look, Clear) and look.fresh for look in looks)
    evening.reader.refusal = None
    fresh = [x for x in evening.shown(after, 0.3) if isinstance(x, Clear) and x.fresh]
    assert [look.looks for look in fresh] == [first.looks + 1]
    assert fresh[0].second is None


def test_never_clear_while_an_arm_is_over_the_game() -> None:
    """Neither while it moves nor while it rests, longer than any hand on the films."""
    evening = settled()
    evening.arm_comes()
    evening.film.step = 2
    looks = evening.shown(ARM_OVER, 2.5)
    assert reasons(looks) <= {Why.MOVING, Why.HAND, Why.SETTLING}
    assert isinstance(looks[-1], Blocked)
    assert looks[-1].reason is Why.HAND
    assert looks[-1].since < looks[-1].since + 1 < evening.film.number / FPS


def test_a_move_is_seen_soon_after_the_hand_has_left() -> None:
    """Within a fifth of a second, with the place of the new piece."""
    evening = settled()
    evening.arm_comes()
    evening.shown(ARM_OVER, 1.0)
    after = TABLE.with_piece(2, 0, "white")
    looks = evening.shown(after, 0.5)
    assert first_clear(looks) <= 0.2
    clear = next(look for look in looks if isinstance(look, Clear))
    assert clear.fresh
    assert len(clear.reading.pieces) == 3
    x, y, width, height = clear.changed[0]
    left, top = corner((2, 0))
    assert abs(x - left) <= 4
    assert abs(y - top) <= 4
    assert max(width, height) <= 32


def test_a_short_look_is_enough() -> None:
    """A quarter of a second between two hands."""
    evening = settled()
    evening.arm_comes()
    looks = evening.shown(TABLE.with_piece(2, 0, "white"), 0.25)
    assert any(isinstance(look, Clear) for look in looks)
    assert reasons(evening.arm_comes()[2:]) <= {Why.MOVING, Why.HAND, Why.SETTLING}


@pytest.mark.parametrize(
    "light", [{"gain": 1.4}, {"gain": 0.6}, {"gain": 1.2, "slope": 0.25}, {"slope": -0.3}]
)
def test_a_lamp_is_not_a_move(light: dict[str, float]) -> None:
    """Brighter, darker, or from one side: clear again at once, and nothing has changed."""
    evening = settled()
    looks = evening.shown(replace(TABLE, **light), 1.0)
    assert first_clear(looks) <= 0.3
    clear = looks[-1]
    assert isinstance(clear, Clear)
    assert clear.changed == ()


def test_a_mug_at_the_edge_blocks_for_a_moment_only() -> None:
    """Beside the game it does not matter who put it there."""
    evening = settled()
    evening.arm_comes()
    looks = evening.until_clear(replace(TABLE, things=((270, 180, 50, 50),)), 2.0)
    assert reasons(looks[:4]) <= {Why.MOVING, Why.HAND, Why.SETTLING}
    assert 0.3 <= first_clear(looks) <= 0.8


def test_something_over_the_game_is_shown_to_the_reader_at_last() -> None:
    """A scarf across the table, with every piece still in view, does not block for ever."""
    evening = settled()
    looks = evening.until_clear(replace(TABLE, things=((165, 80, 155, 10),)), 5.0)
    assert 2.5 <= first_clear(looks) <= 4.0


def test_an_arm_that_hides_pieces_never_passes() -> None:
    """The reader that misses a known piece under it is not believed, however long it lies."""
    evening = settled()
    evening.arm_comes()
    evening.film.step = 4
    frames = evening.film.frames(ARM_OVER, 7.0)
    evening.reader.scene = replace(TABLE, pieces=TABLE.pieces[1:])
    assert reasons([evening.watcher.see(f) for f in frames][2:]) <= {Why.HAND, Why.SETTLING}


@pytest.mark.parametrize("push", [(5, 5), (9, 0), pytest.param((6, 0), marks=pytest.mark.slow)])
def test_a_piece_put_straight_is_no_hand(push: tuple[int, int]) -> None:
    """The same piece a little elsewhere is why the picture differs there."""
    evening = Evening()
    laid = TABLE.with_piece(2, 1, "white")
    assert isinstance(evening.shown(replace(laid, push=push), 1.5)[-1], Clear)
    evening.arm_comes()
    looks = evening.shown(laid, 1.0)
    assert first_clear(looks) <= 0.2
    assert isinstance(looks[-1], Clear)


@pytest.mark.slow
def test_what_hides_the_game_for_long_may_be_a_thing_that_lies_there() -> None:
    """People who are told of a hand look for no mug; and it is said until it is gone."""
    evening = settled()
    hidden = replace(TABLE, things=((100, 60, 220, 60),))
    evening.film.step = 2
    frames = evening.film.frames(hidden, 30.0)
    evening.reader.scene = replace(TABLE, pieces=TABLE.pieces[1:])
    looks = [evening.watcher.see(frame) for frame in frames]
    told = [look.reason for look in looks if isinstance(look, Blocked)]
    assert len(told) == len(looks)
    assert set(told[-180:]) == {Why.COVERED}
    assert told.count(Why.HAND) * 2 / FPS == pytest.approx(10.0, abs=0.2)
    evening.film.step = 1
    assert first_clear(evening.until_clear(TABLE, 1.0)) <= 0.2
    assert Why.COVERED not in reasons(evening.arm_comes())


def test_an_arm_that_hides_the_whole_game_is_said_all_the_time() -> None:
    """A reader that finds no game under it says nothing of the table: people are not told by turns
    that a hand is in the way and that there is no game."""
    evening = settled()
    evening.arm_comes()
    evening.reader.refusal = Refusal("no-board", "No layout.", "Show the layout.")
    evening.film.step = 4
    looks = evening.shown(ARM_OVER, 8.0)
    assert reasons(looks) <= {Why.MOVING, Why.HAND, Why.SETTLING}
    evening.film.step = 1
    evening.reader.refusal = None
    assert first_clear(evening.until_clear(TABLE.with_piece(2, 0, "white"), 1.0)) <= 0.2


def test_the_players_may_say_that_the_view_is_clear() -> None:
    """Then the reader is asked at once, and what stands against the view is not held against
    it."""
    evening = settled()
    evening.arm_comes()
    evening.shown(ARM_OVER, 1.0)
    evening.reader.issues = (Issue("hand", 0.5),)
    evening.watcher.believe_view()
    looks = evening.shown(ARM_OVER, 1.0)
    clear = looks[-1]
    assert isinstance(clear, Clear)
    assert clear.evidence.issues == ()


def test_a_loose_thing_on_the_layout_waits() -> None:
    """A hand whose arm cannot be told from the floor is an island; no piece explains it."""
    evening = settled()
    evening.arm_comes()
    looks = evening.until_clear(replace(TABLE, things=((112, 96, 44, 40),)), 4.0)
    assert 2.0 <= first_clear(looks) <= 3.5


@pytest.mark.parametrize("printed", [True, False])
def test_players_lay_things_beside_an_empty_board(printed: bool) -> None:
    """Where the reader knows the board's places, what lies beside it is no hand over the game;
    where it does not, the game may be anywhere."""
    evening = Evening()
    evening.reader.free = tuple((col, row) for col in range(4) for row in range(3)) * printed
    bare = replace(TABLE, pieces=())
    assert isinstance(evening.shown(bare, 1.5)[-1], Clear)
    evening.shown(replace(bare, arm_tip=(80, 180)), 0.5)
    first = replace(bare, things=((45, 165, 45, 40),)).with_piece(0, 0, "red")
    assert isinstance(evening.shown(first, 1.0)[-1], Clear) == printed


def test_the_readers_hand_counts() -> None:
    """Where the reader sees a hand the gate did not, the view is not clear."""
    evening = Evening()
    evening.reader.issues = (Issue("hand", 0.4),)
    assert isinstance(evening.shown(TABLE, 2.0)[-1], Blocked)
    assert reasons(evening.shown(TABLE, 1.0)) <= {Why.HAND, Why.SETTLING}
    assert evening.reader.reads < 8


def test_a_cloth_in_another_light_is_no_hand() -> None:
    """Nearly all of the picture differs, up to its border, but for the pieces, which are most of
    the game: it is looked at as soon as nothing moves."""
    evening = settled()
    evening.film.step = 2
    spots = np.random.default_rng(2).choice([-60, 60], (30, 40, 1))
    shown = np.kron(spots, np.ones((8, 8, 1)))
    shown[40:130, 80:170] = 0
    looks = []
    for frame in evening.film.frames(TABLE, 2.0):
        image = np.clip(frame.image + shown, 0, 255).astype(np.uint8)
        looks.append(evening.watcher.see(replace(frame, image=image)))
    assert isinstance(looks[-1], Clear)


@pytest.mark.parametrize("area", ["layout", "board", ""])
def test_a_hand_that_was_there_before_is_none(area: str) -> None:
    """Where a lamp burns out a part of the board the reader takes it for covered, now and then.
    Of the settled table only a piece differs, so no hand came; with a thing that no piece explains
    it is the reader's hand, however long that lies there."""
    evening = Evening()
    evening.reader.area = area
    assert isinstance(evening.shown(TABLE, 1.0)[-1], Clear)
    evening.arm_comes()
    evening.reader.issues = (Issue("hand", 0.03),)
    moved = evening.shown(TABLE.with_piece(0, 0, "red"), 1.0)[-1]
    assert isinstance(moved, Clear)
    assert moved.evidence.issues == ()
    evening.arm_comes()
    covered = replace(TABLE.with_piece(0, 0, "red"), things=((112, 96, 44, 40),))
    evening.film.step = 4
    looks = evening.shown(covered, 4.0)
    assert not any(isinstance(look, Clear) for look in looks)


@pytest.mark.parametrize("shift", [(1.5, 0.5), (8.0, -5.0), (-20.0, 9.0)])
def test_a_camera_that_was_pushed_is_noticed_and_followed(shift: tuple[float, float]) -> None:
    """From 6 of 1280 pixels on; noticed within two seconds, clear again within one more."""
    evening = settled()
    evening.film.step = 2
    looks = evening.shown(replace(TABLE, shift=shift), 2.0)
    moved = [
        k
        for k, look in enumerate(looks)
        if isinstance(look, Blocked) and look.reason is Why.CAMERA_MOVED
    ]
    assert moved
    clear = next(k for k, look in enumerate(looks) if k > moved[0] and isinstance(look, Clear))
    assert evening.film.step * (clear - moved[0]) / FPS <= 1.0
    last = looks[-1]
    assert isinstance(last, Clear)
    assert last.changed == ()


def test_a_camera_that_is_not_held_still_is_told_once() -> None:
    """A phone in a hand wanders and rests; until the table is seen again that is the camera and no
    hand over the table, so that the page does not go to and fro between the two."""
    evening, rng = settled(), np.random.default_rng(4)
    evening.shown(replace(TABLE, shift=(12.0, 4.0)), 1 / FPS)
    ways = np.cumsum(rng.normal(0, 2, (60, 2)), 0) * 0.5
    looks = [
        look
        for x, y in ways
        for look in evening.shown(replace(TABLE, shift=(float(x), float(y))), 1 / FPS)
    ]
    told = [look.reason for look in looks if isinstance(look, Blocked)]
    assert told.count(Why.CAMERA_MOVED) > 30
    assert set(told[told.index(Why.CAMERA_MOVED) :]) == {Why.CAMERA_MOVED}


def test_a_camera_that_looks_elsewhere_says_so() -> None:
    """Moved, and no game in view: the table is lost, with the reader's cure."""
    evening = settled()
    evening.shown(replace(TABLE, shift=(12.0, 4.0)), 0.2)
    evening.reader.refusal = Refusal("no-board", "No layout.", "Show the layout.")
    lost = evening.shown(replace(TABLE, shift=(12.0, 4.0)), 1.0)[-1]
    assert isinstance(lost, Lost)
    assert lost.reason == "camera-moved"
    assert lost.refusal is not None


def test_a_table_without_a_game_is_lost_until_it_is_laid() -> None:
    """The reader is not asked with every frame."""
    evening = Evening()
    evening.film.step = 2
    evening.reader.refusal = Refusal("no-board", "No layout.", "Show the layout.")
    looks = evening.shown(TABLE, 3.0)
    lost = looks[-1]
    assert isinstance(lost, Lost)
    assert lost.reason == "no-board"
    assert evening.reader.reads <= 6
    evening.reader.refusal = None
    assert isinstance(evening.shown(TABLE, 1.0)[-1], Clear)


def test_a_lost_table_is_searched_less_and_less_until_something_moves() -> None:
    """Half a dozen times at once, then hardly ever; a hand that mends it is answered at once."""
    evening = Evening()
    evening.reader.refusal = Refusal("no-board", "No layout.", "Show the layout.")
    evening.film.step = 10
    evening.shown(TABLE, 60.0)
    evening.film.step = 1
    assert 8 <= evening.reader.reads <= 15
    before = evening.reader.reads
    evening.arm_comes()
    evening.reader.refusal = None
    assert first_clear(evening.until_clear(TABLE.with_piece(2, 0, "white"), 2.0)) <= 1.1
    assert evening.reader.reads > before


def test_a_red_table_is_not_too_dark() -> None:
    """A red cloth in the evening throws back hardly any green; it is bright enough all the same."""
    red = np.zeros((240, 320, 3), np.uint8)
    red[:] = np.array([30, 15, 150]) + np.random.default_rng(1).integers(0, 9, (240, 320, 1))
    verdicts = [Gate().see(Frame(red, at / FPS, at)) for at in range(3)]
    assert not any(isinstance(one, GateShut) and one.why is Why.DARK for one in verdicts)


def test_a_navy_board_is_not_too_dark() -> None:
    """On a bright table, once the gate knows where the board lies; without a lamp it is."""
    noise = np.random.default_rng(1).integers(0, 9, (240, 320, 1))
    table = np.broadcast_to(np.array([20, 150, 230], np.uint8), (240, 320, 3)).copy()
    table[60:180, 90:230] = (110, 12, 12)
    pawns = [
        ((x, y), (x + 9, y), (x + 9, y + 9), (x, y + 9)) for x in (120, 190) for y in (90, 140)
    ]
    gate = Gate()
    seen = [np.clip(lamp * table + noise, 0, 255).astype(np.uint8) for lamp in (1.0, 1.0, 0.1)]
    gate.see(Frame(seen[0], 0.0, 0))
    gate.accept(pawns)
    lit, unlit = (gate.see(Frame(seen[k], k / FPS, k)) for k in (1, 2))
    assert not (isinstance(lit, GateShut) and lit.why is Why.DARK)
    assert isinstance(unlit, GateShut)
    assert unlit.why is Why.DARK


def test_a_few_bright_tiles_on_a_navy_cloth_are_not_too_dark() -> None:
    """Neither the first one, of which nothing is known yet, nor a layout that is known to lie
    there, under a lamp by which the cloth is all but black; without any lamp it is dark."""
    noise = np.random.default_rng(1).integers(0, 5, (240, 320, 1))
    cloth = np.broadcast_to(np.array([60, 20, 18], np.uint8), (240, 320, 3))
    one = cloth.copy()
    one[120:129, 150:159] = (120, 230, 250)
    layout = one.copy()
    layout[111:120, 150:159] = layout[120:129, 159:168] = (120, 230, 250)
    outlines = [
        ((x, y), (x + 9, y), (x + 9, y + 9), (x, y + 9))
        for x, y in ((150, 111), (150, 120), (159, 120))
    ]

    def dark(gate: Gate, table: Image, lamp: float, number: int) -> bool:
        picture = np.clip(lamp * table + noise, 0, 255).astype(np.uint8)
        verdict = gate.see(Frame(picture, number / FPS, number))
        return isinstance(verdict, GateShut) and verdict.why is Why.DARK

    gate = Gate()
    assert not dark(gate, one, 1.0, 0)
    assert dark(gate, one, 0.1, 1)
    gate.accept(outlines)
    assert not dark(gate, layout, 1.0, 2)
    assert dark(gate, layout, 0.1, 3)
    assert dark(Gate(), cloth, 0.5, 0)


@pytest.mark.parametrize(
    ("scene", "why"),
    [
        (replace(TABLE, gain=0.08), Why.DARK),
        (replace(TABLE, gain=6.0), Why.BRIGHT),
        (replace(TABLE, blur=3.0), Why.BLURRED),
    ],
)
def test_bad_pictures_are_named(scene: Scene, why: Why) -> None:
    """A lens cap, a lamp in the lens, a focus that hunts; all pass by themselves."""
    evening = settled()
    assert reasons(evening.shown(scene, 0.6)[-6:]) == {why}
    assert isinstance(evening.shown(TABLE, 0.6)[-1], Clear)


def test_a_camera_that_stays_softer_is_read_after_a_while() -> None:
    """Put up anew, or focused elsewhere: the table is not mute for the rest of the evening, and
    later moves are read as soon as ever."""
    evening = settled()
    soft = replace(TABLE, blur=3.0)
    evening.film.step = 4
    looks = evening.shown(soft, 7.0)
    assert Why.BLURRED in reasons(looks[: round(2 * FPS / 4)])
    assert isinstance(looks[-1], Clear)
    evening.film.step = 1
    evening.shown(replace(soft, arm_tip=(150, 105)), 0.5)
    assert first_clear(evening.until_clear(soft.with_piece(2, 0, "white"), 2.0)) <= 1.1


def test_another_picture_size_starts_anew() -> None:
    """A camera that comes back with another resolution is no error."""
    evening = settled()
    small = [
        Frame(f.image[:200, :300].copy(), f.at, f.number) for f in evening.film.frames(TABLE, 1.5)
    ]
    looks = [evening.watcher.see(frame) for frame in small]
    assert isinstance(looks[0], Blocked)
    assert isinstance(looks[-1], Clear)


def test_a_slow_source_works_as_well() -> None:
    """A phone that sends two pictures a second: a move is seen with the second clear one."""
    evening = Evening()
    after = TABLE.with_piece(2, 0, "white")
    scenes = [TABLE] * 4 + [ARM_OVER] * 2 + [after] * 3
    looks = []
    for k, scene in enumerate(scenes):
        evening.reader.scene = scene
        looks.append(evening.watcher.see(Frame(scene.picture(k), k / 2, k)))
    assert isinstance(looks[3], Clear)
    assert all(isinstance(look, Blocked) for look in looks[4:7])
    last = looks[7]
    assert isinstance(last, Clear)
    assert len(last.reading.pieces) == 3
