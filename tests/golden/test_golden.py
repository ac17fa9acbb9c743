"""Every game plays its golden game exactly as written down."""

from __future__ import annotations

import pytest

from tests.golden import names, path, transcript


@pytest.mark.parametrize("name", names())
def test_the_transcript_is_there_and_still_true(name: str) -> None:
    """A missing transcript is as red as a wrong one."""
    assert path(name).exists(), "write it with: python -m tests.golden"
    assert transcript(name) == path(name).read_text(encoding="utf-8")
