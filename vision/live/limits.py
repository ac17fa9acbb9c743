"""Every threshold of the watcher: unit and origin beside each."""

from __future__ import annotations

from dataclasses import dataclass

from vision.tunables import Tunables, share, tunable


@dataclass(frozen=True)
class WatcherLimits(Tunables):
    """Numbers the watcher decides by. All are choices unless they say otherwise."""

    #: Seconds after the first reading of a look at which it is read again: soon, because a question
    #: needs two readings, then farther apart, because frames close in time err alike.
    rereads_s: tuple[float, ...] = tunable((0.25, 0.75, 2.0), 0, 60)
    #: Seconds after a doubted reading at which the table is read under another light: another
    #: frame, and a call that waits for it is still made within half a second.
    doubt_s: float = tunable(0.06, 0, 5)
    #: Seconds between readings of a table where nothing happens: they find what a quiet hand
    #: changed and cost 1 % of a core.
    idle_s: float = tunable(20.0, 1, 3600)
    #: Seconds between two readings of a view that could not be used: for the first `retry_often`
    #: of the same quiet view, and at most. Every further one doubles them: searching the whole
    #: picture in vain took up to 1.6 cores, and people who mend something move.
    retry_s: float = tunable(0.5, 0, 60)
    retry_often: int = tunable(6, 1, 1000)
    retry_most_s: float = tunable(12.0, 0, 600)
    #: Readings fused, the newest of a look: more say nothing new.
    fused: int = tunable(6, 1, 100)
    #: Seconds for which a thing over the game that is no piece, old or new, counts as a hand.
    #: Hands on the films rest up to 1.7 s.
    unexplained_s: float = tunable(2.5, 0, 60)
    #: Part of a piece's size around pieces that a difference beside them is put down to them
    #: (height, shadow, a push), and part of a piece's area from which the rest needs a reason.
    beside_piece: float = tunable(0.5, 0, 5)
    unexplained: float = tunable(0.5, 0, 5)
    #: Part of a piece's area that must differ for a quiet look to begin anew.
    begins_anew: float = tunable(0.2, 0, 5)
    #: Part of a piece's size within which a piece seen again is the same.
    same_piece: float = tunable(0.4, 0, 2)
    #: Share of the last known pieces that must be there when the camera looks from elsewhere.
    found_again: float = share(0.8)


LIMITS = WatcherLimits()
