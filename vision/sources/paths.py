"""What a user typed, as a path: odd names are names of nothing, not errors."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def named_path(text: str) -> Path:
    """The path that a text names, `~` opened out where its user is known."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def is_folder(path: Path) -> bool:
    """Whether this is a folder; False for what cannot be a name."""
    return stat.S_ISDIR(_mode(path))


def is_file(path: Path) -> bool:
    """Whether this is a file with an end: no pipe, no device."""
    return stat.S_ISREG(_mode(path))


def exists(path: Path) -> bool:
    """Whether anything is there."""
    return _mode(path) != 0


def _mode(path: Path) -> int:
    try:
        return os.stat(path).st_mode
    except (OSError, ValueError):
        return 0
