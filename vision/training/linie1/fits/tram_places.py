"""Fit where each line's tram stands, as photos are read:
`python -m vision.training linie1.fits.tram_places FIRST COUNT [--sober]`.

Boards late in a game are drawn by seeds, with their trams and without. Prints by what the log odds
of trams in cells and on termini (`close_tram`, `glance_tram` and the like) are to be multiplied and
what is to be added, the odds that a tram stands nowhere, and the likelihood before and after.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize

from rules.games.linie1.places import SPAN, TERMINI
from vision.linie1.limits import LIMITS
from vision.linie1.reader import load
from vision.linie1.tiles.cells import LINES
from vision.nn.arrays import Float, Mask
from vision.training.linie1.fits.cells_read import cells_read
from vision.training.linie1.pictures import FREE, late_photos

_CELLS = [(int(row), int(col)) for row, col in np.argwhere(FREE)]
_ENDS = [[divmod(at, SPAN) for at in one.border] for one in TERMINI]
_ON_TERMINUS = np.array([False] * len(_CELLS) + [True] * len(_ENDS))
#: Probability that is told apart from none, at least.
_LEAST = 1e-9


def collect(first: int, count: int, sober: bool) -> tuple[Float, Mask]:
    """(N, P) log odds of a line's tram in every place before it stands in one, and where it does;
    a row a line of a photo."""
    reader, odds, there = load(), list[Float](), list[Mask]()
    with cells_read() as told:
        for photo in late_photos(first, count, sober=sober):
            told.clear()
            found = reader.read(photo.image).observation
            if not told or found is None or not found.sightings:
                continue
            for line in range(LINES):
                seen = told[-1].trams[..., line]
                shares = [seen[at] for at in _CELLS] + [max(seen[at] for at in e) for e in _ENDS]
                places = [*_CELLS, *(ends[0] for ends in _ENDS)]
                p = np.clip(np.array(shares, np.float64), _LEAST, 1 - _LEAST)
                odds.append(np.log(p / (1 - p)))
                there.append(np.array([(line + 1, *at) in photo.trams for at in places]))
    return np.array(odds), np.array(there)


def loss(weights: Float, odds: Float, there: Mask) -> float:
    """Nats against where the trams stand, by factor and addend in cells and on termini, and the
    logarithm of the odds that one stands nowhere."""
    inside, more, end, more_end, nowhere = weights
    raised = np.where(_ON_TERMINUS, end * odds + more_end, inside * odds + more)
    terms = np.concatenate([raised, np.full((len(odds), 1), nowhere)], 1)
    right = np.concatenate([there, ~there.any(1, keepdims=True)], 1)
    whole = np.logaddexp.reduce(terms, axis=1)
    return float((whole - np.where(right, terms, -np.inf).max(1)).sum())


def main(argv: Sequence[str]) -> None:
    """Command line."""
    odds, there = collect(int(argv[0]), int(argv[1]), "--sober" in argv)
    now = np.array([1.0, 0.0, 1.0, 0.0, np.log(LIMITS.tram_nowhere)])
    found = minimize(loss, now, (odds, there), method="Nelder-Mead", options={"maxiter": 600}).x
    print(f"{len(odds)} lines of photos, of them with a tram {int(there.any(1).sum())}")
    print(f"cells * {found[0]:.3f} + {found[1]:.3f}, termini * {found[2]:.3f} + {found[3]:.3f}")
    print(f"nowhere {np.exp(found[4]):.3f}")
    print(f"nats {loss(now, odds, there):.1f} before, {loss(found, odds, there):.1f} after")
