"""The judgement of a whole turn: a lay or a discard (leaflet, play; R3, R4, R13 to R18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.core.rulebook import House
from rules.core.toolkit.readings import named
from rules.core.verdict import Param, Remark, Reward, Ruling, Verdict, Violation
from rules.games.redline.board import board_of
from rules.games.redline.laws.apply import at_discard, before_lay, layer_of
from rules.games.redline.laws.askew import askew_foul, straightness_on
from rules.games.redline.laws.legal import STUCK_COUNT, first_legal_lay, fits
from rules.games.redline.laws.placement import (
    dead_end_fouls,
    lay_foul,
    placement_fouls,
    variant_fouls,
)
from rules.games.redline.laws.rewards import earned
from rules.games.redline.masks import unturned
from rules.games.redline.readings import Readings, foul
from rules.games.redline.state import Discard, Lay, RedlineState, Turn
from rules.games.redline.straight import Straightness


def judge(state: RedlineState, turn: Turn, house: House) -> Verdict:
    """Every violation, reward and remark of a turn. Never raises for a bad turn."""
    readings = Readings.of(house)
    if isinstance(turn, Discard):
        return _judge_discard(state, turn, readings)
    return _judge_lay(state, turn, readings)


#: Verdicts kept: of one picture that leaves much open some 300 differ, though the histories and
#: orders that it leaves possible ask for up to 14,000.
_KEPT = 1024


@lru_cache(_KEPT)
def _judge_lay(state: RedlineState, lay: Lay, readings: Readings) -> Verdict:
    how = straightness_on(state.layout, lay)
    now, held = before_lay(state)
    fouls = (*_place_fouls(state, lay, readings, how), *_piece_fouls(held, lay, readings))
    if fouls:
        return Verdict(Ruling.ILLEGAL, fouls)
    if lay.cell in state.layout:
        return Verdict(Ruling.ASK, remarks=(Remark.of("exchanged", cell=lay.cell),))
    if how is Straightness.CROOKED:
        return Verdict(Ruling.ASK, remarks=(Remark.of("straighten", cell=lay.cell),))
    return Verdict(
        Ruling.LEGAL,
        rewards=tuple(_rewards(now, lay, readings)),
        remarks=tuple(_remarks(now, state.owed, lay, readings)),
    )


def _place_fouls(
    state: RedlineState, lay: Lay, readings: Readings, how: Straightness
) -> tuple[Violation, ...]:
    """Fouls of the place. A tile that lies on no cell is judged for that alone: A, B and C speak
    of sides and corners that meet. One that lies where another lay has taken its place: it is
    judged as if that one had been taken back (R25)."""
    taken = lay.cell in state.layout
    if how is Straightness.ASKEW:
        return (askew_foul(lay, "covers" if taken else None),)
    if how is Straightness.CROOKED:
        return ()
    if taken:
        left = {cell: tile for cell, tile in state.layout.items() if cell != lay.cell}
        return placement_fouls(board_of(left), lay, readings)
    return (
        *placement_fouls(state.layout, lay, readings),
        *variant_fouls(state.layout, lay, state.last, readings),
    )


def _piece_fouls(state: RedlineState, lay: Lay, readings: Readings) -> Iterator[Violation]:
    yield from _tile_twice(state, lay, readings)
    yield from _ownership(state, lay, readings)


def _tile_twice(state: RedlineState, lay: Lay, readings: Readings) -> Iterator[Violation]:
    """Each pattern is there once in each colour: derived, so the foul names its reading (1.2)."""
    if readings.set != "derived" or not state.layout.has_kind(lay.tile):
        return
    kind = unturned(lay.tile)
    others = (c for c, t in state.layout.items() if unturned(t) == kind and c != lay.cell)
    for other in sorted(others):
        reading = named("set", "derived")
        yield lay_foul("tile-twice", (other, lay.cell), lay, reading, other=other)


def _ownership(state: RedlineState, lay: Lay, readings: Readings) -> Iterator[Violation]:
    """The tile comes from the mover's hand (leaflet, play). A tile surely in the hand of the
    player who laid last means that he laid again: in Redline every lay ends the turn."""
    mover = state.mover
    if mover is None or may_hold(state, mover, lay, readings):
        return
    if _lays_again(state, lay):
        yield lay_foul("two-moves", (lay.cell,), lay, player=mover, again=state.layer or "")
    else:
        yield lay_foul("not-your-tile", (lay.cell,), lay, player=mover)


def _lays_again(state: RedlineState, lay: Lay) -> bool:
    """Whether the tile is surely of the player who laid last, while another is on turn."""
    last = state.layer
    return last is not None and last != state.mover and unturned(lay.tile) in state.hand(last).known


def player_of(state: RedlineState, turn: Turn, house: House) -> str | None:
    """Who made a turn. A tile that cannot be the mover's was laid by who laid last, where it is
    surely his; else by the mover with another's tile or by the other out of turn, and nobody is
    named."""
    if isinstance(turn, Discard):
        return turn.player if turn.player in state.players else None
    _, held = before_lay(state)
    if held.mover is None or may_hold(held, held.mover, turn, Readings.of(house)):
        return layer_of(held, turn)
    return held.layer if _lays_again(held, turn) else None


def may_hold(state: RedlineState, player: str, lay: Lay, readings: Readings) -> bool:
    """Whether the tile can have come from a player's hand, as far as is known."""
    kind = unturned(lay.tile)
    if kind in state.hand(player).known:
        return True
    others = (hand for name, hand in zip(state.players, state.hands, strict=True) if name != player)
    elsewhere = readings.set == "derived" and any(kind in hand.known for hand in others)
    return not elsewhere and state.hand(player).may_hold(lay.tile)


def _rewards(state: RedlineState, lay: Lay, readings: Readings) -> Iterator[Reward]:
    reward = earned(state, lay, readings)
    if reward is not None:
        yield reward.as_reward()


def _remarks(
    state: RedlineState, owed: tuple[str, ...], lay: Lay, readings: Readings
) -> Iterator[Remark]:
    reward = earned(state, lay, readings)
    if owed:
        yield Remark.of("discard-owed", players=owed)
    if reward is not None and not reward.sure:
        yield Remark.of("reserve-unknown")
    yield from _only_under(state, lay, readings)


def _only_under(state: RedlineState, lay: Lay, readings: Readings) -> Iterator[Remark]:
    """The readings of a disputed rule that alone make a legal lay legal (R7, R8)."""
    if not state.layout:
        return
    around = state.layout.around(lay.cell)
    for reading in ("placed_only", "both", "own_only"):
        other = readings.but(dead_end=reading)
        if next(dead_end_fouls(state.layout, lay, around, other), None) is not None:
            yield Remark.of("legal-only-under", reading=named("dead_end", readings.dead_end))
            break
    if not fits(state, lay, readings.but(right_angle="neither")):
        yield Remark.of("legal-only-under", reading=named("right_angle", readings.right_angle))


def _judge_discard(state: RedlineState, turn: Discard, readings: Readings) -> Verdict:
    state = at_discard(state, turn)
    if not state.players:
        return Verdict(Ruling.LEGAL)
    if turn.player not in state.players:
        return _ask("unknown-player", player=turn.player)
    if turn.player in state.owed:
        return _judge_count(turn, {1})
    if state.mover not in {None, turn.player}:
        return _out_of_turn(state, turn)
    fouls = tuple(_could_play(state, turn, readings))
    if fouls:
        return Verdict(Ruling.ILLEGAL, fouls)
    return _judge_count(turn, stuck_counts(state, turn.player))


def stuck_counts(state: RedlineState, player: str) -> set[int]:
    """How many tiles a player who cannot lay throws away: two, or his last one (R14)."""
    count = state.hand(player).count
    return {1, STUCK_COUNT} if count is None else {min(count, STUCK_COUNT)}


def _judge_count(turn: Discard, allowed: set[int]) -> Verdict:
    named_too_many = turn.tiles is not None and len(turn.tiles) != turn.count
    if turn.count in allowed and not named_too_many:
        return Verdict(Ruling.LEGAL)
    return _ask("discard-count", player=turn.player, count=turn.count, wanted=max(allowed))


def _out_of_turn(state: RedlineState, turn: Discard) -> Verdict:
    """The player who just laid makes a second move; anybody else is simply not on turn."""
    if state.fresh and turn.player == state.layer:
        mover = state.mover or ""
        twice = foul("two-moves", player=mover, again=turn.player, case="discard")
        return Verdict(Ruling.ILLEGAL, (twice,))
    return _ask("out-of-turn", player=turn.player)


def _could_play(state: RedlineState, turn: Discard, readings: Readings) -> Iterator[Violation]:
    """No pass while a tile fits (R13): proved by a tile surely in hand, or one thrown away."""
    tiles = (*state.hand(turn.player).known, *(turn.tiles or ()))
    lay = first_legal_lay(state, tiles, readings)
    if lay is not None:
        tile = lay.tile
        at, colour = lay.cell, tile.colour.value
        yield foul("could-play", at, player=turn.player, colour=colour, spokes=tile.spokes, cell=at)


def _ask(code: str, /, **params: Param) -> Verdict:
    return Verdict(Ruling.ASK, remarks=(Remark.of(code, **params),))
