"""What a pawn's tint says of its name, against the tint of the board's light.

The nets see a pawn as it looks; what paints people call by a name, and what their sheen and the
light make of them, they know only from what they learnt: navy is black to them, and cream yellow.
"""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Float
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import Limits
from vision.rouge.pawns.surroundings import Surroundings

_BLACK = COLOURS.index("black")
#: By how much bluer and greener than red paints are that people call by each name, nats: mean and
#: spread of 400 that our picture maker draws, with up to three tenths of sheen.
_PAINTS = {
    "red": ((-1.4, -1.5), (0.6, 0.7)),
    "blue": ((1.5, 0.6), (0.7, 0.4)),
    "yellow": ((-1.9, -0.3), (0.6, 0.1)),
    "green": ((0.0, 0.9), (0.4, 0.5)),
    "black": ((0.0, 0.0), (0.0, 0.0)),
    "white": ((-0.1, 0.0), (0.1, 0.0)),
    "orange": ((-2.2, -1.3), (0.7, 0.3)),
    "purple": ((0.3, -0.7), (0.2, 0.4)),
    "pink": ((-0.6, -1.1), (0.2, 0.3)),
    "brown": ((-0.6, -0.4), (0.4, 0.2)),
    "grey": ((0.0, 0.0), (0.1, 0.1)),
}
_MEANS, _SPREADS = np.array([_PAINTS[name] for name in COLOURS]).transpose(1, 0, 2)
#: How much more the light's blue strays than its green.
_STRAYS = np.array([1.0, 0.6])
#: Density of tints that no paint explains: a lamp of a strong colour, another thing.
_STRANGE = 0.05


def with_tints(logits: Float, seen: Surroundings, limits: Limits) -> Float:
    """The logits (N, 11) of pawns' colours, those of the hollows, the first M rows, with what the
    tints of what stands there say."""
    found = logits.copy()
    count = len(seen.tints)
    blue = np.clip(
        limits.bluish_says * (seen.tints[:, 0] - limits.bluish), 0, limits.bluish_at_most
    )
    nats = limits.tint_says * _by_paint(seen, limits)
    nats[:, _BLACK] -= blue
    found[:count] += limits.colour_temperature * nats
    return found


def _by_paint(seen: Surroundings, limits: Limits) -> Float:
    """(M, 11) how much worse each name's paints explain tints than the best ones, nats."""
    strays = _STRAYS * (limits.tint_strays[0] if seen.lit else limits.tint_strays[1])
    spread = _SPREADS**2 + strays**2
    off = (seen.tints[:, None] - _MEANS) ** 2 / spread + np.log(spread)
    fits = np.logaddexp(-0.5 * off.sum(axis=2), np.log(_STRANGE))
    return np.asarray(np.maximum(fits - fits.max(axis=1, keepdims=True), -limits.tint_at_most))
