"""Rounds of one evening: what the players scored at this table before the game in progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.errors import ArbitableError
from server.pipeline.player_names import RENAMED, kept_names
from server.pipeline.rejudge import kept_match
from server.pipeline.session import outcome_of
from server.store.store import Store
from server.store.values import GameRow

#: Seconds between the last event of a round and the beginning of the next, at most: a long break.
BREAK_S = 4 * 3600.0

#: Rounds that are looked at: more than anybody plays in an evening.
_MOST_ROUNDS = 30


def points_before(store: Store, row: GameRow) -> dict[str, int]:
    """Points by player of the rounds that led to this one: the same game, the same players, no
    long break. Empty where nothing is counted, or no round before was played to its end."""
    # Who the following round's players are in this one: a round begins with the names that the one
    # before it ended with.
    known = {player: player for player in kept_match(row.game, store.events(row)).players}
    total: Counter[str] = Counter()
    following = row
    for earlier in _earlier(store, row):
        if earlier.game != row.game or following.began - earlier.touched > BREAK_S:
            break
        names = kept_names(store.told(earlier, RENAMED)).now
        points = _points(store, earlier, names, set(known))
        if points is None:
            break
        known = {player: known[names.get(player, player)] for player in points.players}
        total.update({known[player]: count for player, count in points.counted.items()})
        following = earlier
    return dict(total)


def _earlier(store: Store, row: GameRow) -> list[GameRow]:
    """The games of the table before this one, newest first."""
    games = [game for game in store.games(row.table) if game.number < row.number]
    return games[::-1][:_MOST_ROUNDS]


@dataclass(frozen=True, slots=True)
class _Points:
    """What a round was worth to whom, by the names that it began with."""

    players: tuple[str, ...]
    counted: Mapping[str, int]


def _points(
    store: Store, row: GameRow, names: Mapping[str, str], players: set[str]
) -> _Points | None:
    """The points of a round; none where it was broken off; None where others played it."""
    try:
        match = kept_match(row.game, store.events(row))
    except ArbitableError:
        return None  # a damaged round ends the evening's count, not the game in progress
    if {names.get(player, player) for player in match.players} != players:
        return None
    ended = outcome_of(match)
    if ended is None:
        return _Points(match.players, {})
    counted = match.game.helping.points(ended, match.players, match.house)
    return None if counted is None else _Points(match.players, counted)
