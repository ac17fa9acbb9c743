"""What the page shows beside a call: the drawn board, players, duties, helpers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rules.core.observation import EMPTY, Belief
from rules.core.places import Cell
from rules.games.redline.laws.ending import round_points
from rules.games.redline.state import Lay
from rules.games.redline.tiles import Tile
from server.http.app import create_app
from server.http.schemas.play import (
    BoardModel,
    FitsAnswer,
    FreezeAnswer,
    KindsAnswer,
    OnlookModel,
)
from server.pipeline.session import Moment, Session
from server.tables.player_commands import StartGame, TellFact
from server.tables.registry import TableRegistry
from server.views.payloads import is_drawn
from server.views.pictures.board import VIEW, board_view
from server.views.spectator_view import duties, spectator_view
from server.views.speech import spoken_calls, spoken_label
from tests.referee.sessions import Rouge
from tests.server.fakes import PHOTOS, TruthReader, truth_session
from tests.server.scripted import killed, live_table, obeyed, play, session_of, truthful_table

TABLE = "/api/v1/tables/table"


@cache
def _course() -> tuple[tuple[Session, Moment], ...]:
    """The recorded game after each of its photos."""
    session, course = truth_session(("Ada", "Bo")), []
    for photo in PHOTOS:
        session, moment = session.look(photo)
        course.append((session, moment))
    return tuple(course)


def _after(photos: int) -> tuple[Session, Moment]:
    """The recorded game after so many photos."""
    return _course()[photos - 1]


def test_the_view_holds_what_lies_and_what_is_marked() -> None:
    """The third photo's foul: every tile with its spokes, the fouled places, the spots in the
    picture that the marks need; the schema takes it."""
    session, moment = _after(4)
    view = board_view(moment)
    assert view is not None
    model = BoardModel.model_validate(view)
    assert model.version == VIEW
    assert {tuple(p.place) for p in model.pieces} == {(c.col, c.row) for c in session.standing()}
    assert [1, 0] in model.marks.foul
    spots = {tuple(spot.place) for spot in model.spots}
    assert {tuple(place) for place in model.marks.foul} <= spots
    assert all(0 <= share <= 1 for spot in model.spots for share in spot.at)
    assert {frozenset(piece.texts) for piece in model.pieces} == {frozenset(("en", "fr"))}


def test_a_doubtful_place_is_listed_with_its_readings() -> None:
    """A tile read at 0.8 is marked and told with what else it may be; sure ones are not."""
    _, moment = _after(2)
    seen = moment.reading.observation
    assert seen is not None
    first = next(s for s in seen.sightings if s.pose is not None)
    doubtful = replace(first, belief=Belief(((first.belief.best, 0.8), (EMPTY, 0.2))))
    others = tuple(s for s in seen.sightings if s is not first)
    reading = replace(moment.reading, observation=replace(seen, sightings=(doubtful, *others)))
    view = board_view(replace(moment, reading=reading, judged=None))
    assert view is not None
    assert len(view["doubts"]) == len(view["marks"]["doubt"]) == 1
    assert [one["probability"] for one in view["doubts"][0]["readings"]] == [0.8, 0.2]


def test_alignments_are_drawn_one_by_one() -> None:
    """A reward's lines keep apart: a line through all their places would show none of them."""
    for count in range(2, len(PHOTOS) + 1):
        _, moment = _after(count)
        rewards = [r for c in moment.calls if c.verdict for r in c.verdict.rewards]
        if rewards:
            view = board_view(moment)
            assert view is not None
            assert all(len(line) >= 3 for line in view["marks"]["reward"])
            return
    pytest.fail("the recorded game has no alignment")


def test_the_newest_turns_duty_stays_until_the_next_turn() -> None:
    """A tile to be drawn shows in no layout: it is asked for until somebody plays on, through a
    foul on the table as well."""
    counts = []
    for count in range(1, len(PHOTOS) + 1):
        session, _ = _after(count)
        counts.append([owed.duty.kind for owed in duties(session)])
    assert ["draw"] in counts
    assert counts[0] == []


def test_a_duty_is_not_done_because_a_foul_lies_beside_it() -> None:
    """Blue's second pawn in one turn does not take the pawn that red's line takes."""
    table, one, two = Rouge(), "red 1/0 1/1; blue 2/0 3/4", "red 1/0 1/1 1/2; blue 2/0 3/4"
    table.play("", "red 1/0", "red 1/0; blue 2/0", "red 1/0 1/1; blue 2/0", one)
    assert [*table.see(f"{one} 2/4"), *table.see(f"{two} 2/4")] == [
        *("foul blue two-moves", "legal red (foul-stands)")
    ]
    session = Session(table.game, TruthReader(), table.state, ("red", "blue"))
    assert [(owed.duty.kind, owed.open) for owed in duties(session)] == [("capture", True)]


def test_onlook_tells_hands_that_were_told() -> None:
    """Known hands are counted; the schema takes all of it."""
    session, _ = _after(2)
    told = OnlookModel.model_validate(spectator_view(session))
    assert [seat.player for seat in told.seats] == ["Ada", "Bo"]
    assert "fits" in told.offers
    before = OnlookModel.model_validate(spectator_view(truth_session()))
    assert before.offers == []


def test_a_reason_unfolds_into_the_rule() -> None:
    """Every foul of the recorded game names the decisions it rests on, in both languages."""
    fouls = []
    for count in range(2, len(PHOTOS) + 1):
        _, moment = _after(count)
        for language in ("en", "fr"):
            fouls += [r for call in spoken_calls(moment, language) for r in call["reasons"]]
    assert fouls
    assert all(foul["decisions"] and foul["source"] for foul in fouls)
    assert {d["number"] for foul in fouls for d in foul["decisions"]} >= {"R11"}


def test_properties_that_a_piece_has_not_are_not_said() -> None:
    """No "False, False" behind the track of a Linie 1 tile."""
    book = truth_session().game.rulebook
    label = {"connections": ["NS"], "trees": False, "stop": True, "trams": [3]}
    said = spoken_label(book, label, "en")
    assert "False" not in said
    assert "stop sign" in said
    assert "tram 3" in said


def test_every_game_with_a_drawing_is_found_by_its_name() -> None:
    """The four games have one; a fifth game without one is shown as a list and picture."""
    assert all(is_drawn(name) for name in ("redline", "linie1", "rouge", "mokadi"))
    assert not is_drawn("fifth")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A live table after three turns."""
    with truthful_table(tmp_path, 0, 1, 2) as table:
        app = create_app(TableRegistry([table]))
        yield TestClient(app, base_url="http://127.0.0.1", headers={"Origin": "http://127.0.0.1"})


def test_the_board_is_told_as_it_stands(client: TestClient) -> None:
    """The same shape as the pictures' own views."""
    answer = client.get(f"{TABLE}/board").json()
    assert answer["ok"]
    assert len(BoardModel.model_validate(answer["board"]).pieces) >= 3


def test_places_for_a_piece(client: TestClient) -> None:
    """Every place offered is legal by the judge; a piece of another game is refused in words."""
    kinds = KindsAnswer.model_validate(client.get(f"{TABLE}/help/kinds").json()).kinds
    assert kinds
    found: list[Any] = []
    for kind in kinds:
        answer = client.post(f"{TABLE}/help/fits", json={"piece": kind.label})
        found += FitsAnswer.model_validate(answer.json()).fits
    assert found
    session, _ = _after(3)
    match = session.referee.match
    for fit in found[::7]:
        tile = Tile.named(fit.label["colour"], fit.label["spokes"])
        lay = Lay(Cell(*fit.place), tile)
        assert match.game.judge(match.accepted, lay, match.house).legal
    wrong = client.post(f"{TABLE}/help/fits", json={"piece": {"colour": "mauve"}})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "not-understood")


def test_helpers_a_game_has_not_are_refused(client: TestClient) -> None:
    """Redline has no routes; too much is refused at the border."""
    asked = client.post(f"{TABLE}/help/way", json={"line": 1, "letters": ["A"]})
    assert (asked.status_code, asked.json()["error"]["code"]) == (409, "no-help")
    assert client.post(f"{TABLE}/help/way", json={"line": 9}).status_code == 422


def test_whether_anybody_can_lay(client: TestClient) -> None:
    """Hands nobody told are asked for, and every place that is left is shown once."""
    answer = FreezeAnswer.model_validate(client.get(f"{TABLE}/help/freeze").json())
    assert answer.frozen is None
    assert answer.unknown == ["Ada", "Bo"]
    assert answer.unread == {"Ada": None, "Bo": None}
    places = [tuple(fit.place) for fit in answer.remaining]
    assert places
    assert len(places) == len(set(places))


def test_a_moments_view_is_kept_with_its_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own name as JSON, and the newest shows what the table says of itself."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    table = live_table(tmp_path)
    play(table, 0, 1)
    newest = table.channel.latest("moment")
    assert newest is not None
    kept = table.picture(newest.data["pictures"]["view"])
    assert kept is not None
    assert kept.media_type == "application/json"
    board = table.board()
    assert board is not None
    assert json.loads(kept.data)["pieces"] == board["pieces"]
    killed(table)


def test_points_are_carried_from_round_to_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round played to its end counts in the next one with the same players, and its own points
    once it is over; other players begin anew."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    table = live_table(tmp_path)
    play(table, 0, 1)
    assert [seat["points"] for seat in table.state()["onlook"]["seats"]] == [None, None]
    for player in ("Ada", "Bo"):
        obeyed(table, TellFact("hand", {"player": player, "tiles": [], "hidden": 0}))
    first = {seat["player"]: seat["points"] for seat in table.state()["onlook"]["seats"]}
    session = session_of(table)
    match = session.referee.match
    ended = match.game.outcome(match.accepted, match.house)
    assert ended is not None
    assert first == round_points(ended, match.players, match.house)
    obeyed(table, StartGame())
    play(table, 0)
    assert {s["player"]: s["points"] for s in table.state()["onlook"]["seats"]} == first
    obeyed(table, StartGame(players=("Ada", "Cy")))
    assert {s["points"] for s in table.state()["onlook"]["seats"]} == {None}
    killed(table)
