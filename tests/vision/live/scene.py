"""A small filmed table drawn for tests: wood, square pieces, an arm, a lamp, a moving camera."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.core.observation import EMPTY, Belief, Empty, Issue, Observation, Pose, Sighting
from rules.core.places import Cell
from vision.reader import Image, OnStage, Places, Reader, untimed
from vision.reading import Piece, Reading, ReadingStatus, Refusal
from vision.sources.frame import Frame

#: Size of the pictures, (width, height), and of a piece, pixels.
SIZE_WH = (320, 240)
PIECE_PX = 24

#: Frames a second.
FPS = 20.0

_COLOURS = {"red": (40, 40, 200), "blue": (200, 90, 30), "white": (230, 230, 230)}


@dataclass(frozen=True)
class Scene:
    """What lies on the table, and how it is seen.

    `pieces` cell to colour, cells 26 px apart from (110, 70), the last of them by `push` pixels
    beside its cell; `arm_tip` where an arm from the
    right border ends; `things` boxes (x, y, width, height) of a mug's colour; `gain` and `slope`
    of the light; `shift` of the camera, pixels.
    """

    pieces: tuple[tuple[tuple[int, int], str], ...] = (((0, 0), "red"), ((1, 0), "blue"))
    arm_tip: tuple[int, int] | None = None
    things: tuple[tuple[int, int, int, int], ...] = ()
    gain: float = 1.0
    slope: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    blur: float = 0.0
    push: tuple[int, int] = (0, 0)

    def corner(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The upper left corner of the piece in a cell as it lies, pixels."""
        x, y = corner(cell)
        off_x, off_y = self.push if self.pieces and cell == self.pieces[-1][0] else (0, 0)
        return x + off_x, y + off_y

    def with_piece(self, col: int, row: int, colour: str) -> Scene:
        """The same with one piece more."""
        return replace(self, pieces=(*self.pieces, ((col, row), colour)))

    def picture(self, seed: int) -> Image:
        """The scene as a camera sees it, with noise: (240, 320, 3) uint8 BGR."""
        return _shot(self, seed % _NOISES)


#: Noises that come again and again, and scenes whose pictures are kept with each of them.
_NOISES, _KEPT = 16, 4


@lru_cache(maxsize=_NOISES * _KEPT)
def _shot(scene: Scene, noise: int) -> Image:
    """A picture that nobody may write into."""
    picture = np.clip(_drawn(scene) + _noise(noise), 0, 255).astype(np.uint8)
    picture.setflags(write=False)
    return picture


@lru_cache(maxsize=32)
def _drawn(scene: Scene) -> NDArray[np.float32]:
    """The scene without noise."""
    image = _wood().copy()
    for cell, colour in scene.pieces:
        x, y = scene.corner(cell)
        cv2.rectangle(image, (x, y), (x + PIECE_PX, y + PIECE_PX), _COLOURS[colour], -1)
        cv2.line(image, (x, y), (x + PIECE_PX, y + PIECE_PX), (20, 20, 20), 2)
    for x, y, width, height in scene.things:
        cv2.rectangle(image, (x, y), (x + width, y + height), (60, 150, 60), -1)
    if scene.arm_tip is not None:
        x, y = scene.arm_tip
        cv2.line(image, (340, y + 30), (x + 40, y + 10), (50, 40, 40), 34)
        cv2.line(image, (x + 40, y + 10), (x, y), (130, 160, 210), 26)
    picture = image.astype(np.float32) * scene.gain
    picture *= 1 + scene.slope * np.linspace(-1, 1, SIZE_WH[0], dtype=np.float32)[None, :, None]
    moved = np.array([[1, 0, scene.shift[0]], [0, 1, scene.shift[1]]], np.float32)
    picture = cv2.warpAffine(picture, moved, SIZE_WH, borderMode=cv2.BORDER_REFLECT)
    if scene.blur:
        picture = cv2.GaussianBlur(picture, (0, 0), scene.blur)
    return np.asarray(picture, np.float32)


@lru_cache(maxsize=_NOISES)
def _noise(seed: int) -> NDArray[np.float32]:
    """A sensor's noise, (240, 320, 1)."""
    rng = np.random.default_rng(seed)
    return rng.normal(0, 1.5, (SIZE_WH[1], SIZE_WH[0], 1)).astype(np.float32)


@lru_cache(maxsize=1)
def _wood() -> Image:
    rng = np.random.default_rng(7)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (SIZE_WH[1], SIZE_WH[0])), (0, 0), 6, sigmaY=1.2)
    grain = grain / grain.std() * 14
    return np.asarray(np.clip(np.array([80, 120, 165]) + grain[..., None], 0, 255), np.uint8)


def corner(cell: tuple[int, int]) -> tuple[int, int]:
    """The upper left corner of a cell's piece, pixels."""
    return 110 + 26 * cell[0], 70 + 26 * cell[1]


@dataclass
class Film:
    """Frames of scenes, one after another, or only every `step`-th; the camera's clock."""

    number: int = 0
    step: int = 1

    def frames(self, scene: Scene, seconds: float) -> list[Frame]:
        """So many seconds of a scene."""
        taken = []
        for _ in range(max(1, round(seconds * FPS / self.step))):
            taken.append(Frame(scene.picture(self.number), self.number / FPS, self.number))
            self.number += self.step
        return taken


@dataclass
class ToldReader(Reader):
    """A reader that sees what it is told: the scene's pieces, an issue, a refusal."""

    scene: Scene = field(default_factory=Scene)
    issues: tuple[Issue, ...] = ()
    refusal: Refusal | None = None
    confidence: float = 0.999
    area: str = "layout"
    reads: int = 0
    #: Free cells that it tells of, as a reader of a printed board does.
    free: tuple[tuple[int, int], ...] = ()

    @property
    def places(self) -> Places:
        """Those of a board."""
        return Places.OF_BOARD

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What it was told."""
        self.reads += 1
        if self.refusal is not None:
            return Reading.refused("told", self.refusal, SIZE_WH)
        pieces = tuple(self._piece(cell, colour) for cell, colour in self.scene.pieces)
        return Reading("told", ReadingStatus.READ, SIZE_WH, pieces, self._observation())

    def _piece(self, cell: tuple[int, int], colour: str) -> Piece:
        x, y = self.scene.corner(cell)
        x, y = x + round(self.scene.shift[0]), y + round(self.scene.shift[1])
        side = PIECE_PX
        outline = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
        middle = (x + side / 2, y + side / 2)
        return Piece("tile", self.area, colour, Cell(*cell), middle, outline, self.confidence)

    def _observation(self) -> Observation[Cell, str]:
        looks: dict[tuple[int, int], str | Empty] = dict.fromkeys(self.free, EMPTY)
        looks.update(self.scene.pieces)
        sightings = tuple(
            Sighting(
                Cell(*cell),
                Belief.of({look: self.confidence}),
                pose=Pose((corner(cell)[0] + 12.0, corner(cell)[1] + 12.0)),
            )
            for cell, look in looks.items()
        )
        return Observation("told", sightings, issues=self.issues)
