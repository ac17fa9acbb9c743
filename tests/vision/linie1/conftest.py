"""The reader that the tests of Linie 1's eyes share."""

from __future__ import annotations

import pytest

from vision.linie1.reader import Linie1Reader, load


@pytest.fixture(scope="module")
def reader() -> Linie1Reader:
    """The reader that ships."""
    return load()
