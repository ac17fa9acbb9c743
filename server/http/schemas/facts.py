"""The shapes of the forms of facts."""

from pydantic import BaseModel

from server.http.schemas.common import JsonObject, Yes


class FactForm(BaseModel):
    """One fact: its sentence, whom it is about (and what that is called in each language), whether
    the last call asks for it, its blanks."""

    fact: str
    about: str
    about_texts: dict[str, str]
    wanted: bool
    titles: dict[str, str]
    fields: list[JsonObject]


class FactsAnswer(Yes):
    """The facts that the game may be told as it stands, and the event they are based on. `drawn`:
    the page has a drawing of the game's pieces."""

    seen: int
    game: str | None
    drawn: bool
    forms: list[FactForm]
