"""What Rouge may be told: colours, whose turn it is, pawns in hand, the ring turned last, locks."""

from __future__ import annotations

from rules.core.facts import Field, Form, turn_form
from rules.games.rouge.opening import COLOUR_NAMES
from rules.games.rouge.state import RougeState
from rules.games.rouge.track import RINGS


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
