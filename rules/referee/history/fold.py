"""A match as a fold over its events: the state is the replay of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.core import events as ev
from rules.core.errors import ArbitableError
from rules.core.game import AnyGame
from rules.core.verdict import Violation
from rules.referee.history.match import (
    OFF_THE_GAME,
    AnyMatch,
    AnyPlayed,
    Match,
    Played,
    Status,
    beyond,
)
from rules.referee.history.rulings import Ruled, Table, entered
from rules.referee.history.undo import UNDOABLE, Numbered, done_and_undone


def replayed(game: AnyGame, log: Sequence[ev.Event]) -> AnyMatch:
    """The match a log comes to. Raises ArbitableError where it does not begin with a start."""
    if not log or not isinstance(log[0], ev.MatchStarted):
        raise ArbitableError("a match log begins with who plays and which rules hold")
    house = game.rulebook.house(dict(log[0].house))
    state = game.start(log[0].players, house)
    match: AnyMatch = Match(game, house, log[0].players, (log[0],), state)
    standing, fixes = _effective(log)
    for number, event in standing:
        match = _step(match, number, _fixed(fixes, number, event))
    return replace(match, log=tuple(log))


def extended(match: AnyMatch, events: Iterable[ev.Event]) -> AnyMatch:
    """The match with more events: one step each, a whole replay where one reaches back."""
    more = list(events)
    while more:
        back, number = isinstance(more[0], REACHING_BACK), len(match.log)
        after = _less_the_last(match, more[0]) if back else _step(match, number, more[0])
        if after is None:
            return replayed(match.game, (*match.log, *more))
        match = replace(after, log=(*match.log, more.pop(0)))
    return match


def _less_the_last(match: AnyMatch, event: ev.Event) -> AnyMatch | None:
    """The match where an event only takes the last turn out of the game, else None."""
    if not isinstance(event, ev.Corrected) or event.turn is not None or match.before is None:
        return None
    if match.over is not None:  # the table over an open turn is made anew
        return None
    *others, last = match.history
    if last.number != event.number or last.status is not Status.ACCEPTED:
        return None
    return replace(match, accepted=match.before, history=tuple(others), before=None)


def with_answer(
    match: AnyMatch, asked: ev.Asked[Any], choice: int
) -> tuple[AnyMatch, tuple[AnyPlayed, ...]]:
    """The match after an answer, as the question tells it, and the answer's turns in it."""
    turns, gone, instead = asked.answers[choice]
    lying = tuple(dict.fromkeys(turn for turn in gone if turn in match.open_turns))
    match = extended(match, [ev.TakenBack(lying, asked.photo)] if lying else [])
    stayed = Counter(p.turn for p in match.live) - (Counter(gone) - Counter(lying))
    left = (p.number for p in reversed(beyond(match.live, stayed.elements())))
    match = extended(match, [ev.Corrected(number, None, asked.photo) for number in left])
    match = extended(match, [] if instead is None else [instead])
    for turn in turns:
        legal = enters(match, turn)
        match = extended(match, [ev.TurnSeen(turn, legal, asked.photo)])
    return match, match.history[len(match.history) - len(turns) :]


#: Events that change what earlier ones come to.
REACHING_BACK = (ev.Undone, ev.Redone, ev.Corrected, ev.PositionCorrected)

_Fixes = dict[int | tuple[Any], Any]


def _effective(log: Sequence[ev.Event]) -> tuple[Numbered, _Fixes]:
    """The events that count, in their order, and the corrections by event number or place."""
    done, _ = done_and_undone(log)
    fixes: _Fixes = {}
    for _, event in done:
        if isinstance(event, ev.Corrected):
            fixes[event.number] = event
        elif isinstance(event, ev.PositionCorrected):
            fixes[event.place,] = event.label
    shifting = (*UNDOABLE, ev.Answered, ev.Undone, ev.Redone)
    plain: Numbered = [(n, e) for n, e in enumerate(log) if not isinstance(e, shifting)]
    kept: Numbered = [(n, e) for n, e in done if not isinstance(e, REACHING_BACK)]
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


def _step(match: AnyMatch, number: int, event: ev.Event | None) -> AnyMatch:
    """The match after an event; None is a turn that was withdrawn: the one before it stays."""
    game, after = match.game, match
    match event:
        case None:
            after = replace(match, question=None, let_stand=None, before=None)
        case ev.TurnSeen():
            after = _turn(match, number, event)
        case ev.TakenBack(turns):
            after = _taken_back(match, turns)
        case ev.Asked():
            after = replace(match, question=event, let_stand=None)
        case ev.Answered() | ev.Settled() | ev.Refuted():
            after = replace(match, question=None, let_stand=None)
        case ev.LetStand(turns):
            kept = _in_the_game(match, turns, Status.KEPT)
            after = replace(kept, question=None, let_stand=match.question)
        case ev.Insisted():
            after = _in_the_game(match, match.open_turns, Status.INSISTED)
        case ev.Told(fact, data):  # the game may have no use for it
            accepted = game.tell(match.accepted, fact, data)
            after = replace(match, accepted=accepted, before=None, over=None)
        case ev.Noticed(fact, data):  # it leaves open whether the last turn is changed
            after = replace(match, accepted=game.tell(match.accepted, fact, data), over=None)
        case ev.TurnEnded(player):  # from here on the last turn stays as it is
            accepted = game.ended(match.accepted, player)
            after = replace(match, accepted=accepted, before=None, over=None)
        case ev.PositionSeen(position):
            after = replace(match, opened=True, question=None)
            if position:
                state = game.resume(dict(position), match.players, match.house)
                after = replace(after, accepted=state)
    return after


def _turn(match: AnyMatch, number: int, event: ev.TurnSeen[Any]) -> AnyMatch:
    table, turn = Table.of(match, match.open_turns), event.turn
    ruled, *rest = (table.ruled(x, enters=event.legal) for x in (turn, *event.otherwise))
    part = match.ordinal > 0 and match.game.completes(match.with_resting, turn)
    others = tuple((one.turn, one.verdict) for one in rest)
    verdict, status = ruled.verdict, ruled.status
    maker, ordinal = _maker(match, event, ruled), match.ordinal + (not part)
    played = Played(
        number, turn, verdict, status, maker, ordinal, event.photo, part, others, ruled.right
    )
    after, history = table.after(ruled), (*match.history, played)
    over = None if part or not match.open_turns else after.standing
    before = match.before if status in OFF_THE_GAME else match.accepted
    match = replace(match, history=history, question=None, let_stand=None)
    return replace(match, accepted=after.accepted, before=before, over=over)


def _maker(match: AnyMatch, event: ev.TurnSeen[Any], ruled: Ruled) -> str | None:
    """Who made a turn: by the table as it lies, where the turn is right over its fouls alone."""
    turns, states = (event.turn, *event.otherwise), [match.with_resting]
    if ruled.anybody:
        return None
    if ruled.status is Status.RESTING and not ruled.right:
        over = match.game.waive(match.standing, (), match.house)
        states = [over, *(states if match.over is not None else ())]
    players = {match.game.player_of(s, turn, match.house) for s in states for turn in turns}
    return players.pop() if len(players) == 1 else None


def enters(match: AnyMatch, turn: Any) -> bool:
    """Whether a turn that would come next enters the game as a legal one."""
    return becoming(match, turn) is Status.ACCEPTED


def becoming(match: AnyMatch, turn: Any) -> Status:
    """What would become of a turn that came next."""
    return Table.of(match, match.open_turns).ruled(turn).status


def _taken_back(match: AnyMatch, turns: Collection[Any]) -> AnyMatch:
    gone = [p.status in OFF_THE_GAME and p.turn in turns for p in match.history]
    pairs = zip(match.history, gone, strict=True)
    history = (replace(p, status=Status.TAKEN_BACK) if back else p for p, back in pairs)
    match = replace(match, history=tuple(history), question=None, over=None)
    # What only lay elsewhere because of a foul is in the game once that is gone.
    rest = match.open_turns
    right = rest and match.right_turns.issuperset(rest)
    return _in_the_game(match, rest, Status.KEPT) if right else match


def _in_the_game(match: AnyMatch, turns: Sequence[Any], foul: Status) -> AnyMatch:
    """Open turns enter in their order, as `foul`; one that was legal over the others, and is, is
    simply accepted. All of them enter as they lie, where others were made in between."""
    history: list[AnyPlayed] = []
    game, house, state, ordinal = match.game, match.house, match.accepted, match.ordinal
    lies = match.over if set(turns) >= set(match.open_turns) else None
    broken: list[Violation] = []
    for played in match.history:
        if played.status not in OFF_THE_GAME or (turn := played.turn) not in turns:
            history.append(played)
            continue
        part = ordinal > 0 and game.completes(state, turn)
        ordinal += not part
        verdict = played.verdict  # what it broke when it was made was told
        player = played.player
        if lies is None:
            verdict = verdict if verdict.violations else game.judge(state, turn, house)
            player = game.player_of(state, turn, house)
            state = entered(game, state, turn, verdict, house)
        broken += verdict.violations
        status = foul if verdict.violations else Status.ACCEPTED
        now = replace(
            played, verdict=verdict, status=status, player=player, ordinal=ordinal, part=part
        )
        history.append(now)
    accepted = state if lies is None else game.waive(lies, broken, house)
    return replace(match, history=tuple(history), accepted=accepted, before=None, over=None)
