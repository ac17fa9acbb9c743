"""Every sentence that can reach a page or a voice is there in English and in French."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.core.discovery import discover
from rules.core.rulebook import LANGUAGES
from rules.referee.speaking import notes
from rules.wire.sentences import NOTES, REFUSALS, TAKE_IT_BACK
from server.http.answers import failure
from server.views.now.status import camera_status, gate_status
from server.words import ALL_WORDS
from server.words.sentences import in_languages, templates, translated
from vision.reading import Refusal
from vision.sources.frame import Silent

ROOT = Path(__file__).parents[3]

#: Names of rules that are the same in every language, such as "Redline B" and "Rouge 1".
SAME_EVERYWHERE = re.compile(r"\w+(?: 1)? [A-E\d]")

#: What carries a sentence for the players, and where it is made.
CARRIERS = {
    "server": ("failure", "Refused", "CommandRejected", "NoPicture", "NotAGame"),
    "vision": ("Refusal", "SourceError", "Trouble", "Ended", "ArbitableError", "UnknownName"),
    "vision/linie1/taught.py": ("NoFit",),
    "vision/linie1/board/known_table.py": ("Placed",),
    "calibration/homography.py": ("NoFit",),
    "calibration/profiles.py": ("UnusableProfile",),
    "rules/core": ("ArbitableError", "Malformed", "UnknownName"),
    "rules/games": ("ArbitableError", "UnknownName"),
}


@cache
def made() -> tuple[tuple[str, str], ...]:
    """Every such sentence with its module, sorted."""
    return tuple(sorted(set(_made())))


def _made() -> Iterator[tuple[str, str]]:
    """Each sentence, blanks numbered, with the place where it is made."""
    for place, names in CARRIERS.items():
        path = ROOT / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            text = file.read_text("utf-8")
            for call in ast.walk(ast.parse(text)) if any(map(text.__contains__, names)) else ():
                if isinstance(call, ast.Call) and _name(call.func) in names:
                    values = [*call.args, *(word.value for word in call.keywords)]
                    texts = filter(None, map(_template, values))
                    yield from ((text, str(file)) for text in texts if _says(text))


def _name(function: ast.expr) -> str:
    return getattr(function, "id", None) or getattr(function, "attr", "")


def _template(value: ast.expr) -> str | None:
    """A literal text, or one with blanks for what is filled in."""
    if isinstance(value, ast.Constant):
        return value.value if isinstance(value.value, str) else None
    if not isinstance(value, ast.JoinedStr):
        return None
    blanks = iter(range(len(value.values)))
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{next(blanks)}}}"
        for part in value.values
    )


def _says(text: str) -> bool:
    """Whether a text has words of its own: no code, no mere joining of other texts."""
    words = [word for word in text.split() if not word.startswith("{")]
    return len(words) > 1


def test_the_sentences_are_found() -> None:
    """The search sees refusals, troubles, errors of the API and of the rules."""
    found = {text for text, _ in made()}
    assert "There is nothing to undo." in found
    assert "A lamp's reflection hides the board." in found
    assert "The camera stopped." in found
    assert "There is no ring {0}: 1 is the inner, 3 the outer one, 0 for none." in found
    assert len(found) > 100


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_sentence_is_translated(language: str) -> None:
    """None that is made is missing, and a translation fills no blank that is not there."""
    known = templates(language)
    missing = [f"{text}  ({where})" for text, where in made() if text not in known]
    assert missing == []
    for english, said in known.items():
        assert said.strip()
        assert _blanks(said) <= _blanks(english), english


def _blanks(text: str) -> set[str]:
    return {part.split("}")[0] for part in text.split("{")[1:]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_notes_and_refusals_of_the_referee_are_there(language: str) -> None:
    """Each code has its sentence, and its cure."""
    named = {code for name, code in vars(notes).items() if name.isupper() and _is_code(code)}
    assert {notes.CHANGED, notes.QUESTION_STANDS, notes.EITHER_PIECE} <= named - {notes.TAKE_BACK}
    assert named - {notes.TAKE_BACK} == set(NOTES)
    assert all(texts[language] for texts in NOTES.values())
    assert all(all(texts[language]) for texts in REFUSALS.values())
    assert TAKE_IT_BACK[language]
    assert len({texts[language] for texts in NOTES.values()}) == len(NOTES)


def _is_code(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[a-z-]+", value) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_no_picture_shows_a_foul_is_said(language: str) -> None:
    """A rule whose breaking players must tell says why, in words of each language."""
    for path in (ROOT / "rules" / "games").glob("*/rulebook.toml"):
        codes = tomllib.loads(path.read_text("utf-8"))["codes"]
        told = {code: entry["told"] for code, entry in codes.items() if "told" in entry}
        for code, texts in told.items():
            assert texts[language].endswith("."), code
            assert len(set(texts.values())) == len(LANGUAGES), code


def test_blanks_are_filled_and_translated_in_turn() -> None:
    """A count stays, a sentence inside a sentence is translated, so is one behind a file's name."""
    assert translated("Send at most 40 MB.", "fr") == "Envoyez au plus 40 Mo."
    inner = "That is nothing of this game (There is no player named 'Cy': Ada, Bo.)."
    assert "pas de joueur nommé 'Cy'" in str(translated(inner, "fr"))
    two = "3.jpg: This picture is blurred. Hold the camera still and tap the game to focus."
    assert str(translated(two, "fr")).startswith("3.jpg : Cette image est floue. Tenez")
    moved = (
        "Camera or board moved by 12 pixels since the table 'oak' was calibrated; "
        "its board was found again by its print."
    )
    assert "bougé de 12 pixels depuis le calibrage de la table 'oak'" in str(
        translated(moved, "fr")
    )


def test_what_nobody_knows_is_not_passed_off_as_french() -> None:
    """No translation for an unknown text; the English one is still there."""
    assert translated("Something quite new went wrong.", "fr") is None
    assert in_languages("Something quite new went wrong.", None) == {
        "en": "Something quite new went wrong."
    }
    assert in_languages(None) is None


@pytest.mark.parametrize("game", ["redline", "linie1"])
def test_every_rule_in_the_way_of_a_piece_is_said_in_a_few_words(game: str) -> None:
    """What the rules of placing object to can be named by the helper's proof."""
    source = (ROOT / "rules" / "games" / game / "laws" / "placement.py").read_text("utf-8")
    calls = [call for call in ast.walk(ast.parse(source)) if isinstance(call, ast.Call)]
    codes = {_template(call.args[0]) for call in calls if _name(call.func) in {"foul", "lay_foul"}}
    codes -= {None}
    assert len(codes) > 3
    for language in LANGUAGES:
        assert [code for code in codes if f"why.{game}.{code}" not in ALL_WORDS[language]] == []


def test_french_is_written_with_its_printed_apostrophe() -> None:
    """On the page a rule's sentence stands beside those of the page itself."""
    books = [path.read_text("utf-8") for path in (ROOT / "rules").glob("games/*/rulebook.toml")]
    french = [line for book in books for line in re.findall(r"\bfr = .*", book)]
    french += [word for book in books for word in tomllib.loads(book)["words"]["fr"].values()]
    french += [text for said in REFUSALS.values() for text in said["fr"]]
    french += [said["fr"] for said in NOTES.values()]
    assert len(french) > 400
    assert [text for text in french if re.search(r"[^\W\d_]'[\w{]", text)] == []


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_rules_and_where_they_stand_are_named_in_every_language(language: str) -> None:
    """Each rule code's name and source, down to the parts of the rule sheet that it cites."""
    codes = [code for game in discover().values() for code in game.rulebook.codes]
    assert len(codes) > 40
    for code in codes:
        assert SAME_EVERYWHERE.fullmatch(code.rule) or translated(code.rule, language), code.rule
        said = translated(code.source, language)
        assert said, code.source
        left = {"leaflet", "rule", "text", "and", "play", "laying"} & set(re.findall(r"\w+", said))
        assert not left, said


def test_what_goes_wrong_reaches_a_page_in_every_language() -> None:
    """A refused order, a refused photo, a camera that is gone: each with its sentence in French."""
    refused = json.loads(bytes(failure(422, "nothing-to-undo", "There is nothing to undo.").body))
    assert refused["error"]["texts"]["fr"] == translated("There is nothing to undo.", "fr")
    blurred = Refusal(
        "blurred", "This picture is blurred.", "Go nearer, or use the full resolution."
    )
    assert "floue" in gate_status("lost", blurred.code, blurred)["said"]["fr"]
    gone = camera_status(
        "0", Silent(0.0, "The camera stopped.", "Check the network; it is used again.")
    )
    assert gone["trouble_said"] == {
        "en": "The camera stopped. Check the network; it is used again."
    }
    stopped = camera_status("0", Silent(0.0, "The camera stopped.", None))
    assert stopped["trouble_said"]["fr"] == translated("The camera stopped.", "fr")
    assert gate_status("lost", "no-board")["said"] == {
        language: " ".join(parts) for language, parts in REFUSALS["no-board"].items()
    }


def test_no_page_writes_a_colon_itself() -> None:
    """French has a space before it: pages and reports say `colon`, as every other word."""
    glued = re.compile(r"\}: (?=[`$])|join\(\": \"\)|\}\}: ")
    files = [*(ROOT / "server/static").rglob("*.js"), *(ROOT / "server/templates").rglob("*.html")]
    found = {file.name for file in files if glued.search(file.read_text("utf-8"))}
    assert found == set()
