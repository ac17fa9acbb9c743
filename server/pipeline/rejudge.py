"""A kept game judged again from its events, call by call."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from calibration.encoding import decoded
from rules.core.call import Alternative, AnyCall, CallKind
from rules.core.codec import Json
from rules.core.discovery import get
from rules.core.events import (
    Answered,
    AnyAsked,
    Asked,
    Believed,
    Corrected,
    Event,
    LetStand,
    Line,
    MatchStarted,
    PositionSeen,
    Refuted,
    TakenBack,
    TurnSeen,
)
from rules.core.game import AnyGame
from rules.referee.history.fold import REACHING_BACK, extended, replayed, with_answer
from rules.referee.history.match import AnyMatch, Status
from rules.referee.limits import LIMITS
from rules.referee.referee import resumed
from rules.referee.speaking.announce import (
    MOST_SURE,
    amendments,
    earlier,
    gone_of,
    plain_call,
    turn_call,
)
from rules.referee.speaking.notes import TURN_TAKEN_BACK
from rules.wire.journal import event_from_json
from server.pipeline.player_names import RENAMED, always_told_apart, kept_names
from server.pipeline.session import Moment, Session
from server.store.bundle import Bundle
from server.store.picture_header import picture_size
from server.store.values import Picture
from server.store.zipped import NotAGame, raising_not_a_game
from vision.nn.arrays import size_of
from vision.reader import Image, OnStage, Reader, untimed
from vision.reading import Reading, ReadingStatus

#: Events judged again, one by one, for everything that reaches back: a long evening with a hundred
#: corrections.
_MOST_JUDGED_AGAIN = 50_000

#: Pixels of a kept picture: those sent to pages have two million at most.
_MOST_PIXELS = 4_000_000


class _UnusedReader(Reader):
    """Stands where a session wants a reader: a kept game is not seen again."""

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """Nothing."""
        return Reading("", ReadingStatus.READ, size_of(image))


def kept_match(game: str, events: Iterable[Json]) -> AnyMatch:
    """The match that a kept journal comes to. Raises NotAGame for one that is damaged."""
    known = get(game)
    with raising_not_a_game():
        return replayed(known, [event_from_json(known, event) for event in events])


def rejudged(
    bundle: Bundle, players: tuple[str, ...] | None = None, rules: Mapping[str, str] | None = None
) -> Iterator[Moment]:
    """The moments of a kept game in their order, judged by the given house rules or else by its
    own. Raises NotAGame for events that are none."""
    with raising_not_a_game():
        yield from _moments(bundle, players, rules)


def _moments(
    bundle: Bundle, players: tuple[str, ...] | None, rules: Mapping[str, str] | None
) -> Iterator[Moment]:
    game = get(bundle.game)
    events = [event_from_json(game, event) for event in bundle.events]
    _check_work(events)
    first = _started(events, players, rules, game)
    session = Session(game, _UnusedReader(), resumed(game, [first]), first.players)
    if players is None:
        names = [data for kind, data in bundle.entries if kind == RENAMED]
        if not always_told_apart(first.players, names):
            raise NotAGame("Two players of this game have the same name.")
        session = session.called(kept_names(names))
    shown = _pictures_by_photo(bundle)
    for index, event in enumerate(events[1:], 1):
        before = session
        match = extended(before.referee.match, [event])
        session = replace(before, referee=replace(before.referee, match=match))
        calls = _calls(before.referee.match, match, events, index)
        if calls:
            photo = str(getattr(event, "photo", None) or "")
            image = _image(bundle.picture(shown.get(photo)))
            reading = Reading(game.name, ReadingStatus.READ, (0, 0))
            yield Moment(photo, image, reading, calls, 0.0, before.standing(), session)


def _check_work(events: Sequence[Event]) -> None:
    """Raises NotAGame where people changed their minds more often than time allows to follow."""
    again = sum(n for n, event in enumerate(events) if isinstance(event, REACHING_BACK))
    if again > _MOST_JUDGED_AGAIN:
        raise NotAGame("This game was changed more often than a game can be.")


def _started(
    events: Sequence[Event],
    players: tuple[str, ...] | None,
    rules: Mapping[str, str] | None,
    game: AnyGame,
) -> MatchStarted:
    if not events or not isinstance(events[0], MatchStarted):
        raise NotAGame("This game does not say how it began.")
    first = events[0]
    house = game.rulebook.house({**dict(first.house), **(rules or {})})
    return MatchStarted(first.game, players or first.players, tuple(house.values.items()))


def _calls(
    before: AnyMatch, after: AnyMatch, events: Sequence[Event], index: int
) -> tuple[AnyCall, ...]:
    event, following = events[index], events[index + 1 : index + 2]
    if isinstance(event, PositionSeen):
        return (plain_call(after, CallKind.SETUP, MOST_SURE),)
    if isinstance(event, TurnSeen):
        played = after.history[-1]
        quiet = played.status in (Status.ACCEPTED, Status.RESTING, Status.KEPT)
        stands = quiet and _let_stand(events, index)
        return () if stands else (turn_call(after, played, MOST_SURE),)
    if isinstance(event, Asked):
        return (_question(after, event),)
    if isinstance(event, TakenBack):
        # With a turn in the same picture the taking back is a part of that turn's call.
        same = any(isinstance(e, TurnSeen) and e.photo == event.photo for e in following)
        return () if same else (plain_call(after, CallKind.TAKEN_BACK, MOST_SURE),)
    if isinstance(event, Corrected) and event.turn is None and event.photo is not None:
        # So it is where a picture shows that the last turn was changed, or told in another order.
        same = any(isinstance(e, TurnSeen | Corrected) for e in following)
        call = plain_call(after, CallKind.TAKEN_BACK, MOST_SURE, TURN_TAKEN_BACK)
        return () if same else (call,)
    return amendments(before, after, MOST_SURE)


def _let_stand(events: Sequence[Event], index: int) -> bool:
    """Whether a turn was never called: people let the question about its picture stand, or nobody
    answered it and it may as well have been another one."""
    seen = events[index]
    assert isinstance(seen, TurnSeen)
    asked = [e for e in events[:index] if isinstance(e, Asked | Answered | Refuted)][-1:]
    if not any(isinstance(e, Asked) and e.photo == seen.photo for e in asked):
        return False
    if seen.otherwise or any(
        isinstance(e, LetStand) for e in events[events.index(asked[0]) : index]
    ):
        return True
    believed = next((e for e in events[index:] if isinstance(e, Believed)), Believed())
    weights = [math.exp(line.nats) for line in believed.lines]
    holding = (math.exp(line.nats) for line in believed.lines if _holds(line, index, seen))
    return sum(holding) < LIMITS.sure_move * sum(weights)


def _holds(line: Line, index: int, seen: TurnSeen[object]) -> bool:
    """Whether the turn was made in a history that pictures leave possible."""
    own = (e.turn for e in line.events if isinstance(e, TurnSeen))
    return line.since > index or seen.turn in own


def _question(match: AnyMatch, asked: AnyAsked) -> AnyCall:
    share = 1.0 / max(len(asked.alternatives), 1)
    listed = tuple(
        Alternative(
            turns,
            tuple(played.verdict for played in with_answer(match, asked, choice)[1]),
            share,
            earlier(match, was),
            gone_of(match, gone),
        )
        for choice, (turns, gone, was) in enumerate(asked.answers)
    )
    call = plain_call(match, CallKind.ASK, share)
    return replace(call, turn=match.ordinal + 1, alternatives=listed)


def _pictures_by_photo(bundle: Bundle) -> dict[str, str]:
    """Names of photos to the pictures' ids."""
    return {
        str(data["photo"]): data["pictures"]["plain"]
        for kind, data in bundle.entries
        if kind == "moment" and not data.get("order") and data.get("pictures", {}).get("plain")
    }


def _image(kept: Picture | None) -> Image | None:
    """A kept picture's pixels, None where there is none that a page could have been sent."""
    size_wh = None if kept is None else picture_size(kept.data)
    if kept is None or size_wh is None or size_wh[0] * size_wh[1] > _MOST_PIXELS:
        return None
    return decoded(kept.data)
