"""What every test shares: modules are compiled once, not in every worker and every command that
a test starts; random examples are the same in every run."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

if sys.dont_write_bytecode:
    # Beside the sources nothing is written, as was asked for; workers and commands inherit this.
    cache = Path(__file__).parents[1] / ".pytest_cache" / "compiled"
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(cache)
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The workers share the cores. More threads in each only wait for each other, at work: reading a
# photo takes a third more processor time with two. Commands that a test starts inherit it.
os.environ |= {"OPENCV_FOR_THREADS_NUM": "1", "OMP_NUM_THREADS": "1"} | os.environ

# Only now: pytest compiles anew what belongs to a plug-in, and keeps it where that is allowed.
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True)
settings.load_profile("repeatable")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """What is imported and collected stays to the end: nothing of it is looked through for garbage,
    neither meanwhile nor while the tests run."""
    gc.disable()
    _import_a_share(session.config)
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _import_a_share(config: pytest.Config) -> None:
    """Each worker imports some other tests first, so that where nothing is compiled yet not every
    one of them compiles everything: they find what the others have kept."""
    if not hasattr(config, "workerinput"):
        return
    worker = config.workerinput
    folders = (Path(one.partition("::")[0]).resolve() for one in config.args)
    files = sorted({file for folder in folders for file in folder.rglob("test_*.py")})
    share = len(files) / worker["workercount"]
    first = share * int(worker["workerid"].removeprefix("gw"))
    for file in files[round(first) : round(first + share)]:
        with suppress(Exception, pytest.skip.Exception):  # said when it is collected
            name = file.relative_to(Path(__file__).resolve().parents[1]).with_suffix("")
            import_module(".".join(name.parts))


#: Files of few tests that take minutes of the slow part. Begun last they would go on alone.
LONG = (
    *("browser/test_evening.py", "evenings/test_evenings.py", "server/tables/test_films.py"),
    *("laws/test_referee_laws.py", "people/test_people.py", "referee/test_tables.py"),
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The workers take the files in this order: the long ones, then those of the most tests."""
    number = Counter(item.path for item in items)
    items.sort(key=lambda one: (not one.path.as_posix().endswith(LONG), -number[one.path]))


#: Files that share what takes seconds to make: the code as parsed, printed sets, a hall of tables.
TOGETHER = {
    "architecture": ("tests/architecture/",),
    "printing": (
        "tests/printing/",
        "tests/docs/test_ten_minutes",
        "tests/vision/linie1/test_tile_",
    ),
    "hall": ("tests/browser/test_axe", "tests/browser/test_quickness", "tests/browser/test_sizes"),
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Files go to a worker as a whole, and those that share something go to the same one."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - not there where it is not asked

    class Sharing(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            return next((one for one, files in TOGETHER.items() if file.startswith(files)), file)

    return Sharing(config, log)


@pytest.fixture
def sees_rightly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game that begins is seen by a reader that knows the truth of the recorded one."""
    from tests.server.fakes import TruthReader  # noqa: PLC0415 - most tests need no server

    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
