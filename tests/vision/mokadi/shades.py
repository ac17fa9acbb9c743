"""What a taught box is worth: `python -m tests.vision.mokadi.shades SEED [BOX...]`, and on usual
boxes `python -m tests.vision.mokadi.shades SEED ordinary COUNT [PHOTO...]`.

Piles of 4 to 12 sticks, two of each box, are drawn in colours that nobody trained for, on tables
as players are asked for, each in a room and a light of its own. They are read with the box named
among the house rules, and again with what another picture of the box, its pieces side by side,
taught. Counted are the pieces found: what matters is their colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from calibration.homography import NoFit
from tests.asked_seeds import asked_words
from tests.render.mokadi_photo import MokadiPhoto, Paint, random_paint, render, truth_json
from tests.render.mokadi_pile import LaidPad, LaidStick, Pile, random_pile, random_sizes
from tests.render.seeds import stream
from tests.render.style import Colour
from tests.vision.mokadi.bench import (
    REACH,
    booth_pile,
    matched,
    photos,
    read_pieces,
    true_pieces,
    unit_px,
)
from vision.mokadi.pieces.box import votes_for
from vision.mokadi.reader import load
from vision.mokadi.tracking.memory import TableMemory
from vision.reader import Image
from vision.reading import Piece
from vision.teacher import ReferencePhoto, load_teacher

#: Piles of each box, and seeds from one pile to the picture that teaches it.
PILES, APART = 2, 50
#: The order in which a house rule names colours.
HOUSE = ("white", "blue", "red", "black")
#: Probability of its right colour from which nobody asks what colour a piece has.
CLEAR = 0.9


@dataclass(frozen=True)
class Shades:
    """A box: what its two colours are told as, and the paints of ends and wood, RGB."""

    names: tuple[str, str]
    ends: tuple[tuple[int, int, int], tuple[int, int, int]]
    wood: tuple[int, int, int] = (222, 184, 135)

    def paint(self) -> Paint:
        """The paints, as the picture maker mixes them."""
        one, other = self.ends
        return Paint(self.names, (_bgr(one), _bgr(other)), _bgr(self.wood), round=True, gloss=25)


def _bgr(rgb: tuple[int, int, int]) -> Colour:
    r, g, b = map(float, rgb)
    return (b, g, r)


#: Boxes that the reader's four colours do not suit.
BOXES: Mapping[str, Shades] = {
    "navy-black": Shades(("blue", "black"), ((26, 36, 78), (24, 23, 24))),
    "maroon-black": Shades(("red", "black"), ((88, 20, 28), (26, 23, 22))),
    "cream-brown": Shades(("white", "black"), ((238, 222, 180), (98, 62, 36))),
    "cream-black": Shades(("white", "black"), ((240, 224, 186), (28, 26, 25)), (228, 206, 166)),
    "yellow-green": Shades(("white", "black"), ((236, 198, 48), (40, 118, 62))),
    "orange-purple": Shades(("red", "black"), ((232, 122, 32), (94, 48, 128))),
    "forest-black": Shades(("blue", "black"), ((22, 56, 36), (25, 24, 23))),
    "turquoise-green": Shades(("blue", "black"), ((60, 168, 178), (22, 62, 42))),
    "pink-grey": Shades(("white", "black"), ((238, 178, 186), (96, 98, 102))),
    "sky-navy": Shades(("blue", "black"), ((130, 180, 226), (28, 40, 88))),
}


def pile_of(seed: int) -> Pile:
    """4 to 12 sticks on 4 to 8 pads."""
    rng = stream(seed, "mokadi-shades")
    return random_pile(rng, int(rng.integers(4, 13)), int(rng.integers(4, 9)), legal=1.0)


def spread_out(seed: int) -> Pile:
    """What teaches a box: two pads and three sticks of either colour, side by side on the table."""
    rng = stream(seed, "mokadi-spread")
    turns = rng.permutation([0, 1, 0, 1, 0, 1])
    sticks = []
    for k, colour in enumerate(turns):
        lean, aside = rng.normal(0, 0.05), rng.normal(0, 0.03)
        along = np.array([np.cos(lean), np.sin(lean), 0]) / 2
        middle = np.array([aside, 0.2 * k, 0])
        sticks.append(LaidStick(np.array([middle - along, middle + along]), int(colour), (), ()))
    spots = [(-0.9, 0.0), (-0.9, 0.7), (0.9, 0.2), (0.9, 0.9)]
    pads = tuple(LaidPad(spot, k % 2) for k, spot in enumerate(spots))
    return Pile(random_sizes(rng), pads, tuple(sticks))


def photo_of(pile: Pile, seed: int, box: str) -> MokadiPhoto:
    """A picture of a pile in the paints of a box."""
    return render(pile, seed=seed, paint=BOXES[box].paint(), sober=True)


def taught_by(photo: MokadiPhoto) -> TableMemory | str:
    """What a picture teaches of its box, told the names that its colours have; a sentence where it
    teaches nothing."""
    teacher = load_teacher("mokadi")
    source = ReferencePhoto(photo.image, "set.jpg", datetime(2026, 1, 2, tzinfo=UTC))
    taught = teacher.learn_pieces(source, photo.names)
    if isinstance(taught, NoFit):
        return taught.reason
    memory = teacher.memory_of(None, taught.learnt, "")
    assert isinstance(memory, TableMemory)
    return memory


def counted(pieces: Sequence[Piece], truth: Mapping[str, Any]) -> Counter[str]:
    """Pieces, those read, those found, and of these the ones whose colour is wrong or would be
    asked about, and those that are not clearly there with their colour; `thousandths`: sum of the
    probabilities of the right colour."""
    true, read = true_pieces(truth), read_pieces(pieces)
    met = matched(true, read, REACH * unit_px(truth))
    found: Counter[str] = Counter(pieces=len(true), read=len(read), found=len(met))
    for i, j in met.items():
        right = _right(pieces[j], true[i].colour)
        found["wrong"] += true[i].colour != read[j].colour
        found["asked"] += right < CLEAR
        found["unsure"] += pieces[j].confidence < CLEAR
        found["thousandths"] += round(1000 * right)
    return found


def _right(piece: Piece, colour: str) -> float:
    """The probability of a colour, given that the piece is there."""
    told = {getattr(label, "colour", ""): p for label, p in piece.alternatives}
    told[getattr(piece.label, "colour", "")] = piece.confidence
    return told.get(colour, 0.0) / sum(told.values())


def row(name: str, found: Counter[str]) -> str:
    """A line of the table."""
    share = found["thousandths"] / 1000 / max(1, found["found"])
    kept = ("pieces", "read", "found", "wrong", "asked", "unsure")
    return f"{name:28}" + " ".join(f"{k} {found[k]:3}" for k in kept) + f" right {share:.3f}"


def memory_for(names: Sequence[str]) -> TableMemory:
    """What the house rule that names a box tells a reader."""
    box = sorted(names, key=HOUSE.index)
    return TableMemory(None, (0, 0), told=votes_for("-".join(box)))


@dataclass(frozen=True)
class Trial:
    """A picture to read with its truth, and what teaches its box."""

    name: str
    image: Image
    truth: Mapping[str, Any]
    taught: TableMemory | str


def shaded(first: int, names: Sequence[str]) -> Iterator[Trial]:
    """Two piles of every box, by seeds."""
    for name in names or BOXES:
        for k in range(PILES):
            seed = first + k + PILES * list(BOXES).index(name)
            photo, paint = photo_of(pile_of(seed), seed, name), seed + APART
            taught = taught_by(photo_of(spread_out(paint), paint, name))
            yield Trial(f"{name} {seed}", photo.image, truth_json(photo), taught)


def ordinary(first: int, count: int, files: Sequence[Path]) -> Iterator[Trial]:
    """The bench's piles in its usual colours, taught from a picture of the same box; photos with
    their truth beside them, taught from themselves."""
    for seed in range(first, first + count):
        photo, paint = booth_pile(seed), random_paint(stream(seed, "mokadi-look"))
        other = render(spread_out(seed), seed=seed + APART, paint=paint, sober=True)
        yield Trial(f"drawn {seed}", photo.image, truth_json(photo), taught_by(other))
    for case in photos(files):
        one, two = sorted({p.colour for p in true_pieces(case.truth)})
        taught = taught_by(replace(other, image=case.image, names=(one, two)))
        yield Trial(case.name, case.image, case.truth, taught)


def main(first: int, words: Sequence[str]) -> None:
    """Read all pictures before and after."""
    reader, usual = load(), words[:1] == ["ordinary"]
    trials = ordinary(first, int(words[1]), [Path(p) for p in words[2:]]) if usual else None
    sums: dict[str, Counter[str]] = {"before": Counter(), "after": Counter()}
    for trial in trials or shaded(first, words):
        told = memory_for(tuple({p.colour for p in true_pieces(trial.truth)}))
        taught = told if isinstance(trial.taught, str) else trial.taught
        if isinstance(trial.taught, str):
            print(f"{trial.name}: {trial.taught}")
        for when, memory in (("before", told), ("after", taught)):
            found = counted(reader.read(trial.image, memory).pieces, trial.truth)
            print(row(f"{trial.name} {when}", found), flush=True)
            sums[when] += found
    for when, total in sums.items():
        print(row(when, total))


if __name__ == "__main__":
    main(**vars(asked_words(__doc__, first=int, words=(str, "*"))))
