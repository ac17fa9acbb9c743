"""The pages, and the way in by a link."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse

from server.http.auth.authorizer import COOKIE, Door, Refused
from server.pairing.links import Pairing
from server.reports.templating import templates
from server.tables.registry import Hall, Role
from server.tables.table import Table

#: Seconds a browser keeps a key: a season of game evenings.
_KEPT_S = 90 * 24 * 3600


def pages(hall: Hall, door: Door, static: Path, pairing: Pairing) -> APIRouter:
    """The pages for people. They hold nothing of a game: that comes by the API."""
    routes = APIRouter(include_in_schema=False)
    _add_table_pages(routes, hall, door)
    _add_way_in(routes, hall, static, pairing)
    return routes


@cache
def page_html(name: str) -> str:
    """A page for people; it is the same for everybody."""
    return templates().get_template(f"pages/{name}.html").render()


def _page(name: str, status: int = 200) -> Response:
    return HTMLResponse(page_html(name), status, headers={"Cache-Control": "no-cache"})


def _add_table_pages(routes: APIRouter, hall: Hall, door: Door) -> None:
    @routes.get("/")
    def home(request: Request) -> Response:
        """Straight to the table where there is one; else the list of tables."""
        seen = [t for t in hall.tables() if door.role(request, t.row.ident)]
        if len(seen) == 1:
            return RedirectResponse(
                f"/tables/{seen[0].row.ident}{_first_page(request, seen[0])}", 303
            )
        if not seen and not door.is_host(request):
            return _page("locked", 401)
        return _page("hall")

    @routes.get("/tables")
    def all_tables(request: Request) -> Response:
        return _page("hall") if door.is_host(request) else home(request)

    @routes.get("/tables/{table}")
    def dashboard(request: Request, table: str) -> Response:
        return guarded(request, table, Role.WATCH, "index")

    @routes.get("/tables/{table}/camera")
    def camera(request: Request, table: str) -> Response:
        return guarded(request, table, Role.CAMERA, "camera")

    @routes.get("/tables/{table}/setup")
    def setup(request: Request, table: str) -> Response:
        return guarded(request, table, Role.KEEPER, "setup")

    @routes.get("/tables/{table}/facts")
    def facts(request: Request, table: str) -> Response:
        return guarded(request, table, Role.KEEPER, "facts")

    @routes.get("/evenings")
    def evenings(request: Request) -> Response:
        """Whose games are listed there is the API's to say."""
        may = door.is_host(request) or any(door.role(request, t.row.ident) for t in hall.tables())
        return _page("evenings") if may else _page("locked", 401)

    @routes.get("/evenings/{table}/{number}")
    def evening(request: Request, table: str, number: int) -> Response:
        if door.role(request, table) is None:
            return _page("locked", 401)
        return _page("game")

    def _first_page(request: Request, table: Table) -> str:
        """A live table without a game is set up first, by whoever may."""
        state, role = table.state(), door.role(request, table.row.ident)
        new = state["live"] and state.get("game") is None
        return "/setup" if new and role is not None and role >= Role.KEEPER else ""

    def guarded(request: Request, table: str, need: Role, page: str) -> Response:
        try:
            door.seat(request, table, need)
        except Refused as refused:
            return _page("locked", refused.status)
        return _page(page)


def _add_way_in(routes: APIRouter, hall: Hall, static: Path, pairing: Pairing) -> None:
    @routes.get("/join/{text}")
    def join(request: Request, text: str) -> Response:
        """Keeps the key as a cookie, so that it stands in no address from here on. A key that
        opens more is kept."""
        key = hall.key(text)
        if key is None:
            return _page("locked", 401)
        place = "/camera" if key.role is Role.CAMERA else ""
        answer = RedirectResponse(f"/tables/{key.table}{place}", 303)
        answer.headers["Cache-Control"] = "no-store"
        name = f"{COOKIE}{key.table}"
        known = hall.key(request.cookies.get(name, ""))
        if known is None or known.table != key.table or known.role < key.role:
            answer.set_cookie(name, text, max_age=_KEPT_S, path="/", httponly=True, samesite="lax")
        return answer

    @routes.get("/authority.crt")
    def authority() -> Response:
        """The certificate of this computer's own authority, for those who install it."""
        if pairing.authority is None:
            raise Refused(404, "no-https", "This server has no HTTPS.")
        kind = "application/x-x509-ca-cert"
        return FileResponse(pairing.authority, media_type=kind, filename="arbitable.crt")

    @routes.get("/favicon.ico")
    def icon() -> Response:
        return FileResponse(static / "icon.svg")
