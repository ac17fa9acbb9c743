"""What may have happened on the board since a known state, legal or not.

Proposed from the evidence of every place, not from the likeliest board: nothing; tiles laid or
exchanged, in one turn or several; stop signs put up, forgotten or moved; trams driven; and accepted
things gone, which is asked about. Each comes in every order that matters (`orders`).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import itemgetter

from rules.core.game import Explanation
from rules.core.observation import EMPTY, Belief, Observation, Sighting, evidence_gap
from rules.core.rulebook import House
from rules.core.toolkit.weighing import cheapest
from rules.games.linie1.content import CellContent
from rules.games.linie1.explaining.changes import Changes, Label, Position, bare, changes
from rules.games.linie1.explaining.lone_changes import LoneTrams, lone_trams
from rules.games.linie1.explaining.orders import again, orders, right_at_once
from rules.games.linie1.explaining.played import Sequences
from rules.games.linie1.laws.network import TERMINUS, on_track
from rules.games.linie1.laws.ownership import TILES_A_TURN
from rules.games.linie1.laws.signs import letter_at
from rules.games.linie1.opening import position as known_position
from rules.games.linie1.places import TERMINI_OF, Spot, node_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Pass, Signs, Turn

Linie1Observation = Observation[Spot, CellContent]


@dataclass(frozen=True, slots=True)
class ProposalLimits:
    """What is worth proposing, and how likely it is before any picture is looked at.

    Priors in nats, hand-set orders of magnitude as in the other games; the strongest are of the
    size of one gross misread (7 nats).
    """

    change: float = 2.0  # a known place must speak this strongly against what stands there
    taken_share: float = 0.03  # probability: below it a bare place is not worth a proposal
    visible_share: float = 0.15  # of a place: below it only what surely seems taken is proposed
    labels: int = 4  # contents proposed for one place
    label_share: float = 0.002  # probability: an unlikelier content is not proposed
    spread: float = 10.0  # combinations worse than the best by more are dropped
    combinations: int = 16
    most_changed: int = 18  # places: nine whole turns; where more changed another game lies there
    likely: float = 4.0  # of combinations worse than the best by more only a few orders are told
    orders: int = 8
    few_orders: int = 2
    one_turn: float = -0.3
    place: float = -3.8  # each tile that changed, tram that left: few of 144 places do in a turn
    further: float = -2.8  # each tile after the first: they mostly come in pairs
    more_turns: float = -1.8  # each turn after the first: a picture was missed
    arrives: float = -2.0  # each tram that came: less, as readers doubt what is rare already
    tram: float = -0.5  # further, each that came or went: few moves of a game are theirs
    shown: float = 2.5  # one came, by the rules, where that place alone changed: all doubts of it
    astray: float = -3.0  # on bare ground: nobody drives there
    nobodys: float = -4.0  # further, of a line that no player has: rather another one's, misread
    early: float = -2.0  # a tram moved twice running; thrice that out of its player's turn
    over: float = -4.0  # a turn was played on over a foul that nobody had been told of
    again: float = -1.0  # a tram had two turns: no less likely than that its one was a foul
    hinted: int = 3  # places tried for a tram that may have begun its trip unseen
    unseen: float = -1.0  # an unread tram drove on: no less likely than another's foul
    gone: float = -6.0  # an accepted tile was taken away
    off: float = -2.0  # a tram that is seen nowhere left the board, rather than nobody reads it
    swapped: float = -0.5  # a tile replaced by one that lacks track: rarer than a legal exchange
    undone: float = -4.0  # a tile of the last turn was turned, or gave way to what lay there before
    signs_alone: float = -0.3
    sign_amiss: float = -2.0  # a sign forgotten, wrong or taken off
    sign_hidden: float = -3.0  # further, one taken off where a tram stands now: that hides it
    sign_astray: float = -4.0  # a sign put up where no location is near: rather something else


LIMITS = ProposalLimits()

#: Sets apart what a tram did in two turns from what it did in one, and drives that nobody saw.
AGAIN, UNSEEN = "again", "unseen"


def proposals(
    state: Linie1State, observation: Linie1Observation, house: House
) -> Iterator[Explanation[Turn]]:
    """Every explanation worth weighing, likeliest combination of places first."""
    made, position = Sequences(state, Readings.of(house)), known_position(state)
    done: set[Changes] = set()
    unread = _unread_trams(position, observation)
    left = {one.line: one.stood for one in unread if one.stood is not None}
    alone = lone_trams(made, position, observation, left)
    nobodys = frozenset(line for line in TERMINI_OF if _is_nobodys(state, line))
    places = _open_places(position, observation, frozenset(left), nobodys, alone)
    combinations = cheapest(places, itemgetter(2), LIMITS.combinations, LIMITS.spread)
    likeliest = combinations[0][1]
    if (
        sum(position.get(spot, EMPTY) != label for spot, label, _ in likeliest)
        > LIMITS.most_changed
    ):
        return
    for cost, combination in combinations:
        likely = cost < combinations[0][0] + LIMITS.likely
        now = {spot: label for spot, label, _ in combination if position.get(spot, EMPTY) != label}
        change = changes(position, now)
        if change not in done:
            done.add(change)
            look = tuple((spot, now[spot]) for spot in change.bare)
            changed = _Changed(change, look)
            if likely:
                changed = replace(changed, orders=LIMITS.orders, unread=unread)
            yield from _explained(changed, made, alone)


_Choice = tuple[Spot, Label, float]


@dataclass(frozen=True, slots=True)
class _Unread:
    """A tram of which nobody knows whether it drove: it `stood` on the board and is not read there,
    or was not on it and may be on some places (`ends`)."""

    line: int
    stood: Spot | None
    ends: tuple[Spot, ...] = ()


#: All of them.
_Trams = tuple[_Unread, ...]

#: What places look like that hold something else.
_Look = tuple[tuple[Spot, Label], ...]


@dataclass(frozen=True, slots=True)
class _Changed:
    """What one combination of contents changed, with the `look` of places that hold something else:
    so many `orders` of it are tried, and the drives of trams that are `unread` beside it."""

    change: Changes
    look: _Look
    orders: int = LIMITS.few_orders
    unread: _Trams = ()


def _open_places(
    position: Position,
    observation: Linie1Observation,
    left: frozenset[int],
    nobodys: frozenset[int],
    alone: LoneTrams,
) -> list[list[_Choice]]:
    """For every place that may have changed, what it may hold now; `nobodys`: the lines that no
    player has."""
    seen = _seen_trams(position, observation)
    found = (
        _choices(position.get(s.place, EMPTY), s, seen, left, nobodys, alone.get(s.place))
        for s in observation.sightings
    )
    return [choices for choices in found if len(choices) > 1]


def _seen_trams(position: Position, observation: Linie1Observation) -> frozenset[int]:
    """Lines whose trams may stand where none of theirs stood."""
    return frozenset(
        line
        for s in observation.sightings
        for label, p in s.belief.ranked
        if p >= LIMITS.taken_share
        for line in set(bare(label).trams) - set(bare(position.get(s.place, EMPTY)).trams)
    )


def _unread_trams(position: Position, observation: Linie1Observation) -> _Trams:
    """Trams that are rather not read where they stood, and those not on the board that may be seen
    somewhere: nobody knows whether they drove."""
    standing = {line: spot for spot, there in position.items() for line in there.trams}
    seen: dict[int, list[tuple[float, Spot]]] = {}
    for sighting in observation.sightings:
        for line, p in _trams_at(sighting).items():
            seen.setdefault(line, []).append((p, sighting.place))
    left = (
        _Unread(line, spot)
        for line, spot in standing.items()
        if all(place != spot or p <= 0.5 for p, place in seen.get(line, ()))
    )
    begun = (
        _Unread(line, None, _likeliest(places))
        for line, places in sorted(seen.items())
        if line not in standing
    )
    return (*left, *(one for one in begun if one.ends))


def _likeliest(places: Sequence[tuple[float, Spot]]) -> tuple[Spot, ...]:
    """Those where a tram may be, the likeliest first."""
    likely = sorted(one for one in places if one[0] >= LIMITS.taken_share)
    return tuple(place for _, place in likely[: -LIMITS.hinted - 1 : -1])


def _trams_at(sighting: Sighting[Spot, CellContent]) -> dict[int, float]:
    """How likely each tram is at a place."""
    found: dict[int, float] = {}
    for label, p in sighting.belief.ranked:
        for line in bare(label).trams:
            found[line] = found.get(line, 0.0) + p
    return found


def _choices(
    known: Label,
    sighting: Sighting[Spot, CellContent],
    seen: frozenset[int],
    left: frozenset[int],
    nobodys: frozenset[int],
    may_come: frozenset[int] | None,
) -> list[_Choice]:
    """What a place may hold, the likeliest first; `may_come`: the lines of which a tram may have
    come there, where the place alone changed, else None."""
    place, belief = sighting.place, sighting.belief
    stays = (place, known, evidence_gap(sighting, known))
    likely: Iterator[Label]
    likely = (x for x, p in belief.ranked if x != known and p >= LIMITS.label_share)
    if known is EMPTY:
        hidden = sighting.visibility < LIMITS.visible_share
        if 1.0 - belief.probability(EMPTY) < LIMITS.taken_share or (hidden and _vague(belief)):
            return [stays]
    elif stays[2] < LIMITS.change:
        if may_come is None:
            likely = _came_here(known, belief, left, LIMITS.taken_share)
        else:
            likely = _came_here(known, belief, may_come, LIMITS.label_share)
    alone = may_come is not None
    costs = [
        (x, evidence_gap(sighting, x) - _place_prior(place, known, x, seen, nobodys, alone=alone))
        for x in likely
    ]
    cheap = sorted(costs, key=itemgetter(1))[: LIMITS.labels]
    return [stays, *((place, label, cost) for label, cost in cheap)]


def _came_here(
    known: Label, belief: Belief[CellContent], lines: frozenset[int], least: float
) -> Iterator[Label]:
    """What a place that looks as it is known may hold all the same, from a probability on: the tram
    of one of these `lines`, which is somewhere, though a reader doubts what is rare, and that by a
    sign more than others."""
    stood = bare(known)
    alone = {replace(stood, trams=tuple(sorted({*stood.trams, line}))) for line in lines}
    return (label for label, p in belief.ranked if label in alone and p >= least)


def _place_prior(
    spot: Spot,
    known: Label,
    label: Label,
    seen: frozenset[int],
    nobodys: frozenset[int],
    *,
    alone: bool,
) -> float:
    """What another tile, sign or tram on a place costs beforehand; a tram less where the place
    `alone` changed, more of a line that is `nobodys`. One that left is paid for where it is `seen`,
    or as off the board."""
    old, new = bare(known), bare(label)
    sign = LIMITS.sign_amiss * (old.stop and not new.stop)
    sign += LIMITS.sign_astray * (new.stop and not old.stop and letter_at(spot) is None)
    if old.tile == new.tile and set(new.trams) <= set(old.trams):
        return sign + LIMITS.off * len(set(old.trams) - set(new.trams) - seen)
    came = set(new.trams) - set(old.trams)
    come = len(came)
    astray = come and new.tile is None and node_of(spot) not in TERMINUS
    trams = (LIMITS.arrives + LIMITS.tram) * come + LIMITS.astray * bool(astray)
    trams += LIMITS.nobodys * len(came & nobodys)
    trams += LIMITS.shown * (alone and come > 0)
    return sign + LIMITS.place * (old.tile != new.tile) + trams


def _vague(belief: Belief[CellContent]) -> bool:
    """Whether no content is likelier than all others together."""
    return belief.best is EMPTY or belief.confidence < 0.5


def _explained(changed: _Changed, made: Sequences, alone: LoneTrams) -> Iterator[Explanation[Turn]]:
    """Every order that matters of what changed, equally likely; of places that changed `alone`
    trams account."""
    state, change, look = made.start.game, changed.change, changed.look
    ways = orders(made, change, changed.orders)
    shown = sum(new in alone for _, _, new in change.trams)
    prior = _change_prior(state, change) + max(_signs_prior(way.turns) for way in ways)
    for way in ways:
        odd = LIMITS.early * way.early + LIMITS.over * way.over
        odd += LIMITS.shown * shown * (not way.broken)
        nats = prior + odd + _moves_prior(state, change, way.turns)
        turns = made.measured(way.turns)
        known = not _divisible(state, change, turns)
        yield Explanation(turns, nats, look, 0.0, change.bare, change, players_known=known)
    for way in again(made, change) if ways[0].broken else ():
        nats = prior + LIMITS.again + _moves_prior(state, change, way.turns)
        yield Explanation(made.measured(way.turns), nats, look, 0.0, change.bare, (change, AGAIN))
    moved = {line for line, _, _ in change.trams}
    for unseen in (one for one in changed.unread if ways[0].broken and one.line not in moved):
        yield from islice(_with_unseen_drive(changed, unseen, made, prior), 1)


def _with_unseen_drive(
    changed: _Changed, unseen: _Unread, made: Sequences, prior: float
) -> Iterator[Explanation[Turn]]:
    """What is a foul as it is seen, made right by the drive of a tram that is not read: nobody
    knows where to, so that players have to say it."""
    state, change = made.start.game, changed.change
    line, stood, ends = unseen.line, unseen.stood, unseen.ends
    found = (drive.end for drive in made.reaching(made.start, Drive(line, stood, None)))
    begun = (end for end in ends if right_at_once(made, (line, None, end)))
    for end in begun if ends else found:
        whole = replace(change, trams=(*change.trams, (line, stood, end)))
        for way in orders(made, whole, LIMITS.few_orders):
            if not way.broken and end is not None:
                nats = prior + LIMITS.unseen + _moves_prior(state, whole, way.turns)
                shown = (*changed.look, (end, known_position(state).get(end, EMPTY)))
                gone = change.bare if stood is None else (*change.bare, stood)
                turns = made.measured(way.turns)
                yield Explanation(turns, nats, shown, 0.0, gone, (whole, UNSEEN))


def _divisible(state: Linie1State, change: Changes, turns: Sequence[Turn]) -> bool:
    """Whether these tiles may have been laid by their players in other pairs (5.3)."""
    lays = sum(isinstance(turn, Lay) for turn in turns)
    return lays > 1 and len(change.laid) + len(state.half) > TILES_A_TURN


def _change_prior(state: Linie1State, change: Changes) -> float:
    """What it costs beforehand that just these tiles and trams changed."""
    further = max(len(change.laid) - 1, 0)
    off = sum(new is None for _, _, new in change.trams)
    others = len(change.laid) - further + len(change.bare) + off
    places = LIMITS.place * others + LIMITS.further * further
    trams = LIMITS.arrives * (len(change.trams) - off) + LIMITS.tram * len(change.trams)
    laid = {one.spot for one in change.laid}
    trams += LIMITS.astray * sum(_astray(state, laid, new) for _, _, new in change.trams)
    trams += LIMITS.nobodys * sum(_is_nobodys(state, line) for line, _, _ in change.trams)
    fewer = LIMITS.gone * len(change.bare) + LIMITS.off * off + LIMITS.swapped * change.swapped
    hidden = LIMITS.sign_hidden * len(change.removed & {new for _, _, new in change.trams})
    return places + trams + fewer + hidden + LIMITS.undone * _undone(state, change)


def _astray(state: Linie1State, laid: Container[Spot], spot: Spot | None) -> bool:
    """Whether a tram came to bare ground."""
    return spot is not None and spot not in laid and not on_track(state.board, spot)


def _is_nobodys(state: Linie1State, line: int) -> bool:
    """Whether every player is known to have another line, and no tram of it stood here before."""
    others = bool(state.lines) and not {None, line} & set(state.lines)
    return others and state.tram(line) is None


def _undone(state: Linie1State, change: Changes) -> int:
    """How many tiles of the last turn gave way to what they had replaced, or were turned: their
    player changed his mind rather than that the next one broke a rule."""
    last = {laid.spot: laid for laid in state.last}
    pairs = ((last[laid.spot], laid.tile) for laid in change.laid if laid.spot in last)
    return sum(old.replaces == new or old.tile.kind is new.kind for old, new in pairs)


def _moves_prior(state: Linie1State, change: Changes, turns: Sequence[Turn]) -> float:
    """What so many turns cost beforehand, tiles told one by one counted as turns of two."""
    tiles = len(change.laid)
    lays = -(-(tiles + len(state.half)) // TILES_A_TURN) if tiles else 0
    told = sum(not isinstance(turn, Signs) for turn in turns)
    moves = min(lays + len(change.trams), told)
    if not moves:
        return LIMITS.signs_alone if change.put or change.removed else 0.0
    return LIMITS.one_turn + LIMITS.more_turns * (moves - 1)


def _signs_prior(turns: Sequence[Turn]) -> float:
    amiss, astray = 0, 0
    for turn in turns:
        if isinstance(turn, Lay):
            amiss += len(turn.lacking) + len(turn.signs)
        if isinstance(turn, Signs):
            amiss += len(turn.removed)
        if isinstance(turn, Lay | Signs):
            put = turn.signs if isinstance(turn, Lay) else turn.put
            astray += sum(letter_at(spot) is None for spot in put)
    return LIMITS.sign_amiss * amiss + LIMITS.sign_astray * astray


def reread(turn: Turn, place: Spot, label: CellContent) -> Turn | None:
    """The same lay with another tile read on its cell; None where it filled another place or the
    reading has no tile."""
    if not isinstance(turn, Lay) or label.tile is None or isinstance(turn, Pass):
        return None
    if place not in {laid.spot for laid in turn.tiles}:
        return None
    tiles = tuple(
        Laid(one.spot, label.tile, one.replaces) if one.spot == place else one for one in turn.tiles
    )
    return replace(turn, tiles=tiles)


def divided(turn: Turn, later: Turn, gone: Collection[Spot]) -> tuple[Lay | None] | None:
    """The tiles of two lays that still lie there as one lay, those that are gone as the other:
    which tiles came together shows in no picture (5.3)."""
    if not (isinstance(turn, Lay) and isinstance(later, Lay)) or turn.ended or later.ended:
        return None
    tiles, nobodys = (*turn.tiles, *later.tiles), {turn.player, later.player} == {None}
    stay = tuple(laid for laid in tiles if laid.spot not in gone)
    if not nobodys or len(tiles) - len(stay) != TILES_A_TURN or len(stay) > TILES_A_TURN:
        return None
    signs, lacking = _at(stay, turn.signs + later.signs), _at(stay, turn.lacking + later.lacking)
    return (Lay(stay, signs, lacking, beside=turn.beside) if stay else None,)


def _at(tiles: Sequence[Laid], spots: Sequence[Spot]) -> tuple[Spot, ...]:
    return tuple(spot for spot in spots if spot in {laid.spot for laid in tiles})
