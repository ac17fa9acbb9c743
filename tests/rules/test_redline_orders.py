"""Several tiles laid between two pictures: every order that differs in what is to be said."""

from __future__ import annotations

from random import Random

import pytest

from rules.core.game import Explanation
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.explaining.orders import MOST_GIVEN, MOST_PERMUTED, Order, Orders
from rules.games.redline.state import Discard, Lay, RedlineState
from tests.rules.redline_pictures import laid
from tests.rules.tables import Dealt, after, house, lay, start, table, with_hands


def orders(state: RedlineState, *lays: Lay, **changes: object) -> list[Order]:
    """The orders proposed, with no hand in sight."""
    return Orders(state, house(**changes), {}).of(lays)


#: Three alternating tiles in a row, with two open lines at the other end.
ROW = (lay(0, 0, "Y E+NW+W"), lay(1, 0, "B W+E"), lay(2, 0, "Y W+E+NE"))

#: Fills the row to four, which earns a tile; and one elsewhere that earns nothing.
EARNS, PLAIN = lay(3, 0, "B W+S"), lay(-1, -1, "B SE+N")


def both() -> list[Explanation]:
    """Explanations of one picture with both lays."""
    state = after(start(), *ROW)
    found = GAME.explanations(state, laid(state, EARNS, PLAIN), house())
    return [e for e in found if set(e.turns) == {EARNS, PLAIN}]


def test_two_legal_orders_that_give_the_draw_to_another_are_both_given() -> None:
    """With one prior and one name for the acts: which it was, no picture shows."""
    found = both()
    assert {e.turns for e in found} == {(EARNS, PLAIN), (PLAIN, EARNS)}
    assert len({(e.log_prior, e.log_evidence, e.acts) for e in found}) == 1


def test_who_draws_follows_from_the_order() -> None:
    """The draw is B's where he laid first, else A's."""
    state = after(start(), *ROW)
    drawn = {}
    for order in orders(state, EARNS, PLAIN):
        (one,) = order.earned
        drawn[order.turns[0]] = one.player
    assert drawn == {EARNS: "B", PLAIN: "A"}


def test_other_lays_are_other_acts() -> None:
    """One of the two laid is something else than both."""
    state = after(start(), *ROW)
    found = list(GAME.explanations(state, laid(state, EARNS, PLAIN), house()))
    names = {e.acts for e in found}
    assert len(names) == len({frozenset(e.turns) for e in found}) > 1


def test_three_lays_have_up_to_six_orders() -> None:
    """All of them where nothing else tells them apart but who laid what."""
    state = after(start("A", "B", "C"), *ROW)
    third = lay(-1, 0, "B E+S")
    assert len(orders(state, EARNS, PLAIN, third)) == 6


def test_nobody_named_and_nothing_earned_is_one_order() -> None:
    """Orders that end in equal games with equal verdicts are one; where the variant asks which tile
    was last they are two."""
    state = GAME.resume({one.cell: one.tile for one in ROW}, (), house())
    one, other = PLAIN, lay(-1, 0, "B E+S")
    assert len(orders(state, one, other)) == 1
    assert len(orders(state, one, other, colour_variant=True)) == 2


def test_a_foul_in_one_order_does_not_hide_the_order_that_is_legal() -> None:
    """Both are given; the fewest broken first."""
    state = after(start(), lay(0, 0, "Y E"))
    first, second = lay(1, 0, "B W+E"), lay(2, 0, "Y W+S")
    found = orders(state, second, first)
    assert [(o.turns, o.broken) for o in found] == [
        ((first, second), 0),
        ((second, first), 1),
    ]


@pytest.mark.parametrize("number", [4, 5, 6])
def test_many_lays_are_put_in_legal_orders_and_not_too_many(number: int) -> None:
    """A chain has one legal order; four are tried in every order, more are searched for."""
    state = after(start(), lay(0, 0, "Y E"))
    names = ("B W+E", "Y W+E", "B W+SE", "Y NW+E", "B W+NE", "Y SW+E")
    cells = ((1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 0))
    chain = [lay(*cell, name) for cell, name in zip(cells, names, strict=True)][:number]
    found = orders(state, *chain[::-1], set="unknown")
    assert found[0].turns == tuple(chain)
    assert len(found) <= MOST_GIVEN
    assert (number <= MOST_PERMUTED) or all(not one.broken for one in found)


def test_of_too_many_orders_every_way_of_earning_is_kept() -> None:
    """Who draws differs: each possibility stays among those given."""
    state = after(start("A", "B", "C"), *ROW)
    lays = (EARNS, PLAIN, lay(-1, 0, "B E+S"), lay(3, -1, "B SW+N"))
    found = orders(state, *lays)
    assert len(found) == MOST_GIVEN
    drawers = {one.player for order in found for one in order.earned if one.turn == EARNS}
    assert drawers == {"A", "B", "C"}
    assert {order.turns[0] for order in found} == set(lays)


@pytest.mark.parametrize("seed", range(4))
def test_a_legal_order_that_was_played_is_always_among_them(seed: int) -> None:
    """Two or three lays of a random game, shuffled."""
    game = Dealt(3, seed)
    for _ in range(8):
        game.step()
    state, played = game.state, []
    while len(played) < 2 + seed % 2:
        turn = game.rng.choice([t for t in game.turns() if isinstance(t, Lay)] or [None])
        if turn is None or game.state.owed:
            return
        game.state = GAME.apply(game.state, turn, game.house)
        played.append(turn)
    shuffled = Random(seed).sample(played, len(played))
    assert tuple(played) in {o.turns for o in orders(state, *shuffled) if not o.broken}


# A discard that nobody told -------------------------------------------------------------------


def stuck(**hands: str) -> RedlineState:
    """One yellow line is open and B is on turn."""
    return with_hands(after(start(), lay(0, 0, "Y E")), **hands)


AGAIN = lay(1, 0, "B W+S")


def test_a_player_who_surely_could_not_lay_threw_two_away() -> None:
    """What looks like a second move of A is legal after B's discard, under the same acts."""
    state = stuck(A="B W+S, B N", B="Y W, Y N+S, Y NE")
    found = [e for e in GAME.explanations(state, laid(state, AGAIN), house()) if e.turns]
    assert {e.turns for e in found} == {(AGAIN,), (Discard("B", 2), AGAIN)}
    assert len({(e.acts, e.log_prior) for e in found}) == 1


def test_a_player_who_can_lay_threw_nothing_away() -> None:
    """Then it is a second move and nothing else."""
    state = stuck(A="B W+S, B N", B="B W, Y N+S, Y NE")
    found = [e for e in GAME.explanations(state, laid(state, AGAIN), house()) if e.turns]
    assert [e.turns for e in found] == [(AGAIN,)]


def test_a_player_of_whose_hand_nothing_is_known_may_have_thrown_two_away() -> None:
    """Less likely, and another thing done: the referee weighs it against the foul."""
    state = stuck(A="B W+S, B N")
    found = {e.turns: e for e in GAME.explanations(state, laid(state, AGAIN), house())}
    foul, legal = found[AGAIN,], found[Discard("B", 2), AGAIN]
    assert foul.acts != legal.acts
    assert legal.log_prior < foul.log_prior


def test_several_players_may_have_thrown_tiles_away() -> None:
    """B and C cannot lay, and A is on turn again."""
    state = after(start("A", "B", "C"), lay(0, 0, "Y E"))
    state = with_hands(state, A="B W+S, B N", B="Y W, Y N+S", C="Y NE, Y NE+SW, Y N")
    found = [e for e in GAME.explanations(state, laid(state, AGAIN), house()) if e.turns]
    assert (Discard("B", 2), Discard("C", 2), AGAIN) in {e.turns for e in found}


# Who made a turn ------------------------------------------------------------------------------


def test_a_lay_is_the_movers_unless_the_tile_is_surely_anothers() -> None:
    """A second move is told of who laid again; a tile of a third player is told of nobody."""
    state = after(start("A", "B", "C"), lay(0, 0, "Y E"))
    state = with_hands(state, A="B W+S", B="B W", C="B W+NE")
    made = {
        name: GAME.player_of(state, lay(1, 0, name), house()) for name in ("B W", "B W+S", "B W+NE")
    }
    assert made == {"B W": "B", "B W+S": "A", "B W+NE": None}


def test_a_discard_names_its_player_and_an_unknown_mover_is_nobody() -> None:
    """Unless the tile laid is surely one player's."""
    state = table((0, 0, "Y E"))
    assert GAME.player_of(state, Discard("B", 2), house()) == "B"
    assert GAME.player_of(state, Discard("Z", 2), house()) is None
    assert GAME.player_of(state, AGAIN, house()) is None
    assert GAME.player_of(with_hands(state, B="B W+S"), AGAIN, house()) == "B"


def test_a_tile_lifted_and_put_elsewhere_is_one_plain_lay() -> None:
    """R25: seen from the game before the last lay, a change of mind is a lay like any other."""
    before = after(start(), lay(0, 0, "Y E+S"))
    moved = lay(0, 1, "B N+E")
    seen = laid(before, moved)
    assert seen.at(Cell(1, 0)) is not None  # where it lay until then
    found = [e for e in GAME.explanations(before, seen, house()) if e.turns]
    assert [(e.turns, e.log_prior, e.disturbed) for e in found] == [((moved,), 0.0, ())]
