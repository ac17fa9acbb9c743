"""Cuts of Rouge pictures and what the nets must say of them."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.homography import Homography
from tests.render.rouge.looks import NAMES
from tests.render.rouge.photo import RougePhoto
from vision.rouge.board.pose import RADIUS_PX, SIDE, BoardPose, straightened, to_straight
from vision.rouge.pawns.cells import PLAIN_CHANNELS, in_the_mirror, plain_views, with_faint
from vision.training.recolour import recolour
from vision.training.rouge.camouflage import burnt_out, camouflaged
from vision.training.rouge.nets import READER_CHANNELS
from vision.training.rouge.pictures import Kept, unpacked

Float = NDArray[np.float32]
Rng = np.random.Generator

#: Pixels of a picture to a cell of the finder's and of the reader's grid; unit of offsets.
FINDER_STRIDE, STRIDE, UNIT = 8, 4, 8.0
#: The size the finder learns at, pixels.
LOOK_WH = (256, 224)
#: Share of cuts that show a corner of the board and the table beside it, as
#: `vision.rouge.pawns.spares` looks; the board's radius there, and how far its middle lies from the
#: cut's, in radii.
CORNER = 0.3
CORNER_PX, CORNER_AWAY = (60.0, 82.0), (0.8, 1.5)
#: Share of these that look to where a pawn lies.
TOWARDS_SPARES = 0.7
#: Share of cuts straightened as badly as the finder alone would.
FIRST_LOOK = 0.3
#: How often pictures of a folder by that name are drawn, beside those of another: path-traced
#: ones most, boxes and light as nobody has them least.
SHARES = {"traced": 5.0, "sober": 2.0, "wild": 1.0}
#: Share of the boards that the closer look learns with pawns in their ring's colour.
CAMOUFLAGED = 0.5
#: Share of the boards shown burnt out by a lamp, and of the pictures saved as JPEG once more.
BURNT, SAVED = 0.25, 0.5
#: A pawn of which less is seen teaches nothing.
SEEN_ENOUGH = 0.25

CHANNEL = {name: k for k, name in enumerate(READER_CHANNELS)}


class Pool:
    """All kept pictures of a folder and of the folders in it, each folder drawn from as often as
    its `SHARES` say, however few it holds; new files are taken in as they appear."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: set[Path] = set()
        self._kept: dict[Path, list[Kept]] = {}
        self.refresh()

    def refresh(self) -> None:
        """Take in files that were not there before."""
        for file in sorted(set(self._folder.rglob("*.pickle")) - self._files):
            self._files.add(file)
            self._kept.setdefault(file.parent, []).extend(pickle.loads(file.read_bytes()))

    def draw(self, rng: Rng, *, board: bool = False) -> RougePhoto:
        """One picture; with `board` one that shows a board."""
        share = np.array([SHARES.get(folder.name, 1.0) for folder in self._kept])
        kept = list(self._kept.values())[rng.choice(len(share), p=share / share.sum())]
        one = kept[rng.integers(len(kept))]
        return unpacked(one) if one[0].cells or not board else self.draw(rng, board=True)


@dataclass(frozen=True)
class Cut:
    """A training picture (3, H, W) float32 0..1 with its target and weight planes."""

    image: Float
    target: Float
    weight: Float


def _tinted(image: NDArray[np.uint8], rng: Rng) -> Float:
    return recolour(image, rng).transpose(2, 0, 1).astype(np.float32) / np.float32(255)


def _recoloured(image: NDArray[np.uint8], rng: Rng) -> NDArray[np.uint8]:
    """`recolour` for pictures larger than its sheet of noise: both halves get the same tones."""
    seed = int(rng.integers(1 << 31))
    axis = int(image.shape[1] > image.shape[0])
    halves = np.array_split(image, 2, axis=axis)
    done = [recolour(np.ascontiguousarray(half), np.random.default_rng(seed)) for half in halves]
    return np.concatenate(done, axis=axis)


def _saved(image: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    """As JPEG of a quality 0..100 brings it back."""
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def finder_cut(photo: RougePhoto, rng: Rng) -> Cut:
    """The photo at a random size and turn; target: board (0/1) and radius. A picture without
    hollows is one without a board."""
    h, w = photo.image.shape[:2]
    pose = BoardPose.of(Homography(photo.homography), (w, h))
    wish = float(np.exp(rng.uniform(np.log(26), np.log(115))))
    scale = wish / pose.radius_px
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.normal(0, 0.1)
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    if rng.random() < 0.5:
        turn[0] *= -1
    middle = pose.middle_xy if photo.cells else np.array([w / 2, h / 2])
    goal = np.array(LOOK_WH) * rng.uniform(0.25, 0.75, 2)
    matrix = np.hstack([turn, (goal - turn @ middle)[:, None]])
    image = photo.image
    inner = matrix.copy()
    if scale < 0.6:
        k = scale * 1.3
        image = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
        inner[:, :2] /= k
    flat = cv2.warpAffine(image, inner, LOOK_WH, borderMode=cv2.BORDER_REPLICATE)
    gw, gh = LOOK_WH[0] // FINDER_STRIDE, LOOK_WH[1] // FINDER_STRIDE
    ys, xs = np.mgrid[0:gh, 0:gw] * FINDER_STRIDE + (FINDER_STRIDE - 1) / 2
    grid = np.column_stack([xs.ravel(), ys.ravel()])
    seen = (grid - matrix[:, 2]) @ np.linalg.inv(turn).T
    inside = ((seen >= 0) & (seen < (w, h))).all(1)
    r = np.hypot(*pose.to_photo.inverse()(seen).T)
    ahead = np.column_stack([seen, np.ones(len(seen))]) @ np.linalg.inv(photo.homography)[2] > 0
    r = np.where(ahead == ahead[np.argmin(r)], r, 9.0)
    board = ((r < 1.0) & bool(photo.cells)).astype(np.float32)
    # Beyond the photo's border there is no picture: nothing is learnt there.
    target = np.stack([board, np.clip(r, 0, 1.3)]).reshape(2, gh, gw)
    weight = (
        np.stack([inside, inside & (r < 1.1) & bool(photo.cells)])
        .astype(np.float32)
        .reshape(2, gh, gw)
    )
    return Cut(_tinted(np.asarray(flat, np.uint8), rng), target.astype(np.float32), weight)


def _shaken(photo: RougePhoto, rng: Rng) -> BoardPose:
    """The true pose as badly as the finder may give it."""
    h, w = photo.image.shape[:2]
    # As a rule the board has been looked at once before; a first look may be far out.
    far = 4.0 if rng.random() < FIRST_LOOK else 1.0
    off = np.eye(3)
    off[:2, :2] += rng.normal(0, 0.012 * far, (2, 2))
    off[:2, 2] = rng.normal(0, 0.015 * far, 2)
    off[2, :2] = rng.normal(0, 0.008 * far, 2)
    return BoardPose.of(Homography(photo.homography @ off), (w, h))


def _view(photo: RougePhoto, rng: Rng) -> tuple[Homography, float]:
    """Photo to straightened cut, and the board's radius in it, pixels."""
    pose = _shaken(photo, rng)
    corner = rng.random() < CORNER
    radius = float(rng.uniform(*CORNER_PX) if corner else RADIUS_PX * np.exp(rng.normal(0, 0.03)))
    flat = to_straight(pose, radius)
    away = float(np.hypot(*pose.lean))
    angle = rng.uniform(-np.pi, np.pi) if away < 0.08 else rng.normal(0, 0.12)
    c, s = np.cos(angle), np.sin(angle)
    middle = (SIDE - 1) / 2
    shift = rng.normal(0, 2, 2) if rng.random() < 0.6 else rng.normal(0, 16, 2)
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    turn = np.array([[c * mirror, -s * mirror], [s, c]])
    if corner:
        towards = rng.normal(0, 1, 2)
        if photo.spares and rng.random() < TOWARDS_SPARES:
            spare = photo.spares[rng.integers(len(photo.spares))]
            towards = turn @ (middle - flat(np.array([spare.foot_xy]))[0])
        shift = radius * rng.uniform(*CORNER_AWAY) * towards / np.hypot(*towards)
    move = np.eye(3)
    move[:2, :2] = turn
    move[:2, 2] = middle + shift - turn @ (middle, middle)
    return Homography(move @ flat.matrix), radius


def reader_cut(photo: RougePhoto, rng: Rng) -> Cut:
    """The straightened board and everything the reader must say of it."""
    to_flat, radius = _view(photo, rng)
    image = straightened(photo.image, to_flat)
    count = SIDE // STRIDE
    target = np.zeros((len(READER_CHANNELS), count, count), np.float32)
    weight = np.zeros_like(target)
    ys, xs = np.mgrid[0:count, 0:count] * STRIDE + (STRIDE - 1) / 2
    grid = np.stack([xs, ys], -1)
    h, w = photo.image.shape[:2]
    seen = to_flat.inverse()(grid.reshape(-1, 2))
    inside = ((seen >= 0) & (seen < (w, h))).all(1).reshape(count, count)
    r = np.hypot(*Homography(photo.homography).inverse()(seen).T).reshape(count, count)
    _rings(target, r, photo)
    weight[:5] = inside
    weight[CHANNEL["foot"]] = weight[CHANNEL["cover"]] = weight[CHANNEL["sticker"]] = inside
    covered = straightened((photo.covered * np.uint8(255))[..., None].repeat(3, 2), to_flat)
    target[CHANNEL["cover"]] = covered[2::STRIDE, 2::STRIDE, 0] > 127
    for xy in photo.stickers_xy:
        away = np.hypot(*(grid - to_flat(np.array([xy]))[0]).transpose(2, 0, 1))
        target[CHANNEL["sticker"]][away < 4] = 1
        weight[CHANNEL["sticker"]][(away >= 4) & (away < 9)] = 0
    scale = radius / BoardPose.of(Homography(photo.homography), (w, h)).radius_px
    for thing in (*photo.cells, *photo.spares):
        _thing(target, weight, grid, to_flat, thing, scale, (w, h))
    return Cut(_tinted(image, rng), target, weight * inside)


def _rings(target: Float, r: NDArray[np.float64], photo: RougePhoto) -> None:
    edges = [(-1.0, photo.bounds[0][0]), *photo.bounds]
    kind = np.zeros(r.shape, int)
    for k, (low, high) in enumerate(edges):
        kind[(r >= low) & (r <= high)] = k + 1
    # A gap between two rings belongs to the inner one: there is no sixth kind.
    for k in (1, 2):
        kind[(r > photo.bounds[k - 1][1]) & (r < photo.bounds[k][0])] = k + 1
    for k in range(5):
        target[k] = kind == k


def _thing(
    target: Float,
    weight: Float,
    grid: NDArray[np.float64],
    to_flat: Homography,
    thing: object,
    scale: float,
    size_wh: tuple[int, int],
) -> None:
    foot = to_flat(np.array([thing.foot_xy]))[0]  # type: ignore[attr-defined]
    middle = to_flat(np.array([thing.middle_xy]))[0]  # type: ignore[attr-defined]
    seen, colour = thing.visible, thing.colour  # type: ignore[attr-defined]
    hole = max(float(thing.radius_px) * scale, 2.5)  # type: ignore[attr-defined]
    away = np.hypot(*(grid - foot).transpose(2, 0, 1))
    core = away < max(0.75 * hole, 3.0)
    near = away < max(1.5 * hole, 6.0)
    if not near.any():
        return
    outside = not (0 <= thing.foot_xy[0] < size_wh[0] and 0 <= thing.foot_xy[1] < size_wh[1])  # type: ignore[attr-defined]
    if outside:
        weight[:, near] = 0
        return
    clear = seen >= SEEN_ENOUGH
    target[CHANNEL["foot"]][core] = 1
    weight[CHANNEL["foot"]][near] = 0
    weight[CHANNEL["foot"]][core] = 1 if clear else 0
    for channel, k in ((CHANNEL["dx"], 0), (CHANNEL["dy"], 1)):
        target[channel][near] = (foot[k] - grid[near][:, k]) / UNIT
        weight[channel][near] = 1
    target[CHANNEL["seen"]][core] = np.clip(seen, 0, 1)
    weight[CHANNEL["seen"]][core] = 1
    target[CHANNEL["taken"]][core] = colour is not None
    weight[CHANNEL["taken"]][core] = 1 if clear else 0
    if colour is None or not clear:
        return
    for channel, k in ((CHANNEL["mx"], 0), (CHANNEL["my"], 1)):
        target[channel][core] = (middle[k] - foot[k]) / UNIT
        weight[channel][core] = 1
    for k, name in enumerate(NAMES):
        target[len(READER_CHANNELS) - len(NAMES) + k][core] = name == colour
        weight[len(READER_CHANNELS) - len(NAMES) + k][core] = 1


def cell_cut(photo: RougePhoto, rng: Rng) -> Cut:
    """Views of all hollows (24, 27, 40, 40); target (24, 12): taken, colours; weight (24, 2): the
    hollow counts, its colour counts. Some boards are shown with pawns in their ring's colour, and
    some burnt out by a lamp."""
    hidden = camouflaged(photo, rng) if rng.random() < CAMOUFLAGED else None
    photo = hidden or photo
    if rng.random() < BURNT:
        hidden = photo = burnt_out(photo, rng)
    h, w = photo.image.shape[:2]
    pose = BoardPose.of(Homography(photo.homography), (w, h)).upright()
    grow = np.exp(rng.normal(0, 0.04))
    small = np.eye(3)
    small[:2, :2] = rng.normal(0, 0.02, (2, 2)) + grow * np.eye(2)
    angle = rng.uniform(-np.pi, np.pi) if -pose.lean[1] < 0.08 else rng.normal(0, 0.1)
    c, s = np.cos(angle), np.sin(angle)
    small[:2, :2] = small[:2, :2] @ np.array([[c, -s], [s, c]])
    shaken = BoardPose(Homography(pose.to_photo.matrix @ small), np.array([0.0, -1.0]))
    cells = photo.cells
    feet = shaken.to_photo.inverse()(np.array([one.foot_xy for one in cells]))
    feet += rng.normal(0, 0.008, feet.shape)
    image = _recoloured(photo.image, rng)
    if rng.random() < SAVED:
        image = _saved(image, int(rng.integers(70, 96)))
    seen = with_faint(plain_views(image, shaken, feet))
    if rng.random() < 0.5:
        seen = in_the_mirror(seen)
    target = np.zeros((len(feet), 1 + len(NAMES)), np.float32)
    weight = np.zeros((len(feet), 2), np.float32)
    for k, one in enumerate(cells):
        if one.visible < SEEN_ENOUGH:
            continue
        weight[k, 0] = 1
        if one.colour is not None:
            target[k, 0] = target[k, 1 + NAMES.index(one.colour)] = 1
            weight[k, 1] = hidden is None
    return Cut(np.ascontiguousarray(seen), target, weight)


def plain_cut(photo: RougePhoto, rng: Rng) -> Cut:
    """The same with the plain views (24, 15, 40, 40) alone."""
    cut = cell_cut(photo, rng)
    return replace(cut, image=cut.image[:, :PLAIN_CHANNELS])
