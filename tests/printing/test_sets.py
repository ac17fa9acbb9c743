"""Every printed set: exact sizes, lines to cut along, room for the printer, words in two
languages, colours that colour-blind eyes tell apart, and one sentence for what cannot be made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner, Result

from calibration.printing.paper import PAPERS
from calibration.printing.sets import PrintError, print_set, printable
from calibration.printing.sheet import PrintedPiece
from server.cli import cli
from server.words import load_words
from tests.printing.pages import FINE, made, page

GAMES = printable()
EACH_GAME = pytest.mark.parametrize("game", GAMES)
EACH_PAPER = pytest.mark.parametrize("paper", list(PAPERS))

#: What scissors and eyes tell apart.
EXACT_MM = 0.3

#: Sides of an outline above this are looked at in three places, millimetres.
LONG_MM = 5.0

#: What home printers leave white at the edge, nearly always.
WHITE_MM = 5.0

#: Linear RGB as seen without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1).
BLIND = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}

#: Distance in CIE L*a*b* from which two paints side by side are plainly two: ten times the least
#: that trained eyes see.
PLAIN_DELTA_E = 23.0


def run(*words: str) -> Result:
    """`arbitable` with these words."""
    return CliRunner().invoke(cli, list(words))


def _edges_mm(dark: np.ndarray) -> tuple[float, float]:
    """Where the first and the last dark pixel of a row lie, millimetres."""
    found = np.flatnonzero(dark)
    return (found[0] + 0.5) / FINE, (found[-1] + 0.5) / FINE


@cache
def _grey(game: str, number: int, paper: str) -> np.ndarray:
    """(H, W) float32 brightness of a page."""
    return page(game, number, paper).mean(2, dtype=np.float32)


def _worst_cut_mm(game: str, paper: str, piece: PrintedPiece) -> float:
    """How far the line to cut is off a piece's outline where it is furthest, millimetres."""
    spots = list(_along(piece.outline))
    at, out = (np.array(values) for values in zip(*spots, strict=True))
    steps = np.arange(-1.2, 1.2, 0.5 / FINE)
    xy = ((at[:, None] + steps[:, None] * out[:, None]) * FINE - 0.5).astype(np.float32)
    sheet = _grey(game, piece.page, paper)
    levels = cv2.remap(sheet, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR)
    return max(_off_mm(np.abs(np.diff(row)), steps[:-1] + 0.25 / FINE) for row in levels)


def _along(outline: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Points of an outline, three on a long side, and the direction across it."""
    for a, b in zip(outline, np.roll(outline, -1, 0), strict=True):
        long = float(np.hypot(*(b - a)))
        out = np.array([b[1] - a[1], a[0] - b[0]]) / long
        for share in (0.23, 0.5, 0.77) if long > LONG_MM else (0.5,):
            yield a + share * (b - a), out


def _off_mm(change: np.ndarray, steps: np.ndarray) -> float:
    """How far from its middle the nearest strong edge across an outline lies."""
    strong = steps[change >= max(12.0, change.max() * 0.35)]
    return float(np.abs(strong).min()) if len(strong) else np.inf


@EACH_PAPER
@EACH_GAME
def test_pages_have_the_size_of_the_paper(game: str, paper: str) -> None:
    """And viewers are asked not to scale them."""
    data = made(game, paper).data
    for sheet in pypdfium2.PdfDocument(data):
        size = np.array(sheet.get_size()) * 25.4 / 72
        assert size == pytest.approx((PAPERS[paper].width, PAPERS[paper].height), abs=0.05)
    assert b"/PrintScaling /None" in data


@EACH_PAPER
@EACH_GAME
def test_the_ruler_measures_100_mm(game: str, paper: str) -> None:
    """From the first mark to the last, as printed."""
    (ruler,) = [piece for piece in made(game, paper).pieces if piece.kind == "ruler"]
    y = int((ruler.outline[0, 1] + 0.8) * FINE)
    start, end = _edges_mm(page(game, ruler.page, paper)[y].mean(1) < 160)
    assert end - start == pytest.approx(100, abs=EXACT_MM)


@EACH_PAPER
@EACH_GAME
def test_a_line_to_cut_runs_along_every_piece(game: str, paper: str) -> None:
    """Within 0.3 mm of where the piece is said to end."""
    for piece in made(game, paper).pieces:
        if piece.kind != "ruler":
            assert _worst_cut_mm(game, paper, piece) <= EXACT_MM, piece.name


@EACH_PAPER
@EACH_GAME
def test_nothing_lies_where_printers_leave_white(game: str, paper: str) -> None:
    """The outer 5 mm of every page."""
    for number in range(made(game, paper).pages):
        assert _rim_is_white(page(game, number, paper), FINE), number


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
@EACH_GAME
def test_nor_do_the_words_of_the_other_language(game: str, paper: str) -> None:
    """In French, which is longer."""
    for number, sheet in enumerate(pypdfium2.PdfDocument(made(game, paper, "fr").data)):
        assert _rim_is_white(sheet.render(scale=25.4 / 72).to_numpy(), 1.0), number


def _rim_is_white(drawn: np.ndarray, px_a_mm: float) -> bool:
    """Whether nothing dark lies in the rim of a page (H, W, BGR)."""
    rim = int(WHITE_MM * px_a_mm)
    sides = (drawn[:rim], drawn[-rim:], drawn[:, :rim], drawn[:, -rim:])
    return all(side[..., :3].min() >= 200 for side in sides)


@EACH_GAME
def test_words_are_printed_whole_in_both_languages(game: str) -> None:
    """Every word of the steps is in the file, accents and quotes too."""
    for language in ("en", "fr"):
        words = load_words(f"print-{language}")
        document = pypdfium2.PdfDocument(made(game, "a4", language).data)
        told = " ".join(sheet.get_textpage().get_text_range() for sheet in document)
        printed = set(told.replace("\u2019", "'").split())
        for key, sentence in words.items():
            if key.startswith(f"{game}.step") or key in ("made", "scale"):
                assert set(sentence.replace("\u2019", "'").split()) <= printed, key


def test_both_languages_have_the_same_sentences() -> None:
    """No key is missing in either."""
    assert load_words("print-en").keys() == load_words("print-fr").keys()


def _lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b* of linear RGB (D65)."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = to_xyz @ rgb.clip(0, 1) / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def _linear(colour: tuple[int, int, int]) -> np.ndarray:
    c = np.array(colour) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


@EACH_GAME
@pytest.mark.parametrize("eyes", BLIND)
def test_colour_blind_eyes_tell_the_pieces_apart(game: str, eyes: str) -> None:
    """Whatever must be told by colour differs plainly without red, green or blue cones."""
    for group in import_module(f"calibration.printing.{game}").PALETTE:
        seen = {name: _lab(np.array(BLIND[eyes]) @ _linear(c)) for name, c in group.items()}
        for (a, lab_a), (b, lab_b) in combinations(seen.items(), 2):
            assert np.linalg.norm(lab_a - lab_b) >= PLAIN_DELTA_E, (a, b)


def test_a_printer_that_shrinks_is_made_up_for() -> None:
    """Where the ruler measured 97 mm, all is drawn larger, so that the next print is right."""
    plain, wider = made("redline"), made("redline", "a4", "en", 97)
    for before, after in zip(plain.pieces, wider.pieces, strict=True):
        size = np.ptp(before.outline, axis=0) * 100 / 97
        assert np.ptp(after.outline, axis=0) == pytest.approx(size)


@pytest.mark.parametrize(
    ("measured", "said"), [(50, "90 to 110"), (float("nan"), "90 to 110"), (90, "100 %")]
)
def test_a_ruler_that_cannot_be_is_refused(measured: float, said: str) -> None:
    """And so is a print that would not fit the paper."""
    with pytest.raises(PrintError, match=said):
        print_set("rouge", PAPERS["a4"], load_words("print-en"), "en", measured)


def test_the_command_writes_a_pdf(tmp_path: Path) -> None:
    """And says how many pages there are and how to print them."""
    out = tmp_path / "set.pdf"
    done = run("print", "redline", str(out), "--paper", "letter", "--lang", "fr")
    assert done.exit_code == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert "3 pages" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["chess", "out.pdf"],
        ["redline", "out.txt"],
        ["redline", "no/such/folder/out.pdf"],
        ["redline", "out.pdf", "--measured", "12"],
        ["redline", "out.pdf", "--paper", "a3"],
        ["redline", "out.pdf", "--lang", "de"],
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(words: list[str]) -> None:
    """Exit status 2, nothing on standard output."""
    done = run("print", *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
