"""What tests of the reader start from."""

from __future__ import annotations

import pytest

from tests.evenings.mokadi_evening import MokadiPhotos
from tests.people.evening import Plan


@pytest.fixture(scope="session")
def evening() -> MokadiPhotos:
    """One picture of a white and black box, read and judged; nobody changes it."""
    one = MokadiPhotos(Plan("mokadi", 84, pictures=1))
    one.run()
    return one
