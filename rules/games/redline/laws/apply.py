"""From state to state: what a turn does to the table, the hands, the reserve and the turn.

Leaflet, play, alignments, impossible to play, end; R14, R18 to R21. Legality is not looked at:
a tile that players insist on leaving there counts like any other.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.rulebook import House
from rules.core.toolkit.seats import clockwise
from rules.games.redline.hands import Hand
from rules.games.redline.laws.rewards import OTHERS_DISCARD, Earned, earned
from rules.games.redline.masks import unturned
from rules.games.redline.readings import Readings
from rules.games.redline.state import Discard, Lay, RedlineState, Turn


def force(state: RedlineState, turn: Turn, house: House) -> RedlineState:
    """The state as it physically stands after a turn, legal or not."""
    readings = Readings.of(house)
    if isinstance(turn, Discard):
        return _without_the_empty_handed(_discarded(state, turn))
    return _without_the_empty_handed(_laid(after_unseen_discards(state), turn, readings))


def may_change(state: RedlineState, house: House, last: Turn | None = None) -> bool:
    """Whether the last turn, whichever, may still be changed: until it is said to be over, or
    never (R25)."""
    return Readings.of(house).final_when == "turn_ended" and not state.final


def ended(state: RedlineState, player: str | None) -> RedlineState:
    """The last turn is over: who made it said so, or nobody in particular (R25)."""
    mine = player is None or state.layer in {None, player}
    return replace(state, final=True) if mine else state


def _laid(state: RedlineState, lay: Lay, readings: Readings) -> RedlineState:
    reward = earned(state, lay, readings)
    layer = layer_of(state, lay)
    after = RedlineState(
        layout=state.layout.with_tile(lay.cell, lay.tile),
        players=state.players,
        hands=_hands_after(state, lay, layer),
        reserve=state.reserve,
        turn=None if layer is None else state.after(state.seat(layer)),
        last=lay,
        layer=layer,
        fresh=True,
        out=state.out,
        owed=state.owed,
        claims=state.claims,
        open_hands=state.open_hands,
    )
    return after if reward is None else _rewarded(after, layer, reward)


def layer_of(state: RedlineState, lay: Lay) -> str | None:
    """Whose turn a lay is: that of the player on turn; where nobody knows who that is, of the one
    whose tile it surely is; None where neither is known."""
    if state.mover is not None:
        return state.mover
    kind = unturned(lay.tile)
    owners = [p for p, h in zip(state.players, state.hands, strict=True) if kind in h.known]
    return owners[0] if len(owners) == 1 else None


def _hands_after(state: RedlineState, lay: Lay, layer: str | None) -> tuple[Hand, ...]:
    """The tile leaves the hand it is known to be in, else the layer's; with neither known it left
    some hand, and no hand's count is sure any more."""
    if layer is None:
        return tuple(hand.uncounted() for hand in state.hands)
    kind, seat = unturned(lay.tile), state.seat(layer)
    if kind not in state.hands[seat].known:
        holders = [place for place, hand in enumerate(state.hands) if kind in hand.known]
        seat = holders[0] if holders else seat
    hands = list(state.hands)
    hands[seat] = hands[seat].without((kind,))
    return tuple(hands)


def _rewarded(state: RedlineState, layer: str | None, reward: Earned) -> RedlineState:
    if reward.kind == OTHERS_DISCARD:
        return replace(state, owed=_others(state, layer))
    if not reward.sure or layer is None:
        return _somehow_rewarded(state, layer)
    drawn = state.hand(layer).with_drawn()
    reserve = None if state.reserve is None else state.reserve - 1
    return replace(state.with_hand(layer, drawn), reserve=reserve)


def _others(state: RedlineState, layer: str | None) -> tuple[str, ...]:
    """Who throws one tile away: everyone else still in with a tile, clockwise (R19)."""
    if layer is None:
        return ()
    first = state.after(state.seat(layer))
    seats = clockwise(state.players, first)
    playing = state.playing
    return tuple(p for p in seats if p != layer and p in playing and not state.hand(p).empty)


def _somehow_rewarded(state: RedlineState, layer: str | None) -> RedlineState:
    """Either somebody drew or others threw tiles away, and nobody can tell: counts are lost."""
    hands = tuple(
        hand.uncounted() if player == layer else Hand()
        for player, hand in zip(state.players, state.hands, strict=True)
    )
    return replace(state, hands=hands, reserve=None)


def after_unseen_discards(state: RedlineState) -> RedlineState:
    """Play goes on: the tiles still owed were thrown away while nobody looked. What the next lay
    earns, and whose turn it is, is told from here."""
    if not state.owed:
        return state
    for player in state.owed:
        state = state.with_hand(player, state.hand(player).without_unseen(1))
    reserve = None if state.reserve is None else state.reserve + len(state.owed)
    return _without_the_empty_handed(replace(state, owed=(), reserve=reserve))


def before_lay(state: RedlineState) -> tuple[RedlineState, RedlineState]:
    """The state in which a tile is laid, and the same with the hands as they were known before:
    nobody saw which tiles the others threw away, but what was in no hand before is in none now."""
    now = after_unseen_discards(state)
    return now, now if now is state else replace(now, hands=state.hands)


def at_discard(state: RedlineState, turn: Discard) -> RedlineState:
    """The state in which tiles are thrown away. One tile is the one that is owed; more, by the
    player on turn, who cannot lay (R14), come after those that everyone owed and nobody saw."""
    stuck = turn.count != 1 and turn.player == state.mover
    return after_unseen_discards(state) if stuck else state


def _discarded(state: RedlineState, turn: Discard) -> RedlineState:
    state = at_discard(state, turn)
    if turn.player not in state.players:
        return replace(state, fresh=False, reserve=None)
    reserve = None if state.reserve is None else state.reserve + turn.count
    after = replace(
        state.with_hand(turn.player, _hand_after(state.hand(turn.player), turn)), reserve=reserve
    )
    if turn.player in state.owed:
        return replace(after, owed=tuple(p for p in state.owed if p != turn.player))
    return replace(
        after, fresh=False, final=False, claimed=None, turn=state.after(state.seat(turn.player))
    )


def _hand_after(hand: Hand, turn: Discard) -> Hand:
    if turn.tiles is None:
        return hand.without_unseen(turn.count)
    return hand.without(turn.tiles)


def _without_the_empty_handed(state: RedlineState) -> RedlineState:
    """Players without tiles are out once the turn is fully resolved, all at the same moment (R21).

    Where the house eliminates at once the layer was refused the draw, so the same holds.
    """
    if state.owed or not any(hand.empty for hand in state.hands):
        return state
    gone = tuple(player for player in state.playing if state.hand(player).empty)
    return replace(state, out=(*state.out, gone)) if gone else state
