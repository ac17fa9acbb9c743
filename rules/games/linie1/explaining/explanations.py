"""What may have happened on the board since a known state, legal or not.

Proposed from the evidence of every place, not from the likeliest board: nothing; tiles laid or
exchanged, in one turn or several; stop signs put up, forgotten or moved; trams driven; and accepted
things gone, which is asked about. Each comes in every order that matters (`orders`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import itemgetter

from rules.core.game import Explanation
from rules.core.observation import EMPTY, evidence_gap
from rules.core.rulebook import House
from rules.core.toolkit.weighing import cheapest
from rules.games.linie1.explaining.changes import Changes, Label, changes
from rules.games.linie1.explaining.limits import LIMITS
from rules.games.linie1.explaining.lone_changes import LoneTrams, lone_trams
from rules.games.linie1.explaining.open_places import (
    Linie1Observation,
    Trams,
    Unread,
    is_nobodys,
    open_places,
    read_as_nobodys,
    unread_trams,
)
from rules.games.linie1.explaining.orders import again, orders, right_at_once
from rules.games.linie1.explaining.played import Sequences
from rules.games.linie1.explaining.priors import change_prior, moves_prior, signs_prior
from rules.games.linie1.laws.ownership import TILES_A_TURN
from rules.games.linie1.opening import position as known_position
from rules.games.linie1.places import TERMINI_OF, Spot
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Lay, Linie1State, Turn

#: Sets apart what a tram did in two turns from what it did in one, and drives that nobody saw.
AGAIN, UNSEEN = "again", "unseen"


def proposals(
    state: Linie1State, observation: Linie1Observation, house: House
) -> Iterator[Explanation[Turn]]:
    """Every explanation worth weighing, likeliest combination of places first."""
    made, position = Sequences(state, Readings.of(house)), known_position(state)
    done: set[Changes] = set()
    unread = unread_trams(position, observation)
    left = {one.line: one.stood for one in unread if one.stood is not None}
    alone = lone_trams(made, position, observation, left)
    nobodys = frozenset(line for line in TERMINI_OF if is_nobodys(state, line))
    places = open_places(position, observation, frozenset(left), nobodys, alone)
    combinations = cheapest(places, itemgetter(2), LIMITS.combinations, LIMITS.spread)
    likeliest = combinations[0][1]
    if (
        sum(position.get(spot, EMPTY) != label for spot, label, _ in likeliest)
        > LIMITS.most_changed
    ):
        return
    for cost, combination in combinations:
        likely = cost < combinations[0][0] + LIMITS.likely
        now = {spot: label for spot, label, _ in combination if position.get(spot, EMPTY) != label}
        change = changes(position, now)
        if change not in done:
            done.add(change)
            misread = [*read_as_nobodys(now, observation, nobodys, alone)]
            look = [(spot, now[spot]) for spot in change.bare]
            look += [(one.place, one.belief.best) for one in misread]
            evidence = -sum(evidence_gap(one, now[one.place]) for one in misread)
            changed = _Changed(change, tuple(look), evidence)
            if likely:
                changed = replace(changed, orders=LIMITS.orders, unread=unread)
            yield from _explained(changed, made, alone)


#: What places look like that hold something else.
_Look = tuple[tuple[Spot, Label], ...]


@dataclass(frozen=True, slots=True)
class _Changed:
    """What one combination of contents changed, with the `look` of places that hold something else
    and the `log_evidence` against what they hold: so many `orders` of it are tried, and the drives
    of trams that are `unread` beside it."""

    change: Changes
    look: _Look
    log_evidence: float = 0.0
    orders: int = LIMITS.few_orders
    unread: Trams = ()


def _explained(changed: _Changed, made: Sequences, alone: LoneTrams) -> Iterator[Explanation[Turn]]:
    """Every order that matters of what changed, equally likely; of places that changed `alone`
    trams account."""
    state, change, look = made.start.game, changed.change, changed.look
    ways = orders(made, change, changed.orders)
    shown = sum(new in alone for _, _, new in change.trams)
    prior = change_prior(state, change) + max(signs_prior(way.turns) for way in ways)
    for way in ways:
        odd = LIMITS.early * way.early + LIMITS.over * way.over
        odd += LIMITS.shown * shown * (not way.broken)
        nats = prior + odd + moves_prior(state, change, way.turns)
        turns = made.measured(way.turns)
        known = not _divisible(state, change, turns)
        yield Explanation(
            turns, nats, look, changed.log_evidence, change.bare, change, players_known=known
        )
    for way in again(made, change) if ways[0].broken else ():
        nats = prior + LIMITS.again + moves_prior(state, change, way.turns)
        turns, evidence = made.measured(way.turns), changed.log_evidence
        yield Explanation(turns, nats, look, evidence, change.bare, (change, AGAIN))
    moved = {line for line, _, _ in change.trams}
    for unseen in (one for one in changed.unread if ways[0].broken and one.line not in moved):
        yield from islice(_with_unseen_drive(changed, unseen, made, prior), 1)


def _with_unseen_drive(
    changed: _Changed, unseen: Unread, made: Sequences, prior: float
) -> Iterator[Explanation[Turn]]:
    """What is a foul as it is seen, made right by the drive of a tram that is not read: nobody
    knows where to, so that players have to say it."""
    state, change = made.start.game, changed.change
    line, stood, ends = unseen.line, unseen.stood, unseen.ends
    found = (drive.end for drive in made.reaching(made.start, Drive(line, stood, None)))
    begun = (end for end in ends if right_at_once(made, (line, None, end)))
    for end in begun if ends else found:
        whole = replace(change, trams=(*change.trams, (line, stood, end)))
        for way in orders(made, whole, LIMITS.few_orders):
            if not way.broken and end is not None:
                nats = prior + LIMITS.unseen + moves_prior(state, whole, way.turns)
                shown = (*changed.look, (end, known_position(state).get(end, EMPTY)))
                gone = change.bare if stood is None else (*change.bare, stood)
                turns, evidence = made.measured(way.turns), changed.log_evidence
                yield Explanation(turns, nats, shown, evidence, gone, (whole, UNSEEN))


def _divisible(state: Linie1State, change: Changes, turns: Sequence[Turn]) -> bool:
    """Whether these tiles may have been laid by their players in other pairs (5.3)."""
    lays = sum(isinstance(turn, Lay) for turn in turns)
    return lays > 1 and len(change.laid) + len(state.half) > TILES_A_TURN
