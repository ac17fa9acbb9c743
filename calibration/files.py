"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

#: How the name of a file ends that is being written.
FRESH = ".new"


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Writes a file; what was there before stays where the disk takes no more. `mode`: the rights
    of the file, less the user's mask. Raises OSError."""
    fresh = path.with_name(f".{os.getpid()}-{threading.get_ident()}{FRESH}")
    try:
        fresh.unlink(missing_ok=True)  # of a process that was killed, with rights of its own
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
