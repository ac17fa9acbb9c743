"""How likely a change is before its picture is looked at, in nats."""

from __future__ import annotations

from collections.abc import Container, Sequence

from rules.games.linie1.explaining.changes import Changes
from rules.games.linie1.explaining.limits import LIMITS
from rules.games.linie1.explaining.open_places import is_nobodys
from rules.games.linie1.laws.network import on_track
from rules.games.linie1.laws.ownership import TILES_A_TURN
from rules.games.linie1.laws.signs import letter_at
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Lay, Linie1State, Signs, Turn


def change_prior(state: Linie1State, change: Changes) -> float:
    """What it costs beforehand that just these tiles and trams changed."""
    further = max(len(change.laid) - 1, 0)
    off = sum(new is None for _, _, new in change.trams)
    others = len(change.laid) - further + len(change.bare) + off
    places = LIMITS.place * others + LIMITS.further * further
    trams = LIMITS.arrives * (len(change.trams) - off) + LIMITS.tram * len(change.trams)
    laid = {one.spot for one in change.laid}
    trams += LIMITS.astray * sum(_astray(state, laid, new) for _, _, new in change.trams)
    trams += LIMITS.nobodys * sum(is_nobodys(state, line) for line, _, _ in change.trams)
    fewer = LIMITS.gone * len(change.bare) + LIMITS.off * off + LIMITS.swapped * change.swapped
    hidden = LIMITS.sign_hidden * len(change.removed & {new for _, _, new in change.trams})
    return places + trams + fewer + hidden + LIMITS.undone * _undone(state, change)


def _astray(state: Linie1State, laid: Container[Spot], spot: Spot | None) -> bool:
    """Whether a tram came to bare ground."""
    return spot is not None and spot not in laid and not on_track(state.board, spot)


def _undone(state: Linie1State, change: Changes) -> int:
    """How many tiles of the last turn gave way to what they had replaced, or were turned: their
    player changed his mind rather than that the next one broke a rule."""
    last = {laid.spot: laid for laid in state.last}
    pairs = ((last[laid.spot], laid.tile) for laid in change.laid if laid.spot in last)
    return sum(old.replaces == new or old.tile.kind is new.kind for old, new in pairs)


def moves_prior(state: Linie1State, change: Changes, turns: Sequence[Turn]) -> float:
    """What so many turns cost beforehand, tiles told one by one counted as turns of two."""
    tiles = len(change.laid)
    lays = -(-(tiles + len(state.half)) // TILES_A_TURN) if tiles else 0
    told = sum(not isinstance(turn, Signs) for turn in turns)
    moves = min(lays + len(change.trams), told)
    if not moves:
        return LIMITS.signs_alone if change.put or change.removed else 0.0
    return LIMITS.one_turn + LIMITS.more_turns * (moves - 1)


def signs_prior(turns: Sequence[Turn]) -> float:
    """What signs cost beforehand that were forgotten, put up amiss or far from locations, or taken
    off."""
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
