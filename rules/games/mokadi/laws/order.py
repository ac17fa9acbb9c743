"""Whose turn it is and which piece may be played (leaflet, how it begins, obligation to play,
all pieces laid; M1, M2, M4, M16). What nobody knows is never a foul."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.toolkit.readings import named
from rules.core.verdict import Violation
from rules.games.mokadi.laws.findings import Finding, doubt, new_spot
from rules.games.mokadi.moves import Lay, LayStick, Remove, kind_of
from rules.games.mokadi.readings import Readings, foul
from rules.games.mokadi.state import MokadiState, Phase


def lay_findings(state: MokadiState, lay: Lay, readings: Readings) -> Iterator[Finding]:
    """What a lay breaks or leaves open whatever it rests on."""
    yield from _phase_findings(state, lay)
    yield from turn_findings(state, lay)
    yield from _stock_findings(state, lay)
    if readings.building_colours == "alternate":
        yield from _alternation_findings(state, lay)


def turn_findings(state: MokadiState, turn: Lay | Remove) -> Iterator[Finding]:
    """One piece a turn (M4): who has just played waits for the others."""
    player, mover = turn.player, state.mover
    if player is None or not state.players:
        return
    if player not in state.players:
        yield doubt("unknown-player", player=player)
    elif player in state.out:
        yield doubt("out-of-turn", player=player, case="out")
    elif player == state.last and player != mover and len(state.playing) > 1:
        yield _again(state, turn, player)
    elif mover is not None and player != mover:
        yield doubt("out-of-turn", player=player, mover=mover)


def _again(state: MokadiState, turn: Lay | Remove, player: str) -> Violation:
    if isinstance(turn, Remove):
        sticks = tuple(s.spot for s in state.sticks if s.number in turn.sticks)
        return foul("two-moves", *sticks, player=player, sticks=sticks, case="removed")
    spot = new_spot(state, turn)
    return foul(
        "two-moves", spot, player=player, colour=turn.colour, piece=spot, case=kind_of(turn)
    )


def may_build(state: MokadiState) -> bool:
    """Whether a stick or a pad may be due (leaflet, all pieces laid; M17)."""
    return state.phase is not Phase.REMOVING


def may_remove(state: MokadiState) -> bool:
    """Whether all pieces may be laid: nobody surely holds one (leaflet, all pieces laid; M17)."""
    if state.phase in {Phase.REMOVING, None}:
        return True
    return state.phase is Phase.BUILDING and not any(
        state.stock(player).held for player in state.playing
    )


def _phase_findings(state: MokadiState, lay: Lay) -> Iterator[Finding]:
    spot = new_spot(state, lay)
    if state.phase is Phase.OPENING and isinstance(lay, LayStick):
        yield foul("not-a-pad-yet", spot, colour=lay.colour, stick=spot)
    if not may_build(state):
        yield doubt("removing-now", piece=spot)


def _stock_findings(state: MokadiState, lay: Lay) -> Iterator[Finding]:
    """The piece comes from the player's own share (leaflet, shares; M1)."""
    kind = kind_of(lay)
    if state.spare.total:
        if kind == "pad" and not state.spare.count(lay.colour):
            yield doubt(
                "no-such-piece", colour=lay.colour, piece=new_spot(state, lay), case="spare"
            )
        return
    player = actor(state, lay)
    if player is None or player not in state.playing:
        return
    if state.stock(player).may_hold(kind, lay.colour):
        return
    others = [p for p in state.playing if p != player and _may_hold(state, p, lay)]
    if lay.player is None and others == [state.last]:
        yield _again(state, lay, others[0])
    else:
        spot = new_spot(state, lay)
        yield doubt("no-such-piece", player=player, colour=lay.colour, piece=spot, case=kind)


def actor(state: MokadiState, turn: Lay | Remove) -> str | None:
    """Who made a turn: who was seen to, else the player on turn."""
    return turn.player if turn.player in state.players else state.mover


def _may_hold(state: MokadiState, player: str, lay: Lay) -> bool:
    return state.stock(player).may_hold(kind_of(lay), lay.colour)


def _alternation_findings(state: MokadiState, lay: Lay) -> Iterator[Finding]:
    """The colours alternate while building too, where the table plays so (M16); a player without
    the other colour is free."""
    if state.phase is not Phase.BUILDING or state.colour != lay.colour:
        return
    player, spot = actor(state, lay), new_spot(state, lay)
    stock = None if player is None else state.stock(player)
    others = [c for c in _colours(state) if c != lay.colour]
    if stock is not None and any(stock.surely_holds(colour) for colour in others):
        reading = named("building_colours", "alternate")
        case = f"alternation-{kind_of(lay)}"
        fault = foul(
            "wrong-colour", spot, reading=reading, colour=lay.colour, piece=spot, case=case
        )
        yield fault.under("Mokadi turn")
    elif stock is None or stock.pads is None or stock.sticks is None:
        yield doubt("look-colours", piece=spot)


def _colours(state: MokadiState) -> set[str]:
    piles = [pile for stock in state.stocks for pile in (stock.pads, stock.sticks) if pile]
    return {colour for pile in piles for colour in pile.colours}
