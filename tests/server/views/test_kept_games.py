"""Kept games: listed for those who may see them, told, drawn, saved."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient

from rules.core.errors import ArbitableError
from server.http.app import create_app
from server.http.context import Services
from server.reports.kept_games import KeptGames
from server.reports.match_summary import MatchSummary, match_summary
from server.reports.plot import plot_svg
from server.store.bundle import imported, read_bundle
from server.tables.live_table import LiveTable
from server.tables.player_commands import (
    CommandRejected,
    CorrectPlace,
    PressButton,
    StartGame,
    TellFact,
)
from server.tables.registry import TableRegistry
from server.words import ALL_WORDS, WORDS
from tests.server.fakes import PHOTOS, TruthReader
from tests.server.scripted import killed, live_table, play, truthful_table

API = "/api/v1/evenings"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """The recorded game to its end; only looked at."""
    yield from _played(tmp_path_factory.mktemp("data"))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[LiveTable]:
    """The same, to be changed."""
    yield from _played(tmp_path)


def _played(folder: Path) -> Iterator[LiveTable]:
    with truthful_table(folder, *range(len(PHOTOS)), spec="0") as made:
        yield made


def _client(table: LiveTable, *names: str) -> TestClient:
    app = create_app(
        TableRegistry([table]), names or ("127.0.0.1",), services=Services(table._store)
    )
    return TestClient(app, base_url=f"http://{names[0] if names else '127.0.0.1'}")


def _course(table: LiveTable) -> MatchSummary:
    row = table._store.games("table")[-1]
    return match_summary(row.game, table._store.events(row))


def test_the_game_is_listed_with_its_counts(own: LiveTable) -> None:
    """Newest first; a game that has not begun is left out until its first position."""
    client = _client(own)
    [line] = client.get(API).json()["games"]
    assert (line["turns"], line["fouls"], line["asked"]) == (5, 2, 0)
    assert line["players"] == ["Ada", "Bo"]
    assert line["running"]
    own.execute(StartGame("redline", ("Cy", "Di")), own.state()["event"])
    assert len(client.get(API).json()["games"]) == 1
    play(own, 0)
    assert [g["players"][0] for g in client.get(API).json()["games"]] == ["Cy", "Ada"]
    assert [g["running"] for g in client.get(API).json()["games"]] == [True, False]
    second = client.get(API).json()["games"][0]["number"]
    assert [g["number"] for g in client.get(f"{API}?before={second}").json()["games"]] == [1]


def test_the_list_counts_fouls_as_the_game_shows_them(own: LiveTable) -> None:
    """A foul that was undone was called all the same; done again it is not another one."""
    client = _client(own)

    def pressed(name: str) -> tuple[int, int]:
        while not isinstance(own.execute(PressButton(name), own.channel.last), CommandRejected):
            pass
        [line] = client.get(API).json()["games"]
        return line["fouls"], client.get(f"{API}/table/1").json()["game"]["fouls"]

    assert pressed("undo") == (2, 2)
    assert pressed("redo") == (2, 2)


def test_a_foul_of_no_turn_is_counted(own: LiveTable) -> None:
    """A saved game need not say of a call which turn it was."""
    data = own.saved()
    assert data is not None
    bundle = read_bundle(data)
    for _, told in bundle.entries:
        for call in told.get("spoken", {}).get("en", ()):
            call.pop("turn")
    own._store.table("elsewhere")
    imported(own._store, "elsewhere", bundle)
    [line, _] = KeptGames(own._store).listed(lambda _table: True, None)
    assert line["fouls"] == 2


def test_strangers_see_nothing_and_watchers_do_not_export(table: LiveTable) -> None:
    """The table's keys hold for its kept games as well."""
    client = _client(table, "table.local", "127.0.0.1")
    assert client.get(API).json()["games"] == []
    for path in ("", "/page", "/export", "/pictures/x"):
        assert client.get(f"{API}/table/1{path}").status_code == 401
    watch = {"Authorization": f"Bearer {table.row.watch}"}
    assert len(client.get(API, headers=watch).json()["games"]) == 1
    assert client.get(f"{API}/table/1/page", headers=watch).status_code == 200
    assert client.get(f"{API}/table/1/export", headers=watch).status_code == 403
    keeper = {"Authorization": f"Bearer {table.row.keeper}"}
    assert client.get(f"{API}/table/1/export", headers=keeper).status_code == 200


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (f"{API}/table/1/export", "arbitable-table-redline-1.zip"),
        ("/api/v1/tables/table/export", "arbitable-table-redline.zip"),
    ],
)
def test_the_zip_is_the_game(table: LiveTable, path: str, name: str) -> None:
    """It opens, and names the game, saved among the evenings or while it is played."""
    answer = _client(table).get(path)
    assert name in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as found:
        assert "game.json" in found.namelist()


@pytest.mark.parametrize("path", ["table/7", "table/0", "table/x", "other/1", "table/1/pictures/x"])
def test_what_is_not_there_is_said(table: LiveTable, path: str) -> None:
    """In the one shape of failures."""
    answer = _client(table).get(f"{API}/{path}")
    assert answer.status_code in {404, 422}
    assert answer.json()["ok"] is False


def test_the_course_counts_turns_and_tiles(table: LiveTable) -> None:
    """Seven tiles lay there, five came, one of them in an alignment; fouls count no tile."""
    course = _course(table)
    found = {(s.name, s.of): s.values for s in course.series}
    assert found["tiles", ""] == (7, 8, 9, 10, 11, 12)
    assert found["rewards", ""] == (0, 0, 0, 0, 0, 1)
    assert [(mark.kind, mark.turn) for mark in course.marks] == [("foul", 3), ("foul", 6)]
    assert course.accuracy.helped == 0


def test_help_from_people_is_counted(own: LiveTable) -> None:
    """A corrected turn, a step undone and one a person told are no merit of the camera."""
    at = (4, 3)  # the third turn's tile
    label = next(p for p in own.readings() if p.place == at).readings[0].label
    assert label is not None
    wrong: dict[str, Any] = {**label, "spokes": ["N", "SE"]}
    assert own.execute(CorrectPlace(at, wrong), own.state()["event"]) is None
    accuracy = _course(own).accuracy
    assert (accuracy.corrected, accuracy.helped) == (1, 1)
    assert own.execute(PressButton("undo"), own.state()["event"]) is None
    assert _course(own).accuracy.undone == 1


def test_a_hand_that_was_told_is_drawn(own: LiveTable) -> None:
    """Its curve begins where it was told; before, nobody knew."""
    told = TellFact("hand", {"player": "Ada", "tiles": [], "hidden": 5})
    assert own.execute(told, own.state()["event"]) is None
    play(own, 5)  # the open foul is taken back, so that a turn may follow
    series = [s for s in _course(own).series if s.of == "Ada"]
    assert series == [] or series[0].values[0] is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_plot_is_well_formed(table: LiveTable, language: str) -> None:
    """XML with a title a panel, a curve a series, a sign a foul; no text outside its frame."""
    course = _course(table)
    root = ET.fromstring(plot_svg(course, language))
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}path")) == len(course.series)
    texts = [t.text for t in root.findall(f"{space}text")]
    assert texts.count("✕") == 2
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for text in root.findall(f"{space}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 < float(text.attrib["y"]) <= height


def test_a_name_cannot_break_out_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players' names are text in the plot and the page to send."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    made = live_table(tmp_path, spec="0")
    evil = "<script>x</script>"
    assert made.execute(StartGame("redline", (evil, "Bo")), made.state()["event"]) is None
    play(made, 0, 1, 2)
    client = _client(made)
    number = client.get(API).json()["games"][0]["number"]
    page = client.get(f"{API}/table/{number}/page").text
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert all("<script" not in svg for svg in _plots(client, number))
    killed(made)


def _plots(client: TestClient, number: int) -> list[str]:
    game = client.get(f"{API}/table/{number}").json()["game"]
    return list(game["plot"].values())


def test_a_damaged_game_is_no_fault(table: LiveTable) -> None:
    """An event of an unknown kind is an error of one sentence."""
    with pytest.raises(ArbitableError, match="This is no game"):
        match_summary("redline", [{"event": "match-started"}, {"event": "dance"}])


def test_the_other_pages_sentences_are_there_in_every_language() -> None:
    """The same keys and blanks; the dashboard's own come with them."""
    english, french = ALL_WORDS["en"], ALL_WORDS["fr"]
    assert set(english) == set(french)
    assert set(WORDS["en"]) < set(english)
    for key, sentence in english.items():
        assert french[key]
        blanks = [{p.split("}")[0] for p in s.split("{")[1:]} for s in (sentence, french[key])]
        assert blanks[0] == blanks[1], key
