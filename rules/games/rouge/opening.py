"""The state before the first turn, a game met half-way, what players tell (leaflet, start; U1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.core.rulebook import House
from rules.core.toolkit.bits import indices
from rules.core.toolkit.seats import clockwise
from rules.core.verdict import Outcome
from rules.games.rouge.readings import RULEBOOK, Readings
from rules.games.rouge.state import PALETTE, PAWNS, Pawn, RougeState
from rules.games.rouge.track import TRACK, Hollow, ends, middles

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


def in_play(state: RougeState) -> frozenset[Pawn] | None:
    """A pawn of every side's colour; None while a player's is not known, or where nobody said how
    many play and more may come."""
    known = [colour for colour in state.colours if colour is not None]
    more = not state.players and len(known) < MOST
    return None if more or len(known) < len(state.colours) else frozenset(map(Pawn, known))


def next_order(
    players: Sequence[str], ended: Outcome | None, lot: int, house: House
) -> tuple[str, ...]:
    """The turn order of the next game, clockwise from the first player: drawn by lot (`lot` is
    the seat drawn), or the one who went out first, where the table plays so (U1); of several who
    went out together `lot` picks one."""
    groups = ended.ranking if ended is not None else ()
    first_out = groups[-1] if len(groups) > 1 else ()
    losers = [players.index(player) for player in first_out if player in players]
    by_lot = not losers or Readings.of(house).starter == "drawn"
    return clockwise(tuple(players), lot % len(players) if by_lot else losers[lot % len(losers)])
