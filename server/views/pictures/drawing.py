"""What is drawn of a moment: the board with what it points at, and the places on the photo.

A free layout has no fixed frame: every photo is read on a lattice of its own. What a person sees
beside a call must carry the same numbers as the call.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.game import Marks
from rules.core.places import Place
from server.pipeline.offenders import involved, offenders
from server.pipeline.session import Moment
from server.views.place_names import names_of
from vision.reading import Reading


def reading_in_game(moment: Moment) -> Reading:
    """The moment's reading with every piece on the place that the call names it by; as read where
    the photo cannot be laid over the game."""
    reading, session = moment.shown, moment.session
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


def drawing(moment: Moment) -> str:
    """The table after a moment as SVG, pointing at what was played, earned or wrong."""
    session = moment.session
    if not session.opened:
        return ""
    drawn = session.game.draw(session.referee.match.standing, marks(moment))
    return names_of(session).on_axes(drawn)


def marks(moment: Moment) -> Marks:
    """What a drawing of the table after a moment points at: the fouls that lie on it are marked
    whatever came after them."""
    now = moment.session.standing()
    verdicts = [call.verdict for call in moment.calls if call.verdict is not None]
    foul = offenders(moment.session.referee.match) or _broken(moment)
    changed = (p for p in now if moment.before and moment.before.get(p) != now[p])
    return Marks(
        foul=foul,
        last=tuple(p for p in changed if p not in {*foul, *involved_places(moment)}),
        reward=tuple(p for v in verdicts for reward in v.rewards for p in reward.places),
    )


def involved_places(moment: Moment) -> tuple[Place, ...]:
    """What a foul has to do with, and which is not itself at fault: the tile whose line is cut."""
    match = moment.session.referee.match
    at_fault = offenders(match)
    more = _broken(moment) if at_fault else ()
    return tuple(p for p in dict.fromkeys((*involved(match), *more)) if p not in at_fault)


def _broken(moment: Moment) -> tuple[Place, ...]:
    """The places that the violations of a moment's calls name."""
    verdicts = (call.verdict for call in moment.calls if call.verdict is not None)
    named = (p for v in verdicts for found in v.violations for p in found.places)
    return tuple(dict.fromkeys(named))
