"""What the Mokadi reader gets wrong and why: `python -m tests.vision.mokadi.bench FIRST COUNT
[PHOTO...]`.

Piles as the photobooth makes them (0 to 22 sticks, 3 to 8 pads, legal) are drawn by seeds and read
twice: from the fields of a perfect net (`truth`) and from the net's; photos with their truth beside
them from the net's alone. Every error has its cause.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from tests.asked_seeds import asked_seeds
from tests.render.mokadi_photo import MokadiPhoto, render, truth_json
from tests.render.mokadi_pile import LaidStick, Pile, laid_stick, random_pads, random_sizes
from tests.render.seeds import stream
from tests.vision.mokadi.truth_fields import truth_fields
from vision.mokadi import looking
from vision.mokadi.pieces.fields import Fields
from vision.mokadi.reader import MokadiReader, load
from vision.nn.arrays import Points
from vision.reading import Piece

#: How far a middle or an end may be off, stick lengths; a pad's where no stick lies, pixels.
REACH, _LONE_PX = 0.15, 200.0
#: A stick beside the line of a true one by less than this, stick lengths, and turned by less,
#: degrees, lies on it.
_BESIDE, _TURNED = 0.05, 6.0
#: Tries of a stick after which the photobooth leaves a pile as it is.
_TRIES = 4000
#: Size of a picture as the net sees it, and scatter of the axes of perfect fields, pixels.
_LOOKED_WH = (640, 480)
_SCATTER = 0.3

Truth = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """A picture to read: `fields` None for those of the net."""

    name: str
    image: np.ndarray
    truth: Truth
    fields: Fields | None = None


@dataclass(frozen=True)
class Lying:
    """A piece, true or read: kind, (N, 2) middle or ends, colour."""

    kind: str
    xy: Points
    colour: str


def booth_pile(seed: int, size_wh: tuple[int, int] = (1280, 960)) -> MokadiPhoto:
    """A drawn pile of the photobooth's sizes and counts."""
    rng = stream(seed, "mokadi-booth")
    count, pads = int(rng.integers(0, 23)), random_pads(rng, int(rng.integers(3, 9)))
    sizes, sticks, tries = random_sizes(rng), list[LaidStick](), 0
    while len(sticks) < count and tries < _TRIES:
        tries += 1
        stick = laid_stick(rng, pads, sticks, sizes, strict=True)
        if stick is not None:
            sticks.append(stick)
    return render(Pile(sizes, pads, tuple(sticks)), seed=seed, size_wh=size_wh)


def unit_px(truth: Truth) -> float:
    """A stick's usual length, pixels."""
    lengths = [float(np.hypot(*np.diff(np.array(s["px"]), axis=0)[0])) for s in truth["sticks"]]
    return float(np.median(lengths or [_LONE_PX]))


def true_pieces(truth: Truth) -> list[Lying]:
    """What lies there."""
    pads = [Lying("pad", np.array([p["px"]]), p["colour"]) for p in truth["pads"]]
    return pads + [Lying("stick", np.array(s["px"]), s["colour"]) for s in truth["sticks"]]


def read_pieces(pieces: Sequence[Piece]) -> list[Lying]:
    """What was read."""
    found = []
    for piece in pieces:
        label: Any = piece.label
        points = [piece.pixel_xy] if piece.kind == "pad" else piece.lines_xy[0]
        found.append(Lying(piece.kind, np.array(points), label.colour))
    return found


def apart(one: Points, other: Points) -> float:
    """How far two pieces lie apart, by the farther of their ends."""
    return min(float(np.hypot(*(one - way).T).max()) for way in (other, other[::-1]))


def matched(true: Sequence[Lying], read: Sequence[Lying], near: float) -> dict[int, int]:
    """Which true piece was read as which, the nearest first."""
    pairs = sorted(
        (off, i, j)
        for (i, one), (j, other) in product(enumerate(true), enumerate(read))
        if one.kind == other.kind and (off := apart(one.xy, other.xy)) <= near
    )
    met: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in met and j not in met.values():
            met[i] = j
    return met


def causes(true: Sequence[Lying], read: Sequence[Lying], unit: float) -> Counter[str]:
    """Every error of a picture by its cause. A stick that lies on the line of a true one but
    elsewhere along it is `shifted`; it counts twice, as in the score: missed and invented."""
    met = matched(true, read, REACH * unit)
    found = Counter(
        f"{true[i].kind} colour" for i, j in met.items() if true[i].colour != read[j].colour
    )
    lost = [i for i in range(len(true)) if i not in met]
    over = [j for j in range(len(read)) if j not in met.values()]
    for i in list(lost):
        on = [j for j in over if read[j].kind == true[i].kind and _off(true[i], read[j], unit)]
        if on:
            lost.remove(i)
            over.remove(on[0])
            found[f"{true[i].kind} {_off(true[i], read[on[0]], unit)}"] += 2
    found.update(f"{true[i].kind} missed" for i in lost)
    found.update(f"{read[j].kind} phantom" for j in over)
    return found


def _off(true: Lying, read: Lying, unit: float) -> str:
    """How a piece that was read is off from the true one it is meant for; empty for no relation."""
    if true.kind == "pad":
        return "off" if apart(true.xy, read.xy) < 2 * REACH * unit else ""
    along = true.xy[1] - true.xy[0]
    along = along / np.hypot(*along)
    lean = read.xy[1] - read.xy[0]
    turned = np.degrees(np.arccos(min(1.0, abs(lean @ along) / np.hypot(*lean))))
    beside = np.abs((read.xy - true.xy[0]) @ np.array([-along[1], along[0]])).max()
    if turned < _TURNED and beside < _BESIDE * unit:
        return "shifted"
    return "turned" if apart(true.xy, read.xy) < 2 * REACH * unit else ""


def drawn(first: int, count: int) -> Iterator[Case]:
    """Drawn piles, as a perfect net would see them and as the net does."""
    for seed in range(first, first + count):
        photo = booth_pile(seed)
        truth = truth_json(photo)
        yield Case(f"drawn {seed}", photo.image, truth)
        photo = booth_pile(seed, _LOOKED_WH)
        perfect = truth_fields(photo, _SCATTER, seed)
        yield Case(f"truth {seed}", photo.image, truth_json(photo), perfect)


def photos(files: Sequence[Path]) -> Iterator[Case]:
    """Photos with their truth beside them."""
    for file in files:
        image = cv2.imread(str(file))
        assert image is not None
        yield Case(f"photo {file.stem}", image, json.loads(file.with_suffix(".json").read_text()))


def read(reader: MokadiReader, case: Case) -> list[Lying]:
    """What the reader tells of a picture, refused or not."""
    fields = case.fields
    if fields is None:
        return read_pieces(reader.read(case.image).pieces)
    with patch.object(looking, "look", lambda *_: fields):
        return read_pieces(reader.read(case.image).pieces)


def main() -> None:
    """Read the pictures, print the errors of each and their sums."""
    first, count, files = asked_seeds(__doc__)
    reader = load()
    sums: dict[str, Counter[str]] = {}
    for case in (*drawn(first, count), *photos([Path(p) for p in files])):
        true = true_pieces(case.truth)
        found = causes(true, read(reader, case), unit_px(case.truth))
        print(case.name, len(true), found.total(), dict(found), flush=True)
        total = sums.setdefault(case.name.split()[0], Counter())
        total += found + Counter({"pieces": len(true), "photos": 1, "perfect": not found})
        sums[case.name.split()[0]] = total
    for name, total in sums.items():
        head = {k: total.pop(k, 0) for k in ("photos", "perfect", "pieces")}
        print(f"{name}: {head} wrong {total.total()} {dict(total.most_common())}")


if __name__ == "__main__":
    main()
