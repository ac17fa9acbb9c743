"""How Rouge pawns are named: `python -m tests.vision.bench_colours FIRST COUNT`.

Tables of games in play are drawn by seeds, a photo each; read without knowing who plays, and with
the players' colours known, as they are once each of them has set a pawn. Prints how many pawns are
named wrongly, surely so (0.97 and more), and in doubt.
"""

from __future__ import annotations

from rules.core.observation import EMPTY
from tests.asked_seeds import asked_seeds
from tests.evenings.parts import WHOLE
from tests.people.photos import PhotoCamera
from tests.vision.bench_laid import played
from vision.reading import SURE_CONFIDENCE


def names(seed: int, *, known: bool) -> list[tuple[bool, float]]:
    """Of every pawn that is seen on a table whether its name is wrong, and how sure it is."""
    position = played("rouge", seed)
    camera = PhotoCamera(WHOLE["rouge"], seed)
    if known:
        camera.memory = camera.reader.in_play(None, frozenset(position.values()))
    told = {s.place: s.belief for s in camera.picture(position).sightings}
    seen = ((told[p], pawn) for p, pawn in position.items() if p in told)
    return [(b.best != pawn, b.confidence) for b, pawn in seen if b.best is not EMPTY]


def main() -> None:
    """The table."""
    first, count, _ = asked_seeds(__doc__)
    print("| colours | pawns | wrong | surely wrong | in doubt |")
    print("|---|---|---|---|---|")
    for known in (False, True):
        found = [one for seed in range(first, first + count) for one in names(seed, known=known)]
        sure = [wrong for wrong, share in found if share >= SURE_CONFIDENCE]
        wrong = sum(wrong for wrong, _ in found)
        row = (len(found), wrong, sum(sure), len(found) - len(sure))
        print(f"| {'known' if known else 'unknown'} | {' | '.join(map(str, row))} |")


if __name__ == "__main__":
    main()
