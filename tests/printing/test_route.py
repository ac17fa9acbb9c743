"""The set-up page's way to a printed set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from server.http.app import create_app
from server.tables.registry import TableRegistry
from tests.server.scripted import killed, live_table

ADDRESS = "/api/v1/tables/table/print"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The computer's own browser at a table without a game."""
    table = live_table(tmp_path_factory.mktemp("data"))
    app = create_app(TableRegistry([table]))
    with TestClient(app, "http://127.0.0.1", client=("127.0.0.1", 5000)) as made:
        yield made
    killed(table)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_set_comes_as_a_pdf_to_keep(client: TestClient, paper: str) -> None:
    """Named after the game and the paper."""
    answer = client.get(ADDRESS, params={"game": "mokadi", "paper": paper, "lang": "fr"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert f"mokadi-{paper}.pdf" in answer.headers["content-disposition"]
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "cannot-print"),
        ({"game": "rouge", "measured": "90"}, "cannot-print"),
        ({"game": "redline", "measured": "12"}, "bad-request"),
        ({"game": "redline", "measured": "nan"}, "bad-request"),
        ({"game": "redline", "paper": "a3"}, "bad-request"),
        ({"game": "redline", "colour": "no"}, "bad-request"),
        ({}, "bad-request"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    client: TestClient, wanted: dict[str, str], code: str
) -> None:
    """With a code and a sentence, in the contract's form."""
    answer = client.get(ADDRESS, params=wanted)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["message"]


def test_a_sentence_of_refusal_is_known_in_french(client: TestClient) -> None:
    """Players read why a set cannot be made in their own language."""
    answer = client.get(ADDRESS, params={"game": "rouge", "measured": "90"})
    assert "agrandie sur ce papier" in answer.json()["error"]["texts"]["fr"]


def test_the_page_knows_which_games_can_be_printed(client: TestClient) -> None:
    """All four."""
    games = client.get("/api/v1/games").json()["games"]
    assert {game["game"] for game in games if game["printable"]} == {
        *("redline", "linie1", "rouge", "mokadi"),
    }
