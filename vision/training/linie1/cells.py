"""Train the cell net: `python -m vision.training linie1.cells OUT.onnx PICTURE_FOLDER...`, and with
`--trams` the tram net.

New pictures that appear in the folders while it learns are taken up.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn.functional import cross_entropy

from rules.games.linie1.places import SPAN
from vision.linie1.board.rectify import CELLS_SHOWN
from vision.linie1.tiles.cells import CELL_PX as SEEN_PX
from vision.linie1.tiles.cells import COVER, FACE_PERMUTATION, FACES, SIGN, SIGN_WEIGHT, TRAM_WEIGHT
from vision.nn.arrays import Matrix, Pixels, Tensor
from vision.training.feed import Batch, net_input, stacked
from vision.training.kept import Appearing
from vision.training.learning import arguments, train
from vision.training.linie1.nets import CellNet, TramNet
from vision.training.linie1.pictures import BORDER, CELL_PX
from vision.training.linie1.samples import BoardSample
from vision.training.linie1.things import with_more_trams
from vision.training.losses import Parts, mean_where, yes_no

SIZE = CELLS_SHOWN * SEEN_PX

#: Pose errors the net must bear: standard deviation of the corners in cells, and of the few bad.
SHAKE, BAD_SHAKE = 0.035, 0.09

#: How many times more a tile counts that a sign or a tram stands on.
COVERED_WEIGHT = 3.0

#: A cell hidden more than this tells nothing of what lies on it.
_HIDDEN = 0.8

#: Noise is drawn once and cut anywhere: drawing it anew would take longer than training.
_NOISE = np.random.default_rng(7).standard_normal((640, 640, 3), np.float32)

#: How often a picture of the folder "traced" is drawn, beside one of another folder: light and
#: standing things are true there.
TRACED = 3.0


#: What a picture is worth beside one of its folder: with many tiles, or with trams, more than an
#: empty board, which is worth so much.
_BARE_WORTH, _TRAM_WORTH = 20, 10


class Pool:
    """The pictures of some folders, more of them as time goes by."""

    def __init__(self, *folders: Path, traced: float = TRACED) -> None:
        self.samples: list[BoardSample] = []
        #: How often each of them is drawn, shares of 1.
        self.worth = np.zeros(0)
        self._files = Appearing(*folders)
        self._traced = traced
        self._owner: list[Path] = []
        self.refresh()
        print(len(self.samples), "pictures to begin with", flush=True)

    def draw(self, rng: np.random.Generator) -> BoardSample:
        """A picture."""
        return self.samples[int(rng.choice(len(self.samples), p=self.worth))]

    def refresh(self) -> None:
        """Take up new files now and then."""
        new = self._files.now_and_then()
        if not new:
            return
        for file in new:
            found = pickle.loads(file.read_bytes())
            self.samples += found
            self._owner += [file.parent] * len(found)
        shown = [(np.count_nonzero(s.faces), s.trams.sum()) for s in self.samples]
        worth = _BARE_WORTH + np.array(shown, float) @ (1.0, _TRAM_WORTH)
        for folder in set(self._owner):
            mine = np.array([owner == folder for owner in self._owner])
            share = self._traced if folder.name == "traced" else 1.0
            worth[mine] *= share / worth[mine].sum()
        self.worth = worth / worth.sum()


def shaken(rng: np.random.Generator) -> Matrix:
    """(3, 3) homography from the net's picture to the kept one, off by a finder's small errors."""
    square = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    kept = (square / SEEN_PX + BORDER - 1.0) * CELL_PX
    spread = BAD_SHAKE if rng.random() < 0.12 else SHAKE
    kept += rng.normal(0, spread, 2) * 0.7 * CELL_PX
    kept += rng.normal(0, spread, (4, 2)) * CELL_PX
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    matrix = cv2.getPerspectiveTransform(square, kept.astype(np.float32))
    return np.asarray(np.linalg.inv(half) @ matrix @ half)


def dazzled(image: Tensor, rng: np.random.Generator) -> Tensor:
    """(H, W, 3) float32 0..1 with a lamp's reflection, or a shadow, over a part of it, in place."""
    middle, size = rng.uniform(0, SIZE, 2), float(rng.uniform(0.1, 0.5)) * SIZE
    y, x = np.mgrid[0:SIZE:16, 0:SIZE:16].astype(np.float32)
    away = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2 * np.float32(rng.uniform(0.3, 3))) / size**2
    blob = cv2.resize(np.exp(-away), (SIZE, SIZE)) * np.float32(rng.uniform(0.2, 0.85))
    tone = rng.normal(0.97, 0.04, 3).astype(np.float32) if rng.random() < 0.7 else np.float32(0)
    image += blob[..., None] * (tone - image)
    return image


def creased(image: Tensor, rng: np.random.Generator) -> Tensor:
    """(H, W, 3) float32 0..1 with a fold of the board, which catches the light or lies in the dark
    as one line or as several, right across it and through the middle of cells too, in place."""
    across, at = bool(rng.random() < 0.5), float(rng.uniform(0, SIZE))
    slope = float(rng.normal(0, 0.008))
    for _ in range(int(rng.integers(1, 4))):
        off, tone = float(rng.normal(0, 0.12)) * SEEN_PX, float(rng.choice([0.02, 0.6, 0.95]))
        start, end = at + off - slope * SIZE, at + off + slope * SIZE
        ends = np.array([(-9, start), (SIZE + 9, end)])
        if across:
            ends = ends[:, ::-1]
        mask = np.zeros((SIZE, SIZE), np.float32)
        width = max(1, round(float(rng.uniform(0.01, 0.1)) * SEEN_PX))
        (ax, ay), (bx, by) = np.round(ends * 16).astype(int).tolist()
        cv2.line(mask, (ax, ay), (bx, by), 1.0, width, cv2.LINE_AA, 4)
        fade = cv2.resize(rng.uniform(0.0, 0.9, (3, 3)).astype(np.float32), (SIZE, SIZE))
        image += (mask * fade)[..., None] * (np.float32(tone) - image)
    return image


def recoloured(image: Pixels, rng: np.random.Generator, keep_hues: bool) -> Pixels:
    """(H, W, 3) uint8 with other colours, light, sharpness and noise. `keep_hues` where trams must
    stay the colours of their lines."""
    mix = np.eye(3)
    if not keep_hues and rng.random() < 0.5:
        mix = rng.dirichlet((0.6, 0.6, 0.6), 3)
        if rng.random() < 0.5:
            mix = mix[rng.permutation(3)]
    gain = np.exp(rng.normal(0, 0.10, 3)) * np.exp(rng.normal(0, 0.2))
    lamp = (mix * gain[:, None]).astype(np.float32)
    lit = np.clip(cv2.transform(image.astype(np.float32), lamp), 0, 255) / np.float32(255)
    out = np.asarray(cv2.pow(lit, float(np.exp(rng.normal(0, 0.22)))), np.float32)
    if not keep_hues and rng.random() < 0.15:
        out = 1 - out
    if rng.random() < 0.3:
        out = creased(out, rng)
    if rng.random() < 0.3:
        out = dazzled(out, rng)
    squeeze = float(rng.uniform(0.35, 1)) if rng.random() < 0.3 else 1.0
    out = out * np.float32(255 * squeeze) + np.float32(255 * (1 - squeeze) * rng.uniform(0, 1))
    if rng.random() < 0.3:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.4))), np.float32)
    y, x = rng.integers(_NOISE.shape[0] - SIZE, size=2)
    out += np.float32(rng.uniform(0, 6)) * _NOISE[y : y + SIZE, x : x + SIZE]
    return np.clip(out, 0, 255, out=out).astype(np.uint8)


def _turned(
    image: np.ndarray, grids: list[np.ndarray], quarters: int, mirror: bool
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Picture and truths turned anticlockwise and mirrored; the first grid holds faces."""
    image, grids = np.rot90(image, quarters), [np.rot90(g, quarters) for g in grids]
    grids[0] = FACE_PERMUTATION.turned[-quarters % 4][grids[0]]
    if mirror:
        image, grids = image[:, ::-1], [g[:, ::-1] for g in grids]
        grids[0] = FACE_PERMUTATION.mirrored[grids[0]]
    return np.ascontiguousarray(image), grids


_INSIDE = np.zeros((SPAN, SPAN), bool)
_INSIDE[1:-1, 1:-1] = True


def example(
    sample: BoardSample, rng: np.random.Generator, for_trams: bool = False
) -> tuple[np.ndarray, ...]:
    """Picture (3, 448, 448) float32, faces (14, 14) int64 with -1 for cells that do not count,
    things (8, 14, 14) float32: sign, trams, hidden share. `for_trams`: more of these are drawn,
    and hues are kept, for trams are told by theirs."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if for_trams:
        sample = with_more_trams(sample, rng)
    flat = cv2.warpPerspective(sample.image, shaken(rng), (SIZE, SIZE), flags=flags)
    keep_hues = for_trams or (bool(sample.trams.any()) and rng.random() < 0.9)
    image = recoloured(np.asarray(flat, np.uint8), rng, keep_hues)
    things = np.dstack([sample.signs, sample.trams, sample.hidden]).astype(np.float32)
    grids = [sample.faces.astype(np.int64), _INSIDE & (sample.hidden < _HIDDEN), things]
    quarters, mirror = int(rng.integers(4)), bool(rng.random() < 0.5)
    image, (faces, counts, things) = _turned(image, grids, quarters, mirror)
    return net_input(image), np.where(counts, faces, -1), things.transpose(2, 0, 1)


def batch_of(pool: Pool, count: int, rng: np.random.Generator, for_trams: bool = False) -> Batch:
    """A batch of `count` examples."""
    pool.refresh()
    return stacked([example(pool.draw(rng), rng, for_trams) for _ in range(count)])


def cell_losses(out: torch.Tensor, faces: torch.Tensor, things: torch.Tensor) -> Parts:
    """Losses of the faces, of the signs, and of the cover."""
    # Tiles under signs and trams are few, and most of what is misread.
    counts = (1 + COVERED_WEIGHT * things[:, :7].amax(1)) * (faces >= 0)
    each = cross_entropy(
        out[:, :FACES], faces, ignore_index=-1, label_smoothing=0.002, reduction="none"
    )
    face = mean_where(each, counts)
    seen = (things[:, 7] < _HIDDEN).float()
    signs = (yes_no(out[:, SIGN], things[:, 0], SIGN_WEIGHT) * seen).mean()
    cover = yes_no(out[:, COVER], things[:, 7]).mean()
    return [face, signs * 2, cover]


def tram_losses(out: torch.Tensor, _faces: torch.Tensor, things: torch.Tensor) -> Parts:
    """Loss of the trams."""
    seen = (things[:, 7:] < _HIDDEN).float()
    return [(yes_no(out, things[:, 1:7], TRAM_WEIGHT) * seen).mean() * 20]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    parser = arguments(__doc__, minutes=40, batch=6, rate=3e-3)
    parser.add_argument("--trams", action="store_true", help="Train the tram net instead.")
    args = parser.parse_args(argv)
    make = partial(batch_of, Pool(*args.folders), args.batch, for_trams=args.trams)
    net, losses_of = (TramNet(), tram_losses) if args.trams else (CellNet(), cell_losses)
    train(net, args, make, losses_of, (1, 3, SIZE, SIZE), {0: "n", 2: "h", 3: "w"})
