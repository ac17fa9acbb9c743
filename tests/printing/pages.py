"""A printed set turned back into pictures, and its pieces cut out."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import pypdfium2

from calibration.printing.sets import PrintedSet
from calibration.printing.sheet import PrintedPiece
from server.reports.printed_sets import printed_set
from tests.render.tiles import PAD

#: Pixels a millimetre at which pages are looked at: enough for every photo of a table.
FINE = 6.0


def made(game: str, paper: str = "a4", language: str = "en", measured: float = 100) -> PrintedSet:
    """The set as `arbitable print` writes it, once, however many of the words are given."""
    return _made(game, paper, language, measured)


@cache
def _made(*words: Any) -> PrintedSet:
    return printed_set.__wrapped__(*words)


@cache
def page(game: str, number: int, paper: str = "a4", px_a_mm: float = FINE) -> np.ndarray:
    """(H, W, 3) uint8 BGR picture of a page."""
    document = pypdfium2.PdfDocument(made(game, paper).data)
    drawn: np.ndarray = document[number].render(scale=px_a_mm * 25.4 / 72).to_numpy()
    return np.ascontiguousarray(drawn[..., :3])


def words_on(game: str, number: int) -> str:
    """What is written on a page."""
    page = pypdfium2.PdfDocument(made(game).data)[number]
    return str(page.get_textpage().get_text_range())


def cut_out(game: str, piece: PrintedPiece, paper: str = "a4") -> np.ndarray:
    """(h + 2 PAD, w + 2 PAD, 4) uint8 BGRA: what scissors leave of a piece, in its bounding box."""
    sheet = page(game, piece.page, paper)
    low, high = piece.outline.min(0), piece.outline.max(0)
    x, y = np.round(low * FINE).astype(int)
    w, h = np.round((high - low) * FINE).astype(int)
    sprite = np.zeros((h + 2 * PAD, w + 2 * PAD, 4), np.uint8)
    sprite[..., :3] = sheet[y - PAD : y + h + PAD, x - PAD : x + w + PAD]
    inside = np.round(((piece.outline - low) * FINE + PAD - 0.5) * 16).astype(np.int32)
    cover = np.zeros(sprite.shape[:2], np.uint8)
    cv2.fillPoly(cover, [inside], 255, cv2.LINE_AA, 4)
    sprite[..., 3] = cover
    return sprite


def pieces_of(game: str, kind: str, paper: str = "a4") -> dict[str, PrintedPiece]:
    """The pieces of a kind by name; names repeat where pieces are alike, the last is kept."""
    return {piece.name: piece for piece in made(game, paper).pieces if piece.kind == kind}


def size_mm(piece: PrintedPiece) -> tuple[float, float]:
    """Width and height of a piece's bounding box."""
    wide, high = (piece.outline.max(0) - piece.outline.min(0)).tolist()
    return wide, high
