"""Points of a round and of several rounds (leaflet, scores and its example; R24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.core.rulebook import House
from rules.core.verdict import Outcome

Points = Mapping[str, int]


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


def totals(rounds: Iterable[Points]) -> dict[str, int]:
    """The sum of several rounds, best first; equals by name."""
    sums: dict[str, int] = {}
    for points in rounds:
        for player, number in points.items():
            sums[player] = sums.get(player, 0) + number
    return dict(sorted(sums.items(), key=lambda item: (-item[1], item[0])))
