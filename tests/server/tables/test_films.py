"""Photographed games filmed under real hands, from the first frame to the last call."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.server.evening_films import can_be_made, make_film, replayed
from tests.server.film_camera import play_served, slowness
from tests.server.played import Filmed, Told, counts, play_film

#: Turns that may be asked about, of the five to seven of a film: a frame may catch a piece in an
#: unlucky light. None may be told wrongly or passed over.
_MAY_ASK = 1


@pytest.fixture(scope="module")
def film_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Filmed]]:
    """Makes the film of a game, once; with what is truly in it."""

    @cache
    def made(game: str) -> tuple[Path, Filmed]:
        if not can_be_made(game):
            pytest.skip("the photographed games are not here")
        film = tmp_path_factory.mktemp(game) / "film.avi"
        return film, make_film(game, 1, film)

    return made


@pytest.mark.slow
@pytest.mark.parametrize("game", ["redline", "linie1", "rouge"])
def test_every_turn_is_called_once_and_none_under_a_hand(
    game: str, film_of: Callable[[str], tuple[Path, Filmed]], tmp_path: Path
) -> None:
    """Hands reach in from all sides, rest, pass by; lamps change. Watched live, and one of them
    replayed: that sees by the same gate and reader, whatever the game."""
    film, truth = film_of(game)
    told = play_film(film, game, tmp_path / "journal").told
    _hold(truth, told)
    assert counts(truth, told)["under a hand"] == 0
    if game == "redline":
        _hold(truth, replayed(film, game))


@pytest.mark.slow
def test_a_served_film_is_called_on_the_page(
    film_of: Callable[[str], tuple[Path, Filmed]], tmp_path: Path
) -> None:
    """The same through the network: a camera's stream into the installed command, calls out. It
    runs at a pace that the machine keeps, and where it gets busier a short clear moment may pass
    unread and its turn be called in the next one."""
    film, truth = film_of("redline")
    slower = slowness(film, "redline")
    found = counts(truth, play_served(film, "redline", tmp_path / "journal", slower).told)
    assert found["false fouls"] == 0, found
    assert found["right"] >= found["turns"] - 2, found


def _hold(truth: Filmed, told: tuple[Told, ...]) -> None:
    found = counts(truth, told)
    assert found["wrong"] == found["missed"] == found["false fouls"] == 0, found
    assert found["asked"] <= _MAY_ASK, found
