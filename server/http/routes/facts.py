"""The web API of what no camera sees: the forms of the facts a game may be told. They are sent by
the command `tell`."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from fastapi import Response

from server.http.answers import success
from server.http.bodies import api_router
from server.http.context import Keeper
from server.http.schemas.facts import FactsAnswer
from server.views.fact_forms import fact_forms
from server.views.payloads import is_drawn

router = api_router("facts")


@router.get("/{table}/facts", response_model=FactsAnswer)
def facts(visitor: Keeper) -> Response:
    """What may be told that no picture shows, with what is known already; the secret cards of
    players are asked for but never shown."""
    seen = visitor.table.state()["event"]
    session = visitor.table.session()
    if session is None:
        return success(seen=seen, game=None, drawn=False, forms=[])
    name = session.game.name
    return success(seen=seen, game=name, drawn=is_drawn(name), forms=fact_forms(session))
