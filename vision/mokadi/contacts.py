"""What every stick rests on: worked out of who lies over whom, as the picture shows no contact.

A stick lies on what lifts it most: seen from the side, on the two highest things below it that
have its middle between them. Heights follow from the order of the pile, so they are worked out from
the table up, many times over with the doubts drawn by lot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rules.games.mokadi.pieces import Contact, Contacts, Part, Spot, pad_spot, stick_spot
from vision.mokadi.limits import CONTACTS
from vision.mokadi.pieces.crossings import IN_SIGHT, Crossing, crossings_among
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.plane import Plane
from vision.mokadi.pieces.sticks import Stick
from vision.mokadi.seen_from_side import rest_on
from vision.nn.arrays import Float, Points


@dataclass(frozen=True)
class _Below:
    """Something that may lie under a stick: the stick's share there, where on it (a stick's share,
    0 for pads), the probability that it lies under it, and how far the place may `slip` along."""

    piece: int  # pads first, then sticks
    at: float
    there: float
    chance: float
    slip: float = 0.0


@dataclass(frozen=True)
class Pile:
    """Pads and sticks as found, in the plane. `thick` and `band` in stick lengths."""

    pads: tuple[FoundPad, ...]
    sticks: tuple[Stick, ...]
    crossings: tuple[Crossing, ...]
    plane: Plane
    thick: float
    band: float

    @cached_property
    def flat(self) -> Points:
        """(S, 2, 2) the ends of the sticks in the plane."""
        ends = np.array([stick.ends for stick in self.sticks]).reshape(-1, 2)
        return self.plane.flat(ends).reshape(-1, 2, 2)

    @cached_property
    def tops(self) -> tuple[tuple[Points, float], ...]:
        """The middles (2,) of the pads' tops in the plane, and their radii."""
        tops = [pad.moved(self.plane.matrix) for pad in self.pads]
        return tuple((top.xy, top.reach) for top in tops)

    @cached_property
    def slips(self) -> tuple[float, ...]:
        """How far along both sticks the place of each crossing may be off, stick lengths."""
        return tuple(CONTACTS.aside / turn for turn in self._turns)

    @cached_property
    def laps(self) -> tuple[float, ...]:
        """How far beyond a tip each crossing lies at most where both still lie over each other,
        stick lengths: a stick is as wide on either side of its axis."""
        return tuple(self.thick / 2 / turn for turn in self._turns)

    @cached_property
    def _turns(self) -> tuple[float, ...]:
        """Sines of the angles at which sticks cross; of flat ones, of what is told apart."""
        return tuple(
            max(_turn(self.flat[c.one], self.flat[c.other]), CONTACTS.aside) for c in self.crossings
        )

    @cached_property
    def crossed(self) -> frozenset[frozenset[int]]:
        """The pairs of sticks that clearly cross."""
        clear = zip(self.crossings, self.slips, strict=True)
        least = CONTACTS.beside
        return frozenset(
            frozenset((c.one, c.other)) for c, slip in clear if c.inner > max(least, slip)
        )

    def without(self, weak: Collection[int]) -> Pile:
        """The pile without some sticks, by number; the others move up."""
        kept = [k for k in range(len(self.sticks)) if k not in weak]
        sticks = tuple(self.sticks[k] for k in kept)
        return replace(self, sticks=sticks, crossings=crossings_among(self.crossings, kept))


def contacts_but(pile: Pile, weak: Collection[int]) -> list[Contacts]:
    """The contacts of every stick, those of sticks that may lie on one of the `weak`, by number, as
    if these were not there, and none of them sure."""
    found = contacts_of(pile)
    if not weak:
        return found
    numbers = [k for k in range(len(found)) if k not in weak]
    spots = {stick_spot(k + 1) for k in weak}
    for k, again in zip(numbers, contacts_of(pile.without(weak)), strict=True):
        if any(c.possible and c.spot in spots for c in found[k] or ()):
            found[k] = doubted(_moved(again, numbers))
    return found


def _moved(contacts: Contacts, numbers: Sequence[int]) -> Contacts:
    """Contacts with sticks by their order among some, with the same by their numbers among all."""
    sticks = {stick_spot(n + 1): stick_spot(k + 1) for n, k in enumerate(numbers)}
    return contacts and tuple(replace(c, spot=sticks.get(c.spot, c.spot)) for c in contacts)


def contacts_of(pile: Pile) -> list[Contacts]:
    """The contacts of every stick with their certainties; None where too little of it is seen."""
    below = [_below(pile, k) for k in range(len(pile.sticks))]
    tally: list[Counter[int]] = [Counter() for _ in below]
    rng = np.random.default_rng(len(below))
    spreads = [float(np.hypot(CONTACTS.at_sigma, slip)) for slip in pile.slips]
    for _ in range(CONTACTS.draws):
        _draw(pile, below, spreads, rng, tally)
    return [_told(pile, k, below[k], tally[k]) for k in range(len(below))]


def doubted(contacts: Contacts) -> Contacts:
    """The same contacts, none of them sure; nothing is known where none was found."""
    if not contacts:
        return None
    return tuple(replace(c, certainty=min(c.certainty, CONTACTS.at_the_tip)) for c in contacts)


def _below(pile: Pile, index: int) -> list[_Below]:
    flat = pile.flat[index]
    found = [one for k in range(len(pile.pads)) if (one := _pad_below(pile, flat, k))]
    count = len(pile.pads)
    for c, slip in zip(pile.crossings, pile.slips, strict=True):
        if index not in (c.one, c.other):
            continue
        chance = c.over if c.seen > IN_SIGHT else 0.5 + (c.over - 0.5) * CONTACTS.unseen
        if c.one == index:
            found.append(_Below(count + c.other, c.at[0], c.at[1], chance, slip))
        else:
            found.append(_Below(count + c.one, c.at[1], c.at[0], 1 - chance, slip))
    return found


def _turn(first: Points, second: Points) -> float:
    """The sine of the angle between two sticks (2, 2)."""
    one, other = first[1] - first[0], second[1] - second[0]
    turn = abs(float(one[0] * other[1] - one[1] * other[0]))
    return turn / float(np.hypot(*one) * np.hypot(*other))


def _pad_below(pile: Pile, flat: Points, number: int) -> _Below | None:
    middle, radius = pile.tops[number]
    along = flat[1] - flat[0]
    at = float((middle - flat[0]) @ along / (along @ along))
    off = float(np.hypot(*(flat[0] + at * along - middle)))
    chance = 1 / (1 + np.exp((off - CONTACTS.rim * radius) / (CONTACTS.rim_sigma * radius)))
    beyond = radius / float(np.hypot(*along))
    inside = -beyond < at < 1 + beyond and chance > CONTACTS.least_chance
    return _Below(number, min(max(at, 0.0), 1.0), 0.0, float(chance)) if inside else None


def _draw(
    pile: Pile,
    below: Sequence[Sequence[_Below]],
    spreads: Sequence[float],
    rng: np.random.Generator,
    tally: list[Counter[int]],
) -> None:
    """One pile that may be: what lies under what, heights from the table up, and the contacts."""
    count = len(pile.pads)
    height = float(rng.uniform(*CONTACTS.pad_heights))
    drawn = {
        (c.one, c.other): bool(rng.random() < c.over)
        for c, spread, lap in zip(pile.crossings, spreads, pile.laps, strict=True)
        if c.inner + rng.normal(0, spread) > -lap
    }
    under = [
        [b for b in row if _lies_under(b, k, count, drawn, rng)] for k, row in enumerate(below)
    ]
    lines: dict[int, tuple[float, float]] = {}
    for k in _order(under, count):
        off = rng.normal(0, (CONTACTS.at_sigma, CONTACTS.top_sigma), (len(under[k]), 2))
        points = [
            (b.at + x, _top(b, lines, count, height, pile.thick) + z, b.piece)
            for b, (x, z) in zip(under[k], off, strict=True)
        ]
        carriers, lines[k] = rest_on(points)
        tally[k].update(carriers)


def _lies_under(
    one: _Below,
    index: int,
    count: int,
    drawn: dict[tuple[int, int], bool],
    rng: np.random.Generator,
) -> bool:
    if one.piece < count:
        return bool(rng.random() < one.chance)
    other = one.piece - count
    if (index, other) in drawn:
        return drawn[index, other]
    return (other, index) in drawn and not drawn[other, index]


def _order(under: Sequence[Sequence[_Below]], count: int) -> list[int]:
    """Sticks after those that lie under them; rings are cut anywhere."""
    found: list[int] = []
    left = set(range(len(under)))
    waits = [{b.piece - count for b in row if b.piece >= count} for row in under]
    while left:
        free = [k for k in sorted(left) if not waits[k] & left]
        free = free or [min(left, key=lambda k: (len(waits[k] & left), k))]
        found += free
        left -= set(free)
    return found


def _top(
    one: _Below, lines: dict[int, tuple[float, float]], count: int, pad: float, thick: float
) -> float:
    if one.piece < count:
        return pad
    start, rise = lines.get(one.piece - count, (0.0, 0.0))
    return start + rise * one.there + thick


def _told(pile: Pile, index: int, below: Sequence[_Below], tally: Counter[int]) -> Contacts:
    stick, count = pile.sticks[index], len(pile.pads)
    if not below:
        bare = not any(stick.hidden) and stick.own > CONTACTS.in_sight
        return () if bare else None
    found: dict[Spot, Contact] = {}
    known = {one.piece - count for one in below}
    beside = {k: at for k, at in _beside(pile, index).items() if k not in known}
    for one in below:
        certainty = round(tally[one.piece] / CONTACTS.draws * CONTACTS.most, 2)
        pad = one.piece < count
        to_tip = min(one.at, 1 - one.at, one.there, 1 - one.there)
        tip = to_tip < max(CONTACTS.tip, CONTACTS.sigmas * one.slip)
        tip = tip or any((at - 0.5) * (one.at - 0.5) > 0 for at, _ in beside.values())
        between = _between(pile, index, one.piece) if pad else []
        if between or (tip and not pad):
            certainty = min(certainty, CONTACTS.at_the_tip)
        spot = pad_spot(one.piece + 1) if pad else stick_spot(one.piece - count + 1)
        part = Part.COLOURED if pad else _part(one, pile.band)
        _add(found, Contact(spot, part, certainty))
        for k in between:
            part = _part_over(pile, index, k, one.piece)
            _add(found, Contact(stick_spot(k + 1), part, CONTACTS.the_other))
    for k, (_, there) in beside.items():
        part = _part(_Below(k, 0.0, there, 1.0), pile.band)
        _add(found, Contact(stick_spot(k + 1), part, CONTACTS.the_other))
    return tuple(sorted(found.values(), key=lambda c: (-c.certainty, c.spot)))


def _beside(pile: Pile, index: int) -> dict[int, tuple[float, float]]:
    """Where, shares of this stick and of the other, the end of either lies so near the other that
    the one may rest on it there, though their axes do not cross, by the other's number."""
    flat, others = pile.flat[index], pile.flat
    tips = np.concatenate([np.broadcast_to(flat, others.shape), others], axis=1)
    offs = np.concatenate([_off(flat, others[:, None]), _off(others, flat)], axis=1)
    at = tips[np.arange(len(others)), offs.argmin(axis=1)]
    here, there = _share(at, flat), _share(at, others)
    near = np.flatnonzero(offs.min(axis=1) < pile.thick + CONTACTS.along)
    return {int(k): (float(here[k]), float(there[k])) for k in near if k != index}


def _add(found: dict[Spot, Contact], contact: Contact) -> None:
    """Tell a contact that is worth it; one of a piece that is told already where it is surer."""
    known = found.get(contact.spot)
    surer = known is None or known.certainty < contact.certainty
    if surer and contact.certainty >= CONTACTS.told:
        found[contact.spot] = contact


def _between(pile: Pile, index: int, pad: int) -> list[int]:
    """The sticks, but those that clearly cross it, that end over a pad so near a stick that it may
    lie on them, or pass there and were found before it: where they lie is read give or take that
    much."""
    return [
        k
        for k in range(len(pile.sticks))
        if k != index
        and frozenset((index, k)) not in pile.crossed
        and _is_between(pile, index, k, pad)
    ]


def _is_between(pile: Pile, index: int, other: int, pad: int) -> bool:
    (middle, radius), near = pile.tops[pad], pile.thick + CONTACTS.beside
    flat, ends = pile.flat[index], pile.flat[other]
    if other < index and _off(middle, ends) < radius:
        here = _nearest(middle, flat)
        if 0 < _share(here, ends) < 1 and _off(here, ends) < near:
            return True
    return any(
        float(np.hypot(*(end - middle))) < radius + CONTACTS.beside and _off(end, flat) < near
        for end in ends
    )


def _part_over(pile: Pile, index: int, under: int, pad: int) -> Part:
    """The part of a stick that another lies on where it runs beside it over a pad."""
    middle, _ = pile.tops[pad]
    there = float(_share(_nearest(middle, pile.flat[index]), pile.flat[under]))
    return _part(_Below(under, 0.0, there, 1.0), pile.band)


def _share(points: Points, ends: Points) -> Float:
    """(...) the shares 0..1 of segments (..., 2, 2) at which they are nearest points (..., 2)."""
    along = ends[..., 1, :] - ends[..., 0, :]
    ahead = ((points - ends[..., 0, :]) * along).sum(-1) / (along**2).sum(-1)
    return np.asarray(np.clip(ahead, 0, 1))


def _nearest(points: Points, ends: Points) -> Points:
    """(..., 2) the points of segments (..., 2, 2) nearest points (..., 2)."""
    along = ends[..., 1, :] - ends[..., 0, :]
    return ends[..., 0, :] + _share(points, ends)[..., None] * along


def _off(points: Points, ends: Points) -> Float:
    """(...) how far points (..., 2) lie from segments (..., 2, 2)."""
    gaps = points - _nearest(points, ends)
    return np.hypot(gaps[..., 0], gaps[..., 1])


def _part(one: _Below, band: float) -> Part:
    beyond = min(one.there, 1 - one.there) - band
    if beyond > CONTACTS.wooden + one.slip:
        return Part.PLAIN
    if beyond > CONTACTS.coloured + one.slip:
        return Part.RATHER_PLAIN
    return Part.COLOURED if beyond < -CONTACTS.coloured - one.slip else Part.UNCLEAR
