"""Cuts of training pictures with what the net shall say of them, made where it learns."""

from __future__ import annotations

import math

import torch
from torch.nn.functional import grid_sample, max_pool2d

from vision.training.feed import Batch
from vision.training.mokadi.samples import Samples
from vision.training.on_device import Chance, blurred, turns

#: Width and height of a cut, pixels.
CUT_WH = (320, 256)
#: Thickness that sticks have in a cut, and the change of size of a picture without any.
_THICK_PX, _SIZES = (6.5, 19.0), (0.7, 1.8)
#: Thickness of sticks from which on it tells anything, pixels, and the changes of size allowed.
_THIN_PX, _CHANGE = 1.5, (0.4, 3.5)
#: Share of the cuts around a place where two pieces meet, as far as there is one, and around any
#: piece; scatter of that place in them, pixels.
_ON_MEETING, _ON_PIECE, _SCATTER_PX = 0.6, 0.3, 40.0
#: Label of spots outside the picture.
OUTSIDE = 255
#: Units of the offsets, as `vision.mokadi.pieces.fields` reads them.
_OFF_PX, _VOTE_PX = 8.0, 32.0
#: How much more spots count that lie near another piece, and how near, cells of the answer: what
#: lies over what is told there, by slivers.
_NEAR_WEIGHT, _NEAR_CELLS = 2.0, 2
#: Share of the cuts with more shadows, how many these are at most, and how wide, pixels.
_SHADED, _SHADOWS, _SHADOW_PX = 0.35, 6, (6.0, 40.0)


class Cutter:
    """Makes batches of cuts: image (N, 3, h, w) 0..1, part and colour (N, h / 2, w / 2) labels, (N,
    6, h / 2, w / 2) doubled angle, offsets to axis and end, and (N, h / 2, w / 2) how much a spot
    counts."""

    def __init__(self, samples: Samples, seed: int) -> None:
        self._samples = samples
        chance = Chance(samples.size.device, seed)
        self._rng, self._uniform, self._normal = chance.rng, chance.uniform, chance.normal
        self._none = samples.start.shape[1] - 1

    def batch(self, count: int) -> Batch:
        """Cuts of any pictures: turned, mirrored, resized, in another light."""
        one = self._samples.draw(count, self._rng)
        turn = self._turns(one)
        middle = self._middles(one)
        image = self._lit(self._shaded(self._shown(one, turn, middle)))
        whose, part = self._labels(one, turn, middle)
        colour = self._samples.colour[one[:, None, None], whose]
        ways = self._offsets(one, whose, turn, middle)
        image = (image / 255).contiguous(memory_format=torch.channels_last)
        return image, part, colour, ways, _weights(whose, self._none)

    def _turns(self, one: torch.Tensor) -> torch.Tensor:
        """(N, 2, 2) from the picture to the cut, but for the shift."""
        count, thick = len(one), self._samples.thick[one]
        quarter = torch.floor(self._uniform(count, high=4.0)) * (math.pi / 2)
        askew = self._uniform(count, low=-0.5, high=0.5) * (self._uniform(count) < 0.5)
        angle = quarter + askew
        known = thick > _THIN_PX
        low = torch.where(known, _THICK_PX[0], _SIZES[0]).log()
        high = torch.where(known, _THICK_PX[1], _SIZES[1]).log()
        size = (low + (high - low) * self._uniform(count)).exp() / torch.where(known, thick, 1.0)
        size = size.clamp(*_CHANGE)
        c, s = size * angle.cos(), size * angle.sin()
        side = torch.where(self._uniform(count) < 0.5, -1.0, 1.0)
        return turns(c, s, side)

    def _middles(self, one: torch.Tensor) -> torch.Tensor:
        """(N, 2) the spots of the pictures that the cuts are made around."""
        count, kind, told = len(one), self._uniform(len(one)), self._samples.told[one]
        meeting = (kind < _ON_MEETING) & told[:, 0]
        piece = (kind < _ON_MEETING + _ON_PIECE) & told[:, 1]
        which = torch.floor(self._uniform(count, high=self._samples.spots.shape[2])).long()
        spot = self._samples.spots[one, (~meeting).long(), which]
        near = spot + _SCATTER_PX * self._normal(count, 2)
        anywhere = self._uniform(count, 2) * self._samples.size[one]
        return torch.where((meeting | piece)[:, None], near, anywhere)

    def _shown(self, one: torch.Tensor, turn: torch.Tensor, middle: torch.Tensor) -> torch.Tensor:
        """(N, 3, h, w) 0..255 the cuts as they are, the mean of four spots where they shrink;
        beyond the rim mirrored."""
        width, height = CUT_WH
        size = turn.det().abs().sqrt()
        apart = 0.25 * (1 / size - 1).clamp(0, 1)
        image = self._samples.pixels[one, ..., :3].permute(0, 3, 1, 2).float()
        most = (self._samples.size[one] - 1)[:, None, None]
        whole = torch.tensor(image.shape[:1:-1], device=one.device) - 1
        shown = torch.zeros((len(one), 3, height, width), device=one.device)
        for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            shift = apart[:, None] * torch.tensor([dx, dy], device=one.device)
            spot = _grid(width, height, 1.0, 0.0, one.device) + shift[:, None, None]
            place = _back(spot, turn, middle).remainder(2 * most)
            place = torch.minimum(place, 2 * most - place)
            shown += grid_sample(image, 2 * place / whole - 1, align_corners=True) / 4
        return shown

    def _at(self, one: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """(N, h, w, 5) what is kept of whole pixels."""
        pixels = self._samples.pixels
        height, width = pixels.shape[1:3]
        flat = (one[:, None, None] * height + y.long()) * width + x.long()
        return pixels.view(-1, pixels.shape[-1])[flat]

    def _labels(
        self, one: torch.Tensor, turn: torch.Tensor, middle: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """(N, h / 2, w / 2) number of the piece, the last for none, and part."""
        size, device = self._samples.size[one][:, None, None], one.device
        spot = _grid(CUT_WH[0] // 2, CUT_WH[1] // 2, 2.0, 0.5, device).expand(len(one), -1, -1, -1)
        place = _back(spot, turn, middle).round()
        inside = ((place >= 0) & (place < size)).all(-1)
        place = torch.minimum(place.clamp(min=0), size - 1)
        kept = self._at(one, place[..., 0], place[..., 1])
        owner = kept[..., 3].long() - 1
        whose = torch.where(inside & (owner >= 0), owner, self._none)
        return whose, torch.where(inside, kept[..., 4].long(), OUTSIDE)

    def _offsets(
        self, one: torch.Tensor, whose: torch.Tensor, turn: torch.Tensor, middle: torch.Tensor
    ) -> torch.Tensor:
        """(N, 6, h / 2, w / 2) what the net shall say of axes and ends."""
        p, q = (
            _forth(ends[one], turn, middle)[torch.arange(len(one))[:, None, None], whose]
            for ends in (self._samples.start, self._samples.end)
        )
        spot = _grid(CUT_WH[0] // 2, CUT_WH[1] // 2, 2.0, 0.5, one.device)
        length = (q - p).norm(dim=-1, keepdim=True) + 1e-6
        along = (q - p) / length
        ahead = ((spot - p) * along).sum(-1, keepdim=True)
        off = (p + ahead * along - spot) / _OFF_PX
        tip = ((torch.where(ahead < length / 2, p, q) - spot) / _VOTE_PX).clamp(-6, 6)
        twice = 2 * torch.atan2(along[..., 1:], along[..., :1])
        return torch.cat([twice.cos(), twice.sin(), off, tip], -1).permute(0, 3, 1, 2)

    def _shaded(self, image: torch.Tensor) -> torch.Tensor:
        """The cuts, some with hard or soft shadows of long things across all that they show."""
        count, (width, height) = len(image), CUT_WH
        spot = _grid(width, height, 1.0, 0.0, image.device)
        soft = (self._uniform(count, low=math.log(0.5), high=math.log(8.0))).exp()[:, None, None]
        bearing = self._uniform(count, high=math.pi)
        number = torch.floor(self._uniform(count, low=1.0, high=_SHADOWS + 1.0))
        mask = torch.zeros((count, height, width), device=image.device)
        for k in range(_SHADOWS):
            turn = bearing + 0.5 * self._normal(count)
            along = torch.stack([turn.cos(), turn.sin()], -1)
            half = self._uniform(count, low=20, high=200)[:, None, None]
            wide = self._uniform(count, low=_SHADOW_PX[0], high=_SHADOW_PX[1])[:, None, None]
            middle = self._uniform(count, 2) * torch.tensor([width, height], device=image.device)
            away = spot - middle[:, None, None]
            ahead = (away * along[:, None, None]).sum(-1)
            beyond = away - ahead.clamp(-half, half)[..., None] * along[:, None, None]
            one = torch.special.ndtr((wide / 2 - beyond.norm(dim=-1)) / soft)
            mask = torch.where((k < number)[:, None, None], torch.maximum(mask, one), mask)
        depth = self._uniform(count, low=0.2, high=0.75) * (self._uniform(count) < _SHADED)
        return image * (1 - depth[:, None, None] * mask)[:, None]

    def _lit(self, image: torch.Tensor) -> torch.Tensor:
        """The cuts under another lamp, through another camera."""
        count = len(image)
        lamp = (0.1 * self._normal(count, 3) + 0.2 * self._normal(count, 1)).exp()
        other = self._uniform(count) < 0.7
        image = image * torch.where(other[:, None], lamp, 1.0)[:, :, None, None]
        bent = (0.25 * self._normal(count)).exp()
        bent = torch.where(other & (self._uniform(count) < 0.3), bent, 1.0)[:, None, None, None]
        image = 255 * (image.clamp(0, 255) / 255) ** bent
        blur = self._uniform(count, low=0.4, high=1.3) * (self._uniform(count) < 0.25)
        image = blurred(image, blur)
        noise = self._uniform(count, low=1, high=7) * (self._uniform(count) < 0.5)
        return (image + noise[:, None, None, None] * self._normal(*image.shape)).clamp(0, 255)


def _grid(width: int, height: int, step: float, first: float, device: torch.device) -> torch.Tensor:
    """(height, width, 2) x and y of cells."""
    y = torch.arange(height, device=device, dtype=torch.float32) * step + first
    x = torch.arange(width, device=device, dtype=torch.float32) * step + first
    return torch.stack([x.expand(height, -1), y[:, None].expand(-1, width)], -1)


def _half(device: torch.device) -> torch.Tensor:
    return torch.tensor(CUT_WH, device=device, dtype=torch.float32) / 2


def _back(spot: torch.Tensor, turn: torch.Tensor, middle: torch.Tensor) -> torch.Tensor:
    """(N, h, w, 2) places of the pictures at spots of the cuts."""
    away = spot - _half(spot.device)
    return torch.einsum("nij,nhwj->nhwi", turn.inverse(), away) + middle[:, None, None]


def _forth(place: torch.Tensor, turn: torch.Tensor, middle: torch.Tensor) -> torch.Tensor:
    """(N, K, 2) spots of the cuts at places of the pictures."""
    return torch.einsum("nij,nkj->nki", turn, place - middle[:, None]) + _half(place.device)


def _weights(whose: torch.Tensor, none: int) -> torch.Tensor:
    """(N, h, w) how much spots count, that show a piece by number: more where two pieces meet."""
    shown, number, ring = whose != none, whose.float(), 2 * _NEAR_CELLS + 1
    high = max_pool2d(torch.where(shown, number, -1.0), ring, 1, _NEAR_CELLS)
    low = -max_pool2d(torch.where(shown, -number, -1.0 - none), ring, 1, _NEAR_CELLS)
    return torch.where(shown & (high > low), 1 + _NEAR_WEIGHT, 1.0)
