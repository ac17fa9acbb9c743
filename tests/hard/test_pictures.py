"""Damaged pictures, and every reader and command that opens them: read or refused, never more."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.cli import cli
from tests.hard.damaged import games, picture, tried
from tests.server.fakes import PHOTOS

#: Damaged pictures a game in the default suite, and in the slow one.
_FEW, _MANY = 2, 10

EACH_GAME = [
    pytest.param(
        range(_MANY * n + first, _MANY * n + last), game, marks=marks, id=f"{game}-{first}"
    )
    for n, game in enumerate(games())
    for first, last, marks in ((0, _FEW, ()), (_FEW, _MANY, pytest.mark.slow))
]


@pytest.mark.parametrize(("seeds", "game"), EACH_GAME)
def test_damaged_pictures_are_read_or_refused(seeds: range, game: str) -> None:
    """By a reader of every game, from fixed seeds; see `tests.hard.damaged` for how they are
    made."""
    failed = [one for one in (tried(seed, game) for seed in seeds) if one.failed]
    assert failed == []


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 4), marks=pytest.mark.slow)])
def test_the_commands_refuse_damaged_pictures_one_by_one(tmp_path: Path, seeds: range) -> None:
    """One bad photo does not end the others' reading, and a game goes on after it."""
    photos = []
    for seed in seeds:
        photos.append(tmp_path / f"{seed:02}.jpg")
        photos[-1].write_bytes(picture(seed)[1])
    good = tmp_path / "99.jpg"
    good.write_bytes(PHOTOS[0].read_bytes())
    read = _lines("read", *photos, good, "--game", "redline", "--json")
    assert len(read) == len(photos) + 1
    assert {one["status"] for one in read} <= {"read", "unsure", "refused"}
    assert read[-1]["status"] == "read"
    played = _lines("replay", tmp_path, "--game", "redline", "--json")
    assert {one["photo"] for one in played} == {path.name for path in (*photos, good)}
    looked = CliRunner().invoke(cli, ["doctor", *map(str, photos)])
    assert looked.exit_code == 0, looked.output
    for path in photos[:1]:
        learnt = CliRunner().invoke(cli, ["calibrate", "table", str(path), "--game", "linie1"])
        assert learnt.exit_code == 2
        assert "fault" not in learnt.stderr


def _lines(*arguments: object) -> list[dict[str, object]]:
    done = CliRunner().invoke(cli, [str(one) for one in arguments])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_seeds_make_the_same_pictures_again() -> None:
    """A failure can be looked at."""
    assert picture(5) == picture(5)
    assert len({picture(seed)[1] for seed in range(10)}) == 10


@pytest.mark.slow
def test_dozens_of_damaged_pictures_stay_within_bounds() -> None:
    """Of memory, with the readers of all games in one process that is measured, and of time; very
    large ones are among them."""
    command = (sys.executable, "-m", "tests.hard.damaged", "50", "731120")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
    assert "50 pictures" in done.stdout
