"""The API is what its description says, and the description stays what it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from server.http.app import OPENAPI, create_app
from server.http.schemas.common import SCHEMA, Failure
from server.http.schemas.tables import ReadingsAnswer, State, StateAnswer
from server.tables.live_table import LiveTable
from server.tables.registry import TableRegistry
from tests.server.scripted import truthful_table

TABLE = "/api/v1/tables/table"

NOT_UNDERSTOOD = "The request is not understood."

#: Every path with its methods. A change here is a change of the schema's version.
PATHS = {
    "/api/v1/tables/{table}/board": {"get"},
    "/api/v1/tables/{table}/help/fits": {"post"},
    "/api/v1/tables/{table}/help/freeze": {"get"},
    "/api/v1/tables/{table}/help/kinds": {"get"},
    "/api/v1/tables/{table}/help/way": {"post"},
    "/api/v1/tables/{table}/live": {"get"},
    "/api/v1/cameras": {"get"},
    "/api/v1/cameras/{number}/preview": {"get"},
    "/api/v1/evenings": {"get"},
    "/api/v1/evenings/{table}/{number}": {"get"},
    "/api/v1/evenings/{table}/{number}/export": {"get"},
    "/api/v1/evenings/{table}/{number}/page": {"get"},
    "/api/v1/evenings/{table}/{number}/pictures/{ident}": {"get"},
    "/api/v1/games": {"get"},
    "/api/v1/tables": {"get", "post"},
    "/api/v1/tables/{table}/commands": {"post"},
    "/api/v1/tables/{table}/corners": {"post"},
    "/api/v1/tables/{table}/events": {"get"},
    "/api/v1/tables/{table}/export": {"get"},
    "/api/v1/tables/{table}/facts": {"get"},
    "/api/v1/tables/{table}/frames": {"post"},
    "/api/v1/tables/{table}/import": {"post"},
    "/api/v1/tables/{table}/links": {"get"},
    "/api/v1/tables/{table}/look": {"post"},
    "/api/v1/tables/{table}/photos": {"post"},
    "/api/v1/tables/{table}/pictures/{ident}": {"get"},
    "/api/v1/tables/{table}/preview": {"post"},
    "/api/v1/tables/{table}/print": {"get"},
    "/api/v1/tables/{table}/readings": {"get"},
    "/api/v1/tables/{table}/state": {"get"},
    "/api/v1/tables/{table}/teach": {"get"},
    "/api/v1/tables/{table}/teach/drop": {"post"},
    "/api/v1/tables/{table}/teach/file": {"get", "post"},
    "/api/v1/tables/{table}/teach/keep": {"post"},
    "/api/v1/tables/{table}/teach/mend": {"post"},
    "/api/v1/tables/{table}/teach/photo": {"post"},
    "/api/v1/tables/{table}/teach/unlearn": {"post"},
    "/api/v1/tables/{table}/ways-round": {"get"},
    "/api/v1/words": {"get"},
}

#: The fields that programs may rely on in version 1.
STATE_FIELDS = {
    *("event", "playing", "shown", "total", "live", "source", "dropped", "game", "players"),
    *("ready", "turn", "to_move", "question", "open_foul", "can_undo", "can_redo", "disk"),
    *("status", "onlook", "next_players", "house", "standing"),
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """A table in the middle of a game."""
    with truthful_table(tmp_path_factory.mktemp("data"), 0, 1, 2, 3) as made:
        yield made


@pytest.fixture(scope="module")
def client(table: LiveTable) -> TestClient:
    """Somebody at the computer itself."""
    return TestClient(create_app(TableRegistry([table])), base_url="http://127.0.0.1")


def test_the_description_lists_every_path(client: TestClient) -> None:
    """By path and method, under the version's prefix; each has a sentence."""
    found = client.get(OPENAPI).json()
    assert {path: set(methods) for path, methods in found["paths"].items()} == PATHS
    assert f"schema {SCHEMA}" in found["info"]["version"]
    for methods in found["paths"].values():
        assert all(operation["description"] for operation in methods.values())


def test_the_state_is_as_described(client: TestClient) -> None:
    """Its model takes it, nothing is missing, nothing is more."""
    answer = client.get(f"{TABLE}/state").json()
    assert StateAnswer.model_validate(answer).schema_ == 1
    assert set(answer["state"]) == set(State.model_fields) == STATE_FIELDS


def test_readings_are_as_described(client: TestClient) -> None:
    """Three at most, likeliest first, in both languages."""
    answer = ReadingsAnswer.model_validate(client.get(f"{TABLE}/readings").json())
    for place in answer.places:
        assert 1 <= len(place.readings) <= 3
        shares = [reading.probability for reading in place.readings]
        assert shares == sorted(shares, reverse=True)
        assert set(place.readings[0].texts) == {"en", "fr"}
        assert all(0 <= share <= 1 for share in place.at)


def test_events_carry_the_schemas_version(client: TestClient, table: LiveTable) -> None:
    """The live channel begins by saying which shapes it speaks."""
    table.channel.close()
    text = client.get(f"{TABLE}/events").text
    hello = next(line for line in text.splitlines() if line.startswith("data: "))
    assert json.loads(hello[6:])["schema"] == SCHEMA


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
_NAMES = (
    *("play", "next", "undo", "insist", "answer", "offer"),
    *("correct", "tell", "turn", "camera", "x"),
)
_BODIES = st.fixed_dictionaries(
    {"command": st.sampled_from(_NAMES), "seen": st.integers(-1, 9)},
    optional={
        "choice": st.integers(-1, 3) | st.just("judge"),
        "offer": st.text(max_size=9),
        "place": st.lists(st.integers(-3, 5), max_size=3),
        "label": _JSON,
        "fact": st.sampled_from(("hand", "reserve", "turn", "")),
        "data": _JSON,
        "move": _JSON,
        "source": st.text(max_size=9),
    },
)


def _bodies(number: int) -> settings:
    """So many of them, the same in every run."""
    slow = [HealthCheck.too_slow]
    return settings(
        max_examples=number, derandomize=True, suppress_health_check=slow, deadline=None
    )


@_bodies(20)
@given(body=_BODIES | _JSON)
def test_no_body_is_a_fault(client: TestClient, body: Any) -> None:
    """Whatever is sent: done, or refused in the one shape with a stable code; never a 500."""
    _is_no_fault(client, body)


@pytest.mark.slow
@_bodies(100)
@given(body=_BODIES | _JSON)
def test_no_more_bodies_are_one(client: TestClient, body: Any) -> None:
    """The same of more of them."""
    _is_no_fault(client, body)


def _is_no_fault(client: TestClient, body: Any) -> None:
    answer = client.post(f"{TABLE}/commands", json=body)
    assert answer.status_code in {200, 403, 409, 422}
    if answer.status_code != 200:
        Failure.model_validate(answer.json())


@given(path=st.text(max_size=20), method=st.sampled_from(("GET", "POST", "PUT", "DELETE")))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_no_address_is_a_fault(client: TestClient, path: str, method: str) -> None:
    """Unknown addresses and methods are refused, not failed."""
    assert client.request(method, f"/api/v1/tables/{quote(path)}x").status_code in {
        401,
        404,
        405,
        422,
    }


def test_the_version_is_in_every_address() -> None:
    """A program that speaks another version asks elsewhere."""
    assert all(path.startswith(f"/api/v{SCHEMA}/") for path in PATHS)
    assert Path(OPENAPI).parent.name == f"v{SCHEMA}"


@pytest.mark.parametrize(
    ("players", "why"),
    [(["A", " A "], "Two players have the same name: A, A."), (["A", "  "], NOT_UNDERSTOOD)],
)
def test_spaces_make_no_name(client: TestClient, players: list[str], why: str) -> None:
    """Around a name they are nobody's, and nobody is called by them."""
    seen = client.get(f"{TABLE}/state").json()["state"]["event"]
    body = {"command": "new-game", "game": "redline", "players": players, "seen": seen}
    answer = client.post(f"{TABLE}/commands", json=body)
    assert (answer.status_code, answer.json()["error"]["message"]) == (422, why)


@pytest.mark.parametrize("odd", ["\ud800", "\0", "a\nb", "\x1b[31m", "\x7f"])
@pytest.mark.parametrize(
    "body",
    [
        {"command": "new-game", "game": "redline", "players": ["{}x", "B"]},
        {"command": "turn", "move": {"kind": "discard", "player": "{}", "count": 1}},
        {"command": "tell", "fact": "turn", "data": {"player": "{}"}},
        {"command": "camera", "source": "{}"},
    ],
)
def test_names_have_letters_only(client: TestClient, body: dict[str, Any], odd: str) -> None:
    """Control characters and halves of letters, which no file can hold, come in nowhere."""
    seen = client.get(f"{TABLE}/state").json()["state"]["event"]
    text = json.dumps({**body, "seen": seen}).replace("{}", json.dumps(odd)[1:-1])
    headers = {"Content-Type": "application/json"}
    answer = client.post(f"{TABLE}/commands", content=text.encode(), headers=headers)
    assert (answer.status_code, answer.json()["ok"]) == (422, False)
