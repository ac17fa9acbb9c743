"""The shapes of answers: JSON that says yes or no, files, and pictures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from fastapi import HTTPException
from starlette.responses import JSONResponse, Response

from rules.core.codec import JsonObject
from server.http.schemas.common import Failure
from server.store.values import Picture
from server.tables.player_commands import CommandRejected
from server.words.sentences import in_languages

_NO_PARAMS: Mapping[str, object] = MappingProxyType({})

_NOT_KEPT = MappingProxyType({"Cache-Control": "no-store"})

#: Pictures are named by their content, so a browser may keep them for good (a year, in seconds).
_FOREVER = MappingProxyType({"Cache-Control": "private, max-age=31536000, immutable"})


class Refused(HTTPException):
    """An answer that says no: status, stable code, sentence; `retry_s`: in how many seconds it may
    be another, where that is known."""

    def __init__(
        self, status: int, code: str, message: str, *, retry_s: float | None = None
    ) -> None:
        super().__init__(status, message)
        self.status, self.code, self.message, self.retry_s = status, code, message, retry_s

    def answer(self) -> Response:
        """What is sent."""
        sent = failure(self.status, self.code, self.message)
        if self.retry_s is not None:
            sent.headers["Retry-After"] = str(math.ceil(self.retry_s))
        return sent


# FastAPI's own type of `responses`.
def refusals(*statuses: int) -> dict[int | str, JsonObject]:
    """What a router may refuse with, for its description. One status names the shape and the others
    point to it: FastAPI would build a validator for each, on every route, before it listens."""
    shape = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Failure.__name__}"}}}
    first, *others = statuses
    return {first: {"model": Failure}, **{status: {"content": shape} for status in others}}


def body_of(media_type: str) -> dict[str, object]:
    """The description of a request that is a file."""
    content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    return {"requestBody": {"content": content, "required": True}}


def success(**fields: object) -> Response:
    """An answer that says yes: `{"ok": true, ...}`."""
    return JSONResponse({"ok": True, **fields}, headers=_NOT_KEPT)


def failure(
    status: int,
    code: str,
    message: str,
    params: Mapping[str, object] = _NO_PARAMS,
    **fields: object,
) -> Response:
    """An answer that says no, `{"ok": false, "error": {...}}`: a stable code, a sentence, also in
    the languages that know it, and what the sentence is about."""
    texts = in_languages(message) or {}
    error = {"code": code, "message": message, "params": dict(params), "texts": texts}
    return JSONResponse({"ok": False, "error": error, **fields}, status, headers=_NOT_KEPT)


def rejected(why: CommandRejected) -> Response:
    """The answer to a command that makes no sense now."""
    return failure(422, why.code, why.message)


def download(data: bytes, name: str, media_type: str) -> Response:
    """A file to keep."""
    headers = {"Content-Disposition": f"attachment; filename={name}", **_NOT_KEPT}
    return Response(data, 200, headers, media_type)


def kept_picture(picture: Picture) -> Response:
    """A picture that an event named."""
    return Response(picture.data, 200, _FOREVER, picture.media_type)


def newest_jpeg(data: bytes | None) -> Response:
    """What a camera sees just now as JPEG; nothing (204) where no picture comes."""
    if data is None:
        return Response(None, 204, _NOT_KEPT)
    return Response(data, 200, _NOT_KEPT, "image/jpeg")
