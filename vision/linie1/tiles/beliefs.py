"""From probabilities by cell to beliefs over contents, with what the printed board says.

A location bears no tile and no tram (as good as never) and has one sign, beside it; a line has one
tram, a terminus is one place before two cells, and what is hidden is not known.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

import numpy as np

from rules.core.observation import EMPTY, Belief, Empty
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import LOCATION_AT, SPAN, SPOTS, TERMINI, Spot
from rules.games.linie1.tiles import TILES, Tile
from vision.linie1.limits import LIMITS, Limits
from vision.linie1.tiles.cells import FACES, LINES, CellReadings
from vision.linie1.tiles.neighbours import with_neighbours
from vision.nn.arrays import Float, Mask
from vision.reading import SURE_CONFIDENCE

ShareT = TypeVar("ShareT", float, Float)


@dataclass(frozen=True)
class PlaceBelief:
    """What is believed of one place: `faces` (35,) probabilities of no tile and of each face,
    `sign` of a stop sign, `trams` (6,) of each line's tram; `hidden` the share nobody can see;
    `may_bear_sign` whether a sign there would be no foul."""

    spot: Spot
    faces: Float
    sign: float
    trams: Float
    hidden: float
    may_bear_sign: bool = True

    def tile(self) -> tuple[Tile | None, float]:
        """The likelier of no tile and the likeliest tile, and its probability."""
        face = int(np.argmax(self.faces))
        return (TILES[face] if face else None), float(self.faces[face])

    def others(self, count: int) -> tuple[tuple[Tile | None, float], ...]:
        """What else may lie there, likeliest first."""
        ranked = [int(f) for f in np.argsort(-self.faces)[1 : 1 + count]]
        return tuple((TILES[f] if f else None, float(self.faces[f])) for f in ranked)

    def contents(self, limits: Limits = LIMITS) -> Belief[CellContent]:
        """A belief over everything that may stand here together. What is hardly seen, or may be
        hidden by what is, is in it too: whoever knows that it stood here must be able to tell it
        from what is gone."""
        weights = self._with_hidden(limits)._together(limits, limits.named)
        for content, p in self._trams_for_signs(limits):
            weights[content] = weights.get(content, 0.0) + p
        return _likeliest(weights, limits)

    def confidence(self, limits: Limits = LIMITS) -> float:
        """Probability of the likeliest content, what is hardly seen left out."""
        return _likeliest(self._together(limits, limits.tram_doubted), limits).confidence

    def _sign_on(self, face: int, limits: Limits) -> float:
        """Probability of a sign where a face, or no tile (0), is: they stand on tiles, and a faint
        look of one on bare board is a reflection, or leans over from the next cell."""
        return self.sign if face else with_odds(self.sign, limits.sign_on_bare)

    def _with_hidden(self, limits: Limits) -> PlaceBelief:
        """With what a sign or a tram that is seen may hide of the other, at which trams halt."""
        trams = np.maximum(self.trams, self.sign * limits.tram_at_sign)
        halts = limits.sign_at_tram
        if not self.may_bear_sign:
            halts = with_odds(halts, limits.sign_elsewhere)
        sign = max(self.sign, float(self.trams.max()) * halts)
        return replace(self, trams=trams, sign=sign)

    def _together(self, limits: Limits, least_tram: float) -> dict[CellContent | Empty, float]:
        """Contents and their probabilities, with the trams that are likely enough."""
        signs = {face: self._sign_on(face, limits) for face in self._likely_faces(limits)}
        lines: list[int] = np.flatnonzero(self.trams >= least_tram).tolist()
        weights: dict[CellContent | Empty, float] = {}
        for face, sign in product(signs, (False, True)):
            likely = signs[face] if sign else 1 - signs[face]
            if likely < limits.named:
                continue
            share = self.faces[face] * likely
            for there in product((False, True), repeat=len(lines)):
                trams = [n for n, is_there in zip(lines, there, strict=True) if is_there]
                p = float(share * self._tram_share(trams, lines))
                if p >= limits.named / 10:
                    content = _content(face, sign, trams)
                    weights[EMPTY if content.nothing else content] = p
        return weights

    def _trams_for_signs(self, limits: Limits) -> Iterator[tuple[CellContent, float]]:
        """A small tram seen from above may look like a sign: what stands there may be either."""
        if self.sign * limits.tram_for_sign < limits.named / 10:
            return
        for face, line in product(self._likely_faces(limits), range(LINES)):
            p = float(self.faces[face] * self.sign * limits.tram_for_sign)
            if p >= limits.named / 10:
                yield _content(face, False, [line]), p

    def _likely_faces(self, limits: Limits) -> list[int]:
        likely: list[int] = np.flatnonzero(self.faces >= limits.named).tolist()
        return likely

    def _tram_share(self, there: list[int], likely: list[int]) -> float:
        """Probability that of the likely trams exactly these stand here."""
        gone = (line for line in likely if line not in there)
        stand = math.prod(float(self.trams[line]) for line in there)
        return stand * math.prod(1 - float(self.trams[line]) for line in gone)


def _content(face: int, sign: bool, trams: list[int]) -> CellContent:
    return CellContent.of(TILES[face] if face else None, sign, (n + 1 for n in trams))


def _likeliest(weights: dict[CellContent | Empty, float], limits: Limits) -> Belief[CellContent]:
    total = max(1.0, sum(weights.values()))
    ranked = sorted(weights.items(), key=lambda item: -item[1])[: limits.contents]
    return Belief.of({content: p / total for content, p in ranked})


def place_beliefs(
    found: CellReadings, limits: Limits = LIMITS, *, alone: bool = False
) -> tuple[PlaceBelief, ...]:
    """All 144 cells in reading order, then the twelve termini. `alone`: no game is played, whose
    referee weighs himself what would be a foul; weighed twice, a real one would hardly be seen."""
    if alone:
        found = replace(found, faces=with_neighbours(found.faces, limits))
    trams = _one_tram_a_line(_tram_places(found.trams), limits.tram_nowhere)
    may_bear_sign = _may_bear_sign(found.sign)
    cells = [
        _cell(found, row, col, trams[row, col], bool(may_bear_sign[row, col]), limits)
        for row in range(1, SPAN - 1)
        for col in range(1, SPAN - 1)
    ]
    return (*cells, *_termini(found, trams))


def _may_bear_sign(sign: Float) -> Mask:
    """(14, 14) the cells beside a location that has no sign elsewhere for sure: each has one, on
    the first tile laid beside it (rule document 5.8). `sign`: (14, 14) probabilities."""
    may = np.zeros((SPAN, SPAN), bool)
    for at in LOCATION_AT:
        cells = [divmod(at + step, SPAN) for step in (-1, 1, -SPAN, SPAN)]
        for cell in cells:
            others = max(float(sign[other]) for other in cells if other != cell)
            may[cell] |= others < SURE_CONFIDENCE
    return may


def _cell(
    found: CellReadings, row: int, col: int, trams: Float, may_bear_sign: bool, limits: Limits
) -> PlaceBelief:
    faces, sign = found.faces[row, col].copy(), float(found.sign[row, col])
    hidden = float(found.occlusion[row, col])
    if row * SPAN + col in LOCATION_AT:
        faces[1:] *= limits.on_location
        faces /= faces.sum()
        sign *= limits.on_location
        trams = with_odds(trams, limits.on_location)
    if not may_bear_sign:
        sign = with_odds(sign, limits.sign_elsewhere)
    # Under a plain sign, or a plain tram, a tile lies.
    faces[0] *= 1 - sign * (1 - limits.sign_on_bare)
    faces[0] *= 1 - float(trams.max()) * (1 - limits.tram_on_bare)
    faces /= faces.sum()
    lost = float(np.clip((hidden - limits.hidden_from) / (1 - limits.hidden_from), 0, 1))
    if lost:
        unknown = np.full(FACES, (1 - limits.hidden_empty) / (FACES - 1))
        unknown[0] = limits.hidden_empty
        faces = (1 - lost) * faces + lost * unknown
        sign = (1 - lost) * sign + lost * (1 - limits.hidden_no_sign)
    spot = SPOTS[row * SPAN + col]
    return PlaceBelief(spot, faces, sign, trams, hidden, may_bear_sign)


def with_odds(shares: ShareT, factor: float) -> ShareT:
    """Probabilities, or a single one, whose odds are `factor` times as high."""
    odds = factor * shares
    return odds / (odds + 1 - shares)


def _termini(found: CellReadings, trams: Float) -> list[PlaceBelief]:
    nothing = np.zeros(FACES)
    nothing[0] = 1.0
    places = []
    for terminus in TERMINI:
        cells = [divmod(at, SPAN) for at in terminus.border]
        hidden = float(np.mean([found.occlusion[cell] for cell in cells]))
        row, col = cells[0]
        places.append(PlaceBelief(terminus.spot, nothing, 0.0, trams[row, col], hidden))
    return places


def _tram_places(trams: Float) -> Float:
    """(14, 14, 6) with the two border cells of a terminus told as one place, and no other place
    on the border."""
    told = np.zeros_like(trams)
    told[1:-1, 1:-1] = trams[1:-1, 1:-1]
    for terminus in TERMINI:
        cells = [divmod(at, SPAN) for at in terminus.border]
        told[cells[0]] = np.max([trams[cell] for cell in cells], axis=0)
    return told


def _one_tram_a_line(trams: Float, nowhere: float) -> Float:
    """Each line has one tram, which stands in one place or `nowhere` (odds): shares by their
    odds."""
    odds = trams / np.maximum(1 - trams, 1e-9)
    shares: Float = odds / (nowhere + odds.sum((0, 1)))
    return shares
