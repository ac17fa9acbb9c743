"""What path-traced training pictures of all games share: the renderer's settings and the command.

Runs in the environment of the photobooth beside the project.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType


def quick(booth: ModuleType) -> None:
    """Let the renderer spend its time on light, not on preparing: pictures of a few samples."""
    scene = booth.bpy.context.scene
    scene.cycles.denoising_prefilter = "FAST"
    scene.cycles.use_adaptive_sampling = False
    scene.world.cycles.sampling_method = "MANUAL"
    scene.world.cycles.sample_map_resolution = 256


def make_all(game: str, picture: Callable[[ModuleType, ModuleType, Path, int], None]) -> None:
    """The command line `PHOTOBOOTH OUT FIRST COUNT`: `picture` gets the booth, its module of the
    game, where to write `SEED.jpg` and `SEED.json`, and the seed. Those already there are left."""
    booths, out, first, count = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:5])
    sys.path.insert(0, str(booths))
    booth, scenes = importlib.import_module("booth"), importlib.import_module(f"{game}_booth")
    out.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + count):
        path = out / f"{seed:06d}.jpg"
        if not path.with_suffix(".json").exists():
            picture(booth, scenes, path, seed)
