"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from pathlib import Path

#: How the name of a file ends that is being written, and for how long that may take, seconds.
_FRESH, _WRITING_S = ".new", 60.0


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Writes a file; what was there before stays where the disk takes no more. `mode`: the rights
    of the file, less the user's mask. Raises OSError."""
    fresh = path.with_name(f".{os.getpid()}-{threading.get_ident()}{_FRESH}")
    try:
        fresh.unlink(missing_ok=True)  # of a process that was killed, with rights of its own
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def forget_halves(folder: Path) -> None:
    """Deletes what writers that were killed left half in a folder, not what others write now."""
    for half in folder.glob(f".*{_FRESH}"):
        with suppress(OSError):  # another process deletes it as well
            if time.time() - half.stat().st_mtime > _WRITING_S:
                half.unlink()
