"""How sure the eyes are: probabilities fitted on rendered pictures (`vision/training/mokadi`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.mokadi.looking import Seen
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.paint import unlike
from vision.mokadi.pieces.sticks import Stick, are_twins
from vision.mokadi.pieces.unexplained import off_line
from vision.mokadi.tracking.memory import Track
from vision.nn.arrays import Float, Mask
from vision.nn.calibration import sigmoid

#: Weights of the columns of `stick_features` and `pad_features`, the constant last: fitted by
#: `vision.training.mokadi.calibrate` on 30 quick piles (9300-9329), 24 pictures of 8 quick games
#: (9400-9407), 39 path-traced photos that the net did not learn (the 4 samples; of booth seeds
#: 620-759 every fourth, 640x480) and 5 of other games. Those of pads are of an earlier fit, on 14
#: piles, 15 pictures of games and 9 photos: the later one doubts a pad that lies too far off, which
#: is a foul and no phantom, so that it was not missed when it was taken back.
STICK = np.array([5.175, -0.793, -2.307, -0.255, 0.309, 7.324, -1.301, -6.891])
#: How lonely and how bare pads weigh.
KEPT_OF_PADS = (-2.114, -2.277)
PAD = np.array([0.901, -0.801, -1.271, -5.026, *KEPT_OF_PADS, -0.483])
#: Those of pads where no stick lies: whether one is there, whatever its colour. Fitted likewise on
#: the same quick pictures and 88 path-traced photos (the samples, 24 with one to ten sticks, 60
#: with pads alone). By the others two of five drawn pads had less than 0.9, grey ones least, though
#: all but one in a hundred were there.
ALONE = np.array([1.23, -2.564, -0.781, -8.404, *KEPT_OF_PADS, 2.204])
#: The same of pictures of a known table, with two columns more before the constant: see
#: `again_features`; by hand.
STICK_AGAIN = np.array([*STICK[:-1], 0.6, 1.5, STICK[-1]])
PAD_AGAIN = np.array([*PAD[:-1], 1.2, 1.8, PAD[-1]])
ALONE_AGAIN = np.array([*ALONE[:-1], 1.2, 0.0, ALONE[-1]])
#: Nats for a new pad over which a stick passes, and for one that lies open, as far off as pads are
#: laid: that is on the bare table. Origin: of the new pads at rendered evenings (photos, seeds
#: 50 to 56) six lay under a stick, and none of these was one; of the open ones all eight were.
_UNDER, _OPEN = -2.0, 1.0
#: How near a new stick lies to a surer one that is new too, stick lengths by the farther of their
#: ends, to be the same stick found twice, and the nats for that. Origin: at 38 rendered evenings
#: (photos, seeds 50 to 57, 60 to 67, 70 to 77, 80 to 87 and 500 to 505) all of thirteen such were.
_TWICE, _DOUBLE = 0.2, -4.0
#: Nats for a pad that is painted unlike the others of its colour: for each unit of Lab beyond so
#: many, no more than so many nats. Origin: of 537 pads found in 20 path-traced and 56 drawn photos
#: 4 of 39 that are none differ by 35 to 55, the other 498 by up to 24.
_STRANGE, _A_UNIT, _STRANGEST = 20.0, -0.15, -5.0
#: Probability from which a pad tells how others of its colour are painted.
_LIKELY = 0.5
#: Pictures beyond which one more adds nothing.
_OFTEN = 4
#: Probability, at most, of a piece that lay there before it was found.
_LATE = 0.45
#: The same, at most, of a pad that only a change told: people say whether it is one.
_BY_CHANGE = 0.55
#: How far another piece lies where it makes no difference any more, stick lengths.
_FAR_STICK, _FAR_PAD = 0.4, 2.0


def stick_features(seen: Seen) -> Float:
    """(N, 8) what tells sticks that were read right from others."""
    sticks = seen.sticks
    ends = np.array([s.ends for s in sticks]).reshape(-1, 2, 2)
    return np.column_stack(
        [
            [s.score for s in sticks],
            [float(any(s.hidden)) for s in sticks],
            [s.own for s in sticks],
            _doubt(np.array([s.colour for s in sticks]).reshape(-1, 4)),
            np.log([s.cells + 1 for s in sticks]),
            [s.firm for s in sticks],
            np.minimum(_rivals(ends) / _unit_px(ends), _FAR_STICK),
            np.ones(len(sticks)),
        ]
    )


def pad_features(seen: Seen) -> Float:
    """(N, 7) the same for pads."""
    pads = seen.pads
    thick = max(seen.thick_px, 3.0)
    reach = np.array([p.reach for p in pads])
    return np.column_stack(
        [
            np.log(np.array([p.weight for p in pads]) / thick**2 + 0.1),
            np.array([p.scatter for p in pads]) / thick,
            _doubt(np.array([p.colour for p in pads]).reshape(-1, 4)),
            np.abs(np.log(reach / np.median(reach))) if len(pads) else reach,
            np.minimum(_lonely(seen), _FAR_PAD),
            _bare(seen),
            np.ones(len(pads)),
        ]
    )


def sureness(seen: Seen) -> tuple[Float, Float]:
    """(P,) and (S,) probabilities that pads and sticks lie where they were found."""
    pads, sticks, carried = pad_features(seen), stick_features(seen), seen.carried
    if carried.first:
        sure = chances(ALONE if seen.guessed else PAD, pads)
        nats = np.where(found_twice(seen), _DOUBLE, 0.0)
        return _painted(seen, sure), _likelier(chances(STICK, sticks), nats)
    of_pads = ALONE_AGAIN if seen.guessed else PAD_AGAIN
    found = (
        chances(of_pads, again_features(pads, carried.pads)),
        chances(STICK_AGAIN, again_features(sticks, carried.sticks)),
    )
    pads, sticks = _as_laid(seen, _painted(seen, found[0])), _each_once(seen, found[1])
    by_change = np.array([pad.by_change for pad in seen.pads], np.bool_)
    pads = np.where(by_change, np.minimum(pads, _BY_CHANGE), pads)
    return _doubted(pads, carried.pads), _doubted(sticks, carried.sticks)


def found_twice(seen: Seen) -> Mask:
    """(S,) whether a stick lies where one of its colour does that more speaks for: the sides of
    thick ones look like another. Of one photo alone; of a known table those that are new are told
    apart by `_each_once`."""
    kept: list[Stick] = []
    twice = np.zeros(len(seen.sticks), np.bool_)
    for k in sorted(range(len(twice)), key=lambda k: -seen.sticks[k].score):
        stick = seen.sticks[k]
        twice[k] = any(
            stick.colour.argmax() == other.colour.argmax()
            and are_twins(stick.ends, other.ends, seen.thick_px)
            for other in kept
        )
        if not twice[k]:
            kept.append(stick)
    return twice


def _painted(seen: Seen, sure: Float) -> Float:
    """(P,) probabilities of pads, less for those painted unlike others of their colour."""
    off = unlike(seen.fields, seen.pads, sure > _LIKELY) - _STRANGE
    return _likelier(sure, np.clip(_A_UNIT * np.maximum(off, 0), _STRANGEST, 0))


def _as_laid(seen: Seen, sure: Float) -> Float:
    """(P,) probabilities of pads, of the new ones as far as they may have been laid there."""
    under = np.array([_is_under(pad, seen.sticks) for pad in seen.pads], np.bool_)
    open_ = ~under & (_lonely(seen) == 0) & (not seen.guessed)
    nats = np.where(_is_new(seen.carried.pads), _UNDER * under + _OPEN * open_, 0)
    return _likelier(sure, nats)


def _each_once(seen: Seen, sure: Float) -> Float:
    """(S,) probabilities of sticks, of new ones as far as they are no second finding of another."""
    ends = np.array([s.ends for s in seen.sticks]).reshape(-1, 2, 2)
    new = _is_new(seen.carried.sticks)
    near = (_gaps(ends) < _TWICE * _unit_px(ends)) & new[:, None] & new[None]
    rank = np.argsort(np.argsort(-sure, kind="stable"))
    surer = rank[None] < rank[:, None]
    return _likelier(sure, np.where((near & surer).any(1), _DOUBLE, 0.0))


def _likelier(sure: Float, nats: Float) -> Float:
    """Probabilities that are likelier by so many nats."""
    odds = sure / (1 - sure) * np.exp(nats)
    return np.asarray(odds / (1 + odds))


def _is_under(pad: FoundPad, sticks: Sequence[Stick]) -> bool:
    return any(off_line(pad.xy[None], stick.ends)[0] <= pad.reach for stick in sticks)


def _doubted(sure: Float, tracks: Sequence[Track]) -> Float:
    """Probabilities, those of pieces that lay there before they were found in doubt: they are no
    turn."""
    return np.where(_is_late(tracks), np.minimum(sure, _LATE), sure)


def again_features(features: Float, tracks: Sequence[Track]) -> Float:
    """(N, F + 2) features with how often a piece was found before, and whether it is new and was
    not there in the last picture."""
    often = np.log1p(np.minimum(np.array([one.times for one in tracks], float), _OFTEN))
    new = _is_new(tracks) & ~_is_late(tracks)
    return np.column_stack([features[:, :-1], often, new, features[:, -1]])


def _is_new(tracks: Sequence[Track]) -> Mask:
    return np.array([one.times == 0 for one in tracks], np.bool_)


def _is_late(tracks: Sequence[Track]) -> Mask:
    return np.array([one.late for one in tracks], np.bool_)


def chances(weights: Float, features: Float) -> Float:
    """(N,) the probabilities that features (N, F) stand for, 0.001..0.999."""
    return np.clip(sigmoid(features @ weights), 0.001, 0.999)


def _doubt(colours: Float) -> Float:
    """(N,) logarithms of how unsure colours (N, 4) are."""
    return np.asarray(np.log(np.maximum(1.02 - colours.max(1, initial=0.0), 0.02)))


def _unit_px(ends: Float) -> float:
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    return float(np.median(lengths)) if len(lengths) else 1.0


def _rivals(ends: Float) -> Float:
    """(N,) how far the nearest other stick lies, by the farther of its ends, pixels."""
    return np.asarray(_gaps(ends).min(1, initial=np.inf))


def _gaps(ends: Float) -> Float:
    """(N, N) how far every stick lies from every other, by the farther of its ends, pixels."""
    apart = [
        np.hypot(*np.moveaxis(ends[:, None] - other[None], -1, 0)).max(-1)
        for other in (ends, ends[:, ::-1])
    ]
    gaps = np.minimum(*apart)
    np.fill_diagonal(gaps, np.inf)
    return np.asarray(gaps)


def _lonely(seen: Seen) -> Float:
    """(N,) how far from right pads' distances, half a stick to one, the nearest other pad lies;
    where no stick tells how long one is, how much farther than twice the usual."""
    if seen.plane is None or len(seen.pads) < 2:
        return np.zeros(len(seen.pads))
    places = seen.plane.flat(np.array([p.xy for p in seen.pads]))
    gaps = np.hypot(*np.moveaxis(places[:, None] - places[None], -1, 0))
    np.fill_diagonal(gaps, np.inf)
    nearest = gaps.min(1)
    if seen.guessed:
        return np.asarray(np.maximum(nearest / (2 * np.median(nearest)) - 1, 0))
    return np.asarray(np.maximum(np.maximum(nearest - 1, 0.5 - nearest), 0))


def _bare(seen: Seen) -> Float:
    """(N,) whether no stick passes over a pad, shares: the more of the others carry one, the
    odder it is."""
    if not seen.sticks or not seen.pads:
        return np.zeros(len(seen.pads))
    bare = np.array([not _is_under(pad, seen.sticks) for pad in seen.pads])
    return np.asarray(bare * (1 - np.mean(bare)))
