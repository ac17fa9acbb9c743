"""Places as the game counts them.

A free layout has no fixed frame: every photo is read on a lattice of its own. What a person sees
beside a call must carry the same numbers as the call.
"""

from __future__ import annotations

from dataclasses import replace

from server.pipeline.session import Moment
from vision.reading import Reading


def reading_in_game(moment: Moment) -> Reading:
    """The moment's reading with every piece on the place that the call names it by; as read where
    the photo cannot be laid over the game."""
    reading, session = moment.reading, moment.session
    if reading.observation is None or not session.opened:
        return reading
    aligned = session.game.align(session.standing(), reading.observation)
    if not aligned:
        return reading
    named = {s.pose.pixel_xy: s.place for s in aligned[0].sightings if s.pose is not None}
    pieces = (
        piece
        if piece.place is None
        else replace(piece, place=named.get(piece.pixel_xy, piece.place))
        for piece in reading.pieces
    )
    return replace(reading, pieces=tuple(pieces))
