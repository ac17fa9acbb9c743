"""Whole games with hands lying open: what pictures teach never accuses anybody wrongly."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from rules.core.observation import Belief, Loose, Observation, Pose
from rules.games.redline import GAME
from rules.games.redline.explaining.open_hands import after_picture
from rules.games.redline.masks import unturned
from rules.games.redline.state import Discard, Lay, RedlineState
from rules.games.redline.tiles import FULL_SET, Tile
from tests.referee.simulate import confusions
from tests.rules.redline_pictures import BESIDE, clear, weighed
from tests.rules.tables import Dealt, house

#: Shares of the weight at which a foul is called, and from which one is asked about.
SURE_FOUL, ASKED = 0.97, 0.07

#: Where the hands of up to four players lie in the photo, and how the row of each runs.
SEATS = (
    ((300.0, 1500.0), (BESIDE, 4.0)),
    ((-900.0, 300.0), (3.0, BESIDE)),
    ((300.0, -900.0), (BESIDE, -5.0)),
    ((2400.0, 300.0), (-6.0, BESIDE)),
)


@dataclass
class Camera:
    """Pictures of a table whose hands lie open: `misread` of the tiles are taken surely for others,
    each always for the same one, `hidden` of the pictures hide a tile, and it goes round."""

    rng: Random
    misread: float = 0.0
    hidden: float = 0.0

    def __post_init__(self) -> None:
        self._habits = {
            tile: self.rng.choice(confusions(tile))
            for tile in FULL_SET
            if self.rng.random() < self.misread
        }

    def picture(self, game: Dealt, state: RedlineState) -> Observation:
        """The layout as it is and the hands as they seem."""
        seat = self.rng.randrange(4)
        loose: list[Loose[Tile]] = []
        for number, player in enumerate(game.state.players):
            known = game.state.hand(player).known
            (x, y), (dx, dy) = SEATS[(seat + number) % 4]
            for i, tile in enumerate(self.rng.sample(known, len(known))):
                label = self._habits.get(unturned(tile), tile).turned(self.rng.randrange(4))
                at = (x + dx * i + self.rng.gauss(0, 6), y + dy * i + self.rng.gauss(0, 6))
                loose.append(Loose(Belief.of({label: 0.995}), "hand", Pose(at)))
        if loose and self.rng.random() < self.hidden:
            loose.pop(self.rng.randrange(len(loose)))
        return clear(state.layout, loose)


def watched(seed: int, players: int, camera: Camera) -> tuple[int, int, int]:
    """Plays a game before the camera, the discards untold; how many lays there were, how many
    found the layer's hand known and how many were asked about. Fails where a lay is accused or
    what is known is not so."""
    game = Dealt(players, seed)
    state = GAME.start(game.state.players, house())
    lays = known = asked = 0
    for _ in range(26):
        state = after_picture(state, camera.picture(game, state), house())
        if not camera.misread:
            assert_true(game, state)
        turns = game.turns()
        if GAME.outcome(game.state, game.house) is not None or not turns:
            break
        turn = game.rng.choice(turns)
        layer = game.state.mover
        game.play(turn)
        if isinstance(turn, Discard):
            continue
        lays += 1
        known += state.hand(layer or "").exact
        state, sure = seen(state, turn, camera.picture(game, game.state))
        asked += not sure
    return lays, known, asked


def seen(state: RedlineState, lay: Lay, picture: Observation) -> tuple[RedlineState, bool]:
    """The state after the lay as it was made, and whether the picture tells it without asking.
    Fails where the lay would be accused."""
    found = [one for one in weighed(state, picture, house()) if lay in one[0].turns]
    accused = sum(share for _, fouls, share in found if fouls)
    assert accused < SURE_FOUL, (lay, state)
    legal = [one for one in found if not one[1]]
    now = state
    for turn in max(legal, key=lambda one: one[2])[0].turns:
        now = GAME.apply(now, turn, house())
    return now, accused < ASKED


def assert_true(game: Dealt, state: RedlineState) -> None:
    """Every tile known is where it is known to be."""
    for player, hand in zip(state.players, state.hands, strict=True):
        assert set(hand.known) <= set(game.state.hand(player).known), player


@pytest.mark.parametrize("seed", range(12))
def test_what_is_known_is_so_and_no_legal_lay_is_accused(seed: int) -> None:
    """Two to four players, a camera that goes round the table, discards that nobody tells."""
    lays, known, asked = watched(seed, 2 + seed % 3, Camera(Random(seed)))
    assert known >= lays - 6 - seed % 3
    assert asked <= 1


@pytest.mark.parametrize("seed", range(12))
def test_hidden_and_misread_tiles_accuse_nobody(seed: int) -> None:
    """Two tiles in a hundred are read wrongly in every picture, and many pictures hide one."""
    watched(seed, 2 + seed % 3, Camera(Random(seed), misread=0.02, hidden=0.2))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 70))
def test_fifty_games(seed: int) -> None:
    """The same, far and wide."""
    watched(seed, 2 + seed % 3, Camera(Random(seed)))
    watched(seed, 2 + seed % 3, Camera(Random(seed), misread=0.02, hidden=0.2))
