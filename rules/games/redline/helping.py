"""What Redline tells onlookers: hands and reserve, where a tile could go, whether anybody can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.core import helping as core
from rules.core.helping import Duty, Fit, Freeze, Seat, Tally
from rules.core.measures import Measure
from rules.core.rulebook import House
from rules.core.verdict import Outcome
from rules.games.redline.hands import Hand
from rules.games.redline.laws.ending import freeze, round_points
from rules.games.redline.laws.legal import faces_of, legal_lays
from rules.games.redline.laws.rewards import OTHERS_DISCARD
from rules.games.redline.masks import unturned
from rules.games.redline.readings import Readings
from rules.games.redline.state import Lay, RedlineState
from rules.games.redline.tiles import FULL_SET, Tile


class Helping(core.Helping[RedlineState, Tile]):
    """Redline's hands lie face up (leaflet, start): nothing here is a secret."""

    offers = ("fits", "freeze")

    def tally(self, state: RedlineState) -> Tally:
        """Hands and the reserve, as far as is known."""
        gone = {player for group in state.out for player in group}
        hands = zip(state.players, state.hands, strict=True)
        seats = tuple(_seat(player, hand, player in gone) for player, hand in hands)
        return Tally(seats, () if state.reserve is None else (("reserve", state.reserve),))

    def still_owed(self, state: RedlineState, duty: Duty) -> bool | None:
        """A draw shows in no layout; tiles that all others owe are counted (R18)."""
        return bool(state.owed) if duty.kind == OTHERS_DISCARD else None

    def points(self, outcome: Outcome, players: Sequence[str], house: House) -> Mapping[str, int]:
        """As many as there are players for the winner, the others by rank (R24)."""
        return round_points(outcome, players, house)

    def kinds(self, state: RedlineState, house: House) -> tuple[Tile, ...]:
        """The tiles of the set that do not lie in the layout."""
        if Readings.of(house).set != "derived":
            return FULL_SET
        laid = {unturned(tile) for tile in state.layout.values()}
        return tuple(tile for tile in FULL_SET if unturned(tile) not in laid)

    def pieces(self, state: RedlineState) -> tuple[Tile, ...]:
        """All forty-eight tiles."""
        return FULL_SET

    def fits(self, state: RedlineState, label: Tile, house: House) -> Iterator[Fit]:
        """Every place and turn that A, B, C and the variant allow."""
        readings = Readings.of(house)
        if readings.set == "derived" and state.layout.has_kind(label):
            return
        for lay in legal_lays(state, faces_of((label,)), readings):
            yield _fit(lay)

    def freeze(self, state: RedlineState, house: House) -> Freeze:
        """Whether nobody can lay any more, with the proof (R23)."""
        readings = Readings.of(house)
        found = freeze(state, readings)
        if found.frozen is not None:
            return found
        left = (tile for tile in self.kinds(state, house) if not _is_held(state, tile))
        remaining = tuple(_fit(lay) for lay in legal_lays(state, faces_of(left), readings))
        return Freeze(None if remaining else True, unknown=found.unknown, remaining=remaining)


def _seat(player: str, hand: Hand, out: bool) -> Seat:
    return Seat(player, hand.count, hand.known, out)


def _is_held(state: RedlineState, tile: Tile) -> bool:
    """Whether a tile is known to be in a hand; none of those fits where a proof is wanting."""
    return any(unturned(tile) == unturned(known) for hand in state.hands for known in hand.known)


def _fit(lay: Lay) -> Fit:
    return Fit(lay.cell, lay.tile)


def measures(state: RedlineState) -> tuple[Measure, ...]:
    """Tiles laid, and what every player whose hand is counted still holds."""
    return (Measure("tiles", len(state.layout)), *_hands(state))


def _hands(state: RedlineState) -> Iterator[Measure]:
    for player, hand in zip(state.players, state.hands, strict=True):
        if hand.count is not None:
            yield Measure("hand", hand.count, player)
