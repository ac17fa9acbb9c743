"""What players are called, apart from who they are: laws, journal and referee know a player by the
name the game began with for good, so that a new name can change no decision. What is said and sent
goes by the name of now, and the name that a page sends comes back to the player."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rules.core import events as ev
from rules.core.codec import Json, JsonObject
from rules.core.game import AnyGame
from rules.referee.history.undo import UNDOABLE, counting
from server.words.seen_names import some_look_alike

#: The kind of entry in which a name is kept.
RENAMED = "renamed"

#: The fact whose blanks are players by their names.
BY_PLAYER = "colours"

#: What is done with a name, as it is kept.
_GIVE, _UNDO, _REDO = "give", "undo", "redo"

#: What is done anew, after which nothing is given again that was undone before.
_DONE = (*UNDOABLE, ev.Answered)


@dataclass(frozen=True, slots=True)
class Renaming:
    """A player gets another name; `before`: what he was called, `at`: events of
    the game when it was given, or taken back."""

    player: str
    name: str
    before: str
    at: int


@dataclass(frozen=True)
class PlayerNames:
    """The names that were given in one game, those that count and those taken back."""

    done: tuple[Renaming, ...] = ()
    undone: tuple[Renaming, ...] = ()

    @cached_property
    def now(self) -> Mapping[str, str]:
        """What those are called who have another name than the game began with."""
        names = {one.player: one.name for one in self.done}
        return {player: name for player, name in names.items() if name != player}

    @cached_property
    def _players(self) -> Mapping[str, str]:
        return {name: player for player, name in self.now.items()}

    def meant(self, name: str) -> str:
        """The player whom a name of now is for."""
        return self._players.get(name, name)

    def meant_in(self, data: Json, *, by_name: bool = False) -> JsonObject:
        """A fact as a page tells it, with the player it means; `by_name`: every key is one."""
        if by_name:
            return {self.meant(key): value for key, value in data.items()}
        player = data.get("player")
        return {**data, "player": self.meant(player)} if isinstance(player, str) else dict(data)

    def undoable(self, log: Sequence[ev.Event]) -> Renaming | None:
        """The name that an undo takes back: nothing was done since that still counts."""
        newest = self.done[-1] if self.done else None
        return newest if newest and counting(log) == counting(log[: newest.at]) else None

    def redoable(self, log: Sequence[ev.Event]) -> Renaming | None:
        """The name that a redo gives again: nothing new was done since, and what was undone since
        counts again."""
        newest = self.undone[-1] if self.undone else None
        if newest is None or any(isinstance(event, _DONE) for event in log[newest.at :]):
            return None
        return newest if counting(log) == counting(log[: newest.at]) else None

    def after(self, *acts: Json) -> PlayerNames:
        """The names after entries that a game keeps; one that makes no sense changes nothing."""
        done, undone, now = list(self.done), list(self.undone), dict(self.now)
        for act in acts:
            _act(act, done, undone, now)
        return PlayerNames(tuple(done), tuple(undone))


def _act(act: Json, done: list[Renaming], undone: list[Renaming], now: dict[str, str]) -> None:
    match act["act"]:
        case "give":
            player: str = act["player"]
            before = now.get(player, player)
            done.append(Renaming(player, act["name"], before, act["at"]))
            undone.clear()
            now[player] = act["name"]
        case "undo" if done:
            undone.append(replace(done.pop(), at=act["at"]))
            now[undone[-1].player] = undone[-1].before
        case "redo" if undone:
            done.append(replace(undone.pop(), at=act["at"]))
            now[done[-1].player] = done[-1].name


#: Of a game whose players have the names it began with.
AS_BEGUN = PlayerNames()


def kept_names(entries: Sequence[Json]) -> PlayerNames:
    """The names that a game's entries come to."""
    return AS_BEGUN.after(*entries)


def always_told_apart(players: Sequence[str], entries: Sequence[Json]) -> bool:
    """Whether no two players of a game ever had names that look the same, by its entries."""
    done: list[Renaming] = []
    undone: list[Renaming] = []
    now: dict[str, str] = {}
    if some_look_alike(players):
        return False
    for act in entries:
        _act(act, done, undone, now)
        if some_look_alike(now.get(player, player) for player in players):
            return False
    return True


def giving(player: str, name: str, at: int) -> JsonObject:
    """The entry of a new name."""
    return {"act": _GIVE, "player": player, "name": name, "at": at}


def turning(renaming: Renaming, at: int, *, back: bool) -> JsonObject:
    """The entry of a name taken back, or given again."""
    act = _UNDO if back else _REDO
    return {"act": act, "player": renaming.player, "name": renaming.name, "at": at}


def called(game: AnyGame, names: Mapping[str, str]) -> AnyGame:
    """The same game, whose sentences name players so."""
    if game.rulebook.names == names:
        return game
    named = copy.copy(game)
    named.__dict__["rulebook"] = replace(game.rulebook, names=dict(names))
    return named
