"""The lines one turn makes, as a value (leaflet, lines; U9, U14, U15)."""

from __future__ import annotations

from typing import NamedTuple

from rules.games.rouge.track import ends


class Made(NamedTuple):
    """The lines one turn makes: the middle of the ring line (a bit, 0 for none), the middles that
    could be meant instead (U14), and the hollows of the lines on rays with their number."""

    middle: int
    choices: int
    on_rays: int
    ray_count: int

    @property
    def number(self) -> int:
        """How many lines."""
        return self.ray_count + (1 if self.middle else 0)

    @property
    def where(self) -> int:
        """The hollows of every line."""
        return self.on_rays | self.middle | ends(self.middle)


#: No line.
NOTHING_MADE = Made(0, 0, 0, 0)
