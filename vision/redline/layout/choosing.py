"""Which group of tiles that touch each other is the layout, and which are hands.

The lines of a hand meet by chance only, it lies at the rim of what lies there, and none of its
tiles is known to have been laid; with the layout it is the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.games.redline.tiles import STEPS, opposite
from vision.nn.arrays import Points
from vision.reader import Image
from vision.redline.layout.known import Known
from vision.redline.layout.seen import Seen
from vision.redline.limits import Limits


def chosen_group(
    groups: Sequence[Sequence[Seen]], image: Image, known: Known | None, limits: Limits
) -> tuple[int | None, bool]:
    """The number of the group that is the layout, and whether that is beyond doubt. None before
    the first turn of a known game, where all that lies there are hands.

    Equal ones by size, then by nearness to the picture's middle: at the first turn the layout is
    one tile among many.
    """
    shown = _with_patterns(groups, limits)
    nats = [_nats(shown, k, known, limits) if group else -np.inf for k, group in enumerate(shown)]
    order = sorted(
        range(len(shown)),
        key=lambda k: (-round(nats[k], 1), -len(shown[k]), _from_middle(shown[k], image)),
    )
    rivals = [nats[k] for k in order[1:] if shown[k]]
    nothing_laid = known is not None and not known.laid
    if nothing_laid and len(rivals) >= limits.hands_lie and nats[order[0]] < limits.first_nats:
        return None, True
    return order[0], not rivals or nats[order[0]] - max(rivals) >= limits.clear_lead


def _with_patterns(groups: Sequence[Sequence[Seen]], limits: Limits) -> Sequence[Sequence[Seen]]:
    """The groups of which a tile shows a pattern of the game, the others emptied; all where none
    has one: squares of a cloth that meet at their corners look like a layout without lines."""
    shown = [
        group if any(s.posterior.named >= limits.taken for s in group) else () for group in groups
    ]
    return shown if any(shown) else groups


def _nats(
    groups: Sequence[Sequence[Seen]], index: int, known: Known | None, limits: Limits
) -> float:
    """How much likelier a group is the layout than tiles laid down by chance."""
    by_lines, by_place = _line_nats(groups[index], limits), _place_nats(groups, index, limits)
    by_kind = 0.0 if known is None else _known_nats(groups[index], known, limits)
    return by_lines + by_place + by_kind


def _line_nats(tiles: Sequence[Seen], limits: Limits) -> float:
    """By its size, and by which of its lines meet."""
    posteriors = {t.cell: t.posterior for t in tiles if t.cell is not None}
    beyond = max(0, len(tiles) - limits.hand)
    size = limits.touch_nats * len(tiles) + limits.too_many_nats * beyond
    return size + sum(
        _pair_nats(float(posterior.spokes[k]), float(other.spokes[opposite(k)]), limits)
        for cell, posterior in posteriors.items()
        for k in range(4)
        if (other := posteriors.get(cell.shifted(*STEPS[k]))) is not None
    )


def _pair_nats(mine: float, theirs: float, limits: Limits) -> float:
    met, none = mine * theirs, (1 - mine) * (1 - theirs)
    stub = 1 - met - none
    return met * limits.met_nats + none * limits.apart_nats + stub * limits.stub_nats


def _place_nats(groups: Sequence[Sequence[Seen]], index: int, limits: Limits) -> float:
    """By where the others lie: all round it or to one side, and beside it without touching it, as
    the tiles of one hand do."""
    own = np.array([t.quad.middle_xy for t in groups[index]])
    others = [t.quad for k, group in enumerate(groups) if k != index for t in group]
    rest = np.array([quad.middle_xy for quad in others]).reshape(-1, 2)
    side_px = float(np.median([quad.side_px for quad in others])) if others else 0.0
    beside = _beside(own, rest, limits.one_hand * side_px)
    surrounded = 1.0 - _one_sided(own.mean(axis=0), rest[~beside])
    return limits.surrounded_nats * surrounded + limits.beside_nats * float(beside.any())


def _beside(own: Points, rest: Points, reach_px: float) -> NDArray[np.bool_]:
    """(N,) which of the other middles (N, 2) can be reached from a group's own (M, 2) by steps of
    so many pixels from tile to tile."""
    beside = np.zeros(len(rest), np.bool_)
    newest = own
    while len(newest) and not beside.all():
        steps = np.linalg.norm(rest[:, None] - newest, axis=2)
        near = (steps.min(axis=1) < reach_px) & ~beside
        beside |= near
        newest = rest[near]
    return beside


def _one_sided(middle: Points, others: Points) -> float:
    """How much points (N, 2) lie to one side of another (2,), 0 (all round it) to 1: the length of
    the mean direction to them. 1 where there are none."""
    if not len(others):
        return 1.0
    ways = others - middle
    far = np.linalg.norm(ways, axis=1, keepdims=True)
    return float(np.linalg.norm((ways / np.maximum(far, 1e-9)).mean(axis=0)))


def _known_nats(tiles: Sequence[Seen], known: Known, limits: Limits) -> float:
    """By which of its tiles are known to have been laid: each kind is there once."""
    laid = sum(known.share(tile.posterior) for tile in tiles)
    new = len(tiles) - laid
    beyond = max(0.0, new - limits.free_new)
    return limits.laid_nats * laid + limits.new_nats * new + limits.crowd_nats * beyond


def _from_middle(tiles: Sequence[Seen], image: Image) -> float:
    if not tiles:
        return np.inf
    middle = np.mean([t.quad.middle_xy for t in tiles], axis=0)
    return float(np.linalg.norm(middle - np.array(image.shape[1::-1]) / 2))
