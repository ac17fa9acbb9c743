"""What one reading leaves for the next of the same table: its plane, what lies on it under which
number, who lies over whom, and how the picture showed it. All places in pixels of the photo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.homography import Homography
from rules.core.observation import Observation
from rules.games.mokadi.pieces import Kind, Label, Spot, pad_spot, stick_spot
from vision.mokadi.box_looks import BoxLooks
from vision.mokadi.pieces.box import NO_VOTES, box_by, in_box, votes_by_pieces
from vision.mokadi.pieces.fields import CELL, COLOURS, Fields, Said
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.plane import Plane, through
from vision.mokadi.pieces.sticks import Stick, apart_px
from vision.mokadi.samples import Samples
from vision.mokadi.tracking.in_game import InGame
from vision.nn.arrays import Float, Indices, Mask, Matrix, Points, size_of

#: Probability of a colour that people told.
_TOLD = 0.97
#: How far from a place a piece lies at most that is meant by it, stick lengths.
_THERE = 0.1
#: Steps of an angle in which a view is kept.
_TURNS = 127 / (np.pi / 2)


@dataclass(frozen=True)
class Track:
    """A piece under its number: in how many later pictures it was found again (`times`, 0 for what
    is new), and whether it lay there before it was found (`late`)."""

    number: int
    times: int = field(default=0, kw_only=True)
    late: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class KnownPad(Track):
    """A pad, and how surely it lies there."""

    pad: FoundPad
    sure: float

    def moved(self, matrix: Matrix) -> KnownPad:
        """The same in other pixels."""
        return replace(self, pad=self.pad.moved(matrix))


@dataclass(frozen=True)
class KnownStick(Track):
    """A stick. `shown` (K,) how much of it the last picture showed at steps from its first end to
    its second; `sure` how surely it lies there."""

    stick: Stick
    shown: Float
    sure: float

    def moved(self, matrix: Matrix) -> KnownStick:
        """The same in other pixels."""
        return replace(self, stick=self.stick.moved(matrix))


@dataclass(frozen=True)
class Gone:
    """A piece that lay there and does not any more: `points` (N, 2) where it lay, its middle or its
    ends, `colour` by number."""

    kind: str
    number: int
    points: Points
    colour: int

    @property
    def place(self) -> Spot:
        """What it is called by the reader."""
        return pad_spot(self.number) if self.kind == "pad" else stick_spot(self.number)

    def moved(self, matrix: Matrix) -> Gone:
        """The same in other pixels."""
        return replace(self, points=through(matrix, self.points))


@dataclass(frozen=True)
class ShownCells:
    """What every cell of a picture was `shown_as`, (H, W), and which way the stick lay that it
    showed, (H, W) -127..127 for a quarter turn either way. `to_look` (3, 3) from the photo to its
    cells."""

    shown: NDArray[np.uint8]
    turn: NDArray[np.int8]
    to_look: Matrix

    @classmethod
    def of(cls, fields: Fields) -> ShownCells:
        """What is kept of a picture: a fraction of its maps."""
        to_cells = np.array([[1, 0, (1 - CELL) / 2], [0, 1, (1 - CELL) / 2], [0, 0, CELL]]) / CELL
        return cls(
            fields.shown_as,
            np.round(_TURNS * fields.turn).astype(np.int8),
            np.asarray(to_cells @ fields.patch.inverse),
        )

    def at(self, points: Points) -> tuple[Float, Float]:
        """(N,) what it showed at points (N, 2) of the photo, and which way, radians; nothing
        outside it."""
        inside, x, y = self._cells(points)
        shown, turn = np.zeros(len(points)), np.zeros(len(points))
        shown[inside], turn[inside] = self.shown[y, x], self.turn[y, x] / _TURNS
        return shown, turn

    def _cells(self, points: Points) -> tuple[Mask, Indices, Indices]:
        """Which points of the photo lie in its cells, and in which."""
        at = np.round(Homography(self.to_look)(points)).astype(np.intp)
        height, width = self.shown.shape
        inside = np.asarray(((at >= 0) & (at < (width, height))).all(1))
        return inside, at[inside, 0], at[inside, 1]


def _lies_at(place: Spot, plane: Plane, pixels: Points) -> bool:
    """Whether a piece, by its point or its ends (N, 2) in pixels, lies at a place."""
    points = np.array(place.points).reshape(-1, 2)
    flat = plane.flat(pixels)
    return len(points) == len(flat) and apart_px(points, flat) < _THERE


def surely(colour: str) -> Float:
    """(4,) probabilities of a colour that people told."""
    rest = (1 - _TOLD) / (len(COLOURS) - 1)
    return np.array([_TOLD if name == colour else rest for name in COLOURS])


@dataclass(frozen=True)
class Region:
    """The part of a photo that was looked at, pixels, and how much smaller or larger."""

    low: Points
    high: Points
    scale: float


@dataclass(frozen=True)
class Table:
    """What lies there. `over` the logarithms of the odds that the first of two sticks, by number,
    lies over the second; `last` the highest numbers given to a pad and to a stick; `votes` for
    each of `BOXES`; `thick_px` and `band` of the sticks; `region` None where the photo was looked
    at whole; `said` what the net said of it."""

    pads: tuple[KnownPad, ...]
    sticks: tuple[KnownStick, ...]
    over: Mapping[tuple[int, int], float]
    last: tuple[int, int]
    votes: Float
    thick_px: float
    band: float
    view: ShownCells
    region: Region | None
    said: Said | None = None

    @property
    def box(self) -> tuple[int, int]:
        """The colours of the box."""
        return box_by(self.votes)

    def called(self, position: Mapping[Spot, Label]) -> Table:
        """The table with its pieces in the colours that people say, as far as the box has them;
        none is in another colour than these two."""
        said = {(s.kind, s.number): label.colour for s, label in position.items()}

        def colour(kind: Kind, number: int, read: Float) -> Float:
            told = said.get((kind, number))
            return in_box(read if told is None else surely(told), self.box)

        pads = (
            replace(p, pad=replace(p.pad, colour=colour(Kind.PAD, p.number, p.pad.colour)))
            for p in self.pads
        )
        sticks = (
            replace(s, stick=replace(s.stick, colour=colour(Kind.STICK, s.number, s.stick.colour)))
            for s in self.sticks
        )
        return replace(self, pads=tuple(pads), sticks=tuple(sticks))


def _none(*shape: int) -> Points:
    return np.empty(shape)


@dataclass(frozen=True)
class Denied:
    """Where people said that nothing of the game lies, though it was seen: the middles of `pads`
    (N, 2) and the ends of `sticks` (M, 2, 2)."""

    pads: Points = field(default_factory=lambda: _none(0, 2))
    sticks: Points = field(default_factory=lambda: _none(0, 2, 2))

    def __bool__(self) -> bool:
        return bool(len(self.pads) or len(self.sticks))

    def moved(self, matrix: Matrix) -> Denied:
        """The same in other pixels."""
        sticks = through(matrix, self.sticks.reshape(-1, 2)).reshape(-1, 2, 2)
        return Denied(through(matrix, self.pads), sticks)

    def and_pad(self, pad: KnownPad) -> Denied:
        """With one more."""
        return replace(self, pads=np.vstack([self.pads, pad.pad.xy[None]]))

    def and_stick(self, stick: KnownStick) -> Denied:
        """With one more."""
        return replace(self, sticks=np.vstack([self.sticks, stick.stick.ends[None]]))


@dataclass(frozen=True)
class TableMemory:
    """`plane` for pixels of a photo of `size_wh`, which holds while the camera stays where it is:
    None where no stick has told it; `table` what lay there, None where that is not known.

    `guess`: the plane by which `pads` were placed before any stick lay there. `begins`: the game is
    known to be Mokadi, and nothing of it needs to lie on the table yet. `told`: (6,) what
    people say for each of `BOXES`, nats; `looks`: of the box, where it was taught; `samples`: of
    its colours in the newest picture; `denied`: what people said is no piece; `named`: the colours
    that people put right, by the reader's own numbers; `in_game`: what the game numbers these;
    `gone`: what was taken away, as long as the game does not know it."""

    plane: Plane | None
    size_wh: tuple[int, int]
    table: Table | None = None
    guess: Plane | None = None
    pads: tuple[KnownPad, ...] = ()
    begins: bool = False
    told: Float = field(default_factory=lambda: NO_VOTES)
    looks: BoxLooks | None = None
    samples: Samples | None = None
    denied: Denied = field(default_factory=Denied)
    named: Mapping[Spot, str] = field(default_factory=dict)
    in_game: InGame = field(default_factory=InGame)
    gone: tuple[Gone, ...] = ()

    def put_right(self, position: Mapping[Spot, Label]) -> TableMemory:
        """The memory after people said what lies there: its known pieces have the colours that
        they say and keep those that were read amiss; if these are other ones than the box was taken
        to have, so has the box."""
        colours = {label.colour for label in position.values()}
        votes = None if colours <= self._colours else votes_by_pieces(colours)
        told, here = self.told if votes is None else votes, self.in_game.here(position)
        amiss = {own: here[own].colour for own, read in self._read.items() if own in here}
        amiss = {own: c for own, c in amiss.items() if own in self.named or c != self._read[own]}
        known = replace(self, told=told, named={**self.named, **amiss})
        if self.table is None:
            return known
        table = self.table if votes is None else replace(self.table, votes=votes)
        return replace(known, table=table.called(here))

    def in_frame(self, aligned: Observation[Spot, Label]) -> TableMemory:
        """The memory with what the game numbers the pieces, of which a picture was judged as it is
        `aligned` over the game; itself where that is known."""
        in_game = self.in_game.after(self._middles, aligned)
        return self if in_game == self.in_game else replace(self, in_game=in_game)

    def with_position(self, position: Mapping[Spot, Label]) -> TableMemory:
        """The memory once it is known what lies on the table by the game: what does not is gone,
        and need not be told any more; itself where all of it does."""
        here = self.in_game.here(position)
        gone = tuple(one for one in self.gone if one.place in here)
        return self if len(gone) == len(self.gone) else replace(self, gone=gone)

    @property
    def _known_pads(self) -> tuple[KnownPad, ...]:
        return self.pads if self.table is None else self.table.pads

    @property
    def _middles(self) -> dict[Spot, tuple[float, float]]:
        """Where the pieces lie, pixels of the photo."""
        sticks = () if self.table is None else self.table.sticks
        middles = {pad_spot(p.number): p.pad.xy for p in self._known_pads}
        middles |= {stick_spot(s.number): s.stick.ends.mean(0) for s in sticks}
        return {own: (float(x), float(y)) for own, (x, y) in middles.items()}

    @property
    def _read(self) -> dict[Spot, str]:
        """The colour that each piece was read in."""
        sticks = () if self.table is None else self.table.sticks
        looks = {pad_spot(p.number): p.pad.colour for p in self._known_pads}
        looks |= {stick_spot(s.number): s.stick.colour for s in sticks}
        return {own: COLOURS[int(np.argmax(look))] for own, look in looks.items()}

    @property
    def _colours(self) -> set[str]:
        """The colours that the box was taken to have, or those of the pads that lie there."""
        if self.table is None:
            return {COLOURS[int(np.argmax(pad.pad.colour))] for pad in self.pads}
        return {COLOURS[colour] for colour in self.table.box}

    def without(self, place: Spot) -> TableMemory:
        """The memory after people said that what was seen at a place is no piece, or gone; as it is
        where nothing of it lies there: the place is of another picture then."""
        plane, pads = self.plane or self.guess, self.pads if self.table is None else self.table.pads
        if plane is None:
            return self
        for pad in pads:
            if place.kind is Kind.PAD and _lies_at(place, plane, pad.pad.xy[None]):
                left = tuple(one for one in pads if one is not pad)
                table = None if self.table is None else replace(self.table, pads=left)
                kept = left if self.table is None else self.pads
                return replace(self, table=table, pads=kept, denied=self.denied.and_pad(pad))
        for stick in () if self.table is None else self.table.sticks:
            if place.kind is Kind.STICK and _lies_at(place, plane, stick.stick.ends):
                assert self.table is not None
                others = tuple(one for one in self.table.sticks if one is not stick)
                table = replace(self.table, sticks=others)
                return replace(self, table=table, denied=self.denied.and_stick(stick))
        return self

    def kept(self, after: object, pieces: int) -> TableMemory | None:
        """What is kept for the next picture, after one with so many `pieces` that left `after`: of
        a table that sticks have measured no guess, of an empty one that a game begins there, of
        people's words what they said of pieces that are still known: numbers are given anew."""
        left = after if isinstance(after, TableMemory) else None
        if self.plane is not None and (left is None or left.plane is None):
            return None
        begins = self.begins and pieces <= 1
        if left is None and not begins:
            return None
        after = replace(left or self, begins=begins, told=self.told, looks=self.looks)
        known = {*after._middles, *(one.place for one in after.gone)}
        named = {own: colour for own, colour in self.named.items() if own in known}
        return replace(after, named=named, in_game=self.in_game.only(known))

    def guess_for(self, image: NDArray[np.uint8]) -> Plane | None:
        """The guess, where it holds for a photo (H, W, 3)."""
        return self.guess if self.size_wh == size_of(image) else None
