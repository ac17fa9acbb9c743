"""Views of single cells as the close look meets them, made where the net learns.

Boards lie on the device whole; a batch is cut from them, with signs and trams drawn on open cells,
and recoloured there: the processor would be too slow for a graphics card by far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import torch

from rules.games.linie1.places import SPAN
from vision.linie1.tiles.cells import FACE_PERMUTATION, LINES
from vision.linie1.tiles.close import BORDER, VIEW
from vision.nn.arrays import Float, Pixels
from vision.training.feed import Batch
from vision.training.linie1.pictures import CELL_PX, FREE
from vision.training.linie1.samples import BoardSample
from vision.training.linie1.things import with_sign, with_tram
from vision.training.on_device import Chance, blurred, turns

#: Scatter of a finder's errors in shares of a cell, and of size, turn and tilt; how often it is
#: out by more, and how much more.
_SHIFT, _GROW, _TURN, _TILT = 0.035, 0.025, 0.015, 0.02
_BAD, _WORSE = 0.1, 2.5
#: How much more often a covered cell, and one beside a covered one, is taken than a bare one.
_COVERED, _BESIDE = 7.0, 3.0
#: A cell hidden more than this tells nothing of what lies on it.
_HIDDEN = 0.6
#: Share of the open cells on which things are drawn; what is drawn: a sign, a tram, or both, as a
#: tram halts where a sign stands.
_DRAWN = 0.6
_DRAWN_ONLY_SIGN, _DRAWN_ONLY_TRAM = 0.55, 0.2
#: How likely a cell with a photographed sign gets a tram drawn besides, and one with a tram a sign.
_DRAWN_BESIDES = 0.15
#: How often the sign hides a part of the tram that halts at it, not the other way round.
_SIGN_BEFORE_TRAM = 0.7
#: Signs, and trams of a line, that are drawn once and laid on cells again and again.
_SIGNS, _TRAMS = 4000, 1000
#: Share of the views that keep their hues: trams are told by theirs.
_KEEP_HUES = 0.8


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Things that may be laid on a view: `colour` (N, 3, 80, 80) uint8 that they add to it, and
    `through` (N, 3, 80, 80) uint8 how much of the view, of 255, is still seen."""

    colour: torch.Tensor
    through: torch.Tensor

    def on(self, view: torch.Tensor, which: torch.Tensor, where: torch.Tensor) -> torch.Tensor:
        """Views (B, 3, 80, 80) 0..1 with the thing of number `which` (B,) on those `where` (B,)."""
        colour, through = self.colour[which].float() / 255, self.through[which].float() / 255
        return torch.where(where[:, None, None, None], colour + view * through, view)


def _things(count: int, device: str, draw: Callable[[Pixels, int], Pixels]) -> _Drawn:
    """So many things, by what drawing each leaves of a black and of a white view."""
    black = np.zeros((VIEW, VIEW, 3), np.uint8)
    rows = [(draw(black, number), draw(255 - black, number)) for number in range(count)]
    dark, light = (np.stack(column).transpose(0, 3, 1, 2) for column in zip(*rows, strict=True))
    through = np.maximum(light, dark) - dark
    return _Drawn(torch.from_numpy(dark).to(device), torch.from_numpy(through).to(device))


def _chances(sample: BoardSample) -> Float:
    """(196,) how likely each cell of a board is to be looked at."""
    covered = sample.signs | sample.trams.any(-1)
    beside = cv2.dilate(covered.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    worth = (0.2 + (sample.faces > 0)) * np.where(covered, _COVERED, np.where(beside, _BESIDE, 1))
    worth = worth * (sample.hidden < _HIDDEN)
    flat: Float = worth.ravel() / max(worth.sum(), 1e-9)
    return flat


class Views:
    """Batches of views: pictures (B, 3, 80, 80) float32 BGR 0..1; faces (B,) int64, -1 where they
    do not count; things (B, 7) float32, sign and trams; which of these count, (B, 7) float32."""

    def __init__(
        self, samples: Sequence[BoardSample], worth: Float, device: str, seed: int
    ) -> None:
        """`worth` (N,) how often each board is drawn."""
        self._device = device
        chance = Chance(device, seed)
        self._rng, self._below = chance.rng, chance.below
        self._uniform, self._normal = chance.uniform, chance.normal
        self._boards = self._laid(np.stack([one.image for one in samples]))
        self._faces = self._laid(np.stack([one.faces.ravel() for one in samples]).astype(np.int64))
        things = [np.dstack([s.signs, s.trams]).reshape(-1, 1 + LINES) for s in samples]
        self._stands = self._laid(np.stack(things).astype(bool))
        chances = [w * _chances(one) for w, one in zip(worth, samples, strict=True)]
        self._chances = self._laid(np.concatenate(chances).astype(np.float32))
        self._free = self._laid(FREE.ravel())
        self._signs = _things(_SIGNS, device, lambda v, k: with_sign(v, CELL_PX, _source(k)))
        self._trams = _things(
            LINES * _TRAMS,
            device,
            lambda v, k: with_tram(v, CELL_PX, 1 + k // _TRAMS, _source(k)),
        )
        self._turned = self._laid(_looks())
        turned = [FACE_PERMUTATION.turned[-k % 4] for k in range(4)]
        faces = [*turned, *(FACE_PERMUTATION.mirrored[one] for one in turned)]
        self._renamed = self._laid(np.stack(faces).astype(np.int64))

    def batch(self, count: int) -> Batch:
        """Views of any cells: moved, turned, mirrored, in another light."""
        one = torch.multinomial(self._chances, count, replacement=True, generator=self._rng)
        board, cell = one // SPAN**2, one % SPAN**2
        look = self._below(8, count)
        view = self._cut(board, cell, self._turned[look]).permute(0, 3, 1, 2) / 255
        free = self._free[cell]
        view, stands = self._with_things(view, self._stands[board, cell], free)
        keep = self._uniform(count) < _KEEP_HUES
        faces = torch.where(free, self._renamed[look, self._faces[board, cell]], -1)
        tells = torch.cat([free[:, None], keep[:, None].expand(-1, LINES)], 1).float()
        return self._recoloured(view, keep), faces, stands.float(), tells

    def _laid(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self._device)

    def _cut(self, board: torch.Tensor, cell: torch.Tensor, spots: torch.Tensor) -> torch.Tensor:
        """(B, 80, 80, 3) float32 0..255 views at spots (B, 80, 80, 2) x, y of views that lie
        straight, off as a finder is off."""
        count = len(board)
        spread = torch.where(self._uniform(count) < _BAD, _WORSE, 1.0)[:, None]
        turn = _TURN * spread[:, 0] * self._normal(count)
        grow = (_GROW * spread * self._normal(count, 2)).exp()
        tilt = 2 * _TILT * spread * self._normal(count, 2) / VIEW
        shift = _SHIFT * spread * self._normal(count, 2) * CELL_PX
        away = spots - (VIEW / 2 - 0.5)
        rows = turns(turn.cos(), turn.sin()) * grow[:, None]
        moved = torch.einsum("nij,nhwj->nhwi", rows, away)
        moved = moved / (1 + (away * tilt[:, None, None]).sum(-1, keepdim=True))
        middle = torch.stack([cell % SPAN, cell // SPAN], -1).float() - 0.5 + BORDER
        return self._shown(board, moved + (middle * CELL_PX - 0.5 + shift)[:, None, None])

    def _shown(self, board: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
        """What boards show at places (B, h, w, 2), between whole pixels by halves."""
        side = self._boards.shape[1]
        at = at.clamp(0, side - 1.001)
        x, y = at.floor().long().unbind(-1)
        right, below = (at - at.floor())[..., :1], (at - at.floor())[..., 1:]
        flat = self._boards.view(-1, 3)
        first = (board[:, None, None] * side + y) * side + x
        upper = torch.lerp(flat[first].float(), flat[first + 1].float(), right)
        lower = torch.lerp(flat[first + side].float(), flat[first + side + 1].float(), right)
        return torch.lerp(upper, lower, below)

    def _with_things(
        self, view: torch.Tensor, stands: torch.Tensor, free: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Views with a sign, a tram or both drawn on cells that are `free` (B,) for it, and (B, 7)
        what stands there then, with what stood there."""
        count = len(view)
        sign, tram = stands[:, 0], stands[:, 1:].any(1)
        besides = (self._uniform(count) < _DRAWN_BESIDES) & (sign ^ tram)
        which, some = self._uniform(count), self._uniform(count) < _DRAWN
        both = which >= _DRAWN_ONLY_SIGN + _DRAWN_ONLY_TRAM
        bare = some & ~sign & ~tram
        draw_sign = free & (besides & tram | bare & (both | (which < _DRAWN_ONLY_SIGN)))
        draw_tram = free & (besides & sign | bare & (both | (which >= _DRAWN_ONLY_SIGN)))
        number, car = self._below(_SIGNS, count), self._below(LINES * _TRAMS, count)
        last = self._uniform(count) < _SIGN_BEFORE_TRAM
        view = self._signs.on(view, number, draw_sign & ~last)
        view = self._trams.on(view, car, draw_tram)
        view = self._signs.on(view, number, draw_sign & last)
        line = torch.arange(LINES, device=self._device) == (car // _TRAMS)[:, None]
        stands = torch.cat(
            [(sign | draw_sign)[:, None], stands[:, 1:] | (line & draw_tram[:, None])], 1
        )
        return view, stands

    def _recoloured(self, view: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        """Views of another light, other colours but where hues are kept, sharpness, noise."""
        count = len(view)
        alike = torch.full((count, 3, 3), 0.6, device=self._device)
        parts = torch._standard_gamma(alike, generator=self._rng)
        mix = parts / parts.sum(-1, keepdim=True).clamp(min=1e-6)
        mix = torch.where(keep[:, None, None], torch.eye(3, device=self._device), mix)
        gain = (0.08 * self._normal(count, 3) + 0.2 * self._normal(count, 1)).exp()
        out = torch.einsum("ncd,ndhw->nchw", mix * gain[:, :, None], view).clamp(0, 1)
        out = out ** (0.2 * self._normal(count)).exp()[:, None, None, None]
        other = (~keep & (self._uniform(count) < 0.15))[:, None, None, None]
        out = torch.where(other, 1 - out, out)
        squeeze = torch.where(self._uniform(count) < 0.25, self._uniform(count, low=0.4), 1.0)
        lift = (1 - squeeze) * self._uniform(count)
        out = out * squeeze[:, None, None, None] + lift[:, None, None, None]
        blur = self._uniform(count, low=0.4, high=1.6) * (self._uniform(count) < 0.35)
        noise = self._uniform(count, high=0.02)[:, None, None, None]
        return (blurred(out, blur) + noise * self._normal(*out.shape)).clamp(0, 1)


def _source(number: int) -> np.random.Generator:
    return np.random.default_rng([31, number])


def _looks() -> Float:
    """(8, 80, 80, 2) x and y of the spot that each spot of a view shows after quarter turns, and
    after these in the mirror."""
    x, y = np.meshgrid(np.arange(VIEW), np.arange(VIEW))
    turned = [np.rot90(np.dstack([x, y]), quarters) for quarters in range(4)]
    return np.stack([*turned, *(one[:, ::-1] for one in turned)]).astype(np.float32)
