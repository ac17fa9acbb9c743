"""What a stick just laid may rest on, where a picture from above leaves that open.

A picture shows which pieces a stick passes over, hardly which of them it touches. That it rests as
it may is an explanation with the probability that its contacts have together, that it does not is
another: people are asked only where neither leads.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from rules.core.rulebook import House
from rules.core.verdict import Verdict
from rules.games.mokadi.laws.apply import force
from rules.games.mokadi.laws.judge import judge
from rules.games.mokadi.laws.supports import FEWEST
from rules.games.mokadi.moves import Lay, LayStick
from rules.games.mokadi.pieces import SURE, Contact, Part
from rules.games.mokadi.state import MokadiState

#: Doubtful contacts that are taken either way, the likeliest; others are taken not to be there.
MOST_DOUBTS = 5

#: Nats for a rest that breaks a rule where another would not: what looks doubtful from above is
#: mostly a contact measured amiss, a foul one time in twenty. Origin: of 16 lays whose legal rests
#: had up to 0.31 of the probability four were fouls (photos, seeds 50 to 55, none of ten; films,
#: seeds 67 to 74, four of six). With one in fifty such lays were called legal from 0.21 on, now
#: from 0.40. A wrong contact of 0.85 is still asked about.
AMISS = math.log(0.05)

#: Nats for a rest that surely breaks a rule, and for one that stays doubtful, where no rest is
#: right: either is proposed, so that people can say which, and neither is ever sure.
EITHER = math.log(0.5)

#: Probability of all rests on wood from which, where no rest is right, one of them it is: wood is
#: crossed in plain sight, while what lies beside a tip or a pad may carry in its stead. Origin: at
#: rendered evenings (photos, seeds 50 to 87, 200 to 231 and 500 to 505) all of fifteen such lays
#: whose wrong contact was not sure by itself were fouls; of others without a right rest 40 of 46.
ON_WOOD = 0.98

#: How likely a third piece carries where two do, and each further one, against that it does not:
#: what is stiff lies on two. It is likelier by what all that was seen to carry adds up to beyond
#: two. Origin: of the 699 lays named above 365 have then one rest of more than 0.9, 352 of them the
#: right one; with 1 these are 258 and 254, with 0.05 412 and 391.
THIRD = 0.3

#: How likely a contact whose part is in doubt is on colour. Origin: at the border either; of the
#: contacts of the 699 lays named above that were farther out than those told as rather wood 323 of
#: 326 were on wood, so that fewer are than at the border, and more than there. By hand.
ON_COLOUR = {Part.UNCLEAR: 0.5, Part.RATHER_PLAIN: 0.15}

#: Below this probability of all ways to rest on two pieces a stick is taken to lie on fewer.
UPHELD = 0.1

#: Ways to rest that are told of all new sticks together, at most.
MOST_WAYS = 6

#: A probability that is none.
NEVER = 1e-6

#: One way to rest: the contacts, and their probability; and the lay that rests so.
_Way = tuple[tuple[Contact, ...], float]
_Rest = tuple[LayStick, float]


def at_rest(state: MokadiState, lays: Sequence[Lay], house: House) -> list[tuple[list[Lay], float]]:
    """The lays, one after the other, with every likely way in which their sticks may rest, each
    with its log prior, likeliest first."""
    found: list[tuple[list[Lay], float, MokadiState]] = [([], 0.0, state)]
    for lay in lays:
        found = [
            ([*before, one], prior + more, force(lying, one, house))
            for before, prior, lying in found
            for one, more in _rests(lying, lay, house)
        ]
        found = sorted(found, key=lambda way: -way[1])[:MOST_WAYS]
    return [(ways, prior) for ways, prior, _ in found]


def held_up(contacts: Sequence[Contact]) -> float:
    """The probability that a stick rests on two pieces, each contact there as surely as it was
    seen."""
    spots = {c.spot for c in contacts if c.possible}
    shares = [max(c.certainty for c in contacts if c.spot == spot) for spot in spots]
    none = math.prod(1.0 - share for share in shares)
    one = sum(
        share * math.prod(1.0 - x for k, x in enumerate(shares) if k != n)
        for n, share in enumerate(shares)
    )
    return 1.0 - none - one


def _rests(state: MokadiState, lay: Lay, house: House) -> list[tuple[Lay, float]]:
    """The likeliest legal rest with the probability of all that are legal; for all others the lay
    as it was seen, and the likeliest rest that is a foul: what hangs on a doubtful contact is asked
    about, but whoever is asked can say that it is one. Called it is only where no rest is right and
    each is on wood."""
    if not isinstance(lay, LayStick) or not any(map(_open, lay.contacts or ())):
        return [(lay, 0.0)]
    ways = [(replace(lay, contacts=there), share) for there, share in _upheld(list(_ways(lay)))]
    judged = [(one, share, judge(state, one, house)) for one, share in ways]
    right = [(one, share) for one, share, verdict in judged if verdict.legal]
    good = sum(share for _, share in right)
    found: list[tuple[Lay, float]] = [(_likeliest(right), math.log(good))] if right else []
    if good >= 1.0 - NEVER:
        return found
    if judge(state, lay, house).violations:
        return [*found, (lay, _amiss(good))]
    wrong = _by_reason([way for way in judged if way[2].violations])
    if good < NEVER and _on_wood(lay, ways) >= ON_WOOD:
        return [(_likeliest(same), math.log(_share(same))) for same in wrong]
    return [*found, *_either(lay, wrong[0] if wrong else [], _amiss(good))]


def _by_reason(wrong: Sequence[tuple[LayStick, float, Verdict]]) -> list[list[_Rest]]:
    """The ways in which a lay is a foul, parted by the rules that they break, those first that are
    likeliest broken."""
    ways: dict[frozenset[str], list[_Rest]] = {}
    for one, share, verdict in wrong:
        codes = frozenset(v.code for v in verdict.violations)
        ways.setdefault(codes, []).append((one, share))
    return sorted(ways.values(), key=_share, reverse=True)


def _on_wood(lay: LayStick, ways: Sequence[_Rest]) -> float:
    """The probability of all rests on a contact that was seen to be on the wood."""
    wood = {c.spot for c in lay.contacts or () if c.part is Part.PLAIN}
    return _share([way for way in ways if any(c.spot in wood for c in way[0].contacts or ())])


def _share(ways: Sequence[_Rest]) -> float:
    return sum(share for _, share in ways)


def _amiss(good: float) -> float:
    """Nats for every rest that is not legal, where so much of the probability is."""
    return math.log(1.0 - good) + AMISS if good else 0.0


def _either(lay: LayStick, wrong: Sequence[_Rest], prior: float) -> list[tuple[LayStick, float]]:
    """A lay as it was seen, and the likeliest way in which it is a foul."""
    if not wrong:
        return [(lay, prior)]
    return [(lay, prior + EITHER), (_likeliest(wrong), prior + EITHER)]


def _likeliest(ways: Sequence[_Rest]) -> LayStick:
    return max(ways, key=lambda way: way[1])[0]


def _open(contact: Contact) -> bool:
    return contact.possible and (not contact.sure or contact.part in ON_COLOUR)


def _ways(lay: LayStick) -> Iterator[_Way]:
    """Every way in which the doubtful contacts may be there or not."""
    contacts = [c for c in lay.contacts or () if c.possible]
    doubts = sorted(filter(_open, contacts), key=lambda c: -c.certainty)[:MOST_DOUBTS]
    choices = [list(_each(c)) for c in contacts if c in doubts or not _open(c)]
    for way in product(*choices):
        there = tuple(contact for contact, _ in way if contact is not None)
        yield there, math.prod(share for _, share in way)


def _each(contact: Contact) -> Iterator[tuple[Contact | None, float]]:
    """One contact: not there, or there, on the coloured end or on the wood."""
    there = 1.0 if contact.sure else contact.certainty
    parts = {contact.part: 1.0}
    if (coloured := ON_COLOUR.get(contact.part)) is not None:
        parts = {Part.COLOURED: coloured, Part.PLAIN: 1.0 - coloured}
    for part, share in parts.items():
        surely = replace(contact, part=part, certainty=max(contact.certainty, SURE))
        yield surely, there * share
    if there < 1.0:
        yield None, 1.0 - there


def _upheld(ways: list[_Way]) -> list[_Way]:
    """The ways in which a stick stays up: it rests on two pieces, unless that is unlikely, seldom
    on more."""
    up = [(contacts, share, len({c.spot for c in contacts})) for contacts, share in ways]
    further = min(1.0, THIRD + max(0.0, sum(share * on for _, share, on in up) - FEWEST))
    if sum(share for _, share, on in up if on >= FEWEST) >= UPHELD:
        up = [(c, share * further ** (on - FEWEST), on) for c, share, on in up if on >= FEWEST]
    whole = sum(share for _, share, _ in up)
    return [(contacts, share / whole) for contacts, share, _ in up if share > 0.0]
