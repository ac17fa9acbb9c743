"""The maiden trip: how far a tram may go, where it can get to, and what was wrong with a move.

Rule document 5.11 to 5.13 and its table of movement variants; rule text, maiden trip, variants 1
to 3 and precisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rules.games.linie1.board import Board
from rules.games.linie1.laws.network import TERMINUS, Stance, across, nodes, onward, walked_to
from rules.games.linie1.places import LETTER_BESIDE, SPOTS, TERMINI_OF, Spot, node_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Linie1State, Tram
from rules.games.linie1.tiles import FACE_SIDES

#: Spaces on the speed track (rule document 4; rule text, variant 1).
TRACK_SPACES = 10

#: The face of the die that leads to the next stop.
HALT = "H"

#: The faces of the die.
ROLLS = ("1", "2", "3", "4", HALT)

#: More spaces than any walk without repetition has: 132 cells by four sides, and the termini.
NO_LIMIT = 600


@dataclass(frozen=True, slots=True)
class Allowance:
    """One way to move: at most `spaces`, ending at the latest at the first stop sign where the
    tram `halts`, and at the first terminus where it halts at `termini` too."""

    spaces: int
    halts: bool = True
    termini: bool = False


@dataclass(frozen=True, slots=True)
class Landing:
    """How a place can be reached: fewest and most spaces, ways it may be entered, the stops
    passed or halted at on the way."""

    least: int
    most: int
    entered: tuple[int, ...]
    letters: frozenset[str]


def allowances(state: Linie1State, roll: str | None, readings: Readings) -> tuple[Allowance, ...]:
    """The ways a tram may move now. An unknown roll or an unknown move before allows them all."""
    if readings.trip == "previous_plus_one":
        return (Allowance(speed_limit(state, readings)),)
    rolls = {roll} if roll in ROLLS else set(ROLLS)
    if readings.trip == "die_or_repeat" and state.roll is not None:
        rolls.add(state.roll)
    return tuple(_by_roll(one, readings) for one in sorted(filter(None, rolls)))


def speed_limit(state: Linie1State, readings: Readings) -> int:
    """One space more than the move before, whoever made it; 1 for the very first (variant 1)."""
    most = TRACK_SPACES if readings.top_speed == "ten" else NO_LIMIT
    return most if state.speed is None else min(state.speed + 1, most)


def _by_roll(roll: str, readings: Readings) -> Allowance:
    goldsieber = readings.trip == "goldsieber"
    if roll == HALT:
        return Allowance(NO_LIMIT, halts=True, termini=goldsieber)
    return Allowance(int(roll), halts=not goldsieber or readings.numbered_halt == "halts")


def starting_tram(line: int, spot: Spot) -> Tram:
    """A tram just placed on a terminus: it may leave by either exit (8.8)."""
    return Tram(line, spot, (0, 1), spot)


def departures(tram: Tram, readings: Readings) -> list[Stance]:
    """The stances a tram's next move starts from."""
    at = node_of(tram.spot)
    entered = tram.entered
    if at in TERMINUS and tram.spot == tram.origin and readings.start_exit == "shown":
        entered = _shown_exit(tram, at) or entered
    return [(at, way) for way in entered]


def _shown_exit(tram: Tram, at: int) -> tuple[int, ...]:
    """The exit that the traced route takes, as if the tram had come in by the other one."""
    cells = TERMINUS[at].cells
    if len(tram.shown) > 1 and node_of(tram.shown[1]) in cells:
        return (1 - cells.index(node_of(tram.shown[1])),)
    return ()


def targets(
    state: Linie1State, tram: Tram, roll: str | None, readings: Readings
) -> dict[int, Landing]:
    """Every place a tram may move to now, by index."""
    signs = nodes(state.signs)
    found: dict[int, Landing] = {}
    for allowance in allowances(state, roll, readings):
        for at, landing in walked(state.board, departures(tram, readings), allowance, signs):
            found[at] = _merged(found.get(at), landing)
    if readings.new_route == "forbidden" and tram.shown:
        shown = nodes(tram.shown)
        return {at: landing for at, landing in found.items() if at in shown}
    return found


def walked(
    board: Board, start: Iterable[Stance], allowance: Allowance, signs: frozenset[int]
) -> Iterator[tuple[int, Landing]]:
    """Places reached from stances, each once for every way it is entered."""
    ahead = {stance: frozenset[str]() for stance in start}
    reached: dict[Stance, Landing] = {}
    for spaces in range(1, allowance.spaces + 1):
        ahead = _stepped(board, ahead, signs)
        fresh = _recorded(reached, ahead, spaces)
        ahead = {s: x for s, x in ahead.items() if not _halted(s, allowance, signs)}
        if not ahead or (allowance.spaces > TRACK_SPACES and not fresh):
            break
    return ((at, landing) for (at, _), landing in reached.items())


def _stepped(
    board: Board, ahead: Mapping[Stance, frozenset[str]], signs: frozenset[int]
) -> dict[Stance, frozenset[str]]:
    stepped: dict[Stance, frozenset[str]] = {}
    for stance, letters in ahead.items():
        for there in onward(board, stance):
            letter = LETTER_BESIDE.get(there[0]) if there[0] in signs else None
            passed = letters if letter is None else letters | {letter}
            stepped[there] = stepped.get(there, frozenset()) | passed
    return stepped


def _recorded(
    reached: dict[Stance, Landing], ahead: Mapping[Stance, frozenset[str]], spaces: int
) -> bool:
    """Notes where the walk has come to; whether any stance is new."""
    fresh = False
    for stance, letters in ahead.items():
        fresh = fresh or stance not in reached
        here = Landing(spaces, spaces, (stance[1],), letters)
        reached[stance] = _merged(reached.get(stance), here)
    return fresh


def _halted(stance: Stance, allowance: Allowance, signs: frozenset[int]) -> bool:
    at = stance[0]
    return (allowance.halts and at in signs) or (allowance.termini and at in TERMINUS)


def _merged(one: Landing | None, other: Landing) -> Landing:
    if one is None:
        return other
    return Landing(
        min(one.least, other.least),
        max(one.most, other.most),
        tuple(sorted({*one.entered, *other.entered})),
        one.letters | other.letters,
    )


def stops_ahead(state: Linie1State, tram: Tram, readings: Readings) -> tuple[Spot, ...]:
    """The stop signs a tram comes to first, whichever way it goes, within its next move."""
    signs = nodes(state.signs)
    found = {
        at
        for allowance in allowances(state, None, readings)
        if allowance.halts
        for at, _ in walked(state.board, departures(tram, readings), allowance, signs)
        if at in signs
    }
    return tuple(SPOTS[at] for at in sorted(found))


def goals(tram: Tram) -> frozenset[int]:
    """The termini that end a tram's trip: its line's other one, both where its start is unknown."""
    both = TERMINI_OF[tram.line]
    return frozenset(t.index for t in both if t.spot != tram.origin)


Steps = Callable[[Stance], Iterator[Stance]]


def shortest(start: Iterable[Stance], goal: int, steps: Steps) -> tuple[Stance, ...]:
    """The shortest walk of stances to a place, the first stance included; empty where none."""
    came: dict[Stance, Stance | None] = dict.fromkeys(start)
    queue = list(came)
    for here in queue:
        for there in steps(here):
            if there in came:
                continue
            came[there] = here
            if there[0] == goal:
                return walked_to(came, there)
            queue.append(there)
    return ()


def forward(board: Board) -> Steps:
    """Steps along the printed connections."""
    return lambda stance: onward(board, stance)


def backing(board: Board, stances: Iterable[Stance]) -> list[Stance]:
    """The stances one space behind a tram: it left its place the way it had come in."""
    behind: list[Stance] = []
    for at, entered in stances:
        if at in TERMINUS:
            behind += onward(board, (at, 1 - entered))
        else:
            behind += across(board, at, entered)
    return behind


def any_turn(board: Board) -> Steps:
    """Steps by any track of the tile, at whatever angle, but not straight back."""

    def steps(stance: Stance) -> Iterator[Stance]:
        at, entered = stance
        if at in TERMINUS:
            yield from onward(board, stance)
            return
        for side in range(4):
            if side != entered and FACE_SIDES[board.faces[at]] >> side & 1:
                yield from across(board, at, side)

    return steps


def sharp_turns(board: Board, walk: tuple[Stance, ...]) -> tuple[Spot, ...]:
    """The places where a walk leaves a tile by a side its track does not lead to."""
    turns = (here for here, there in pairwise(walk) if there not in set(onward(board, here)))
    return tuple(dict.fromkeys(SPOTS[at] for at, _ in turns))
