"""Colours are named together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.reading import SURE_CONFIDENCE
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.box import NOTHING_KNOWN, ColoursInPlay
from vision.rouge.pawns.colours import named

RED, BLUE, ORANGE, BLACK = (COLOURS.index(name) for name in ("red", "blue", "orange", "black"))


def logits(**by_name: float) -> np.ndarray:
    """(11,) logits: these names', and nothing for the others."""
    return np.array([by_name.get(name, 0.0) for name in COLOURS])


def test_one_doubtful_pawn_goes_with_the_others() -> None:
    """Five sure reds make the sixth red, although it looks a little more like orange."""
    pawns = np.array([logits(red=9.0, orange=3.0)] * 5 + [logits(red=6.0, orange=6.3)])
    found = named(pawns, np.ones(6), NOTHING_KNOWN, LIMITS)
    assert found[5].argmax() == RED
    assert named(pawns[5:], np.ones(1), NOTHING_KNOWN, LIMITS)[0, RED] < found[5, RED]


def test_what_surely_differs_stays_different() -> None:
    """The others' colour is a prior and no verdict."""
    pawns = np.array([logits(red=9.0)] * 6 + [logits(blue=9.0)])
    assert named(pawns, np.ones(7), NOTHING_KNOWN, LIMITS)[6].argmax() == BLUE


def test_there_are_no_more_than_ten_of_a_colour() -> None:
    """The eleventh pawn that might be red is rather something else."""
    ten, eleven = (
        [logits(red=8.0, orange=5.0)] * (n - 1) + [logits(red=5.0, orange=5.5)] for n in (10, 11)
    )
    room = named(np.array(ten), np.ones(10), NOTHING_KNOWN, LIMITS)[-1, RED]
    full = named(np.array([*eleven, logits(red=8.0)]), np.ones(12), NOTHING_KNOWN, LIMITS)[-2, RED]
    assert room > 0.8
    assert full < room


def test_an_eleventh_pawn_that_is_plain_keeps_its_name() -> None:
    """Fifteen white pawns are too many and must be told as what they are; the others' names stay
    as well."""
    pawns = np.array([logits(white=9.0)] * 15 + [logits(yellow=9.0)] * 8)
    found = named(pawns, np.ones(23), NOTHING_KNOWN, LIMITS)
    assert (found[:15, COLOURS.index("white")] > 0.97).all()
    assert (found[15:, COLOURS.index("yellow")] > 0.97).all()


def test_earlier_pictures_are_remembered() -> None:
    """A first orange pawn among remembered reds needs to look it."""
    doubtful = logits(red=4.0, orange=4.5)[None]
    fresh = named(doubtful, np.ones(1), NOTHING_KNOWN, LIMITS)[0, RED]
    known = named(doubtful, np.ones(1), ColoursInPlay(np.eye(11)[RED] * 6), LIMITS)[0, RED]
    assert known > fresh


def test_an_empty_hollow_lends_no_colour() -> None:
    """What is not there names nothing."""
    pawns = np.array([logits(red=9.0)] * 5 + [logits(red=4.0, orange=4.5)])
    absent = named(pawns, np.array([0, 0, 0, 0, 0, 1.0]), NOTHING_KNOWN, LIMITS)[5]
    present = named(pawns, np.ones(6), NOTHING_KNOWN, LIMITS)[5]
    assert absent[RED] < present[RED]
    assert absent[ORANGE] > present[ORANGE]


def test_pawns_that_err_together_make_no_name_sure() -> None:
    """Eight white pawns that all look a little bluish in the dark stay in doubt: that there are
    eight says hardly more than that there is one."""
    pawns = np.array([logits(blue=7.0, white=5.5)] * 8)
    assert named(pawns, np.ones(8), NOTHING_KNOWN, LIMITS)[:, BLUE].max() < SURE_CONFIDENCE


def test_a_colour_that_nobody_plays_is_rather_misread() -> None:
    """Dark blue looks black in half of the light. Once all players are known, and none has black,
    it is blue; a pawn that is plainly black is still told as black: that is a foul."""
    doubtful = np.array([logits(blue=8.0)] * 3 + [logits(black=8.0, blue=5.0)] * 2)
    plain = logits(black=16.0)[None]
    box = replace(NOTHING_KNOWN, played=frozenset({"red", "blue"}))
    assert (named(doubtful, np.ones(5), NOTHING_KNOWN, LIMITS)[3:, BLACK] > 0.5).all()
    assert (named(doubtful, np.ones(5), box, LIMITS)[3:, BLUE] > SURE_CONFIDENCE).all()
    assert named(plain, np.ones(1), box, LIMITS)[0, BLACK] > SURE_CONFIDENCE


def test_a_players_colour_that_was_never_named_is_looked_for() -> None:
    """Twelve red pawns were seen; who plays orange has as many in hand."""
    doubtful = logits(red=4.0, orange=4.5)[None]
    seen = ColoursInPlay.of(["red"])
    playing = replace(seen, played=frozenset({"red", "orange"}))
    alone, told = (named(doubtful, np.ones(1), box, LIMITS)[0, ORANGE] for box in (seen, playing))
    assert alone < 0.5 < told
