"""Named random generators: every part of a picture draws from its own stream."""

from __future__ import annotations

import zlib

import numpy as np


def stream(seed: int, *names: object) -> np.random.Generator:
    """A generator for one named part of the scene.

    Separate streams keep a part unchanged when another part is drawn differently, so that the
    photos of one game show the same table and the same tiles.
    """
    return np.random.default_rng([seed % (1 << 32), zlib.crc32(repr(names).encode())])
