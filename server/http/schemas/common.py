"""What every answer and request of the web API shares. Used at this border only."""

from functools import partial
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from rules.core import codec
from server.store.values import DEEPEST, storable
from server.tables.registry import TABLE_NAME

#: The version of every shape. It grows when a field goes or changes its meaning.
SCHEMA = 1

#: What a table may be called, in an address or a request.
TABLE_PATTERN = f"^{TABLE_NAME.pattern}$"

#: A JSON object whose fields are the game's own, or nobody's but the page's.
JsonObject = codec.JsonObject

#: One that a request brings and that is kept as it is: half as deep as what is kept may lie, as a
#: saved game has it inside an event in a list.
SentObject = Annotated[JsonObject, AfterValidator(partial(storable, deepest=DEEPEST // 2))]

#: A text in one line, without control characters.
LINE_PATTERN = r"^[^\x00-\x1f\x7f-\x9f]*$"

Word = Annotated[str, Field(min_length=1, max_length=64, pattern=LINE_PATTERN)]

#: A camera, file, folder or address, as `--camera` takes it.
CameraSpec = Annotated[str, Field(min_length=1, max_length=256, pattern=LINE_PATTERN)]


#: A spot as a share of the picture's width or height; what is cut off may lie outside it, by as
#: much as the picture is large.
PictureShare = Annotated[float, Field(ge=-1.0, le=2.0, allow_inf_nan=False)]

#: Of a request that holds nothing but what is asked for.
STRICT = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """What is wrong: a stable code, a sentence, what the sentence is about, and the sentence by
    language."""

    code: str
    message: str
    params: JsonObject
    texts: dict[str, str]


class Failure(BaseModel):
    """An answer that says no. `state` is there where the table had moved on."""

    ok: Literal[False]
    error: Problem
    state: JsonObject | None = None


class Yes(BaseModel):
    """An answer that says yes."""

    ok: Literal[True]
