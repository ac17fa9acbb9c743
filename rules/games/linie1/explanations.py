"""What may have happened on the board since a known state, legal or not.

Proposed from the evidence of every place, not from the likeliest board: nothing; tiles laid or
exchanged, one to six of them in up to three turns; stop signs put up, forgotten or moved; trams
driven; and accepted things gone, which is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from rules.core.game import Explanation
from rules.core.observation import EMPTY, Belief, Observation, Sighting, log_evidence
from rules.games.linie1.content import CellContent
from rules.games.linie1.differences import Changes, Label, Position, bare, changes
from rules.games.linie1.dividing import TILES_A_TURN, Judge, divided, signed
from rules.games.linie1.network import TERMINUS
from rules.games.linie1.places import TERMINI_OF, Spot, node_of
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Pass, Signs, Turn

Linie1Observation = Observation[Spot, CellContent]


@dataclass(frozen=True, slots=True)
class ProposalLimits:
    """What is worth proposing, and how likely it is before any picture is looked at.

    Priors in nats, hand-set orders of magnitude as in the other games; the strongest are of the
    size of one gross misread (7 nats).
    """

    change: float = 2.0  # a known place must speak this strongly against what stands there
    taken_share: float = 0.03  # probability: below it a bare place is not worth a proposal
    visible_share: float = 0.15  # of a place: below it only what surely seems taken is proposed
    labels: int = 4  # contents proposed for one place
    label_share: float = 0.002  # probability: an unlikelier content is not proposed
    spread: float = 8.0  # combinations worse than the best by more are dropped
    combinations: int = 16
    one_turn: float = -0.3
    place: float = -1.2  # each place where a tile or tram changed: few of 144 do in a turn
    more_turns: float = -2.8  # each turn after the first: a picture was missed
    tram: float = -1.5  # each tram that came somewhere: few moves of a game are theirs
    astray: float = -3.0  # on bare ground: nobody drives there
    too_many: float = -3.0  # a third tile in one turn
    far_too_many: float = -3.0  # and each further one: two turns rather than one
    gone: float = -4.0  # an accepted thing was taken away
    swapped: float = -0.5  # a tile replaced by one that lacks track: rarer than a legal exchange
    restored: float = -4.0  # the tile before the last turn lies there again: that was taken back
    signs_alone: float = -0.3
    sign_amiss: float = -2.0  # a sign forgotten, wrong or taken off


LIMITS = ProposalLimits()

#: Tiles whose division into turns is proposed: three turns.
MOST_DIVIDED = 6


def proposals(
    state: Linie1State, position: Position, observation: Linie1Observation, judge: Judge
) -> Iterator[Explanation[Turn]]:
    """Every explanation worth weighing, likeliest combination of places first."""
    for combination in _combinations(_open_places(position, observation)):
        yield from _explained(state, position, combination, judge)


_Choice = tuple[Spot, Label, float]


def _open_places(position: Position, observation: Linie1Observation) -> list[list[_Choice]]:
    """For every place that may have changed, what it may hold now."""
    found = (_choices(position.get(s.place, EMPTY), s) for s in observation.sightings)
    return [choices for choices in found if len(choices) > 1]


def _choices(known: Label, sighting: Sighting[Spot, CellContent]) -> list[_Choice]:
    place, belief = sighting.place, sighting.belief
    stays = (place, known, _cost(sighting, known))
    if known is EMPTY:
        hidden = sighting.visibility < LIMITS.visible_share
        if 1.0 - belief.probability(EMPTY) < LIMITS.taken_share or (hidden and _vague(belief)):
            return [stays]
    elif stays[2] < LIMITS.change:
        return [stays]
    likely = [
        (place, label, _cost(sighting, label) - _place_prior(place, known, label))
        for label, p in belief.ranked
        if label != known and p >= LIMITS.label_share
    ]
    return [stays, *likely[: LIMITS.labels]]


def _place_prior(spot: Spot, known: Label, label: Label) -> float:
    """What another tile or tram on a place costs beforehand; signs have priors of their own."""
    old, new = bare(known), bare(label)
    if (old.tile, old.trams) == (new.tile, new.trams):
        return 0.0
    come = len(set(new.trams) - set(old.trams))
    astray = come and new.tile is None and node_of(spot) not in TERMINUS
    return LIMITS.place + LIMITS.tram * come + LIMITS.astray * bool(astray)


def _vague(belief: Belief[CellContent]) -> bool:
    """Whether no content is likelier than all others together."""
    return belief.best is EMPTY or belief.confidence < 0.5


def _cost(sighting: Sighting[Spot, CellContent], label: Label) -> float:
    return log_evidence(sighting, sighting.belief.best) - log_evidence(sighting, label)


def _combinations(places: list[list[_Choice]]) -> list[tuple[_Choice, ...]]:
    """The best combinations of one choice a place, cheapest first."""
    kept: list[tuple[float, tuple[_Choice, ...]]] = [(0.0, ())]
    for choices in places:
        grown = [(cost + c[2], (*done, c)) for (cost, done), c in product(kept, choices)]
        grown.sort(key=lambda item: item[0])
        limit = grown[0][0] + LIMITS.spread
        kept = [item for item in grown[: LIMITS.combinations] if item[0] <= limit]
    return [combination for _, combination in kept]


def _explained(
    state: Linie1State, position: Position, combination: Sequence[_Choice], judge: Judge
) -> Iterator[Explanation[Turn]]:
    now = {spot: label for spot, label, _ in combination if position.get(spot, EMPTY) != label}
    change = changes(position, now)
    look = tuple((spot, now[spot]) for spot in change.bare)
    gone = sum(_place_prior(spot, position.get(spot, EMPTY), label) for spot, label in now.items())
    gone += LIMITS.gone * len(change.bare) + LIMITS.swapped * change.swapped
    gone += LIMITS.restored * _restored(state, change)
    for turns, prior in _sequences(state, change, judge):
        yield Explanation(turns, prior + gone, look, 0.0, change.bare)


def _restored(state: Linie1State, change: Changes) -> int:
    """How many tiles of the last turn gave way to what they had replaced."""
    before = {laid.spot: laid.replaces for laid in state.last}
    return sum(before.get(laid.spot) == laid.tile for laid in change.laid)


def _sequences(
    state: Linie1State, change: Changes, judge: Judge
) -> Iterator[tuple[tuple[Turn, ...], float]]:
    """Turns that make a change: the tiles divided into turns, the trams before or after them."""
    drives = tuple(_drive(state, *move, judge) for move in change.trams)
    turns = _best_order(divided(state, change, judge), drives, judge)
    yield turns, _turns_prior(turns) + _signs_prior(turns)
    if len(change.laid) + len(state.half) > TILES_A_TURN and 1 < len(change.laid) <= MOST_DIVIDED:
        whole = signed(state, [change.laid], change)
        if len(change.laid) > TILES_A_TURN:
            turns = (*whole, *drives)
            further = len(change.laid) - TILES_A_TURN - 1
            beyond = LIMITS.too_many + LIMITS.far_too_many * further
            yield turns, beyond + _turns_prior(turns) + _signs_prior(turns)


def _turns_prior(turns: Sequence[Turn]) -> float:
    moves = [turn for turn in turns if not isinstance(turn, Signs)]
    if not moves:
        return LIMITS.signs_alone if turns else 0.0
    return LIMITS.one_turn + LIMITS.more_turns * (len(moves) - 1)


def _signs_prior(turns: Sequence[Turn]) -> float:
    amiss = 0
    for turn in turns:
        if isinstance(turn, Lay):
            amiss += len(turn.lacking) + len(turn.signs)
        if isinstance(turn, Signs):
            amiss += len(turn.removed)
    return LIMITS.sign_amiss * amiss


def _best_order(lays: Sequence[Turn], drives: Sequence[Drive], judge: Judge) -> tuple[Turn, ...]:
    """Lays then drives, or the reverse, whichever is more legal."""
    ways = [(*lays, *drives), (*drives, *lays)] if lays and drives else [(*lays, *drives)]
    return max(ways, key=lambda way: sum(judge(way))) if len(ways) > 1 else ways[0]


def _drive(
    state: Linie1State, line: int, old: Spot | None, new: Spot | None, judge: Judge
) -> Drive:
    """A tram's move. One that came from beside the board to a cell started from the terminus from
    which that is right, else from the nearer one."""
    if old is not None or new is None or line not in TERMINI_OF or node_of(new) in TERMINUS:
        return Drive(line, old, new)
    starts = [Drive(line, terminus.spot, new) for terminus in TERMINI_OF[line]]
    return max(starts, key=lambda drive: (judge([drive]), -_distance(drive)))


def _distance(drive: Drive) -> int:
    if drive.start is None or drive.end is None:
        return 0
    return abs(drive.start.row - drive.end.row) + abs(drive.start.col - drive.end.col)


def reread(turn: Turn, place: Spot, label: CellContent) -> Turn | None:
    """The same lay with another tile read on its cell; None where it filled another place or the
    reading has no tile."""
    if not isinstance(turn, Lay) or label.tile is None or isinstance(turn, Pass):
        return None
    if place not in {laid.spot for laid in turn.tiles}:
        return None
    tiles = tuple(
        Laid(one.spot, label.tile, one.replaces) if one.spot == place else one for one in turn.tiles
    )
    return Lay(tiles, turn.signs, turn.lacking, turn.player, turn.ended)
