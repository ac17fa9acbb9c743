"""The web API's shapes of the play page: the drawn board, players and duties, helpers."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from server.http.schemas.common import STRICT, JsonObject, Yes
from server.views.places import PlaceCandidates

_Letter = Annotated[str, Field(pattern="^[A-M]$")]
_Numbers = list[int]


class Labelled(BaseModel):
    """A piece as the contract writes it, and in words by language."""

    label: JsonObject
    texts: dict[str, str]


class NamedPlace(BaseModel):
    """A place; `names`: what players call it, by language."""

    place: _Numbers
    name: str
    names: dict[str, str]


class PieceModel(NamedPlace, Labelled):
    """A piece on its place."""


class MarksModel(BaseModel):
    """Places to point at: `foul` those at fault, `involved` what else the broken rule speaks of;
    `reward` holds each line by itself."""

    foul: list[_Numbers]
    involved: list[_Numbers] = []
    last: list[_Numbers]
    reward: list[list[_Numbers]]
    doubt: list[_Numbers]


class SpotModel(BaseModel):
    """Where in the picture a place is, as shares of its width and height."""

    place: _Numbers
    at: list[float]


class PathModel(BaseModel):
    """A line's way, place by place."""

    line: int
    path: list[_Numbers]


class BoardModel(BaseModel):
    """What a drawing of the board needs. `version` grows when a field changes its meaning;
    `origin`: the column and row of a free layout that are named A and 1."""

    version: int
    game: str
    origin: list[int] = [0, 0]
    pieces: list[PieceModel]
    marks: MarksModel
    doubts: list[PlaceCandidates]
    spots: list[SpotModel]
    paths: list[PathModel]
    straight: list[float] | None = None


class SeatModel(BaseModel):
    """A player: pieces in hand (null: unknown), which are known, points of all rounds (null: none
    are counted), what he plays."""

    player: str
    hand: int | None
    known: list[JsonObject]
    out: bool
    points: int | None
    badge: str | None
    badge_texts: dict[str, str | None]


class DutyModel(BaseModel):
    """What the players must do now. `visible`: a picture will show when it is done."""

    id: str
    turn: int
    player: str | None
    kind: str
    facts: JsonObject
    places: list[_Numbers]
    texts: dict[str, str]
    done: bool
    visible: bool


class OutcomeModel(BaseModel):
    """How the game ended; the sentence by language."""

    code: str
    winners: list[str]
    ranking: list[list[str]]
    texts: dict[str, str]


class OnlookModel(BaseModel):
    """What stands beside the call. `offers`: which helpers the game answers."""

    seats: list[SeatModel] = []
    counts: dict[str, int] = {}
    duties: list[DutyModel] = []
    outcome: OutcomeModel | None = None
    offers: list[str] = []


class PieceQuestion(BaseModel):
    """A piece, as the contract writes it."""

    model_config = STRICT
    piece: Annotated[JsonObject, Field(max_length=8)]


class WayQuestion(BaseModel):
    """A line and the stops its route should pass."""

    model_config = STRICT
    line: Annotated[int, Field(ge=1, le=6)]
    letters: Annotated[list[_Letter], Field(max_length=12)] = []


class BoardAnswer(Yes):
    """The newest board, null before anything is known to lie there."""

    board: BoardModel | None


class KindsAnswer(Yes):
    """The kinds of pieces that may still be laid."""

    kinds: list[Labelled]


class FitsAnswer(Yes):
    """Every place for a piece, with the piece as it would lie there."""

    fits: list[PieceModel]


class ObstacleModel(BaseModel):
    """A rule that is in the way, named and said in a few words a language, and the places where it
    is."""

    code: str
    rules: dict[str, str]
    texts: dict[str, str]
    places: list[NamedPlace]


class NoFitModel(Labelled):
    """A player's piece that fits nowhere, and why."""

    player: str
    obstacles: list[ObstacleModel]


class FreezeAnswer(Yes):
    """Whether nobody can lay any more; null where the hands of the `unknown` would tell.
    `unread`: how many of their pieces are, null where nobody knows; `remaining`: one piece for
    every place where one that nobody has read could go."""

    frozen: bool | None
    player: str | None
    fit: PieceModel | None
    unknown: list[str]
    unread: dict[str, int | None]
    proof: list[NoFitModel]
    remaining: list[PieceModel]


class WayAnswer(Yes):
    """A line's way from terminus to terminus, and the stops it still lacks."""

    path: list[_Numbers]
    missing: list[str]
    complete: bool
