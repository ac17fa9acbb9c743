"""Whether a stick can lie as it is said to: what it rests on lies within its length.

A stick that cannot is no foul, it was misread or mistold; so this only ever asks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from rules.games.mokadi.geometry import XY, Ends, between, off_line, stick_over
from rules.games.mokadi.laws.findings import Finding, doubt, new_spot
from rules.games.mokadi.moves import LayStick
from rules.games.mokadi.pieces import Contact, Contacts, Part, Spot
from rules.games.mokadi.state import LaidPad, LaidStick, MokadiState

#: Stick lengths between two supports that a stick can still reach, with five per cent for
#: measuring as for pads (M3).
REACH = 1.05

#: Stick lengths beside a support that a seen stick may pass: half a pad, a stick's width and noise.
BESIDE = 0.2

#: Share of a stick that is coloured at either end, at most: boxes have 0.14 to 0.29.
COLOURED = 0.3


def reach_findings(state: MokadiState, lay: LayStick) -> Iterator[Finding]:
    """Supports that lie too far apart, or away from where the stick was seen."""
    sure = [contact for contact in lay.contacts or () if contact.sure]
    spot = new_spot(state, lay)
    for one, other in combinations(sure, 2):
        pieces = (one.spot, other.spot)
        if not within_reach(_touchable(state, one), _touchable(state, other)):
            yield doubt("look-reach", stick=spot, supports=pieces)
    if lay.ends is not None:
        far = [c.spot for c in sure if _beside(_touchable(state, c), lay.ends) > BESIDE]
        if far:
            yield doubt("look-reach", stick=spot, supports=tuple(sorted(far)), case="beside")


def within_reach(one: Sequence[XY], other: Sequence[XY]) -> bool:
    """Whether one stick can rest on a point of either; True where a place is unknown."""
    if not one or not other:
        return True
    return min(math.dist(p, q) for p, q in product(one, other)) <= REACH


def touchable(piece: LaidPad | LaidStick | None) -> tuple[XY, ...]:
    """Where a piece can support: the middle of a pad, the coloured ends of a stick (M6)."""
    return () if piece is None else piece.spot.points


def _touchable(state: MokadiState, contact: Contact) -> tuple[XY, ...]:
    points = touchable(state.piece(contact.spot))
    if len(points) < 2:
        return points
    shares = [i / 10 for i in range(11)]
    if contact.part is Part.COLOURED:
        shares = [share for share in shares if min(share, 1 - share) <= COLOURED]
    one, other = points
    return tuple(between(one, other, share) for share in shares)


def _beside(points: Sequence[XY], ends: Ends) -> float:
    return min((off_line(point, ends) for point in points), default=0.0)


def likely_ends(state: MokadiState, contacts: Contacts) -> Ends | None:
    """Where a stick lies of which only the supports were told: across the nearest points of the
    surest two."""
    spots = _surest(contacts or ())
    if len(spots) < 2:
        return None
    one, other = (touchable(state.piece(spot)) for spot in spots)
    pairs = sorted(product(one, other), key=lambda pair: math.dist(*pair))
    return stick_over(*pairs[0]) if pairs else None


def _surest(contacts: Sequence[Contact]) -> list[Spot]:
    ranked = sorted(contacts, key=lambda c: (-c.certainty, c.spot))
    return list(dict.fromkeys(c.spot for c in ranked))[:2]
