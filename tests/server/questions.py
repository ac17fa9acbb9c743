"""Looks that leave open what was laid: the tile of a turn is read as one of two, or not at all."""

from __future__ import annotations

from dataclasses import replace

from rules.core.observation import EMPTY, Belief
from rules.games.redline.tiles import Tile
from server.tables.live_table import LiveTable
from tests.server.scripted import clear
from vision.live.look import Clear


def torn(turn: int, known: int, *others: Tile) -> Clear:
    """A clear look after a turn in which the tile that turn `known` had not yet may as well be one
    of the others."""
    look = clear(turn)
    evidence, before = look.evidence, clear(known).evidence
    lay = {s.place for s in before.sightings if s.belief.best is not EMPTY}
    share = 1 / (1 + len(others))

    def doubtful(sighting):  # type: ignore[no-untyped-def]
        best = sighting.belief.best
        if best is EMPTY or sighting.place in lay:
            return sighting
        return replace(sighting, belief=Belief(tuple((t, share) for t in (best, *others))))

    seen = replace(evidence, sightings=tuple(map(doubtful, evidence.sightings)))
    return replace(look, evidence=seen, reading=replace(look.reading, observation=seen))


def ask(table: LiveTable, turn: int, *others: Tile) -> None:
    """The table is looked at after a turn whose tile may be another one."""
    for _ in range(3):
        table.seen(torn(turn, turn - 1, *others))
