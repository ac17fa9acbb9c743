"""Which of many places of sticks explain a picture together: every cell is explained once, every
stick costs something, and so does what the picture shows against it.

The best one more is taken as long as it explains more than it costs; then each is looked for anew
given all others, until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.nn.arrays import Float, Indices

#: How much a cell counts that shows a stick's axis but another part or colour, where no other
#: stick explains it.
_AGAINST = 0.5
#: Share of what a place explains that nothing else does, at least: two sticks that share most of
#: their cells are one.
_NEW = 0.18
#: How much of a cell, and what share of the cells, two places that are near each other share.
_SHARED = 0.2
#: Rounds in which every stick taken is looked for anew.
_ROUNDS = 2


@dataclass(frozen=True)
class Offers:
    """K places that sticks may have, and N cells. `mine` (K, N) how much of a cell each explains,
    `against` (K, N) how much of it speaks against it; `cost` (K,) of taking it, in cells."""

    mine: Float
    against: Float
    cost: Float

    def joined(self, other: Offers) -> Offers:
        """Both, these first."""
        return Offers(
            np.concatenate([self.mine, other.mine]),
            np.concatenate([self.against, other.against]),
            np.concatenate([self.cost, other.cost]),
        )

    def gains(self, explained: Float, which: Indices | None = None) -> Float:
        """(K,) what each adds where so much of every cell (N,) is explained; or some of them."""
        some = np.s_[:] if which is None else which
        mine = self.mine[some]
        more = np.maximum(mine - explained, 0).sum(1)
        gain = more - _AGAINST * (self.against[some] @ (1 - explained)) - self.cost[some]
        return np.where(more >= _NEW * mine.sum(1), gain, -np.inf)

    def beside(self, one: int) -> Indices:
        """(N,) the numbers of those that explain some of the cells that one explains, its own among
        them."""
        cells = np.flatnonzero(self.mine[one] > _SHARED)
        return np.flatnonzero(self.mine[:, cells].sum(1) > _SHARED * len(cells))

    def explained(self, chosen: list[int]) -> Float:
        """(N,) how much of every cell the chosen ones explain."""
        return np.asarray(self.mine[chosen].max(0, initial=0.0))


def chosen(offers: Offers, start: list[int]) -> list[int]:
    """The numbers of those taken, after those to `start` with."""
    taken = list(start)
    _add(offers, taken)
    for _ in range(_ROUNDS):
        before = sorted(taken)
        for k in list(taken):
            taken.remove(k)
            near = offers.beside(k)
            gains = offers.gains(offers.explained(taken), near)
            if gains.max(initial=0.0) > 0:
                taken.append(int(near[np.argmax(gains)]))
        _add(offers, taken)
        if sorted(taken) == before:
            break
    return taken


def worth(offers: Offers, taken: list[int]) -> Float:
    """(T,) what each of those taken adds to all others, 0 where that is too little."""
    rests = [[k for k in taken if k != one] for one in taken]
    gains = [
        float(offers.gains(offers.explained(rest), np.array([one]))[0])
        for one, rest in zip(taken, rests, strict=True)
    ]
    return np.maximum(gains, 0.0)


def _add(offers: Offers, taken: list[int]) -> None:
    """Take the best one more, again and again."""
    explained = offers.explained(taken)
    gains = offers.gains(explained)
    while len(gains):
        best = int(np.argmax(gains))
        if gains[best] <= 0 or best in taken:
            break
        taken.append(best)
        explained = np.maximum(explained, offers.mine[best])
        near = offers.beside(best)
        gains[near] = offers.gains(explained, near)
