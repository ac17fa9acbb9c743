"""Cuts of Rouge pictures and what the nets must say of them."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.encoding import jpeg
from calibration.homography import Homography
from tests.render.rouge.looks import NAMES
from tests.render.rouge.photo import RougePhoto, TruthCell, TruthSpare
from vision.nn.arrays import Float, Mask, Matrix, Pixels, Points, Tensor
from vision.nn.resample import rotation
from vision.rouge.board.pose import RADIUS_PX, SIDE, BoardPose, straightened, to_straight
from vision.rouge.pawns.cells import PLAIN_CHANNELS, in_the_mirror, plain_views, with_faint
from vision.training.cutting import shrunk
from vision.training.feed import net_input
from vision.training.kept import Appearing, decoded
from vision.training.recolour import recolour
from vision.training.rouge.camouflage import burnt_out, camouflaged
from vision.training.rouge.nets import READER_CHANNELS
from vision.training.rouge.pictures import Kept, unpacked

Rng = np.random.Generator

#: Pixels of a picture to a cell of the finder's and of the reader's grid; unit of offsets.
FINDER_STRIDE, STRIDE, UNIT = 8, 4, 8.0
#: The size the finder learns at, pixels.
LOOK_WH = (256, 224)
#: The board's radius in a cut for the finder, pixels; the scale of the photo below which it is made
#: smaller before it is cut, and how many times finer it is then than the cut.
FOUND_PX, SHRUNK, FINER = (26, 115), 0.6, 1.3
#: How far from a sticker's middle it is still seen, pixels, and from where on surely not.
STICKER_PX, STICKER_RIM_PX = 4, 9
#: Lean below which a board is seen from above, and any side of it may be up.
UPRIGHT = 0.08
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
FIRST_COLOUR = CHANNEL[NAMES[0]]


class Pool:
    """All kept pictures of some folders and of those in them, each folder drawn from as often as
    its `SHARES` say, however few it holds; new files are taken in as they appear. Those that are
    there already are read at once: processes that make batches then share them."""

    def __init__(self, *folders: Path) -> None:
        self._files = Appearing(*folders)
        self._kept: dict[Path, list[Kept]] = {}
        self._refresh()

    def _refresh(self) -> None:
        for file in self._files.now_and_then():
            self._kept.setdefault(file.parent, []).extend(pickle.loads(file.read_bytes()))

    def draw(self, rng: Rng, *, board: bool = False) -> RougePhoto:
        """One picture; with `board` one that shows a board."""
        self._refresh()
        share = np.array([SHARES.get(folder.name, 1.0) for folder in self._kept])
        kept = list(self._kept.values())[rng.choice(len(share), p=share / share.sum())]
        one = kept[rng.integers(len(kept))]
        return unpacked(one) if one[0].cells or not board else self.draw(rng, board=True)


@dataclass(frozen=True)
class Cut:
    """A training picture (3, H, W) float32 0..1 with its target and weight planes."""

    image: Tensor
    target: Tensor
    weight: Tensor


def _recoloured(image: Pixels, rng: Rng) -> Pixels:
    """`recolour` for pictures larger than its sheet of noise: both halves get the same tones."""
    seed = int(rng.integers(1 << 31))
    axis = int(image.shape[1] > image.shape[0])
    halves = np.array_split(image, 2, axis=axis)
    done = [recolour(np.ascontiguousarray(half), np.random.default_rng(seed)) for half in halves]
    return np.concatenate(done, axis=axis)


def finder_cut(photo: RougePhoto, rng: Rng) -> Cut:
    """The photo at a random size and turn; target: board (0/1) and radius. A picture without
    hollows is one without a board."""
    matrix = _thrown(photo, rng)
    image, inner, scale = photo.image, matrix, float(np.hypot(*matrix[1, :2]))
    if scale < SHRUNK:
        image, inner = shrunk(image, matrix, scale * FINER)
    flat = cv2.warpAffine(image, inner, LOOK_WH, borderMode=cv2.BORDER_REPLICATE)
    there = bool(photo.cells)
    inside, r = _seen_in(photo, matrix)
    # Beyond the photo's border there is no picture: nothing is learnt there.
    target = np.stack([(r < 1.0) & there, np.clip(r, 0, 1.3)])
    weight = np.stack([inside, inside & (r < 1.1) & there])
    image = net_input(recolour(np.asarray(flat, np.uint8), rng))
    return Cut(image, target.astype(np.float32), weight.astype(np.float32))


def _thrown(photo: RougePhoto, rng: Rng) -> Matrix:
    """(2, 3) photo to a cut of it: the board at a random size, turn and place."""
    h, w = photo.image.shape[:2]
    pose = BoardPose.of(Homography(photo.homography), (w, h))
    scale = float(np.exp(rng.uniform(*np.log(FOUND_PX)))) / pose.radius_px
    turn = scale * rotation(rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.normal(0, 0.1))
    if rng.random() < 0.5:
        turn[0] *= -1
    middle = pose.middle_xy if photo.cells else np.array([w / 2, h / 2])
    goal = np.array(LOOK_WH) * rng.uniform(0.25, 0.75, 2)
    return np.hstack([turn, (goal - turn @ middle)[:, None]])


def _seen_in(photo: RougePhoto, matrix: Matrix) -> tuple[Mask, Float]:
    """(h, w) of a cut's cells whether the photo shows them, and how far from the board's middle
    they lie, in its radii."""
    h, w = photo.image.shape[:2]
    gw, gh = LOOK_WH[0] // FINDER_STRIDE, LOOK_WH[1] // FINDER_STRIDE
    grid = _grid(gw, gh, FINDER_STRIDE).reshape(-1, 2)
    seen = (grid - matrix[:, 2]) @ np.linalg.inv(matrix[:, :2]).T
    inside = ((seen >= 0) & (seen < (w, h))).all(1)
    pose = BoardPose.of(Homography(photo.homography), (w, h))
    r = np.hypot(*pose.to_photo.inverse()(seen).T)
    ahead = np.column_stack([seen, np.ones(len(seen))]) @ np.linalg.inv(photo.homography)[2] > 0
    r = np.where(ahead == ahead[np.argmin(r)], r, 9.0)
    return inside.reshape(gh, gw), r.reshape(gh, gw)


def _grid(width: int, height: int, stride: int) -> Points:
    """(height, width, 2) the middles of a map's cells in the picture, pixels."""
    ys, xs = np.mgrid[0:height, 0:width] * stride + (stride - 1) / 2
    return np.stack([xs, ys], -1)


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
    turn = rotation(rng.uniform(-np.pi, np.pi) if away < UPRIGHT else rng.normal(0, 0.12))
    middle = (SIDE - 1) / 2
    shift = rng.normal(0, 2, 2) if rng.random() < 0.6 else rng.normal(0, 16, 2)
    if rng.random() < 0.5:
        turn[0] *= -1
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


@dataclass(frozen=True)
class _Maps:
    """What the reader must say of a straightened cut, `target` (25, S, S), and how much each word
    counts, `weight` the same; `grid` (S, S, 2) the pixels of the cut at the maps' cells."""

    to_flat: Homography
    grid: Points
    target: Tensor
    weight: Tensor

    def tell(self, name: str, where: Mask, truth: Float | float, weight: float = 1.0) -> None:
        """What a channel must say there."""
        self.target[CHANNEL[name]][where] = truth
        self.weight[CHANNEL[name]][where] = weight

    def away_from(self, at: Points) -> Float:
        """(S, S) pixels from a spot (2,) of the cut."""
        return np.asarray(np.hypot(*(self.grid - at).transpose(2, 0, 1)))


def reader_cut(photo: RougePhoto, rng: Rng) -> Cut:
    """The straightened board and everything the reader must say of it."""
    to_flat, radius = _view(photo, rng)
    image = straightened(photo.image, to_flat)
    count, size_wh = SIDE // STRIDE, photo.image.shape[1::-1]
    target = np.zeros((len(READER_CHANNELS), count, count), np.float32)
    maps = _Maps(to_flat, _grid(count, count, STRIDE), target, np.zeros_like(target))
    seen = to_flat.inverse()(maps.grid.reshape(-1, 2))
    inside = ((seen >= 0) & (seen < size_wh)).all(1).reshape(count, count)
    r = np.hypot(*Homography(photo.homography).inverse()(seen).T).reshape(count, count)
    _rings(target, r, photo)
    maps.weight[:5] = inside
    covered = straightened((photo.covered * np.uint8(255))[..., None].repeat(3, 2), to_flat)
    maps.tell("foot", inside, 0)
    maps.tell("cover", inside, 0)
    target[CHANNEL["cover"]] = covered[2::STRIDE, 2::STRIDE, 0] > 127
    maps.tell("sticker", inside, 0)
    for xy in photo.stickers_xy:
        away = maps.away_from(to_flat(np.array([xy]))[0])
        target[CHANNEL["sticker"]][away < STICKER_PX] = 1
        maps.weight[CHANNEL["sticker"]][(away >= STICKER_PX) & (away < STICKER_RIM_PX)] = 0
    scale = radius / BoardPose.of(Homography(photo.homography), size_wh).radius_px
    things: tuple[TruthCell | TruthSpare, ...] = (*photo.cells, *photo.spares)
    for thing in things:
        _thing(maps, thing, scale, size_wh)
    return Cut(net_input(recolour(image, rng)), target, maps.weight * inside)


def _rings(target: Tensor, r: Float, photo: RougePhoto) -> None:
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
    maps: _Maps, thing: TruthCell | TruthSpare, scale: float, size_wh: tuple[int, ...]
) -> None:
    """Adds a hollow or a pawn of a photo of this size, which the cut shows so many times as
    large."""
    foot, middle = maps.to_flat(np.array([thing.foot_xy, thing.middle_xy]))
    hole = max(float(thing.radius_px) * scale, 2.5)
    away = maps.away_from(foot)
    core, near = away < max(0.75 * hole, 3.0), away < max(1.5 * hole, 6.0)
    if not near.any():
        return
    if not all(0 <= at < side for at, side in zip(thing.foot_xy, size_wh, strict=True)):
        maps.weight[:, near] = 0
        return
    clear, colour = thing.visible >= SEEN_ENOUGH, thing.colour
    maps.weight[CHANNEL["foot"]][near] = 0
    maps.tell("foot", core, 1, clear)
    for name, to_foot in zip(("dx", "dy"), (foot - maps.grid[near]).T, strict=True):
        maps.tell(name, near, to_foot / UNIT)
    maps.tell("seen", core, np.clip(thing.visible, 0, 1))
    maps.tell("taken", core, colour is not None, clear)
    if colour is None or not clear:
        return
    for name, lean in zip(("mx", "my"), middle - foot, strict=True):
        maps.tell(name, core, lean / UNIT)
    for name in NAMES:
        maps.tell(name, core, name == colour)


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
    angle = rng.uniform(-np.pi, np.pi) if -pose.lean[1] < UPRIGHT else rng.normal(0, 0.1)
    small[:2, :2] = small[:2, :2] @ rotation(angle)
    shaken = BoardPose(Homography(pose.to_photo.matrix @ small), np.array([0.0, -1.0]))
    cells = photo.cells
    feet = shaken.to_photo.inverse()(np.array([one.foot_xy for one in cells]))
    feet += rng.normal(0, 0.008, feet.shape)
    image = _recoloured(photo.image, rng)
    if rng.random() < SAVED:
        image = decoded(jpeg(image, int(rng.integers(70, 96))), cv2.IMREAD_COLOR)
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
