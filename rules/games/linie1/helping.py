"""What Linie 1 tells onlookers: open hands, the pile, where a tile could go, whether a route is
complete. Lines and cards are secret (5.1): only what was told openly is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core import helping as core
from rules.core.errors import UnknownName
from rules.core.helping import Duty, Fit, Freeze, Seat, Tally, Way
from rules.core.measures import Measure
from rules.core.rulebook import House
from rules.core.verdict import facts
from rules.games.linie1.cards import LINES
from rules.games.linie1.content import CellContent
from rules.games.linie1.hands import kinds_left
from rules.games.linie1.laws.freezing import freeze
from rules.games.linie1.laws.placings import placements
from rules.games.linie1.laws.routes import route
from rules.games.linie1.laws.signs import letter_at, signs_of
from rules.games.linie1.places import LETTERS, SPOTS, spot_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Linie1State
from rules.games.linie1.tiles import KIND_FACES, KINDS, TILES, Tile


class Helping(core.Helping[Linie1State, CellContent]):
    """Hands are open on the table (5.1); a route is looked for by the letters the asker names."""

    offers = ("fits", "freeze", "way")

    def tally(self, state: Linie1State) -> Tally:
        """Hands and the pile; the line of a player whose tram is on its way."""
        seats = tuple(_seat(state, seat) for seat in range(len(state.players)))
        return Tally(seats, () if state.pile is None else (("pile", state.pile),))

    def still_owed(self, state: Linie1State, duty: Duty) -> bool | None:
        """A sign until it stands, a stop until the tram has been there (5.8, 5.11)."""
        said = facts(duty.params)
        if duty.kind == "stop-sign":
            return not signs_of(state.signs, said["letter"])
        tram = state.tram(said["line"]) if "line" in said else None
        if tram is None or tram.spot is None or tram.visited is None:
            return None
        if duty.kind == "must-stop":
            spot = spot_of(said["row"], said["col"])
            return tram.spot != spot and letter_at(spot) not in tram.visited
        return bool(set(said.get("letters", ())) - tram.visited)

    def paths(self, state: Linie1State, house: House) -> tuple[Way, ...]:
        """The routes of trams on their trip: as their players traced them, else by their cards,
        which lie open from then on (5.10)."""
        readings, found = Readings.of(house), []
        for tram in state.trams:
            letters = state.letters(tram.line)
            known = letters is not None and tram.spot is not None
            path = tram.shown or (route(state, tram.line, letters, readings).path if known else ())
            if path:
                found.append(Way(tram.line, path, (), complete=True))
        return tuple(found)

    def kinds(self, state: Linie1State, house: House) -> tuple[CellContent, ...]:
        """The kinds of which a tile is not on the board, where the box is the printed one."""
        whole = Readings.of(house).box == "printed"
        return tuple(map(_content_of, kinds_left(state.board.counts, whole=whole)))

    def pieces(self, state: Linie1State) -> tuple[CellContent, ...]:
        """The twelve kinds of tiles."""
        return tuple(_content_of(kind.number) for kind in KINDS)

    def fits(self, state: Linie1State, label: CellContent, house: House) -> Iterator[Fit]:
        """Every cell for this tile as the first of a turn, exchanges among them (5.4, 5.5)."""
        if label.tile is None:
            return
        faces = KIND_FACES[label.tile.kind.number]
        for at, face, _ in placements(state.board, faces, Readings.of(house)):
            yield Fit(SPOTS[at], CellContent.of(TILES[face]))

    def freeze(self, state: Linie1State, house: House) -> Freeze:
        """Whether a tile of any hand still fits, and what stands in the way (8.6)."""
        return freeze(state, house)

    def way(self, state: Linie1State, line: int, letters: Sequence[str], house: House) -> Way:
        """The shortest route through these stops; else the shortest without them (5.9)."""
        if line not in LINES or not set(letters) <= set(LETTERS):
            raise UnknownName(f"Lines are {LINES[0]} to {LINES[-1]}, stops {', '.join(LETTERS)}.")
        readings = Readings.of(house)
        found = route(state, line, letters, readings)
        path = found.path or route(state, line, (), readings).path
        return Way(line, path, found.missing, found.complete)


def _seat(state: Linie1State, seat: int) -> Seat:
    hand, tram = state.hands[seat], state.travelling(seat)
    known = tuple(map(_content_of, hand.known))
    badge = None if tram is None or tram.spot is None else str(tram.line)
    return Seat(state.players[seat], hand.count, known, badge=badge)


def _content_of(kind: int) -> CellContent:
    return CellContent.of(Tile.of_kind(kind))


def measures(state: Linie1State) -> tuple[Measure, ...]:
    """Tiles on the board, stop signs put up, and the stops that every tram on its trip has seen."""
    signs = Measure("signs", len(state.signs))
    return (Measure("tiles", len(state.board)), signs, *_trips(state))


def _trips(state: Linie1State) -> Iterator[Measure]:
    for tram in state.trams:
        if tram.visited is not None:
            yield Measure("stops", len(tram.visited), str(tram.line))
