"""The shapes of the evenings' answers. Used at the border only."""

from pydantic import BaseModel

from server.http.schemas.common import JsonObject, Yes


class GameLine(BaseModel):
    """One kept game of the list. Times in seconds since 1970; `running`: it is played at its table
    now; `outcome` by language, null while the game is open or too little is known."""

    table: str
    number: int
    game: str
    titles: dict[str, str]
    players: list[str]
    began: float
    touched: float
    turns: int
    fouls: int
    asked: int
    corrected: int
    running: bool
    outcome: dict[str, str] | None
    winners: list[str]


class EveningsAnswer(Yes):
    """Kept games, the newest first."""

    games: list[GameLine]


class SeriesModel(BaseModel):
    """One curve: a value after every turn, the first one before the first turn."""

    titles: dict[str, str]
    names: dict[str, str]
    values: list[int | None]


class KeptGame(GameLine):
    """One kept game whole; `plot` is an SVG document by language, empty where nothing was counted;
    `moments` as the live channel told them."""

    house: JsonObject
    accuracy: dict[str, int]
    series: list[SeriesModel]
    plot: dict[str, str]
    moments: list[JsonObject]


class KeptAnswer(Yes):
    """One kept game, and what the asker may do with it."""

    game: KeptGame
    role: str
