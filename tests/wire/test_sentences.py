"""Every note and refusal has its sentences in every language."""

from __future__ import annotations

import pytest

from rules.core.rulebook import LANGUAGES
from rules.referee.speaking.notes import joined_notes
from rules.wire.sentences import NOTES, REFUSALS, note_text


@pytest.mark.parametrize("code", [*NOTES, *REFUSALS])
def test_in_every_language(code: str) -> None:
    """English and French, nothing left empty."""
    sentences = {**NOTES, **REFUSALS}[code]
    assert set(sentences) == set(LANGUAGES)
    assert all(sentences.values())


def test_several_notes_are_read_out_one_after_the_other() -> None:
    """Each once; a code without sentences stands for itself."""
    note = joined_notes(["foul-stands", "foul-stands", "1 of 2"])
    assert note_text(note) == "The foul before still lies on the table. 1 of 2"
    assert joined_notes([]) is None
    assert note_text(None) is None
