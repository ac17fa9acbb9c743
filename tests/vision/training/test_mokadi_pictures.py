"""The training pictures of the Mokadi net, as its command keeps them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

from tests.render.mokadi_photo import random_photo
from vision.training.mokadi.pictures import Kept, packed


def test_what_the_command_keeps_is_read_elsewhere(tmp_path: Path) -> None:
    """A picture kept by the command is the same as one kept here."""
    command = [sys.executable, "-m", "vision.training.mokadi.pictures", str(tmp_path), "5", "1"]
    subprocess.run(command, check=True)
    kept: Kept = pickle.loads((tmp_path / "0000005.pickle").read_bytes())
    assert kept.part == packed(random_photo(5, (800, 600))).part
