"""The web API's shapes: what requests must hold and what answers do."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from server.http.schemas.common import (
    LINE_PATTERN,
    STRICT,
    TABLE_PATTERN,
    CameraSpec,
    JsonObject,
    PictureShare,
    SentObject,
    Word,
    Yes,
)
from server.http.schemas.play import OnlookModel
from server.http.schemas.standing import StandingModel
from server.store.values import Disk
from server.tables import player_commands as commands
from server.tables.incoming.pulse import CameraHealth
from server.views.places import PlaceCandidates

_Seen = Annotated[int, Field(ge=0, lt=2**53, description="The newest event the sender had seen.")]
_Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=LINE_PATTERN),
]
_Players = Annotated[list[_Name], Field(min_length=1, max_length=8)]
_Rules = Annotated[dict[Word, Word], Field(max_length=40)]


class _Request(BaseModel):
    model_config = STRICT


class Press(_Request):
    """A button: `next` and `restart` for recordings, the others for live tables."""

    command: Literal[
        "play", "pause", "next", "restart", "undo", "redo", "end-turn", "insist", "none-of-these",
        "let-it-stand", "open-table", "take-back",
    ]  # fmt: skip
    seen: _Seen


class Answer(_Request):
    """Which alternative of the open question was right; 0 is the first."""

    command: Literal["answer"]
    seen: _Seen
    choice: Annotated[int, Field(ge=0, le=100)]


class AnswerOffer(_Request):
    """What the players say to the status's `offer`: its `id`, and one of its choices."""

    command: Literal["offer"]
    seen: _Seen
    offer: Word
    choice: Literal["newest", "start", "judge", "leave-out", "leave-all-out"]


class Correct(_Request):
    """What really lies at a place; `label` null for nothing."""

    command: Literal["correct"]
    seen: _Seen
    place: Annotated[
        list[Annotated[int, Field(ge=-1000, le=1000)]], Field(min_length=1, max_length=4)
    ]
    label: dict[Word, Any] | None


class Tell(_Request):
    """A fact that no picture shows, such as a hand."""

    command: Literal["tell"]
    seen: _Seen
    fact: Word
    data: SentObject


class Turn(_Request):
    """A turn as the players tell it; `move` as the outside contract writes it."""

    command: Literal["turn"]
    seen: _Seen
    move: SentObject


class Rename(_Request):
    """Another name for a player, `player` by his name of now: a word misspelt, or another person on
    his seat."""

    command: Literal["rename"]
    seen: _Seen
    player: Annotated[str, Field(max_length=64)]
    name: Annotated[str, Field(max_length=64)]


class NewGame(_Request):
    """A new game at this table; what is left out stays as it was."""

    command: Literal["new-game"]
    seen: _Seen
    game: Word | None = None
    players: _Players | None = None
    rules: _Rules = {}
    source: CameraSpec | None = None


class Camera(_Request):
    """Another camera for this table, as `--camera` takes it."""

    command: Literal["camera"]
    seen: _Seen
    source: CameraSpec


class ShowMark(_Request):
    """Where in the newest picture the mark of `ways-round` lies, as shares of its width and
    height."""

    command: Literal["mark"]
    seen: _Seen
    at: tuple[PictureShare, PictureShare]


Command = Annotated[
    Press | Answer | AnswerOffer | Correct | Tell | Turn | Rename | NewGame | Camera | ShowMark,
    Field(discriminator="command"),
]


def player_command(body: Command) -> commands.PlayerCommand:
    """What a request asks of its table."""
    found: commands.PlayerCommand
    match body:
        case Press():
            found = commands.PressButton(body.command)
        case Answer():
            found = commands.AnswerQuestion(body.choice)
        case AnswerOffer():
            found = commands.AnswerOffer(body.offer, body.choice)
        case Correct():
            found = commands.CorrectPlace(tuple(body.place), body.label)
        case Tell():
            found = commands.TellFact(body.fact, body.data)
        case Turn():
            found = commands.TellTurn(body.move)
        case Rename():
            found = commands.RenamePlayer(body.player, body.name)
        case NewGame():
            players = tuple(body.players) if body.players else None
            found = commands.StartGame(body.game, players, body.rules, body.source)
        case Camera():
            found = commands.UseCamera(body.source)
        case ShowMark():
            found = commands.ShowMark(body.at)
    return found


class OpenTable(_Request):
    """A table to open; without a game it is set up on its own page."""

    table: Annotated[str, Field(pattern=TABLE_PATTERN)]
    game: Word | None = None
    source: CameraSpec | None = None
    players: _Players | None = None
    rules: _Rules = {}


class OfferChoice(BaseModel):
    """One answer to an offer, and what its button says, by language."""

    choice: str
    texts: dict[str, str]


class OfferModel(BaseModel):
    """What only the players can say of a folder's photos: those that came `late`, the first of them
    `photo`, or with which of `many`, or of some that an `earlier` game has, to begin; the newest is
    `photo`. `texts` by language."""

    id: str
    kind: Literal["late", "many", "earlier"]
    photo: str
    count: int
    texts: dict[str, str]
    choices: list[OfferChoice]


class TableStatus(BaseModel):
    """How things stand between two calls; empty before the first look."""

    model_config = ConfigDict(extra="allow")
    gate: str | None = None
    camera: str | None = None
    offer: OfferModel | None = None
    health: CameraHealth | None = None


class State(BaseModel):
    """How a table stands. A recording says nothing of cameras, questions and undoing.
    `next_players`: the turn order of the next round, its starter first; `house`: every house rule
    as it is played."""

    event: int
    playing: bool
    shown: int
    total: int
    live: bool
    source: str | None = None
    dropped: int = 0
    game: str | None = None
    players: list[str] = []
    next_players: list[str] = []
    house: dict[str, bool | int | str] = {}
    ready: bool = False
    turn: int = 0
    to_move: str | None = None
    question: int = 0
    open_foul: bool = False
    can_undo: bool = False
    can_redo: bool = False
    disk: Disk | None = None
    status: TableStatus | None = None
    onlook: OnlookModel | None = None
    standing: StandingModel | None = None


class StateAnswer(Yes):
    """A table's state, and what the asker may do there."""

    schema_: Annotated[int, Field(alias="schema")]
    role: Literal["watch", "camera", "keeper", "host"]
    state: State


class TableLine(BaseModel):
    """One table of the list."""

    table: str
    game: str | None
    titles: dict[str, str]
    turn: int | None
    live: bool


class TablesAnswer(Yes):
    """The tables that the asker may see."""

    tables: list[TableLine]


class ReadingsAnswer(Yes):
    """What the newest clear look may show."""

    places: list[PlaceCandidates]


class FrameAnswer(Yes):
    """A picture was taken; wait so long before the next."""

    wait_ms: int
    status: TableStatus


class WaysRoundAnswer(Yes):
    """Where `mark` lies in the newest picture for each way round that the board may lie; no
    `marks` where no board is seen. `picture`: its part round the board, a data URI; `window`: the
    left, top, width and height of that part. All as shares of the whole picture's width and
    height."""

    mark: str | None
    marks: list[list[float]]
    picture: str | None
    window: list[float]


class MomentAnswer(Yes):
    """What came of a photo, as the live channel tells it."""

    moment: JsonObject


class Link(BaseModel):
    """An address for a role, and the same as a QR code (SVG)."""

    role: Literal["watch", "camera", "keeper"]
    url: str
    qr: str


class LinksAnswer(Yes):
    """The table's links; `reachable` tells whether another device can open them."""

    reachable: bool
    links: list[Link]


class CameraLine(BaseModel):
    """A camera of this computer."""

    number: int
    name: str


class CamerasAnswer(Yes):
    """The cameras of this computer."""

    cameras: list[CameraLine]


class GamesAnswer(Yes):
    """The games that can be seen, with their house rules."""

    games: list[JsonObject]


class WordsAnswer(Yes):
    """The page's sentences, by language."""

    words: dict[str, dict[str, str]]
