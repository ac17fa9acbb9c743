"""One table watched: frames in, looks out. No I/O, no clock, no referee."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from rules.core.observation import AnyObservation, Issue
from vision.framing import Framing, framing_of
from vision.gate.gate import BoardOutline, Gate, GateOpen, GateShut, GateVerdict, Trust
from vision.gate.why import Why
from vision.live.averaging import RecentFrames
from vision.live.changes import LookHistory
from vision.live.fusion import fuse
from vision.live.known import KnownPieces
from vision.live.limits import LIMITS, WatcherLimits
from vision.live.look import REASONS, Blocked, Clear, Look, Lost
from vision.reader import WITH_BOARD, Image, Reader
from vision.reading import Reading, ReadingStatus, Refusal
from vision.second_look import second_look
from vision.sources.frame import Frame


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """A reading and the picture it is of."""

    reading: Reading
    picture: Image


@dataclass(slots=True)
class _Stretch:
    """The time since the view became clear."""

    since: float
    clear: Clear
    observations: list[AnyObservation] = field(default_factory=list)
    doubted: bool = False


class Watcher:
    """Watches one table: gate, reader, fusion and drift. Time is what the frames say.

    Not safe for two threads at once.
    """

    def __init__(
        self,
        reader: Reader,
        limits: WatcherLimits = LIMITS,
        memory: object = None,
    ) -> None:
        """`memory`: what the reader knows of the table beforehand."""
        self._reader = reader
        self._limits = limits
        self._gate = Gate()
        self._known = KnownPieces(limits=limits)
        self._still = RecentFrames(limits)
        self._stretch: _Stretch | None = None
        #: Of a view that is about to be used.
        self._early: _Read | None = None
        self._looks = LookHistory(reader.places, limits)
        self._waiting: Blocked | Lost | None = None
        self._tried_at: float | None = None
        #: Fruitless readings of the same quiet view, one after the other.
        self._fruitless = 0
        self._odd_since: float | None = None
        #: What the reader said against the view, until something else happens.
        self._answer: Look | None = None
        self._camera_moved = False
        #: The players vouch for the view; and a look has been taken on their word.
        self._believed = False
        self._trusted = False
        self._memory = memory

    def see(self, frame: Frame) -> Look:
        """What this frame is good for. Call it with every frame taken, in order.

        Reads the frame where that is worth while, which takes as long as the reader does.
        """
        look = self._seen(frame)
        hides = isinstance(look, Blocked) and look.reason is Why.HAND
        if hides and frame.at - look.since >= self._limits.covered_s:
            return Blocked(Why.COVERED, look.since)
        return look

    def _seen(self, frame: Frame) -> Look:
        verdict = self._gate.see(frame)
        self._follow_camera()
        self._keep(frame, verdict)
        if isinstance(verdict, GateShut):
            self._early = self._read_early() if verdict.soon else None
            return self._shut(verdict.why, frame.at)
        early, self._early = self._early, None
        if self._stretch is not None and not self._differs(verdict) and self._stretch.doubted:
            return self._another_light(self._stretch, frame)
        if self._stretch is not None and not self._due(self._stretch, verdict, frame.at):
            return replace(self._stretch.clear, fresh=False)
        if self._waiting is not None and self._too_soon(frame.at):
            return self._waiting
        return self._read(frame, verdict, early or self._read_still())

    def believe_view(self) -> None:
        """The players say that nothing hides the game: the next quiet frame is read and taken."""
        self._believed, self._trusted = True, False
        self._gate.forget_table()
        self._stretch = self._answer = self._early = None
        self._tried_at, self._fruitless = None, 0

    def forget(self, memory: object) -> None:
        """Something failed in the middle of a look: the next one builds on nothing of it, only on
        `memory`, what the reader knows of the table beforehand."""
        self._stretch = self._answer = self._waiting = self._early = None
        self._looks = LookHistory(self._reader.places, self._limits)
        self._memory = memory

    def settle(self, memory: object) -> None:
        """The game counts otherwise than the newest look did: `memory` is what the look left, in
        the frame of the game, in which the next one begins anew."""
        self._memory, self._stretch, self._early = memory, None, None

    def learn(self, memory: object) -> None:
        """The next look is told more of the table; the newest one stands."""
        self._memory = memory

    def unheard(self) -> None:
        """Nobody took in the newest look: the next view is held against the one before it."""
        self._looks.unheard()

    def doubt(self) -> None:
        """Much hangs on the newest look, if it was a clear one: the next frame is read under
        another light, and what both say together is the look's `second`."""
        if self._stretch is not None:
            self._stretch.doubted = True

    def _another_light(self, stretch: _Stretch, frame: Frame) -> Clear:
        if frame.at - stretch.clear.frame.at < self._limits.doubt_s:
            return replace(stretch.clear, fresh=False)
        stretch.doubted = False
        second = second_look(self._reader, frame.image, self._memory, stretch.clear.evidence)
        if second is None:
            return replace(stretch.clear, fresh=False)
        looks = stretch.clear.looks + 1
        stretch.clear = replace(stretch.clear, frame=frame, looks=looks, second=second)
        return stretch.clear

    def _keep(self, frame: Frame, verdict: GateVerdict) -> None:
        """Keeps the frames of a table on which nothing moves; what moves begins them anew."""
        if isinstance(verdict, GateShut) and verdict.why is not Why.SETTLING:
            self._still.forget()
        elif self._gate.view is not None:
            self._still.keep(frame.image, self._gate.view)

    def _remembered(self, reading: Reading) -> Reading:
        """The reading, once what it leaves for the next one is kept."""
        self._memory = self._memory if reading.memory is None else reading.memory
        return reading

    def _read_still(self) -> _Read:
        """Reads the table as it lies still, with what the last reading left."""
        picture = self._still.picture(self._gate.noise)
        return _Read(self._reader.read(picture, self._memory), picture)

    def _read_early(self) -> _Read | None:
        """Reads a view that is used soon unless something moves: the time until then is not lost.
        Nothing is remembered of it before. Not where one frame alone is too grainy."""
        grainy = self._gate.noise >= self._limits.noise_worth
        return None if grainy else self._early or self._read_still()

    def _follow_camera(self) -> None:
        matrix = self._gate.take_moved()
        if not np.array_equal(matrix, np.eye(3)):
            self._known = self._known.moved(matrix)

    def _shut(self, why: Why, at: float) -> Look:
        self._stretch = None
        if why is Why.SETTLING and self._answer is not None:
            return self._answer  # the gate only waits before it asks the reader again
        self._answer = None
        self._tried_at = self._odd_since = None
        self._fruitless = 0
        self._believed = self._believed and not self._trusted
        self._trusted = False
        self._camera_moved |= why is Why.CAMERA_MOVED
        if self._camera_moved and why in (Why.MOVING, Why.SETTLING):
            why = Why.CAMERA_MOVED  # what moves, or comes to rest, until the table is found again
        return self._wait(why, at)

    def _wait(self, why: Why, at: float) -> Blocked:
        """Blocked, since the reason began."""
        same = isinstance(self._waiting, Blocked) and self._waiting.reason is why
        if not same or not isinstance(self._waiting, Blocked):
            self._waiting = Blocked(why, at)
        return self._waiting

    def _lost(self, refusal: Refusal | None, at: float) -> Lost:
        reason = refusal.code if refusal is not None else "no-board"
        if self._camera_moved:
            reason = "camera-moved"
        if not isinstance(self._waiting, Lost) or self._waiting.reason != reason:
            self._waiting = Lost(reason, at, refusal)
        return self._waiting

    def _due(self, stretch: _Stretch, verdict: GateOpen, at: float) -> bool:
        """Whether a clear look is worth another reading."""
        since = at - stretch.clear.frame.at
        if self._differs(verdict):
            return since >= self._limits.rereads_s[0]
        count = stretch.clear.looks
        times = self._limits.rereads_s
        if count <= len(times):
            return at - stretch.since >= times[count - 1]
        return since >= self._limits.idle_s

    def _differs(self, verdict: GateOpen) -> bool:
        """Whether something changed under our eyes since the last reading of this look."""
        size = self._known.size_px * verdict.scale
        return any(s.area > self._limits.begins_anew * size * size for s in verdict.changed)

    def _too_soon(self, at: float) -> bool:
        if self._tried_at is None:
            return False
        doublings = max(0, self._fruitless - self._limits.retry_often)
        # A night's doublings are more than a float holds.
        pause = self._limits.retry_s * 2.0 ** min(doublings, 30)
        return at - self._tried_at < min(pause, self._limits.retry_most_s)

    def _read(self, frame: Frame, verdict: GateOpen, found: _Read) -> Look:
        self._tried_at = frame.at
        reading = self._remembered(found.reading)
        trouble = self._trouble(reading, frame, verdict)
        if trouble is not None:
            self._stretch = None
            self._answer = trouble
            self._fruitless += 1
            if verdict.trust is not Trust.SETTLED:
                self._gate.reject(frame.at)
            return trouble
        return self._clear(found, frame, verdict)

    def _trouble(self, reading: Reading, frame: Frame, verdict: GateOpen) -> Look | None:
        """Why a reading is not used, or None."""
        if reading.observation is None:
            why = _why_refused(reading.refusal, verdict)
            return self._wait(why, frame.at) if why else self._lost(reading.refusal, frame.at)
        if self._believed:
            return None
        for issue in self._against(reading.observation.issues, reading, verdict):
            if issue.kind in REASONS:
                return self._wait(REASONS[issue.kind], frame.at)
        explained = self._view_explained(reading, frame, verdict)
        return None if explained else self._wait(Why.HAND, frame.at)

    def _view_explained(self, reading: Reading, frame: Frame, verdict: GateOpen) -> bool:
        """Whether what differs from the settled table is pieces, or has lain there for long."""
        if verdict.trust is Trust.ASKING:
            sure = reading.status is ReadingStatus.READ
            return sure and self._known.all_seen_under(verdict.under, reading, verdict.scale)
        if verdict.trust is Trust.ELSEWHERE:
            return self._known.mostly_there(reading)
        if verdict.trust is Trust.FIRST or not self._known.unexplained(
            verdict.over_game, reading, verdict.scale
        ):
            self._odd_since = None
            return True
        self._odd_since = frame.at if self._odd_since is None else self._odd_since
        return frame.at - self._odd_since >= self._limits.unexplained_s

    def _clear(self, found: _Read, frame: Frame, verdict: GateOpen) -> Clear:
        reading = found.reading
        assert reading.observation is not None
        stretch = self._stretch
        if stretch is not None and self._differs(verdict):
            stretch = None
        issues = self._against(reading.observation.issues, reading, verdict)
        heard = replace(reading.observation, issues=issues)
        heard = self._looks.compared(found.picture, heard, new_view=stretch is None)
        earlier = [] if stretch is None else stretch.observations
        observations = [*earlier, heard][-self._limits.fused :]
        clear = Clear(
            reading,
            frame,
            fuse(observations),
            frame.at if stretch is None else stretch.since,
            1 if stretch is None else stretch.clear.looks + 1,
            fresh=True,
            changed=_boxes(verdict) if stretch is None else stretch.clear.changed,
        )
        self._stretch = _Stretch(clear.since, clear, observations)
        self._known = KnownPieces(reading.pieces, self._limits)
        self._gate.accept(self._known.outlines, self._board(reading))
        self._waiting = self._odd_since = self._answer = None
        self._fruitless = 0
        self._camera_moved = False
        self._trusted = self._believed
        return clear

    def _board(self, reading: Reading) -> BoardOutline | None:
        """Where the board lies, of which pieces may bear a part only, if the reader knows; of a
        game without one where it lies, while nothing does."""
        pieces_tell = self._reader.places not in WITH_BOARD and self._known.outlines
        framing = Framing() if pieces_tell else framing_of(reading)
        return (framing.outline_xy, framing.piece_px) if framing.outline_xy else None

    def _against(
        self, issues: tuple[Issue, ...], reading: Reading, verdict: GateOpen
    ) -> tuple[Issue, ...]:
        """The issues that stand against using a view: none where the players vouch for it. A hand
        that came over the settled table would differ from it: where only pieces do, what the reader
        took for one was there before, as light or print."""
        if self._believed or not issues:
            return ()
        no_hand = verdict.trust is Trust.SETTLED and not self._known.unexplained(
            verdict.over_game, reading, verdict.scale
        )
        return tuple(one for one in issues if not (no_hand and one.kind == "hand"))


def _why_refused(refusal: Refusal | None, verdict: GateOpen) -> Why | None:
    """What a refused view waits for; None where there is no game to be read in it. What reaches in
    over the game hides it, whatever the reader makes of the rest."""
    why = REASONS.get(refusal.code) if refusal is not None else None
    return Why.HAND if why is None and verdict.trust is Trust.ASKING else why


def _boxes(verdict: GateOpen) -> tuple[tuple[int, int, int, int], ...]:
    scale = verdict.scale
    return tuple(
        (round(x / scale), round(y / scale), round(w / scale), round(h / scale))
        for x, y, w, h in (s.box_xywh for s in verdict.changed)
    )
