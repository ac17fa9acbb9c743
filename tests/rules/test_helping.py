"""What games tell onlookers: tallies, places where a piece may go, proofs, duties."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.discovery import discover, get
from rules.core.errors import UnknownName
from rules.core.places import Cell
from rules.core.verdict import Required, Reward
from rules.games.linie1.board import Board as Track
from rules.games.linie1.hands import Hand as Tiles
from rules.games.linie1.places import CELLS, SPOTS, TERMINI_OF, Spot
from rules.games.linie1.state import Laid, Linie1State, Tram
from rules.games.linie1.state import Lay as LayTiles
from rules.games.linie1.tiles import KINDS, STRAIGHT, TILES
from rules.games.linie1.tiles import Tile as TrackTile
from rules.games.redline.board import Board
from rules.games.redline.hands import Hand
from rules.games.redline.state import Lay, RedlineState
from rules.games.redline.tiles import Tile
from rules.games.rouge.state import Place
from tests.laws.games import GAMES

REDLINE, LINIE1, ROUGE = get("redline"), get("linie1"), get("rouge")


@pytest.mark.parametrize("name", sorted(discover()))
def test_every_game_seats_its_players(name: str) -> None:
    """As many seats as there are players, each with a name or a colour, nobody out at the start."""
    game: Any = get(name)
    state = game.start(("Ada", "Bo"), game.rulebook.house())
    seats = game.helping.tally(state).seats
    assert [seat.player for seat in seats] == ["Ada", "Bo"]
    assert not any(seat.out for seat in seats)


def test_a_game_without_helping_tells_nothing() -> None:
    """A fifth game may leave all of it out."""
    silent = GAMES["toy"].helping
    assert silent.offers == ()
    assert silent.tally(None).seats == ()
    assert silent.still_owed(None, Required("share")) is None
    assert not list(silent.fits(None, None, REDLINE.rulebook.house()))
    assert silent.freeze(None, REDLINE.rulebook.house()).frozen is None


def _redline(*known: Tile, players: int = 2) -> RedlineState:
    layout = Board({Cell(0, 0): Tile.named("yellow", ["E", "S"])})
    names = ("Ada", "Bo")[:players]
    hands = tuple(Hand.of(known if i == 0 else ()) for i in range(players))
    return RedlineState(layout, names, hands, 30, 0)


def test_redline_fits_are_exactly_the_legal_lays() -> None:
    """What the helper shows for a tile is what the judge lets pass, and nothing is left out."""
    house, tile = REDLINE.rulebook.house(), Tile.named("blue", ["N", "S"])
    state = _redline(tile)
    shown = {(fit.place, fit.label) for fit in REDLINE.helping.fits(state, tile, house)}
    around = [Cell(c, r) for c in range(-2, 3) for r in range(-2, 3)]
    legal = {
        (cell, turned)
        for cell in around
        for turned in tile.orientations()
        if REDLINE.judge(state, Lay(cell, turned), house).legal
    }
    assert shown == legal
    assert shown


def test_a_redline_tile_that_lies_already_fits_nowhere() -> None:
    """Every pattern exists once in each colour (derived set)."""
    house = REDLINE.rulebook.house()
    lying = Tile.named("yellow", ["E", "S"])
    assert not list(REDLINE.helping.fits(_redline(), lying, house))
    assert lying.pattern not in {
        t.pattern for t in REDLINE.helping.kinds(_redline(), house) if t.colour is lying.colour
    }


def test_redline_says_who_can_lay_and_proves_that_nobody_can() -> None:
    """One who can, with the lay; nobody, with a reason for every tile; or whose hand is unknown."""
    house, told = REDLINE.rulebook.house(), REDLINE.helping
    able = told.freeze(_redline(Tile.named("blue", ["N", "S"])), house)
    assert able.frozen is False
    assert able.player == "Ada"
    unable = told.freeze(_redline(Tile.named("yellow", ["N"])), house)
    assert unable.frozen is True
    assert unable.proof[0].obstacles
    unknown = replace(_redline(), hands=(Hand(), Hand()))
    asked = told.freeze(unknown, house)
    assert asked.unknown == ("Ada", "Bo")
    for fit in asked.remaining[::7]:
        assert REDLINE.judge(unknown, Lay(fit.place, fit.label), house).legal
    assert {fit.place for fit in asked.remaining}


def test_a_redline_discard_is_owed_until_it_is_made() -> None:
    """Others discard: as long as somebody owes; a draw shows in no layout."""
    told, state = REDLINE.helping, _redline()
    assert told.still_owed(replace(state, owed=("Bo",)), Reward("others-discard")) is True
    assert told.still_owed(state, Reward("others-discard")) is False
    assert told.still_owed(state, Reward("draw")) is None


def _linie1(tiles: dict[Spot, TrackTile]) -> Linie1State:
    started: Any = LINIE1.start(("Ada", "Bo"), LINIE1.rulebook.house())
    return replace(started, board=Track(tiles))


def test_linie1_fits_are_legal_first_tiles() -> None:
    """Every cell shown for a straight tile passes the judge when laid there."""
    house, state = LINIE1.rulebook.house(), _linie1({})
    straight = next(iter(LINIE1.helping.kinds(state, house)))
    fits = list(LINIE1.helping.fits(state, straight, house))
    assert len(fits) > 100
    for fit in fits[::17]:
        assert LINIE1.judge(state, LayTiles((Laid(fit.place, fit.label.tile),)), house).legal


#: The one empty cell of a full board; a tile there must have track on all four sides.
HOLE = Spot(6, 6)


def _full_but_one(*hands: Tiles) -> Linie1State:
    """Tiles with trees, which nothing replaces, on every cell but one."""
    locked = next(TrackTile.of_kind(k.number) for k in KINDS if k.trees and _is_crossing(k.number))
    board = {SPOTS[cell]: locked for cell in CELLS if SPOTS[cell] != HOLE}
    return replace(_linie1(board), hands=hands)


def _is_crossing(kind: int) -> bool:
    return {side for pair in TrackTile.of_kind(kind).connections for side in pair} == set("NESW")


def test_linie1_says_what_stands_in_the_way_of_every_known_tile() -> None:
    """Straights fit nowhere: every cell is named with a rule, and the judge agrees with each."""
    house, state = LINIE1.rulebook.house(), _full_but_one(Tiles((STRAIGHT,), 0), Tiles((), 0))
    found = LINIE1.helping.freeze(state, house)
    assert found.frozen is True
    (proof,) = found.proof
    assert (proof.player, proof.label.tile) == ("Ada", TrackTile.of_kind(STRAIGHT))
    why = dict(proof.obstacles)
    assert set(why) == {SPOTS[cell] for cell in CELLS}
    assert why[HOLE] == "blocks-track"
    assert why[Spot(7, 7)] == "tree-locked"
    for place, code in proof.obstacles:
        for face in (tile for tile in TILES if tile and tile.kind.number == STRAIGHT):
            lay = LayTiles((Laid(place, face, state.board.at(place)),))
            verdict = LINIE1.judge(state, lay, house)
            assert not verdict.legal
        assert LINIE1.rulebook.code(code).rule


def test_linie1_shows_where_an_unread_tile_could_go() -> None:
    """With hands unread the last hole is what remains; where no tile that is left fits it, the
    position is frozen whatever they hold."""
    house, told = LINIE1.rulebook.house(), LINIE1.helping
    open_ = told.freeze(_full_but_one(Tiles((STRAIGHT,), 0), Tiles((STRAIGHT,), 2)), house)
    assert (open_.frozen, open_.unknown) == (None, ("Bo",))
    assert {fit.place for fit in open_.remaining} == {HOLE}
    assert [one.player for one in open_.proof] == ["Ada", "Bo"]
    full = _full_but_one(Tiles(), Tiles())
    plug = next(tile for tile in TILES if tile and tile.trees)
    shut = told.freeze(replace(full, board=full.board.with_tile(HOLE, plug)), house)
    assert (shut.frozen, shut.unknown, shut.remaining) == (True, ("Ada", "Bo"), ())


def test_a_linie1_hand_that_fits_is_shown_with_its_place() -> None:
    """Whoever can lay keeps the game going, and the lay is legal."""
    house, state = LINIE1.rulebook.house(), _linie1({})
    found = LINIE1.helping.freeze(replace(state, hands=(Tiles((STRAIGHT,), 0), Tiles())), house)
    assert (found.frozen, found.player) == (False, "Ada")
    assert found.fit is not None
    lay = LayTiles((Laid(found.fit.place, found.fit.label.tile),))
    assert LINIE1.judge(state, lay, house).legal


def test_a_linie1_route_is_told_with_its_missing_stops() -> None:
    """Straight track from terminus to terminus of line 1 would not do: no track, no route; a stop
    that is no letter is refused."""
    house, told = LINIE1.rulebook.house(), LINIE1.helping
    none = told.way(_linie1({}), 1, ("A",), house)
    assert (none.path, none.missing, none.complete) == ((), ("A",), False)
    with pytest.raises(UnknownName):
        told.way(_linie1({}), 1, ("J",), house)


def test_a_linie1_route_along_real_track_is_traced() -> None:
    """The track laid for line 5 is the route found, from terminus to terminus."""
    house = LINIE1.rulebook.house()
    line, tiles = _straight_line()
    way = LINIE1.helping.way(_linie1(tiles), line, (), house)
    assert way.complete
    assert {way.path[0], way.path[-1]} == {t.spot for t in TERMINI_OF[line]}
    assert set(way.path[1:-1]) <= set(tiles)


def _straight_line() -> tuple[int, dict[Spot, TrackTile]]:
    """Track along a column from line 5's northern terminus, then across to its southern one."""
    north, south = sorted(TERMINI_OF[5], key=lambda t: t.spot.row)
    start = min((SPOTS[c] for c in north.cells), key=lambda s: s.col)
    goal = min((SPOTS[c] for c in south.cells), key=lambda s: s.col)
    across = 6
    tiles = {Spot(r, start.col): TrackTile.named(["NS"]) for r in range(1, across)}
    tiles |= {Spot(r, goal.col): TrackTile.named(["NS"]) for r in range(across + 1, 13)}
    low, high = sorted((start.col, goal.col))
    tiles |= {Spot(across, c): TrackTile.named(["EW"]) for c in range(low + 1, high)}
    east = goal.col > start.col
    tiles[Spot(across, start.col)] = TrackTile.named(["NE" if east else "NW"])
    tiles[Spot(across, goal.col)] = TrackTile.named(["SW" if east else "ES"])
    return 5, tiles


def test_linie1_signs_and_stops_are_owed_until_seen() -> None:
    """The sign of G until it stands; a stop until the tram stands there or has been."""
    told, state = LINIE1.helping, _linie1({})
    spot = Spot(1, 7)
    sign = Required("stop-sign", (spot,), (("letter", "G"), ("row", 1), ("col", 7)))
    assert told.still_owed(state, sign) is True
    assert told.still_owed(replace(state, signs=frozenset({spot})), sign) is False
    stop = Required("must-stop", (spot,), (("line", 3), ("row", 1), ("col", 7)))
    assert told.still_owed(state, stop) is None
    going = state.with_tram(Tram(3, Spot(2, 7), (0,)))
    assert told.still_owed(going, stop) is True
    assert told.still_owed(state.with_tram(Tram(3, spot, (0,))), stop) is False


def test_rouge_fits_are_the_free_hollows_at_the_start() -> None:
    """The first pawn may go anywhere; the helper shows what the list of legal turns has."""
    house = ROUGE.rulebook.house()
    state: Any = ROUGE.start(("Ada", "Bo"), house)
    told = ROUGE.helping
    kinds = told.kinds(state, house)
    legal = list(ROUGE.legal_turns(state, house))
    for kind in kinds:
        shown = {fit.place for fit in told.fits(state, kind, house)}
        assert shown == {t.to for t in legal if isinstance(t, Place) and t.colour == kind.colour}


@pytest.mark.parametrize(("name", "count"), [("redline", 48), ("linie1", 12), ("rouge", 4)])
def test_every_piece_of_the_set_can_be_named(name: str, count: int) -> None:
    """What a correction may put on a place, laid already or not."""
    game: Any = get(name)
    state = game.start(("Ada", "Bo"), game.rulebook.house())
    assert len(set(game.helping.pieces(state))) == count
