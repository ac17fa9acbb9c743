"""Who is asking: the role of a visitor at a table, by key or because it is this very computer."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from fastapi import Request

from server.http.auth.guard import LOOPBACK_NAMES, host_name
from server.tables.registry import Hall, Role
from server.tables.table import Table

#: The cookie that holds the keys a browser was given: one cookie a table.
COOKIE = "arbitable-"


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """An answer that says no: status, stable code, sentence."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass(frozen=True, slots=True)
class Seat:
    """A visitor at a table."""

    table: Table
    role: Role


class Door:
    """Lets visitors in. `is_open`: the server listens to the network, so keys count."""

    def __init__(self, hall: Hall, *, is_open: bool) -> None:
        self._hall = hall
        self._open = is_open

    def seat(self, request: Request, ident: str, need: Role) -> Seat:
        """The visitor's seat at a table. Raises Refused: without a key that opens this table even
        its existence is not told."""
        role = self.role(request, ident)
        table = self._hall.table(ident)
        if role is None or (table is None and role < Role.HOST):
            raise Refused(401, "no-key", "Open this table by the link or QR code it shows.")
        if table is None:
            raise Refused(404, "no-table", "There is no table of that name.")
        if role < need:
            raise Refused(403, "not-yours", "This link may watch; the keeper's link may change.")
        return Seat(table, role)

    def host(self, request: Request) -> None:
        """Raises Refused unless the visitor sits at this very computer."""
        if not self.is_host(request):
            raise Refused(403, "not-here", "This can be done only at the computer itself.")

    def role(self, request: Request, ident: str) -> Role | None:
        """What the visitor may do at a table, None for nothing."""
        if self.is_host(request):
            return Role.HOST
        keys = (self._hall.key(text) for text in _keys(request, ident))
        return max((key.role for key in keys if key and key.table == ident), default=None)

    def is_host(self, request: Request) -> bool:
        """Whether the request comes from this computer, under one of its own names."""
        if not self._open:
            return True
        by_name = host_name(request.headers.get("host", "")) in LOOPBACK_NAMES
        return by_name and request.client is not None and _is_loopback(request.client.host)


def _keys(request: Request, ident: str) -> list[str]:
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    cookie = request.cookies.get(f"{COOKIE}{ident}")
    return [key for key in (bearer.strip() if scheme.lower() == "bearer" else "", cookie) if key]


def _is_loopback(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback
