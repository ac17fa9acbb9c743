"""What a reader must be able to do, and what it gets for nothing."""

from __future__ import annotations

import subprocess
import sys
from inspect import signature
from unittest.mock import Mock

import numpy as np
import pytest

from rules.core.errors import UnknownName
from vision.reader import Image, OnStage, Reader, load_reader, offers, untimed
from vision.reader_around import BESIDES, ReaderAround
from vision.reading import Reading, ReadingStatus


class Forgetful(Reader):
    """Has nothing but what every reader must have."""

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """An empty table."""
        return Reading("nothing", ReadingStatus.READ, (image.shape[1], image.shape[0]))


def test_a_reader_without_a_memory_reads_anew() -> None:
    """What is known of the table is no hindrance to a reader that makes nothing of it."""
    image = np.zeros((3, 4, 3), np.uint8)
    assert Forgetful().read(image, "known") == Forgetful().read(image, None)


@pytest.mark.parametrize("name", ["nn", "reader", "no such game", "..rules"])
def test_what_is_no_game_has_no_reader(name: str) -> None:
    """A name is asked for, never run, be it that of a module beside the games."""
    assert not offers(name, "reader")
    with pytest.raises(UnknownName):
        load_reader(name)


class Around(ReaderAround):
    """Adds nothing."""

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """As the reader inside reads."""
        return self._reader.read(image, memory, on_stage)


def test_a_reader_around_another_does_all_but_the_reading_as_that_one() -> None:
    """Also what readers will be able to do one day: a default would forget it without a word."""
    members = {name for name in vars(Reader) if not name.startswith("_")} - {"read"}
    assert members == {*BESIDES, "places"}
    inside = Mock(spec=Forgetful)
    around = Around(inside)
    assert around.places is inside.places
    for name in members - {"places"}:
        given = signature(getattr(Reader, name)).parameters
        assert getattr(around, name)(*list(given)[1:]) is getattr(inside, name).return_value
        getattr(inside, name).assert_called_once_with(*list(given)[1:])


def test_a_games_package_is_whole_before_its_reader_is_imported() -> None:
    """A thread that imports every game meanwhile began there: the other way round both fail."""
    told = (
        "import sys, vision.reader as reader\n"
        "reader.import_module = lambda _name: print('rules.games.linie1' in sys.modules)\n"
        "reader.offered('linie1', 'reader')"
    )
    made = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert made.stdout == "True\n"
