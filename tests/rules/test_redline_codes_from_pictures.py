"""Every rule code of Redline is called as a foul from two clear pictures, or must be told.

The first picture is the state; the second is weighed as a referee does. `could-play` speaks of
tiles thrown face down into the reserve, which no layout shows: it is told, and then judged.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files

import pytest

from rules.core.observation import Belief, Loose, Pose
from rules.games.redline import GAME
from rules.games.redline.state import Discard, Lay, RedlineState
from tests.rules.redline_pictures import CLEAR, clear, laid, pixel_of, share_of, weighed
from tests.rules.tables import after, house, judged, lay, start, table, tile, with_hands

#: The weight a foul needs to be called.
SURE_FOUL = 0.97

#: Codes that no picture can show, by what the players must tell.
TOLD = {"could-play": "discard"}


@dataclass(frozen=True)
class Case:
    """A state, the tile laid since, and the house rules of the table."""

    code: str
    state: RedlineState
    turn: Lay
    changes: dict[str, object] = field(default_factory=dict)


CORNER = ((1, 0, "B W+S"), (0, 0, "Y E+S"), (0, 1, "B N+E"))
BOTH_COLOURS = after(start(), lay(0, 0, "Y E+NE"), lay(1, -1, "B SW+S"))
HELD = with_hands(
    after(start("A", "B", "C"), lay(0, 0, "Y E")), A="B W+E, B N", B="B W+N, Y N", C="B W+NE, Y NE"
)

CASES = (
    Case("no-extension", table((0, 0, "Y E")), lay(-1, 0, "B N")),
    Case("no-extension", table((0, 0, "Y E")), lay(2, 2, "B N")),
    Case("dead-end", table(*CORNER), lay(1, 1, "Y N")),
    Case("colour", table((0, 0, "Y E+S")), lay(1, 0, "Y W+E")),
    Case("tile-twice", table((0, 0, "Y E"), (1, 0, "B W+E")), lay(2, 0, "Y W")),
    Case("colour-variant", BOTH_COLOURS, lay(1, 0, "B N+W"), {"colour_variant": True}),
    Case("two-moves", HELD, lay(1, 0, "B W+E")),
    Case("not-your-tile", HELD, lay(1, 0, "B W+NE")),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_foul_is_called_from_two_pictures(case: Case) -> None:
    """Seen in full and meant by nothing else."""
    found = weighed(case.state, laid(case.state, case.turn), house(**case.changes))
    assert share_of(case.code, found) >= SURE_FOUL
    assert case.code in {v.code for v in judged(case.state, case.turn, **case.changes).violations}


def test_a_tile_lying_askew_is_called_from_two_pictures() -> None:
    """Fig. 3: it leans on the layout and lies on no cell."""
    state = table((0, 0, "Y SE+W"), (-1, 0, "B E"))
    x, y = pixel_of(lay(1, 1, "B N").cell)
    leaning = Loose(
        Belief.of({tile("B N+S"): CLEAR}), "askew", Pose((x + 9, y + 9), angle_deg=45.0)
    )
    found = weighed(state, clear(state.layout, [leaning]), house())
    assert share_of("askew", found) >= SURE_FOUL


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_foul_in_company_is_called_too(case: Case) -> None:
    """With a second tile that touches nothing, in any order. A kind that seems to be there twice is
    soft evidence of a misreading (1.2), so two oddities in one picture are asked about."""
    far = lay(9, 9, "B N+NW")
    found = weighed(case.state, laid(case.state, case.turn, far), house(**case.changes))
    enough = 0.8 if case.code == "tile-twice" else SURE_FOUL
    assert share_of(case.code, found) >= enough


def test_could_play_is_called_when_the_discard_is_told() -> None:
    """From a hand known by being told, or seen lying open."""
    assert [v.code for v in judged(HELD, Discard("B", 2)).violations] == ["could-play"]


def test_what_must_be_told_says_so_in_the_rulebook() -> None:
    """With the reason, in both languages."""
    data = tomllib.loads(files("rules.games.redline").joinpath("rulebook.toml").read_text("utf-8"))
    told = {
        code for code, entry in data["codes"].items() if {"en", "fr"} <= set(entry.get("told", ()))
    }
    assert told == set(TOLD)


def test_every_code_is_here() -> None:
    """None is left out."""
    called = {case.code for case in CASES} | {"askew"} | set(TOLD)
    assert called == {code.code for code in GAME.rulebook.codes}
