"""What stands at a table is the match's, whatever order, fact or picture came last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from rules.core.discovery import get
from rules.core.events import Asked, Corrected, Event, MatchStarted, PositionSeen, TurnSeen
from rules.games.redline.tiles import Tile
from rules.games.rouge.state import Move, Pawn, Place, Taken, TurnRing
from rules.games.rouge.track import Hollow
from rules.referee.history.fold import extended
from rules.referee.referee import resumed
from server.http.app import create_app
from server.http.schemas.standing import StandingModel
from server.pipeline.session import Moment, Session
from server.pipeline.standing import standing_of
from server.tables.live_table import LiveTable
from server.tables.player_commands import AnswerQuestion, PressButton, TellFact
from server.tables.registry import TableRegistry
from server.views.now.standing_json import Standings, trouble_of
from server.views.pictures.drawing import marks
from tests.server.fakes import PHOTOS, TruthReader, truth_session
from tests.server.questions import ask
from tests.server.scripted import obeyed, play, session_of, truthful_table
from vision.sources.frame import Silent

#: What the tile of the first turn may as well be: one that fits, one that is a dead end.
OTHERS = (Tile.named("blue", ["E", "W"]), Tile.named("blue", ["N", "W"]))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A table after the first look; Ada begins."""
    with truthful_table(tmp_path, 0, spec="0") as made:
        obeyed(made, TellFact("turn", {"player": "Ada"}))
        yield made


def _model(table: LiveTable) -> StandingModel:
    return StandingModel.model_validate(table.standing())


def test_a_foul_stands_whatever_comes_after_it(table: LiveTable) -> None:
    """Through the end of a turn, a fact, a refused photo: the same foul with its take-back; it is
    gone once it was taken off the table."""
    play(table, 1, 2, 3)
    before = _model(table).fouls
    assert [one.take_back["en"] for one in before] == ["Take the yellow tile back"]
    assert [[p.name for p in one.pieces] for one in before] == [["(1, 0)"]]
    obeyed(table, PressButton("end-turn"))
    obeyed(table, TellFact("reserve", {"count": 20}))
    table.photo(np.zeros((300, 300, 3), np.uint8))
    assert _model(table).fouls == before
    play(table, 2)
    assert _model(table).fouls == []


def test_a_question_can_be_answered_after_any_order(table: LiveTable) -> None:
    """It stands with its drawings through a fact and a pause, and its answer enters the game."""
    ask(table, 1, *OTHERS)
    obeyed(table, TellFact("reserve", {"count": 20}))
    obeyed(table, PressButton("pause"))
    question = _model(table).question
    assert question is not None
    assert [one.call for one in question.answers] == ["legal", "legal", "foul"]
    assert all(one.places == [[0, 2]] for one in question.answers)
    assert all(one.view is not None and one.view.marks.last for one in question.answers)
    obeyed(table, AnswerQuestion(question.answers[1].choices[0]))
    after = _model(table)
    assert after.question is None
    assert after.last is not None
    assert after.last.spoken["en"]["move"] == "blue tile on A3, lines east, west"


def test_undo_takes_an_answer_back_whole(table: LiveTable) -> None:
    """It is named as such; the question is open again as it was, and redo answers it again."""
    ask(table, 1, *OTHERS)
    before = _model(table).question
    assert before is not None
    obeyed(table, AnswerQuestion(1))
    answered = _model(table)
    assert answered.undo is not None
    assert answered.undo.texts == {"en": "the answer", "fr": "la réponse"}
    obeyed(table, PressButton("undo"))
    after = _model(table)
    assert (after.question, after.last) == (before, None)
    obeyed(table, PressButton("redo"))
    assert (_model(table).question, _model(table).last) == (None, answered.last)


def test_answers_that_mean_the_same_are_one(table: LiveTable) -> None:
    """An alternative that is there twice is offered once, under its likelier number."""
    ask(table, 1, *OTHERS)
    session = session_of(table)
    match = session.referee.match
    asked = match.question
    assert asked is not None
    twice = Asked((*asked.alternatives, asked.alternatives[0]), (*asked.gone, ()), asked.photo)
    now = standing_of(extended(match, [twice])).question
    assert now is not None
    assert [one.choices for one in now.answers] == [(0, 3), (1,), (2,)]


def test_undo_says_what_it_takes_back(table: LiveTable) -> None:
    """By player and turn, and who would move then; a fact by its own word; redo alike."""
    play(table, 1)
    undo = _model(table).undo
    assert undo is not None
    assert (undo.texts["en"], undo.mover) == ("Ada\u2019s turn 1", "Ada")
    assert undo.texts["fr"] == "le tour 1 (Ada)"
    obeyed(table, PressButton("undo"))
    after = _model(table)
    assert after.undo is not None
    assert after.undo.texts["en"] == "what was told (Ada is to move)"
    assert after.redo is not None
    assert (after.redo.kind, after.last) == ("turn", None)


def test_an_open_foul_undone_changes_nobodys_turn(table: LiveTable) -> None:
    """It never entered the game."""
    play(table, 1, 2, 3)
    undo = _model(table).undo
    assert undo is not None
    assert (undo.texts["en"], undo.mover) == ("Ada\u2019s turn 3", None)


@pytest.mark.parametrize(
    ("status", "paused", "trouble"),
    [
        ({"gate": "clear", "camera": "on"}, False, None),
        ({"gate": "hand", "camera": "on"}, False, None),
        ({"gate": "clear", "camera": "on"}, True, "paused"),
        ({"gate": "lost", "camera": "on"}, False, "lost"),
        ({"gate": "none", "camera": "silent", "source": "0"}, False, "camera-silent"),
        ({"gate": "none", "camera": "silent", "source": "phone"}, False, None),
        ({"gate": "none", "camera": "failed"}, False, "camera-failed"),
        ({"gate": "fault"}, True, "fault"),
    ],
)
def test_trouble_is_named(status: dict[str, Any], paused: bool, trouble: str | None) -> None:
    """Only what keeps the table from being judged is trouble; a hand or a phone between two
    photos is none."""
    assert trouble_of(status, paused=paused) == trouble


def test_the_offender_is_marked_after_any_order(table: LiveTable) -> None:
    """The drawing of a fact told over an open foul still marks the foul, not in green."""
    play(table, 1, 2, 3)
    obeyed(table, TellFact("reserve", {"count": 20}))
    board = table.board()
    assert board is not None
    assert [1, 0] in board["marks"]["foul"]
    assert [1, 0] not in board["marks"]["last"]


def test_a_foul_is_never_the_last_move() -> None:
    """Of the recorded foul's photo, what was laid is marked as the offender alone."""
    session = truth_session()
    moment: Moment | None = None
    for photo in PHOTOS[:4]:
        session, moment = session.look(photo)
    assert moment is not None
    pointed = marks(moment)
    assert pointed.foul
    assert not set(pointed.foul) & set(pointed.last)


def test_the_channel_tells_the_standing_with_every_event(table: LiveTable) -> None:
    """Whoever follows gets it after the first event, and again whenever it is another one."""

    play(table, 1, 2, 3)
    table.silent(Silent("no picture", "Check the cable."))
    table.channel.close()
    client = TestClient(create_app(TableRegistry([table])), base_url="http://127.0.0.1")
    text = client.get("/api/v1/tables/table/events").text
    told = text.split("event: standing")[1:]
    assert len(told) == 1
    assert '"trouble":"camera-silent"' in told[0].replace('": "', '":"')
    assert text.index("event: standing") < text.index("event: moment")


def test_a_turned_ring_is_the_offender() -> None:
    """In Rouge what was turned against the rules is marked on the drawing, nothing of it as the
    last move, and both its names are one."""
    game = get("rouge")
    start = MatchStarted("rouge", ("Ada", "Bo"), tuple(game.rulebook.house().values.items()))
    red, blue = Pawn("red"), Pawn("blue")
    lies = {Hollow(2, 0): red, Hollow(2, 3): blue, Hollow(1, 1): red, Hollow(3, 6): blue}
    events = [start, PositionSeen(tuple(lies.items())), TurnSeen(TurnRing(2, 1))]
    session = Session(game, TruthReader(), resumed(game, events), ("Ada", "Bo"))
    before = session.standing()
    session, moment = session.record_event(TurnSeen(TurnRing(2, 1)), "now")
    pointed = marks(moment)
    assert {Hollow(2, 2), Hollow(2, 5)} <= set(pointed.foul)
    assert before != session.standing()
    assert not pointed.last
    now = Standings().told(session, 0, paused=False, status={})
    assert now["fouls"][0]["take_back"]["en"] == "Turn the middle ring back"
    assert "middle ring" in now["fouls"][0]["spoken"]["en"]["reasons"][0]["text"]


def _answers(*events: Event) -> list[Any]:
    """The answers to what is asked last in a game of Rouge, as a page gets them."""
    game = get("rouge")
    start = MatchStarted("rouge", ("Ada", "Bo"), tuple(game.rulebook.house().values.items()))
    session = Session(game, TruthReader(), resumed(game, [start, *events]), ("Ada", "Bo"))
    told: Any = Standings().told(session, 0, paused=False, status={})
    return list(told["question"]["answers"])


def test_answers_that_look_alike_are_told_by_what_was_done() -> None:
    """A ring turned or its lone pawn moved: the tables are the same, the turns are not, so both
    are offered, each with its act for the drawing."""
    lies = {Hollow(2, 0): Pawn("blue"), Hollow(1, 1): Pawn("red"), Hollow(3, 6): Pawn("blue")}
    ways = ((TurnRing(2, 1),), (Move("blue", Hollow(2, 0), Hollow(2, 1)),))
    answers = _answers(PositionSeen(tuple(lies.items())), Asked(ways, ((), ()), "x"))
    assert [one["acts"][0]["kind"] for one in answers] == ["turn", "move"]
    assert [one["places"] for one in answers] == [[], []]


def test_answers_say_which_pawn_was_taken() -> None:
    """Either of two pawns was taken undue, or none: the words of each differ in both languages,
    and a foul says what it breaks."""
    here, there, free = Hollow(3, 6), Hollow(2, 0), Hollow(1, 1)
    lies = {here: Pawn("blue"), there: Pawn("blue"), Hollow(1, 4): Pawn("red")}
    ways = tuple((Place("red", free, (Taken(x, "blue"),)),) for x in (here, there))
    asked = Asked((*ways, (Place("red", free, ()),)), ((), (), ()), "x")
    answers = _answers(PositionSeen(tuple(lies.items())), asked)
    assert [one["call"] for one in answers] == ["foul", "foul", "legal"]
    for language in ("en", "fr"):
        one, other, plain = (answer["moves"][language] for answer in answers)
        assert one[0] != other[0]
        assert {text.split(";")[0].rstrip() for text in (one[0], other[0])} == set(plain)
        assert [len(answer) for answer in (one, other, plain)] == [2, 2, 1]


def test_whether_a_foul_was_taken_back_tells_answers_apart() -> None:
    """Nothing was done, or the pawn that may not lie there is gone: both said that nothing was."""
    lies = {Hollow(3, 6): Pawn("blue"), Hollow(1, 4): Pawn("red")}
    foul = Place("red", Hollow(1, 1), (Taken(Hollow(3, 6), "blue"),))
    asked = Asked(((), ()), ((), (foul,)), "x")
    answers = _answers(PositionSeen(tuple(lies.items())), TurnSeen(foul, False, "w"), asked)
    for language, nothing, word in (
        ("en", "nothing happened", "the foul was taken back: red pawn"),
        ("fr", "rien ne s\u2019est passé", "la faute a été reprise : pion rouge"),
    ):
        still, gone = (answer["moves"][language] for answer in answers)
        assert still == [nothing]
        assert [line.startswith(word) for line in gone] == [True]
    assert [one["words"]["en"] for one in answers] == ["No move", "Taken back"]


def test_how_many_turns_were_taken_back_tells_answers_apart() -> None:
    """The first of two turns, or both: each answer leaves the table that its words tell."""
    turns = Place("red", Hollow(1, 1), ()), Place("blue", Hollow(2, 3), ())
    seen = (TurnSeen(turn, True, "w") for turn in turns)
    asked = Asked(((), ()), ((), (turns[1],)), "x", (Corrected(2, None), Corrected(2, None)))
    answers = _answers(PositionSeen(()), *seen, asked)
    for language, back, first in (
        ("en", "taken back: blue pawn", "turn 1 was taken back"),
        ("fr", "repris : pion bleu", "le tour 1 a été repris"),
    ):
        one, both = (answer["moves"][language] for answer in answers)
        assert one == [first]
        assert (both[0].startswith(back), both[1:]) == (True, [first])
