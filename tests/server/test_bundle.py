"""A game as one file: saved, taken in again, told again, and never trusted."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.core.errors import ArbitableError
from rules.games.rouge.game import GAME as ROUGE
from rules.referee.journal import event_to_json
from server.pipeline.rejudge import rejudged
from server.store.bundle import Bundle, NotAGame, imported, read_bundle
from server.tables.live_table import LiveTable
from server.tables.player_commands import PressButton
from server.views.call_json import call_objects
from tests.referee.rouge.sharp import played
from tests.rules.rouge.tables import place
from tests.server.conftest import Arbitable
from tests.server.fakes import TruthReader
from tests.server.scripted import TABLE, killed, live_table, play

CALLS = ["setup", "legal", "legal", "foul", "legal", "legal", "legal", "foul"]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveTable]:
    """The recorded game, played live."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    made = live_table(tmp_path / "data")
    play(made, *range(8))
    yield made
    killed(made)


def _saved(table: LiveTable) -> bytes:
    data = table.saved()
    assert data is not None
    return data


def _rewritten(data: bytes, change: dict[str, Any], *extra: tuple[str, bytes]) -> bytes:
    """The file with other facts in its JSON and more members."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        game = json.loads(old.read("game.json"))
        new.writestr("game.json", json.dumps({**game, **change}))
        for name, content in extra:
            new.writestr(name, content)
    return out.getvalue()


def test_a_saved_game_holds_everything(table: LiveTable) -> None:
    """Events, what was told, and every picture that is named."""
    bundle = read_bundle(_saved(table))
    assert bundle.game == "redline"
    assert [kind for kind, _ in bundle.entries].count("moment") == 8
    for kind, data in bundle.entries:
        if kind == "moment":
            named = filter(None, data["pictures"].values())
            assert all(bundle.picture(ident) is not None for ident in named)


def test_it_is_told_again_call_by_call(table: LiveTable) -> None:
    """The same calls with the same rule codes, from the events alone."""
    moments = list(rejudged(read_bundle(_saved(table))))
    assert [m.calls[-1].kind.value for m in moments] == CALLS
    assert all(m.image is not None for m in moments)
    [last] = call_objects(moments[-1])
    assert [v["code"] for v in last["violations"]] == ["colour"]


def test_another_reading_of_the_rules_judges_anew(table: LiveTable) -> None:
    """Under another house rule the dead end is legal."""
    bundle = read_bundle(_saved(table))
    kinds = [m.calls[-1].kind.value for m in rejudged(bundle, rules={"dead_end": "own_only"})]
    assert kinds[3] == "legal"


def test_what_people_said_is_told_again(table: LiveTable) -> None:
    """Undoing the last turn takes the call back, and the file remembers."""
    table.execute(PressButton("insist"), table.channel.last)
    table.execute(PressButton("undo"), table.channel.last)
    bundle = read_bundle(_saved(table))
    said = [event["event"] for event in bundle.events if event["event"] != "believed"]
    assert said[-2:] == ["insisted", "undone"]
    *_, last = rejudged(bundle)
    assert last.session.referee.match.open_turns


def test_a_game_goes_on_at_another_table(table: LiveTable, tmp_path: Path) -> None:
    """Taken into another store, it is resumed where it was, pictures and all."""
    bundle = read_bundle(_saved(table))
    other = live_table(tmp_path / "other")
    imported(other._store, TABLE, bundle)
    killed(other)
    again = live_table(tmp_path / "other")
    assert again.state()["turn"] == table.state()["turn"]
    assert again.state()["open_foul"]
    ident = bundle.entries[-1][1]["pictures"]["overlay"]
    assert again.picture(ident) == table.picture(ident)
    killed(again)


def test_replay_reads_it(table: LiveTable, tmp_path: Path, arbitable: Arbitable) -> None:
    """On the command line, for programs and as a report; the game need not be named."""
    path = tmp_path / "game.zip"
    path.write_bytes(_saved(table))
    found = arbitable("replay", path, "--json")
    assert [json.loads(line)["call"] for line in found.stdout.splitlines()] == CALLS
    report = tmp_path / "report.html"
    assert arbitable("replay", path, "--report", report).exit_code == 0
    assert report.read_text("utf-8").count("data:image/jpeg") == 8
    assert arbitable("replay", path, "--game", "rouge").exit_code == 2


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something"},
        {"version": 99},
        {"events": "no"},
        {"entries": [1]},
        {"game": None, "events": []},
    ],
)
def test_a_file_that_is_no_game(table: LiveTable, change: dict[str, Any]) -> None:
    """Refused with a sentence, whatever is wrong in it."""
    with pytest.raises(ArbitableError):
        list(rejudged(read_bundle(_rewritten(_saved(table), change))))


@pytest.mark.parametrize("data", [b"", b"PK", b"nonsense", b"PK\x03\x04" + b"\0" * 40])
def test_nonsense_is_no_game(data: bytes) -> None:
    """Nor is a damaged file."""
    with pytest.raises(NotAGame):
        read_bundle(data)


def test_strange_members_are_left_alone(table: LiveTable) -> None:
    """A path that leads out, a picture under another's name, a script: none of them comes in."""
    extra = (
        ("../../evil.jpg", b"x"),
        ("pictures/../../evil.jpg", b"x"),
        (f"pictures/{'0' * 20}.jpg", b"not what its name says"),
        ("pictures/run.py", b"import os"),
    )
    assert read_bundle(_rewritten(_saved(table), {}, *extra)).pictures == ()


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch, table: LiveTable) -> None:
    """What unpacks to more than a game can hold is not unpacked."""
    monkeypatch.setattr("server.store.bundle._MOST_MEMBER", 1000)
    with pytest.raises(NotAGame, match="more than"):
        read_bundle(_rewritten(_saved(table), {"more": "0" * 10_000}))


def test_an_unknown_event_is_refused() -> None:
    """A file with events of another kind is no game."""
    start = {"event": "match-started", "game": "redline", "players": ["A", "B"], "house": {}}
    bundle = Bundle("redline", (start, {"event": "party"}), (), ())
    with pytest.raises(Exception, match="unknown kind"):
        list(rejudged(bundle))


def test_a_turn_that_was_let_stand_is_told_by_its_question() -> None:
    """Nobody said which of two legal turns it was: the question tells it, the turn not again, as
    it was when it was played."""
    before, after = "red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/7 3/2"
    state, told = played(before, after, after + "; red 3/6")
    events = tuple(event_to_json(ROUGE, event) for event in state.log)
    moments = list(rejudged(Bundle("rouge", events, (), ())))
    kinds = [m.calls[-1].kind.value for m in moments]
    assert kinds == [calls[-1].kind.value for calls in told] == ["setup", "ask", "legal"]
    assert moments[-1].calls[0].move == place("red", "3/6")


def test_a_change_of_mind_is_told_again_as_one() -> None:
    """The last turn went back to where it came from: the file says so, as the page was told."""
    before, after = "red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/6 3/2 3/5"
    state, told = played(before, after, before)
    events = tuple(event_to_json(ROUGE, event) for event in state.log)
    moments = list(rejudged(Bundle("rouge", events, (), ())))
    calls = [(m.calls[-1].kind.value, m.calls[-1].note) for m in moments]
    assert calls == [(one[-1].kind.value, one[-1].note) for one in told]
    assert calls[-1] == ("taken-back", "changed")
