"""Finds the games: every package in `rules/games/` that exposes GAME. Nothing lists them."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import threading
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import MappingProxyType, ModuleType

from rules.core.errors import UnknownName
from rules.core.game import AnyGame

#: The package whose sub-packages are games; one found elsewhere is imported as if it lay here.
GAMES_PACKAGE = "rules.games"

#: The folder of that package.
_HOME = str(Path(__file__).parents[1] / "games")

#: Held while a package from elsewhere is run: no other thread may take it for whole.
_LOADING = threading.RLock()


def discover(extra: Iterable[str | Path] = ()) -> Mapping[str, AnyGame]:
    """Every game by name, sorted; `extra` names more folders that hold game packages.

    A package without GAME is no game and is passed over in silence.
    """
    return _discover(tuple(str(folder) for folder in extra))


def get(name: str, extra: Iterable[str | Path] = ()) -> AnyGame:
    """The game of that name. Raises UnknownName with the list of games for any other."""
    found = _alone(name, tuple(str(folder) for folder in extra))
    if found is not None:
        return found
    games = discover(extra)
    if name not in games:
        raise UnknownName(f"There is no game named {name!r}; the games are: {', '.join(games)}.")
    return games[name]


def import_whole(name: str) -> None:
    """Imports a game's package, if there is one, which who imports one of its modules does first.
    Of two threads one of which began with the package and the other with a module each has what the
    other waits for, and Python fails one of them."""
    if name in _packages(_HOME):
        _module(_HOME, name)


@lru_cache(maxsize=32)
def _alone(name: str, extra: tuple[str, ...]) -> AnyGame | None:
    """The game in the folder that is called like it, without the work of importing the others; None
    where there is no such folder, or another game is in it."""
    folder = next((one for one in (_HOME, *extra) if name in _packages(one)), None)
    game = None if folder is None else getattr(_module(folder, name), "GAME", None)
    return game if game is not None and game.name == name else None


@lru_cache(maxsize=32)
def _discover(extra: tuple[str, ...]) -> Mapping[str, AnyGame]:
    modules = (_module(folder, name) for folder in (_HOME, *extra) for name in _packages(folder))
    games = [module.GAME for module in modules if hasattr(module, "GAME")]
    return MappingProxyType({game.name: game for game in sorted(games, key=lambda g: g.name)})


def _packages(folder: str) -> list[str]:
    return [module.name for module in pkgutil.iter_modules([folder]) if module.ispkg]


def _module(folder: str, name: str) -> ModuleType:
    """The package, imported once and whole, whichever threads ask for it; a second folder cannot
    replace a game already loaded."""
    full = f"{GAMES_PACKAGE}.{name}"
    if folder == _HOME:
        return importlib.import_module(full)
    with _LOADING:
        if full not in sys.modules:
            _load(_spec(Path(folder) / name, full))
        return sys.modules[full]


def _spec(folder: Path, full: str) -> ModuleSpec:
    spec = importlib.util.spec_from_file_location(
        full, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    return spec


def _load(spec: ModuleSpec) -> None:
    """Runs the package. One that fails to import is forgotten, so that the next try says why."""
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
