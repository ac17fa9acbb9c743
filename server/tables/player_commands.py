"""What a person may ask of a table, the ways it is refused, and the event each comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.core.codec import Json, JsonObject
from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    Event,
    Insisted,
    LetStand,
    PositionSeen,
    Redone,
    Refuted,
    TakenBack,
    Told,
    TurnEnded,
    TurnSeen,
)
from rules.referee.history.correction import correction
from rules.referee.history.fold import extended
from rules.referee.history.match import AnyMatch
from rules.referee.history.undo import redoable, undoable, undoing
from rules.wire.calls import with_players
from server.pipeline.offenders import open_fouls
from server.pipeline.player_names import AS_BEGUN, BY_PLAYER, PlayerNames, giving
from server.pipeline.session import Session
from server.words.seen_names import UnseenNameError, look_alike, seen_name, some_look_alike


@dataclass(frozen=True, slots=True)
class PressButton:
    """A button without more to say, such as `undo`, `end-turn` or `pause`."""

    name: str


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """Which alternative of the open question was right, 0 the first."""

    choice: int
    name: str = "answer"


@dataclass(frozen=True, slots=True)
class CorrectPlace:
    """What really lies at a place, as the contract writes a piece; None: nothing does."""

    place: tuple[int, ...]
    label: Json | None
    name: str = "correct"


@dataclass(frozen=True, slots=True)
class TellFact:
    """A fact that no picture shows, such as a hand."""

    fact: str
    data: Json
    name: str = "tell"


@dataclass(frozen=True, slots=True)
class TellTurn:
    """A turn as the players tell it, as the contract writes a move."""

    move: Json
    name: str = "turn"


@dataclass(frozen=True, slots=True)
class RenamePlayer:
    """Another name for a player, whose name of now is `player`."""

    player: str
    to: str
    name: str = "rename"


@dataclass(frozen=True, slots=True)
class StartGame:
    """Another game begins at this table; None keeps what was played, and looked on, so far."""

    game: str | None = None
    players: tuple[str, ...] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    source: str | None = None
    name: str = "new-game"


@dataclass(frozen=True, slots=True)
class UseCamera:
    """Another camera looks at this table; `source` as `--camera` takes it."""

    source: str
    name: str = "camera"


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """What the players say to an offer of the camera's (`vision.sources.offers.Offer`)."""

    offer: str
    choice: str
    name: str = "offer"


@dataclass(frozen=True, slots=True)
class ShowMark:
    """Where in the picture (`at`, shares 0..1 of its width and height) that lies by which people
    tell which way round the board does (`vision.teacher.Mark`)."""

    at: tuple[float, float]
    name: str = "mark"


PlayerCommand = (
    PressButton
    | AnswerQuestion
    | AnswerOffer
    | CorrectPlace
    | TellFact
    | TellTurn
    | RenamePlayer
    | StartGame
    | UseCamera
    | ShowMark
)


def rests_on_events(command: PlayerCommand) -> bool:
    """Whether a command may mean something else once something happened that its sender has not
    seen. What is to look at the table, and whether it is to, is the same choice whatever was judged
    meanwhile."""
    match command:
        case UseCamera() | PressButton("play" | "pause"):
            return False
    return True


@dataclass(frozen=True, slots=True)
class StaleCommand:
    """A command based on an older event than the newest one."""

    seen: int
    last: int


@dataclass(frozen=True, slots=True)
class CommandRejected:
    """A command that makes no sense here and now: a stable code and a sentence."""

    code: str
    message: str


#: The answer to a name that nobody could read.
UNSEEN = CommandRejected(
    "no-name", "That is no name: give one that people can see, of at most 40 letters, on one line."
)

#: What a game's own functions raise for JSON that is none of their turns, places or labels.
_NONSENSE = (ArbitableError, KeyError, TypeError, ValueError, IndexError, AttributeError)


def event_of(
    match: AnyMatch, command: PlayerCommand, names: PlayerNames = AS_BEGUN
) -> Event | CommandRejected:
    """The event that a command comes to, or why it comes to none. `names`: what players are called
    in it."""
    try:
        event = _event(match, _meant(names, command))
        if not isinstance(event, CommandRejected):
            extended(match, [event])  # a game may refuse a fact only when it is told
        return event
    except _NONSENSE as error:
        return CommandRejected("not-understood", f"That is nothing of this game ({error}).")


def _meant(names: PlayerNames, command: PlayerCommand) -> PlayerCommand:
    """The command with the players it means in the place of their names."""
    match command:
        case TellFact(fact, data):
            return TellFact(fact, names.meant_in(data, by_name=fact == BY_PLAYER))
        case TellTurn(move):
            return TellTurn(with_players(move, names.meant))
    return command


def name_of(session: Session, command: RenamePlayer) -> JsonObject | CommandRejected:
    """What a game keeps of a new name, or why it is none."""
    called = session.game.rulebook.all_called(session.players)
    names = dict(zip(session.players, called, strict=True))
    player = session.names.meant(command.player)
    if names.get(player) != command.player:
        return CommandRejected("no-such-player", "Nobody of that name plays here.")
    try:
        name = seen_name(command.to)
    except UnseenNameError:
        return UNSEEN
    if name == command.player:
        return CommandRejected("no-change", "That is the name already.")
    if any(look_alike(name, other) for one, other in names.items() if one != player):
        return CommandRejected("same-name", "Another player has that name.")
    return giving(player, name, len(session.referee.log))


def seen_players(names: Sequence[str]) -> tuple[str, ...] | CommandRejected:
    """The players of a new game as they are kept, or why they cannot be told apart."""
    try:
        seen = tuple(map(seen_name, names))
    except UnseenNameError:
        return UNSEEN
    if not some_look_alike(seen):
        return seen
    told = f"Two players have the same name: {', '.join(seen)}."
    return CommandRejected("same-name", told)


def _event(match: AnyMatch, command: PlayerCommand) -> Event | CommandRejected:
    match command:
        case PressButton(name) if name in _BUTTONS:
            return _BUTTONS[name](match)
        case AnswerQuestion(choice):
            return _answered(match, choice)
        case CorrectPlace():
            return _corrected(match, command)
        case TellFact(fact, data):
            return Told(fact, dict(data))
        case TellTurn(move):
            return TurnSeen(match.game.turn_from_json(move))
    return CommandRejected("not-here", f"This table knows no {command.name!r}.")


def _undo(match: AnyMatch) -> Event | CommandRejected:
    if undoable(match.log):
        return undoing(match.log)
    return CommandRejected("nothing-to-undo", "There is nothing to undo.")


def _redo(match: AnyMatch) -> Event | CommandRejected:
    can = redoable(match.log)
    return Redone() if can else CommandRejected("nothing-to-redo", "There is nothing to redo.")


def _insist(match: AnyMatch) -> Event | CommandRejected:
    if open_fouls(match):
        return Insisted()
    return CommandRejected("no-foul", "There is no foul on the table to play on over.")


def _end_turn(match: AnyMatch) -> Event | CommandRejected:
    return TurnEnded(match.mover)


def _none_of_these(match: AnyMatch) -> Event | CommandRejected:
    return Refuted() if match.question is not None else _no_question()


def _let_it_stand(match: AnyMatch) -> Event | CommandRejected:
    return LetStand() if match.question is not None else _no_question()


def _no_question() -> CommandRejected:
    return CommandRejected("no-question", "There is no open question.")


def _open_table(match: AnyMatch) -> Event | CommandRejected:
    """An empty table, where people tell the turns and no picture begins the game."""
    if match.opened:
        return CommandRejected("already-open", "The game has begun already.")
    return PositionSeen(())


def _take_back(match: AnyMatch) -> Event | CommandRejected:
    """What a camera would see: the open turns are off the table, but for those that are right."""
    if open_fouls(match):
        return TakenBack(tuple(t for t in match.open_turns if t not in match.right_turns))
    return CommandRejected("no-foul", "There is no foul on the table to take back.")


_BUTTONS: dict[str, Callable[[AnyMatch], Event | CommandRejected]] = {
    "undo": _undo,
    "redo": _redo,
    "insist": _insist,
    "end-turn": _end_turn,
    "none-of-these": _none_of_these,
    "let-it-stand": _let_it_stand,
    "open-table": _open_table,
    "take-back": _take_back,
}


def _answered(match: AnyMatch, choice: int) -> Event | CommandRejected:
    if match.question is None:
        return _no_question()
    if not 0 <= choice < len(match.question.alternatives):
        return CommandRejected("no-such-choice", "The question has no such answer.")
    return Answered(choice)


def _corrected(match: AnyMatch, command: CorrectPlace) -> Event | CommandRejected:
    game = match.game
    place = game.place_from_json(list(command.place))
    label = None if command.label is None else game.label_from_json(command.label)
    event = correction(match, place, label)
    return event or CommandRejected("no-change", "That is what is known already.")
