"""Points of a round (leaflet, scores and its example; R24)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.rulebook import House
from rules.core.verdict import Outcome


def round_points(outcome: Outcome, players: Sequence[str], house: House) -> dict[str, int]:
    """Points of one round: the winner as many as there are players, the others their rank of going
    out, counted from 1.

    Those out at the same moment, or still in when nobody can lay, share the rank after the
    players already out; with the house rule ``ranks=dense`` the next rank. A winner who went out
    earlier takes no rank from the others.
    """
    points = dict.fromkeys(outcome.winners, len(players))
    rank, gone = 0, 0
    for group in reversed([g for g in outcome.ranking if not set(g) & set(outcome.winners)]):
        rank = rank + 1 if house["ranks"] == "dense" else gone + 1
        gone += len(group)
        points |= dict.fromkeys(group, rank)
    return {player: points.get(player, 0) for player in players}
