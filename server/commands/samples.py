"""Where the sample pictures are, in a checkout as in an installed package."""

from __future__ import annotations

from pathlib import Path

import server
from server.errors import UnusableInput

#: The recorded game that `arbitable demo` shows.
DEMO_GAME = "redline"
DEMO_FOLDER = "redline/redline_game_0101"


def samples_folder() -> Path:
    """`sample_images`, which lies beside the rooms: in the checkout, and in the installed package
    because it is packed as data. Raises UnusableInput where somebody took it away."""
    folder = Path(server.__file__).resolve().parent.parent / "sample_images"
    if not folder.is_dir():
        raise UnusableInput(f"the sample pictures are missing ({folder}); install Arbitable again.")
    return folder


def demo_folder() -> Path:
    """The photos of the recorded game."""
    return samples_folder() / DEMO_FOLDER
