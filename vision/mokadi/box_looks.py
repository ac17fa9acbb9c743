"""How the two colours of one box look against the wood of its sticks, and what that says of a
picture taken in another light, weighed together with what the net says.

A look is a point (3,) of logarithms of linear light: brightness, red against blue, green against
both. Light of another strength or colour moves all looks of a picture by the same way, and the wood
moves with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.core.codec import Json, JsonObject
from rules.games.mokadi.pieces import USUAL_COLOURS, colours_of
from vision.light import linear_of_shares
from vision.mokadi.pieces.fields import BAND, CELL, COLOURS, PAD, WOOD
from vision.nn.arrays import Float, Tensor
from vision.nn.calibration import sigmoid
from vision.nn.models import Net

#: Light, of 1 for white, below which nothing is told apart: haze, noise, the JPEG.
_FLOOR = 0.012
#: Rows: brightness, red against blue, green against both; of blue, green, red. Orthonormal.
_AXES = np.array([[1, 1, 1], [-1, 0, 1], [-1, 2, -1]]) / np.sqrt([[3], [2], [6]])
#: How looks of one paint scatter in one light, each axis, and what noise adds. Origin of these and
#: those below: tried on 20 drawn piles (`tests.vision.mokadi.shades`, seed 5000).
SCATTER, _NOISE = np.array([0.5, 0.18, 0.13]), np.array([0.2, 0.06, 0.05])
#: Slopes and shadows that a face may lie in, shares of the light; the shine on it, of what wood
#: throws back; and how often that is so.
_SHADES = np.array([1.5, 1.0, 0.6, 0.35, 0.2, 1.0, 1.0])
_SHINES = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.06, 0.25])
_OFTEN = np.array([0.15, 0.4, 0.2, 0.1, 0.05, 0.07, 0.03])
#: How far the pieces' light may be off from the wood's; and from the light in which they were
#: taught where no wood is in sight.
_BY_WOOD, _BY_NOTHING = np.array([0.3, 0.2, 0.15]), np.array([0.8, 0.4, 0.25])
#: Probability from which a cell shows wood; cells of wood from which it is a measure; cells that
#: are asked for the light at most.
_SHOWN, _WOOD_CELLS, _ASKED = 0.6, 40, 3000
#: Probability from which a cell's colour is asked for, up to which its look is a mixture with what
#: lies beside it and only the net knows, and from which its look counts in full: of drawn cells
#: above 0.97 one in a hundred looked like the other colour, of those below 0.9 one in ten.
_ASKED_FROM, _MIXED, _WHOLE = 0.1, 0.5, 0.75
#: Cells of a piece err together: how many say as much of the light as one that errs alone, and how
#: many such pieces all of them are worth at most.
_CELLS, _PIECES = 100.0, 8.0
#: Rounds in which light and colours are found by each other.
_ROUNDS = 8
#: Density of looks of what shows neither colour: a glint, a rim, something else.
_STRAY = 0.0003
#: How often a single cell looks like the other colour: a glint, a reflection, a mixture.
_MISLED = 0.003
#: What the net says of either colour before a picture tells, nats, and its variance; how much that
#: counts, of what all cells tell; rounds in which it is found; the least it says of a colour.
_USUAL_ODDS, _USUAL_WIDE = np.array([2.0, -2.0]), 8.0
_HEARD, _NET_ROUNDS, _LEAST = 0.05, 3, 0.01
#: Probability that is left to a colour that is not in the box.
_OTHERS = 0.005


@dataclass(frozen=True, eq=False)
class BoxLooks:
    """`names` of the two colours, `shares` (2, 3) BGR of linear light that each throws back, of
    what the wood does, and the `light` (3,) on the wood in which they were taught."""

    names: tuple[str, str]
    shares: Float
    light: Float

    def named(self, box: str) -> BoxLooks:
        """The same in a box that the house rule names, unless it is the usual one, which people may
        have overlooked: a name they share stays; where they share none the darker is black."""
        wanted = colours_of(box)
        if wanted == USUAL_COLOURS or set(wanted) == set(self.names):
            return self
        shared = [name for name in self.names if name in wanted]
        if shared:
            other = next(name for name in wanted if name not in shared)
            first, second = (name if name in shared else other for name in self.names)
            return replace(self, names=(first, second))
        light, dark = sorted(wanted, key=lambda name: name == "black")
        first_darker = self.shares[0].sum() < self.shares[1].sum()
        return replace(self, names=(dark, light) if first_darker else (light, dark))

    def to_json(self) -> JsonObject:
        """The looks as they are kept."""
        shares, light = self.shares.tolist(), self.light.tolist()
        return {"names": list(self.names), "shares": shares, "light": light}

    @classmethod
    def from_json(cls, data: Json) -> BoxLooks:
        """Kept looks. Raises KeyError, TypeError or ValueError for what are none."""
        first, second = (str(name) for name in data["names"])
        shares, light = (np.array(data[key], np.float64) for key in ("shares", "light"))
        known = {first, second} <= set(COLOURS) and first != second
        finite = np.isfinite(shares).all() and np.isfinite(light).all() and (shares >= 0).all()
        if not known or not finite or shares.shape != (2, 3) or light.shape != (3,):
            raise ValueError(data)
        return cls((first, second), shares, light)

    def odds(self, seen: Float, light: Float, doubt: Float) -> Float:
        """(N,) what looks (N, 3) of cells say for the first colour against the second in a light
        (3,), nats; `doubt` (3, 3) how far that may be off, squared."""
        dense = self._densities(seen, light, doubt).sum(2) + _STRAY
        first, second = dense.T + _MISLED * dense.sum(1)
        return np.asarray(np.log(first) - np.log(second))

    def light_of(self, seen: Float, wood: Float | None) -> tuple[Float, Float]:
        """The light (3,) of a picture by looks (N, 3) of cells that show colour, and (3, 3) how far
        it may be off, squared. `wood`: (3,) what its wood tells, None where none is in sight."""
        centre, off = (self.light, _BY_NOTHING) if wood is None else (wood, _BY_WOOD)
        firm = np.diag(1 / off**2)
        light, doubt = centre, np.diag(off**2)
        told = seen[:: max(1, len(seen) // _ASKED)]
        each = min(_PIECES, len(told) / _CELLS) / max(1, len(told))
        for _ in range(_ROUNDS):
            dense = self._densities(told, light, doubt)
            chance = each * dense / (dense.sum((1, 2), keepdims=True) + _STRAY)
            moves = self._moves(light)
            exact = np.swapaxes(moves, -1, -2) / (_wide(moves) ** 2)[..., None, :]
            gaps = np.einsum("nkv,nkvc->kvc", chance, told[:, None, None] - self.expected(light))
            pull = firm @ (centre - light) + np.einsum("kvac,kvc->a", exact, gaps)
            weight = firm + np.einsum("kv,kvac,kvcb->ab", chance.sum(0), exact, moves)
            doubt = np.asarray(np.linalg.inv(weight))
            light = light + doubt @ pull
        return light, doubt

    def expected(self, light: Float) -> Float:
        """(2, V, 3) the looks of both colours in a light (3,), as they lie in it."""
        return look_of(np.minimum(self._linear(light) + _shine(light), 1))

    def _linear(self, light: Float) -> Float:
        """(2, V, 3) BGR the linear light of both colours, without shine."""
        return np.asarray(self.shares[:, None] * np.exp(light @ _AXES) * _SHADES[:, None])

    def _moves(self, light: Float) -> Float:
        """(2, V, 3, 3) by how much the looks move with the light: little in the dark."""
        linear = self._linear(light)
        shown = linear + _shine(light)
        moves = np.where(shown < 1, linear / (shown + _FLOOR), 0)
        return np.asarray(np.einsum("ac,kvc,bc->kvab", _AXES, moves, _AXES))

    def _densities(self, looks: Float, light: Float, doubt: Float) -> Float:
        """(N, 2, V) how densely looks (N, 3) of either colour lie there in such a light."""
        moves = self._moves(light)
        led = np.einsum("kvab,bc,kvac->kva", moves, doubt, moves)
        wide = np.sqrt(_wide(moves) ** 2 + led)
        off = (looks[:, None, None] - self.expected(light)) / wide
        dense = np.exp(-0.5 * (off**2).sum(-1)) / wide.prod(-1) / (2 * np.pi) ** 1.5
        return np.asarray(_OFTEN * dense)


def _shine(light: Float) -> Float:
    """(V, 1) linear light that a glossy face throws back whatever its colour."""
    return np.asarray(_SHINES[:, None] * np.exp(light @ _AXES).mean())


def _wide(moves: Float) -> Float:
    """(..., 3) the scatter of looks that move (..., 3, 3) with the light."""
    return np.asarray(np.sqrt(((moves * SCATTER) ** 2).sum(-1) + _NOISE**2))


def look_of(linear: Float) -> Float:
    """(..., 3) looks of linear light (..., 3) BGR."""
    return np.asarray(np.log(linear + _FLOOR) @ _AXES.T)


def light_on(wood: Float) -> Float:
    """(3,) the light by which wood throws back so much (3,) BGR."""
    return np.asarray(np.log(np.maximum(wood, _FLOOR)) @ _AXES.T)


class TaughtNet(Net):
    """The net of the pieces where the box was taught: the colours in its answer are weighed with
    how the box looks."""

    def __init__(self, net: Net, taught: BoxLooks) -> None:
        self._untaught = net
        self._taught = taught

    def __call__(self, batch: Tensor) -> Tensor:
        """Return the net's output (N, 56, h, w) for looks (N, 3, H, W)."""
        answer = self._untaught(batch)
        maps = answer.reshape(len(answer), -1, CELL * CELL, *answer.shape[2:]).copy()
        maps[:, 4:8] = self._coloured(maps[:, :8].astype(np.float64), _cells(batch))
        return maps.reshape(answer.shape)

    def let_go(self) -> None:
        """Frees the scratch of the net below."""
        self._untaught.let_go()

    def _coloured(self, maps: Float, cells: Float) -> Float:
        """(N, 4, 4, h, w) logits of colours, from those of parts and colours (N, 8, 4, h, w) and
        pixels of the cells (N, 3, 4, h, w) BGR 0..1."""
        part, colour = _softmax(maps[:, :4]), np.moveaxis(_softmax(maps[:, 4:]), 1, -1)
        linear = linear_of_shares(np.moveaxis(cells, 1, -1))
        shown = part[:, BAND] + part[:, PAD]
        wood = linear[part[:, WOOD] > _SHOWN]
        measure = light_on(np.median(wood, axis=0)) if len(wood) >= _WOOD_CELLS else None
        asked = shown > _ASKED_FROM
        whole = np.clip((shown[asked] - _MIXED) / (_WHOLE - _MIXED), 0, 1)
        box = [COLOURS.index(name) for name in self._taught.names]
        looks = look_of(linear[asked])
        light = self._taught.light_of(looks[whole == 1], measure)
        nats = whole * self._taught.odds(looks, *light)
        nats = nats + net_odds(colour[asked], box, nats)
        weighed = np.full(maps[:, 4:].shape, np.log(_OTHERS))
        for name, sign in zip(box, (1, -1), strict=True):
            said = np.full(shown.shape, np.log(0.5))
            said[asked] = -np.logaddexp(0, -sign * nats)
            weighed[:, name] = said
        return weighed


def net_odds(said: Float, box: Sequence[int], taught: Float) -> Float:
    """(N,) what the net's colours (N, 4) of cells say for the first colour of the `box` against the
    second, nats. What it says of either on the whole is told by `taught` (N,), what their looks
    say: where it tells the two apart it is believed, by as much as it does."""
    one, other = (said[:, k] + _LEAST for k in box)
    odds = np.log(one / other)
    nats = odds
    before = _HEARD * max(1, len(odds))
    for _ in range(_NET_ROUNDS):
        first = sigmoid(taught + nats)
        chance = np.stack([first, 1 - first])
        weight = chance.sum(1) + before
        means = (chance @ odds + before * _USUAL_ODDS) / weight
        wide = (chance * (odds - means[:, None]) ** 2).sum() + before * _USUAL_WIDE
        slope = (means[0] - means[1]) / (wide / weight.sum())
        nats = np.clip(slope, 0, 1) * (odds - means.mean())
    return np.asarray(nats)


def _cells(batch: Tensor) -> Float:
    """(N, 3, 4, h, w) what cells show on the average, two by two of them folded as in the net's
    answer, of looks (N, 3, H, W)."""
    count, deep, height, width = batch.shape
    small = batch.reshape(count, deep, height // CELL, CELL, width // CELL, CELL).mean((3, 5))
    folded = small.reshape(count, deep, height // 4, 2, width // 4, 2).transpose(0, 1, 3, 5, 2, 4)
    return np.asarray(folded.reshape(count, deep, 4, height // 4, width // 4), np.float64)


def _softmax(logits: Float) -> Float:
    top = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(top / top.sum(1, keepdims=True))


def apart(looks: Float, spread: Sequence[float] | Float = SCATTER) -> float:
    """How far two looks (2, 3) lie apart, in their scatter."""
    return float(np.sqrt((((looks[1] - looks[0]) / np.asarray(spread)) ** 2).sum()))
