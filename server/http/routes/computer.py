"""The web API of the computer itself: games, cameras, links, words."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from fastapi import Request, Response

from calibration.printing.sets import printable
from rules.core.discovery import discover
from server.http.answers import Refused, newest_jpeg, success
from server.http.auth.authorizer import Role, keys_of
from server.http.bodies import api_router
from server.http.context import AT_COMPUTER, Context, Spectator
from server.http.schemas.tables import CamerasAnswer, GamesAnswer, LinksAnswer, WordsAnswer
from server.pairing.links import Pairing, qr_svg
from server.tables.incoming.previews import PREVIEW_PIXELS, NoPicture
from server.views.games import decisions, game_object
from server.views.payloads import emblem_of
from server.views.pictures.imaging import jpeg
from server.words import ALL_WORDS, WORDS
from vision.reader import has_reader
from vision.sources.cameras import list_cameras
from vision.teacher import can_be_taught

router = api_router("computer", "")


@router.get("/words", response_model=WordsAnswer)
async def words(more: bool = False) -> Response:
    """The dashboard's sentences in every language; with `more` also those of the other
    pages."""
    return success(words=ALL_WORDS if more else WORDS)


@router.get("/games", response_model=GamesAnswer)
def games() -> Response:
    """The games that this installation can see, with their decisions and house rules."""
    seen = [g.rulebook for g in discover().values() if has_reader(g.name)]
    offered = printable()
    return success(
        games=[
            game_object(
                book,
                emblem=emblem_of(book.name),
                decisions=decisions(book),
                printable=book.name in offered,
                teachable=can_be_taught(book.name),
            )
            for book in seen
        ]
    )


@router.get("/cameras", response_model=CamerasAnswer, dependencies=[AT_COMPUTER])
def cameras() -> Response:
    """The cameras of this computer."""
    return success(cameras=[{"number": c.number, "name": c.name} for c in list_cameras()])


@router.get("/cameras/{number}/preview", response_class=Response)
def preview(request: Request, number: int, context: Context) -> Response:
    """What a camera sees now, as a small JPEG."""
    context.authorizer.require_host(request)
    if number not in {camera.number for camera in list_cameras()}:
        raise Refused(404, "no-camera", "There is no camera of that number.")
    found = context.services.previews.newest(str(number))
    if isinstance(found, NoPicture):
        raise Refused(409, "busy", "This camera gives no picture; it may be in use.")
    return newest_jpeg(jpeg(found, PREVIEW_PIXELS))


@router.get("/tables/{table}/links", response_model=LinksAnswer)
def links(visitor: Spectator, context: Context) -> Response:
    """The table's links, for the asker's own role and those below it."""
    pairing, keys = context.pairing, keys_of(visitor.table.row)
    found = [_link(pairing, role, key) for role, key in keys if role <= visitor.role]
    return success(reachable=pairing.reachable, links=found)


def _link(pairing: Pairing, role: Role, key: str) -> dict[str, object]:
    url = pairing.link(key)
    return {"role": role.word, "url": url, "secure": pairing.secure_link(key), "qr": qr_svg(url)}
