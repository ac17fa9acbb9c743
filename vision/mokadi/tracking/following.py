"""Sticks that were seen before: where they lie now, which of them are gone.

What a picture shows along a stick is held against what the last one showed there: most sticks lie
where they lay, some were pushed, one was taken. What nobody saw any more stays where it was, unless
the table shows in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.mokadi.pieces.extents import PAST, STEPS, Extent, looked, place_of, sums, worths
from vision.mokadi.pieces.fields import CELL
from vision.mokadi.pieces.lines import Lines, drawn_to
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.sticks import Found, Scene, Stick, apart_px, are_twins, stick_of, taken
from vision.mokadi.pieces.unexplained import off_line
from vision.mokadi.tracking.memory import KnownStick
from vision.nn.arrays import Float, Points

#: Share of what was seen of a stick that is seen again where it lies; and below which it is gone
#: if that shows the table, or nothing that may cover it.
_AGAIN, _LOST = 0.55, 0.3
#: Steps of a stick that must have been in sight for them to tell that it is gone.
_IN_SIGHT = 4.0
#: Share of those that show the table or a pad where the stick is gone; and of those of its coloured
#: ends that show something else, where so many of them were in sight. Origin: of a stick that was
#: taken from one that it lay along they are 0.92 to 0.99 (drawn film, seed 61, and four of 24 drawn
#: pairs in three boxes), of one that lay there 0.82 at most.
_BARE, _ENDS_LOST = 0.25, 0.9
#: Share of the cells that show it where it lay which nothing else explains, up to which a stick
#: that was not found is gone: they are others'. Origin: of 83 sticks that were taken at drawn
#: evenings of photos (seeds 50 to 54; own boxes, 701, 707 and 725) 80 have 0.17 and less, one that
#: stayed without this (film, seed 63) 0.06 to 0.2; none that lay there was not found.
_HARDLY_LEFT = 0.25
#: Probability from which a stick is one that was seen; others must be found again.
TRUSTED = 0.6
#: How far apart such a one may be found, stick lengths; and the share of its cells that nothing
#: else explains if it is not found, and kept.
_SAME, _UNEXPLAINED = 0.15, 0.6
#: How far a stick is looked for along its axis, steps, and the spread of such a slip.
_SLIP, _SLIP_SIGMA = 10, 5.0
#: Share of what was seen of a stick below which it may have been nudged though the camera stands
#: still, and how far that takes either end, thicknesses. Origin: of sticks that lay still in a film
#: (drawn, seed 79) 0.9 and more was seen again, of two nudged by less than a thickness 0.6.
_NUDGED, _NUDGE = 0.8, 1.5
#: By how much more of a stick must be seen where it is said to have moved, share of what was.
_BETTER = 0.08
#: Share of what was once seen of a stick from which a view of it is as good; and how firmly it lies
#: along its axis where it was found again.
_AS_OPEN, _FIRM = 0.95, 0.9
#: How far both ends of a stick may move in a push, stick lengths.
_PUSHED = 0.4
#: Steps from a fit to the next: how far aside cells are asked, thicknesses, and how they lean; how
#: far along, lengths of the stick from its middle, and the share of a cell that must be free.
_FITS = ((1.0, 10.0), (0.5, 8.0), (0.25, 5.0))
_ALONG, _FREE = 0.55, 0.3
#: Probability from which a step shows the table, and how near the axis of another stick, beyond a
#: cell, it lies under that one, thicknesses.
_TABLE, _UNDER = 0.5, 0.8


@dataclass(frozen=True)
class Strip:
    """What the picture shows along a stick, (STEPS,) each: itself, the table or a pad; and what
    that is worth as its place."""

    own: Float
    bare: Float
    place: Extent


@dataclass(frozen=True)
class Followed:
    """Sticks found again, those that may be gone, and (H * W,) what they leave free of the
    cells."""

    there: tuple[KnownStick, ...]
    doubtful: tuple[KnownStick, ...]
    free: Float


def follow(
    scene: Scene, known: Sequence[KnownStick], laid: Sequence[Stick], *, still: bool
) -> Followed:
    """The known sticks, given in pixels of the net's picture, as it shows them under those that
    were `laid` since. `still`: the camera has not moved, so that what was not pushed lies exactly
    there."""
    free = np.ones(scene.fields.turn.size)
    for one in laid:
        free = taken(scene, one.ends, colour_of(one), free)
    over = [one.ends for one in laid]
    known = [replace(s, shown=s.shown * ~_covered(scene, s.stick.ends, over)) for s in known]
    sure = [stick for stick in known if stick.sure >= TRUSTED]
    there: dict[int, KnownStick] = {}
    for stick in sure:
        again = _again(scene, stick, free, moved=not still)
        if again is not None:
            there[stick.number] = again
    there |= _nudged(scene, sure, there, free) if still else {}
    for found in there.values():
        free = taken(scene, found.stick.ends, colour_of(found.stick), free)
    others = _without_weak(scene, known, free)
    for stick in sure:
        if stick.number in there:
            continue
        again = _again(scene, stick, others, moved=True)
        if again is None or _left(scene, again, others) < _UNEXPLAINED:
            continue
        beside = (one.stick.ends for one in there.values())
        if not any(are_twins(again.stick.ends, ends, scene.width_px) for ends in beside):
            there[stick.number] = again
            free = taken(scene, again.stick.ends, colour_of(again.stick), free)
            others = taken(scene, again.stick.ends, colour_of(again.stick), others)
    left = tuple(stick for stick in sure if stick.number not in there)
    return Followed(tuple(there[k] for k in sorted(there)), left, free)


def _nudged(
    scene: Scene, known: Sequence[KnownStick], there: Mapping[int, KnownStick], free: Float
) -> dict[int, KnownStick]:
    """Those of the `known` sticks that were found `there`, where they lay, but lie a little beside,
    where no other one does: what is seen of one would shrink picture by picture, and what is not be
    taken for another stick."""
    amiss = [s for s in known if s.number in there and _kept(s, there[s.number]) < _NUDGED]
    found = {}
    for stick in amiss:
        left = free
        for number, other in there.items():
            if number != stick.number:
                left = taken(scene, other.stick.ends, colour_of(other.stick), left)
        again = _again(scene, stick, left, moved=True)
        if again is None or _left(scene, again, left) < _UNEXPLAINED:
            continue
        if apart_px(again.stick.ends, stick.stick.ends) < _NUDGE * scene.width_px:
            found[stick.number] = again
    return found


def _kept(known: KnownStick, now: KnownStick) -> float:
    """The share of what was seen of a stick that is seen now."""
    return float(np.minimum(now.shown, known.shown).sum()) / max(
        float(known.shown.sum()), _IN_SIGHT
    )


def _without_weak(scene: Scene, known: Sequence[KnownStick], free: Float) -> Float:
    """What is left free, too, of the sticks that nobody was sure of but that still show where they
    lay: none that was pushed is looked for there."""
    for stick in known:
        colour, ends = colour_of(stick.stick), stick.stick.ends
        if stick.sure < TRUSTED and _share(strip_of(scene, ends, colour), stick) >= _AGAIN:
            free = taken(scene, ends, colour, free)
    return free


def recognised(
    weak: Sequence[KnownStick], found: Sequence[Stick], unit_px: float
) -> dict[int, KnownStick]:
    """Which of the sticks found, by index, are ones of which earlier pictures were not sure."""
    return _matched(weak, found, _SAME * unit_px)


def hidden_now(scene: Scene, known: KnownStick, free: Float) -> bool:
    """Whether a stick of which nobody was sure may still lie there: what the picture shows in its
    place that nothing else explains (`free` (H * W,), shares 0..1 of the cells), and no table."""
    strip = strip_of(scene, known.stick.ends, colour_of(known.stick))
    return _left(scene, known, free) > _UNEXPLAINED and float(strip.bare.mean()) < _BARE


def _left(scene: Scene, known: KnownStick, free: Float) -> float:
    """The share of the cells that show a stick where it lies that nothing else explains."""
    strip = strip_of(scene, known.stick.ends, colour_of(known.stick))
    cells = scene.own(strip.place, colour_of(known.stick))
    return float((cells * free[scene.cells.flat]).sum()) / max(float(cells.sum()), 1e-6)


def is_gone(scene: Scene, stick: KnownStick, over: Sequence[Points], free: Float) -> bool:
    """Whether a stick that was not found again is gone: what was seen of it shows the table, or
    something else that is none of the sticks with ends `over` (2, 2), which were laid since. Its
    wood may be that of one that it lay along, and its coloured ends may cross others of its colour;
    little is then left of it among the cells that no other stick explains, `free` (H * W,)."""
    strip = strip_of(scene, stick.stick.ends, colour_of(stick.stick))
    in_sight = stick.shown * ~_covered(scene, stick.stick.ends, over)
    if in_sight.sum() < _IN_SIGHT:
        return bool((strip.bare > _TABLE).mean() > 2 * _BARE)
    lost = 1 - _still_shown(strip, in_sight)
    bare = float((strip.bare * in_sight).sum() / in_sight.sum())
    ends = in_sight * _coloured(scene)
    ends_lost = ends.sum() >= _IN_SIGHT and 1 - _still_shown(strip, ends) > _ENDS_LOST
    hardly_left = _left(scene, stick, free) < _HARDLY_LEFT
    shows_else = bare > _BARE or bool(ends_lost) or hardly_left
    return lost > 1 - _LOST or (lost > _AGAIN and shows_else)


def _still_shown(strip: Strip, in_sight: Float) -> float:
    """The share of what was `in_sight` (STEPS,) of a stick that its strip shows."""
    return float(np.minimum(strip.own, in_sight).sum() / in_sight.sum())


def _coloured(scene: Scene) -> np.ndarray:
    """(STEPS,) which steps of a stick are its coloured ends."""
    steps = np.arange(STEPS)
    return np.asarray(np.minimum(steps, STEPS - 1 - steps) < _band_steps(scene))


def _band_steps(scene: Scene) -> int:
    """How many steps of a stick each of its coloured ends has."""
    return max(1, round(scene.unit.band * STEPS))


def pushed(
    doubtful: Sequence[KnownStick], found: Sequence[Stick], unit_px: float
) -> dict[int, KnownStick]:
    """Which of the sticks found, by index, are ones that lay elsewhere: their ends are not farther
    than a push takes them."""
    return _matched(doubtful, found, _PUSHED * unit_px)


def _matched(
    known: Sequence[KnownStick], found: Sequence[Stick], off_px: float
) -> dict[int, KnownStick]:
    """The known stick of each that was found, by index: of one colour and no farther off than so
    many pixels, the nearest first; each once."""
    pairs = sorted(
        (apart_px(one.stick.ends, other.ends), one.number, k)
        for one in known
        for k, other in enumerate(found)
        if colour_of(one.stick) == colour_of(other)
    )
    left = {one.number: one for one in known}
    matched: dict[int, KnownStick] = {}
    for off, number, k in pairs:
        if off < off_px and k not in matched and number in left:
            matched[k] = left.pop(number)
    return matched


def strip_of(scene: Scene, ends: Points, colour: int) -> Strip:
    """What the picture shows along a stick of a colour that lies there."""
    profile = looked(scene.fields, scene.mine[colour], *_line(ends, PAST), scene.width_px)
    own, bare = (profile.wood + profile.band)[0, PAST:-PAST], profile.bare[0, PAST:-PAST]
    return Strip(own, bare, place_of(ends, profile, scene.unit.band))


def colour_of(piece: Stick | FoundPad) -> int:
    """The likeliest colour, by number."""
    return int(np.argmax(piece.colour))


def _line(ends: Points, beyond: int = 0) -> tuple[Lines, Points]:
    """The line of a stick, and (1, STEPS + 2 * beyond, 2) points along it."""
    share = (np.arange(-beyond, STEPS + beyond) + 0.5) / STEPS
    points = ends[0] + share[:, None] * (ends[1] - ends[0])
    along = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
    return Lines(ends.mean(0)[None], along[None], np.ones(1)), points[None]


def _again(scene: Scene, known: KnownStick, free: Float, *, moved: bool) -> KnownStick | None:
    """The stick as it is seen again, where it lay or, if it may have `moved`, near there."""
    colour, ends = colour_of(known.stick), known.stick.ends
    best = strip_of(scene, ends, colour)
    share = _share(best, known)
    if moved:
        near = _near(scene, known, free)
        strip = strip_of(scene, near, colour)
        if _share(strip, known) > share + _BETTER:
            ends, best, share = near, strip, _share(strip, known)
    if share < _AGAIN:
        return None
    return _seen_again(scene, known, ends, best)


def _share(strip: Strip, known: KnownStick) -> float:
    """The share of what was seen of a stick that is seen again; where nothing was, 1 or, where the
    table shows, 0."""
    if known.shown.sum() < _IN_SIGHT:
        return 1.0 if strip.bare.mean() < _BARE else 0.0
    return _still_shown(strip, known.shown)


def _seen_again(scene: Scene, known: KnownStick, ends: Points, strip: Strip) -> KnownStick:
    """The stick where it lies now; of how it looks, the best view of all counts."""
    own = scene.own(strip.place, colour_of(known.stick))
    now, old = stick_of(scene, Found(strip.place, own)), known.stick
    colour = np.average([old.colour, now.colour], axis=0, weights=[old.cells + 1e-3, now.cells])
    best = replace(now, firm=max(old.firm, _FIRM)) if now.own > _AS_OPEN * old.own else old
    stick = replace(best, ends=ends, colour=colour)
    return replace(known, stick=stick, shown=strip.own, times=known.times + 1)


def _near(scene: Scene, known: KnownStick, free: Float) -> Points:
    """(2, 2) where the cells that are free have the stick, near where it lay."""
    ends = known.stick.ends
    line, _ = _line(ends)
    length = float(np.hypot(*(ends[1] - ends[0])))
    cells = scene.cells.only(free[scene.cells.flat] > _FREE)
    if len(cells.flat):
        line = drawn_to(cells, line, [(_ALONG * length, w * scene.width_px, d) for w, d in _FITS])
    along = line.along[0] * np.sign(line.along[0] @ (ends[1] - ends[0]))
    middle = line.start[0] + along * ((ends.mean(0) - line.start[0]) @ along)
    half = 0.5 * length * along
    return _slipped(scene, np.array([middle - half, middle + half]), colour_of(known.stick))


def _slipped(scene: Scene, ends: Points, colour: int) -> Points:
    """The ends after the stick was slid along its axis to where its colour and wood fit best."""
    line, points = _line(ends, _SLIP)
    profile = looked(scene.fields, scene.mine[colour], line, points, scene.width_px)
    totals = [sums(m)[0] for m in worths(profile)]
    inner = _band_steps(scene)
    first = np.arange(2 * _SLIP + 1)
    score = totals[0][first + inner] - totals[0][first]
    score = score + totals[1][first + STEPS - inner] - totals[1][first + inner]
    score = score + totals[0][first + STEPS] - totals[0][first + STEPS - inner]
    slips = first - _SLIP
    best = int(np.argmax(score - (slips / _SLIP_SIGMA) ** 2 / 2))
    return np.asarray(ends + slips[best] / STEPS * (ends[1] - ends[0]))


def _covered(scene: Scene, ends: Points, over: Sequence[Points]) -> np.ndarray:
    """(STEPS,) which steps of a stick lie under others."""
    _, points = _line(ends)
    hidden = np.zeros(STEPS, np.bool_)
    for other in over:
        hidden |= off_line(points[0], other) < _UNDER * scene.width_px + CELL
    return hidden
