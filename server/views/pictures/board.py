"""What a drawing of the board needs, the same shape for every game: pieces, marks, doubts.

Places and labels are written as the outside contract writes them; only a game's own drawing on the
page knows what they mean. A page without such a drawing lists the pieces by their words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace

from rules.core.places import Place
from server.pipeline.session import Moment, Session
from server.views.pictures.drawing import involved_places, marks
from server.views.place_names import PlaceNames, names_of
from server.views.places import PlaceCandidates, place_candidates, spots_json
from server.views.speech import label_texts
from vision.reading import Reading, ReadingStatus

#: The version of this shape. It grows when a field goes or changes its meaning.
VIEW = 1

#: Its media type in the store of pictures.
MEDIA_TYPE = "application/json"

#: Doubtful places that are worth looking at; the least sure come first.
_MOST_DOUBTS = 12

_NO_MARKS: Mapping[str, list[object]] = {
    name: [] for name in ("foul", "involved", "last", "reward", "doubt")
}

_NOTHING = Reading("", ReadingStatus.READ, (0, 0))


def board_now(session: Session, newest: Moment | None) -> dict[str, object] | None:
    """The table as it stands; `newest` is the last moment with a picture, whose doubts count."""
    quiet = Moment("", None, _NOTHING, (), 0.0, {}, session)
    seen = quiet if newest is None else replace(newest, calls=(), before={}, session=session)
    return board_view(seen)


def board_view(moment: Moment, shows: Sequence[float] | None = None) -> dict[str, object] | None:
    """The table after a moment, JSON-ready; None before anything is known to lie there. `shows`:
    left, top, right, bottom of the drawing's part that the straightened photo shows."""
    session = moment.session
    if not session.opened:
        return None
    doubts = doubtful_places(moment)
    pointed = marks(moment)
    return {
        **drawing_of(session, names_of(session)),
        "marks": {
            "foul": _places(pointed.foul),
            "involved": _places(involved_places(moment)),
            "last": _places(pointed.last),
            "reward": [_places(one) for one in _lines(moment)],
            "doubt": [list(doubt.place) for doubt in doubts],
        },
        "doubts": [asdict(doubt) for doubt in doubts],
        "spots": spots_json(moment),
        "straight": None if shows is None else [round(at, 4) for at in shows],
    }


def drawing_of(
    session: Session, names: PlaceNames, ringed: Sequence[Sequence[int]] = ()
) -> dict[str, object]:
    """The table of a session with nothing pointed at but what is `ringed`, JSON-ready."""
    standing = sorted(session.standing().items(), key=lambda item: item[0])
    return {
        "version": VIEW,
        "game": session.game.name,
        "origin": [names.left, names.top],
        "pieces": [placed_json(session, names, place, label) for place, label in standing],
        "marks": {**_NO_MARKS, "last": [list(p) for p in ringed]},
        "doubts": [],
        "spots": [],
        "paths": _paths(session),
    }


def placed_json(
    session: Session, names: PlaceNames, place: Place, label: object
) -> dict[str, object]:
    """A piece on its place, JSON-ready."""
    return {**place_json(names, place), **label_json(session, label)}


def place_json(names: PlaceNames, place: Place) -> dict[str, object]:
    """A place with its short name and what players call it, by language."""
    return {"place": place.as_json(), "name": place.name(), "names": dict(names.all_of(place))}


def label_json(session: Session, label: object) -> dict[str, object]:
    """A piece as the contract writes it, and in words by language."""
    data = session.game.label_to_json(label)
    return {"label": data, "texts": label_texts(session.game.rulebook, data)}


def doubtful_places(moment: Moment) -> tuple[PlaceCandidates, ...]:
    """The places of a picture that the camera was not sure of, the least sure first."""
    doubtful = place_candidates(moment, doubted=True)
    return tuple(sorted(doubtful, key=lambda p: p.readings[0].probability)[:_MOST_DOUBTS])


def _paths(session: Session) -> list[dict[str, object]]:
    match = session.referee.match
    ways = session.game.helping.paths(match.standing, match.house)
    return [{"line": way.line, "path": [p.as_json() for p in way.path]} for way in ways]


def _lines(moment: Moment) -> Iterable[Iterable[Place]]:
    """What was earned, each line by itself where the game tells the lines apart."""
    for call in moment.calls:
        for reward in call.verdict.rewards if call.verdict is not None else ():
            named = dict(reward.params).get("alignments")
            if isinstance(named, tuple):
                yield from (dict(one.items)["cells"] for one in named)  # type: ignore[union-attr] # facts of alignments
            else:
                yield reward.places


def _places(places: Iterable[Place | tuple[Place, ...]]) -> list[list[int]]:
    """Places as the contract writes them; groups of places are laid open."""
    flat = (one if isinstance(one, tuple) else (one,) for one in places)
    return [place.as_json() for group in flat for place in group]
