"""Looks at one picture that are as good as each other: turned by quarters, or in the mirror.

A net's answer to a turned picture is told in the turned frame: its maps are turned back, and the
classes that a turn changes into each other (a track's direction, a spoke) change their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from vision.nn.arrays import Indices, Pixels, Tensor, to_nchw

#: A net, or what stands in for one: (N, C, H, W) in, (N, K) or (N, K, h, w) out.
Forward = Callable[[Tensor], Tensor]


@dataclass(frozen=True)
class LabelPermutation:
    """What becomes of a net's first K classes: `turned` (4, K) after 0 to 3 quarter turns clockwise
    class k is class `turned[q, k]`; `mirrored` (K,) with left and right swapped. Classes beyond
    them look the same from every side."""

    turned: Indices
    mirrored: Indices

    def undo(self, symmetry: Symmetry, logits: Tensor) -> Tensor:
        """Return logits (..., K or more) of a transformed picture in the picture's own frame."""
        told = logits.copy()
        count = len(self.mirrored)
        told[..., :count] = told[..., self.turned[-symmetry.quarters % 4]]
        if symmetry.mirrored:
            told[..., :count] = told[..., self.mirrored]
        return told


@dataclass(frozen=True)
class Symmetry:
    """Left and right swapped or not, and then so many quarter turns anticlockwise."""

    quarters: int = 0
    mirrored: bool = False

    def apply(self, images: Pixels) -> Pixels:
        """Return square pictures (N, S, S, 3) transformed."""
        seen = images[:, :, ::-1] if self.mirrored else images
        return np.ascontiguousarray(np.rot90(seen, self.quarters, axes=(1, 2)))

    def undo_maps(self, maps: Tensor) -> Tensor:
        """Return square maps (N, s, s, C) of transformed pictures turned back."""
        back = np.rot90(maps, -self.quarters, axes=(1, 2))
        return np.ascontiguousarray(back[:, :, ::-1] if self.mirrored else back)


def look(net: Forward, images: Pixels, symmetry: Symmetry, labels: LabelPermutation) -> Tensor:
    """Return what a net says of transformed pictures (N, S, S, 3), told in their own frame:
    logits (N, K), or (N, s, s, K) where it gives maps."""
    out = net(to_nchw(symmetry.apply(images)))
    if out.ndim == 4:
        out = symmetry.undo_maps(out.transpose(0, 2, 3, 1))
    return labels.undo(symmetry, out)


def looks(
    net: Forward, images: Pixels, symmetries: Iterable[Symmetry], labels: LabelPermutation
) -> Tensor:
    """Return (S, ...) what `look` returns for each of S symmetries."""
    return np.stack([look(net, images, one, labels) for one in symmetries])
