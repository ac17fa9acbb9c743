"""How the tests write Rouge down: short words for hollows, turns, positions and houses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.core.rulebook import House
from rules.core.verdict import Verdict
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Move, Pawn, Place, RougeState, Taken, Turn, TurnRing
from rules.games.rouge.track import Hollow


def at(text: str) -> Hollow:
    """``2/5`` is ring 2, cell 5."""
    ring, cell = text.split("/")
    return Hollow(int(ring), int(cell))


def taken(text: str) -> tuple[Taken, ...]:
    """``blue 1/2, green 3/4``: the pawns taken; an empty text is none."""
    pairs = [one.split() for one in text.split(",") if one.strip()]
    return tuple(sorted(Taken(at(hollow), colour) for colour, hollow in pairs))


def place(colour: str, to: str, captures: str | None = "", line: str | None = None) -> Place:
    """A pawn placed; `captures` as in `taken`, None for left open."""
    return Place(colour, at(to), _captures(captures), at(line) if line else None)


def move(
    colour: str, origin: str, to: str, captures: str | None = "", line: str | None = None
) -> Move:
    """A pawn moved."""
    return Move(colour, at(origin), at(to), _captures(captures), at(line) if line else None)


def ring(number: int, by: int = 1, captures: str | None = "", off_deg: float = 0.0) -> TurnRing:
    """A ring turned."""
    return TurnRing(number, by, _captures(captures), off_deg)


def _captures(text: str | None) -> tuple[Taken, ...] | None:
    return None if text is None else taken(text)


def house(**changes: Any) -> House:
    """The defaults with these changes."""
    return GAME.rulebook.house(changes)


def position(text: str) -> dict[Hollow, Pawn]:
    """``red 1/0 1/1; blue 2/3``: pawns by colour."""
    found: dict[Hollow, Pawn] = {}
    for part in text.split(";"):
        colour, *hollows = part.split()
        found |= {at(hollow): Pawn(colour) for hollow in hollows}
    return found


def table(
    text: str,
    players: Iterable[str] = ("red", "blue"),
    *,
    to_move: str | None = None,
    hands: dict[str, int] | None = None,
    locked: dict[str, str] | None = None,
    last_ring: int = 0,
    **changes: Any,
) -> RougeState:
    """A position of which everything is known: full hands unless told, no locks, no last ring.

    Players are named after their colours; the first one is on turn unless told.
    """
    names = tuple(players)
    state = GAME.resume(position(text), names, house(**changes))
    for name in names:
        there = state.pawns[names.index(name)].bit_count()
        count = (hands or {}).get(name, 10 - there)
        state = GAME.tell(state, "hand", {"player": name, "count": count})
    state = GAME.tell(state, "unlocked", {})
    for name, cells in (locked or {}).items():
        told = [at(cell).as_json() for cell in cells.split()]
        state = GAME.tell(state, "locked", {"player": name, "cells": told})
    if last_ring:
        state = GAME.tell(state, "ring", {"ring": last_ring, "player": names[0]})
    return GAME.tell(state, "turn", {"player": to_move or names[0]})


def judged(state: RougeState, turn: Turn, **changes: Any) -> Verdict:
    """The verdict under these house rules."""
    return GAME.judge(state, turn, house(**changes))


def codes(state: RougeState, turn: Turn, **changes: Any) -> list[str]:
    """The codes of a turn's violations, in their order."""
    return [violation.code for violation in judged(state, turn, **changes).violations]


def remarks(state: RougeState, turn: Turn, **changes: Any) -> list[str]:
    """The codes of a turn's remarks."""
    return [remark.code for remark in judged(state, turn, **changes).remarks]


def after(state: RougeState, *turns: Turn, **changes: Any) -> RougeState:
    """The state after legal turns."""
    for turn in turns:
        state = GAME.apply(state, turn, house(**changes))
    return state


def due(state: RougeState, turn: Turn, **changes: Any) -> int:
    """How many pawns of each opponent a turn takes, told with its captures left open."""
    verdict = judged(state, turn, **changes)
    assert verdict.legal, verdict
    return next((int(str(dict(r.params)["count"])) for r in verdict.required), 0)
