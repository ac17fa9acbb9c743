"""Mokadi tables for tests: short ways to write pads, sticks, contacts and turns."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from rules.core.rulebook import House
from rules.core.verdict import Verdict
from rules.games.mokadi.game import GAME
from rules.games.mokadi.geometry import XY, Ends
from rules.games.mokadi.moves import Fall, Fallen, LayPad, LayStick, Turn
from rules.games.mokadi.pieces import Contact, Part, Spot, pad_spot, stick_spot
from rules.games.mokadi.state import LaidStick, MokadiState, Phase
from rules.games.mokadi.stock import NOTHING, Pile, Stock

WHITE, BLACK = "white", "black"


@cache
def _house(changes: tuple[tuple[str, Any], ...]) -> House:
    return GAME.rulebook.house(dict(changes))


def house(**changes: Any) -> House:
    """The default house rules but for these."""
    return _house(tuple(changes.items()))


def start(*players: str, **changes: Any) -> MokadiState:
    """The state before the first turn; A and B play unless others do."""
    return GAME.start(players or ("A", "B"), house(**changes))


def pad(colour: str, x: float, y: float, **more: Any) -> LayPad:
    """A pad laid."""
    return LayPad(colour, (x, y), **more)


def spot(name: str) -> Spot:
    """P3 or S7."""
    number = int(name[1:])
    return pad_spot(number) if name[0] == "P" else stick_spot(number)


def contact(text: str) -> Contact:
    """``P3``, ``S7:plain``, ``S7~0.5`` or ``S7:unclear~0.5``."""
    text, _, certainty = text.partition("~")
    name, _, part = text.partition(":")
    return Contact(spot(name), Part(part or "coloured"), float(certainty or 1.0))


def on(text: str) -> tuple[Contact, ...]:
    """Several contacts, by spaces."""
    return tuple(map(contact, text.split()))


def stick(colour: str, contacts: str, **more: Any) -> LayStick:
    """A stick laid on pieces."""
    return LayStick(colour, on(contacts), **more)


def fall(*numbers: int, **more: Any) -> Fall:
    """Placed sticks fall for sure."""
    return Fall(tuple(map(Fallen, numbers)), **more)


def judged(state: MokadiState, turn: Turn, **changes: Any) -> Verdict:
    """The verdict at a table with these house rules."""
    return GAME.judge(state, turn, house(**changes))


def after(state: MokadiState, *turns: Turn, **changes: Any) -> MokadiState:
    """Turns that must be legal."""
    for turn in turns:
        state = GAME.apply(state, turn, house(**changes))
    return state


#: Pads of a square with sides of 0.7 sticks, whites to the left, blacks to the right.
SQUARE = ((WHITE, 0.0, 0.0), (BLACK, 0.7, 0.0), (WHITE, 0.0, 0.7), (BLACK, 0.7, 0.7))


def opened(*players: str, **changes: Any) -> MokadiState:
    """Four pads lie in a square, P1 and P3 white, P2 and P4 black; building begins."""
    state = start(*players, **changes)
    for colour, x, y in SQUARE:
        state = GAME.force(state, pad(colour, x, y), house(**changes))
    return replace(state, phase=Phase.BUILDING)


def laid(state: MokadiState, *sticks: tuple[str, str]) -> MokadiState:
    """The table with more sticks, whoever laid them and whatever they rest on."""
    for colour, contacts in sticks:
        number = len(state.sticks) + 1
        new = LaidStick(number, colour, ((0.0, 0.1 * number), (1.0, 0.1 * number)), on(contacts))
        state = replace(state, sticks=(*state.sticks, new))
    return state


def all_laid(*sticks: tuple[str, str], players: tuple[str, ...] = ("A", "B")) -> MokadiState:
    """Nobody holds anything: sticks are to be removed."""
    state = laid(opened(*players), *sticks)
    empty = tuple(Stock(NOTHING, NOTHING) for _ in players)
    return replace(state, stocks=empty, phase=Phase.REMOVING, last=None)


def pile(white: int = 0, black: int = 0) -> Pile:
    """Counts by colour."""
    return Pile.of({WHITE: white, BLACK: black})


def ends(x1: float, y1: float, x2: float, y2: float) -> Ends:
    """Two ends of a stick."""
    one: XY = (x1, y1)
    return one, (x2, y2)
