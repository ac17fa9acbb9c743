"""How long `serve` takes until it listens: ``python -m tests.server.startup [STARTS]``.

Wall time is what people wait; processor time is what stays the same on a busy machine.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from statistics import median

from tests.server.running import LISTENING, PATIENCE_S

_SERVE = (sys.executable, "-c", "from server.cli import main; main()", "serve", "--port", "0")


def start(game: str, data: str) -> tuple[float, float]:
    """Wall and processor seconds from the start of a process to the line that says it listens."""
    began = time.perf_counter()
    command = (*_SERVE, "--game", game, "--camera", "phone", "--host", "127.0.0.1", "--data", data)
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        assert LISTENING.match(server.stdout.readline().rstrip("\n"))
        wall, worked = time.perf_counter() - began, _worked_s(server.pid)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE_S)
        assert server.stdout is not None
        server.stdout.close()
    return wall, worked


def _worked_s(process: int) -> float:
    """Processor seconds of a process so far, where the system tells; else 0."""
    try:
        with open(f"/proc/{process}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9
    except OSError:
        return 0.0


def main(starts: int) -> None:
    """Prints the medians, and the first start, which fills caches."""
    for game in ("redline", "linie1", "rouge", "mokadi"):
        with tempfile.TemporaryDirectory() as data:
            first, *later = [start(game, data) for _ in range(starts + 1)]
        wall, worked = (median(one[k] for one in later) for k in (0, 1))
        print(
            f"{game}: median {wall:.2f} s, of them {worked:.2f} s of processor; "
            f"the first start {first[0]:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
