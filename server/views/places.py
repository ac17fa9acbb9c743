"""What the newest look may show at each place: the readings a correction offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.core.codec import Json
from rules.core.observation import EMPTY, AnySighting
from rules.core.places import Place
from server.pipeline.readers import label_to_json
from server.pipeline.session import Moment, Session
from server.views.place_names import names_of
from server.views.speech import LEAST_CHANCE, label_texts
from vision.reading import SURE_CONFIDENCE

#: Readings offered for a place, besides what is known there and nothing.
_OFFERED = 3


@dataclass(frozen=True, slots=True)
class LabelCandidate:
    """One thing that may lie at a place. `label` is None for nothing, `texts` one a language."""

    label: Json | None
    texts: Mapping[str, str]
    probability: float


@dataclass(frozen=True, slots=True)
class PlaceCandidates:
    """A place of the newest clear look with its likeliest readings, best first. `names`: what
    players call it, by language; `at`: the place's middle as shares 0..1 of the picture's width
    and height."""

    place: tuple[int, ...]
    name: str
    names: Mapping[str, str]
    at: tuple[float, float]
    readings: tuple[LabelCandidate, ...]


def place_candidates(moment: Moment, *, doubted: bool = False) -> tuple[PlaceCandidates, ...]:
    """Every place whose spot in the picture is known, in the places of the game as it stands; where
    `doubted`, only those that the camera was not sure of."""
    session, names = moment.session, names_of(moment.session)
    return tuple(
        PlaceCandidates(
            tuple(s.place.as_json()),
            s.place.name(),
            names.all_of(s.place),
            at,
            _label_candidates(session, s),
        )
        for s, at in _posed(moment)
        if not doubted or _shown_chance(s.confidence) < SURE_CONFIDENCE
    )


def spots_json(moment: Moment) -> list[dict[str, object]]:
    """Where in the picture every place is whose spot is known, as shares 0..1 of width and height;
    JSON-ready."""
    return [{"place": s.place.as_json(), "at": at} for s, at in _posed(moment)]


def seen_at(moment: Moment) -> Iterator[tuple[Place, tuple[float, float]]]:
    """Every place whose spot in the picture is known, with it in pixels."""
    width, height = moment.reading.size_wh
    for sighting, (x, y) in _posed(moment):
        yield sighting.place, (x * width, y * height)


def _posed(moment: Moment) -> Iterator[tuple[AnySighting, tuple[float, float]]]:
    """Sightings in the places of the game, with their spots as shares of the picture."""
    seen = moment.aligned or moment.shown.observation
    if seen is None:
        return
    width, height = moment.reading.size_wh
    for sighting in seen.sightings:
        if sighting.pose is not None:
            x, y = sighting.pose.pixel_xy
            yield sighting, (round(x / max(width, 1), 4), round(y / max(height, 1), 4))


def _label_candidates(session: Session, sighting: AnySighting) -> tuple[LabelCandidate, ...]:
    """The likeliest labels; what is known to lie there and that nothing does always among them.
    The likeliest one is as sure as the reader says it is of what it sees."""
    likely = [x for x, p in sighting.belief.ranked if p >= LEAST_CHANCE][:_OFFERED]
    always = (session.standing().get(sighting.place, EMPTY), EMPTY)
    book, belief = session.game.rulebook, sighting.belief
    offered = [(label_to_json(session.game, x), x) for x in dict.fromkeys((*likely, *always))]
    chances = {belief.best: sighting.confidence}
    return tuple(
        LabelCandidate(
            data, label_texts(book, data), _shown_chance(chances.get(x, belief.probability(x)))
        )
        for data, x in offered
    )


def _shown_chance(probability: float) -> float:
    return round(probability, 4)
