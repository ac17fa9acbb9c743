"""What a pawn's tint says of its name, against the tint of the board's light.

The nets see a pawn as it looks; what paints people call by a name, and what their sheen and the
light make of them, they know only from what they learnt: navy and brown are black to them, orange
and cream yellow, and surely.
"""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Float
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import Limits
from vision.rouge.pawns.surroundings import Surroundings

#: By how much bluer and greener than red pawns are that people call by each name, nats: mean,
#: spread, and how both go together, as their light does. Of 258 sets on 100 boards of two picture
#: makers, each set counted about once, black ones that are not too dark for a tint; of pink ones
#: too few were drawn, theirs is that of their paints.
_PAINTS = {
    "red": ((-1.8, -2.0), (0.74, 0.70), 0.8),
    "blue": ((2.2, 1.0), (0.84, 0.64), 0.7),
    "yellow": ((-2.0, -0.3), (0.92, 0.32), 0.6),
    "green": ((0.2, 1.2), (0.69, 0.60), 0.3),
    "black": ((0.0, 0.0), (0.42, 0.20), 0.85),
    "white": ((-0.1, 0.0), (0.48, 0.20), 0.85),
    "orange": ((-2.3, -1.3), (0.94, 0.62), 0.8),
    "purple": ((0.4, -0.9), (0.58, 0.40), 0.4),
    "pink": ((-0.5, -1.1), (0.64, 0.45), 0.6),
    "brown": ((-0.8, -0.6), (0.62, 0.44), 0.8),
    "grey": ((-0.1, 0.0), (0.45, 0.20), 0.85),
}
_MEANS, _SPREADS = np.array([_PAINTS[name][:2] for name in COLOURS]).transpose(1, 0, 2)
_TOGETHER = np.array([_PAINTS[name][2] for name in COLOURS])
#: Density of tints that no paint explains: a lamp of a strong colour, another thing.
_STRANGE = 0.0025
#: How blue and green of lights go together: by hand, as lamps are warmer or colder.
_LIGHTS = 0.9
#: Tints beyond which a pawn is as blue or as green as one can be.
_UTMOST = 3.5


def hinted(logits: Float, seen: Surroundings, limits: Limits) -> Float:
    """The logits (N, 11) of pawns' colours, those of the hollows, the first M rows, with what their
    tints say while it is open whether pawns stand there at all."""
    return _with_tints(logits, seen, 1.0, limits.tint_hints, limits)


def named_by_tints(logits: Float, seen: Surroundings, limits: Limits) -> Float:
    """The same for the pawns' names: nets err surely on paints that they do not know."""
    return _with_tints(logits, seen, limits.net_names, limits.tint_says, limits)


def _with_tints(
    logits: Float, seen: Surroundings, net: float, tint: float, limits: Limits
) -> Float:
    found, count = logits.copy(), len(seen.tints)
    strays = np.zeros(2) if seen.lit else np.array(limits.light_strays)
    fits = np.logaddexp(_by_paint(seen.tints, strays), np.log(_STRANGE))
    # Where no paint explains a tint the name is the net's alone.
    explained = 1 - _STRANGE / np.exp(fits.max(axis=1, keepdims=True))
    net_says = 1 - (1 - net) * explained
    found[:count] = net_says * logits[:count] + limits.colour_temperature * tint * fits
    return found


def _by_paint(tints: Float, strays: Float) -> Float:
    """(M, 11) log likelihoods of tints (M, 2) of pawns of each name; `strays` (2,) how far the
    light may be from none, blue and green together."""
    spreads = np.hypot(_SPREADS, strays)
    together = (_TOGETHER * _SPREADS.prod(axis=1) + _LIGHTS * strays.prod()) / spreads.prod(axis=1)
    off = (np.clip(tints, -_UTMOST, _UTMOST)[:, None] - _MEANS) / spreads
    blue, green = np.moveaxis(off, 2, 0)
    alone = 1 - together**2
    far = (blue**2 - 2 * together * blue * green + green**2) / alone
    return np.asarray(-0.5 * far - np.log(spreads).sum(axis=1) - 0.5 * np.log(alone))
