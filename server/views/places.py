"""What the newest look may show at each place: the readings a correction offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.core.observation import Empty, Sighting
from rules.core.rulebook import LANGUAGES
from server.pipeline.session import Session
from server.tables.table import PlaceRead, Reading
from server.views.speech import spoken_label
from vision import reading as vision_reading


@dataclass(frozen=True, slots=True)
class Spot:
    """A place and where it is in the picture, as shares 0..1 of width and height."""

    place: tuple[int, ...]
    at: tuple[float, float]


#: Readings offered for a place.
_OFFERED = 3


def places_read(session: Session, reading: vision_reading.Reading) -> tuple[PlaceRead, ...]:
    """Every place whose spot in the picture is known, in the places of the game as it stands."""
    return tuple(_places(session, reading))


def _places(session: Session, reading: vision_reading.Reading) -> Iterator[PlaceRead]:
    for sighting, at in _posed(session, reading):
        yield PlaceRead(
            tuple(sighting.place.as_json()), sighting.place.name(), at, _readings(session, sighting)
        )


def spots_seen(session: Session, reading: vision_reading.Reading) -> tuple[Spot, ...]:
    """Where in the picture every place is whose spot is known."""
    return tuple(Spot(tuple(s.place.as_json()), at) for s, at in _posed(session, reading))


def _posed(
    session: Session, reading: vision_reading.Reading
) -> Iterator[tuple[Sighting[Any, Any], tuple[float, float]]]:
    """Sightings in the places of the game, with their spots as shares of the picture."""
    seen = reading.observation
    if seen is None:
        return
    aligned = session.game.align(session.standing(), seen)
    width, height = reading.size_wh
    for sighting in (aligned or (seen,))[0].sightings:
        if sighting.pose is not None:
            x, y = sighting.pose.pixel_xy
            yield sighting, (round(x / max(width, 1), 4), round(y / max(height, 1), 4))


def _readings(session: Session, sighting: Sighting[Any, Any]) -> tuple[Reading, ...]:
    """The likeliest labels; what is known to lie there always among them."""
    ranked = list(sighting.belief.ranked)
    known = session.standing().get(sighting.place)
    if known is not None and all(label != known for label, _ in ranked[:_OFFERED]):
        ranked.insert(_OFFERED - 1, (known, sighting.belief.probability(known)))
    return tuple(_reading(session, label, p) for label, p in ranked[:_OFFERED])


def _reading(session: Session, label: Any, probability: float) -> Reading:
    game = session.game
    data = None if isinstance(label, Empty) else game.label_to_json(label)
    texts = {language: spoken_label(game.rulebook, data, language) for language in LANGUAGES}
    return Reading(data, texts, round(probability, 4))
