"""The state before the first turn, a game met half-way, what players tell (leaflet, start; U1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.core.errors import UnknownName
from rules.core.facts import whole
from rules.core.rulebook import House
from rules.core.verdict import Outcome
from rules.games.rouge.readings import RULEBOOK, Readings
from rules.games.rouge.state import PALETTE, PAWNS, Pawn, RougeState, changed
from rules.games.rouge.track import RINGS, TRACK, Hollow, ends, indices, middles

#: Players a game can have (leaflet, title).
FEWEST, MOST = 2, 4

#: Colours a player may be named after; then the name says what he plays.
COLOUR_NAMES = frozenset({*PALETTE, "black", "white", "orange", "purple", "brown", "pink", "grey"})


def start(players: Sequence[str], house: House) -> RougeState:
    """An empty track, ten pawns in every hand, the first player on turn. Colours are learnt from
    the first pawns, unless the players are named after theirs.

    Without players the same track, of whose sides nothing is said.
    """
    names, readings = RULEBOOK.seated(players), Readings.of(house)
    if not names:
        return _fresh((), (None,) * MOST, (None,) * MOST, readings, counted=False)
    colours = names if set(names) <= COLOUR_NAMES else (None,) * len(names)
    return _fresh(names, names, colours, readings, counted=True).but(mover=0)


def resume(position: Mapping[Hollow, Pawn], players: Sequence[str], house: House) -> RougeState:
    """A game known only from its pawns: hands, locks, the last ring, who is out, whose turn it is
    and who plays which colour are unknown. Any pawn may be an old end pawn."""
    names, readings = RULEBOOK.seated(players), Readings.of(house)
    seen = sorted({pawn.colour for pawn in position.values()})
    if names and set(seen) <= set(names) <= COLOUR_NAMES:
        return _lying(_fresh(names, names, names, readings, counted=False), position, readings)
    sides = max(len(names) or len(seen), len(seen), FEWEST)
    colours = (*seen, *(None,) * (sides - len(seen)))
    blank = _fresh(names, (None,) * sides, colours, readings, counted=False)
    return _lying(blank, position, readings)


def _fresh(
    players: tuple[str, ...],
    names: Sequence[str | None],
    colours: Sequence[str | None],
    readings: Readings,
    *,
    counted: bool,
) -> RougeState:
    """Sides without a pawn on the track. Two sides are in turn order in any order."""
    sides = len(names)
    none = (0,) * sides
    return RougeState(
        players,
        tuple(names),
        tuple(colours),
        sides == 2 or any(names),
        none,
        none,
        none,
        none,
        (PAWNS,) * sides,
        (counted,) * sides,
        None,
        None,
        (0,) * (sides if readings.ring_lock == "player" else 1),
    )


def _lying(state: RougeState, position: Mapping[Hollow, Pawn], readings: Readings) -> RougeState:
    pawns = tuple(
        _bits(hollow for hollow, pawn in position.items() if pawn.colour == colour)
        for colour in state.colours
    )
    doubtful = pawns
    if readings.lock_ends == "broken":
        doubtful = tuple(bits & ends(middles(bits)) for bits in pawns)
    hands = tuple(max(PAWNS - bits.bit_count(), 0) for bits in pawns)
    counted = tuple(hand == 0 for hand in hands)
    return state.but(pawns=pawns, doubtful=doubtful, hands=hands, counted=counted)


def _bits(hollows: Iterable[Hollow]) -> int:
    return sum(hollow.bit for hollow in hollows)


def position(state: RougeState) -> dict[Hollow, Pawn]:
    """What stands where on the track."""
    return {
        TRACK[index]: Pawn(colour)
        for pawns, colour in zip(state.pawns, state.colours, strict=True)
        if colour is not None
        for index in indices(pawns)
    }


def next_order(
    players: Sequence[str], loser: str | None, lot: int, readings: Readings
) -> tuple[str, ...]:
    """The turn order of the next game, clockwise from the first player: drawn by lot (`lot` is
    the seat drawn), or the one who went out first, where the table plays so (U1)."""
    drawn = loser is None or readings.starter == "drawn"
    seat = lot % len(players) if drawn else players.index(loser or "")
    return (*players[seat:], *players[:seat])


def order_after(
    players: Sequence[str], ended: Outcome | None, lot: int, house: House
) -> tuple[str, ...]:
    """The same from how the last game ended; of several who went out together, `lot` picks one."""
    groups = ended.ranking if ended is not None else ()
    first_out = groups[-1] if len(groups) > 1 else ()
    losers = [player for player in first_out if player in players]
    loser = losers[lot % len(losers)] if losers else None
    return next_order(players, loser, lot, Readings.of(house))


def tell(state: RougeState, fact: str, data: Mapping[str, Any]) -> RougeState:
    """What the players say that no picture shows. Raises UnknownName for another fact.

    ``colours``: {player: colour} in any order; ``turn``: {player}, a name or a colour; ``hand``:
    {player, count}; ``ring``: {ring} turned last (and {player} where it counts for each);
    ``unlocked``: {} no old end pawn; ``locked``: {player, cells: [[ring, cell]...]}; ``draw``: {}.
    """
    tellers = {
        "colours": _tell_colours,
        "turn": _tell_turn,
        "hand": _tell_hand,
        "ring": _tell_ring,
        "locked": _tell_locked,
        "unlocked": _tell_unlocked,
        "draw": _tell_draw,
    }
    if fact not in tellers:
        raise UnknownName(f"Rouge cannot be told {fact!r}: {', '.join(tellers)}.")
    return tellers[fact](state, data)


def _tell_turn(state: RougeState, data: Mapping[str, Any]) -> RougeState:
    return state.but(mover=state.side_named(data["player"]))


def _tell_hand(state: RougeState, data: Mapping[str, Any]) -> RougeState:
    side = state.side_named(data["player"])
    counted = (*state.counted[:side], True, *state.counted[side + 1 :])
    return state.but(hands=changed(state.hands, side, whole(data["count"])), counted=counted)


def _tell_ring(state: RougeState, data: Mapping[str, Any]) -> RougeState:
    ring = int(data["ring"])
    if ring not in (0, *RINGS):
        raise UnknownName(f"There is no ring {ring}: 1 is the inner, 3 the outer one, 0 for none.")
    side = state.side_named(data["player"]) if len(state.rings) > 1 else 0
    return state.but(rings=changed(state.rings, side, ring))


def _tell_locked(state: RougeState, data: Mapping[str, Any]) -> RougeState:
    side = state.side_named(data["player"])
    bits = _bits(Hollow(*cell) for cell in data["cells"]) & state.pawns[side]
    doubtful = changed(state.doubtful, side, 0)
    return state.but(locked=changed(state.locked, side, bits), doubtful=doubtful)


def _tell_unlocked(state: RougeState, data: Mapping[str, Any]) -> RougeState:
    none = (0,) * len(state.pawns)
    return state.but(locked=none, doubtful=none, lines=none)


def _tell_draw(state: RougeState, data: Mapping[str, Any]) -> RougeState:
    return state.but(draw=True)


def _tell_colours(state: RougeState, data: Mapping[str, Any]) -> RougeState:
    """Who plays what. In a game met half-way every player must be told, but for one at most."""
    told = {str(player): str(colour) for player, colour in data.items()}
    if set(told) - set(state.players) or len(set(told.values())) < len(told):
        raise UnknownName(f"Every player has one colour of his own: {told}.")
    if any(state.names):
        return _coloured(state, told)
    return _seated(state, _with_the_last(state, told))


def _coloured(state: RougeState, told: Mapping[str, str]) -> RougeState:
    """Players whose sides are known get their colours."""
    others = {c for n, c in zip(state.names, state.colours, strict=True) if n not in told}
    if others & set(told.values()):
        raise UnknownName(f"Another player has that colour: {dict(told)}.")
    pairs = zip(state.names, state.colours, strict=True)
    return state.but(colours=tuple(told.get(name or "", colour) for name, colour in pairs))


def _with_the_last(state: RougeState, told: Mapping[str, str]) -> dict[str, str]:
    """The last player has the last colour."""
    players = [player for player in state.players if player not in told]
    colours = [colour for colour in state.colours if colour and colour not in told.values()]
    last = dict(zip(players, colours, strict=True)) if len(players) == len(colours) == 1 else {}
    if len(told) + len(last) < len(state.players):
        raise UnknownName("Tell the colour of every player: " + ", ".join(state.players) + ".")
    return {**told, **last}


def _seated(state: RougeState, plays: Mapping[str, str]) -> RougeState:
    """Every colour's side behind its player, in the order of play."""
    order = _order(state, plays)
    names = (*state.players, *(None,) * (len(order) - len(state.players)))
    colours = [state.colours[side] for side in order]
    colours[: len(state.players)] = [plays[player] for player in state.players]

    def moved(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[side] for side in order)

    return state.but(
        names=names,
        colours=tuple(colours),
        seated=True,
        pawns=moved(state.pawns),
        locked=moved(state.locked),
        doubtful=moved(state.doubtful),
        lines=moved(state.lines),
        hands=moved(state.hands),
        counted=moved(state.counted),
        mover=None if state.mover is None else order.index(state.mover),
        last=None if state.last is None else order.index(state.last),
        rings=state.rings if len(state.rings) == 1 else moved(state.rings),
        out=tuple(tuple(order.index(side) for side in group) for group in state.out),
    )


def _order(state: RougeState, plays: Mapping[str, str]) -> list[int]:
    """Which side sits where; a colour not seen yet takes a side without one."""
    known = [state.side_of(plays[player]) for player in state.players]
    left = [side for side in range(len(state.pawns)) if side not in known]
    left.sort(key=lambda side: state.colours[side] is not None)
    return [left.pop(0) if side is None else side for side in known] + left
