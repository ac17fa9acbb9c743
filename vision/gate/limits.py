"""Every threshold of the gate: unit and origin beside each.

"The real film" is a table filmed with real hands (20 frames/s); "made films" are rendered games
under cut-out hands (15 frames/s). Small pixels are those of the gate's own view.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.limits import LIMITS as PHOTO
from vision.tunables import Tunables, share, tunable


@dataclass(frozen=True)
class GateLimits(Tunables):
    """Numbers the gate decides by."""

    #: Log brightness by which a pixel may differ and still be the same table. Two views of a
    #: settled real table differ by less than 0.05 almost everywhere.
    brightness: float = tunable(0.12, 0, 2)
    #: Log colour difference (channel ratios) likewise; a compressed picture's colours are coarse.
    colour: float = tunable(0.20, 0, 2)
    #: Both limits are at least this many standard deviations of the camera's noise.
    noise_sigmas: float = tunable(5.0, 0, 20)
    #: Log brightness outside which a difference is no shadow: brighter than the light allows, or
    #: darker than a third.
    shade_range: tuple[float, float] = tunable((-1.2, 0.30), -5, 5)
    #: Agreement of structure (correlation over a small window) from which a pixel shows the same
    #: surface under other light.
    same_structure: float = share(0.8)
    #: Small pixels of one connected change that count as motion: a fingertip has 50 and more,
    #: flicker on the real film rarely 40.
    moving_px: int = tunable(40, 1, 10000)
    #: Likewise beside the game: a hand has 300 and more there, knees on the real film mostly less.
    moving_beside_px: int = tunable(160, 1, 10000)
    #: Small pixels of one connected thing at the border that count as an arm.
    arm_px: int = tunable(25, 1, 10000)
    #: Small pixels of a change that is worth naming: specks of 12 to 21 come and go at the dark
    #: edges of the still real film.
    island_px: int = tunable(24, 1, 10000)
    #: Seconds between the two views that motion is told from, at least.
    motion_gap_s: float = tunable(0.06, 0, 2)
    #: Seconds without motion before a frame is used, with a settled table to compare with.
    settle_s: float = tunable(0.10, 0, 10)
    #: Likewise without one (the first look, after the camera was moved away): hands pause for
    #: half a second on the real film.
    first_settle_s: float = tunable(0.8, 0, 10)
    #: Seconds a shadow, or what may be a piece at the border, must lie still.
    shade_s: float = tunable(0.5, 0, 10)
    #: Largest side of a shape at the border that may be a piece there, in piece sizes: tall pieces
    #: seen from the side.
    piece_at_border: float = tunable(1.6, 0, 10)
    #: Seconds after which something that reaches in and lies still is shown to the reader, and
    #: between two such questions. Hands on the films rest up to 1.7 s.
    ask_s: float = tunable(3.0, 0, 60)
    #: Share of the game region, or of the whole picture, that differs at once: light or camera, not
    #: an arm. Pieces may show as before on a cloth that another lamp shows in another colour.
    all_over: float = share(0.45)
    #: Time constant of "something always moves there", seconds, and the share of time from which
    #: a place beside the game is left out of the motion test (knees, passers-by).
    restless_s: float = tunable(15.0, 1, 600)
    restless: float = share(0.12)
    #: Width of the rim round the pieces that still belongs to the game, in piece sizes: a new
    #: piece lies at most one size outside the old ones.
    rim_pieces: float = tunable(1.0, 0, 5)
    #: Least width of that rim, share of the picture's longest side.
    rim_share: float = share(0.04)
    #: Rim of the picture that the game does not fill, share of its longest side, as long as no
    #: reading says where it lies: players' laps and sleeves are there.
    unknown_rim: float = share(0.125)
    #: Brightest tones (grey, 0..255) under which a picture is too dark, and share of burnt pixels
    #: from which it is too bright: the readers' own limits.
    dark: float = tunable(PHOTO.dark, 0, 255)
    burnt: float = share(PHOTO.burnt)
    #: Share of its pixels that are a picture's brightest tones, as the readers have it; and that a
    #: game may have which nobody read yet: of the middle of 1280x720, where it may lie, a single
    #: tile of 30 pixels has 0.0023.
    tones: float = share(0.02)
    specks: float = share(0.002)
    #: Sharpness against the settled table's under which a frame is blurred.
    blurred: float = share(0.6)
    #: Seconds that such a view must lie still before it is taken for how the camera sees from now
    #: on (put up anew, focused elsewhere) and read: a focus that hunts has found by then.
    softer_s: float = tunable(3.0, 0, 60)
    #: Seconds between two looks for a moved camera while nothing else happens, and share of the
    #: picture in motion from which the camera itself is suspected.
    drift_every_s: float = tunable(0.5, 0, 60)
    shaking: float = share(0.15)
    #: Share of a shape that no shadow explains, under which it counts as a shadow.
    shade: float = share(0.05)
    #: Shift that counts as a moved camera, share of the picture's longest side: 4 px of 1280.
    moved_share: float = share(0.003)


LIMITS = GateLimits()
