"""Pawns of one name that are plainly of two colours.

Nets see one pawn at a time: olive ones are yellow to them, and so are the yellow ones beside. But
two crowds of pawns under one lamp that differ in hue are two colours, and where another name comes
near for one of them it has that name.
"""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np

from vision.nn.arrays import Float, Indices, Mask, Points
from vision.nn.calibration import probability, softmax
from vision.reader import Image
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import Limits
from vision.rouge.pawns.box import ColoursInPlay
from vision.rouge.pawns.looks import looks_like

#: Steps of lightness, of chroma and of hue (Lab), and what each counts: a lamp, a shadow and a
#: sheen change the first two. Of some 6,000 pairs of pawns of one colour 98 in 100 differ by 11
#: and less, 99 by 15; of those of two colours one in 700 by 15 and less.
_LIGHTNESS, _CHROMA = 0.15, 0.3
#: Pawns that a crowd needs: one alone may be hidden, or in another's shadow.
_CROWD = 2
_WHITE, _YELLOW = COLOURS.index("white"), COLOURS.index("yellow")
#: Least look that is told apart from none, and nats that no look comes down to.
_LEAST, _NEVER = 1e-12, -30.0


def shades_of(image: Image, middles_xy: Points, radius_px: float) -> Float:
    """(N, 3) the colour of pawns in Lab: the median about their middles (N, 2) in a photo."""
    reach = max(1, round(radius_px))
    found = np.zeros((len(middles_xy), 3), np.float32)
    for k, (x, y) in enumerate(np.round(middles_xy).astype(int)):
        rows, columns = (slice(max(0, at - reach), max(0, at + reach + 1)) for at in (y, x))
        seen = image[rows, columns].reshape(-1, 3)
        if len(seen):
            found[k] = np.median(seen, axis=0)
    return np.asarray(cv2.cvtColor(found[None] / 255, cv2.COLOR_BGR2LAB)[0], np.float64)


def apart(shades: Float) -> Float:
    """(N, N) how unlike pawns of shades (N, 3; Lab) are, mostly by their hues."""
    light, chroma = shades[:, 0], np.hypot(shades[:, 1], shades[:, 2])
    steps = shades[:, None, 1:] - shades[None, :, 1:]
    grey = chroma[:, None] - chroma[None]
    hue = np.maximum((steps**2).sum(2) - grey**2, 0.0)
    lightness = light[:, None] - light[None]
    return np.asarray(np.sqrt(hue + (_CHROMA * grey) ** 2 + (_LIGHTNESS * lightness) ** 2))


def with_burnt_out(logits: Float, shades: Float, limits: Limits) -> Float:
    """The logits (N, 11) of pawns' colours, where a lamp burns a pawn out (shades (N, 3; Lab)) with
    yellow not far behind white: to the camera both are white then."""
    burnt = shades[:, 0] > limits.burnt_out
    found = logits.copy()
    least = logits[burnt, _WHITE] - limits.yellow_burnt
    found[burnt, _YELLOW] = np.maximum(found[burnt, _YELLOW], least)
    return found


def as_in_set(belongs: Float, presence: Float, shades: Float, limits: Limits) -> Float:
    """(N, 11) probabilities that pawns belong to the set of each name, surer of one with a clear
    pawn that has their very shade.

    `belongs` (N, 11) as far as known; `presence` (N,) that a pawn is there at all and may speak;
    `shades` (N, 3; Lab)."""
    scale = np.array([_LIGHTNESS, 1.0, 1.0])
    steps = np.linalg.norm((shades[:, None] - shades[None]) * scale, axis=2)
    np.fill_diagonal(steps, np.inf)
    clear = np.where(presence[:, None] * belongs > limits.clear_pawn, 0.0, np.inf)
    nearest = (steps[:, :, None] + clear[None]).min(axis=1)
    alike = limits.shade_says * np.exp(-((nearest / limits.same_shade) ** 2))
    found = belongs * np.exp(alike)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def parted(
    names: Float,
    logits: Float,
    presence: Float,
    shades: Float,
    box: ColoursInPlay,
    limits: Limits,
) -> Float:
    """(N, 11) names where no two crowds of pawns that differ in hue share one without a doubt.

    `names` (N, 11) probabilities so far; `logits` (N, 11) by the net; `presence` (N,) that a pawn
    is there at all; `shades` (N, 3; Lab); `box`: what is known of the table's colours.
    """
    there = np.flatnonzero((presence > limits.crowd) & _hued(shades, limits))
    first = names.argmax(axis=1)
    look = np.log(looks_like(logits, box, limits) + _LEAST)
    waited_for = box.of_players()
    waited_for[first[there]] = False
    far = apart(shades)
    found = names.copy()
    for name in np.unique(first[there]):
        crowds = _crowds(there[first[there] == name], far, limits)
        if len(crowds) < 2:
            continue
        others = there[first[there] != name]
        open_names = [_open_names(look[c], c, others, first, far, limits) for c in crowds]
        leads = [_leads(one, int(name), waited_for, limits) for one in open_names]
        # The crowd for which every other name is the farthest keeps this one.
        firm = int(np.argmin([lead.max() for lead in leads]))
        for k, crowd in enumerate(crowds):
            if k != firm and far[np.ix_(crowd, crowds[firm])].mean() > limits.two_hues:
                found[crowd] = _renamed(names[crowd], leads[k], limits)
    return found


def _hued(shades: Float, limits: Limits) -> Mask:
    """(N,) whether shades (N, 3; Lab) show the hue of a paint."""
    light, chroma = shades[:, 0], np.hypot(shades[:, 1], shades[:, 2])
    dark, burnt = limits.hued
    return np.asarray((light > dark) & (light < burnt) & (chroma > limits.painted))


def _crowds(pawns: Indices, far: Float, limits: Limits) -> list[Indices]:
    """The pawns gathered by what is alike, in complete linkage, less those that are alone; none
    where all are alike enough."""
    if far[np.ix_(pawns, pawns)].max() <= limits.two_hues:
        return []
    groups = [[int(k)] for k in pawns]
    while len(groups) > 1:
        width = {
            (a, b): float(far[np.ix_(groups[a], groups[b])].max())
            for a, b in combinations(range(len(groups)), 2)
        }
        a, b = min(width, key=lambda pair: width[pair])
        if width[a, b] > limits.one_hue:
            break
        groups[a] += groups.pop(b)
    return [np.array(group, np.intp) for group in groups if len(group) >= _CROWD]


def _open_names(
    look: Float, crowd: Indices, others: Indices, first: Indices, far: Float, limits: Limits
) -> Float:
    """(11,) mean log probability of every name for a crowd, less those that pawns unlike
    it bear."""
    mean = look.mean(axis=0)
    for name in np.unique(first[others]):
        bearers = others[first[others] == name]
        if far[np.ix_(crowd, bearers)].mean() > limits.two_hues:
            mean[name] = _NEVER
    return np.asarray(mean)


def _leads(mean: Float, name: int, waited_for: Mask, limits: Limits) -> Float:
    """(11,) how far every other name is ahead of the one a crowd has, nats a pawn; `waited_for`
    (11,): players' colours that no pawn shows."""
    leads = mean - mean[name] + np.where(waited_for, limits.waited_for, 0.0)
    leads[name] = 2 * _NEVER
    return np.asarray(leads)


def _renamed(names: Float, leads: Float, limits: Limits) -> Float:
    """The names (N, 11) of a crowd that may have another colour than what it is called."""
    other = probability((float(leads.max()) - limits.another_name) * limits.name_slope)
    other = min(other, limits.renamed)
    share = softmax(np.asarray(leads)[None])[0]
    return np.asarray((1 - other) * names + other * share)
