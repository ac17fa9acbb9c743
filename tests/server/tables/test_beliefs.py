"""What a live table keeps beside its calls: the histories that pictures leave possible. Nobody is
told of them, a kill does not lose them, and journals that know none are read as well."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import Believed
from rules.core.observation import EMPTY, Belief
from rules.referee.referee import observe, resumed
from rules.wire.journal import event_to_json
from server.pipeline.session import Session, resumed_session
from server.tables.live_table import LiveTable
from server.tables.resuming import Setup
from server.views.now.game_state import game_state
from tests.laws.pictures import Booth
from tests.server.fakes import truth_session
from tests.server.scripted import calls, clear, killed, live_table, play, session_of
from vision.live.look import Clear

JOURNALS = sorted((Path(__file__).parents[1] / "journals").glob("*.json"))


pytestmark = pytest.mark.usefixtures("sees_rightly")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A table that has called one turn of the recorded game."""
    made = live_table(tmp_path)
    play(made, 0, 1)
    yield made
    killed(made)


def _perhaps_a_tile(turn: int) -> Clear:
    """The table after a turn, with something on a bare place that may hardly be a tile."""
    look = clear(turn)
    places = look.evidence.sightings
    tile = next(s.belief.best for s in places if s.belief.best is not EMPTY)
    bare = next(s for s in places if s.belief.best is EMPTY)
    shadow = replace(bare, belief=Belief.of({EMPTY: 0.85, tile: 0.149}))
    seen = (shadow if s is bare else s for s in places)
    return replace(look, evidence=look.evidence.with_sightings(seen))


def _session(table: LiveTable) -> Session:
    session = session_of(table)
    return session


def _weights(session: Session) -> list[tuple[Any, ...]]:
    """The histories that are possible, each with its weight."""
    return [(one.nats, one.match.live, one.untold) for one in session.referee.hypotheses]


def _kept(table: LiveTable) -> list[Any]:
    return list(table._store.events(table._store.games()[-1]))


def test_a_quiet_picture_that_leaves_a_doubt_is_written_and_tells_nothing(table: LiveTable) -> None:
    """A place that may hold a tile, and hardly does: kept with its weight; the page hears nothing,
    and nothing can be undone by it."""
    told, before = table.channel.last, _kept(table)
    table.seen(_perhaps_a_tile(1))
    assert table.channel.last == told
    new = _kept(table)[len(before) :]
    assert [event["event"] for event in new] == ["believed"]
    assert len(new[0]["lines"]) == len(_session(table).referee.hypotheses) > 1
    assert calls(table) == [["setup"], ["legal"]]


def test_what_was_possible_is_known_after_a_kill(tmp_path: Path) -> None:
    """The same histories with the same weights, to the last digit; the next turn is called as if
    nothing had been."""
    first = live_table(tmp_path)
    play(first, 0, 1)
    first.seen(_perhaps_a_tile(1))
    before = _weights(_session(first))
    killed(first)
    again = live_table(tmp_path, Setup())
    assert len(before) > 1
    assert _weights(_session(again)) == before
    play(again, 1, 2)
    assert calls(again) == [["setup"], ["legal"], ["legal"]]
    killed(again)


def test_a_doubt_that_is_gone_is_written_as_well(table: LiveTable) -> None:
    """Once later pictures show the place bare nothing else is left, and the journal says so."""
    table.seen(_perhaps_a_tile(1))
    play(table, 1, 2, 1, 2)
    session = resumed_session("redline", _kept(table))
    assert _weights(session) == _weights(_session(table))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_journals_of_before_are_still_read(path: Path) -> None:
    """They tell of no possible histories: what was told then is all there is. Every turn stands as
    it stood, every event is written as it was, and the game goes on. (Rouge's last one was told as
    right over a foul by a law since mended: who had gone on over his foul moved once more.)"""
    kept = json.loads(path.read_text("utf-8"))
    state = resumed_session(kept["game"], kept["events"]).referee
    game, match = state.match.game, state.match
    assert [[one.number, one.status.value] for one in match.history] == kept["history"]
    lies = game.position(match.standing)
    pieces = [[place.as_json(), game.label_to_json(x)] for place, x in sorted(lies.items())]
    assert json.loads(json.dumps(pieces)) == kept["standing"]
    assert [event_to_json(game, event) for event in state.log] == kept["events"]
    assert not any(isinstance(event, Believed) for event in state.log)
    assert [one.match for one in state.hypotheses] == [match]
    picture = Booth(game, 0).picture(lies, lies, Random(1), sharp=True)
    after, told = observe(state, picture)
    assert {call.kind for call in told} == {CallKind.NOTHING}
    again = resumed(game, after.log)
    assert again.match.history == match.history


def test_journals_of_before_are_of_every_game_and_kind() -> None:
    """Also one with a question that nobody answered, as it was let stand then."""
    texts = [path.read_text("utf-8") for path in JOURNALS]
    games = {json.loads(text)["game"] for text in texts}
    kinds = {event["event"] for text in texts for event in json.loads(text)["events"]}
    assert games == {"linie1", "mokadi", "redline", "rouge"}
    assert {"asked", "answered", "insisted", "undone", "redone", "settled", "corrected"} <= kinds
    assert any('"otherwise":[{' in text for text in texts)


PLAYERS = ("Ada", "Bo", "Cy")


def _after_a_round(session: Session, **change: Any) -> list[str]:
    match = session.referee.match
    ended = replace(match, accepted=replace(match.accepted, **change), opened=True)
    state = game_state(replace(session, referee=replace(session.referee, match=ended)))
    return list(state["next_players"])


@pytest.mark.parametrize("winner", PLAYERS)
def test_who_won_a_round_of_redline_begins_the_next(winner: str) -> None:
    """The others follow in their order round the table."""
    out = tuple((name,) for name in PLAYERS if name != winner)
    seat = PLAYERS.index(winner)
    following = _after_a_round(truth_session(PLAYERS), out=out, layer=winner)
    assert following == [*PLAYERS[seat:], *PLAYERS[:seat]]


def test_while_a_round_goes_on_the_seats_are_as_they_are() -> None:
    """Nobody has won; where nobody is named there is nobody to list."""
    assert _after_a_round(truth_session(PLAYERS)) == list(PLAYERS)
    assert game_state(truth_session(PLAYERS))["next_players"] == list(PLAYERS)
    assert game_state(truth_session(()))["next_players"] == []
