"""Every note and refusal has its sentences in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.core.call import CallKind
from rules.core.observation import Issue, Observation
from rules.core.rulebook import LANGUAGES
from rules.games.redline import GAME as REDLINE
from rules.referee.referee import begin, observe
from rules.referee.speaking.notes import joined_notes
from rules.wire.sentences import NOTES, REFUSALS, note_text

#: An issue in a reader's source.
ISSUE = re.compile(r'Issue\("([^"]+)"')


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


def test_what_a_reader_holds_against_a_picture_is_told_in_words() -> None:
    """Every issue that a reader may name comes to a refusal with its cure."""
    root = Path(__file__).parents[2] / "vision"
    named = {kind for file in root.rglob("*.py") for kind in ISSUE.findall(file.read_text("utf-8"))}
    assert {"hand", "top unknown"} <= named
    state = begin(REDLINE, (), REDLINE.rulebook.house())
    for kind in named:
        _, calls = observe(state, Observation("redline", (), issues=(Issue(kind, 0.5),)))
        assert [call.kind for call in calls] == [CallKind.UNCLEAR]
        assert calls[0].reason in REFUSALS
