"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from calibration.files import forget_halves, write_whole


def test_what_was_there_is_replaced(tmp_path: Path) -> None:
    """With the rights that were asked for, and nothing is left beside it."""
    file = tmp_path / "a"
    file.write_bytes(b"old")
    write_whole(file, b"new", 0o600)
    assert [*tmp_path.iterdir()] == [file]
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (b"new", 0o600)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file whole, and no part of the new one."""
    file = tmp_path / "a"
    file.write_bytes(b"old")
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(full))
    with pytest.raises(OSError, match="space"):
        write_whole(file, b"new")
    assert ([*tmp_path.iterdir()], file.read_bytes()) == ([file], b"old")


def test_halves_of_killed_writers_are_cleared(tmp_path: Path) -> None:
    """Not what another one writes at the moment, and nothing else."""
    old, now, other = (tmp_path / name for name in (".1-2.new", ".3-4.new", "kept.new"))
    for file in (old, now, other):
        file.write_bytes(b"half")
        os.utime(file, (0, 0))
    os.utime(now)
    forget_halves(tmp_path)
    assert sorted(tmp_path.iterdir()) == [now, other]
