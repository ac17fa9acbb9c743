"""What the watcher says of one frame."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.observation import AnyObservation
from vision.gate.why import Why
from vision.reader import Image
from vision.reading import Reading, Refusal
from vision.sources.frame import Frame

#: What a reader's refusal, or an issue in its observation, means to those who wait.
REASONS = {
    "occluded": Why.HAND,
    "hand": Why.HAND,
    "moved": Why.MOVING,
    "blurred": Why.BLURRED,
    "too-dark": Why.DARK,
    "too-bright": Why.BRIGHT,
    "glare": Why.BRIGHT,
}

#: Readings of a clear look, the last two seconds after it began (`rereads_s`), that make it long.
_LONG = 4


@dataclass(frozen=True, slots=True)
class Blocked:
    """This frame is not used, and why. `since` is when this reason began, the frames' clock."""

    reason: Why
    since: float


@dataclass(frozen=True, slots=True, eq=False)
class Clear:
    """A clear look at the table.

    `reading` is the newest reading of this look, `frame` the frame it is of; `evidence` what all
    `looks` readings since the view became clear say together. `fresh` tells that this very
    frame was read and the evidence is new; later frames of a quiet table repeat it with `fresh`
    False. `changed` shows where the table differs from the last clear look before this one:
    (x, y, width, height) in pixels of the frame. `since` is when the view became clear. `second`,
    where somebody doubted the look, is the evidence with a reading of this later frame under
    another light.
    """

    reading: Reading
    frame: Frame
    evidence: AnyObservation
    since: float
    looks: int
    fresh: bool
    changed: tuple[tuple[int, int, int, int], ...] = ()
    second: AnyObservation | None = None

    @property
    def short(self) -> bool:
        """Whether the table was seen to lie like this for a moment only, shorter than hands rest:
        part of an arm may pass for a piece."""
        return self.looks < _LONG

    @property
    def image(self) -> Image:
        """The picture that was read, (H, W, 3) uint8 BGR."""
        return self.frame.image


@dataclass(frozen=True, slots=True)
class Lost:
    """The view is quiet, yet there is no game to be read in it: `refusal` says why and the cure.

    `reason` is the refusal's code, or `camera-moved` where the table could not be found again.
    """

    reason: str
    since: float
    refusal: Refusal | None = None


Look = Blocked | Clear | Lost
