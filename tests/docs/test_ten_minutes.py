"""`docs/ten-minutes.md`, walked as far as a machine can: print, cut, photograph, first calls."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cv2
import pypdfium2
import pytest
from click.testing import CliRunner

from server.cli import cli
from tests.docs.test_documents import ROOT, commands_in
from tests.printing.pages import made
from tests.printing.scene import photograph
from tests.printing.test_redline import faces_of
from tests.render.board import Board

PAGE = ROOT / "docs" / "ten-minutes.md"

#: A tile with a line to the east; one of the other colour that goes on; one that blocks.
FIRST: Board = {(0, 0): ("yellow", (2,))}
LEGAL: Board = {**FIRST, (1, 0): ("blue", (2, 6))}
FOUL: Board = {**LEGAL, (2, 0): ("yellow", (0, 1))}

#: One table, lamp and camera for all photos.
SEED = 5


def _walk(*words: str) -> str:
    done = CliRunner().invoke(cli, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def _photos(folder: Path) -> None:
    """One photo after every turn; the camera stays where it takes in the last one."""
    folder.mkdir()
    for number, board in enumerate((FIRST, LEGAL, FOUL), start=1):
        shot = photograph(faces_of(board, SEED), SEED, frame=faces_of(FOUL, SEED), share=0.4)
        cv2.imwrite(str(folder / f"{number:02}.jpg"), shot.image)


def test_from_printing_to_the_first_foul(tmp_path: Path) -> None:
    """The printed tiles are read; going on with the line is legal, blocking it is not."""
    out = tmp_path / "redline.pdf"
    _walk("print", "redline", str(out))
    assert len(pypdfium2.PdfDocument(out.read_bytes())) == 3
    folder = tmp_path / "my-game"
    _photos(folder)
    first = json.loads(_walk("read", str(folder / "01.jpg"), "--game", "redline", "--json"))
    assert [(p["colour"], len(p["spokes"])) for p in first["pieces"]] == [("yellow", 1)]
    told = _walk("replay", str(folder), "--game", "redline", "--json").splitlines()
    assert [json.loads(line)["call"] for line in told] == ["setup", "legal", "foul"]


def test_every_command_of_the_page_that_prints_does() -> None:
    """With the options that the page gives them."""
    prints = [words for words in commands_in(PAGE) if words[:1] == ["print"]]
    assert {words[1] for words in prints} == {"redline", "rouge", "linie1", "mokadi"}
    assert {opt for words in prints for opt in words if opt.startswith("--")} == {
        *("--paper", "--lang", "--measured"),
    }


@pytest.mark.parametrize("game", ["redline", "rouge", "linie1", "mokadi"])
def test_the_page_tells_how_many_pages_a_set_has(game: str) -> None:
    """As many as the file has."""
    row = re.search(rf"print {game} {game}\.pdf` \| (\d+) \|", PAGE.read_text("utf-8"))
    assert row is not None
    assert int(row[1]) == made(game).pages
