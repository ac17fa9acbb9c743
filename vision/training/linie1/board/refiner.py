"""Train the refiner, which straightens a board that was found roughly:
`python -m vision.training linie1.board.refiner OUT.onnx BOARDS OTHERS`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import cv2
import numpy as np
import torch

from calibration.homography import Homography
from tests.render.camera import Pose, camera_at
from vision.linie1.board.print_points import landmarks
from vision.nn.arrays import Matrix, Pixels, Points, Tensor
from vision.nn.resample import whole
from vision.training.cutting import any_colour, seen_at
from vision.training.feed import Batch, net_input, stacked
from vision.training.learning import arguments, train
from vision.training.linie1.board.pool import RARE, Kept, Pool, drawn
from vision.training.linie1.board.targets import grid_points
from vision.training.losses import Parts, mean_where, yes_no
from vision.training.nets import MapNet
from vision.training.recolour import recolour

#: The net's input: the board from -1 to 13 cells at so many pixels a cell; pixels to a map's cell.
CELL_PX, STRIDE, SIDE = 24, 8, 14 * 24

#: How far off the board is in training, cells: from what is right to what the finder leaves.
OFF = (0.02, 0.5)

#: Factor below which a picture is made smaller before a piece of it is cut.
SHRUNK = 0.9

#: Share of cuts that are shifted by whole cells, and of pictures without a board.
SHIFTED, OTHERS = 0.2, 0.1

#: The board's corners, cells.
CORNERS = np.array([(0, 0), (12, 0), (12, 12), (0, 12.0)])


class RefinerNet(MapNet):
    """(N, 3, 336, 336) BGR 0..1, a board cut out roughly -> (N, 7, 42, 42): the place inside its
    cell of what is seen, as cosine and sine of 2 pi u, then of 2 pi v; logits "inside the grid",
    "location", "terminus".

    A place inside a cell is seen wherever it lies in the input, so a convolution can tell it; how
    far the cut is off follows from it.
    """

    def __init__(self) -> None:
        super().__init__(7, 40, (1, 2, 4, 8))


#: To board coordinates that lie off every board.
NOWHERE = np.array([[0.01, 0, 90], [0, 0.01, 90], [0, 0, 1.0]])


def to_input(board_to_photo: Matrix) -> Matrix:
    """(3, 3) photo to the net's input, for a board that lies there."""
    enlarge = np.array([[CELL_PX, 0, CELL_PX - 0.5], [0, CELL_PX, CELL_PX - 0.5], [0, 0, 1.0]])
    return np.asarray(enlarge @ np.linalg.inv(board_to_photo))


def shaken(board: Matrix, rng: np.random.Generator) -> Matrix:
    """The homography with its corners moved, and any of the four sides up."""
    off = float(rng.uniform(*OFF))
    moved = CORNERS + rng.normal(0, off * 0.7, (4, 2)) + rng.normal(0, off * 0.5, 2)
    if rng.random() < SHIFTED:  # by whole cells: the printed places must be seen, not expected
        moved += rng.integers(-2, 3, 2)
    moved = np.roll(moved, int(rng.integers(4)), 0)
    return _with_corners_at(board, moved)


def shaken_little(board: Matrix, rng: np.random.Generator) -> Matrix:
    """The homography as far off as a refined one may be: a few hundredths of a cell."""
    return _with_corners_at(board, CORNERS + rng.normal(0, 0.03, (4, 2)))


def _with_corners_at(board: Matrix, corners: Points) -> Matrix:
    """The homography of a board whose corners (4, 2) lie there on the true one."""
    true, found = CORNERS.astype(np.float32), corners.astype(np.float32)
    return np.asarray(board @ cv2.getPerspectiveTransform(true, found))


def cut(one: Kept, image: Pixels, rng: np.random.Generator) -> tuple[Pixels, Matrix]:
    """A rough cut of a picture, and the homography from its pixels to the true board; far off
    any board where there is none."""
    board = one.board
    if board is None:
        board = camera_at(
            Pose(*rng.uniform((0, 0, 0, 24), (360, 40, 5, 40))), (6, 6), 22.0, image.shape[1::-1]
        ).plane(0)
    rough = to_input(shaken(board, rng))
    _, size = seen_at(np.asarray(np.linalg.inv(rough)), SIDE / 2, SIDE / 2, step=CELL_PX)
    factor = CELL_PX * float(np.exp(rng.uniform(-0.7, 0.3))) / size
    patch = whole(image)
    if factor < SHRUNK:
        patch = patch.scaled(factor)
    fill = any_colour(rng)
    border = cv2.BORDER_REPLICATE if rng.random() < 0.6 else cv2.BORDER_CONSTANT
    piece = cv2.warpPerspective(
        patch.image, rough @ patch.matrix, (SIDE, SIDE), borderMode=border, borderValue=fill
    )
    to_board = NOWHERE if one.board is None else np.linalg.inv(rough @ board)
    return recolour(np.asarray(piece, np.uint8), rng), np.asarray(to_board, np.float64)


def target_of(to_board: Matrix) -> Tensor:
    """(7, 42, 42): cos, sin of 2 pi u and of 2 pi v, inside, location, terminus."""
    n = SIDE // STRIDE
    board = Homography(to_board)(grid_points((n, n), STRIDE))
    places = board - 6
    corner = Homography(to_board)(np.array([[SIDE / 2, SIDE / 2], [SIDE / 2 + 1, SIDE / 2]]))
    along = corner[1] - corner[0]
    # The cut is turned by quarters; u runs to its right, whichever side of the board that is.
    quarters = round(np.arctan2(along[1], along[0]) / (np.pi / 2)) % 4
    for _ in range(quarters):
        places = np.column_stack([places[:, 1], -places[:, 0]])
    phase = 2 * np.pi * places
    u, v = phase.T
    planes = [np.cos(u), np.sin(u), np.cos(v), np.sin(v), *landmarks(board)]
    return np.stack(planes).reshape(7, n, n).astype(np.float32)


def batch_of(boards: Pool, others: Pool, count: int, rng: np.random.Generator) -> Batch:
    """Pictures and targets of `count` rough cuts, two of each photo."""
    rows: list[tuple[Tensor, Tensor]] = []
    while len(rows) < count:
        one = drawn(boards, others, OTHERS, rng)
        image = one.image()
        for _ in range(2):
            piece, to_board = cut(one, image, rng)
            rows.append((net_input(piece), target_of(to_board)))
    return stacked(rows)


def losses_of(out: torch.Tensor, target: torch.Tensor) -> Parts:
    """Squared error of the place inside the cell (so its length tells how sure it is), and the
    landmarks."""
    on_board = (target[:, 4].amax((1, 2), keepdim=True) > 0).float()
    near = (target[:, 4] + 0.1) * on_board
    place = mean_where(((out[:, :4] - target[:, :4]) ** 2).sum(1), near) / 2
    form = yes_no(out[:, 4], target[:, 4]).mean()
    marks = yes_no(out[:, 5:], target[:, 5:], RARE).mean()
    return [2 * place, 0.5 * form, 1.5 * marks]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    args = arguments(__doc__, minutes=40, batch=8, rate=3e-3).parse_args(argv)
    boards, others = map(Pool, args.folders)
    make = partial(batch_of, boards, others, args.batch)
    train(RefinerNet(), args, make, losses_of, (1, 3, SIDE, SIDE), {})
