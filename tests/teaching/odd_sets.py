"""Redline sets as nobody printed them, photographed: odd hues, thin lines, faded prints."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tests.render import redline
from tests.render.redline import Seeds, style_of
from tests.render.seeds import stream
from tests.render.style import Colour, SetLook, Style
from tests.robust.scene import Scene, scene_of

_SIZE = (1280, 960)

#: Kinds of sets.
KINDS = ("odd hues", "thin lines", "faded")

#: Photos of a set: the first teaches, the others are read.
LATER = 3

#: Width of thin lines in tile sides; how far a faded print has gone to its paper.
_THIN, _FADED = 0.035, 0.6


@dataclass(frozen=True)
class OddSet:
    """`lesson`: the photo that teaches; `later`: those that are read afterwards, in other rooms."""

    kind: str
    seed: int
    lesson: Scene
    later: tuple[Scene, ...]


def odd_sets(kind: str, seeds: range) -> Iterator[OddSet]:
    """A set of the kind for every seed: all photos of it show the same look."""
    for seed in seeds:
        look = _look(kind, seed)
        photos = [_photo(look, seed, number) for number in range(LATER + 1)]
        yield OddSet(kind, seed, photos[0], tuple(photos[1:]))


def _look(kind: str, seed: int) -> SetLook:
    look, rng = style_of(Seeds(seed, seed, seed, seed)).tiles, stream(seed, kind)
    if kind == "thin lines":
        return replace(look, line_width=_THIN, outline=0.0, hub=0.0)
    if kind == "faded":
        paper = (215.0, 220.0, 225.0)
        pale = {name: _mixed(getattr(look, name), paper) for name in ("yellow", "blue", "red")}
        return replace(look, **pale)
    first = float(rng.uniform())
    hues = (first, first + float(rng.uniform(0.3, 0.5)), first + float(rng.uniform(0.6, 0.9)))
    yellow, blue = (_colour(h, float(rng.uniform(0.4, 0.8)), 0.75) for h in hues[:2])
    return replace(look, yellow=yellow, blue=blue, red=_colour(hues[2], 0.8, 0.25))


def _mixed(one: Colour, other: Colour) -> Colour:
    b, g, r = ((1 - _FADED) * a + _FADED * z for a, z in zip(one, other, strict=True))
    return (b, g, r)


def _colour(hue: float, saturation: float, value: float) -> Colour:
    r, g, b = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return (255 * b, 255 * g, 255 * r)


def _photo(look: SetLook, seed: int, number: int) -> Scene:
    """The set in a room of its own: the lesson in an even one."""
    own = 100 * seed + number
    style = style_of(Seeds(seed, own, own, own))
    style = Style(look, style.room, style.shot)
    rng = stream(own, "board")
    board = redline.random_board(rng, int(rng.integers(12, 20)))
    photo = redline.render(board, seed=own, size_wh=_SIZE, occlude=False, style=style)
    truth: Mapping[str, object] = {"game": "redline", **redline.truth_json(photo)}
    scene = scene_of(f"{seed} {number}", photo.image, truth)
    assert scene is not None
    return scene
