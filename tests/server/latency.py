"""How long a call takes after the hand has left, and what an idle table costs.

    python -m tests.server.latency [GAME...]

Plays a film of each recorded game of `sample_images`, with drawn arms, at 1280x720 and 15 frames a
second into a live table: once at its own pace, which other work on the machine slows down, and
once frame by frame, where a call's time is the film's own up to the frame that was called, and the
processor time of that frame. Then serves a table on which nothing happens.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import cv2

from server.commands.samples import samples_folder
from server.reports.benchmark import recorded_games, samples_in
from tests.server.film import Pace, frames, write_avi
from tests.server.played import Came, Filmed, came_of, filmed, play_film
from tests.server.running import Running, serving

SIZE_WH = (1280, 720)

_FPS = 15.0

#: A turn: three seconds of clear table, one and a half under an arm.
_PACE = Pace(clear=45, hand=24)

#: Seconds that the idle table is given to settle, and for which it is then watched.
_SETTLE_S, _WATCH_S = 15, 30


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds from the last frame with a hand to the call, a turn each, of those called as the
    truth demands: `live` at the film's own pace, `alone` as on a machine with nothing else to do;
    `turns` of the game in all."""

    live: tuple[float, ...]
    alone: tuple[float, ...]
    turns: int


def delays(game: str, folder: Path) -> Delays:
    """The delays of a recorded game."""
    with tempfile.TemporaryDirectory() as place:
        film = Path(place) / "film.avi"
        truth = write_film(film, folder)
        alone = play_film(film, game, Path(place) / "alone")
        live = play_film(film, game, Path(place) / "live", live=True)
    return Delays(
        tuple(
            one.wall - live.due(turn.clear_from)
            for turn in truth.turns
            if came_of(turn, live.told) is Came.RIGHT
            for one in live.verdicts(turn)
        ),
        tuple(
            (one.frame - turn.clear_from) / alone.fps + one.worked
            for turn in truth.turns
            if came_of(turn, alone.told) is Came.RIGHT
            for one in alone.verdicts(turn)
        ),
        len(truth.turns),
    )


def write_film(film: Path, folder: Path) -> Filmed:
    """Writes a recorded game as a motion-JPEG film; what is truly in it."""
    photos = tuple(sorted(folder.glob("*.jpg")))
    written = write_avi(film, _PACE, photos, SIZE_WH, _FPS)
    return filmed(folder, written.starts[1:], written.hands, written.frames)


def idle_load(folder: Path) -> float:
    """Share of one core that `serve` takes while a table lies still under a camera of 30 frames a
    second and a page follows it."""
    with tempfile.TemporaryDirectory() as place:
        film = Path(place) / "still.avi"
        _write_still(film, folder, seconds=_SETTLE_S + _WATCH_S + 30)
        with serving("--game", "redline", "--camera", film, "--data", place) as server:
            stop = threading.Event()
            page = threading.Thread(target=_follow, args=(server, stop), daemon=True)
            page.start()
            time.sleep(_SETTLE_S)
            before = _processor_s(server.process.pid)
            time.sleep(_WATCH_S)
            used = _processor_s(server.process.pid) - before
            stop.set()
    return used / _WATCH_S


def _write_still(film: Path, folder: Path, seconds: int) -> None:
    photos = tuple(sorted(folder.glob("*.jpg")))[:1]
    images = [shown.image for shown in frames(Pace(clear=4, hand=0), photos, SIZE_WH)]
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, SIZE_WH)
    for number in range(30 * seconds):
        writer.write(images[number % len(images)])
    writer.release()


def _follow(server: Running, stop: threading.Event) -> None:
    """What an open dashboard does: follows the channel."""
    for _ in server.events():
        if stop.is_set():
            return


def _processor_s(process: int) -> float:
    """Processor seconds of a process so far, of all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _said(name: str, found: tuple[float, ...]) -> str:
    if not found:
        return f"{name}: no call"
    return f"{name}: median {median(found):.2f} s, worst {max(found):.2f} s of {len(found)}"


def lines(games: list[str]) -> Iterator[str]:
    """The figures, a line each."""
    games_of = recorded_games(samples_in(samples_folder()))
    recorded = {game: [one[0].photo.parent for one in found] for game, found in games_of.items()}
    for game in games or sorted(recorded):
        for folder in recorded[game]:
            found = delays(game, folder)
            yield f"{game}, {found.turns} turns, {_said('alone', found.alone)}"
            yield f"{game}, {found.turns} turns, {_said('at its own pace', found.live)}"
    yield f"idle: {100 * idle_load(recorded['redline'][0]):.0f} % of one core"
    busy = os.getloadavg()[0]
    yield f"({os.cpu_count()} cores, {busy:.1f} processes wanted one meanwhile)"


if __name__ == "__main__":
    for line in lines(sys.argv[1:]):
        print(line, flush=True)
