"""What people told stands in the log in words, and no more of it than everybody may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.core.discovery import discover
from rules.core.events import Told
from rules.core.rulebook import LANGUAGES
from server.pipeline.player_names import giving, kept_names
from server.pipeline.session import new_session
from server.tables.live_table import LiveTable
from server.tables.player_commands import CorrectPlace, PressButton, TellFact
from server.views.noted import noted
from server.words import ALL_WORDS
from tests.server.scripted import obeyed, play, session_of, truthful_table

_HANDS = {"white": 2, "black": 0}

TOLD: list[tuple[str, str, dict[str, Any], str, str]] = [
    (
        "redline",
        "hand",
        {"player": "Ada", "tiles": [{"colour": "blue", "spokes": ["N"]}], "hidden": None},
        "Ada\u2019s hand: 1 known, others: not known",
        "Main (Ada) : connues 1, autres : inconnu",
    ),
    ("redline", "turn", {"player": "Bo"}, "Bo is to move", "C\u2019est à Bo de jouer"),
    (
        "linie1",
        "hand",
        {"player": "Ada", "tiles": ["T1", "T1"]},
        "Ada\u2019s hand: 2 known, others: 0",
        "",
    ),
    (
        "rouge",
        "colours",
        {"Ada": "blue", "Bo": "green"},
        "Colours: Ada blue, Bo green",
        "Couleurs : Ada bleu, Bo vert",
    ),
    (
        "rouge",
        "ring",
        {"ring": 0},
        "Ring turned last: none",
        "Anneau tourné en dernier : aucun",
    ),
    (
        "mokadi",
        "stock",
        {"player": "Ada", "pads": _HANDS, "sticks": _HANDS},
        "Ada still holds: pads white 2; sticks white 2",
        "Encore en main (Ada) : plots blanc 2 ; baguettes blanche 2",
    ),
]


@pytest.mark.parametrize(("game", "fact", "data", "english", "french"), TOLD)
def test_a_fact_is_said_with_its_value(
    game: str, fact: str, data: dict[str, Any], english: str, french: str
) -> None:
    """In either language, as players call things."""
    session = new_session(game, ("Ada", "Bo"), {})
    said = [noted(session, Told(fact, data), language) or "" for language in ("en", "fr")]
    assert said[0].startswith(english)
    assert said[1].startswith(french)


def test_what_is_secret_stays_so() -> None:
    """Lines and stops of Linie 1 are shown to nobody: said is only whose were told."""
    session = new_session("linie1", ("Ada", "Bo"), {})
    for fact, data in (("line", {"line": 3}), ("route", {"card": "A", "letters": ["B", "C"]})):
        for language in LANGUAGES:
            said = noted(session, Told(fact, {"player": "Ada", **data}), language)
            assert said is not None
            assert "Ada" in said
            assert not set("3BC") & set(said)


def test_a_player_called_like_a_piece_keeps_that_name() -> None:
    """N is a player, not the north."""
    session = new_session("redline", ("N", "blue"), {})
    assert noted(session, Told("turn", {"player": "N"}), "en") == "N is to move"
    assert noted(session, Told("turn", {"player": "blue"}), "fr") == "C\u2019est à blue de jouer"


@pytest.mark.parametrize("game", [*discover()])
def test_every_fact_that_can_be_told_has_its_words(game: str) -> None:
    """A form whose fact has none would be only “Noted” in the log."""
    session = new_session(game, ("Ada", "Bo"), {})
    state = session.game.start(session.players, session.referee.match.house)
    for form in session.game.facts(state):
        keys = {f"noted.{form.fact}", f"noted.{game}.{form.fact}"}
        assert all(keys & set(ALL_WORDS[language]) for language in LANGUAGES), form.fact


def test_the_moment_says_what_it_is_about(tmp_path: Path) -> None:
    """A fact, its undo and redo, a piece of the first position that was put right."""
    with truthful_table(tmp_path, 0, spec="0") as table:
        session = session_of(table)
        place = next(iter(session.standing())).as_json()
        obeyed(
            table,
            TellFact("reserve", {"count": 20}),
            PressButton("undo"),
            PressButton("redo"),
            CorrectPlace(tuple(place), {"colour": "blue", "spokes": ["N", "S"]}),
        )
        moments = [e.data for e in table.channel._log.since(0) if e.kind == "moment"][1:]
    told = "Tiles in the reserve: 20"
    about = [moment["spoken"]["en"][0]["about"] for moment in moments]
    assert about[:3] == [told, f"what was told ({told})", f"what was told ({told})"]
    assert about[3].startswith("A1: ")


def test_a_correction_says_what_was_played_in_truth(tmp_path: Path) -> None:
    """Nothing, or another piece: later nobody remembers what was put right, nor what undoing it
    would bring back."""
    with truthful_table(tmp_path, 0, 1) as table:
        play(table, 2)
        obeyed(table, CorrectPlace((-1, 3), None))
        assert _about(table) == "not played: yellow tile on A4, lines north-east, east"
        obeyed(table, PressButton("undo"))
        assert _about(table).startswith("the correction (not played: yellow tile on")
        obeyed(table, CorrectPlace((-1, 3), {"colour": "yellow", "spokes": ["N", "W"]}))
        assert _about(table) == "yellow tile on A4, lines north, west"


def _about(table: LiveTable) -> str:
    told = table.channel.latest("moment")
    assert told is not None
    return str(told.data["spoken"]["en"][0]["about"])


def test_a_colour_is_no_player_who_began_with_its_name() -> None:
    """Rouge's players may be called by their colours, and by another name later."""
    session = new_session("rouge", ("red", "blue"), {})
    named = session.called(kept_names([giving("red", "Ada", 0)]))
    told = Told("colours", {"red": "red", "blue": "blue"})
    assert noted(named, told, "en") == "Colours: Ada red, blue blue"
    assert noted(named, told, "fr") == "Couleurs : Ada rouge, blue bleu"


def test_a_player_may_be_called_like_anything() -> None:
    """Also like what a function calls its own."""
    session = new_session("rouge", ("key", "language"), {})
    told = Told("colours", {"key": "red", "language": "blue"})
    assert noted(session, told, "en") == "Colours: key red, language blue"
