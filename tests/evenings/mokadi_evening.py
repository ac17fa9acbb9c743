"""An evening of Mokadi: one photo a turn, or filmed and watched by a live table.

The simulator of people (`tests.people`) knows no Mokadi, as sticks lie anywhere: this evening has
its own people (`mokadi_play`), and is graded by the same words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rules.core.call import Call, CallKind
from rules.core.events import Answered, PositionCorrected, Told, TurnSeen
from rules.games.mokadi.game import GAME
from rules.games.mokadi.pieces import Kind, Spot
from rules.games.mokadi.state import Phase
from rules.referee.referee import RefereeState, record
from server.pipeline.readers import read_image
from server.pipeline.session import Session, open_session
from server.tables.player_commands import AnswerQuestion, TellFact, TellTurn
from tests.evenings.evening import SIZE_WH, Figures, resident_mib, tapped
from tests.evenings.filming import Camera
from tests.evenings.mokadi_grade import Grading, Lying, Names, frame_of, tells
from tests.evenings.mokadi_pieces import Carried, PieceCount
from tests.evenings.mokadi_play import PLAYERS, Due, Play
from tests.evenings.mokadi_rests import RestCount
from tests.evenings.photos import DOUBLED, MISSING
from tests.evenings.table import QUIET, TableAtHome
from tests.people.evening import Plan, Tally
from tests.people.grade import Graded
from tests.render.mokadi_photo import MokadiPhoto, render
from tests.render.seeds import stream
from vision.reader import Image

#: Pictures in a row after which people who are not understood begin a new match.
PATIENCE = 2


class MokadiEvening(ABC):
    """People, a table, and what is said of it. Everything follows from the plan."""

    def __init__(
        self,
        plan: Plan,
        keep: Path | None = None,
        *,
        tell: bool = False,
        empty: bool = False,
        own_box: bool = False,
    ) -> None:
        """What is not right is kept as a picture in `keep`; `tell` prints as it goes; `empty`: two
        people begin on an empty table; `own_box`: their box is of their own making."""
        self.plan, self._keep, self._tell = plan, keep, tell
        players = PLAYERS[:2] if empty else PLAYERS
        self.play = Play(plan.seed, players, empty=empty, own_box=own_box)
        self.tally, self.figures = Tally(), Figures()
        self.number, self._unclear = 0, 0
        self._names: Names = {}
        self._dues: list[Due] = []
        self._past: list[Due] = []
        self._made: list[Due] = []
        self.pieces, self.rests = PieceCount(), RestCount()
        self._shot: MokadiPhoto | None = None
        self._opened()

    def run(self) -> Tally:
        """Until one player is left, nobody can go on, or all pictures are taken."""
        try:
            while self.number < self.plan.pictures and not self.play.over:
                if not self.play.step():
                    self._note("-- nobody can go on")
                    break
                self.number += 1
                self._dues += self.play.dues
                self._made = [*self.play.dues]
                self._picture()
        finally:
            if self._shot is not None:
                self.pieces.end(self._carried(self._shot))
            self.figures.games, self.figures.won = 1, int(self.play.over)
            self.figures.mib.append(resident_mib())
            self.close()
        return self.tally

    @abstractmethod
    def close(self) -> None:
        """The table is left."""

    # What is seen -------------------------------------------------------------------------------

    def drawn(self) -> MokadiPhoto:
        """The table as it lies, by the camera of the evening."""
        play = self.play
        look = {"seed": self.plan.seed, "paint": play.paint, "framed": play.framed}
        return render(play.drawn, size_wh=SIZE_WH, sober=True, **look)

    def lying(self, shot: MokadiPhoto) -> Lying:
        """Where everything truly lies in the newest picture."""
        sticks = self.placed(shot.sticks_xy.reshape(-1, 2)).reshape(-1, 2, 2)
        lengths = np.hypot(*(sticks[:, 1] - sticks[:, 0]).T) if len(sticks) else [300.0]
        names, table = self.play.names, self.play.table
        return Lying(
            {Kind.PAD: [k + 1 for k in range(len(table.pads))],
             Kind.STICK: [k + 1 for k in table.sticks]},
            {Kind.PAD: self.placed(shot.pads_xy)[:, None], Kind.STICK: sticks},
            {Kind.PAD: [names[p.colour] for p in table.pads],
             Kind.STICK: [names[s.colour] for s in table.sticks.values()]},
            float(np.median(lengths)),
        )  # fmt: skip

    def placed(self, points: np.ndarray) -> np.ndarray:
        """(N, 2) points of the drawn picture as the camera holds it."""
        return points

    def _carried(self, shot: MokadiPhoto) -> Carried:
        position = self.referee.match.standing.position()
        return Carried(position, self.referee.last, self.lying(shot), self._names)

    def _picture(self) -> None:
        play, grading = self.play, Grading(self._dues, self._past)
        fouls = sum(due.foul for due in self.play.dues)
        self._note(f"{self.number:02} {play.said}")
        for turn in play.words:
            self._told(turn)
        for fact, data in play.facts() if play.words else ():
            self._fact(fact, data)
        before = self.referee.match.accepted
        calls = self._looked()
        self._name()
        self.rests.turn(self._made, self.referee.last, before, self.play.house, self._names)
        self._hear(grading, calls)
        self._answer(grading)
        if self._shot is not None:
            self.pieces.turn(self._made, self._carried(self._shot))
        graded = grading.done()
        self.tally.add(graded, self.plan.seed, self.number)
        told = sum(d.foul and d not in self._dues for d in self.play.dues)
        self.tally.counts.update({"fouls-due": fouls, "fouls-called": told})
        self._note(f"   => {graded.outcome} {graded.errors or ''}")
        self._kept(graded)
        self._dues = [due for due in self._dues if not due.foul]
        self._understood(graded)

    @property
    def _halfway(self) -> bool:
        """Whether the game is met with pieces on the table."""
        return bool(self.play.table.pads)

    def _put_right(self) -> None:
        """The first position as people mend it on the page: what was not read is tapped, and what
        was read that is not there."""
        last, shot = self.referee.last, self._shot
        if last is None or shot is None or self.referee.match.history:
            return
        lying, known = self.lying(shot), self.referee.match.standing.position()
        names = lying.named(last.sightings, {})
        there = [spot for spot in known if names.get(spot)]
        doubled = [spot for k, spot in enumerate(there) if self._twice(there[:k], spot, names)]
        for spot in known:
            if spot not in there or spot in doubled:
                self._tapped(PositionCorrected(spot, None))
        place = frame_of(last.sightings)
        for kind, number, label, points in lying.pieces():
            spot = next((one for one in there if (one.kind, names[one]) == (kind, number)), None)
            if spot is not None and known[spot].colour != label.colour:
                self._tapped(PositionCorrected(spot, replace(known[spot], colour=label.colour)))
            elif spot is None and place is not None:
                fresh = 1 + max(one.number for one in (*known, Spot(kind, 90 + number)))
                pose = tuple(round(1000 * x) for x in place(points).ravel())
                self._names[Spot(kind, fresh)] = number
                self._tapped(PositionCorrected(Spot(kind, fresh, pose), label))

    def _twice(self, before: Sequence[Spot], spot: Spot, names: Names) -> bool:
        return any((one.kind, names[one]) == (spot.kind, names[spot]) for one in before)

    def _tapped(self, event: PositionCorrected) -> None:
        self.figures.taps += 1
        self._note(f"   tapped {event.place}: {event.label}")
        self._corrected(event)

    def _name(self) -> None:
        last = self.referee.last
        if last is not None and self._shot is not None:
            self._names = self.lying(self._shot).named(last.sightings, self._names)

    def _understood(self, graded: Graded) -> None:
        """Whether the page has the table as it lies; people who are not understood for long begin
        anew."""
        count = [self._colours(self.referee.match.accepted), self._colours(self.play.state)]
        clear = count[0] == count[1] and not self._dues and graded.outcome != "wrong"
        self._unclear = 0 if clear else self._unclear + 1
        if self._unclear >= PATIENCE or graded.outcome == "wrong":
            self._unclear, self._dues, self._names = 0, [], {}
            self.tally.counts["anew"] += 1
            while self.play.untidy:
                self.play.step()
            self._note("   -- anew")
            self._opened()

    def _colours(self, state: Any) -> list[tuple[str, str]]:
        return sorted((type(piece).__name__, piece.colour) for piece in state.pieces)

    def _kept(self, graded: Graded) -> None:
        if self._keep is not None and self._shot is not None and graded.outcome != "right":
            name = f"mokadi-{self.plan.seed}-{self.number:03}-{graded.outcome}.png"
            cv2.imwrite(str(self._keep / name), self.taken())

    # What is said -------------------------------------------------------------------------------

    def _hear(self, grading: Grading, calls: Sequence[Call[Any, Any]]) -> None:
        for call in calls:
            found = [v.code for v in call.verdict.violations] if call.verdict else []
            owed = [v.kind for v in call.verdict.required] if call.verdict else []
            self._note(f"   said: {call.kind.value} by {call.player} {call.confidence:.3f}: "
                       f"{call.move or ''} {found or ''} {owed or ''} {call.note or ''}"
                       f" {call.reason or ''}")  # fmt: skip
            for one in call.alternatives:
                marks = [r.code for v in one.verdicts for r in (*v.violations, *v.remarks)]
                self._note(f"         {one.probability:.3f} {one.turns} {marks}")
        grading.hear(calls, self._names)

    def _answer(self, grading: Grading) -> None:
        """An open question is answered truthfully; where no answer is true, nobody does."""
        question = self.referee.match.question
        if question is None:
            return
        right = [
            k for k, turns in enumerate(question.alternatives)
            if tells(turns, self._dues, self._names) and self._leads_here(k)
        ]  # fmt: skip
        for turns in question.alternatives if grading.asked else ():
            self._note(f"       asked: {turns}")
        if not right:
            grading.result.asked_without_truth = grading.asked
            return
        best = max(right, key=self._for_its_reason)
        self._note(f"   answered {best}")
        self._hear(grading, self._answered(best))

    def _for_its_reason(self, choice: int) -> bool:
        """Whether an answer calls what was done as it is: the page says what each would break."""
        _, calls = record(self.referee, Answered(choice))
        verdicts = [call.verdict for call in calls if call.move is not None and call.verdict]
        told = {frozenset(v.code for v in verdict.violations) for verdict in verdicts}
        return told == {due.codes for due in self._dues}

    def _leads_here(self, choice: int) -> bool:
        after, _ = record(self.referee, Answered(choice))
        if after.match.open_turns and not self.play.untidy:
            return False
        return self._colours(after.match.accepted) == self._colours(self.play.state)

    def _note(self, line: str) -> None:
        if self._tell:
            print("    " + line, flush=True)

    # What differs between photos and film -------------------------------------------------------

    @property
    @abstractmethod
    def referee(self) -> RefereeState[Any, Any]:
        """The referee as it stands."""

    @abstractmethod
    def _opened(self) -> None:
        """A match begins at the table as it lies, and people tell what they know."""

    @abstractmethod
    def _looked(self) -> Sequence[Call[Any, Any]]:
        """What is said of the newest picture."""

    @abstractmethod
    def _told(self, turn: Any) -> Sequence[Call[Any, Any]]:
        """What a turn brings that the players tell."""

    @abstractmethod
    def _fact(self, fact: str, data: dict[str, Any]) -> None:
        """What people tell of the game."""

    @abstractmethod
    def _corrected(self, event: PositionCorrected) -> None:
        """What people put right in the first position."""

    @abstractmethod
    def _answered(self, choice: int) -> Sequence[Call[Any, Any]]:
        """What an answer brings."""

    @abstractmethod
    def taken(self) -> Image:
        """The newest picture."""


class MokadiPhotos(MokadiEvening):
    """One photo a turn through reader and referee as `replay` takes them; some missing, some
    doubled."""

    _session: Session | None = None
    _quarters = 0

    def __init__(
        self,
        plan: Plan,
        keep: Path | None = None,
        *,
        turned: bool = False,
        **more: bool,
    ) -> None:
        """`turned`: the camera is held otherwise, by quarters, for every other photo or so."""
        self._turned, self._hand = turned, stream(plan.seed, "mokadi-held")
        super().__init__(plan, keep, **more)

    def placed(self, points: np.ndarray) -> np.ndarray:
        """(N, 2) points of the drawn picture as the camera is held."""
        (w, h), (x, y) = SIZE_WH, np.asarray(points, np.float64).reshape(-1, 2).T
        ways = ((x, y), (y, w - 1 - x), (w - 1 - x, h - 1 - y), (h - 1 - y, x))
        return np.column_stack(ways[self._quarters])

    @property
    def session(self) -> Session:
        """The game so far."""
        assert self._session is not None
        return self._session

    @property
    def referee(self) -> RefereeState[Any, Any]:
        """The referee of the session."""
        return self.session.referee

    def _opened(self) -> None:
        memory = None if self._session is None else self._session.memory
        fresh = open_session("mokadi", self.play.players, self.play.rules, memory)
        if self._session is not None:
            fresh = replace(fresh, reader=self._session.reader)
        self._session = fresh
        self._judged()
        self._put_right()
        self._name()
        for fact, data in self.play.facts() if self._halfway else ():
            self._fact(fact, data)

    def _looked(self) -> Sequence[Call[Any, Any]]:
        rng = self.play.rng
        building = self.play.state.phase is Phase.BUILDING
        plain = building and self.play.dues and not any(due.foul for due in self.play.dues)
        if plain and rng.random() < MISSING and self.play.step():
            self._note(f"   without a photo: {self.play.said}")
            self._dues += self.play.dues
            self._made += self.play.dues
        calls = self._judged()
        if rng.random() < DOUBLED:
            self._note("   the same photo again")
            calls = [*calls, *self._judged()]
        self.figures.questions += sum(call.kind is CallKind.ASK for call in calls)
        return calls

    def _judged(self) -> Sequence[Call[Any, Any]]:
        self._shot = self.drawn()
        if self._turned and self._hand.random() < 0.5:
            self._quarters = int(self._hand.integers(4))
        before, image = self.session, self.taken()
        reading = read_image("mokadi", before.reader, image, before.memory)
        self._session, moment = before.judge(f"{self.number:03}", image, reading)
        return moment.calls

    def _fact(self, fact: str, data: dict[str, Any]) -> None:
        self._session, _ = self.session.record_event(Told(fact, data), "said")

    def _corrected(self, event: PositionCorrected) -> None:
        self._session, _ = self.session.record_event(event, "said")

    def _told(self, turn: Any) -> Sequence[Call[Any, Any]]:
        self._session, moment = self.session.record_event(TurnSeen(turn), "said")
        return moment.calls

    def _answered(self, choice: int) -> Sequence[Call[Any, Any]]:
        self._session, moment = self.session.record_event(Answered(choice), "said")
        return moment.calls

    def close(self) -> None:
        """Photos leave nothing open."""

    def taken(self) -> Image:
        """The newest photo."""
        assert self._shot is not None
        return np.ascontiguousarray(np.rot90(self._shot.image, self._quarters))


class MokadiFilm(MokadiEvening):
    """The same at a table that is filmed, as `serve` runs it."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        keep: Path | None = None,
        **more: bool,
    ) -> None:
        """The table's journal is kept in `folder`."""
        self._film, self._folder = Camera(plan.seed), folder
        self._table: TableAtHome | None = None
        super().__init__(plan, keep, **more)

    @property
    def table(self) -> TableAtHome:
        """The table that is watched."""
        assert self._table is not None
        return self._table

    @property
    def referee(self) -> RefereeState[Any, Any]:
        """The referee of the live table."""
        return self.table.session.referee

    def placed(self, points: np.ndarray) -> np.ndarray:
        """As the camera stands now."""
        shift = self._film._shift
        return np.asarray(points @ shift[:, :2].T + shift[:, 2])

    def _opened(self) -> None:
        players = self.play.players
        if self._table is None:
            self._table = TableAtHome("mokadi", players, self._folder, self.play.rules)
        else:
            self._table.begin("mokadi", players, empty=False)
        self._shot = self.drawn()
        self._table.show(self._film.clear(self._shot.image))
        self._put_right()
        self._name()
        for fact, data in self.play.facts() if self._halfway else ():
            self._fact(fact, data)

    def _looked(self) -> Sequence[Call[Any, Any]]:
        assert self._shot is not None
        before, self._shot = self._shot.image, self.drawn()
        after = self._shot.image
        shots = self._film.scene(before, after) if self.play.touched else self._film.clear(after)
        heard = self.table.show(shots)
        if not self.table.clear:
            heard += self.table.show(self._film.clear(after))
        telling = [one for one in heard if one.call.kind.value not in QUIET]
        self.figures.under_hand += sum(one.hand for one in telling)
        self.figures.questions += sum(one.call.kind is CallKind.ASK for one in telling)
        first = [one.waited for one in telling[:1] if one.call.kind is not CallKind.ASK]
        self.figures.waits += first
        return [one.call for one in heard]

    def _fact(self, fact: str, data: dict[str, Any]) -> None:
        self.table.order(TellFact(fact, data))

    def _corrected(self, event: PositionCorrected) -> None:
        self.table.order(tapped(GAME, event.place, event.label))

    def _told(self, turn: Any) -> Sequence[Call[Any, Any]]:
        return self.table.order(TellTurn(GAME.turn_to_json(turn)))

    def _answered(self, choice: int) -> Sequence[Call[Any, Any]]:
        return self.table.order(AnswerQuestion(choice))

    def taken(self) -> Image:
        """The newest frame."""
        assert self.table.shown is not None
        return self.table.shown

    def close(self) -> None:
        """The camera is taken down."""
        self.table.close()
