"""Routes: whether track joins a line's two termini through its stops, and by which way (5.9).

The walk a tram would drive is searched, by the movement rules of `network`: the shortest one is
the proof. It may cross itself and pass through any terminus, its own included (rule text,
precisions).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.games.linie1.board import Board
from rules.games.linie1.laws.network import Stance, onward, walked_to
from rules.games.linie1.laws.signs import stop_cells
from rules.games.linie1.places import SPOTS, TERMINI_OF, Spot
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Linie1State

#: Where the wanted stops are: index of a place to the number of its stop in the list.
Stops = Mapping[int, int]

#: A stance and which stops were passed, as bits.
Reached = tuple[Stance, int]


@dataclass(frozen=True, slots=True)
class Route:
    """What track there is for a line. `path` runs from terminus to terminus through every wanted
    stop, empty where there is none; `missing` are the stops the best way leaves out; `joined`
    tells whether the termini are joined at all."""

    line: int
    path: tuple[Spot, ...]
    missing: tuple[str, ...]
    joined: bool

    @property
    def complete(self) -> bool:
        """Whether the trip can be made."""
        return bool(self.path)


def route(
    state: Linie1State, line: int, letters: Sequence[str] | None, readings: Readings
) -> Route:
    """The shortest route of a line through these stops; None: they are secret, any way will do."""
    wanted = tuple(letters or ())
    stops = {at: i for i, letter in enumerate(wanted) for at in stop_cells(state, letter)}
    ends, ordered = [t.index for t in TERMINI_OF[line]], readings.stop_order == "card"
    found = [
        _search(state.board, start, goal, stops, len(wanted), ordered)
        for start, goal in (ends, ends[::-1])
    ]
    best = max(found, key=lambda one: (one.passed.bit_count(), -len(one.path)))
    missing = tuple(x for i, x in enumerate(wanted) if not best.passed >> i & 1)
    joined = bool(best.path)
    path = tuple(SPOTS[at] for at in best.path) if joined and not missing else ()
    return Route(line, path, missing, joined)


@dataclass(frozen=True, slots=True)
class _Found:
    path: tuple[int, ...]
    passed: int


def _search(
    board: Board, start: int, goal: int, stops: Stops, wanted: int, ordered: bool
) -> _Found:
    """Breadth first over stances and stops passed; the goal counts with as many as can be."""
    first: list[Reached] = [((start, exit_), 0) for exit_ in (0, 1)]
    came: dict[Reached, Reached | None] = dict.fromkeys(first)
    queue = deque(first)
    best: Reached | None = None
    while queue:
        here = queue.popleft()
        if here[0][0] == goal and (best is None or here[1].bit_count() > best[1].bit_count()):
            best = here
            if here[1].bit_count() == wanted:
                break
        for there in _next(board, here, stops, ordered):
            if there not in came:
                came[there] = here
                queue.append(there)
    if best is None:
        return _Found((), 0)
    return _Found(tuple(at for (at, _), _ in walked_to(came, best)), best[1])


def _next(board: Board, here: Reached, stops: Stops, ordered: bool) -> Iterator[Reached]:
    for stance in onward(board, here[0]):
        stop = stops.get(stance[0])
        counts = stop is not None and (not ordered or here[1] == (1 << stop) - 1)
        yield stance, here[1] | 1 << stop if counts and stop is not None else here[1]
