"""What the Rouge reader learns from the players' own photo: which colours are in the box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from calibration.homography import NoFit
from calibration.learnt_set import Example, LearntSet
from calibration.table import TableProfile
from rules.games.rouge.state import Pawn
from vision.nn.arrays import Points
from vision.nn.resample import cut_square, square_round
from vision.reading import Piece
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.box import ColoursInPlay
from vision.rouge.reader import NAME, RougeReader
from vision.rouge.reader import load as load_reader
from vision.teacher import ReferencePhoto, Side, TaughtPieces, Teacher, no_colour

#: Pixels of a kept picture's side, and its size in outlines of the pawn.
_KEPT_PX, _ROUND = 48, 1.6


@dataclass(frozen=True)
class RougeTeacher(Teacher):
    """Learns the colours of a box with the reader that will use them, which `load` loads."""

    load: Callable[[], RougeReader] = load_reader

    def learn_table(
        self, source: ReferencePhoto, corners_xy: Points | None, top: Side | None
    ) -> TableProfile | NoFit:
        """Nothing: the rings are found in every photo."""
        return NoFit("a Rouge board needs no calibration, its rings are found in every photo")

    def learn_pieces(self, source: ReferencePhoto, names: tuple[str, ...]) -> TaughtPieces | NoFit:
        """The pawns on and beside the board of a photo. `names`: the colours of the box, where
        the players say them; else those that are clear."""
        wanted = tuple(name.casefold() for name in names)
        wrong = no_colour(wanted, COLOURS)
        if wrong is not None:
            return wrong
        before = ColoursInPlay.of(wanted) if wanted else None
        reading = self.load().read(source.image, before)
        if reading.refusal is not None:
            return NoFit(
                f"{reading.refusal.message.rstrip('.')}; photograph pawns of every colour on or "
                "beside the board, from above"
            )
        taught = [p for p in reading.pieces if p.confidence >= LIMITS.teaches]
        if not taught:
            return NoFit("no pawn is seen clearly; put pawns of every colour on the board")
        outlines = [np.asarray(p.outline_xy) for p in taught]
        examples = [
            Example(
                *(_name(p), 0, p.pixel_xy),
                cut_square(source.image, square_round(outline, _ROUND), _KEPT_PX),
                *(source.photo, source.made),
            )
            for p, outline in zip(taught, outlines, strict=True)
        ]
        seen = {example.name for example in examples}
        doubts = [f"no {name} pawn is seen" for name in wanted if name not in seen]
        doubts += [
            f"the pawn at {p.pixel_xy[0]:.0f}, {p.pixel_xy[1]:.0f} is left out: its colour is "
            "not clear"
            for p in reading.pieces
            if p.confidence < LIMITS.teaches
        ]
        learnt = LearntSet(NAME, source.made, source.photo, tuple(examples))
        squares = np.array([square_round(outline) for outline in outlines])
        return TaughtPieces(learnt, squares, tuple(doubts))

    def names(self) -> tuple[str, ...]:
        """The colours that have a name here."""
        return COLOURS

    def label_of(self, name: str, _quarters: int) -> Pawn:
        """A pawn of a colour, which looks the same however it is turned. Raises KeyError."""
        if name not in COLOURS:
            raise KeyError(name)
        return Pawn(name)

    def memory_of(
        self, _table: TableProfile | None, learnt: LearntSet | None, _name: str
    ) -> object:
        """The colours of the learnt box."""
        return None if learnt is None else ColoursInPlay.of(e.name for e in learnt.examples)


def _name(piece: Piece) -> str:
    assert isinstance(piece.label, Pawn)
    return piece.label.colour


def load() -> RougeTeacher:
    """The teacher of this game."""
    return RougeTeacher()
