"""Photos that a camera on a stand takes, one a turn, held against each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.core.observation import AnySighting
from server.pipeline.readers import read_image
from server.pipeline.session import Moment, Session, open_session
from vision.live.limits import LIMITS
from vision.photo import load_photo
from vision.reader import Image
from vision.reading import Refusal

SAMPLES = Path(__file__).parents[2] / "sample_images"

#: Path-traced games, and who plays them.
GAMES = {"linie1": ("A", "B"), "rouge": ("red", "black")}


def _photos(game: str, count: int) -> list[Image]:
    found = [
        load_photo(path) for path in sorted((SAMPLES / game / f"{game}_game_0101").glob("*.jpg"))
    ]
    return [one for one in found[:count] if not isinstance(one, Refusal)]


def _judged(session: Session, image: Image, name: str) -> tuple[Session, Moment]:
    reading = read_image(session.game.name, session.reader, image, session.memory)
    return session.judge(name, image, reading)


def _sightings(moment: Moment) -> dict[object, AnySighting]:
    assert moment.judged is not None
    return {one.place: one for one in moment.judged.sightings}


@pytest.mark.parametrize("game", GAMES)
def test_what_changed_is_told_from_all_that_stayed(game: str) -> None:
    """By the pixels of both photos, whatever is read; of the first photo nothing is said. A hollow
    in another pawn's shadow may have got one of its own colour: little is said of it."""
    most = LIMITS.faint_nats[0] if game == "rouge" else 0.0
    session, before = open_session(game, GAMES[game], {}), dict[object, AnySighting]()
    for number, image in enumerate(_photos(game, 4)):
        session, moment = _judged(session, image, f"{number}.jpg")
        now = _sightings(moment)
        changed = {p for p, one in before.items() if one.belief.best != now[p].belief.best}
        if before:
            stayed = [one.change_nats for p, one in now.items() if p not in changed]
            assert max(stayed) <= most < min(now[p].change_nats for p in changed)
            assert sum(one < -1.0 for one in stayed) > 0.6 * len(stayed)
        else:
            assert not any(one.change_nats for one in now.values())
        before = now


def test_a_photo_from_elsewhere_is_judged_by_itself() -> None:
    """Here upside down; the one after it is held against it, and so by itself again."""
    session = open_session("linie1", GAMES["linie1"], {})
    first, second, third = _photos("linie1", 3)
    for image in (first, np.ascontiguousarray(np.rot90(second, 2)), third):
        session, moment = _judged(session, image, "photo.jpg")
        assert not any(one.change_nats for one in _sightings(moment).values())
