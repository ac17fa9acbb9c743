"""Thresholds of a picture as such, whichever game it shows: unit, bounds and origin beside each."""

from __future__ import annotations

from dataclasses import dataclass

from vision.tunables import Tunables, share, tunable


@dataclass(frozen=True)
class PhotoLimits(Tunables):
    """Numbers that say whether a picture is usable at all."""

    #: Brightest tones (98th percentile, 0..255) below which colours drown in noise. By eye.
    dark: float = tunable(38.0, 0, 255)
    #: Share of burnt-out pixels from which the picture as a whole is overexposed. By eye.
    burnt: float = share(0.6)
    #: The same from which it is the likeliest reason that no game was found. Of 365 rendered photos
    #: none has more than 0.01; brightened ones whose board was lost have 0.22 and more.
    partly_burnt: float = share(0.1)
    #: `Quality.sharpness` under which a picture without a readable game is put down to blur. 25
    #: rendered and real photos have 0.22 to 0.65; nine jerked by 30 pixels of 1280 0.14 in the
    #: median, by 45 0.13, with a blur of 6 pixels 0.11.
    blurred: float = share(0.15)
    #: Spread of colour under which a picture is as good as grey, so that no piece is told by its
    #: colour. Sample photos of Redline and Rouge have 0.15 and more, half of them 0.25; at a tenth
    #: of their colour 0.016 to 0.05.
    colourless: float = share(0.015)
    #: Longest side, pixels, below which a picture's size is the likeliest reason that no game was
    #: found. Of eight photos of Linie 1 boards two are lost at 200, one at 320, none at 400.
    small_px: float = tunable(400.0, 0, 4000)
    #: Grey level spread under which a picture shows nothing at all (a wall, a lens cap).
    flat: float = tunable(12.0, 0, 255)


LIMITS = PhotoLimits()
