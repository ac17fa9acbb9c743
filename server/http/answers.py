"""The shape of every JSON answer: `{"ok": true, ...}` or `{"ok": false, "error": {...}}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse

from server.words.sentences import in_languages

_NO_PARAMS: Mapping[str, Any] = {}


def success(**fields: Any) -> JSONResponse:
    """An answer that says yes."""
    return JSONResponse({"ok": True, **fields}, headers={"Cache-Control": "no-store"})


def failure(
    status: int,
    code: str,
    message: str,
    params: Mapping[str, Any] = _NO_PARAMS,
    **fields: Any,
) -> JSONResponse:
    """An answer that says no: a stable code, a sentence, also in the languages that know it, and
    what the sentence is about."""
    texts = in_languages(message) or {}
    error = {"code": code, "message": message, "params": dict(params), "texts": texts}
    return JSONResponse(
        {"ok": False, "error": error, **fields}, status, headers={"Cache-Control": "no-store"}
    )
