"""What games are made with: sets as bits, and turns made one after another."""

from __future__ import annotations

import pytest

from rules.core.toolkit.bits import indices
from rules.core.toolkit.orders import gone_on
from rules.core.verdict import Remark, Ruling, Verdict, Violation


@pytest.mark.parametrize(("bits", "numbers"), [(0, []), (0b1, [0]), (0b1010_0100, [2, 5, 7])])
def test_the_numbers_of_a_set_rise(bits: int, numbers: list[int]) -> None:
    """The lowest bit is number 0."""
    assert list(indices(bits)) == numbers


LEGAL = Verdict(Ruling.LEGAL)
DOUBT = Verdict(Ruling.ASK, remarks=(Remark("doubt"),))
FOUL = Verdict(Ruling.ILLEGAL, (Violation("foul", "1"),))


@pytest.mark.parametrize(
    ("verdict", "game", "table", "after"),
    [
        (LEGAL, "", "", ("t", "t")),
        (DOUBT, "", "", ("t", "t")),
        (FOUL, "", "", ("", "t")),
        (LEGAL, "a", "ab", ("at", "abt")),
        (FOUL, "a", "ab", ("a", "abt")),
    ],
)
def test_a_foul_lies_on_the_table_and_is_not_in_the_game(
    verdict: Verdict, game: str, table: str, after: tuple[str, str]
) -> None:
    """What follows it is in the game, and on the table beside it."""
    assert gone_on(game, table, verdict, lambda state: f"{state}t") == after
