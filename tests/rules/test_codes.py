"""Every rule code of a game in every wording: a turn or a position that provokes it, and its words.

Rouge has its own list, in `tests/rules/rouge/test_codes.py`."""

from __future__ import annotations

from functools import cache

import pytest

from rules.core.discovery import get
from rules.core.rulebook import LANGUAGES
from rules.core.texts import render
from rules.core.verdict import Violation
from tests.rules import test_texts as redline
from tests.rules.linie1 import test_codes as linie1
from tests.rules.mokadi import test_codes as mokadi

GAMES = {"linie1": linie1, "mokadi": mokadi, "redline": redline}
PROVOKED = {game: tried.provoked() for game, tried in GAMES.items()}

#: A plain wording that nothing brings up, as every occasion has its own.
UNUSED = {("mokadi", "two-moves", "")}

#: A rule that a code cites on one occasion beside its own.
CITED_TOO = {("wrong-colour", "Mokadi turn")}

#: Who or what is named where no place is: players, a number of tiles, a line.
NAMED = {"linie1": ("Ana", "Bo", "4"), "redline": ("Ana", "Bo", "24")}

EACH_GAME = pytest.mark.parametrize("game", GAMES)


def wording(violation: Violation) -> tuple[str, str]:
    """Code and case."""
    return violation.code, str(dict(violation.params).get("case", ""))


@cache
def said(game: str) -> tuple[Violation, ...]:
    """Every violation that the turns and the positions come to."""
    turns = (v for verdict in PROVOKED[game].values() for v in verdict.violations)
    return (*turns, *GAMES[game].audited())


@pytest.mark.parametrize(("game", "name"), [(g, name) for g in GAMES for name in PROVOKED[g]])
def test_every_code_is_provoked(game: str, name: str) -> None:
    """The turn breaks the rule it was made to break, in that wording."""
    code, _, case = name.partition(" ")
    assert (code, case) in {wording(v) for v in PROVOKED[game][name].violations}


@EACH_GAME
def test_every_code_and_wording_of_the_rulebook_is_used(game: str) -> None:
    """No sentence is written for nobody, and none is missing; the rule is that of the code."""
    codes = get(game).rulebook.codes
    written = {(game, c.code, case) for c in codes for case in ("", *c.cases)}
    assert {(game, *wording(v)) for v in said(game)} == written - UNUSED
    cited = {(v.code, v.rule) for v in said(game)} - CITED_TOO
    assert cited == {(c.code, c.rule) for c in codes}


@EACH_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_violation_can_be_said(game: str, language: str) -> None:
    """No blank is left, the sentence ends properly and names a place of the foul, or a player;
    in Mokadi all that is at fault, by the names that the drawing shows."""
    for violation in said(game):
        text = render(get(game).rulebook, violation, language)
        assert not {"{", "}"} & set(text), text
        assert text[0].isupper() or text[0].isdigit() or text.startswith(("Ana", "Bo"))
        assert text.endswith("."), text
        places = [place.name() for place in violation.places]
        if game == "mokadi":
            assert all(name in text for name in places), text
        else:
            assert any(name in text for name in (*places, *NAMED[game])), text
