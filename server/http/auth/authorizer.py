"""Who is asking: the role of a visitor at a table, by key or because it is this very computer."""

from __future__ import annotations

import hmac
import threading
from collections import OrderedDict
from dataclasses import dataclass
from enum import IntEnum

from fastapi import Request
from starlette.requests import HTTPConnection

from server.http.answers import Refused
from server.http.auth.guard import LOOPBACK_NAMES, host_name
from server.http.auth.rates import WRONG_KEYS, Bucket, household
from server.pairing.addresses import numeric_address
from server.store.values import TableRow
from server.tables.registry import TableRegistry
from server.tables.table import Table
from vision.sources.pushed import PHONE

#: The cookie that holds the keys a browser was given: one cookie a table. Over HTTPS it has a name
#: of its own: a browser lets no page without HTTPS see or replace such a one.
COOKIE, SECURE_COOKIE = "arbitable-", "__Host-arbitable-"

#: Letters of the longest text that may be a key.
_LONGEST_KEY = 64

#: Addresses and keys remembered as tried.
_MOST_TRIED = 1_000

_GUESSED = "Too many wrong keys come from your address; wait a moment."


class Role(IntEnum):
    """What a visitor may do; each may also do what stands before it."""

    WATCH = 1  # see the table
    CAMERA = 2  # send its pictures
    KEEPER = 3  # change the game
    HOST = 4  # at this very computer: open tables, choose its cameras

    @property
    def word(self) -> str:
        """As the API writes it."""
        return self.name.lower()


def keys_of(row: TableRow) -> tuple[tuple[Role, str], ...]:
    """The keys of a table, the one that opens least first."""
    return (Role.WATCH, row.watch), (Role.CAMERA, row.camera), (Role.KEEPER, row.keeper)


@dataclass(frozen=True, slots=True)
class TableKey:
    """What a key opens: one table, in one role."""

    table: str
    role: Role


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at a table."""

    table: Table
    role: Role


class Authorizer:
    """Lets visitors in. `is_open`: the server listens to the network, so keys count, and an
    address may be wrong so often only. A key that was tried before is never kept out."""

    def __init__(self, registry: TableRegistry, *, is_open: bool) -> None:
        self._registry = registry
        self._open = is_open
        self._wrong_keys = Bucket(WRONG_KEYS)
        self._lock = threading.Lock()
        #: Address and key of what was asked before: asking again tells nobody anything.
        self._tried: OrderedDict[tuple[str, str], None] = OrderedDict()

    def visitor(self, request: Request, ident: str, need: Role) -> Visitor:
        """The visitor at a table. Raises Refused: without a key that opens this table even its
        existence is not told."""
        role = self.role(request, ident)
        table = self._registry.table(ident)
        if role is None or (table is None and role < Role.HOST):
            raise Refused(401, "no-key", "Open this table by the link or QR code it shows.")
        if table is None:
            raise Refused(404, "no-table", "There is no table of that name.")
        if role < need:
            raise Refused(403, "not-yours", "This link may watch; the keeper's link may change.")
        return Visitor(table, role)

    def require_host(self, request: Request) -> None:
        """Raises Refused unless the visitor sits at this very computer."""
        if not self.is_host(request):
            raise Refused(403, "not-here", "This can be done only at the computer itself.")

    def role(self, request: Request, ident: str) -> Role | None:
        """What the visitor may do at a table, None for nothing."""
        if self.is_host(request):
            return Role.HOST
        keys = (self.key(request, text) for text in _keys(request, ident))
        return max((key.role for key in keys if key and key.table == ident), default=None)

    def is_known(self, request: Request) -> bool:
        """Whether the visitor may see anything here."""
        try:
            return self.is_host(request) or any(self.key(request, k) for k in _all_keys(request))
        except Refused:
            return False

    def tables(self, request: Request) -> list[Table]:
        """The tables that the visitor may see."""
        return [t for t in self._registry.tables() if self.role(request, t.row.ident)]

    def key(self, request: Request, text: str) -> TableKey | None:
        """What a key opens; None for a key of nothing. Raises Refused where an address guesses:
        where it was wrong too often and tries one more that it has not tried before."""
        if len(text) > _LONGEST_KEY:
            return None
        address = address_of(request)
        found, tried = self._match(text), (household(address), text)
        with self._lock:
            if tried not in self._tried:
                wait = self._wrong_keys.empty_for(address)
                if wait > 0.0:
                    raise Refused(429, "too-often", _GUESSED, retry_s=wait)
                if found is None:
                    self._wrong_keys.take(address)
                self._remember(tried)
        return found

    def _remember(self, tried: tuple[str, str]) -> None:
        self._tried[tried] = None
        if len(self._tried) > _MOST_TRIED:
            self._tried.popitem(last=False)

    def _match(self, text: str) -> TableKey | None:
        given = text.encode("utf-8", "replace")
        for table in self._registry.tables():
            for role, known in keys_of(table.row):
                if hmac.compare_digest(known.encode(), given):
                    return TableKey(table.row.ident, role)
        return None

    def is_host(self, request: Request) -> bool:
        """Whether the request comes from this computer, under one of its own names."""
        if not self._open:
            return True
        by_name = host_name(request.headers.get("host", "")) in LOOPBACK_NAMES
        return by_name and _is_loopback(address_of(request))

    def may_choose(self, request: Request, source: str) -> bool:
        """A file, a folder or an address is this computer's business; its own cameras and the
        phone may be chosen by whoever keeps the table."""
        return source == PHONE or source.isdecimal() or self.is_host(request)


def address_of(request: HTTPConnection) -> str:
    """The numeric address that a request comes from; empty where nobody knows."""
    return request.client.host if request.client is not None else ""


def _keys(request: Request, ident: str) -> list[str]:
    cookies = (request.cookies.get(f"{name}{ident}") for name in (SECURE_COOKIE, COOKIE))
    return [key for key in (_bearer(request), *cookies) if key]


def _all_keys(request: Request) -> list[str]:
    """The keys of every table that a request brings."""
    cookies = (v for k, v in request.cookies.items() if k.startswith((SECURE_COOKIE, COOKIE)))
    return [key for key in (_bearer(request), *cookies) if key]


def _bearer(request: Request) -> str:
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def _is_loopback(text: str) -> bool:
    address = numeric_address(text)
    mapped = getattr(address, "ipv4_mapped", None)
    return address is not None and (mapped or address).is_loopback
