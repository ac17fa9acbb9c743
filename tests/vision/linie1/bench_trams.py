"""How trams are read: `python -m tests.vision.linie1.bench_trams FIRST COUNT [--keep FOLDER]
[--looks sober|any] [PHOTO...]`.

Boards late in a game (40 to 100 tiles, three to six trams, two in five of them on termini) are
drawn by seeds and each photo is read alone; so are photos with their truth beside them. Trams under
a hand or out of the picture are not counted. Inside the board and on termini are told apart; a
ghost is a tram that is likelier than not where there is none of its line.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.homography import Homography
from rules.core.observation import Observation
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import SPAN, SPOTS, TERMINI, Spot
from tests.render.linie1.photo import Photo, random_photo, sober_photo
from tests.render.linie1.positions import late_position
from tests.render.seeds import stream
from vision.linie1.board.rectify import rectified
from vision.linie1.reader import Linie1Reader, load
from vision.reading import SURE_CONFIDENCE

#: Share of a place that must be seen for its trams to count.
_SEEN = 0.7
#: Pixels of a cell, and cells round a place, in the pictures that are kept.
_KEPT_PX, _ROUND = 64, 1.0
_TERMINI = {terminus.index: terminus for terminus in TERMINI}

#: How many trams there were by (where, what became of them).
Counts = Counter[tuple[str, str]]

#: A tram by line and index of its place.
Standing = tuple[int, int]


@dataclass(frozen=True)
class Case:
    """A photo, its board to photo homography where known, and its trams that can be seen and that
    cannot."""

    name: str
    image: np.ndarray
    board_to_photo: np.ndarray | None
    seen: frozenset[Standing]
    unseen: frozenset[Standing] = frozenset()


def drawn(seed: int, sober: bool) -> Case:
    """The photo of a seed: a set as shops sell it in a room to play in, or anything at all."""
    position = late_position(stream(seed, "late"))
    photo = (sober_photo if sober else random_photo)(seed, position)
    seen = frozenset(
        (line, row * SPAN + col) for line, row, col in photo.trams if _is_seen(photo, row, col)
    )
    every = frozenset((line, row * SPAN + col) for line, row, col in photo.trams)
    return Case(str(seed), photo.image, photo.board_to_photo, seen, every - seen)


def _is_seen(photo: Photo, row: int, col: int) -> bool:
    terminus = _TERMINI.get(row * SPAN + col)
    cells = [divmod(at, SPAN) for at in terminus.border] if terminus else [(row, col)]
    return min(photo.seen(*cell) for cell in cells) >= _SEEN


def pictured(file: Path) -> Case | None:
    """A photo with its truth beside it, None without a truth."""
    truth = file.with_suffix(".json")
    if not truth.exists():
        return None
    trams = json.loads(truth.read_text())["trams"]
    seen = frozenset((t["line"], t["row"] * SPAN + t["col"]) for t in trams)
    image = np.asarray(cv2.imread(str(file)), np.uint8)
    return Case(str(file), image, None, seen)


def believed(observation: Observation[Spot, CellContent]) -> dict[Standing, float]:
    """How likely each tram is on each place."""
    shares: Counter[Standing] = Counter()
    for sighting in observation.sightings:
        for content, p in sighting.belief.ranked:
            if isinstance(content, CellContent):
                at = sighting.place.row * SPAN + sighting.place.col
                for line in content.trams:
                    shares[line, at] += p  # type: ignore[assignment]
    return dict(shares)


def judged(case: Case, shares: dict[Standing, float]) -> Iterator[tuple[str, str, Standing]]:
    """What became of each tram, and each ghost: (inside or terminus, what, which)."""
    likely = {which for which, p in shares.items() if p > 0.5}
    every = case.seen | case.unseen
    for which in sorted(case.seen):
        p = shares.get(which, 0.0)
        other = any(at == which[1] for line, at in likely - every)
        what = "sure" if p >= SURE_CONFIDENCE else "likely" if p > 0.5 else "missed"
        yield _where(which), "other line" if what == "missed" and other else what, which
    for which in sorted(likely - every):
        yield (
            _where(which),
            "sure ghost" if shares[which] >= SURE_CONFIDENCE else "ghost",
            which,
        )


def _where(which: Standing) -> str:
    return "terminus" if which[1] in _TERMINI else "inside"


def measure(
    reader: Linie1Reader, case: Case, count: Counter[tuple[str, str]], keep: Path | None
) -> None:
    """Count what becomes of a photo's trams; keep pictures of what is not read surely."""
    reading = reader.read(case.image)
    count["photos", str(reading.status.value)] += 1
    if reading.observation is None or not reading.observation.sightings:
        return
    shares = believed(reading.observation)
    for where, what, which in judged(case, shares):
        count[where, what] += 1
        if what != "sure":
            spot, p = SPOTS[which[1]], shares.get(which, 0.0)
            print(f"  {case.name} {where} tram {which[0]} {spot.row},{spot.col}: {what} {p:.3f}")
            if keep is not None and case.board_to_photo is not None:
                name = f"{where}_{what.replace(' ', '_')}_{case.name}_{which[0]}.png"
                _keep(case, which, keep / name)


def _keep(case: Case, which: Standing, file: Path) -> None:
    assert case.board_to_photo is not None
    grid = rectified(case.image, Homography(case.board_to_photo), _KEPT_PX, 1 + _ROUND)
    row, col = divmod(which[1], SPAN)
    size = round((1 + 2 * _ROUND) * _KEPT_PX)
    y, x = row * _KEPT_PX, col * _KEPT_PX
    file.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(file), grid[y : y + size + 64, x : x + size + 64])


def main(argv: Sequence[str] | None = None) -> None:
    """Count and print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("photos", nargs="*", type=Path)
    parser.add_argument("--looks", choices=("sober", "any"), default="any")
    parser.add_argument("--keep", type=Path)
    args = parser.parse_intermixed_args(argv)
    reader, count = load(), Counts()
    for seed in range(args.first, args.first + args.count):
        measure(reader, drawn(seed, args.looks == "sober"), count, args.keep)
    for photo in args.photos:
        case = pictured(photo)
        if case is not None:
            measure(reader, case, count, None)
    for name in ("photos", "inside", "terminus"):
        found = {what: n for (where, what), n in sorted(count.items()) if where == name}
        print(f"{name}: {found}")


if __name__ == "__main__":
    main()
