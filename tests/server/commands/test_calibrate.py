"""`arbitable calibrate`: from a photo to files, and what is said where that cannot be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.homography import Homography
from calibration.profiles import UnusableProfile
from server.commands import calibrate
from server.commands.calibrate import counted
from server.pipeline.calibrations import start_of
from tests.calibration.set_photo import SetPhoto, found_once, set_photo
from tests.calibration.tables import empty, shot, table
from tests.render.linie1.photo import Photo
from tests.server.conftest import Arbitable
from tests.vision.mokadi.test_taught import set_photo as set_photo_of_mokadi
from vision.linie1.knowledge import TableKnowledge
from vision.mokadi.tracking.memory import TableMemory

#: Corners that a board could have.
SQUARE = ("100,100", "500,100", "500,500", "100,500")


@cache
def board() -> Photo:
    """An empty Linie 1 board."""
    return shot(empty(table(5012)), 5012, 8.0)


@cache
def tiles() -> SetPhoto:
    """The twelve tiles on a table."""
    return set_photo(12, (1000, 750))


@pytest.fixture(scope="module", autouse=True)
def squares() -> Iterator[None]:
    """The squares of a photo that several tests here learn from are found once."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("vision.linie1.tiles.tile_set.square_families", found_once())
        yield


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """The empty board as a file."""
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), board().image)
    return path


@pytest.fixture
def pieces(tmp_path: Path) -> Path:
    """The tiles as a file."""
    path = tmp_path / "tiles.png"
    cv2.imwrite(str(path), tiles().image)
    return path


def corners() -> list[str]:
    """The grid's corners as a person gives them."""
    grid = np.array([[0, 0], [12, 0], [12, 12], [0, 12.0]])
    return [f"{x:.1f},{y:.1f}" for x, y in Homography(board().board_to_photo)(grid)]


def test_a_table_is_kept_and_used(arbitable: Arbitable, photo: Path, tmp_path: Path) -> None:
    """By the corners a person gave; the next reader starts from it."""
    data, drawn = tmp_path / "data", tmp_path / "drawn.png"
    result = arbitable(
        *("calibrate", "table", photo, "--game", "linie1", "--name", "kitchen"),
        *("--data", data, "--overlay", drawn, "--corners", *corners()),
    )
    assert result.exit_code == 0, result.stderr
    text = json.loads((data / "calibration/tables/kitchen/table.json").read_text("utf-8"))
    assert (text["game"], text["photo"]) == ("linie1", "empty.png")
    assert drawn.exists()
    start = start_of("linie1", data, None)
    assert isinstance(start.memory, TableKnowledge)
    assert start.memory.table is not None
    assert start.memory.table.name == "kitchen"
    assert start_of("linie1", data, "none").memory is None
    assert start_of("redline", data, None).memory is None


def test_a_photo_that_shows_nothing_takes_no_tables_place(
    arbitable: Arbitable, photo: Path, tmp_path: Path
) -> None:
    """With corners given nothing else would tell that it is dark or blurred, and the table of the
    same name would be gone."""
    data, said = tmp_path / "data", {}
    arguments = ("--game", "linie1", "--data", data, "--corners", *corners())
    assert arbitable("calibrate", "table", photo, *arguments).exit_code == 0
    kept = data / "calibration/tables/linie1/table.json"
    before = kept.read_bytes()
    dark, blurred = tmp_path / "dark.png", tmp_path / "blurred.png"
    cv2.imwrite(str(dark), board().image // 25)
    cv2.imwrite(str(blurred), cv2.GaussianBlur(board().image, (0, 0), 12))
    for path in (dark, blurred):
        result = arbitable("calibrate", "table", path, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        said[path] = result.stderr
    assert "too dark to read. Turn a lamp on" in said[dark]
    assert "is blurred. Hold the camera still" in said[blurred]
    assert kept.read_bytes() == before


def test_a_table_that_was_asked_for_must_be_usable(
    arbitable: Arbitable, photo: Path, tmp_path: Path
) -> None:
    """One that only lies there gives a note and is passed over."""
    data = tmp_path / "data"
    arbitable(
        "calibrate", "table", photo, "--game", "linie1", "--data", data, "--corners", *corners()
    )
    (data / "calibration/tables/linie1/table.json").write_text("{}", "utf-8")
    start = start_of("linie1", data, None)
    assert start.memory is None
    assert "damaged" in start.notes[0]
    with pytest.raises(UnusableProfile, match="damaged"):
        start_of("linie1", data, "linie1")
    with pytest.raises(UnusableProfile, match=r"no table 'attic' .* there are: linie1"):
        start_of("linie1", data, "attic")


def test_serve_finds_what_was_calibrated(
    arbitable: Arbitable, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the variable says that calibrations are kept, as for every other command."""
    monkeypatch.setenv("ARBITABLE_DATA", str(tmp_path / "data"))
    asked = ("calibrate", "table", photo, "--game", "linie1", "--name", "kitchen")
    assert arbitable(*asked, "--corners", *corners()).exit_code == 0
    for data in ((), ("--data", tmp_path / "other")):
        result = arbitable("serve", "--game", "linie1", "--table", "attic", *data)
        assert result.exit_code == 2
        assert ("there are: kitchen" in result.stderr) is not bool(data)


@pytest.mark.slow
def test_a_set_is_learnt_from_one_photo(arbitable: Arbitable, pieces: Path, tmp_path: Path) -> None:
    """Twelve tiles in the rule sheet's order, each with its turn as it was laid."""
    data = tmp_path / "data"
    result = arbitable("calibrate", "pieces", pieces, "--game", "linie1", "--data", data)
    assert result.exit_code == 0, result.stderr
    text = json.loads((data / "calibration/sets/linie1/set.json").read_text("utf-8"))
    assert [p["piece"] for p in text["pieces"]] == [f"T{k}" for k in range(1, 13)]
    assert all((data / "calibration/sets/linie1" / p["picture"]).exists() for p in text["pieces"])


def test_the_list_of_what_can_be_learnt_cuts_no_sentence(arbitable: Arbitable) -> None:
    """Each line ends with its full stop."""
    told = arbitable("calibrate", "--help").stdout.partition("Commands:")[2].split("\n")
    listed = [line for line in told if line.strip()]
    assert len(listed) == 2
    assert all(line.endswith(".") and not line.endswith("..") for line in listed)


def test_what_was_learnt_is_told_kind_by_kind() -> None:
    """A photo of a game in play shows most kinds often: each is named once, in their order."""
    assert counted(["T10", "T2", "T1", "T2", "T2"]) == "T1, T2 (3 times), T10"


@pytest.mark.slow
def test_a_wrong_order_is_noticed(arbitable: Arbitable, pieces: Path, tmp_path: Path) -> None:
    """What the tiles look like is said instead."""
    order = ",".join(f"T{k}" for k in range(12, 0, -1))
    result = arbitable(
        "calibrate", "pieces", pieces, "--game", "linie1", "--order", order, "--data", tmp_path
    )
    assert result.exit_code == 2
    assert "do not look like T12" in result.stderr
    assert not (tmp_path / "calibration").exists()


def test_a_box_of_mokadi_is_learnt_from_one_photo(arbitable: Arbitable, tmp_path: Path) -> None:
    """Its two colours by the names that people gave, with pictures; the next reader starts from
    them."""
    path, data, drawn = tmp_path / "box.png", tmp_path / "data", tmp_path / "drawn.png"
    cv2.imwrite(str(path), set_photo_of_mokadi().image)
    result = arbitable(
        *("calibrate", "pieces", path, "--game", "mokadi", "--colours", "blue,black"),
        *("--data", data, "--overlay", drawn),
    )
    assert result.exit_code == 0, result.stderr
    assert "blue-stick" in result.stdout
    folder = data / "calibration/sets/mokadi"
    text = json.loads((folder / "set.json").read_text("utf-8"))
    assert (text["arbitable"], text["version"], text["photo"]) == ("set", 2, "box.png")
    assert {p["piece"].split("-")[0] for p in text["pieces"]} == {"blue", "black"}
    assert all((folder / p["picture"]).exists() for p in text["pieces"])
    assert drawn.exists()
    start = start_of("mokadi", data, None)
    assert isinstance(start.memory, TableMemory)
    assert start.memory.looks is not None
    assert set(start.memory.looks.names) == {"blue", "black"}


def test_a_game_of_which_nothing_is_learnt_says_so(
    arbitable: Arbitable, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Instead of failing."""
    monkeypatch.setattr(calibrate, "can_be_taught", lambda _game: False)
    result = arbitable("calibrate", "table", photo, "--game", "mokadi")
    assert result.exit_code == 2
    assert "needs no calibration" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("table", "--game", "mokadi"), "no board that could be calibrated"),
        (("table", "--game", "redline"), "no board that could be calibrated"),
        (("pieces", "--game", "mokadi", "--colours", "green,yellow"), "no colour known here"),
        (("table", "--game", "chess"), "chess"),
        (("table", "--game", "linie1", "--corners", "1,2", "3,4", "5", "6,7"), "four points"),
        (("table", "--game", "linie1", "--corners", "1,2", "3,4", "5,9e9", "6,7"), "pixels"),
        (("table", "--game", "linie1", "--corners", "0,0", "9,0", "18,0", "30,0"), "one line"),
        (("pieces", "--game", "linie1", "--order", "T1,,T3"), "commas"),
        (("table", "--game", "linie1", "--name", "../x", "--corners", *SQUARE), "no name"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(
    arbitable: Arbitable, photo: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """With exit status 2, and nothing is kept."""
    kind, *rest = arguments
    result = arbitable("calibrate", kind, photo, *rest, "--data", tmp_path / "data")
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert said in line
    assert not (tmp_path / "data").exists()


def test_what_is_no_photo_is_said(arbitable: Arbitable, tmp_path: Path) -> None:
    """A missing file and a file that is no picture."""
    text = tmp_path / "a.jpg"
    text.write_text("no picture")
    for path in (text, tmp_path / "gone.jpg"):
        result = arbitable("calibrate", "pieces", path, "--game", "linie1", "--data", tmp_path)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
