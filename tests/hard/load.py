"""What a table costs on which nothing happens: cores and megabytes.

    python -m tests.hard.load [SCENE...]

Serves a table under a film of 1280x720 at 30 frames a second, and a page follows it. `settled`
shows a Redline game; `lost-GAME` a table of another game, so that the reader of GAME searches for
its board in vain; `dark` a covered lens. Prints the share of one core over half a minute, once it
has settled, and the largest memory of the process until then.
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

import cv2
import numpy as np

from server.commands.samples import samples_folder
from tests.server.running import Running, serving
from vision.reader import Image

SIZE_WH = (1280, 720)

_FPS = 30.0

#: Seconds that a table is given to settle, and for which it is then watched.
_SETTLE_S, _WATCH_S = 20, 30

#: Scene to the game that is played and the photo that is shown.
SCENES = {
    "settled": ("redline", "redline/redline_0001.jpg"),
    "lost-linie1": ("linie1", "redline/redline_0001.jpg"),
    "lost-redline": ("redline", "rouge/rouge_0001.jpg"),
    "lost-rouge": ("rouge", "redline/redline_0001.jpg"),
    "lost-mokadi": ("mokadi", "rouge/rouge_0001.jpg"),
    "dark": ("redline", None),
}


@dataclass(frozen=True, slots=True)
class Load:
    """`cores` in use on average, `mib` of resident memory at most."""

    cores: float
    mib: float


def load_of(scene: str, settle_s: float = _SETTLE_S, watch_s: float = _WATCH_S) -> Load:
    """The load of a scene."""
    game, photo = SCENES[scene]
    with tempfile.TemporaryDirectory() as place:
        film = Path(place) / "still.avi"
        write_still(film, _picture(photo), settle_s + watch_s + 15)
        with serving("--game", game, "--camera", film, "--data", Path(place) / "data") as server:
            threading.Thread(target=_follow, args=(server,), daemon=True).start()
            time.sleep(settle_s)
            before = processor_s(server.process.pid)
            time.sleep(watch_s)
            used = processor_s(server.process.pid) - before
            return Load(used / watch_s, peak_mib(server.process.pid))


def _picture(photo: str | None) -> Image:
    if photo is None:
        return np.full((SIZE_WH[1], SIZE_WH[0], 3), 8, np.uint8)
    whole = cv2.imread(str(samples_folder() / photo))
    scale = max(SIZE_WH[0] / whole.shape[1], SIZE_WH[1] / whole.shape[0])
    large = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    top = (large.shape[0] - SIZE_WH[1]) // 2
    return np.asarray(large[top : top + SIZE_WH[1], : SIZE_WH[0]], np.uint8)


def write_still(film: Path, image: Image, seconds: float) -> None:
    """A film of one picture under a camera's noise."""
    rng = np.random.default_rng(1)
    grainy = [
        np.clip(image + rng.normal(0, 1.5, image.shape[:2])[..., None], 0, 255).astype(np.uint8)
        for _ in range(4)
    ]
    size_wh = (image.shape[1], image.shape[0])
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), _FPS, size_wh)
    for number in range(round(_FPS * seconds)):
        writer.write(grainy[number % len(grainy)])
    writer.release()


def _follow(server: Running) -> None:
    """What an open dashboard does: follows the channel."""
    for _ in server.events():
        pass


def processor_s(process: int) -> float:
    """Processor seconds of a process so far, of all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_mib(process: int) -> float:
    """The largest resident memory of a process so far."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    [peak] = [line for line in lines if line.startswith("VmHWM")]
    return int(peak.split()[1]) / 1024


def lines(scenes: list[str]) -> Iterator[str]:
    """The figures, a line each."""
    for scene in scenes or list(SCENES):
        found = load_of(scene)
        yield f"{scene}: {found.cores:.2f} cores, {found.mib:.0f} MiB"


if __name__ == "__main__":
    for line in lines(sys.argv[1:]):
        print(line, flush=True)
