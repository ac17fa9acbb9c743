"""Hands that lie face up in a picture: which tiles are whose (leaflet, preparation: face up).

A picture shows tiles lying away from the layout, not whose they are. They are told apart by where
they lie, and known again in the next picture by their kinds, each of which is there once (1.2);
whose a hand is shows when a tile of it is laid. What is learnt is sure or it is not learnt: every
hand must be in sight and hold as many tiles as are counted, and each tile be read twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import dist

from rules.core.codec import Json, JsonObject, Key, by_name, many
from rules.core.facts import fact
from rules.core.observation import EMPTY, Loose
from rules.core.rulebook import House
from rules.games.redline.align import RedlineObservation
from rules.games.redline.explaining.grid import fitted_grid
from rules.games.redline.hands import Hand, OpenHand
from rules.games.redline.masks import unturned
from rules.games.redline.readings import Readings
from rules.games.redline.state import RedlineState
from rules.games.redline.tiles import Tile
from rules.games.redline.wire import OPEN_HAND, TILES

#: Probability from which a tile in a hand is read surely, in any of its turns.
SURE = 0.97

#: Probability up to which nobody need think of a tile, or of a hand's tile being none.
UNLIKELY = 0.02

#: How much farther from one another hands must lie than the tiles of any of them. Origin: hands
#: lie on different sides of a layout; a row laid out unevenly has gaps of some 1.3 of the usual.
SEPARATION = 1.5

#: Tile sides that hands lie apart at least: a layout of one tile lies between them.
WIDE = 3.0

XY = tuple[float, float]

#: Hands in one picture.
_LYING = many(OPEN_HAND, 8)


@dataclass(frozen=True, slots=True)
class SeenHand:
    """Tiles that lie together, as one picture shows them: how many, the kinds read surely, and all
    that are likely enough to be among them."""

    number: int
    kinds: frozenset[Tile]
    likely: frozenset[Tile]
    owner: str | None = None

    @property
    def clear(self) -> bool:
        """Whether every tile was read surely, each of another kind."""
        return len(self.kinds) == len(self.likely) == self.number


def notice(
    state: RedlineState, observation: RedlineObservation, house: House
) -> tuple[str, Json] | None:
    """What a picture shows of hands that lie open, where that is news."""
    before, after = seen_to_json(state), seen_to_json(after_picture(state, observation, house))
    return None if after == before else ("open-hands", after)


def seen_to_json(state: RedlineState) -> JsonObject:
    """What pictures showed of open hands, as the fact ``open-hands``: the hands as they lay in the
    last one, with their owners where known, and what is known of each player's hand from them."""
    hands = zip(state.players, state.hands, strict=True)
    read = {player: TILES.write(hand.known) for player, hand in hands if hand.read}
    return {"lying": _LYING.write(state.open_hands), "read": read}


def _with_seen(
    state: RedlineState, lying: tuple[OpenHand, ...], read: Iterable[tuple[str, tuple[Tile, ...]]]
) -> RedlineState:
    """The state with what pictures showed of open hands."""
    state, known = replace(state, open_hands=lying), dict(read)
    for player, hand in zip(state.players, state.hands, strict=True):
        if player in known:
            state = state.with_hand(player, hand.but_known(known[player]))
        elif hand.read:
            state = state.with_hand(player, hand.unread())
    return state


#: The fact ``open-hands``: the inverse of `seen_to_json`.
OPEN_HANDS = fact(_with_seen, Key("lying", _LYING), Key("read", by_name(TILES, 8)))


def after_picture(
    state: RedlineState, observation: RedlineObservation, house: House
) -> RedlineState:
    """The state with what a picture shows of hands that lie open, and without what it shows no
    more; unchanged where the picture shows another layout."""
    known_set = Readings.of(house).set == "derived"
    if not known_set or not state.players or observation.occupied() != dict(state.layout):
        return state
    seen, before = seen_hands(state, observation), _with_layer(state)
    if before is None:
        return _forgotten(replace(state, open_hands=_remembered(seen)))
    state = _still_seen(state, observation)
    if not seen:
        return replace(state, open_hands=before)
    owned = _last_owner(state, _owned(before, seen))
    learnt = state if not _all_counted(state, owned) else _learnt(state, before, owned)
    return _doubted(replace(learnt, open_hands=_remembered(owned)), owned)


def in_hand(state: RedlineState, observation: RedlineObservation) -> dict[str, int]:
    """How many tiles lie before each player whose open hand earlier pictures showed, told by their
    kinds. A tile that nobody can tell may be anybody's: then only of players who have all of
    theirs before them."""
    owners = {kind: hand.owner for hand in state.open_hands for kind in hand.kinds if hand.owner}
    things = [thing for thing in observation.loose if thing.area == "hand"]
    if not owners or not things:
        return {}
    kinds = map(_sure_kind, things)
    found = [None if kind is None else owners.get(kind) for kind in kinds]
    lying = {owner: found.count(owner) for owner in owners.values() if owner is not None}
    whole = {owner: n for owner, n in lying.items() if n == state.hand(owner).count}
    return whole if None in found else lying


def seen_hands(state: RedlineState, observation: RedlineObservation) -> tuple[SeenHand, ...]:
    """The hands that a picture shows, one for each player who has tiles; none where they cannot
    be told apart or something among them may be no tile."""
    tiles = [thing for thing in observation.loose if thing.area == "hand"]
    if not tiles or any(thing.belief.probability(EMPTY) > UNLIKELY for thing in tiles):
        return ()
    points = tuple(thing.pose.pixel_xy for thing in tiles)
    parts = _apart(points, len(_holders(state)), _pitch(observation))
    return tuple(_seen([tiles[index] for index in part]) for part in parts)


def _pitch(observation: RedlineObservation) -> float | None:
    """Pixels from cell to cell of the layout; None where fewer than two tiles lie there."""
    grid = fitted_grid(observation)
    if grid is None:
        return None
    (a, b, _), (c, d, _) = grid.col_row, grid.row_row
    area = abs(a * d - b * c)
    return None if area == 0.0 else area**-0.5


def _holders(state: RedlineState) -> tuple[str, ...]:
    return tuple(player for player in state.playing if not state.hand(player).empty)


def _seen(tiles: list[Loose[Tile]]) -> SeenHand:
    shares = [_kinds(thing) for thing in tiles]
    sure = frozenset(kind for one in shares for kind, p in one.items() if p >= SURE)
    likely = frozenset(kind for one in shares for kind, p in one.items() if p > UNLIKELY)
    return SeenHand(len(tiles), sure, likely)


def _kinds(thing: Loose[Tile]) -> dict[Tile, float]:
    """The probability of every kind, however it is turned."""
    shares: dict[Tile, float] = {}
    for label, p in thing.belief.labels():
        shares[unturned(label)] = shares.get(unturned(label), 0.0) + p
    return shares


def _sure_kind(thing: Loose[Tile]) -> Tile | None:
    return next((kind for kind, p in _kinds(thing).items() if p >= SURE), None)


@lru_cache(maxsize=64)
def _apart(points: tuple[XY, ...], number: int, pitch: float | None) -> tuple[tuple[int, ...], ...]:
    """Indices of the points in so many groups, by joining the nearest first; none where the groups
    do not lie clearly farther from one another than the points of any of them, and than tiles of
    one hand lie from one another (`pitch`: pixels from cell to cell)."""
    if not 0 < number <= len(points):
        return ()
    group = list(range(len(points)))
    left, longest = len(points), 0.0
    for i, j in sorted(combinations(group, 2), key=lambda pair: _between(points, pair)):
        if group[i] == group[j]:
            continue
        if left == number:
            wide = max(SEPARATION * longest, WIDE * pitch if pitch else 0.0)
            return _members(group) if _between(points, (i, j)) >= wide > 0.0 else ()
        old, new, left, longest = group[j], group[i], left - 1, _between(points, (i, j))
        group = [new if one == old else one for one in group]
    return _members(group)


def _between(points: tuple[XY, ...], pair: tuple[int, int]) -> float:
    return dist(points[pair[0]], points[pair[1]])


def _members(group: list[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(i for i, one in enumerate(group) if one == name) for name in sorted(set(group))
    )


def _with_layer(state: RedlineState) -> tuple[OpenHand, ...] | None:
    """The hands of the last picture, where the tile laid since tells whose one is; None where that
    contradicts what was thought."""
    kind = None if state.last is None else unturned(state.last.tile)
    found = [hand for hand in state.open_hands if kind in hand.kinds]
    if len(found) != 1 or state.layer is None:
        return state.open_hands
    others = {hand.owner for hand in state.open_hands if hand is not found[0]}
    if found[0].owner not in {None, state.layer} or state.layer in others:
        return None
    told = replace(found[0], owner=state.layer)
    return tuple(told if hand is found[0] else hand for hand in state.open_hands)


def _owned(before: Iterable[OpenHand], seen: Iterable[SeenHand]) -> tuple[SeenHand, ...]:
    """The hands with their owners, where a hand shares tiles with just one hand of before, and
    that with no other."""
    known, now = tuple(before), tuple(seen)

    def owner(hand: SeenHand) -> str | None:
        mine = [one for one in known if hand.kinds & set(one.kinds)]
        if len(mine) != 1:
            return None
        return mine[0].owner if sum(bool(h.kinds & set(mine[0].kinds)) for h in now) == 1 else None

    return tuple(replace(hand, owner=owner(hand)) for hand in now)


def _last_owner(state: RedlineState, seen: tuple[SeenHand, ...]) -> tuple[SeenHand, ...]:
    """The one hand that nobody is known to own is that of the one player without."""
    owners = {hand.owner for hand in seen}
    left = [player for player in _holders(state) if player not in owners]
    if len(left) != 1 or sum(hand.owner is None for hand in seen) != 1:
        return seen
    return tuple(hand if hand.owner else replace(hand, owner=left[0]) for hand in seen)


def _all_counted(state: RedlineState, seen: tuple[SeenHand, ...]) -> bool:
    """Whether every player's hand lies there with as many tiles as are counted."""
    lying = {hand.owner: hand.number for hand in seen}
    return lying == {player: state.hand(player).count for player in _holders(state)}


def _learnt(
    state: RedlineState, before: tuple[OpenHand, ...], seen: tuple[SeenHand, ...]
) -> RedlineState:
    """The state with the hands that this picture and the one before read alike."""
    elsewhere = {unturned(tile) for tile in state.layout.values()}
    earlier = {kind for hand in before for kind in hand.kinds}
    for hand in seen:
        others = elsewhere.union(*(other.likely for other in seen if other is not hand))
        told = state.hand(hand.owner or "")
        unique = hand.clear and not hand.kinds & others and hand.kinds <= earlier
        if unique and (told.read or not told.exact):
            state = state.with_hand(hand.owner or "", told.but_known(hand.kinds))
    return state


def _still_seen(state: RedlineState, observation: RedlineObservation) -> RedlineState:
    """Tiles known from pictures are forgotten where no hand shows them any more: they may have been
    thrown away, and drawn by another since."""
    seen: set[Tile] = set()
    if any(hand.read for hand in state.hands):
        things = (thing for thing in observation.loose if thing.area == "hand")
        seen.update(kind for thing in things for kind, p in _kinds(thing).items() if p > UNLIKELY)
    for player, hand in zip(state.players, state.hands, strict=True):
        if hand.read and not seen.issuperset(hand.known):
            state = state.with_hand(player, hand.but_known(seen.intersection(hand.known)))
    return state


def _doubted(state: RedlineState, seen: tuple[SeenHand, ...]) -> RedlineState:
    """Tiles known from pictures are forgotten where they lie in another hand now."""
    for player in state.players:
        hand = state.hand(player)
        kept = tuple(kind for kind in hand.known if _still_there(kind, player, seen))
        if hand.read and kept != hand.known:
            state = state.with_hand(player, hand.but_known(kept))
    return state


def _still_there(kind: Tile, player: str, seen: tuple[SeenHand, ...]) -> bool:
    own = [hand for hand in seen if hand.owner == player]
    others = (hand for hand in seen if hand.owner != player)
    return all(kind in hand.likely for hand in own) and not any(kind in h.kinds for h in others)


def _forgotten(state: RedlineState) -> RedlineState:
    """Nothing that pictures showed of hands is held for sure any more."""
    return replace(state, hands=tuple(hand.unread() for hand in state.hands))


def _remembered(seen: Iterable[SeenHand]) -> tuple[OpenHand, ...]:
    """What the next picture is compared with."""
    return tuple(sorted(map(_as_open, seen), key=repr))


def _as_open(hand: SeenHand) -> OpenHand:
    return OpenHand(Hand.of(hand.kinds).known, hand.owner)
