"""Why a frame is not used."""

from __future__ import annotations

from enum import Enum


class Why(Enum):
    """The reason to wait; the values are for the live channel."""

    MOVING = "moving"
    HAND = "hand"
    #: As a hand, but for so long that it may as well be a thing laid there.
    COVERED = "covered"
    BLURRED = "blurred"
    DARK = "dark"
    BRIGHT = "bright"
    CAMERA_MOVED = "camera-moved"
    SETTLING = "settling"
