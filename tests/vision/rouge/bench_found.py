"""Whether a board in plain sight is found: `python -m tests.vision.rouge.bench_found FIRST COUNT`.

Tables with pawns in a quarter of their hollows are drawn by seeds and taken by the camera of the
filmed evenings, a photo of 1280x720 each, read alone. Prints how many boards are refused, and of
how many every hollow is rightly told to be free or taken, however the rings are turned.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import cv2

from rules.games.rouge.state import Pawn
from rules.games.rouge.track import Hollow
from tests.asked_seeds import asked_seeds
from tests.evenings.filming import Camera
from tests.people.photos import DRAWN
from vision.reader import Image
from vision.reading import Reading
from vision.rouge.reader import load

SIZE_WH, RINGS, CELLS = (1280, 720), (1, 2, 3), 8
#: Share of the hollows in which a pawn stands.
_TAKEN = 0.25


def table(seed: int) -> tuple[Image, set[Hollow]]:
    """A photo, and the hollows that are taken."""
    rng = Random(f"found {seed}")
    hollows = [Hollow(ring, cell) for ring in RINGS for cell in range(CELLS)]
    pawns = {at: Pawn(rng.choice(("red", "blue"))) for at in hollows if rng.random() < _TAKEN}
    *_, last = Camera(seed).clear(DRAWN["rouge"](seed, SIZE_WH)(pawns, 0))
    return last.image, set(pawns)


def outcome(reading: Reading, taken: set[Hollow]) -> str:
    """`refused`, `right` or `wrong`."""
    if reading.observation is None:
        return "refused"
    seen = {
        one.place
        for one in reading.observation.sightings
        if isinstance(one.belief.best, Pawn) and isinstance(one.place, Hollow)
    }
    return "right" if all(_alike(ring, seen, taken) for ring in RINGS) else "wrong"


def _alike(ring: int, seen: set[Hollow], taken: set[Hollow]) -> bool:
    """Whether a ring shows the same in some turn of it."""
    told = {at.cell for at in seen if at.ring == ring}
    true = {at.cell for at in taken if at.ring == ring}
    return any({(cell + by) % CELLS for cell in told} == true for by in range(CELLS))


def main() -> None:
    """The counts."""
    cv2.setNumThreads(1)
    first, count, _ = asked_seeds(__doc__)
    reader, found = load(), Counter[str]()
    for seed in range(first, first + count):
        image, taken = table(seed)
        found[outcome(reader.read(image), taken)] += 1
    print(f"{count} boards", *(f"{found[k]} {k}" for k in ("right", "wrong", "refused")), sep=", ")


if __name__ == "__main__":
    main()
