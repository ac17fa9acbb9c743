"""What may have happened on the table since a known position, legal or not.

A pad was laid, a stick was laid (and may have pushed others), a stick was removed, sticks fell,
nothing. Who lifted what a picture does not show, so a stick that is gone may have been removed or
may have fallen, and the fall may be that of the last player or of the next (M12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice, permutations, product

from rules.core.game import Explanation
from rules.core.observation import EMPTY, Empty, Sighting
from rules.core.rulebook import House
from rules.games.mokadi.explaining.resting import UPHELD, at_rest, held_up
from rules.games.mokadi.geometry import Ends
from rules.games.mokadi.laws.apply import force
from rules.games.mokadi.laws.ending import outcome
from rules.games.mokadi.laws.order import may_remove
from rules.games.mokadi.limits import LIMITS as ALIGN_LIMITS
from rules.games.mokadi.moves import (
    Fall,
    Fallen,
    Lay,
    LayPad,
    LayStick,
    Remove,
    Shift,
    Turn,
    kind_of,
)
from rules.games.mokadi.pieces import UNMEASURED, Contact, Kind, Label, Pad, Spot, Stick, stick_spot
from rules.games.mokadi.registering import MokadiObservation, apart
from rules.games.mokadi.state import LaidPad, LaidStick, MokadiState, Phase


@dataclass(frozen=True, slots=True)
class ProposalLimits:
    """What is worth proposing, and how likely it is before any picture is looked at, in nats.

    Origin: hand-set orders of magnitude.
    """

    label_share: float = 0.02  # probability: an unlikelier colour is not proposed
    labels: int = 2  # colours proposed for one piece
    combinations: int = 8
    visible_share: float = 0.15  # of a known piece's place, to call it gone
    recoloured: float = 0.1  # stick lengths from a stick not found, where one of another colour is
    #: Stick lengths from where a stick is said to have moved. Origin: of 58 looks at sticks that
    #: lay still (photos, seeds 50 and 51) none was measured more than 0.005 off.
    shifted: float = 0.03
    more_lays: float = -2.5  # each lay after the first: a picture was missed
    #: Each piece laid that nobody is known to hold: rather a ghost. Origin: of such at rendered
    #: evenings (photos, seeds 50 to 54) none was laid.
    unheld: float = -4.0
    left_out: float = -1.0  # each new pad that is taken for a ghost
    #: Each new stick that is: it lies on top, in plain sight. Origin: of 403 new sticks at 38
    #: rendered evenings (photos, seeds 50 to 87 and 500 to 505) four were ghosts, but for sticks
    #: found twice.
    left_out_stick: float = -3.0
    removal: float = 0.0  # a stick removed when all pieces may be laid
    removing: float = 1.0  # and when they surely are: every turn takes one
    early_removal: float = -5.0  # and when pieces are surely left
    removed_apart: int = 3  # sticks that may have been removed one a turn between two pictures
    all_laid: int = 24  # sticks: with fewer of the 36, building goes on, whoever holds the others
    fall: float = -1.0  # falls end the game for somebody: they are rare, and seen to be so
    fall_unseen: float = -4.0  # of sticks that do not lie on the table: somebody took them off
    #: Each stick that a turn pushed off all that carried it: it fell, rather. Origin: of sticks
    #: that were pushed at drawn evenings (photos, seeds 80 to 82) all eight rest with 0.8 and more,
    #: below one that fell beside where it lay (film, seed 63) nothing is seen.
    pushed_off: float = -3.0
    removed_as_fell: int = 4  # of several that are gone, each by itself while the others fell
    #: Of sticks that are gone while new ones of their colours lie there, upheld as far as is seen:
    #: they may lie under the pile. And that these are ghosts all the same.
    fall_below: float = -2.5
    left_out_alike: float = -1.5
    #: Of somebody else than who laid before it in the same picture, or, where nobody did, than who
    #: is on turn: he may have tried. Two to one, so never said surely.
    fall_of_other: float = -0.7
    disturbed: float = -4.0  # a pad knocked or taken away
    misread: float = -1.0  # a known stick read in another colour: sticks are not exchanged


LIMITS = ProposalLimits()

_Look = tuple[tuple[Spot, Label | Empty], ...]


@dataclass(frozen=True, slots=True)
class _Scene:
    """What differs between the known table and a picture. `slid`: known sticks that lie on the
    table beside where they lay, be it that they fell or were pushed; `down`: those of them that are
    taken to have fallen."""

    state: MokadiState
    new: tuple[Sighting[Spot, Label], ...]
    fallen: tuple[Sighting[Spot, Label], ...]
    gone: tuple[int, ...]
    lost_pads: tuple[Spot, ...]
    recoloured: tuple[tuple[Spot, Spot], ...]
    shifts: tuple[Shift, ...]
    measured: tuple[Spot, ...] = ()
    slid: tuple[Sighting[Spot, Label], ...] = ()
    down: tuple[Sighting[Spot, Label], ...] = ()
    left: tuple[Sighting[Spot, Label], ...] = ()

    @property
    def as_fallen(self) -> _Scene:
        """The same where what slid fell."""
        slid = {s.place.number for s in self.slid}
        pushed = tuple(shift for shift in self.shifts if shift.number not in slid)
        return replace(self, shifts=pushed, down=self.slid)

    @property
    def fell(self) -> tuple[int, ...]:
        """The known sticks that are taken to have fallen beside where they lay, by number."""
        return tuple(s.place.number for s in self.down)

    @property
    def on_table(self) -> _Look:
        """Sticks that lie on the table, where no turn puts any."""
        return _look(*self.fallen, *self.down)

    @property
    def lying(self) -> tuple[Ends, ...]:
        """Where these are."""
        ends = (s.place.ends for s in (*self.fallen, *self.down))
        return tuple(one for one in ends if one is not None)


def _look(*sightings: Sighting[Spot, Label]) -> _Look:
    return tuple((s.place, s.belief.best) for s in sightings)


def proposals(
    state: MokadiState, observation: MokadiObservation, house: House
) -> Iterator[Explanation[Turn]]:
    """Every explanation worth weighing, simple ones first. Once the game is over the table is
    cleared, which is nobody's turn (M20)."""
    if outcome(state, house) is not None:
        yield Explanation((), look=_look(*observation.sightings))
        return
    scene = _scene(state, observation)
    for one in _of_scene(scene, house):
        yield replace(one, look=(*one.look, *_look(*scene.left)))


def _of_scene(scene: _Scene, house: House) -> Iterator[Explanation[Turn]]:
    off = LIMITS.pushed_off * len(scene.slid)
    yield Explanation((), _prior(scene, ()) + off)
    for spot in scene.lost_pads:
        yield Explanation((), LIMITS.disturbed, ((spot, EMPTY),), 0.0, (spot,))
    if scene.recoloured:
        yield _misread(scene)
    for lays, prior in _all_lays(scene, house):
        if lays:
            yield Explanation(tuple(lays), prior + off)
        yield from _with_gone(scene, lays, prior + off, house)
    if scene.slid:
        fallen = scene.as_fallen
        for lays, prior in _all_lays(fallen, house):
            yield from _with_gone(fallen, lays, prior, house)


def _scene(state: MokadiState, observation: MokadiObservation) -> _Scene:
    position = state.position()
    new = [s for s in observation.sightings if s.place not in position and _there(s)]
    gone = [
        s.place
        for s in observation.sightings
        if s.place in position and not _there(s) and s.visibility >= LIMITS.visible_share
    ]
    numbers = tuple(sorted(spot.number for spot in gone if spot.kind is Kind.STICK))
    colours, left = _colours_of(state, numbers), _left_lying(state, filter(_lies_flat, new))
    new = [s for s in new if s not in left]
    fallen = tuple(s for s in new if _lies_flat(s) and colours & _colours(s))
    laid = tuple(s for s in new if s not in fallen)
    pads = tuple(spot for spot in gone if spot.kind is Kind.PAD)
    shifts = tuple(_shifts(state, observation))
    recoloured = _recoloured(state, observation, laid)
    measured, slid = tuple(_measured(state, observation)), tuple(_slid(state, observation))
    return _Scene(state, laid, fallen, numbers, pads, recoloured, shifts, measured, slid, left=left)


def _left_lying(
    state: MokadiState, flat: Iterable[Sighting[Spot, Label]]
) -> tuple[Sighting[Spot, Label], ...]:
    """Of the sticks that lie on the table one for each that fell there before, the nearest."""
    others, left = list(flat), []
    for ends in state.fallen:
        place = stick_spot(0, ends)
        near = min(others, key=lambda s: apart(place, s.place), default=None)
        if near is not None and apart(place, near.place) <= ALIGN_LIMITS.stick_near:
            others.remove(near)
            left.append(near)
    return tuple(left)


def _measured(state: MokadiState, observation: MokadiObservation) -> Iterator[Spot]:
    """Where pads lie that no stick had measured when they were laid, and that one measures now."""
    for sighting in observation.sightings:
        label, known = sighting.belief.best, state.piece(sighting.place)
        new = isinstance(label, Pad) and label.measured and sighting.place.points
        if new and isinstance(known, LaidPad) and known.sigma >= UNMEASURED:
            yield sighting.place


def _recoloured(
    state: MokadiState, observation: MokadiObservation, laid: Sequence[Sighting[Spot, Label]]
) -> tuple[tuple[Spot, Spot], ...]:
    """Known sticks that were not found, each with a stick of another colour in its place."""
    lost = [
        s.place
        for s in observation.sightings
        if s.place.kind is Kind.STICK and not _there(s) and state.piece(s.place) is not None
    ]
    return tuple(
        (known, s.place)
        for known in lost
        for s in laid
        if s.place.kind is Kind.STICK and apart(known, s.place) <= LIMITS.recoloured
    )


def _misread(scene: _Scene) -> Explanation[Turn]:
    """Nothing was done, sticks only look otherwise: worth a question, never a call."""
    labels = {s.place: s.belief.best for s in scene.new}
    look = tuple(
        one for known, now in scene.recoloured for one in ((known, EMPTY), (now, labels[now]))
    )
    known = tuple(known for known, _ in scene.recoloured)
    return Explanation((), LIMITS.misread * len(known), look, 0.0, known)


def _there(sighting: Sighting[Spot, Label]) -> bool:
    return sighting.belief.best is not EMPTY


def _lies_flat(sighting: Sighting[Spot, Label]) -> bool:
    """Whether a stick was seen to rest on too little to stay up: it lies on the table (M12)."""
    label = sighting.belief.best
    return (
        isinstance(label, Stick) and label.contacts is not None and held_up(label.contacts) < UPHELD
    )


def _colours_of(state: MokadiState, numbers: Sequence[int]) -> set[str]:
    """The colours of known sticks."""
    return {stick.colour for number in numbers if (stick := state.stick(number))}


def _colours(sighting: Sighting[Spot, Label]) -> set[str]:
    """The colours that a piece may have."""
    return {label.colour for label, _ in sighting.belief.labels(LIMITS.label_share)}


def _shifts(state: MokadiState, observation: MokadiObservation) -> Iterator[Shift]:
    """Known sticks that lie otherwise now (M9)."""
    for sighting, stick, label in _moved(state, observation):
        yield Shift(stick.number, sighting.place.ends, label.contacts)


def _slid(state: MokadiState, observation: MokadiObservation) -> Iterator[Sighting[Spot, Label]]:
    """Sticks that were up and lie on the table now, beside where they lay (M12)."""
    for sighting, stick, _ in _moved(state, observation):
        up = stick.contacts is None or held_up(stick.contacts) >= UPHELD
        if up and _lies_flat(sighting):
            yield sighting


def _moved(
    state: MokadiState, observation: MokadiObservation
) -> Iterator[tuple[Sighting[Spot, Label], LaidStick, Stick]]:
    """Known sticks that lie otherwise now, each as it is seen, as it is known and as it looks."""
    for sighting in observation.sightings:
        label, stick = sighting.belief.best, state.piece(sighting.place)
        if not isinstance(label, Stick) or not isinstance(stick, LaidStick):
            continue
        if sighting.place.ends is not None and apart(stick.spot, sighting.place) > LIMITS.shifted:
            yield sighting, stick, label


def _all_lays(scene: _Scene, house: House) -> Iterator[tuple[list[Lay], float]]:
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


def _lay_choices(scene: _Scene) -> list[tuple[list[Lay], float]]:
    """The lays that may explain the new pieces, with their priors: all of them in every likely
    colour, none, and each alone."""
    every = list(product(*(_lays(sighting) for sighting in scene.new)))[: LIMITS.combinations]
    found = [(order, _prior(scene, lays)) for lays in every for order in _orders(lays)]
    alone: list[tuple[Lay, ...]] = []
    if len(scene.new) > 1:
        alone = [(lay,) for sighting in scene.new for lay in _lays(sighting)[:1]]
    if scene.new:
        alone.append(())
    found += [(_ordered(lays), _prior(scene, lays)) for lays in alone]
    return [(_measuring(scene, _pushing(scene, lays)), prior) for lays, prior in found]


def _lays(sighting: Sighting[Spot, Label]) -> list[Lay]:
    likely = sighting.belief.labels(LIMITS.label_share)
    return [_lay(sighting, label) for label, _ in likely[: LIMITS.labels]]


def _lay(sighting: Sighting[Spot, Label], label: Label) -> Lay:
    spot = sighting.place
    if isinstance(label, Stick):
        # A stick on too little to stay up was dropped, fell, or lies on what the picture hides.
        contacts = None if _lies_flat(sighting) else label.contacts
        return LayStick(label.colour, contacts, spot.ends, number=spot.number)
    return LayPad(label.colour, spot.points[0], label.sigma, number=spot.number)


def _prior(scene: _Scene, lays: Sequence[Lay]) -> float:
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


def _measuring(scene: _Scene, lays: list[Lay]) -> list[Lay]:
    """The first lay brings where the pads lie that no stick had measured before."""
    if not lays or not scene.measured:
        return lays
    return [replace(lays[0], measured=scene.measured), *lays[1:]]


def _pushing(scene: _Scene, lays: list[Lay]) -> list[Lay]:
    """The first stick laid is the one that pushed what lies otherwise."""
    for index, lay in enumerate(lays):
        if isinstance(lay, LayStick) and scene.shifts:
            return [*lays[:index], replace(lay, shifts=scene.shifts), *lays[index + 1 :]]
    return lays


def _with_gone(
    scene: _Scene, lays: list[Lay], prior: float, house: House
) -> Iterator[Explanation[Turn]]:
    """Sticks that are gone were removed, or fell: before the lays or after them. Those that lie
    beside where they lay fell, by themselves or as others were removed."""
    down = (*scene.gone, *scene.fell)
    if not down:
        return
    look, alike = scene.on_table, _alike(scene, lays)
    likely = prior + (LIMITS.fall if look else LIMITS.fall_unseen)
    grown = reduce(lambda state, lay: force(state, lay, house), lays, scene.state)
    first = grown.last if lays else grown.mover
    for fall in _falls(grown, down, scene.lying):
        other = LIMITS.fall_of_other if first is not None and fall.player != first else 0.0
        yield Explanation((*lays, fall), likely + other, look)
        if alike:  # which are no ghosts then
            below = prior + LIMITS.fall_below - LIMITS.left_out_stick * len(alike)
            yield Explanation((*lays, fall), below + other, (*look, *alike))
    if lays:
        for fall in _falls(scene.state, down, scene.lying):
            yield Explanation((fall, *lays), likely + LIMITS.more_lays, look)
    else:
        taking = _removal_prior(scene.state)
        if not look:
            ghosts = LIMITS.left_out_alike if alike else 0.0
            yield from _removals(scene, prior + ghosts + taking)
        yield from _removed_and_fallen(scene, likely + taking, house)


def _removed_and_fallen(scene: _Scene, prior: float, house: House) -> Iterator[Explanation[Turn]]:
    """One of the sticks that are gone was removed; the others fell in that turn, or before the next
    player touched anything. They lie on the table, or somebody picked them up before the picture
    (M12, M17)."""
    for number in islice(
        (n for n in scene.gone if _may_be_removed(scene, n)), LIMITS.removed_as_fell
    ):
        taken = Remove((number,), shifts=scene.shifts)
        after = force(scene.state, taken, house)
        fallen = (*(n for n in scene.gone if n != number), *scene.fell)
        for fall in _falls(after, fallen, scene.lying) if fallen else ():
            other = LIMITS.fall_of_other if fall.player != after.last else 0.0
            yield Explanation((taken, fall), prior + other, scene.on_table)


def _may_be_removed(scene: _Scene, number: int) -> bool:
    """Whether what lies on the table may be the other sticks that are gone, by its colours."""
    others = Counter(
        stick.colour for n in scene.gone if n != number and (stick := scene.state.stick(n))
    )
    seen = [one for one in map(_colours, scene.fallen) if len(one) == 1]
    lies = Counter(colour for one in seen for colour in one)
    return len(scene.fallen) < len(scene.gone) and lies <= others


def _alike(scene: _Scene, lays: Sequence[Lay]) -> _Look:
    """The new sticks that are none of the lays but may be ones that are gone."""
    laid = {lay.number for lay in lays if isinstance(lay, LayStick)}
    colours = _colours_of(scene.state, scene.gone)
    left = (s for s in scene.new if s.place.kind is Kind.STICK and s.place.number not in laid)
    return tuple((s.place, s.belief.best) for s in left if colours & _colours(s))


def _removals(scene: _Scene, prior: float) -> Iterator[Explanation[Turn]]:
    """The sticks that are gone were all taken in one turn, which is a foul where they are several,
    or one a turn in any order, where a picture was missed."""
    yield Explanation((Remove(scene.gone, shifts=scene.shifts),), prior)
    if 1 < len(scene.gone) <= LIMITS.removed_apart:
        missed = prior + LIMITS.more_lays * (len(scene.gone) - 1)
        for first, *others in permutations(scene.gone):
            taken = Remove((first,), shifts=scene.shifts)
            yield Explanation((taken, *(Remove((number,)) for number in others)), missed)


def _removal_prior(state: MokadiState) -> float:
    if not _may_be_over(state):
        return LIMITS.early_removal
    return LIMITS.removing if state.phase is Phase.REMOVING else LIMITS.removal


def _may_be_over(state: MokadiState) -> bool:
    """Whether building may have come to its end: what nobody knows to be held lies on the table."""
    laid = len(state.sticks) >= LIMITS.all_laid
    return may_remove(state) and (laid or state.phase is not Phase.BUILDING)


def _falls(state: MokadiState, gone: Sequence[int], lying: tuple[Ends, ...]) -> Iterator[Fall]:
    """The fall of these sticks, by each player whose it may have been (M12)."""
    fallen = tuple(map(Fallen, gone))
    near = tuple(dict.fromkeys((state.last, state.mover)))
    suspects = [player for player in near if player in state.playing]
    if None in near:
        suspects = list(state.playing)
    yield from (Fall(fallen, player=player, lying=lying) for player in suspects)
    if not suspects:
        yield Fall(fallen, lying=lying)


def reread(turn: Turn, place: Spot, label: Label) -> Turn | None:
    """The same lay with another colour read at the place it filled."""
    laid = isinstance(turn, LayPad if place.kind is Kind.PAD else LayStick)
    if isinstance(turn, Lay) and laid and turn.number == place.number:
        return replace(turn, colour=label.colour)
    return None
