"""Take photos of unfamiliar tables, in the photobooth's environment:

    PYTHONPATH=. BOOTH_PYTHON -m tests.unfamiliar PHOTOBOOTH GAME OUT FIRST COUNT [--restless]
    PYTHONPATH=. BOOTH_PYTHON -m tests.unfamiliar PHOTOBOOTH GAME OUT FIRST COUNT --games

GAME is redline, linie1, rouge or mokadi. A seed is a photo, or with `--games` one of the booth's
games, turn by turn; each photo has its truth beside it. `photobooth/score.py` and `arbitable
replay` tell what is read. Photos that are there already are left. Mokadi has no such games:
`python -m tests.evenings mokadi --own-box` plays its evenings.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType

from tests.unfamiliar.rooms import Rooms
from tests.unfamiliar.sets import dress

GAMES = ("redline", "linie1", "rouge", "mokadi")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="tests.unfamiliar", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("photobooth", type=Path)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("out", type=Path)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--restless", action="store_true", help="on patterned tables alone")
    parser.add_argument("--games", action="store_true", help="games turn by turn")
    args = parser.parse_args()
    if args.games and args.game == "mokadi":
        parser.error("the booth has no games of Mokadi: python -m tests.evenings plays some")
    sys.path.insert(0, str(args.photobooth))
    booth, scenes = (importlib.import_module(n) for n in ("booth", f"{args.game}_booth"))
    Rooms(booth, restless=args.restless)
    dress(args.game, booth, scenes)
    for seed in range(args.first, args.first + args.count):
        for path, take in _shots(args.game, args.out, seed, scenes, games=args.games):
            if not path.with_suffix(".json").exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                take(str(path))


def _shots(
    game: str, out: Path, seed: int, scenes: ModuleType, *, games: bool
) -> Sequence[tuple[Path, Callable[[str], None]]]:
    """The photos of a seed: where each goes, and what takes it there."""
    if not games:
        return [(out / f"{game}_{seed:04d}.jpg", partial(scenes.scene, seed=seed))]
    folder = out / f"{game}_game_{seed:04d}"
    shots = getattr(importlib.import_module("sequences"), game)(seed)
    return [(folder / f"{k:02d}.jpg", shot) for k, shot in enumerate(shots)]


if __name__ == "__main__":
    main()
