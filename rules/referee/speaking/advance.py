"""From what was told to what is told now: the events that a log needs to come to a history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from rules.core import events as ev
from rules.referee.history.fold import extended
from rules.referee.history.match import (
    AS_LEGAL,
    IN_THE_GAME,
    OFF_THE_GAME,
    AnyMatch,
    AnyPlayed,
    beyond,
    common,
)
from rules.referee.hypotheses.hypothesis import Hypothesis, parted


def advanced(
    said: AnyMatch,
    line: Hypothesis,
    photo: str | None,
    otherwise: Mapping[int, tuple[Any, ...]] = MappingProxyType({}),
) -> tuple[AnyMatch, int]:
    """The told match as it comes to another history's turns, and how many of its last turns are
    new. `otherwise`: what turns of it may as well have been. As little as may be is told anew, all
    where the corrected turns would be others than that history has them."""
    match, new = _corrected(said, line, photo, otherwise)
    if _agree(match, line.match):
        return match, new
    anew, every = _anew(said, line, photo, otherwise)
    return (anew, every) if _agree(anew, line.match) else (match, new)


def _corrected(
    said: AnyMatch, line: Hypothesis, photo: str | None, otherwise: Mapping[int, tuple[Any, ...]]
) -> tuple[AnyMatch, int]:
    """The same with as little told anew as may be."""
    since = parted(said, line.match)
    own = line.match.log[since:]
    said = extended(said, (event for event in own if isinstance(event, ev.PositionCorrected)))
    stay = {p.number for p in line.match.live if p.number < since}
    below = (p for p in said.live if p.number < max(stay, default=0) and p.number not in stay)
    said = _without(said, [p for p in below if p.status in IN_THE_GAME], photo)
    gone = beyond((p for p in said.history if p.status in OFF_THE_GAME), line.match.open_turns)
    if gone:
        said = extended(said, [ev.TakenBack(tuple(p.turn for p in gone), photo)])
    old, new = said.live, line.match.live
    fixed = common(old, new, lambda was, now: _made_alike(was, now) or _in_place(was, now, line))
    for was, now in zip(old[:fixed], new[:fixed], strict=True):
        if was.turn != now.turn:
            others = otherwise.get(now.number, ())
            said = extended(said, [ev.Corrected(was.number, now.turn, photo, others)])
    same = common(said.live, new, _made_alike)  # a correction may let enter what lay open
    said = _without(said, said.live[same:], photo)
    seen = (
        ev.TurnSeen(p.turn, p.status in AS_LEGAL, p.photo, otherwise.get(p.number, ()))
        for p in new[same:]
    )
    return extended(said, seen), len(new) - same


def _anew(
    said: AnyMatch, line: Hypothesis, photo: str | None, otherwise: Mapping[int, tuple[Any, ...]]
) -> tuple[AnyMatch, int]:
    """The same with every turn since the histories parted told anew, in the line's order."""
    since = parted(said, line.match)
    said = _without(said, [p for p in said.live if p.number >= since], photo)
    live = {p.number: p.turn for p in line.match.live}
    told: list[ev.Event] = []
    for number, event in enumerate(line.match.log[since:], since):
        if isinstance(event, ev.Insisted | ev.LetStand):
            told.append(event)
        elif isinstance(event, ev.TurnSeen) and number in live:
            others = otherwise.get(number, ())
            told.append(replace(event, turn=live[number], otherwise=others))
    return extended(said, told), sum(isinstance(event, ev.TurnSeen) for event in told)


def _without(said: AnyMatch, dropped: Sequence[AnyPlayed], photo: str | None) -> AnyMatch:
    """The match less some turns, the last one withdrawn first."""
    return extended(said, (ev.Corrected(p.number, None, photo) for p in reversed(dropped)))


def _agree(told: AnyMatch, own: AnyMatch) -> bool:
    """Whether a match has the turns of a history with the same judgement of each."""
    ours, theirs = ([(p.turn, p.status, p.broken) for p in match.live] for match in (told, own))
    return ours == theirs


def _made_alike(one: AnyPlayed, other: AnyPlayed) -> bool:
    within = [played.status in IN_THE_GAME for played in (one, other)]
    return bool(one.turn == other.turn) and within[0] == within[1]


def _in_place(old: AnyPlayed, new: AnyPlayed, line: Hypothesis) -> bool:
    """Whether turns that may differ are in the game both ways, in one another's place."""
    return old.status in IN_THE_GAME and new.status in IN_THE_GAME and new.number < line.told
