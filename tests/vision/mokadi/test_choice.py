"""Places of sticks are chosen together: every cell is explained once."""

from __future__ import annotations

import numpy as np

from tests.vision.mokadi.bench import Lying, causes
from vision.mokadi.pieces.choice import Offers, chosen, worth


def offers(*mine: list[float], cost: float = 0.5) -> Offers:
    """Places that explain so much of every cell, with nothing against them."""
    rows = np.array(mine)
    return Offers(rows, np.zeros_like(rows), np.full(len(rows), cost))


def test_two_places_of_one_stick_are_one() -> None:
    """The better one is taken, the other explains nothing more."""
    assert chosen(offers([1, 1, 1, 0.8], [0.9, 0.9, 0.9, 0.9]), []) == [0]


def test_a_stick_between_two_gives_way() -> None:
    """One place that covers halves of two sticks is taken first, then left for both of them."""
    found = chosen(offers([0, 1, 1, 1, 1, 0], [1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1], cost=0.9), [])
    assert sorted(found) == [1, 2]


def test_what_speaks_against_a_place_counts_unless_another_explains_it() -> None:
    """A buried stick whose cells show what lies over it."""
    mine = np.array([[1.0, 1, 0, 0], [0, 0, 1, 1]])
    against = np.array([[0.0, 0, 0, 0], [3, 3, 0, 0]])
    both = Offers(mine, against, np.full(2, 0.5))
    assert chosen(both, []) == [0, 1]
    alone = Offers(mine[1:], against[1:], both.cost[1:])
    assert chosen(alone, []) == []


def test_worth_is_what_a_stick_adds_to_all_others() -> None:
    """Cells that another explains as well are not its own."""
    both = offers([1, 1, 1, 0], [0, 0, 1, 1], cost=0.5)
    np.testing.assert_allclose(worth(both, [0, 1]), [1.5, 0.5])


def test_errors_have_causes() -> None:
    """A stick read too far along its line, one of another colour, a pad that is none."""
    one, other = np.array([[0.0, 0], [100, 0]]), np.array([[0.0, 50], [100, 50]])
    true = [Lying("stick", one, "red"), Lying("stick", other, "red")]
    read = [
        Lying("stick", one + np.array([30.0, 0]), "red"),
        Lying("stick", other, "blue"),
        Lying("pad", np.array([[0.0, 0]]), "red"),
    ]
    found = causes(true, read, 100.0)
    assert found == {"stick shifted": 2, "stick colour": 1, "pad phantom": 1}
