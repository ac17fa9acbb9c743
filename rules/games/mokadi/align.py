"""Laying a picture over the known table: pads by where they are, sticks by their ends.

Every picture comes in a frame of its own, in stick lengths, with numbers of the reader's own; the
camera may have moved between two. Pads stay, so a rigid motion that takes pads to pads fits the
picture, and after it sticks are found near where they lay (M9: they may have been pushed). Nothing
is ever mirrored, and nothing scaled but a table of which a picture guessed how long a stick is, as
none lay there: the first stick measures it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from rules.core.observation import EMPTY, Belief, Sighting
from rules.games.mokadi.geometry import Ends, Motion
from rules.games.mokadi.limits import LIMITS
from rules.games.mokadi.pieces import Kind, Label, Spot, Stick
from rules.games.mokadi.registering import (
    MokadiObservation,
    Position,
    Registration,
    Ruler,
    apart,
    by_sticks,
    in_sight,
    is_same_table,
    measured,
    moved_spot,
    pads_of,
    registrations,
)


def align(position: Position, observation: MokadiObservation) -> tuple[MokadiObservation, ...]:
    """The observation over the known table, best first: see the `Game` protocol.

    Ways that find the same pieces count once. Empty where too little of what is known is found:
    half of the pads; or half of the sticks where they lay, with half of the pads on which none lies
    or two sticks at least, one where the camera stands still. A table without pads fixes nothing
    and takes the picture as it comes.
    """
    pads = pads_of(position)
    if not pads:
        return (observation,)
    best_ones = observation.occupied()
    seen = {s.place: s.belief for s in observation.sightings if s.place in best_ones}
    ruler = Ruler.of(position, best_ones)
    fitting = [m for m in registrations(position, seen, ruler) if is_same_table(position, m)]
    others = (m for m in by_sticks(position, seen, ruler) if is_same_table(position, m))
    fitting = fitting or list(islice(others, 1))
    best = max((m.score for m in fitting), default=0.0)
    distinct: dict[tuple[tuple[Spot, Spot], ...], Registration] = {}
    for match in sorted(fitting, key=lambda m: -m.score):
        if match.score >= best - LIMITS.margin:
            distinct.setdefault(match.found, match)
    return tuple(_told(position, observation, match) for match in distinct.values())


def _told(
    position: Position, observation: MokadiObservation, match: Registration
) -> MokadiObservation:
    """The picture under the numbers and in the frame of the known table, with the known pieces
    that it does not show; in its own stick lengths where it measures what was only guessed."""
    if not measured(position) and measured(observation.occupied()):
        unit = 1 / match.motion.scale
        position = {_sized(spot, unit): label for spot, label in position.items()}
        motion = match.motion
        motion = Motion(motion.angle, motion.dx * unit, motion.dy * unit)
        match = replace(match, motion=motion)
    found = {seen: known.number for known, seen in match.found}
    numbers = found | _fresh(position, observation, found)
    told = [_renamed(s, numbers, match.motion) for s in observation.sightings if s.place in numbers]
    there = {s.place for s in told}
    sticks = [s.place.ends for s in told if s.place.ends is not None]
    bare = _bare(observation, match.motion)
    missing = sorted(spot for spot in position if spot not in there)
    return observation.with_sightings(
        [*told, *(_missing(spot, position[spot], sticks, bare) for spot in missing)]
    )


def _sized(spot: Spot, unit: float) -> Spot:
    """The spot in other lengths."""
    return moved_spot(spot, spot.number, Motion(scale=unit))


_Look = Sighting[Spot, Label]


def _bare(observation: MokadiObservation, motion: Motion) -> list[tuple[Spot, _Look]]:
    """The places of which the picture says that what lay there does not any more."""
    looks = [s for s in observation.sightings if s.belief.best is EMPTY]
    return [(moved_spot(s.place, s.place.number, motion), s) for s in looks]


def _missing(
    spot: Spot, label: Label, sticks: Sequence[Ends], bare: Sequence[tuple[Spot, _Look]]
) -> _Look:
    """A known piece that the picture does not show: gone as surely as the picture says of its
    place, else as far as its place is in sight."""
    near = LIMITS.in_place if spot.kind is Kind.PAD else LIMITS.stick_near
    found = [(apart(spot, at), at, s) for at, s in bare if at.kind is spot.kind]
    off, _, look = min(found, key=lambda one: one[:2], default=(math.inf, spot, None))
    if look is None or off > near:
        return _unseen(spot, label, sticks)
    gone = look.belief.probability(EMPTY)
    return Sighting(spot, Belief.of({EMPTY: gone, label: 1.0 - gone}), look.visibility)


def _fresh(
    position: Position, observation: MokadiObservation, found: Mapping[Spot, int]
) -> dict[Spot, int]:
    """Numbers for the pieces that are new: those after the known piece that the reader numbered
    before them, so that one which is never believed keeps its number while others are laid; after
    the highest where that is taken."""
    numbers: dict[Spot, int] = {}
    for kind in Kind:
        taken = {spot.number for spot in position if spot.kind is kind}
        new = [s for s in observation.occupied() if s.kind is kind and s not in found]
        number = max(taken, default=0)
        for spot in sorted((*new, *(s for s in found if s.kind is kind))):
            number = found.get(spot, number + 1)
            if spot not in found:
                number = max(taken, default=0) + 1 if number in taken else number
                numbers[spot] = number
                taken.add(number)
    return numbers


def _renamed(
    sighting: Sighting[Spot, Label], numbers: Mapping[Spot, int], motion: Motion
) -> Sighting[Spot, Label]:
    spot = sighting.place
    belief = sighting.belief.told(lambda label: _relabelled(label, numbers))
    return replace(sighting, place=moved_spot(spot, numbers[spot], motion), belief=belief)


def _relabelled(label: Label, numbers: Mapping[Spot, int]) -> Label:
    """A stick's contacts under the known numbers. Where one is a piece that the picture doubts,
    nobody knows what the stick rests on."""
    if not isinstance(label, Stick) or label.contacts is None:
        return label
    known = [c for c in label.contacts if c.spot in numbers]
    if any(c.possible for c in label.contacts if c.spot not in numbers):
        return replace(label, contacts=None)
    contacts = tuple(replace(c, spot=Spot(c.spot.kind, numbers[c.spot])) for c in known)
    return replace(label, contacts=contacts)


def _unseen(spot: Spot, label: Label, sticks: Sequence[Ends]) -> Sighting[Spot, Label]:
    """A known piece that was not found: gone as far as its place is in sight."""
    belief: Belief[Label] = Belief.of({EMPTY: LIMITS.gone, label: 1.0 - LIMITS.gone})
    return Sighting(spot, belief, visibility=in_sight(spot, sticks))
