"""Prints how well changed photos are read: ``python -m tests.robust --help``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2

from tests.robust.axes import AXES, Axis
from tests.robust.photos import drawn, traced
from tests.robust.scene import PLANES, Scene
from tests.robust.score import LEGEND, Outcome, cell, faults, outcome
from vision.overlay import draw_overlay
from vision.reader import Reader, load_reader

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"


def main() -> None:
    """The table that the options ask for."""
    wanted = _options().parse_args()
    games = wanted.game or list(PLANES)
    tables = [(load_reader(game), list(_scenes(game, wanted))) for game in games]
    counted = (f"{game}, {len(scenes)}" for game, (_, scenes) in zip(games, tables, strict=True))
    print(f"({LEGEND})\n\n| change | level | {' | '.join(counted)} |")
    print("|" + "---|" * (2 + len(games)))
    for name in wanted.axis or AXES:
        axis = AXES[name]
        for level in wanted.level or (axis.few if wanted.few else axis.levels):
            cells = (cell(_read(*table, axis, level, wanted.keep)) for table in tables)
            what = ", ".join(filter(None, (name, axis.unit)))
            print(f"| {what} | {level:g} | {' | '.join(cells)} |", flush=True)


def _read(
    reader: Reader, scenes: list[Scene], axis: Axis, level: float, keep: Path | None
) -> Iterator[Outcome]:
    for scene in scenes:
        changed = axis.at(scene, level)
        if changed is None:
            continue
        reading = reader.read(changed.image)
        found = outcome(changed, reading)
        if keep is not None and found is not Outcome.RIGHT:
            stem = f"{scene.truth['game']}-{axis.unit}-{level:g}-{scene.name}".replace("/", "-")
            cv2.imwrite(
                str(keep / f"{found.value}-{stem}.png"), draw_overlay(changed.image, reading)
            )
            why = reading.refusal.code if reading.refusal else faults(changed.truth, reading)
            print(f"    {scene.name}: {found.value} ({why})", flush=True)
        yield found


def _scenes(game: str, wanted: argparse.Namespace) -> Iterator[Scene]:
    if wanted.drawn:
        seeds = range(wanted.seed, wanted.seed + wanted.drawn)
        yield from drawn(game, seeds, wanted.tilt)
    else:
        yield from list(traced(wanted.photos / game))[:: wanted.every]


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m tests.robust", description=__doc__)
    options.add_argument("--game", nargs="*", choices=list(PLANES))
    options.add_argument("--axis", nargs="*", choices=list(AXES))
    options.add_argument("--level", nargs="*", type=float, help="other levels than the usual ones")
    options.add_argument("--few", action="store_true", help="every other of the usual levels")
    options.add_argument("--photos", type=Path, default=SAMPLES, help="a folder of games' photos")
    options.add_argument("--every", type=int, default=1, help="only every so many of the photos")
    options.add_argument("--drawn", type=int, help="that many quick pictures in place of photos")
    options.add_argument("--seed", type=int, default=0, help="the first quick picture's")
    options.add_argument("--tilt", type=float, help="tilt of the quick pictures' camera, degrees")
    options.add_argument("--keep", type=Path, help="a folder for pictures of what is not right")
    return options


if __name__ == "__main__":
    main()
