"""The outside contract's JSON object of `read`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from rules.core.codec import JsonObject
from rules.core.game import AnyGame
from rules.core.observation import EMPTY, AnySighting
from rules.core.places import AnyPlace, AnyPosition
from rules.wire.calls import violation_to_json
from vision.reading import SURE_CONFIDENCE, Piece, Reading, Refusal

#: Alternatives below this probability are not worth a reader's time.
_WORTH_SAYING = 0.001


def read_object(
    photo: str, reading: Reading, game: AnyGame | None, seconds: float
) -> dict[str, object]:
    """The `read` object of one photo; `game` None where none was found. `doubts` only where free
    places leave it unsure."""
    doubts = [_doubt(game, seen) for seen in reading.doubtful_free()]
    said: dict[str, object] = {
        "photo": photo,
        "game": game.name if game is not None else None,
        "status": reading.status.value,
        "reason": reason_object(reading.refusal),
        "seconds": round(seconds, 3),
        "pieces": [] if game is None else [piece_object(game, p) for p in reading.pieces],
        "violations": proven_violations(game, reading),
    }
    return {**said, "doubts": doubts} if doubts else said


def _doubt(game: AnyGame | None, seen: AnySighting) -> JsonObject:
    """A place that may not be free: `confidence` that it is, `visible` the share of it in sight.
    Where places are numbers alone, its spot names it."""
    numbered = game is None or game.places_are_numbers
    found: JsonObject = {} if numbered else asdict(seen.place)
    if seen.pose is not None:
        found["pixel"] = [round(value, 1) for value in seen.pose.pixel_xy]
    sure, visible = round(seen.belief.confidence, 4), round(seen.visibility, 4)
    return {**found, "confidence": sure, "visible": visible}


def reason_object(refusal: Refusal | None) -> dict[str, str] | None:
    """A refusal as the contract writes `reason`."""
    return None if refusal is None else asdict(refusal)


def piece_object(game: AnyGame, piece: Piece) -> dict[str, object]:
    """One piece as the contract writes it. A doubtful one lists what else it may be."""
    place: AnyPlace = piece.place  # a frozen dataclass, which its protocol does not say
    # A tile that lies askew against the layout belongs to it, though to none of its cells.
    area = "layout" if piece.area == "askew" else piece.area
    found: JsonObject = {"kind": piece.kind} | ({"area": area} if area else {})
    found |= asdict(place) if place is not None else {}
    found |= piece_fields(game, piece.kind, piece.label)
    if piece.kind == "stick" and piece.lines_xy:
        found["ends"] = [[round(x, 1), round(y, 1)] for x, y in piece.lines_xy[0]]
        found["over"], found["hidden"] = list(piece.over), list(piece.hidden_ends)
    found["pixel"] = [round(value, 1) for value in piece.pixel_xy]
    found["confidence"] = round(piece.confidence, 4)
    if piece.confidence < SURE_CONFIDENCE:
        found["alternatives"] = [
            {**piece_fields(game, piece.kind, label), "probability": round(probability, 4)}
            for label, probability in piece.alternatives
            if probability >= _WORTH_SAYING
        ]
    return found


def piece_fields(game: AnyGame, kind: str, label: object) -> dict[str, object]:
    """A piece's own fields."""
    return dict(game.piece_to_json(kind, label))


def proven_violations(game: AnyGame | None, reading: Reading) -> list[JsonObject]:
    """Violations of what was read surely that nothing which may lie on a doubtful place takes
    back."""
    if game is None or reading.observation is None:
        return []
    house = game.rulebook.house()
    seen = reading.observation.sightings
    proven = list(game.audit(_position(s for s in seen if _is_sure(s)), house))
    for world in _worlds(seen) if proven else ():
        lasting = set(game.audit(world, house))
        proven = [violation for violation in proven if violation in lasting]
    proven += game.audit_loose(reading.observation.loose, SURE_CONFIDENCE)
    return [violation_to_json(game.rulebook, v, "en") for v in proven]


def _is_sure(sighting: AnySighting) -> bool:
    return sighting.belief.confidence >= SURE_CONFIDENCE


def _position(sightings: Iterable[AnySighting]) -> AnyPosition:
    """Place to likeliest label, bare places left out."""
    return {s.place: s.belief.best for s in sightings if s.belief.best is not EMPTY}


def _worlds(seen: Sequence[AnySighting]) -> Iterator[AnyPosition]:
    """The likeliest position, and those in which one doubtful place bears something else."""
    best = _position(seen)
    yield best
    for sighting in seen:
        for label, probability in () if _is_sure(sighting) else sighting.belief.ranked[1:]:
            if probability < _WORTH_SAYING:
                continue
            world = {place: there for place, there in best.items() if place != sighting.place}
            yield world if label is EMPTY else world | {sighting.place: label}
