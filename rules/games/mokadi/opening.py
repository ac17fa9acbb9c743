"""The state before the first turn, and a game met half-way (leaflet, shares, how it begins; M1,
M2, M19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.rulebook import House
from rules.games.mokadi.pieces import Label, Spot, Stick
from rules.games.mokadi.readings import RULEBOOK, Readings
from rules.games.mokadi.state import LaidPad, LaidStick, MokadiState, Phase
from rules.games.mokadi.stock import NOTHING, Pile, Stock

#: Pads and sticks of each colour that every player gets, by the number of players; with four
#: the sticks are five of one colour and four of the other (leaflet, shares; M1).
PADS_EACH = {2: 2, 3: 1, 4: 1}
STICKS_EACH = {2: (9, 9), 3: (6, 6), 4: (5, 4)}


def start(players: Sequence[str], house: House) -> MokadiState:
    """All pieces shared out, none laid, the first player on turn; with three players the spare
    pads come first. Without players the same table, of whose pieces and turns nothing is said."""
    names, readings = RULEBOOK.seated(players), Readings.of(house)
    if not names:
        return MokadiState()
    spare = Pile.each(readings.colours) if len(names) == 3 else NOTHING
    stocks = tuple(_stock(len(names), seat, readings) for seat in range(len(names)))
    return MokadiState(
        players=names, stocks=stocks, spare=spare, aside=NOTHING, turn=0, phase=Phase.OPENING
    )


def _stock(players: int, seat: int, readings: Readings) -> Stock:
    first, second = readings.colours
    pads = Pile.of({first: PADS_EACH[players], second: PADS_EACH[players]})
    more, less = STICKS_EACH[players]
    if more != less and readings.five == "lot":
        return Stock(pads, None)
    favoured = (first, second) if seat % 2 == 0 else (second, first)
    return Stock(pads, Pile.of({favoured[0]: more, favoured[1]: less}))


def resume(position: Mapping[Spot, Label], players: Sequence[str], house: House) -> MokadiState:
    """A game known only from its table: shares, turn, phase and who is out are unknown."""
    names = RULEBOOK.seated(players)
    pads, sticks = [], []
    for spot, label in sorted(position.items(), key=lambda item: item[0]):
        if isinstance(label, Stick):
            sticks.append(LaidStick(spot.number, label.colour, spot.ends, label.contacts))
        else:
            at = next(iter(spot.points), None)
            pads.append(LaidPad(spot.number, label.colour, at, label.sigma))
    stocks = tuple(Stock() for _ in names)
    return MokadiState(tuple(pads), tuple(sticks), names, stocks)
