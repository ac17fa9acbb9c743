"""Damaged pictures, from a seed: does any reader or decoder raise, hang or take too much memory?

    python -m tests.hard.damaged [NUMBER [SEED [GAME]]]

The readers of all games take turns in one process, or that of GAME alone. Prints how many pictures
were tried and opened, the slowest and the largest memory, then every failure with the seed that
makes it again.
"""

from __future__ import annotations

import io
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from types import FrameType

import numpy as np
from PIL import Image as PillowImage

from rules.core.discovery import discover
from server.commands.samples import samples_folder
from server.pipeline.readers import read_image
from tests.hard.memory import peak_mib
from vision.photo import decode_photo
from vision.reader import Reader, has_reader, load_reader
from vision.reading import Refusal

#: Seconds that one picture may take, on a busy machine, before it counts as a hang.
HANG_S = 60

#: MiB that the whole process may take at most.
MOST_MIB = 600

#: One picture in so many is very large: these take seconds.
_LARGE_EVERY = 200

_SAMPLES = ("redline/redline_0001.jpg", "linie1/linie1_0011.jpg", "rouge/rouge_0001.jpg")

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one damaged picture: `status` of its reading, or the name of an error; `mib`:
    the largest memory of the process until then."""

    seed: int
    made: str
    status: str
    seconds: float
    mib: float

    @property
    def failed(self) -> bool:
        """Whether it was neither read nor refused in time."""
        return self.status not in {"read", "unsure", "refused"}


def picture(seed: int) -> tuple[str, bytes]:
    """How the damaged picture of a seed was made, and its bytes."""
    rng = np.random.default_rng(seed)
    if seed % _LARGE_EVERY == _LARGE_EVERY - 1:
        with ProcessPoolExecutor(1, get_context("spawn")) as elsewhere:  # whose memory is its own
            return elsewhere.submit(_large, rng).result()
    kind = str(rng.choice(list(_KINDS)))
    data = _KINDS[kind](_small(rng))
    made = [kind]
    for _ in range(int(rng.integers(0, 4))):
        name = str(rng.choice(list(_DAMAGES)))
        data = _DAMAGES[name](rng, data)
        made.append(name)
    return " ".join(made), data


def tried(seed: int, game: str) -> Outcome:
    """Opens the picture of a seed and reads it as one of a game."""
    made, data = picture(seed)
    began = time.perf_counter()
    try:
        with _alarm():
            image = decode_photo(data)
            reading = read_image(game, _reader(game), image)
            status = reading.status.value
            made += f" ({'not opened' if isinstance(image, Refusal) else game})"
    except Exception as error:  # what this looks for
        status = f"{type(error).__name__}: {error}"
    return Outcome(seed, made, status, time.perf_counter() - began, peak_mib())


@cache
def _reader(game: str) -> Reader:
    return load_reader(game)


def games() -> list[str]:
    """The games that can be seen."""
    return [name for name in sorted(discover()) if has_reader(name)]


@contextmanager
def _alarm() -> Iterator[None]:
    def rung(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {HANG_S} s")

    before = signal.signal(signal.SIGALRM, rung)
    signal.alarm(HANG_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# Whole pictures


def _small(rng: Random) -> PillowImage.Image:
    """A sample photo of some size and shape, or noise; sometimes one pixel wide."""
    if rng.random() < 0.1:
        sides = (int(rng.choice([1, 2, 3, 17, 9000])), int(rng.choice([1, 2, 5, 40, 300])))
        return PillowImage.new("RGB", sides if rng.random() < 0.5 else sides[::-1], (90, 80, 70))
    if rng.random() < 0.1:
        return PillowImage.fromarray(rng.integers(0, 256, (120, 160, 3), np.uint8))
    photo = _sample(str(rng.choice(_SAMPLES)))
    width = int(rng.choice([64, 160, 320, 480]))
    return photo.resize((width, max(1, int(width * rng.uniform(0.4, 1.2)))))


@cache
def _sample(name: str) -> PillowImage.Image:
    with PillowImage.open(samples_folder() / name) as photo:
        return photo.convert("RGB").resize((640, 480))


def _packed(image: PillowImage.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)  # type: ignore[arg-type]
    return out.getvalue()


def _turned(image: PillowImage.Image) -> bytes:
    exif = PillowImage.Exif()
    exif[0x0112] = image.width % 9
    exif.get_ifd(0x8769)[0x9003] = "2026:11:22 20:15:00"
    return _packed(image, "JPEG", exif=exif)


def _sixteen(image: PillowImage.Image) -> PillowImage.Image:
    return PillowImage.fromarray(np.asarray(image.convert("L"), np.uint16) * 257)


def _frames(image: PillowImage.Image) -> dict[str, object]:
    return {"save_all": True, "append_images": [image.rotate(90).resize(image.size)] * 2}


_KINDS: dict[str, Callable[[PillowImage.Image], bytes]] = {
    "jpeg": lambda image: _packed(image, "JPEG", quality=80),
    "jpeg-passes": lambda image: _packed(image, "JPEG", progressive=True, subsampling=0),
    "jpeg-cmyk": lambda image: _packed(image.convert("CMYK"), "JPEG"),
    "jpeg-grey": lambda image: _packed(image.convert("L"), "JPEG"),
    "jpeg-turned": _turned,
    "jpeg-several": lambda image: _packed(image, "MPO", **_frames(image)),
    "png": lambda image: _packed(image, "PNG"),
    "png-alpha": lambda image: _packed(image.convert("RGBA"), "PNG"),
    "png-palette": lambda image: _packed(image.quantize(16), "PNG"),
    "png-16": lambda image: _packed(_sixteen(image), "PNG"),
    "png-animated": lambda image: _packed(image, "PNG", **_frames(image)),
    "webp": lambda image: _packed(image, "WEBP"),
    "webp-exact": lambda image: _packed(image.convert("RGBA"), "WEBP", lossless=True),
    "webp-animated": lambda image: _packed(image, "WEBP", **_frames(image)),
    "heic": lambda image: _packed(image.resize((max(64, image.width % 512), 64)), "HEIF"),
    "bmp": lambda image: _packed(image, "BMP"),
    "tiff": lambda image: _packed(image, "TIFF"),
    "tiff-lzw": lambda image: _packed(image, "TIFF", compression="tiff_lzw"),
    "tiff-jpeg": lambda image: _packed(image, "TIFF", compression="jpeg"),
    "tiff-16": lambda image: _packed(_sixteen(image), "TIFF"),
    "tiff-several": lambda image: _packed(image, "TIFF", **_frames(image)),
}


def _large(rng: Random) -> tuple[str, bytes]:
    """About as many pixels as are taken, or many more; few bytes."""
    sides = [(7200, 7200), (6000, 6000), (9000, 9000), (52_000_000, 1), (4900, 4900)]
    side = sides[int(rng.integers(len(sides)))]
    mode = str(rng.choice(["L", "RGB"]))
    most = {"JPEG": 65_000, "WEBP": 16_000}
    kind = str(rng.choice(["PNG", "JPEG", "WEBP", "TIFF"]))
    if max(side) > most.get(kind, 10**9):
        side = (4900, 4900)
    options: dict[str, dict[str, object]] = {
        "JPEG": {"progressive": bool(rng.integers(2)), "quality": 30},
        "WEBP": {"quality": 10, "method": 0},
        "TIFF": {"compression": "tiff_lzw"},
        "PNG": {"compress_level": 1},
    }
    image = PillowImage.new(mode, side, 128 if mode == "L" else (90, 120, 60))
    exif = PillowImage.Exif()
    exif[0x0112] = turn = int(rng.integers(1, 9))
    return f"large {kind} {mode} {side} turned {turn}", _packed(
        image, kind, exif=exif, **options[kind]
    )


# Damages


def _cut_short(rng: Random, data: bytes) -> bytes:
    return data[: int(rng.integers(len(data) + 1))]


def _flipped(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for at in rng.integers(0, max(len(data), 1), int(rng.integers(1, 30))) if data else ():
        changed[at] ^= 1 << int(rng.integers(8))
    return bytes(changed)


def _in_header(rng: Random, data: bytes) -> bytes:
    """Numbers among the first bytes, where sizes and offsets are, say something else."""
    changed = bytearray(data)
    for _ in range(int(rng.integers(1, 6))):
        lie = struct.pack(
            str(rng.choice(["<I", ">I"])), int(rng.choice([0, 1, 0xFFFF, 2**31, 2**32 - 1]))
        )[: int(rng.choice([1, 2, 4]))]
        at = int(rng.integers(0, max(1, min(len(changed), 400))))
        changed[at : at + len(lie)] = lie
    return bytes(changed)


def _of_giant_size(rng: Random, data: bytes) -> bytes:
    """The header claims tens of thousands of pixels a side."""
    side = int(rng.choice([20_000, 65_500, 2**24]))
    changed = bytearray(data)
    frame = max(data.find(b"\xff\xc0"), data.find(b"\xff\xc2"))
    if data[:2] == b"\xff\xd8" and frame > 0:
        changed[frame + 5 : frame + 9] = struct.pack(">HH", min(side, 65_500), min(side, 65_500))
    elif data[1:4] == b"PNG":
        changed[16:24] = struct.pack(">II", side, side)
    elif data[:2] == b"BM":
        changed[18:26] = struct.pack("<ii", side, -side)
    elif data[8:12] == b"WEBP":
        changed[26:30] = struct.pack("<HH", min(side, 16_383), min(side, 16_383))
    return bytes(changed)


def _spliced(rng: Random, data: bytes) -> bytes:
    """The start of one picture and the end of another."""
    other = _KINDS[str(rng.choice(list(_KINDS)))](_small(rng))
    return data[: int(rng.integers(len(data) + 1))] + other[int(rng.integers(len(other))) :]


def _repeated(rng: Random, data: bytes) -> bytes:
    low, high = sorted(int(one) for one in rng.integers(0, len(data) + 1, 2))
    return data[:high] + data[low:high] * int(rng.integers(1, 4)) + data[high:]


def _with_hole(rng: Random, data: bytes) -> bytes:
    low, high = sorted(int(one) for one in rng.integers(0, len(data) + 1, 2))
    return data[:low] + bytes(high - low) + data[high:]


def _padded(rng: Random, data: bytes) -> bytes:
    return data + bytes(int(rng.integers(1, 20_000)))


_DAMAGES: dict[str, Callable[[Random, bytes], bytes]] = {
    "cut short": _cut_short,
    "bits flipped": _flipped,
    "lying header": _in_header,
    "giant size": _of_giant_size,
    "spliced": _spliced,
    "repeated": _repeated,
    "hole": _with_hole,
    "padded": _padded,
}


def main(number: int = 1000, first: int = 0, game: str | None = None) -> int:
    """Tries so many pictures with the readers of all games by turns, or of one; how many failed."""
    seen = [game] if game else games()
    turn = len(seen)  # the large pictures come to every game as well
    tries = (
        (seed, seen[(seed + seed // _LARGE_EVERY) % turn]) for seed in range(first, first + number)
    )
    found = [tried(seed, one) for seed, one in tries]
    opened = sum("not opened" not in one.made for one in found)
    slowest = max(found, key=lambda one: one.seconds)
    most = max(found, key=lambda one: one.mib)
    print(f"{', '.join(seen)}: {number} pictures from {first}, {opened} opened,")
    print(f"slowest {_said(slowest)}, most memory {_said(most)}", flush=True)
    failed = [one for one in found if one.failed]
    for one in failed:
        print(f"seed {one.seed}, {one.made}: {one.status[:300]}")
    return len(failed) + (most.mib > MOST_MIB)


def _said(one: Outcome) -> str:
    return f"{one.seconds:.1f} s and {one.mib:.0f} MiB (seed {one.seed}, {one.made})"


if __name__ == "__main__":
    _numbers = [int(text) for text in sys.argv[1:3]]
    sys.exit(1 if main(*_numbers, *sys.argv[3:4]) else 0)
