"""Pictures as bytes and back, as profiles, saved games and pages keep them; and made smaller."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.arrays import Pixels


def shrunk_to(picture: Pixels, longest_px: float) -> tuple[Pixels, float]:
    """A picture (H, W, 3) uint8 BGR, smaller where its longest side has more than so many pixels,
    and its size over what it was."""
    scale = min(1.0, longest_px / max(picture.shape[:2]))
    return shrunk_by(picture, scale), scale


def shrunk_by(picture: Pixels, scale: float) -> Pixels:
    """A picture (H, W, 3) uint8 BGR made smaller by area, so that thin lines are averaged and not
    skipped; itself at a scale of 1."""
    if scale == 1:
        return picture
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def decoded(data: bytes) -> Pixels | None:
    """(H, W, 3) uint8 BGR of a picture's bytes; None where they are none. How large it is must be
    known to be bearable."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    return None if image is None else np.asarray(image, np.uint8)


def encoded(picture: Pixels, kind: str, how: Sequence[int] = ()) -> bytes:
    """The bytes of a picture (H, W, 3) uint8 BGR as a file of a `kind`, such as `.png`; `how`: what
    OpenCV is told of it. Raises ValueError for one that is no such picture."""
    packed, data = cv2.imencode(kind, picture, how)
    if not packed:
        raise ValueError(f"a picture of shape {picture.shape} cannot be packed as {kind}")
    return data.tobytes()


def jpeg(picture: Pixels, quality: int) -> bytes:
    """A picture as JPEG of a quality 0..100."""
    return encoded(picture, ".jpg", (cv2.IMWRITE_JPEG_QUALITY, quality))
