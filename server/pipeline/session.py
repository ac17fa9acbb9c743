"""One table from photo to call: reader and referee tied together. Replay, demo and serve all go
this way."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from rules.core.call import CallKind
from rules.core.codec import Json
from rules.core.discovery import get
from rules.core.errors import ArbitableError
from rules.core.events import Corrected, Event, PositionCorrected, PositionSeen, TurnSeen
from rules.core.game import AnyGame
from rules.core.observation import EMPTY, AnyObservation, Belief
from rules.core.places import AnyPosition, Place
from rules.core.verdict import Outcome
from rules.referee.referee import begin, observe, record, resumed
from rules.referee.words import with_said, with_words
from rules.wire.journal import event_from_json
from server.pipeline.any_game import AnyCall, AnyMatch, AnyReferee
from server.pipeline.offenders import Offence, offence_of
from server.pipeline.readers import read_image
from server.pipeline.standing import Standing, standing_of
from vision.photo import load_photo
from vision.reader import Image, Reader, has_reader, load_reader
from vision.reading import Reading, Refusal, Status
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
    `judged` what the referee was told: one picture's observation, or that of several.
    """

    photo: str
    image: Image | None
    reading: Reading
    calls: tuple[AnyCall, ...]
    seconds: float
    before: AnyPosition
    session: Session = field(repr=False)
    judged: AnyObservation | None = field(default=None, repr=False)

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
        memory = session.reader.settled(session.memory, aligned)
        if memory is session.memory:
            return session, self
        session = replace(session, memory=memory)
        return session, replace(self, session=session)


@dataclass(frozen=True)
class Session:
    """A game between two pictures. Frozen: looking at one gives the session after it. `memory`:
    what the last reading left for the next; `pictures`: usable ones so far, a clear look one."""

    game: AnyGame
    reader: Reader
    referee: AnyReferee
    players: tuple[str, ...]
    clock: Callable[[], float] = time.perf_counter
    memory: object = None
    pictures: int = 0

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
        outcome = observe(referee, seen, name, again=again)
        fouls = any(call.kind is CallKind.FOUL for call in outcome[1])
        if image is not None and second is None and fouls:
            both = second_look(self.reader, image, self.memory, seen)
            if both is not None:
                seen, outcome = both, observe(referee, both, name, again=again)
        counted = replace(self, pictures=self.pictures + (not again))
        return counted._after(outcome, name, image, reading, seen)

    def record_event(self, event: Event, name: str) -> tuple[Session, Moment]:
        """Something a person caused or said; `name` stands where a photo's name would. Raises
        NotSeenError where a place is put right and the newest picture tells of no turn with it, if
        turns have changed that place, or one that was legal would have been a foul."""
        nothing = Reading(self.game.name, Status.READ, (0, 0))
        place = event if isinstance(event, PositionCorrected) else self._emptied(event)
        reread = None if place is None else self._reread(place, name)
        told, calls = reread or record(self.referee, event)
        accused = any(call.kind is CallKind.FOUL for call in calls)
        reaches_back = place is not None or self._reaches_back(event)
        if reread is None and ((accused and reaches_back) or self._laid_over(event)):
            raise NotSeenError
        if isinstance(event, TurnSeen) and self.referee.match.question is not None:
            # It answers what the picture left open, so it is said against how that was read.
            told = with_words(self.referee, told, lies=True)
        return self._after((told, calls), name, None, nothing)

    def _reread(
        self, event: PositionCorrected, name: str
    ) -> tuple[AnyReferee, tuple[AnyCall, ...]] | None:
        """The newest picture judged again with a piece that a person sees and nobody read, or
        without one that is gone, where that comes to a legal turn or a question; None where it does
        not: nobody is accused of what no picture shows. What may as well have been misread in the
        first position is a turn only where that is sure; after the first picture of a game met with
        pieces on the table it always lay there before."""
        before, last = self.referee, self.referee.last
        sighting = None if last is None else last.at(event.place)
        if last is None or sighting is None:
            return None
        if event.label is None and before.match.game.pieces_stay:
            return None  # what was put down cannot be gone: it never lay there
        if self.pictures <= 1 and _nobody_played(before.match):
            return None
        label = EMPTY if event.label is None else event.label
        said = replace(sighting, belief=Belief.of({label: 1.0}), visibility=1.0)
        seen = (said if one is sighting else one for one in last.sightings)
        sure = replace(before, confirmations=1, brief_view=False)
        told = {event.place: label}
        after, calls = observe(sure, last.with_sightings(seen), name, again=True, told=told)
        kinds = {call.kind for call in calls}
        known = self.standing().get(event.place) is not None and not self._laid_since(event)
        if CallKind.FOUL in kinds or kinds.isdisjoint(_TURNS) or (known and CallKind.ASK in kinds):
            return None
        return with_said(after, event.place, label, last), calls

    def _emptied(self, event: Event) -> PositionCorrected | None:
        """What a word against an older turn says of the table now: that the one piece it put down
        lies there no more. Against the newest one it says that it was not made."""
        match = self.referee.match
        if not isinstance(event, Corrected) or event.turn is not None:
            return None
        if not self._reaches_back(event):
            return None
        turn = next(p.turn for p in match.history if p.number == event.number)
        lying = self.standing().items()
        put = [p for p, label in lying if match.game.reread(turn, p, label) == turn]
        return PositionCorrected(put[0], None) if len(put) == 1 else None

    def _reaches_back(self, event: Event) -> bool:
        """Whether a word is against an older turn than the newest one, in a game in which pieces
        come and go: what lies there now may have come since."""
        match = self.referee.match
        if not isinstance(event, Corrected) or match.game.pieces_stay:
            return False
        return any(played.number == event.number for played in match.history[:-1])

    def _laid_over(self, event: Event) -> bool:
        """Whether turns have changed the place that is put right."""
        return isinstance(event, PositionCorrected) and self._laid_since(event)

    def _laid_since(self, event: PositionCorrected) -> bool:
        """Whether what is known of a place is not of the first position."""
        log = self.referee.match.log
        first = _first_seen(self.referee.match)
        lay = {} if first is None else dict(first.position)
        known = any(isinstance(e, PositionCorrected) and e.place == event.place for e in log)
        return not known and lay.get(event.place) != self.standing().get(event.place)

    def _after(
        self,
        outcome: tuple[AnyReferee, tuple[AnyCall, ...]],
        name: str,
        image: Image | None,
        reading: Reading,
        judged: AnyObservation | None = None,
    ) -> tuple[Session, Moment]:
        referee, calls = outcome
        memory = self.memory if reading.memory is None else reading.memory
        after = replace(self, referee=referee, memory=memory)
        moment = Moment(name, image, reading, calls, 0.0, self.standing(), after, judged)
        return moment.settled()

    @property
    def doubts(self) -> bool:
        """Whether a foul that was seen once waits for a second look."""
        return self.referee.foul_waits

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
        return standing_of(self.referee.match)

    @property
    def asked_about(self) -> tuple[Place, ...]:
        """The places that the open question is about; none where nothing is asked."""
        asked = None if self.referee.match.question is None else self.now.question
        return () if asked is None else asked.answers[0].differs

    @cached_property
    def offence(self) -> Offence:
        """Where the fouls are that lie on the table."""
        return offence_of(self.referee.match)


#: Calls that say what was played, or ask it.
_TURNS = (CallKind.LEGAL, CallKind.ASK)


def _nobody_played(match: AnyMatch) -> bool:
    """Whether no turn is known of a game that was met half-way."""
    first = _first_seen(match)
    return not match.history and (first is None or bool(first.position))


def _first_seen(match: AnyMatch) -> PositionSeen | None:
    """The first position of a game; None before there is one."""
    return next((one for one in match.log if isinstance(one, PositionSeen)), None)


def open_session(
    game: str, players: tuple[str, ...], rules: Mapping[str, str], memory: object = None
) -> Session:
    """The session before the first picture; `memory` is what the reader knows of the table
    beforehand. Raises UnknownName for a game, player or house rule that does not exist."""
    found = get(game)
    house = found.rulebook.house(rules)
    reader, referee = load_reader(game), begin(found, players, house)
    memory = reader.begins(memory, house)
    return Session(found, reader, referee, players, memory=memory)


def resumed_session(game: str, events: Sequence[Json]) -> Session:
    """The session that a journal comes to. Raises ArbitableError for one it does not know."""
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
