"""The page about the nets, `docs/models.md`: `python -m vision.training papers` prints it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from rules.core.codec import Json

MANIFEST = Path(__file__).parents[1] / "models.toml"

#: What an entry tells beside its file, in the page's order and words.
_ROWS = {
    "reads": "reads",
    "input": "input, BGR 0..1, float32",
    "output": "output",
    "command": "made anew by",
    "data": "learnt from",
    "seeds": "seeds",
    "held_out": "on pictures held back",
    "licence": "licence",
    "sha256": "SHA-256",
}

_HEAD = """\
# The nets that ship

{count} nets, {mb:.1f} MB together, run by OpenCV; PyTorch is needed only to make them anew
(`pip install -e '.[train]'` in a checkout, then the command beside each net). All of them learnt
from pictures rendered by this project; weights are kept as half floats, those of mokadi/pieces as
bytes. "Not recorded" means that nobody wrote it down when the net was trained.

This page is made from `vision/models.toml` by `python -m vision.training papers`.
"""


def page(manifest: Mapping[str, Json]) -> str:
    """Return the page, Markdown, of a manifest as `tomllib` gives it."""
    total = sum(entry["bytes"] for entry in manifest.values()) / 1e6
    parts = [_HEAD.format(count=len(manifest), mb=total)]
    parts += [_section(name, entry) for name, entry in manifest.items()]
    return "\n".join(parts)


def _section(name: str, entry: Json) -> str:
    title = f"## {name}\n\n`vision/{entry['file']}`, {entry['bytes'] / 1e6:.2f} MB\n"
    rows = [f"| {word} | {_told(key, entry[key])} |" for key, word in _ROWS.items()]
    return "\n".join([title, "| | |", "|---|---|", *rows, ""])


def _told(key: str, value: object) -> str:
    if isinstance(value, list):
        return " x ".join(map(str, value))
    return f"`{value}`" if key in ("command", "sha256") else str(value)


def main(_argv: Sequence[str]) -> None:
    """Print the page."""
    print(page(tomllib.loads(MANIFEST.read_text("utf-8"))), end="")
