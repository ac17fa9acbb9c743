"""From what was found to a reading: places, beliefs, pieces, the observation and the status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rules.core.observation import EMPTY, Belief, Empty, Observation, Pose, Sighting
from rules.games.mokadi.pieces import (
    UNMEASURED,
    Contact,
    Contacts,
    Kind,
    Label,
    Pad,
    Spot,
    pad_spot,
    stick_spot,
)
from rules.games.mokadi.pieces import Stick as StickLabel
from vision.mokadi.confidence import found_twice, sureness
from vision.mokadi.contacts import Pile, contacts_but, doubted
from vision.mokadi.limits import Limits
from vision.mokadi.looking import Seen, of_the_pile
from vision.mokadi.pieces.crossings import IN_SIGHT
from vision.mokadi.pieces.fields import COLOURS
from vision.mokadi.pieces.unexplained import loose_near
from vision.mokadi.sampling import samples_of
from vision.mokadi.tracking.memory import Gone
from vision.mokadi.tracking.remembering import remembered
from vision.nn.arrays import Float, Points, rounded_xy
from vision.reading import SURE_CONFIDENCE, Piece, Reading, ReadingStatus

#: Corners of the outline drawn round a pad.
_ANGLES = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_ROUND = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])
#: Colours kept by name in a belief, and told of a doubtful piece.
_KEPT = 2
#: How much sharper a piece's colour is than the mean of its cells says. Origin: at rendered
#: evenings (photos, seeds 0 to 7) 597 of 603 sticks and all of 269 pads had the likelier colour,
#: at means of 0.6 to 0.98; the other six were one stick, six times.
_SHARPER = 3.0
#: Probability from which a stick is likelier there than not.
_LIKELY = 0.5
#: Probability that what was not found again is gone. Origin: at rendered evenings (photos, seeds 50
#: to 56) all of 61 sticks of which that was said were.
_GONE = 0.993


def reading_of(
    game: str, seen: Seen, size_wh: tuple[int, int], limits: Limits, *, alone: bool = False
) -> Reading:
    """Everything that was found on a photo, before anybody refuses it; `alone`: no game is played
    at that table, as far as is known."""
    once = not (seen.carried.first and found_twice(seen).any())
    seen, (sure_pads, sure_sticks) = _told(seen, limits, alone)
    pads = [_pad(seen, k, float(sure)) for k, sure in enumerate(sure_pads)]
    contacts, over = _contacts(seen, (sure_pads, sure_sticks), limits), _over(seen)
    sticks = [
        _stick(seen, k, float(sure), contacts[k], over[k]) for k, sure in enumerate(sure_sticks)
    ]
    pieces = tuple(piece for piece, _ in (*pads, *sticks))
    sightings = tuple(sighting for _, sighting in (*pads, *sticks))
    sightings += tuple(_bare(seen, gone) for gone in seen.carried.gone)
    sure = [piece.confidence for piece in pieces]
    clear = once and all(p >= SURE_CONFIDENCE for p in sure) and _in_full(seen, limits)
    status = ReadingStatus.READ if clear else ReadingStatus.UNSURE
    memory = remembered(seen, size_wh, sure_pads, sure_sticks)
    if memory is not None:
        memory = replace(memory, samples=samples_of(seen, sure_pads, sure_sticks))
    observation = Observation(game, sightings)
    return Reading(game, status, size_wh, pieces, observation, memory=memory)


def _in_full(seen: Seen, limits: Limits) -> bool:
    """Whether every piece in sight was found, with both ends, and every crossing tells its order.
    Pads alone are no proof of the game: Rouge pawns look like them."""
    cells = limits.loose * seen.thick_px**2
    clear = all(abs(c.over - 0.5) > limits.clear for c in seen.crossings)
    open_ = not any(any(stick.hidden) for stick in seen.sticks)
    explained = seen.loose_sticks <= cells and seen.loose_pads <= cells
    return bool(seen.sticks) and clear and open_ and explained


def _told(seen: Seen, limits: Limits, alone: bool) -> tuple[Seen, tuple[Float, Float]]:
    """Only what is likelier there than not, and of a photo by itself only the sticks of the pile:
    in a game people say that a thing beside it is none, and it stays away. With how sure pads (P,)
    and sticks (S,) are among themselves."""
    sure = sureness(seen)
    pads = _told_pads(seen, sure, limits)
    told = seen.only(pads, [int(k) for k in np.flatnonzero(sure[1] >= limits.told)])
    if alone:
        pile = of_the_pile(told.sticks, told.pads, told.thick_px)
        told = told.only(range(len(pads)), pile)
    all_told = (len(told.pads), len(told.sticks)) == (len(seen.pads), len(seen.sticks))
    return told, sure if all_told else sureness(told)


def _told_pads(seen: Seen, sure: tuple[Float, Float], limits: Limits) -> list[int]:
    """The pads to tell, by how sure pads (P,) and sticks (S,) are; new ones of a known table only
    where they are likelier there than not. No more than a box has on a known table, or below a
    pile, with more sticks than pads: the others are coins, or caps. A first picture that shows more
    pads, and few sticks, is one of another game."""
    pads, sticks = sure
    known = not seen.carried.first
    new = np.array([one.times == 0 for one in seen.carried.pads], np.bool_)
    least = np.where(new & known, limits.told_new, limits.told)
    likely = [int(k) for k in np.argsort(-pads) if pads[k] >= least[k]]
    is_pile = (sticks >= limits.told_new).sum() > (pads >= limits.told_new).sum()
    return sorted(likely[: limits.box_pads] if known or is_pile else likely)


_Seen = tuple[Piece, Sighting[Spot, Label]]


def _pad(seen: Seen, index: int, sure: float) -> _Seen:
    pad = seen.pads[index]
    place = pad_spot(seen.carried.pads[index].number, _flat(seen, pad.xy))
    sigma = UNMEASURED if seen.guessed else 0.0
    belief = _belief(_sharper(pad.colour), sure, [Pad(name, sigma) for name in COLOURS])
    return _shown(seen, "pad", place, belief, pad.xy, pad.xy + pad.reach * _ROUND, 1.0)


def _stick(seen: Seen, index: int, sure: float, contacts: Contacts, over: tuple[int, ...]) -> _Seen:
    stick = seen.sticks[index]
    one, other = (_flat(seen, end) for end in stick.ends)
    number = seen.carried.sticks[index].number
    place = stick_spot(number, (one, other) if one and other else None)
    belief = _belief(_sharper(stick.colour), sure, [StickLabel(n, contacts) for n in COLOURS])
    along = stick.ends[1] - stick.ends[0]
    side = np.array([-along[1], along[0]]) / np.hypot(*along) * seen.thick_px / 2
    outline = np.vstack([stick.ends + side, stick.ends[::-1] - side])
    visible = float(np.clip(stick.own * 1.1, 0.05, 1))
    piece, sighting = _shown(seen, "stick", place, belief, stick.ends.mean(0), outline, visible)
    ends = tuple(rounded_xy(p) for p in seen.fields.patch.to_photo(stick.ends))
    found = replace(piece, lines_xy=(ends,), over=over, hidden_ends=stick.hidden)
    return found, sighting


def _shown(
    seen: Seen,
    kind: str,
    place: Spot,
    belief: Belief[Label],
    middle: Points,
    outline: Points,
    visible: float,
) -> _Seen:
    pixel, *corners = seen.fields.patch.to_photo(np.vstack([middle, outline]))
    labels = [(label, p) for label, p in belief.ranked if not isinstance(label, Empty)]
    label, sure = labels[0]
    piece = Piece(
        kind=kind,
        area="layout",
        label=label,
        place=place,
        pixel_xy=rounded_xy(pixel),
        outline_xy=tuple(rounded_xy(corner) for corner in corners),
        confidence=min(sure, 1.0),
        alternatives=tuple(labels[1:]) if sure < SURE_CONFIDENCE else (),
        caption=place.name(),
    )
    return piece, Sighting(place, belief, visible, Pose(rounded_xy(pixel)))


def _flat(seen: Seen, pixel: Points) -> tuple[float, float] | None:
    """A point in the plane, stick lengths; None where nothing tells the unit."""
    if seen.plane is None:
        return None
    x, y = seen.plane.flat(pixel[None])[0]
    return (float(x), float(y))


def _belief(colour: Float, sure: float, labels: Sequence[Label]) -> Belief[Label]:
    kept = np.argsort(-colour)[:_KEPT]
    weights: dict[Label | Empty, float] = {EMPTY: 1 - sure}
    weights.update((labels[c], sure * float(colour[c])) for c in kept)
    return Belief.of(weights)


def _sharper(colour: Float) -> Float:
    """(4,) how surely a piece has each colour, of the mean that its cells say."""
    sharp = colour**_SHARPER
    return np.asarray(sharp / sharp.sum())


def _contacts(seen: Seen, sure: tuple[Float, Float], limits: Limits) -> list[Contacts]:
    """What every stick rests on; no contact is surer than that the pad or stick below lies there,
    `sure` (P,) and (S,), and none is sure by a stick that was not found, or hardly: it may lie on
    that one."""
    if seen.plane is None:
        return [None for _ in seen.sticks]
    unit = float(np.median([np.hypot(*(s.ends[1] - s.ends[0])) for s in seen.sticks] or [1.0]))
    thick = seen.thick_px / unit
    pile = Pile(seen.pads, seen.sticks, seen.crossings, seen.plane, thick, seen.band)
    left = loose_near(seen.fields, seen.sticks, seen.pads, seen.thick_px)
    hidden = [near > limits.loose * seen.thick_px**2 for near in left]
    weak = {int(k) for k in np.flatnonzero(sure[1] < _LIKELY)}
    found = [_named(seen, contacts, sure) for contacts in contacts_but(pile, weak)]
    return [doubted(one) if near else one for one, near in zip(found, hidden, strict=True)]


def _named(seen: Seen, contacts: Contacts, sure: tuple[Float, Float]) -> Contacts:
    """Contacts with pieces by their order, with the same under their numbers."""
    if contacts is None:
        return None
    return tuple(_named_contact(seen, one, sure) for one in contacts)


def _named_contact(seen: Seen, contact: Contact, sure: tuple[Float, Float]) -> Contact:
    sure_pads, sure_sticks = sure
    spot = contact.spot
    there = (sure_pads if spot.kind is Kind.PAD else sure_sticks)[spot.number - 1]
    certainty = round(contact.certainty * float(there), 2)
    return replace(contact, spot=_numbered(seen, spot), certainty=certainty)


def _numbered(seen: Seen, spot: Spot) -> Spot:
    if spot.kind is Kind.PAD:
        return pad_spot(seen.carried.pads[spot.number - 1].number)
    return stick_spot(seen.carried.sticks[spot.number - 1].number)


def _bare(seen: Seen, gone: Gone) -> Sighting[Spot, Label]:
    """What the picture says of a place where something lay: nothing does any more."""
    place, label = _was(seen, gone)
    return Sighting(place, Belief.of({EMPTY: _GONE, label: 1 - _GONE}), 1.0)


def _was(seen: Seen, gone: Gone) -> tuple[Spot, Label]:
    points = [_flat(seen, at) for at in gone.points]
    name = COLOURS[gone.colour]
    if gone.kind == "pad":
        return pad_spot(gone.number, points[0]), Pad(name)
    one, other = points
    return stick_spot(gone.number, (one, other) if one and other else None), StickLabel(name)


def _over(seen: Seen) -> list[tuple[int, ...]]:
    """For every stick those it crosses from above, as far as the crossing is in sight, by their
    number among all pieces: pads come first."""
    found: list[list[int]] = [[] for _ in seen.sticks]
    first = len(seen.pads)
    for c in seen.crossings:
        if c.seen > IN_SIGHT and c.inner >= 0:
            upper, lower = (c.one, c.other) if c.over > 0.5 else (c.other, c.one)
            found[upper].append(first + lower)
    return [tuple(sorted(row)) for row in found]
