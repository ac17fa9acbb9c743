"""Photographed games filmed under real hands, from the first frame to the last call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.evening_films import can_be_made, make_film, replayed
from tests.server.film_camera import play_served
from tests.server.played import Filmed, Told, counts, play_film

#: Turns that may be asked about, of the five to seven of a film: a frame may catch a piece in an
#: unlucky light. None may be told wrongly or passed over.
_MAY_ASK = 1


@pytest.mark.slow
@pytest.mark.parametrize("game", ["redline", "linie1", "rouge"])
def test_every_turn_is_called_once_and_none_under_a_hand(game: str, tmp_path: Path) -> None:
    """Hands reach in from all sides, rest, pass by; lamps change. Watched live and replayed."""
    if not can_be_made(game):
        pytest.skip("the photographed games are not here")
    film = tmp_path / "film.avi"
    truth = make_film(game, 1, film)
    told = play_film(film, game, tmp_path / "journal").told
    _hold(truth, told)
    assert counts(truth, told)["under a hand"] == 0
    _hold(truth, replayed(film, game))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["redline", "rouge"])
def test_a_served_film_is_called_on_the_page(game: str, tmp_path: Path) -> None:
    """The same through the network: a camera's stream into the installed command, calls out. It
    runs at the film's own pace: where the machine is busy, a short clear moment may pass unread
    and its turn be called in the next one."""
    if not can_be_made(game):
        pytest.skip("the photographed games are not here")
    film = tmp_path / "film.avi"
    truth = make_film(game, 2, film)
    found = counts(truth, play_served(film, game, tmp_path / "journal").told)
    assert found["false fouls"] == 0, found
    assert found["right"] >= found["turns"] - 2, found


def _hold(truth: Filmed, told: tuple[Told, ...]) -> None:
    found = counts(truth, told)
    assert found["wrong"] == found["missed"] == found["false fouls"] == 0, found
    assert found["asked"] <= _MAY_ASK, found
