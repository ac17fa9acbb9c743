"""Who can still lay, how the game ends and what it is worth (leaflet, end, scores; R13, R21 to
R24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.errors import ArbitableError
from rules.core.helping import Fit, FitsNowhere, Freeze
from rules.core.places import Cell
from rules.core.rulebook import House
from rules.core.verdict import Outcome
from rules.games.redline.laws.legal import first_legal_lay
from rules.games.redline.laws.placement import placement_fouls, variant_fouls
from rules.games.redline.readings import Readings
from rules.games.redline.state import Lay, RedlineState
from rules.games.redline.tiles import Tile


def freeze(state: RedlineState, readings: Readings) -> Freeze:
    """Whether anybody can still lay, with the reasons (leaflet, scores 3; R23): a lay that shows
    it, or for each tile of every hand the rule that its best turn breaks at every place a line
    leads to. Where hands are unknown, whose."""
    for player in state.playing:
        lay = first_legal_lay(state, state.hand(player).known, readings)
        if lay is not None:
            return Freeze(False, player, Fit(lay.cell, lay.tile))
    unknown = tuple(player for player in state.playing if not state.hand(player).exact)
    if unknown or not state.players:
        return Freeze(None, unknown=unknown)
    return Freeze(
        True,
        proof=tuple(
            FitsNowhere(player, tile, _obstacles(state, tile, readings))
            for player in state.playing
            for tile in state.hand(player).known
        ),
    )


def _obstacles(state: RedlineState, tile: Tile, readings: Readings) -> tuple[tuple[Cell, str], ...]:
    reached = sorted(c for c in state.layout.open_places if state.layout.around(c).demand)
    if readings.set == "derived" and state.layout.has_kind(tile):
        return tuple((cell, "tile-twice") for cell in reached)
    return tuple((cell, _obstacle(state, cell, tile, readings)) for cell in reached)


def _obstacle(state: RedlineState, cell: Cell, tile: Tile, readings: Readings) -> str:
    """The rule that the tile's least bad turn breaks."""
    fouls = [
        (
            *placement_fouls(state.layout, Lay(cell, turn), readings),
            *variant_fouls(state.layout, Lay(cell, turn), state.last, readings),
        )
        for turn in tile.orientations()
    ]
    return min(fouls, key=len)[0].code


def can_lay(state: RedlineState, player: str, house: House) -> bool | None:
    """Whether a player can lay one of his tiles; None where his hand does not tell."""
    hand = state.hand(player)
    if first_legal_lay(state, hand.known, Readings.of(house)) is not None:
        return True
    return False if hand.exact else None


def claimed(state: RedlineState, player: str) -> RedlineState:
    """The state once a player showed, after his lay, that nobody can lay any more (R23). Raises
    ArbitableError where nobody may claim it, he did not just lay, or it is not proved."""
    if state.claims is None or not state.fresh or state.layer != player:
        raise ArbitableError("Only a player who has just laid can claim the end, if players must.")
    proof = freeze(state, state.claims)
    if proof.frozen is False:
        raise ArbitableError(f"The claim is wrong: {proof.player} can lay.")
    if proof.frozen is None:
        raise ArbitableError("The claim cannot be proved: not every hand is known.")
    return replace(state, claimed=player)


def outcome(state: RedlineState, house: House) -> Outcome | None:
    """The end of the game, or None while it goes on or too little is known to say."""
    readings = Readings.of(house)
    if not state.players or state.owed:
        return None
    playing = state.playing
    if not playing:
        return _all_out(state, readings)
    if len(playing) == 1:
        return _one_left(state, playing[0], house, readings)
    if state.claimed is not None:
        return _frozen(state)
    if readings.nobody_can_lay == "announced" and _stops(state, readings):
        return _frozen(state) if freeze(state, readings).frozen else None
    return None


def _stops(state: RedlineState, readings: Readings) -> bool:
    """Under `last_with_tiles` only a lay can show that nobody can lay; else players throw on."""
    return bool(state.layout) and (state.fresh or readings.winner == "last_to_lay")


def _frozen(state: RedlineState) -> Outcome:
    """Nobody can lay: the last layer wins, all still in share the next rank."""
    winner = state.layer
    return _ended("nobody-can-lay", state, (winner,) if winner else ())


def _one_left(state: RedlineState, player: str, house: House, readings: Readings) -> Outcome | None:
    """A sole survivor who laid last or can lay has won; one who cannot leaves it to the last layer
    (R22)."""
    if readings.winner == "last_with_tiles" or state.layer == player:
        return _ended("last-player", state, (player,))
    able = can_lay(state, player, house)
    if able is None:
        return None
    if able:
        return _ended("last-player", state, (player,))
    return _ended("last-to-lay", state, (state.layer,) if state.layer else ())


def _all_out(state: RedlineState, readings: Readings) -> Outcome:
    """Nobody has tiles: the last layer wins, or under the other reading who went out last."""
    final = state.out[-1]
    if readings.winner == "last_with_tiles" and state.layer not in final:
        return _ended("last-player", state, final)
    return _ended("last-to-lay", state, (state.layer,) if state.layer else ())


def _ended(code: str, state: RedlineState, winners: tuple[str, ...]) -> Outcome:
    """The ranking: winners, those still in (sharing a rank), then the last out first (R24)."""
    groups = (winners, state.playing, *reversed(state.out))
    without = [groups[0], *(_less(group, winners) for group in groups[1:])]
    return Outcome(code, winners, tuple(group for group in without if group))


def _less(group: tuple[str, ...], winners: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(player for player in group if player not in winners)


def round_points(outcome: Outcome, players: Sequence[str], house: House) -> dict[str, int]:
    """Points of one round: the winner as many as there are players, the others their rank of going
    out, counted from 1.

    Those out at the same moment, or still in when nobody can lay, share the rank after the
    players already out; with the house rule ``ranks=dense`` the next rank. A winner who went out
    earlier takes no rank from the others.
    """
    points = dict.fromkeys(outcome.winners, len(players))
    rank, gone = 0, 0
    for group in reversed([g for g in outcome.ranking if not set(g) & set(outcome.winners)]):
        rank = rank + 1 if house["ranks"] == "dense" else gone + 1
        gone += len(group)
        points |= dict.fromkeys(group, rank)
    return {player: points.get(player, 0) for player in players}
