"""What people mean who say what really lies at a place."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from rules.core.events import Answered, Corrected, Event, PositionCorrected, TurnSeen
from rules.core.places import Place
from rules.referee.history.match import OFF_THE_GAME, AnyMatch, AnyPlayed


def correction(match: AnyMatch, place: Place, label: Hashable | None) -> Event | None:
    """What it comes to that a place holds this piece (None: nothing); None where that is known.
    Where it is asked what was laid there it is an answer; else the correction of the newest turn
    that filled the place otherwise, else of the position."""
    other = _other_answer(match, place, label)
    if other is not None:
        return other
    now = match.lying.get(place)
    if now == label:
        return None
    for played in reversed(match.live) if now is not None else ():
        reread = match.game.reread(played.turn, place, now if label is None else label)
        if reread is not None and label is None:
            return Corrected(played.number, None)
        if reread == played.turn:
            break  # it is as it was told: older turns filled the place otherwise
        if reread is not None:
            turn, *others = _as_right(match, played, reread)
            return Corrected(played.number, turn, otherwise=tuple(others))
    return PositionCorrected(place, label)


def _as_right(match: AnyMatch, played: AnyPlayed, reread: Any) -> list[Any]:
    """What the newest turn was, and may as well have been, once a piece of it is read otherwise: of
    those that look the same the right ones, if any. An older turn is just as it is read."""
    before = match.accepted if played.status in OFF_THE_GAME else match.before
    if before is None or played is not match.history[-1]:
        return [reread]
    alike = [reread, *match.game.look_alike(before, reread)]
    return [t for t in alike if match.game.judge(before, t, match.house).legal] or [reread]


def _other_answer(match: AnyMatch, place: Place, label: Hashable | None) -> Event | None:
    """The answer of the open question that has this piece, or its turn with another piece than the
    answers have; None where they differ in more than that: who names a piece does not say what else
    was laid, nor where it came from."""
    asked = match.question
    if asked is None or label is None or place in match.lying:
        return None
    told = [
        match.game.reread(turns[0], place, label) if len(turns) == 1 else None
        for turns in asked.alternatives
        if turns
    ]
    if not told or None in told or any(turn != told[0] for turn in told):
        return None
    so = [n for n, turns in enumerate(asked.alternatives) if turns and turns[0] in told]
    if len(so) > 1 or any(asked.answers[n][1:] != ((), None) for n in so):
        return None
    return Answered(so[0]) if so else TurnSeen(told[0], photo=asked.photo)
