"""A thousand pages that watch: how long a photo takes to the table's own page, and to theirs.

`python -m tests.hard.viewers VIEWERS [SLOW]` prints the figures; the slow ones read nothing.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

from tests.asked_seeds import asked_words
from tests.hard.besieged import STRANGE, Page, key_of, peak_mb, post_photo
from tests.hard.truthful import truthful
from tests.server.fakes import PHOTOS

#: Seconds between two photos.
_PAUSE_S = 1.0


@dataclass(frozen=True, slots=True)
class Watched:
    """Seconds from each photo to its call: on the keeper's page, and on half and on all but a
    twentieth of the others; how many followed to the end; the most memory in MB."""

    page: tuple[float, ...]
    half: tuple[float, ...]
    most: tuple[float, ...]
    followed: int
    most_mb: float


def watched(viewers: int, slow: int = 0) -> Watched:
    """Plays the recorded game by photos before so many viewers."""
    with tempfile.TemporaryDirectory() as place:
        arguments = ("--game", "redline", "--camera", "phone", "--host", "0.0.0.0")
        with truthful(*arguments, "--data", place, descriptors=4_096) as server:
            port = str(urlsplit(server.address).port)
            crowd = _crowd(port, key_of(server, "watch"), viewers, slow)
            page = Page(server, "keeper")
            assert crowd.stdout is not None
            assert crowd.stdout.readline() == "following\n"
            sent, waits = [], []
            for number, photo in enumerate(PHOTOS, 1):
                sent.append(time.monotonic())
                post_photo(server, photo)
                waits.append(page.moment(number) - sent[-1])
                time.sleep(_PAUSE_S)
            came = json.loads(crowd.communicate("done\n", timeout=60)[0].split("\n")[-2])
            followed = [times for times in came if len(times) == len(sent)]
            rows = [sorted(row) for row in zip(*followed, strict=True)]
            return Watched(
                tuple(waits),
                tuple(median(row) - at for row, at in zip(rows, sent, strict=False)),
                tuple(row[int(len(row) * 0.95)] - at for row, at in zip(rows, sent, strict=False)),
                len(followed),
                peak_mb(server.process.pid),
            )


def _crowd(port: str, key: str, viewers: int, slow: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.hard.viewers", "--crowd", port, key]
    counts = [str(viewers), str(slow)]
    return subprocess.Popen(
        [*command, *counts], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


async def _follow(port: int, key: str, came: list[float]) -> None:
    """Follows the table and notes when each call came."""
    reader, writer = await _opened(port, key)
    try:
        while line := await reader.readline():
            if line.startswith(b"event: moment"):
                came.append(time.monotonic())
    except (OSError, ValueError):
        pass
    finally:
        writer.close()


async def _stall(port: int, key: str) -> None:
    """Follows the table and reads nothing."""
    _, writer = await _opened(port, key, limit=1)
    await asyncio.sleep(600)
    writer.close()


async def _opened(
    port: int, key: str, limit: int = 2**20
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(STRANGE, port, limit=limit)
    head = ("GET /api/v1/tables/table/events HTTP/1.1", f"Host: {STRANGE}")
    writer.write("\r\n".join((*head, f"Authorization: Bearer {key}", "", "")).encode())
    return reader, writer


async def _watch(port: int, key: str, viewers: int, slow: int) -> None:
    came: list[list[float]] = [[] for _ in range(viewers)]
    tasks = []
    for number in range(viewers + slow):
        work = _follow(port, key, came[number]) if number < viewers else _stall(port, key)
        tasks.append(asyncio.create_task(work))
        await asyncio.sleep(0.005)
    await asyncio.sleep(3)
    print("following", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    print(json.dumps(came))
    sys.stdout.flush()
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--crowd"]:
        asyncio.run(_watch(int(sys.argv[2]), sys.argv[3], *map(int, sys.argv[4:6])))
    else:
        _asked = asked_words(__doc__, viewers=int, slow=(int, "*"))
        print(watched(_asked.viewers, *_asked.slow[:1]))
