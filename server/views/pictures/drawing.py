"""What is drawn of a moment: the board with what it points at."""

from __future__ import annotations

from rules.core.game import Marks
from rules.core.places import Place
from server.pipeline.session import Moment
from server.views.place_names import names_of


def drawing(moment: Moment) -> str:
    """The table after a moment as SVG, pointing at what was played, earned or wrong."""
    session = moment.session
    if not session.opened:
        return ""
    drawn = session.game.draw(session.referee.match.standing, marks(moment))
    return names_of(session).on_axes(drawn)


def marks(moment: Moment) -> Marks[Place]:
    """What a drawing of the table after a moment points at: the fouls that lie on it are marked
    whatever came after them."""
    now = moment.session.standing()
    verdicts = [call.verdict for call in moment.calls if call.verdict is not None]
    foul = moment.session.offence.offenders or _broken(moment)
    changed = (p for p in now if moment.before and moment.before.get(p) != now[p])
    return Marks(
        foul=foul,
        last=tuple(p for p in changed if p not in {*foul, *involved_places(moment)}),
        reward=tuple(p for v in verdicts for reward in v.rewards for p in reward.places),
    )


def involved_places(moment: Moment) -> tuple[Place, ...]:
    """What a foul has to do with, and which is not itself at fault: the tile whose line is cut."""
    offence = moment.session.offence
    more = _broken(moment) if offence.offenders else ()
    named = dict.fromkeys((*offence.involved, *more))
    return tuple(place for place in named if place not in offence.offenders)


def _broken(moment: Moment) -> tuple[Place, ...]:
    """The places that the violations of a moment's calls name."""
    verdicts = (call.verdict for call in moment.calls if call.verdict is not None)
    named = (p for v in verdicts for found in v.violations for p in found.places)
    return tuple(dict.fromkeys(named))
