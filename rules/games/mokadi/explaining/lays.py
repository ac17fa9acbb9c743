"""The lays that may explain new pieces, in the orders in which they may have been made."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product

from rules.core.observation import Sighting
from rules.core.rulebook import House
from rules.games.mokadi.explaining.limits import LIMITS
from rules.games.mokadi.explaining.resting import at_rest
from rules.games.mokadi.explaining.scene import Scene, lies_flat
from rules.games.mokadi.moves import Lay, LayPad, LayStick, kind_of
from rules.games.mokadi.pieces import Contact, Kind, Label, Spot, Stick
from rules.games.mokadi.state import MokadiState


def all_lays(scene: Scene, house: House) -> Iterator[tuple[list[Lay], float]]:
    """The lays, with every way in which the sticks may rest."""
    for lays, prior in _lay_choices(scene):
        unheld = LIMITS.unheld * sum(not _held(scene.state, lay) for lay in lays)
        for ways, more in at_rest(scene.state, lays, house):
            yield ways, prior + more + unheld


def _held(state: MokadiState, lay: Lay) -> bool:
    """Whether somebody may hold such a piece, or it is a spare pad; so too where nobody is known
    to play."""
    stocks = [state.stock(player) for player in state.playing]
    held = any(stock.may_hold(kind_of(lay), lay.colour) for stock in stocks)
    return held or not stocks or bool(state.spare.total)


def _lay_choices(scene: Scene) -> list[tuple[list[Lay], float]]:
    """The lays that may explain the new pieces, with their priors: all of them in every likely
    colour, none, and each alone."""
    every = list(product(*(_lays(sighting) for sighting in scene.new)))[: LIMITS.combinations]
    found = [(order, prior_of(scene, lays)) for lays in every for order in _orders(lays)]
    alone: list[tuple[Lay, ...]] = []
    if len(scene.new) > 1:
        alone = [(lay,) for sighting in scene.new for lay in _lays(sighting)[:1]]
    if scene.new:
        alone.append(())
    found += [(_ordered(lays), prior_of(scene, lays)) for lays in alone]
    return [(_measuring(scene, _pushing(scene, lays)), prior) for lays, prior in found]


def _lays(sighting: Sighting[Spot, Label]) -> list[Lay]:
    likely = sighting.belief.labels(LIMITS.label_share)
    return [_lay(sighting, label) for label, _ in likely[: LIMITS.labels]]


def _lay(sighting: Sighting[Spot, Label], label: Label) -> Lay:
    spot = sighting.place
    if isinstance(label, Stick):
        # A stick on too little to stay up was dropped, fell, or lies on what the picture hides.
        contacts = None if lies_flat(sighting) else label.contacts
        return LayStick(label.colour, contacts, spot.ends, number=spot.number)
    return LayPad(label.colour, spot.points[0], label.sigma, number=spot.number)


def prior_of(scene: Scene, lays: Sequence[Lay]) -> float:
    """How likely these lays are, the other new pieces being ghosts, in nats."""
    more = LIMITS.more_lays * max(0, len(lays) - 1)
    laid = {(kind_of(lay), lay.number) for lay in lays}
    ghosts = {Kind.PAD: LIMITS.left_out, Kind.STICK: LIMITS.left_out_stick}
    places = [s.place for s in scene.new]
    left = (p.kind for p in places if (p.kind.name.lower(), p.number) not in laid)
    return more + sum(ghosts[kind] for kind in left)


def _orders(lays: Sequence[Lay]) -> list[list[Lay]]:
    """Pads first, then sticks; where no stick rests on some of the pads, these last as well."""
    order = _ordered(lays)
    sticks = [lay for lay in order if isinstance(lay, LayStick)]
    under = {c.spot.number for s in sticks for c in s.contacts or () if c.spot.kind is Kind.PAD}
    free = [lay for lay in order if isinstance(lay, LayPad) and lay.number not in under]
    if not sticks or not free:
        return [order]
    return [order, [*(lay for lay in order if lay not in free), *free]]


def _ordered(lays: Sequence[Lay]) -> list[Lay]:
    """Pads first, then sticks after those they rest on, as it must have been with sticks. Where
    two may rest on each other the surer contact counts."""
    left = [lay for lay in lays if isinstance(lay, LayStick)]
    order: list[Lay] = [lay for lay in lays if isinstance(lay, LayPad)]
    while left:
        waiting = {lay.number for lay in left}
        first = min(left, key=lambda lay: _rests_on(lay, waiting))
        left.remove(first)
        order.append(_without(first, waiting))
    return order


def _rests_on(lay: LayStick, numbers: Collection[int | None]) -> float:
    """How surely a stick rests on one of these."""
    return max((c.certainty for c in lay.contacts or () if _is_one(c, numbers)), default=0.0)


def _without(lay: LayStick, later: Collection[int | None]) -> LayStick:
    """The lay without what came later: nothing rests on that."""
    if lay.contacts is None:
        return lay
    return replace(lay, contacts=tuple(c for c in lay.contacts if not _is_one(c, later)))


def _is_one(contact: Contact, numbers: Collection[int | None]) -> bool:
    return contact.spot.kind is Kind.STICK and contact.spot.number in numbers


def _measuring(scene: Scene, lays: list[Lay]) -> list[Lay]:
    """The first lay brings where the pads lie that no stick had measured before."""
    if not lays or not scene.measured:
        return lays
    return [replace(lays[0], measured=scene.measured), *lays[1:]]


def _pushing(scene: Scene, lays: list[Lay]) -> list[Lay]:
    """The first stick laid is the one that pushed what lies otherwise."""
    for index, lay in enumerate(lays):
        if isinstance(lay, LayStick) and scene.shifts:
            return [*lays[:index], replace(lay, shifts=scene.shifts), *lays[index + 1 :]]
    return lays
