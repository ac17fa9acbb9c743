"""A match as a fold over its events: the state is the replay of the log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.core import events as ev
from rules.core.errors import ArbitableError
from rules.core.game import Game, StateT, TurnT
from rules.referee.history.match import OFF_THE_GAME, AnyMatch, AnyPlayed, Match, Played, Status
from rules.referee.history.rulings import Ruled, Table, entered


def replayed(game: Game[StateT, TurnT], log: Sequence[ev.Event]) -> Match[StateT, TurnT]:
    """The match a log comes to. Raises ArbitableError where it does not begin with a start."""
    if not log or not isinstance(log[0], ev.MatchStarted):
        raise ArbitableError("a match log begins with who plays and which rules hold")
    house = game.rulebook.house(dict(log[0].house))
    state = game.start(log[0].players, house)
    match: Match[StateT, TurnT] = Match(game, house, log[0].players, (log[0],), state)
    standing, fixes = _effective(log)
    for number, event in standing:
        match = _step(match, number, _fixed(fixes, number, event))
    return replace(match, log=tuple(log))


def extended(match: Match[StateT, TurnT], events: Iterable[ev.Event]) -> Match[StateT, TurnT]:
    """The match with more events: one step each, a whole replay where one reaches back."""
    for event in events:
        log = (*match.log, event)
        if not isinstance(event, REACHING_BACK):
            match = replace(_step(match, len(match.log), event), log=log)
        else:
            left = _less_the_last(match, event)
            match = replayed(match.game, log) if left is None else replace(left, log=log)
    return match


def _less_the_last(match: Match[StateT, TurnT], event: ev.Event) -> Match[StateT, TurnT] | None:
    """The match where an event does nothing but take the last turn out of the game, else None: so
    much is known without a replay."""
    if not isinstance(event, ev.Corrected) or event.turn is not None or match.before is None:
        return None
    *others, last = match.history
    if last.number != event.number or last.status is not Status.ACCEPTED:
        return None
    return replace(match, accepted=match.before, history=tuple(others), before=None, over=None)


def with_answer(
    match: Match[StateT, TurnT], asked: ev.Asked[TurnT], choice: int
) -> tuple[Match[StateT, TurnT], tuple[Played[TurnT], ...]]:
    """The match after an answer to a question, as the question tells it, and the answer's turns in
    it, each judged like one that was seen."""
    turns, gone, instead = asked.answers[choice]
    match = extended(match, [ev.TakenBack(gone, asked.photo)] if gone else [])
    match = extended(match, [] if instead is None else [instead])
    for turn in turns:
        legal = enters(match, turn)
        match = extended(match, [ev.TurnSeen(turn, legal, asked.photo)])
    return match, match.history[len(match.history) - len(turns) :]


#: Events that change what earlier ones come to.
REACHING_BACK = (ev.Undone, ev.Redone, ev.Corrected, ev.PositionCorrected)

#: Events that `Undone` takes back; the others only say what was seen.
UNDOABLE = (
    *(ev.TurnSeen, ev.TakenBack, ev.Corrected, ev.PositionCorrected),
    *(ev.LetStand, ev.Refuted, ev.Insisted, ev.Told),
)


_Numbered = list[tuple[int, ev.Event]]


def undoable(log: Sequence[ev.Event]) -> bool:
    """Whether `undoing` would do something."""
    return bool(_done_and_undone(log)[0])


def undoing(log: Sequence[ev.Event]) -> ev.Undone:
    """The undo of what was done last: of a whole answer where that was one."""
    done, answered = _done_and_undone(log)[0], newest_answer(log)
    return ev.Undone(answer=answered is not None and done[-1][0] in answered)


#: Events that change the game as a picture says.
_CHANGES = (ev.TurnSeen, ev.TakenBack, ev.Corrected, ev.PositionCorrected)


def newest_answer(log: Sequence[ev.Event]) -> range | None:
    """The numbers of the newest answer that counts and of what it made: changes of the game that
    follow it at once and are of pictures seen before it. None where none counts."""
    done, _ = _done_and_undone(log)
    answer = next((n for n, event in reversed(done) if isinstance(event, ev.Answered)), None)
    if answer is None:
        return None
    seen = {event.photo for event in log[:answer] if isinstance(event, (*_CHANGES, ev.Asked))}
    after = range(answer + 1, len(log))
    return range(answer, next((n for n in after if not _made(log[n], seen)), len(log)))


def _made(event: ev.Event, seen: Collection[str | None]) -> bool:
    return isinstance(event, _CHANGES) and event.photo in seen


def counting(log: Sequence[ev.Event]) -> tuple[int, ...]:
    """The numbers of the events that people or pictures did and that count."""
    return tuple(number for number, _ in _done_and_undone(log)[0])


def redoable(log: Sequence[ev.Event]) -> bool:
    """Whether `Redone` would do something."""
    return bool(_done_and_undone(log)[1])


def turned_back(log: Sequence[ev.Event], event: ev.Undone | ev.Redone) -> ev.Event | None:
    """What an undo or a redo would take back or make count again; None for nothing."""
    done, undone = _done_and_undone(log)
    steps = [_less(done, event)] if isinstance(event, ev.Undone) else undone[-1:]
    return steps[0][0][1] if any(steps) else None


def _done_and_undone(log: Sequence[ev.Event]) -> tuple[_Numbered, list[_Numbered]]:
    """What was done and counts, answers too, and the steps that were undone since."""
    done: _Numbered = []
    undone: list[_Numbered] = []
    for number, event in enumerate(log):
        if isinstance(event, ev.Undone):
            step = _less(done, event)
            undone += [step] if step else []
        elif isinstance(event, ev.Redone) and undone:
            done += undone.pop()
        elif isinstance(event, (*UNDOABLE, ev.Answered)):
            done.append((number, event))
            if isinstance(event, UNDOABLE) or any(_answers(step[0]) for step in undone):
                undone.clear()
    return done, undone


def _less(done: _Numbered, undo: ev.Undone) -> _Numbered:
    """The step that an undo takes out of what was `done`; empty for nothing."""
    ends = (n for n in reversed(range(len(done))) if _answers(done[n]) is undo.answer)
    first = next(ends, len(done))
    step = done[first:] if undo.answer else done[first : first + 1]
    del done[first : first + len(step)]
    return step


def _answers(numbered: tuple[int, ev.Event]) -> bool:
    return isinstance(numbered[1], ev.Answered)


_Fixes = dict[int | tuple[Any], Any]


def _effective(log: Sequence[ev.Event]) -> tuple[_Numbered, _Fixes]:
    """The events that count, in their order, and the corrections by event number or place."""
    done, _ = _done_and_undone(log)
    fixes: _Fixes = {}
    for _, event in done:
        if isinstance(event, ev.Corrected):
            fixes[event.number] = event
        elif isinstance(event, ev.PositionCorrected):
            fixes[event.place,] = event.label
    shifting = (*UNDOABLE, ev.Answered, ev.Undone, ev.Redone)
    plain: _Numbered = [(n, e) for n, e in enumerate(log) if not isinstance(e, shifting)]
    kept: _Numbered = [(n, e) for n, e in done if not isinstance(e, REACHING_BACK)]
    return sorted(plain[1:] + kept, key=lambda item: item[0]), fixes


def _fixed(fixes: _Fixes, number: int, event: ev.Event) -> ev.Event | None:
    if isinstance(event, ev.TurnSeen) and number in fixes:
        fix: ev.Corrected[Any] = fixes[number]
        if fix.turn is None:
            return None
        return replace(event, turn=fix.turn, otherwise=fix.otherwise)
    if isinstance(event, ev.PositionSeen):
        places = dict(event.position) | {k[0]: v for k, v in fixes.items() if isinstance(k, tuple)}
        return replace(event, position=tuple((p, x) for p, x in places.items() if x is not None))
    return event


def _step(match: Match[StateT, TurnT], number: int, event: ev.Event | None) -> Match[StateT, TurnT]:
    if event is None:  # a turn that was withdrawn: the one before it stays as it is
        return replace(_closed(match), before=None)
    step = _STEPS.get(type(event))
    return match if step is None else step(match, number, event)


def _open(match: AnyMatch, _: int, event: ev.PositionSeen) -> AnyMatch:
    match = replace(match, opened=True, question=None)
    if not event.position:
        return match
    state = match.game.resume(dict(event.position), match.players, match.house)
    return replace(match, accepted=state)


def _turn(match: AnyMatch, number: int, event: ev.TurnSeen[Any]) -> AnyMatch:
    ruled = _ruled(match, event)
    verdict, status = ruled.verdict, ruled.status
    part = match.ordinal > 0 and match.game.completes(match.with_resting, event.turn)
    others = tuple((t, _ruled(match, replace(event, turn=t)).verdict) for t in event.otherwise)
    played = Played(
        number,
        event.turn,
        verdict,
        status,
        player=_maker(match, event, ruled),
        ordinal=match.ordinal + (not part),
        photo=event.photo,
        part=part,
        otherwise=others,
        right=ruled.right,
    )
    over = None if part or not match.open_turns else _made_over(match, ruled)
    match = replace(_closed(match), history=(*match.history, played))
    if status not in OFF_THE_GAME:
        state = match.game.anybody_next(match.accepted) if ruled.anybody else match.accepted
        accepted = entered(match.game, state, event.turn, verdict, match.house)
        match = replace(match, accepted=accepted, before=match.accepted)
    return replace(match, over=over)


def _made_over(match: AnyMatch, one: Ruled) -> Any:
    """The table as it lies after one more turn over what is open."""
    game, standing = match.game, match.standing
    standing = game.anybody_next(standing) if one.anybody else standing
    return game.force(standing, one.turn, match.house)


def _maker(match: AnyMatch, event: ev.TurnSeen[Any], ruled: Ruled) -> str | None:
    """Who made a turn: by the table as it lies, freed of what its fouls left to be done, where the
    turn is right over these alone."""
    turns, state = (event.turn, *event.otherwise), match.with_resting
    if ruled.anybody:
        return None
    if ruled.status is Status.RESTING and not ruled.right:
        state = match.game.waive(match.standing, (), match.house)
    players = {match.game.player_of(state, turn, match.house) for turn in turns}
    return players.pop() if len(players) == 1 else None


def _ruled(match: AnyMatch, event: ev.TurnSeen[Any]) -> Ruled:
    ruled = Table.of(match, match.open_turns).ruled(event.turn, enters=event.legal)
    kept = event.legal and ruled.status is Status.OPEN
    return replace(ruled, status=Status.KEPT) if kept else ruled


def enters(match: AnyMatch, turn: Any) -> bool:
    """Whether a turn that would come next enters the game as a legal one."""
    return _ruled(match, ev.TurnSeen(turn, legal=False)).status is Status.ACCEPTED


def _taken_back(match: AnyMatch, _: int, event: ev.TakenBack[Any]) -> AnyMatch:
    def after(played: AnyPlayed) -> AnyPlayed:
        gone = played.status in OFF_THE_GAME and played.turn in event.turns
        return replace(played, status=Status.TAKEN_BACK) if gone else played

    match = replace(match, history=tuple(map(after, match.history)), question=None, over=None)
    # What only lay elsewhere because of a foul is in the game once that is gone.
    rest = match.open_turns
    right = rest and match.right_turns.issuperset(rest)
    return _in_the_game(match, rest, Status.KEPT) if right else match


def _insisted(match: AnyMatch, _: int, event: ev.Insisted) -> AnyMatch:
    return _in_the_game(match, match.open_turns, Status.INSISTED)


def _in_the_game(match: AnyMatch, turns: Sequence[Any], foul: Status) -> AnyMatch:
    """Open turns enter in their order, as `foul`; one that was legal over the others, and is, is
    simply accepted."""
    history: list[AnyPlayed] = []
    state, ordinal = match.accepted, match.ordinal
    for played in match.history:
        if played.status in OFF_THE_GAME and played.turn in turns:
            part = ordinal > 0 and match.game.completes(state, played.turn)
            ordinal += not part
            verdict = played.verdict  # what it broke when it was made was told
            if not verdict.violations:
                verdict = match.game.judge(state, played.turn, match.house)
            status = foul if verdict.violations else Status.ACCEPTED
            player = match.game.player_of(state, played.turn, match.house)
            state = entered(match.game, state, played.turn, verdict, match.house)
            played = replace(  # noqa: PLW2901 - the entry as it now stands
                played,
                verdict=verdict,
                status=status,
                player=player,
                ordinal=ordinal,
                part=part,
            )
        history.append(played)
    return replace(match, history=tuple(history), accepted=state, before=None, over=None)


def _asked(match: AnyMatch, _: int, event: ev.Asked[Any]) -> AnyMatch:
    return replace(match, question=event, let_stand=None)


def _closed(match: AnyMatch, *_: Any) -> AnyMatch:
    return replace(match, question=None, let_stand=None)


def _let_stand(match: AnyMatch, _: int, event: ev.LetStand[Any]) -> AnyMatch:
    kept = _in_the_game(match, event.turns, Status.KEPT)
    return replace(kept, question=None, let_stand=match.question)


def _told(match: AnyMatch, _: int, event: ev.Told | ev.Noticed) -> AnyMatch:
    """Handed to the game, which may have no use for it; what was only noticed leaves it open
    whether the last turn is changed."""
    accepted = match.game.tell(match.accepted, event.fact, event.data)
    before = match.before if isinstance(event, ev.Noticed) else None
    return replace(match, accepted=accepted, before=before, over=None)


def _ended(match: AnyMatch, _: int, event: ev.TurnEnded) -> AnyMatch:
    """From here on the last turn stays as it is."""
    accepted = match.game.ended(match.accepted, event.player)
    return replace(match, accepted=accepted, before=None, over=None)


_STEPS: dict[type, Callable[[AnyMatch, int, Any], AnyMatch]] = {
    ev.PositionSeen: _open,
    ev.TurnSeen: _turn,
    ev.TakenBack: _taken_back,
    ev.Insisted: _insisted,
    ev.Asked: _asked,
    ev.Answered: _closed,
    ev.Settled: _closed,
    ev.Refuted: _closed,
    ev.LetStand: _let_stand,
    ev.Told: _told,
    ev.TurnEnded: _ended,
    ev.Noticed: _told,
}
