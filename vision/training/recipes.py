"""How each net is made anew: the pictures it learns from, and the training itself.

Counts of pictures are those of a recipe that works; what the shipped files learnt from is in
their papers, `vision/models.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType


@dataclass(frozen=True)
class RecipeStep:
    """A module of this package to run. `{work}` in its arguments is the folder of the whole recipe;
    a step whose `makes` is there already is left out."""

    module: str
    arguments: str
    makes: str

    def words(self, work: Path) -> list[str]:
        """The arguments, one by one, in a recipe's folder."""
        return [word.format(work=work) for word in self.arguments.split()]


def _net(
    name: str, module: str, arguments: str, *pictures: RecipeStep
) -> tuple[str, tuple[RecipeStep, ...]]:
    makes = name.replace("/", "_") + ".onnx"
    return name, (*pictures, RecipeStep(module, f"{{work}}/{makes} {arguments}", makes))


_REDLINE = RecipeStep("redline.pictures", "{work}/redline 100000 3000", "redline")
_BRIGHT = RecipeStep("redline.pictures", "{work}/bright 110000 3000 bright", "bright")
_BOARDS = RecipeStep("linie1.board.pool", "{work}/boards 100000 4000", "boards")
_OTHERS = RecipeStep("linie1.board.pool", "{work}/others 200000 800 others", "others")
_PRINT = RecipeStep("linie1.board.orientation", "{work} {work}/boards", "letters.onnx")
_GRIDS = (
    RecipeStep("linie1.pictures", "{work}/grids 100000 2000", "grids"),
    RecipeStep("linie1.pictures", "{work}/grids_trams 300000 500 trams", "grids_trams"),
    RecipeStep("linie1.printed", "{work}/grids_printed 5000 200", "grids_printed"),
    RecipeStep("linie1.flat", "{work}/grids_flat 1000 400", "grids_flat"),
)
_ON_BOARDS = "{work}/boards {work}/others"
_ON_GRIDS = "{work}/grids {work}/grids_trams {work}/grids_printed {work}/grids_flat {work}/traced"
_MOKADI = RecipeStep("mokadi.pictures", "{work}/mokadi/quick 100000 4000", "mokadi/quick")
_ROUGE = RecipeStep("rouge.pictures", "{work}/rouge/wild 100000 4000", "rouge/wild")

#: The steps to each net of the manifest.
RECIPES: Mapping[str, tuple[RecipeStep, ...]] = MappingProxyType(
    dict(
        (
            _net("redline/finder", "redline.finder", "{work}/redline", _REDLINE),
            _net("redline/tile_reader", "redline.tile_reader", "{work}/redline {work}/bright",
                 _REDLINE, _BRIGHT),
            _net("linie1/finder", "linie1.board.finder", _ON_BOARDS, _BOARDS, _OTHERS),
            _net("linie1/refiner", "linie1.board.refiner", _ON_BOARDS, _BOARDS, _OTHERS),
            ("linie1/letters", (_BOARDS, _PRINT)),
            ("linie1/digits", (_BOARDS, _PRINT)),
            _net("linie1/cells", "linie1.cells", _ON_GRIDS, *_GRIDS),
            _net("linie1/trams", "linie1.cells", _ON_GRIDS + " --trams --minutes 21", *_GRIDS),
            _net("linie1/close", "linie1.close", _ON_GRIDS, *_GRIDS),
            _net("mokadi/pieces", "mokadi.train", "{work}/mokadi", _MOKADI),
            _net("rouge/finder", "rouge.train", "{work}/rouge --net finder", _ROUGE),
            _net("rouge/board", "rouge.train", "{work}/rouge --net reader", _ROUGE),
            _net("rouge/cells", "rouge.train", "{work}/rouge --net cells", _ROUGE),
            _net("rouge/plain", "rouge.train", "{work}/rouge --net plain", _ROUGE),
        )
    )
)  # fmt: skip

#: Nets that learnt path-traced pictures too: the folder below the work folder that holds them.
TRACED: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("linie1/cells", "linie1/trams", "linie1/close"), "traced"),
        "mokadi/pieces": "mokadi/traced",
        **dict.fromkeys(("rouge/board", "rouge/cells", "rouge/plain"), "rouge/traced"),
    }
)
