"""A table that is played now: calls once, nothing lost, corrections that reach back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rules.core.observation import Observation
from rules.core.places import AnyPosition, Cell, Place
from rules.referee.referee import observe
from server.commands.serve import last_camera
from server.pipeline.readers import LockedReader
from server.store.store import NotWritten
from server.store.values import Step
from server.tables.live_table import LiveTable
from server.tables.player_commands import (
    AnswerQuestion,
    CommandRejected,
    CorrectPlace,
    PlayerCommand,
    PressButton,
    StaleCommand,
    StartGame,
    TellFact,
    TellTurn,
    UseCamera,
)
from server.tables.resuming import SAME_EVENING_S, Setup
from server.views.payloads import PICTURES
from tests.server.fakes import TruthReader, picture
from tests.server.scripted import TABLE, NoFeed, calls, clear, killed, live_table, play, watch
from vision.gate.why import Why
from vision.live.look import Blocked, Lost
from vision.reader import Image, OnStage, untimed
from vision.reading import Reading, Refusal
from vision.sources.frame import Ended, Silent
from vision.sources.pushed import PHONE

GAME = [["setup"], ["legal"], ["legal"], ["foul"], ["legal"], ["legal"], ["legal"], ["foul"]]


pytestmark = pytest.mark.usefixtures("sees_rightly")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A Redline table before its first look."""
    made = live_table(tmp_path)
    yield made
    killed(made)


def _do(table: LiveTable, order: PlayerCommand) -> StaleCommand | CommandRejected | None:
    return table.execute(order, table.channel.last)


def _newest(table: LiveTable) -> dict[str, Any]:
    event = table.channel.latest("moment")
    assert event is not None
    return dict(event.data)


def test_the_recorded_game_is_called_turn_by_turn(table: LiveTable) -> None:
    """Every turn once, though the camera looks at each many times."""
    for turn in range(8):
        play(table, turn, turn)
    assert calls(table) == GAME


def test_a_foul_waits_for_a_second_look(table: LiveTable) -> None:
    """One look says "settling" and calls nothing; the second calls the foul."""
    play(table, 0, 1, 2)
    table.seen(clear(3))
    assert calls(table) == GAME[:3]
    assert table.channel.status()["gate"] == "settling"
    table.seen(clear(3))
    assert calls(table) == GAME[:4]
    assert table.channel.status()["gate"] == "clear"


def test_a_foul_seen_once_asks_for_another_light(table: LiveTable) -> None:
    """And for nothing more: a second look taken already is not taken again, and where it shows
    what was there before, there is no foul."""
    play(table, 0, 1)
    assert not table.seen(clear(2)).doubts
    assert table.seen(clear(3)).doubts
    assert not table.seen(replace(clear(3), looks=2, second=clear(2).evidence)).doubts
    assert calls(table) == GAME[:3]
    assert table.seen(clear(3)).doubts
    assert not table.seen(replace(clear(3), looks=2, second=clear(3).evidence)).doubts
    assert calls(table) == GAME[:4]


def test_a_told_picture_is_packed_once(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """For the page now, and as what was before the next one."""
    monkeypatch.delattr("server.tables.live.journalled_game.page_jpeg")
    table.seen(clear(0))
    plain = _newest(table)["pictures"]["plain"]
    table.seen(clear(1))
    assert _newest(table)["pictures"]["before"] == plain


def test_a_look_under_another_light_is_judged_once(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look that raised the doubt was judged already."""
    play(table, 0, 1, 2)
    table.seen(clear(3))
    judged: list[Observation[Any, Any]] = []
    monkeypatch.setattr("server.pipeline.session.observe", partial(_counted, observe, judged))
    second = clear(3).evidence
    table.seen(replace(clear(3), looks=2, second=second))
    assert calls(table) == GAME[:4]
    assert [one is second for one in judged] == [True]


def _counted(real: Any, judged: list[Any], state: Any, seen: Any, *rest: Any, **named: Any) -> Any:
    judged.append(seen)
    return real(state, seen, *rest, **named)


def test_a_look_that_is_not_fresh_is_not_judged(table: LiveTable) -> None:
    """A quiet table costs nothing."""
    play(table, 0)
    table.seen(clear(1, fresh=False))
    assert calls(table) == [["setup"]]


def test_evidence_is_there_with_the_call(table: LiveTable) -> None:
    """Before, after, overlay and board are stored pictures by the time the call is told."""
    play(table, 0, 1)
    pictures = _newest(table)["pictures"]
    assert set(pictures) == set(PICTURES)
    assert pictures.pop("spot") is None  # nothing is open
    assert all(table.picture(ident) is not None for ident in pictures.values())
    first = table.channel._log.since(0)[2].data["pictures"]
    assert pictures["before"] == first["plain"]
    assert first["before"] is None


def test_before_a_foul_is_the_table_without_it(table: LiveTable) -> None:
    """A foul is told after its second look; the first one shows it already, and is not what was
    before: replay would show a turn without a difference."""
    play(table, 0, 1, 2)
    told = _newest(table)["pictures"]["plain"]
    play(table, 3)
    assert calls(table)[-1] == ["foul"]
    assert _newest(table)["pictures"]["before"] == told


def test_nothing_is_told_that_was_not_written(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk refuses, the page hears nothing, and the next look calls the turn."""
    play(table, 0)
    told = table.channel.last

    def full(*_: object) -> None:
        raise NotWritten("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(table._store, "write", full)
        with pytest.raises(NotWritten, match="no space"):
            table.seen(clear(1))
    assert table.channel.last == told
    play(table, 1)
    assert calls(table) == GAME[:2]


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    """The same state, the same log and keys; the next turn is called as if nothing had been."""
    first = live_table(tmp_path)
    play(first, 0, 1, 2, 3)
    before, row = first.state(), first.row
    killed(first)
    again = live_table(tmp_path, Setup())
    after = again.state()
    assert {**after, "status": None, "disk": None} == {**before, "status": None, "disk": None}
    assert again.row == row
    assert again.channel.ident == first.channel.ident
    play(again, 3, 4)
    assert calls(again) == GAME[:5]
    killed(again)


def test_a_paused_game_is_paused_again(tmp_path: Path) -> None:
    """What the page shows and what the table does agree after a restart."""
    first = live_table(tmp_path)
    assert _do(first, PressButton("pause")) is None
    killed(first)
    again = live_table(tmp_path)
    assert again.paused
    assert again.state()["playing"] is False
    killed(again)


@pytest.mark.parametrize(
    "setup",
    [
        Setup("redline", ("Ada", "Cy")),
        Setup("redline", None, {"dead_end": "both"}),
        Setup("redline", resume=False),
    ],
)
def test_another_game_is_begun_anew(tmp_path: Path, setup: Setup) -> None:
    """Other players, other rules, or told so: what was played stays in the file."""
    first = live_table(tmp_path, Setup("redline", ("Ada", "Bo"), {"dead_end": "own_only"}))
    play(first, 0, 1)
    killed(first)
    again = live_table(tmp_path, setup)
    assert again.state()["shown"] == 0
    assert len(again._store.games()) == 2
    killed(again)


def test_a_game_that_cannot_be_gone_on_with_locks_nobody_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its journal is damaged in a way that nobody noticed: it is said, and a new one begins."""
    first = live_table(tmp_path)
    bad = Step(({"event": "turn-seen", "turn": {"kind": "lay"}, "legal": True, "photo": None},))
    first._store.write(first._store.games()[-1], bad)
    killed(first)
    again = live_table(tmp_path)
    assert again.state()["game"] == "redline"
    assert len(again._store.games()) == 2
    assert "cannot be gone on with" in capsys.readouterr().err
    killed(again)


def test_the_game_after_one_that_cannot_be_gone_on_with_is_played(tmp_path: Path) -> None:
    """That one paused, and its journal is whole; what was told of it is not."""
    first = live_table(tmp_path)
    play(first, 0)
    assert _do(first, PressButton("pause")) is None
    first._store.write(first._store.games()[-1], Step(entries=(("moment", {}),)))
    killed(first)
    again = live_table(tmp_path)
    assert len(again._store.games()) == 2
    assert not again.paused
    killed(again)


def test_a_game_of_last_week_is_over(tmp_path: Path) -> None:
    """Nobody wants to go on with it tonight."""
    first = live_table(tmp_path)
    killed(first)
    later = live_table(tmp_path, clock=lambda: 1000.0 + 7 * 24 * 3600)
    assert len(later._store.games()) == 2
    killed(later)


def test_a_stale_order_is_refused(table: LiveTable) -> None:
    """Who has not seen the last call cannot command on top of it."""
    play(table, 0)
    seen = table.channel.last
    play(table, 1)
    assert table.execute(PressButton("undo"), seen) == StaleCommand(seen, seen + 1)
    assert table.state()["turn"] == 1


def test_a_table_is_paused_whatever_happened_meanwhile(table: LiveTable) -> None:
    """Who wants no more pictures judged wants it all the more after one that came just now."""
    seen = table.channel.last
    play(table, 0)
    assert table.execute(PressButton("pause"), seen) is None
    assert table.paused
    assert table.execute(PressButton("play"), seen) is None
    assert not table.paused


def test_a_camera_is_chosen_whatever_happened_meanwhile(table: LiveTable) -> None:
    """A photo that was judged since is no reason to look through the old one."""
    seen = table.channel.last
    play(table, 0)
    assert table.execute(UseCamera("1"), seen) is None
    assert table.state()["source"] == "1"


def test_undo_and_redo(table: LiveTable) -> None:
    """The last turn goes and comes back; the board is told each time."""
    play(table, 0, 1)
    assert _do(table, PressButton("undo")) is None
    assert table.state()["turn"] == 0
    assert _newest(table)["order"] == "undo"
    assert table.picture(_newest(table)["pictures"]["board"]) is not None
    assert _do(table, PressButton("redo")) is None
    assert table.state()["turn"] == 1
    assert isinstance(_do(table, PressButton("redo")), CommandRejected)


def test_playing_on_over_a_foul_is_the_houses_decision(table: LiveTable) -> None:
    """The foul enters the game; without one there is nothing to play on over."""
    play(table, 0, 1, 2)
    assert isinstance(_do(table, PressButton("insist")), CommandRejected)
    play(table, 3)
    assert table.state()["open_foul"]
    assert _do(table, PressButton("insist")) is None
    assert not table.state()["open_foul"]
    events = table._store.events(table._store.games()[-1])
    assert [e for e in events if e["event"] != "believed"][-1] == {"event": "insisted"}


def test_a_correction_reaches_back(table: LiveTable) -> None:
    """The corrected turn is judged anew with what follows; only what changed is announced, as
    amended; undoing it announces that too."""
    play(table, 0, 1, 2)
    place = next(p for p in table.readings() if p.place == (-1, 3))
    assert place.readings[0].label == {"colour": "yellow", "spokes": ["NE", "E"]}
    wrong = {"colour": "yellow", "spokes": ["N", "W"]}
    assert _do(table, CorrectPlace((-1, 3), wrong)) is None
    told = _newest(table)
    assert [c["turn"] for c in told["calls"]] == [2]
    assert told["calls"][0]["note_codes"] == ["amended"]
    assert told["calls"][0]["move"]["spokes"] == ["N", "W"]


def test_a_piece_of_the_first_position_is_corrected(table: LiveTable) -> None:
    """It belongs to no turn; the same reading again is no correction."""
    play(table, 0)
    place = table.readings()[0]
    label = place.readings[0].label
    assert isinstance(_do(table, CorrectPlace(place.place, label)), CommandRejected)
    assert _do(table, CorrectPlace(place.place, None)) is None
    assert len(table.session().standing()) == 6  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "order",
    [
        CorrectPlace((1, 2, 3, 4), {"colour": "green"}),
        CorrectPlace((0, 0), {"nonsense": 1}),
        TellTurn({"kind": "fly"}),
        AnswerQuestion(0),
        PressButton("restart"),
        TellFact("weather", {"rain": True}),
        TellFact("hand", {"player": "Ada"}),
    ],
)
def test_nonsense_changes_nothing(table: LiveTable, order: PlayerCommand) -> None:
    """Refused as a value; no event, no entry."""
    play(table, 0)
    last = table.channel.last
    assert isinstance(_do(table, order), CommandRejected)
    assert table.channel.last == last


def test_facts_and_turns_are_told(table: LiveTable) -> None:
    """What no picture shows goes into the log."""
    play(table, 0)
    assert _do(table, TellFact("turn", {"player": "Bo"})) is None
    assert table.state()["to_move"] == "Bo"
    assert _do(table, PressButton("end-turn")) is None
    kinds = [event["event"] for event in table._store.events(table._store.games()[-1])]
    assert kinds[-2:] == ["told", "turn-ended"]


def test_a_new_game_at_the_same_table(table: LiveTable) -> None:
    """Numbers go on; the players stay unless others are named; an unknown game is refused."""
    play(table, 0, 1)
    last = table.channel.last
    assert isinstance(_do(table, StartGame("chess")), CommandRejected)
    assert _do(table, StartGame(rules={"dead_end": "both"})) is None
    state = table.state()
    assert (state["shown"], state["players"]) == (0, ["Ada", "Bo"])
    assert table.channel.current_game() == last
    play(table, 0)
    assert calls(table)[-1] == ["setup"]


def test_a_photo_is_judged_by_itself(table: LiveTable) -> None:
    """One photo a turn: every one is answered, a foul at the first look."""
    told = [table.photo(picture(turn)) for turn in (0, 1, 1, 2, 3)]
    assert [one["calls"][-1]["call"] for one in told if not isinstance(one, CommandRejected)] == [
        *("setup", "legal", "nothing", "legal", "foul")
    ]


def test_the_page_is_told_how_things_stand(tmp_path: Path) -> None:
    """Hands, trouble with its cure, silence and the end, each once and never in the log."""
    table = live_table(tmp_path, spec="0")
    last = table.channel.last
    table.seen(Blocked(Why.HAND, 0.0))
    assert table.channel.status()["gate"] == "hand"
    table.seen(Lost("glare", 0.0, Refusal("glare", "Light glares.", "Move the lamp.")))
    status = table.channel.status()
    assert (status["gate"], status["code"], status["cure"]) == ("lost", "glare", "Move the lamp.")
    table.silent(Silent(0.0, "The camera was unplugged.", "Plug it in."))
    status = table.channel.status()
    assert (status["camera"], status["help"]) == ("silent", "Plug it in.")
    table.silent(Ended("the film is over"))
    assert table.channel.status()["camera"] == "ended"
    assert table.channel.last == last
    killed(table)


def test_a_phone_becomes_the_camera_where_there_is_none(table: LiveTable) -> None:
    """It is refused where another camera was chosen."""
    assert table.push(picture(0)) is None
    assert table.state()["source"] == PHONE
    assert _do(table, UseCamera("0")) is None
    refused = table.push(picture(0))
    assert isinstance(refused, CommandRejected)
    assert refused.code == "other-camera"


def test_the_last_camera_looks_again_but_a_film_does_not(table: LiveTable, tmp_path: Path) -> None:
    """After a restart a table whose game is of this evening has the camera that looked at it."""
    store = table._store
    _do(table, UseCamera("0"))
    assert last_camera(store, TABLE, 1000.0) == "0"
    assert last_camera(store, TABLE, 1000.0 + 2 * SAME_EVENING_S) is None
    assert last_camera(store, "salon", 1000.0) is None
    film = tmp_path / "evening.mp4"
    film.write_bytes(b"")
    _do(table, UseCamera(str(film)))
    assert last_camera(store, TABLE, 1000.0) is None


def test_choosing_a_camera_ends_the_other(table: LiveTable) -> None:
    """Its device is let go; ending a turn by hand makes the camera look at once."""
    feed = NoFeed("0")
    watch(table, feed)
    play(table, 0)
    _do(table, PressButton("end-turn"))
    assert feed.looked == 1
    assert table.state()["dropped"] == 3
    _do(table, UseCamera("1"))
    assert feed.closed


def test_a_table_without_a_game_waits_for_one(tmp_path: Path) -> None:
    """Nothing is judged, nothing breaks; choosing a game begins it."""
    table = live_table(tmp_path, Setup())
    assert table.state()["ready"] is False
    table.seen(clear(0))
    assert table.photo(picture(0)) == _do(table, PressButton("undo"))
    assert table.saved() is None
    assert _do(table, StartGame("redline", ("Ada", "Bo"))) is None
    play(table, 0)
    assert calls(table) == [["setup"]]
    killed(table)


def test_what_is_known_of_the_table_reaches_the_reader() -> None:
    """The calibration with the first picture, what a reading left with the next."""
    heard: list[object] = []

    class Remembering(TruthReader):
        def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
            heard.append(memory)
            return super().read(image, memory, on_stage)

    reader = LockedReader(Remembering(), "calibrated")
    image = picture(0)
    reader.read(image)
    reader.read(image, "left")
    assert heard == ["calibrated", "left"]
    assert LockedReader(TruthReader()).read(image).observation is not None


def test_what_people_put_right_reaches_the_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a reader makes of it is what the camera's next frame is read by; of what teaches it
    nothing the camera hears nothing."""

    class Taught(TruthReader):
        def put_right(self, memory: object, position: AnyPosition, place: Place) -> object:
            return memory if place in position else ("gone", place)

    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: Taught())
    table, feed = live_table(tmp_path), NoFeed("0")
    watch(table, feed)
    play(table, 0)
    other, place = (one.place for one in table.readings()[:2])
    assert _do(table, CorrectPlace(other, {"colour": "yellow", "spokes": ["N", "W"]})) is None
    assert feed.remembered == []
    assert _do(table, CorrectPlace(place, None)) is None
    assert feed.remembered == [("gone", Cell(*place))]
    killed(table)


def test_photos_of_a_folder_are_not_judged_twice(table: LiveTable) -> None:
    """Also when the folder is chosen again while the program runs."""
    table.shown("00.jpg", picture(0))
    assert table.in_play.game is not None
    assert "00.jpg" in table.in_play.game.photos("photos").fates


def test_a_table_without_a_camera_says_so(table: LiveTable) -> None:
    """Before anybody has chosen one."""
    assert table.channel.status()["camera"] == "none"


def test_that_the_table_is_empty_reaches_the_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next look is told before it, so that hands are no layout."""

    class Told(TruthReader):
        def with_position(self, memory: object, position: AnyPosition) -> object:
            return ("lies", len(position))

    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: Told())
    table, feed = live_table(tmp_path), NoFeed("0")
    watch(table, feed)
    assert _do(table, PressButton("open-table")) is None
    assert feed.remembered == [("lies", 0)]
