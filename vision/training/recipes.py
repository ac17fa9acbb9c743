"""How each net is made anew: the pictures it learns from, and the training itself.

Counts of pictures are those of a recipe that works; what the shipped files learnt from is in
their papers, `vision/models.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import MappingProxyType


@dataclass(frozen=True)
class Step:
    """A module of this package to run. `{work}` in its arguments is the folder of the whole recipe;
    a step whose `makes` is there already is left out."""

    module: str
    arguments: tuple[str, ...]
    makes: str


def _step(module: str, arguments: str, makes: str) -> Step:
    return Step(module, tuple(arguments.split()), makes)


_REDLINE = _step("redline.pictures", "{work}/redline/a.pickle 100000 3000", "redline/a.pickle")
_BRIGHT = _step("redline.pictures", "{work}/bright/b.pickle 110000 3000 bright", "bright/b.pickle")
_BOARDS = _step("linie1.board.pool", "{work}/boards 100000 4000", "boards")
_OTHERS = _step("linie1.board.pool", "{work}/others 200000 800 others", "others")
_GRIDS = _step("linie1.pictures", "{work}/grids 100000 2000", "grids")
_TRAMS = _step("linie1.pictures", "{work}/grids_trams 300000 500 trams", "grids_trams")
_PRINTED = _step("linie1.printed", "{work}/grids_printed 5000 200", "grids_printed")
_ROUGE = _step("rouge.pictures", "{work}/rouge/wild 100000 4000", "rouge/wild")
_PRINT = _step("linie1.board.orientation", "{work} {work}/boards", "letters.onnx")


def _redline(name: str, *pools: Step) -> tuple[Step, ...]:
    makes = f"redline_{name}.onnx"
    folders = " ".join(f"{{work}}/{PurePosixPath(pool.makes).parent}" for pool in pools)
    return (*pools, _step(f"redline.{name}", f"{{work}}/{makes} {folders}", makes))


def _board(name: str) -> tuple[Step, ...]:
    makes = f"linie1_{name}.onnx"
    training = f"{{work}}/{makes} {{work}}/boards {{work}}/others"
    return (_BOARDS, _OTHERS, _step(f"linie1.board.{name}", training, makes))


def _grid(name: str, module: str, more: str = "") -> tuple[Step, ...]:
    makes = f"linie1_{name}.onnx"
    folders = "{work}/grids {work}/grids_trams {work}/grids_printed {work}/traced"
    training = f"{{work}}/{makes} {folders} {more}".strip()
    return (_GRIDS, _TRAMS, _PRINTED, _step(module, training, makes))


def _rouge(name: str, net: str) -> tuple[Step, ...]:
    makes = f"rouge_{name}.onnx"
    return (_ROUGE, _step("rouge.train", f"{{work}}/{makes} {{work}}/rouge --net {net}", makes))


_MOKADI = _step("mokadi.pictures", "{work}/mokadi/quick 100000 4000", "mokadi/quick")


#: The steps to each net of the manifest.
RECIPES: Mapping[str, tuple[Step, ...]] = MappingProxyType(
    {
        "redline/finder": _redline("finder", _REDLINE),
        "redline/tile_reader": _redline("tile_reader", _REDLINE, _BRIGHT),
        "linie1/finder": _board("finder"),
        "linie1/refiner": _board("refiner"),
        "linie1/letters": (_BOARDS, _PRINT),
        "linie1/digits": (_BOARDS, _PRINT),
        "linie1/cells": _grid("cells", "linie1.cells"),
        "linie1/trams": _grid("trams", "linie1.cells", "--trams --minutes 21"),
        "linie1/close": _grid("close", "linie1.close"),
        "mokadi/pieces": (
            _MOKADI,
            _step("mokadi.train", "{work}/mokadi_pieces.onnx {work}/mokadi", "mokadi_pieces.onnx"),
        ),
        "rouge/finder": _rouge("finder", "finder"),
        "rouge/board": _rouge("board", "reader"),
        "rouge/cells": _rouge("cells", "cells"),
        "rouge/plain": _rouge("plain", "plain"),
    }
)

#: Nets that learnt path-traced pictures too: the folder below the work folder that holds them.
TRACED: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("linie1/cells", "linie1/trams", "linie1/close"), "traced"),
        "mokadi/pieces": "mokadi/traced",
        **dict.fromkeys(("rouge/board", "rouge/cells", "rouge/plain"), "rouge/traced"),
    }
)
