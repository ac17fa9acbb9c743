"""Letters, digits and words as masks, in the drawn fonts of OpenCV or in font files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

HERSHEY = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
    cv2.FONT_HERSHEY_DUPLEX | cv2.FONT_ITALIC,
    cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC,
)

#: Height in pixels at which glyphs are kept; they are warped from there.
GLYPH_PX = 48

#: Folders of font files that systems have. Never needed: without one the drawn fonts serve.
_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts")

#: Families whose letters are no Latin ones, and families of symbols.
_UNFIT = ("D050000L", "StandardSymbols", "Symbol", "Dingbats", "Emoji", "Z003")


def system_fonts() -> tuple[str, ...]:
    """Paths of the font files on this machine: for training only, tests do without."""
    found = []
    for folder in _FONT_FOLDERS:
        for kind in ("*.ttf", "*.otf"):
            found += [str(p) for p in Path(folder).expanduser().rglob(kind)]
    return tuple(sorted(p for p in found if not any(u in p for u in _UNFIT)))


def random_font(rng: np.random.Generator, fonts: tuple[str, ...]) -> str:
    """The name of a font: a file's path, or `hershey:NUMBER:THICKNESS`."""
    if fonts and rng.random() < 0.75:
        return fonts[int(rng.integers(len(fonts)))]
    return f"hershey:{int(rng.integers(len(HERSHEY)))}:{int(rng.integers(2, 8))}"


@cache
def word_mask(text: str, font: str) -> np.ndarray:
    """(h, w) uint8 coverage of a word, cut close; about GLYPH_PX high for a capital."""
    mask = _hershey_mask(text, font) if font.startswith("hershey") else _file_mask(text, font)
    ys, xs = np.nonzero(mask > 40)
    if len(ys) == 0:
        return np.zeros((GLYPH_PX, GLYPH_PX // 2), np.uint8)
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def _hershey_mask(text: str, font: str) -> np.ndarray:
    _, number, thick = font.split(":")
    face, scale = HERSHEY[int(number)], GLYPH_PX / 22
    (w, h), _ = cv2.getTextSize(text, face, scale, int(thick))
    mask = np.zeros((h * 3, w + 2 * GLYPH_PX), np.uint8)
    cv2.putText(mask, text, (GLYPH_PX, 2 * h), face, scale, 255, int(thick), cv2.LINE_AA)
    return mask


def _file_mask(text: str, font: str) -> np.ndarray:
    face = ImageFont.truetype(font, int(GLYPH_PX * 1.4))
    left, top, right, bottom = face.getbbox(text)
    sheet = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(sheet).text((4 - left, 4 - top), text, 255, font=face)
    return np.asarray(sheet, np.uint8)


def put_word(
    image: np.ndarray,
    text: str,
    font: str,
    middle_xy: tuple[float, float],
    height: float,
    colour: tuple[float, float, float],
    deg: float,
    widest: float = 1e9,
    outline: tuple[float, float, float] | None = None,
) -> None:
    """Print a word into (H, W, 3) uint8 in place, its middle at a pixel, turned clockwise."""
    mask = word_mask(text, font)
    scale = min(height / mask.shape[0], widest / mask.shape[1])
    if outline is not None:
        rim = cv2.dilate(np.pad(mask, 6), np.ones((11, 11), np.uint8))
        _stamp(image, rim, middle_xy, scale, outline, deg)
    _stamp(image, mask, middle_xy, scale, colour, deg)


def _stamp(
    image: np.ndarray,
    mask: np.ndarray,
    middle_xy: tuple[float, float],
    scale: float,
    colour: tuple[float, float, float],
    deg: float,
) -> None:
    if scale < 0.7:  # warping alone would skip strokes
        size = [max(1, round(n * scale)) for n in mask.shape[::-1]]
        mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
        scale = 1.0
    h, w = mask.shape
    half = int(np.ceil(np.hypot(h, w) * scale / 2)) + 2
    x0, y0 = int(middle_xy[0]) - half, int(middle_xy[1]) - half
    ax, ay = max(x0, 0), max(y0, 0)
    bx, by = min(x0 + 2 * half, image.shape[1]), min(y0 + 2 * half, image.shape[0])
    if ax >= bx or ay >= by:
        return
    c, s = scale * np.cos(np.radians(deg)), scale * np.sin(np.radians(deg))
    turn = np.array([[c, -s], [s, c]])
    shift = np.array(middle_xy) - (ax, ay) - turn @ ((w - 1) / 2, (h - 1) / 2)
    cover = cv2.warpAffine(mask, np.column_stack([turn, shift]), (bx - ax, by - ay))
    part = image[ay:by, ax:bx]
    share = cover[..., None] * np.float32(1 / 255)
    part[:] = (part + share * (np.array(colour, np.float32) - part)).astype(np.uint8)
