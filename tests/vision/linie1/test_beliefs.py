"""What the printed board adds to what each cell shows."""

from __future__ import annotations

import numpy as np
import pytest

from rules.core.observation import EMPTY
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import SPAN, TERMINI, Spot
from rules.games.linie1.tiles import Tile
from vision.linie1.tiles.beliefs import PlaceBelief, place_beliefs
from vision.linie1.tiles.cells import FACES, CellReadings
from vision.reading import SURE_CONFIDENCE

STRAIGHT = Tile.named(["NS"])
LOCATION_K = (9, 7)


def _bare() -> CellReadings:
    """An empty board, every cell surely so."""
    faces = np.full((SPAN, SPAN, FACES), 1e-5)
    faces[..., 0] = 1 - 34e-5
    return CellReadings(
        faces, np.full((SPAN, SPAN), 1e-4), np.full((SPAN, SPAN, 6), 1e-4), np.zeros((SPAN, SPAN))
    )


def _show(found: CellReadings, row: int, col: int, tile: Tile, share: float) -> None:
    """A tile with this share; the rest looks bare."""
    found.faces[row, col] = 0
    found.faces[row, col, [0, tile.face]] = 1 - share, share


def _at(found: CellReadings, row: int, col: int, *, alone: bool = False) -> PlaceBelief:
    return next(p for p in place_beliefs(found, alone=alone) if p.spot == Spot(row, col))


def test_every_place_is_told_once() -> None:
    """144 cells and twelve termini."""
    places = [p.spot for p in place_beliefs(_bare())]
    assert len(set(places)) == len(places) == 144 + 12
    assert {t.spot for t in TERMINI} <= set(places)


def test_contents_share_out_tile_sign_and_tram() -> None:
    """The joint belief has the single shares as its margins, but that a sign and a tram hardly
    stand where no tile lies."""
    found = _bare()
    _show(found, 3, 4, STRAIGHT, 0.9)
    found.sign[3, 4], found.trams[3, 4, 2] = 0.7, 0.6
    belief = _at(found, 3, 4).contents()
    assert belief.best == CellContent.of(STRAIGHT, stop=True, trams=(3,))
    assert sum(p for _, p in belief.ranked) == pytest.approx(1, abs=0.05)
    with_sign = sum(p for c, p in belief.ranked if c is not EMPTY and c.stop)
    bare_and_sign = 0.1 * 0.7 * 0.95
    assert with_sign == pytest.approx(0.9 * 0.7 / (1 - bare_and_sign), abs=0.02)


def test_a_tram_stands_on_track_but_where_none_is_plainly_seen() -> None:
    """A tile that hardly shows under a plain tram is sure; a tram off the track stays a foul."""
    found = _bare()
    _show(found, 3, 4, STRAIGHT, 0.7)
    assert _at(found, 3, 4).tile() == (STRAIGHT, pytest.approx(0.7, abs=0.01))
    found.trams[3, 4, 2] = 0.9999
    tile, share = _at(found, 3, 4).tile()
    assert tile == STRAIGHT
    assert share >= SURE_CONFIDENCE
    found.faces[3, 4, [0, STRAIGHT.face]] = 0.9999, 0.0001
    assert _at(found, 3, 4).tile() == (None, pytest.approx(1, abs=0.01))


def test_what_is_hardly_seen_is_in_the_belief_and_makes_no_photo_unsure() -> None:
    """A faint tram, one that a sign may hide or be, and a sign under a tram stay possible."""
    found = _bare()
    for col in (4, 6, 11):
        _show(found, 3, col, STRAIGHT, 1.0)
    found.trams[3, 4, 0] = 0.02
    found.sign[3, 6] = found.trams[3, 11, 2] = 0.999
    faint, at_sign, at_tram = (_at(found, 3, col) for col in (4, 6, 11))
    assert faint.contents().probability(CellContent.of(STRAIGHT, trams=(1,))) > 0.01
    assert at_sign.contents().probability(CellContent.of(STRAIGHT, stop=True, trams=(5,))) > 0.005
    assert at_sign.contents().probability(CellContent.of(STRAIGHT, trams=(5,))) > 0.001
    assert at_tram.contents().probability(CellContent.of(STRAIGHT, stop=True, trams=(3,))) > 0.05
    assert all(one.confidence() > 0.97 for one in (faint, at_sign, at_tram))


def test_no_tram_stands_on_a_printed_location() -> None:
    """A blue picture that looks like a tram is the picture."""
    found = _bare()
    found.trams[(*LOCATION_K, 3)] = 0.7
    assert _at(found, *LOCATION_K).trams[3] < 0.15


def test_a_tile_on_a_printed_location_needs_strong_evidence() -> None:
    """Half a look of track in a location's picture is the picture; a sure look stays a tile."""
    found = _bare()
    _show(found, *LOCATION_K, STRAIGHT, 0.8)
    assert _at(found, *LOCATION_K).tile()[0] is None
    _show(found, *LOCATION_K, STRAIGHT, 0.9995)
    assert _at(found, *LOCATION_K).tile()[0] == STRAIGHT


def test_a_line_has_one_tram() -> None:
    """Two places that both look like it share it; a lone one keeps its share."""
    found = _bare()
    found.trams[5, 5, 0] = found.trams[7, 7, 0] = 0.98
    found.trams[2, 2, 1] = 0.98
    shares = [_at(found, 5, 5).trams[0], _at(found, 7, 7).trams[0]]
    assert shares[0] == pytest.approx(shares[1])
    assert 0.45 < shares[0] < 0.5
    assert _at(found, 2, 2).trams[1] > 0.95


def test_a_tram_before_either_cell_of_a_terminus_stands_at_it() -> None:
    """And one on the rim where no terminus is stands nowhere."""
    terminus = TERMINI[0]
    for at in terminus.border:
        found = _bare()
        found.trams[divmod(at, SPAN)][3] = 0.99
        assert _at(found, *divmod(terminus.index, SPAN)).trams[3] > 0.95
    found = _bare()
    found.trams[0, 1, 3] = 0.99
    assert all(p.trams[3] < 0.1 for p in place_beliefs(found))


def test_a_faint_sign_on_bare_board_makes_no_photo_unsure() -> None:
    """Where a tile lies the same look is a doubt, and a clear sign is one anywhere. What leans over
    from the next cell looks like half a sign."""
    found = _bare()
    _show(found, 3, 4, STRAIGHT, 0.9999)
    found.sign[3, 4] = found.sign[5, 6] = 0.1
    found.sign[7, 8] = 0.9
    assert _at(found, 5, 6).confidence() >= SURE_CONFIDENCE
    assert _at(found, 3, 4).confidence() < SURE_CONFIDENCE
    assert _at(found, 7, 8).confidence() < SURE_CONFIDENCE
    found.sign[9, 8], found.sign[11, 5] = 0.4, 0.999
    faint, half, plain = (_at(found, *at).contents() for at in ((5, 6), (9, 8), (11, 5)))
    assert faint.probability(CellContent(stop=True)) > 0.004
    assert half.probability(CellContent(stop=True)) < 0.04
    assert plain.best == CellContent(stop=True)


def test_a_plain_sign_says_that_a_tile_lies_there() -> None:
    """Signs stand on tiles: a tile that half looks like bare board is one under a sign, and the
    likelier which is the likelier. What surely is bare stays so, and a faint sign says nothing."""
    found = _bare()
    under, bare, faint = (3, 4), (5, 6), (9, 8)
    for at in (under, faint):
        _show(found, *at, STRAIGHT, 0.2)
    found.sign[under] = found.sign[bare] = 0.999
    found.sign[faint] = 0.05
    assert _at(found, *under).tile() == (STRAIGHT, pytest.approx(0.83, abs=0.02))
    assert _at(found, *bare).contents().best == CellContent(stop=True)
    assert _at(found, *faint).tile() == (None, pytest.approx(0.8, abs=0.02))


def test_a_sign_beside_no_location_needs_a_clear_look() -> None:
    """There it is a foul: a tram's roof that looks a little like one makes no photo unsure, and
    hides one far less often than where trams halt. A plain one is one."""
    found = _bare()
    beside, elsewhere, plain = (3, 4), (3, 8), (3, 9)
    for at in (beside, elsewhere, plain):
        _show(found, *at, STRAIGHT, 1.0)
    found.sign[beside] = found.sign[elsewhere] = 0.08
    found.trams[beside][2] = found.trams[elsewhere][4] = 0.999
    found.sign[plain] = 0.999
    assert _at(found, *beside).confidence() < SURE_CONFIDENCE <= _at(found, *elsewhere).confidence()
    with_both = CellContent.of(STRAIGHT, stop=True, trams=(3,))
    assert _at(found, *beside).contents().probability(with_both) > 0.2
    with_both = CellContent.of(STRAIGHT, stop=True, trams=(5,))
    assert 0.01 < _at(found, *elsewhere).contents().probability(with_both) < 0.1
    assert _at(found, *plain).contents().best == CellContent.of(STRAIGHT, stop=True)


def test_a_location_has_one_sign() -> None:
    """Where it stands for sure, a faint look of one on another side is none; half a sign is not
    enough for that."""
    found = _bare()
    one, other = (8, 7), (9, 8)
    for at in (one, other):
        _show(found, *at, STRAIGHT, 1.0)
    found.sign[one] = 0.08
    found.sign[other] = 0.6
    assert _at(found, *one).confidence() < SURE_CONFIDENCE
    found.sign[other] = 0.99
    assert _at(found, *one).confidence() >= SURE_CONFIDENCE
    assert _at(found, *other).contents().best == CellContent.of(STRAIGHT, stop=True)


def test_what_is_hidden_is_not_known() -> None:
    """A cell under a hand is sure of nothing, whatever the net says of the hand; half a cell in
    view is believed."""
    found = _bare()
    found.occlusion[6, 6] = 0.97
    belief = _at(found, 6, 6).contents()
    assert belief.confidence < SURE_CONFIDENCE
    found.occlusion[6, 6] = 0.3
    assert _at(found, 6, 6).contents().confidence >= SURE_CONFIDENCE


def test_neighbours_tell_between_tiles_that_look_alike() -> None:
    """Track that runs on decides a doubt, but in a game, whose referee weighs that himself; what is
    seen clearly stays, however it fits."""
    found = _bare()
    _show(found, 6, 6, Tile.named(["EW"]), 1.0)
    found.faces[6, 7] = 0
    found.faces[6, 7, [STRAIGHT.face, Tile.named(["EW"]).face]] = 0.55, 0.45
    assert _at(found, 6, 7, alone=True).tile()[0] == Tile.named(["EW"])
    assert _at(found, 6, 7).tile() == (STRAIGHT, pytest.approx(0.55, abs=1e-4))
    _show(found, 6, 7, STRAIGHT, 0.99)
    assert _at(found, 6, 7, alone=True).tile() == (STRAIGHT, pytest.approx(0.99, abs=1e-4))


def test_neighbours_never_say_whether_a_tile_lies_there() -> None:
    """Bare or not is for the picture alone."""
    found = _bare()
    _show(found, 6, 6, Tile.named(["EW"]), 1.0)
    _show(found, 6, 7, STRAIGHT, 0.6)
    tile, share = _at(found, 6, 7, alone=True).tile()
    assert tile == STRAIGHT
    assert share == pytest.approx(0.6, abs=1e-4)
