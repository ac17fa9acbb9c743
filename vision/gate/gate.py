"""The gate: is this frame a clear look at a settled table?

It compares small views. What moved a moment ago closes it; so does anything that reaches in from
the picture's border over the game and was not there when the table was last settled, however
still it lies. Changed pieces are islands and do not. The reader's answer comes back through
`accept` and `reject`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from calibration.arrays import Float
from vision.gate.arms import arms
from vision.gate.camera_shift import CameraShift, shift_between
from vision.gate.change import Shape, ViewChange, shapes
from vision.gate.limits import LIMITS, GateLimits
from vision.gate.motion import MotionDetector, Movement
from vision.gate.region import GameRegion, Outlines, region_of, region_of_board, unknown_region
from vision.gate.settled import SettledViews
from vision.gate.sharpness import sharpness
from vision.gate.view import View, view_of
from vision.gate.why import Why
from vision.sources.frame import Frame


class Trust(Enum):
    """How much the gate itself knows of an open frame."""

    #: It is the settled table, apart from islands.
    SETTLED = "settled"
    #: There is nothing to compare with: the reader must say whether a hand is over the game.
    FIRST = "first"
    #: Something has reached in and lain still for long: every piece under it must be seen anew.
    ASKING = "asking"
    #: Nearly everything differs and lies still: another light, or a camera that looks from
    #: elsewhere. The pieces must mostly be there.
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class GateShut:
    """The frame is not used. `soon`: nothing moves in it and nothing reaches in, so that the next
    ones are used if they show the same."""

    why: Why
    soon: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class GateOpen:
    """The frame may be read. In small pixels, `scale` of them a frame pixel: `changed`, the
    differences to the last accepted frame; `over_game`, those of them where the game lies;
    `under`, what reaches in over the game."""

    trust: Trust
    scale: float
    changed: tuple[Shape, ...] = ()
    over_game: tuple[Shape, ...] = ()
    under: tuple[Shape, ...] = ()


GateVerdict = GateShut | GateOpen

#: An empty board: its outline and the usual size of a piece, frame pixels.
BoardOutline = tuple[tuple[tuple[float, float], ...], float]


class Gate:
    """Judges frames of one table in order. No clock: time is what the frames say."""

    def __init__(self, limits: GateLimits = LIMITS) -> None:
        self._limits = limits
        self.reset()

    def reset(self) -> None:
        """Forgets the table."""
        self._motion = MotionDetector(self._limits)
        self._settled = SettledViews(self._limits)
        self._region: GameRegion | None = None
        self._view: View | None = None
        self._sharp: float | None = None
        self._now_sharp = 0.0
        self._drift_at = -math.inf
        self._asked_at = -math.inf
        self._moved: Float = np.eye(3)
        self._same_look = False

    @property
    def view(self) -> View | None:
        """The small view of the last frame."""
        return self._view

    @property
    def noise(self) -> float:
        """The camera's noise in the small view, grey levels."""
        return self._motion.noise

    def see(self, frame: Frame) -> GateVerdict:
        """What a frame is good for."""
        view = view_of(frame.image)
        if self._view is not None and view.shape != self._view.shape:
            self.reset()
        self._view = view
        region = self._region = self._region or unknown_region(view, self._limits)
        verdict = self._judge(view, frame, region)
        self._same_look = self._same_look and isinstance(verdict, GateOpen)
        return verdict

    def accept(self, outlines_px: Outlines, board: BoardOutline | None = None) -> None:
        """The reader saw the last frame's table clearly: it is the settled table from now on.

        The `board` tells where the game lies; where there is none, `outlines_px` of the pieces do,
        frame pixels, and else what was known before.
        """
        if self._view is None:
            return
        self._settled.keep(self._view, self._same_look)
        self._same_look = True
        anew = self._sharp is None or self._blurred
        self._sharp = self._now_sharp if anew else max(self._sharp or 0.0, self._now_sharp)
        if board is not None:
            self._region = region_of_board(*board, self._view, self._limits)
        elif outlines_px:
            self._region = region_of(outlines_px, self._view, self._limits)

    def reject(self, at: float) -> None:
        """The reader could not say that the view is clear; ask again a while after `at`."""
        self._asked_at = at

    def forget_table(self) -> None:
        """What was settled counts no more; the next quiet view is a first look."""
        self._settled.forget()
        self._region = None
        self._sharp = None

    def take_moved(self) -> Float:
        """How the camera has moved since this was last asked: (3, 3), old to new frame pixels."""
        moved, self._moved = self._moved, np.eye(3)
        return moved

    def _judge(self, view: View, frame: Frame, region: GameRegion) -> GateVerdict:
        movement = self._motion.see(view, frame.at, region)
        light = _light(view, region, self._limits)
        if light is not None:
            return GateShut(light)
        if movement.moving:
            # Whatever moved may have pushed the camera: look as soon as it is quiet.
            self._drift_at = -math.inf
            return GateShut(self._kind_of_motion(movement, view))
        settled = self._settled.newest is not None
        if movement.quiet_s < (self._limits.settle_s if settled else self._limits.first_settle_s):
            soon = settled and self._undisturbed(view, frame, movement, region)
            return GateShut(Why.SETTLING, soon)
        self._now_sharp = sharpness(frame.image, region.mask, view.scale)
        if not settled:
            return self._asked(frame.at, GateOpen(Trust.FIRST, view.scale))
        return self._compared(view, frame, movement, region)

    def _compared(
        self, view: View, frame: Frame, movement: Movement, region: GameRegion
    ) -> GateVerdict:
        """A quiet view against the settled table."""
        if self._camera_moved(view, frame.at):
            return GateShut(Why.CAMERA_MOVED)
        if self._blurred and movement.quiet_s < self._limits.softer_s:
            return GateShut(Why.BLURRED)
        last, changed, reaching = self._since_settled(view, movement, region)
        over_game = tuple(s for s in changed if bool((s.mask & region.core).any()))
        found = GateOpen(Trust.SETTLED, view.scale, changed, over_game)
        if not reaching:
            return found
        if max(float(last.other[region.mask].mean()), last.share) > self._limits.all_over:
            return self._all_over(frame.at, movement, found)
        if movement.quiet_s < self._limits.ask_s:
            return GateShut(Why.HAND)
        return self._asked(frame.at, replace(found, trust=Trust.ASKING, under=reaching))

    def _since_settled(
        self, view: View, movement: Movement, region: GameRegion
    ) -> tuple[ViewChange, tuple[Shape, ...], tuple[Shape, ...]]:
        """What differs from the settled table: pixels, shapes, and those that reach in."""
        last = self._settled.since_last(view, movement.noise)
        changed = shapes(last, self._limits.island_px)
        everywhere = self._everywhere(view, movement.noise, last, changed)
        reaching = arms(everywhere, region, movement.steady, movement.quiet_s, self._limits)
        return last, changed, tuple(reaching)

    def _undisturbed(
        self, view: View, frame: Frame, movement: Movement, region: GameRegion
    ) -> bool:
        """Whether a view that has been quiet for a moment would be used as it is."""
        self._now_sharp = sharpness(frame.image, region.mask, view.scale)
        return not self._blurred and not self._since_settled(view, movement, region)[2]

    @property
    def _blurred(self) -> bool:
        """Whether the last frame is far softer than the settled table was."""
        return self._sharp is not None and self._now_sharp < self._limits.blurred * self._sharp

    def _all_over(self, at: float, movement: Movement, found: GateOpen) -> GateVerdict:
        if movement.quiet_s < self._limits.first_settle_s:
            return GateShut(Why.SETTLING)
        return self._asked(at, replace(found, trust=Trust.ELSEWHERE))

    def _everywhere(
        self, view: View, noise: float, last: ViewChange, changed: tuple[Shape, ...]
    ) -> tuple[Shape, ...]:
        """The differences to every settled view; the older ones only matter near the border."""
        if not any(s.at_border for s in changed):
            return changed
        return shapes(self._settled.since_any(view, noise, last), self._limits.island_px)

    def _asked(self, at: float, question: GateOpen) -> GateVerdict:
        """Opens for a question to the reader, not too often."""
        asking = question.trust is Trust.ASKING
        pause = self._limits.ask_s if asking else self._limits.first_settle_s
        if at - self._asked_at < pause:
            return GateShut(Why.HAND if asking else Why.SETTLING)
        return question

    def _camera_moved(self, view: View, at: float) -> bool:
        """Looks now and then whether the camera has moved; follows it if so."""
        before = self._settled.newest
        if before is None or at - self._drift_at < self._limits.drift_every_s:
            return False
        self._drift_at = at
        shift = shift_between(view, before)
        if shift is None or shift.pixels < self._limits.moved_share * max(view.shape):
            return False
        self._follow(shift, view)
        return True

    def _follow(self, shift: CameraShift, view: View) -> None:
        self._settled.move(shift.matrix)
        size = np.diag([view.scale, view.scale, 1.0])
        self._moved = np.linalg.inv(size) @ shift.matrix @ size @ self._moved
        if self._region is not None:
            self._region = self._region.moved(shift.matrix)
        # Look again at the next quiet frame: the first fit may have been of a moving picture.
        self._drift_at = -math.inf

    def _kind_of_motion(self, movement: Movement, view: View) -> Why:
        before = self._settled.newest
        if before is None or movement.share < self._limits.shaking:
            return Why.MOVING
        shift = shift_between(view, before)
        moved = shift is not None and shift.pixels >= self._limits.moved_share * max(view.shape)
        return Why.CAMERA_MOVED if moved else Why.MOVING


def _light(view: View, region: GameRegion, limits: GateLimits) -> Why | None:
    """Whether there is too little light, or too much where the game lies.

    It is dark where both the picture and the game are: the board may be all navy, or the table
    and the pieces small on it. Where nothing was read yet the brightest specks may be a game.
    """
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(view.bgr[::2, ::2]), cv2.COLOR_BGR2GRAY))
    part = grey[region.mask[::2, ::2]]
    part = part if part.size else grey
    game = limits.tones if region.piece_px else limits.specks
    if max(np.quantile(grey, 1 - limits.tones), np.quantile(part, 1 - game)) < limits.dark:
        return Why.DARK
    return Why.BRIGHT if float((part >= 253).mean()) > limits.burnt else None
