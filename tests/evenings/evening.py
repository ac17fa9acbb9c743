"""One whole evening at a live table: people play, a camera films, the page is told and graded."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2

from rules.core.call import Call, CallKind
from rules.core.events import Answered, Event, Insisted, PositionCorrected, Told, TurnSeen
from rules.core.game import AnyGame
from rules.referee.referee import RefereeState
from server.tables.player_commands import (
    AnswerQuestion,
    CorrectPlace,
    PlayerCommand,
    PressButton,
    ShowMark,
    TellFact,
    TellTurn,
)
from tests.evenings.filming import Camera
from tests.evenings.open_hands import Hands, OutOfHand, photo_of
from tests.evenings.parts import WHOLE
from tests.evenings.table import QUIET, Heard, TableAtHome
from tests.people.evening import Evening, Plan, Tally
from tests.people.grade import Graded, Grading
from tests.people.parts.plain import Part
from tests.people.photos import DRAWN, Draw, Size, mark_xy
from vision.reader import Image

#: Width and height of the film, pixels.
SIZE_WH: Size = (1280, 720)

#: Games played in an evening, and pictures after which it ends although nobody has won.
ROUNDS, MOST_PICTURES = 2, 160

#: How often people go on waiting for a page that says that it does not see the table clearly.
WAITS = 2

#: The games whose places the page may name otherwise than people do: nobody taps there.
FREE_LAYOUT = frozenset(("redline",))

#: Pictures without a turn after which people give a game up: nobody can go on.
GIVEN_UP = 25

#: A turn takes so long at a table: the film leaves out the thinking.
TURN_S = 45.0


@dataclass
class Figures:
    """What an evening came to beside its calls: games that ended and that were won, seconds from
    the clear table to each right word, questions, taps that put a piece right, words said under a
    hand, megabytes after the first game and at the end."""

    games: int = 0
    won: int = 0
    waits: list[float] = field(default_factory=list)
    questions: int = 0
    taps: int = 0
    under_hand: int = 0
    mib: list[float] = field(default_factory=list)

    def an_hour(self, pictures: int) -> float:
        """Questions that players had to answer in an hour."""
        return self.questions / max(pictures * TURN_S / 3600, 1e-9)


class WholeEvening(Evening):
    """People who play on until somebody has won, and then another round."""

    def __init__(
        self, plan: Plan, rounds: int = ROUNDS, keep: Path | None = None, *, tell: bool = False,
        open_hands: bool = False,
    ) -> None:  # fmt: skip
        """Everybody is named, and the board is empty. What is not right is kept as a picture in
        `keep`; `tell` prints as it goes; `open_hands`, in Redline: the players' tiles lie face up
        before them, in the pictures, too."""
        self._rounds, self._keep, self._tell = rounds, keep, tell
        self.hands = Hands(plan.seed) if open_hands else None
        self.figures = Figures()
        self.taken: Image | None = None
        self._left: Any = None
        self._idle = 0
        super().__init__(plan)

    def _part(self) -> Part:
        return WHOLE[self.plan.game] if self.hands is None else OutOfHand(self.hands)

    def _drawer(self) -> Draw:
        """What draws a table and, where hands lie open, those."""
        if self.hands is None:
            return DRAWN[self.plan.game](self.plan.seed, SIZE_WH)
        return lambda position, number: (
            photo_of(position, self._lying(), self.plan.seed, number, SIZE_WH).image
        )

    def _lying(self) -> tuple[Any, ...]:
        """The hands as they lie open now."""
        if self.hands is None:
            return ()
        self.hands.settle(self.truth.accepted)
        return self.hands.lying(self.truth.standing)

    def _first_state(self) -> Any:
        names = self.part.names
        number = self.rng.choice([n for n in self.part.game.rulebook.players if n <= len(names)])
        self.players = tuple(names[:number])

    def run(self) -> Tally:
        """Until the last round is won."""
        try:
            while self.number < min(self.plan.pictures or MOST_PICTURES, MOST_PICTURES):
                self.number += 1
                if self._ended() and self.figures.games == self._rounds:
                    break
                self._turn()
        finally:
            self.figures.mib.append(resident_mib())
            self.close()
        return self._summed_up()

    def close(self) -> None:
        """The table is left."""

    def _note(self, line: str) -> None:
        super()._note(line)
        if self._tell:
            print("    " + line, flush=True)

    def _picture(self) -> Graded:
        graded = super()._picture()
        if self._keep is not None and self.taken is not None and graded.outcome != "right":
            name = f"{self.plan.game}-{self.plan.seed}-{self.number:03}-{graded.outcome}.png"
            cv2.imwrite(str(self._keep / name), self.taken)
        return graded

    # What people put right on the page ----------------------------------------------------------

    def _seated(self, state: Any | None) -> None:
        if state is None and isinstance(self.part, OutOfHand):
            self.part.dealt(self.players)
        super()._seated(state)
        self._put_right()

    def _put_right(self) -> bool:
        """Whether the page shows the table as it lies once what it does not know was tapped. What
        nobody can be told of any more then is due no more."""
        grading, tried = Grading(self.truth), set[Any]()
        while unknown := {p: x for p, x in self._unknown().items() if (p, x) not in tried}:
            order = self._in_order(unknown)
            place = min(unknown, key=lambda one: (order.get(one, 0), *_came(unknown[one]), one))
            tried.add((place, unknown[place]))
            self.figures.taps += 1
            said = PositionCorrected(place, unknown[place])
            self._record(grading, said, f"tapped {place}: {unknown[place]}")
        for error in grading.result.errors:
            self.tally.counts[error] += 1
            self.tally.causes.append((f"{error} after a tap", self.plan.seed, self.number))
        right = self._shown_right()
        if right:
            self.truth.due = [one for one in self.truth.due if one.kind is CallKind.FOUL]
        return right

    def _shown_right(self) -> bool:
        """Whether the page shows the table as it lies."""
        known = self.part.game.position(self.referee.match.standing)
        return self.part.same(self.truth.position, known)

    def _in_order(self, places: Iterable[Any]) -> dict[Any, int]:
        """Which of the turns that are not told yet changed each place: people tap in the order in
        which they played."""
        game, known = self.part.game, self.referee.match.standing
        before, order = game.position(known), dict[Any, int]()
        for number, due in enumerate(self.truth.due):
            after = game.position(game.force(known, due.turn, self.part.house))
            changed = [place for place in places if before.get(place) != after.get(place)]
            order = dict.fromkeys(changed, number) | order
        return order

    def _unknown(self) -> dict[Any, Any]:
        """What lies where the page shows something else; None for nothing."""
        true = self.truth.position
        if self.part.game.name in FREE_LAYOUT:
            return {}
        known = self.part.game.position(self.referee.match.standing)
        if self.part.same(true, known):
            return {}
        return {p: true.get(p) for p in {*true, *known} if true.get(p) != known.get(p)}

    def _ended(self) -> bool:
        """Whether the game is over, or nobody has known how to go on for a while; then the next
        round begins."""
        self._idle = self._idle + 1 if self.truth.accepted == self._left else 0
        self._left = self.truth.accepted
        won = self.part.game.outcome(self.truth.accepted, self.part.house) is not None
        if not won and self._idle < GIVEN_UP:
            return False
        self._idle = 0
        self.figures.games += 1
        self.figures.won += won
        self.figures.mib.append(resident_mib())
        self._note(f"-- game {self.figures.games} is {'over' if won else 'given up'}")
        if self.figures.games < self._rounds:
            self._seated(None)
        return True


class LiveEvening(WholeEvening):
    """The people of `tests.people` at a table that is filmed."""

    def __init__(
        self, plan: Plan, folder: Path, rounds: int = ROUNDS, keep: Path | None = None,
        *, tell: bool = False, open_hands: bool = False,
    ) -> None:  # fmt: skip
        """The table's journal is kept in `folder`."""
        self._folder = folder
        super().__init__(plan, rounds, keep, tell=tell, open_hands=open_hands)

    # What is filmed -----------------------------------------------------------------------------

    def _set_up(self) -> None:
        self._draw = self._drawer()
        self._film = Camera(self.plan.seed)
        self._table: TableAtHome | None = None
        self._lay: Image | None = None
        self._drawn: tuple[dict[Any, Any], tuple[Any, ...]] | None = None

    def _opened(self, position: dict[Any, Any]) -> None:
        if self._table is None:
            self._table = TableAtHome(self.plan.game, self.players, self._folder)
            if not position:
                self._table.order(PressButton("open-table"))
        else:
            self._table.begin(self.plan.game, self.players, empty=not position)
        image = self._picture_of(position)
        self._table.show(self._film.clear(image))
        self._show_mark(image)
        self._lay = image

    def _show_mark(self, image: Image) -> list[Heard]:
        """Somebody tells which way round the board lies, where the page asks; what it says then."""
        xy = mark_xy(self.plan.game, self.plan.seed, SIZE_WH) if self.table.asks_way_round else None
        if xy is None:
            return []
        self._note("tapped which way round the board lies")
        self.figures.taps += 1
        x, y = (v / size for v, size in zip(self._film.seen_at(xy), SIZE_WH, strict=True))
        self.table.order(ShowMark((x, y)))
        return self.table.show(self._film.clear(image))

    def _picture_of(self, position: dict[Any, Any]) -> Image:
        """The table as it is drawn, by one camera that exposes every picture alike; the same
        picture for the same table."""
        lies = dict(position), self._lying()
        if self._lay is None or lies != self._drawn:
            self._drawn = lies
            return self._draw(position, 0)
        return self._lay

    @property
    def table(self) -> TableAtHome:
        """The table that is watched."""
        assert self._table is not None
        return self._table

    @property
    def referee(self) -> RefereeState[Any, Any]:  # type: ignore[override]
        """The referee of the live table."""
        return self.table.session.referee

    # What the page is told ----------------------------------------------------------------------

    def _looked(self) -> Sequence[Call[Any, Any]]:
        assert self._lay is not None
        image = self._picture_of(self.truth.position)
        heard = self.table.show(self._film.scene(self._lay, image))
        for _ in range(WAITS):
            if self.table.clear:
                break
            heard += self._show_mark(image) or self.table.show(self._film.clear(image))
        self._lay, self.taken = image, self.table.shown
        self._count(heard)
        return [one.call for one in heard]

    def _count(self, heard: Sequence[Heard]) -> None:
        telling = [one for one in heard if one.call.kind.value not in QUIET]
        self.figures.under_hand += sum(one.hand for one in telling)
        self.figures.questions += sum(one.call.kind.value == "ask" for one in telling)
        self.figures.waits += [one.waited for one in telling[:1] if one.call.kind.value != "ask"]

    def _entered(self, event: Event) -> Sequence[Call[Any, Any]]:
        command = self._command(event)
        return [] if command is None else self.table.order(command)

    def _command(self, event: Event) -> PlayerCommand | None:
        """The button or the form of the page that says the same."""
        match event:
            case Answered(choice):
                return AnswerQuestion(choice)
            case Insisted():
                return PressButton("insist")
            case TurnSeen(turn):
                return TellTurn(self.part.game.turn_to_json(turn))
            case Told(fact, data):
                return TellFact(fact, dict(data))
            case PositionCorrected(place, label):
                return tapped(self.part.game, place, label)
        return None

    def _misled(self) -> None:
        """Wrong corrections are tried at the simulated table."""

    def close(self) -> None:
        """The camera is taken down."""
        self.table.close()


def _came(label: Any | None) -> tuple[bool, bool]:
    """Where something came is tapped before where something went: a tram's new place first."""
    return label is None, not getattr(label, "trams", ())


def tapped(game: AnyGame, place: Any, label: Any | None) -> CorrectPlace:
    """What the page sends when somebody says what lies at a place."""
    there = None if label is None else dict(game.label_to_json(label))
    return CorrectPlace(tuple(place.as_json()), there)


def resident_mib() -> float:
    """Memory of this process: what is resident now where the system says so, else the most."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)
