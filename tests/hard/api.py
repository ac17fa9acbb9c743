"""The web API under what its own description allows and forbids: thousands of generated calls.

`python -m tests.hard.api 200` makes so many a path, and prints what was answered how often.
"""

from __future__ import annotations

import json
import random
import string
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import schemathesis
from fastapi import FastAPI
from httpx2 import InvalidURL
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from starlette.testclient import TestClient

from server.http.app import create_app
from server.http.context import Services
from server.store.store import Store
from server.tables.incoming.previews import NoPicture
from server.tables.live_table import LiveTable
from server.tables.registry import TableRegistry
from tests.asked_seeds import asked_words
from tests.server.fakes import TruthReader
from tests.server.scripted import TABLE, killed, live_table, play

#: Who sits at the computer itself, who may do most.
_BASE = "http://127.0.0.1"

#: Answers that say no in the one shape.
REFUSALS = frozenset((400, 401, 403, 404, 405, 409, 413, 422, 429, 503, 507))

#: Answers that are no objects of JSON.
_FILES = ("zip", "image/", "text/event-stream", "text/html")


@dataclass
class Answers:
    """What was answered: by status; and whatever is none of our answers."""

    by_status: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, what: str, status: int, kind: str, text: str) -> None:
        """Counts an answer, and checks its shape."""
        self.by_status[status] += 1
        if what.startswith("HEAD "):
            good = status < 500  # it has no body to look at
        elif status in REFUSALS:
            error = _json(text).get("error")
            good = isinstance(error, dict) and error.get("message") and error.get("code")
        else:
            good = status in {204, 303} or any(one in kind for one in _FILES)
            good = good or (status == 200 and _json(text).get("ok") is True)
        if not good or "fault of Arbitable" in text:
            self.faults.append(f"{what}: {status} {kind} {text[:200]}")


def _json(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


class _NoCamera:
    """No call of these tests opens a camera or asks an address."""

    def newest(self, source: str) -> NoPicture:
        return NoPicture("no-camera", "There is no camera in this test.")

    def let_go(self, source: str) -> None: ...


@contextmanager
def playing() -> Iterator[FastAPI]:
    """An app with a live table in the middle of a game; its channel tells what there is and
    ends."""
    with (
        tempfile.TemporaryDirectory() as place,
        patch("server.pipeline.session.load_reader", lambda _name: TruthReader()),
        patch("server.http.routes.computer.list_cameras", lambda: ()),
    ):
        table = live_table(Path(place) / "data")
        play(table, 0, 1, 2, 3)
        table.channel.close()
        store: Store = table._store
        services = Services(store, previews=_NoCamera())  # type: ignore[arg-type]
        yield create_app(TableRegistry([table], _no_table), services=services)
        killed(table)


def _no_table(*_: object) -> LiveTable:
    raise AssertionError("no call of these tests opens a table")


def described(each: int, number: int = 1) -> Answers:
    """So many calls of each path and method, half of them against the description."""
    answers = Answers()
    with playing() as app:
        schema = schemathesis.openapi.from_dict(app.openapi())
        schema.config.base_url = _BASE
        client = TestClient(app, base_url=_BASE, follow_redirects=False)
        for result in schema.get_all_operations():
            operation = result.ok()
            for mode in GenerationMode:
                _try(client, operation, mode, max(each // 2, 1), number, answers)
    return answers


def _try(
    client: TestClient, operation: Any, mode: GenerationMode, count: int, number: int, to: Answers
) -> None:
    if operation.method == "post" and operation.path == "/api/v1/tables":
        return  # opens tables: its refusals are tried by hand

    @seed(number)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def tried(case: Any) -> None:
        if mode is GenerationMode.POSITIVE and "table" in case.path_parameters:
            case.path_parameters["table"] = TABLE
        _call(client, case, to)

    try:
        tried()
    except (schemathesis.errors.SchemathesisError, Unsatisfiable):
        return  # nothing can be against the description here


def _call(client: TestClient, case: Any, to: Answers) -> None:
    kwargs = case.as_transport_kwargs(base_url=_BASE)
    sent = {k: v for k, v in kwargs.items() if k in {"params", "json", "data", "headers"}}
    if isinstance(sent.get("json"), dict) and "seen" in sent["json"]:
        sent["json"] = {**sent["json"], "seen": _newest(client)}  # else most orders come too late
    if "data" in sent:
        sent["content"] = _bytes(sent.pop("data"))
    try:
        answer = client.request(kwargs["method"], kwargs["url"], **sent)
    except (ValueError, TypeError):
        return  # what no client can send
    to.note(f"{case.method} {case.formatted_path}", *_parts(answer))


def _newest(client: TestClient) -> int:
    """The newest event of the table."""
    number: int = client.get(f"/api/v1/tables/{TABLE}/state").json()["state"]["event"]
    return number


def _bytes(data: Any) -> bytes:
    return data if isinstance(data, bytes) else str(data).encode("utf-8", "replace")


def _parts(answer: Any) -> tuple[int, str, str]:
    kind = answer.headers.get("content-type", "")
    return answer.status_code, kind, "" if "image" in kind or "zip" in kind else answer.text


#: Headers that servers look at.
_HEADERS = (
    *("Host", "Origin", "Cookie", "Authorization", "Last-Event-ID", "Sec-Fetch-Site", "Range"),
    *("Content-Type", "Content-Length", "If-None-Match", "If-Modified-Since", "Accept", "Expect"),
    *("X-Forwarded-For", "X-Forwarded-Proto", "Accept-Encoding", "Upgrade", "Referer"),
)

#: Texts that break parsers.
_TEXTS = (
    *("http://[", "[", "[::", "9" * 5_000, "-1", "null", "a" * 8_000, "=;=;=", "Bearer", "Basic x"),
    *("Bearer " + "é" * 40, "\x7f", "%", "%00", "..", "bytes=9-1,1-", "*/*;q=x", "é", "1e999", ""),
    *("arbitable-table=x; arbitable-table=y", "multipart/form-data", "application/json; charset=x"),
    *("NaN", "true", "http://127.0.0.1:99999999", "127.0.0.1:x", "cross-site", "websocket"),
)

#: Addresses with a place for something odd.
_PATHS = (
    *("/{}", "/join/{}", "/tables/{}", "/evenings/{}/1", "/evenings/table/{}", "/static/{}"),
    *("/api/v1/{}", "/api/v1/tables/{}/state", "/api/v1/tables/table/pictures/{}"),
    *("/api/v1/evenings/table/{}", "/api/v1/evenings?before={}", "/api/v1/cameras/{}/preview"),
    *("/api/v1/evenings/table/1/page?lang={}", "/api/v1/tables/table/help/kinds?everything={}"),
)


def odd(count: int, number: int = 1) -> Answers:
    """So many calls with odd headers, addresses and names."""
    rng, answers = random.Random(number), Answers()
    with playing() as app:
        client = TestClient(app, base_url=_BASE, follow_redirects=False)
        for _ in range(count):
            method, path, headers = _odd(rng)
            try:
                answer = client.request(method, path, headers=headers)
            except (ValueError, InvalidURL):
                continue  # what no client can send
            if path.startswith("/api/") or answer.status_code >= 500:
                answers.note(f"{method} {path[:80]} {headers}"[:400], *_parts(answer))
            else:
                answers.by_status[answer.status_code] += 1
    return answers


def _odd(rng: random.Random) -> tuple[str, str, list[tuple[bytes, bytes]]]:
    word = rng.choice((*_TEXTS, _noise(rng), "table", "1", "0"))
    path = rng.choice(_PATHS).format(quote(word, safe="%/.[]:;=", errors="replace"))
    names = rng.sample(_HEADERS, rng.choice((0, 1, 1, 2)))
    headers = [(n.encode(), rng.choice(_TEXTS).encode("latin-1", "replace")) for n in names]
    return rng.choice(("GET", "GET", "GET", "POST", "HEAD", "PUT", "BREW")), path, headers


def _noise(rng: random.Random) -> str:
    return "".join(rng.choices(string.printable + "é€\U0001f3b2", k=rng.randrange(1, 30)))


if __name__ == "__main__":
    _calls = asked_words(__doc__, calls=int).calls
    for _work, _count in ((described, _calls), (odd, 10 * _calls)):
        _found = _work(_count)
        print(sum(_found.by_status.values()), dict(_found.by_status), len(_found.faults))
        print(*_found.faults[:20], sep="\n")
