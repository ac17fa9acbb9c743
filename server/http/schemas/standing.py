"""The web API's shape of a table's standing: what is true now, whatever came last."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from server.http.schemas.common import JsonObject
from server.http.schemas.play import BoardModel, DutyModel, NamedPlace

_Numbers = list[int]
_Texts = dict[str, str]


class LyingPiece(NamedPlace):
    """A piece that has to be taken off the table again."""

    label: JsonObject


class TurnModel(BaseModel):
    """A turn as its call says it; `id` its number in the log, `status` what became of it,
    `spoken` the call in words, by language."""

    id: int
    photo: str | None
    status: str
    spoken: dict[str, JsonObject]


class FoulModel(TurnModel):
    """A turn that lies on the table and is not in the game; `places` are those at fault."""

    pieces: list[LyingPiece]
    places: list[_Numbers]
    take_back: _Texts


class AnswerModel(BaseModel):
    """One answer. `choices`: the alternatives that come to the same game, the likeliest first;
    `acts`: its turns as the outside contract writes moves, `moves` the same in words, and what
    tells it from answers that read alike; `places`: where the answers lie differently; `view` for
    the page's drawing of the game, `svg` the game's own where the page has none."""

    choices: list[int]
    call: Literal["legal", "foul", "nothing"]
    words: _Texts
    acts: list[JsonObject]
    moves: dict[str, list[str]]
    places: list[_Numbers]
    view: BoardModel | None
    svg: str | None


class QuestionModel(BaseModel):
    """The open question."""

    id: int
    photo: str | None
    player: str | None
    answers: list[AnswerModel]


class ReversalModel(BaseModel):
    """What Undo or Redo would turn back; `mover`: who would move then, where that changes;
    `about`: the fact or the piece that it told; `falls`: what else is otherwise then, a sentence
    each."""

    kind: str
    turn: int | None
    player: str | None
    mover: str | None
    about: _Texts | None = None
    texts: _Texts
    falls: list[_Texts] = []


class StandingModel(BaseModel):
    """What stands. `version` grows when a field changes its meaning; `event` is the newest one of
    the live channel; `fouls` the worst first; `trouble` why nothing is judged just now."""

    version: int
    event: int
    paused: bool
    trouble: str | None
    fouls: list[FoulModel]
    question: QuestionModel | None
    duties: list[DutyModel]
    last: TurnModel | None
    mover: str | None
    undo: ReversalModel | None
    redo: ReversalModel | None
    turn: int
    opened: bool
