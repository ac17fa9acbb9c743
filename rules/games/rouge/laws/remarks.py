"""What a legal turn asks of the players, and what is worth saying about it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.verdict import Param, Remark, Required
from rules.games.rouge.laws.captures import Boards, Due, moved
from rules.games.rouge.laws.lines import aligned
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Place, RougeState, Turn, TurnRing
from rules.games.rouge.track import TRACK, hollows, rays


def required(
    state: RougeState, boards: Boards, side: int, turn: Turn, claim: Due
) -> tuple[Required, ...]:
    """The pawns still to be taken for the lines of a turn (leaflet, taking of pawns; U16)."""
    if turn.captures is not None or not claim.most:
        return ()
    others = (s for s, pawns in enumerate(boards) if pawns and s != side)
    names = tuple(state.colours[s] or "" for s in others)
    if not names:
        return ()
    where = hollows(claim.made.where)
    facts: dict[str, Param] = {"count": claim.most, "from": names, "cells": where}
    return (Required.of("capture", *where, **facts),)


def remarks(
    state: RougeState, side: int, turn: Turn, claim: Due, readings: Readings
) -> Iterator[Remark]:
    """Unknown locks, a claim to be made or that cannot be, old end pawns, gifts."""
    if claim.least != claim.most:
        yield Remark.of("lock-unknown", cells=hollows(claim.made.where))
    yield from _claims(turn, claim)
    yield from _old_ends(state, side, turn, claim, readings)
    if isinstance(turn, TurnRing):
        yield from _gifts(state, side, turn)


def _claims(turn: Turn, claim: Due) -> Iterator[Remark]:
    """Which three pawns are the line, where several could be (U14)."""
    if not isinstance(turn, Place | Move):
        return
    if turn.line is not None and not turn.line.bit & claim.made.choices:
        yield Remark.of("no-such-line", cell=turn.line)
    elif turn.line is None and claim.made.choices.bit_count() > 1:
        middle = TRACK[claim.made.middle.bit_length() - 1]
        yield Remark.of("which-line", cell=middle)


def _old_ends(
    state: RougeState, side: int, turn: Turn, claim: Due, readings: Readings
) -> Iterator[Remark]:
    """Three in a row that earn nothing, because an end pawn of an earlier line is among them."""
    locked = state.locked[side]
    if not locked or claim.made.number:
        return
    seen = aligned(state, side, turn, readings)
    if seen.number:
        yield Remark.of("old-end", cells=hollows(seen.where))


def _gifts(state: RougeState, side: int, turn: TurnRing) -> Iterator[Remark]:
    """Lines on rays made for others, who have nothing of them (leaflet, taking of pawns; U10)."""
    for other, pawns in enumerate(moved(state, side, turn)):
        through = rays(pawns) if other != side else 0
        if through and turn.by % 8:
            cells = hollows(through * 0x010101)
            yield Remark.of("gift", colour=state.colours[other] or "", cells=cells)
