"""Which cells are looked at closely, from where their views are cut, and how two nets agree."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from rules.games.linie1.places import LOCATION_AT, SPAN, TERMINI
from rules.games.linie1.tiles import FACE_MASKS, FACE_OF, mask_of, pairs_of
from vision.linie1.limits import LIMITS
from vision.linie1.tiles.cells import FACES, LINES, CellReadings
from vision.linie1.tiles.close import (
    BORDER,
    CELL_PX,
    CHANNELS,
    VIEW,
    CloseReader,
    likely_termini,
    low_confidence_cells,
    replace_cells,
    replace_termini,
)

SIDE = int((12 + 2 * BORDER) * CELL_PX)
#: Where a painted tile bears the mark of each side, shares of a cell: x, y.
_MARKS = {"N": (0.5, 0.15), "E": (0.85, 0.5), "S": (0.5, 0.85), "W": (0.15, 0.5)}
_FREE = [(row, col) for row in range(1, 13) for col in range(1, 13)
         if row * SPAN + col not in LOCATION_AT]  # fmt: skip


class MarkNet:
    """Answers like the net by looking for bright marks at the sides of the middle cell."""

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """(N, 42) logits, sure of straights and curves."""
        out = np.zeros((len(batch), CHANNELS), np.float32)
        for row, view in zip(out, batch, strict=True):
            marked = [side for side, (x, y) in _MARKS.items() if self._bright(view[0], x, y)]
            row[FACE_OF[mask_of(["".join(marked)])] if len(marked) == 2 else 0] = 20
        return out

    @staticmethod
    def _bright(plane: NDArray[np.float32], x: float, y: float) -> bool:
        rim = (VIEW - CELL_PX) // 2
        return bool(plane[rim + int(y * CELL_PX), rim + int(x * CELL_PX)] > 0.5)


def _clear() -> CellReadings:
    """A board without tiles, read without any doubt."""
    faces = np.full((SPAN, SPAN, FACES), 1e-6)
    faces[..., 0] = 1
    nothing = np.zeros((SPAN, SPAN))
    return CellReadings(faces, nothing, np.zeros((SPAN, SPAN, LINES)), nothing)


def _doubtful(readings: CellReadings, cell: tuple[int, int], share: float) -> None:
    readings.faces[cell] = (1 - share) / (FACES - 1)
    readings.faces[cell][0] = share


@pytest.mark.parametrize("cell", [(1, 1), (12, 12), (3, 5), (12, 1)])
def test_a_view_shows_its_own_cell_whatever_way_it_is_turned(cell: tuple[int, int]) -> None:
    """Straights and curves anywhere; both looks agree with the truth."""
    for face, mask in enumerate(FACE_MASKS):
        pairs = pairs_of(mask)
        if len(pairs) != 1:
            continue
        picture = np.zeros((SIDE, SIDE, 3), np.uint8)
        for side in pairs[0]:
            mark = np.add(_MARKS[side], (cell[1] - 1 + BORDER, cell[0] - 1 + BORDER)) * CELL_PX
            x, y = mark.astype(int)
            picture[y - 3 : y + 3, x - 3 : x + 3] = 255
        close = CloseReader(MarkNet())
        assert close.logits(picture, np.array([cell]))[0].argmax() == face


def test_nothing_is_looked_at_closely_where_all_is_clear() -> None:
    """An empty board costs no time."""
    assert len(low_confidence_cells(_clear())) == 0


def test_cells_in_doubt_or_under_something_are_looked_at_worst_first() -> None:
    """Doubts, signs and trams, whichever is the likelier trouble first."""
    found = _clear()
    _doubtful(found, (4, 4), 0.9)
    _doubtful(found, (9, 4), 0.4)
    found.sign[6, 7] = 0.3
    found.trams[2, 8, 3] = 0.97
    assert low_confidence_cells(found).tolist() == [[2, 8], [9, 4], [6, 7], [4, 4]]


def test_locations_and_the_border_are_left_to_the_other_net() -> None:
    """Nothing is laid there; trams at termini are told by the whole board."""
    found = _clear()
    for at in LOCATION_AT:
        _doubtful(found, divmod(at, SPAN), 0.5)
    found.trams[0, 4] = found.trams[7, 13] = 0.9
    assert len(low_confidence_cells(found)) == 0


def test_no_more_cells_than_time_allows() -> None:
    """The worst of a bad picture."""
    found = _clear()
    for k, cell in enumerate(_FREE):
        _doubtful(found, cell, 0.5 - 0.001 * k)
    cells = low_confidence_cells(found)
    assert len(cells) == LIMITS.most_cells
    assert {tuple(cell) for cell in cells} == set(_FREE[-LIMITS.most_cells :])


def test_a_close_look_settles_a_doubt_and_leaves_other_cells_alone() -> None:
    """The face it prefers wins, the rest of the board stays as it was."""
    found = _clear()
    straight, cross = FACE_OF[mask_of(["EW"])], FACE_OF[mask_of(["EW", "NS"])]
    found.faces[5, 5] = 1e-6
    found.faces[5, 5][[straight, cross]] = 0.5
    close = np.full((1, CHANNELS), -20.0)
    close[0, cross] = 0.0
    better = replace_cells(found, np.array([[5, 5]]), close)
    assert better.faces[5, 5].argmax() == cross
    assert better.faces[5, 5][cross] > 0.99
    assert better.faces[5, 5].sum() == pytest.approx(1)
    untouched = np.ones((SPAN, SPAN), bool)
    untouched[5, 5] = False
    assert (better.faces[untouched] == found.faces[untouched]).all()
    assert found.faces[5, 5][cross] == 0.5


def test_the_close_look_decides_on_signs_and_trams() -> None:
    """A sign that it denies is none; a tram that it sees is one."""
    found = _clear()
    found.sign[5, 5], found.trams[6, 6, 2] = 0.9, 0.9
    close = np.full((2, CHANNELS), -9.0)
    close[1, FACES + 3] = 9.0
    better = replace_cells(found, np.array([[5, 5], [6, 6]]), close)
    assert better.sign[5, 5] < 0.3
    assert better.trams[6, 6, 2] > 0.9
    assert better.trams[6, 6].argmax() == 2


def test_a_sign_at_which_a_tram_halts_is_told_by_the_first_look() -> None:
    """The close look learnt that a cell bears one of them: what it says against a sign beside a
    tram is worth little, and a sign seen by neither is none."""
    found = _clear()
    for cell, sign in (((5, 5), 0.99), ((6, 6), 0.001)):
        found.sign[cell], found.trams[cell][2] = sign, 0.9
    close = np.full((2, CHANNELS), -9.0)
    close[:, FACES], close[:, FACES + 3] = -4.0, 9.0
    better = replace_cells(found, np.array([[5, 5], [6, 6]]), close)
    assert better.sign[5, 5] > 0.7
    assert better.sign[6, 6] < 0.03
    assert (better.trams[[5, 6], [5, 6], 2] > 0.97).all()


def test_a_faint_look_of_a_sign_is_no_doubt_where_none_is_seen_at_a_glance() -> None:
    """Every second view that the close look learnt bore a sign: its doubt is worth less, and a sign
    that both see stays sure."""
    found = _clear()
    found.sign[5, 5], found.sign[6, 6] = 0.001, 0.99
    close = np.zeros((2, CHANNELS))
    close[:, FACES] = -2.5, 4.0
    better = replace_cells(found, np.array([[5, 5], [6, 6]]), close)
    assert better.sign[5, 5] < 0.03 < 1 / (1 + np.exp(2.5))
    assert better.sign[6, 6] > 0.97


def test_a_tile_in_the_open_is_told_by_both_looks_and_one_under_a_sign_by_the_close_one() -> None:
    """What the glance says of a covered tile is wrong too often to be heard."""
    found = _clear()
    straight, bend = FACE_OF[mask_of(["EW"])], FACE_OF[mask_of(["ES"])]
    close = np.full((2, CHANNELS), -20.0)
    close[:, [straight, bend]] = 2.0, 0.0
    for cell in ((5, 5), (6, 6)):
        found.faces[cell] = 1e-6
        found.faces[cell][[straight, bend]] = 0.99, 0.01
    found.sign[6, 6], close[1, FACES] = 0.999, 9.0
    better = replace_cells(found, np.array([[5, 5], [6, 6]]), close)
    assert better.faces[5, 5][straight] > 0.96
    assert better.faces[6, 6][straight] < 0.95


def test_a_tram_on_a_terminus_is_told_by_both_looks_in_both_of_its_cells() -> None:
    """What is hardly seen at a glance is looked at closely; other termini stay as they were."""
    found, one = _clear(), TERMINI[2]
    cells = [divmod(at, SPAN) for at in one.border]
    found.trams[cells[1]][4] = 0.1
    assert likely_termini(found) == (one,)
    close = np.full((1, LINES), -9.0)
    close[0, 4] = 5.0
    better = replace_termini(found, [one], close)
    assert all(better.trams[cell].argmax() == 4 and better.trams[cell][4] > 0.97 for cell in cells)
    assert found.trams[cells[0]][4] < 0.1
    other = divmod(TERMINI[3].border[0], SPAN)
    assert (better.trams[other] == found.trams[other]).all()
    denied = replace_termini(found, [one], np.full((1, LINES), -9.0))
    assert denied.trams[cells[0]].max() < 0.01
