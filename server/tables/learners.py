"""What a table learns while people play at it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from server.tables.corrections import CorrectionLearner
from server.tables.played_pieces import PlayedPieces
from server.tables.taught_board import TaughtBoard
from server.tables.taught_colours import TaughtColours


@dataclass(frozen=True, slots=True)
class Learners:
    """`corrections`: looks that were put right; `played`: pieces that were read surely in play;
    `colours`: how the sets are painted, where people said so; `board`: which way round the board
    lies."""

    corrections: CorrectionLearner
    played: PlayedPieces
    colours: TaughtColours
    board: TaughtBoard

    @classmethod
    def of(cls, table: str, folder: Path | None) -> Learners:
        """Those of a table, which keep what they learn in the folder of calibrations; None:
        nowhere."""
        return cls(
            CorrectionLearner(table, folder),
            PlayedPieces(table, folder),
            TaughtColours(table, folder),
            TaughtBoard(table, folder),
        )
