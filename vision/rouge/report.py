"""From a seen board to a reading: beliefs, pieces, the observation and the status."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.core.observation import (
    EMPTY,
    Belief,
    Empty,
    Issue,
    Loose,
    Observation,
    Pose,
    Quantity,
    Sighting,
)
from rules.games.rouge.align import FIRST_RAY, RING_QUANTITIES
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import Hollow
from vision.nets import sigmoid
from vision.reading import SURE_CONFIDENCE, Piece, Reading, Status
from vision.rouge.board import SeenBoard, marks
from vision.rouge.colours import named
from vision.rouge.field import COLOURS
from vision.rouge.frame import Frame, frame_of
from vision.rouge.in_play import CLEAR, weighed
from vision.rouge.limits import LIMITS, Limits
from vision.rouge.memory import BoardMemory, ColoursInPlay
from vision.rouge.rings import CELLS, STEP

Points = NDArray[np.float64]

#: How the board's net and the closer look speak together on whether a pawn stands in a hollow:
#: shares of their logits. On 64 path-traced boards (1536 hollows, most with pawns in their ring's
#: colour) that no net had learnt from; less than one in all, for both are too sure.
_BOARD_SAYS, _CLOSE_SAYS = 0.1, 0.7
#: The same for the colour.
_BOARD_NAMES, _CLOSE_NAMES = 0.2, 0.8
#: A pawn of every colour, in the nets' order.
_PAWNS = tuple(Pawn(name) for name in COLOURS)
#: Names kept by name in a belief, and shown for a doubtful piece.
_KEPT, _SHOWN = 5, 3
#: Radius of the outline drawn round a pawn, shares of the board's radius.
_OUTLINE = 0.075
_ANGLES = np.linspace(0, 2 * np.pi, 12, endpoint=False)
#: (13, 2) from a pawn's middle to itself and to its outline.
_ROUND = np.vstack([(0, 0), _OUTLINE * np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])])
#: Scatter of a mark's angle, degrees.
_MARK_SIGMA = 2.0
#: Names of the quantities that tell a mark's angle clockwise from the first ray, by ring.
MARKS = ("mark-1", "mark-2", "mark-3")


@dataclass(frozen=True)
class _Told:
    """What the 24 hollows (and then the pawns beside the board) hold: `taken` and `colours`
    probabilities, `visible` 0..1."""

    taken: Points
    colours: Points
    visible: Points


@dataclass(frozen=True)
class Account:
    """A board told in full: the reading's parts, before anybody refuses it."""

    pieces: tuple[Piece, ...]
    observation: Observation[Hollow, Pawn]
    memory: BoardMemory
    covered: float
    doubtful: float
    settled: bool

    def reading(self, game: str, size_wh: tuple[int, int]) -> Reading:
        """The account as a reading."""
        status = Status.READ if self.settled else Status.UNSURE
        return Reading(game, status, size_wh, self.pieces, self.observation, memory=self.memory)


def account_of(
    game: str,
    board: SeenBoard,
    size_wh: tuple[int, int],
    memory: BoardMemory | ColoursInPlay | None = None,
    limits: Limits = LIMITS,
) -> Account:
    """Everything a seen board says. `memory`: an earlier reading of the same table, or the colours
    of the box."""
    known = memory if isinstance(memory, BoardMemory) else None
    kept = known is not None and known.unmoved(board.pose, size_wh, limits)
    before = known.first_in(board.pose) if known is not None and kept else None
    frame = frame_of(board.rings.rings, board.pose, before)
    told = _told(board, None if memory is None else memory.colours)
    places = _places(board, frame)
    beliefs = _beliefs(told)
    count = len(places)
    sightings = _sightings(board, told, beliefs, places)
    pieces = [_piece(board, told, beliefs[k], k, place) for k, place in enumerate(places)]
    pieces += [_piece(board, told, beliefs[k], k, None) for k in range(count, len(beliefs))]
    loose = [_loose(board, beliefs[k], k) for k in range(count, len(beliefs))]
    covered = _covered(board)
    issues = (Issue("hand", covered),) if covered > limits.covered else ()
    found_marks = marks(board, limits)
    observation = Observation(
        game,
        tuple(sightings),
        tuple(loose),
        _quantities(frame, found_marks),
        issues,
    )
    doubtful = float(np.mean([b.confidence < SURE_CONFIDENCE for b in beliefs[:count]]))
    hidden = bool((told.visible[:count] < limits.in_sight).any())
    lined = all(abs(off) <= limits.off_ray_deg for off in frame.off_deg)
    settled = not doubtful and not hidden and not issues and lined
    settled = settled and all(ring.found >= limits.ring_votes for ring in board.rings.rings)
    return Account(
        tuple(p for p in pieces if p is not None),
        observation,
        _remembered(board, frame, told, size_wh, found_marks, memory),
        covered,
        doubtful,
        settled,
    )


def _told(board: SeenBoard, remembered: Points | None) -> _Told:
    """Probabilities of every hollow and spare: both nets speak, colours are named together."""
    sample, close, aside = board.sample, board.close, board.spares.sample
    taken = sigmoid(_BOARD_SAYS * sample.taken + _CLOSE_SAYS * close.taken)
    logits = _BOARD_NAMES * sample.colours + _CLOSE_NAMES * close.colours
    visible = np.clip(sample.seen * (1 - sample.cover) * 1.05, 0, 1)
    foot = sample.foot
    if aside is not None:
        taken = np.concatenate([taken, sigmoid(aside.taken)])
        logits = np.vstack([logits, aside.colours])
        visible = np.concatenate([visible, aside.seen])
        foot = np.concatenate([foot, np.ones(len(aside.foot))])
    # Where no foot is seen, what the nets say of the place is worth less.
    doubt = np.clip(1 - foot / LIMITS.footless, 0, 1) * 0.5
    first = taken * (1 - doubt) + 0.5 * doubt
    taken = weighed(logits, taken, named(logits, first, remembered), remembered)
    taken = taken * (1 - doubt) + 0.5 * doubt
    return _Told(taken, named(logits, taken, remembered), visible)


def _places(board: SeenBoard, frame: Frame) -> list[Hollow]:
    """The hollow of every row of the board."""
    return [
        Hollow(k + 1, frame.cell(ring.phase + STEP * i))
        for k, ring in enumerate(board.rings.rings)
        for i in range(CELLS)
    ]


def _beliefs(told: _Told) -> list[Belief[Pawn]]:
    kept = np.argsort(-told.colours, axis=1)[:, :_KEPT]
    shares = told.taken[:, None] * np.take_along_axis(told.colours, kept, axis=1)
    beliefs = []
    for bare, names, row in zip(
        (1 - told.taken).tolist(), kept.tolist(), shares.tolist(), strict=True
    ):
        weights: dict[Pawn | Empty, float] = {EMPTY: bare}
        weights.update((_PAWNS[c], share) for c, share in zip(names, row, strict=True))
        beliefs.append(Belief.of(weights))
    return beliefs


def _sightings(
    board: SeenBoard, told: _Told, beliefs: list[Belief[Pawn]], places: list[Hollow]
) -> list[Sighting[Hollow, Pawn]]:
    pixels = board.pose.to_photo(board.feet)
    count = len(places)
    rows = zip(places, beliefs[:count], told.visible[:count].tolist(), pixels, strict=True)
    return [Sighting(place, belief, seen, Pose(_xy(pixel))) for place, belief, seen, pixel in rows]


def _piece(
    board: SeenBoard, told: _Told, belief: Belief[Pawn], k: int, place: Hollow | None
) -> Piece | None:
    """The pawn in a hollow (or beside the board); None where it is likelier empty."""
    pawns = [(label, p) for label, p in belief.ranked if not isinstance(label, Empty)]
    if told.taken[k] < 0.5:
        return None
    label, confidence = pawns[0]
    if told.visible[k] < LIMITS.in_sight:
        confidence = min(confidence, SURE_CONFIDENCE - 0.01)
    middle, *outline = board.pose.to_photo(_middle(board, k) + _ROUND)
    return Piece(
        kind="pawn",
        area="aside" if place is None else "board",
        label=label,
        place=place,
        pixel_xy=_xy(middle),
        outline_xy=tuple(_xy(corner) for corner in outline),
        confidence=min(confidence, 1.0),
        alternatives=tuple(pawns[1 : 1 + _SHOWN]) if confidence < SURE_CONFIDENCE else (),
    )


def _middle(board: SeenBoard, k: int) -> Points:
    count = len(board.feet)
    if k < count:
        return np.asarray(board.sample.middle[k])
    assert board.spares.sample is not None
    return np.asarray(board.spares.sample.middle[k - count])


def _loose(board: SeenBoard, belief: Belief[Pawn], k: int) -> Loose[Pawn]:
    pixel = _xy(board.pose.to_photo(_middle(board, k)[None])[0])
    return Loose(belief, "aside", Pose(pixel))


def _covered(board: SeenBoard) -> float:
    """Share of the board under hands and things."""
    cover, spots = board.field.cover().ravel(), board.field.spots()
    return float(cover[np.hypot(*spots.T) < 1.0].mean())


def _quantities(frame: Frame, found: list[float | None]) -> tuple[Quantity, ...]:
    rings = [
        Quantity(name, round(frame.off_deg[ring - 1], 2), frame.sigma_deg[ring - 1])
        for name, ring in RING_QUANTITIES.items()
    ]
    seen = [
        Quantity(MARKS[k], round(_beyond(mark, frame), 1), _MARK_SIGMA)
        for k, mark in enumerate(found)
        if mark is not None
    ]
    first = [Quantity(FIRST_RAY, 0.0, 1.0)] if frame.kept else []
    return (*rings, *seen, *first)


def _beyond(angle: float, frame: Frame) -> float:
    """Degrees clockwise from the first ray, 0 to 360."""
    return float(np.degrees(angle - frame.first) % 360)


def _remembered(
    board: SeenBoard,
    frame: Frame,
    told: _Told,
    size_wh: tuple[int, int],
    found: list[float | None],
    memory: BoardMemory | ColoursInPlay | None,
) -> BoardMemory:
    """What the next reading may use: names in play are remembered as often as any picture showed
    them clearly."""
    pawns = told.taken[:, None] * told.colours
    colours = (pawns * (pawns > CLEAR)).sum(0)
    if memory is not None:
        colours = np.maximum(colours, memory.colours)
    beyond = [None if mark is None else _beyond(mark, frame) for mark in found]
    return BoardMemory(board.pose, size_wh, frame.first, colours, (beyond[0], beyond[1], beyond[2]))


def _xy(point: Points) -> tuple[float, float]:
    return (round(float(point[0]), 2), round(float(point[1]), 2))
