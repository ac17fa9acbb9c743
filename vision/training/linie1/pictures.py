"""Make the cell reader's training pictures:
`python -m vision.training linie1.pictures OUT FIRST COUNT [trams]`.

Each is the grid of a random photo of the quick picture maker, laid straight with a border of one
and a half cells, so that training can cut it as a finder with its small errors would.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.homography import Homography
from rules.games.linie1.places import CELLS, LOCATION_AT, SPAN, TERMINI
from rules.games.linie1.tiles import Tile
from tests.render.linie1.photo import Photo, random_photo, sober_photo
from tests.render.linie1.positions import RowCol, late_position, random_position
from tests.render.seeds import stream
from vision.linie1.board.rectify import rectified
from vision.linie1.tiles.cells import LINES
from vision.nn.arrays import Mask, Pixels, Tensor
from vision.training.kept import keep_all
from vision.training.linie1.samples import BoardSample

#: Pixels of a cell, and cells round the grid.
CELL_PX = 40
BORDER = 1.5

#: A tram: line, row, column.
Tram = tuple[int, int, int]

#: Pictures in one file; trams on cells and at termini where there are more than a game has.
_KEPT, _TRAMS, _ENDS = 50, 14, 4

#: Pixels of a cell in the masks of what is hidden.
_MASK_PX = 8

#: (14, 14) cells that may bear a tile: inside the border, no location.
FREE = np.zeros((SPAN, SPAN), bool)
FREE[1:-1, 1:-1] = True
FREE.ravel()[list(LOCATION_AT)] = False

SIZES_WH = ((960, 720), (960, 720), (1280, 960), (1280, 960), (1600, 1200))


def sample_of(photo: Photo) -> BoardSample:
    """The training picture of a photo."""
    laid = {at: Tile.of_kind(*tile).face for at, tile in photo.cells.items() if tile is not None}
    view = Homography(photo.board_to_photo)
    return labelled(photo.image, view, laid, photo.stops, photo.trams, photo.cover)


def labelled(
    image: Pixels,
    board_to_photo: Homography,
    faces: Mapping[RowCol, int],
    signs: Iterable[RowCol],
    trams: Iterable[Tram],
    cover: Mask | None = None,
) -> BoardSample:
    """The training picture of a board in a photo, by the faces of its tiles, the cells of its
    signs, lines and places of its trams, and what covers it, (H, W) bool."""
    grid, stops = np.zeros((SPAN, SPAN), np.uint8), np.zeros((SPAN, SPAN), bool)
    standing = np.zeros((SPAN, SPAN, LINES), bool)
    for at, face in faces.items():
        grid[at] = face
    for row, col in signs:
        stops[row, col] = True
    for line, row, col in trams:
        standing[row, col, line - 1] = True
        if row in (0, 13):  # a terminus, named by its first cell, lies before two
            standing[row, col + 1, line - 1] = True
        elif col in (0, 13):
            standing[row + 1, col, line - 1] = True
    if cover is None:
        cover = np.zeros(image.shape[:2], bool)
    hidden = hidden_shares(cover, board_to_photo)
    straight = rectified(image, board_to_photo, CELL_PX, BORDER)
    return BoardSample(straight, grid, stops, standing, hidden)


def hidden_shares(cover: Mask, view: Homography) -> Tensor:
    """(14, 14) float32: how much of each cell lies under `cover` (H, W) bool or out of the
    picture, through the board to photo `view`."""
    open_ = np.where(cover, 0, 255).astype(np.uint8)
    size = 14 * _MASK_PX
    cell = np.array([[1 / _MASK_PX, 0, -1], [0, 1 / _MASK_PX, -1], [0, 0, 1]])
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(open_, view.matrix @ cell, (size, size), flags=flags)
    share = seen.reshape(14, _MASK_PX, 14, _MASK_PX).mean((1, 3)) / 255
    return (1 - share).astype(np.float32)


def random_sample(seed: int, trams: bool = False) -> BoardSample:
    """A picture of a table with any number of tiles, full ones rather often; with `trams` far
    more of them than the game has."""
    rng = stream(seed, "training")
    count = int(rng.choice([0, 6, 20, 45, 70, 100, 128]))
    position = random_position(stream(seed, "position"), count)
    if trams:
        cells = [divmod(int(at), SPAN) for at in rng.choice(CELLS, _TRAMS, replace=False)]
        position = replace(position, trams=trams_on(cells, _ENDS, rng))
    size = SIZES_WH[int(rng.integers(len(SIZES_WH)))]
    return sample_of(random_photo(seed, position, size))


def trams_on(cells: Iterable[RowCol], ends: int, rng: np.random.Generator) -> tuple[Tram, ...]:
    """Trams of any lines on cells and at so many termini, any of them."""
    termini = (TERMINI[int(k)] for k in rng.choice(len(TERMINI), ends, replace=False))
    spots = [*cells, *(divmod(terminus.index, SPAN) for terminus in termini)]
    return tuple((int(rng.integers(1, LINES + 1)), *at) for at in spots)


def late_photos(first: int, count: int, *, sober: bool = False) -> Iterator[Photo]:
    """Photos of boards late in a game, drawn by seeds, each board with its trams and without."""
    for seed in range(first, first + count):
        late = late_position(stream(seed, "late"))
        for position in (late, replace(late, trams=())):
            yield (sober_photo if sober else random_photo)(seed, position)


def main(argv: Sequence[str]) -> None:
    """Render and keep pictures, fifty a file."""
    trams = "trams" in argv[3:]
    keep_all(argv, _KEPT, lambda seeds: [random_sample(seed, trams) for seed in seeds])
