"""Fit how far the looks at a tram are believed:
`python -m vision.training linie1.fits.tram_weights FIRST COUNT`.

Boards late in a game, drawn from seeds that no net learnt from, are laid straight by their true
place, as they are and with their trams taken off: most photos of an evening show none. Prints the
weights of both nets' logits and the constant with the best likelihood, for cells seen closely, for
cells at a glance and for termini; and for signs of cells with a tram, and of others.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.homography import Homography
from rules.games.linie1.places import SPAN
from vision.linie1.board.rectify import rectified
from vision.linie1.tiles.cells import CELL_PX, FACES, CellReader
from vision.linie1.tiles.close import BORDER, CloseReader, likely_termini, low_confidence_cells
from vision.linie1.tiles.close import CELL_PX as CLOSE_PX
from vision.nn.calibration import log_odds
from vision.nn.models import load_net
from vision.reading import SURE_CONFIDENCE
from vision.training.fitting import logistic, yes_no_loss
from vision.training.linie1.pictures import FREE, late_photos, sample_of

#: A place hidden more than this is not counted.
_HIDDEN = 0.3

#: Logit from which a thing is told for sure.
_SURE = log_odds(SURE_CONFIDENCE)

_KINDS = ("close", "termini", "glance", "signs", "signs by trams")
Rows = dict[str, list[tuple[float, float, bool]]]


def collect(first: int, count: int) -> Rows:
    """Of every place and line what is told at a glance (log odds), by the close look (logit), and
    whether its tram is there; of places that are looked at closely, and of others ("glance"). Of
    places that are looked at closely the same of signs, with a tram and without."""
    cells_of = CellReader(load_net("linie1/cells"), load_net("linie1/trams"))
    close_of = CloseReader(load_net("linie1/close"))
    rows: Rows = {kind: [] for kind in _KINDS}
    for photo in late_photos(first, count):
        view, sample = Homography(photo.board_to_photo), sample_of(photo)
        found = cells_of.at_a_glance(rectified(photo.image, view, CELL_PX))
        odds = np.log(found.trams / (1 - found.trams))
        sign_odds = np.log(found.sign / (1 - found.sign))
        picture = rectified(photo.image, view, CLOSE_PX, BORDER)
        cells = low_confidence_cells(found)
        close = close_of.logits(picture, cells)[:, FACES:] if len(cells) else ()
        looked = dict(zip(map(tuple, cells.tolist()), close, strict=True))
        for spot in zip(*np.nonzero(FREE & (sample.hidden < _HIDDEN)), strict=True):
            kind, near = ("close", looked[spot][1:]) if spot in looked else ("glance", odds[spot])
            rows[kind] += zip(odds[spot], near, sample.trams[spot], strict=True)
            if spot in looked:
                kind = "signs by trams" if sample.trams[spot].any() else "signs"
                rows[kind].append((sign_odds[spot], looked[spot][0], sample.signs[spot]))
        termini = likely_termini(found)
        ends = close_of.terminus_logits(picture, termini) if termini else ()
        for terminus, near in zip(termini, ends, strict=True):
            spots = [divmod(at, SPAN) for at in terminus.border]
            if max(sample.hidden[spot] for spot in spots) < _HIDDEN:
                glance = np.max([odds[spot] for spot in spots], axis=0)
                rows["termini"] += zip(glance, near, sample.trams[spots[0]], strict=True)
    return rows


def main(argv: Sequence[str]) -> None:
    """Command line."""
    cv2.setNumThreads(1)
    for name, rows in collect(int(argv[0]), int(argv[1])).items():
        table = np.array(rows, float)
        there = table[:, 2] > 0.5
        print(name, len(table), "of them there", int(there.sum()))
        for columns in ([0], [1], [0, 1]):
            x = table[:, columns]
            if not there.any() or x.std(0).min() == 0:
                continue
            x = np.column_stack([x, np.ones(len(x))])
            w = logistic(x, there)
            p = x @ w
            print(f"  {columns} {np.round(w, 3)} missed {(p[there] < 0).sum()}",
                  f"sure {(p[there] > _SURE).sum()} invented {(p[~there] > 0).sum()}",
                  f"surely {(p[~there] > _SURE).sum()}",
                  f"loss {yes_no_loss(p, there) * len(p):.1f}")  # fmt: skip
