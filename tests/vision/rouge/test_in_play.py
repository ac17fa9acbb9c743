"""A pawn that is hardly seen is judged by whether its colour is in play."""

from __future__ import annotations

import numpy as np

from vision.reading import SURE_CONFIDENCE
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.box import NOTHING_KNOWN, ColoursInPlay
from vision.rouge.pawns.in_play import weighed

#: Logits of pawns whose colour is plain.
LOOKS = 10.0 * np.eye(len(COLOURS))
#: What a net says that is as good as sure, and that is in doubt.
SURE, DOUBT = 0.999, 0.7


def doubted(
    clear: list[str], doubtful: list[str], remembered: dict[str, float] | None = None
) -> np.ndarray:
    """(N,) what is said of doubtful pawns of these colours beside clear ones of those."""
    which = [COLOURS.index(name) for name in (*clear, *doubtful)]
    presence = np.array([SURE] * len(clear) + [DOUBT] * len(doubtful))
    known = ColoursInPlay(np.array([(remembered or {}).get(name, 0.0) for name in COLOURS]))
    return weighed(LOOKS[which], presence, np.eye(len(COLOURS))[which], known, LIMITS)[len(clear) :]


def test_a_colour_that_nobody_shows_is_rather_a_bare_floor() -> None:
    """Twelve red and blue pawns, and no white one but this."""
    assert doubted(["red", "blue"] * 6, ["white"])[0] < 0.25


def test_no_prior_makes_a_doubtful_floor_sure() -> None:
    """Ten black pawns in black rings are never clear: that nobody shows one is no proof against
    them. What the net takes for a pawn once in three stays in doubt (drawn board 920000)."""
    which = [COLOURS.index(name) for name in ["red", "green"] * 7 + ["black"] * 10]
    presence = np.array([SURE] * 14 + [0.34] * 10)
    told = weighed(LOOKS[which], presence, np.eye(len(COLOURS))[which], NOTHING_KNOWN, LIMITS)[14:]
    assert (told > 1 - SURE_CONFIDENCE).all()


def test_a_colour_in_play_is_likelier_than_the_net_says() -> None:
    """The net did not know that white is played."""
    assert doubted(["red", "blue"] * 6 + ["white"], ["white"])[0] > DOUBT


def test_few_pawns_rule_nothing_out() -> None:
    """Of three pawns nobody tells who else plays: a fourth colour may come next."""
    after_three = doubted(["red", "blue", "green"], ["white"])[0]
    after_twelve = doubted(["red", "blue", "green"] * 4, ["white"])[0]
    assert after_twelve < after_three
    assert after_three > 0.2


def test_doubtful_pawns_do_not_vouch_for_one_another() -> None:
    """Five hollows that look alike err together: they say no more than two."""
    five = doubted(["red", "blue"] * 6, ["white"] * 5)
    two = doubted(["red", "blue"] * 6, ["white"] * 2)
    np.testing.assert_allclose(five, two[0])
    assert (five < 0.5).all()


def test_clear_pawns_stay_clear() -> None:
    """The first white pawn of a long game is seen, and a fifth colour is not impossible."""
    which = [COLOURS.index(name) for name in ["red", "blue", "green", "black"] * 4 + ["white"]]
    presence = np.array([SURE] * 16 + [0.9999])
    told = weighed(LOOKS[which], presence, np.eye(len(COLOURS))[which], NOTHING_KNOWN, LIMITS)
    assert (told[:16] > 0.99).all()
    assert told[16] > 0.9


def test_earlier_pictures_speak() -> None:
    """What was clear before, or is in the box that was calibrated, is in play."""
    alone = doubted([], ["white"])[0]
    seen = doubted([], ["white"], {"white": 1.0})[0]
    others = doubted([], ["white"], {"red": 10.0, "blue": 10.0, "green": 10.0, "black": 10.0})[0]
    assert others < alone < seen


def test_many_pawns_are_no_trouble() -> None:
    """Forty pawns and nothing in doubt, or nothing at all."""
    assert np.isfinite(doubted(["red", "blue", "green", "white"] * 10, ["black"])).all()
    assert doubted([], []).shape == (0,)
