"""An evening of Rouge in pictures: `python -m tests.vision.rouge.evening [SEED] [TURNS]`.

A game by the rules (some turns against them, then taken back) is played on a rendered table; after
every turn a picture is taken, now and then one with a hand over the board. The pictures go through
reader and referee as a user's do; what was asked is answered as the players would. Prints how many
turns were called right, asked about, or called wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rules.core.call import Call, CallKind
from rules.core.events import Answered
from rules.core.verdict import Ruling
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Move, Place, RougeState, Turn, TurnRing
from rules.games.rouge.track import RINGS, TRACK
from server.pipeline.session import Session, open_session
from tests.render.rouge.photo import RougePhoto, Table, random_table, render
from tests.render.seeds import stream
from tests.render.style import random_shot, steadier
from vision.reader import Image

HOUSE = GAME.rulebook.house()
#: Shares of turns: a ring turned, against the rules; of pictures: a hand first; of lines: pawns
#: taken only in the next picture.
_RING, _FOUL, _HAND, _LATER = 0.3, 0.1, 0.25, 0.4

AnyCall = Call[RougeState, Turn]


@dataclass(frozen=True)
class Shot:
    """A picture and what the referee should make of it: `turn` None where nothing happened or a
    foul was taken back; `codes` of a foul; `hand` over the board."""

    photo: RougePhoto
    turn: Turn | None = None
    codes: frozenset[str] = frozenset()
    hand: bool = False
    taken_back: bool = False

    @property
    def image(self) -> Image:
        """(H, W, 3) uint8 BGR."""
        return self.photo.image


#: Part of the way between two rays that twelve o'clock lies off its middle where it is plain.
FIRST_RAY_MARGIN = 0.1


def first_ray(table: Table) -> float:
    """The base's ray nearest to twelve o'clock, degrees clockwise from x: cell 0 of the reader."""
    return table.rays_deg + 45 * round(_rays_to_twelve(table))


def first_ray_is_plain(table: Table) -> bool:
    """Whether that is no near thing: a camera put up anew a little turned sees the same one."""
    return abs(_rays_to_twelve(table) % 1 - 0.5) > FIRST_RAY_MARGIN


def _rays_to_twelve(table: Table) -> float:
    """Rays from the base's own first one to twelve o'clock in the picture."""
    camera, height = table.camera, max(table.board.tops)
    middle = camera.project(np.array([[0.0, 0.0, height]]))[0]
    x, y = camera.ground((middle - (0, 0.3 * camera.scale((0.0, 0.0))))[None], height)[0]
    twelve = float(np.degrees(np.arctan2(y, x)))
    return (twelve - table.rays_deg) / 45


class Evening:
    """A rendered table at which a game is played."""

    def __init__(
        self,
        seed: int,
        players: int = 3,
        size_wh: tuple[int, int] = (1280, 960),
        *,
        filmed: bool = False,
    ) -> None:
        """A box whose hollows can be seen, fairly large in the picture. `filmed`: by one camera,
        which exposes every picture alike; else each picture as it happens."""
        self.rng = stream(seed, "evening")
        table = random_table(seed, size_wh, (0.7, 0.85), sober=True)
        self.table: Table = replace(table, rays_deg=first_ray(table))
        self.colours = list(table.pawns.colours)[:players]
        self.state: RougeState = GAME.start(tuple("ABCD"[:players]), HOUSE)
        self.steps = [0, 0, 0]
        self.off = [float(d) for d in self.rng.normal(0, 1.0, 3)]
        self.shots = 0
        self.shot = steadier(random_shot(stream(seed, "exposure"))) if filmed else None

    def played(self, turns: int) -> Iterator[Shot]:
        """The pictures of so many turns, the empty board first."""
        yield Shot(self._photo())
        done = 0
        while done < turns:
            foul = self._foul() if self.rng.random() < _FOUL and self.state.open is None else None
            if self.rng.random() < _HAND:
                yield Shot(self._photo(hand=True), hand=True)
            if foul is not None:
                verdict = GAME.judge(self.state, foul, HOUSE)
                before = self.state, list(self.steps)
                self._enter(foul, legal=False)
                codes = frozenset(v.code for v in verdict.violations)
                yield Shot(self._photo(), foul, codes)
                self.state, self.steps = before
                yield Shot(self._photo(), taken_back=True)
                continue
            turn = self._turn()
            if turn is None:
                return
            self._enter(turn, legal=True)
            done += self.state.open is None
            yield Shot(self._photo(), turn)

    def _turn(self) -> Turn | None:
        """A legal turn that shows; an open line is paid out first."""
        legal = list(GAME.legal_turns(self.state, HOUSE))
        if self.state.open is not None:
            legal = [t for t in legal if self.state.completes(t)]
        rings = [t for t in legal if isinstance(t, TurnRing)]
        others = [t for t in legal if not isinstance(t, TurnRing)]
        turning = not others or self.rng.random() < _RING
        return self._shown(rings if turning else others) or self._shown(others)

    def _shown(self, pool: list[Turn]) -> Turn | None:
        """One of these turns that changes what is seen."""
        before = GAME.position(self.state)
        for k in self.rng.permutation(len(pool)):
            turn = self._with_colour(pool[k])
            if GAME.position(GAME.force(self.state, turn, HOUSE)) != before:
                later = turn.captures and self.state.open is None
                return (
                    replace(turn, captures=None) if later and self.rng.random() < _LATER else turn
                )
        return None

    def _with_colour(self, turn: Turn) -> Turn:
        """A first pawn in the colour of its player's own box."""
        mover = self.state.mover
        if isinstance(turn, Place) and mover is not None and self.state.colours[mover] is None:
            return replace(turn, colour=self.colours[mover])
        return turn

    def _foul(self) -> Turn | None:
        """One turn against one rule that shows."""
        before = GAME.position(self.state)
        free = [hollow for hollow in TRACK if hollow not in before]
        for _ in range(40):
            kind = self.rng.integers(3)
            if kind == 0 or not before or not free:
                turn: Turn = TurnRing(
                    int(self.rng.choice(RINGS)), int(self.rng.choice([1, -1])), ()
                )
            else:
                to = free[int(self.rng.integers(len(free)))]
                origin = list(before)[int(self.rng.integers(len(before)))]
                colour = before[origin].colour
                turn = Move(colour, origin, to, ()) if kind == 1 else Place(colour, to, ())
            verdict = GAME.judge(self.state, turn, HOUSE)
            shows = GAME.position(GAME.force(self.state, turn, HOUSE)) != before
            if verdict.ruling is Ruling.ILLEGAL and shows and len(verdict.violations) == 1:
                return turn
        return None

    def _enter(self, turn: Turn, *, legal: bool) -> None:
        self.state = (GAME.apply if legal else GAME.force)(self.state, turn, HOUSE)
        if isinstance(turn, TurnRing):
            self.steps[turn.ring - 1] += turn.by
            self.off[turn.ring - 1] = float(self.rng.normal(0, 1.0))

    def _photo(self, *, hand: bool = False) -> RougePhoto:
        self.shots += 1
        position = GAME.position(self.state)
        cells = {
            (h.ring - 1, (h.cell - self.steps[h.ring - 1]) % 8): pawn.colour
            for h, pawn in position.items()
        }
        phases = tuple(
            self.table.rays_deg + 45.0 * s + d for s, d in zip(self.steps, self.off, strict=True)
        )
        used = Counter(pawn.colour for pawn in position.values())
        spares = {c: max(0, 6 - used[c]) for c in self.colours}
        return render(
            self.table,
            cells,
            phases_deg=(phases[0], phases[1], phases[2]),
            spares=spares,
            shot_seed=self.shots,
            hand=hand,
            shot=self.shot,
        )


@dataclass(frozen=True)
class Line:
    """What became of one picture."""

    verdict: str
    shot: Shot
    calls: tuple[AnyCall, ...]


def refereed(evening: Evening, turns: int) -> Iterator[Line]:
    """Every picture of an evening through reader and referee. After a call that is wrong, or a
    question, the players set the referee right."""
    session = open_session("rouge", tuple("ABCD"[: len(evening.colours)]), {})
    for number, shot in enumerate(evening.played(turns)):
        name = f"{number:03d}.jpg"
        reading = session.reader.read(shot.image, session.memory)
        session, moment = session.judge(name, shot.image, reading)
        verdict = graded(shot, moment.calls)
        yield Line(verdict, shot, moment.calls)
        session = _settled(session, shot, moment.calls)


def graded(shot: Shot, calls: tuple[AnyCall, ...]) -> str:
    """`right`, `asked`, `silent` or `wrong`."""
    if not calls or all(c.kind is CallKind.UNCLEAR for c in calls):
        return "right" if shot.hand else "silent"
    last = calls[-1]
    if last.kind is CallKind.ASK:
        return "asked"
    if shot.turn is None:
        quiet = {CallKind.NOTHING, CallKind.SETUP, CallKind.TAKEN_BACK}
        return "right" if last.kind in quiet else "wrong"
    if last.kind is CallKind.NOTHING:
        return "silent"
    if shot.codes:
        found = {v.code for v in last.verdict.violations} if last.verdict else set()
        return "right" if last.kind is CallKind.FOUL and found == set(shot.codes) else "wrong"
    same = last.move is not None and meaning(last.move) == meaning(shot.turn)
    return "right" if last.kind is CallKind.LEGAL and same else "wrong"


def meaning(turn: Turn) -> object:
    """The same for turns that mean the same: captures left open or none, angles measured."""
    plain = replace(turn, captures=tuple(sorted(turn.captures or ())))
    if isinstance(plain, TurnRing):
        return replace(plain, off_deg=0.0)
    return replace(plain, line=None) if isinstance(plain, Place | Move) else plain


def _settled(session: Session, shot: Shot, calls: tuple[AnyCall, ...]) -> Session:
    """The players answer a question."""
    if not calls or calls[-1].kind is not CallKind.ASK:
        return session
    for choice, alternative in enumerate(calls[-1].alternatives):
        told = [meaning(t) for t in alternative.turns]
        if told == ([] if shot.turn is None else [meaning(shot.turn)]):
            return session.record_event(Answered(choice), "answer")[0]
    return session


def main() -> None:
    """Command line."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    counts: Counter[str] = Counter()
    for number, line in enumerate(refereed(Evening(seed), turns)):
        kind = "hand" if line.shot.hand else "turn" if line.shot.turn else "still"
        counts[f"{kind} {line.verdict}"] += 1
        if line.verdict not in ("right",):
            print(f"{number:03d} {kind} {line.verdict}: {line.shot.turn}")
            for call in line.calls:
                print("   ", call.kind.value, call.move, [a.turns for a in call.alternatives][:3])
    print(dict(sorted(counts.items())))


if __name__ == "__main__":
    main()
