"""Evenings whose photos are path-traced: the photobooth beside the project takes them, in an
environment of its own. Each is kept in an album, so that an evening that is played again waits only
for tables that nobody has laid before."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rules.games.linie1.places import SPAN, TERMINI
from rules.games.linie1.tiles import pairs_of
from tests.evenings.mokadi_evening import MokadiPhotos
from tests.evenings.photos import PhotoEvening
from tests.people.parts.rouge import PALETTE
from tests.people.photos import Draw, wide_layout
from tests.render.mokadi_photo import Labels, MokadiPhoto
from vision.reader import Image

#: Width and height of a photo, pixels.
SIZE_WH = (1280, 960)

#: Where the photobooth lies beside a checkout.
PHOTOBOOTH = Path(__file__).parents[3] / "shared" / "photobooth"

#: From the rim of a Linie 1 board to the middle of a tram on a terminus, cells.
OUTSIDE = 0.45


@dataclass
class Album:
    """Photos in `folder`, taken by `python`, the interpreter of the photobooth's environment."""

    python: Path
    folder: Path
    _booth: subprocess.Popen[str] | None = None

    def photo(self, order: Mapping[str, Any]) -> tuple[Image, Any]:
        """The photo (H, W, 3) uint8 BGR of an order, and its truth as the booth writes it."""
        text = json.dumps({**order, "size_wh": SIZE_WH}, sort_keys=True)
        name = hashlib.sha256(text.encode()).hexdigest()[:16]
        path = self.folder / f"{order['game']}-{order['seed']:04}-{name}.jpg"
        told = path.with_suffix(".told")
        if not told.exists():
            answer = self._taken({**json.loads(text), "path": str(path)})
            told.write_text(answer, encoding="utf-8")
        image = cv2.imread(str(path))
        assert image is not None
        return np.asarray(image, np.uint8), json.loads(told.read_text(encoding="utf-8"))

    def _taken(self, order: Mapping[str, Any]) -> str:
        if self._booth is None:
            for needed in (self.python, PHOTOBOOTH):
                if not needed.exists():
                    sys.exit(f"There is no {needed}: --booth names the photobooth's interpreter.")
            self.folder.mkdir(parents=True, exist_ok=True)
            paths = {**os.environ, "PYTHONPATH": os.getcwd()}
            self._booth = subprocess.Popen(
                [self.python, "-m", "tests.evenings.booth", PHOTOBOOTH],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                text=True, env=paths,
            )  # fmt: skip
        assert self._booth.stdin is not None
        assert self._booth.stdout is not None
        self._booth.stdin.write(json.dumps(order) + "\n")
        self._booth.stdin.flush()
        answer = self._booth.stdout.readline()
        if not answer:
            sys.exit(f"The photobooth took no photo: has {self.python} bpy and OpenCV?")
        return answer

    def close(self) -> None:
        """The booth goes home."""
        if self._booth is not None:
            self._booth.communicate()
            self._booth = None


class TracedEvening(PhotoEvening):
    """One path-traced photo a turn."""

    def __init__(self, album: Album, *plan: Any, **more: Any) -> None:
        """As an evening of photos, whose pictures `album` holds."""
        self._album = album
        super().__init__(*plan, **more)

    def _set_up(self) -> None:
        super()._set_up()
        self._draw = TRACED[self.plan.game](self._album, self.plan.seed)


class TracedMokadi(MokadiPhotos):
    """An evening of Mokadi, one path-traced photo a turn."""

    def __init__(self, album: Album, *plan: Any, **more: Any) -> None:
        """As an evening of photos, whose pictures `album` holds."""
        self._album, self._shots = album, 0
        super().__init__(*plan, **more)

    def drawn(self) -> MokadiPhoto:
        """The table as it lies."""
        play = self.play
        pile, paint = play.drawn, play.paint
        self._shots += 1
        image, told = self._album.photo(
            {
                "game": "mokadi", "seed": self.plan.seed, "shot": self._shots,
                "pads": [[*pad.xy, pad.colour] for pad in pile.pads],
                "sticks": [[*s.ends.round(5).tolist(), s.colour] for s in pile.sticks],
                "sizes": vars(pile.sizes),
                "paint": {"ends": [bgr[::-1] for bgr in paint.ends], "round": paint.round},
                "low": list(play.low), "high": list(play.high),
            }
        )  # fmt: skip
        pads, sticks = (np.array(told[name], np.float64) for name in ("pads", "sticks"))
        bare = Labels(np.empty((0, 0), np.int16), np.empty((0, 0), np.uint8))
        return MokadiPhoto(
            image, pile, play.names, pads.reshape(-1, 2), sticks.reshape(-1, 2, 2), bare
        )


def _redline(album: Album, seed: int) -> Draw:
    def draw(position: Mapping[Any, Any], number: int) -> Image:
        board = [[p.col, p.row, label.colour.value[0].upper(), label.mask]
                 for p, label in sorted(position.items())]  # fmt: skip
        frame = [[col, row, "Y", 1] for col, row in wide_layout()] + board
        order = {"game": "redline", "seed": seed, "shot": number, "board": board, "frame": frame}
        return album.photo(order)[0]

    return draw


def _linie1(album: Album, seed: int) -> Draw:
    def draw(position: Mapping[Any, Any], number: int) -> Image:
        places = sorted(position.items())
        tiles = [[p.row, p.col, one.tile.kind.number, pairs_of(one.tile.mask)]
                 for p, one in places if one.tile is not None]  # fmt: skip
        stops = [[p.row, p.col] for p, one in places if one.stop]
        trams = [[line, *_standing(p)] for p, one in places for line in one.trams]
        order = {"game": "linie1", "seed": seed, "shot": number,
                 "tiles": tiles, "stops": stops, "trams": trams}  # fmt: skip
        return album.photo(order)[0]

    return draw


def _standing(place: Any) -> tuple[float, float]:
    """Row and column where a tram stands: on the half circle of a terminus, outside the cells."""
    terminus = next((t for t in TERMINI if t.spot == place), None)
    if terminus is None:
        return place.row, place.col
    along = sum(divmod(cell, SPAN)[terminus.side in "NS"] for cell in terminus.cells) / 2
    out = 0.5 - OUTSIDE if terminus.side in "NW" else SPAN - 1.5 + OUTSIDE
    return (out, along) if terminus.side in "NS" else (along, out)


def _rouge(album: Album, seed: int) -> Draw:
    order = {"game": "rouge", "seed": seed, "colours": sorted(PALETTE)}
    first = _first_ray(album.photo({**order, "shot": 0, "cells": []})[1])

    def draw(position: Mapping[Any, Any], number: int) -> Image:
        cells = [[p.ring - 1, (p.cell + first) % 8, label.colour]
                 for p, label in sorted(position.items())]  # fmt: skip
        return album.photo({**order, "shot": number, "cells": cells})[0]

    return draw


def _first_ray(truth: Any) -> int:
    """The booth's ray that lies nearest to twelve o'clock: cell 0 of who reads the first photo."""
    outer = sorted((c for c in truth["cells"] if c["ring"] == 3), key=lambda c: int(c["cell"]))
    turns = -np.arange(8) * np.pi / 4
    flat = np.column_stack([np.cos(turns), np.sin(turns)])
    pixels = np.array([c["px"] for c in outer], np.float64)
    to_flat, _ = cv2.findHomography(pixels, flat)
    reach = float(np.hypot(*(pixels - truth["centre"]).T).min())
    up = np.array(truth["centre"]) - (0, 0.3 * reach)
    x, y = cv2.perspectiveTransform(up.reshape(1, 1, 2), to_flat).ravel()
    return round(-np.arctan2(y, x) / (np.pi / 4)) % 8


#: Who takes the photos of which game.
TRACED: Mapping[str, Callable[[Album, int], Draw]] = {
    "redline": _redline,
    "linie1": _linie1,
    "rouge": _rouge,
}
