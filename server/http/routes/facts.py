"""The web API of what no camera sees: the forms of the facts a game may be told. They are sent by
the command `tell`."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel

from rules.core.facts import Field, Form, forms_of
from rules.core.rulebook import LANGUAGES, Rulebook
from server.http.answers import success
from server.http.auth.authorizer import Door, Seat
from server.http.routes.tables import seat_of
from server.http.schemas.tables import Failure, Yes
from server.pipeline.session import Session
from server.tables.registry import Role
from server.views.payloads import is_drawn
from server.words import ALL_WORDS


class FactForm(BaseModel):
    """One fact: its sentence, whom it is about, whether the last call asks for it, its blanks."""

    fact: str
    about: str
    wanted: bool
    titles: dict[str, str]
    fields: list[dict[str, Any]]


class FactsAnswer(Yes):
    """The facts that the game may be told as it stands, and the event they are based on. `drawn`:
    the page has a drawing of the game's pieces."""

    seen: int
    game: str | None
    drawn: bool
    forms: list[FactForm]


def facts_api(door: Door) -> APIRouter:
    """The route `/api/v1/tables/{table}/facts`."""
    no: dict[int | str, dict[str, Any]] = {
        status: {"model": Failure} for status in (400, 401, 403, 404, 422)
    }
    api = APIRouter(prefix="/api/v1/tables", responses=no, tags=["facts"])

    @api.get("/{table}/facts", response_model=FactsAnswer)
    def facts(seat: Annotated[Seat, Depends(seat_of(door, Role.KEEPER))]) -> Response:
        """What may be told that no picture shows, with what is known already; the secret cards of
        players are asked for but never shown."""
        seen = int(seat.table.state()["event"])
        session = seat.table.session()
        if session is None:
            return success(seen=seen, game=None, drawn=False, forms=[])
        name = session.game.name
        return success(seen=seen, game=name, drawn=is_drawn(name), forms=_forms(session))

    return api


def _forms(session: Session) -> list[dict[str, Any]]:
    match = session.referee.match
    asked = {remark.code for p in match.history[-1:] for remark in p.verdict.remarks}
    unknown = match.opened and session.game.to_move(match.accepted) is None
    book = session.game.rulebook
    forms = [
        {
            "fact": form.fact,
            "about": form.about,
            "wanted": bool(asked & set(form.asked)) or (unknown and form.fact == "turn"),
            "titles": _titles(book, form),
            "fields": [_field(book, field) for field in form.fields],
        }
        for form in forms_of(session.game, match.accepted)
    ]
    return sorted(forms, key=lambda form: not form["wanted"])


def _titles(book: Rulebook, form: Form) -> dict[str, str]:
    return {lang: _word(lang, book.name, "fact", form.fact) for lang in LANGUAGES}


def _word(language: str, game: str, group: str, name: str) -> str:
    """The game's own word where it has one, else the common one, else the name itself."""
    words = ALL_WORDS[language]
    return words.get(f"{group}.{game}.{name}") or words.get(f"{group}.{name}") or name


def _field(book: Rulebook, field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "kind": field.kind,
        "value": field.value,
        "titles": {lang: _word(lang, book.name, "field", field.name) for lang in LANGUAGES},
        "choices": [
            {"value": choice, "texts": _choice(book, field.name, choice)}
            for choice in field.choices
        ],
        "parts": [_field(book, part) for part in field.parts],
    }


def _choice(book: Rulebook, name: str, choice: Any) -> dict[str, str]:
    def said(language: str) -> str:
        own: Mapping[str, str] = book.words.get(language, {})
        known = ALL_WORDS[language].get(f"choice.{name}.{choice}")
        return known or own.get(str(choice), str(choice))

    return {language: said(language) for language in LANGUAGES}
