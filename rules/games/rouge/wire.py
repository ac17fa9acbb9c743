"""Rouge turns, pawns and hollows as the outside contract writes them, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.core.errors import UnknownName
from rules.games.rouge.state import Captures, Move, Pass, Pawn, Place, Taken, Turn, TurnRing
from rules.games.rouge.track import CELLS, RINGS, Hollow


def pawn_to_json(pawn: Pawn) -> dict[str, Any]:
    """Its colour."""
    return {"colour": pawn.colour}


def pawn_from_json(data: Mapping[str, Any]) -> Pawn:
    """The inverse of `pawn_to_json`. Raises UnknownName for a pawn without a colour."""
    colour = data.get("colour")
    if not isinstance(colour, str) or not colour:
        raise UnknownName(f"{dict(data)} is no Rouge pawn: it needs a colour.")
    return Pawn(colour)


def hollow_from_json(data: Sequence[int] | Mapping[str, int]) -> Hollow:
    """A hollow from [ring, cell] or {ring, cell}. Raises UnknownName for one not on the track."""
    try:
        pair = (data["ring"], data["cell"]) if isinstance(data, Mapping) else tuple(data)
        ring, cell = map(int, pair)
    except (KeyError, TypeError, ValueError) as error:
        raise UnknownName(f"{data!r} names no hollow: ring and cell.") from error
    if ring not in RINGS or cell not in range(CELLS):
        raise UnknownName(f"There is no hollow {ring}/{cell}: ring 1 to 3, cell 0 to 7.")
    return Hollow(ring, cell)


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """The turn as the contract's `move`. `captures` is left out while nobody can say what was
    taken; `line` and `off_deg` are there only where they say something."""
    data = _action(turn)
    if isinstance(turn, Place | Move) and turn.line is not None:
        data["line"] = _hollow(turn.line)
    if turn.captures is not None:
        data["captures"] = [{"colour": t.colour, **_hollow(t.hollow)} for t in turn.captures]
    return data


def _action(turn: Turn) -> dict[str, Any]:
    match turn:
        case Place(colour=colour, to=to):
            return {"kind": "place", "colour": colour, **_hollow(to)}
        case TurnRing(ring=ring, by=by, off_deg=off_deg):
            data: dict[str, Any] = {"kind": "turn", "ring": ring, "by": by}
            return data | {"off_deg": off_deg} if off_deg else data
        case Move(colour=colour, origin=origin, to=to):
            ways = {"from": _hollow(origin), "to": _hollow(to)}
            return {"kind": "move", "colour": colour, **ways}
        case Pass():
            return {"kind": "pass"}


def _hollow(hollow: Hollow) -> dict[str, int]:
    return {"ring": hollow.ring, "cell": hollow.cell}


def turn_from_json(data: Mapping[str, Any]) -> Turn:
    """The inverse of `turn_to_json`. Raises UnknownName for a move Rouge has not."""
    read = _READERS.get(str(data.get("kind")))
    if read is None:
        kinds = ", ".join(_READERS)
        raise UnknownName(f"Rouge has no move of kind {data.get('kind')!r}: {kinds}.")
    try:
        return read(data, _captures(data.get("captures")))
    except (KeyError, TypeError, ValueError) as error:
        raise UnknownName(f"{dict(data)} is no whole Rouge move: {error!r}.") from error


def _captures(data: Sequence[Mapping[str, Any]] | None) -> Captures:
    if data is None:
        return None
    taken = (Taken(hollow_from_json(one), pawn_from_json(one).colour) for one in data)
    return tuple(sorted(taken))


def _line(data: Mapping[str, Any]) -> Hollow | None:
    return None if data.get("line") is None else hollow_from_json(data["line"])


def _place(data: Mapping[str, Any], captures: Captures) -> Turn:
    return Place(pawn_from_json(data).colour, hollow_from_json(data), captures, _line(data))


def _turn_ring(data: Mapping[str, Any], captures: Captures) -> Turn:
    ring = hollow_from_json((data["ring"], 0)).ring
    return TurnRing(ring, int(data["by"]), captures, float(data.get("off_deg", 0.0)))


def _move(data: Mapping[str, Any], captures: Captures) -> Turn:
    origin, to = hollow_from_json(data["from"]), hollow_from_json(data["to"])
    return Move(pawn_from_json(data).colour, origin, to, captures, _line(data))


def _pass(data: Mapping[str, Any], captures: Captures) -> Turn:
    return Pass(captures)


_READERS: dict[str, Callable[[Mapping[str, Any], Captures], Turn]] = {
    "place": _place,
    "turn": _turn_ring,
    "move": _move,
    "pass": _pass,
}
