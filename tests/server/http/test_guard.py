"""Who may call the server by which name."""

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from server.http.answers import success
from server.http.auth.guard import Guard, allowed_names, host_name


async def _page(scope: Scope, receive: Receive, send: Send) -> None:
    await success(page=1)(scope, receive, send)


def _status(listen_on: str, host: str, origin: str | None = None) -> int:
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    client = TestClient(Guard(_page, allowed_names(listen_on)))
    return client.get("/", headers=headers).status_code


@pytest.mark.parametrize("host", ["localhost:8008", "127.0.0.1", "[::1]:80", "LOCALHOST"])
def test_loopback_names_are_answered(host: str) -> None:
    """The usual names of this machine work, with or without a port."""
    assert _status("127.0.0.1", host) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8008", "localhost.evil.example", "192.168.1.7", "", "[::"],
)
def test_other_names_are_refused(host: str) -> None:
    """A page that points its own name at this machine gets nothing."""
    assert _status("127.0.0.1", host) == 400


def test_an_open_server_takes_addresses_but_no_strange_names() -> None:
    """On --host 0.0.0.0 a phone calls by number; a rebound name is still refused."""
    assert _status("0.0.0.0", "192.168.1.7:8008") == 200
    assert _status("0.0.0.0", "evil.example") == 400
    assert _status("table.lan", "table.lan") == 200


def test_requests_from_another_site_are_refused() -> None:
    """A foreign page cannot press buttons here, though it may know the address."""
    assert _status("127.0.0.1", "localhost:1", "http://localhost:1") == 200
    assert _status("127.0.0.1", "localhost:1", "http://evil.example") == 403
    assert _status("127.0.0.1", "localhost:1", "null") == 403
    assert _status("127.0.0.1", "localhost:1", "http://[") == 403


@pytest.mark.parametrize(
    ("method", "path", "site", "status"),
    [
        ("GET", "/api/v1/cameras/0/preview", "cross-site", 403),
        ("GET", "/api/v1/cameras/0/preview", "same-origin", 200),
        ("GET", "/t/table", "cross-site", 200),
        ("POST", "/t/table", "cross-site", 403),
    ],
)
def test_another_sites_page_asks_nothing_of_the_api(
    method: str, path: str, site: str, status: int
) -> None:
    """Not even with an image tag; a link from there still leads to a page."""
    client = TestClient(Guard(_page, allowed_names("127.0.0.1")))
    headers = {"Host": "localhost", "Sec-Fetch-Site": site}
    assert client.request(method, path, headers=headers).status_code == status


def test_every_answer_carries_the_headers() -> None:
    """Also a refusal is sent with the policy that lets a page load from here only."""
    client = TestClient(Guard(_page, allowed_names("127.0.0.1")))
    for host in ("localhost", "evil.example"):
        answer = client.get("/", headers={"Host": host})
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("authority", "name"),
    [("a:1", "a"), ("[::1]:80", "::1"), ("A", "a"), ("", ""), ("[x", ""), ("u@h", "h")],
)
def test_names_are_taken_out_of_host_headers(authority: str, name: str) -> None:
    """Ports, brackets and capitals go; nonsense gives no name at all."""
    assert host_name(authority) == name
