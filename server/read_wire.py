"""The outside contract's JSON object of `read`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rules.core.game import Game
from rules.core.verdict import Violation
from rules.referee.calls import violation_to_json
from vision.reading import SURE_CONFIDENCE, Piece, Reading, Refusal

AnyGame = Game[Any, Any]

#: Alternatives below this probability are not worth a reader's time.
_WORTH_SAYING = 0.001


def read_object(
    photo: str, reading: Reading, game: AnyGame | None, seconds: float
) -> dict[str, Any]:
    """The `read` object of one photo; `game` None where none was found."""
    return {
        "photo": photo,
        "game": game.name if game is not None else None,
        "status": reading.status.value,
        "reason": reason_object(reading.refusal),
        "seconds": round(seconds, 3),
        "pieces": [] if game is None else [piece_object(game, p) for p in reading.pieces],
        "violations": proven_violations(game, reading),
    }


def reason_object(refusal: Refusal | None) -> dict[str, str] | None:
    """A refusal as the contract writes `reason`."""
    return None if refusal is None else asdict(refusal)


def piece_object(game: AnyGame, piece: Piece) -> dict[str, Any]:
    """One piece as the contract writes it. A doubtful one lists what else it may be."""
    place: Any = piece.place
    # A tile that lies askew against the layout belongs to it, though to none of its cells.
    area = "layout" if piece.area == "askew" else piece.area
    found: dict[str, Any] = {"kind": piece.kind, "area": area}
    found |= asdict(place) if place is not None else {}
    found |= game.label_to_json(piece.label)
    found["pixel"] = [round(value, 1) for value in piece.pixel_xy]
    found["confidence"] = round(piece.confidence, 4)
    if piece.confidence < SURE_CONFIDENCE:
        found["alternatives"] = _alternatives(game, piece)
    return found


def _alternatives(game: AnyGame, piece: Piece) -> list[dict[str, Any]]:
    return [
        {**game.label_to_json(label), "probability": round(probability, 4)}
        for label, probability in piece.alternatives
        if probability >= _WORTH_SAYING
    ]


def proven_violations(game: AnyGame | None, reading: Reading) -> list[dict[str, Any]]:
    """Violations that the surely read pieces prove and the doubtful ones do not take back."""
    if game is None:
        return []
    placed = [piece for piece in reading.pieces if piece.place is not None]
    sure = {p.place: p.label for p in placed if p.confidence >= SURE_CONFIDENCE}
    everything = {p.place: p.label for p in placed}
    house = game.rulebook.house()
    lasting = set(game.audit(everything, house))
    proven = [v for v in game.audit(sure, house) if v in lasting]
    proven += _loose_violations(game, reading)
    return [violation_to_json(game.rulebook, v, "en") for v in proven]


def _loose_violations(game: AnyGame, reading: Reading) -> list[Violation]:
    """What pieces beside their places prove, for games that can tell (`audit_loose`)."""
    audit_loose = getattr(game, "audit_loose", None)
    if audit_loose is None or reading.observation is None:
        return []
    return list(audit_loose(reading.observation.loose, SURE_CONFIDENCE))
