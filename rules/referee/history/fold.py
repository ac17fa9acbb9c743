"""A match as a fold over its events: the state is the replay of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

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
from rules.core.game import Game, StateT, TurnT
from rules.core.verdict import Verdict
from rules.referee.history.match import (
    OFF_THE_GAME,
    AnyMatch,
    AnyPlayed,
    Match,
    Played,
    Status,
)
from rules.referee.history.rulings import entered, ruling


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


def _withdraws(match: AnyMatch, event: Event) -> bool:
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


def _open(match: AnyMatch, _: int, event: PositionSeen) -> AnyMatch:
    if not event.position:
        return replace(match, opened=True)
    state = match.game.resume(dict(event.position), match.players, match.house)
    return replace(match, accepted=state, standing=state, opened=True)


def _turn(match: AnyMatch, number: int, event: TurnSeen[Any]) -> AnyMatch:
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


def _maker(match: AnyMatch, event: TurnSeen[Any]) -> str | None:
    turns = (event.turn, *event.otherwise)
    players = {match.game.player_of(match.accepted, turn, match.house) for turn in turns}
    return players.pop() if len(players) == 1 else None


def _goes_on(match: AnyMatch, turn: Any) -> bool:
    """Whether a turn only completes the last one."""
    return match.ordinal > 0 and match.game.completes(match.accepted, turn)


def _ruled(match: AnyMatch, event: TurnSeen[Any]) -> tuple[Verdict, Status]:
    over = match.standing if match.open_turns and not event.legal else None
    verdict, status = ruling(match.game, match.accepted, over, event.turn, match.house)
    return verdict, Status.KEPT if event.legal and status is Status.OPEN else status


def _restanding(match: AnyMatch) -> AnyMatch:
    return replace(match, standing=match.forced(match.open_turns))


def _taken_back(match: AnyMatch, _: int, event: TakenBack[Any]) -> AnyMatch:
    def after(played: AnyPlayed) -> AnyPlayed:
        gone = played.status in OFF_THE_GAME and played.turn in event.turns
        return replace(played, status=Status.TAKEN_BACK) if gone else played

    return _restanding(replace(match, history=tuple(map(after, match.history)), question=None))


def _insisted(match: AnyMatch, _: int, event: Insisted) -> AnyMatch:
    return _in_the_game(match, match.open_turns, Status.INSISTED)


def _in_the_game(match: AnyMatch, turns: Sequence[Any], foul: Status) -> AnyMatch:
    """Open turns enter in their order, as `foul`; one that was legal over the others, and is, is
    simply accepted."""
    history: list[AnyPlayed] = []
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


def _asked(match: AnyMatch, _: int, event: Asked[Any]) -> AnyMatch:
    return replace(match, question=event, let_stand=None)


def _settled(match: AnyMatch, _: int, event: Event) -> AnyMatch:
    return replace(match, question=None, let_stand=None)


def _let_stand(match: AnyMatch, _: int, event: LetStand[Any]) -> AnyMatch:
    kept = _in_the_game(match, event.turns, Status.KEPT)
    return replace(kept, question=None, let_stand=match.question)


def _told(match: AnyMatch, _: int, event: Told) -> AnyMatch:
    """Handed to the game, which may have no use for it."""
    accepted = match.game.tell(match.accepted, event.fact, event.data)
    return _restanding(replace(match, accepted=accepted, before=None))


def _noticed(match: AnyMatch, _: int, event: Noticed) -> AnyMatch:
    """As if told, but the last turn may still be changed."""
    accepted = match.game.tell(match.accepted, event.fact, event.data)
    return _restanding(replace(match, accepted=accepted))


def _ended(match: AnyMatch, _: int, event: TurnEnded) -> AnyMatch:
    """From here on the last turn stays as it is."""
    accepted = match.game.ended(match.accepted, event.player)
    return _restanding(replace(match, accepted=accepted, before=None))


_STEPS: dict[type, Callable[[AnyMatch, int, Any], AnyMatch]] = {
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
