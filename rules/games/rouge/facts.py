"""What Rouge may be told: colours, whose turn it is, pawns in hand, the ring turned last, locks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from rules.core.codec import TEXT, WORD, Json, Key, by_name, many
from rules.core.errors import UnknownName
from rules.core.facts import COUNT, MOST, PLAYER, Fact, Field, Form, fact, teller, turn_form
from rules.core.toolkit.seats import changed
from rules.games.rouge.laws.sides import beaten
from rules.games.rouge.opening import COLOUR_NAMES
from rules.games.rouge.state import RougeState
from rules.games.rouge.track import HOLLOWS, RINGS, Hollow
from rules.games.rouge.wire import HOLLOW

T = TypeVar("T")


def facts(state: RougeState) -> tuple[Form, ...]:
    """The table's facts first, then the pawns that every side holds."""
    sides = [side for side in range(len(state.pawns)) if state.called(side)]
    if not sides:
        return ()
    names = tuple(state.called(side) for side in sides)
    mover = None if state.mover is None else state.called(state.mover) or None
    hands = (_hand(state, side) for side in sides)
    table = (turn_form(names, mover), *_colours(state), *_rings(state, names))
    locks = Form("unlocked", asked=("lock-unknown", "old-end"))
    return (*table, locks, *hands, Form("draw"))


def _colours(state: RougeState) -> tuple[Form, ...]:
    """Who plays what; nothing to tell where nobody named the players."""
    if not state.players:
        return ()
    plays = dict(zip(state.names, state.colours, strict=True))
    seen = {colour for colour in state.colours if colour is not None}
    choices = (
        tuple(sorted(seen)) if len(seen) >= len(state.players) else tuple(sorted(COLOUR_NAMES))
    )
    fields = (Field(player, "choice", plays.get(player), choices) for player in state.players)
    return (Form("colours", tuple(fields)),)


def _rings(state: RougeState, names: tuple[str, ...]) -> tuple[Form, ...]:
    """The ring turned last: by anyone, or where the table plays so by each side."""
    choices = (0, *RINGS)
    if len(state.rings) == 1:
        return (Form("ring", (Field("ring", "choice", state.rings[0], choices),)),)
    pairs = zip(names, state.rings, strict=False)
    return tuple(
        Form("ring", (Field("player", "fixed", name), Field("ring", "choice", ring, choices)), name)
        for name, ring in pairs
    )


def _hand(state: RougeState, side: int) -> Form:
    name = state.called(side)
    count = state.hands[side] if state.counted[side] else None
    return Form("hand", (Field("player", "fixed", name), Field("count", "count", count)), name)


def _told_hand(state: RougeState, player: str, count: int) -> RougeState:
    """Who was out and holds pawns by what is told now was not."""
    side = state.side_named(player)
    counted = changed(state.counted, side, True)
    if count:
        out = (tuple(one for one in group if one != side) for group in state.out)
        state = state.but(out=tuple(group for group in out if group))
    return state.but(hands=changed(state.hands, side, count), counted=counted)


def _told_ring(state: RougeState, ring: int, player: str) -> RougeState:
    if ring not in (0, *RINGS):
        raise UnknownName(f"There is no ring {ring}: 1 is the inner, 3 the outer one, 0 for none.")
    side = state.side_named(player) if len(state.rings) > 1 else 0
    return state.but(rings=changed(state.rings, side, ring))


def _told_locked(state: RougeState, player: str, cells: tuple[Hollow, ...]) -> RougeState:
    side = state.side_named(player)
    bits = sum(hollow.bit for hollow in set(cells)) & state.pawns[side]
    doubtful = changed(state.doubtful, side, 0)
    return state.but(locked=changed(state.locked, side, bits), doubtful=doubtful)


def _told_unlocked(state: RougeState) -> RougeState:
    none = (0,) * len(state.pawns)
    return state.but(locked=none, doubtful=none, lines=none)


def _told_colours(state: RougeState, colours: Iterable[tuple[str, str]]) -> RougeState:
    """Who plays what. In a game met half-way every player must be told, but for one at most."""
    told = dict(colours)
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

    def moved(values: tuple[T, ...]) -> tuple[T, ...]:
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


_known = teller(
    "Rouge",
    {
        "colours": Fact(by_name(WORD, MOST), _told_colours),
        "turn": fact(lambda state, player: state.but(mover=state.side_named(player)), PLAYER),
        "hand": fact(_told_hand, PLAYER, Key("count", COUNT)),
        "ring": fact(_told_ring, Key("ring", COUNT), Key("player", TEXT, default="")),
        "locked": fact(_told_locked, PLAYER, Key("cells", many(HOLLOW, HOLLOWS))),
        "unlocked": fact(_told_unlocked),
        "draw": fact(lambda state: state.but(draw=True)),
    },
)


def tell(state: RougeState, fact: str, data: Json) -> RougeState:
    """The state with something no picture shows. Who has two pawns and by all that is told none in
    hand is out (U20); that it is his turn is then not known to be so."""
    state = _known(state, fact, data)
    left = zip(state.pawns, state.hands, strict=True)
    few = [side for side, (pawns, hand) in enumerate(left) if beaten(pawns, hand)]
    now = tuple(side for side in few if side not in state.gone)
    state = state.but(out=(*state.out, now)) if now else state
    return state.but(mover=None) if state.mover in state.gone else state
