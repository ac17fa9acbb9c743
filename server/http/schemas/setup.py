"""The shapes of the set-up's requests and answers. Used at the border only."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from calibration.printing.layout import RULER_MM
from calibration.printing.sets import MEASURED_MM
from server.http.schemas.common import STRICT, CameraSpec, JsonObject, PictureShare, Word, Yes
from server.views.look_quality import GradedFinding

_Point = Annotated[list[PictureShare], Field(min_length=2, max_length=2)]


class PreviewWanted(BaseModel):
    """A source to be seen, as `--camera` takes it."""

    model_config = STRICT
    source: CameraSpec


class LookWanted(PreviewWanted):
    """A test look: at which game, through which source."""

    game: Word


class CornersWanted(LookWanted):
    """The board's corners, clockwise from row 1, column 1, as shares of the picture; null asks
    where they seem to be."""

    corners: Annotated[list[_Point], Field(min_length=4, max_length=4)] | None = None


class SetWanted(BaseModel):
    """A set to print. `measured`: what the 100 mm ruler of an earlier print measured."""

    model_config = STRICT
    game: Word
    paper: Literal["a4", "letter"] = "a4"
    lang: Literal["en", "fr"] = "en"
    measured: Annotated[
        float, Field(ge=MEASURED_MM[0], le=MEASURED_MM[1], allow_inf_nan=False, strict=False)
    ] = RULER_MM


class LookModel(BaseModel):
    """What one picture tells before a game; places as shares of its width and height. `other`: the
    titles of the game that is seen instead of the wanted one, `other_game` its name."""

    picture: str
    size: list[int]
    seconds: float
    status: str
    reason: JsonObject | None
    notes: dict[str, str] | None
    findings: list[GradedFinding]
    glare: list[JsonObject]
    outline: list[list[float]]
    pieces: list[JsonObject]
    doubts: int
    teachable: bool
    other: dict[str, str] | None
    other_game: str | None


class LookAnswer(Yes):
    """A test look, or why no picture comes."""

    look: LookModel | None
    why: JsonObject | None


class CornersAnswer(Yes):
    """The corners; `sure`: the print or a person says so."""

    corners: list[list[float]]
    sure: bool
