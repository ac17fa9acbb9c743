"""What an alignment earns (leaflet, alignments; R18, R21)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.places import Cell
from rules.core.verdict import Facts, Reward
from rules.games.redline.laws.alignments import Alignment, new_alignments
from rules.games.redline.readings import Readings
from rules.games.redline.state import Lay, RedlineState

DRAW = "draw"
OTHERS_DISCARD = "others-discard"


@dataclass(frozen=True, slots=True)
class Earned:
    """The one reward of a turn (never two, R18) and the alignments that earn it.

    `sure` is False where the reserve is unknown: then the reward is a draw unless it is empty.
    """

    kind: str
    alignments: tuple[Alignment, ...]
    sure: bool = True

    def as_reward(self) -> Reward:
        """The reward as a verdict carries it."""
        cells: dict[Cell, None] = {cell: None for a in self.alignments for cell in a.cells}
        listed = tuple(
            Facts((("kind", a.kind), ("axis", a.axis), ("cells", a.cells))) for a in self.alignments
        )
        return Reward(self.kind, tuple(cells), (("alignments", listed),))


def earned(state: RedlineState, lay: Lay, readings: Readings) -> Earned | None:
    """What a lay earns, None where it creates no alignment.

    Where the house eliminates at once, a player whose last tile this was draws nothing (R21).
    """
    joined = readings.joined_alignments == "new"
    if lay.cell in state.layout:
        return None
    alignments = new_alignments(state.layout, lay.cell, lay.tile.colour, joined_count=joined)
    if not alignments:
        return None
    if state.reserve == 0:
        return Earned(OTHERS_DISCARD, alignments)
    if readings.elimination == "immediate" and _lays_last(state):
        return None
    return Earned(DRAW, alignments, sure=state.reserve is not None)


def _lays_last(state: RedlineState) -> bool:
    mover = state.mover
    return mover is not None and state.hand(mover).count == 1
