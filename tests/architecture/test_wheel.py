"""What is packed stays small."""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

#: Bytes of a wheel, as `.ci/run` holds it to.
WHEEL_BYTES = 20_000_000

#: Bytes that a wheel needs for a file beside what is in it: two headers and a line of its record.
FILE_BYTES = 300


def _packed() -> Iterator[Path]:
    """The files of a wheel, by the tables of `pyproject.toml`."""
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    for pattern in setup["packages"]["find"]["include"]:
        for room in ROOT.glob(pattern.rstrip("*")):
            kinds = ["*.py", *setup["package-data"]["*"]] if room.name != "sample_images" else []
            yield from (path for kind in kinds for path in room.rglob(kind))
    for pattern in setup["package-data"]["sample_images"]:
        yield from (ROOT / "sample_images").glob(pattern)


def test_the_wheel_stays_below_twenty_megabytes() -> None:
    """Told before it is built at the end of a long run: a net that grows is what makes it grow."""
    files = {path for path in _packed() if "training" not in path.parts and path.is_file()}
    size = sum(len(zlib.compress(path.read_bytes(), 6)) + FILE_BYTES for path in files)
    assert WHEEL_BYTES // 2 < size < WHEEL_BYTES
