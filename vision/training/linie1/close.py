"""Train the close look at single cells, from folders of `pictures`.

Cells under signs and trams are few in a picture and hard, so this net sees hardly anything else,
larger than the cell net does. New pictures that appear in the folders are taken up.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from rules.games.linie1.places import LOCATION_AT, SPAN
from rules.games.linie1.tiles import TILES
from vision.linie1.tiles.cells import FACE_PERMUTATION, FACES, LINES
from vision.linie1.tiles.close import BORDER, CHANNELS, VIEW
from vision.training.feed import Batch, feed
from vision.training.learning import arguments, begun, export, learn
from vision.training.linie1.cells import Pool
from vision.training.linie1.pictures import CELL_PX, BoardSample
from vision.training.linie1.things import with_sign, with_tram
from vision.training.nets import Residual, block

#: Scatter of a finder's errors in shares of a cell, and of size, turn and tilt.
_SHIFT, _GROW, _TURN, _TILT = 0.035, 0.025, 0.015, 0.02
#: Cells taken of one picture, and how much more often a covered one, and one beside a covered one,
#: is taken than a bare one.
_OF_ONE, _COVERED, _BESIDE = 8, 7.0, 3.0
#: How often a path-traced picture is drawn, beside one of another folder.
_TRACED = 7.0
#: A cell hidden more than this tells nothing of what lies on it.
_HIDDEN = 0.6
#: (35,) whether a face bears trees: a bush that is seen tells what hidden track does not.
_TREES = torch.tensor([bool(face) and TILES[face].trees for face in range(FACES)])
#: Share of the open cells on which things are drawn; what is drawn: a sign, a tram, or both, as a
#: tram halts where a sign stands.
_DRAWN = 0.6
_DRAWN_ONLY_SIGN, _DRAWN_ONLY_TRAM = 0.55, 0.2
#: How likely a cell with a photographed sign gets a tram drawn besides, and one with a tram a sign.
_DRAWN_BESIDES = 0.15
#: How often the sign hides a part of the tram that halts at it, not the other way round.
_SIGN_BEFORE_TRAM = 0.7
#: Share of the views that keep their hues: trams are told by theirs.
_KEEP_HUES = 0.8


class CloseNet(nn.Module):
    """(N, 3, 80, 80) BGR 0..1, the cell filling the middle 40 x 40 -> (N, 42) logits: faces, sign,
    trams by line."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            block(3, 20, 2),
            block(20, 32, 2),
            block(32, 32),
            block(32, 64, 2),
            Residual(64, 1),
            block(64, 96, 2),
            Residual(96, 1),
        )
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Linear(96 * 5 * 5, 160),
            nn.ReLU(inplace=True),
            nn.Dropout(0.15),
            nn.Linear(160, CHANNELS),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; shapes as the class says."""
        y: torch.Tensor = self.head(self.features(x - 0.5))
        return y


@dataclass(frozen=True)
class View:
    """`image` (3, 80, 80) float32; `face`, -1 where it does not count; `things` (7,) float32 sign
    and trams; `tells` (7,) float32 which of them count."""

    image: np.ndarray
    face: int
    things: np.ndarray
    tells: np.ndarray


_FREE = np.zeros((SPAN, SPAN), bool)
_FREE[1:-1, 1:-1] = True
for _at in LOCATION_AT:
    _FREE[_at // SPAN, _at % SPAN] = False


def _chances(sample: BoardSample) -> np.ndarray:
    """(196,) how likely each cell is to be looked at."""
    covered = sample.signs | sample.trams.any(-1)
    beside = cv2.dilate(covered.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    worth = (0.2 + (sample.faces > 0)) * np.where(covered, _COVERED, np.where(beside, _BESIDE, 1))
    worth = worth * (sample.hidden < _HIDDEN)
    flat: np.ndarray = worth.ravel() / max(worth.sum(), 1e-9)
    return flat


def _straight(rng: np.random.Generator, row: int, col: int) -> np.ndarray:
    """(3, 3) from the view's pixels to the kept picture's, off as a finder is off."""
    half = VIEW / 2
    spread = 2.5 if rng.random() < 0.1 else 1.0
    c, s = np.cos(turn := rng.normal(0, _TURN * spread)), np.sin(turn)
    gx, gy = np.exp(rng.normal(0, _GROW * spread, 2))
    tilt = rng.normal(0, _TILT * spread, 2) / half
    shift = rng.normal(0, _SHIFT * spread, 2) * CELL_PX
    middle = np.array([[1, 0, half - 0.5], [0, 1, half - 0.5], [0, 0, 1.0]])
    warp = np.array([[gx * c, -gy * s, 0], [gx * s, gy * c, 0], [*tilt, 1.0]])
    # Kept pictures show a cell and a half of border, and cells are numbered from the border on.
    x, y = (col - 1 + BORDER) * CELL_PX - half / 2, (row - 1 + BORDER) * CELL_PX - half / 2
    place = np.array([[1, 0, x + shift[0]], [0, 1, y + shift[1]], [0, 0, 1.0]])
    found: np.ndarray = place @ middle @ warp @ np.linalg.inv(middle)
    return found


def _recoloured(image: np.ndarray, rng: np.random.Generator, keep_hues: bool) -> np.ndarray:
    """(80, 80, 3) float32 0..1 of another light, other colours, sharpness, noise."""
    mix = np.eye(3)
    if not keep_hues:
        mix = rng.dirichlet((0.6, 0.6, 0.6), 3)
        if rng.random() < 0.5:
            mix = mix[rng.permutation(3)]
    gain = np.exp(rng.normal(0, 0.08, 3)) * np.exp(rng.normal(0, 0.2))
    out = cv2.transform(image.astype(np.float32), (mix * gain[:, None]).astype(np.float32))
    out = cv2.pow(np.clip(out / np.float32(255), 0, 1), float(np.exp(rng.normal(0, 0.2))))
    if not keep_hues and rng.random() < 0.15:
        out = 1 - out
    if rng.random() < 0.25:
        squeeze = float(rng.uniform(0.4, 1))
        out = out * np.float32(squeeze) + np.float32((1 - squeeze) * rng.random())
    if rng.random() < 0.35:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.6)))
    out += rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(0, 0.02))
    return np.clip(out, 0, 1, out=out)


def view_of(sample: BoardSample, row: int, col: int, rng: np.random.Generator) -> View:
    """One cell as the net may meet it."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpPerspective(
        sample.image, _straight(rng, row, col), (VIEW, VIEW), flags=flags,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    keep_hues = bool(rng.random() < _KEEP_HUES)
    sign, trams = bool(sample.signs[row, col]), sample.trams[row, col]
    if _FREE[row, col]:
        cut, sign, trams = _with_things(np.asarray(cut, np.uint8), sign, trams, rng)
    image = _recoloured(cut, rng, keep_hues)
    quarters, mirror = int(rng.integers(4)), bool(rng.random() < 0.5)
    image = np.rot90(image, quarters)
    face = int(FACE_PERMUTATION.turned[-quarters % 4, int(sample.faces[row, col])])
    if mirror:
        image, face = image[:, ::-1], int(FACE_PERMUTATION.mirrored[face])
    things = np.array([sign, *trams], np.float32)
    tells = np.array([_FREE[row, col], *[keep_hues] * LINES], np.float32)
    picture = np.ascontiguousarray(image.transpose(2, 0, 1))
    return View(picture, face if _FREE[row, col] else -1, things, tells)


def _with_things(
    view: np.ndarray, sign: bool, trams: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, bool, np.ndarray]:
    """The view with a sign, a tram or both drawn on its cell beside what stands there, and what
    stands there then."""
    draw_sign, draw_tram = _drawn(sign, bool(trams.any()), rng)
    line = int(rng.integers(1, LINES + 1))
    last = draw_sign and rng.random() < _SIGN_BEFORE_TRAM
    if draw_sign and not last:
        view = with_sign(view, CELL_PX, rng)
    if draw_tram:
        view = with_tram(view, CELL_PX, line, rng)
        trams = trams | (np.arange(1, LINES + 1) == line)
    if last:
        view = with_sign(view, CELL_PX, rng)
    return view, sign or draw_sign, trams


def _drawn(sign: bool, tram: bool, rng: np.random.Generator) -> tuple[bool, bool]:
    """Whether a sign and whether a tram are drawn on a cell that bears what is said."""
    if sign or tram:
        besides = bool(not (sign and tram) and rng.random() < _DRAWN_BESIDES)
        return besides and tram, besides and sign
    if rng.random() >= _DRAWN:
        return False, False
    which = rng.random()
    both = which >= _DRAWN_ONLY_SIGN + _DRAWN_ONLY_TRAM
    return bool(both or which < _DRAWN_ONLY_SIGN), bool(both or which >= _DRAWN_ONLY_SIGN)


def batch_of(pool: Pool, count: int, rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
    """A batch of `count` views, a few of each of some pictures."""
    pool.refresh()
    views: list[View] = []
    while len(views) < count:
        sample = pool.draw(rng)
        chances = _chances(sample)
        if chances.any():
            for at in rng.choice(SPAN * SPAN, min(_OF_ONE, count - len(views)), p=chances):
                views.append(view_of(sample, *divmod(int(at), SPAN), rng))
    columns = ([v.image for v in views], [v.face for v in views],
               [v.things for v in views], [v.tells for v in views])  # fmt: skip
    return tuple(torch.from_numpy(np.stack(column)) for column in columns)


def losses(
    out: torch.Tensor, faces: torch.Tensor, things: torch.Tensor, tells: torch.Tensor
) -> list[torch.Tensor]:
    """Losses of faces, of trees or none, of signs and of trams."""
    counts, trees = faces >= 0, _TREES.to(faces.device)
    bushes = torch.log_softmax(out[counts, :FACES], 1).masked_fill(
        trees[faces[counts], None] != trees, -torch.inf
    )
    tree = -torch.logsumexp(bushes, 1).mean()
    face = cross_entropy(out[:, :FACES], faces, ignore_index=-1, label_smoothing=0.002)
    raw = binary_cross_entropy_with_logits(out[:, FACES:], things, reduction="none") * tells
    share = raw.sum(0) / tells.sum(0).clamp(min=1)
    return [face, tree, share[0], share[1:].sum()]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    parser = arguments(__doc__, minutes=60, batch=64, rate=2e-3, any_device=True)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args(argv)
    pool = Pool(args.folders, _TRACED)
    print(len(pool), "pictures to begin with", flush=True)

    def make(rng: np.random.Generator) -> Batch:
        return batch_of(pool, args.batch, rng)

    net = begun(CloseNet(), args, make)
    views = feed(make, args.seed, args.workers)
    learn(net, views, lambda batch: losses(net(batch[0]), *batch[1:]), args, args.device)
    export(net, (1, 3, VIEW, VIEW), args.out, {0: "n"})


if __name__ == "__main__":
    main(sys.argv[1:])
