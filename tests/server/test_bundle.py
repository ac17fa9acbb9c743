"""A game as one file: saved, taken in again, told again, and never trusted."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import gmtime, process_time
from typing import Any

import pytest
from PIL import Image
from pydantic import ValidationError

from rules.core.errors import ArbitableError
from rules.games.rouge.game import GAME as ROUGE
from rules.wire.journal import event_to_json
from server.http.schemas.tables import Tell
from server.pipeline.player_names import RENAMED, always_told_apart, giving, kept_names
from server.pipeline.rejudge import rejudged
from server.store.bundle import Bundle, NotAGame, imported, read_bundle
from server.store.named_texts import with_names
from server.store.values import Picture
from server.tables.live_table import LiveTable
from server.tables.player_commands import PressButton, TellFact
from server.views.call_json import call_objects
from tests.hard.seeds import saved_games
from tests.referee.rouge.sharp import played
from tests.rules.rouge.tables import place
from tests.server.conftest import Arbitable
from tests.server.fakes import TruthReader
from tests.server.scripted import TABLE, killed, live_table, play

CALLS = ["setup", "legal", "legal", "foul", "legal", "legal", "legal", "foul"]


@pytest.fixture(scope="module", autouse=True)
def _truthful() -> Iterator[None]:
    """Every reader knows the truth."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
        yield


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """The recorded game, played live once: it is saved and looked at, and never gone on with."""
    made = live_table(tmp_path_factory.mktemp("data"))
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


def _nested(depth: int) -> list[Any]:
    return [_nested(depth - 1)] if depth else []


def test_a_saved_game_holds_everything(table: LiveTable) -> None:
    """Events, what was told, and every picture that is named."""
    bundle = read_bundle(_saved(table))
    assert bundle.game == "redline"
    assert [kind for kind, _ in bundle.entries].count("moment") == 8
    for kind, data in bundle.entries:
        if kind == "moment":
            named = filter(None, data["pictures"].values())
            assert all(bundle.picture(ident) is not None for ident in named)


def test_a_computer_that_lost_its_clock_saves_games(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before 1980 no zip knows the time; and whoever unpacks the file may read what is in it."""
    monkeypatch.setattr("time.localtime", lambda _when=None: gmtime(0))
    members = zipfile.ZipFile(io.BytesIO(_saved(table))).infolist()
    assert {info.external_attr >> 16 for info in members} == {0o600}


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


def test_what_people_said_is_told_again(tmp_path: Path) -> None:
    """Undoing the last turn takes the call back, and the file remembers."""
    table = live_table(tmp_path)
    play(table, *range(8))
    table.execute(PressButton("insist"), table.channel.last)
    table.execute(PressButton("undo"), table.channel.last)
    bundle = read_bundle(_saved(table))
    killed(table)
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
    bundle = read_bundle(_rewritten(_saved(table), {}, *extra))
    assert [*map(bundle.picture, bundle.pictures)] == [None]


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch, table: LiveTable) -> None:
    """What unpacks to more than a game can hold is not unpacked."""
    monkeypatch.setattr("server.store.bundle._MOST_JSON", 1000)
    with pytest.raises(NotAGame, match="more than"):
        read_bundle(_rewritten(_saved(table), {"more": "0" * 10_000}))


def test_an_unknown_event_is_refused() -> None:
    """A file with events of another kind is no game."""
    start = {"event": "match-started", "game": "redline", "players": ["A", "B"], "house": {}}
    bundle = Bundle("redline", (start, {"event": "party"}), ())
    with pytest.raises(Exception, match="unknown kind"):
        list(rejudged(bundle))


def test_a_turn_that_was_let_stand_is_told_by_its_question() -> None:
    """Nobody said in which order a pawn was set on a ring and that ring was turned: the question
    tells it, the turn not again, as it was when it was played."""
    before, after = "red 1/0 1/4 3/5; blue 2/6 3/2", "red 1/0 1/4 3/5 2/3; blue 2/7 3/2"
    state, told = played(before, after, after + "; red 1/6")
    events = tuple(event_to_json(ROUGE, event) for event in state.log)
    moments = list(rejudged(Bundle("rouge", events, ())))
    kinds = [m.calls[-1].kind.value for m in moments]
    assert kinds == [calls[-1].kind.value for calls in told] == ["setup", "ask", "legal"]
    assert moments[-1].calls[0].move == place("red", "1/6")


def test_a_change_of_mind_is_told_again_as_one() -> None:
    """The last turn went back to where it came from: the file says so, as the page was told."""
    before, after = "red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/6 3/2 3/5"
    state, told = played(before, after, before)
    events = tuple(event_to_json(ROUGE, event) for event in state.log)
    moments = list(rejudged(Bundle("rouge", events, ())))
    calls = [(m.calls[-1].kind.value, m.calls[-1].note) for m in moments]
    assert calls == [(one[-1].kind.value, one[-1].note) for one in told]
    assert calls[-1] == ("taken-back", "turn-taken-back")


def _end(data: bytes, **changed: int) -> bytes:
    """A zip whose last record says something else."""
    places = {"members": (10, 2), "size": (12, 4)}
    found = bytearray(data)
    for name, value in changed.items():
        at, length = places[name]
        at += len(found) - 22
        found[at : at + length] = value.to_bytes(length, "little")
    return bytes(found)


@pytest.mark.parametrize("changed", [{"members": 60_000}, {"size": 2**31}, {"size": 0}])
def test_what_a_file_says_of_itself_is_not_believed(changed: dict[str, int]) -> None:
    """Its own list of members is bounded before it is unfolded."""
    with pytest.raises(NotAGame):
        read_bundle(_end(saved_games()[0], **changed))


def test_zeros_that_pack_well_are_not_unpacked() -> None:
    """60 kB that would become 60 MB are refused before half of it is there."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("game.json", b" " * 60_000_000)
    assert len(out.getvalue()) < 100_000
    tracemalloc.start()
    with pytest.raises(NotAGame, match="more than"):
        read_bundle(out.getvalue())
    assert tracemalloc.get_traced_memory()[1] < 40_000_000
    tracemalloc.stop()


def test_pictures_are_unpacked_one_by_one() -> None:
    """Reading a file unpacks none of them."""
    data = saved_games()[0]
    tracemalloc.start()
    bundle = read_bundle(data)
    assert tracemalloc.get_traced_memory()[0] < 1_000_000
    tracemalloc.stop()
    assert len(bundle.pictures) > 30
    assert len([*bundle.pictures.values()]) == len(bundle.pictures)


def test_a_picture_is_not_larger_than_a_page_shows() -> None:
    """One that says it has 60,000 x 60,000 pixels is not decoded, and the game is told without."""
    bundle = read_bundle(saved_games()[0])
    header = io.BytesIO()
    Image.new("RGB", (8, 8)).save(header, "JPEG")
    data = bytearray(header.getvalue())
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = (60_000).to_bytes(2, "big") * 2
    huge = dict.fromkeys(bundle.pictures, Picture(bytes(data), "image/jpeg"))
    moments = list(rejudged(Bundle(bundle.game, bundle.events, bundle.entries, huge)))
    assert [m.image for m in moments] == [None] * 8


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "answered", "choice": "x"}, "choice: 'x' will not do"),
        ({"event": "turn-seen", "turn": {"kind": "lay"}, "legal": 1, "photo": None}, "kind"),
        ({"event": "settled", "photo": ["x"]}, "photo"),
        ({"event": "corrected", "number": 10**9, "turn": None, "photo": None}, "number"),
        ({"event": "believed", "lines": [{"since": 0, "events": "no"}]}, "lines"),
        ({"event": "told", "fact": "hand", "data": []}, "data"),
    ],
)
def test_an_event_is_checked_field_by_field(event: dict[str, Any], said: str) -> None:
    """A wrong type, range or length is one sentence that names the field."""
    house = ROUGE.rulebook.house().values
    start = {"event": "match-started", "game": "rouge", "players": [], "house": dict(house)}
    with pytest.raises(NotAGame, match=said):
        list(rejudged(Bundle("rouge", (start, event), ())))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("index", "first"),
        ("photo", 5),
        ("pictures", {"plain": "../../etc/passwd"}),
        ("pictures", {}),
        ("spoken", {"en": []}),
        ("calls", None),
        ("calls", [{"reason": "it was dark"}]),
    ],
)
def test_what_was_told_is_checked_too(key: str, value: Any) -> None:
    """Pages and reports build on it."""
    data = saved_games()[0]
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        entries = json.loads(file.read("game.json"))["entries"]
    entries[-1]["data"][key] = value
    with pytest.raises(NotAGame, match="moment"):
        read_bundle(_rewritten(data, {"entries": entries}))
    del entries[-1]["data"][key]
    with pytest.raises(NotAGame, match="missing"):
        read_bundle(_rewritten(data, {"entries": entries}))


def test_the_deepest_fact_that_is_taken_is_saved_and_read(tmp_path: Path) -> None:
    """It lies deeper in the file than in the request: no game is saved that cannot be opened."""
    table = live_table(tmp_path)
    play(table, 0)
    taken = [depth for depth in range(60) if (fact := _told(depth)) and _obeyed(table, fact)]
    kept = read_bundle(_saved(table)).events
    killed(table)
    assert len(taken) > 10
    assert kept[-1]["data"]["more"] == _nested(taken[-1])


def _told(depth: int) -> Tell | None:
    """A fact as a request brings it, None where it is refused."""
    data = {"player": "Ada", "more": _nested(depth)}
    with suppress(ValidationError):
        return Tell(command="tell", seen=1, fact="turn", data=data)
    return None


def _obeyed(table: LiveTable, fact: Tell) -> bool:
    return table.execute(TellFact(fact.fact, fact.data), table.channel.last) is None


@pytest.mark.parametrize("more", [float("nan"), float("-inf"), "\ud800", _nested(200)])
def test_what_no_page_can_be_sent_is_not_kept(more: Any) -> None:
    """Wherever it lies, also beside what a game is read from."""
    data = saved_games()[0]
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        entries = json.loads(file.read("game.json"))["entries"]
    entries[-1]["data"]["more"] = more
    with pytest.raises(NotAGame):
        read_bundle(_rewritten(data, {"entries": entries}))


def test_a_mind_changed_without_end_is_refused() -> None:
    """Every correction judges the game anew; more of them than a game can have are not followed."""
    house = ROUGE.rulebook.house().values
    start = {"event": "match-started", "game": "rouge", "players": [], "house": dict(house)}
    events = (start, *({"event": "undone"} for _ in range(2_000)))
    with pytest.raises(NotAGame, match="more often"):
        list(rejudged(Bundle("rouge", events, ())))


def test_a_file_full_of_names_is_read_at_once() -> None:
    """As many names as a file may hold, long ones told apart from them, and a text of nothing but
    opened marks."""
    began = process_time()
    renames = [giving(f"p{n}", f"n{n}", 0) for n in range(10_000)]
    assert len(kept_names(renames).now) == 10_000
    assert always_told_apart([200 * "\ufdfa" + f"{n}" for n in range(6)], renames)
    told = json.dumps("\u2068" * 200_000 + "Bo\u2069", ensure_ascii=False)
    assert json.loads(with_names(told, {"Bo": "Bea"})).endswith("\u2068Bea")
    assert process_time() - began < 3


@pytest.mark.parametrize("name", ["x" * 41, "", "B\u2069o", None])
def test_a_name_that_nobody_could_be_given_is_refused(name: str | None) -> None:
    """It stands wherever the player is told of."""
    renamed = {"kind": "renamed", "data": giving("Ada", "Bea", 0) | {"name": name}}
    with pytest.raises(NotAGame, match="name"):
        read_bundle(_rewritten(saved_games()[0], {"entries": [renamed]}))


_UNDO = {"act": "undo", "player": "", "name": "", "at": 0}


@pytest.mark.parametrize(
    "names",
    [
        [giving("Ada", "Bo", 0)],
        [giving("Bo", "B\u200do", 0), giving("Ada", "Bo", 0)],
        [giving("Ada", "X", 0), _UNDO, giving("Bo", "Ada", 0)],
    ],
)
def test_players_of_a_file_are_told_apart(names: list[dict[str, Any]]) -> None:
    """No two are ever called alike: nobody could say whom a call is about."""
    events = read_bundle(saved_games()[0]).events
    with pytest.raises(NotAGame, match="same name"):
        next(rejudged(Bundle("redline", events, tuple((RENAMED, one) for one in names))))


def test_players_of_a_file_may_have_changed_names_with_each_other() -> None:
    """Each step tells them apart, also where it is taken back."""
    swapped = [giving("Bo", "X", 0), giving("Ada", "Bo", 0), giving("Bo", "Ada", 0)]
    assert always_told_apart(("Ada", "Bo"), [*swapped, _UNDO, _UNDO, _UNDO])
    assert not always_told_apart(("Ada", "A\u200dda"), [])
