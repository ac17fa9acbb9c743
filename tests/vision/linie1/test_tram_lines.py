"""Trams of a set that paints one line's as others paint another's: told once, read from then on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.games.linie1.content import CellContent
from rules.games.linie1.places import SPAN, TERMINI, Spot
from tests.render.linie1.photo import late_photo
from vision.linie1.knowledge import TableKnowledge
from vision.linie1.reader import Linie1Reader
from vision.linie1.tiles.cells import CELL_PX, LINES
from vision.linie1.tiles.tram_lines import (
    AS_SOLD,
    faded,
    lines_seen,
    put_right,
    told_by_set,
    told_in_light,
)

#: A tram of line 4 that looks like one of line 6, on a cell.
HERE, ELSEWHERE = Spot(4, 5), Spot(9, 2)

#: Too much light nowhere.
CLEAR = np.zeros((SPAN, SPAN))


def trams(**places: float) -> np.ndarray:
    """Probabilities by line: `here_6=0.9`."""
    found = np.full((SPAN, SPAN, LINES), 0.001)
    for name, p in places.items():
        where, line = name.split("_")
        spot = HERE if where == "here" else ELSEWHERE
        found[spot.row, spot.col, int(line) - 1] = p
    return found


def test_what_looks_like_the_tram_put_right_is_that_lines() -> None:
    """Wherever it stands next, and hardly the other line's."""
    lines = put_right(AS_SOLD, lines_seen(trams(here_6=0.8), CLEAR), HERE, (4,))
    assert lines == {6: 4}
    after = told_by_set(trams(elsewhere_6=0.7), lines)[ELSEWHERE.row, ELSEWHERE.col]
    assert after[3] == pytest.approx(0.7, abs=0.01)
    assert after[5] < 0.01


def test_a_tram_that_looks_like_its_own_stays_that() -> None:
    """The lesson adds to what line 4's tram looks like."""
    lines = put_right(AS_SOLD, lines_seen(trams(here_6=0.8), CLEAR), HERE, (4,))
    assert told_by_set(trams(here_4=0.9), lines)[HERE.row, HERE.col][3] == pytest.approx(
        0.9, abs=0.01
    )


def test_a_lesson_that_turns_out_wrong_is_forgotten() -> None:
    """Somebody had tapped the wrong tram; or two lines' look the same."""
    seen = lines_seen(trams(here_6=0.8), CLEAR)
    lines = put_right({6: 4}, seen, HERE, (6,))
    assert lines == AS_SOLD
    assert put_right({6: 4}, seen, HERE, (2,)) == {6: 2}


@pytest.mark.parametrize(
    ("places", "spot", "told"),
    [
        ({"here_6": 0.3}, HERE, (4,)),  # hardly seen
        ({"here_6": 0.8, "here_4": 0.5}, HERE, (4,)),  # seen as either
        ({"here_6": 0.8}, ELSEWHERE, (4,)),  # another place
        ({"here_6": 0.8}, HERE, ()),  # no tram at all
        ({"here_6": 0.8}, HERE, (4, 6)),  # two
        ({"here_4": 0.8}, HERE, (4,)),  # read rightly
    ],
)
def test_what_does_not_tell_how_a_tram_looks_teaches_nothing(
    places: dict[str, float], spot: Spot, told: tuple[int, ...]
) -> None:
    """Neither one way nor the other."""
    assert put_right(AS_SOLD, lines_seen(trams(**places), CLEAR), spot, told) is AS_SOLD


def lit(*spots: Spot) -> np.ndarray:
    """How faded colours are on a grey board that a lamp burns out, red, round these cells."""
    grid = np.full((SPAN * CELL_PX, SPAN * CELL_PX, 3), 120, np.uint8)
    for spot in spots:
        top, left = ((at - 1) * CELL_PX for at in (spot.row, spot.col))
        grid[top : top + 3 * CELL_PX, left : left + 3 * CELL_PX, 2] = 255
    return faded(grid)


def test_a_tram_in_burnt_out_colours_may_be_any_lines() -> None:
    """It is a tram as likely as before, and on the other cells as surely of its line."""
    seen = trams(here_6=0.8, elsewhere_6=0.8)
    told = told_in_light(seen, lit(HERE))
    here, there = (told[spot.row, spot.col] for spot in (HERE, ELSEWHERE))
    assert here.argmax() == there.argmax() == 5
    assert here.sum() == pytest.approx(seen[HERE.row, HERE.col].sum())
    assert here[:5].min() > 0.05
    assert there[:5].max() < 0.005


def test_what_burnt_out_colours_look_like_is_not_learnt() -> None:
    """Of who puts a tram right there, no other tram is read otherwise."""
    assert lines_seen(trams(here_6=0.9), lit(ELSEWHERE)) == {HERE: 6}
    seen = lines_seen(trams(here_6=0.9), lit(HERE))
    assert put_right(AS_SOLD, seen, HERE, (4,)) is AS_SOLD


@pytest.mark.slow
def test_a_photo_after_a_tram_was_put_right_is_read_by_it(reader: Linie1Reader) -> None:
    """All trams of the photo stay but for the one that was told of; a termini's too."""
    photo = late_photo(935002)
    before = reader.read(photo.image)
    memory = before.memory
    assert isinstance(memory, TableKnowledge)
    ends = {one.spot for one in TERMINI}
    spot, line = next((s, x) for s, x in memory.trams.items() if s not in ends)
    other = next(x for x in range(1, LINES + 1) if x not in memory.trams.values())
    said = {spot: CellContent(trams=(other,))}
    right = reader.put_right(memory, said, spot)
    assert isinstance(right, TableKnowledge)
    assert right.lines == {line: other}
    after = reader.read(photo.image, right)
    told = [
        {(p.place, p.label.trams) for p in one.pieces if p.kind == "tram"}
        for one in (before, after)
    ]
    assert told[0] - told[1] == {(spot, (line,))}
    assert told[1] - told[0] == {(spot, (other,))}
    assert reader.put_right(after.memory, said, spot) is after.memory


def test_a_memory_of_another_kind_is_left_alone(reader: Linie1Reader) -> None:
    """And one of a place that people emptied."""
    assert reader.put_right(None, {}, HERE) is None
    memory = replace(TableKnowledge(), trams={HERE: 6})
    assert reader.put_right(memory, {}, HERE) is memory
