"""What path-traced training pictures of all games share: the renderer's settings and the command.

Runs in the environment of the photobooth beside the project.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from unittest.mock import patch

#: Samples a pixel: what the renderer's filter leaves of their noise is lost when cuts are made.
SAMPLES = 4


def quick(booth: ModuleType) -> None:
    """Let the renderer spend its time on light, not on preparing: pictures of a few samples."""
    scene = booth.bpy.context.scene
    scene.cycles.denoising_prefilter = "FAST"
    scene.cycles.use_adaptive_sampling = False
    scene.world.cycles.sampling_method = "MANUAL"
    scene.world.cycles.sample_map_resolution = 256


@contextmanager
def watched(
    booth: ModuleType, size_wh: tuple[int, int], before_shot: Callable[[], None]
) -> Iterator[None]:
    """Meanwhile the booth takes quick pictures of this size; `before_shot` is called when all of a
    scene stands and its camera looks at it."""
    shoot = booth.shoot

    def quick_shot(to: str, rng: Random) -> None:
        before_shot()
        quick(booth)
        shoot(to, rng, samples=SAMPLES)

    with patch.multiple(booth, camera=partial(booth.camera, res=size_wh), shoot=quick_shot):
        yield


#: Makes one picture, with the booth and its module of a game.
MakePicture = Callable[[ModuleType, ModuleType, Path, int], None]


def make_all(game: str, picture: MakePicture, argv: Sequence[str]) -> None:
    """The command line `PHOTOBOOTH OUT FIRST COUNT`: `picture` gets the booth, its module of the
    game, where to write `SEED.jpg` and `SEED.json`, and the seed. Those already there are left."""
    booths, out, first, count = Path(argv[0]), Path(argv[1]), *map(int, argv[2:4])
    sys.path.insert(0, str(booths))
    booth, scenes = importlib.import_module("booth"), importlib.import_module(f"{game}_booth")
    out.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + count):
        path = out / f"{seed:06d}.jpg"
        if not path.with_suffix(".json").exists():
            picture(booth, scenes, path, seed)
