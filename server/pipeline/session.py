"""One table from photo to call: reader and referee tied together. Replay, demo and serve all go
this way."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from rules.core.call import AnyCall, CallKind
from rules.core.codec import Json
from rules.core.discovery import get
from rules.core.errors import ArbitableError
from rules.core.events import Event, PositionCorrected, Redone, Undone
from rules.core.game import AnyGame
from rules.core.observation import AnyObservation
from rules.core.places import AnyPosition, Place
from rules.core.verdict import Outcome
from rules.referee.history.match import AnyMatch
from rules.referee.history.undo import turned_back
from rules.referee.referee import begin, observe, resumed
from rules.referee.state import AnyState
from rules.wire.journal import event_from_json
from server.pipeline.offenders import Offence, offence_of
from server.pipeline.player_names import AS_BEGUN, PlayerNames, called
from server.pipeline.put_right import Judgement, TableWhenTold, heard
from server.pipeline.readers import read_image
from server.pipeline.standing import Standing, standing_of
from server.store.named_texts import marks
from vision.live.changes import PlaceLooks, looks_of, with_changes
from vision.photo import load_photo
from vision.reader import Image, Places, Reader, has_reader, load_reader
from vision.reading import Reading, ReadingStatus, Refusal
from vision.second_look import second_look
from vision.sources.photo_order import printable

#: Who plays where nobody said so.
DEFAULT_PLAYERS = ("A", "B")


class NotSeenError(ArbitableError):
    """What a person says of a place leads to no allowed turn from what is known."""


@dataclass(frozen=True)
class Moment:
    """One picture, or one thing the players said, and what came of it.

    `photo` is the picture's name, or the time at which something was said. `image` is None where
    there is no picture; `calls` is empty where it was refused. `before` are the pieces as they lay,
    `judged` what the referee was told: one picture's observation, or that of several; `heard`
    whether it took that in: it waits for another look of the same, or cannot use this one; `anew`
    whether the reader's memory counts otherwise now than the reading did.
    """

    photo: str
    image: Image | None
    reading: Reading
    calls: tuple[AnyCall, ...]
    seconds: float
    before: AnyPosition
    session: Session = field(repr=False)
    judged: AnyObservation | None = field(default=None, repr=False)
    heard: bool = True
    anew: bool = False

    @cached_property
    def shown(self) -> Reading:
        """The reading as it was judged: with all that the pictures of this look say together."""
        return self.reading.with_evidence(self.judged)

    @cached_property
    def aligned(self) -> AnyObservation | None:
        """What was judged, in the places of the game as it stands; None where nothing was read, or
        where it cannot be laid over the game. A free layout is read on a lattice of its own."""
        seen, session = self.shown.observation, self.session
        found = () if seen is None else session.game.align(session.standing(), seen)
        return found[0] if found else None

    @cached_property
    def in_game(self) -> Reading:
        """The reading as it was judged, with every piece on the place that the call names it by; as
        read where the photo cannot be laid over the game."""
        if self.aligned is None or not self.session.opened:
            return self.shown
        seen = self.aligned.sightings
        named = {one.pose.pixel_xy: one.place for one in seen if one.pose is not None}
        pieces = (
            one if one.place is None else replace(one, place=named.get(one.pixel_xy, one.place))
            for one in self.shown.pieces
        )
        return replace(self.shown, pieces=tuple(pieces))

    def settled(self) -> tuple[Session, Moment]:
        """The session after it, and itself, with the reader's memory in the frame of the game; an
        open question leaves it as it is."""
        session = self.session
        if self.reading.memory is None or session.referee.match.question is not None:
            return session, self
        aligned = self.aligned
        if aligned is None:
            return session, self
        memory = session.reader.in_frame(session.memory, aligned)
        if memory is session.memory:
            return session, self
        session = replace(session, memory=memory)
        return session, replace(self, session=session)


@dataclass(frozen=True)
class Session:
    """A game between two pictures. Frozen: looking at one gives the session after it. `memory`:
    what the last reading left for the next; `pictures`: usable ones so far, a clear look one;
    `looks`: how the places looked in the last photo that stood for itself; `names`: what
    players are called who are `players` to the referee; `game` says its sentences with these."""

    game: AnyGame
    reader: Reader
    referee: AnyState
    players: tuple[str, ...]
    clock: Callable[[], float] = time.perf_counter
    memory: object = None
    pictures: int = 0
    looks: PlaceLooks | None = field(default=None, repr=False)
    names: PlayerNames = AS_BEGUN

    def called(self, names: PlayerNames) -> Session:
        """The same game, its players by these names."""
        return replace(self, names=names, game=called(self.game, names.now))

    def marked(self) -> Session:
        """The same, with marks about every player's name, for what is kept as it was told."""
        return replace(self, game=called(self.game, marks(self.players)))

    def look(self, photo: Path) -> tuple[Session, Moment]:
        """Reads a photo and lets the referee judge it. A photo that cannot be used changes
        nothing and says why."""
        start = self.clock()
        image = load_photo(photo)
        reading = read_image(self.game.name, self.reader, image, self.memory)
        picture = None if isinstance(image, Refusal) else image
        after, moment = self.judge(printable(photo.name), picture, reading)
        return after, replace(moment, seconds=self.clock() - start)

    def judge(
        self,
        name: str,
        image: Image | None,
        reading: Reading,
        evidence: AnyObservation | None = None,
        *,
        confirmations: int = 1,
        again: bool = False,
        second: AnyObservation | None = None,
        brief_view: bool = False,
    ) -> tuple[Session, Moment]:
        """Lets the referee judge what was read from a picture. `evidence` is what several
        pictures say together, where there were several; else the reading's own counts.
        `confirmations`: agreeing looks that a foul needs; `again`: the evidence takes the place
        of that judged last, it is the same clear look; `second`: the evidence with a look under
        another light, where that was taken already; `brief_view`: the look is a short one."""
        seen = second or (reading.observation if evidence is None else evidence)
        referee = replace(self.referee, confirmations=confirmations, brief_view=brief_view)
        if seen is None:
            return self._after((referee, ()), name, image, reading)
        looks = None
        if image is not None and evidence is None:
            seen, looks = self._compared(image, seen)
        outcome = observe(referee, seen, name, again=again)
        fouls = any(call.kind is CallKind.FOUL for call in outcome[1])
        if image is not None and second is None and fouls:
            both = second_look(self.reader, image, self.memory, seen)
            if both is not None:
                seen, outcome = both, observe(referee, both, name, again=again)
        if not self._heard(outcome):
            looks = self.looks
        counted = replace(self, pictures=self.pictures + (not again), looks=looks)
        return counted._after(outcome, name, image, reading, seen)

    def _compared(
        self, image: Image, seen: AnyObservation
    ) -> tuple[AnyObservation, PlaceLooks | None]:
        """What a photo by itself shows, with what changed since the last one that was taken from
        the same spot; and how its places look, for the next."""
        if self.reader.places is Places.OF_PIECES:
            return seen, None
        looks = looks_of(image, seen)
        seen = with_changes(seen, looks, self.looks, self.reader.places)
        return seen, looks

    def record_event(self, event: Event, name: str) -> tuple[Session, Moment]:
        """Something a person caused or said; `name` stands where a photo's name would. Raises
        NotSeenError where a place is put right and the newest picture tells of no turn with it, if
        turns have changed that place, or one that was legal would have been a foul."""
        told = heard(TableWhenTold(self.referee, self.standing(), self.pictures), event, name)
        if told is None:
            raise NotSeenError
        read = Reading(self.game.name, ReadingStatus.READ, (0, 0))
        after, moment = self._after(told, name, None, read)
        if isinstance(event, Undone | Redone):
            event = turned_back(self.referee.match.log, event) or event
        if not isinstance(event, PositionCorrected):
            return after, moment
        memory = self.reader.put_right(after.memory, after.standing(), event.place)
        anew = moment.anew or memory is not after.memory
        after = replace(after, memory=memory)
        return after, replace(moment, session=after, anew=anew)

    def _after(
        self,
        outcome: Judgement,
        name: str,
        image: Image | None,
        reading: Reading,
        judged: AnyObservation | None = None,
    ) -> tuple[Session, Moment]:
        referee, calls = outcome
        memory = self.memory if reading.memory is None else reading.memory
        after = replace(self, referee=referee, memory=memory).knowing_pieces()
        heard = judged is None or self._heard(outcome)
        moment = Moment(name, image, reading, calls, 0.0, self.standing(), after, judged, heard)
        after, moment = moment.settled()
        anew, after = after.memory is not memory, after.knowing_position()
        return after, replace(moment, session=after, anew=anew)

    def _heard(self, outcome: Judgement) -> bool:
        """Whether the referee took in what it was shown."""
        return outcome[0].last is not self.referee.last

    def knowing_pieces(self) -> Session:
        """The same with a reader's memory that heeds which pieces are in play by now."""
        match = self.referee.match
        state = match.accepted if match.opened else self.game.start(match.players, match.house)
        memory = self.reader.in_play(self.memory, self.game.in_play(state))
        return self if memory is self.memory else replace(self, memory=memory)

    def knowing_position(self) -> Session:
        """The same with a reader's memory that heeds what lies on the table, once that is known."""
        memory = (
            self.reader.with_position(self.memory, self.standing()) if self.opened else self.memory
        )
        return self if memory is self.memory else replace(self, memory=memory)

    @property
    def doubts(self) -> bool:
        """Whether a foul that was seen once waits for a second look."""
        return self.referee.foul_waits

    @property
    def waits(self) -> bool:
        """Whether something was seen that is not said before another look."""
        return self.referee.waiting is not None

    @property
    def opened(self) -> bool:
        """Whether a first position is known."""
        return self.referee.match.opened

    def standing(self) -> AnyPosition:
        """What lies on the table as far as is known: place to label."""
        return self._lying

    @cached_property
    def _lying(self) -> AnyPosition:
        return self.game.position(self.referee.match.standing) if self.opened else {}

    @cached_property
    def now(self) -> Standing:
        """What is open now: fouls, the question, what Undo would undo."""
        return standing_of(self.referee.match, self.names)

    @property
    def asked_about(self) -> tuple[Place, ...]:
        """The places that the open question is about; none where nothing is asked."""
        asked = None if self.referee.match.question is None else self.now.question
        return () if asked is None else asked.answers[0].differs

    @cached_property
    def offence(self) -> Offence:
        """Where the fouls are that lie on the table."""
        return offence_of(self.referee.match)


def open_session(
    game: str, players: tuple[str, ...], rules: Mapping[str, str], memory: object = None
) -> Session:
    """The session before the first picture; `memory` is what the reader knows of the table
    beforehand. Raises UnknownName for a game, player or house rule that does not exist."""
    session = new_session(game, players, rules)
    memory = session.reader.begins(memory, session.referee.match.house)
    return replace(session, memory=memory).knowing_pieces()


def new_session(game: str, players: tuple[str, ...], rules: Mapping[str, str]) -> Session:
    """The session of a game that begins, whose reader knows nothing of the table yet. Raises
    UnknownName as `open_session` does."""
    found = get(game)
    referee = begin(found, players, found.rulebook.house(rules))
    return Session(found, load_reader(game), referee, players)


def resumed_session(game: str, events: Sequence[Json]) -> Session:
    """The session that a journal comes to, whose reader knows nothing of the table yet. Raises
    ArbitableError for a journal it does not know."""
    found = get(game)
    referee = resumed(found, [event_from_json(found, event) for event in events])
    return Session(found, load_reader(game), referee, referee.match.players)


def check_session(game: str, players: tuple[str, ...], rules: Mapping[str, str]) -> None:
    """Raises UnknownName for what `open_session` would not take, without loading a reader."""
    found = get(game)
    begin(found, players, found.rulebook.house(rules))
    if not has_reader(game):
        load_reader(game)


def outcome_of(match: AnyMatch) -> Outcome | None:
    """How a match ended; None while it goes on or nothing is known of it."""
    return match.game.outcome(match.accepted, match.house) if match.opened else None
