"""The folder where games are kept."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from server.errors import UnusableInput
from server.store.database import FOLDER_MODE, InUse
from server.store.store import Store

#: Folders tried beside the usual one where another Arbitable has it open.
_MOST_AT_ONCE = 16


def open_store(folder: Path | None) -> Store:
    """The store of a folder, or of the user's own data folder; there a second Arbitable that runs
    at the same time gets a folder beside the first one's. Raises UnusableInput."""
    if folder is not None:
        if folder.exists() and not folder.is_dir():
            raise UnusableInput(f"{folder} is no folder; give one with --data.")
        return Store(folder)
    usual = user_data_path("arbitable", appauthor=False)
    _make_private(usual)
    for number in range(1, _MOST_AT_ONCE + 1):
        try:
            return Store(usual / "games" if number == 1 else usual / f"games-{number}")
        except InUse:
            continue
    raise UnusableInput(f"{_MOST_AT_ONCE} Arbitables run already; end one, or give --data.")


def _make_private(folder: Path) -> None:
    """Makes the user's own data folder, which nobody else may look into."""
    with suppress(OSError):  # opening the store says what is wrong
        folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        folder.chmod(FOLDER_MODE)
