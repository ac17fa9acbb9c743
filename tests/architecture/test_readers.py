"""What a reader may know of its game, and what all readers share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.architecture.test_imports import ROOT, imported, parsed

VISION = ROOT / "vision"

#: Places, pieces and content of each game, and the names of what is measured of it: the modules of
#: `rules.games.<game>` that its reader may use.
ALLOWED: Mapping[str, frozenset[str]] = {
    "linie1": frozenset({"content", "places", "tiles"}),
    "mokadi": frozenset({"pieces"}),
    "redline": frozenset({"straight", "tiles"}),
    "rouge": frozenset({"align", "state", "track"}),
}
READERS = tuple(ALLOWED)


def _modules(folder: Path) -> set[str]:
    files = (f for f in folder.rglob("*.py") if "training" not in f.relative_to(VISION).parts)
    return {name for f in files for name in imported(parsed(f))}


@pytest.mark.parametrize("game", READERS)
def test_a_reader_uses_only_pieces_and_places_of_its_own_game(game: str) -> None:
    """Never a law, never an explanation, never another game."""
    used = {name for name in _modules(VISION / game) if name.startswith("rules.games")}
    assert used <= {f"rules.games.{game}.{module}" for module in ALLOWED[game]}


def test_what_all_readers_share_names_no_game() -> None:
    """Games are found by their folders' names, when somebody asks for one."""
    shared = [f for f in VISION.iterdir() if f.name not in (*READERS, "training")]
    files = [f for one in shared for f in ([one] if one.is_file() else one.rglob("*.py"))]
    games = ("rules.games", *(f"vision.{game}" for game in READERS))
    for file in files:
        if file.suffix == ".py":
            names = imported(parsed(file))
            assert not [name for name in names if name.startswith(games)], file


def test_the_toolkit_of_readers_stands_on_its_own() -> None:
    """`vision.nn` imports nothing else of vision."""
    names = {name for name in _modules(VISION / "nn") if name.startswith("vision")}
    assert all(name.startswith("vision.nn") for name in names)
