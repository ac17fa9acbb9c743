"""What a lay is said to earn is what the game then gives (leaflet, alignments; R18, R19)."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from rules.core.verdict import Ruling
from rules.games.redline import GAME
from rules.games.redline.board import board_of
from rules.games.redline.laws.apply import after_unseen_discards
from rules.games.redline.state import Lay, RedlineState
from tests.rules.tables import Dealt, after, house, judged, lay, layout, start, with_hands


def given(state: RedlineState, turn: Lay) -> list[str]:
    """What the state after a lay shows to have been earned, from counts alone."""
    before = after_unseen_discards(state)
    now = GAME.force(state, turn, house())
    layer = now.layer or ""
    drawn = (now.hand(layer).count or 0) - ((before.hand(layer).count or 0) - 1)
    assert drawn == (before.reserve or 0) - (now.reserve or 0)
    return ["draw"] * drawn + ["others-discard"] * bool(now.owed)


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(5, 24))]
)
def test_along_random_games_every_lay_earns_what_is_said(seed: int) -> None:
    """Two to six players, tiles owed by all others, reserves full and empty."""
    rng = Random(seed)
    state = start(*"ABCDEF"[: 2 + seed % 5])
    for _ in range(14):
        lays = [t for t in islice(GAME.legal_turns(state, house()), 9000) if isinstance(t, Lay)]
        earning = [t for t in rng.sample(lays, min(250, len(lays))) if judged(state, t).rewards]
        for turn in (*earning[:8], *rng.sample(lays, min(8, len(lays)))):
            for now in (state, state.with_reserve(0)):
                told = [reward.kind for reward in judged(now, turn).rewards]
                assert told == given(now, turn), (now, turn)
        if not lays:
            return
        state = GAME.force(state, rng.choice(earning or lays), house())


def test_after_an_alignment_without_a_reserve_the_next_one_draws() -> None:
    """The tiles that the others threw away are the reserve by then."""
    rows = ((0, "Y E", "B W+E", "Y W+E+NE"), (5, "Y E+S", "B W+E+S", "Y W+E+SE"))
    tiles = {(col, row): name for row, *names in rows for col, name in enumerate(names)}
    lying = layout(*((col, row, name) for (col, row), name in tiles.items()))
    state = after(replace(start(*"ABCDEF"), layout=board_of(lying)), lay(3, 0, "B W+S"))
    assert (state.reserve, len(state.owed)) == (0, 5)
    again = lay(3, 5, "B W+NE")
    assert [reward.kind for reward in judged(state, again).rewards] == ["draw"]
    state = after(state, again)
    assert (state.reserve, state.owed, state.hand("B").count) == (4, (), 7)


def test_who_owes_his_last_tile_is_out_before_the_next_lay_is_judged() -> None:
    """B's only tile is thrown away: the lay is C's, from C's hand."""
    row = (lay(0, 0, "Y E"), lay(1, 0, "B W+E"), lay(2, 0, "Y W+NE+E"), lay(3, 0, "B W+S"))
    state = after(start("A", "B", "C"), *row[:3]).with_reserve(0)
    state = with_hands(state, A="B W+S, B N", B="Y N", C="Y N+S, B W")
    state = after(state, row[3])
    assert (state.owed, GAME.to_move(state)) == (("B", "C"), "B")
    turn = lay(3, 1, "Y N+S")
    assert GAME.player_of(state, turn, house()) == "C"
    assert judged(state, turn).legal
    assert judged(state, lay(3, 1, "Y N+W")).ruling is Ruling.ILLEGAL
    assert GAME.force(state, turn, house()).layer == "C"


@pytest.mark.parametrize("seed", range(6))
def test_a_foul_earns_nothing_and_asks_for_nothing(seed: int) -> None:
    """Whatever it lines up: only taking back is due, which the referee says."""
    game = Dealt(2, seed)
    for _ in range(7):
        game.step()
    cells = sorted(game.state.layout.open_places)
    tiles = [tile for hand in game.state.hands for tile in hand.known]
    for cell in cells:
        for tile in tiles:
            verdict = judged(game.state, Lay(cell, tile))
            if verdict.violations:
                assert (verdict.rewards, verdict.required) == ((), ())
