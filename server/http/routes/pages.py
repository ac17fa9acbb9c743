"""The pages for people, and the way in by a link. They hold nothing of a game: that comes by the
API."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from collections.abc import Callable
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse

from server.http.answers import Refused
from server.http.auth.authorizer import COOKIE, SECURE_COOKIE, Role
from server.http.context import AppContext, Context
from server.reports.templating import rendered
from server.tables.table import Table

STATIC = Path(__file__).resolve().parents[2] / "static"

#: Seconds a browser keeps a key: a season of game evenings.
_KEPT_S = 90 * 24 * 3600

#: The pages of a table: below its address, what it is called, and who may see it.
_TABLE_PAGES = (
    ("", "index", Role.WATCH),
    ("/camera", "camera", Role.CAMERA),
    ("/setup", "setup", Role.KEEPER),
    ("/teach", "teach", Role.KEEPER),
    ("/facts", "facts", Role.KEEPER),
)

router = APIRouter(include_in_schema=False)


@cache
def page_html(name: str) -> str:
    """A page for people; it is the same for everybody."""
    return rendered(f"pages/{name}.html")


def _page(name: str, status: int = 200) -> Response:
    return HTMLResponse(page_html(name), status, headers={"Cache-Control": "no-cache"})


def missing_page() -> Response:
    """What a browser is shown at an address where nothing is."""
    return _page("missing", 404)


@router.get("/")
def home(request: Request, context: Context) -> Response:
    """Straight to the table where there is one; else the list of tables."""
    seen = context.authorizer.tables(request)
    if len(seen) == 1:
        place = _first_page(context, request, seen[0])
        return RedirectResponse(f"/tables/{seen[0].row.ident}{place}", 303)
    if not seen and not context.authorizer.is_host(request):
        return _page("locked", 401)
    return _page("hall")


def _first_page(context: AppContext, request: Request, table: Table) -> str:
    """A live table that no game was found for is set up first, by whoever may. While the program
    starts its game is still being taken up."""
    state, role = table.state(), context.authorizer.role(request, table.row.ident)
    new = state["live"] and state.get("game") is None and "gate" in table.channel.status()
    return "/setup" if new and role is not None and role >= Role.KEEPER else ""


@router.get("/tables")
def all_tables(request: Request, context: Context) -> Response:
    """The list of tables, for who sits at the computer."""
    return _page("hall") if context.authorizer.is_host(request) else home(request, context)


def _table_page(page: str, need: Role) -> Callable[[Request, str, AppContext], Response]:
    def shown(request: Request, table: str, context: Context) -> Response:
        try:
            context.authorizer.visitor(request, table, need)
        except Refused as refused:
            return missing_page() if refused.status == 404 else _page("locked", refused.status)
        return _page(page)

    return shown


for _below, _name, _need in _TABLE_PAGES:
    router.add_api_route(f"/tables/{{table}}{_below}", _table_page(_name, _need))


@router.get("/evenings")
def evenings(request: Request, context: Context) -> Response:
    """Whose games are listed there is the API's to say."""
    may = context.authorizer.is_host(request) or context.authorizer.tables(request)
    return _page("evenings") if may else _page("locked", 401)


@router.get("/evenings/{table}/{number}")
def evening(request: Request, table: str, number: int, context: Context) -> Response:
    """One kept game."""
    known = context.authorizer.role(request, table) is not None
    return _page("game") if known else _page("locked", 401)


@router.get("/join/{text}")
def join(request: Request, text: str, context: Context) -> Response:
    """Keeps the key as a cookie, so that it stands in no address from here on. A key that
    opens more is kept."""
    try:
        key = context.authorizer.key(request, text)
    except Refused as refused:
        return _page("locked", refused.status)
    if key is None:
        return _page("locked", 401)
    place = "/camera" if key.role is Role.CAMERA else ""
    answer = RedirectResponse(f"/tables/{key.table}{place}", 303, {"Cache-Control": "no-store"})
    if (context.authorizer.role(request, key.table) or Role.WATCH) <= key.role:
        _keep(answer, request, f"{key.table}", text)
    return answer


def _keep(answer: Response, request: Request, table: str, key: str) -> None:
    """Over HTTPS the key never goes over anything else."""
    secure = request.url.scheme == "https"
    name = f"{SECURE_COOKIE if secure else COOKIE}{table}"
    answer.set_cookie(
        name, key, max_age=_KEPT_S, path="/", secure=secure, httponly=True, samesite="lax"
    )


@router.get("/authority.crt")
def authority(context: Context) -> Response:
    """The certificate of this computer's own authority, for those who install it."""
    if context.pairing.authority is None:
        raise Refused(404, "no-https", "This server has no HTTPS.")
    kind = "application/x-x509-ca-cert"
    return FileResponse(context.pairing.authority, media_type=kind, filename="arbitable.crt")


@router.get("/sw.js")
def offline_shell() -> Response:
    """The worker that keeps the pages' shell; it may serve every page, so it lies at the root."""
    return FileResponse(STATIC / "sw.js", headers={"Cache-Control": "no-cache"})


@router.get("/favicon.ico")
def icon() -> Response:
    """The little picture of the browser's tab."""
    return FileResponse(STATIC / "icon.svg")
