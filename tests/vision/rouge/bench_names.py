"""Whether pawns are called by their colours: `python -m tests.vision.rouge.bench_names FIRST COUNT
[known]`.

Tables of games in play by four players in red, blue, yellow and green are drawn by seeds, a photo
each, read alone; with `known` the reader is told which colours the players have, as a live table
tells it. Prints how many pawns that were seen are called otherwise, how many of them surely, and
how many rightly but in doubt of the colour alone.
"""

from __future__ import annotations

from collections import Counter

from rules.core.observation import EMPTY, Belief
from rules.games.rouge.state import Pawn
from tests.asked_seeds import asked_seeds
from tests.evenings.parts import WHOLE
from tests.people.parts.rouge import PALETTE
from tests.people.photos import PhotoCamera
from tests.vision.bench_laid import played
from vision.reading import SURE_CONFIDENCE


def told(seed: int, known: bool) -> Counter[str]:
    """How the pawns of one table are called."""
    position = played("rouge", seed, len(PALETTE))
    camera = PhotoCamera(WHOLE["rouge"], seed)
    if known:
        camera.memory = camera.reader.in_play(None, [Pawn(name) for name in PALETTE])
    found: Counter[str] = Counter()
    for sighting in camera.picture(position).sightings:
        pawn = position.get(sighting.place)
        if pawn is not None and sighting.belief.probability(EMPTY) < 0.5:
            found[_how(sighting.belief, pawn)] += 1
    return found


def _how(belief: Belief[Pawn], pawn: Pawn) -> str:
    """`right`, `doubted`, `wrong` or `surely wrong`, by the share of the colours alone."""
    there = 1 - belief.probability(EMPTY)
    name = max((one for one, _ in belief.ranked if one is not EMPTY), key=belief.probability)
    sure = belief.probability(name) / there >= SURE_CONFIDENCE
    if name == pawn:
        return "right" if sure else "doubted"
    return "surely wrong" if sure else "wrong"


def main() -> None:
    """The counts."""
    first, count, words = asked_seeds(__doc__)
    total: Counter[str] = Counter()
    for seed in range(first, first + count):
        total += told(seed, "known" in words)
    print(f"{total.total()} pawns", *(f"{total[k]} {k}" for k in _KINDS), sep=", ")


_KINDS = ("right", "doubted", "wrong", "surely wrong")


if __name__ == "__main__":
    main()
