"""From a seen board to a reading: beliefs, pieces, the observation and the status."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
from vision.nn.arrays import Points, rounded_xy
from vision.nn.calibration import grown, sigmoid
from vision.reading import SURE_CONFIDENCE, Piece, Reading, ReadingStatus, alternatives
from vision.rouge.board.board import SeenBoard, marks
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.board.pose import BoardPose
from vision.rouge.board.rays import Rays, rays_of
from vision.rouge.board.rings import CELLS, STEP
from vision.rouge.limits import Limits
from vision.rouge.memory import BoardMemory
from vision.rouge.pawns.alike import beside_others
from vision.rouge.pawns.box import NOTHING_KNOWN, ColoursInPlay
from vision.rouge.pawns.colours import named
from vision.rouge.pawns.covering import unless_covered
from vision.rouge.pawns.crowds import among_alike
from vision.rouge.pawns.in_play import weighed
from vision.rouge.pawns.shades import parted, with_burnt_out
from vision.rouge.pawns.tints import hinted, named_by_tints

#: A pawn of every colour, in the nets' order.
_PAWNS = tuple(Pawn(name) for name in COLOURS)
#: Names kept by name in a belief.
_KEPT = 5
#: Radius of the outline drawn round a pawn, shares of the board's radius.
_OUTLINE = 0.075
_ANGLES = np.linspace(0, 2 * np.pi, 12, endpoint=False)
#: (13, 2) from a pawn's middle to itself and to its outline.
_ROUND = np.vstack([(0, 0), _OUTLINE * np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])])
#: Names of the quantities that tell a mark's angle clockwise from the first ray, by ring.
MARKS = ("mark-1", "mark-2", "mark-3")


@dataclass(frozen=True)
class HollowPosterior:
    """What the 24 hollows (and then the pawns beside the board) hold: `taken` and `colours`
    probabilities, `visible` 0..1."""

    taken: Points
    colours: Points
    visible: Points


def reading_of(
    game: str,
    board: SeenBoard,
    size_wh: tuple[int, int],
    memory: BoardMemory | ColoursInPlay | None,
    limits: Limits,
) -> Reading:
    """Everything a seen board says, before anybody refuses it. `memory`: of an earlier reading of
    the same table, or the colours of the box."""
    known = memory if isinstance(memory, BoardMemory) else None
    rays = _rays(board, size_wh, known, limits)
    box = memory.colours if isinstance(memory, BoardMemory) else memory or NOTHING_KNOWN
    told = _posterior(board, box, limits)
    places, beliefs, found = _places(board, rays), _beliefs(told), marks(board, limits)
    count, covered = len(places), board.maps.covered
    issues = (Issue("hand", covered),) if covered > limits.covered else ()
    observation = Observation(
        game,
        _sightings(board, told, beliefs, places),
        tuple(_loose(board, beliefs[k], k) for k in range(count, len(beliefs))),
        _quantities(rays, found, limits),
        issues,
    )
    clear = all(b.confidence >= SURE_CONFIDENCE for b in beliefs[:count])
    clear = clear and not issues and _seen_well(board, rays, told.visible[:count], limits)
    pieces = _pieces(board, told, beliefs, places, limits)
    if clear:
        # What waits beside the board is no part of the position, and told as far as it is sure.
        pieces = tuple(one for one in pieces if one.confidence >= SURE_CONFIDENCE)
    return Reading(
        game,
        ReadingStatus.READ if clear else ReadingStatus.UNSURE,
        size_wh,
        pieces,
        observation,
        memory=_remembered(board, rays, told, size_wh, found, box, limits),
    )


def _rays(
    board: SeenBoard, size_wh: tuple[int, int], known: BoardMemory | None, limits: Limits
) -> Rays:
    """The rays of the board, counted from where the first one was in an earlier reading."""
    kept = known is not None and known.unmoved(board.pose, size_wh, limits)
    before = known.first_in(board.pose) if known is not None and kept else None
    wish = _wish(known, board.pose, size_wh)
    return rays_of(board.rings.rings, board.pose, before, limits, wish)


def _seen_well(board: SeenBoard, rays: Rays, visible: Points, limits: Limits) -> bool:
    """Whether every hollow is in sight and the rings are found and lie on their rays."""
    return (
        not (visible < limits.in_sight).any()
        and all(abs(off) <= limits.off_ray_deg for off in rays.off_deg)
        and all(ring.found >= limits.ring_votes for ring in board.rings.rings)
    )


def _wish(known: BoardMemory | None, pose: BoardPose, size_wh: tuple[int, int]) -> float | None:
    """Where the first ray is likely to be though the board moved in the picture: whoever takes
    photos by hand holds the camera about as before. At twelve o'clock, where the board was first
    seen, may lie a gap between two rays."""
    if known is None or known.size_wh != size_wh:
        return None
    return known.first_in(pose, moved=True)


def _posterior(board: SeenBoard, box: ColoursInPlay, limits: Limits) -> HollowPosterior:
    """Probabilities of every hollow and spare: both nets speak, colours are named together."""
    sample, close, aside = board.sample, board.close, board.spares.sample
    taken = sigmoid(limits.board_says * sample.taken + limits.close_says * close.taken)
    logits = limits.board_names * sample.colours + limits.close_names * close.colours
    # What is lifted out of the dark has lost colour.
    logits = logits / np.sqrt(board.lifted)
    visible = np.clip(sample.seen * (1 - sample.occlusion) * 1.05, 0, 1)
    foot, speaks = sample.foot, np.ones(len(sample.foot))
    if aside is not None:
        taken = np.concatenate([taken, sigmoid(aside.taken)])
        logits = np.vstack([logits, aside.colours])
        visible = np.concatenate([visible, aside.seen])
        foot = np.concatenate([foot, np.ones(len(aside.foot))])
        speaks = np.concatenate([speaks, np.full(len(aside.foot), limits.aside_speaks)])
    # Where no foot is seen, what the nets say of the place is worth less.
    doubt = np.clip(1 - foot / limits.footless, 0, 1) * 0.5
    first = taken * (1 - doubt) + 0.5 * doubt
    logits = with_burnt_out(logits, board.shades, limits)
    by_net, logits = logits, hinted(logits, board.surroundings, limits)
    names = named(logits, first * speaks, box, limits, board.shades)
    taken = weighed(logits, taken, names, box, limits)
    taken = _beside_others(board, taken, names, foot, limits)
    taken = taken * (1 - doubt) + 0.5 * doubt
    there = taken * speaks
    logits = named_by_tints(by_net, board.surroundings, limits)
    names = named(logits, there, box, limits, board.shades)
    names = parted(names, logits, taken, board.shades, box, limits)
    colours = _paled(names, board.colour, limits)
    return HollowPosterior(grown(taken, SURE_CONFIDENCE, limits.sure_growth), colours, visible)


def _beside_others(
    board: SeenBoard, taken: Points, names: Points, foot: Points, limits: Limits
) -> Points:
    """Probabilities of pawns, those of hollows given the other ones."""
    count = len(board.sample.foot)
    seen = foot[:count] >= limits.footless
    told = among_alike(taken[:count], names[:count], board.surroundings, seen, limits)
    told = beside_others(told, names[:count], board.surroundings, seen, limits)
    told = unless_covered(told, names[:count], board.behind, limits)
    return np.concatenate([told, taken[count:]])


def _paled(colours: Points, spread: float, limits: Limits) -> Points:
    """Names (N, 11) less sure on a board whose colours are pale: any may then be any other."""
    doubt = max(0.0, 1 - spread / limits.pale)
    return np.asarray((1 - doubt) * colours + doubt / colours.shape[1])


def _places(board: SeenBoard, rays: Rays) -> list[Hollow]:
    """The hollow of every row of the board."""
    return [
        Hollow(k + 1, rays.cell(ring.phase + STEP * i))
        for k, ring in enumerate(board.rings.rings)
        for i in range(CELLS)
    ]


def _beliefs(told: HollowPosterior) -> list[Belief[Pawn]]:
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
    board: SeenBoard, told: HollowPosterior, beliefs: list[Belief[Pawn]], places: list[Hollow]
) -> tuple[Sighting[Hollow, Pawn], ...]:
    pixels = board.pose.to_photo(board.feet)
    count = len(places)
    rows = zip(places, beliefs[:count], told.visible[:count].tolist(), pixels, strict=True)
    return tuple(
        Sighting(place, belief, seen, Pose(rounded_xy(pixel)))
        for place, belief, seen, pixel in rows
    )


def _pieces(
    board: SeenBoard,
    told: HollowPosterior,
    beliefs: list[Belief[Pawn]],
    places: list[Hollow],
    limits: Limits,
) -> tuple[Piece, ...]:
    """The pawns in the hollows and then those beside the board."""
    aside = [None] * (len(beliefs) - len(places))
    found = (
        _piece(board, told, beliefs[k], k, place, limits)
        for k, place in enumerate([*places, *aside])
    )
    return tuple(piece for piece in found if piece is not None)


def _piece(
    board: SeenBoard,
    told: HollowPosterior,
    belief: Belief[Pawn],
    k: int,
    place: Hollow | None,
    limits: Limits,
) -> Piece | None:
    """The pawn in a hollow (or beside the board); None where it is likelier empty."""
    pawns = belief.labels()
    if told.taken[k] < 0.5:
        return None
    label, confidence = pawns[0]
    if told.visible[k] < limits.in_sight:
        confidence = min(confidence, SURE_CONFIDENCE - 0.01)
    middle, *outline = board.pose.to_photo(_middle(board, k) + _ROUND)
    return Piece(
        kind="pawn",
        area="aside" if place is None else "board",
        label=label,
        place=place,
        pixel_xy=rounded_xy(middle),
        outline_xy=tuple(rounded_xy(corner) for corner in outline),
        confidence=min(confidence, 1.0),
        alternatives=alternatives(pawns[1:], confidence),
    )


def _middle(board: SeenBoard, k: int) -> Points:
    count = len(board.feet)
    if k < count:
        return np.asarray(board.sample.middle[k])
    assert board.spares.sample is not None
    return np.asarray(board.spares.sample.middle[k - count])


def _loose(board: SeenBoard, belief: Belief[Pawn], k: int) -> Loose[Pawn]:
    pixel = rounded_xy(board.pose.to_photo(_middle(board, k)[None])[0])
    return Loose(belief, "aside", Pose(pixel))


def _quantities(rays: Rays, found: list[float | None], limits: Limits) -> tuple[Quantity, ...]:
    rings = [
        Quantity(name, round(rays.off_deg[ring - 1], 2), rays.sigma_deg[ring - 1])
        for name, ring in RING_QUANTITIES.items()
    ]
    seen = [
        Quantity(MARKS[k], round(_beyond(mark, rays), 1), limits.mark_sigma_deg)
        for k, mark in enumerate(found)
        if mark is not None
    ]
    first = [Quantity(FIRST_RAY, 0.0, 1.0)] if rays.kept else []
    return (*rings, *seen, *first)


def _beyond(angle: float, rays: Rays) -> float:
    """Degrees clockwise from the first ray, 0 to 360."""
    return float(np.degrees(angle - rays.first) % 360)


def _remembered(
    board: SeenBoard,
    rays: Rays,
    told: HollowPosterior,
    size_wh: tuple[int, int],
    found: list[float | None],
    box: ColoursInPlay,
    limits: Limits,
) -> BoardMemory:
    """What the next reading may use: names in play are remembered as often as any picture showed
    them clearly."""
    pawns = told.taken[:, None] * told.colours
    colours = box.seeing((pawns * (pawns > limits.clear_pawn)).sum(0))
    beyond = [None if mark is None else _beyond(mark, rays) for mark in found]
    angles = (beyond[0], beyond[1], beyond[2])
    return BoardMemory(board.pose, size_wh, rays.first, colours, angles, board.glimpse)
