"""What differs between a known table and a picture of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.core.observation import EMPTY, Empty, Sighting
from rules.games.mokadi.explaining.limits import LIMITS
from rules.games.mokadi.explaining.resting import UPHELD, held_up
from rules.games.mokadi.geometry import Ends, off_line
from rules.games.mokadi.limits import LIMITS as ALIGN_LIMITS
from rules.games.mokadi.moves import Shift
from rules.games.mokadi.pieces import UNMEASURED, Contact, Kind, Label, Pad, Spot, Stick, stick_spot
from rules.games.mokadi.registering import MokadiObservation, apart
from rules.games.mokadi.state import LaidPad, LaidStick, MokadiState

Look = tuple[tuple[Spot, Label | Empty], ...]


@dataclass(frozen=True, slots=True)
class Scene:
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
    def as_fallen(self) -> Scene:
        """The same where what slid fell."""
        slid = {s.place.number for s in self.slid}
        pushed = tuple(shift for shift in self.shifts if shift.number not in slid)
        return replace(self, shifts=pushed, down=self.slid)

    @property
    def fell(self) -> tuple[int, ...]:
        """The known sticks that are taken to have fallen beside where they lay, by number."""
        return tuple(s.place.number for s in self.down)

    @property
    def on_table(self) -> Look:
        """Sticks that lie on the table, where no turn puts any."""
        return look_of(*self.fallen, *self.down)

    @property
    def lying(self) -> tuple[Ends, ...]:
        """Where these are."""
        ends = (s.place.ends for s in (*self.fallen, *self.down))
        return tuple(one for one in ends if one is not None)


def look_of(*sightings: Sighting[Spot, Label]) -> Look:
    """What is likeliest to lie in these places."""
    return tuple((s.place, s.belief.best) for s in sightings)


def scene_of(state: MokadiState, observation: MokadiObservation) -> Scene:
    """What differs between the table by the game and a picture."""
    position = state.position()
    new = [s for s in observation.sightings if s.place not in position and _there(s)]
    gone = [
        s.place
        for s in observation.sightings
        if s.place in position and not _there(s) and s.visibility >= LIMITS.visible_share
    ]
    numbers = tuple(sorted(spot.number for spot in gone if spot.kind is Kind.STICK))
    colours, left = colours_of(state, numbers), _left_lying(state, filter(lies_flat, new))
    new = [s for s in new if s not in left]
    fallen = tuple(s for s in new if lies_flat(s) and colours & colours_seen(s))
    laid = tuple(s for s in new if s not in fallen)
    pads = tuple(spot for spot in gone if spot.kind is Kind.PAD)
    shifts = tuple(_shifts(state, observation))
    recoloured = _recoloured(state, observation, laid)
    measured, slid = tuple(_measured(state, observation)), tuple(_slid(state, observation))
    return Scene(state, laid, fallen, numbers, pads, recoloured, shifts, measured, slid, left=left)


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


def _there(sighting: Sighting[Spot, Label]) -> bool:
    return sighting.belief.best is not EMPTY


def lies_flat(sighting: Sighting[Spot, Label]) -> bool:
    """Whether a stick was seen to rest on too little to stay up: it lies on the table (M12)."""
    label = sighting.belief.best
    return (
        isinstance(label, Stick) and label.contacts is not None and held_up(label.contacts) < UPHELD
    )


def colours_of(state: MokadiState, numbers: Sequence[int]) -> set[str]:
    """The colours of known sticks."""
    return {stick.colour for number in numbers if (stick := state.stick(number))}


def colours_seen(sighting: Sighting[Spot, Label]) -> set[str]:
    """The colours that a piece may have."""
    return {label.colour for label, _ in sighting.belief.labels(LIMITS.label_share)}


def _shifts(state: MokadiState, observation: MokadiObservation) -> Iterator[Shift]:
    """Known sticks that lie otherwise now (M9)."""
    for sighting, stick, label in _moved(state, observation):
        yield Shift(stick.number, sighting.place.ends, label.contacts)


def _slid(state: MokadiState, observation: MokadiObservation) -> Iterator[Sighting[Spot, Label]]:
    """Sticks that were up and lie on the table now, beside where they lay (M12)."""
    for sighting, stick, label in _moved(state, observation):
        up = stick.contacts is None or held_up(stick.contacts) >= UPHELD
        on = (*(label.contacts or ()), *_hidden_under(sighting, stick, observation))
        if up and lies_flat(sighting) and held_up(on) < UPHELD:
            yield sighting


def _hidden_under(
    sighting: Sighting[Spot, Label], stick: LaidStick, observation: MokadiObservation
) -> Iterator[Contact]:
    """On which pads a stick lay that it hides where it lies now: they stay in place."""
    ends = sighting.place.ends
    hidden = {
        s.place
        for s in observation.sightings
        if s.place.kind is Kind.PAD and not _there(s) and s.visibility < LIMITS.visible_share
        if ends is not None and off_line(s.place.points[0], ends) < ALIGN_LIMITS.covered
    }
    yield from (contact for contact in stick.contacts or () if contact.spot in hidden)


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
