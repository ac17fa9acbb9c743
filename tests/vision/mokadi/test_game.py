"""The recorded game: what lies there is carried from photo to photo, turn by turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.observation import EMPTY
from server.pipeline.session import open_session
from server.reports.scoring import errors
from vision.mokadi.reader import load
from vision.photo import load_photo
from vision.reading import Reading, Refusal

GAME = Path(__file__).resolve().parents[3] / "sample_images" / "mokadi" / "mokadi_game_0023"
PHOTOS = sorted(GAME.glob("*.jpg"))

pytestmark = pytest.mark.slow


def truth(photo: Path) -> dict[str, Any]:
    """What a photo of the game shows."""
    return dict(json.loads(photo.with_suffix(".json").read_text("utf-8")))


@pytest.fixture(scope="module")
def readings() -> list[Reading]:
    """Every photo, told what the one before left."""
    reader, memory, found = load(), None, []
    for photo in PHOTOS:
        image = load_photo(photo)
        assert not isinstance(image, Refusal)
        reading = reader.read(image, memory)
        lies = {p.place: p.label for p in reading.pieces if p.confidence > 0.5}
        memory = reader.with_position(reading.memory or memory, lies)
        found.append(reading)
    return found


def test_the_pile_is_carried_right(readings: list[Reading]) -> None:
    """Of 65 pads and sticks in nine photos at most one is wrong, and none in the last."""
    wrong = [errors(truth(p), r)[0] for p, r in zip(PHOTOS, readings, strict=True)]
    assert sum(wrong) <= 1
    assert wrong[-1] == 0


def test_what_is_taken_back_is_gone(readings: list[Reading]) -> None:
    """A pad laid too far off and a stick on the wrong colour: the next photo says so."""
    for photo, reading in zip(PHOTOS, readings, strict=True):
        assert reading.observation is not None
        gone = [s for s in reading.observation.sightings if s.belief.best is EMPTY]
        sure = [s for s in gone if s.belief.probability(EMPTY) > 0.9]
        assert len(sure) == ("taken_back" in truth(photo))


def test_supports_of_the_stick_just_laid(readings: list[Reading]) -> None:
    """Every stick rests on what the truth says, pads or sticks and how many."""
    for photo, reading in zip(PHOTOS, readings, strict=True):
        move = truth(photo)["move"]
        if move is None or move["kind"] != "stick":
            continue
        (on,) = [s["on"] for s in truth(photo)["sticks"] if s["id"] == move["piece"]]
        newest = max((p for p in reading.pieces if p.kind == "stick"), key=_number)
        label: Any = newest.label
        found = [c.spot.kind.name.lower() for c in label.contacts if c.certainty >= 0.5]
        assert sorted(found) == sorted(kind for kind, _ in on)


def _number(piece: Any) -> int:
    return int(piece.place.number)


def test_nobody_is_accused_wrongly() -> None:
    """What cannot be told is asked about: no legal turn is called a foul."""
    session = open_session("mokadi", ("A", "B"), {})
    for photo in PHOTOS:
        session, moment = session.look(photo)
        fouls = [call for call in moment.calls if call.kind is CallKind.FOUL]
        assert not fouls or not truth(photo)["legal"]
