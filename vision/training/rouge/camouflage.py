"""Pictures of Rouge boards in which pawns have the colour of the ring that they stand in, and of
boards burnt out by a lamp.

Such pawns are the hardest to see and the rarest to render. In logarithms a pixel is albedo plus
shading, so the channels can be mixed to a grey in which two albedos are the same while the shading
stays: the shadows, rims and highlights by which such a pawn is told (the one-dimensional
projection of Finlayson et al., 2006, turned to another end).
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from calibration.homography import Homography
from tests.render.rouge.photo import RougePhoto
from vision.nn.arrays import Float, Points, Tensor

Rng = np.random.Generator

#: Added to pixel values before their logarithm is taken.
_FLOOR = 4.0
#: Longest mixture of channels: beyond it noise drowns the shading.
_LONGEST = 2.2
#: A pawn of which less is seen tells no colour.
_SEEN = 0.6
#: How much brighter or darker than their ring pawns are then, and how bright the new board is
#: beside the old one: standard deviations of the logarithm. Half of the pawns are as bright as the
#: ring.
_DARKER, _BRIGHT = 0.6, 0.35
#: Logarithm of the brightest a camera tells; by how much a ring that is burnt out goes beyond it,
#: mean and standard deviation; the most that a picture is brightened: beyond it noise drowns all.
_WHITE, _TOO_BRIGHT, _MOST = float(np.log(255 + _FLOOR)), (0.05, 0.15), 2.0


def camouflaged(photo: RougePhoto, rng: Rng) -> RougePhoto | None:
    """The photo in one hue: a pawn has the shade of its ring, or is a little brighter or darker.
    The pawns' names no longer fit what they look like. None where the colours differ in brightness
    alone, or where no pawn is seen."""
    pawns = [one for one in photo.cells if one.colour is not None and one.visible >= _SEEN]
    if not pawns:
        return None
    tones = np.log(photo.image.astype(np.float32) + np.float32(_FLOOR))
    one = pawns[rng.integers(len(pawns))]
    same = [p.middle_xy for p in pawns if (p.colour, p.ring) == (one.colour, one.ring)]
    bare = _between(photo, one.ring)
    ring = _median(tones, bare)
    darker = rng.normal(0, _DARKER) if rng.random() < 0.5 else rng.normal(0, 0.05)
    mixture = _mixture(_median(tones, np.array(same)) - ring, darker)
    if mixture is None:
        return None
    grey = tones @ mixture.astype(np.float32) - np.float32(ring @ mixture)
    tint = ring + rng.normal(0, _BRIGHT) + rng.normal(0, 0.1, 3)
    out = grey[..., None] + tint
    image = cv2.exp(np.asarray(out, np.float32)) - np.float32(_FLOOR)
    return replace(photo, image=np.clip(image, 0, 255).astype(np.uint8))


def burnt_out(photo: RougePhoto, rng: Rng) -> RougePhoto:
    """The photo with one of its rings made white, and the lamp too bright for the camera there:
    what is left of hollows and white pawns are faint shadows, often tinted, for the three channels
    do not burn out alike. Names no longer fit what pawns look like."""
    tones = np.log(photo.image.astype(np.float32) + np.float32(_FLOOR))
    ring = _median(tones, _between(photo, int(rng.integers(3))))
    gain = np.clip(_WHITE + rng.normal(*_TOO_BRIGHT) + rng.normal(0, 0.06, 3) - ring, -1, _MOST)
    bright = cv2.exp(np.asarray(tones + gain, np.float32)) - np.float32(_FLOOR)
    shown = np.clip(bright, 0, 255) * rng.uniform(0.75, 1.0) * rng.uniform(0.92, 1.0, 3)
    return replace(photo, image=np.clip(shown, 0, 255).astype(np.uint8))


def _between(photo: RougePhoto, ring: int) -> Points:
    """(8, 2) pixels of the ring's face, half way from hollow to hollow."""
    turn = np.radians(photo.phases_deg[ring] + 22.5 + 45 * np.arange(8))
    radius = np.mean(photo.bounds[ring])
    spots = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    return np.asarray(Homography(photo.homography)(spots))


def _median(tones: Tensor, pixels: Points) -> Float:
    """(3,) the middle tone of small patches."""
    h, w = tones.shape[:2]
    x, y = np.clip(np.round(pixels).astype(int), 2, (w - 3, h - 3)).T
    span = np.arange(-2, 3)
    patches = tones[y[:, None, None] + span[:, None], x[:, None, None] + span]
    return np.asarray(np.median(patches.reshape(-1, 3), axis=0), np.float64)


def _mixture(difference: Float, seen: float) -> Float | None:
    """(3,) the shortest mixture of channels that sums to one and sees so much of a difference."""
    rows = np.stack([np.ones(3), difference])
    square = rows @ rows.T
    if np.linalg.det(square) < 1e-6:
        return None
    mixture = np.asarray(rows.T @ np.linalg.solve(square, (1.0, seen)), np.float64)
    return mixture if np.linalg.norm(mixture) <= _LONGEST else None
