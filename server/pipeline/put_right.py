"""What people say of a table, entered into its game. A place that is put right is judged by the
newest picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.core.call import AnyCall, CallKind
from rules.core.events import Corrected, Event, PositionCorrected, PositionSeen, TurnSeen
from rules.core.observation import EMPTY
from rules.core.places import AnyPosition
from rules.referee.history.match import AnyMatch
from rules.referee.limits import LIMITS
from rules.referee.misreads_told import with_tapped, with_words
from rules.referee.referee import observe, record
from rules.referee.state import AnyState

#: The referee after a picture or a word, and the calls of it.
Judgement: TypeAlias = tuple[AnyState, tuple[AnyCall, ...]]

#: Calls that say what was played, or ask it.
_TURNS = (CallKind.LEGAL, CallKind.ASK)


@dataclass(frozen=True, slots=True)
class TableWhenTold:
    """What is known when somebody speaks. `lying`: what lies where; `pictures`: usable ones so
    far."""

    referee: AnyState
    lying: AnyPosition
    pictures: int

    @property
    def match(self) -> AnyMatch:
        """The game as it was told."""
        return self.referee.match


def heard(table: TableWhenTold, event: Event, name: str) -> Judgement | None:
    """What comes of what a person caused or said; `name` stands where a photo's name would. None
    where a place is put right and the newest picture tells of no turn with it, if turns have
    changed that place, or one that was legal would have been a foul."""
    place = event if isinstance(event, PositionCorrected) else _emptied(table, event)
    reread = None if place is None else _reread(table, place, name)
    told, calls = reread or record(table.referee, event)
    accused = any(call.kind is CallKind.FOUL for call in calls)
    reaches_back = place is not None or _reaches_back(table.match, event)
    if reread is None and ((accused and reaches_back) or _laid_over(table, event)):
        return None
    if isinstance(event, TurnSeen) and table.match.question is not None:
        # It answers what the picture left open, so it is said against how that was read.
        told = with_words(table.referee, told, lies=True)
    return told, calls


def _reread(table: TableWhenTold, event: PositionCorrected, name: str) -> Judgement | None:
    """The newest picture judged again with a piece that a person sees and nobody read, or
    without one that is gone, where that comes to a legal turn or a question, or to a foul with a
    piece that has just come; None where it does not: nobody is accused of what no picture shows,
    nor of what lay there before. What may as well have been misread in the first position is a turn
    only where that is sure; after the first picture of a game met with pieces on the table it
    always lay there before."""
    before, newest = table.referee, table.referee.newest
    if newest is None or newest.at(event.place) is None:
        return None
    if event.label is None and table.match.game.pieces_stay:
        return None  # what was put down cannot be gone: it never lay there
    if table.pictures <= 1 and _nobody_played(table.match):
        return None
    label = EMPTY if event.label is None else event.label
    sure = replace(before, confirmations=1, brief_view=False)
    after, calls = observe(sure, newest, name, again=True, tapped={event.place: label})
    if not _tells_of_a_turn(table, event, {call.kind for call in calls}):
        return None
    return with_tapped(after, event.place, label), calls


def _tells_of_a_turn(table: TableWhenTold, event: PositionCorrected, kinds: set[CallKind]) -> bool:
    """Whether calls say what was played, accusing nobody but for a piece that has just come, or ask
    it: of a place that was bare or that turns have changed, or where that was asked before."""
    if CallKind.FOUL in kinds:
        return _just_came(table, event)
    if kinds.isdisjoint(_TURNS):
        return False
    asked = CallKind.ASK in kinds and table.match.question is None
    known = table.lying.get(event.place) is not None and not _laid_since(table, event)
    return not (known and asked)


def _just_came(table: TableWhenTold, event: PositionCorrected) -> bool:
    """Whether a piece lies where nothing was, beyond doubt, in a picture that is not told yet."""
    last, newest = table.referee.last, table.referee.newest
    if last is None or newest is None or last is newest:
        return False
    if event.label is None or event.place in table.lying:
        return False
    before, now = last.at(event.place), newest.at(event.place)
    was_bare = before is None or before.belief.best is EMPTY
    return was_bare and now is not None and now.belief.probability(EMPTY) < 1.0 - LIMITS.sure_foul


def _emptied(table: TableWhenTold, event: Event) -> PositionCorrected | None:
    """What a word against an older turn says of the table now: that the one piece it put down
    lies there no more. Against the newest one it says that it was not made."""
    match = table.match
    if not isinstance(event, Corrected) or event.turn is not None:
        return None
    if not _reaches_back(match, event):
        return None
    turn = next(p.turn for p in match.history if p.number == event.number)
    put = [p for p, label in table.lying.items() if match.game.reread(turn, p, label) == turn]
    return PositionCorrected(put[0], None) if len(put) == 1 else None


def _reaches_back(match: AnyMatch, event: Event) -> bool:
    """Whether a word is against an older turn than the newest one, in a game in which pieces
    come and go: what lies there now may have come since."""
    if not isinstance(event, Corrected) or match.game.pieces_stay:
        return False
    return any(played.number == event.number for played in match.history[:-1])


def _laid_over(table: TableWhenTold, event: Event) -> bool:
    """Whether turns have changed the place that is put right."""
    return isinstance(event, PositionCorrected) and _laid_since(table, event)


def _laid_since(table: TableWhenTold, event: PositionCorrected) -> bool:
    """Whether what is known of a place is not of the first position."""
    log = table.match.log
    first = _first_seen(table.match)
    lay = {} if first is None else dict(first.position)
    known = any(isinstance(e, PositionCorrected) and e.place == event.place for e in log)
    return not known and lay.get(event.place) != table.lying.get(event.place)


def _nobody_played(match: AnyMatch) -> bool:
    """Whether no turn is known of a game that was met half-way."""
    first = _first_seen(match)
    return not match.history and (first is None or bool(first.position))


def _first_seen(match: AnyMatch) -> PositionSeen | None:
    """The first position of a game, as the last picture that told it has it; None before there is
    one."""
    return next((one for one in reversed(match.log) if isinstance(one, PositionSeen)), None)
