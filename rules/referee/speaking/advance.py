"""From what was told to what is told now: the events that a log needs to come to a history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rules.core.events import Corrected, Event, PositionCorrected, TakenBack, TurnSeen
from rules.referee.belief.hypothesis import parted
from rules.referee.history.fold import extended
from rules.referee.history.match import (
    AS_LEGAL,
    IN_THE_GAME,
    OFF_THE_GAME,
    AnyMatch,
    AnyPlayed,
    beyond,
)


def advanced(
    said: AnyMatch,
    line: AnyMatch,
    told: int,
    photo: str | None,
    otherwise: Mapping[int, tuple[Any, ...]] = MappingProxyType({}),
) -> tuple[AnyMatch, int]:
    """The told match as it comes to another history's turns, and how many of its last turns are
    new. `told`: up to which event of its own log that history was told; `otherwise`: what turns of
    it may as well have been, by their number.

    Open turns that lie there no more are taken back; turns that were otherwise are corrected in
    their place, or withdrawn and told anew with all that follow.
    """
    own = line.log[parted(said, line) :]
    said = extended(said, (event for event in own if isinstance(event, PositionCorrected)))
    gone = beyond((p for p in said.history if p.status in OFF_THE_GAME), line.open_turns)
    if gone:
        said = extended(said, [TakenBack(tuple(p.turn for p in gone), photo)])
    old, new = said.live, line.live
    same = _same(old, new)
    fixed = _fixed(old[same:], new[same:], told)
    for was, now in zip(old[same : same + fixed], new[same : same + fixed], strict=True):
        if was.turn != now.turn:
            said = extended(said, [Corrected(was.number, now.turn, photo)])
    same = _same(said.live, new)  # a correction may let enter what lay open
    dropped: list[Event] = [Corrected(p.number, None, photo) for p in said.live[same:]]
    said = extended(said, reversed(dropped))
    added = new[same:]
    for played in added:
        legal = played.status in AS_LEGAL
        others = otherwise.get(played.number, ())
        said = extended(said, [TurnSeen(played.turn, legal, played.photo, others)])
    return said, len(added)


def _same(old: Sequence[AnyPlayed], new: Sequence[AnyPlayed]) -> int:
    """How many turns both begin with."""
    pairs = enumerate(zip(old, new, strict=False))
    most = min(len(old), len(new))
    return next((i for i, (a, b) in pairs if _kind(a) != _kind(b)), most)


def _kind(played: AnyPlayed) -> tuple[Any, bool]:
    return played.turn, played.status in IN_THE_GAME


def _fixed(old: Sequence[AnyPlayed], new: Sequence[AnyPlayed], told: int) -> int:
    """How many of the turns that differ are in the game both ways and stand in one another's
    place."""
    pairs = enumerate(zip(old, new, strict=False))
    most = min(len(old), len(new))
    return next((i for i, (a, b) in pairs if not _in_place(a, b, told)), most)


def _in_place(old: AnyPlayed, new: AnyPlayed, told: int) -> bool:
    return old.status in IN_THE_GAME and new.status in IN_THE_GAME and new.number < told
