"""A small copy of every evening, beside the store: the course of each game without its pictures.

It is a saved game like any other, so that "Open a saved game" takes it in.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from calibration.files import forget_halves, write_whole
from server.store.bundle import exported
from server.store.database import FILE_MODE, FOLDER_MODE
from server.store.store import Store
from server.store.values import GameRow

#: The folder inside that of `--data`, and how many copies stay in it.
FOLDER, MOST_KEPT = "backups", 200

#: Seconds by which a file's time may differ from the one it was given: the coarsest file system,
#: FAT as on memory sticks, keeps every other whole second; those that keep parts of one keep
#: hundredths at least.
_WHOLE_S, _PARTS_S = 2.0, 0.02

#: Seconds for all of it where the program is to end.
WITHIN_S = 0.5


def back_up(store: Store, within_s: float = WITHIN_S) -> int:
    """Copies every game that has no copy as it stands now, the newest first, as many as the time
    allows; gives how many. Raises OSError where the disk takes none."""
    until, made = time.monotonic() + within_s, 0
    for row in reversed(store.games()[-MOST_KEPT:]):
        if time.monotonic() > until:
            break
        made += _copied(store, row)
    _forget_oldest(store.folder / FOLDER)
    forget_halves(store.folder / FOLDER)
    return made


def _copied(store: Store, row: GameRow) -> bool:
    folder = store.folder / FOLDER
    path = folder / f"{row.table}-{row.game}-{row.number}.zip"
    if path.exists() and _kept_as(path.stat().st_mtime, row.touched):
        return False
    folder.mkdir(exist_ok=True, mode=FOLDER_MODE)
    write_whole(path, exported(store, row, pictures=False), FILE_MODE)
    os.utime(path, (row.touched, row.touched))
    return True


def _kept_as(kept: float, given: float) -> bool:
    """Whether a file whose time was set to `given` may have it `kept` so."""
    return abs(kept - given) < (_WHOLE_S if kept.is_integer() else _PARTS_S)


def _forget_oldest(folder: Path) -> None:
    copies = sorted(folder.glob("*.zip"), key=lambda path: path.stat().st_mtime)
    for path in copies[:-MOST_KEPT]:
        path.unlink(missing_ok=True)
