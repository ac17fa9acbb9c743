"""Pawns of one name that are plainly of two colours."""

from __future__ import annotations

import numpy as np

from vision.reading import SURE_CONFIDENCE
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.box import NOTHING_KNOWN, ColoursInPlay
from vision.rouge.pawns.colours import named
from vision.rouge.pawns.shades import (
    apart,
    as_in_set,
    parted,
    shades_of,
    with_burnt_out,
)

YELLOW, GREEN, ORANGE, WHITE = (
    COLOURS.index(name) for name in ("yellow", "green", "orange", "white")
)

#: BGR of olive and of yellow pawns under one lamp, and of the same yellow in a shadow.
OLIVE, CREAM, SHADED = (87, 188, 169), (120, 225, 255), (70, 131, 149)


def painted(*colours: tuple[int, int, int]) -> np.ndarray:
    """(N, 3) the shades of pawns painted in so many colours, as a photo shows them."""
    photo = np.zeros((40, 40 * len(colours), 3), np.uint8)
    for k, colour in enumerate(colours):
        photo[:, 40 * k : 40 * k + 40] = colour
    middles = np.array([(40 * k + 20.0, 20.0) for k in range(len(colours))])
    return shades_of(photo, middles, 3)


def logits(**by_name: float) -> np.ndarray:
    """(11,) logits: these names', and far less for the others."""
    return np.array([by_name.get(name, -12.0) for name in COLOURS])


#: What the net says of three olive pawns and of three yellow ones.
TOLD = np.array([logits(yellow=3.0, green=-2.0)] * 3 + [logits(yellow=3.0, orange=-4.0)] * 3)


def told(box: ColoursInPlay = NOTHING_KNOWN, *colours: tuple[int, int, int]) -> np.ndarray:
    """(6, 11) names of three pawns of one paint and three of another."""
    names = named(TOLD, np.ones(6), box, LIMITS)
    return parted(names, TOLD, np.ones(6), painted(*colours), box, LIMITS)


def test_a_shadow_is_no_other_hue_and_olive_is_no_yellow() -> None:
    """Distances between pawns go by hue."""
    away = apart(painted(CREAM, SHADED, OLIVE))
    assert away[0, 1] < LIMITS.two_hues < away[0, 2]


def test_olive_pawns_beside_yellow_ones_are_not_surely_yellow() -> None:
    """The net calls both yellow, and alone it is believed."""
    alone = named(TOLD, np.ones(6), NOTHING_KNOWN, LIMITS)
    assert (alone[:, YELLOW] > SURE_CONFIDENCE).all()
    found = told(NOTHING_KNOWN, *[OLIVE] * 3, *[CREAM] * 3)
    assert (found[:3, YELLOW] < 0.9).all()
    assert (found[:3].argmax(axis=1) != ORANGE).all()
    assert (found[3:, YELLOW] > SURE_CONFIDENCE).all()


def test_they_have_the_colour_of_the_player_whose_pawns_are_seen_nowhere() -> None:
    """Yellow and green play, and nothing else on the table is green."""
    box = ColoursInPlay(np.zeros(len(COLOURS)), frozenset({"yellow", "green"}))
    found = told(box, *[OLIVE] * 3, *[CREAM] * 3)
    assert (found[:3].argmax(axis=1) == GREEN).all()
    assert (found[3:].argmax(axis=1) == YELLOW).all()


def test_yellow_pawns_in_a_shadow_stay_yellow() -> None:
    """Light and shadow part nobody."""
    before = named(TOLD, np.ones(6), NOTHING_KNOWN, LIMITS)
    assert np.allclose(told(NOTHING_KNOWN, *[SHADED] * 3, *[CREAM] * 3), before)


def test_one_pawn_alone_is_no_crowd() -> None:
    """Its middle may be hidden, or show another pawn."""
    before = named(TOLD, np.ones(6), NOTHING_KNOWN, LIMITS)
    assert np.allclose(told(NOTHING_KNOWN, OLIVE, *[CREAM] * 5), before)


def test_what_is_burnt_out_shows_no_hue() -> None:
    """A white crowd in a lamp's reflection is not told from another by what is left of its tint."""
    before = named(TOLD, np.ones(6), NOTHING_KNOWN, LIMITS)
    burnt = (200, 254, 255)
    assert np.allclose(told(NOTHING_KNOWN, *[burnt] * 3, *[(255, 250, 250)] * 3), before)


def test_white_pawns_in_two_lights_stay_white() -> None:
    """Half the board lies under a lamp, the other half in the light of a window."""
    white = np.array([logits(white=3.0, yellow=-1.0)] * 3 + [logits(white=3.0, grey=-2.0)] * 3)
    before = named(white, np.ones(6), NOTHING_KNOWN, LIMITS)
    warm, cold = (190, 215, 235), (225, 210, 190)
    shades = painted(*[warm] * 3, *[cold] * 3)
    assert apart(shades)[0, -1] > LIMITS.one_hue
    assert np.allclose(parted(before, white, np.ones(6), shades, NOTHING_KNOWN, LIMITS), before)


def test_a_burnt_out_pawn_is_not_surely_white() -> None:
    """A lamp leaves a yellow pawn white; who plays, where that is known, settles it."""
    said = np.array([logits(white=6.0, yellow=-4.0)] * 2)
    shades = painted((255, 255, 255), (214, 221, 224))
    heard = with_burnt_out(said, shades, LIMITS)
    alone = named(heard, np.ones(2), NOTHING_KNOWN, LIMITS)
    assert alone[0, WHITE] > alone[0, YELLOW]
    assert alone[0, WHITE] < SURE_CONFIDENCE < alone[1, WHITE]
    played = ColoursInPlay(NOTHING_KNOWN.seen, frozenset(("white", "red")))
    assert (named(heard, np.ones(2), played, LIMITS)[:, WHITE] > SURE_CONFIDENCE).all()


def test_a_burnt_out_pawn_that_the_net_calls_yellow_stays_yellow() -> None:
    """Only too little doubt is mended."""
    said = np.array([logits(yellow=5.0, white=0.0)])
    assert (with_burnt_out(said, painted((255, 255, 255)), LIMITS) == said).all()


def test_a_pawn_belongs_to_the_set_whose_shade_it_has() -> None:
    """Where the looks leave it open; a pawn that is not clear itself tells nothing of others, and
    one of another shade nothing of this one."""
    belongs = np.full((3, len(COLOURS)), 0.01)
    belongs[:, [GREEN, YELLOW]] = [[0.99, 0.01], [0.01, 0.99], [0.5, 0.5]]
    shades = painted(OLIVE, CREAM, OLIVE)
    found = as_in_set(belongs, np.ones(3), shades, LIMITS)
    assert found[2, GREEN] > 3 * found[2, YELLOW]
    assert np.allclose(found[:2].argmax(axis=1), [GREEN, YELLOW])
    unclear = as_in_set(belongs, np.full(3, 0.3), shades, LIMITS)
    assert np.allclose(unclear[2, GREEN], unclear[2, YELLOW])
