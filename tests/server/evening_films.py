"""Films of photographed games under real hands, as the project's photobooth makes them: they need
pictures that lie beside the repository and may not be part of it.

    python -m tests.server.evening_films GAME SEED...

counts what comes of them: watched in this process frame by frame, served by the installed command
over the network, and replayed."""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

import numpy as np
from click.testing import CliRunner

from server.cli import cli
from tests.asked_seeds import asked_words
from tests.server.film_camera import play_served
from tests.server.played import (
    Came,
    Filmed,
    Played,
    Told,
    came_of,
    counts,
    filmed,
    play_film,
    told_by_replay,
)

#: Where pictures lie that are for measuring only.
SHARED = Path(__file__).parents[3] / "shared"

#: Share of a picture that a hand fills from which it is in view: a fingertip.
_IN_VIEW = 0.0005

#: Frames a second of the films.
FPS = 15.0


def game_folder(game: str, number: str = "0101") -> Path:
    """A photographed game."""
    return SHARED / "photos" / game / f"{game}_game_{number}"


def can_be_made(game: str) -> bool:
    """Whether everything a film is made from is here."""
    hands = SHARED / "photos" / "real" / "hands_over_a_board.avi"
    return hands.exists() and game_folder(game).exists() and (SHARED / "photobooth").exists()


def make_film(game: str, seed: int, path: Path) -> Filmed:
    """Writes the film (`path`.avi) of a photographed game under real hands; what is truly in it."""
    with _booth() as (evening, hands):
        evening.main(str(game_folder(game)), str(path), seed)
    told = json.loads(path.with_suffix(".json").read_text("utf-8"))
    reached = [event for event in told["events"] if "enters" in event]
    in_view: set[int] = set()
    for event, clip in zip(reached, hands, strict=True):
        in_view |= set(_frames_in_view(event, clip))
    # The picture changes in the last frame before the one that the maker names.
    changes = [event["changes"] - 1 for event in reached if "turn" in event]
    return filmed(game_folder(game), changes, frozenset(in_view), told["frames"])


def _frames_in_view(event: dict[str, Any], clip: list[bool]) -> Iterator[int]:
    """The frames of a film in which one hand is in view; at its deepest it may rest."""
    rests = event.get("rests", 0)
    deepest = event["changes"] - 1 - event["enters"] if rests else len(clip)
    for k, seen in enumerate(clip):
        at = event["enters"] + k + (rests if k > deepest else 0)
        if seen:
            yield from range(at, at + 1 + (rests if k == deepest else 0))


@contextmanager
def _booth() -> Iterator[tuple[ModuleType, list[list[bool]]]]:
    """The maker of films, and for every hand it lays into a picture whether it is in view, picture
    by picture."""
    sys.path.insert(0, str(SHARED / "photobooth"))
    hands: list[list[bool]] = []
    try:
        evening = import_module("evening")
        usual: Callable[..., Any] = evening.placed

        def noted(*given: Any) -> Any:
            clip, peak = usual(*given)
            hands.append([bool((np.asarray(a) > 0.5).mean() > _IN_VIEW) for _, a in clip])
            return clip, peak

        evening.placed = noted
        yield evening, hands
        evening.placed = usual
    finally:
        sys.path.remove(str(SHARED / "photobooth"))


def replayed(film: Path, game: str, *more: str) -> tuple[Told, ...]:
    """The calls of `arbitable replay` on a film, with `more` options."""
    run = CliRunner().invoke(cli, ["replay", str(film), "--game", game, "--json", *more])
    assert run.exit_code == 0, run.stderr
    return told_by_replay(run.stdout, FPS)


def main(game: str, seeds: list[int]) -> None:
    """Prints the counts of films of one game."""
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            film = Path(folder) / "film.avi"
            truth = make_film(game, seed, film)
            live = play_film(film, game, Path(folder) / "live").told
            print(game, seed, "live", counts(truth, live), flush=True)
            print(game, seed, *served_lines(truth, play_served(film, game, Path(folder) / "net")))
            print(game, seed, "replay", counts(truth, replayed(film, game)), flush=True)


def served_lines(truth: Filmed, heard: Played) -> tuple[str, ...]:
    """What came of a served film, and the seconds from the last hand to the page, right calls."""
    came = Counter(came_of(turn, heard.told).value for turn in truth.turns)
    waits = sorted(
        one.wall - heard.due(turn.clear_from)
        for turn in truth.turns
        if came_of(turn, heard.told) is Came.RIGHT
        for one in heard.verdicts(turn)
    )
    took = f"median {median(waits):.2f} s, worst {waits[-1]:.2f} s" if waits else "no call"
    return "served", str(dict(came)), took


if __name__ == "__main__":
    main(**vars(asked_words(__doc__, game=str, seeds=(int, "+"))))
