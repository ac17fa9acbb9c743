"""A game whose every step is written, with its evidence, before anybody is told."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from rules.core.call import CallKind
from rules.core.codec import Json
from rules.core.events import Believed, Event, Noticed, Redone, Undone
from rules.wire.journal import event_to_json
from server.pipeline.player_names import RENAMED, Renaming, kept_names, turning
from server.pipeline.session import Moment, Session
from server.store.memory import PictureStore
from server.store.named_texts import with_names
from server.store.store import Store
from server.store.values import GameRow, Picture, Step, packed
from server.tables.channel import Channel
from server.tables.incoming.photo_history import (
    BEGINNING,
    PhotoHistory,
    beginning_json,
    beginning_of,
    fate_of,
    with_earlier,
)
from server.tables.rounds import points_before
from server.views.noted import said_about
from server.views.payloads import (
    PICTURES,
    MomentPayload,
    command_payload,
    game_payload,
    moment_payload,
)
from server.views.pictures.imaging import page_jpeg
from server.views.pictures.spot import Spot, clearest, spot_of
from vision.live.look import Clear
from vision.reader import Image
from vision.reading import Reading, ReadingStatus
from vision.sources.watched_photo import Beginning, Fate

#: Agreeing looks that a foul needs while a camera watches; a photo taken on purpose needs none.
LIVE_LOOKS = 2

#: Calls that a camera's pictures bring all the time and that tell nobody anything.
_QUIET = frozenset((CallKind.NOTHING, CallKind.UNCLEAR))


#: Events that only the referee needs: they are kept, and nobody is told.
_SILENT = (Believed, Noticed)


class JournalledGame:
    """One game at one table. Not safe for two threads: its table keeps the order.

    `newest` is the last moment with a usable picture, None before the first one.
    """

    def __init__(self, store: Store, channel: Channel, row: GameRow, session: Session) -> None:
        self.row = row
        self.newest: Moment | None = None
        self._store = store
        self._channel = channel
        self._before: bytes | None = None
        self._spot: Spot | None = None
        entries = store.entries(row.table, game=row)
        moments = [e for e in entries if e.kind == "moment"]
        self.index = len(moments)
        self._shown = moments[-1].data["pictures"] if moments else dict.fromkeys(PICTURES)
        self._fates = {str(e.data["photo"]): fate_of(e.data) for e in moments}
        self._beginnings = [e.data for e in entries if e.kind == BEGINNING]
        self.session = session.called(kept_names([e.data for e in entries if e.kind == RENAMED]))
        #: Points of the rounds before this one.
        self.carried = points_before(store, row)

    @classmethod
    def begun(cls, store: Store, channel: Channel, table: str, session: Session) -> JournalledGame:
        """A new game, written and told."""
        step = Step(
            _json(session, session.referee.log),
            (("started", game_payload(session, 0, live=True)), ("playing", {"playing": True})),
        )
        row, _ = store.new_game(table, session.game.name, step)
        channel.notify()
        return cls(store, channel, row, session)

    def look(self, name: str, look: Clear) -> Moment:
        """Judges a clear look of a camera. Told is what is worth it; "nothing happened" is not."""
        session, moment = self.session.judge(
            name,
            look.image,
            look.reading,
            look.evidence,
            confirmations=LIVE_LOOKS,
            again=look.looks > 1,
            second=look.second,
            brief_view=look.short,
        )
        worth = tuple(call for call in moment.calls if call.kind not in _QUIET)
        added = _added(self.session, session)
        picture = None
        if worth or not all(isinstance(event, _SILENT) for event in added):
            _, picture = self._publish(session, replace(moment, calls=worth))
        elif added:
            self._store.write(self.row, Step(_json(session, added), ()))
        self._advance(session, moment, picture)
        return moment

    def photo(
        self, name: str, image: Image | None, reading: Reading, seconds: float
    ) -> MomentPayload:
        """Judges a photo that stands for a turn by itself; whatever comes of it is told."""
        session, moment = self.session.judge(name, image, reading)
        payload, picture = self._publish(session, replace(moment, seconds=seconds))
        self._advance(session, moment, picture)
        named: MomentPayload = json.loads(with_names(packed(payload), session.names.now))
        return named

    def rename(self, name: str, command: str, act: Json) -> None:
        """Gives a player a name, or turns one back or forth again; `name` as in `enter`."""
        before, after = self.session, self.session.called(self.session.names.after(act))
        read = Reading(after.game.name, ReadingStatus.READ, (0, 0))
        moment = Moment(name, None, read, (), 0.0, before.standing(), after)
        about, pictures = said_about(before, after, _named(command, after)), PictureStore()
        payload = command_payload(moment, self.index, command, about, pictures, self._shown)
        told = (RENAMED, act), ("moment", {**payload, "renamed": True})
        self._store.write(self.row, Step((), told, pictures.all()))
        self.session = after
        self._told(payload)

    def turn_renaming(self, name: str, command: str) -> bool:
        """Takes the newest name back (`undo`) or gives it again, where that comes next; whether it
        did."""
        names, log = self.session.names, self.session.referee.log
        back = command == "undo"
        renaming = names.undoable(log) if back else names.redoable(log)
        if renaming is not None:
            self.rename(name, command, turning(renaming, len(log), back=back))
        return renaming is not None

    def enter(self, name: str, command: str, event: Event) -> bool:
        """Enters what a person caused, and tells what it changed; whether the table is to be looked
        at anew."""
        session, moment = self.session.record_event(event, name)
        pictures = PictureStore()
        about = said_about(self.session.marked(), session.marked(), event)
        payload = command_payload(moment, self.index, command, about, pictures, self._shown)
        self._write(session, payload, pictures)
        self.session = session
        return moment.anew

    def _publish(self, session: Session, moment: Moment) -> tuple[MomentPayload, Picture | None]:
        """Writes and tells a moment; with what was told, its picture as it was packed for that."""
        pictures = PictureStore()
        spot = clearest(spot_of(moment), self._spot)
        # A photo that cannot be used shows nothing and changes nothing.
        is_open = bool(session.offence.offenders or session.asked_about)
        self._spot = (spot or self._spot) if is_open else None
        payload = moment_payload(moment, self.index, pictures, self._before, spot=spot, kept=True)
        self._write(session, payload, pictures)
        plain = payload["pictures"]["plain"]
        return payload, None if plain is None else pictures.get(plain)

    def _advance(self, session: Session, moment: Moment, picture: Picture | None) -> None:
        self.session = session
        if moment.image is not None and moment.reading.observation is not None:
            self.newest = moment
            # What waits for a second look lies there already: before it is the look before that.
            if picture is not None:
                self._before = picture.data
            elif not session.waits:
                self._before = page_jpeg(moment.image)

    def _write(self, session: Session, payload: MomentPayload, pictures: PictureStore) -> None:
        """First the disk, then the page."""
        events = _json(session, _added(self.session, session))
        self._store.write(self.row, Step(events, (("moment", payload),), pictures.all()))
        self._told(payload)

    def _told(self, payload: MomentPayload) -> None:
        self.index += 1
        if payload["pictures"]["plain"] is not None:
            self._shown = payload["pictures"]
        self._note(payload["photo"], fate_of(payload))
        self._channel.notify()

    def _note(self, name: str, fate: Fate) -> None:
        """What came last stands last, as it does in the journal."""
        self._fates = {one: was for one, was in self._fates.items() if one != name} | {name: fate}

    # A folder's photos

    def photos(self, source: str) -> PhotoHistory:
        """What is known of the photos of a folder, `source` as `--camera` takes it."""
        earlier = self._store.earlier_photos(self.row)
        said = (beginning_of(source, data) for data in self._beginnings)
        return PhotoHistory(with_earlier(earlier, self._fates), tuple(one for one in said if one))

    def begin_photos(self, source: str, beginning: Beginning) -> None:
        """Keeps what the players say of the game's beginning, so that a restart does as they
        said."""
        data = beginning_json(source, beginning)
        self._store.write(self.row, Step((), ((BEGINNING, data),)))
        self._beginnings.append(data)
        self._channel.notify()


def _named(command: str, after: Session) -> Undone | Redone | Renaming:
    """What a person did with a name."""
    match command:
        case "undo":
            return Undone()
        case "redo":
            return Redone()
    return after.names.done[-1]


def _added(before: Session, after: Session) -> Sequence[Event]:
    return after.referee.log[len(before.referee.log) :]


def _json(session: Session, events: Sequence[Event]) -> tuple[Json, ...]:
    # The session's own game is another one with every name, and writers are kept for good.
    game = session.referee.match.game
    return tuple(event_to_json(game, event) for event in events)
