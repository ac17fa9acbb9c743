"""What the Mokadi reader learns from the players' own photo: the two colours of their box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import cv2
import numpy as np

from calibration.homography import NoFit
from calibration.learnt_set import Example, LearntSet
from calibration.table import TableProfile
from rules.games.mokadi.pieces import Label, Pad, Stick
from vision.light import linear_light
from vision.mokadi.box_looks import BoxLooks, apart, light_on, look_of
from vision.mokadi.confidence import sureness
from vision.mokadi.limits import LIMITS
from vision.mokadi.looking import Seen, see
from vision.mokadi.pieces.fields import BAND, COLOURS, PAD, WOOD
from vision.mokadi.reader import NAME
from vision.mokadi.samples import APART, LEAST, distances, middles_of
from vision.mokadi.sampling import COLOURED, DARKEST, SEEN, SURE, TOP, WOODEN, shown_at
from vision.mokadi.tracking.memory import TableMemory
from vision.nn.arrays import Float, Indices, Mask, Pixels, Points
from vision.nn.models import Net, load_net
from vision.nn.resample import cut_square
from vision.reader import Image, untimed
from vision.teacher import ReferencePhoto, TaughtPieces, Teacher, no_colour

#: Pixels of a kept picture's side.
_KEPT_PX = 96
#: What a kept picture shows: of a stick one end, three coloured parts long, the coloured one in the
#: middle; of a pad so many of its radii to either side.
_PARTS, _RADII = 3.0, 1.6
#: Where it shows what, pixels: the colour along the middle rows, the wood of a stick there.
_ROWS, _COLOUR, _WOOD = slice(46, 50), slice(37, 59), slice(70, 92)
#: Boxes of which the house rules tell names, as the colours are called where nobody names them.
_BOXES = (("white", "black"), ("blue", "black"), ("red", "black"))
#: Sticks and pads of a colour that are kept, at most.
_STICKS, _PADS = 4, 2
#: How far from its colour a piece may lie, in what one scatters, and how much nearer than to the
#: other, shares.
_FAR, _NEARER = 3.0, 0.6
#: Rounds in which looks part.
_ROUNDS = 8
#: What the net says at least of a colour.
_LEAST_SAID = 0.02

_KINDS = ("stick", "pad")
_CURE = (
    "lay a pad and two sticks or more of either colour on a plain table, none over another, and "
    "photograph them from above"
)


@dataclass(frozen=True)
class _Sample:
    """A stick or pad of a photo: its middle (2,) and `outline` (4, 2) there, pixels, its `picture`
    (96, 96, 3) uint8 BGR, its `look` (3,), and (4,) what the net says of its colour."""

    kind: str
    middle: Points
    outline: Points
    picture: Pixels
    look: Float
    net: Float
    seen: float


@dataclass(frozen=True)
class MokadiTeacher(Teacher):
    """Learns the colours of a box with the net of the reader that will use them, which `load`
    loads."""

    load: Callable[[], Net] = lambda: load_net("mokadi/pieces")

    def learn_pieces(self, source: ReferencePhoto, names: tuple[str, ...]) -> TaughtPieces | NoFit:
        """The pads and sticks of a photo, parted by their colour. `names`: what the two colours are
        called, where the players say it; else the net's likeliest box."""
        wanted = tuple(dict.fromkeys(name.casefold() for name in names))
        wrong = _misnamed(wanted)
        if wrong is not None:
            return wrong
        seen = see(source.image, self.load(), untimed, LIMITS)
        samples = _samples(seen, source.image)
        if not any(one.kind == "stick" for one in samples):
            return NoFit(f"no Mokadi stick is seen clearly; {_CURE}")
        parted = _parted(np.array([one.look for one in samples]))
        if isinstance(parted, NoFit):
            return parted
        called = _called(samples, parted, wanted)
        kept = [k for colour in (0, 1) for k in _kept(samples, parted == colour)]
        examples = tuple(_example(source, samples[k], called[int(parted[k])]) for k in kept)
        looks = box_looks(examples)
        if isinstance(looks, NoFit):
            return looks
        left = int((parted < 0).sum())
        doubts = (_left_out(left),) if left else ()
        learnt = LearntSet(NAME, source.made, source.photo, examples)
        return TaughtPieces(learnt, np.array([samples[k].outline for k in kept]), doubts)

    def names(self) -> tuple[str, ...]:
        """Sticks and pads of every colour that has a name."""
        return tuple(f"{colour}-{kind}" for kind in _KINDS for colour in COLOURS)

    def label_of(self, name: str, _quarters: int) -> Label:
        """A stick or a pad, which look the same however they are turned. Raises KeyError."""
        if name not in self.names():
            raise KeyError(name)
        colour, kind = name.split("-")
        return Stick(colour) if kind == "stick" else Pad(colour)

    def objection(self, learnt: LearntSet) -> NoFit | None:
        """More or fewer than two colours, two that look alike, or a piece that looks like the
        other one."""
        looks = box_looks(learnt.examples)
        return looks if isinstance(looks, NoFit) else None

    def memory_of(
        self, _table: TableProfile | None, learnt: LearntSet | None, _name: str
    ) -> TableMemory | None:
        """How the colours of the learnt box look."""
        looks = None if learnt is None else box_looks(learnt.examples)
        return TableMemory(None, (0, 0), looks=looks) if isinstance(looks, BoxLooks) else None


def load() -> MokadiTeacher:
    """The teacher of this game."""
    return MokadiTeacher()


def box_looks(examples: Sequence[Example]) -> BoxLooks | NoFit:
    """How the two colours of learnt pieces look against the wood of the sticks in their photo."""
    names = tuple(dict.fromkeys(_colour(e) for e in examples))
    if len(names) != 2:
        return NoFit("a box has two colours; call every piece by one of two")
    woods = _woods(examples)
    known = [e for e in examples if _photo(e) in woods]
    shares = np.array([_light(e.picture, _COLOUR) / woods[_photo(e)] for e in known])
    which = np.array([names.index(_colour(e)) for e in known], np.intp)
    if set(which) != {0, 1}:
        return NoFit("sticks are needed too: colours are told against their wood")
    light = np.exp(np.mean(np.log(list(woods.values())), axis=0))
    looks = look_of(shares * light)
    middles = middles_of(looks, which)
    if apart(middles) < APART:
        return _unclear()
    odd = np.flatnonzero(distances(looks, middles).argmin(1) != which)
    if len(odd):
        number = next(k for k, e in enumerate(examples) if e is known[int(odd[0])]) + 1
        return NoFit(f"piece {number} looks like the other colour")
    taught = np.array([np.median(shares[which == k], axis=0) for k in (0, 1)])
    return BoxLooks((names[0], names[1]), taught, light_on(light))


def _woods(examples: Sequence[Example]) -> dict[tuple[str, datetime], Float]:
    """(3,) the light that the sticks' wood throws back in every photo that shows some."""
    found: dict[tuple[str, datetime], list[Float]] = {}
    for example in examples:
        if example.name.endswith("stick"):
            found.setdefault(_photo(example), []).append(_light(example.picture, _WOOD))
    return {photo: np.median(lights, axis=0) for photo, lights in found.items()}


def _photo(example: Example) -> tuple[str, datetime]:
    """The photo that a piece is from."""
    return example.photo, example.made


def _colour(example: Example) -> str:
    return example.name.partition("-")[0]


def _light(picture: Pixels, columns: slice) -> Float:
    """(3,) BGR the linear light that a part of a kept picture's middle throws back, about; a little
    even where it is black. One of a friend's may have another size."""
    sized = np.asarray(cv2.resize(picture, (_KEPT_PX, _KEPT_PX)), np.uint8)
    seen = np.median(linear_light(sized[_ROWS, columns]).reshape(-1, 3), axis=0)
    return np.maximum(seen, DARKEST)


def _samples(seen: Seen, image: Image) -> list[_Sample]:
    """The pieces of a photo that are surely there and in sight, those that show most first."""
    sure_pads, sure_sticks = sureness(seen)
    pads = [_pad(seen, int(k), image) for k in np.flatnonzero(sure_pads >= SURE)]
    sticks = [_stick(seen, int(k), image) for k in np.flatnonzero(sure_sticks >= SURE)]
    found = [one for one in (*sticks, *pads) if one.seen >= SEEN]
    return sorted(found, key=lambda one: -one.seen)


def _pad(seen: Seen, index: int, image: Image) -> _Sample:
    pad = seen.pads[index]
    around = pad.xy + pad.reach * TOP
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    window = pad.xy + _RADII * pad.reach * corners
    return _sample(seen, image, "pad", window, (around, PAD))


def _stick(seen: Seen, index: int, image: Image) -> _Sample:
    """The end of a stick that is in sight, with its wood."""
    ends = seen.sticks[index].ends
    both = (_end(seen, way, image) for way in (ends, ends[::-1]))
    return max(both, key=lambda one: one.seen)


def _end(seen: Seen, ends: Points, image: Image) -> _Sample:
    part = seen.band * (ends[1] - ends[0])
    side = np.array([-part[1], part[0]])
    corner = ends[0] - (_PARTS - 1) / 2 * (part + side) - side / 2
    over, down = _PARTS * part, _PARTS * side
    window = np.array([corner, corner + over, corner + over + down, corner + down])
    coloured, wooden = (ends[0] + at[:, None] * part for at in (COLOURED, WOODEN))
    found = _sample(seen, image, "stick", window, (coloured, BAND))
    return replace(found, seen=min(found.seen, shown_at(seen, wooden, WOOD)))


def _sample(
    seen: Seen, image: Image, kind: str, window: Points, shows: tuple[Points, int]
) -> _Sample:
    """A piece in a window (4, 2) of the net's picture; what `shows` its colour: points (N, 2), and
    as which part."""
    fields, (points, part) = seen.fields, shows
    cells = fields.cells(points)
    outline = fields.patch.to_photo(window)
    picture = cut_square(image, outline, _KEPT_PX)
    net = fields.colour.reshape(len(COLOURS), -1)[:, cells].mean(1)
    shown = shown_at(seen, points, part)
    look = look_of(_light(picture, _COLOUR))
    return _Sample(kind, outline.mean(0), outline, picture, look, net, shown)


def _parted(looks: Float) -> Indices | NoFit:
    """(N,) which of two colours pieces of these looks (N, 3) have, -1 where that is not clear.
    What looks like nothing else is none of the box."""
    among = np.arange(len(looks))
    while len(among) >= 2 * LEAST:
        which = _halves(looks[among])
        count = np.bincount(which, minlength=2)
        if count.min() >= LEAST:
            middles = middles_of(looks[among], which)
            clear = _clear(looks, middles)
            enough = np.bincount(clear[clear >= 0], minlength=2).min() >= LEAST
            return clear if enough and apart(middles) >= APART else _unclear()
        among = among[which != count.argmin()]
    return _unclear()


def _unclear() -> NoFit:
    return NoFit(f"two clearly different colours are not seen; {_CURE}")


def _halves(looks: Float) -> Indices:
    """(N,) which half looks (N, 3) fall into, from the two that lie farthest apart."""
    offs = distances(looks, looks)
    first, second = np.unravel_index(int(offs.argmax()), offs.shape)
    middles = looks[[first, second]]
    for _ in range(_ROUNDS):
        which = np.asarray(distances(looks, middles).argmin(1), np.intp)
        if set(which) != {0, 1}:
            break
        middles = middles_of(looks, which)
    return which


def _clear(looks: Float, middles: Float) -> Indices:
    gaps = distances(looks, middles)
    near, far = gaps.min(1), gaps.max(1)
    clear = (near <= _FAR) & (near <= _NEARER * far)
    return np.asarray(np.where(clear, gaps.argmin(1), -1), np.intp)


def _called(
    samples: Sequence[_Sample], parted: Indices, wanted: tuple[str, ...]
) -> tuple[str, str]:
    """What the two colours are called: as the net says of all pieces together."""
    said = np.log(np.array([one.net for one in samples]) + _LEAST_SAID)
    sums = [said[parted == k].mean(0) for k in (0, 1)]

    def worth(names: tuple[str, str]) -> float:
        return float(sum(sums[k][COLOURS.index(name)] for k, name in enumerate(names)))

    boxes = ((wanted[0], wanted[1]),) if wanted else _BOXES
    return max((names for a, b in boxes for names in ((a, b), (b, a))), key=worth)


def _kept(samples: Sequence[_Sample], mine: Mask) -> list[int]:
    """The pieces of a colour that are kept: those that show most."""
    numbers = [int(k) for k in np.flatnonzero(mine)]
    sticks = [k for k in numbers if samples[k].kind == "stick"]
    pads = [k for k in numbers if samples[k].kind == "pad"]
    return sticks[:_STICKS] + pads[:_PADS]


def _example(source: ReferencePhoto, sample: _Sample, colour: str) -> Example:
    name, (x, y) = f"{colour}-{sample.kind}", sample.middle
    where = (float(x), float(y))
    return Example(name, 0, where, sample.picture, source.photo, source.made)


def _misnamed(wanted: tuple[str, ...]) -> NoFit | None:
    """Why names of colours cannot be those of a box."""
    wrong = no_colour(wanted, COLOURS)
    if wrong is None and wanted and len(wanted) != 2:
        return NoFit("a box has two colours; name both, the likest of those known")
    return wrong


def _left_out(count: int) -> str:
    which = "1 piece is" if count == 1 else f"{count} pieces are"
    return f"{which} left out: the colour is not clear"
