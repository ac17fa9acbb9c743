"""People who lay out of hands that lie open."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.games.redline.masks import unturned
from tests.evenings.open_hands import Hands, OutOfHand
from tests.evenings.photos import PhotoEvening
from tests.people.evening import Plan

PLAYERS = ("A", "B", "C")


@pytest.mark.parametrize("seed", range(6))
def test_every_tile_lies_in_one_place_through_a_whole_game(seed: int) -> None:
    """In the layout or in one hand; as many lie before each player as the game counts, and what is
    laid lay before its player."""
    hands = Hands(seed)
    part, rng = OutOfHand(hands), Random(seed)
    part.dealt(PLAYERS)
    state = part.game.start(PLAYERS, part.house)
    for _ in range(30):
        own = hands.of(state.mover, state)
        turn = part.legal(state, rng)
        if turn is None or part.game.outcome(state, part.house) is not None:
            break
        assert unturned(turn.tile) in own
        state = part.game.apply(state, turn, part.house)
        hands.settle(state)
        lying = [*(unturned(tile) for tile in state.layout.values())]
        lying += [tile for hand in hands.lying(state) for tile in hand]
        assert max(Counter(lying).values()) == 1
        for player, hand in zip(state.players, hands.lying(state), strict=True):
            count = state.hand(player).count
            assert count is not None
            assert len(hand) == count - (player in state.owed)
    assert len(state.layout) >= 10


def test_what_is_taken_back_lies_before_its_player_again() -> None:
    """A foul lies in the layout as long as it lies there."""
    hands = Hands(1)
    part = OutOfHand(hands)
    part.dealt(PLAYERS)
    state = part.game.start(PLAYERS, part.house)
    turn = part.legal(state, Random(1))
    assert turn is not None
    laid = part.game.force(state, turn, part.house)
    assert unturned(turn.tile) in hands.of("A", state)
    assert unturned(turn.tile) not in hands.of("A", laid)


@pytest.mark.slow
def test_a_game_with_open_hands_is_called() -> None:
    """Six players, forty tiles round the layout: before hands were told from the layout nothing was
    right in any picture."""
    tally = PhotoEvening(Plan("redline", 40, 16, answers="answered"), 1, open_hands=True).run()
    assert tally.counts["right"] >= 12
    assert tally.counts["wrong"] == 0
