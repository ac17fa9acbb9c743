"""What is counted of a Redline match: the layout, and the hands as far as they are known."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.measures import Measure
from rules.games.redline.state import RedlineState


def measures(state: RedlineState) -> tuple[Measure, ...]:
    """Tiles laid, and what every player whose hand is counted still holds."""
    return (Measure("tiles", len(state.layout)), *_hands(state))


def _hands(state: RedlineState) -> Iterator[Measure]:
    for player, hand in zip(state.players, state.hands, strict=True):
        if hand.count is not None:
            yield Measure("hand", hand.count, player)
