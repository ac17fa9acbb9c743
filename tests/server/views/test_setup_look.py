"""The set-up's API: who may look through which camera, what a look tells, corners."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from calibration.table import table_names
from server.commands.samples import samples_folder
from server.http.app import create_app
from server.http.context import Services
from server.pipeline.readers import ReaderCache
from server.tables.live_table import LiveTable
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from tests.server.fakes import NO_BOARD, PHOTOS, TruthReader, picture
from tests.server.scripted import killed, live_table
from vision.reader import Image, OnStage, Reader, untimed
from vision.reading import Reading

API = "/api/v1/tables/table"
FOLDER = str(PHOTOS[0].parent)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A table without a game."""
    made = live_table(tmp_path / "data", Setup())
    yield made
    killed(made)


def _client(table: LiveTable, folder: Path, *, names: tuple[str, ...] = ("127.0.0.1",)) -> Any:
    readers = ReaderCache(lambda _name: TruthReader())
    behind = Services(table._store, calibrations=folder / "calibration", readers=readers)
    return TestClient(
        create_app(TableRegistry([table]), names, services=behind), f"http://{names[0]}"
    )


@pytest.fixture
def client(table: LiveTable, tmp_path: Path) -> TestClient:
    """Somebody at the computer itself."""
    return _client(table, tmp_path)


def _look(client: TestClient, source: str, game: str = "redline") -> dict[str, Any]:
    answer = client.post(f"{API}/look", json={"game": game, "source": source})
    found: dict[str, Any] = answer.json()
    return found


def test_a_look_tells_what_is_seen(client: TestClient) -> None:
    """Pieces in both languages, shares of the picture, findings, the picture itself."""
    look = _look(client, FOLDER)["look"]
    assert look["status"] == "read"
    assert len(look["pieces"]) == 7
    for piece in look["pieces"]:
        assert piece["sure"]
        assert set(piece["texts"]) == {"en", "fr"}
        assert all(0 <= share <= 1 for share in piece["at"])
    assert [f["what"] for f in look["findings"]] == ["light", "glare", "sharpness", "size", "tilt"]
    assert look["picture"].startswith("data:image/jpeg;base64,")
    assert len(look["outline"]) >= 3
    assert look["teachable"] is False


def test_a_look_changes_nothing(client: TestClient, table: LiveTable) -> None:
    """No game begins and nothing is told."""
    before = table.state()
    _look(client, FOLDER)
    assert table.state() == before


def test_a_source_without_a_picture_is_no_fault(client: TestClient, tmp_path: Path) -> None:
    """It says why, with its cure; a preview is empty."""
    answer = _look(client, str(tmp_path / "none.avi"))
    assert answer["ok"]
    assert answer["look"] is None
    assert answer["why"]["code"] == "no-camera"
    assert client.post(f"{API}/preview", json={"source": f"{tmp_path}/none.avi"}).status_code == 204
    assert _look(client, "phone")["why"]["code"] == "waiting"


def test_the_phones_picture_is_looked_at_before_a_game(
    client: TestClient, table: LiveTable
) -> None:
    """A photo that came too early for a game is the test picture."""
    table.photo(picture(1))
    assert len(_look(client, "phone")["look"]["pieces"]) == 8
    preview = client.post(f"{API}/preview", json={"source": "phone"})
    assert preview.headers["content-type"] == "image/jpeg"


@pytest.mark.parametrize(
    "body",
    [
        {"game": "chess", "source": FOLDER},
        {"game": "redline", "source": ""},
        {"game": "redline", "source": "x" * 300},
        {"game": "redline"},
        {"game": "redline", "source": FOLDER, "more": 1},
    ],
)
def test_nonsense_is_refused_in_the_one_shape(client: TestClient, body: dict[str, Any]) -> None:
    """With a sentence and 422."""
    answer = client.post(f"{API}/look", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "corners",
    [
        [[0, 0], [1, 0], [1, 1]],
        [[0, 0], [1, 0], [1, 1], [9, 1]],
        [[0, 0], [0, 0], [0, 0], [0, 0]],
        [[0.1, 0.1], [0.1, 0.9], [0.9, 0.9], [0.9, 0.1]],  # anticlockwise: a mirrored board
    ],
)
def test_corners_that_make_no_board_are_refused(
    client: TestClient, tmp_path: Path, corners: list[list[float]]
) -> None:
    """Too few, outside, all on one spot or mirrored: said, and nothing is kept."""
    folder = str(samples_folder() / "linie1" / "linie1_game_0101")
    body = {"game": "linie1", "source": folder, "corners": corners}
    answer = client.post(f"{API}/corners", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]
    assert table_names(tmp_path / "calibration") == ()


def test_a_game_without_a_board_has_no_corners(client: TestClient) -> None:
    """Redline's layout is free."""
    body = {"game": "redline", "source": FOLDER, "corners": None}
    assert client.post(f"{API}/corners", json=body).json()["error"]["code"] == "not-taught"


def test_only_the_keeper_looks_and_only_the_host_through_any_camera(
    table: LiveTable, tmp_path: Path
) -> None:
    """From the network: a stranger is not let in, a watcher may not, the keeper may see the phone
    but no file of the computer."""
    stranger = _client(table, tmp_path, names=("table.local", "127.0.0.1"))
    body = {"game": "redline", "source": FOLDER}
    assert stranger.post(f"{API}/look", json=body).status_code == 401
    for key, source, status in (
        (table.row.watch, "phone", 403),
        (table.row.keeper, "phone", 200),
        (table.row.keeper, FOLDER, 403),
    ):
        headers = {"Authorization": f"Bearer {key}"}
        answer = stranger.post(f"{API}/look", json={**body, "source": source}, headers=headers)
        assert answer.status_code == status
        shown = stranger.post(f"{API}/preview", json={"source": source}, headers=headers)
        assert shown.status_code == (204 if status == 200 else status)


class Blind(Reader):
    """Finds nothing in any picture."""

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """Refuses it."""
        return Reading.refused("rouge", NO_BOARD, (image.shape[1], image.shape[0]))


def test_a_look_names_the_other_game(table: LiveTable) -> None:
    """Seen instead of the wanted one: by its titles, for people, and by its name, for pages; where
    the wanted one is seen no other is named."""
    readers = ReaderCache(lambda name: TruthReader() if name == "redline" else Blind())
    app = create_app(TableRegistry([table]), services=Services(table._store, readers=readers))
    client = TestClient(app, "http://127.0.0.1")
    look = _look(client, FOLDER, "rouge")["look"]
    assert (look["other"]["fr"], look["other_game"]) == ("Redline", "redline")
    assert _look(client, FOLDER, "redline")["look"]["other_game"] is None


def test_another_site_may_not_look(client: TestClient) -> None:
    """The origin of every POST is checked."""
    body = {"game": "redline", "source": FOLDER}
    answer = client.post(f"{API}/look", json=body, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


def test_a_game_begins_with_its_camera_in_one_step(client: TestClient, table: LiveTable) -> None:
    """`new-game` takes the source too; from the network not one of this computer's files."""
    state = client.post(
        f"{API}/commands",
        json={"command": "new-game", "seen": 0, "game": "redline", "source": FOLDER},
    ).json()["state"]
    assert (state["game"], state["source"]) == ("redline", FOLDER)
