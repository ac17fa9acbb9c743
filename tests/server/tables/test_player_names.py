"""Players get other names while they play: everything is said by these, nothing is decided anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.core.discovery import get
from rules.wire import journal
from rules.wire.calls import with_players
from server.pipeline.rejudge import rejudged
from server.reports.game_report import report_page
from server.reports.kept_games import KeptGames
from server.store.bundle import exported, imported, read_bundle
from server.tables.live_table import LiveTable
from server.tables.player_commands import (
    CommandRejected,
    PressButton,
    RenamePlayer,
    StartGame,
    TellFact,
    TellTurn,
)
from server.tables.resuming import Setup
from server.views.fact_forms import fact_forms
from tests.server.scripted import killed, live_table, obeyed, play, session_of

pytestmark = pytest.mark.usefixtures("sees_rightly")

_HAND: dict[str, Any] = {"player": "Beatrice", "tiles": [], "hidden": 3}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A Redline table on which Ada and Bo have made a turn each."""
    made = live_table(tmp_path)
    play(made, 0)
    obeyed(made, TellFact("turn", {"player": "Ada"}))
    play(made, 1, 2)
    yield made
    killed(made)


def _said(table: LiveTable) -> str:
    """All that pages are told and shown, as text."""
    session = session_of(table)
    entries = [entry.data for entry in table.channel._log.since(0) if entry.kind == "moment"]
    return str([table.state(), fact_forms(session), entries])


def test_all_is_said_by_the_new_name(table: LiveTable) -> None:
    """What stands, what is asked, and what was told before; a name of marks is nowhere."""
    assert "'Bo'" in _said(table)
    obeyed(table, RenamePlayer("Bo", " Beatrice "))
    *before, renamed = [e.data for e in table.channel._log.since(0) if e.kind == "moment"]
    assert renamed["spoken"]["en"][0]["about"] == "Bo is now called Beatrice"
    assert renamed["renamed"]
    assert {c["player"] for one in before for c in one["spoken"]["fr"]} == {None, "Ada", "Beatrice"}
    told = _said(table).replace("Bo is now called", "").replace("Bo s’appelle", "")
    assert "'Bo'" not in told
    assert "\u2068" not in told
    assert table.state()["players"] == ["Ada", "Beatrice"]


def test_a_sentence_told_before_names_the_player_of_now(table: LiveTable) -> None:
    """Not only the field of who played, and also where the name is a word of the language."""
    obeyed(table, TellFact("turn", {"player": "Bo"}), RenamePlayer("Bo", 'B"o'))
    told = [e.data for e in table.channel._log.since(0) if e.kind == "moment"][-2]
    assert told["spoken"]["en"][0]["about"] == 'B"o is to move'


def test_what_a_page_tells_comes_to_the_player(table: LiveTable) -> None:
    """By the name of now; two players may change names with each other."""
    obeyed(table, RenamePlayer("Bo", "X"), RenamePlayer("Ada", "Bo"), RenamePlayer("X", "Ada"))
    assert table.state()["players"] == ["Bo", "Ada"]
    obeyed(table, TellFact("turn", {"player": "Ada"}))
    assert table.state()["to_move"] == "Ada"
    events = table._store.events(table._store.games()[-1])
    assert [e for e in events if e["event"] == "told"][-1]["data"] == {"player": "Bo"}


def test_who_was_given_sticks_is_meant_by_name(tmp_path: Path) -> None:
    """Mokadi: the page tells a sharing by the names of now, as it is asked for."""
    made = live_table(tmp_path, Setup("mokadi", ("Ada", "Bo", "Cy")))
    each = {"black": 2, "white": 2}
    stock = {"pads": {"black": 0, "white": 0}, "sticks": {"black": 4, "white": 4}}
    held = (TellFact("stock", {"player": player, **stock}) for player in ("Ada", "Bo", "Cy"))
    obeyed(made, PressButton("open-table"), *held, TellFact("phase", {"phase": "building"}))
    obeyed(made, RenamePlayer("Bo", "Bea"), TellTurn({"kind": "concede", "player": "Ada"}))
    obeyed(made, TellTurn({"kind": "share", "given": {"Bea": each, "Cy": each}}))
    told = made._store.events(made._store.games()[-1])[-1]
    assert (told["legal"], told["turn"]["given"]) == (True, {"Bo": each, "Cy": each})
    [call] = made.channel._log.since(0)[-1].data["calls"]
    assert call["move"]["given"] == {"Bea": each, "Cy": each}
    killed(made)


def test_a_lay_of_several_names_them_all() -> None:
    """Linie 1: whose tiles lie together."""
    move = {"kind": "lay", "player": "Ada", "tiles": [], "beside": ["Ada", "Bo"]}
    told = with_players(move, lambda player: {"Bo": "Bea"}.get(player, player))
    assert told == {**move, "beside": ["Ada", "Bea"]}


#: Names that are refused, by the code of the refusal.
_REFUSED = {
    "same-name": ("Ada", "A\u200dda"),
    "no-change": ("Bo",),
    "no-name": (*("", "\u200b", "\u3164", "\ufe0f", "Be\u200ba", "B\u2068o", "B\no", "x" * 41),),
}


def test_a_name_is_seen_and_one_players(table: LiveTable) -> None:
    """Nothing that nobody sees, and no name twice, also not to the eye alone."""
    for code, names in _REFUSED.items():
        for name in names:
            refused = table.execute(RenamePlayer("Bo", name), table.channel.last)
            assert isinstance(refused, CommandRejected), name
            assert refused.code == code, name
    refused = table.execute(RenamePlayer("Zoé", "Bea"), table.channel.last)
    assert isinstance(refused, CommandRejected)
    assert refused.code == "no-such-player"


def test_players_of_a_new_game_have_names_to_see(table: LiveTable) -> None:
    """A game that the page begins as one that a program asks for."""
    for players, code in ((("Ada", "\u200b"), "no-name"), (("Ada", "A\u200dda"), "same-name")):
        refused = table.execute(StartGame("redline", players), table.channel.last)
        assert isinstance(refused, CommandRejected)
        assert refused.code == code


def test_a_new_name_decides_nothing(table: LiveTable) -> None:
    """The referee and what it knows are the very same, before and after and once it is undone."""
    session = session_of(table)
    events = table._store.events(table._store.games()[-1])
    for order in (RenamePlayer("Bo", "Ann"), PressButton("undo"), PressButton("redo")):
        obeyed(table, order)
        after = table.session()
        assert after is not None
        assert after.referee is session.referee
        assert after.players == ("Ada", "Bo")
        assert after.referee.match.game is get("redline")
        assert table._store.events(table._store.games()[-1]) == events


def test_names_leave_nothing_behind(table: LiveTable) -> None:
    """How events are written is worked out once a game, however often somebody is renamed."""
    known = journal._by_class.cache_info().currsize
    for name in ("Bea", "Bo"):
        player = table.state()["players"][1]  # type: ignore[index]
        obeyed(table, RenamePlayer(player, name), TellFact("turn", {"player": "Ada"}))
    assert journal._by_class.cache_info().currsize == known


def test_a_name_is_taken_back_and_given_again(table: LiveTable) -> None:
    """In its turn among all that was done: the page offers it by name."""
    obeyed(table, RenamePlayer("Bo", "Bea"))
    undo = table.state()["standing"]["undo"]  # type: ignore[index]
    assert undo["kind"] == "rename"
    assert undo["texts"]["en"] == "the new name (Bo is now called Bea)"
    play(table, 3)
    assert table.state()["standing"]["undo"]["kind"] == "turn"  # type: ignore[index]
    obeyed(table, PressButton("undo"), PressButton("undo"))
    assert table.state()["players"] == ["Ada", "Bo"]
    assert table.state()["turn"] == 2
    obeyed(table, PressButton("redo"))
    assert table.state()["players"] == ["Ada", "Bea"]
    obeyed(table, PressButton("undo"), PressButton("undo"))
    assert (table.state()["players"], table.state()["turn"]) == (["Ada", "Bo"], 1)


def test_all_that_was_undone_is_given_again(table: LiveTable) -> None:
    """A name and the turn before it, undone and redone one after the other."""
    obeyed(table, RenamePlayer("Bo", "Bea"))
    obeyed(table, *[PressButton("undo")] * 2, *[PressButton("redo")] * 2)
    assert (table.state()["players"], table.state()["turn"]) == (["Ada", "Bea"], 2)
    obeyed(table, *[PressButton("undo")] * 2)
    obeyed(table, TellFact("turn", {"player": "Bo"}))
    assert not table.state()["can_redo"]


def test_names_are_kept(table: LiveTable, tmp_path: Path) -> None:
    """After a kill, in a saved game taken up elsewhere, in the next round, and in the reports."""
    obeyed(table, RenamePlayer("Bo", "Bea"))
    data = exported(table._store, table._store.games()[-1])
    killed(table)
    again = live_table(tmp_path)
    assert again.state()["players"] == ["Ada", "Bea"]
    obeyed(again, PressButton("undo"), PressButton("redo"))
    again._store.table("elsewhere")
    row = imported(again._store, "elsewhere", read_bundle(data))
    game = KeptGames(again._store).whole(row)
    assert game["players"] == ["Ada", "Bea"]
    told = [one["player"] for m in game["moments"] for one in m["spoken"]["en"]]  # type: ignore[attr-defined]
    assert "Bea" in told
    assert "Bo" not in told
    page = report_page(list(rejudged(read_bundle(data))), "en")
    assert "Ada, Bea" in page
    assert "Player Bo" not in page
    obeyed(again, StartGame())
    assert again.state()["players"] == ["Ada", "Bea"]
    killed(again)


def test_a_disk_that_is_full_renames_nobody(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is written before anybody is told."""

    def full(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(table._store, "_insert", full)
    with pytest.raises(OSError):  # noqa: PT011 - any error of the disk
        table.execute(RenamePlayer("Bo", "Bea"), table.channel.last)
    assert table.state()["players"] == ["Ada", "Bo"]


def test_a_saved_game_has_the_name(table: LiveTable) -> None:
    """Its own file has the game as it was played, and the name that was given."""
    obeyed(table, RenamePlayer("Bo", "Bea"))
    saved = table.saved()
    assert saved is not None
    kinds = [kind for kind, _ in read_bundle(saved).entries]
    assert kinds.count("renamed") == 1
