"""The whole way of a photo, on pictures of our own quick picture maker."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import cast

import cv2
import numpy as np
import pytest

from rules.core.observation import EMPTY
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.tiles import DIRECTIONS, Colour, Tile
from tests.people.photos import DRAWN
from tests.render.redline import RenderedPhoto, random_board, render
from tests.vision.bench_far import far_away
from vision.nn.arrays import Points, Tensor
from vision.reader import Image
from vision.reading import Piece, Reading, ReadingStatus
from vision.redline.reader import RedlineReader, load
from vision.redline.tiles.tile_reader import TilePosterior, TileReader


@pytest.fixture(scope="module")
def reader() -> RedlineReader:
    """The reader that ships."""
    return load()


def _table(seed: int, count: int = 12, **options: object) -> RenderedPhoto:
    board = random_board(np.random.default_rng(seed), count)
    return render(board, seed=seed, size_wh=(960, 720), occlude=False, **options)  # type: ignore[arg-type]


@cache
def _plain(seed: int) -> RenderedPhoto:
    """A table of twelve tiles, drawn once for all tests: nobody may write into its picture."""
    photo = _table(seed)
    photo.image.setflags(write=False)
    return photo


@cache
def _read(seed: int) -> Reading:
    """What the reader makes of it."""
    return load().read(_plain(seed).image)


def _wrong(photo: RenderedPhoto, reading: Reading) -> int:
    """Layout tiles misread, missed or invented, at the best of the four turns of the lattice."""
    tiles = [p for p in reading.pieces if p.area == "layout"]
    truth = [t for t in photo.tiles if t.area == "layout"]
    return min(_wrong_when_turned(truth, tiles, turn) for turn in range(4))


def _wrong_when_turned(truth: list, tiles: list[Piece], turn: int) -> int:  # type: ignore[type-arg]
    left = list(truth)
    wrong = 0
    for piece in tiles:
        near = [t for t in left if _touches(t.corners_xy, piece)]
        if not near:
            wrong += 1
            continue
        left.remove(near[0])
        spokes = {(DIRECTIONS.index(s) + 2 * turn) % 8 for s in piece.label.spokes}  # type: ignore[attr-defined]
        colour = piece.label.colour.value  # type: ignore[attr-defined]
        wrong += spokes != set(near[0].spokes) or colour != near[0].colour
    return wrong + len(left)


def _touches(corners: np.ndarray, piece: Piece) -> bool:
    side = float(np.linalg.norm(corners[1] - corners[0]))
    return float(np.linalg.norm(corners.mean(0) - piece.pixel_xy)) < 0.4 * side


#: Tables whose light and set a person would call readable: each must be read without a fault.
READABLE = (3, 4, 5, 8, 11, 12)


@pytest.mark.parametrize(
    "seed",
    [*READABLE[:3], *(pytest.param(seed, marks=pytest.mark.slow) for seed in READABLE[3:])],
)
def test_a_readable_table_is_read_without_a_fault(seed: int) -> None:
    """Colour, all eight spokes and the lattice of every tile."""
    photo, reading = _plain(seed), _read(seed)
    assert reading.status is not ReadingStatus.REFUSED
    assert _wrong(photo, reading) == 0


@pytest.mark.parametrize(
    "seed", [421, *(pytest.param(s, marks=pytest.mark.slow) for s in (403, 437))]
)
def test_a_layout_far_away_is_read_as_a_whole(reader: RedlineReader, seed: int) -> None:
    """Its tiles are too small for the first look, which sees a corner of it, or things beside: a
    part that is told as the whole makes the rest go and come again."""
    photo = far_away(seed)
    assert _wrong(photo, reader.read(photo.image)) == 0


def test_cells_beside_the_layout_are_said_to_be_empty() -> None:
    """Every free neighbour of a tile has a belief, and EMPTY leads it."""
    reading = _read(READABLE[0])
    assert reading.observation is not None
    taken = reading.observation.occupied()
    for cell in taken:
        for step in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1)):
            around = reading.observation.at(cell.shifted(*step))
            assert around is not None
            assert (cell.shifted(*step) in taken) != (around.belief.best is EMPTY)


def test_hands_lie_apart_from_the_layout(reader: RedlineReader) -> None:
    """Face-up tiles in front of the players are pieces of another area."""
    hands = ([("yellow", (0,)), ("blue", (1, 4)), ("yellow", (2, 6))],)
    photo = _table(READABLE[2], 8, hands=hands)
    areas = [p.area for p in reader.read(photo.image).pieces]
    assert areas.count("layout") == 8
    assert areas.count("hand") == sum(t.area == "hand" for t in photo.tiles)


def test_a_turned_photo_gives_the_same_layout(reader: RedlineReader) -> None:
    """Nothing hangs on what the camera calls up."""
    plain = _read(READABLE[2])
    turned = reader.read(np.ascontiguousarray(np.rot90(_plain(READABLE[2]).image)))
    assert _patterns(plain) == _patterns(turned)


def _patterns(reading: Reading) -> list[tuple[str, int]]:
    return sorted(
        (p.label.colour.value, p.label.pattern)  # type: ignore[attr-defined]
        for p in reading.pieces
        if p.area == "layout"
    )


def _noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (480, 640, 3)).astype(np.uint8)


def _gradient() -> np.ndarray:
    ramp = np.linspace(90, 160, 640)[None, :, None] * np.ones((480, 1, 3))
    return ramp.astype(np.uint8)


@pytest.mark.parametrize(
    ("image", "codes"),
    [
        (np.full((480, 640, 3), 140, np.uint8), {"no-board", "blurred"}),
        (np.zeros((480, 640, 3), np.uint8), {"too-dark"}),
        (np.full((480, 640, 3), 255, np.uint8), {"too-bright"}),
        (_noise(1), {"no-board"}),
        (_gradient(), {"no-board", "blurred"}),
        (np.zeros((1, 1, 3), np.uint8), {"too-dark", "no-board"}),
    ],
    ids=["wall", "lens cap", "burnt", "noise", "gradient", "one pixel"],
)
def test_pictures_without_a_layout_are_refused(
    reader: RedlineReader, image: np.ndarray, codes: set[str]
) -> None:
    """Each with a code, a sentence and a cure."""
    reading = reader.read(image)
    assert reading.status is ReadingStatus.REFUSED
    assert reading.refusal is not None
    assert reading.refusal.code in codes
    assert reading.refusal.message.endswith(".")
    assert reading.refusal.cure.endswith(".")


class _ColourBlind:
    """Reads tiles as the reader does, but for the colours: it is not sure of any, or of blue."""

    def __init__(self, reader: RedlineReader, above: float = 0.0) -> None:
        self._tiles, self._above = reader._tiles, above

    def read(self, image: Image, outlines_xy: list[Points]) -> list[TilePosterior]:
        """What they show, blue a little likelier than not."""
        return list(map(self._told, self._tiles.read(image, outlines_xy)))

    def read_best(
        self, image: Image, outlines_xy: list[Points], most: int
    ) -> list[tuple[Points, TilePosterior]]:
        """The same of some outlines."""
        read = self._tiles.read_best(image, outlines_xy, most)
        return [(outline, self._told(one)) for outline, one in read]

    def _told(self, one: TilePosterior) -> TilePosterior:
        return replace(one, blue=0.6) if one.blue >= self._above else one


class _LineBlind(_ColourBlind):
    """A reader of tiles that is sure of no line."""

    def _told(self, one: TilePosterior) -> TilePosterior:
        return replace(one, spokes=np.clip(one.spokes, 0.05, 0.95))


def test_a_layout_with_some_sure_tiles_is_one(reader: RedlineReader) -> None:
    """Though most are in doubt: as a new game goes on, one of two or three."""
    blind = RedlineReader(reader._finder, cast(TileReader, _ColourBlind(reader, above=0.5)))
    laid = {Cell(0, 0): Tile(Colour.BLUE, 21), Cell(1, 0): Tile(Colour.BLUE, 68)}
    laid |= {Cell(0, 1): Tile(Colour.YELLOW, 66)}
    seen = blind.read(DRAWN["redline"](3, (1280, 720))(laid, 0))
    assert seen.status is ReadingStatus.UNSURE
    assert len(seen.pieces) == len(laid)


def test_the_first_tile_is_seen_though_its_colour_is_in_doubt(reader: RedlineReader) -> None:
    """There is no other to compare it with: it is told with both colours. A whole layout of which
    nothing is sure is none, nor is a bare table."""
    blind = RedlineReader(reader._finder, cast(TileReader, _ColourBlind(reader)))
    draw = DRAWN["redline"](3, (1280, 720))
    first = Tile(Colour.BLUE, 21)
    seen = blind.read(draw({Cell(0, 0): first}, 0))
    assert seen.status is ReadingStatus.UNSURE
    assert [(type(p.label), p.label.pattern) for p in seen.pieces] == [(Tile, first.pattern)]
    assert Tile(Colour.YELLOW, seen.pieces[0].label.mask) in dict(seen.pieces[0].alternatives)
    assert blind.read(draw({}, 0)).status is ReadingStatus.REFUSED
    unsure = RedlineReader(reader._finder, cast(TileReader, _LineBlind(reader)))
    assert unsure.read(_plain(3).image).status is ReadingStatus.REFUSED


@pytest.mark.parametrize("seed", [3, 5])
def test_a_tile_laid_askew_is_noticed_and_its_angle_told(reader: RedlineReader, seed: int) -> None:
    """Fig. 3: corner against side. It is on no cell, and the rules call it by its angle."""
    board = random_board(np.random.default_rng(seed), 8)
    col, row = max(board, key=lambda place: place[0])
    askew = ((col + 1.22, row, 45.0, "blue", (0, 4)),)
    photo = render(board, seed=seed, size_wh=(960, 720), occlude=False, askew=askew)
    reading = reader.read(photo.image)
    assert reading.observation is not None
    leaning = [thing for thing in reading.observation.loose if thing.area == "askew"]
    assert len(leaning) == 1
    assert 35 < abs(leaning[0].pose.angle_deg) <= 45
    assert leaning[0].near is not None
    assert [v.code for v in GAME.audit_loose(leaning, sure=0.9)] == ["askew"]


def test_a_photo_blurred_beyond_reading_is_called_blurred(reader: RedlineReader) -> None:
    """Not "no layout here": holding still is the cure."""
    image = _table(READABLE[1], 8).image
    reading = reader.read(np.asarray(cv2.GaussianBlur(image, (0, 0), 22), np.uint8))
    assert reading.refusal is not None
    assert reading.refusal.code == "blurred"


def test_a_jerked_photo_costs_no_more_looks_than_it_is_worth(reader: RedlineReader) -> None:
    """Outlines of blurred tiles suit none of them better elsewhere, and a view from above that
    shows what was seen already is not read again. It took 1109 looks at single tiles."""
    looked_at = 0

    def counting(batch: Tensor) -> Tensor:
        nonlocal looked_at
        looked_at += len(batch)
        return reader._tiles._net(batch)

    image = _plain(READABLE[1]).image
    kernel = np.eye(17, dtype=np.float32) / 17
    jerked = np.asarray(cv2.filter2D(image, -1, kernel), np.uint8)
    RedlineReader(reader._finder, TileReader(counting)).read(jerked)
    assert looked_at < 700


#: A grey cloth and no other thing on it, by the quick maker of the people's tables.
GREY_TABLE, FILMED = 24, (1280, 720)


@pytest.mark.parametrize("grey", [False, True])
def test_the_first_tile_on_a_grey_table_speaks_for_its_own_colour(
    reader: RedlineReader, *, grey: bool
) -> None:
    """It is all the colour that there is, and too little of the photo; without it nothing is."""
    first = Tile(Colour.BLUE, 21)
    photo = DRAWN["redline"](GREY_TABLE, FILMED)({Cell(0, 0): first}, 0)
    if grey:
        photo = cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    reading = reader.read(photo)
    if grey:
        assert reading.refusal is not None
        return
    (piece,) = reading.pieces
    assert reading.status is ReadingStatus.READ
    assert piece.label.colour is Colour.BLUE


def on_chequered_cloth(reader: RedlineReader, side_px: int, turn_deg: float) -> Image:
    """The same tile on a cloth of blue and white squares, which meet at their corners."""
    photo = DRAWN["redline"](GREY_TABLE, FILMED)({Cell(0, 0): Tile(Colour.BLUE, 21)}, 0)
    (piece,) = reader.read(photo).pieces
    quad, turn = np.array(piece.outline_xy), np.radians(turn_deg)
    rows, cols = np.mgrid[: photo.shape[0], : photo.shape[1]]
    along = (cols * np.cos(turn) + rows * np.sin(turn)) // side_px
    across = (rows * np.cos(turn) - cols * np.sin(turn)) // side_px
    white = ((along + across) % 2 == 0)[..., None]
    cloth = np.where(white, (235, 235, 230), (170, 100, 60)).astype(np.float32)
    cloth = cv2.GaussianBlur(cloth, (0, 0), 1.0)
    grown = quad.mean(0) + 1.02 * (quad - quad.mean(0))
    mask = np.zeros(photo.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, grown.astype(np.int32), 255, cv2.LINE_AA)
    share = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None] / 255
    return np.asarray(photo * share + cloth * (1 - share), np.uint8)


@pytest.mark.parametrize(
    ("side_px", "turn_deg"),
    [
        *((110, 20), (130, 45)),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in ((130, 20), (90, 45))),
    ],
)
def test_squares_of_a_cloth_are_no_layout_beside_a_tile(
    reader: RedlineReader, side_px: int, turn_deg: float
) -> None:
    """They look like tiles that meet at their corners, and show no pattern."""
    reading = reader.read(on_chequered_cloth(reader, side_px, turn_deg))
    assert reading.status is not ReadingStatus.REFUSED
    (piece,) = reading.pieces
    assert piece.label.colour is Colour.BLUE


@pytest.mark.parametrize(("seed", "count"), [(991406, 1), (991449, 2)])
def test_tiles_seen_from_near_are_no_heap_of_small_ones(
    reader: RedlineReader, seed: int, count: int
) -> None:
    """A phone held low over the first tiles: the first look sees several in each, or nothing."""
    board = {(k, 0): ("yellow" if k else "blue", (2, 6)) for k in range(count)}
    photo = render(board, seed=seed, occlude=False, tile_side_px=(220, 280))
    assert _wrong(photo, reader.read(photo.image)) == 0
