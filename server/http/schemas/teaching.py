"""The shapes of teaching one's own pieces. Used at the border only."""

from typing import Annotated

from pydantic import BaseModel, Field

from server.http.schemas.common import STRICT, JsonObject, Word, Yes
from server.store.learnt_file import MOST_PIECES

_Ident = Annotated[int, Field(ge=0, lt=2**53, description="The draft that the sender had seen.")]


class GameWanted(BaseModel):
    """Whose pieces are meant."""

    model_config = STRICT
    game: Word


class PhotoWanted(GameWanted):
    """A photo of pieces: of which game, and what the file is called."""

    name: Word = "photo"


class KeepWanted(GameWanted):
    """A draft to be kept."""

    ident: _Ident


class MendingWanted(KeepWanted):
    """What a piece of a draft is: its `name`, how many `quarters` clockwise it is turned from the
    way the rules print it; null as it was; or `none` of the set."""

    number: Annotated[int, Field(ge=0, lt=MOST_PIECES)]
    name: Word | None = None
    quarters: Annotated[int, Field(ge=0, le=3)] | None = None
    none: bool = False


class KindModel(BaseModel):
    """What a piece can be."""

    name: str
    label: JsonObject
    texts: dict[str, str]


class LearntPiece(KindModel):
    """A learnt piece: `picture` as data, `photo` and `made` (seconds since 1970) where and when it
    was learnt; `unclear`: a person should look whether it is what it is called."""

    quarters: int
    picture: str
    photo: str
    made: float
    unclear: bool


class SetModel(BaseModel):
    """Learnt pieces, and the names that are lacking."""

    game: str
    photo: str
    made: float
    pieces: list[LearntPiece]
    missing: list[str]


class DraftModel(SetModel):
    """Pieces that are not kept yet; `objection`: why they cannot be, by language."""

    ident: int
    objection: dict[str, str] | None


class DraftAnswer(Yes):
    """A draft; null where none is open."""

    draft: DraftModel | None


class TeachingAnswer(DraftAnswer):
    """What can be taught of a game, what is kept, what is open; `drawn`: the page can draw it."""

    drawn: bool
    kinds: list[KindModel]
    wanted: list[str]
    kept: SetModel | None
