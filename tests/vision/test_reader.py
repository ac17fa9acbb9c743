"""What a reader must be able to do, and what it gets for nothing."""

from __future__ import annotations

import numpy as np
import pytest

from rules.core.errors import UnknownName
from vision.reader import Image, OnStage, Reader, ignore_stage, load_reader, offers, read_after
from vision.reading import Reading, Status


class Forgetful(Reader):
    """Has nothing but what every reader must have."""

    def read(self, image: Image, on_stage: OnStage = ignore_stage) -> Reading:
        """An empty table."""
        return Reading("nothing", Status.READ, (image.shape[1], image.shape[0]))


def test_a_reader_without_a_memory_reads_anew() -> None:
    """What is known of the table is no hindrance to a reader that makes nothing of it."""
    image = np.zeros((3, 4, 3), np.uint8)
    assert read_after(Forgetful(), image, "known") == read_after(Forgetful(), image, None)


@pytest.mark.parametrize("name", ["nn", "no such game", "..rules"])
def test_what_is_no_game_has_no_reader(name: str) -> None:
    """A name is asked for, never run."""
    assert not offers(name, "reader")
    with pytest.raises(UnknownName):
        load_reader(name)
