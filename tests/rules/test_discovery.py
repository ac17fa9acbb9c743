"""Games are found by their folders."""

from __future__ import annotations

import subprocess
import sys

from rules.core.discovery import discover, get


def test_a_game_is_loaded_without_the_others() -> None:
    """Who asks for one game does not wait for the import of all."""
    said = "import sys; from rules.core.discovery import get; get('redline'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    games = {name.split(".")[2] for name in done.stdout.split() if name.startswith("rules.games.")}
    assert games == {"redline"}


def test_one_game_is_the_same_as_among_all() -> None:
    """Loaded alone or with the others, it is one object."""
    assert all(get(name) is game for name, game in discover().items())


_TOGETHER = """
from concurrent.futures import ThreadPoolExecutor
from rules.core.discovery import discover, get
with ThreadPoolExecutor(8) as pool:
    asked = [pool.submit(get, name) for name in 2 * ("linie1", "mokadi", "redline", "rouge")]
    pool.submit(discover)
print(*(one.result().name for one in asked), "|", *discover())
"""


def test_several_threads_find_every_game_whole() -> None:
    """Tables that begin together, and a page that asks for the list of games meanwhile."""
    done = subprocess.run(
        [sys.executable, "-c", _TOGETHER], capture_output=True, text=True, check=False
    )
    games = "linie1 mokadi redline rouge"
    assert (done.stdout.strip(), done.stderr) == (f"{games} {games} | {games}", "")
