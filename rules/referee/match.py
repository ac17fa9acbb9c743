"""A match as a fold over its events: the state is the replay of the log.

A foul does not enter the game. It lies on the table as an open turn until it is taken off or the
players insist; `accepted` is the state without open turns, `standing` the table as it lies. Only
what nobody can take back, such as a fall, counts as soon as it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, TypeVar

from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    Asked,
    Corrected,
    Event,
    Insisted,
    LetStand,
    MatchStarted,
    Noticed,
    PositionCorrected,
    PositionSeen,
    Redone,
    Refuted,
    Settled,
    TakenBack,
    Told,
    TurnEnded,
    TurnSeen,
    Undone,
)
from rules.core.game import Game
from rules.core.rulebook import House
from rules.core.verdict import Ruling, Verdict

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")


class Status(Enum):
    """What became of a turn."""

    ACCEPTED = "accepted"  # in the game
    KEPT = "kept"  # a foul that was called legal or let stand, and nobody took back
    OPEN = "open"  # a foul that lies on the table
    RESTING = "resting"  # legal, but only over an open foul
    INSISTED = "insisted"  # a foul the players play on over
    HAPPENED = "happened"  # a foul that is an event: nothing can be taken back, so it counts
    TAKEN_BACK = "taken-back"


OFF_THE_GAME = frozenset({Status.OPEN, Status.RESTING})
IN_THE_GAME = frozenset({Status.ACCEPTED, Status.KEPT, Status.INSISTED, Status.HAPPENED})


@dataclass(frozen=True, slots=True)
class Played(Generic[TurnT]):
    """One turn of the history. `number` is its event's place in the log, `ordinal` counts turns
    of the game from 1 (a foul has the ordinal it would have had); `part`: it only goes on with the
    turn before it, as a second tile or the pawns of a line do; `otherwise`: what it may as well
    have been, each judged. `player` is None where nobody knows."""

    number: int
    turn: TurnT
    verdict: Verdict
    status: Status
    player: str | None
    ordinal: int
    photo: str | None = None
    part: bool = False
    otherwise: tuple[tuple[TurnT, Verdict], ...] = ()


@dataclass(frozen=True)
class Match(Generic[StateT, TurnT]):
    """Everything the log comes to. `question` is open, `let_stand` was and people want no more of
    it. `before` is the game before its last turn, as long as that one may still be changed: nobody
    said that it is over, and no words of people hang on it."""

    game: Game[StateT, TurnT]
    house: House
    players: tuple[str, ...]
    log: tuple[Event, ...]
    accepted: StateT
    standing: StateT
    history: tuple[Played[TurnT], ...] = ()
    opened: bool = False
    question: Asked[TurnT] | None = None
    let_stand: Asked[TurnT] | None = None
    before: StateT | None = None

    @property
    def live(self) -> tuple[Played[TurnT], ...]:
        """The turns that were not taken back."""
        return tuple(p for p in self.history if p.status is not Status.TAKEN_BACK)

    @property
    def open_turns(self) -> tuple[TurnT, ...]:
        """Turns on the table that are not in the game, in the order they were seen."""
        return tuple(p.turn for p in self.history if p.status in OFF_THE_GAME)

    @property
    def ordinal(self) -> int:
        """How many turns are in the game."""
        return sum(p.status in IN_THE_GAME and not p.part for p in self.history)


def replayed(game: Game[StateT, TurnT], log: Sequence[Event]) -> Match[StateT, TurnT]:
    """The match a log comes to. Raises ArbitableError where it does not begin with a start."""
    if not log or not isinstance(log[0], MatchStarted):
        raise ArbitableError("a match log begins with who plays and which rules hold")
    house = game.rulebook.house(dict(log[0].house))
    state = game.start(log[0].players, house)
    match: Match[StateT, TurnT] = Match(game, house, log[0].players, (log[0],), state, state)
    standing, fixes = _effective(log)
    for number, event in standing:
        match = _step(match, number, _fixed(fixes, number, event))
    return replace(match, log=tuple(log))


def extended(match: Match[StateT, TurnT], events: Iterable[Event]) -> Match[StateT, TurnT]:
    """The match with more events: one step each, a whole replay where one reaches back."""
    for event in events:
        log = (*match.log, event)
        if _withdraws(match, event):
            match = replace(_withdrawn(match), log=log)
        elif isinstance(event, REACHING_BACK):
            match = replayed(match.game, log)
        else:
            match = replace(_step(match, len(match.log), event), log=log)
    return match


def _withdraws(match: Match[Any, Any], event: Event) -> bool:
    """Whether an event does nothing but take the last turn out of the game."""
    if not isinstance(event, Corrected) or event.turn is not None or match.before is None:
        return False
    last = match.history[-1]
    return last.number == event.number and last.status is Status.ACCEPTED


def _withdrawn(match: Match[StateT, TurnT]) -> Match[StateT, TurnT]:
    state = match.before
    assert state is not None
    history = match.history[:-1]
    return _restanding(replace(match, accepted=state, history=history, before=None))


#: Events that change what earlier ones come to.
REACHING_BACK = (Undone, Redone, Corrected, PositionCorrected)

#: Events that `Undone` takes back; the others only say what was seen.
UNDOABLE = (
    *(TurnSeen, TakenBack, Corrected, PositionCorrected),
    *(LetStand, Refuted, Insisted, Told),
)

_Numbered = list[tuple[int, Event]]


def undoable(log: Sequence[Event]) -> bool:
    """Whether `Undone` would do something."""
    return bool(_done_and_undone(log)[0])


def redoable(log: Sequence[Event]) -> bool:
    """Whether `Redone` would do something."""
    return bool(_done_and_undone(log)[1])


def turned_back(log: Sequence[Event], event: Undone | Redone) -> Event | None:
    """What an undo or a redo would take back or make count again; None for nothing."""
    done, undone = _done_and_undone(log)
    last = (done if isinstance(event, Undone) else undone)[-1:]
    return last[0][1] if last else None


def _done_and_undone(log: Sequence[Event]) -> tuple[_Numbered, _Numbered]:
    done: _Numbered = []
    undone: _Numbered = []
    for number, event in enumerate(log):
        if isinstance(event, Undone) and done:
            undone.append(done.pop())
        elif isinstance(event, Redone) and undone:
            done.append(undone.pop())
        elif isinstance(event, UNDOABLE):
            done.append((number, event))
            undone.clear()
    return done, undone


_Fixes = dict[int | tuple[Any], Any]


def _effective(log: Sequence[Event]) -> tuple[_Numbered, _Fixes]:
    """The events that count, in their order, and the corrections by event number or place."""
    done, _ = _done_and_undone(log)
    fixes: _Fixes = {}
    for _, event in done:
        if isinstance(event, Corrected):
            fixes[event.number] = event.turn
        elif isinstance(event, PositionCorrected):
            fixes[event.place,] = event.label
    shifting = (*UNDOABLE, Undone, Redone)
    plain: _Numbered = [(n, e) for n, e in enumerate(log) if not isinstance(e, shifting)]
    kept: _Numbered = [(n, e) for n, e in done if not isinstance(e, REACHING_BACK)]
    return sorted(plain[1:] + kept, key=lambda item: item[0]), fixes


def _fixed(fixes: _Fixes, number: int, event: Event) -> Event | None:
    if isinstance(event, TurnSeen) and number in fixes:
        turn = fixes[number]
        return None if turn is None else replace(event, turn=turn, otherwise=())
    if isinstance(event, PositionSeen):
        places = dict(event.position) | {k[0]: v for k, v in fixes.items() if isinstance(k, tuple)}
        return replace(event, position=tuple((p, x) for p, x in places.items() if x is not None))
    return event


def _step(match: Match[StateT, TurnT], number: int, event: Event | None) -> Match[StateT, TurnT]:
    if event is None:  # a turn that was withdrawn: the one before it stays as it is
        return replace(match, before=None, question=None, let_stand=None)
    step = _STEPS.get(type(event))
    return match if step is None else step(match, number, event)


def _open(match: Match[Any, Any], _: int, event: PositionSeen) -> Match[Any, Any]:
    if not event.position:
        return replace(match, opened=True)
    state = match.game.resume(dict(event.position), match.players, match.house)
    return replace(match, accepted=state, standing=state, opened=True)


def _turn(match: Match[Any, Any], number: int, event: TurnSeen[Any]) -> Match[Any, Any]:
    verdict, status = _ruled(match, event)
    part = _goes_on(match, event.turn)
    ordinal = match.ordinal + (not part)
    others = tuple((t, _ruled(match, replace(event, turn=t))[0]) for t in event.otherwise)
    played = Played(
        number,
        event.turn,
        verdict,
        status,
        _maker(match, event),
        ordinal,
        event.photo,
        part,
        others,
    )
    history = (*match.history, played)
    if status in OFF_THE_GAME:
        return _restanding(replace(match, history=history, question=None, let_stand=None))
    accepted = entered(match.game, match.accepted, event.turn, verdict, match.house)
    before = match.accepted
    match = replace(match, history=history, accepted=accepted, before=before)
    return _restanding(replace(match, question=None, let_stand=None))


def _maker(match: Match[Any, Any], event: TurnSeen[Any]) -> str | None:
    turns = (event.turn, *event.otherwise)
    players = {match.game.player_of(match.accepted, turn, match.house) for turn in turns}
    return players.pop() if len(players) == 1 else None


def _goes_on(match: Match[Any, Any], turn: Any) -> bool:
    """Whether a turn only completes the last one."""
    return match.ordinal > 0 and match.game.completes(match.accepted, turn)


def entered(
    game: Game[StateT, TurnT], state: StateT, turn: TurnT, verdict: Verdict, house: House
) -> StateT:
    """The state after a turn enters the game: applied where legal, else forced."""
    return (game.apply if verdict.legal else game.force)(state, turn, house)


def ruling(
    game: Game[StateT, TurnT], state: StateT, standing: StateT | None, turn: TurnT, house: House
) -> tuple[Verdict, Status]:
    """A turn's verdict, and what becomes of it: judged on the game and, where it fails there, on
    the table as it lies (`standing`; None where no foul lies on it). A foul that is an event which
    nobody can take back, as a fall is, is in the game with what it costs."""
    verdict = game.judge(state, turn, house)
    if verdict.ruling is not Ruling.ILLEGAL:
        return verdict, Status.ACCEPTED
    if any(violation.code in game.irreversible_fouls for violation in verdict.violations):
        return verdict, Status.HAPPENED
    over = None if standing is None else game.judge(standing, turn, house)
    return (over, Status.RESTING) if over is not None and over.legal else (verdict, Status.OPEN)


def _ruled(match: Match[Any, Any], event: TurnSeen[Any]) -> tuple[Verdict, Status]:
    over = match.standing if match.open_turns and not event.legal else None
    verdict, status = ruling(match.game, match.accepted, over, event.turn, match.house)
    return verdict, Status.KEPT if event.legal and status is Status.OPEN else status


def _restanding(match: Match[Any, Any]) -> Match[Any, Any]:
    standing = match.accepted
    for turn in match.open_turns:
        standing = match.game.force(standing, turn, match.house)
    return replace(match, standing=standing)


def _taken_back(match: Match[Any, Any], _: int, event: TakenBack[Any]) -> Match[Any, Any]:
    def after(played: Played[Any]) -> Played[Any]:
        gone = played.status in OFF_THE_GAME and played.turn in event.turns
        return replace(played, status=Status.TAKEN_BACK) if gone else played

    return _restanding(replace(match, history=tuple(map(after, match.history)), question=None))


def _insisted(match: Match[Any, Any], _: int, event: Insisted) -> Match[Any, Any]:
    return _in_the_game(match, match.open_turns, Status.INSISTED)


def _in_the_game(match: Match[Any, Any], turns: Sequence[Any], foul: Status) -> Match[Any, Any]:
    """Open turns enter in their order, as `foul`; one that was legal over the others, and is, is
    simply accepted."""
    history: list[Played[Any]] = []
    state, ordinal = match.accepted, match.ordinal
    for played in match.history:
        if played.status in OFF_THE_GAME and played.turn in turns:
            ordinal += 1
            verdict = played.verdict  # what it broke when it was made was told
            if not verdict.violations:
                verdict = match.game.judge(state, played.turn, match.house)
            status = foul if verdict.violations else Status.ACCEPTED
            player = match.game.player_of(state, played.turn, match.house)
            state = entered(match.game, state, played.turn, verdict, match.house)
            played = replace(  # noqa: PLW2901 - the entry as it now stands
                played, verdict=verdict, status=status, player=player, ordinal=ordinal
            )
        history.append(played)
    return _restanding(replace(match, history=tuple(history), accepted=state, before=None))


def _asked(match: Match[Any, Any], _: int, event: Asked[Any]) -> Match[Any, Any]:
    return replace(match, question=event, let_stand=None)


def _settled(match: Match[Any, Any], _: int, event: Event) -> Match[Any, Any]:
    return replace(match, question=None, let_stand=None)


def _let_stand(match: Match[Any, Any], _: int, event: LetStand[Any]) -> Match[Any, Any]:
    kept = _in_the_game(match, event.turns, Status.KEPT)
    return replace(kept, question=None, let_stand=match.question)


def _told(match: Match[Any, Any], _: int, event: Told) -> Match[Any, Any]:
    """Handed to the game, which may have no use for it."""
    accepted = match.game.tell(match.accepted, event.fact, event.data)
    return _restanding(replace(match, accepted=accepted, before=None))


def _noticed(match: Match[Any, Any], _: int, event: Noticed) -> Match[Any, Any]:
    """As if told, but the last turn may still be changed."""
    accepted = match.game.tell(match.accepted, event.fact, event.data)
    return _restanding(replace(match, accepted=accepted))


def _ended(match: Match[Any, Any], _: int, event: TurnEnded) -> Match[Any, Any]:
    """From here on the last turn stays as it is."""
    accepted = match.game.ended(match.accepted, event.player)
    return _restanding(replace(match, accepted=accepted, before=None))


_STEPS: dict[type, Callable[[Match[Any, Any], int, Any], Match[Any, Any]]] = {
    PositionSeen: _open,
    TurnSeen: _turn,
    TakenBack: _taken_back,
    Insisted: _insisted,
    Asked: _asked,
    Answered: _settled,
    Settled: _settled,
    Refuted: _settled,
    LetStand: _let_stand,
    Told: _told,
    TurnEnded: _ended,
    Noticed: _noticed,
}
